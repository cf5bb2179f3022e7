//! What each game says about itself beside how it is played.

use super::fault::Part;
use super::games::EndReason;
use super::look::Look;
use super::moves::MoveKind;
use super::option::Span;
use super::ruling::Ruling;

/// A description of a game; each game has one in its own folder.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct About {
    /// The name of the game as it stands in a sentence.
    pub title: &'static str,
    /// Other names by which people know it, each with the key of the region where it is called that: requests may have
    /// them in place of the name of the variant. No other game with other rules is known by such a name.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The works that describe it: author, title, year, and the place in it.
    pub sources: &'static [&'static str],
    /// Option sets with a name, the default first.
    pub presets: &'static [Preset],
    /// Houses that a row may have.
    pub houses: Span,
    /// The parts that its positions have beside rows and turn.
    pub parts: &'static [Part],
    /// Whether seeds are sown into the stores; otherwise they hold only what was captured or shared.
    pub sows_into_stores: bool,
    /// Whether a sowing goes on with the seeds of the house in which it ends, lap by lap: thousands of them are
    /// possible (C-6).
    pub sows_in_laps: bool,
    /// The kinds of move that it has (C-3).
    pub moves: &'static [MoveKind],
    /// Whether houses may be named by letters (N-6).
    pub letters: bool,
    /// The most seeds that are seen at a glance in a house of the opponent; none where players may count every house
    /// (AW-12).
    pub at_a_glance: Option<u32>,
    /// The letters before the number of each of its rulings, such as `AW`.
    pub ruling_prefix: &'static str,
    /// Its rulings that answers cite.
    pub rulings: &'static [Ruling],
    /// The reasons for which it can end (N-5).
    pub endings: &'static [EndReason],
    /// What a move loses at least, in points, to be called a mistake, and to be called a large one.
    pub mistakes: [f64; 2],
    /// The number of levels of play, the highest of which plays as well as it can.
    pub levels: u32,
    /// What it looks like in pictures.
    pub look: Look,
}

impl About {
    /// Whether both players may agree to stop (AW-7, AY-10).
    pub fn has_agreement(&self) -> bool {
        self.moves.contains(&MoveKind::Agree)
    }

    /// Whether a position can occur again later in a game. Such a game has an ending for it.
    pub fn can_recur(&self) -> bool {
        self.endings.contains(&EndReason::Repetition)
    }

    /// The preset to offer people first: where games can go on for ever, one that ends them, if there is one.
    pub fn first_preset(&self) -> &'static Preset {
        let ends = |preset: &&Preset| preset.options.iter().any(|(name, _)| ["quiet", "repetition"].contains(name));
        self.presets.iter().find(ends).or(self.presets.first()).unwrap_or(&Preset { name: "default", options: &[] })
    }
}

/// The count of moves without a capture from which on players are advised to agree, where a game has agreement.
pub const LONG_QUIET: u32 = 30;

/// The most levels that a game has.
pub const MOST_LEVELS: u32 = 15;

/// An option set with a name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, unique within the game.
    pub name: &'static str,
    /// The options that differ from their defaults: names and values, as the notation writes them.
    pub options: &'static [(&'static str, &'static str)],
}

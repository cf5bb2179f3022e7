//! What each game says about itself beside how it is played.

use super::fault::Part;
use super::games::EndReason;
use super::moves::MoveKind;
use super::option::Span;
use super::ruling::Ruling;

/// A description of a game; each game has one in its own folder.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The name of the game as it stands in a sentence.
    pub title: &'static str,
    /// The works that describe it: author, title, year, and the place in it.
    pub sources: &'static [&'static str],
    /// Option sets with a name, the default first.
    pub presets: &'static [Preset],
    /// Houses that a row may have.
    pub houses: Span,
    /// The parts that its positions have beside rows and turn.
    pub parts: &'static [Part],
    /// The kinds of move that it has (C-3).
    pub moves: &'static [MoveKind],
    /// Whether houses may be named by letters (N-6).
    pub letters: bool,
    /// The most seeds that are seen at a glance in a house of the opponent; none where players may count every house (AW-12).
    pub at_a_glance: Option<u32>,
    /// Its rulings that answers cite.
    pub rulings: &'static [Ruling],
    /// The reasons for which it can end (N-5).
    pub endings: &'static [EndReason],
}

/// An option set with a name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, unique within the game.
    pub name: &'static str,
    /// The options that differ from their defaults: names and values, as the notation writes them.
    pub options: &'static [(&'static str, &'static str)],
}

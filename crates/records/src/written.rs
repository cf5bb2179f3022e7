//! What a format cannot express.

use ayla_rules::option::Value;
use ayla_rules::{MoveKind, Rules, Setup, Variant};

use crate::format::differences;
use crate::game::Game;

/// The text of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The text, which ends with a line end.
    pub text: String,
    /// The options that the text leaves out. None of them changes what the moves of the game do.
    pub omitted: Vec<OmittedOption>,
}

/// An option that a text leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedOption {
    /// The name of the option.
    pub name: &'static str,
    /// The value that it has in the game.
    pub value: Value,
}

/// Something in a game that the format cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
pub enum WhyNot {
    /// The format does not have the game.
    Variant { variant: Variant },
    /// The format does not have rows of this length.
    Houses { houses: u32 },
    /// The game does not begin with the usual position, which is the only one that the format has.
    Start,
    /// The game has no moves, and the format has nothing else.
    NoMoves,
    /// North begins, and in the format South always does.
    NorthBegins,
    /// The format has no such move.
    Move { ply: u32, kind: MoveKind },
    /// The option makes a move of the game do something else than in the programs that use the format, or end the game.
    Option { name: &'static str, value: Value },
    /// The format has no moves from a position that is not the usual one.
    MovesFromPosition,
    /// The position that the game begins with is the end of another.
    Over,
}

/// The options that the programs which use a format set otherwise.
///
/// # Errors
///
/// The options that make the game go otherwise there.
pub(crate) fn options(game: &Game, site: Option<fn(&Rules) -> Rules>) -> Result<Vec<OmittedOption>, Vec<WhyNot>> {
    let Some(site) = site else { return Ok(Vec::new()) };
    let rules = game.start.rules();
    let differs = differences(&rules, &site(&rules));
    if differs.is_empty() {
        return Ok(Vec::new());
    }
    let effects = |game: &Game| -> Vec<_> {
        let effects = game.effects().into_iter();
        effects.map(|effect| (effect.end, effect.captured, effect.stores, effect.tuzdik)).collect()
    };
    let by = |rules: Rules| {
        let start = (Setup { rules, ..game.start.setup() }).position().ok()?;
        Some(effects(&Game::new(start, game.moves.clone())?))
    };
    let ours = effects(game);
    // Each option alone says which of them matters.
    let matters = differs.iter().filter(|&&(name, _, theirs)| {
        let mut changed = rules;
        let _ = changed.set(name, theirs.into());
        by(changed).as_ref() != Some(&ours)
    });
    let why: Vec<_> = matters.map(|&(name, value, _)| WhyNot::Option { name, value }).collect();
    if why.is_empty() {
        Ok(differs.into_iter().map(|(name, value, _)| OmittedOption { name, value }).collect())
    } else {
        Err(why)
    }
}

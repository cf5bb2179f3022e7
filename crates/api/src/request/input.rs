//! What the fields of a request say together: which variant, position and game it is about.

use ayla_rules::{Token, Variant};

use super::SetupInput;
use crate::json::Side;
use crate::options::OptionsInput;

/// The position that a request is about, and the moves made since.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct LineInput<'a> {
    /// The variant that the position must have, where the request names one.
    pub variant: Option<Variant>,
    /// A position or a line in the text notation.
    pub position: Option<&'a str>,
    /// A position in structured form.
    pub setup: Option<&'a SetupInput>,
    /// A token.
    pub token: Option<&'a str>,
    /// The id of a puzzle, whose position it is.
    pub puzzle: Option<&'a str>,
    /// The moves made since.
    pub moves: &'a [String],
}

/// The game that a request is about. Either the line has a position, or the game is a new one.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct GameInput<'a> {
    /// The position and the moves; without a position, the moves of a new game.
    pub line: LineInput<'a>,
    /// How a new game starts.
    pub start: StartInput<'a>,
}

/// The variant that a request is about: the path over HTTP names a known one, and a field of protobuf may have any
/// text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum VariantInput {
    /// None is named.
    #[default]
    None,
    /// One that is known.
    Known(Variant),
    /// A name that no variant has.
    Unknown(String),
}

impl VariantInput {
    /// The variant, if it is a known one.
    pub const fn known(&self) -> Option<Variant> {
        match self {
            Self::Known(variant) => Some(*variant),
            Self::None | Self::Unknown(_) => None,
        }
    }
}

impl From<Option<Variant>> for VariantInput {
    fn from(variant: Option<Variant>) -> Self {
        variant.map_or(Self::None, Self::Known)
    }
}

/// Reads a name; the empty one names none.
impl From<&str> for VariantInput {
    fn from(name: &str) -> Self {
        match Variant::from_name(name) {
            Some(variant) => Self::Known(variant),
            None if name.is_empty() => Self::None,
            None => Self::Unknown(name.to_owned()),
        }
    }
}

/// How a new game starts.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct StartInput<'a> {
    /// The variant.
    pub variant: &'a VariantInput,
    /// The options.
    pub options: Option<&'a OptionsInput>,
    /// The name of a preset.
    pub preset: Option<&'a str>,
    /// The player who begins.
    pub first: Option<Side>,
    /// The position after which it is the next round.
    pub after: Option<&'a str>,
}

impl LineInput<'_> {
    /// The variant of the position, as far as it can be seen without reading it.
    pub fn variant(&self) -> Option<Variant> {
        let named = |name: &str| Variant::from_name(name);
        let first_word = |text: &str| named(text.split_whitespace().next()?);
        let of_position = || self.position.and_then(first_word);
        let of_setup = || self.setup.and_then(|setup| named(setup.variant.as_deref()?));
        self.variant.or_else(of_position).or_else(of_setup).or_else(|| self.token.and_then(Token::variant_of))
    }

    /// Whether it says where it starts.
    pub const fn has_start(&self) -> bool {
        self.position.is_some() || self.setup.is_some() || self.token.is_some() || self.puzzle.is_some()
    }
}

//! Requests, as JSON has them. Reading finds syntax errors only; `read` finds errors of content.
//!
//! `proto/mancala/v1` describes the fields at length; the OpenAPI document quotes it.
#![allow(missing_docs, reason = "the types of requests are described in proto/mancala/v1")]

mod input;
mod parts;

pub use input::{GameInput, LineInput, StartInput, VariantInput};
pub use operations::*;
pub use parts::*;

use ayla_rules::{Variant, View};
use serde::{Deserialize, Deserializer};

use crate::json::{Named, Side, ViewName};
use crate::words::{Language, Voice};

/// What a request says about texts for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// The forms of text that the answer is to have.
    pub forms: TextForms,
    /// The side from which the board is seen: its row is below.
    pub viewer: ayla_rules::Side,
    /// The width of a board, in characters.
    pub width: Option<u32>,
    /// What the reader may see.
    pub view: View,
    /// The language of the texts, the names of the players, and the player who is addressed.
    pub voice: Voice,
    /// Whether a player is to be addressed.
    pub is_personal: bool,
    /// A sentence to begin with, such as why a move is refused.
    pub notice: Option<String>,
}

impl TextOptions {
    /// The language for the labels of moves, which go with texts; none where no text is asked for.
    pub const fn labels(&self) -> Option<Language> {
        if self.forms.is_empty() { None } else { Some(self.voice.language) }
    }

    /// The same for somebody with this view.
    #[must_use]
    pub fn seen_by(mut self, view: Option<ViewName>) -> Self {
        self.view = view.map_or(View::All, |Named(view)| view);
        self
    }

    /// The same, with this player addressed in place of the viewer.
    #[must_use]
    pub fn addressing(mut self, you: Option<Side>) -> Self {
        self.voice.you = you.map(|Named(side)| side).filter(|_| self.is_personal);
        self
    }
}

/// A request whose answer may have texts for people.
pub trait TextRequest {
    /// What it says about them, for texts in this language.
    fn text_options(&self, language: Language) -> TextOptions;
}

/// A request that may ask for a language.
pub trait Localized {
    /// The language that the request asks for, as a tag such as `fr`.
    fn locale(&self) -> Option<&str>;
}

/// A request of an operation.
pub trait CallRequest: Localized + Send + Sync + 'static {
    /// Sets what the request line says over HTTP: the variant, if the path names one, and whether the method is GET,
    /// which allows less work.
    fn set_request_line(&mut self, _: Option<Variant>, _: bool) {}

    /// The variant that it names, or that its position has.
    fn variant(&self) -> Option<Variant> {
        None
    }

    /// Sets the id in the path, of an operation whose path has one.
    fn set_id(&mut self, _: String) {}
}

/// A request about a position and the moves made since.
pub trait PositionRequest {
    /// The position and the moves.
    fn line(&self) -> LineInput<'_>;
}

/// A request about a game: one that goes on from a position, or a new one.
pub trait GameRequest: PositionRequest {
    /// The game.
    fn game(&self) -> GameInput<'_>;
}

/// Defines a request that may ask for a language, and `with texts` one whose answer may have texts.
macro_rules! request {
    ($(#[$meta:meta])* $name:ident with texts { $($fields:tt)* }) => {
        request! {
            $(#[$meta])*
            $name {
                $($fields)*
                /// The forms of text that the answer has.
                #[schema(inline, required = false, nullable = true)]
                text: TextForms,
                /// The side from which the board is seen: its row is below.
                viewer: Option<Side>,
                /// The width of a board in characters, from 40 to 160; 72 if absent.
                #[schema(value_type = Option<usize>, minimum = 40, maximum = 160)]
                width: Option<Whole>,
                /// The names of the players in sentences.
                #[serde(default, deserialize_with = "object::optional")]
                names: Option<Names>,
                /// Whether sentences speak to a player: the viewer, or the side of a turn.
                you: Option<bool>,
            }
        }

        impl TextRequest for $name {
            fn text_options(&self, language: Language) -> TextOptions {
                let options = TextOptions {
                    forms: self.text,
                    viewer: self.viewer.map_or(ayla_rules::Side::South, |Named(side)| side),
                    width: self.width.map(Whole::to_u32),
                    view: View::All,
                    voice: Voice::new(language, self.names.as_ref()),
                    is_personal: self.you == Some(true),
                    notice: None,
                };
                options.addressing(self.viewer)
            }
        }
    };
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
        $(#[$meta])*
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
            /// The language of the answer, as a tag such as `fr`.
            pub locale: Option<String>,
        }

        impl Localized for $name {
            fn locale(&self) -> Option<&str> {
                self.locale.as_deref()
            }
        }
    };
}

/// Defines a request about a position, with the fields of the position and of the moves made since, perhaps `after`
/// others.
macro_rules! position_request {
    ($(#[$meta:meta])* $name:ident $(with $texts:ident)? $(after { $($first:tt)* })? { $($fields:tt)* }) => {
        request! {
            $(#[$meta])*
            $name $(with $texts)? {
                $($($first)*)?
                /// Whether the request came by GET.
                #[serde(skip)]
                by_get: bool,
                /// The variant in the path, or of a new game.
                #[serde(skip)]
                variant: VariantInput,
                /// The position, or a line of moves from one, in text notation (N-1 to N-7).
                position: Option<String>,
                /// The position in structured form.
                #[serde(default, deserialize_with = "object::optional")]
                setup: Option<Box<SetupInput>>,
                /// The position or the line as a token.
                token: Option<String>,
                /// The moves made since, from the first to the last.
                #[serde(default, deserialize_with = "WrittenMove::list")]
                #[schema(required = false, nullable = true)]
                moves: Vec<String>,
                $($fields)*
            }
        }

        impl CallRequest for $name {
            fn set_request_line(&mut self, variant: Option<Variant>, by_get: bool) {
                self.variant = variant.into();
                self.by_get = by_get;
            }

            fn variant(&self) -> Option<Variant> {
                self.variant.known().or_else(|| self.line().variant())
            }
        }

        impl PositionRequest for $name {
            fn line(&self) -> LineInput<'_> {
                LineInput {
                    variant: self.variant.known(),
                    position: self.position.as_deref(),
                    setup: self.setup.as_deref(),
                    token: self.token.as_deref(),
                    puzzle: None,
                    moves: &self.moves,
                }
            }
        }
    };
}

/// Defines a request about a game, which may be a new one, with the fields that all of them have.
macro_rules! game_request {
    ($(#[$meta:meta])* $name:ident $(with $texts:ident)? { $($fields:tt)* }) => {
        position_request! {
            $(#[$meta])*
            $name $(with $texts)? {
                /// The options of a new game, by name.
                options: Option<OptionsInput>,
                /// The name of a set of options for a new game.
                preset: Option<String>,
                /// The side that makes the first move of a new game.
                first: Option<Side>,
                /// The position that has ended, after which the new game is the next round.
                after: Option<String>,
                $($fields)*
            }
        }

        impl GameRequest for $name {
            fn game(&self) -> GameInput<'_> {
                let Self { variant, options, preset, first, after, .. } = self;
                let [preset, after] = [preset, after].map(Option::as_deref);
                let start = StartInput { variant, options: options.as_ref(), preset, first: *first, after };
                GameInput { line: self.line(), start }
            }
        }
    };
}

/// Reads a field that may be null, which is as good as absent.
fn null_is_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

mod operations;

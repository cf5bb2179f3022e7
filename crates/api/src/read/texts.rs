//! What a request says about texts: the names of players, and the width of a board.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::error::{Error, Field, Reason, Violation};
use crate::request::{Names, TextOptions};
use crate::text::{MAX_WIDTH, MIN_WIDTH};
use crate::words::Message;

/// What is wrong with the names of players, which are repeated in sentences.
pub fn name_faults(names: &Names) -> Vec<Error> {
    let named = [("south", &names.south), ("north", &names.north)];
    let faults =
        named.into_iter().filter(|(_, name)| name.as_deref().is_some_and(|name| !is_name(name))).map(|(side, _)| {
            let message =
                Message::new("bad-name").with("characters", MOST_NAME_CHARACTERS).with("bytes", MOST_NAME_BYTES);
            Violation::new(Field::named("names").then(side), Reason::MalformedRequest, message)
        });
    Error::of_all(faults.collect::<Vec<_>>().into_iter()).map(|error| *error).into_iter().collect()
}

/// The most characters of a player's name.
const MOST_NAME_CHARACTERS: usize = 32;
/// The most bytes of a player's name.
const MOST_NAME_BYTES: usize = 64;

/// Returns whether a text can stand for a player in a sentence: something to see, and nothing that changes what is around.
fn is_name(name: &str) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    use GeneralCategoryGroup::{Letter, Number, Punctuation, Symbol};
    let is_hidden =
        |character: char| matches!(character.general_category(), Control | Format | LineSeparator | ParagraphSeparator);
    // Letters and symbols that are drawn as nothing.
    let is_blank = |character| "\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}".contains(character);
    let is_shown = |character: char| {
        let group = character.general_category_group();
        matches!(group, Letter | Number | Punctuation | Symbol) && !is_blank(character)
    };
    name.len() <= MOST_NAME_BYTES
        && name.chars().count() <= MOST_NAME_CHARACTERS
        && name.chars().any(is_shown)
        && !name.chars().any(is_hidden)
}

/// What is wrong with what a request says about texts.
pub fn text_faults(options: &TextOptions) -> Vec<Error> {
    let width = options.width.filter(|width| !(MIN_WIDTH..=MAX_WIDTH).contains(width));
    let fault = |_| {
        let message = Message::new("width-out-of-range").with("least", MIN_WIDTH).with("most", MAX_WIDTH);
        *Error::at(Field::named("width"), Reason::MalformedRequest, message)
    };
    width.map(fault).into_iter().collect()
}

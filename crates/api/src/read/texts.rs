//! What a request says about texts: the width of a board, and who is addressed.

use crate::error::{Error, Field, Reason};
use crate::request::TextOptions;
use crate::text::{MAX_WIDTH, MIN_WIDTH};
use crate::words::Message;

/// What is wrong with what a request says about texts. `addressee` is the field that says who is addressed.
pub fn text_faults(options: &TextOptions, addressee: &'static str) -> Vec<Error> {
    let width = options.width.filter(|width| !(MIN_WIDTH..=MAX_WIDTH).contains(width));
    let width = width.map(|_| {
        let message = Message::new("width-out-of-range").with("least", MIN_WIDTH).with("most", MAX_WIDTH);
        *Error::at(Field::named("width"), Reason::MalformedRequest, message)
    });
    let nobody = you_fault(options.is_personal, options.voice.you.is_some(), addressee);
    width.into_iter().chain(nobody).collect()
}

/// The fault of a request whose sentences are to address somebody (`is_personal`) without saying whom.
pub fn you_fault(is_personal: bool, is_known: bool, addressee: &'static str) -> Option<Error> {
    let message = || Message::new("nobody-addressed").with("field", addressee);
    (is_personal && !is_known).then(|| *Error::at(Field::named(addressee), Reason::MissingField, message()))
}

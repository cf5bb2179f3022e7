//! Errors as exceptions of Python.

use ayla_api::error::{Error, Reason};
use ayla_api::words::Language;
use pyo3::{PyErr, import_exception};

import_exception!(ayla_rules.errors, RulesError);
import_exception!(ayla_rules.errors, IllegalMove);

/// The exception of an error, described in this language.
pub(crate) fn exception_in(error: &Error, language: Language) -> PyErr {
    let sentence = error.detail(language);
    let reason = error.reason.name();
    let ruling = error.metadata.iter().find(|(name, _)| *name == "ruling").map(|(_, ruling)| ruling.clone());
    match (error.reason, ruling) {
        (Reason::Illegal(_), Some(ruling)) => IllegalMove::new_err((sentence, reason, ruling)),
        _ => RulesError::new_err((sentence, reason)),
    }
}

/// The exception of an error, in English.
pub(crate) fn exception(error: Box<Error>) -> PyErr {
    exception_in(&error, Language::ENGLISH)
}

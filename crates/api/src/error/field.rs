//! The fields of requests that errors name.

use std::borrow::Cow;
use std::fmt;

use ayla_rules::Variant;
use serde::{Serialize, Serializer};

/// A step on the way to a field of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field, by its JSON name.
    Name(Cow<'static, str>),
    /// An element of a list, from 0.
    At(usize),
    /// An option of a game.
    Option(Variant, String),
}

/// Which field of a request a fault is in. Each transport writes it in its own spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field(Vec<Step>);

impl Field {
    /// The request as a whole.
    pub const WHOLE: Self = Self(Vec::new());

    /// A field of the request itself, by its JSON name; the empty name is the request as a whole.
    pub fn named(name: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        if name.is_empty() { Self::default() } else { Self(vec![Step::Name(name)]) }
    }

    /// A field of this field, by its JSON name.
    #[must_use]
    pub fn then(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Step::Name(name.into()));
        self
    }

    /// The same field within a field or an element of a list.
    #[must_use]
    pub fn within(mut self, outer: Step) -> Self {
        self.0.insert(0, outer);
        self
    }

    /// An element of this field, from 0.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        self.0.push(Step::At(index));
        self
    }

    /// An option of this field.
    #[must_use]
    pub fn option(mut self, variant: Variant, name: &str) -> Self {
        self.0.push(Step::Option(variant, name.to_owned()));
        self
    }

    /// The path, with each step as `text` spells it: a point before each but the first and the elements of lists.
    pub fn path(&self, text: impl Fn(&Step) -> String) -> String {
        self.0.iter().fold(String::new(), |path, step| {
            let dot = if path.is_empty() || matches!(step, Step::At(_)) { "" } else { "." };
            path + dot + &text(step)
        })
    }
}

/// The path as JSON spells it, such as `setup.options.over-limit` or `moves[2]`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path(|step| match step {
            Step::Name(name) => name.to_string(),
            Step::At(index) => format!("[{index}]"),
            Step::Option(_, name) => name.clone(),
        }))
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_spelled_as_a_path() {
        let field = Field::named("setup").then("options").option(Variant::Awale, "over-limit");
        assert_eq!(field.to_string(), "setup.options.over-limit");
        assert_eq!(Field::named("moves").at(2).to_string(), "moves[2]");
    }
}

//! Languages that nobody speaks, made from the Fluent catalogue of a language that somebody does: what is said in them
//! shows where it comes from, whether it is whole, and whether there is room for longer words and for other directions.
//!
//! Placeables, selectors and the names of messages are kept, so that a catalogue made here says as much as the
//! original.
#![allow(missing_docs, reason = "only tests use this package, and most of its names say all there is to say")]

mod marked;
mod pseudo;

use std::fs;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Resource};
use fluent_syntax::{parser, serializer};

pub use marked::{Marked, Trace};
pub use pseudo::{ACCENTED, BRACKETS, MIRRORED, pseudo_languages};

/// The catalogue of a language of `locales/`: all files of its folder.
pub fn catalogue(tag: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../locales").join(tag);
    let files = fs::read_dir(folder).expect("the folder of a language");
    files.map(|file| fs::read_to_string(file.expect("an entry").path()).expect("a text")).collect()
}

/// The part of a message that a pattern is the text of: the name of the message, with that of the attribute, and the
/// keys of the variants that it is within.
struct Place<'a> {
    message: &'a str,
    variants: &'a str,
}

/// A catalogue with other texts: `change` gets each pattern with its place, those within others first.
fn rewritten(catalogue: &str, mut change: impl FnMut(&Place<'_>, &mut Pattern<String>)) -> String {
    let mut resource: Resource<String> = match parser::parse(catalogue.to_owned()) {
        Ok(resource) => resource,
        Err((_, errors)) => panic!("{errors:?}"),
    };
    for entry in &mut resource.body {
        if let Entry::Message(message) = entry {
            let name = &message.id.name;
            if let Some(pattern) = &mut message.value {
                rewrite(pattern, name, "", &mut change);
            }
            for attribute in &mut message.attributes {
                rewrite(&mut attribute.value, &format!("{name}.{}", attribute.id.name), "", &mut change);
            }
        }
    }
    serializer::serialize(&resource)
}

fn rewrite(
    pattern: &mut Pattern<String>,
    message: &str,
    variants: &str,
    change: &mut impl FnMut(&Place<'_>, &mut Pattern<String>),
) {
    use fluent_syntax::ast::VariantKey::{Identifier, NumberLiteral};
    for element in &mut pattern.elements {
        if let PatternElement::Placeable { expression: Expression::Select { selector, variants: within } } = element {
            let selector = match selector {
                InlineExpression::VariableReference { id } => id.name.clone(),
                other => panic!("{message} selects by {other:?}"),
            };
            for variant in within {
                let (Identifier { name: key } | NumberLiteral { value: key }) = &variant.key;
                let key = format!("{variants}[{selector} {key}]");
                rewrite(&mut variant.value, message, &key, change);
            }
        }
    }
    change(&Place { message, variants }, pattern);
}

fn text(value: impl Into<String>) -> PatternElement<String> {
    PatternElement::TextElement { value: value.into() }
}

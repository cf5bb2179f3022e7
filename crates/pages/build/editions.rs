//! The languages in which there are rules: what each edition has, and what it says around the documents.

use std::path::Path;

use ayla_rules::{Side, Variant};

use crate::message::message;

/// The documents after those of the games.
const SHARED: [&str; 3] = ["rules/common.md", "notation.md", "glossary.md"];

/// The documents in English, in the order of the navigation.
pub(super) fn files() -> impl Iterator<Item = String> {
    Variant::ALL.iter().map(|variant| variant.document()).chain(SHARED.map(str::to_owned))
}

/// The name of the page of a document: that of its file.
pub(super) fn page(file: &str) -> &str {
    Path::new(file).file_stem().and_then(|name| name.to_str()).unwrap_or(file)
}

/// The rules in a language.
pub(crate) struct Edition {
    pub(crate) tag: &'static str,
    /// The folder of its pages below `/rules/`, and of its documents below `docs/rules/`.
    pub(super) folder: &'static str,
    /// What the pages say beside the documents.
    messages: &'static str,
}

/// The editions: first the one from which the others are translated, which has every document.
pub(crate) static EDITIONS: [Edition; 2] = [
    Edition { tag: "en", folder: "", messages: include_str!("../../../locales/en/common.ftl") },
    Edition { tag: "fr", folder: "fr/", messages: include_str!("../../../locales/fr/common.ftl") },
];

impl Edition {
    /// Whether the others are translated from this edition.
    pub(crate) fn is_original(&self) -> bool {
        self.folder.is_empty()
    }

    /// The document of this edition, below `docs/`, for one in English. A translation has all documents, in one folder.
    pub(super) fn document(&self, file: &str) -> String {
        if self.is_original() { file.to_owned() } else { format!("rules/{}{}.md", self.folder, page(file)) }
    }

    /// The link from a page of this edition to the page of this name in another edition.
    pub(super) fn link_to(&self, other: &Self, name: &str) -> String {
        let up = if self.is_original() { "" } else { "../" };
        let link = format!("{up}{}{name}", other.folder);
        if link.is_empty() { "./".to_owned() } else { link }
    }

    /// The link from a page of this edition to the first page of the server.
    pub(super) fn root(&self) -> &'static str {
        if self.is_original() { "../" } else { "../../" }
    }

    /// A message of one line, as it is in the catalogue.
    pub(super) fn say(&self, key: &str) -> &'static str {
        message(self.messages, key).unwrap_or_else(|| panic!("{key} is not a message of one line in {}", self.tag))
    }

    /// What a side is called.
    pub(super) fn side(&self, side: Side) -> &'static str {
        self.say(&format!("side-{side}"))
    }

    /// An English example in this language: the rows of its diagrams begin with the names of the sides, which are as
    /// wide.
    pub(super) fn example(&self, block: &str) -> String {
        let [english, ..] = &EDITIONS;
        [Side::South, Side::North].into_iter().fold(block.to_owned(), |block, side| {
            let name = english.side(side);
            block.replace(name, &format!("{:1$}", self.side(side), name.len()))
        })
    }
}

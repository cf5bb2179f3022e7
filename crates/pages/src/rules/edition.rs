//! The languages in which there are rules: the documents of each edition, and what it says around them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

use ayla_rules::{Side, Variant};

use crate::catalogue::{Catalogues, messages};
use crate::{DOCS, TRANSLATIONS};

/// The documents after those of the games.
const SHARED: [&str; 3] = ["rules/common.md", "notation.md", "glossary.md"];

/// The documents in English, in the order of the navigation.
static DOCUMENTS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let files = Variant::ALL.iter().map(|variant| variant.document()).chain(SHARED.map(str::to_owned));
    files.filter_map(|file| DOCS.iter().find(|(path, _)| *path == file).copied()).collect()
});

/// The text of the document at this path below `docs/`; nothing if there is none.
pub(crate) fn text(path: &str) -> &'static str {
    DOCS.iter().find(|(known, _)| *known == path).map_or("", |(_, text)| *text)
}

/// The documents in English: the path of each below `docs/`, and its text.
pub fn documents() -> &'static [(&'static str, &'static str)] {
    &DOCUMENTS
}

/// The names of the pages, in the order of the navigation.
pub(crate) fn pages() -> impl Iterator<Item = &'static str> {
    documents().iter().map(|(file, _)| page(file))
}

/// The name of the page of a document: that of its file.
pub(super) fn page(file: &str) -> &str {
    Path::new(file).file_stem().and_then(|name| name.to_str()).unwrap_or(file)
}

/// The folders of the editions below `/rules/`: first that of the original, which has none.
pub(crate) fn folders() -> impl Iterator<Item = String> {
    [String::new()].into_iter().chain(TRANSLATIONS.iter().map(|tag| format!("{tag}/")))
}

/// The rules in a language.
pub(super) struct Edition {
    pub(super) tag: &'static str,
    /// The folder of its pages below `/rules/`, and of its documents below `docs/rules/`.
    pub(super) folder: String,
    messages: HashMap<String, &'static str>,
}

impl Edition {
    /// The editions: first the one from which the others are translated.
    pub(super) fn all(catalogues: Catalogues) -> Vec<Self> {
        let edition = |folder: String| {
            let mut catalogues = catalogues.iter();
            let of_folder = |(tag, _): &&(&str, &str)| folder.is_empty() || folder.strip_suffix('/') == Some(tag);
            let &(tag, catalogue) = catalogues.find(of_folder)?;
            Some(Self { tag, folder, messages: messages(catalogue) })
        };
        folders().filter_map(edition).collect()
    }

    /// The text of a document, of which this is the path in English. A translation has all documents in one folder.
    pub(super) fn text(&self, file: &str) -> &'static str {
        let translated = format!("rules/{}{}.md", self.folder, page(file));
        text(if self.folder.is_empty() { file } else { &translated })
    }

    /// The title of a document, of which this is the path in English.
    pub(super) fn title(&self, file: &str) -> &'static str {
        self.text(file).lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
    }

    /// The link from a page of this edition to the page of this name in another edition.
    pub(super) fn link_to(&self, other: &Self, name: &str) -> String {
        let up = if self.folder.is_empty() { "" } else { "../" };
        let link = format!("{up}{}{name}", other.folder);
        if link.is_empty() { "./".to_owned() } else { link }
    }

    /// The link from a page of this edition to the first page of the server.
    pub(super) fn root(&self) -> &'static str {
        if self.folder.is_empty() { "../" } else { "../../" }
    }

    /// A message of one line, as it is in the catalogue.
    pub(super) fn say(&self, key: &str) -> &'static str {
        self.messages.get(key).copied().unwrap_or_default()
    }

    /// What a side is called.
    pub(super) fn side(&self, side: Side) -> &'static str {
        self.say(&format!("side-{side}"))
    }
}

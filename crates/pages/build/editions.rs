//! The languages in which there are rules: what each edition has, and its words around the documents.

use std::path::Path;

use ayla_rules::{Side, Variant};

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
    /// What the language calls itself.
    pub(super) name: &'static str,
    /// The folder of its pages below `/rules/`, and of its documents below `docs/rules/`.
    pub(super) folder: &'static str,
    pub(super) words: Words,
}

/// What the pages say beside the documents.
pub(crate) struct Words {
    pub(super) rules: &'static str,
    pub(super) developers: &'static str,
    pub(super) description: &'static str,
    pub(super) skip: &'static str,
    pub(super) pages: &'static str,
    pub(super) play: &'static str,
    pub(super) learn: &'static str,
    pub(super) contents: &'static str,
    /// What the list of rulings is called; the paragraph that names the rulings of a document begins so too.
    pub(super) rulings: &'static str,
    /// Said of a document that is in English only.
    pub(super) untranslated: &'static str,
    pub(super) text: &'static str,
    pub(super) table: &'static str,
    pub(super) board: &'static str,
    pub(super) before: &'static str,
    pub(super) after: &'static str,
    pub(super) submitted: &'static str,
    pub(super) settled: &'static str,
    pub(super) play_from_here: &'static str,
    pub(super) south: &'static str,
    pub(super) north: &'static str,
    pub(super) moves: &'static str,
    pub(super) over: &'static str,
    pub(super) house: &'static str,
    pub(super) pass: &'static str,
    pub(super) take: &'static str,
    pub(super) give: &'static str,
    pub(super) agree: &'static str,
}

/// The editions: first the one from which the others are translated, which has every document.
pub(crate) static EDITIONS: [Edition; 2] = [
    Edition {
        tag: "en",
        name: "English",
        folder: "",
        words: Words {
            rules: "Rules",
            developers: "Developers",
            description: "{title}: the rules of mancala games ({games}).",
            skip: "Skip to the text",
            pages: "Pages",
            play: "Play",
            learn: "Learn",
            contents: "On this page",
            rulings: "Rulings",
            untranslated: "",
            text: "Text: ",
            table: "Table: ",
            board: "Board",
            before: "Before",
            after: "After",
            submitted: "Submitted",
            settled: "Settled",
            play_from_here: "Play from here",
            south: "South",
            north: "North",
            moves: "The moves {moves}",
            over: "The game is over as submitted",
            house: "{side} plays house {house}",
            pass: "{side} passes",
            take: "{side} takes the first move",
            give: "{side} gives the first move away",
            agree: "Both players agree to stop",
        },
    },
    Edition {
        tag: "fr",
        name: "Français",
        folder: "fr/",
        words: Words {
            rules: "Règles",
            developers: "Développeurs",
            description: "{title}\u{a0}: les règles de jeux de la famille des mancalas ({games}).",
            skip: "Aller au texte",
            pages: "Pages",
            play: "Jouer",
            learn: "Apprendre",
            contents: "Sur cette page",
            rulings: "Règles numérotées",
            untranslated: "Cette page est en anglais.",
            text: "Texte\u{a0}: ",
            table: "Tableau\u{a0}: ",
            board: "Plateau",
            before: "Avant",
            after: "Après",
            submitted: "Position envoyée",
            settled: "Après le décompte",
            play_from_here: "Jouer d'ici",
            south: "Sud",
            north: "Nord",
            moves: "Les coups {moves}",
            over: "La partie est déjà finie dans la position envoyée",
            house: "{side} joue la case {house}",
            pass: "{side} passe",
            take: "{side} choisit de commencer",
            give: "{side} laisse commencer l'adversaire",
            agree: "Les deux camps conviennent d'arrêter",
        },
    },
];

impl Edition {
    /// Whether the others are translated from this edition.
    pub(crate) fn is_original(&self) -> bool {
        self.folder.is_empty()
    }

    /// The document of this edition, below `docs/`, for one in English; none if it is not translated. A translation has
    /// all documents of the folder of the rules.
    pub(super) fn document(&self, file: &str) -> Option<String> {
        if self.is_original() {
            return Some(file.to_owned());
        }
        Some(format!("rules/{}{}", self.folder, file.strip_prefix("rules/")?))
    }

    /// Whether the edition has the page of this name. The page without a name leads to the others.
    pub(super) fn has(&self, name: &str) -> bool {
        name.is_empty() || files().any(|file| page(&file) == name && self.document(&file).is_some())
    }

    /// The names of the pages of this edition.
    pub(crate) fn pages(&self) -> Vec<String> {
        let translated = files().filter(|file| self.document(file).is_some()).map(|file| page(&file).to_owned());
        [String::new()].into_iter().chain(translated).collect()
    }

    /// The link from a page of this edition to the page of this name, in English if it is not translated.
    pub(super) fn link(&self, name: &str) -> String {
        if self.has(name) { name.to_owned() } else { format!("../{name}") }
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

    /// What a side is called.
    pub(super) fn side(&self, side: Side) -> &'static str {
        match side {
            Side::South => self.words.south,
            Side::North => self.words.north,
        }
    }

    /// An English example in this language: the rows of its diagrams begin with the names of the sides, which are as wide.
    pub(super) fn example(&self, block: &str) -> String {
        let [english, ..] = &EDITIONS;
        [Side::South, Side::North].into_iter().fold(block.to_owned(), |block, side| {
            let name = english.side(side);
            block.replace(name, &format!("{:1$}", self.side(side), name.len()))
        })
    }
}

//! The formats, in one table.

use ayla_rules::option::{Given, Value};
use ayla_rules::{Rules, Variant, string_enum};

use crate::game::Game;
use crate::replay::Output;
use crate::written::WhyNot;
use crate::{auale, ayla, kgp, letters, ogn, openspiel, pairs, playstrategy};

string_enum! {
    /// A text format of games.
    pub enum RecordFormat {
        /// Lines of Ayla's own text notation.
        Ayla = "ayla",
        /// FEN, UCI moves and PGN of PlayStrategy.
        PlayStrategy = "playstrategy",
        /// Oware Game Notation, the files of Aualé.
        Ogn = "ogn",
        /// The board strings and moves of Aualé and its engine.
        Auale = "auale",
        /// The start and end holes of Wikimanqala.
        Wikimanqala = "wikimanqala",
        /// The score sheets of Togyzqumalaq.
        ScoreSheet = "score-sheet",
        /// Serialized games, playthroughs and boards of OpenSpiel.
        OpenSpiel = "openspiel",
        /// The boards of the Kalah Game Protocol.
        Kgp = "kgp",
        /// The letters of Awalé.
        Letters = "letters",
    }
}

/// A text format of games.
pub type Format = RecordFormat;

/// What is known of a format.
pub(crate) struct Spec {
    /// The games that it can express.
    pub variants: &'static [Variant],
    /// The rules by which the programs that use it play a game. None where the text says them.
    pub site: Option<fn(&Rules) -> Rules>,
    /// Whether the text has the look of the format, for texts whose format is not given.
    pub claims: fn(&str) -> bool,
    /// Reads every game of a text.
    pub read: fn(&str, &mut Output),
    /// Writes one game.
    pub write: fn(&Game) -> Result<String, Vec<WhyNot>>,
}

impl Format {
    /// The games that the format can express.
    pub fn variants(self) -> &'static [Variant] {
        self.spec().variants
    }

    pub(crate) const fn spec(self) -> &'static Spec {
        match self {
            Self::Ayla => &ayla::SPEC,
            Self::PlayStrategy => &playstrategy::SPEC,
            Self::Ogn => &ogn::SPEC,
            Self::Auale => &auale::SPEC,
            Self::Wikimanqala => &pairs::WIKIMANQALA,
            Self::ScoreSheet => &pairs::SCORE_SHEET,
            Self::OpenSpiel => &openspiel::SPEC,
            Self::Kgp => &kgp::SPEC,
            Self::Letters => &letters::SPEC,
        }
    }
}

/// The default rules of the same game.
pub(crate) fn default_rules(rules: &Rules) -> Rules {
    rules.variant().default_rules()
}

/// The rules of the same game in programs that stop a game of Awalé once a player has more than half of the seeds, or a
/// position comes again.
pub(crate) fn tournament_rules(rules: &Rules) -> Rules {
    match rules.variant() {
        Variant::Awale => with_options(Variant::Awale, &[("majority", "true"), ("repetition", "2")]),
        other => other.default_rules(),
    }
}

/// The options in which two rules of the same game differ after its start: the name, and the value in each.
pub(crate) fn differences(one: &Rules, other: &Rules) -> Vec<(&'static str, Value, Value)> {
    let both = one.options().into_iter().zip(other.options());
    let differs = both.filter(|((info, value), (_, other))| !info.start_only && value != other);
    differs.map(|((info, value), (_, other))| (info.name, value, other)).collect()
}

/// The rules of a game with options that it has.
pub(crate) fn with_options(variant: Variant, options: &[(&str, &str)]) -> Rules {
    let mut rules = variant.default_rules();
    for &(name, value) in options {
        // The options are known, and so are their values.
        let _ = rules.set(name, Given::Text(value));
    }
    rules
}

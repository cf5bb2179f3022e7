//! Games in the text formats of other programs, both ways.
//!
//! [`read`] takes a text of one game or many, and gives for each game its first position and its moves, played by the
//! rules, together with everything that the text does not say and that was [assumed](Assumption). What is wrong with a
//! text comes back as [`Fault`]s, each with its line and column. Where two formats would read a text as different
//! games, that is a fault as well: nothing is guessed. [`write()`] gives the text of a game, or says what the format
//! cannot express.
//!
//! ```
//! use ayla_records::{Format, read, write};
//!
//! let reading = read("[Variant \"Oware\"]\n\n1. d1e2 c2b1 *", None);
//! assert_eq!(reading.format, Some(Format::PlayStrategy));
//! let game = &reading.records[0].game;
//! assert_eq!(game.to_string(), "awale:majority=true,repetition=2 444444/444444 0/0 s moves 4 4");
//!
//! let written = write(game, Format::Wikimanqala).expect("a game from the usual start");
//! assert_eq!(written.text, "1. 42 42\n");
//! ```

#[macro_use]
mod kinds;

mod assumption;
mod auale;
mod ayla;
mod effect;
mod fault;
mod format;
mod game;
mod kgp;
mod letters;
mod ogn;
mod openspiel;
mod pairs;
mod playstrategy;
mod replay;
mod tagged;
mod text;
mod written;

use ayla_steps::{count, has_to_stop, weights};

pub use assumption::{Assumption, AssumptionKind, LeftOut, Why};
pub use fault::{Expected, Fault, FaultKind, RecordFaultKind};
pub use format::{Format, RecordFormat};
pub use game::{Game, Tag};
pub use text::TextPlace;
pub use written::{OmittedOption, WhyNot, Written};

/// The most games of a text that are kept.
pub const MOST_RECORDS: usize = 1_000;
/// The most faults of a text that are kept.
pub const MOST_FAULTS: usize = 100;

/// The bytes of the tags of the games that are kept, after which no further game is. Only tags that many games share
/// take so many.
const MOST_TAG_BYTES: usize = 1 << 20;

/// One game of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Where it begins.
    pub place: TextPlace,
    /// The game.
    pub game: Game,
    /// What the text does not say.
    pub assumed: Vec<Assumption>,
}

/// What was read of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The format that the text was read in; none if it is in none of them.
    pub format: Option<Format>,
    /// The games that have no fault, in the order of the text: the first [`MOST_RECORDS`], or fewer that have
    /// very many tags.
    pub records: Vec<Record>,
    /// The number of games after those.
    pub more_records: usize,
    /// Everything that is wrong, in the order of the text: the first [`MOST_FAULTS`].
    pub faults: Vec<Fault>,
    /// The number of faults after those.
    pub more_faults: usize,
}

impl Reading {
    fn of_fault(kind: FaultKind) -> Self {
        Self { faults: vec![Fault { place: TextPlace::START, kind }], ..Self::default() }
    }
}

/// Reads the games of a text. Without a format, it is found: the one in which the text has no fault.
pub fn read(text: &str, format: Option<Format>) -> Reading {
    text::count_bytes(text);
    if text.trim().is_empty() {
        return Reading { format, ..Reading::of_fault(FaultKind::NoGame) };
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(format) = format {
        return read_as(text, format);
    }
    let claims = |format: &&Format| !has_to_stop() && (format.spec().claims)(text);
    let mut readings: Vec<_> = Format::ALL.iter().filter(claims).map(|&format| read_as(text, format)).collect();
    if readings.len() > 1 && readings.iter().any(|reading| reading.faults.is_empty()) {
        readings.retain(|reading| reading.faults.is_empty());
    }
    // The reading that gets furthest without a fault, or else has the fewest, says best what is wrong.
    let rank = |reading: &Reading| {
        let faults = reading.faults.len() + reading.more_faults;
        (reading.faults.first().map(|fault| fault.place), std::cmp::Reverse(faults))
    };
    let best = readings.iter().map(rank).max();
    let games = |index: usize| readings[index].records.iter().map(|record| &record.game);
    let is_same = |index: usize| readings[index].more_records == readings[0].more_records && games(index).eq(games(0));
    match &readings[..] {
        [] => Reading::of_fault(FaultKind::UnknownFormat),
        [_] => readings.swap_remove(0),
        all if all[0].faults.is_empty() && !(0..all.len()).all(is_same) => {
            let formats = all.iter().filter_map(|reading| reading.format).collect();
            Reading::of_fault(FaultKind::SeveralFormats { formats })
        }
        all => {
            let best = all.iter().position(|reading| Some(rank(reading)) == best);
            readings.swap_remove(best.unwrap_or_default())
        }
    }
}

fn read_as(text: &str, format: Format) -> Reading {
    let mut out = replay::Output::default();
    (format.spec().read)(text, &mut out);
    if out.reading.records.is_empty() && out.faults == 0 {
        out.fault(TextPlace::START, FaultKind::NoGame);
    }
    Reading { format: Some(format), ..out.finish() }
}

/// Writes a game.
///
/// # Errors
///
/// Everything in the game that the format cannot express, so that no other program would read the same game.
pub fn write(game: &Game, format: Format) -> Result<Written, Vec<WhyNot>> {
    let spec = format.spec();
    let variant = game.start.rules().variant();
    if !spec.variants.contains(&variant) {
        return Err(vec![WhyNot::Variant { variant }]);
    }
    let omitted = written::options(game, spec.site)?;
    let text = (spec.write)(game)?;
    count(weights::POSITION + weights::SIXTEEN_BYTES_WRITTEN * (text.len() as u64 / 16));
    Ok(Written { text, omitted })
}

/// What stands between two games of a collection.
pub const fn separator(format: Format) -> &'static str {
    match format {
        Format::Ayla | Format::Auale | Format::Letters | Format::OpenSpiel => "",
        Format::PlayStrategy | Format::Ogn | Format::Wikimanqala | Format::ScoreSheet | Format::Kgp => "\n",
    }
}

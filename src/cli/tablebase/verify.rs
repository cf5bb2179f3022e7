//! `ayla tablebase verify`.

use std::ops::ControlFlow;
use std::path::PathBuf;

use ayla_engine::tablebase::{Class, Sample, Table};
use ayla_engine::{Certainty, Limits, Request, TranspositionTable, suggest_in};
use ayla_rules::Line;
use clap::Args;

/// Checksums say whether the file is as it was written; the samples, whether what was written is true. Each is compared
/// with what follows from the entries that its moves lead to; some of few seeds with what a search proves.
#[derive(Debug, Args)]
pub struct Verify {
    /// The table.
    file: PathBuf,
    /// How many entries to compare.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    samples: u32,
    /// Which entries are taken: others with another seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The nodes of a search, and of how many entries with the fewest seeds those are that are searched: so few that most are
/// proven.
const NODES: u64 = 200_000;
const SEARCHED: usize = 130_000;
/// One search for so many samples.
const SAMPLES_PER_SEARCH: usize = 100;

impl Verify {
    pub(super) fn run(&self) -> Result<String, String> {
        let table = super::open(&self.file)?;
        let mut text = super::heading(&self.file, &table);
        text += "As it was written, by its checksums\n";
        let samples = self.samples as usize;
        let moves = self.compare(&table, samples, table.seeds(), |sample| sample.by_moves)?;
        text += &format!("{moves} of {samples} entries compared with those their moves lead to: they agree\n");
        let (searches, mut memory) = (samples.div_ceil(SAMPLES_PER_SEARCH), TranspositionTable::default());
        let found =
            self.compare(&table, searches, searched_seeds(table.class()), |sample| proven(sample, &mut memory))?;
        text += &format!("{found} of {searches} searched to a proof: they agree\n");
        Ok(text)
    }

    /// Compares samples with what else is known of them, if anything; and says for how many something was.
    fn compare(
        &self,
        table: &Table,
        samples: usize,
        most: u8,
        mut known: impl FnMut(&Sample) -> Option<i8>,
    ) -> Result<usize, String> {
        let (mut compared, mut wrong) = (0, None);
        table.sample(samples, most, self.seed, |sample| {
            let known = known(&sample);
            compared += usize::from(known.is_some());
            wrong = known.filter(|&known| known != sample.value).map(|known| (known, sample));
            if wrong.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match wrong {
            None => Ok(compared),
            Some((known, sample)) => Err(format!(
                "{}: is wrong: its entry for {} is {}, which is worth {known}",
                self.file.display(),
                sample.setup.text(),
                sample.value
            )),
        }
    }
}

/// The most seeds of a board that is searched.
fn searched_seeds(class: &Class) -> u8 {
    (0..=class.most_seeds()).rev().find(|&seeds| class.entries(seeds) <= SEARCHED).unwrap_or_default() as u8
}

/// What a search proves that the position is worth.
fn proven(sample: &Sample, memory: &mut TranspositionTable) -> Option<i8> {
    let line = Line::from(sample.setup.clone().position().ok()?);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    match suggest_in(memory, &Request { limits, ..Request::new(&line) }) {
        Some(report) if report.best.certainty == Certainty::Proven => Some(report.best.value as i8),
        // A game that is over is not searched: its value is what the moves say.
        Some(_) | None => None,
    }
}

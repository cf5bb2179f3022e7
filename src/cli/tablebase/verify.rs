//! `ayla tablebase verify`: verifies an endgame table.

use std::ops::ControlFlow;
use std::path::PathBuf;

use ayla_engine::tablebase::{Class, Sample, Table};
use ayla_engine::{Certainty, Limits, Request, TranspositionTable, suggest_in};
use ayla_rules::Line;
use ayla_terminal::number;
use clap::Args;

#[derive(Debug, Args)]
pub struct Verify {
    /// The table.
    file: PathBuf,
    /// The number of entries to compare.
    #[arg(long, default_value_t = 10_000, value_parser = number::<u32>("--samples", 1..=10_000_000))]
    samples: u32,
    /// The seed by which entries are chosen.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>("--seed", 0..=u64::MAX))]
    seed: u64,
}

/// The nodes of a search, and the number of entries, those with the fewest seeds, from which the samples are taken: few
/// enough that most searches end with a proof.
const NODES: u64 = 200_000;
const SEARCHED: usize = 130_000;
/// The number of samples for each search.
const SAMPLES_PER_SEARCH: usize = 100;

impl Verify {
    pub(super) fn run(&self) -> Result<String, String> {
        let table = super::open(&self.file)?;
        let mut text = super::heading(&self.file, &table);
        text += "The checksums are correct\n";
        let samples = self.samples as usize;
        let moves = self.compare(&table, samples, table.seeds(), |sample| sample.by_moves)?;
        text += &format!("{moves} of {samples} entries agree with those to which their moves lead\n");
        let searches = samples.div_ceil(SAMPLES_PER_SEARCH);
        let mut memory = TranspositionTable::default();
        let found =
            self.compare(&table, searches, searched_seeds(table.class()), |sample| proven(sample, &mut memory))?;
        text += &format!("{found} of {searches} searches ended with a proof, which agrees with the entry\n");
        Ok(text)
    }

    /// Compares samples with their known values. Returns the number of samples whose value was known.
    fn compare(
        &self,
        table: &Table,
        samples: usize,
        most: u8,
        mut known: impl FnMut(&Sample) -> Option<i8>,
    ) -> Result<usize, String> {
        let mut compared = 0;
        let mut wrong = None;
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

/// The most seeds of a sample that is searched.
fn searched_seeds(class: &Class) -> u8 {
    (0..=class.most_seeds()).rev().find(|&seeds| class.entries(seeds) <= SEARCHED).unwrap_or_default() as u8
}

/// The value of a position that a search proves.
fn proven(sample: &Sample, memory: &mut TranspositionTable) -> Option<i8> {
    let line = Line::from(sample.setup.clone().position().ok()?);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    match suggest_in(memory, &Request { limits, ..Request::new(&line) }) {
        Some(report) if report.best.certainty == Certainty::Proven => Some(report.best.value as i8),
        // A finished game is not searched; its value is known from its moves.
        Some(_) | None => None,
    }
}

//! `ayla tablebase info`: describes an endgame table.

use std::path::PathBuf;
use std::process::ExitCode;

use ayla_engine::tablebase::{Counts, Table, VERSION};
use ayla_terminal::{Format, system_error};
use clap::Args;
use serde::Serialize;

#[derive(Debug, Args)]
pub struct Info {
    /// The table.
    file: PathBuf,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Content {
    class: String,
    seeds: u8,
    version: u32,
    entries: u64,
    /// The XXH3 of the whole file.
    checksum: String,
    layers: Vec<Layer>,
}

#[derive(Debug, Serialize)]
struct Layer {
    seeds: usize,
    entries: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    cycles: u64,
}

impl Content {
    fn of(table: &Table) -> Self {
        let layer = |(seeds, counts): (usize, &Counts)| {
            let &Counts { wins, draws, losses, cycles } = counts;
            Layer { seeds, entries: counts.total(), wins, draws, losses, cycles }
        };
        Self {
            class: table.class().to_string(),
            seeds: table.seeds(),
            version: VERSION,
            entries: table.counts.iter().map(Counts::total).sum(),
            checksum: format!("{:016x}", table.checksum()),
            layers: table.counts.iter().enumerate().map(layer).collect(),
        }
    }
}

impl Info {
    pub(super) fn run(&self) -> ExitCode {
        let answer = super::open(&self.file).map_err(system_error).and_then(|table| {
            let content = Content::of(&table);
            self.format.answer(&content, |content| plain(super::heading(&self.file, &table), content))
        });
        self.format.print(answer)
    }
}

fn plain(mut text: String, content: &Content) -> String {
    text += &format!("Version {}, checksum {} (XXH3)\n\n", content.version, content.checksum);
    text +=
        &format!("{:>5} {:>11} {:>11} {:>11} {:>11} {:>11}\n", "seeds", "boards", "wins", "draws", "losses", "cycles");
    for Layer { seeds, entries, wins, draws, losses, cycles } in &content.layers {
        text += &format!("{seeds:>5} {entries:>11} {wins:>11} {draws:>11} {losses:>11} {cycles:>11}\n");
    }
    text
}

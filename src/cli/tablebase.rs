//! `ayla tablebase`: endgame tables in files.

mod build;
mod info;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use ayla_engine::tablebase::Table;
use clap::Subcommand;

/// Builds and examines endgame tables.
#[derive(Debug, Subcommand)]
pub enum Tablebase {
    /// Builds a table, going on from where it was interrupted.
    Build(build::Build),
    /// Looks for faults in a table: its checksums, and a sample of its entries.
    Verify(verify::Verify),
    /// Tells what is in a table.
    Info(info::Info),
}

impl Tablebase {
    /// Does it, and prints what there is to say.
    pub fn run(&self) -> ExitCode {
        let answer = match self {
            Self::Build(build) => build.run(),
            Self::Verify(verify) => verify.run(),
            Self::Info(info) => info.run(),
        };
        match answer {
            Ok(text) => super::print(&text),
            Err(why) => super::refuse(&why),
        }
    }
}

fn open(path: &Path) -> Result<Table, String> {
    Table::open(path).map_err(|bad| bad.to_string())
}

/// What every answer about a table begins with.
fn heading(path: &Path, table: &Table) -> String {
    let entries = table.class().entries(table.seeds().into());
    format!("{}: {}, up to {} seeds, {entries} entries\n", path.display(), table.class(), table.seeds())
}

//! `ayla tablebase`: builds and examines endgame tables.

mod build;
mod info;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use ayla_engine::tablebase::Table;
use ayla_terminal::print;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum Tablebase {
    /// Build a table, or one for each of several rules.
    ///
    /// Finished work is kept in FILE.partial. After an interruption, the same command resumes from it.
    Build(build::Build),
    /// Verify the checksums of a table, and a sample of its entries.
    ///
    /// The checksums show that the file is as it was written, the samples that its entries are correct. Each sample is
    /// compared with the entries to which its moves lead, and some with few seeds are compared with the result of a
    /// search.
    Verify(verify::Verify),
    /// Describe the contents of a table.
    ///
    /// Wins, draws and losses are for the player to move. In a cycle, best play repeats for ever without a capture.
    Info(info::Info),
}

impl Tablebase {
    /// Runs the command, and prints its answer.
    pub(super) fn run(&self) -> Result<ExitCode, String> {
        match self {
            Self::Build(build) => build.run(),
            Self::Verify(verify) => Ok(print(&verify.run()?)),
            Self::Info(info) => Ok(info.run()),
        }
    }
}

fn open(path: &Path) -> Result<Table, String> {
    Table::open(path).map_err(|bad| bad.to_string())
}

/// The first line of every answer about a table.
fn heading(path: &Path, table: &Table) -> String {
    let entries = table.class().entries(table.seeds().into());
    format!("{}: {}, up to {} seeds, {entries} entries\n", path.display(), table.class(), table.seeds())
}

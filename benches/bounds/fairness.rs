//! The calls of others while one or more callers take what they can get from a server with one search slot.

mod greedy;
mod others;
mod table;

use std::time::Duration;

use ayla::access::keys;
use ayla_test_server::Server;
use ayla_test_server::command::{folder, text};
use clap::ValueEnum;
use tokio::time::sleep;

use crate::report::Report;
use greedy::Greedy;
use others::Kind;

/// The time before the calls of others begin, in which the callers take what they can get.
const BEFORE: Duration = Duration::from_secs(2);
/// The settings of every server: one slot, and the default memory for tables, which a server of the tests does not
/// have.
const SETTINGS: [(&str, &str); 2] = [("AYLA_SEARCH_SLOTS", "1"), ("AYLA_TABLE_MEMORY", "96")];

const MIB: u64 = 1024 * 1024;
/// The most memory beyond the idle process while it searches: the defaults of `AYLA_SEARCH_MEMORY_MIB` for one slot and
/// of `AYLA_TABLE_MEMORY`, and what the formula in docs/operations.md has for one slot and the allocator.
const SEARCH_MEMORY: u64 = (64 + 96 + 32 + 40) * MIB;

/// A row of the table: what the callers do that are not measured.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Row {
    /// Nobody else calls.
    #[value(alias = "1")]
    None,
    /// Two connections repeat suggest-move with the greatest limits.
    #[value(alias = "2")]
    TwoLoops,
    /// 66 connections of one address repeat it.
    #[value(alias = "3")]
    ManyLoops,
    /// Two connections repeat review-game of two moves with as many nodes as are allowed.
    #[value(alias = "4")]
    Reviews,
    /// 34 connections ask for GIFs of a move of 6,731 laps.
    #[value(alias = "5")]
    LongPictures,
    /// Three HTTP/2 connections with a window of 0 ask for 190 long answers each.
    #[value(alias = "6")]
    UntakenAnswers,
    /// 1,010 HTTP/1 connections of two addresses send a head and one byte of the body.
    #[value(alias = "7")]
    PartialBodies,
    /// 300 connections replay games of 1,000 moves.
    #[value(alias = "8")]
    LongGames,
    /// One caller asks for suggestions under ever other options that have a table each.
    #[value(alias = "9")]
    OptionSets,
    /// Two connections of each of 20 addresses repeat suggest-move with the greatest limits.
    #[value(alias = "10")]
    ManyAddresses,
    /// 50 connections with one API key repeat it; the others have another key.
    #[value(alias = "11")]
    Keys,
    /// Each of 64 addresses asks for one search of 4 s after the other.
    #[value(alias = "12")]
    Honest,
    /// Endless PRIORITY, WINDOW_UPDATE and unknown frames.
    #[value(alias = "13")]
    Frames,
    /// Four connections of each of eight addresses repeat suggest-move with the greatest limits, in games with tables.
    #[value(alias = "14")]
    Memory,
    /// 66 connections of one address repeat batches of 1,000 positions, every other one with moves of thousands of
    /// laps.
    #[value(alias = "15")]
    Batches,
}

impl Row {
    /// The number and the name of the row.
    fn name(self) -> String {
        let name = self.to_possible_value().expect("no row is left out");
        format!("{} {}", self as usize + 1, name.get_name())
    }

    /// The keys of the callers and of the others, where they have some.
    fn keys(self) -> [Option<&'static str>; 2] {
        if self == Self::Keys {
            [Some("greedy-key-of-the-benchmark"), Some("modest-key-of-the-benchmark")]
        } else {
            [None; 2]
        }
    }

    /// A server for this row.
    fn server(self) -> Server {
        let [Some(greedy), Some(modest)] = self.keys() else { return Server::start_with(&SETTINGS) };
        let file = folder("fairness").join("keys.toml");
        let entries = [keys::entry("greedy", greedy, 1e6), keys::entry("modest", modest, 1e6)];
        std::fs::write(&file, entries.concat()).expect("the keys are written");
        Server::start_with(&[&SETTINGS[..], &[("AYLA_KEYS", text(&file))]].concat())
    }

    /// The least time that it takes to see what the row is to show.
    const fn least_time(self) -> Duration {
        Duration::from_secs(match self {
            // Two searches of 4 s.
            Self::Honest => 10,
            // A table of 20 MiB.
            Self::Memory => 20,
            Self::None
            | Self::TwoLoops
            | Self::ManyLoops
            | Self::Reviews
            | Self::LongPictures
            | Self::UntakenAnswers
            | Self::PartialBodies
            | Self::LongGames
            | Self::OptionSets
            | Self::ManyAddresses
            | Self::Keys
            | Self::Frames
            | Self::Batches => 0,
        })
    }

    /// What the others call besides the usual.
    fn kind(self) -> Option<Kind> {
        match self {
            Self::PartialBodies => Some(Kind::NewConnections),
            Self::LongGames => Some(Kind::Replays),
            Self::None
            | Self::TwoLoops
            | Self::ManyLoops
            | Self::Reviews
            | Self::LongPictures
            | Self::UntakenAnswers
            | Self::OptionSets
            | Self::ManyAddresses
            | Self::Keys
            | Self::Honest
            | Self::Frames
            | Self::Memory
            | Self::Batches => None,
        }
    }

    /// Prints the calls of others while the callers of this row go on, and what became of the calls of these.
    async fn measure(self, report: &mut Report, time: Duration) {
        let (name, server, [greedy_key, key]) = (self.name(), self.server(), self.keys());
        let time = time.max(self.least_time());
        let idle = server.most_memory();
        let greedy = Greedy::begin(self, &server, greedy_key);
        sleep(BEFORE).await;
        let table = async { if self == Self::OptionSets { Some(table::calls(&server).await) } else { None } };
        let (others, table) = tokio::join!(others::calls(&server, key, self.kind(), time), table);
        let calls = greedy.end();
        for (kind, calls) in others {
            calls.searched_row(report, &format!("{name}: {}", kind.name()), Some(kind.bound_ms()));
        }
        if let Some(table) = table {
            table.searched_row(report, &format!("{name}: an endgame table"), Some(table::BOUND_MS));
        }
        let bound_ms = (self == Self::Honest).then_some(greedy::HONEST_MS);
        if bound_ms.is_some() || calls.made() > 0 {
            calls.searched_row(report, &format!("{name}: the callers themselves"), bound_ms);
        }
        if self == Self::Memory {
            report.memory(&format!("{name}: resident memory"), server.most_memory() - idle, SEARCH_MEMORY);
        }
    }
}

pub(crate) async fn measure(report: &mut Report, seconds: u32, only: &[Row]) {
    let heads = [
        "callers: the calls of others",
        "calls",
        "refused",
        "depth 0",
        "median",
        "99th percentile",
        "longest",
        "bound",
    ];
    report.table(&heads);
    for row in Row::value_variants().iter().filter(|row| only.is_empty() || only.contains(row)) {
        row.measure(report, Duration::from_secs(seconds.into())).await;
    }
}

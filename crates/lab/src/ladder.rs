//! `ayla-lab ladder`: what each level scores against the one below it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ayla_api::preset::Presets;
use ayla_api::read::Game;
use ayla_api::search::{Allowance, EngineSearch, SearchOptions};
use ayla_engine::random::Random;
use ayla_engine::tablebase::{Class, Table};
use ayla_engine::{DEFAULT_NODES, ENGINE, Level, Limits, Request, TranspositionTable, suggest_in};
use ayla_rules::{Line, Move, Rules, Side, Status, Taken, Variant, Winner};
use ayla_terminal::{Progress, number, print};
use clap::Args;

use crate::matches::interval::{Pairs, percent, share};
use crate::matches::{openings, variant};
use crate::parallel;

/// Plays each level against the one below it, and level 1 against two simple players, and prints the table of
/// docs/levels.md.
///
/// The openings are random and balanced, each is played twice with the seats swapped, and the rules are those that
/// people are offered first. All limits are nodes: the table is the same on any machine.
#[derive(Debug, Args)]
pub(crate) struct Ladder {
    /// The games, all by default.
    #[arg(value_name = "GAME", value_parser = variant)]
    variants: Vec<Variant>,
    /// The number of games of a step, rounded up to even.
    #[arg(long, default_value_t = 400, value_parser = number::<u32>("--games", 2..=100_000))]
    games: u32,
    /// The nodes of a move at full strength.
    #[arg(long, default_value_t = DEFAULT_NODES, value_parser = number::<u64>("--nodes", 1..=u64::MAX))]
    nodes: u64,
    /// The first level to play against the one below it; 1 is what simple players score against level 1.
    #[arg(long, default_value_t = 1, value_parser = number::<u32>("--from", 1..=u64::from(Level::HIGHEST)))]
    from: u32,
    /// The last level to play against the one below it.
    #[arg(long, default_value_t = Level::HIGHEST, value_parser = number::<u32>("--to", 1..=u64::from(Level::HIGHEST)))]
    to: u32,
    /// A page in which the rows of the games are replaced, such as docs/levels.md.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to"])]
    page: Option<PathBuf>,
    /// The number of games to play at once.
    #[arg(long, default_value_t = 1, value_parser = number::<u8>("--jobs", 1..=64))]
    jobs: u8,
}

/// A player of the ladder.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Player {
    Level(Level),
    /// Takes the largest capture, or else makes a random move.
    Greedy,
    /// Makes a random move, but takes a capture, any of them.
    Child,
}

/// The moves after which a game counts as it stands.
const MOST_PLIES: usize = 400;
/// The random moves of an opening, how many are searched for one that is balanced, and the nodes of such a search.
const OPENING_PLIES: usize = 6;
const OPENINGS: usize = 8;
const OPENING_NODES: u64 = 2_000;
/// The seed of openings and games.
const SEED: u64 = 68;

impl Ladder {
    /// Plays the games, and prints the rows of the table.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let variants = if self.variants.is_empty() { Variant::ALL } else { &self.variants };
        let mut rows = Vec::new();
        for &variant in variants {
            rows.extend(self.rows(variant)?);
        }
        if let Some(page) = &self.page {
            let written = std::fs::read_to_string(page).and_then(|text| std::fs::write(page, replaced(&text, &rows)));
            written.map_err(|error| format!("{}: {error}", page.display()))?;
        }
        let Self { games, nodes, .. } = self;
        let rows = rows.join("\n");
        Ok(print(&format!("{ENGINE}, {games} games a step, full strength with {nodes} nodes\n\n{rows}\n")))
    }

    /// The two rows of a game: what simple players score against level 1, and then each level against the one below.
    fn rows(&self, variant: Variant) -> Result<[String; 2], String> {
        let preset = variant.about().first_preset().name;
        let rules = Presets::built_in().find(variant, preset).map_or(variant.default_rules(), |preset| preset.rules);
        let openings = balanced(rules, self.games.div_ceil(2) as usize)?;
        let level = |number| Level::new(number).map(Player::Level);
        let steps = |number: u32| match number {
            1 => [Player::Greedy, Player::Child].map(|player| [Some(player), level(1)]).to_vec(),
            _ => vec![[level(number), level(number - 1)]],
        };
        let pairs: Vec<[Player; 2]> = (self.from..=self.to.min(variant.about().levels))
            .flat_map(steps)
            .filter_map(|[one, other]| Some([one?, other?]))
            .collect();
        let progress = Progress::with_total(pairs.len() as u64, "steps", Duration::from_secs(60));
        let mut rows = [format!("| {} |", variant.title()), format!("| {}, openings |", variant.title())];
        for (done, players) in (1..).zip(pairs) {
            for (row, cell) in rows.iter_mut().zip(self.score(players, &openings)) {
                *row += &format!(" {cell} |");
            }
            progress.set_message(&rows[0]);
            progress.set_done(done);
        }
        Ok(rows)
    }

    /// The points of the first player, with their interval, and the share of the openings from which it got more, those
    /// that both shared counting half.
    fn score(&self, players: [Player; 2], openings: &[Game]) -> [String; 2] {
        let table = openings.first().and_then(|opening| {
            let rules = opening.line().position().rules();
            let is_full = |player: &Player| matches!(player, Player::Level(level) if level.is_full(rules.variant()));
            let class = players.iter().any(is_full).then(|| Class::of(&rules)).flatten();
            class.map(|class| Arc::new(Table::build(class, class.few_seeds(), 1)))
        });
        let halves = parallel::play(self.jobs, openings.len(), || {
            let mut memory = TranspositionTable::default();
            let table = table.clone();
            move |index| {
                let mut game = |south: usize| {
                    let mut random = Random::new(SEED, (2 * index + south) as u64);
                    let mut line = openings[index].line().clone();
                    for _ in 0..MOST_PLIES {
                        let position = line.position();
                        if let Status::Over { .. } = position.status() {
                            break;
                        }
                        let seat = if position.turn() == Side::South { south } else { 1 - south };
                        let found = self.choose(players[seat], &line, &mut random, &mut memory, table.as_ref());
                        let Some(played) = found else { break };
                        line.play_unchecked(played, &mut ());
                    }
                    halves(&line, if south == 0 { Side::South } else { Side::North })
                };
                game(0) + game(1)
            }
        });
        let mut pairs = Pairs::default();
        halves.into_iter().for_each(|halves| pairs[halves] += 1);
        let openings = pairs.iter().sum::<u64>() as f64;
        let more = (pairs[2] as f64 / 2.0 + (pairs[3] + pairs[4]) as f64) / openings;
        // A row has many of them.
        [percent(share(&pairs).unwrap_or_default()).replace(" to ", "–"), format!("{:.1}%", 100.0 * more)]
    }

    /// The move of a player.
    fn choose(
        &self,
        player: Player,
        line: &Line,
        random: &mut Random,
        memory: &mut TranspositionTable,
        table: Option<&Arc<Table>>,
    ) -> Option<Move> {
        let captures = |played: &Move| Taken::by(line.clone(), *played).map_or(0, |(_, taken)| taken.by_mover());
        let level = match player {
            Player::Level(level) => level,
            Player::Greedy | Player::Child => {
                let moves = line.position().legal_moves();
                let most = moves.iter().map(captures).max().unwrap_or_default();
                let least = if player == Player::Greedy { most } else { most.min(1) };
                let wanted: Vec<Move> = moves.into_iter().filter(|played| captures(played) >= least).collect();
                return random.pick(&wanted);
            }
        };
        let options = SearchOptions { level: Some(level), seed: random.number(), ..SearchOptions::default() };
        let allowance = Allowance { nodes: self.nodes, ..Allowance::DEFAULT };
        let search = EngineSearch::new(line.clone(), options, allowance).ok()?.with_table(|_| table.cloned());
        let report = suggest_in(memory, &search.request(u64::MAX, &|| None))?;
        Some(search.found(report, None).report.best.played)
    }
}

/// The page with these rows in place of those with the same first cell.
fn replaced(page: &str, rows: &[String]) -> String {
    let name = |row: &str| row.split('|').nth(1).map(str::to_owned);
    let line = |line: &str| {
        rows.iter().find(|row| line.starts_with('|') && name(row) == name(line)).map_or(line, |row| row).to_owned()
    };
    page.lines().map(|it| line(it) + "\n").collect()
}

/// The half points of a player at the end of a line: a game that goes on counts as a draw.
fn halves(line: &Line, side: Side) -> usize {
    match line.position().status() {
        Status::Over { winner, .. } if winner == side.into() => 2,
        Status::Over { winner, .. } if winner != Winner::Nobody => 0,
        Status::Over { .. } | Status::InProgress { .. } => 1,
    }
}

/// Random openings that are balanced: more of them are made, and those are kept that a search finds to be worth least
/// to either side.
fn balanced(rules: Rules, count: usize) -> Result<Vec<Game>, String> {
    let mut memory = TranspositionTable::default();
    let limits = Limits { nodes: Some(OPENING_NODES), ..Limits::default() };
    let mut found = openings::random(rules, OPENING_PLIES, OPENINGS * count, SEED)?;
    found.sort_by_cached_key(|opening| {
        let report = suggest_in(&mut memory, &Request { limits, ..Request::new(opening.line()) });
        report.map_or(u64::MAX, |report| (100.0 * report.best.value.abs()) as u64)
    });
    found.truncate(count);
    Ok(found)
}

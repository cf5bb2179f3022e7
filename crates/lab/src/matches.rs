//! `ayla-lab match`: games between two players, and what their score says about strength.

pub(crate) mod game;
pub(crate) mod interval;
pub(crate) mod openings;
mod pipe;
mod player;
mod score;
mod server;
mod spec;
mod uct;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ayla_api::preset::Presets;
use ayla_api::read;
use ayla_engine::random::Random;
use ayla_engine::regular_file;
use ayla_rules::line::MAX_MOVES;
use ayla_rules::notation::quoted;
use ayla_rules::{Rules, Variant};
use ayla_terminal::{Format, Progress, Signals, fail, number, parse_rules, print, report, usage_error};
use clap::Args;
use tokio::task::JoinSet;

use game::{End, Game, PlayerId};
use player::Player;
use score::{Report, Score};
use spec::PlayerSpec;

/// Plays two players against each other, each opening twice with the seats swapped.
///
/// A player is `self` (the search of this program), `imitate` (plays the house that the opponent has just played, or
/// else as `self`), `random`, `uct` (plain Monte Carlo tree search), the path of an `ayla` program of another version,
/// `pipe:COMMAND` for an engine on a pipe, or http://HOST:PORT of a server. Limits of a move follow after a colon:
/// `self:depth=9`, `./ayla-old:nodes=100000`, `self:time-ms=1000`, `self:level=4`. Without limits a move has 100 ms.
/// See crates/lab/docs/matches.md.
#[derive(Debug, Args)]
pub(crate) struct Match {
    /// The player to measure.
    #[arg(value_name = "A")]
    a: PlayerSpec,
    /// The player to measure it against.
    #[arg(value_name = "B")]
    b: PlayerSpec,
    /// The name of the game, such as awale.
    #[arg(long, default_value = "awale", value_parser = variant)]
    variant: Variant,
    /// The preset of options of the game.
    #[arg(long, value_name = "NAME", conflicts_with = "rules")]
    preset: Option<String>,
    /// The game and its options, as at the start of a position: awale:majority=true,repetition=2.
    #[arg(long, value_name = "TEXT", value_parser = parse_rules, conflicts_with = "variant")]
    rules: Option<Rules>,
    /// A file of openings: a position or a line of moves on each line, comments after #. The games have their rules.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "preset", "rules", "plies"])]
    openings: Option<PathBuf>,
    /// The number of random moves of an opening, without a file.
    #[arg(long, default_value_t = 4, value_parser = number::<u16>("--plies", 0..=100))]
    plies: u16,
    /// The seed of random openings and moves.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>("--seed", 0..=u64::MAX))]
    seed: u64,
    /// The number of games, rounded up to even [default: all openings of the file, otherwise 100].
    #[arg(long, value_parser = number::<u32>("--games", 1..=1_000_000))]
    games: Option<u32>,
    /// The number of moves, including the opening, after which a game counts as it stands.
    #[arg(long, default_value_t = 400, value_parser = number::<u16>("--max-plies", 1..=MAX_MOVES as u64))]
    max_plies: u16,
    /// The number of games to play at once.
    #[arg(long, default_value_t = 1, value_parser = number::<u8>("--jobs", 1..=64))]
    jobs: u8,
    /// A file to write the games to, one on each line: the moves from the first position, and the result after #.
    #[arg(long, value_name = "FILE")]
    games_file: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn variant(name: &str) -> Result<Variant, String> {
    ayla_rules::notation::read_variant(name).map_err(|fault| ayla_api::words::faults(&fault.into()))
}

/// The interval of progress lines without a terminal.
const PROGRESS: Duration = Duration::from_secs(30);

impl Match {
    /// Plays the games and prints the score.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let create = |path: &PathBuf| {
            File::create(path).map_err(|error| format!("{} cannot be written: {error}", path.display()))
        };
        let opened =
            self.openings().and_then(|openings| Ok((openings, self.games_file.as_ref().map(create).transpose()?)));
        let (openings, games_file) = match opened {
            Ok(opened) => opened,
            Err(why) => return Ok(usage_error(&why)),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let code = runtime.block_on(self.run_match(openings, games_file));
        // A search of this program may still be at work.
        runtime.shutdown_background();
        code
    }

    fn openings(&self) -> Result<Vec<read::Game>, String> {
        let pairs = self.games.map(|games| games.div_ceil(2) as usize);
        let Some(path) = &self.openings else {
            return openings::random(self.rules()?, self.plies.into(), pairs.unwrap_or(50), self.seed);
        };
        let text = regular_file::open(path).and_then(io::read_to_string).map_err(|error| error.to_string());
        let mut openings =
            text.and_then(|text| openings::read(&text)).map_err(|why| format!("{}: {why}", path.display()))?;
        if let Some(pairs) = pairs {
            if pairs > openings.len() {
                // The same opening again is not a new sample.
                let path = path.display();
                let most = 2 * openings.len();
                return Err(format!("{path}: there are openings for no more than {most} games"));
            }
            openings.truncate(pairs);
        }
        Ok(openings)
    }

    fn rules(&self) -> Result<Rules, String> {
        match (&self.rules, &self.preset) {
            (Some(rules), _) => Ok(*rules),
            (None, Some(name)) => Presets::built_in()
                .find(self.variant, name)
                .map(|preset| preset.rules)
                .map_err(|_| format!("{} has no preset called {}", self.variant.title(), quoted(name))),
            (None, None) => Ok(self.variant.default_rules()),
        }
    }

    async fn run_match(&self, openings: Vec<read::Game>, mut games_file: Option<File>) -> Result<ExitCode, String> {
        // This must come before anything that needs to be stopped.
        let mut signals = Signals::new().map_err(|error| format!("cannot receive signals: {error}"))?;
        let players = tokio::select! {
            players = self.players(&openings) => Arc::new(players?),
            signal = signals.next() => return Err(format!("ended by {signal} before the first game")),
        };
        let mut score = Score::default();
        let games = 2 * openings.len() as u64;
        let progress = Progress::with_total(games, "games", PROGRESS);
        let record = |pair: [Game; 2]| {
            for game in &pair {
                if let End::Forfeit { by, why } = &game.end {
                    progress.print(&format!("{by:?} forfeits: {why}\n  {}", game.line));
                }
                if let Some(file) = &mut games_file {
                    writeln!(file, "{game}").map_err(|error| format!("the games cannot be written: {error}"))?;
                }
            }
            score.add(&pair);
            progress.set_message(&score);
            progress.set_done(score.games());
            Ok(())
        };
        self.play(&players, openings, &mut signals, record).await?;
        drop(progress);
        let report = Report::new(&players, &score);
        let forfeits: u64 = score.forfeits.iter().sum();
        let printed = print(&self.format.answer(&report, ToString::to_string).map_err(|error| error.to_string())?);
        Ok(if score.games() < games {
            fail("interrupted: the score is that of the games that were over")
        } else if forfeits > 0 {
            fail(&format!("{forfeits} games were forfeited"))
        } else {
            printed
        })
    }

    /// The players, ready for games from these openings.
    async fn players(&self, openings: &[read::Game]) -> Result<[Player; 2], String> {
        let jobs = usize::from(self.jobs);
        let players = [Player::new(&self.a, jobs).await?, Player::new(&self.b, jobs).await?];
        for player in &players {
            let mut prepared: Vec<Rules> = Vec::new();
            for line in openings.iter().map(read::Game::line) {
                let rules = line.position().rules();
                if !prepared.contains(&rules) {
                    if let Err(why) = player.prepare(line).await {
                        report(&format!("{why} and plays without one"));
                    }
                    prepared.push(rules);
                }
            }
        }
        Ok(players)
    }

    /// Plays the openings until a signal, `jobs` at once, and passes the pairs of games to `record` in the order of the
    /// openings.
    async fn play(
        &self,
        players: &Arc<[Player; 2]>,
        openings: Vec<read::Game>,
        signals: &mut Signals,
        mut record: impl FnMut([Game; 2]) -> Result<(), String>,
    ) -> Result<(), String> {
        let seed = self.seed;
        let most = usize::from(self.max_plies);
        let mut recorded = 0;
        let mut left = openings.into_iter().enumerate();
        let mut playing = JoinSet::new();
        let mut finished = BTreeMap::new();
        loop {
            while playing.len() < usize::from(self.jobs)
                && let Some((index, opening)) = left.next()
            {
                let players = Arc::clone(players);
                playing.spawn(async move { (index, pair(&players, index, &opening, seed, most).await) });
            }
            let done = tokio::select! {
                done = playing.join_next() => done,
                _ = signals.next() => {
                    playing.shutdown().await;
                    return Ok(());
                }
            };
            let Some(done) = done else { return Ok(()) };
            let (index, pair) = done.map_err(|error| format!("a game could not be played: {error}"))?;
            finished.insert(index, pair);
            while let Some(pair) = finished.remove(&recorded) {
                record(pair)?;
                recorded += 1;
            }
        }
    }
}

/// The two games of an opening. A is South in the first.
async fn pair(players: &[Player; 2], index: usize, opening: &read::Game, seed: u64, most: usize) -> [Game; 2] {
    let game = |south: PlayerId| {
        let random = Random::new(seed, (2 * index + south as usize) as u64);
        game::play(players, (index + 1, opening), south, random, most)
    };
    [game(PlayerId::A).await, game(PlayerId::B).await]
}

//! The score of a match, and the print of it.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::game::{End, Game, Name, Work};
use super::interval::{Pairs, Share, elo};
use super::player::Player;

/// What the games gave, to A.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
    pairs: Pairs,
    /// Games with stores that were not forfeited, and the seeds that A had more than B in all of them.
    seeds: (u64, i64),
    plies: u64,
    ends: BTreeMap<&'static str, u64>,
    forfeits: [u64; 2],
    work: [Work; 2],
}

impl Score {
    /// Counts both games of an opening.
    pub(super) fn add(&mut self, pair: &[Game; 2]) {
        let halves: usize = pair.iter().map(|game| self.add_game(game)).sum();
        self.pairs[halves] += 1;
    }

    /// Counts a game, and answers A's half points.
    fn add_game(&mut self, game: &Game) -> usize {
        *self.ends.entry(game.end.name()).or_default() += 1;
        self.plies += game.plies;
        for (all, work) in self.work.iter_mut().zip(game.work) {
            *all = all.with(work);
        }
        match (&game.end, game.stores) {
            (End::Forfeit { by, .. }, _) => self.forfeits[by.index()] += 1,
            (End::Over(_) | End::Unfinished, Some([south, north])) => {
                let more = i64::from(south) - i64::from(north);
                self.seeds.0 += 1;
                self.seeds.1 += if game.south == Name::A { more } else { -more };
            }
            (End::Over(_) | End::Unfinished, None) => {}
        }
        let (count, halves) = match game.winner {
            Some(Name::A) => (&mut self.won, 2),
            None => (&mut self.drawn, 1),
            Some(Name::B) => (&mut self.lost, 0),
        };
        *count += 1;
        halves
    }

    /// How many games were forfeited.
    pub(super) fn forfeits(&self) -> u64 {
        self.forfeits.iter().sum()
    }

    fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The score so far, in a few words.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A: {} won, {} drawn, {} lost", self.won, self.drawn, self.lost)?;
        match Share::of(&self.pairs) {
            Some(share) => write!(f, ", {}", percent(share)),
            None => Ok(()),
        }
    }
}

fn percent(Share { won, low, high }: Share) -> String {
    format!("{:.1}% ({:.1}% to {:.1}%)", 100.0 * won, 100.0 * low, 100.0 * high)
}

/// What a match showed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    players: [Side; 2],
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// How many openings gave A 0, ½, 1, 1½ and 2 points.
    pairs: Pairs,
    /// A's share of the points, and the ends of its interval.
    points: Option<[f64; 3]>,
    /// The same as differences in Elo; those that are infinite are null.
    elo: Option<[f64; 3]>,
    /// The seeds that A had more than B at the end, on average.
    seeds: Option<f64>,
    /// The moves of a game after its opening, on average.
    plies: f64,
    /// How the games ended.
    ends: BTreeMap<&'static str, u64>,
}

/// A player, and how it did.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Side {
    player: String,
    engine: Option<String>,
    forfeits: u64,
    /// Moves found by searching, and what follows is about: none of a random player.
    moves: u64,
    /// The depth that was completed, on average over the moves whose value was not proven.
    depth: Option<f64>,
    proven: Option<f64>,
    nodes_per_move: Option<f64>,
    nodes_per_second: Option<f64>,
    ms_per_move: Option<f64>,
    /// By how much the longest search was longer than the limit of time, in milliseconds.
    longest_overrun_ms: Option<f64>,
}

/// A ratio; nothing over nothing is none.
fn over(sum: f64, count: f64) -> Option<f64> {
    (count > 0.0).then(|| sum / count)
}

fn milliseconds(time: Duration) -> f64 {
    1_000.0 * time.as_secs_f64()
}

impl Side {
    fn new(player: &Player, work: &Work, forfeits: u64) -> Self {
        let [estimated, depths] = work.depths.map(|count| count as f64);
        let (moves, nodes) = (work.moves as f64, work.nodes as f64);
        let limit = player.entrant.limits.time_ms.filter(|_| work.moves > 0);
        Self {
            player: player.entrant.to_string(),
            engine: player.engine.clone(),
            forfeits,
            moves: work.moves,
            depth: over(depths, estimated),
            proven: over(moves - estimated, moves),
            nodes_per_move: over(nodes, moves),
            nodes_per_second: over(nodes, work.took.as_secs_f64()),
            ms_per_move: over(milliseconds(work.took), moves),
            longest_overrun_ms: limit.map(|limit| (milliseconds(work.longest) - f64::from(limit)).max(0.0)),
        }
    }
}

impl Report {
    pub(super) fn new(players: &[Player; 2], score: &Score) -> Self {
        let side = |name: Name| {
            let at = name.index();
            Side::new(&players[at], &score.work[at], score.forfeits[at])
        };
        let share = Share::of(&score.pairs).map(|share| [share.won, share.low, share.high]);
        Self {
            players: [side(Name::A), side(Name::B)],
            games: score.games(),
            won: score.won,
            drawn: score.drawn,
            lost: score.lost,
            pairs: score.pairs,
            points: share,
            elo: share.map(|share| share.map(elo)),
            seeds: over(score.seeds.1 as f64, score.seeds.0 as f64),
            plies: over(score.plies as f64, score.games() as f64).unwrap_or_default(),
            ends: score.ends.clone(),
        }
    }
}

/// The report for people.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, side) in ["A", "B"].iter().zip(&self.players) {
            let engine = side.engine.as_ref().map(|engine| format!(" ({engine})")).unwrap_or_default();
            writeln!(f, "{name}: {}{engine}", side.player)?;
        }
        writeln!(f, "\nGames: {}, each opening twice; {:.1} plies a game", self.games, self.plies)?;
        writeln!(f, "A won {}, drew {}, lost {}", self.won, self.drawn, self.lost)?;
        if let (Some([won, low, high]), Some(elo)) = (self.points, self.elo) {
            writeln!(f, "Points: {}, 95% interval over the openings", percent(Share { won, low, high }))?;
            writeln!(f, "Elo: {:+.0} ({:+.0} to {:+.0})", elo[0], elo[1], elo[2])?;
        }
        let [none, half, one, more, two] = self.pairs;
        writeln!(f, "Openings: 0 points {none}, ½ {half}, 1 {one}, 1½ {more}, 2 {two}")?;
        if let Some(seeds) = self.seeds {
            writeln!(f, "Seeds: {seeds:+.2} a game for A")?;
        }
        let ends: Vec<_> = self.ends.iter().map(|(end, games)| format!("{end} {games}")).collect();
        writeln!(f, "Ends: {}", ends.join(", "))?;
        if let Some(games) = self.ends.get(UNFINISHED) {
            writeln!(f, "  {games} went on to the most plies allowed, and count as they stood")?;
        }
        writeln!(f, "\n{:<19} {:>11} {:>12}", "", "A", "B")?;
        type Figure = fn(&Side) -> Option<f64>;
        let figures: [(&str, usize, Figure); 7] = [
            ("moves searched", 0, |side| Some(side.moves as f64)),
            ("depth", 2, |side| side.depth),
            ("proven, %", 1, |side| side.proven.map(|share| 100.0 * share)),
            ("nodes a move", 0, |side| side.nodes_per_move),
            ("nodes a second", 0, |side| side.nodes_per_second),
            ("ms a move", 2, |side| side.ms_per_move),
            ("longest overrun, ms", 1, |side| side.longest_overrun_ms),
        ];
        for (what, places, figure) in figures {
            let [a, b] = [0, 1].map(|at| match figure(&self.players[at]) {
                Some(number) => format!("{number:.places$}"),
                None => "-".to_owned(),
            });
            writeln!(f, "{what:<19} {a:>11} {b:>12}")?;
        }
        Ok(())
    }
}

/// The word for games that went on for too long.
const UNFINISHED: &str = End::Unfinished.name();

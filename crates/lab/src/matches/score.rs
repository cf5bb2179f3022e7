//! The score of a match, and its report.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use ayla_rules::BySide;
use serde::Serialize;

use super::game::{End, Game, PlayerId};
use super::interval::{Pairs, elo, percent, share};
use super::player::{Player, SearchStats};

#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
    pairs: Pairs,
    /// The number of games with stores that were not forfeited, and the sum of the seeds that A was ahead.
    seeds: (u64, i64),
    plies: u64,
    ends: BTreeMap<&'static str, u64>,
    /// By each player.
    pub(super) forfeits: [u64; 2],
    stats: [SearchStats; 2],
}

impl Score {
    /// Counts both games of an opening.
    pub(super) fn add(&mut self, pair: &[Game; 2]) {
        let halves: usize = pair.iter().map(|game| self.add_game(game)).sum();
        self.pairs[halves] += 1;
    }

    /// Counts a game, and returns the half points of A.
    fn add_game(&mut self, game: &Game) -> usize {
        *self.ends.entry(game.end.name()).or_default() += 1;
        self.plies += game.plies;
        for (all, stats) in self.stats.iter_mut().zip(game.stats) {
            all.add(&stats);
        }
        match (&game.end, game.stores) {
            (End::Forfeit { by, .. }, _) => self.forfeits[*by as usize] += 1,
            (End::Over(_) | End::Unfinished, Some(BySide { south, north })) => {
                let more = i64::from(south) - i64::from(north);
                self.seeds.0 += 1;
                self.seeds.1 += if game.south == PlayerId::A { more } else { -more };
            }
            (End::Over(_) | End::Unfinished, None) => {}
        }
        let (count, halves) = match game.winner {
            Some(PlayerId::A) => (&mut self.won, 2),
            None => (&mut self.drawn, 1),
            Some(PlayerId::B) => (&mut self.lost, 0),
        };
        *count += 1;
        halves
    }

    pub(super) fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The score so far, for the progress line.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A: {} won, {} drawn, {} lost", self.won, self.drawn, self.lost)?;
        match share(&self.pairs) {
            Some(share) => write!(f, ", {}", percent(share)),
            None => Ok(()),
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    players: [Side; 2],
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The number of openings that gave A 0, ½, 1, 1½ and 2 points.
    pairs: Pairs,
    /// A's share of the points, and both ends of its interval.
    points: Option<[f64; 3]>,
    /// The score as differences in Elo; infinite ones are null.
    elo: Option<[f64; 3]>,
    /// The mean number of seeds that A was ahead at the end.
    seeds: Option<f64>,
    /// The mean number of moves after the opening.
    plies: f64,
    /// The number of games by their end.
    ends: BTreeMap<&'static str, u64>,
}

/// A player, with statistics of its searches.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Side {
    player: String,
    engine: Option<String>,
    forfeits: u64,
    /// The number of moves found by searching, to which the fields below apply; 0 for a random player.
    moves: u64,
    /// The mean depth completed, over the moves whose value was not proven.
    depth: Option<f64>,
    proven: Option<f64>,
    nodes_per_move: Option<f64>,
    nodes_per_second: Option<f64>,
    ms_per_move: Option<f64>,
    /// The time by which the longest search exceeded the limit, in milliseconds.
    longest_overrun_ms: Option<f64>,
}

/// The ratio of a sum to a count; `None` if the count is 0.
fn over(sum: f64, count: f64) -> Option<f64> {
    (count > 0.0).then(|| sum / count)
}

fn milliseconds(time: Duration) -> f64 {
    1_000.0 * time.as_secs_f64()
}

impl Side {
    fn new(player: &Player, stats: &SearchStats, forfeits: u64) -> Self {
        let [estimated, depths] = stats.depths.map(|count| count as f64);
        let moves = stats.searches as f64;
        let nodes = stats.nodes as f64;
        let limit = player.spec.limits.time_ms.filter(|_| stats.searches > 0);
        Self {
            player: player.spec.to_string(),
            engine: player.engine.clone(),
            forfeits,
            moves: stats.searches,
            depth: over(depths, estimated),
            proven: over(moves - estimated, moves),
            nodes_per_move: over(nodes, moves),
            nodes_per_second: over(nodes, stats.took.as_secs_f64()),
            ms_per_move: over(milliseconds(stats.took), moves),
            longest_overrun_ms: limit.map(|limit| (milliseconds(stats.longest) - f64::from(limit)).max(0.0)),
        }
    }
}

impl Report {
    pub(super) fn new(players: &[Player; 2], score: &Score) -> Self {
        let side = |name: PlayerId| {
            let at = name as usize;
            Side::new(&players[at], &score.stats[at], score.forfeits[at])
        };
        let share = share(&score.pairs);
        Self {
            players: [side(PlayerId::A), side(PlayerId::B)],
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

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, side) in ["A", "B"].iter().zip(&self.players) {
            let engine = side.engine.as_ref().map(|engine| format!(" ({engine})")).unwrap_or_default();
            writeln!(f, "{name}: {}{engine}", side.player)?;
        }
        writeln!(f, "\nGames: {}, each opening twice; {:.1} plies a game", self.games, self.plies)?;
        writeln!(f, "A won {}, drew {}, lost {}", self.won, self.drawn, self.lost)?;
        if let (Some(points), Some(elo)) = (self.points, self.elo) {
            writeln!(f, "Points: {}, 95% interval over the openings", percent(points))?;
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
            writeln!(f, "  {games} reached the most plies allowed, and count as they stood")?;
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

/// The name of games that reached the most plies.
const UNFINISHED: &str = End::Unfinished.name();

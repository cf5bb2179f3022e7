//! A plain player to compare with: UCT (Kocsis and Szepesvári 2006) with random playouts. It knows nothing of a game but
//! its rules.

use std::time::{Duration, Instant};

use ayla_engine::random::Random;
use ayla_rules::{Line, Move, Side};

use super::game::leader;
use super::player::Found;
use super::spec::Limits;

/// The most moves of a playout; a longer one counts as it stands.
const MOST_PLIES: usize = 200;
/// What the harmonic numbers exceed the logarithm by. They stand for it, because every machine adds alike, whereas libraries
/// compute logarithms differently.
const EULER: f64 = 0.577_215_664_901_532_9;

/// A position of the tree.
struct Node {
    /// The move that leads to it, and who made it; none at the root.
    played: Option<(Move, Side)>,
    /// The moves that no child has yet.
    untried: Vec<Move>,
    children: Vec<usize>,
    visits: u32,
    /// The sum of 1/n over the visits n.
    harmonic: f64,
    /// The points of the player who moved here, from 0 to 1 a visit.
    points: f64,
}

impl Node {
    fn new(line: &Line, played: Option<(Move, Side)>) -> Self {
        let untried = line.position().legal_moves();
        Self { played, untried, children: Vec::new(), visits: 0, harmonic: 0.0, points: 0.0 }
    }

    /// The upper end of the confidence interval of the points (UCB1), for the parent's logarithm of visits.
    fn bound(&self, log: f64) -> f64 {
        let visits = f64::from(self.visits);
        self.points / visits + (2.0 * log / visits).sqrt()
    }

    fn visit(&mut self, winner: Option<Side>) {
        self.visits += 1;
        self.harmonic += 1.0 / f64::from(self.visits);
        self.points += match (winner, self.played) {
            (Some(winner), Some((_, mover))) => f64::from(u8::from(winner == mover)),
            (None, _) | (_, None) => 0.5,
        };
    }
}

/// The move visited most often, the number of moves of the line visited most often, and the number of playouts. Each adds
/// a position to the tree, so `nodes` limits both. At least one is played.
pub(super) fn search(line: &Line, limits: Limits, mut random: Random) -> Result<Found, String> {
    let begun = Instant::now();
    let time = limits.time_ms.map(|time| Duration::from_millis(time.into()));
    let mut tree = vec![Node::new(line, None)];
    let mut playouts = 0;
    loop {
        playout(&mut tree, line.clone(), &mut random);
        playouts += 1;
        if limits.nodes.is_some_and(|most| playouts >= most) || time.is_some_and(|time| begun.elapsed() >= time) {
            break;
        }
    }
    let favourite = |at: usize| tree[at].children.iter().copied().rev().max_by_key(|&child| tree[child].visits);
    let line: Vec<usize> = std::iter::successors(favourite(0), |&at| favourite(at)).collect();
    let (best, _) = line.first().and_then(|&first| tree[first].played).ok_or("there is no legal move")?;
    Ok((best.to_string(), Some(line.len() as u32), playouts))
}

/// Descends to a position with a move that no child has, adds the child, plays on at random, and counts the result.
fn playout(tree: &mut Vec<Node>, mut line: Line, random: &mut Random) {
    let mut path = vec![0];
    let mut at = 0;
    while tree[at].untried.is_empty() {
        let log = tree[at].harmonic - EULER;
        let bound = |child: &usize| tree[*child].bound(log);
        let Some(child) = tree[at].children.iter().copied().max_by(|one, other| bound(one).total_cmp(&bound(other)))
        else {
            break;
        };
        if let Some((played, _)) = tree[child].played {
            line.play_unchecked(played, &mut ());
        }
        at = child;
        path.push(at);
    }
    if let Some(played) = random.pick(&tree[at].untried) {
        tree[at].untried.retain(|&move_| move_ != played);
        let mover = line.position().turn();
        line.play_unchecked(played, &mut ());
        let child = tree.len();
        tree.push(Node::new(&line, Some((played, mover))));
        tree[at].children.push(child);
        path.push(child);
    }
    for _ in 0..MOST_PLIES {
        let Some(played) = random.pick(&line.position().legal_moves()) else { break };
        line.play_unchecked(played, &mut ());
    }
    let winner = leader(&line);
    for at in path {
        tree[at].visit(winner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_engine::{ALL_MOVES, Candidate, Certainty, Request, TranspositionTable, suggest_in};
    use ayla_rules::Position;

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    fn line(text: &str) -> Line {
        Line::from(Position::read(text).expect("a position"))
    }

    /// Endings after random moves in which the search of the engine proves that some moves win and others do not.
    #[test]
    fn a_winning_move_is_found() {
        let limits = ayla_engine::Limits { depth: Some(40), nodes: Some(200_000), ..ayla_engine::Limits::default() };
        for start in [
            "awale:majority=true,quiet=8 002211/011210 18/19 s",
            "andada:houses=3 222/222 - s",
            "anywoli:houses=4 2222/2222 0/0 s",
            "kalah:houses=4 2222/2222 0/0 s",
        ] {
            let mut found = 0;
            let mut all = 0;
            let mut memory = TranspositionTable::default();
            for seed in 0..60 {
                let mut random = Random::new(seed, 0);
                let mut line = line(start);
                for _ in 0..random.number() % 8 {
                    if let Some(played) = random.pick(&line.position().legal_moves()) {
                        line.play_unchecked(played, &mut ());
                    }
                }
                let request = Request { limits, wanted: ALL_MOVES, ..Request::new(&line) };
                let Some(report) = suggest_in(&mut memory, &request) else { continue };
                let wins = |candidate: &&Candidate| candidate.value > 0.0;
                let proven = report.candidates.iter().all(|candidate| candidate.certainty == Certainty::Proven);
                let winning: Vec<Move> =
                    report.candidates.iter().filter(wins).map(|candidate| candidate.played).collect();
                if proven && !winning.is_empty() && winning.len() < report.candidates.len() {
                    let (played, ..) = search(&line, nodes(3_000), Random::new(seed, 1)).expect("a move");
                    all += 1;
                    found += u32::from(winning.iter().any(|best| best.to_string() == played));
                }
            }
            assert!(found == all && all >= 3, "{start}: {found} of {all}");
        }
    }

    #[test]
    fn the_seed_decides_in_every_game() {
        for text in [
            "awale 444444/444444 0/0 s",
            "andada 222222/222222 - s",
            "anywoli 444444/444444 0/0 s",
            "kalah 444444/444444 0/0 s",
        ] {
            let found = |seed| search(&line(text), nodes(300), Random::new(seed, 0));
            assert_eq!(found(5), found(5), "{text}");
            let moves: std::collections::HashSet<String> = (0..20).map(|seed| format!("{:?}", found(seed))).collect();
            assert!(moves.len() > 1, "{text}: every seed gives the same");
        }
        assert!(search(&line("awale 000000/000000 24/24 s"), nodes(9), Random::new(1, 1)).is_err());
    }
}

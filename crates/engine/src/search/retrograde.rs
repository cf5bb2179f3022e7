//! Endings small enough to be seen whole: every position that can be reached, valued backwards (C-10).
//!
//! Alpha-beta may go round in such endings without a proof. Here the positions are taken layer by layer, fewest seeds
//! first, so that a move out of a layer leads to a value already known. Within a layer it is settled from the highest
//! stake down who can force that much: a player with a move that wins it, or to a position that loses it, wins it; one
//! whose every move gives it away loses it. What is settled for no stake goes round for ever, or comes to nothing: 0.
//!
//! A table of endings knows the values beforehand, but not the way: it tells a gain from none, and not whether a move comes
//! closer to it. Then only the moves of a layer that keep the value are gone through, which are few, for the order in which
//! they are settled.

use std::collections::HashMap;
use std::ops::Range;

use super::alpha_beta::{Past, Search};
use super::searchable::{Key, Searchable};
use super::stop::Stop;
use ayla_rules::Move;

/// The most moves that are made to see an ending whole. There are no more positions than that, so that all of this
/// takes less than 32 MiB beside the table, two thirds of it for states of the largest boards in a vector that doubles,
/// and it is given back before the search goes on.
pub(super) const MOST_MOVES: u64 = 100_000;
/// An ending is looked at when all the boards with so few seeds are no more than this, for each move that may be made.
const BOARDS_PER_MOVE: u64 = 8;
/// With a table of endings, after so many moves, and whenever there are twice as many, it is seen how far one has come.
const FIRST_GLANCE: usize = 500;

/// A move in an ending.
#[derive(Copy, Clone, Debug)]
struct Edge {
    played: Move,
    turned: bool,
    gained: i32,
    /// The position it leads to; none when the game is over, or a table tells what that is worth.
    to: Option<u32>,
}

/// A position, and what has been settled about it.
#[derive(Clone, Debug)]
struct Node {
    layer: u32,
    /// Where its moves end among all; they begin where those of the position before it end.
    edges_end: u32,
    value: i32,
    /// When it was settled: later than what its value follows from. None while it is not.
    settled: Option<u32>,
    /// The best of the moves out of the layer.
    exit: Option<i32>,
    /// Moves within the layer that are not known to give the stake away.
    left: u32,
}

/// The positions that can be reached from one, the first, and their moves.
#[derive(Debug)]
pub(super) struct Ending {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Whether that is all of them. Else nothing can be said of a position that is not settled.
    complete: bool,
}

/// For each position, those of its layer from which a move leads to it.
struct Before {
    /// Where those of a position end; they begin where those of the position before it end.
    ends: Vec<u32>,
    all: Vec<u32>,
}

/// Whether an ending of so many seeds on so many houses may be small enough for a search of so many moves.
pub(super) fn may_be_small(seeds: u32, houses: u32, moves: u64) -> bool {
    let mut boards: u64 = 1;
    for at in 1..=u64::from(seeds) {
        boards = boards.saturating_mul(u64::from(houses) + at) / at;
        if boards > moves.saturating_mul(BOARDS_PER_MOVE) {
            return false;
        }
    }
    true
}

impl Ending {
    /// Finds every position that can be reached: none when that takes too many moves, or the search has to stop. For
    /// rules without `repetition`.
    pub(super) fn explore<G: Searchable>(
        search: &mut Search<'_, G>,
        root: &G::State,
        past: Past,
        mut moves: u64,
    ) -> Option<Self> {
        let node = |game: &G, state: &G::State| Node {
            layer: game.layer(state),
            edges_end: 0,
            value: 0,
            settled: None,
            exit: None,
            left: 0,
        };
        let mut nodes = vec![node(&search.game, root)];
        let mut edges: Vec<Edge> = Vec::new();
        let mut states = vec![*root];
        let mut known: HashMap<Key, u32> = HashMap::from([(search.key(root), 0)]);
        let mut at = 0;
        // With a table the way may be found long before everything is.
        let mut glance = if search.looked_up(root).is_some() { FIRST_GLANCE } else { usize::MAX };
        while at < nodes.len() {
            if edges.len() >= glance {
                glance *= 2;
                let end = edges.len() as u32;
                nodes[at..].iter_mut().for_each(|node| node.edges_end = end);
                let mut ending = Self { nodes, edges, complete: false };
                ending.settle(&mut search.stop)?;
                if ending.nodes[0].settled.is_some() {
                    return Some(ending);
                }
                Self { nodes, edges, .. } = ending;
            }
            let state = states[at];
            let value = search.looked_up(&state);
            for played in search.game.candidates(&state) {
                moves = moves.checked_sub(1)?;
                search.stop.spend()?;
                let Some(child) = search.child(&state, played, past) else { continue };
                let worth = if child.goes_on() { search.worth(&child) } else { Some(search.claim(&child).lowest()) };
                // What a table of endings knows need not be looked into, but for the moves that keep the value and get nowhere.
                let leads_on = worth.is_none() || worth == value && search.game.layer(&child.state) == nodes[at].layer;
                let to = (child.goes_on() && leads_on).then(|| {
                    *known.entry(search.key(&child.state)).or_insert_with(|| {
                        nodes.push(node(&search.game, &child.state));
                        states.push(child.state);
                        nodes.len() as u32 - 1
                    })
                });
                // Where nothing is looked into any more, the value itself is gained.
                let gained = worth.filter(|_| to.is_none()).unwrap_or(child.gained);
                let edge = Edge { played, turned: child.turned, gained, to };
                // Within a layer the turn always passes; were it not so, nothing is claimed.
                if !edge.turned && to.is_some_and(|to| nodes[to as usize].layer == nodes[at].layer) {
                    return None;
                }
                edges.push(edge);
            }
            nodes[at].edges_end = edges.len() as u32;
            at += 1;
        }
        drop((states, known));
        let mut ending = Self { nodes, edges, complete: true };
        ending.settle(&mut search.stop)?;
        Some(ending)
    }

    /// Where the moves of a position are.
    fn moves_of(&self, at: usize) -> Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.nodes[before].edges_end as usize);
        start..self.nodes[at].edges_end as usize
    }

    /// The moves of a position.
    fn edges(&self, at: usize) -> &[Edge] {
        &self.edges[self.moves_of(at)]
    }

    /// Where a move leads, if that is within the layer of the position it is made in.
    fn within(&self, at: usize, edge: &Edge) -> Option<usize> {
        let to = edge.to? as usize;
        (self.nodes[to].layer == self.nodes[at].layer).then_some(to)
    }

    /// Settles all positions. None when the search has to stop.
    fn settle(&mut self, stop: &mut Stop<'_>) -> Option<()> {
        for node in &mut self.nodes {
            (node.value, node.settled) = (0, None);
        }
        let before = Before::new(self);
        let mut order: Vec<(u32, u32)> =
            self.nodes.iter().zip(0..).map(|(node, at): (&Node, u32)| (node.layer, at)).collect();
        order.sort_unstable();
        let mut clock = 0;
        for layer in order.chunk_by(|(one, _), (other, _)| one == other) {
            let layer: Vec<u32> = layer.iter().map(|&(_, at)| at).collect();
            self.settle_layer(&layer, &before, &mut clock, stop)?;
        }
        Some(())
    }

    /// What a move brings the mover, all positions out of the layer being settled.
    fn worth(&self, edge: &Edge) -> i32 {
        let Some(to) = edge.to else { return edge.gained };
        let value = self.nodes[to as usize].value;
        edge.gained + if edge.turned { -value } else { value }
    }

    fn settle_layer(&mut self, layer: &[u32], before: &Before, clock: &mut u32, stop: &mut Stop<'_>) -> Option<()> {
        let mut stake = 0;
        for at in layer.iter().map(|&at| at as usize) {
            let (mut exit, mut left) = (None, 0);
            for edge in self.edges(at) {
                if self.within(at, edge).is_some() {
                    left += 1;
                } else {
                    exit = exit.max(Some(self.worth(edge)));
                }
            }
            stop.step(1 + self.edges(at).len())?;
            stake = exit.map_or(stake, |exit| stake.max(exit.abs()));
            (self.nodes[at].exit, self.nodes[at].left) = (exit, left);
        }
        for stake in (1..=stake).rev() {
            let mut queue: Vec<u32> = Vec::new();
            for at in layer.iter().map(|&at| at as usize) {
                stop.step(1)?;
                if self.nodes[at].exit >= Some(stake) {
                    self.mark(at, stake, clock, &mut queue);
                } else if self.gives_away(at, stake) {
                    self.mark(at, -stake, clock, &mut queue);
                }
            }
            let mut next = 0;
            while let Some(&at) = queue.get(next) {
                next += 1;
                let won = self.nodes[at as usize].value > 0;
                let before = before.of(at as usize);
                stop.step(1 + before.len())?;
                for earlier in before.iter().map(|&earlier| earlier as usize) {
                    if !won {
                        self.mark(earlier, stake, clock, &mut queue);
                        continue;
                    }
                    self.nodes[earlier].left -= 1;
                    if self.gives_away(earlier, stake) {
                        self.mark(earlier, -stake, clock, &mut queue);
                    }
                }
            }
        }
        Some(())
    }

    /// Whether every move of a position loses the stake.
    fn gives_away(&self, at: usize, stake: i32) -> bool {
        let node = &self.nodes[at];
        node.left == 0 && node.exit.is_none_or(|exit| exit <= -stake) && !self.moves_of(at).is_empty()
    }

    /// Settles a position, if it is not settled yet.
    fn mark(&mut self, at: usize, value: i32, clock: &mut u32, queue: &mut Vec<u32>) {
        let node = &mut self.nodes[at];
        if node.settled.is_none() {
            node.value = value;
            node.settled = Some(*clock);
            *clock += 1;
            queue.push(at as u32);
        }
    }

    /// What a move of the first position brings, and the best play from it on: none where that is not known.
    pub(super) fn answer(&self, played: Move, most: usize) -> Option<(i32, Vec<Move>)> {
        let first = self.edges(0).iter().find(|edge| edge.played == played)?;
        if !self.complete && first.to.is_some_and(|to| self.nodes[to as usize].settled.is_none()) {
            return None;
        }
        let mut line = vec![played];
        let mut seen = vec![0];
        let mut at = first.to;
        while let Some(to) = at.filter(|to| line.len() < most && !seen.contains(to)) {
            seen.push(to);
            let node = &self.nodes[to as usize];
            // A winner takes the way that was settled first, which comes to an end.
            let settled = |edge: &&Edge| match edge.to.map(|to| &self.nodes[to as usize]) {
                Some(next) if next.layer == node.layer => next.settled.map_or(u32::MAX, |settled| settled + 1),
                Some(_) | None => 0,
            };
            let best = self.edges(to as usize).iter().filter(|edge| self.worth(edge) == node.value).min_by_key(settled);
            let Some(best) = best else { break };
            line.push(best.played);
            at = best.to;
        }
        Some((self.worth(first), line))
    }

    /// How soon a move of the first position comes to its end: to choose among moves that are worth the same.
    pub(super) fn haste(&self, played: Move) -> u32 {
        let to = self.edges(0).iter().find(|edge| edge.played == played).and_then(|edge| edge.to);
        let next = to.map(|to| &self.nodes[to as usize]).filter(|next| next.layer == self.nodes[0].layer);
        next.map_or(0, |next| next.settled.map_or(u32::MAX, |settled| settled + 1))
    }
}

impl Before {
    fn new(ending: &Ending) -> Self {
        let within = || {
            (0..ending.nodes.len())
                .flat_map(|at| ending.edges(at).iter().filter_map(move |edge| Some((at, ending.within(at, edge)?))))
        };
        let mut ends = vec![0_u32; ending.nodes.len()];
        for (_, to) in within() {
            ends[to] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // Where they begin, until they are put there.
            (*end, sum) = (sum, sum + *end);
        }
        let mut all = vec![0; sum as usize];
        for (at, to) in within() {
            all[ends[to] as usize] = at as u32;
            ends[to] += 1;
        }
        Self { ends, all }
    }

    fn of(&self, at: usize) -> &[u32] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.all[start..self.ends[at] as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::search::{Limits, StoppedBy, Table};
    use ayla_rules::Line;
    use ayla_rules::notation::read_line;

    #[test]
    fn the_way_back_stops_when_the_search_has_to() {
        let position = read_line("awale 101010/010101 20/22 s").expect("well formed").setup.position();
        let Line::Awale(path) = Line::from(position.expect("consistent")) else { unreachable!("it says so") };
        let (cancel, mut table) = (AtomicBool::new(false), Table::default());
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let (mut search, past) = Search::new(path.game, &[], Stop::new(&limits, &cancel), table.begin(0), None, 0);
        let ending = Ending::explore(&mut search, &path.state, past, MOST_MOVES);
        let mut ending = ending.expect("small enough");
        assert_eq!(ending.settle(&mut search.stop), Some(()));
        cancel.store(true, Ordering::Relaxed);
        assert_eq!(ending.settle(&mut search.stop), None);
        assert_eq!(search.stop.reason(), Some(StoppedBy::Cancelled));
    }
}

//! Retrograde analysis of small endings: the value of every reachable position, found backwards (C-10).
//!
//! Alpha-beta may go round in such endings without a proof. Here the positions are taken layer by layer, fewest seeds
//! first, so that a move out of a layer leads to a known value. Within a layer the stakes are settled from the highest
//! down: a player with a move that wins the stake, or that leads to a position which loses it, wins it; a player whose
//! every move gives it away loses it. Positions that no stake settles go round for ever or gain nothing: their value is
//! 0.
//!
//! An endgame table gives the values, but not the way to them: it does not say whether a move makes progress. With a
//! table only the moves within a layer that keep the value are analysed, which are few, for the order in which they are
//! settled.

use std::collections::HashMap;
use std::ops::Range;

use super::alpha_beta::{History, Search};
use super::searchable::{Key, Searchable};
use super::stop::Stop;
use ayla_rules::Move;

/// The most moves made in an analysis, so that it takes less than 32 MiB.
pub(super) const MOST_MOVES: u64 = 100_000;
/// The most bytes that an analysis takes for each move that it may make, beside the transposition table. There are no
/// more positions than moves; two thirds of the bytes are for states of the largest boards in a vector that doubles.
/// The memory is freed before the search goes on.
pub(super) const BYTES_PER_MOVE: u64 = 335;
/// The most boards with as few seeds, for each move that may be made, with which an ending is analysed.
const BOARDS_PER_MOVE: u64 = 8;
/// The number of moves after which an analysis with an endgame table is first settled, and again at each doubling.
const FIRST_SETTLEMENT: usize = 500;

#[derive(Copy, Clone, Debug)]
struct Edge {
    played: Move,
    turned: bool,
    gained: i32,
    /// The position it leads to; none if the game is over or an endgame table gives the value.
    to: Option<u32>,
}

/// A position with its value, once that is settled.
#[derive(Clone, Debug, Default)]
struct Node {
    layer: u32,
    /// The end of its moves in [`Ending::edges`]; they begin where those of the previous position end.
    edges_end: u32,
    value: i32,
    /// The time at which it was settled, later than the positions that its value follows from.
    settled: Option<u32>,
    /// The value of the best move out of the layer.
    exit: Option<i32>,
    /// The number of moves within the layer that are not known to give the stake away.
    left: u32,
}

/// The positions reachable from the first one, and their moves.
#[derive(Debug)]
pub(super) struct Ending {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The value of the first position without its sign, if an endgame table gives it. Every position that is analysed
    /// then has this value or its opposite, since only moves that keep it lead on.
    stake: Option<i32>,
    /// Whether all of them are there. Otherwise nothing is known of a position that is not settled.
    complete: bool,
}

/// The predecessors of each position within its layer.
struct Predecessors {
    /// The end of those of each position; they begin where those of the previous position end.
    ends: Vec<u32>,
    all: Vec<u32>,
}

/// Whether an ending may be small enough to analyse with this many moves.
pub(super) fn may_be_small(seeds: u32, houses: u32, moves: u64) -> bool {
    let mut boards: u64 = 1;
    for seed in 1..=u64::from(seeds) {
        boards = boards.saturating_mul(u64::from(houses) + seed) / seed;
        if boards > moves.saturating_mul(BOARDS_PER_MOVE) {
            return false;
        }
    }
    true
}

impl Ending {
    /// Finds and settles every reachable position, by rules without `repetition`. `None` if that takes too many moves,
    /// or the search has to stop.
    pub(super) fn explore<G: Searchable>(
        search: &mut Search<'_, G>,
        root: &G::State,
        past: History,
        mut moves: u64,
    ) -> Option<Self> {
        let node = |game: &G, state: &G::State| Node { layer: game.layer(state), ..Node::default() };
        let mut nodes = vec![node(&search.game, root)];
        let mut edges: Vec<Edge> = Vec::new();
        let mut states = vec![*root];
        let mut indexes: HashMap<Key, u32> = HashMap::from([(search.key(root), 0)]);
        let mut at = 0;
        // With an endgame table the way may be found long before every position.
        let stake = search.table_value(root).map(i32::abs);
        let mut settle_at = if stake.is_some() { FIRST_SETTLEMENT } else { usize::MAX };
        while at < nodes.len() {
            if edges.len() >= settle_at {
                settle_at *= 2;
                let end = edges.len() as u32;
                nodes[at..].iter_mut().for_each(|node| node.edges_end = end);
                let mut ending = Self { nodes, edges, stake, complete: false };
                ending.settle(&mut search.stop)?;
                if ending.nodes[0].settled.is_some() {
                    return Some(ending);
                }
                Self { nodes, edges, .. } = ending;
            }
            let state = states[at];
            let value = search.table_value(&state);
            for played in search.game.candidates(&state) {
                moves = moves.checked_sub(1)?;
                search.stop.count_node()?;
                let Some(child) = search.child(&state, played, past) else { continue };
                let known = if child.continues() {
                    search.known_value(&child)
                } else {
                    Some(search.child_bounds(&child).lower())
                };
                // A known value needs no analysis, unless the move keeps the value without leaving the layer.
                let leads_on = known.is_none() || known == value && search.game.layer(&child.state) == nodes[at].layer;
                let to = (child.continues() && leads_on).then(|| {
                    *indexes.entry(search.key(&child.state)).or_insert_with(|| {
                        nodes.push(node(&search.game, &child.state));
                        states.push(child.state);
                        nodes.len() as u32 - 1
                    })
                });
                // Without a position to follow, the move gains the value itself.
                let gained = known.filter(|_| to.is_none()).unwrap_or(child.gained);
                let edge = Edge { played, turned: child.turned, gained, to };
                // Within a layer the turn always passes; otherwise the analysis would be wrong.
                if !edge.turned && to.is_some_and(|to| nodes[to as usize].layer == nodes[at].layer) {
                    return None;
                }
                edges.push(edge);
            }
            nodes[at].edges_end = edges.len() as u32;
            at += 1;
        }
        drop((states, indexes));
        let mut ending = Self { nodes, edges, stake, complete: true };
        ending.settle(&mut search.stop)?;
        Some(ending)
    }

    /// The range of the moves of a position.
    fn moves_of(&self, at: usize) -> Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.nodes[before].edges_end as usize);
        start..self.nodes[at].edges_end as usize
    }

    fn edges(&self, at: usize) -> &[Edge] {
        &self.edges[self.moves_of(at)]
    }

    /// The position that a move leads to, if it is in the same layer.
    fn within(&self, at: usize, edge: &Edge) -> Option<usize> {
        let to = edge.to? as usize;
        (self.nodes[to].layer == self.nodes[at].layer).then_some(to)
    }

    /// Settles all positions. `None` if the search has to stop.
    fn settle(&mut self, stop: &mut Stop<'_>) -> Option<()> {
        for node in &mut self.nodes {
            (node.value, node.settled) = (0, None);
        }
        let predecessors = Predecessors::new(self);
        let mut order: Vec<(u32, u32)> =
            self.nodes.iter().zip(0..).map(|(node, at): (&Node, u32)| (node.layer, at)).collect();
        order.sort_unstable();
        let mut clock = 0;
        for layer in order.chunk_by(|(one, _), (other, _)| one == other) {
            let layer: Vec<u32> = layer.iter().map(|&(_, at)| at).collect();
            self.settle_layer(&layer, &predecessors, &mut clock, stop)?;
        }
        Some(())
    }

    /// The value of a move to the mover, once the positions of other layers are settled.
    fn move_value(&self, edge: &Edge) -> i32 {
        let Some(to) = edge.to else { return edge.gained };
        let value = self.nodes[to as usize].value;
        edge.gained + if edge.turned { -value } else { value }
    }

    fn settle_layer(
        &mut self,
        layer: &[u32],
        predecessors: &Predecessors,
        clock: &mut u32,
        stop: &mut Stop<'_>,
    ) -> Option<()> {
        let mut stake = 0;
        for at in layer.iter().map(|&at| at as usize) {
            let mut exit = None;
            let mut left = 0;
            for edge in self.edges(at) {
                if self.within(at, edge).is_some() {
                    left += 1;
                } else {
                    exit = exit.max(Some(self.move_value(edge)));
                }
            }
            stop.count_steps(1 + self.edges(at).len())?;
            stake = exit.map_or(stake, |exit| stake.max(exit.abs()));
            (self.nodes[at].exit, self.nodes[at].left) = (exit, left);
        }
        // Before all positions are there, a lower stake could be settled although the known one can be had.
        let stakes = self.stake.map_or(1..=stake, |known| known.max(1)..=known);
        for stake in stakes.rev() {
            let mut queue: Vec<u32> = Vec::new();
            for at in layer.iter().map(|&at| at as usize) {
                stop.count_steps(1)?;
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
                let earlier = predecessors.of(at as usize);
                stop.count_steps(1 + earlier.len())?;
                for earlier in earlier.iter().map(|&earlier| earlier as usize) {
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

    /// The value of a move of the first position, and the best play from it of at most `most` moves; `None` if unknown.
    pub(super) fn best_play(&self, played: Move, most: usize) -> Option<(i32, Vec<Move>)> {
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
            // A winner follows the position settled first, which leads to an end.
            let settled = |edge: &&Edge| match edge.to.map(|to| &self.nodes[to as usize]) {
                Some(next) if next.layer == node.layer => next.settled.map_or(u32::MAX, |settled| settled + 1),
                Some(_) | None => 0,
            };
            let best =
                self.edges(to as usize).iter().filter(|edge| self.move_value(edge) == node.value).min_by_key(settled);
            let Some(best) = best else { break };
            line.push(best.played);
            at = best.to;
        }
        Some((self.move_value(first), line))
    }

    /// A measure of how far a move of the first position is from its goal, to choose among moves of equal value.
    pub(super) fn distance(&self, played: Move) -> u32 {
        let to = self.edges(0).iter().find(|edge| edge.played == played).and_then(|edge| edge.to);
        let next = to.map(|to| &self.nodes[to as usize]).filter(|next| next.layer == self.nodes[0].layer);
        next.map_or(0, |next| next.settled.map_or(u32::MAX, |settled| settled + 1))
    }
}

impl Predecessors {
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
            // The start of each, until its entries are written.
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
    use std::cell::Cell;

    use super::*;
    use crate::search::{Interrupt, Limits, Request, StoppedBy, TranspositionTable};
    use ayla_rules::Line;
    use ayla_test_games::read;

    #[test]
    fn the_analysis_stops_when_the_search_has_to() {
        let line = read("awale 101010/010101 20/22 s");
        let Line::Awale(path) = &line else { unreachable!() };
        let cancelled = Cell::new(None);
        let mut table = TranspositionTable::default();
        let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
        let request = Request { limits, interrupt: &|| cancelled.get(), ..Request::new(&line) };
        let (mut search, past) = Search::new(path.game, &[], Stop::new(&request), table.begin(0), None, 0);
        let ending = Ending::explore(&mut search, &path.state, past, MOST_MOVES);
        let mut ending = ending.expect("small enough");
        assert_eq!(ending.settle(&mut search.stop), Some(()));
        cancelled.set(Some(Interrupt::Cancelled));
        assert_eq!(ending.settle(&mut search.stop), None);
        assert_eq!(search.stop.reason, Some(StoppedBy::Cancelled));
    }
}

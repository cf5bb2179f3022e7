//! Endings small enough to be seen whole: every position that can be reached, valued backwards (C-10).
//!
//! Alpha-beta may go round in such endings without a proof. Here the positions are taken layer by layer, fewest seeds
//! first, so that a move out of a layer leads to a value already known. Within a layer it is settled from the highest
//! stake down who can force that much: a player with a move that wins it, or to a position that loses it, wins it; one
//! whose every move gives it away loses it. What is settled for no stake goes round for ever, or comes to nothing: 0.

use std::collections::HashMap;

use super::alpha_beta::{Past, Search};
use super::searchable::{Key, Searchable};
use crate::game::Move;

/// The most moves that are made to see an ending whole.
pub(super) const MOST_MOVES: u64 = 100_000;
/// An ending is looked at when all the boards with so few seeds are no more than this, for each move that may be made.
const BOARDS_PER_MOVE: u64 = 8;

/// A move in an ending.
#[derive(Copy, Clone, Debug)]
struct Edge {
    played: Move,
    turned: bool,
    gained: i32,
    /// The position it leads to; none when the game is over.
    to: Option<u32>,
}

/// A position, and what has been settled about it.
#[derive(Clone, Debug)]
struct Node<S> {
    state: S,
    layer: u32,
    edges: Vec<Edge>,
    value: i32,
    /// When it was settled: later than what its value follows from. None while it is not.
    settled: Option<u32>,
    /// The best of the moves out of the layer.
    exit: Option<i32>,
    /// Moves within the layer that are not known to give the stake away.
    left: u32,
}

/// Every position that can be reached from one, the first.
#[derive(Debug)]
pub(super) struct Ending<S> {
    nodes: Vec<Node<S>>,
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

impl<S: Copy> Ending<S> {
    /// Finds every position that can be reached: none when that takes too many moves, or the search has to stop. For
    /// rules without `repetition`.
    pub(super) fn explore<G: Searchable<State = S>>(
        search: &mut Search<'_, G>,
        root: &S,
        past: Past,
        mut moves: u64,
    ) -> Option<Self> {
        let node = |game: &G, state: &S| Node {
            state: *state,
            layer: game.layer(state),
            edges: Vec::new(),
            value: 0,
            settled: None,
            exit: None,
            left: 0,
        };
        let mut nodes = vec![node(&search.game, root)];
        let mut known: HashMap<Key, u32> = HashMap::from([(search.key(root), 0)]);
        let mut at = 0;
        while at < nodes.len() {
            let state = nodes[at].state;
            for played in search.game.candidates(&state) {
                moves = moves.checked_sub(1)?;
                search.stop.spend()?;
                let Some(child) = search.child(&state, played, past) else { continue };
                let to = child.goes_on().then(|| {
                    *known.entry(search.key(&child.state)).or_insert_with(|| {
                        nodes.push(node(&search.game, &child.state));
                        nodes.len() as u32 - 1
                    })
                });
                // Of a game that is over the value itself is gained.
                let gained = if to.is_some() { child.gained } else { child.claim.low.tight };
                let edge = Edge { played, turned: child.turned, gained, to };
                // Within a layer the turn always passes; were it not so, nothing is claimed.
                if !edge.turned && to.is_some_and(|to| nodes[to as usize].layer == nodes[at].layer) {
                    return None;
                }
                nodes[at].edges.push(edge);
            }
            at += 1;
        }
        let mut ending = Self { nodes };
        ending.settle();
        Some(ending)
    }

    fn settle(&mut self) {
        let mut order: Vec<(u32, usize)> = self.nodes.iter().enumerate().map(|(at, node)| (node.layer, at)).collect();
        order.sort_unstable();
        let mut clock = 0;
        for layer in order.chunk_by(|(one, _), (other, _)| one == other) {
            let layer: Vec<usize> = layer.iter().map(|&(_, at)| at).collect();
            self.settle_layer(&layer, &mut clock);
        }
    }

    /// What a move brings the mover, all positions out of the layer being settled.
    fn worth(&self, edge: &Edge) -> i32 {
        let Some(to) = edge.to else { return edge.gained };
        let value = self.nodes[to as usize].value;
        edge.gained + if edge.turned { -value } else { value }
    }

    fn settle_layer(&mut self, layer: &[usize], clock: &mut u32) {
        let mut before: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut stake = 0;
        for &at in layer {
            let within = |to: u32| self.nodes[to as usize].layer == self.nodes[at].layer;
            let (mut exit, mut left) = (None, 0);
            for edge in &self.nodes[at].edges {
                if let Some(to) = edge.to.filter(|&to| within(to)) {
                    before.entry(to as usize).or_default().push(at);
                    left += 1;
                } else {
                    exit = exit.max(Some(self.worth(edge)));
                }
            }
            stake = exit.map_or(stake, |exit| stake.max(exit.abs()));
            (self.nodes[at].exit, self.nodes[at].left) = (exit, left);
        }
        for stake in (1..=stake).rev() {
            let mut queue: Vec<usize> = Vec::new();
            for &at in layer {
                if self.nodes[at].exit >= Some(stake) {
                    self.mark(at, stake, clock, &mut queue);
                } else if self.nodes[at].gives_away(stake) {
                    self.mark(at, -stake, clock, &mut queue);
                }
            }
            let mut next = 0;
            while let Some(&at) = queue.get(next) {
                next += 1;
                let won = self.nodes[at].value > 0;
                for &earlier in before.get(&at).into_iter().flatten() {
                    if !won {
                        self.mark(earlier, stake, clock, &mut queue);
                        continue;
                    }
                    self.nodes[earlier].left -= 1;
                    if self.nodes[earlier].gives_away(stake) {
                        self.mark(earlier, -stake, clock, &mut queue);
                    }
                }
            }
        }
    }

    /// Settles a position, if it is not settled yet.
    fn mark(&mut self, at: usize, value: i32, clock: &mut u32, queue: &mut Vec<usize>) {
        let node = &mut self.nodes[at];
        if node.settled.is_none() {
            node.value = value;
            node.settled = Some(*clock);
            *clock += 1;
            queue.push(at);
        }
    }

    /// What a move of the first position brings, and the best play from it on.
    pub(super) fn answer(&self, played: Move, most: usize) -> Option<(i32, Vec<Move>)> {
        let first = self.nodes[0].edges.iter().find(|edge| edge.played == played)?;
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
            let best = node.edges.iter().filter(|edge| self.worth(edge) == node.value).min_by_key(settled);
            let Some(best) = best else { break };
            line.push(best.played);
            at = best.to;
        }
        Some((self.worth(first), line))
    }

    /// How soon a move of the first position comes to its end: to choose among moves that are worth the same.
    pub(super) fn haste(&self, played: Move) -> u32 {
        let to = self.nodes[0].edges.iter().find(|edge| edge.played == played).and_then(|edge| edge.to);
        let next = to.map(|to| &self.nodes[to as usize]).filter(|next| next.layer == self.nodes[0].layer);
        next.map_or(0, |next| next.settled.map_or(u32::MAX, |settled| settled + 1))
    }
}

impl<S> Node<S> {
    /// Whether every move loses the stake.
    fn gives_away(&self, stake: i32) -> bool {
        self.left == 0 && self.exit.is_none_or(|exit| exit <= -stake) && !(self.edges.is_empty())
    }
}

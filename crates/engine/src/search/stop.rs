//! The limits of a search, counted down as it runs.

use std::time::Duration;

use super::{DEFAULT_NODES, Interrupt, Limits, Request, StoppedBy};

/// Nodes between two calls of the caller's interrupt. A node may be a sowing of 10,000 laps, which takes a tenth of a
/// millisecond.
const POLL: u64 = 64;
/// Steps of work without a move, each a few nanoseconds, that count as one node.
const STEPS: u32 = 64;

/// The most nodes of a search with these limits.
pub(super) fn most_nodes(limits: &Limits) -> u64 {
    let unlimited = limits.depth.is_none() && limits.time.is_none();
    limits.nodes.unwrap_or(if unlimited { DEFAULT_NODES } else { u64::MAX })
}

/// The number of nodes to size the transposition table for: as many as the limits allow and as there is time for.
/// Taking more memory from the system than is used would cost a good part of a short search.
pub(super) fn expected_nodes(limits: &Limits) -> u64 {
    /// Ten million a second.
    const PER_MICROSECOND: u64 = 10;
    let in_time = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX).saturating_mul(PER_MICROSECOND);
    most_nodes(limits).min(limits.time.map_or(u64::MAX, in_time))
}

/// Counts nodes, and says when the search has to stop. Once it has to, every method that can fail returns `None`.
pub(super) struct Stop<'a> {
    /// Nodes made so far.
    pub(super) nodes: u64,
    most: u64,
    interrupt: &'a dyn Fn() -> Option<Interrupt>,
    /// The reason to stop, if there is one.
    pub(super) reason: Option<StoppedBy>,
    /// Steps since the last poll.
    steps: u32,
}

impl<'a> Stop<'a> {
    pub(super) fn new(request: &Request<'a>) -> Self {
        let most = most_nodes(&request.limits);
        Self { nodes: 0, most, interrupt: request.interrupt, reason: None, steps: 0 }
    }

    /// Counts one node, if one more is allowed.
    #[inline]
    pub(super) fn count_node(&mut self) -> Option<()> {
        if self.reason.is_some() {
            return None;
        }
        if self.nodes >= self.most {
            self.reason = Some(StoppedBy::Nodes);
            return None;
        }
        if self.nodes.is_multiple_of(POLL) {
            self.poll()?;
        }
        self.nodes += 1;
        Some(())
    }

    pub(super) fn add_nodes(&mut self, nodes: u64) -> Option<()> {
        self.nodes += nodes;
        self.poll()
    }

    /// Counts steps of work that make no move.
    #[inline]
    pub(super) fn count_steps(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.steps >= POLL as u32 * STEPS {
            self.steps = 0;
            self.poll()?;
        }
        Some(())
    }

    #[cold]
    fn poll(&mut self) -> Option<()> {
        if let Some(interrupt) = (self.interrupt)() {
            self.reason = Some(match interrupt {
                Interrupt::Time => StoppedBy::Time,
                Interrupt::Cancelled => StoppedBy::Cancelled,
            });
        }
        if self.reason.is_some() { None } else { Some(()) }
    }

    pub(super) const fn nodes_left(&self) -> u64 {
        self.most.saturating_sub(self.nodes)
    }
}

//! When to stop: the limits as they are spent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{DEFAULT_NODES, Limits, StoppedBy};

/// How many nodes lie between two looks at the clock and the caller. A node may be a sowing of 10,000 laps, which takes
/// a tenth of a millisecond.
const POLL: u64 = 64;
/// How many smaller steps, each a few nanoseconds, are as good as a node.
const STEPS: u32 = 64;

/// The most nodes of a search with these limits.
pub(super) fn most_nodes(limits: &Limits) -> u64 {
    let unlimited = limits.depth.is_none() && limits.deadline.is_none();
    limits.nodes.unwrap_or(if unlimited { DEFAULT_NODES } else { u64::MAX })
}

/// About as many nodes as a search with these limits makes, for the memory that it is worth: as many as it may, and as
/// there is time for. Taking more memory from the system than is of use would cost a good part of a short search.
pub(super) fn likely_nodes(limits: &Limits) -> u64 {
    /// Ten million a second.
    const IN_A_MICROSECOND: u64 = 10;
    let in_time = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX).saturating_mul(IN_A_MICROSECOND);
    most_nodes(limits).min(limits.time.map_or(u64::MAX, in_time))
}

/// Counts the moves made, and says when to stop.
#[derive(Debug)]
pub(super) struct Stop<'a> {
    nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    cancel: &'a AtomicBool,
    reason: Option<StoppedBy>,
    /// Steps since the last look.
    steps: u32,
}

impl<'a> Stop<'a> {
    pub(super) fn new(limits: &Limits, cancel: &'a AtomicBool) -> Self {
        let most = most_nodes(limits);
        Self { nodes: 0, most, deadline: limits.deadline, cancel, reason: None, steps: 0 }
    }

    /// Asks for one more node: none once the search has to stop.
    #[inline]
    pub(super) fn spend(&mut self) -> Option<()> {
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

    /// One node more that is made whatever the limits.
    pub(super) const fn overspend(&mut self) {
        self.nodes += 1;
    }

    /// Counts nodes that were made elsewhere: none once the search has to stop.
    pub(super) fn charge(&mut self, nodes: u64) -> Option<()> {
        self.nodes += nodes;
        self.poll()
    }

    /// Set by the caller to stop the search.
    pub(super) const fn cancel(&self) -> &'a AtomicBool {
        self.cancel
    }

    /// Work that makes no move, so many steps of it: none once the search has to stop.
    #[inline]
    pub(super) fn step(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.steps >= POLL as u32 * STEPS {
            self.steps = 0;
            self.poll()?;
        }
        Some(())
    }

    /// Looks at the clock and the caller.
    #[cold]
    fn poll(&mut self) -> Option<()> {
        if self.cancel.load(Ordering::Relaxed) {
            self.reason = Some(StoppedBy::Cancelled);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.reason = Some(StoppedBy::Time);
        }
        if self.reason.is_some() { None } else { Some(()) }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many more there can be.
    pub(super) const fn left(&self) -> u64 {
        self.most.saturating_sub(self.nodes)
    }

    /// What stopped the search, if anything has.
    pub(super) const fn reason(&self) -> Option<StoppedBy> {
        self.reason
    }
}

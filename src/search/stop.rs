//! When to stop: the limits as they are spent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::{DEFAULT_NODES, Limits, StoppedBy};

/// How many nodes lie between two looks at the clock and the caller.
const POLL: u64 = 256;

/// Counts the moves made, and says when to stop.
#[derive(Debug)]
pub(super) struct Stop<'a> {
    nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    cancel: &'a AtomicBool,
    reason: Option<StoppedBy>,
}

impl<'a> Stop<'a> {
    pub(super) fn new(limits: &Limits, cancel: &'a AtomicBool) -> Self {
        let unlimited = limits.depth.is_none() && limits.deadline.is_none();
        let most = limits.nodes.unwrap_or(if unlimited { DEFAULT_NODES } else { u64::MAX });
        Self { nodes: 0, most, deadline: limits.deadline, cancel, reason: None }
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

    /// The most nodes there can be.
    pub(super) const fn most(&self) -> u64 {
        self.most
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

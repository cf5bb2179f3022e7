//! How many lines of one kind are logged in a second.

use std::sync::atomic::{AtomicU32, Ordering};

/// The most lines of one kind per second. The number of lines left out is logged.
const MAX_LINES: u32 = 50;

/// The number of lines of one kind in this second.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    logged: AtomicU32,
    left_out: AtomicU32,
}

impl Budget {
    /// Counts a line, and returns whether it is within the budget.
    pub(crate) fn allows(&self) -> bool {
        let allows = self.logged.load(Ordering::Relaxed) < MAX_LINES;
        let count = if allows { &self.logged } else { &self.left_out };
        count.fetch_add(1, Ordering::Relaxed);
        allows
    }

    /// Begins a new second, and returns the number of lines left out in the last one.
    pub(crate) fn renew(&self) -> u32 {
        self.logged.store(0, Ordering::Relaxed);
        self.left_out.swap(0, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_second_has_its_own_budget() {
        let budget = Budget::default();
        let logged = (0..1_000).filter(|_| budget.allows()).count();
        assert_eq!(logged, MAX_LINES as usize);
        assert_eq!(budget.renew(), 1_000 - MAX_LINES);
        assert!(budget.allows());
        assert_eq!(budget.renew(), 0);
    }
}

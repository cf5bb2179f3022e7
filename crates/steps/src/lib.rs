//! The measure of work: steps, counted where the work is done. This crate knows nothing of mancala, clocks or callers.
//!
//! The loops of the rules, the records, the texts and the pictures [`count`] what they do, in steps of about ten nanoseconds each;
//! [`weights`] has the number of steps of each kind of work. Whoever begins work says how much it may be: [`within`] a number of
//! steps, or until something [interrupts](interruptible) it. Work that has come to its end is told by [`has_to_stop`]. It then
//! returns as soon as it can, with any result: the result is thrown away, so that no loop needs an error for being stopped.
//!
//! The count belongs to the thread, as the cooperative budget of Tokio does, so that no function can be given its input without it.
//! Work whose steps nobody asked for is counted, and never has to stop.
//!
//! ```
//! use ayla_steps::{count, has_to_stop, within};
//!
//! let sum = |numbers: u64| {
//!     let mut sum = 0;
//!     for number in 0..numbers {
//!         count(1);
//!         if has_to_stop() {
//!             break;
//!         }
//!         sum += number;
//!     }
//!     sum
//! };
//! assert_eq!(within(100, || sum(5)).result, Some(10));
//! let stopped = within(100, || sum(1_000));
//! assert_eq!((stopped.result, stopped.steps), (None, 101));
//! ```

pub mod weights;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The steps of interruptible work between two questions whether it has to stop: about a tenth of a millisecond.
const BETWEEN: u64 = 10_000;

/// Says whether the work of a thread has to stop.
type Interrupt = Rc<dyn Fn() -> bool>;

thread_local! {
    /// The steps counted on this thread.
    static COUNTED: Cell<u64> = const { Cell::new(0) };
    /// The count at which the thread is to ask whether it has to stop.
    static ASKS_AT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Whether the work has to stop.
    static IS_OVER: Cell<bool> = const { Cell::new(false) };
    /// What says so; none for work that has a number of steps.
    static INTERRUPT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// What became of work, and how much it was.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outcome<T> {
    /// The result; none if the work had to stop.
    pub result: Option<T>,
    /// The steps that were counted.
    pub steps: u64,
}

/// Counts steps of work that was just done, or is about to be done.
#[inline]
pub fn count(steps: u64) {
    let counted = COUNTED.get().wrapping_add(steps);
    COUNTED.set(counted);
    if counted >= ASKS_AT.get() {
        ask(counted);
    }
}

/// Returns whether the work of this thread has to stop: nobody wants its result any more.
#[inline]
pub fn has_to_stop() -> bool {
    IS_OVER.get()
}

/// Does work of at most this many steps.
pub fn within<T>(steps: u64, work: impl FnOnce() -> T) -> Outcome<T> {
    run(steps.saturating_add(1), None, work)
}

/// Does work until `interrupt`, which is asked about every tenth of a millisecond, returns true.
pub fn interruptible<T>(interrupt: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> Outcome<T> {
    run(BETWEEN, Some(Rc::new(interrupt)), work)
}

#[cold]
fn ask(counted: u64) {
    // Cloned, so that nothing is borrowed while it is asked.
    let interrupt = INTERRUPT.with_borrow(Clone::clone);
    let is_over = interrupt.is_none_or(|interrupt| interrupt());
    IS_OVER.set(is_over);
    ASKS_AT.set(if is_over { u64::MAX } else { counted + BETWEEN });
}

fn run<T>(first: u64, interrupt: Option<Interrupt>, work: impl FnOnce() -> T) -> Outcome<T> {
    let begun = COUNTED.get();
    let before = Before {
        asks_at: ASKS_AT.replace(begun.saturating_add(first)),
        is_over: IS_OVER.replace(false),
        interrupt: INTERRUPT.replace(interrupt),
    };
    let result = work();
    let steps = COUNTED.get().wrapping_sub(begun);
    let is_over = IS_OVER.get();
    drop(before);
    Outcome { result: (!is_over).then_some(result), steps }
}

/// What held for the thread before, and holds again when this is dropped, also by a panic.
struct Before {
    asks_at: u64,
    is_over: bool,
    interrupt: Option<Interrupt>,
}

impl Drop for Before {
    fn drop(&mut self) {
        ASKS_AT.set(self.asks_at);
        IS_OVER.set(self.is_over);
        // Dropped outside: it may be the last owner of what it asks.
        drop(INTERRUPT.replace(self.interrupt.take()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_nobody_limits_goes_on() {
        count(u64::MAX / 2);
        assert!(!has_to_stop());
    }

    #[test]
    fn work_within_its_steps_has_a_result() {
        let outcome = within(10, || count(10));
        assert_eq!(outcome, Outcome { result: Some(()), steps: 10 });
        let outcome = within(10, || {
            count(11);
            assert!(has_to_stop());
        });
        assert_eq!(outcome, Outcome { result: None, steps: 11 });
        assert!(!has_to_stop());
    }

    #[test]
    fn an_interrupt_is_asked_about_every_ten_thousand_steps() {
        let asked = Rc::new(Cell::new(0));
        let own = Rc::clone(&asked);
        let interrupt = move || {
            own.set(own.get() + 1);
            own.get() == 3
        };
        let outcome = interruptible(interrupt, || {
            while !has_to_stop() {
                count(100);
            }
        });
        assert_eq!((outcome.result, outcome.steps, asked.get()), (None, 3 * BETWEEN, 3));
        assert_eq!(Rc::strong_count(&asked), 1, "what interrupts is given back");
    }

    #[test]
    fn work_within_work_has_its_own_end() {
        let outcome = within(100, || {
            let inner = within(10, || count(50));
            assert_eq!((inner.result, has_to_stop()), (None, false));
            count(51);
        });
        assert_eq!((outcome.result, outcome.steps), (None, 101));
    }

    #[test]
    fn a_panic_leaves_nothing_behind() {
        let panicked = std::panic::catch_unwind(|| {
            within(10, || {
                count(20);
                panic!("on purpose")
            })
        });
        assert!(panicked.is_err() && !has_to_stop());
        assert_eq!(ASKS_AT.get(), u64::MAX);
    }
}

//! The measure of work: steps, counted where the work is done. This crate knows nothing of mancala, clocks or callers.
//!
//! The loops of the rules, the records, the texts and the pictures [`count`] what they do, in steps of about ten
//! nanoseconds each; [`weights`] has the number of steps of each kind of work. Whoever begins work says how much it may
//! be: [`within`] a number of steps, or until something [interrupts](interruptible) it. [`has_to_stop`] returns whether
//! it has reached that bound. It then returns as soon as it can, with any result, which is discarded: no loop needs an
//! error for being stopped.
//!
//! The count belongs to the thread, as the cooperative budget of Tokio does, so it needs no parameter, and no function
//! can avoid it. Work outside of [`within`] and [`interruptible`] is counted, and never has to stop.
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
    /// The count from which on the thread looks whether it has to stop.
    static LOOKS_AT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Whether the work has to stop.
    static IS_OVER: Cell<bool> = const { Cell::new(false) };
    /// What the work has to keep within.
    static BOUNDS: RefCell<Bounds> = const { RefCell::new(Bounds { limit: u64::MAX, interrupt: None, is_interrupted: false }) };
}

/// What work has to keep within.
#[derive(Clone)]
struct Bounds {
    /// The count at which the work is over.
    limit: u64,
    /// What is asked whether the work has to stop.
    interrupt: Option<Interrupt>,
    /// Whether it had to.
    is_interrupted: bool,
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
    let counted = COUNTED.get().saturating_add(steps);
    COUNTED.set(counted);
    if counted >= LOOKS_AT.get() {
        check_bounds(counted);
    }
}

/// Returns whether the work of this thread has to stop: nobody wants its result any more.
#[inline]
pub fn has_to_stop() -> bool {
    IS_OVER.get()
}

/// Does work of at most this many steps. Work around it has its own bounds, which hold for this work too.
pub fn within<T>(steps: u64, work: impl FnOnce() -> T) -> Outcome<T> {
    let around = BOUNDS.with_borrow(Clone::clone);
    let limit = COUNTED.get().saturating_add(steps).saturating_add(1);
    run(Bounds { limit: limit.min(around.limit), ..around }, work)
}

/// Does work until `interrupt`, which is asked about every tenth of a millisecond, returns true. Bounds of work around
/// it do not hold meanwhile.
pub fn interruptible<T>(interrupt: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> Outcome<T> {
    run(Bounds { limit: u64::MAX, interrupt: Some(Rc::new(interrupt)), is_interrupted: false }, work)
}

/// Asks whether the work has to stop, and sets when to ask again.
#[cold]
fn check_bounds(counted: u64) {
    let bounds = BOUNDS.with_borrow(Clone::clone);
    // The bounds are not borrowed during the call.
    let is_interrupted = bounds.is_interrupted || bounds.interrupt.is_some_and(|interrupt| interrupt());
    BOUNDS.with_borrow_mut(|bounds| bounds.is_interrupted = is_interrupted);
    IS_OVER.set(is_interrupted || counted >= bounds.limit);
    look_later(counted);
}

/// Sets the count from which on the thread looks again.
fn look_later(counted: u64) {
    let (limit, asks) = BOUNDS.with_borrow(|bounds| (bounds.limit, bounds.interrupt.is_some()));
    let next = if asks { counted.saturating_add(BETWEEN) } else { u64::MAX };
    LOOKS_AT.set(if IS_OVER.get() { u64::MAX } else { next.min(limit) });
}

fn run<T>(bounds: Bounds, work: impl FnOnce() -> T) -> Outcome<T> {
    let around = Around::of(bounds);
    let result = work();
    let (steps, is_over) = around.end();
    Outcome { result: (!is_over).then_some(result), steps }
}

/// The bounds of the work around, which hold again when this is dropped, also by a panic.
struct Around {
    bounds: Option<Bounds>,
    is_over: bool,
    /// The count at which the work began.
    begun: u64,
}

impl Around {
    /// Begins work with these bounds.
    fn of(bounds: Bounds) -> Self {
        let begun = COUNTED.get();
        let around = Self { bounds: Some(BOUNDS.replace(bounds)), is_over: IS_OVER.get(), begun };
        look_later(begun);
        around
    }

    /// Ends the work, and returns its steps, and whether it had to stop.
    fn end(self) -> (u64, bool) {
        (COUNTED.get() - self.begun, IS_OVER.get())
    }
}

impl Drop for Around {
    fn drop(&mut self) {
        let Some(mut bounds) = self.bounds.take() else { return };
        let limit = bounds.limit;
        // What interrupts inner work also interrupts the work around it.
        let is_within = BOUNDS.with_borrow(|within| bounds.interrupt.is_some() && within.is_interrupted);
        bounds.is_interrupted |= is_within;
        IS_OVER.set(self.is_over || bounds.is_interrupted || COUNTED.get() >= limit);
        // Dropped outside: it may be the last owner of what it asks.
        drop(BOUNDS.replace(bounds));
        look_later(COUNTED.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_nobody_limits_goes_on() {
        count(u64::MAX / 2);
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
        let outcome = within(100, || {
            let inner = within(1_000, || count(101));
            assert_eq!((inner.result, has_to_stop()), (None, true), "the bounds around it hold too");
        });
        assert_eq!(outcome.result, None);
    }

    #[test]
    fn an_interrupt_holds_for_work_within_work() {
        let outcome = interruptible(
            || true,
            || {
                let inner = within(u64::MAX / 4, || count(2 * BETWEEN));
                assert_eq!((inner.result, has_to_stop()), (None, true));
            },
        );
        assert_eq!(outcome.result, None);
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
        assert_eq!(LOOKS_AT.get(), u64::MAX);
    }
}

//! Progress of long work on standard error: a bar on a terminal, and a line at intervals elsewhere.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The progress of some work, shown until this is dropped.
#[derive(Debug)]
pub struct Progress {
    /// Hidden without a terminal.
    bar: ProgressBar,
    /// The unit of the total, if the total is known.
    unit: &'static str,
    /// The interval of lines without a terminal.
    interval: Duration,
    last_line: Mutex<Instant>,
}

impl Progress {
    /// The progress of work with a known total, such as 200 `games`. Without a terminal it is a line at each interval.
    pub fn with_total(total: u64, unit: &'static str, interval: Duration) -> Self {
        Self::new(ProgressBar::new(total), "{percent:>3}% {bar:20} {eta} left; {wide_msg}", unit, interval)
    }

    /// The progress of work with an unknown total.
    pub fn without_total(interval: Duration) -> Self {
        Self::new(ProgressBar::no_length(), "{wide_msg}", "", interval)
    }

    fn new(bar: ProgressBar, template: &str, unit: &'static str, interval: Duration) -> Self {
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Self { bar: bar.with_style(style), unit, interval, last_line: Mutex::new(Instant::now()) }
    }

    /// Sets the message shown with the progress.
    pub fn set_message(&self, message: impl ToString) {
        self.bar.set_message(message.to_string());
    }

    /// Sets the amount that is done.
    pub fn set_done(&self, done: u64) {
        self.bar.set_position(done);
        let mut last_line = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() && last_line.elapsed() >= self.interval {
            *last_line = Instant::now();
            let unit = self.unit;
            let message = self.bar.message();
            crate::report(&match self.bar.length() {
                Some(total) => format!("{done} of {total} {unit}, {} s left; {message}", self.bar.eta().as_secs()),
                None => message,
            });
        }
    }

    /// Prints a line above the bar.
    pub fn print(&self, message: &str) {
        self.bar.suspend(|| crate::report(message));
    }

    /// Prints a line if there is no bar.
    pub fn print_without_bar(&self, message: &str) {
        if self.bar.is_hidden() {
            crate::report(message);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

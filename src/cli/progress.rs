//! How far long work is, on standard error: a line that changes on a terminal, and elsewhere one now and then.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// What is told of some work, until this is dropped.
#[derive(Debug)]
pub struct Progress {
    /// Hidden where there is no terminal.
    bar: ProgressBar,
    /// What its parts are called, where their number is known.
    parts: &'static str,
    /// How often there is a line where there is no terminal, and when the last was.
    every: Duration,
    told: Mutex<Instant>,
}

impl Progress {
    /// Of work that has so many parts.
    pub fn of(all: u64, parts: &'static str, every: Duration) -> Self {
        Self::new(ProgressBar::new(all), "{percent:>3}% {bar:20} {eta} left; {wide_msg}", parts, every)
    }

    /// Of work that nobody knows the end of.
    pub fn endless(every: Duration) -> Self {
        Self::new(ProgressBar::no_length(), "{wide_msg}", "", every)
    }

    fn new(bar: ProgressBar, template: &str, parts: &'static str, every: Duration) -> Self {
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Self { bar: bar.with_style(style), parts, every, told: Mutex::new(Instant::now()) }
    }

    /// What there is to say of it now.
    pub fn about(&self, message: impl ToString) {
        self.bar.set_message(message.to_string());
    }

    /// So much is done.
    pub fn reach(&self, done: u64) {
        self.bar.set_position(done);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() && told.elapsed() >= self.every {
            *told = Instant::now();
            let (parts, message) = (self.parts, self.bar.message());
            super::say(&match self.bar.length() {
                Some(all) => format!("{done} of {all} {parts}, {} s left; {message}", self.bar.eta().as_secs()),
                None => message,
            });
        }
    }

    /// Something that is to be read later too.
    pub fn say(&self, what: &str) {
        self.bar.suspend(|| super::say(what));
    }

    /// What a terminal shows by itself.
    pub fn note(&self, what: &str) {
        if self.bar.is_hidden() {
            super::say(what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

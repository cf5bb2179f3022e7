//! Tables of times, and whether these are within their bounds.

use std::time::Duration;

/// The most that a figure may be with `--check`, in bounds. The service of a debug build is not optimised, and takes
/// several times as long.
const TOLERANCE: u32 = if cfg!(debug_assertions) { 10 } else { 3 };

/// The tables printed so far.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The names of the rows with a figure beyond its tolerance.
    exceeded: Vec<String>,
}

impl Report {
    /// Begins a table: prints the heads of its columns, the first of them aligned to the left.
    pub(crate) fn table(&self, heads: &[&str]) {
        println!("\n| {} |\n|---|{}", heads.join(" | "), "--:|".repeat(heads.len() - 1));
    }

    /// Prints a row: its name, other figures, the median and the 99th percentile with their intervals, the longest
    /// time, and the bound, which holds for this percentile, if there is one.
    pub(crate) fn row(
        &mut self,
        name: &str,
        figures: &[usize],
        times: &Times,
        percent: usize,
        bound_ms: impl Into<Option<u64>>,
    ) {
        let [median, most, longest] = [50, 99, 100].map(|percent| times.written(percent));
        let figures: String = figures.iter().map(|figure| format!(" {figure} |")).collect();
        let bound_ms = bound_ms.into();
        let bound = bound_ms.map(|bound| format!("{bound} ms")).unwrap_or_default();
        println!("| {name} |{figures} {median} | {most} | {longest} | {bound} |");
        let is_kept = |bound| times.percentile(percent) <= TOLERANCE * Duration::from_millis(bound);
        self.expect(name, bound_ms.is_none_or(is_kept));
    }

    /// Prints a row of an amount of memory in the column of the longest time, and its bound.
    pub(crate) fn memory(&mut self, name: &str, bytes: u64, bound: u64) {
        let [shown, most] = [bytes, bound].map(|bytes| bytes >> 20);
        println!("| {name} | | | | | | {shown} MiB | {most} MiB |");
        self.expect(name, bytes <= bound);
    }

    /// Notes whether what a row promises holds, with the tolerance of `--check`.
    pub(crate) fn expect(&mut self, name: &str, is_kept: bool) {
        if !is_kept {
            self.exceeded.push(name.to_owned());
        }
    }

    /// Whether every figure is within its tolerance. Prints the rows that have others.
    pub(crate) fn is_kept(&self) -> bool {
        for name in &self.exceeded {
            eprintln!("far from the bound: {name}");
        }
        self.exceeded.is_empty()
    }
}

/// Times in order.
#[derive(Debug)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    /// The time that this percentage of the times does not exceed; 0 without any time.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let last = self.0.len().saturating_sub(1);
        self.0.get((self.0.len() * percent / 100).min(last)).copied().unwrap_or_default()
    }

    /// A percentile in milliseconds with its 95% interval, whatever the distribution of the times: between which of
    /// them it lies follows from their number. The greatest time has none.
    fn written(&self, percent: usize) -> String {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        if self.0.is_empty() {
            return String::new();
        }
        let time = milliseconds(self.percentile(percent));
        if percent == 100 {
            return format!("{time:.2} ms");
        }
        let count = self.0.len() as f64;
        let share = percent as f64 / 100.0;
        let place = count * share;
        let margin = 1.96 * (place * (1.0 - share)).sqrt();
        let at = |place: f64| self.0.get(place as usize).map(|time| milliseconds(*time));
        let least = at(place - margin).unwrap_or(time);
        // Too few times say nothing of how much more it may be.
        let most = at(place + margin).map_or("more".to_owned(), |most| format!("{most:.2}"));
        format!("{time:.2} ms ({least:.2} to {most})")
    }
}

impl From<Vec<Duration>> for Times {
    fn from(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }
}

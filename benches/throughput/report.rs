//! The table.

use super::Settings;

/// A line of the table.
pub(crate) struct Row {
    name: String,
    ours: Spread,
    bare: Option<Spread>,
    /// The ratios of the pairs.
    ratio: Option<Spread>,
    bound: Option<Bound>,
    unit: &'static str,
}

/// The bound on a figure, or on the ratio of two.
#[derive(Copy, Clone)]
pub(crate) enum Bound {
    Least(f64),
    Most(f64),
}

/// The median of some runs, and the least and the greatest of them. Of six runs or more, these two have the median of
/// all runs between them with a probability of 97% or more, however the runs are distributed: all six are above it, or
/// all below, once in 32 times.
#[derive(Copy, Clone)]
struct Spread {
    median: f64,
    least: f64,
    greatest: f64,
}

impl Spread {
    fn new(values: &[f64]) -> Self {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self { median: median(values.to_vec()), least, greatest }
    }

    fn written(self, digits: usize, unit: &str) -> String {
        let Self { median, least, greatest } = self;
        let space = if unit.is_empty() { "" } else { " " };
        format!("{median:.digits$}{space}{unit} ({least:.digits$} to {greatest:.digits$})")
    }
}

impl Row {
    /// A figure of ours only.
    pub(crate) fn figure(name: &str, ours: &[f64], unit: &'static str, bound: Option<Bound>) -> Self {
        Self { name: name.to_owned(), ours: Spread::new(ours), bare: None, ratio: None, bound, unit }
    }

    /// A figure of both servers.
    pub(crate) fn pair(name: String, ours: &[f64], bare: &[f64], unit: &'static str, bound: Option<Bound>) -> Self {
        let ratios: Vec<_> = ours.iter().zip(bare).map(|(ours, bare)| ours / bare).collect();
        let ours = Spread::new(ours);
        let bare = Some(Spread::new(bare));
        Self { name, ours, bare, ratio: Some(Spread::new(&ratios)), bound, unit }
    }

    fn is_kept(&self) -> Option<bool> {
        let figure = self.ratio.unwrap_or(self.ours).median;
        Some(match self.bound? {
            Bound::Least(least) => figure >= least,
            Bound::Most(most) => figure <= most,
        })
    }
}

/// The value in the middle, or between the two in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}

/// Prints the table.
pub(crate) fn print(settings: &Settings, rows: &[Row]) {
    println!(
        "Ayla {}, {}. Medians of {} pairs of {} s, with the least and the greatest.\n",
        env!("CARGO_PKG_VERSION"),
        processor(),
        settings.pairs,
        settings.seconds
    );
    println!("| | Ayla | other server | ratio | bound | |");
    println!("|---|--:|--:|--:|--:|---|");
    for row in rows {
        let digits = if row.unit.is_empty() { 0 } else { 1 };
        let figure = |figure: Spread| figure.written(digits, row.unit);
        let ours = figure(row.ours);
        let bare = row.bare.map_or(String::new(), figure);
        let ratio = row.ratio.map_or(String::new(), |ratio| ratio.written(2, ""));
        let bound = match row.bound {
            Some(Bound::Least(least)) => format!("≥ {least}"),
            Some(Bound::Most(most)) => format!("≤ {most}"),
            None => String::new(),
        };
        let verdict = match row.is_kept() {
            Some(true) => "kept",
            Some(false) => "**missed**",
            None => "",
        };
        println!("| {} | {} | {} | {ratio} | {bound} | {verdict} |", row.name, ours, bare);
    }
}

/// The name of the machine's processor.
fn processor() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    model.unwrap_or("an unnamed processor").to_owned()
}

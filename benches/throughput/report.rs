//! The table.

use super::Settings;

/// A line of the table.
pub(crate) struct Row {
    name: String,
    ours: f64,
    bare: Option<f64>,
    /// The median of the ratios of the pairs.
    ratio: Option<f64>,
    bound: Option<Bound>,
    unit: &'static str,
}

/// The bound on a figure, or on the ratio of two.
#[derive(Copy, Clone)]
pub(crate) enum Bound {
    Least(f64),
    Most(f64),
}

impl Row {
    /// A figure of ours only.
    pub(crate) fn figure(name: &str, ours: f64, unit: &'static str, bound: Option<Bound>) -> Self {
        Self { name: name.to_owned(), ours, bare: None, ratio: None, bound, unit }
    }

    /// A figure of both servers.
    pub(crate) fn pair(name: String, ours: &[f64], bare: &[f64], unit: &'static str, bound: Option<Bound>) -> Self {
        let ratios = ours.iter().zip(bare).map(|(ours, bare)| ours / bare).collect();
        let ours = median(ours.to_vec());
        let bare = median(bare.to_vec());
        Self { name, ours, bare: Some(bare), ratio: Some(median(ratios)), bound, unit }
    }

    fn is_kept(&self) -> Option<bool> {
        let figure = self.ratio.unwrap_or(self.ours);
        Some(match self.bound? {
            Bound::Least(least) => figure >= least,
            Bound::Most(most) => figure <= most,
        })
    }
}

/// The value in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints the table.
pub(crate) fn print(settings: &Settings, rows: &[Row]) {
    println!(
        "Ayla {}, {}. Medians of {} pairs of {} s.\n",
        env!("CARGO_PKG_VERSION"),
        processor(),
        settings.pairs,
        settings.seconds
    );
    println!("| | Ayla | bare server | ratio | bound | |");
    println!("|---|--:|--:|--:|--:|---|");
    for row in rows {
        let digits = if row.unit.is_empty() { 0 } else { 1 };
        let figure = |figure: f64| format!("{figure:.digits$} {}", row.unit);
        let ours = figure(row.ours);
        let bare = row.bare.map_or(String::new(), figure);
        let ratio = row.ratio.map_or(String::new(), |ratio| format!("{ratio:.3}"));
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
        println!("| {} | {} | {} | {ratio} | {bound} | {verdict} |", row.name, ours.trim(), bare.trim());
    }
}

/// The name of the machine's processor.
fn processor() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    model.unwrap_or("an unnamed processor").to_owned()
}

//! A position as a board of text: the rows opposite each other, as the players sit.

use ayla_rules::{BySide, House, Side};
use unicode_width::UnicodeWidthStr;

use super::Scene;
use crate::words;

/// The narrowest board.
pub const MIN_WIDTH: u32 = 40;
/// The widest board.
pub const MAX_WIDTH: u32 = 160;
/// The width of a board that nobody asked another for.
pub const DEFAULT_WIDTH: u32 = 72;

impl Scene<'_> {
    /// The houses with their numbers, and the stores beside the names. Rows that are too long for `width` characters
    /// are folded into bands, in the order of the near row. `(0)` is the house that the last move emptied, `[0]` one
    /// that it captured.
    pub fn board(&self, width: u32) -> String {
        let houses = self.setup.south.len();
        let rows = Side::ALL.iter().flat_map(|&side| self.table(side));
        let widest = rows.chain([houses.to_string()]).map(|text| text.len()).max().unwrap_or(0);
        // A number, its marks, and a space.
        let cell = widest + 3;
        let names = BySide::from_fn(|side| self.margin(side, width as usize / 3));
        let margin = names.iter().map(|name| name.width()).max().unwrap_or(0) + 1;
        let room = (width as usize).saturating_sub(margin) / cell;
        let bands = houses.div_ceil(room.max(1));
        let band = houses.div_ceil(bands);
        let starts = (0..houses).step_by(band.max(1));
        let bands = starts.map(|start| self.band(&names, margin, cell, start + 1..=houses.min(start + band)));
        bands.collect::<Vec<_>>().join("\n")
    }

    /// The name of a side and its store, beside its row: in `most` columns, where that leaves room for a few letters.
    fn margin(&self, side: Side, most: usize) -> String {
        const FEWEST: usize = 4;
        let store = self.setup.stores.map_or_else(String::new, |stores| format!(" {}", stores[side]));
        let Some(name) = self.player(side) else {
            return self.voice.language.say(&words::side(side)) + &store;
        };
        let rest = format!(" ({}){store}", side.letter());
        words::isolated(&words::cut_to_width(&name, most.saturating_sub(rest.len() + 1).max(FEWEST))) + &rest
    }

    /// Some houses of the near row, with those opposite.
    fn band(
        &self,
        names: &BySide<String>,
        margin: usize,
        cell: usize,
        near: std::ops::RangeInclusive<usize>,
    ) -> String {
        let houses = self.setup.south.len();
        let near: Vec<usize> = near.collect();
        let far: Vec<usize> = near.iter().map(|number| houses + 1 - number).collect();
        let numbers = |numbers: &[usize]| {
            let cells = numbers.iter().map(|number| format!("{number:>width$} ", width = cell - 1));
            format!("{:margin$}{}", "", cells.collect::<String>())
        };
        let seeds = |side: Side, numbers: &[usize]| {
            let name = &names[side];
            let row = self.table(side);
            let house = |number: usize| House { side, number: number as u8 };
            let marked = numbers.iter().map(|&number| self.marked(house(number), &row[number - 1]));
            let cells = marked.map(|marked| format!("{marked:>cell$}")).collect::<String>();
            format!("{name}{}{cells}", " ".repeat(margin - name.width()))
        };
        let lines = [numbers(&far), seeds(self.near.other(), &far), seeds(self.near, &near), numbers(&near)];
        lines.iter().fold(String::new(), |text, line| text + line.trim_end() + "\n")
    }

    /// The seeds of a house, marked if the last move began there or captured there.
    fn marked(&self, house: House, seeds: &str) -> String {
        match self.last() {
            Some(last) if last.captured(house) => format!("[{seeds}]"),
            Some(last) if last.origin() == Some(house) => format!("({seeds})"),
            Some(_) | None => format!("{seeds} "),
        }
    }
}

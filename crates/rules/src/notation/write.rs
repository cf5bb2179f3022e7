//! Writing the notation: the canonical texts of positions and rules.

use std::fmt;

use crate::board::{BySide, Side};
use crate::game::GameOptions;
use crate::option::OptionSpec;
use crate::rules::Rules;
use crate::setup::{Phase, Setup};
use crate::text::write_number;

impl<R: Copy + Into<Rules>> Setup<R> {
    /// The canonical text (N-1 to N-4).
    pub fn text(&self) -> String {
        // Few positions of Awalé need more.
        let mut text = String::with_capacity(48);
        // A string takes whatever is written to it.
        let _ = self.write(&mut text);
        text
    }

    /// Writes the canonical text. Without the machinery of formatting, which takes several times as long.
    pub(crate) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.rules.into().write(false, out)?;
        out.write_char(' ')?;
        write_row(&self.south, out)?;
        out.write_char('/')?;
        write_row(&self.north, out)?;
        match self.stores {
            Some(BySide { south, north }) => {
                out.write_char(' ')?;
                write_number(south, out)?;
                out.write_char('/')?;
                write_number(north, out)?;
            }
            None => out.write_str(" -")?,
        }
        out.write_str(match self.turn {
            Side::South => " s",
            Side::North => " n",
        })?;
        out.write_str(match self.phase {
            Some(Phase::Opening) => " o",
            Some(Phase::Choice) => " c",
            Some(Phase::BearOff) => " b",
            Some(Phase::Play) | None => "",
        })?;
        if self.tuzdiks != BySide::default() {
            for (before, tuzdik) in [" tuz=", "/"].into_iter().zip(self.tuzdiks) {
                out.write_str(before)?;
                match tuzdik {
                    Some(house) => write_number(house, out)?,
                    None => out.write_char('-')?,
                }
            }
        }
        if self.has_burnt_houses() {
            for (before, numbers) in [" burnt=", "/"].into_iter().zip(self.burnt.iter()) {
                out.write_str(before)?;
                if numbers.is_empty() {
                    out.write_char('-')?;
                }
                for (index, &number) in numbers.iter().enumerate() {
                    out.write_str(if index == 0 { "" } else { "," })?;
                    write_number(number, out)?;
                }
            }
        }
        if let Some(quiet @ 1..) = self.quiet {
            out.write_str(" q")?;
            write_number(quiet, out)?;
        }
        if self.first == Some(Side::North) {
            out.write_str(" first=n")?;
        }
        if let Some(reason) = self.over {
            out.write_str(" over=")?;
            out.write_str(reason.name())?;
        }
        Ok(())
    }
}

/// The canonical text of a position (N-1 to N-4).
impl<R: Copy + Into<Rules>> fmt::Display for Setup<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

fn write_row(row: &[u32], out: &mut impl fmt::Write) -> fmt::Result {
    row.iter().try_for_each(|&seeds| match char::from_digit(seeds, 36) {
        Some(character) => out.write_char(character),
        None => write!(out, "({seeds})"),
    })
}

impl Rules {
    /// Writes the rules text: the variant and the options that differ from their defaults (N-2). With `start`, those
    /// that matter only at the start of a game are among them, and [`read_rules`](super::read_rules) reads the same
    /// rules again.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write(&self, start: bool, out: &mut impl fmt::Write) -> fmt::Result {
        by_variant!(Rules, self, options => write_options(options, start, out))
    }
}

fn write_options<O: GameOptions>(options: &O, start: bool, out: &mut impl fmt::Write) -> fmt::Result {
    let default = O::default();
    out.write_str(O::VARIANT.name())?;
    if *options == default {
        return Ok(());
    }
    let mut separator = ':';
    for OptionSpec { info, get, .. } in O::SPECS.iter().filter(|spec| start || !spec.info.start_only) {
        let value = get(options);
        if value != get(&default) {
            write!(out, "{separator}{}={value}", info.name)?;
            separator = ',';
        }
    }
    Ok(())
}

/// The canonical rules text: the variant and the options that differ from their defaults (N-2).
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(false, f)
    }
}

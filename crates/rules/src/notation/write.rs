//! Writing the notation: the canonical texts of positions and rules.

use std::fmt;

use crate::board::Side;
use crate::game::GameOptions;
use crate::option::OptionInfo;
use crate::rules::Rules;
use crate::setup::{Phase, Setup};
use crate::text::write_number;

/// The bytes that the text of a position is given room for: few of Awalé need more.
const TEXT_BYTES: usize = 48;

impl<R: Copy + Into<Rules>> Setup<R> {
    /// The canonical text (N-1 to N-4).
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(TEXT_BYTES);
        // A string takes whatever is written to it.
        let _ = self.write(&mut text);
        text
    }

    /// Writes the canonical text. Without the machinery of formatting, which takes several times as long.
    pub(crate) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.rules.into().write(out)?;
        out.write_char(' ')?;
        write_row(&self.south, out)?;
        out.write_char('/')?;
        write_row(&self.north, out)?;
        match self.stores {
            Some([south, north]) => {
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
    /// Writes the canonical rules text: the variant and the options that differ from their defaults (N-2).
    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_options(|option| !option.start_only, out)
    }

    /// Writes the rules text of a start: the canonical one with the options that matter only there, so that
    /// [`read_rules`](super::read_rules) reads the same rules again.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write_start(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_options(|_| true, out)
    }

    fn write_options(&self, which: impl Fn(&OptionInfo) -> bool, out: &mut impl fmt::Write) -> fmt::Result {
        fn write<O: GameOptions>(
            options: &O,
            which: impl Fn(&OptionInfo) -> bool,
            out: &mut impl fmt::Write,
        ) -> fmt::Result {
            let default = O::default();
            out.write_str(O::VARIANT.name())?;
            if *options == default {
                return Ok(());
            }
            let mut separator = ':';
            for spec in O::SPECS.iter().filter(|spec| which(&spec.info)) {
                let value = spec.get(options);
                if value != spec.get(&default) {
                    write!(out, "{separator}{}={value}", spec.info.name)?;
                    separator = ',';
                }
            }
            Ok(())
        }
        by_variant!(Rules, self, options => write(options, which, out))
    }
}

/// The canonical rules text: the variant and the options that differ from their defaults (N-2).
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

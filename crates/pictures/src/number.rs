//! Numbers in drawings, written without the machinery of formatting, which takes longer.

use std::fmt::{self, Write};

/// A coordinate with two decimals at most.
pub(crate) struct Number(pub(crate) f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i32;
        if hundredths < 0 {
            f.write_char('-')?;
        }
        let hundredths = hundredths.unsigned_abs();
        (hundredths / 100).fmt(f)?;
        let digit = |digit: u32| char::from(b'0' + digit as u8);
        let [tenths, rest] = [hundredths / 10 % 10, hundredths % 10];
        if tenths + rest > 0 {
            f.write_char('.')?;
            f.write_char(digit(tenths))?;
        }
        if rest > 0 { f.write_char(digit(rest)) } else { Ok(()) }
    }
}

/// A point: its coordinates with a space between them.
pub(crate) struct Point(pub(crate) f32, pub(crate) f32);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Number(self.0).fmt(f)?;
        f.write_char(' ')?;
        Number(self.1).fmt(f)
    }
}

//! Numbers in drawings.

use std::fmt;

/// A coordinate with two decimals at most.
pub(crate) struct Number(pub(crate) f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i32;
        let sign = if hundredths < 0 { "-" } else { "" };
        let whole = hundredths.abs() / 100;
        let rest = hundredths.abs() % 100;
        match rest {
            0 => write!(f, "{sign}{whole}"),
            _ if rest % 10 == 0 => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// A point: its coordinates with a space between them.
pub(crate) struct Point(pub(crate) f32, pub(crate) f32);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Number(self.0), Number(self.1))
    }
}

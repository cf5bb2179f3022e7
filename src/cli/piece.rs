//! A piece of work that is divided between processes, such as the pods of an Indexed Job.

use std::num::NonZeroU32;
use std::ops::Range;
use std::str::FromStr;

use ayla_rules::notation::quoted;
use serde::{Deserialize, Serialize};

/// The variable in which a pod of an Indexed Job finds its index, from 0.
const JOB_INDEX: &str = "JOB_COMPLETION_INDEX";

/// The number of a piece, from 1, and the number of pieces: `3/40`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// From 1 to the number of pieces.
    #[serde(rename = "piece")]
    pub number: u32,
    /// The number of pieces.
    pub pieces: u32,
}

impl Piece {
    /// Reads `3/40`; the number of `job/40` is one more than `index`, that of the pod.
    fn read(text: &str, index: Option<&str>) -> Result<Self, String> {
        let no_piece = || {
            format!(
                "{} is not a piece, which is a number and how many there are, from 1/40 to 40/40; in a pod of an Indexed \
                 Job it can be job/40",
                quoted(text)
            )
        };
        let (number, pieces) = text.split_once('/').ok_or_else(no_piece)?;
        let pieces = pieces.parse::<NonZeroU32>().map_err(|_| no_piece())?.get();
        let number = if number == "job" {
            let index = index.ok_or_else(|| format!("job is for a pod of an Indexed Job: {JOB_INDEX} is not set"))?;
            let number = index.parse().ok().filter(|index| (0..pieces).contains(index)).map(|index| index + 1);
            number.ok_or_else(|| {
                format!("for {text} {JOB_INDEX} is a number from 0 to {}, not {}", pieces - 1, quoted(index))
            })?
        } else {
            number.parse().ok().filter(|number| (1..=pieces).contains(number)).ok_or_else(no_piece)?
        };
        Ok(Self { number, pieces })
    }

    /// The indexes of the parts of this piece, such as openings of a match or tables of a folder. In the order of the pieces
    /// they are all those below `count`, each once.
    pub fn parts(self, count: usize) -> Range<usize> {
        let bound = |pieces: u32| (count as u64 * u64::from(pieces) / u64::from(self.pieces)) as usize;
        bound(self.number - 1)..bound(self.number)
    }
}

/// From `3/40`, or `job/40` in a pod of an Indexed Job.
impl FromStr for Piece {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, std::env::var(JOB_INDEX).ok().as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_numbered_from_1_and_the_index_of_a_job_from_0() {
        let piece = |number, pieces| Ok(Piece { number, pieces });
        assert_eq!(Piece::read("3/40", None), piece(3, 40));
        assert_eq!(Piece::read("40/40", Some("7")), piece(40, 40));
        assert_eq!(Piece::read("job/40", Some("0")), piece(1, 40));
        assert_eq!(Piece::read("job/40", Some("39")), piece(40, 40));
        for (text, index, said) in [
            ("0/40", None, "'0/40' is not a piece"),
            ("41/40", Some("7"), "'41/40' is not a piece"),
            ("3", None, "'3' is not a piece"),
            ("3/", None, "'3/' is not a piece"),
            ("-1/4", None, "'-1/4' is not a piece"),
            ("job/", Some("1"), "'job/' is not a piece"),
            ("job/0", Some("0"), "'job/0' is not a piece"),
            ("job/40", None, "JOB_COMPLETION_INDEX is not set"),
            ("job/40", Some("40"), "from 0 to 39, not '40'"),
            ("job/40", Some(""), "from 0 to 39, not ''"),
        ] {
            let error = Piece::read(text, index).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn the_pieces_have_each_part_once() {
        for (count, pieces) in [(1, 1), (5, 5), (50, 7), (5_000, 40), (1_000_000, 999)] {
            let cut = |number| Piece { number, pieces }.parts(count);
            assert_eq!((1..=pieces).flat_map(cut).collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
            let sizes: Vec<usize> = (1..=pieces).map(|number| cut(number).len()).collect();
            assert!(sizes.iter().max() <= sizes.iter().min().map(|least| least + 1).as_ref(), "{sizes:?}");
        }
    }
}

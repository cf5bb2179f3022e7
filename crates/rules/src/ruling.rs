//! The numbers of the rulings that answers cite.

use std::fmt;

/// The number of a ruling in `docs/rules/`, such as `AW-3`. Numbers are stable and never reused.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ruling(&'static str);

impl Ruling {
    /// The number as it is written in the documentation.
    #[must_use]
    pub const fn number(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

macro_rules! rulings {
    ($($name:ident = $number:literal),+ $(,)?) => {
        $(#[doc = concat!("The ruling ", $number, ".")] pub const $name: Ruling = Ruling($number);)+

        /// Every ruling that the code names.
        pub const ALL: &[Ruling] = &[$($name),+];
    };
}

rulings! {
    C_1 = "C-1",
    C_2 = "C-2",
    C_3 = "C-3",
    C_6 = "C-6",
    C_7 = "C-7",
    C_8 = "C-8",
    AW_1 = "AW-1",
    AW_2 = "AW-2",
    AW_3 = "AW-3",
    AW_4 = "AW-4",
    AW_5 = "AW-5",
    AW_6 = "AW-6",
    AW_7 = "AW-7",
    AW_8 = "AW-8",
    AW_9 = "AW-9",
    AW_10 = "AW-10",
    AW_13 = "AW-13",
    AW_14 = "AW-14",
    AW_15 = "AW-15",
    AW_16 = "AW-16",
    AW_17 = "AW-17",
    AN_1 = "AN-1",
    AN_2 = "AN-2",
    AN_3 = "AN-3",
    AN_4 = "AN-4",
    AN_5 = "AN-5",
    AN_6 = "AN-6",
    AN_7 = "AN-7",
    AN_9 = "AN-9",
    AN_10 = "AN-10",
    AY_1 = "AY-1",
    AY_2 = "AY-2",
    AY_3 = "AY-3",
    AY_6 = "AY-6",
    AY_7 = "AY-7",
    AY_8 = "AY-8",
    AY_9 = "AY-9",
    AY_10 = "AY-10",
    AY_12 = "AY-12",
    N_2 = "N-2",
    N_6 = "N-6",
}

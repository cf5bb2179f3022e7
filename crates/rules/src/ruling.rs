//! The numbers of the rulings that answers cite.

use std::fmt;

pub use self::rulings::*;
pub use super::games::rulings::*;

use super::games::Variant;

/// The number of a ruling in `docs/rules/`, such as `AW-3`. Numbers are stable and never reused.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ruling(&'static str);

impl Ruling {
    pub(super) const fn new(number: &'static str) -> Self {
        Self(number)
    }

    /// The number as it is written in the documentation.
    pub const fn number(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Defines the module `rulings`: the rulings of a game that answers and lessons cite, and a list of them.
macro_rules! rulings {
    ($($name:ident = $number:literal),+ $(,)?) => {
        pub(crate) mod rulings {
            $(#[doc = concat!("The ruling ", $number, ".")]
            pub const $name: $crate::Ruling = $crate::Ruling::new($number);)+

            pub(super) const ALL: &[$crate::Ruling] = &[$($name),+];
        }
    };
}

// Those of all games.
rulings! {
    C_1 = "C-1", C_2 = "C-2", C_3 = "C-3", C_6 = "C-6", C_7 = "C-7", C_8 = "C-8", N_2 = "N-2", N_6 = "N-6",
}

/// The rulings of a game that the code names: those of all games, and its own.
pub fn of(variant: Variant) -> impl Iterator<Item = Ruling> {
    rulings::ALL.iter().chain(variant.about().rulings).copied()
}

/// Every ruling that the code names: those of all games, and those of each.
pub fn all() -> impl Iterator<Item = Ruling> {
    rulings::ALL.iter().chain(Variant::ALL.iter().flat_map(|variant| variant.about().rulings)).copied()
}

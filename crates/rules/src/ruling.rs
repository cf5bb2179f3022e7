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
    ($($name:ident = $number:literal: $gist:literal),+ $(,)?) => {
        $(#[doc = $gist] pub const $name: Ruling = Ruling($number);)+

        /// Every ruling that the code names.
        pub const ALL: &[Ruling] = &[$($name),+];
    };
}

rulings! {
    C_1 = "C-1": "Houses are numbered from each player's own left to right.",
    C_2 = "C-2": "The ring and the two directions of sowing.",
    C_3 = "C-3": "The kinds of move.",
    C_6 = "C-6": "A sowing of more than 10,000 laps is not a legal move.",
    C_7 = "C-7": "Which positions may be submitted.",
    C_8 = "C-8": "A game that has ended stays ended.",
    AW_1 = "AW-1": "Awalé: a move, the origin always skipped.",
    AW_2 = "AW-2": "Awalé: capture, and the chain backwards.",
    AW_3 = "AW-3": "Awalé: no starving by capture (grand slam).",
    AW_4 = "AW-4": "Awalé: feeding.",
    AW_5 = "AW-5": "Awalé: famine.",
    AW_6 = "AW-6": "Awalé: a player to move whose row is empty.",
    AW_7 = "AW-7": "Awalé: stop by agreement.",
    AW_8 = "AW-8": "Awalé: the limit of houses captured in one move.",
    AW_9 = "AW-9": "Awalé: what is captured when the limit is passed.",
    AW_10 = "AW-10": "Awalé: capture of twos only.",
    AW_13 = "AW-13": "Awalé: stop at a majority.",
    AW_14 = "AW-14": "Awalé: stop when few seeds are left.",
    AW_15 = "AW-15": "Awalé: stop after quiet moves.",
    AW_16 = "AW-16": "Stop when a position recurs.",
    AW_17 = "AW-17": "How the remaining seeds are shared on a stop.",
    AN_1 = "AN-1": "Andada: the opening move and its 3, 3, 0 pattern.",
    AN_2 = "AN-2": "Andada: the choice of who goes next.",
    AN_3 = "AN-3": "Andada: a regular move.",
    AN_4 = "AN-4": "Andada: cross capture.",
    AN_5 = "AN-5": "Andada: bearing off.",
    AN_6 = "AN-6": "Andada: the player who moved last wins.",
    AN_7 = "AN-7": "Andada: teams and seats.",
    AN_9 = "AN-9": "Andada: whether bearing off lasts.",
    AN_10 = "AN-10": "Andada: stop when a position recurs.",
    AY_1 = "AY-1": "Anywoli: a move.",
    AY_2 = "AY-2": "Anywoli: capture while sowing, by the owner of the house.",
    AY_3 = "AY-3": "Anywoli: capture by the last seed of a lap, by the mover.",
    AY_6 = "AY-6": "Anywoli: the last four seeds.",
    AY_7 = "AY-7": "Anywoli: pass.",
    AY_8 = "AY-8": "Anywoli: quiet moves.",
    AY_9 = "AY-9": "Anywoli: another move after a capture.",
    AY_10 = "AY-10": "Anywoli: stop by agreement.",
    AY_12 = "AY-12": "Anywoli: the starter takes the last eight seeds.",
    N_2 = "N-2": "The options in text, and those that matter only at the start.",
}

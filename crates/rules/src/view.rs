//! What somebody may see of a position: in Awalé the seeds of the opponent are counted by eye (AW-12).

use super::board::Side;
use super::games::Variant;

string_enum! {
    /// The person who looks at a position.
    pub enum View {
        /// Somebody who may see everything.
        All = "all",
        /// South, who may count South's row.
        South = "south",
        /// North, who may count North's row.
        North = "north",
        /// Somebody who may see what both players may see: a chat in which both read.
        Public = "public",
    }
}

/// The seeds of a house, as far as somebody may see them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    /// The seeds, or the fewest that there can be.
    pub seeds: u32,
    /// Whether there can be more.
    pub or_more: bool,
}

impl View {
    /// Returns whether the view hides anything in this game.
    pub fn hides(self, variant: Variant) -> bool {
        !matches!(self, Self::All) && variant.about().at_a_glance.is_some()
    }

    /// The seeds of a house in the row of `owner`, as they are seen.
    ///
    /// ```
    /// use ayla_rules::{Seen, Side, Variant, View};
    ///
    /// let seen = |seeds| View::South.see(Variant::Awale, Side::North, seeds);
    /// assert_eq!(seen(5), Seen { seeds: 5, or_more: false });
    /// assert_eq!(seen(9), Seen { seeds: 6, or_more: true });
    /// ```
    pub fn see(self, variant: Variant, owner: Side, seeds: u32) -> Seen {
        let may_count = match self {
            Self::All => true,
            Self::South => owner == Side::South,
            Self::North => owner == Side::North,
            Self::Public => false,
        };
        match variant.about().at_a_glance {
            Some(most) if !may_count && seeds > most => Seen { seeds: most + 1, or_more: true },
            Some(_) | None => Seen { seeds, or_more: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_count_their_own_houses() {
        for (view, owner, or_more) in [
            (View::All, Side::North, false),
            (View::South, Side::South, false),
            (View::South, Side::North, true),
            (View::North, Side::South, true),
            (View::North, Side::North, false),
            (View::Public, Side::South, true),
            (View::Public, Side::North, true),
        ] {
            assert_eq!(view.see(Variant::Awale, owner, 6), Seen { seeds: 6, or_more }, "{view} {owner}");
            assert_eq!(view.see(Variant::Awale, owner, 0), Seen { seeds: 0, or_more: false });
        }
    }

    #[test]
    fn other_games_hide_nothing() {
        for variant in [Variant::Andada, Variant::Anywoli] {
            assert!(View::ALL.iter().all(|view| !view.hides(variant)));
            assert_eq!(View::Public.see(variant, Side::South, 30), Seen { seeds: 30, or_more: false });
        }
        assert!(!View::All.hides(Variant::Awale) && View::Public.hides(Variant::Awale));
    }
}

//! The list of the games, and everything that has a case for each of them. What a game is, its own folder says.

use super::option::Value;

/// Makes of a list of games, each by its module and its type there, what has a case for each of them: [`Variant`], the
/// rulings, the conversion of options to [`Rules`](crate::Rules) and their defaults, and the macros [`by_variant!`] and
/// `enum_of_games!`. The name of a game is that of its module.
macro_rules! games {
    ($d:tt $($(#[$doc:meta])+ $module:ident::$game:ident $(and $other:ident)?),+ $(,)?) => {
        string_enum! {
            /// A game. All that is known about it is in the module of its name; [`Variant::about`] leads there.
            pub enum Variant or known_as { $($(#[$doc])+ $game = stringify!($module)),+ }
        }

        impl Variant {
            /// The rules with every option at its default.
            pub fn default_rules(self) -> crate::Rules {
                match self { $(Self::$game => crate::$module::Options::default().into()),+ }
            }
        }

        $(impl From<crate::$module::Options> for crate::Rules {
            fn from(options: crate::$module::Options) -> Self {
                Self::$game(options)
            }
        })+

        /// The rulings of every game.
        pub(super) mod rulings {
            $(pub use crate::$module::rulings::*;)+
        }

        /// Defines an enum with a case for each game `G`, which holds an `$of<G>`; with `of all`, also for each type
        /// that plays some options of a game in its own way.
        macro_rules! enum_of_games {
            ($d(#[$d meta:meta])* pub enum $d name:ident of all $d of:ident) => {
                $d(#[$d meta])*
                pub enum $d name {
                    $($(#[$doc])+ $game($d of<crate::$module::$game>),)+
                    $($(
                        /// The game by those of its options that the type of its name does not play.
                        $other($d of<crate::$module::$other>),
                    )?)+
                }
            };
            ($d(#[$d meta:meta])* pub enum $d name:ident of $d of:ident) => {
                $d(#[$d meta])*
                pub enum $d name { $($(#[$doc])+ $game($d of<crate::$module::$game>)),+ }
            };
        }

        /// Runs one expression on what an enum with a value for each variant holds, whichever variant it is. With
        /// `=> $to`, the result is wrapped in the value of that other enum for the same variant.
        ///
        /// This stands in for a trait object: each variant gets code of its own.
        ///
        /// ```
        /// use ayla_rules::{Game, Line, Position, by_variant};
        ///
        /// let line = Line::from(Position::read("awale 444444/444444 0/0 s")?);
        /// assert_eq!(by_variant!(Line, &line, line => line.game.candidates(&line.state).len()), 6);
        /// # Ok::<(), ayla_rules::Faults>(())
        /// ```
        #[macro_export]
        macro_rules! by_variant {
            // These enums have a case for each type that plays a game.
            (Position $d($d rest:tt)+) => { by_variant!(@all Position $d($d rest)+) };
            (Line $d($d rest:tt)+) => { by_variant!(@all Line $d($d rest)+) };
            (@all $d name:ident, $d value:expr, $d held:ident => $d body:expr) => {
                match $d value {
                    $($d name::$game($d held) => $d body,)+
                    $($($d name::$other($d held) => $d body,)?)+
                }
            };
            (@all $d name:ident => $d to:ident, $d value:expr, $d held:ident => $d body:expr) => {
                match $d value {
                    $($d name::$game($d held) => $d to::$game($d body),)+
                    $($($d name::$other($d held) => $d to::$other($d body),)?)+
                }
            };
            ($d name:ident, $d value:expr, $d held:ident => $d body:expr) => {
                match $d value {
                    $($d name::$game($d held) => $d body),+
                }
            };
            ($d name:ident => $d to:ident, $d value:expr, $d held:ident => $d body:expr) => {
                match $d value {
                    $($d name::$game($d held) => $d to::$game($d body)),+
                }
            };
        }

        /// The text of the file of a game in a folder, whose path is that from the file of the call. The compiler names
        /// a file that is missing.
        #[macro_export]
        macro_rules! file_of_game {
            ($d variant:expr, $d folder:literal) => {
                match $d variant {
                    $($d crate::Variant::$game => include_str!(concat!($d folder, stringify!($module), ".txt")),)+
                }
            };
        }
    };
}

// The first argument stands for itself in the macros that are made.
games! { $
    /// Awalé, Abapa rules of Côte d'Ivoire.
    awale::Awale and AwaleByHouse,
    /// Andada of the Kunama, western Eritrea.
    andada::Andada,
    /// Anywoli of the Anuak, western Ethiopia and South Sudan.
    anywoli::Anywoli,
    /// Kalah, the mancala that most of the world knows.
    kalah::Kalah,
    /// Mangala of Türkiye.
    mangala::Mangala,
    /// Congklak of Indonesia, Malaysia and Singapore.
    congklak::Congklak,
    /// Togyzqumalaq of Kazakhstan, Toguz korgool of Kyrgyzstan.
    togyzqumalaq::Togyzqumalaq,
}

string_enum! {
    /// Why a game has ended (N-5), in general. [`About::endings`](crate::About::endings) says which of the reasons a
    /// game has, and its page by which of its rulings. A new game adds those of its own at the end: tokens have the
    /// place of a reason in this order.
    pub enum EndReason {
        /// A row is empty and cannot be fed.
        Famine = "famine",
        /// A store holds more than half of all seeds.
        Majority = "majority",
        /// Few seeds are left in the houses.
        Few = "few",
        /// Too many moves in a row took no seed out of the houses.
        Quiet = "quiet",
        /// A position occurred too often.
        Repetition = "repetition",
        /// The players agreed to stop.
        Agreement = "agreement",
        /// The player to move can play no house, and may not pass.
        NoMove = "no-move",
        /// A capture left four seeds or fewer in the houses, and the player who made it took them.
        LastFour = "last-four",
        /// A capture left eight seeds or fewer in the houses, and the player who began took them.
        LastEight = "last-eight",
        /// No seed is left in any house.
        NoSeeds = "no-seeds",
        /// A row is empty: either of them, or that of the player to move, as the rules of the variant have it.
        EmptyRow = "empty-row",
    }
}

impl EndReason {
    /// The option that stops games for this reason, with the value by which it never does; none for a reason that is no
    /// stop.
    pub const fn option_off(self) -> Option<(&'static str, Value)> {
        match self {
            Self::Majority => Some(("majority", Value::Flag(false))),
            Self::Few => Some(("few", Value::Number(0))),
            Self::Quiet => Some(("quiet", Value::Number(0))),
            Self::Repetition => Some(("repetition", Value::Number(0))),
            Self::Famine
            | Self::Agreement
            | Self::NoMove
            | Self::LastFour
            | Self::LastEight
            | Self::NoSeeds
            | Self::EmptyRow => None,
        }
    }
}

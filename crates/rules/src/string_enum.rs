//! Enums whose values have one spelling each, shared by the text notation, JSON and the command line.

/// An enum whose values have one spelling each. [`string_enum!`](crate::string_enum!) implements it.
pub trait StringEnum: Copy + Eq + 'static {
    /// The name of the type.
    const TYPE: &'static str;
    /// Every value, in the order of declaration.
    const ALL: &'static [Self];
    /// The spelling of every value, in the order of [`ALL`](Self::ALL).
    const NAMES: &'static [&'static str];

    /// The index of this value in [`ALL`](Self::ALL).
    fn index(self) -> usize;

    /// The spelling of this value.
    fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// The value with this spelling.
    fn from_name(name: &str) -> Option<Self> {
        let index = Self::NAMES.iter().position(|known| *known == name);
        index.map(|index| Self::ALL[index]).or_else(|| Self::from_alias(name))
    }

    /// The value that this other name stands for, where values have other names.
    fn from_alias(_: &str) -> Option<Self> {
        None
    }
}

/// Defines a `Copy` enum with a spelling for each value: `ALL`, `NAMES`, `name`, `from_name`, `Display`, `FromStr` and
/// [`StringEnum`](crate::string_enum::StringEnum).
///
/// ```
/// ayla_rules::string_enum! {
///     /// The colour of a seed.
///     pub enum Colour {
///         /// Grey, as of the nicker tree.
///         Grey = "grey",
///         /// Any other.
///         Other = "other",
///     }
/// }
///
/// assert_eq!(Colour::from_name("grey"), Some(Colour::Grey));
/// assert_eq!(Colour::from_name("Grey"), None);
/// assert_eq!(Colour::NAMES, ["grey", "other"]);
/// assert_eq!(Colour::ALL[1].to_string(), "other");
/// ```
#[macro_export]
macro_rules! string_enum {
    ($(#[$meta:meta])* pub enum $type:ident $(or $alias:ident)? { $($(#[$value_meta:meta])* $value:ident = $name:expr),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[$value_meta])* $value),+ }

        impl $type {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
            /// The spelling of every value, in the order of `ALL`.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The spelling of this value.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The value with this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                $crate::string_enum::StringEnum::from_name(name)
            }
        }

        impl $crate::string_enum::StringEnum for $type {
            const TYPE: &'static str = stringify!($type);
            const ALL: &'static [Self] = Self::ALL;
            const NAMES: &'static [&'static str] = Self::NAMES;

            fn index(self) -> usize {
                self as usize
            }

            $(fn from_alias(name: &str) -> Option<Self> {
                Self::$alias(name)
            })?
        }

        impl std::str::FromStr for $type {
            type Err = ();

            fn from_str(name: &str) -> ::core::result::Result<Self, ()> {
                Self::from_name(name).ok_or(())
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

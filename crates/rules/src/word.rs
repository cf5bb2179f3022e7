//! The two shapes that recur in this module: enums whose values have one spelling, shared by the text notation, JSON and
//! the command line; and enums with a value for each variant.

/// Defines a `Copy` enum with `ALL`, `name`, `from_name` and `Display` from one list of spellings.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$value_meta:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$value_meta])* $value),+ }

        impl $name {
            /// Every value, in the order in which they are declared.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
            /// The spelling of every value, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// The spelling of this value in the text notation and in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// The value with this spelling.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($word => Some(Self::$value),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// Runs `$body` on what an enum with a value for each variant holds, whichever variant it is.
macro_rules! by_variant {
    ($name:ident, $value:expr, $held:ident => $body:expr) => {
        match $value {
            $name::Awale($held) => $body,
            $name::Andada($held) => $body,
            $name::Anywoli($held) => $body,
        }
    };
}

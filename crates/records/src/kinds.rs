//! Things that a sentence says with arguments, and that programs tell apart by a name.

/// Defines an enum whose values have arguments, and the enum of its kinds, which have a spelling each: one list for
/// both.
macro_rules! kinds {
    ($(#[$meta:meta])* pub enum $type:ident, $(#[$kinds_meta:meta])* enum $kinds:ident {
        $($(#[$doc:meta])+ $kind:ident $({ $($field:tt)* })? $(( $($item:tt)* ))? = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named in the descriptions of their variants")]
        pub enum $type { $($(#[$doc])+ $kind $({ $($field)* })? $(( $($item)* ))?,)+ }

        ayla_rules::string_enum! {
            $(#[$kinds_meta])*
            pub enum $kinds { $(#[doc = concat!("[`", stringify!($type), "::", stringify!($kind), "`]")] $kind = $name,)+ }
        }

        impl $type {
            /// The kind without its arguments.
            pub const fn name(&self) -> $kinds {
                match self { $(Self::$kind { .. } => $kinds::$kind,)+ }
            }
        }
    };
}

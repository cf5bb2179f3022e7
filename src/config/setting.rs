//! A setting, and the macro that creates settings from the rows of the [table](super::table).

use std::ffi::OsStr;

use super::form::Form;

/// Parses a text and assigns the value.
type Assign<'a> = dyn FnMut(&OsStr) -> Result<(), String> + 'a;

/// A setting of the server, and its value in a [`Config`](super::Config).
pub struct Setting<'a> {
    /// The environment variable, such as `AYLA_LOG_FORMAT`.
    pub variable: &'static str,
    /// The heading of the group in the help.
    pub heading: &'static str,
    /// The meaning, in lines, with an empty line between paragraphs.
    pub meaning: &'static str,
    /// The placeholder for the value in the help, such as `MILLISECONDS`.
    pub value_name: &'static str,
    /// The allowed values, such as `1 to 100`.
    pub range: String,
    /// The variable of another setting whose value this one must not exceed.
    pub at_most: Option<&'static str>,
    /// The value as text, or a description of the default; empty if there is no value.
    pub shown: String,
    /// The value in the unit of the setting, if it is a number.
    pub number: Option<u64>,
    read: Box<Assign<'a>>,
}

impl<'a> Setting<'a> {
    pub(super) fn new<T>(
        variable: &'static str,
        heading: &'static str,
        meaning: &'static str,
        form: Form<T>,
        value: &'a mut T,
    ) -> Self {
        let Form { value_name, range, at_most, read, show, number } = form;
        let shown = show(value);
        let number = number.map(|number| number(value));
        let read = Box::new(move |text: &OsStr| read(text).map(|read| *value = read));
        Self { variable, heading, meaning, value_name, range, at_most, shown, number, read }
    }

    /// The flag, such as `log-format` for `AYLA_LOG_FORMAT`.
    pub fn flag(&self) -> String {
        self.variable.trim_start_matches("AYLA_").to_lowercase().replace('_', "-")
    }

    /// Parses a value and assigns it.
    ///
    /// # Errors
    ///
    /// The text is not a valid value of this setting. The error is a sentence that begins with the variable.
    pub fn read(&mut self, text: &OsStr) -> Result<(), String> {
        (self.read)(text).map_err(|why| format!("{} {why}", self.variable))
    }
}

/// Defines a struct with defaults for each group of rows that begins with `struct`, and `Config`, which contains all
/// groups and lists their settings. The struct of a group that begins with `use` belongs to a library.
macro_rules! settings {
    ($(
        $(#[$about:meta])*
        $heading:literal => $kind:tt $Group:ident in $group:ident {
            $( $(#[doc = $meaning:literal])+ $VARIABLE:ident => $field:ident: $Type:ty = $default:expr, $form:expr; )+
        }
    )+) => {
        $(
            $crate::config::setting::group! {
                $kind $(#[$about])* $Group { $( $(#[doc = $meaning])+ $field: $Type = $default; )+ }
            }
        )+

        /// The values of all settings.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Config {
            $( $(#[$about])* pub $group: $Group, )+
        }

        impl Default for Config {
            fn default() -> Self {
                Self { $( $group: $Group { $( $field: $default, )+ }, )+ }
            }
        }

        impl Config {
            /// The settings, in the order of the help.
            pub fn settings(&mut self) -> Vec<Setting<'_>> {
                vec![$($(
                    Setting::new(
                        stringify!($VARIABLE), $heading, concat!($($meaning, "\n"),+), $form, &mut self.$group.$field,
                    ),
                )+)+]
            }
        }
    };
}

/// Defines the struct of a group, unless it belongs to a library.
macro_rules! group {
    (use $($library:tt)*) => {};
    (struct $(#[$about:meta])* $Group:ident {
        $( $(#[doc = $meaning:literal])+ $field:ident: $Type:ty = $default:expr; )+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $Group {
            $( $(#[doc = $meaning])+ pub $field: $Type, )+
        }

        impl Default for $Group {
            fn default() -> Self {
                Self { $( $field: $default, )+ }
            }
        }
    };
}

pub(super) use {group, settings};

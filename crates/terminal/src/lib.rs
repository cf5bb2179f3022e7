//! What the commands of `ayla` and `ayla-lab` have in common: how they read arguments, print answers, errors and
//! progress, and end at a signal.

mod arguments;
mod output;
mod progress;
mod signal;

pub use arguments::{StartPosition, number, parse_as, parse_rules, word};
pub use output::{
    Format, fail, language, print, print_usage, report, survive_large_files, system_error, usage_error, usage_errors,
};
pub use progress::Progress;
pub use signal::Signals;

//! The `ayla` command.
fn main() {}

//! The reference loop that the benches compare with.

pub mod reference;

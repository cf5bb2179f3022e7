//! The scheduler on a simulated clock, its hand-over under a model checker, and with real threads.

use super::state::Profile;
use super::{Again, Client, Need};

mod model;
mod simulation;
mod threads;

/// A long piece of work of a client, which needs no memory.
fn profile(client: Client) -> Profile {
    Profile { client, need: Need::default(), is_short: false, again: Again::No }
}

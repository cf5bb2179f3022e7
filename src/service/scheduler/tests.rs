//! The scheduler on a simulated clock, its hand-over under a model checker, and with real threads.

mod model;
mod simulation;
mod threads;

//! Tests of the rules: reference engines, recorded games, the documentation, and properties of random games.

mod conformance;
mod documents;
mod lists;
mod no_allocation;
mod notation;
mod perft;
mod playthroughs;
mod properties;
mod replay;
mod tokens;
mod vectors;

//! The rules against reference engines, recorded games and properties.

mod conformance;
mod documents;
mod no_allocation;
mod notation;
mod perft;
mod playthroughs;
mod properties;
mod replay;

//! The rules, compared with reference engines, recorded games and the documentation, and their properties.

mod conformance;
mod documents;
mod no_allocation;
mod notation;
mod perft;
mod playthroughs;
mod properties;
mod replay;

//! Endgame tables: what every board of few seeds is worth, found backwards from the end of the game.
//!
//! A table belongs to a [`Class`] of rules and holds, for each board of up to a number of seeds as the player to move sees
//! it, the seeds which that player will capture minus those the opponent will, in one signed byte. Play is best on both
//! sides and nothing stops it; where it goes round for ever, nobody captures anything more (C-10).
//!
//! Boards of as many seeds are a *layer*. A move leads to a board of its own layer, or *exits* to one of fewer seeds. So the
//! layers are settled one after the other, each from the highest stake down. What is general to games is in `layer`, what
//! is theirs in `awale` and `anywoli`; `file` has the form of tables that are kept.

mod anywoli;
mod awale;
mod class;
#[cfg(feature = "files")]
mod file;
mod layer;
mod memory;
mod position;
mod sample;
mod state;
mod table;
mod workers;

pub use class::Class;
#[cfg(feature = "files")]
pub use file::{BuildCause, BuildError, BuiltLayer, Fault, TableError, VERSION, build_file};
pub use layer::Counts;
pub use position::TablePosition;
pub use sample::Sample;
pub use table::Table;
pub use workers::WorkerPool;

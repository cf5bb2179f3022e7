//! Endgame tables: the value of every board with few seeds, found by retrograde analysis.
//!
//! A table is for a [`Class`] of rules. For each board of up to a number of seeds, as the player to move sees it, it holds the
//! seeds which that player will capture minus those the opponent will capture, in one signed byte. Both play their best,
//! nothing stops the game, and where play goes round for ever, nobody captures anything more (C-10).
//!
//! Boards with the same number of seeds are a *layer*. A move leads to a board of its own layer, or *exits* to one with fewer
//! seeds. So the layers are settled one after the other, each from the highest stake down. `layer` holds what games have
//! in common in which play can go round for ever, `awale`, `anywoli` and `two_rows` what is their own, and `file` the format
//! of stored tables.

mod anywoli;
mod awale;
mod binomial;
mod class;
#[cfg(feature = "files")]
mod file;
mod layer;
mod sample;
mod state;
mod table;
mod tabled;
mod two_rows;
mod workers;

pub use class::Class;
#[cfg(feature = "files")]
pub use file::{BuiltLayer, TableError, VERSION, build_file};
pub use layer::Counts;
pub use sample::Sample;
pub use table::Table;
pub use tabled::Tabled;
pub(crate) use two_rows::index as order;
pub use workers::WorkerPool;

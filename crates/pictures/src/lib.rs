//! Pictures of mancala boards: SVG, PNG and GIF.
//!
//! A [`Scene`] is a position as somebody looks at it, with the [`Marks`] of the last move. [`svg`] writes it as a
//! document; a [`Painter`] puts PNG and GIF together from tiles, which are drawn from the same SVG and kept.
//! [`of_move`] makes the frames of a move. The same scene gives the same bytes on every run. [`geometry`] says where
//! everything lies.
//!
//! The feature `raster` (default) draws PNG and GIF. Without it the crate depends on nothing but `ayla_rules`.
//!
//! ```
//! use ayla_pictures::{Alt, Marks, Painter, Scene, Theme, Viewer, Width};
//! use ayla_rules::{Position, Side, View};
//!
//! let position = Position::read("awale 444444/444444 0/0 s")?;
//! let viewer = Viewer { near: Side::South, view: View::All, theme: Theme::Light, width: Width::W640 };
//! let marks = Marks::default().with_legal(&position.legal_moves());
//! let scene = Scene { setup: position.setup(), marks, viewer };
//! let alt = Alt { title: "Awalé", description: "South to move.", language: "en" };
//! let png = Painter::new(1 << 20).png(&scene, &alt)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod digits;
mod frames;
pub mod geometry;
#[cfg(feature = "raster")]
mod gif;
mod number;
#[cfg(feature = "raster")]
mod palette;
#[cfg(feature = "raster")]
mod png;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod seeds;
mod style;
mod svg;

pub use frames::{MOST_FRAMES, Still, of_move};
#[cfg(feature = "raster")]
pub use gif::MOST_BYTES;
#[cfg(feature = "raster")]
pub use png::drawing;
#[cfg(feature = "raster")]
pub use raster::Painter;
pub use scene::{Marks, Scene, Viewer, Width};
pub use style::Theme;
pub use svg::svg;

/// What a picture shows, in words.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Alt<'a> {
    /// A few words.
    pub title: &'a str,
    /// Everything, in sentences.
    pub description: &'a str,
    /// The tag of the language, such as `en`.
    pub language: &'a str,
}

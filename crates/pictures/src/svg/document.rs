//! The background and the tiles as documents of their own, of which PNG and GIF are put together.

use super::background::background;
use super::tile::{definitions, draw};
use crate::geometry::Rect;
use crate::scene::{Scene, Tile};
use crate::style::Style;

/// The background of a scene as a document of its own.
pub(crate) fn background_document(scene: &Scene) -> String {
    let style = scene.style();
    let layout = scene.layout();
    let mut out = document(layout.width, layout.height);
    background(&mut out, &style, &layout, scene);
    out + "</svg>"
}

/// A tile as a document of its own, transparent where it draws nothing.
pub(crate) fn tile_document(style: &Style, cell: u32, place: Rect, tile: Tile) -> String {
    let mut out = document(place.width, place.height);
    if matches!(tile, Tile::Hole { .. } | Tile::Tuzdik { .. } | Tile::Burnt { .. } | Tile::Store { .. }) {
        definitions(&mut out, style, cell as f32);
    }
    draw(&mut out, style, cell as f32, place, tile);
    out + "</svg>"
}

fn document(width: u32, height: u32) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">")
}

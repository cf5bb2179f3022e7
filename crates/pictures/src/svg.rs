//! Boards as SVG documents, and their background and tiles as documents of their own, of which PNG and GIF are put together.

use std::fmt::{self, Write};

use crate::Alt;
use crate::geometry::Rect;
use crate::scene::{Scene, Slot, Tile};
use crate::style::Style;

/// Writes formatted text, which cannot fail on a `String`.
macro_rules! put {
    ($out:expr, $($format:tt)+) => {{ let _ = write!($out, $($format)+); }};
}

// Below the macro, which they use.
mod background;
mod shapes;
mod tile;

use background::background;
use tile::{definitions, draw};

/// A position as an SVG document.
pub fn svg(scene: &Scene, alt: &Alt<'_>) -> String {
    let style = scene.style();
    let layout = scene.layout();
    let mut out = String::with_capacity(32 * 1024);
    put!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" \
         aria-labelledby=\"title desc\" xml:lang=\"{2}\"><title id=\"title\">{3}</title><desc id=\"desc\">{4}</desc>",
        layout.width,
        layout.height,
        Escaped(alt.language),
        Escaped(alt.title),
        Escaped(alt.description),
    );
    definitions(&mut out, &style, layout.cell as f32);
    background(&mut out, &style, &layout, scene);
    for Slot { place, tiles } in scene.slots() {
        for tile in tiles.into_iter().flatten() {
            put!(out, "<g transform=\"translate({} {})\">", place.x, place.y);
            draw(&mut out, &style, layout.cell as f32, place, tile);
            out.push_str("</g>");
        }
    }
    out.push_str("</svg>\n");
    out
}

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
    if matches!(tile, Tile::Hole { .. } | Tile::Tuzdik { .. } | Tile::Store { .. }) {
        definitions(&mut out, style, cell as f32);
    }
    draw(&mut out, style, cell as f32, place, tile);
    out + "</svg>"
}

fn document(width: u32, height: u32) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">")
}

/// Text in XML.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML has no other control characters, not even escaped.
                '\t' | '\n' | ' '.. if !matches!(character, '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}') => {
                    f.write_char(character)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

//! Boards as SVG documents.

use std::fmt::{self, Write};

use crate::Alt;
use crate::scene::{Scene, Slot};

/// Writes formatted text, which cannot fail on a `String`.
macro_rules! put {
    ($out:expr, $($format:tt)+) => {{ let _ = write!($out, $($format)+); }};
}

// Below the macro, which they use.
mod background;
#[cfg(feature = "raster")]
mod document;
mod shapes;
mod tile;

use background::background;
#[cfg(feature = "raster")]
pub(crate) use document::{background_document, tile_document};
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

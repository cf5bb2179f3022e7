//! Boards as PNG.

use ::png::text_metadata::ITXtChunk;
use ::png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use crate::geometry::Rect;
use crate::gif::count_pixels;
use crate::raster::{Brush, Canvas, Painter, draw};
use crate::{Alt, Scene};

/// Half the time of the default, for files a tenth larger.
const DEFLATE: DeflateCompression = DeflateCompression::Level(4);

impl Painter {
    /// A position as PNG with a palette, the words in the text chunks `Title` and `Description`.
    ///
    /// # Errors
    ///
    /// The words have a NUL, which such a chunk must not.
    pub fn png(&self, scene: &Scene, alt: &Alt<'_>) -> Result<Vec<u8>, EncodingError> {
        let brush = Brush::new(scene);
        let canvas = Canvas::new(self, &brush, scene);
        count_pixels(Rect { x: 0, y: 0, width: canvas.pixels.width as u32, height: canvas.pixels.height as u32 });
        let mut out = Vec::with_capacity(32 * 1024);
        let mut encoder = Encoder::new(&mut out, canvas.pixels.width as u32, canvas.pixels.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(brush.palette.colours.concat());
        encoder.set_deflate_compression(DEFLATE);
        encoder.set_filter(Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        for (keyword, text) in [("Title", alt.title), ("Description", alt.description)] {
            let mut chunk = ITXtChunk::new(keyword, text);
            alt.language.clone_into(&mut chunk.language_tag);
            writer.write_text_chunk(&chunk)?;
        }
        writer.write_image_data(&canvas.pixels.numbers)?;
        writer.finish()?;
        Ok(out)
    }
}

/// A square SVG document as PNG of this width. What cannot be drawn is an empty file: our own documents can.
pub fn drawing(document: &str, width: u32) -> Vec<u8> {
    let Some(pixmap) = draw(document, [width, width]) else { return Vec::new() };
    let pixels = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
    let pixels: Vec<u8> = pixels.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, width);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    if written.is_ok() { out } else { Vec::new() }
}

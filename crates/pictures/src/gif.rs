//! Moves and games as GIF: the whole board first, then the rectangles that change.

use ::gif::{DisposalMethod, Encoder, EncodingError, Extension, Frame};
use ayla_steps::{count, has_to_stop, weights};

use crate::Alt;
use crate::frames::Still;
use crate::geometry::Rect;
use crate::palette::TRANSPARENT;
use crate::raster::{Brush, Canvas, Painter, Pixels};

/// The most bytes of a picture.
pub const MOST_BYTES: usize = 1 << 20;

impl Painter {
    /// Scenes of the same layout, one after the other, as a GIF that is played once, with the words in a comment. When
    /// all of them would take more than [`MOST_BYTES`], only some are shown, at equal distances; the last always is.
    ///
    /// # Errors
    ///
    /// The encoder's, which finds no fault with such pictures.
    pub fn gif(&self, first: &Still, others: &[Still], alt: &Alt<'_>) -> Result<Vec<u8>, EncodingError> {
        let mut every = 1;
        loop {
            let shown: Vec<_> = others.rchunks(every).rev().filter_map(<[Still]>::last).collect();
            match self.try_gif(first, &shown, alt)? {
                Ok(gif) => return Ok(gif),
                // As many as had room, and a few less, since more happens between them.
                Err(TooLarge { frames }) => every = (every + 1).max(others.len().div_ceil((frames * 3 / 4).max(1))),
            }
        }
    }

    fn try_gif(
        &self,
        first: &Still,
        others: &[&Still],
        alt: &Alt<'_>,
    ) -> Result<Result<Vec<u8>, TooLarge>, EncodingError> {
        let brush = Brush::new(&first.scene);
        let mut canvas = Canvas::new(self, &brush, &first.scene);
        let width = canvas.pixels.width as u32;
        let height = canvas.pixels.height as u32;
        let out = Vec::with_capacity(64 * 1024);
        let mut encoder = Encoder::new(out, width as u16, height as u16, &brush.palette.colours.concat())?;
        let words = format!("{}\n{}", alt.title, alt.description);
        let blocks: Vec<&[u8]> = words.as_bytes().chunks(usize::from(u8::MAX)).collect();
        encoder.write_raw_extension(Extension::Comment.into(), &blocks)?;
        let whole = Rect { x: 0, y: 0, width, height };
        encoder.write_frame(&frame(whole, canvas.pixels.numbers.clone(), first.time))?;
        count_pixels(whole);
        for (index, Still { scene, time }) in others.iter().enumerate() {
            if has_to_stop() {
                break;
            }
            // A frame without any change still takes its time.
            let pixel = Rect { width: 1, height: 1, ..whole };
            let (place, pixels) = canvas.turn_to(scene).unwrap_or_else(|| (pixel, Pixels::transparent(1, 1)));
            // Counted before they are packed, which takes most of the time.
            count_pixels(place);
            encoder.write_frame(&frame(place, pixels.numbers, *time))?;
            // One other frame is always shown.
            if encoder.get_ref().len() >= MOST_BYTES && others.len() > 1 {
                return Ok(Err(TooLarge { frames: index }));
            }
        }
        Ok(Ok(encoder.into_inner()?))
    }
}

/// Counts the work of putting a rectangle into a picture.
pub(crate) fn count_pixels(Rect { width, height, .. }: Rect) {
    count(u64::from(width * height) * weights::THOUSAND_PIXELS / 1_000);
}

/// A picture that has no room for more than this number of frames after the first.
struct TooLarge {
    frames: usize,
}

fn frame(place: Rect, numbers: Vec<u8>, time: u16) -> Frame<'static> {
    Frame {
        delay: time,
        dispose: DisposalMethod::Keep,
        transparent: Some(TRANSPARENT),
        left: place.x as u16,
        top: place.y as u16,
        width: place.width as u16,
        height: place.height as u16,
        buffer: numbers.into(),
        ..Frame::default()
    }
}

//! Pictures as pixels, put together from tiles that are drawn once and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ayla_rules::{Side, Variant};
use ayla_steps::{count, has_to_stop, weights};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::geometry::{Layout, Rect};
use crate::palette::{Palette, TRANSPARENT};
use crate::scene::{Scene, Slot, Tile};
use crate::style::{Style, Theme};
use crate::svg;

/// A rectangle of numbers of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) numbers: Vec<u8>,
}

impl Pixels {
    /// Transparent pixels.
    pub(crate) fn transparent(width: usize, height: usize) -> Self {
        Self { width, height, numbers: vec![TRANSPARENT; width * height] }
    }

    /// The pixels of a row within a rectangle.
    fn row(&self, place: Rect, down: usize) -> std::ops::Range<usize> {
        let start = (place.y as usize + down) * self.width + place.x as usize;
        start..start + place.width as usize
    }

    /// Draws a tile where it is not transparent.
    fn put(&mut self, place: Rect, tile: &Self) {
        for (down, from) in tile.numbers.chunks_exact(tile.width).enumerate() {
            let row = self.row(place, down);
            for (to, &number) in self.numbers[row].iter_mut().zip(from) {
                *to = if number == TRANSPARENT { *to } else { number };
            }
        }
    }

    /// The pixels of a rectangle.
    fn part(&self, place: Rect) -> Self {
        let rows = (0..place.height as usize).flat_map(|down| self.numbers[self.row(place, down)].iter().copied());
        Self { width: place.width as usize, height: place.height as usize, numbers: rows.collect() }
    }

    /// Writes pixels over a rectangle, transparent ones too.
    fn overwrite(&mut self, place: Rect, part: &Self) {
        for (down, from) in part.numbers.chunks_exact(part.width).enumerate() {
            let row = self.row(place, down);
            self.numbers[row].copy_from_slice(from);
        }
    }

    /// Draws an SVG document. A document that cannot be read, which no document of ours is, gives a
    /// transparent picture, and so does work that has to stop.
    fn of_document(document: &str, palette: &Palette, size: [u32; 2]) -> Self {
        let drawn = if has_to_stop() { None } else { draw(document, size) };
        let [width, height] = size.map(|length| length as usize);
        match drawn {
            Some(pixmap) => Self { width, height, numbers: palette.numbers(pixmap.data()) },
            None => Self::transparent(width, height),
        }
    }
}

/// Draws an SVG document as wide as given. Nothing, if it cannot be read, which no document of ours is.
pub(crate) fn draw(document: &str, [width, height]: [u32; 2]) -> Option<Pixmap> {
    let tree = Tree::from_str(document, &Options::default()).ok()?;
    let mut pixmap = Pixmap::new(width, height)?;
    let scale = width as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Some(pixmap)
}

/// What a drawing depends on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Background { layout: Layout, theme: Theme, near: Side },
    Tile { variant: Variant, theme: Theme, cell: u32, size: [u32; 2], tile: Tile },
}

/// Drawings that were used lately, in two halves: when one is full, the other is given up for it.
#[derive(Debug, Default)]
struct Drawings {
    recent: HashMap<Key, Arc<Pixels>>,
    /// The bytes of the recent ones.
    bytes: usize,
    earlier: HashMap<Key, Arc<Pixels>>,
}

impl Drawings {
    fn get(&mut self, key: &Key, most: usize) -> Option<Arc<Pixels>> {
        if let Some(drawing) = self.recent.get(key) {
            return Some(Arc::clone(drawing));
        }
        let drawing = self.earlier.remove(key)?;
        self.insert(*key, Arc::clone(&drawing), most);
        Some(drawing)
    }

    fn insert(&mut self, key: Key, drawing: Arc<Pixels>, most: usize) {
        // The key and the tables take a part too.
        self.bytes += drawing.numbers.len() + 256;
        if self.recent.insert(key, drawing).is_none() && self.bytes > most / 2 {
            self.earlier = std::mem::take(&mut self.recent);
            self.bytes = 0;
        }
    }
}

/// A painter of pictures, who keeps the tiles of which they are put together.
#[derive(Debug)]
pub struct Painter {
    drawings: Mutex<Drawings>,
    most_bytes: usize,
}

impl Painter {
    /// A painter who keeps tiles and backgrounds of about this many bytes.
    pub fn new(most_bytes: usize) -> Self {
        Self { drawings: Mutex::default(), most_bytes }
    }

    /// The drawing of a key, which is made unless it is kept.
    fn drawing(&self, key: Key, draw: impl FnOnce() -> Pixels) -> Arc<Pixels> {
        let drawings = || self.drawings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(drawing) = drawings().get(&key, self.most_bytes) {
            return drawing;
        }
        if !has_to_stop() {
            count(weights::DRAWING);
        }
        // Nobody else waits meanwhile; two may draw the same.
        let drawing = Arc::new(draw());
        if !has_to_stop() {
            drawings().insert(key, Arc::clone(&drawing), self.most_bytes);
        }
        drawing
    }

    /// The background of a scene.
    fn background(&self, scene: &Scene, palette: &Palette) -> Arc<Pixels> {
        let layout = scene.layout();
        let viewer = scene.viewer;
        let key = Key::Background { layout, theme: viewer.theme, near: viewer.near };
        let size = [layout.width, layout.height];
        self.drawing(key, || Pixels::of_document(&svg::background_document(scene), palette, size))
    }

    /// A tile for a place.
    fn tile(&self, scene: &Scene, [cell, width, height]: [u32; 3], tile: Tile, brush: &Brush) -> Arc<Pixels> {
        let variant = scene.setup.rules.variant();
        let theme = scene.viewer.theme;
        let size = [width, height];
        let place = Rect { x: 0, y: 0, width, height };
        self.drawing(Key::Tile { variant, theme, cell, size, tile }, || {
            Pixels::of_document(&svg::tile_document(&brush.style, cell, place, tile), &brush.palette, size)
        })
    }
}

/// What scenes of the same game and theme are painted with.
#[derive(Clone, Debug)]
pub(crate) struct Brush {
    style: Style,
    pub(crate) palette: Palette,
}

impl Brush {
    pub(crate) fn new(scene: &Scene) -> Self {
        let style = scene.style();
        let palette = Palette::new(&style);
        Self { style, palette }
    }
}

/// A picture being painted.
pub(crate) struct Canvas<'a> {
    painter: &'a Painter,
    brush: &'a Brush,
    background: Arc<Pixels>,
    pub(crate) pixels: Pixels,
    slots: Vec<Slot>,
}

impl<'a> Canvas<'a> {
    /// The picture of a scene.
    pub(crate) fn new(painter: &'a Painter, brush: &'a Brush, scene: &Scene) -> Self {
        let background = painter.background(scene, &brush.palette);
        let mut canvas = Self { painter, brush, pixels: (*background).clone(), background, slots: scene.slots() };
        for slot in std::mem::take(&mut canvas.slots) {
            canvas.paint(scene, slot);
            canvas.slots.push(slot);
        }
        canvas
    }

    fn paint(&mut self, scene: &Scene, Slot { place, tiles }: Slot) {
        let cell = scene.layout().cell;
        for tile in tiles.into_iter().flatten() {
            let tile = self.painter.tile(scene, [cell, place.width, place.height], tile, self.brush);
            self.pixels.put(place, &tile);
        }
    }

    /// Makes it the picture of another scene of the same layout. Answers the pixels that changed with their place, and
    /// all others in it transparent.
    pub(crate) fn turn_to(&mut self, scene: &Scene) -> Option<(Rect, Pixels)> {
        let mut changed: Vec<(Rect, Pixels)> = Vec::new();
        for (index, slot) in scene.slots().into_iter().enumerate() {
            if self.slots[index] != slot {
                let before = self.pixels.part(slot.place);
                self.pixels.overwrite(slot.place, &self.background.part(slot.place));
                self.paint(scene, slot);
                let mut after = self.pixels.part(slot.place);
                for (after, before) in after.numbers.iter_mut().zip(&before.numbers) {
                    *after = if after == before { TRANSPARENT } else { *after };
                }
                self.slots[index] = slot;
                changed.push((slot.place, after));
            }
        }
        let whole = changed.iter().map(|(place, _)| *place).reduce(Rect::union)?;
        let mut pixels = Pixels::transparent(whole.width as usize, whole.height as usize);
        for (place, part) in changed {
            pixels.overwrite(Rect { x: place.x - whole.x, y: place.y - whole.y, ..place }, &part);
        }
        Some((whole, pixels))
    }
}

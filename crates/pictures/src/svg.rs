//! Boards as SVG. The tiles of which PNG and GIF are put together are drawn here too.

use std::fmt::{self, Write};

use ayla_rules::{Direction, Variant};

use crate::geometry::{Layout, Rect, Row};
use crate::number::Number;
use crate::scene::{Mark, Ring, Scene, Slot, Tile};
use crate::seeds::{self, Lying, RADIUS, SHAPES, WAYS, scatter};
use crate::style::{Colour, Material, SeedShape, Style};
use crate::{Alt, digits};

/// Writes formatted text, which cannot fail on a `String`; numbers in it have two decimals at most.
macro_rules! put {
    ($out:expr, $($format:tt)+) => {{ let _ = write!($out, $($format)+); }};
}

/// A position as an SVG document.
#[must_use]
pub fn svg(scene: &Scene, alt: &Alt<'_>) -> String {
    let (style, layout) = (scene.style(), scene.layout());
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
    let (style, layout) = (scene.style(), scene.layout());
    let mut out = document(layout.width, layout.height);
    background(&mut out, &style, &layout, scene);
    out + "</svg>"
}

/// A tile as a document of its own, transparent where it draws nothing.
pub(crate) fn tile_document(style: &Style, cell: u32, place: Rect, tile: Tile) -> String {
    let mut out = document(place.width, place.height);
    if matches!(tile, Tile::Hole { .. } | Tile::Store { .. }) {
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

/// A closed line around the origin: a circle that was dug by hand.
fn round(radius: f32, uneven: f32, key: u32) -> String {
    const POINTS: u32 = 14;
    let point = |index: u32| {
        let index = index % POINTS;
        let distance = radius * (1.0 + (scatter(key * 101 + index) - 0.5) * 2.0 * uneven);
        let (sine, cosine) = (index as f32 / POINTS as f32 * std::f32::consts::TAU).sin_cos();
        [distance * cosine, distance * sine]
    };
    smooth(&(0..POINTS).map(point).collect::<Vec<_>>())
}

/// A smooth closed line past these points.
fn smooth(points: &[[f32; 2]]) -> String {
    let middle = |index: usize| {
        let ([x, y], [next_x, next_y]) = (points[index % points.len()], points[(index + 1) % points.len()]);
        [(x + next_x) / 2.0, (y + next_y) / 2.0]
    };
    let mut line = String::new();
    let [x, y] = middle(points.len() - 1);
    put!(line, "M{} {}", Number(x), Number(y));
    for (index, [x, y]) in points.iter().enumerate() {
        let [to_x, to_y] = middle(index);
        put!(line, "Q{} {} {} {}", Number(*x), Number(*y), Number(to_x), Number(to_y));
    }
    line + "Z"
}

fn circle(out: &mut String, x: f32, y: f32, radius: f32, paint: &str) {
    put!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {paint}/>", Number(x), Number(y), Number(radius));
}

fn fill(colour: Colour) -> String {
    format!("fill=\"{}\"", colour.svg())
}

fn stroke(colour: Colour, width: f32) -> String {
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", colour.svg(), Number(width))
}

/// The empty holes and the seeds, which are drawn many times.
fn definitions(out: &mut String, style: &Style, cell: f32) {
    out.push_str("<defs>");
    for way in 0..WAYS {
        put!(out, "<g id=\"h{way}\">");
        hole(out, style, cell, way);
        out.push_str("</g>");
    }
    for shape in 0..SHAPES {
        put!(out, "<g id=\"s{shape}\">");
        seed(out, style, cell * RADIUS, shape as u32);
        out.push_str("</g>");
    }
    out.push_str("</defs>");
}

/// An empty hole around the origin: lip, wall in the shadow, floor.
fn hole(out: &mut String, style: &Style, cell: f32, way: u32) {
    let [wall, floor, middle] = style.hole;
    match style.material {
        Material::Wood => {
            circle(out, 0.0, 0.012 * cell, 0.425 * cell, &fill(style.rim));
            circle(out, 0.0, 0.0, 0.4 * cell, &fill(wall));
            circle(out, 0.008 * cell, 0.034 * cell, 0.358 * cell, &fill(floor));
            circle(out, 0.014 * cell, 0.07 * cell, 0.26 * cell, &fill(middle));
        }
        Material::Earth => {
            let blob = |out: &mut String, [x, y]: [f32; 2], radius: f32, uneven: f32, key: u32, colour: Colour| {
                let line = round(radius * cell, uneven, key * WAYS + way);
                put!(
                    out,
                    "<path transform=\"translate({} {})\" {} d=\"{line}\"/>",
                    Number(x * cell),
                    Number(y * cell),
                    fill(colour)
                );
            };
            blob(out, [0.0, 0.008], 0.432, 0.035, 1, style.rim);
            blob(out, [0.0, 0.0], 0.4, 0.035, 2, wall);
            blob(out, [0.008, 0.034], 0.355, 0.035, 3, floor);
            blob(out, [0.016, 0.07], 0.26, 0.05, 4, middle);
        }
        Material::Paper => circle(out, 0.0, 0.0, 0.39 * cell, &stroke(style.rim, cell * 0.03)),
    }
}

/// A seed around the origin, with the light from above on the left.
fn seed(out: &mut String, style: &Style, radius: f32, shape: u32) {
    let [outline, dark, light, reflection] = style.seed;
    let angle = shape as f32 * 180.0 / SHAPES as f32 + 20.0;
    let [line, body, bright] = match style.seed_shape {
        SeedShape::Nut => {
            let ellipse = |radius: f32| round(radius, 0.03, shape + 50);
            [ellipse(radius * 1.02), ellipse(radius * 0.86), round(radius * 0.6, 0.03, shape + 50)]
        }
        SeedShape::Pebble => [1.08, 0.92, 0.62].map(|scale| round(radius * scale, 0.13, shape * 3 + 1)),
        SeedShape::Bean => [1.0, 0.84, 0.56].map(|scale| oval(radius * 1.24 * scale, radius * 0.84 * scale)),
    };
    let turn = match style.seed_shape {
        SeedShape::Nut => String::new(),
        SeedShape::Pebble | SeedShape::Bean => format!("rotate({})", Number(angle)),
    };
    let [x, y] = [radius * 0.16, radius * 0.24];
    put!(out, "<path transform=\"translate({} {}){turn}\" {} d=\"{line}\"/>", Number(x), Number(y), fill(style.shadow));
    put!(out, "<path transform=\"{turn}\" {} d=\"{line}\"/>", fill(outline));
    put!(out, "<path transform=\"{turn}\" {} d=\"{body}\"/>", fill(dark));
    if style.material == Material::Paper {
        return;
    }
    let [x, y] = [-radius * 0.14, -radius * 0.16];
    put!(out, "<path transform=\"translate({} {}){turn}\" {} d=\"{bright}\"/>", Number(x), Number(y), fill(light));
    match style.seed_shape {
        SeedShape::Nut | SeedShape::Pebble => {
            circle(out, -radius * 0.3, -radius * 0.34, radius * 0.17, &fill(reflection))
        }
        SeedShape::Bean => {
            let [from, to] = [-radius * 0.8, radius * 0.8];
            put!(
                out,
                "<path transform=\"{turn}\" {} d=\"M{} 0H{}\"/>",
                stroke(outline, radius * 0.16),
                Number(from),
                Number(to)
            );
        }
    }
}

/// A closed line around the origin as of a trough, with round ends.
fn oblong([half_width, half_height]: [f32; 2], uneven: f32, key: u32) -> String {
    const ENDS: u32 = 6;
    let mut points: Vec<[f32; 2]> = Vec::new();
    for (side, middle) in [(0, half_width - half_height), (1, half_height - half_width)] {
        for step in 0..ENDS {
            let angle = (step as f32 / (ENDS - 1) as f32 + side as f32 - 0.5) * std::f32::consts::PI;
            let (sine, cosine) = angle.sin_cos();
            let stray = (scatter(key * 57 + side * ENDS + step) - 0.5) * uneven;
            points.push([middle + cosine * (half_height + stray), sine * (half_height + stray)]);
        }
    }
    smooth(&points)
}

fn oval(half_width: f32, half_height: f32) -> String {
    let point = |index: u32| {
        let (sine, cosine) = (index as f32 / 10.0 * std::f32::consts::TAU).sin_cos();
        // The smooth line passes within its points.
        [half_width * cosine * 1.05, half_height * sine * 1.05]
    };
    smooth(&(0..10).map(point).collect::<Vec<_>>())
}

/// Draws a tile in its place, whose corner is the origin.
fn draw(out: &mut String, style: &Style, cell: f32, place: Rect, tile: Tile) {
    let [width, height] = [place.width as f32, place.height as f32];
    let middle = [width / 2.0, height / 2.0];
    match tile {
        Tile::Hole { seeds, way } => {
            put!(out, "<use href=\"#h{way}\" x=\"{}\" y=\"{}\"/>", Number(middle[0]), Number(middle[1]));
            // The floor is seen a little below the middle of the hole.
            lay(out, cell, [middle[0], middle[1] + 0.012 * cell], seeds::in_hole(seeds, way));
        }
        Tile::Count { seeds, or_more } => {
            let text = if or_more { format!("{seeds}+") } else { seeds.to_string() };
            write_number(out, &text, middle, place, 0.82, style.ink);
        }
        Tile::Mark(mark) => draw_mark(out, style, cell, middle, mark),
        Tile::Badge { number, row } => badge(out, style, place, number, row),
        Tile::Store { seeds } => store(out, style, cell, place, seeds),
    }
}

/// Writes a number as high as its place allows, times `part`.
fn write_number(out: &mut String, text: &str, middle: [f32; 2], place: Rect, part: f32, colour: Colour) {
    let height = (place.height as f32 * part).min((place.width as f32 - 1.0) / digits::aspect(text));
    digits::draw(out, text, middle, height, &colour.svg());
}

fn lay(out: &mut String, cell: f32, [x, y]: [f32; 2], lying: impl Iterator<Item = Lying>) {
    for seed in lying {
        let [x, y] = [x + seed.x * cell, y + seed.y * cell];
        put!(out, "<use href=\"#s{}\" x=\"{}\" y=\"{}\"/>", seed.shape, Number(x), Number(y));
    }
}

/// Marks of the last move. Each has a shape of its own: dashes where it began, a thin ring where it passed, a broad one where
/// it ended, and corners around a house that was captured.
fn draw_mark(out: &mut String, style: &Style, cell: f32, [x, y]: [f32; 2], Mark { ring, captured }: Mark) {
    let radius = 0.452 * cell;
    match ring {
        Ring::None => {}
        Ring::Path => circle(out, x, y, radius, &stroke(style.accent, 0.024 * cell)),
        Ring::Origin => {
            let dash = radius * std::f32::consts::TAU / 24.0;
            let paint = stroke(style.accent, 0.052 * cell);
            circle(out, x, y, radius, &format!("{paint} stroke-dasharray=\"{}\"", Number(dash)));
        }
        Ring::End => circle(out, x, y, radius, &stroke(style.accent, 0.062 * cell)),
    }
    if captured {
        let (edge, arm) = (0.462 * cell, 0.17 * cell);
        let mut line = String::new();
        for [across, down] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
            let [corner_x, corner_y] = [x + across * edge, y + down * edge];
            put!(line, "M{} {}", Number(corner_x - across * arm), Number(corner_y));
            put!(line, "H{}V{}", Number(corner_x), Number(corner_y - down * arm));
        }
        put!(out, "<path {} d=\"{line}\"/>", stroke(style.ink, 0.062 * cell));
    }
}

/// The label of a house that can be played: a tag that points to the house.
fn badge(out: &mut String, style: &Style, place: Rect, number: u32, row: Row) {
    let [ground, ink] = style.badge;
    let [width, height] = [place.width as f32, place.height as f32];
    let text = number.to_string();
    let half = (height * 0.36 * digits::aspect(&text) + height * 0.3).max(height * 0.56).min(width / 2.0 - 0.5);
    let x = width / 2.0;
    let tip = height * 0.26;
    let corner = height * 0.18;
    // As it is for the far row, whose houses are below their labels.
    put!(
        out,
        "<path {} transform=\"{}\" d=\"M{} 0H{}q{corner} 0 {corner} {corner}V{}L{} {height}L{} {}V{corner}q0 -{corner} {corner} -{corner}Z\"/>",
        fill(ground),
        match row {
            Row::Far => String::new(),
            Row::Near => format!("translate(0 {})scale(1 -1)", Number(height)),
        },
        Number(x - half + corner),
        Number(x + half - corner),
        Number(height - tip),
        Number(x),
        Number(x - half),
        Number(height - tip),
        corner = Number(corner),
        height = Number(height),
    );
    let y = match row {
        Row::Far => (height - tip) / 2.0 + 0.3,
        Row::Near => height - (height - tip) / 2.0 - 0.3,
    };
    let rect = Rect { width: place.width, height: (height - tip) as u32, ..place };
    write_number(out, &text, [x, y], rect, 0.86, ink);
}

/// A store: a hollow in the board, or a heap on the ground.
fn store(out: &mut String, style: &Style, cell: f32, place: Rect, seeds: u32) {
    let [width, height] = [place.width as f32, place.height as f32];
    let upright = height > width;
    let (middle, most) = ([width / 2.0, height / 2.0], if upright { 48 } else { 60 });
    let hollow = |out: &mut String, [x, y]: [f32; 2], inset: f32, paint: &str| {
        let (x, y, inset) = (x * cell, y * cell, inset * cell);
        let [width, height] = [width - 2.0 * inset, height - 2.0 * inset];
        let (left, top, radius) = (x + inset, y + inset, width.min(height) / 2.0);
        put!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {paint}/>",
            Number(left),
            Number(top),
            Number(width),
            Number(height),
            Number(radius)
        );
    };
    let [wall, floor, floor_middle] = style.hole;
    match style.material {
        Material::Wood => {
            hollow(out, [0.0, 0.012], 0.075, &fill(style.rim));
            hollow(out, [0.0, 0.0], 0.1, &fill(wall));
            hollow(out, [0.008, 0.034], 0.142, &fill(floor));
            hollow(out, [0.014, 0.07], 0.24, &fill(floor_middle));
        }
        // A shallow hollow.
        Material::Earth => {
            let dent = |out: &mut String, y: f32, inset: f32, key: u32, colour: Colour| {
                let [x, y] = [middle[0], middle[1] + y * cell];
                let half = [width / 2.0 - inset * cell, height / 2.0 - inset * cell];
                let line = oblong(half, 0.05 * cell, key);
                put!(out, "<path transform=\"translate({} {})\" {} d=\"{line}\"/>", Number(x), Number(y), fill(colour));
            };
            dent(out, 0.012, 0.03, 11, style.rim);
            dent(out, 0.0, 0.06, 12, style.edge);
            dent(out, 0.02, 0.1, 13, style.grain[0]);
        }
        Material::Paper => hollow(out, [0.0, 0.0], 0.08, &stroke(style.rim, cell * 0.03)),
    }
    let room = [width / cell - 0.46, height / cell - 0.42];
    lay(out, cell, middle, seeds::in_store(seeds, room, most));
}

/// The board or the ground without houses, with labels and the direction of sowing.
fn background(out: &mut String, style: &Style, layout: &Layout, scene: &Scene) {
    let Rect { width, height, .. } = Rect { x: 0, y: 0, width: layout.width, height: layout.height };
    put!(out, "<rect width=\"{width}\" height=\"{height}\" {}/>", fill(style.backdrop));
    match style.material {
        Material::Wood => wood(out, style, layout),
        Material::Earth => earth(out, style, layout),
        Material::Paper => paper(out, style, layout),
    }
    let direction = scene.direction();
    arrows(out, style, layout, direction);
    for row in Row::BOTH {
        for number in 1..=layout.houses {
            let label = layout.house(row, number).label;
            let middle = [label.centre_x(), label.centre_y()];
            write_number(out, &number.to_string(), middle, label, 0.62, style.faint);
        }
        let letter = layout.letter(row);
        let name = scene.letter(row);
        write_number(out, name, [letter.centre_x(), letter.centre_y()], letter, 0.66, style.faint);
    }
}

/// A rectangle with round corners.
fn plank(out: &mut String, board: Rect, [down, inset]: [f32; 2], radius: f32, paint: &str) {
    put!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {paint}/>",
        Number(board.x as f32 + inset),
        Number(board.y as f32 + inset + down),
        Number(board.width as f32 - 2.0 * inset),
        Number(board.height as f32 - 2.0 * inset),
        Number(radius - inset)
    );
}

/// A plank with its grain, seen a little from the front.
fn wood(out: &mut String, style: &Style, layout: &Layout) {
    let (board, cell) = (layout.board, layout.cell as f32);
    let radius = cell * 0.6;
    plank(out, board, [layout.thickness() as f32, 0.0], radius, &fill(style.edge));
    plank(out, board, [0.0, 0.0], radius, &fill(style.base));
    put!(out, "<clipPath id=\"board\">");
    plank(out, board, [0.0, 0.0], radius, "");
    put!(out, "</clipPath><g clip-path=\"url(#board)\" stroke-linecap=\"round\">");
    let lines = 11;
    let [left, width, height] = [board.x as f32, board.width as f32, board.height as f32];
    for line in 0..lines {
        let stray = |which: u32| scatter(line * 17 + which) - 0.5;
        let y = board.y as f32 + (line as f32 + 0.5 + stray(1) * 0.7) / lines as f32 * height;
        let bend = [2, 3, 4].map(|which| y + stray(which) * height * 0.09);
        let (from, to) = match line % 3 {
            0 => (left, left + width),
            1 => (left, left + width * (0.55 + stray(5) * 0.4)),
            _ => (left + width * (0.4 + stray(6) * 0.4), left + width),
        };
        let third = (to - from) / 3.0;
        put!(
            out,
            "<path {} d=\"M{} {}C{} {} {} {} {} {}\"/>",
            stroke(style.grain[(line % 2) as usize], cell * (0.022 + 0.03 * scatter(line + 400))),
            Number(from),
            Number(y),
            Number(from + third),
            Number(bend[0]),
            Number(from + 2.0 * third),
            Number(bend[1]),
            Number(to),
            Number(bend[2])
        );
    }
    out.push_str("</g>");
    plank(out, board, [0.0, cell * 0.07], radius, &stroke(style.rim, cell * 0.022));
}

/// The ground, with what lies on it beside the holes.
fn earth(out: &mut String, style: &Style, layout: &Layout) {
    let (board, cell) = (layout.board, layout.cell as f32);
    let unit = layout.width as f32 / 640.0;
    let outline = |inset: f32, key: u32| {
        let [left, top] = [board.x as f32 + inset, board.y as f32 + inset];
        let [right, bottom] = [board.right() as f32 - inset, board.bottom() as f32 - inset];
        let step = 26.0 * unit;
        let stray = |index: u32| (scatter(key * 7_001 + index) - 0.5) * 5.0 * unit;
        let mut points = Vec::new();
        let mut side = |from: [f32; 2], to: [f32; 2]| {
            let length = (to[0] - from[0]).abs() + (to[1] - from[1]).abs();
            let parts = (length / step).ceil().max(2.0) as u32;
            for part in 0..parts {
                let along = part as f32 / parts as f32;
                let stray = stray(points.len() as u32);
                let across = match (part, from[0] == to[0]) {
                    // The corners become round as the line passes within them.
                    (0, _) => [0.0, 0.0],
                    (_, true) => [stray, 0.0],
                    (_, false) => [0.0, stray],
                };
                points.push([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * along + across[axis]));
            }
        };
        side([left, top], [right, top]);
        side([right, top], [right, bottom]);
        side([right, bottom], [left, bottom]);
        side([left, bottom], [left, top]);
        smooth(&points)
    };
    put!(out, "<path {} d=\"{}\"/>", fill(style.edge), outline(0.5 * unit, 1));
    put!(out, "<path {} d=\"{}\"/>", fill(style.base), outline(4.0 * unit, 1));
    // What is put down must not touch a house or a number.
    let mut taken: Vec<Rect> = Vec::new();
    let mut holes: Vec<[f32; 2]> = layout.crossings().map(|(x, y)| [x, y]).collect();
    let crossings = holes.len();
    for row in Row::BOTH {
        for number in 1..=layout.houses {
            let house = layout.house(row, number);
            holes.push([house.hole.centre_x(), house.hole.centre_y()]);
            taken.extend([house.count, house.label]);
        }
        taken.extend(layout.store(row).into_iter().flat_map(|store| [store.seeds, store.count]));
        taken.push(layout.letter(row));
    }
    let grains = (board.width * board.height) as f32 / (unit * unit) / 300.0;
    for grain in 0..grains as u32 {
        let place = |which: u32| scatter(grain * 3 + which + 90_000);
        let [x, y] = [
            board.x as f32 + (0.02 + 0.96 * place(0)) * board.width as f32,
            board.y as f32 + (0.03 + 0.94 * place(1)) * board.height as f32,
        ];
        let size = unit * (0.7 + 1.7 * place(2) * place(2));
        let is_free = holes.iter().enumerate().all(|(index, hole)| {
            let away = if index < crossings { 0.2 } else { 0.52 } * cell + size;
            (hole[0] - x).hypot(hole[1] - y) > away
        }) && taken.iter().all(|rect| {
            x + size * 2.0 < rect.x as f32
                || x - size * 2.0 > rect.right() as f32
                || y + size * 2.0 < rect.y as f32
                || y - size * 2.0 > rect.bottom() as f32
        });
        if is_free {
            let colour = style.grain[(grain % 2) as usize];
            put!(
                out,
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" {}/>",
                Number(x),
                Number(y),
                Number(size * 1.5),
                Number(size),
                fill(colour)
            );
        }
    }
}

/// The outline of a board.
fn paper(out: &mut String, style: &Style, layout: &Layout) {
    let line = layout.width as f32 / 320.0;
    let radius = match layout.variant {
        Variant::Awale => layout.cell as f32 * 0.6,
        Variant::Andada | Variant::Anywoli => layout.cell as f32 * 0.2,
    };
    plank(out, layout.board, [0.0, line / 2.0], radius, &stroke(style.edge, line));
}

/// Shows the direction of sowing: small arrows between the rows, and at the ends of a band how its rows go on.
fn arrows(out: &mut String, style: &Style, layout: &Layout, direction: Direction) {
    let cell = layout.cell as f32;
    // The near row is sown to the right, and the far row to the left; or the other way round.
    let forward = match direction {
        Direction::Anticlockwise => 1.0,
        Direction::Clockwise => -1.0,
    };
    let paint =
        format!("{} stroke-linecap=\"round\" stroke-linejoin=\"round\"", stroke(style.faint, (cell * 0.03).max(1.0)));
    let mut line = String::new();
    let mut head = |x: f32, y: f32, [across, down]: [f32; 2], size: f32| {
        // Two strokes that meet at the point.
        let ends = [[-across - down, -down - across], [-across + down, -down + across]];
        let [[first_x, first_y], [second_x, second_y]] = ends;
        put!(
            line,
            "M{} {}L{} {}L{} {}",
            Number(x + first_x * size),
            Number(y + first_y * size),
            Number(x),
            Number(y),
            Number(x + second_x * size),
            Number(y + second_y * size)
        );
    };
    let size = cell * 0.05;
    for (x, y) in layout.crossings() {
        head(x + forward * size / 2.0, y + cell * 0.075, [forward, 0.0], size);
        head(x - forward * size / 2.0, y - cell * 0.075, [-forward, 0.0], size);
    }
    let mut curves = String::new();
    if layout.variant != Variant::Awale {
        let reach = (layout.margin() as f32 * 0.72).min(cell * 0.4);
        let size = reach * 0.26;
        for band in 0..layout.bands() {
            let first = band * layout.in_band + 1;
            let last = (first + layout.in_band - 1).min(layout.houses);
            for (number, outward, is_end) in [(first, -1.0, band == 0), (last, 1.0, last == layout.houses)] {
                let near = layout.house(Row::Near, number).hole;
                let far = layout.house(Row::Far, layout.houses + 1 - number).hole;
                let x = if outward < 0.0 { near.x as f32 } else { near.right() as f32 };
                let [low, high] = [near.centre_y(), far.centre_y()];
                if is_end {
                    // Round the end of the board: up where the near row is sown outward.
                    let (from, to) = if outward == forward { (low, high) } else { (high, low) };
                    let (inner, outer) = (x + outward * reach * 0.1, x + outward * reach);
                    let bend = (to - from) * 0.25;
                    put!(
                        curves,
                        "M{} {}C{outer} {} {outer} {} {inner} {}",
                        Number(inner),
                        Number(from + bend),
                        Number(from + bend * 1.5),
                        Number(to - bend * 1.5),
                        Number(to - bend),
                        outer = Number(outer + outward * reach * 0.2),
                        inner = Number(inner),
                    );
                    let slant = std::f32::consts::FRAC_1_SQRT_2;
                    let down = (to - from).signum();
                    head(inner, to - bend, [-outward * slant, down * slant], size);
                } else {
                    for (y, across) in [(low, forward), (high, -forward)] {
                        let (tail, tip) = (
                            x + outward * reach * 0.5 - across * reach * 0.45,
                            x + outward * reach * 0.5 + across * reach * 0.45,
                        );
                        put!(curves, "M{} {}H{}", Number(tail), Number(y), Number(tip));
                        head(tip, y, [across, 0.0], size);
                    }
                }
            }
        }
    }
    put!(out, "<path {paint} d=\"{curves}{line}\"/>");
}

//! The tiles: holes and stores with seeds, numbers, marks and labels.

use std::fmt::Write;

use ayla_rules::look::{Colour, Material, SeedShape};

use super::shapes::{circle, fill, oblong, oval, path, rectangle, round, stroke, write_number};
use crate::digits;
use crate::geometry::{Rect, Row};
use crate::number::{Number, Point};
use crate::scene::{Mark, Ring, Tile};
use crate::seeds::{self, RADIUS, SHAPES, SeedPlace, WAYS};
use crate::style::Style;

/// The empty holes and the seeds, which are drawn many times.
pub(super) fn definitions(out: &mut String, style: &Style, cell: f32) {
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
    let [wall, floor, middle] = style.colours.hole;
    match style.material {
        Some(Material::Wood) => {
            circle(out, 0.0, 0.012 * cell, 0.425 * cell, &fill(style.colours.rim));
            circle(out, 0.0, 0.0, 0.4 * cell, &fill(wall));
            circle(out, 0.008 * cell, 0.034 * cell, 0.358 * cell, &fill(floor));
            circle(out, 0.014 * cell, 0.07 * cell, 0.26 * cell, &fill(middle));
        }
        Some(Material::Earth) => {
            let blob = |out: &mut String, [x, y]: [f32; 2], radius: f32, uneven: f32, key: u32, colour: Colour| {
                let line = round(radius * cell, uneven, key * WAYS + way);
                path(out, [x * cell, y * cell], "", colour, &line);
            };
            blob(out, [0.0, 0.008], 0.432, 0.035, 1, style.colours.rim);
            blob(out, [0.0, 0.0], 0.4, 0.035, 2, wall);
            blob(out, [0.008, 0.034], 0.355, 0.035, 3, floor);
            blob(out, [0.016, 0.07], 0.26, 0.05, 4, middle);
        }
        None => circle(out, 0.0, 0.0, 0.39 * cell, &stroke(style.colours.rim, cell * 0.03)),
    }
}

/// A seed around the origin, with the light from above on the left.
fn seed(out: &mut String, style: &Style, radius: f32, shape: u32) {
    let [outline, dark, light, reflection] = style.colours.seed;
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
    path(out, [radius * 0.16, radius * 0.24], &turn, style.colours.shadow, &line);
    put!(out, "<path transform=\"{turn}\" {} d=\"{line}\"/>", fill(outline));
    put!(out, "<path transform=\"{turn}\" {} d=\"{body}\"/>", fill(dark));
    if style.material.is_none() {
        return;
    }
    path(out, [-radius * 0.14, -radius * 0.16], &turn, light, &bright);
    match style.seed_shape {
        SeedShape::Nut | SeedShape::Pebble => {
            circle(out, -radius * 0.3, -radius * 0.34, radius * 0.17, &fill(reflection))
        }
        SeedShape::Bean => {
            let reach = radius * 0.8;
            let seam = stroke(outline, radius * 0.16);
            put!(out, "<path transform=\"{turn}\" {seam} d=\"M{} 0H{}\"/>", Number(-reach), Number(reach));
        }
    }
}

/// Draws a tile in its place, whose corner is the origin.
pub(super) fn draw(out: &mut String, style: &Style, cell: f32, place: Rect, tile: Tile) {
    let [width, height] = [place.width as f32, place.height as f32];
    let middle = [width / 2.0, height / 2.0];
    match tile {
        Tile::Hole { seeds, way } => {
            put!(out, "<use href=\"#h{way}\" x=\"{}\" y=\"{}\"/>", Number(middle[0]), Number(middle[1]));
            // The floor is seen a little below the middle of the hole.
            lay(out, cell, [middle[0], middle[1] + 0.012 * cell], seeds::in_hole(seeds, way));
        }
        Tile::Tuzdik { owner, way } => {
            put!(out, "<use href=\"#h{way}\" x=\"{}\" y=\"{}\"/>", Number(middle[0]), Number(middle[1]));
            tuzdik(out, style, cell, middle, owner);
        }
        Tile::Burnt { way } => {
            put!(out, "<use href=\"#h{way}\" x=\"{}\" y=\"{}\"/>", Number(middle[0]), Number(middle[1]));
            burnt(out, style, cell, middle);
        }
        Tile::Letter(side) => write_number(out, side.letter(), middle, place, 0.82, style.colours.ink),
        Tile::Count { seeds, or_more } => {
            let text = if or_more { format!("{seeds}+") } else { seeds.to_string() };
            write_number(out, &text, middle, place, 0.82, style.colours.ink);
        }
        Tile::Mark(mark) => draw_mark(out, style, cell, middle, mark),
        Tile::Badge { number, row } => badge(out, style, place, number, row),
        Tile::Store { seeds } => store(out, style, cell, place, seeds),
    }
}

fn lay(out: &mut String, cell: f32, [x, y]: [f32; 2], seeds: impl Iterator<Item = SeedPlace>) {
    for seed in seeds {
        let [x, y] = [x + seed.x * cell, y + seed.y * cell];
        put!(out, "<use href=\"#s{}\" x=\"{}\" y=\"{}\"/>", seed.shape, Number(x), Number(y));
    }
}

/// The mark of a burnt house: the board closes the hole, with a cross on it.
fn burnt(out: &mut String, style: &Style, cell: f32, [x, y]: [f32; 2]) {
    circle(out, x, y, 0.34 * cell, &fill(style.colours.base));
    let line = stroke(style.colours.faint, 0.06 * cell);
    let [left, right, top, bottom] = [x - 0.16 * cell, x + 0.16 * cell, y - 0.16 * cell, y + 0.16 * cell].map(Number);
    put!(out, "<path {line} d=\"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}\"/>");
}

/// The mark of a tuzdik: a disc with an arrow to the row of its owner.
fn tuzdik(out: &mut String, style: &Style, cell: f32, [x, y]: [f32; 2], owner: Row) {
    let [ground, arrow] = style.colours.badge;
    let down = match owner {
        Row::Near => cell,
        Row::Far => -cell,
    };
    circle(out, x, y, 0.27 * cell, &fill(ground));
    let tip = Point(x, y + 0.2 * down);
    let corner = Point(x + 0.17 * cell, y - 0.1 * down);
    put!(out, "<path {} d=\"M{tip}L{corner}H{}Z\"/>", fill(arrow), Number(x - 0.17 * cell));
}

/// Marks of the last move. Each has a shape of its own: dashes where it began, a thin ring where it passed, a broad one
/// where it ended, both of these where it came back to where it began, and corners around a house that was captured.
fn draw_mark(out: &mut String, style: &Style, cell: f32, [x, y]: [f32; 2], Mark { ring, captured }: Mark) {
    let radius = 0.452 * cell;
    let broad_ring = |out: &mut String| circle(out, x, y, radius, &stroke(style.colours.accent, 0.062 * cell));
    match ring {
        Ring::None => {}
        Ring::Path => circle(out, x, y, radius, &stroke(style.colours.accent, 0.024 * cell)),
        Ring::Origin => dashes(out, style, cell, [x, y], radius),
        Ring::End => broad_ring(out),
        Ring::OriginAndEnd => {
            broad_ring(out);
            dashes(out, style, cell, [x, y], 0.378 * cell);
        }
    }
    if captured {
        let edge = 0.462 * cell;
        let arm = 0.17 * cell;
        let mut line = String::new();
        for [across, down] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
            let [corner_x, corner_y] = [x + across * edge, y + down * edge];
            put!(line, "M{}", Point(corner_x - across * arm, corner_y));
            put!(line, "H{}V{}", Number(corner_x), Number(corner_y - down * arm));
        }
        put!(out, "<path {} d=\"{line}\"/>", stroke(style.colours.ink, 0.062 * cell));
    }
}

/// A ring of twelve dashes.
fn dashes(out: &mut String, style: &Style, cell: f32, [x, y]: [f32; 2], radius: f32) {
    let dash = radius * std::f32::consts::TAU / 24.0;
    let paint = stroke(style.colours.accent, 0.052 * cell);
    circle(out, x, y, radius, &format!("{paint} stroke-dasharray=\"{}\"", Number(dash)));
}

/// The label of a house that can be played: a tag that points to the house.
fn badge(out: &mut String, style: &Style, place: Rect, number: u32, row: Row) {
    let [ground, ink] = style.colours.badge;
    let [width, height] = [place.width as f32, place.height as f32];
    let text = number.to_string();
    let half = (height * 0.36 * digits::aspect(&text) + height * 0.3).max(height * 0.56).min(width / 2.0 - 0.5);
    let x = width / 2.0;
    let tip = height * 0.26;
    let corner = height * 0.18;
    // As it is for the far row, whose houses are below their labels.
    let (turn, y) = match row {
        Row::Far => (String::new(), (height - tip) / 2.0 + 0.3),
        Row::Near => (format!("translate(0 {})scale(1 -1)", Number(height)), height - (height - tip) / 2.0 - 0.3),
    };
    put!(
        out,
        "<path {} transform=\"{turn}\" d=\"M{} 0H{}q{corner} 0 {corner} {corner}V{}L{}L{}V{corner}q0 -{corner} {corner} -{corner}Z\"/>",
        fill(ground),
        Number(x - half + corner),
        Number(x + half - corner),
        Number(height - tip),
        Point(x, height),
        Point(x - half, height - tip),
        corner = Number(corner),
    );
    let rect = Rect { width: place.width, height: (height - tip) as u32, ..place };
    write_number(out, &text, [x, y], rect, 0.86, ink);
}

/// A store: a hollow in the board, or a heap on the ground.
fn store(out: &mut String, style: &Style, cell: f32, place: Rect, seeds: u32) {
    let [width, height] = [place.width as f32, place.height as f32];
    let upright = height > width;
    let middle = [width / 2.0, height / 2.0];
    let most = if upright { 48 } else { 60 };
    let hollow = |out: &mut String, [x, y]: [f32; 2], inset: f32, paint: &str| {
        let x = x * cell;
        let y = y * cell;
        let inset = inset * cell;
        let [width, height] = [width - 2.0 * inset, height - 2.0 * inset];
        rectangle(out, [x + inset, y + inset, width, height], width.min(height) / 2.0, paint);
    };
    let [wall, floor, floor_middle] = style.colours.hole;
    match style.material {
        Some(Material::Wood) => {
            hollow(out, [0.0, 0.012], 0.075, &fill(style.colours.rim));
            hollow(out, [0.0, 0.0], 0.1, &fill(wall));
            hollow(out, [0.008, 0.034], 0.142, &fill(floor));
            hollow(out, [0.014, 0.07], 0.24, &fill(floor_middle));
        }
        // A shallow hollow.
        Some(Material::Earth) => {
            let dent = |out: &mut String, y: f32, inset: f32, key: u32, colour: Colour| {
                let half = [width / 2.0 - inset * cell, height / 2.0 - inset * cell];
                path(out, [middle[0], middle[1] + y * cell], "", colour, &oblong(half, 0.05 * cell, key));
            };
            dent(out, 0.012, 0.03, 11, style.colours.rim);
            dent(out, 0.0, 0.06, 12, style.colours.edge);
            dent(out, 0.02, 0.1, 13, style.colours.grain[0]);
        }
        None => hollow(out, [0.0, 0.0], 0.08, &stroke(style.colours.rim, cell * 0.03)),
    }
    let room = [width / cell - 0.46, height / cell - 0.42];
    lay(out, cell, middle, seeds::in_store(seeds, room, most));
}

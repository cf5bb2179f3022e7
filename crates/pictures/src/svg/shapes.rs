//! The shapes that backgrounds and tiles are drawn with: closed lines, rectangles and numbers.

use std::fmt::Write;

use ayla_rules::look::Colour;

use crate::digits;
use crate::geometry::Rect;
use crate::number::{Number, Point};
use crate::seeds::scatter;

pub(super) fn circle(out: &mut String, x: f32, y: f32, radius: f32, paint: &str) {
    put!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {paint}/>", Number(x), Number(y), Number(radius));
}

/// Fills a closed line around the origin, which is first transformed by `turn` and then moved to a place.
pub(super) fn path(out: &mut String, [x, y]: [f32; 2], turn: &str, colour: Colour, line: &str) {
    put!(out, "<path transform=\"translate({}){turn}\" {} d=\"{line}\"/>", Point(x, y), fill(colour));
}

/// A rectangle with round corners.
pub(super) fn rectangle(out: &mut String, [left, top, width, height]: [f32; 4], radius: f32, paint: &str) {
    let [left, top, width, height, radius] = [left, top, width, height, radius].map(Number);
    put!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" {paint}/>");
}

/// A closed line around the origin: a circle that was dug by hand.
pub(super) fn round(radius: f32, uneven: f32, key: u32) -> String {
    const POINTS: u32 = 14;
    let point = |index: u32| {
        let index = index % POINTS;
        let distance = radius * (1.0 + (scatter(key * 101 + index) - 0.5) * 2.0 * uneven);
        let (sine, cosine) = (index as f32 / POINTS as f32 * std::f32::consts::TAU).sin_cos();
        [distance * cosine, distance * sine]
    };
    smooth(&(0..POINTS).map(point).collect::<Vec<_>>())
}

/// A closed line around the origin as of a trough, with round ends.
pub(super) fn oblong([half_width, half_height]: [f32; 2], uneven: f32, key: u32) -> String {
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

pub(super) fn oval(half_width: f32, half_height: f32) -> String {
    let point = |index: u32| {
        let (sine, cosine) = (index as f32 / 10.0 * std::f32::consts::TAU).sin_cos();
        // The smooth line passes within its points.
        [half_width * cosine * 1.05, half_height * sine * 1.05]
    };
    smooth(&(0..10).map(point).collect::<Vec<_>>())
}

/// A smooth closed line past these points.
pub(super) fn smooth(points: &[[f32; 2]]) -> String {
    let middle = |index: usize| {
        let [x, y] = points[index % points.len()];
        let [next_x, next_y] = points[(index + 1) % points.len()];
        Point((x + next_x) / 2.0, (y + next_y) / 2.0)
    };
    let mut line = String::new();
    put!(line, "M{}", middle(points.len() - 1));
    for (index, &[x, y]) in points.iter().enumerate() {
        put!(line, "Q{} {}", Point(x, y), middle(index));
    }
    line + "Z"
}

pub(super) fn fill(colour: Colour) -> String {
    format!("fill=\"{colour}\"")
}

pub(super) fn stroke(colour: Colour, width: f32) -> String {
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", Number(width))
}

/// Writes a number as high as its place allows, times `part`.
pub(super) fn write_number(out: &mut String, text: &str, middle: [f32; 2], place: Rect, part: f32, colour: Colour) {
    let height = (place.height as f32 * part).min((place.width as f32 - 1.0) / digits::aspect(text));
    digits::draw(out, text, middle, height, &colour.to_string());
}

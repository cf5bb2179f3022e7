//! What lies below the tiles: the board or the ground, labels, and the direction of sowing.

use std::fmt::Write;

use ayla_rules::Direction;
use ayla_rules::look::{Material, Stores};

use super::shapes::{fill, rectangle, smooth, stroke, write_number};
use crate::geometry::{Layout, Rect, Row};
use crate::number::{Number, Point};
use crate::scene::Scene;
use crate::seeds::scatter;
use crate::style::Style;

/// The radius of the corners of a carved board, in widths of a house.
const WOOD_CORNER: f32 = 0.6;

/// The board or the ground without houses, with labels and the direction of sowing.
pub(super) fn background(out: &mut String, style: &Style, layout: &Layout, scene: &Scene) {
    let Rect { width, height, .. } = Rect { x: 0, y: 0, width: layout.width, height: layout.height };
    put!(out, "<rect width=\"{width}\" height=\"{height}\" {}/>", fill(style.backdrop));
    match style.material {
        Some(Material::Wood) => wood(out, style, layout),
        Some(Material::Earth) => earth(out, style, layout),
        None => paper(out, style, layout),
    }
    arrows(out, style, layout);
    for row in Row::BOTH {
        for number in 1..=layout.houses {
            let label = layout.house(row, number).label;
            let middle = [label.centre_x(), label.centre_y()];
            write_number(out, &number.to_string(), middle, label, 0.62, style.colours.faint);
        }
        let letter = layout.letter(row);
        let name = scene.letter(row);
        write_number(out, name, [letter.centre_x(), letter.centre_y()], letter, 0.66, style.colours.faint);
    }
}

/// The outline of a plank, moved down and within its edge.
fn plank(out: &mut String, board: Rect, [down, inset]: [f32; 2], radius: f32, paint: &str) {
    let [x, y, width, height] = [board.x, board.y, board.width, board.height].map(|length| length as f32);
    let sides = [x + inset, y + inset + down, width - 2.0 * inset, height - 2.0 * inset];
    rectangle(out, sides, radius - inset, paint);
}

/// A plank with its grain, seen a little from the front.
fn wood(out: &mut String, style: &Style, layout: &Layout) {
    let board = layout.board;
    let cell = layout.cell as f32;
    let radius = WOOD_CORNER * cell;
    plank(out, board, [layout.thickness() as f32, 0.0], radius, &fill(style.colours.edge));
    plank(out, board, [0.0, 0.0], radius, &fill(style.colours.base));
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
            "<path {} d=\"M{}C{} {} {}\"/>",
            stroke(style.colours.grain[(line % 2) as usize], cell * (0.022 + 0.03 * scatter(line + 400))),
            Point(from, y),
            Point(from + third, bend[0]),
            Point(from + 2.0 * third, bend[1]),
            Point(to, bend[2])
        );
    }
    out.push_str("</g>");
    plank(out, board, [0.0, cell * 0.07], radius, &stroke(style.colours.rim, cell * 0.022));
}

/// The ground, with what lies on it beside the holes.
fn earth(out: &mut String, style: &Style, layout: &Layout) {
    let board = layout.board;
    let cell = layout.cell as f32;
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
    put!(out, "<path {} d=\"{}\"/>", fill(style.colours.edge), outline(0.5 * unit, 1));
    put!(out, "<path {} d=\"{}\"/>", fill(style.colours.base), outline(4.0 * unit, 1));
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
            let colour = fill(style.colours.grain[(grain % 2) as usize]);
            let [cx, cy, rx, ry] = [x, y, size * 1.5, size].map(Number);
            put!(out, "<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\" {colour}/>");
        }
    }
}

/// The outline of a board.
fn paper(out: &mut String, style: &Style, layout: &Layout) {
    let line = layout.width as f32 / 320.0;
    let radius = match layout.look().material {
        Material::Wood => WOOD_CORNER,
        Material::Earth => 0.2,
    } * layout.cell as f32;
    plank(out, layout.board, [0.0, line / 2.0], radius, &stroke(style.colours.edge, line));
}

/// Shows the direction of sowing: small arrows between the rows, and at the ends of a band how its rows go on.
fn arrows(out: &mut String, style: &Style, layout: &Layout) {
    let cell = layout.cell as f32;
    // The near row is sown to the right, and the far row to the left; or the other way round.
    let forward = match layout.direction {
        Direction::Anticlockwise => 1.0,
        Direction::Clockwise => -1.0,
    };
    let paint = format!(
        "{} stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        stroke(style.colours.faint, (cell * 0.03).max(1.0))
    );
    let mut line = String::new();
    let mut head = |x: f32, y: f32, [across, down]: [f32; 2], size: f32| {
        // Two strokes that meet at the point.
        let first = Point(x + (-across - down) * size, y + (-down - across) * size);
        let second = Point(x + (-across + down) * size, y + (-down + across) * size);
        put!(line, "M{first}L{}L{second}", Point(x, y));
    };
    let size = cell * 0.05;
    for (x, y) in layout.crossings() {
        head(x + forward * size / 2.0, y + cell * 0.075, [forward, 0.0], size);
        head(x - forward * size / 2.0, y - cell * 0.075, [-forward, 0.0], size);
    }
    let mut curves = String::new();
    // Stores at the ends take the place of these arrows.
    if layout.look().stores != Stores::Ends {
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
                    let inner = x + outward * reach * 0.1;
                    let outer = x + outward * reach + outward * reach * 0.2;
                    let bend = (to - from) * 0.25;
                    put!(
                        curves,
                        "M{}C{} {} {}",
                        Point(inner, from + bend),
                        Point(outer, from + bend * 1.5),
                        Point(outer, to - bend * 1.5),
                        Point(inner, to - bend),
                    );
                    let slant = std::f32::consts::FRAC_1_SQRT_2;
                    let down = (to - from).signum();
                    head(inner, to - bend, [-outward * slant, down * slant], size);
                } else {
                    for (y, across) in [(low, forward), (high, -forward)] {
                        let tail = x + outward * reach * 0.5 - across * reach * 0.45;
                        let tip = x + outward * reach * 0.5 + across * reach * 0.45;
                        put!(curves, "M{}H{}", Point(tail, y), Number(tip));
                        head(tip, y, [across, 0.0], size);
                    }
                }
            }
        }
    }
    put!(out, "<path {paint} d=\"{curves}{line}\"/>");
}

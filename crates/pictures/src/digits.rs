//! The outlines of digits and of the few other characters on a board, drawn for these pictures as lines of one breadth.

use std::fmt::Write;

use crate::number::{Number, Point};

/// The height of the characters, from the middle of the upper line to that of the lower one.
const HEIGHT: f32 = 10.0;
/// The breadth of the lines.
const BREADTH: f32 = 1.7;
/// The space between the lines of two characters.
const SPACE: f32 = 1.6;

/// The width of a character, and its line.
struct Character {
    width: f32,
    line: &'static str,
}

const fn character(character: u8) -> Option<Character> {
    let (width, line) = match character {
        b'0' => (6.0, "M3 0C1 0 0 2 0 5S1 10 3 10 6 8 6 5 5 0 3 0Z"),
        b'1' => (2.6, "M0 2.2 2.6 0V10"),
        b'2' => (5.8, "M.2 2.9C.2 1.1 1.3 0 2.9 0S5.6 1.1 5.6 2.7C5.6 4.1 4.8 5 3.7 6.1L0 10H5.8"),
        b'3' => (5.8, "M.4 0H5.3L2.6 3.9C4.6 3.9 5.8 5.1 5.8 6.9S4.6 10 2.8 10C1.4 10 .4 9.3 0 8.3"),
        b'4' => (6.0, "M4.5 10V0L0 7.2H6"),
        b'5' => {
            (5.8, "M5.2 0H1L.6 4.5C1.2 3.9 2 3.6 2.9 3.6 4.7 3.6 5.8 4.9 5.8 6.8S4.6 10 2.8 10C1.5 10 .5 9.4 0 8.5")
        }
        b'6' => (6.0, "M4.9 0C2.2 1.2 0 3.9 0 6.9 0 8.8 1.2 10 3 10S6 8.8 6 6.9 4.8 3.9 3 3.9C1.5 3.9 .3 4.9 0 6.3"),
        b'7' => (5.6, "M0 0H5.6L2 10"),
        b'8' => (
            6.0,
            "M3 0C1.5 0 .5.9.5 2.3S1.5 4.6 3 4.6 5.5 3.7 5.5 2.3 4.5 0 3 0ZM3 4.6C1.2 4.6 0 5.6 0 7.3S1.2 10 3 10 6 9 6 7.3 4.8 4.6 3 4.6Z",
        ),
        b'9' => (6.0, "M1.1 10C3.8 8.8 6 6.1 6 3.1 6 1.2 4.8 0 3 0S0 1.2 0 3.1 1.2 6.1 3 6.1C4.5 6.1 5.7 5.1 6 3.7"),
        b'+' => (5.0, "M2.5 2.9V7.9M0 5.4H5"),
        b'S' => (
            5.8,
            "M5.4 1.7C5 .6 4.1 0 2.9 0 1.3 0 .3 1 .3 2.4.3 3.9 1.3 4.4 2.9 4.9 4.8 5.4 5.8 6.1 5.8 7.5 5.8 9 4.6 10 2.9 10 1.4 10 .4 9.3 0 8.2",
        ),
        b'N' => (5.6, "M0 10V0L5.6 10V0"),
        _ => return None,
    };
    Some(Character { width, line })
}

/// The characters of a text, and its width from the middle of the first line to that of the last one.
fn characters(text: &str) -> (Vec<Character>, f32) {
    let characters: Vec<_> = text.bytes().filter_map(character).collect();
    let spaces = characters.len().saturating_sub(1) as f32 * (SPACE + BREADTH);
    let width = characters.iter().map(|character| character.width).sum::<f32>() + spaces;
    (characters, width)
}

/// Draws a text around a centre, as high as given, in this colour. Only digits, `+`, `S` and `N` are drawn.
pub(crate) fn draw(out: &mut String, text: &str, [x, y]: [f32; 2], height: f32, colour: &str) {
    let (characters, width) = characters(text);
    // The height given is that of the lines with their breadth.
    let scale = height / (HEIGHT + BREADTH);
    let mut left = x - width * scale / 2.0;
    let top = y - HEIGHT * scale / 2.0;
    let breadth = Number(BREADTH);
    let _ = write!(
        out,
        "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{breadth}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    for Character { width, line } in characters {
        let _ =
            write!(out, "<path transform=\"translate({})scale({})\" d=\"{line}\"/>", Point(left, top), Number(scale));
        left += (width + SPACE + BREADTH) * scale;
    }
    out.push_str("</g>");
}

/// How wide a text is for its height.
pub(crate) fn aspect(text: &str) -> f32 {
    let (_, width) = characters(text);
    (width + BREADTH) / (HEIGHT + BREADTH)
}

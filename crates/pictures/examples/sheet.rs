//! Draws the pictures of the documentation: `cargo run --release -p ayla-pictures --example sheet -- docs/pictures`.
//!
//! Pictures named `deuteranopia` show what people see who cannot tell red from green.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use ayla_pictures::{Alt, Marks, Painter, Scene, Still, Theme, Viewer, Width, of_move, svg};
use ayla_rules::{Event, Line, Position, Side, Variant, View, notation};
use ayla_test_games::vectors::positions_of;

/// A position with the longest rows, in which house 6 is played.
const LONG_ROWS: &str =
    "andada 201301201301201301201301201301201301201301201301/031201031201031201031201031201031201031201031201 - s";

fn main() -> Result<(), Box<dyn Error>> {
    draw(&PathBuf::from(env::args().nth(1).ok_or("usage: sheet FOLDER")?))
}

/// Draws all pictures into a folder.
pub fn draw(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let painter = Painter::new(16 << 20);
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.join(name), bytes);
    let viewer = Viewer { near: Side::South, view: View::All, theme: Theme::Light, width: Width::W640 };
    for &game in Variant::ALL {
        let line = shown(game);
        let (text, played) = parts(&line)?;
        for &theme in Theme::ALL {
            let (_, _, after) = scenes(text, played, Viewer { theme, ..viewer })?;
            let png = painter.png(&after, &alt(text, played).as_alt())?;
            write(&format!("{game}-{theme}.png"), png.clone())?;
            if theme == Theme::Light {
                write(&format!("{game}-deuteranopia.png"), as_deuteranope(&png)?)?;
            }
        }
        let (_, _, phone) = scenes(text, played, Viewer { width: Width::W320, ..viewer })?;
        write(&format!("{game}-320.png"), painter.png(&phone, &alt(text, played).as_alt())?)?;
    }
    let line = shown(Variant::Awale);
    let (text, played) = parts(&line)?;
    let (before, events, after) = scenes(text, played, viewer)?;
    let (first, others): (Still, Vec<Still>) = of_move(&before, &events, after.clone());
    write("awale-move.gif", painter.gif(&first, &others, &alt(text, played).as_alt())?)?;
    write("awale-light.svg", svg(&after, &alt(text, played).as_alt()).into_bytes())?;
    let hidden = Scene { viewer: Viewer { view: View::Public, ..viewer }, ..after };
    write("awale-public.png", painter.png(&hidden, &alt(text, played).as_alt())?)?;
    for width in [Width::W320, Width::W640] {
        let (_, _, long) = scenes(LONG_ROWS, "6", Viewer { width, ..viewer })?;
        write(&format!("andada-48-houses-{width}.png"), painter.png(&long, &alt(LONG_ROWS, "6").as_alt())?)?;
    }
    Ok(())
}

/// The line that shows what a game looks like: its last move is drawn.
fn shown(game: Variant) -> String {
    positions_of(game, "draw").remove(0)
}

/// The position and the move of a line of one move.
fn parts(line: &str) -> Result<(&str, &str), Box<dyn Error>> {
    line.split_once(" moves ").ok_or_else(|| format!("no moves: {line}").into())
}

struct Words {
    title: String,
    description: String,
}

impl Words {
    fn as_alt(&self) -> Alt<'_> {
        Alt { title: &self.title, description: &self.description, language: "en" }
    }
}

fn alt(text: &str, played: &str) -> Words {
    Words { title: text.to_owned(), description: format!("The position after {played}.") }
}

/// A position, what happens in a move, and the position after it.
fn scenes(text: &str, played: &str, viewer: Viewer) -> Result<(Scene, Vec<Event>, Scene), Box<dyn Error>> {
    let before = Position::read(text)?;
    let proposal = notation::read_move(played, &before.rules()).ok_or("no move")?;
    let mut events = Vec::new();
    let after = Line::from(before).play_recorded(proposal, &mut events)?.position();
    let marks = Marks::of_move(&events).with_legal(&after.legal_moves());
    let before = Scene { setup: before.setup(), marks: Marks::default(), viewer };
    Ok((before, events, Scene { setup: after.setup(), marks, viewer }))
}

/// A PNG in the colours that somebody without green receptors sees, by the matrix of Machado, Oliveira and Fernandes
/// (2009).
fn as_deuteranope(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    const MATRIX: [[f32; 3]; 3] =
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]];
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info()?;
    let mut numbers = vec![0; reader.output_buffer_size().ok_or("too large")?];
    let size = reader.next_frame(&mut numbers)?;
    let palette = reader.info().palette.clone().ok_or("no palette")?;
    let linear = |value: u8| (f32::from(value) / 255.0).powf(2.2);
    let seen = palette.as_chunks::<3>().0.iter().flat_map(|colour| {
        let colour = colour.map(linear);
        MATRIX.map(|row| {
            let value: f32 = row.iter().zip(colour).map(|(part, value)| part * value).sum();
            (value.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8
        })
    });
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, size.width, size.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(seen.collect::<Vec<_>>());
    encoder.write_header()?.write_image_data(&numbers)?;
    Ok(out)
}

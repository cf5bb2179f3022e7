//! Times and sizes of pictures 640 pixels wide: `cargo bench -p ayla-pictures --bench pictures`. The figures are
//! medians over runs with tiles already drawn, and beside them the first run with none.

use std::time::{Duration, Instant};

use ayla_pictures::{Alt, Marks, Painter, Scene, Still, Theme, Viewer, Width, of_move, svg};
use ayla_rules::{Event, Line, Move, Side, View};

const RUNS: usize = 101;
const MOST_BYTES: usize = 16 << 20;

fn main() {
    println!("{:34} {:>10} {:>10} {:>10}", "picture", "first", "median", "bytes");
    let boards = [
        ("awale 831110/b11169 3/2 n".to_owned(), 5),
        (format!("andada {}/{} - s", "2".repeat(12), "201".repeat(4)), 2),
        ("anywoli 44b4444444j4/40102304(40)678 30/55 n".to_owned(), 3),
        (format!("andada {}/{} - s", "2".repeat(48), "201".repeat(16)), 14),
    ];
    for (text, house) in &boards {
        let (scene, _) = played(text, *house);
        let name = format!("{}, {} houses", scene.setup.rules.variant(), scene.setup.south.len());
        report(&format!("svg, {name}"), |_| svg(&scene, &ALT).into_bytes());
        report(&format!("png, {name}"), |painter| painter.png(&scene, &ALT).expect("a picture"));
    }
    for (text, house) in [
        ("awale 44444d/444444 0/0 s".to_owned(), 6),
        ("anywoli 444444444444/444444444444 0/0 s".to_owned(), 6),
        (format!("andada {}/{} - s", "2".repeat(48), "201".repeat(16)), 13),
        // A sowing of 6,731 laps.
        ("andada 010194110/103238101 - s".to_owned(), 7),
    ] {
        let (first, others) = film(&text, house, Width::W640);
        let name = format!("gif, {}, {} frames", first.scene.setup.rules.variant(), others.len() + 1);
        report("gif, first frame", |painter| painter.gif(&first, &[], &ALT).expect("a picture"));
        report(&name, |painter| painter.gif(&first, &others, &ALT).expect("a picture"));
    }
    largest();
}

/// The most that a picture takes: the largest board at the greatest width, with changes all over it.
fn largest() {
    let (first, others) = film(&format!("andada {}/{} - s o", "2".repeat(48), "2".repeat(48)), 1, Width::W1280);
    let painter = Painter::new(MOST_BYTES);
    for run in ["first", "again"] {
        let start = Instant::now();
        let bytes = painter.gif(&first, &others, &ALT).expect("a picture").len();
        println!(
            "gif, 1280 wide, 48 houses, {} frames, {run}: {} ms, {bytes} bytes",
            others.len() + 1,
            start.elapsed().as_millis()
        );
    }
}

const ALT: Alt<'_> = Alt { title: "A board", description: "Some seeds in some houses.", language: "en" };

fn report(name: &str, paint: impl Fn(&Painter) -> Vec<u8>) {
    let painter = Painter::new(MOST_BYTES);
    let time = || {
        let start = Instant::now();
        let bytes = paint(&painter).len();
        (start.elapsed(), bytes)
    };
    let (first, bytes) = time();
    let mut times: Vec<Duration> = (0..RUNS).map(|_| time().0).collect();
    times.sort();
    println!("{name:34} {:>7} us {:>7} us {bytes:>10}", first.as_micros(), times[RUNS / 2].as_micros());
}

fn scene(line: &Line, marks: Marks) -> Scene {
    let position = line.position();
    let viewer = Viewer { near: Side::South, view: View::All, theme: Theme::Light, width: Width::W640 };
    Scene { setup: position.setup(), marks: marks.with_legal(&position.legal_moves()), viewer }
}

fn played(text: &str, house: u8) -> (Scene, Vec<Event>) {
    let mut events: Vec<Event> = Vec::new();
    let line = ayla_test_games::read(text).play_recorded(Move::House(house), &mut events).expect("legal");
    (scene(&line, Marks::of_move(&events)), events)
}

fn film(text: &str, house: u8, width: Width) -> (Still, Vec<Still>) {
    let (mut after, events) = played(text, house);
    after.viewer.width = width;
    let setup = ayla_test_games::read(text).position().setup();
    let before = Scene { setup, marks: Marks::default(), ..after.clone() };
    of_move(&before, &events, after)
}

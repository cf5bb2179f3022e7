//! Pictures read back.

#[path = "../examples/sheet.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is a program too")]
mod sheet;

use std::collections::HashMap;
use std::io::Cursor;
use std::path::Path;

use ayla_pictures::geometry::{Layout, Rect, Row};
use ayla_pictures::{Alt, MOST_BYTES, MOST_FRAMES, Marks, Painter, Scene, Still, Theme, Viewer, Width, of_move, svg};
use ayla_rules::notation::read_line;
use ayla_rules::option::Given;
use ayla_rules::{BySide, Event, House, Line, Place, Rules, Seen, Setup, Side, Variant, View};
use ayla_test_games::Random;

const ALT: Alt<'_> = Alt { title: "Awalé: a <board> & \"more\"", description: "Houses.\u{1}", language: "fr" };
const CACHE: usize = 64 << 20;

/// A picture as a caller has it: colours, row by row.
struct Picture {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn of_png(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG");
        let mut numbers = vec![0; reader.output_buffer_size().expect("not too large")];
        let info = reader.next_frame(&mut numbers).expect("an image");
        let palette = reader.info().palette.clone().expect("a palette");
        let colour = |&number: &u8| palette.as_chunks().0[usize::from(number)];
        Self { width: info.width as usize, pixels: numbers.iter().map(colour).collect() }
    }

    /// Every frame as it stands on the screen.
    fn of_gif(bytes: &[u8]) -> Vec<Self> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(bytes).expect("a GIF");
        assert_eq!(reader.repeat(), gif::Repeat::Finite(0), "it is played once");
        let width = usize::from(reader.width());
        let height = usize::from(reader.height());
        let mut screen = vec![[0; 3]; width * height];
        let mut frames = Vec::new();
        while let Some(frame) = reader.read_next_frame().expect("a frame") {
            assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
            for (index, [red, green, blue, alpha]) in frame.buffer.as_chunks().0.iter().enumerate() {
                let down = index / usize::from(frame.width);
                let across = index % usize::from(frame.width);
                let place = (usize::from(frame.top) + down) * width + usize::from(frame.left) + across;
                if *alpha > 0 {
                    screen[place] = [*red, *green, *blue];
                }
            }
            frames.push(Self { width, pixels: screen.clone() });
        }
        frames
    }

    fn part(&self, Rect { x, y, width, height }: Rect) -> impl Iterator<Item = [u8; 3]> {
        (y..y + height)
            .flat_map(move |y| (x..x + width).map(move |x| self.pixels[y as usize * self.width + x as usize]))
    }

    /// Where a part has the colour of the numbers of seeds, which nothing else there has.
    fn ink(&self, part: Rect, ink: [u8; 3]) -> Vec<bool> {
        self.part(part).map(|colour| colour == ink).collect()
    }
}

/// A reader of the numbers of seeds on pictures of one game and viewer: it knows them from pictures of known positions.
struct Reader {
    known: HashMap<Vec<bool>, Seen>,
    ink: [u8; 3],
}

impl Reader {
    /// A reader of the houses or of the stores, whose numbers may begin at other parts of a pixel.
    fn new(painter: &Painter, setup: &Setup, viewer: Viewer, numbers: &[u32], of_stores: bool) -> Self {
        let layout = Layout::of(setup, viewer.width.pixels());
        let scene = Scene { setup: setup.clone(), marks: Marks::default(), viewer };
        // What is drawn last is the number of seeds of a house.
        let document = svg(&scene, &ALT);
        let (_, ink) = document.rsplit_once("stroke=\"#").expect("a number");
        let [_, ink @ ..] = u32::from_str_radix(&ink[..6], 16).expect("a colour").to_be_bytes();
        let mut known = HashMap::new();
        let row = Row::of(Side::South, viewer.near);
        let store = layout.store(row).filter(|_| of_stores);
        let place = store.map_or(layout.house(row, 1).count, |store| store.count);
        for &seeds in numbers {
            let mut setup = setup.clone();
            match setup.stores.as_mut().filter(|_| of_stores) {
                Some(stores) => stores.south = seeds,
                None => setup.south[0] = seeds,
            }
            let seen = viewer.view.see(layout.variant, Side::South, seeds);
            let scene = Scene { setup, marks: Marks::default(), viewer };
            let picture = Picture::of_png(&painter.png(&scene, &ALT).expect("a picture"));
            let other = known.insert(picture.ink(place, ink), seen);
            assert!(other.is_none_or(|other| other == seen), "{seen:?} looks like {other:?}");
        }
        Self { known, ink }
    }

    fn read(&self, picture: &Picture, place: Rect) -> Seen {
        *self.known.get(&picture.ink(place, self.ink)).expect("a number")
    }
}

/// Every size of board, with random options and seeds.
fn each_position(mut test: impl FnMut(&mut Random, Setup)) {
    let mut random = Random(16);
    for &variant in Variant::ALL {
        let span = variant.about().houses;
        for houses in (span.min..=span.max).step_by(span.step as usize).chain([span.min]) {
            let mut rules = random.rules(variant);
            if span.min < span.max {
                rules.set("houses", Given::Number(houses)).expect("in range");
            }
            if let Rules::Andada(options) = &mut rules {
                options.team = if houses % options.team == 0 { options.team } else { 1 };
            }
            // A long row may begin with fewer seeds in each house.
            if rules.conflict().is_some() {
                rules.set("seeds", Given::Number(4)).expect("in range");
            }
            let setup = random.position(rules).setup();
            test(&mut random, setup);
        }
    }
}

fn any_viewer(random: &mut Random) -> Viewer {
    Viewer {
        near: random.pick(Side::ALL),
        view: random.pick(View::ALL),
        theme: random.pick(Theme::ALL),
        width: random.pick(&Width::ALL[..4]),
    }
}

#[test]
fn a_picture_read_back_shows_the_seeds_of_every_house_and_store() {
    let painter = Painter::new(CACHE);
    each_position(|random, setup| {
        let viewer = any_viewer(random);
        let layout = Layout::of(&setup, viewer.width.pixels());
        // In a random position one store in four is large, and a house too.
        let mut setup = setup.clone();
        setup.north[0] += 37;
        // A burnt house shows no number.
        setup.burnt = BySide::default();
        let mut numbers: Vec<u32> =
            setup.south.iter().chain(&setup.north).chain(setup.stores.iter().flat_map(BySide::iter)).copied().collect();
        numbers.extend([0, 6, 10, 11, 100, 240]);
        numbers.sort_unstable();
        numbers.dedup();
        let [reader, of_stores] = [false, true]
            .map(|of_stores| Reader::new(&painter, &setup, Viewer { view: View::All, ..viewer }, &numbers, of_stores));
        let hides = viewer.view.hides(layout.variant);
        let hidden =
            hides.then(|| Reader::new(&painter, &setup, Viewer { view: View::Public, ..viewer }, &numbers, false));
        let marks = Marks::default().with_legal(&setup.position().map(|at| at.legal_moves()).unwrap_or_default());
        let scene = Scene { setup: setup.clone(), marks, viewer };
        let picture = Picture::of_png(&painter.png(&scene, &ALT).expect("a picture"));
        assert_eq!(picture.pixels.len(), (layout.width * layout.height) as usize);
        for &side in Side::ALL {
            let row = Row::of(side, viewer.near);
            for (number, &seeds) in (1..).zip(setup.row(side)) {
                let place = layout.house(row, number).count;
                let seen = viewer.view.see(layout.variant, side, seeds);
                let reader = hidden.as_ref().filter(|_| seen.or_more).unwrap_or(&reader);
                assert_eq!(reader.read(&picture, place), seen, "{setup:?} {viewer:?} {side} {number}");
            }
            if let (Some(store), Some(stores)) = (layout.store(row), setup.stores) {
                let seen = Seen { seeds: stores[side], or_more: false };
                assert_eq!(of_stores.read(&picture, store.count), seen);
            }
        }
    });
}

/// A random move of a random game, as scenes before and after it.
fn any_move(random: &mut Random, variant: Variant, viewer: Viewer) -> Option<(Scene, Vec<Event>, Scene)> {
    let (_, _, line) = random.line(variant, 20);
    let before = line.position();
    let played = random.legal(&before)?;
    let (events, after) = play(&line, played);
    let marks = Marks::of_move(&events).with_legal(&after.position().legal_moves());
    let before = Scene { setup: before.setup(), marks: Marks::default(), viewer };
    Some((before, events, Scene { setup: after.position().setup(), marks, viewer }))
}

fn play(line: &Line, played: ayla_rules::Move) -> (Vec<Event>, Line) {
    let mut line = line.clone();
    let mut events = Vec::new();
    assert!(line.play_unchecked(played, &mut events));
    (events, line)
}

#[test]
fn a_gif_begins_with_the_position_before_a_move_and_ends_with_the_picture_of_the_one_after() {
    let mut random = Random(4);
    let painter = Painter::new(CACHE);
    let mut moves = 0;
    for _ in 0..8 {
        for &variant in Variant::ALL {
            let viewer = any_viewer(&mut random);
            let Some((before, events, after)) = any_move(&mut random, variant, viewer) else { continue };
            moves += 1;
            let (first, others) = of_move(&before, &events, after.clone());
            let frames = Picture::of_gif(&painter.gif(&first, &others, &ALT).expect("a picture"));
            assert!(frames.len() <= MOST_FRAMES && frames.len() == others.len() + 1, "{}", frames.len());
            let still = |scene| Picture::of_png(&painter.png(scene, &ALT).expect("a picture")).pixels;
            assert!(frames[0].pixels == still(&before), "{before:?}");
            assert!(frames.last().is_some_and(|frame| frame.pixels == still(&after)), "{after:?}");
            for (frame, Still { scene, .. }) in frames[1..].iter().zip(&others).step_by(7) {
                assert!(frame.pixels == still(scene), "{scene:?}");
            }
        }
    }
    assert!(moves > 15, "{moves}");
}

#[test]
fn each_frame_has_one_seed_more_and_none_is_lost() {
    let mut random = Random(40);
    for _ in 0..60 {
        let viewer = any_viewer(&mut random);
        let Some((before, events, after)) = any_move(&mut random, Variant::Anywoli, viewer) else { continue };
        let shared = events.iter().any(|event| matches!(event, Event::Share { .. }));
        let (_, others) = of_move(&before, &events, after.clone());
        let sown = events.iter().filter_map(Event::sown).count();
        if sown > 60 || shared {
            continue;
        }
        let captures = events.iter().filter(|event| matches!(event, Event::Capture { .. })).count();
        // Nothing happens in a pass.
        assert_eq!(others.len(), (sown + captures).clamp(1, MOST_FRAMES - 1));
        let in_play = |scene: &Scene| scene.setup.seeds();
        assert_eq!(others.last().map(|still| in_play(&still.scene)), Some(in_play(&before)));
        assert!(others.windows(2).all(|pair| in_play(&pair[0].scene) <= in_play(&before)));
    }
}

#[test]
fn a_seed_sown_into_a_store_is_seen_there() {
    let viewer = any_viewer(&mut Random(41));
    let scene = |text: &str| {
        let setup = read_line(text).expect("a position").setup;
        Scene { setup, marks: Marks::default(), viewer }
    };
    let before = scene("awale 000020/000000 20/20 s");
    let after = scene("awale 000001/000000 21/20 n");
    let [from, to] = [5, 6].map(|number| House { side: Side::South, number });
    let sown = [Place::Store(Side::South), Place::House(to)].map(|place| Event::Sow { place });
    let events = [Event::PickUp { house: from, seeds: 2, lap: 1 }, sown[0], sown[1]];
    let (_, others) = of_move(&before, &events, after);
    assert_eq!(others[0].scene.setup.stores, Some(BySide { south: 21, north: 20 }));
    assert_eq!(others.len(), 2);
}

#[test]
fn the_same_scene_gives_the_same_bytes_whatever_was_painted_before() {
    let mut random = Random(5);
    let fresh = || Painter::new(CACHE);
    // It has no room to keep more than a few tiles.
    let busy = fresh();
    let forgetful = Painter::new(4096);
    for _ in 0..4 {
        for &variant in Variant::ALL {
            let viewer = any_viewer(&mut random);
            let Some((before, events, after)) = any_move(&mut random, variant, viewer) else { continue };
            let (first, others) = of_move(&before, &events, after.clone());
            let pictures = [&busy, &fresh(), &forgetful].map(|painter| {
                [painter.png(&after, &ALT).expect("a picture"), painter.gif(&first, &others, &ALT).expect("a picture")]
            });
            assert!(pictures[0] == pictures[1] && pictures[0] == pictures[2]);
            assert_eq!(svg(&after, &ALT), svg(&after, &ALT));
        }
    }
}

#[test]
fn the_longest_moves_of_the_largest_boards_stay_within_the_bounds() {
    let painter = Painter::new(CACHE);
    // 6,731 laps.
    let long = "andada 010194110/103238101 - s";
    for (text, width) in [(long, Width::W1280), (long, Width::W320)] {
        let line = ayla_test_games::read(text);
        let viewer = Viewer { near: Side::South, view: View::All, theme: Theme::Light, width };
        let (events, after) = play(&line, ayla_rules::Move::House(7));
        let before = Scene { setup: line.position().setup(), marks: Marks::default(), viewer };
        let after = Scene { setup: after.position().setup(), marks: Marks::of_move(&events), viewer };
        let (first, others) = of_move(&before, &events, after);
        let bytes = painter.gif(&first, &others, &ALT).expect("a picture");
        assert!(bytes.len() <= MOST_BYTES, "{}", bytes.len());
    }
    // Every house changes in every frame.
    let rows = ["1", "2"].map(|seeds| seeds.repeat(48));
    let scenes: Vec<Still> = (0..MOST_FRAMES)
        .map(|frame| {
            let line = ayla_test_games::read(&format!("andada {}/{} - s", rows[frame % 2], rows[(frame + 1) % 2]));
            let viewer = Viewer { near: Side::South, view: View::All, theme: Theme::Light, width: Width::W960 };
            Still { scene: Scene { setup: line.position().setup(), marks: Marks::default(), viewer }, time: 10 }
        })
        .collect();
    let bytes = painter.gif(&scenes[0], &scenes[1..], &ALT).expect("a picture");
    let frames = Picture::of_gif(&bytes);
    assert!(bytes.len() <= MOST_BYTES && (3..MOST_FRAMES).contains(&frames.len()), "{} {}", bytes.len(), frames.len());
    let last = painter.png(&scenes[MOST_FRAMES - 1].scene, &ALT).expect("a picture");
    assert!(frames.last().is_some_and(|frame| frame.pixels == Picture::of_png(&last).pixels));
}

#[test]
fn every_format_has_its_words() {
    let scene = Scene {
        setup: ayla_test_games::read("awale 444444/444444 0/0 s").position().setup(),
        marks: Marks::default(),
        viewer: Viewer { near: Side::South, view: View::All, theme: Theme::Light, width: Width::W320 },
    };
    let painter = Painter::new(CACHE);
    let document = svg(&scene, &ALT);
    assert!(
        document.contains("<title id=\"title\">Awalé: a &lt;board&gt; &amp; &quot;more&quot;</title>"),
        "{document}"
    );
    assert!(document.contains("<desc id=\"desc\">Houses.</desc>") && document.contains("xml:lang=\"fr\""));
    resvg::usvg::Tree::from_str(&document, &resvg::usvg::Options::default()).expect("XML");
    let png = painter.png(&scene, &ALT).expect("a picture");
    let reader = png::Decoder::new(Cursor::new(&png)).read_info().expect("a PNG");
    let texts: Vec<_> = reader
        .info()
        .utf8_text
        .iter()
        .map(|chunk| (chunk.keyword.as_str(), chunk.language_tag.as_str(), chunk.get_text().expect("text")))
        .collect();
    let expected = [("Title", "fr", ALT.title.to_owned()), ("Description", "fr", ALT.description.to_owned())];
    assert_eq!(texts, expected);
    let still = Still { scene, time: 10 };
    let gif = painter.gif(&still, &[], &ALT).expect("a picture");
    let comment = format!("{}\n{}", ALT.title, ALT.description);
    assert!(gif.windows(comment.len()).any(|part| part == comment.as_bytes()));
}

#[test]
fn the_pictures_of_the_documentation_are_those_of_the_code() {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    sheet::draw(&made).expect("written");
    let mut compared = 0;
    for entry in std::fs::read_dir(&made).expect("a folder") {
        let name = entry.expect("a file").file_name();
        let read = |folder: &Path| std::fs::read(folder.join(&name)).unwrap_or_default();
        assert!(
            read(&made) == read(&kept),
            "{name:?} is old: cargo run --release -p ayla-pictures --example sheet -- docs/pictures"
        );
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

use ayla_rules::{Line, Place, Side, Variant};
use ayla_test_games::Random;

use super::*;
use crate::words::{Language, Names};

/// Random positions of every game after a random move, with the move.
fn each_scene(mut test: impl FnMut(&Line, Option<&LastMove>, Language)) {
    let mut random = Random(14);
    for round in 0..120 {
        for &variant in Variant::ALL {
            let (_, _, mut line) = random.line(variant, 30);
            let position = line.position();
            let played = random.legal(&position);
            let last = played.map(|played| LastMove::play(&mut line, played, EventLog::default()));
            for language in Language::all().skip(round % 2) {
                test(&line, last.as_ref(), language);
            }
        }
    }
}

/// The seeds of a row, as a scene shows them from this side. A tuzdik has the letter of its owner, and a burnt house a
/// cross.
fn seen(setup: &Setup, side: Side, near: Side) -> Vec<String> {
    let houses = (1..).map(|number| House { side, number });
    let shown = |(seeds, house): (&u32, House)| match setup.tuzdik_of(house) {
        Some(owner) => owner.letter().to_string(),
        None if setup.is_burnt(house) => "x".to_owned(),
        None => seeds.to_string(),
    };
    let mut row: Vec<_> = setup.row(side).iter().zip(houses).map(shown).collect();
    if side != near {
        row.reverse();
    }
    row
}

#[test]
fn a_line_is_three_short_lines_with_rows_in_ascii() {
    each_scene(|line, last, language| {
        for &near in Side::ALL {
            let text = Scene::new(line, last, near, language).line();
            let lines: Vec<&str> = text.split('\n').collect();
            let [sentence, far_row, near_row] = lines[..] else { panic!("{text}") };
            assert!(lines.iter().all(|line| line.len() <= 400) && !sentence.is_empty(), "{text}");
            let setup = line.position().setup();
            for (row, side) in [(far_row, near.other()), (near_row, near)] {
                assert!(row.is_ascii(), "{row}");
                let mut words = row.split(' ');
                assert_eq!(words.next(), Some(if side == Side::South { "S" } else { "N" }), "{row}");
                let (numbers, seeds): (Vec<_>, Vec<_>) = words.filter_map(|word| word.split_once(':')).unzip();
                assert_eq!(seeds, seen(&setup, side, near), "{row}");
                let mut expected: Vec<_> = (1..=setup.south.len()).map(|number| number.to_string()).collect();
                if side != near {
                    expected.reverse();
                }
                assert_eq!(numbers, expected, "{row}");
            }
        }
    });
}

#[test]
fn a_board_fits_its_width_and_shows_every_house() {
    each_scene(|line, last, language| {
        for (near, width) in [(Side::South, MIN_WIDTH), (Side::North, DEFAULT_WIDTH), (Side::South, MAX_WIDTH)] {
            let text = Scene::new(line, last, near, language).board(width);
            assert!(text.lines().all(|line| line.chars().count() <= width as usize), "{text}");
            let setup = line.position().setup();
            let rows = |index: usize| {
                let lines = text.split("\n\n").map(move |band| band.lines().nth(index).expect("four lines"));
                // What comes before the houses is the name of a side, with its store.
                let skip = if setup.stores.is_some() && (index == 1 || index == 2) { 1 } else { 0 };
                let is_house = |word: &&str| word.parse::<u32>().is_ok() || ["S", "N", "x"].contains(word);
                let houses = lines.flat_map(move |line| {
                    let words = line.split([' ', '(', ')', '[', ']']).filter(is_house);
                    words.skip(skip)
                });
                houses.map(str::to_owned).collect::<Vec<_>>()
            };
            let numbers: Vec<_> = (1..=setup.south.len()).map(|number| number.to_string()).collect();
            assert_eq!(rows(0), numbers.iter().rev().cloned().collect::<Vec<_>>(), "{text}");
            assert_eq!(rows(1), seen(&setup, near.other(), near), "{text}");
            assert_eq!(rows(2), seen(&setup, near, near), "{text}");
            assert_eq!(rows(3), numbers, "{text}");
        }
    });
}

#[test]
fn what_is_spoken_is_one_line_of_sentences() {
    each_scene(|line, last, language| {
        let text = Scene::new(line, last, Side::South, language).spoken();
        assert!(!text.contains(['\n', '(', '[']) && text.ends_with('.'), "{text}");
    });
}

#[test]
fn a_last_seed_that_leaves_the_board_falls_in_no_house() {
    let mut line = ayla_test_games::read("andada 000000000011/100000000000 - s b");
    let last = LastMove::play(&mut line, Move::House(11), EventLog::default());
    let said = Scene::new(&line, [&last], Side::South, Language::ENGLISH).sentence();
    assert!(said.starts_with("South plays house 11. South bears off 2 seeds. "), "{said}");
}

#[test]
fn a_last_seed_can_fall_in_a_store() {
    let house = |number| House { side: Side::South, number };
    let mut log = EventLog::default();
    let sown = [Place::House(house(6)), Place::Store(Side::South)].map(|place| Event::Sow { place });
    log.events = [Event::PickUp { house: house(5), seeds: 2, lap: 1 }].into_iter().chain(sown).collect();
    let last = LastMove { mover: Side::South, played: Move::House(5), log };
    let said = crate::words::Voice::default().say_all(&last.messages(Variant::Awale, View::All));
    assert_eq!(said, "South plays house 5. The last of 2 seeds falls in South's store.");
}

#[test]
fn a_board_marks_where_the_last_move_began_and_captured() {
    let mut line = ayla_test_games::read("awale 831110/b11169 3/2 n");
    let last = LastMove::play(&mut line, Move::House(5), EventLog::default());
    let board = Scene::new(&line, [&last], Side::South, Language::ENGLISH).board(DEFAULT_WIDTH);
    let lines: Vec<&str> = board.lines().collect();
    assert_eq!(lines[1], "North 8   10   (0)   1    1    1   11");
    assert_eq!(lines[2], "South 3    9    4   [0]  [0]  [0]   0");
    let said = Scene::new(&line, [&last], Side::South, Language::ENGLISH).sentence();
    assert_eq!(
        said,
        "North plays house 5. The last of 6 seeds falls in South's house 5. \
         North captures 6 seeds from South's houses 5, 4 and 3. South to move."
    );
}

#[test]
fn a_view_hides_counts_in_every_form() {
    let mut line = ayla_test_games::read("awale 944400/644470 3/2 n");
    let last = [LastMove::play(&mut line, Move::House(1), EventLog::default())];
    let seen_by = |view| Scene::new(&line, &last, Side::South, Language::ENGLISH).seen_by(view);
    let south = seen_by(View::South);
    assert!(
        south.line().ends_with("\nN 6:1 5:6+ 4:5 3:5 2:5 1:0 [2]\nS 1:10 2:4 3:4 4:4 5:0 6:0 [3]"),
        "{}",
        south.line()
    );
    assert_eq!(south.sentence(), "North plays house 1. The last seed falls in South's house 1. South to move.");
    assert!(south.spoken().contains("North, houses 1 to 6: 0, 5, 5, 5, 6 or more, 1."), "{}", south.spoken());
    assert!(south.board(72).contains("6+"), "{}", south.board(72));
    let north = seen_by(View::North);
    assert!(
        north.line().ends_with("\nN 6:1 5:8 4:5 3:5 2:5 1:0 [2]\nS 1:6+ 2:4 3:4 4:4 5:0 6:0 [3]"),
        "{}",
        north.line()
    );
    assert!(north.sentence().contains("The last of 6 seeds"), "{}", north.sentence());
}

#[test]
fn players_are_called_by_their_names() {
    let line = ayla_test_games::read("awale 831110/b11169 3/2 n");
    let voice = Voice::new(Language::ENGLISH, Some(&Names { south: Some("Awa".to_owned()), north: None }));
    let scene = Scene::new(&line, [], Side::South, voice);
    assert_eq!(scene.sentence(), "North to move.");
    assert!(scene.spoken().contains("Awa has captured 3 seeds."), "{}", scene.spoken());
}

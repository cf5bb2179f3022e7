//! Properties that hold for all options and positions, tested with random ones.

use crate::replay::Replay;
use ayla_rules::awale::{Awale, AwaleByHouse};
use ayla_rules::notation::{read_line, read_move};
use ayla_rules::option::{Given, Value};
use ayla_rules::{EndReason, Event, Game, Line, Move, Place, Proposal, Rules, Setup, Side, Status, Variant, Winner};
use ayla_test_games::{Random, read};

/// Tests a property of random lines of each game. A line has at most `most` moves.
fn for_lines(lines: u64, most: usize, property: impl Fn(&mut Random, Line)) {
    for &variant in Variant::ALL {
        for seed in 0..lines {
            let mut random = Random(seed << 8 | variant as u64);
            let (_, _, line) = random.line(variant, most);
            property(&mut random, line);
        }
    }
}

#[test]
fn seeds_are_conserved_and_events_replay_to_the_same_position() {
    for_lines(1_500, 60, |random, mut line| {
        let Some(played) = random.legal(&line.position()) else { return };
        let before = line.position().setup();
        let mut events: Vec<Event> = Vec::new();
        assert!(line.play_unchecked(played, &mut events));
        let after = line.position().setup();
        let mut replay = Replay::new(&before);
        events.iter().for_each(|event| replay.event(event));
        replay.check(&after);
        let into_store = events.iter().any(|event| matches!(event.sown(), Some(Place::Store(_))));
        let in_laps = events.iter().any(|event| matches!(event, Event::PickUp { lap: 2.., .. }));
        let about = before.rules.variant().about();
        assert!(!into_store || about.sows_into_stores, "{before} {played}");
        assert!(!in_laps || about.sows_in_laps, "{before} {played}");
        assert_eq!(before.seeds(), after.seeds() + u64::from(replay.off), "{before} {played}");
    });
}

#[test]
fn a_move_is_legal_exactly_when_it_is_listed() {
    for_lines(600, 40, |_, line| {
        let position = line.position();
        let listed = position.legal_moves();
        let mut illegal = Vec::new();
        for number in 0..=49 {
            let proposal = Proposal::House { number, side: None };
            match position.check(proposal, None) {
                Ok(played) => assert!(listed.contains(&played), "{position}: {played}"),
                Err(reason) => {
                    assert!(!listed.iter().any(|&played| Proposal::from(played) == proposal), "{position}: {number}");
                    if (1..=position.rules().houses()).contains(&number) {
                        illegal.push((Move::House(number as u8), reason));
                    }
                }
            }
        }
        for other in [Move::Pass, Move::Take, Move::Give, Move::Swap] {
            assert_eq!(position.check(other.into(), None).is_ok(), listed.contains(&other), "{position}: {other}");
        }
        assert_eq!(position.illegal_houses(), illegal, "{position}");
        for played in listed {
            let mut copy = line.clone();
            assert!(copy.play_unchecked(played, &mut ()), "{position}: {played}");
        }
    });
}

/// Sentences of the README and the rules with "always" and "never", by any options.
#[test]
fn what_the_pages_say_holds_by_any_options() {
    for_lines(1_500, 80, |random, mut line| {
        let position = line.position();
        let before = position.setup();
        let variant = before.rules.variant();
        if let Status::Over { reason, winner, .. } = position.status() {
            // A game of Andada that ends by the rules is never a draw.
            let is_stopped = reason == EndReason::Repetition;
            assert!(variant != Variant::Andada || is_stopped || winner != Winner::Nobody, "{position}");
            return;
        }
        let played = random.legal(&position).unwrap_or_else(|| panic!("no move is legal in {position}"));
        assert!(line.play_unchecked(played, &mut ()));
        let after = line.position().setup();
        // A swap turns the board.
        if let (Some(stored), Some(stores), false) = (before.stores, after.stores, played == Move::Swap) {
            assert!(
                [Side::South, Side::North].into_iter().all(|side| stores[side] >= stored[side]),
                "a store shrinks: {position} {played}"
            );
        }
        match (variant, played) {
            (Variant::Awale, Move::House(number)) if after.over.is_none() => {
                let seeds = |setup: &Setup<Rules>| setup.row(before.turn.other()).iter().sum::<u32>();
                let feeds = |other: Move| {
                    let after = position.play(other).expect("legal").setup();
                    after.over.is_none() && seeds(&after) > 0
                };
                let origin = after.row(before.turn)[usize::from(number) - 1];
                assert_eq!(origin, 0, "the origin is sown: {position} {played}");
                let may_starve = seeds(&before) > 0 || !position.legal_moves().into_iter().any(feeds);
                assert!(may_starve || seeds(&after) > 0, "a player need not feed: {position} {played}");
            }
            (Variant::Togyzqumalaq, _) => {
                let last = before.rules.houses();
                assert!(
                    after.tuzdiks.iter().all(|&tuzdik| tuzdik != Some(last)),
                    "the last house is a tuzdik: {position} {played}"
                );
            }
            _ => {}
        }
    });
}

#[test]
fn text_and_setup_round_trip() {
    for_lines(1_500, 40, |_, line| {
        let position = line.position();
        let text = position.to_string();
        assert_eq!(read(&text).position(), position, "{text}");
        assert_eq!(read(&text).position().to_string(), text);
        assert_eq!(read(&text.replace(' ', "_")).position(), position, "{text}");
        assert_eq!(position.setup().position(), Ok(position), "{text}");
    });
}

#[test]
fn a_line_sent_back_replaces_the_whole_history() {
    for_lines(800, 80, |random, line| {
        let mut whole = line.clone();
        let mut sent = read(&line.to_string());
        assert_eq!(sent.position(), whole.position());
        assert_eq!(sent.to_string(), whole.to_string());
        for _ in 0..20 {
            let Some(played) = random.legal(&whole.position()) else { break };
            assert!(whole.play_unchecked(played, &mut ()) && sent.play_unchecked(played, &mut ()));
            assert_eq!(sent.position(), whole.position(), "{line} then {played}");
            sent = read(&sent.to_string());
        }
    });
}

#[test]
fn a_game_in_progress_fits_into_64_bytes() {
    for &variant in Variant::ALL {
        let start = variant.default_rules().start(ayla_rules::Side::North).position().expect("consistent");
        for seed in 0..200 {
            let mut random = Random(seed);
            let mut line = Line::from(start);
            for _ in 0..200 {
                assert!(line.position().to_string().len() <= 64, "{}", line.position());
                let moves = line.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                assert!(line.play_unchecked(random.pick(&moves), &mut ()));
            }
        }
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    const PIECES: &str = "(97) awale andada anywoli : , = _ / ( ) - s n o c b q q1 q0 first=n over= over=famine moves 444444 \
                          222 033 (36) (99999999999999999999) 0 0/0 limit=3 seeds=9 houses=48 team=4 é \0 A f pass agree \n";
    let long = "0".repeat(255);
    let pieces: Vec<&str> = PIECES.split(' ').chain([" ", &long]).collect();
    for seed in 0..40_000 {
        let mut random = Random(seed);
        let mut text = match random.below(3) {
            0 => String::new(),
            1 => "awale 444444/444444 0/0 s".to_owned(),
            _ => "andada:team=3 222222222/222222222 - n o".to_owned(),
        };
        for _ in 0..random.below(12) {
            let piece = random.pick(&pieces);
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            text.insert_str(at, piece);
        }
        if let Ok(position) = read_line(&text).and_then(|read| read.setup.position()) {
            let _ = (position.legal_moves(), position.illegal_houses(), position.status(), position.to_string());
        }
        for &variant in Variant::ALL {
            let _ = read_move(&text, &variant.default_rules());
        }
    }
}

#[test]
fn a_missing_house_is_not_played() {
    for_lines(20, 20, |_, line| {
        let position = line.position();
        for number in [0, position.rules().houses() as u8 + 1, 49, 100, 255] {
            let _ = position.seat(Move::House(number));
            assert!(!line.clone().play_unchecked(Move::House(number), &mut ()), "{position}: {number}");
        }
    });
}

#[test]
fn a_line_is_cut_where_nothing_before_can_recur() {
    for (before, played) in [
        ("andada:repetition=10 033033033033/033033033033 - n c", Move::Take),
        ("andada:repetition=10 100/120 - s", Move::House(1)),
        ("anywoli:last-four=play-out,repetition=10 130/111 5/6 s", Move::House(1)),
        ("awale:repetition=10 100001/100001 20/20 s", Move::House(6)),
        ("togyzqumalaq:repetition=10 100000001/100000001 20/20 s", Move::House(9)),
    ] {
        let mut line = read(before);
        assert!(line.play_unchecked(played, &mut ()), "{before}");
        assert!(line.is_only_position() && !line.to_string().contains("moves"), "{line}");
    }
    // Other moves are kept.
    let mut line = read("awale:repetition=10 100001/100001 20/20 s");
    assert!(line.play_unchecked(Move::House(1), &mut ()) && !line.is_only_position(), "{line}");
}

#[test]
fn each_game_by_the_preset_that_is_offered_first_ends() {
    for &variant in Variant::ALL {
        let options = variant.about().first_preset().options.iter().map(|&(name, value)| (name, Given::Text(value)));
        let rules = variant.default_rules().with_options(options).expect("the options of a preset");
        for seed in 0..20 {
            let mut random = Random(seed << 8 | variant as u64);
            let mut line = Line::from(rules.first_position(Side::South).expect("a first position"));
            while let Some(played) = random.legal(&line.position()) {
                assert!(line.ply() < 2_000, "{variant}, seed {seed}: {}", line.position());
                assert!(line.play_unchecked(played, &mut ()));
            }
            assert!(matches!(line.position().status(), Status::Over { .. }), "{variant}, seed {seed}");
        }
        let stops = ["quiet", "repetition"]
            .map(|name| rules.options().iter().any(|(info, value)| info.name == name && *value != Value::Number(0)));
        assert!(!variant.about().can_recur() || stops.contains(&true), "{variant} can go on for ever");
    }
}

/// Plays games at random by the options that a row in one word plays too. Both play alike.
#[test]
fn awale_house_by_house_is_as_in_words() {
    let mut random = Random(5);
    let mut ended = 0;
    for _ in 0..3_000 {
        let mut rules = random.rules(Variant::Awale);
        let slam = random.pick(&["no-capture", "illegal", "capture"]);
        rules.set("houses", Given::Number(6)).expect("a length of rows");
        rules.set("grand-slam", Given::Word(slam)).expect("one of the words");
        let Rules::Awale(options) = rules else { unreachable!() };
        let start = random.position(rules).setup();
        let words = Awale::of_setup(options, &start);
        let houses = AwaleByHouse::of_setup(options, &start);
        let mut in_words = words.state(&start);
        let mut by_house = houses.state(&start);
        let mut past_in_words = Vec::new();
        let mut past_by_house = Vec::new();
        for _ in 0..60 {
            assert_eq!(words.setup(&in_words), houses.setup(&by_house));
            let moves: Vec<Move> = words.candidates(&in_words).collect();
            assert_eq!(houses.candidates(&by_house).collect::<Vec<_>>(), moves, "{in_words:?}");
            for house in (1..=6).map(Move::House) {
                assert_eq!(words.check(&in_words, house), houses.check(&by_house, house), "{in_words:?}: {house}");
            }
            if moves.is_empty() {
                break;
            }
            let played = if random.chance(30) { Move::Agree } else { random.pick(&moves) };
            let mut events_in_words: Vec<Event> = Vec::new();
            let mut events_by_house: Vec<Event> = Vec::new();
            let next = words.play(&in_words, played, &past_in_words, &mut events_in_words).expect("legal");
            let other = houses.play(&by_house, played, &past_by_house, &mut events_by_house).expect("legal");
            assert_eq!(events_in_words, events_by_house, "{in_words:?}: {played}");
            past_in_words.push(std::mem::replace(&mut in_words, next));
            past_by_house.push(std::mem::replace(&mut by_house, other));
            ended += usize::from(words.over(&in_words).is_some());
        }
    }
    assert!(ended > 1_000, "{ended} games ended");
}

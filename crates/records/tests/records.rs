//! The cases of `tests/vectors/records/`, and random games written and read again.

use std::fs;

use ayla_records::{Assumption, Format, Game, Reading, read, separator, write};
use ayla_rules::{Line, Side, Variant};
use ayla_test_games::{Random, vectors};
use serde_json::{Value, json};

/// What a reading says, as the cases have it.
fn summary(reading: &Reading) -> Value {
    let assumed = |assumption: &Assumption| match assumption {
        Assumption::Option { name, value, why } => format!("option {name}={value} {why}"),
        other => other.name().to_string(),
    };
    let game = |record: &ayla_records::Record| {
        let assumed: Vec<_> = record.assumed.iter().map(assumed).collect();
        json!({"line": record.game.to_string(), "assumed": assumed})
    };
    let fault =
        |fault: &ayla_records::Fault| format!("{}:{} {}", fault.place.line, fault.place.column, fault.kind.name());
    json!({
        "found": reading.format.map(Format::name),
        "games": reading.records.iter().map(game).collect::<Vec<_>>(),
        "faults": reading.faults.iter().map(fault).collect::<Vec<_>>(),
    })
}

/// The games of a reading in one text.
fn written(reading: &Reading, format: Format) -> String {
    let texts = reading.records.iter().map(|record| match write(&record.game, format) {
        Ok(written) => written.text,
        Err(why) => panic!("{}: {why:?}", record.game),
    });
    texts.collect::<Vec<_>>().join(separator(format))
}

#[test]
fn cases_are_read_and_written_as_they_say() {
    for &format in Format::ALL {
        let file = vectors::root().join("records").join(format!("{format}.jsonl"));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for row in text.lines() {
            let case: Value = serde_json::from_str(row).expect("JSON");
            let text = case["text"].as_str().expect("a text");
            let given = case["format"].as_str().map(|name| Format::from_name(name).expect("a format"));
            let reading = read(text, given);
            let mut is = summary(&reading);
            if reading.faults.is_empty() && case["written"] != Value::Null {
                is["written"] = written(&reading, format).into();
            }
            for (name, value) in is.as_object().expect("an object") {
                assert_eq!(&case[name], value, "{name} of {text}");
            }
        }
    }
}

/// The blocks of the page: the format of each, and its text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    page.split("\n```").skip(1).step_by(2).map(|block| block.split_once('\n').expect("lines")).collect()
}

#[test]
fn every_format_has_an_example_in_its_page() {
    let page = include_str!("../../../docs/formats.md");
    let blocks = blocks(page);
    let mut shown = Vec::new();
    for pair in blocks.chunks(2) {
        let [(name, text), ("ayla", line)] = pair else { panic!("{pair:?}") };
        let text = format!("{text}\n");
        let format = Format::from_name(name).expect("a format");
        let reading = read(&text, None);
        assert_eq!((reading.format, &reading.faults[..]), (Some(format), &[][..]), "{text}");
        assert_eq!(written(&reading, Format::Ayla).trim_end(), *line);
        assert_eq!(written(&reading, format), text);
        shown.push(format);
    }
    assert_eq!(shown, &Format::ALL[1..]);
    assert!(Format::ALL.iter().all(|format| page.contains(&format!("| [`{format}`](#{format}) |"))));
}

/// A game of random legal moves by rules that the programs of the format play by.
fn random_game(random: &mut Random, format: Format, variant: Variant) -> Game {
    let has_options = [Format::PlayStrategy, Format::Ogn, Format::Auale, Format::OpenSpiel].contains(&format);
    let mut rules = variant.default_rules();
    if has_options && variant == Variant::Awale {
        for (name, value) in [("majority", "true"), ("repetition", "2")] {
            rules.set(name, ayla_rules::option::Given::Text(value)).expect("an option of Awalé");
        }
    }
    let start = rules.first_position(Side::South).expect("rules that fit each other");
    let mut line = Line::from(start);
    let mut moves = Vec::new();
    let most = 1 + random.below(150);
    while moves.len() < most {
        let legal = line.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        let played = random.pick(&legal);
        line = line.play(played).expect("a legal move");
        moves.push(played);
    }
    Game::new(start, moves).expect("legal moves")
}

#[test]
fn random_games_are_read_again() {
    let mut random = Random(47);
    for &format in Format::ALL {
        for &variant in format.variants() {
            let games: Vec<_> = (0..50).map(|_| random_game(&mut random, format, variant)).collect();
            let texts: Vec<_> =
                games.iter().map(|game| write(game, format).expect("a game of the format").text).collect();
            let text = texts.join(separator(format));
            for given in [Some(format), None] {
                let reading = read(&text, given);
                assert_eq!((reading.format, &reading.faults[..]), (Some(format), &[][..]));
                assert_eq!(reading.records.len(), games.len());
                for (record, game) in reading.records.iter().zip(&games) {
                    assert_eq!(record.game.moves, game.moves);
                    assert_eq!(record.game.start.setup().south, game.start.setup().south);
                }
                assert_eq!(written(&reading, format).len(), text.len());
            }
        }
    }
}

#[test]
fn no_text_makes_it_panic() {
    let mut random = Random(48);
    let seeds: Vec<String> = Format::ALL
        .iter()
        .flat_map(|format| fs::read_to_string(vectors::root().join("records").join(format!("{format}.jsonl"))))
        .flat_map(|rows| rows.lines().map(str::to_owned).collect::<Vec<_>>())
        .map(|row| serde_json::from_str::<Value>(&row).expect("JSON")["text"].as_str().expect("a text").to_owned())
        .collect();
    let alphabet: Vec<char> = "0123456789 \n{}()[]<>\"/,.-+xXaAfFS*é½_tN=:".chars().collect();
    for _ in 0..5_000 {
        let seed = random.below(seeds.len());
        let mut text: Vec<char> = seeds[seed].chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 => text.insert(at, random.pick(&alphabet)),
                1 if at < text.len() => {
                    text.remove(at);
                }
                _ => text.truncate(at),
            }
        }
        let text: String = text.into_iter().collect();
        for format in Format::ALL.iter().copied().map(Some).chain([None]) {
            let reading = read(&text, format);
            let lines = text.split('\n').count() as u32;
            assert!(reading.faults.iter().all(|fault| (1..=lines.max(1)).contains(&fault.place.line)), "{text}");
            assert!(!reading.records.is_empty() || !reading.faults.is_empty(), "{text}");
        }
    }
}

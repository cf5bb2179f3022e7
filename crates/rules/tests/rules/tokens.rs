//! Tokens: what is written is read, what was changed is refused, and each version stays as it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ayla_rules::fault::Part;
use ayla_rules::line::{MAX_MOVES, MAX_PLY};
use ayla_rules::option::Given;
use ayla_rules::token::MAX_CHARACTERS;
use ayla_rules::{BadToken, EndReason, Line, Move, MoveKind, Phase, Position, Side, Token, Variant};
use ayla_test_games::vectors::{positions_of, rows_of_all};
use ayla_test_games::{Random, UNPLAYED, read};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The token of these bits, which may have spaces between them: filled up with zeros, with its checksum. By long
/// division, bit by bit.
fn sealed(bits: &str) -> String {
    let mut bits: Vec<bool> = bits.chars().filter(|bit| !bit.is_whitespace()).map(|bit| bit == '1').collect();
    bits.resize(bits.len().next_multiple_of(6), false);
    let message = bits.len();
    let mut rest = bits.clone();
    rest.resize(message + 12, false);
    for at in 0..message {
        if rest[at] {
            "1100000001111".bytes().enumerate().for_each(|(term, bit)| rest[at + term] ^= bit == b'1');
        }
    }
    bits.extend(&rest[message..]);
    let value = |bits: &[bool]| bits.iter().fold(0, |value, &bit| value << 1 | usize::from(bit));
    bits.chunks(6).map(|bits| char::from(ALPHABET[value(bits)])).collect()
}

/// The line of a token.
fn line(token: &str) -> Result<Line, BadToken> {
    Token::read(token)?.line()
}

/// The blocks of code of the section on tokens.
fn documented() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/notation.md");
    let page = fs::read_to_string(page).expect("a page");
    let (_, section) = page.split_once("\n## Tokens\n").expect("a section");
    let section = section.split("\n## ").next().expect("a section");
    section.split("```").skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn a_token_reads_back_as_the_line_it_was_written_from() {
    for &variant in Variant::ALL {
        let about = variant.about();
        // From these, seeds can go round for ever.
        let recurring = positions_of(variant, "recurring");
        let mut moves = 0;
        let mut has_passes = false;
        let mut endings = BTreeSet::new();
        let mut phases = BTreeSet::new();
        let mut teams = BTreeSet::new();
        for seed in 0..3_000 {
            let mut random = Random(seed << 8 | variant as u64);
            let rules = random.rules(variant);
            let start = match recurring.first() {
                Some(text) if random.chance(8) => Position::read(text).expect("a position"),
                Some(_) | None => random.position(rules),
            };
            let (made, mut whole) = random.line_from(start, 200);
            assert_eq!(whole.ply() as usize, made.len());
            let token = whole.token();
            let read = Token::read(&token).unwrap_or_else(|error| panic!("{whole}: {token}: {error}"));
            assert_eq!(read.variant(), variant);
            assert!(token.len() < MAX_CHARACTERS);
            let setup = whole.position().setup();
            moves = moves.max(read.moves());
            has_passes |= whole.to_string().contains(" pass ");
            endings.extend(setup.over.map(EndReason::name));
            phases.extend(setup.phase.map(Phase::name));
            teams.extend(setup.rules.seats());
            let mut sent = read.line().unwrap_or_else(|error| panic!("{whole}: {token}: {error}"));
            assert_eq!((sent.to_string(), sent.ply()), (whole.to_string(), whole.ply()), "{token}");
            // The token replaces the whole history.
            for _ in 0..10 {
                let Some(played) = random.legal(&whole.position()) else { break };
                assert!(whole.play_unchecked(played, &mut ()) && sent.play_unchecked(played, &mut ()));
                assert_eq!((sent.to_string(), sent.ply()), (whole.to_string(), whole.ply()), "{token} {played}");
                sent = line(&sent.token()).unwrap_or_else(|error| panic!("{sent}: {error}"));
            }
        }
        // The games had everything that a token of this game can have.
        assert_eq!(moves > 4, about.can_recur(), "{variant}: {moves} moves");
        assert_eq!(has_passes, about.can_recur() && about.moves.contains(&MoveKind::Pass), "{variant}");
        for &ending in about.endings {
            let start = variant.default_rules().first_position(Side::South).expect("consistent");
            let ended = read(&format!("{start} over={ending}"));
            assert_eq!(line(&ended.token()).expect("a token").to_string(), ended.to_string());
            let is_played = endings.contains(ending.name());
            assert!(is_played || (variant, ending) == UNPLAYED, "{variant}: {ending}");
        }
        // Seeds leave the board in Andada alone.
        let can_have = |phase: &&str| {
            about.parts.contains(&Part::Phase)
                && (*phase != Phase::BearOff.name() || !about.parts.contains(&Part::Stores))
        };
        assert_eq!(phases, Phase::NAMES.iter().copied().filter(can_have).collect(), "{variant}");
        assert!(teams.is_empty() || teams.len() == 4, "{variant}: {teams:?}");
    }
}

/// With the other options at random.
#[test]
fn every_value_of_every_option_reads_back() {
    let mut random = Random(14);
    for &variant in Variant::ALL {
        for option in variant.options() {
            for place in 0..option.domain.size() {
                let value = option.domain.value(place).expect("a place").to_string();
                let rules = loop {
                    let mut rules = random.rules(variant);
                    rules.set(option.name, Given::Text(&value)).expect("a value of the option's own domain");
                    if rules.conflict().is_none() {
                        break rules;
                    }
                };
                let start = Line::from(rules.first_position(random.pick(Side::ALL)).expect("consistent"));
                let read = line(&start.token()).unwrap_or_else(|error| panic!("{start}: {error}"));
                assert_eq!((read.to_string(), read.ply()), (start.to_string(), 0));
            }
        }
    }
}

/// A pass has as many bits as a move among the mover's houses that hold seeds: none for one that holds all seeds and
/// whose sowing would never end.
#[test]
fn a_pass_reads_back() {
    for text in [
        "anywoli:repetition=10 000/(40)21 5/6 s moves pass",
        "anywoli:last-four=play-out,repetition=10 000/001 5/6 n moves 3 1 pass 2 pass 3 1 pass 2 pass 3 1 pass",
        "anywoli:last-four=play-out,repetition=10 100011/000010 9/10 s moves 5 1 1 3 2 6 1 5 1 6 1 pass 4 pass 2 pass 4 1 6 4",
        "anywoli:last-four=play-out,repetition=10 5000/0604 1/2 s moves pass 4 2 2",
    ] {
        let whole = read(text);
        assert_eq!(whole.to_string(), text);
        assert_eq!(line(&whole.token()).expect("a token").to_string(), text);
    }
}

#[test]
fn long_lines_and_counts_that_have_stopped_read_back() {
    for (start, moves) in [
        ("awale:repetition=10 010000/010000 22/24 s q999950", 100),
        ("anywoli:repetition=10 100000000000200001000000/001000000010000000010020 1/2 s", MAX_MOVES + 200),
    ] {
        let mut whole = read(start);
        let mut random = Random(1);
        for _ in 0..moves {
            let played = random.pick(&whole.position().legal_moves());
            whole = whole.play(played).expect("legal");
        }
        let token = whole.token();
        assert_eq!(Token::read(&token).expect("a token").moves(), moves.min(MAX_MOVES), "{whole}");
        let sent = line(&token).expect("a token");
        assert_eq!((sent.to_string(), sent.ply() as usize), (whole.to_string(), moves));
    }
}

#[test]
fn a_change_within_two_neighbours_is_refused() {
    for &variant in Variant::ALL {
        for seed in 0..3 {
            let (_, _, whole) = Random(seed << 8 | variant as u64).line(variant, 60);
            let token = whole.token().into_bytes();
            let mut changed = token.clone();
            for at in 1..token.len() {
                for first in ALPHABET {
                    for second in ALPHABET {
                        (changed[at - 1], changed[at]) = (*first, *second);
                        if changed != token {
                            let text = std::str::from_utf8(&changed).expect("ASCII");
                            // One that no longer begins like a token is called none.
                            let error = Token::read(text).err();
                            assert!(
                                matches!(error, Some(BadToken::Changed | BadToken::NotAToken)),
                                "{text}: {error:?}"
                            );
                        }
                    }
                }
                changed.copy_from_slice(&token);
            }
        }
    }
}

#[test]
fn few_changes_of_two_distant_characters_are_missed() {
    let mut missed = 0;
    let tries = 40_000;
    for seed in 0..tries {
        let mut random = Random(seed);
        let variant = random.pick(Variant::ALL);
        let (_, _, whole) = random.line(variant, 60);
        let token = whole.token();
        let mut changed = token.clone().into_bytes();
        let first = random.below(token.len() - 2);
        let second = first + 2 + random.below(token.len() - first - 2);
        for at in [first, second] {
            let others: Vec<u8> = ALPHABET.iter().copied().filter(|&other| other != changed[at]).collect();
            changed[at] = random.pick(&others);
        }
        let changed = String::from_utf8(changed).expect("ASCII");
        missed += u32::from(line(&changed).is_ok());
    }
    // One in 4,096, if not for what a right checksum does not excuse.
    assert!(missed < 20, "{missed} of {tries}");
}

#[test]
fn what_is_no_token_is_refused() {
    let token = read("awale 444444/444444 0/0 s").token();
    for text in ["", "A", "E", "=", &format!("{token}="), &format!("{token} "), &token.replacen('E', "é", 1), "awale"]
    {
        assert!(matches!(line(text), Err(BadToken::NotAToken | BadToken::Changed)), "{text}");
    }
    for text in ["hello", "awale", "Hello", "token"] {
        assert_eq!(line(text).err(), Some(BadToken::NotAToken), "{text}");
    }
    assert_eq!(line(&token[..token.len() - 1]).err(), Some(BadToken::Changed));
    assert_eq!(MAX_CHARACTERS, 1_225, "as docs/notation.md says");
    let long = "A".repeat(MAX_CHARACTERS + 1);
    assert_eq!(line(&long).err(), Some(BadToken::NotAToken));
    assert_eq!(line(&"A".repeat(MAX_CHARACTERS)).err(), Some(BadToken::OtherVersion(0)));
    for end in 1..token.len() {
        assert!(line(&token[..end]).is_err() && line(&token[end..]).is_err());
    }
    assert_eq!(line(&sealed("0011 00 0 0 0")).err(), Some(BadToken::OtherVersion(3)));
    assert_eq!(BadToken::OtherVersion(3).to_string(), "OtherVersion(3)");
    // What version 1 can say is not written in version 2.
    let board = "00110000 11110 11110 11110 11110 11110 11110 11110 11110 11110 11110 11110 11110 0";
    assert!(line(&awale("0 0 0 00000 00000 00000", board)).is_ok());
    let second = sealed(&format!("0010 0000 00000 0 0 00000 00000 00000 {board}"));
    assert!(Token::read(&second).is_ok());
    assert_eq!(line(&second).err(), Some(BadToken::NeverWritten));
}

/// The bits of a token of Awalé, from the options to the number of moves and from the seeds on.
fn awale(start: &str, rest: &str) -> String {
    sealed(&format!("0001 00 {start} {rest}"))
}

#[test]
fn what_is_never_written_is_refused() {
    // Two seeds, in South's house 1 and North's house 1.
    let board = "00000010 10 00000 10 00000 0";
    let repetition = |number: u32| format!("1 {number:028b}");
    let ok = [
        (awale("0 0 0 00000 00000 00000", board), "awale 100000/100000 0/0 s", 0),
        (awale("0 1 0 00011 00111 00000", board), "awale 100000/100000 0/0 n q3", 7),
        (
            awale("0 1 1 0000 00011 10001 00000 00000", "00000010 0 00000 0 00000 110"),
            "awale 000000/000000 2/0 n q3 over=famine",
            16,
        ),
        (
            awale(&format!("{} 0 0 00000 00001 00001", repetition(sets("repetition=2"))), board),
            "awale:repetition=2 100000/100000 0/0 s moves 1",
            2,
        ),
    ];
    for (token, text, ply) in ok {
        let read = line(&token).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read.to_string().as_str(), read.ply(), read.token()), (text, ply, token));
    }
    let two = repetition(sets("repetition=2"));
    let bad = [
        ("no such game", sealed(&format!("0001 11 0 0 0 00000 00000 00000 {board}"))),
        ("default options given", awale(&format!("{} 0 0 00000 00000 00000", repetition(sets(""))), board)),
        ("no such options", awale(&format!("{} 0 0 00000 00000 00000", repetition(141_261_120)), board)),
        (
            "no such options, and a remainder in range",
            awale(&format!("{} 0 0 00000 00000 00000", repetition(141_261_121 + sets("repetition=2"))), board),
        ),
        ("no such reason", awale("0 0 1 1010 00000 00000 00000", board)),
        ("a reason of another game", awale("0 0 1 0110 00000 00000 00000", board)),
        ("a leading group of zeros", awale("0 0 0 00000 10000 00001 00000", board)),
        ("a count of quiet moves beyond its end", awale("0 0 0 11111 10100 10010 10100 00000 00000 00000", board)),
        ("a ply beyond its end", awale("0 0 0 00000 11111 10100 10010 10100 00000 00000", board)),
        ("a number of six groups", awale("0 0 0 00000 10001 10000 10000 10000 10000 00000 00000", board)),
        ("a move without repetition", awale("0 0 0 00000 00000 00001", board)),
        ("1,001 moves", awale(&format!("{two} 0 0 00000 00000 10011 11110 01001"), board)),
        ("fewer seeds than in the houses", awale("0 0 0 00000 00000 00000", "00000001 10 00000 10 00000 0")),
        ("more seeds than a game has", awale("0 0 0 00000 00000 00000", "01100001 10 00000 10 00000 0")),
        ("no board", awale("0 0 0 00000 00000 00000", "")),
        ("ones without an end", awale("0 0 0 00000 00000 00000", &format!("11111111 {}", "1".repeat(300)))),
        ("a filling of ones", awale("0 0 0 00000 00000 00000", &format!("{board} 1"))),
        ("a filling of a character", awale("0 0 0 00000 00000 00000", &format!("{board} 0000000"))),
        ("a game that is over, and not said to be", awale("0 0 0 00000 00000 00000", "00000010 0 00000 10 10 0000 0")),
        ("a move after the end", awale(&format!("{two} 0 1 0000 00000 00000 00001"), board)),
        // House 1 sows one seed, and does not feed.
        (
            "a move that does not feed",
            awale(&format!("{two} 0 0 00000 00000 00001"), "00000010 10 0000 10 0 00000 0 0"),
        ),
        (
            "a move of a house that is not there",
            awale(&format!("{two} 0 0 00000 00000 00001"), "00000100 10 10 10 000 10 00000 0 11"),
        ),
        ("a move that captures", awale(&format!("{two} 0 0 00000 00000 00001"), "00000011 00000 10 10 10 0000 0")),
        (
            "a ply that is passed by the moves",
            awale(&format!("{two} 0 0 00000 10000 11111 10100 10010 10011 01111 00001"), board),
        ),
    ];
    for (why, token) in bad {
        assert_eq!(line(&token).err(), Some(BadToken::NeverWritten), "{why}: {token}");
    }
}

/// The number of the option set that differs from the default as this text says: the first option counts most.
fn sets(text: &str) -> u32 {
    // capture, direction, few, limit, majority, over-limit, quiet, remaining, repetition
    let digits =
        [(0, 2), (0, 2), (0, 49), (5, 6), (0, 2), (0, 2), (0, 1001), (0, 3), (u32::from(text == "repetition=2"), 10)];
    digits.into_iter().fold(0, |number, (digit, base)| number * base + digit)
}

#[test]
fn the_worked_example_is_as_it_is_written() {
    let blocks = documented();
    let field = |name: &str| {
        let lines = blocks.iter().flat_map(|block| block.lines());
        let mut found = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).map(str::trim);
        found.next().unwrap_or_else(|| panic!("no {name} is documented")).to_owned()
    };
    let token = field("token");
    assert_eq!(sealed(&field("bits")), token);
    let read = line(&token).expect("a token");
    assert_eq!((read.to_string(), read.ply().to_string()), (field("line"), field("ply")));
}

/// Tokens can be read for ever: these files only grow.
#[test]
fn known_tokens_stay_readable() {
    for (variant, known) in rows_of_all("tokens.txt") {
        let (token, rest) = known.split_once(' ').expect("a token");
        let (ply, text) = rest.split_once(' ').expect("a ply");
        let read = line(token).unwrap_or_else(|error| panic!("{known}: {error}"));
        assert_eq!((read.to_string().as_str(), read.ply().to_string().as_str()), (text, ply), "{token}");
        assert_eq!(read.token(), token);
        assert_eq!(read.position().rules().variant(), variant, "{token}");
    }
}

#[test]
fn the_ply_stops_where_it_says() {
    let mut whole = line(&awale("0 0 0 00000 11111 10100 10010 10011 01111 00000", "00000010 10 00000 10 00000 0"))
        .expect("a token");
    assert_eq!(whole.ply(), MAX_PLY);
    whole = whole.play(Move::House(1)).expect("legal");
    assert_eq!((whole.ply(), line(&whole.token()).expect("a token").ply()), (MAX_PLY, MAX_PLY));
    assert_eq!(Line::from(Position::read(&whole.to_string()).expect("a position")).ply(), 0);
}

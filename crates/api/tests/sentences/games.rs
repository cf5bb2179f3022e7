//! What is said of games: moves, turns, results, values, reviews, boards, labels, and what the catalogue of games says.

use ayla_api::event_log::EventLog;
use ayla_api::search::{why, why_better};
use ayla_api::text;
use ayla_api::words::{self, Message};
use ayla_engine::{Certainty, Level};
use ayla_puzzles::Id;
use ayla_rules::notation::read_move;
use ayla_rules::option::Domain;
use ayla_rules::{BySide, EndReason, Event, Illegal, Move, MoveKind, Rules, Side, Variant, View, Winner, ruling};

use crate::example::{
    Example, Section, attribute, happened, of_every_game, played, prompt, review, said, said_together, seen, sentence,
    spoken, spoken_to_one_without_a_name,
};

/// The sections about games.
pub(crate) fn sections() -> Vec<Section> {
    vec![
        Section {
            title: "Moves",
            about: "What is said after a move: the move, what happened in it, and how the game stands.",
            examples: moves(),
        },
        Section {
            title: "Turns",
            about: "The prompt of play-turn: whose turn it is and what for, and the advice where a game goes round.",
            examples: of_every_game("turn", prompt),
        },
        Section {
            title: "Agreeing to stop",
            about: "A proposal with what it would give, and what comes of it.",
            examples: agreeing(),
        },
        Section { title: "Results", about: "Why a game is over, and who has won.", examples: results() },
        Section {
            title: "Illegal moves",
            about: "Why a move cannot be played, or what was typed is no move.",
            examples: illegal(),
        },
        Section { title: "Values", about: "What a position is worth.", examples: values() },
        Section {
            title: "Suggestions",
            about: "Why the move that a search suggests is good.",
            examples: of_every_game("suggestion", suggested),
        },
        Section {
            title: "Reviews",
            about: "The move, a better one, and how the game stands after the move.",
            examples: reviews(),
        },
        Section {
            title: "Puzzles",
            about: "What is to be found, and what a move was: after a wrong one the last sentence says what it misses.",
            examples: puzzles(),
        },
        Section { title: "Boards", about: "A position for a voice, without its picture.", examples: boards() },
        Section { title: "Labels", about: "The words on buttons, and the titles of levels.", examples: labels() },
        Section {
            title: "Games, presets and options",
            about: "What the list of games says of each: its summary; each preset; each option, its values and its meaning.",
            examples: catalogue(),
        },
        Section {
            title: "Rulings",
            about: "The titles of the rulings.",
            examples: ruling::all().map(|ruling| said(words::ruling(ruling))).collect(),
        },
    ]
}

fn moves() -> Vec<Example> {
    let mut examples = of_every_game("move", played);
    examples.push(seen("awale 444744/444444 0/0 s moves 4", View::Public));
    for (south, north, off) in [(0, 0, 1), (1, 0, 0), (5, 0, 0), (0, 1, 0), (0, 5, 0), (3, 2, 0)] {
        let mut log = EventLog::default();
        log.events.push(Event::Share { south, north, off, ruling: ruling::AW_17 });
        examples.push(happened(Side::South, Move::Agree, log));
    }
    examples.push(happened(Side::South, Move::Agree, EventLog::default()));
    examples
}

fn agreeing() -> Vec<Example> {
    let by = Side::South;
    let other = Side::North;
    let proposal = || Message::new("proposes-to-stop").with("by", by);
    let would_win = Message::new("would-win").with("winner", Side::South).with("won", 27_u32).with("lost", 21_u32);
    let would_draw = Message::new("would-draw").with("won", 24_u32).with("lost", 24_u32);
    vec![
        said_together(vec![proposal(), would_win]),
        said_together(vec![proposal(), would_draw]),
        said(Message::new("do-you-agree")),
        said(Message::new("agrees-to-stop").with("other", other)),
        said(Message::new("plays-on").with("other", other)),
    ]
}

fn puzzles() -> Vec<Example> {
    let keys = ["win", "win-most", "draw", "seeds", "solved", "no-win", "loses", "wins-less", "fewer-seeds"];
    let right = [1_u32, 2].map(|moves| said(Message::new("puzzle-right").with("moves", moves)));
    let others = keys.map(|key| said(Message::new(format!("puzzle-{key}"))));
    let puzzle = |id: &str| id.parse::<Id>().expect("an id").puzzle().expect("a puzzle");
    let ids = "awale-13 awale-8 awale-162 awale-192 awale-238 awale-338 awale-363 andada-38 andada-63 \
               andada-363 kalah-13 kalah-113 kalah-308 kalah-338 mangala-105 mangala-163 mangala-363 \
               mangala-338 togyzqumalaq-23 togyzqumalaq-7 awale-364 mangala-10 anywoli-1 awale-198 \
               awale-84 kalah-252 togyzqumalaq-29 kalah-7";
    let why = ids.split_whitespace().map(|id| said_together(words::puzzle_why(&puzzle(id))));
    let worth = ["awale-1", "awale-3", "awale-41", "awale-61", "andada-1"];
    let worth = worth.map(|id| said(words::puzzle_worth(&puzzle(id))));
    others
        .into_iter()
        .chain(right)
        .chain(why)
        .chain(worth)
        .chain([sentence(Message::new("puzzle-without-agreement"))])
        .collect()
}

fn results() -> Vec<Example> {
    let over = |reason, winner, score| {
        let result = text::result(winner, score);
        said(Message::new("over").with("ending", words::ended(reason)).with("result", result))
    };
    let scores = [(Winner::South, 27, 21), (Winner::North, 20, 28), (Winner::Nobody, 24, 24)]
        .map(|(winner, south, north)| (winner, Some(BySide { south, north })));
    let wins = [(Winner::South, None), (Winner::Nobody, None)];
    let reasons = EndReason::ALL.iter().zip(scores.into_iter().cycle());
    let scored = reasons.map(|(&reason, (winner, score))| over(reason, winner, score));
    let others = wins.map(|(winner, score)| {
        over(if winner == Winner::Nobody { EndReason::Repetition } else { EndReason::NoMove }, winner, score)
    });
    scored.chain(others).collect()
}

fn illegal() -> Vec<Example> {
    let mover = Side::South;
    let house = 4;
    let kinds = |variant: Variant| variant.about().moves;
    let not_in_this_game = |variant, kind| Illegal::NotInThisGame { variant, kind, kinds: kinds(variant), houses: 6 };
    let mut examples: Vec<Example> = [
        Illegal::EmptyHouse { mover, house, ruling: ruling::AW_1 },
        Illegal::NoSuchHouse { number: 9, houses: 6 },
        Illegal::NoSuchHouse { number: u32::MAX, houses: 6 },
        Illegal::OpponentsHouse { mover },
        Illegal::OtherSeat { house: 2, seat: 3, controller: 1 },
        not_in_this_game(Variant::Awale, MoveKind::Pass),
        not_in_this_game(Variant::Andada, MoveKind::Agree),
    ]
    .iter()
    .map(said)
    .collect();
    examples.extend(of_every_game("illegal", illegal_at_the_end));
    examples.extend(EndReason::ALL.iter().map(|&ended| said(&Illegal::GameOver { ended })));
    let speaker = Side::North;
    examples.push(said(Message::new("not-your-turn").with("speaker", speaker)));
    examples.push(sentence(Message::new("old-board")));
    let no_move = |text, variant| {
        let moves = words::moves(kinds(variant), 6);
        sentence(Message::new("no-move-of-game").quoting("text", text).with("moves", moves))
    };
    examples.extend([no_move("hello", Variant::Awale), no_move("hello", Variant::Andada)]);
    examples.extend(["help-with-moves", "help-with-stop"].map(|key| {
        let moves = words::moves(kinds(Variant::Awale), 6);
        sentence(Message::new(key).with("moves", moves))
    }));
    examples
}

/// Why the last move of a line is illegal.
fn illegal_at_the_end(line: &str) -> Example {
    let (before, text) = line.rsplit_once(" moves ").expect("a move");
    let position = ayla_test_games::read(before).position();
    let proposal = read_move(text, &position.rules()).expect("a move");
    said(&position.check(proposal, None).expect_err("an illegal move"))
}

/// The rules of a game with stores, and of one without.
fn rules() -> [Rules; 2] {
    [Variant::Awale, Variant::Andada].map(Variant::default_rules)
}

fn values() -> Vec<Example> {
    let mut examples = Vec::new();
    for certainty in [Certainty::Proven, Certainty::Estimated] {
        for rules in rules() {
            let values: &[f64] = match (rules.variant(), certainty) {
                (Variant::Andada, _) => &[1.0, 0.0],
                (_, Certainty::Proven) => &[1.0, 6.0, 0.0],
                (_, Certainty::Estimated) => &[0.2, 1.0, 6.4, 0.0],
            };
            let verdicts = values.iter().map(|&value| words::verdict(&rules, Side::South, value, certainty));
            examples.extend(verdicts.map(sentence));
        }
    }
    let proven = words::outcome(&rules()[0], Side::South, 6.0, Certainty::Estimated, Some(Winner::South));
    examples.push(sentence(proven));
    examples.extend(["awale 100002/111100 20/20 s", "awale 100003/102010 20/20 s"].map(better));
    examples
}

/// Why house 6 was better than house 1, which was played.
fn better(start: &str) -> Example {
    let [better, played] = [6, 1].map(Move::House);
    said(why_better(&ayla_test_games::read(start), &[better], played).expect("a better move"))
}

/// Why the first of the moves of a line is good, if the others are expected after it.
fn suggested(line: &str) -> Example {
    let (start, expected) = line.split_once(" moves ").expect("moves");
    let start = ayla_test_games::read(start);
    let mut line = start.clone();
    let mut play = |text: &str| {
        let position = line.position();
        let proposal = read_move(text, &position.rules()).expect("a move");
        let played = position.check(proposal, None).expect("a legal move");
        line.play_unchecked(played, &mut ());
        played
    };
    said(why(&start, &expected.split(' ').map(&mut play).collect::<Vec<_>>()))
}

fn reviews() -> Vec<Example> {
    let [with_stores, without] = rules();
    let better = |rules: &Rules, better, margin, value, certainty| {
        let verdict = words::verdict(rules, Side::South, value, certainty);
        let mut messages = vec![words::played(Side::South, Move::House(4)), words::better(better, margin, certainty)];
        let is_proven = certainty == Certainty::Proven;
        let winner = |value: f64| match value {
            0.0 => Winner::Nobody,
            _ if value > 0.0 => Winner::South,
            _ => Winner::North,
        };
        let before = value + margin.unwrap_or(1.0);
        messages.extend(words::given_away(
            Side::South,
            is_proven.then(|| winner(before)),
            is_proven.then(|| winner(value)),
        ));
        review(messages, verdict)
    };
    let best = vec![words::played(Side::South, Move::House(4)), Message::new("review-best")];
    vec![
        review(best, words::verdict(&with_stores, Side::South, 3.2, Certainty::Estimated)),
        better(&with_stores, Move::House(6), Some(9.0), -6.0, Certainty::Proven),
        better(&with_stores, Move::House(6), Some(1.0), 0.0, Certainty::Proven),
        better(&with_stores, Move::House(6), Some(0.3), 0.0, Certainty::Estimated),
        better(&with_stores, Move::Pass, Some(2.0), -3.0, Certainty::Estimated),
        better(&with_stores, Move::Agree, Some(4.0), -2.0, Certainty::Proven),
        better(&with_stores, Move::Swap, Some(2.0), -2.0, Certainty::Estimated),
        better(&with_stores, Move::House(6), Some(2.0), -2.0, Certainty::Proven),
        better(&with_stores, Move::House(6), Some(0.3), 0.0, Certainty::Proven),
        better(&without, Move::Take, None, -1.0, Certainty::Estimated),
        better(&without, Move::Give, None, -1.0, Certainty::Proven),
    ]
}

fn boards() -> Vec<Example> {
    let mut examples = of_every_game("board", spoken);
    examples.push(spoken_to_one_without_a_name("kalah 200140/003510 1/15 s"));
    examples.push(seen("awale 121090/000007 20/8 n moves 6", View::Public));
    examples
}

fn labels() -> Vec<Example> {
    let moves =
        [Move::House(3), Move::Pass, Move::Take, Move::Give, Move::Agree, Move::Swap].map(words::label).map(said);
    let levels = (Level::LOWEST..=Variant::Kalah.about().levels).map(|level| said(words::level(Variant::Kalah, level)));
    moves.into_iter().chain(levels).collect()
}

fn catalogue() -> Vec<Example> {
    let mut examples = Vec::new();
    for &variant in Variant::ALL {
        examples.push(said(words::summary(variant)));
        for built_in in variant.about().presets {
            let preset = words::preset(variant, built_in.name);
            examples.extend([said(preset.clone()), attribute(preset, "summary")]);
        }
        for option in variant.options() {
            let title = words::option_title(option);
            examples.push(said(title.clone()));
            if let Domain::Word(words) = option.domain {
                examples.extend(words.iter().map(|word| attribute(title.clone(), word)));
            }
            examples.push(said(words::meaning(variant, option)));
        }
    }
    examples
}

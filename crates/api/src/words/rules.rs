//! What the rules report, as messages.

use ayla_engine::Certainty;
use ayla_puzzles::{Outlook, Puzzle, PuzzleTask, Reason, Why};
use ayla_rules::fault::{Malformed, Part};
use ayla_rules::option::{Domain, Given, OptionInfo, Span};
use ayla_rules::token::NEWEST;
use ayla_rules::{
    BadToken, EndReason, Fault, Faults, Illegal, Move, MoveKind, Position, Rules, Ruling, Side, Variant, Winner,
};

use super::{Argument, Language, Message, enumeration};

/// The name of all these games together.
const FAMILY: &str = "mancala";

impl From<&Illegal> for Message {
    fn from(illegal: &Illegal) -> Self {
        match *illegal {
            Illegal::GameOver { ended } => message!("illegal-game-over", ending = ending(ended)),
            Illegal::NotInThisGame { variant, kind, kinds, houses } => {
                let moves = moves(kinds, houses);
                message!("illegal-not-in-this-game", variant = variant.title(), move = word_of(kind), moves)
            }
            Illegal::WrongPhase { mover, kind: MoveKind::House } => message!("illegal-first-choose", mover),
            Illegal::WrongPhase { mover, kind: MoveKind::Swap } => message!("illegal-no-swap", mover),
            Illegal::WrongPhase { mover, kind } => message!("illegal-no-choice", mover, move = word_of(kind)),
            // Larger numbers are not kept.
            Illegal::NoSuchHouse { number: u32::MAX, houses } => message!("illegal-no-house-so-large", houses),
            Illegal::NoSuchHouse { number, houses } => message!("illegal-no-such-house", house = number, houses),
            Illegal::OpponentsHouse { mover } => message!("illegal-opponents-house", mover, opponent = mover.other()),
            Illegal::OtherSeat { house, seat, controller } => message!("illegal-other-seat", house, seat, controller),
            Illegal::EmptyHouse { mover, house, ruling: ayla_rules::ruling::CO_14 } => {
                message!("illegal-burnt-house", mover, house)
            }
            Illegal::EmptyHouse { mover, house, .. } => message!("illegal-empty-house", mover, house),
            Illegal::Tuzdik { mover, owner, house, .. } => message!("illegal-tuzdik", mover, house, owner),
            Illegal::MustFeed { mover, house } => message!("illegal-must-feed", mover, opponent = mover.other(), house),
            Illegal::GrandSlam { mover, house } => {
                message!("illegal-grand-slam", mover, opponent = mover.other(), house)
            }
            Illegal::EndlessSowing { mover, house, laps } => message!("illegal-endless-sowing", mover, house, laps),
            Illegal::MustMove { mover, .. } => message!("illegal-must-move", mover),
        }
    }
}

impl From<BadToken> for Message {
    fn from(error: BadToken) -> Self {
        match error {
            BadToken::NotAToken => Self::new("not-a-token"),
            BadToken::Changed => Self::new("token-changed"),
            BadToken::OtherVersion(version) => message!("token-version", version, known = NEWEST),
            BadToken::NeverWritten => Self::new("token-never-written"),
        }
    }
}

impl From<&Fault> for Message {
    fn from(fault: &Fault) -> Self {
        match fault {
            Fault::Malformed(malformed) => malformed.into(),
            Fault::QuietTooLarge { most } => message!("fault-quiet-too-large", most),
            Fault::UnknownVariant { name } => {
                let games = Variant::NAMES.iter().copied().collect::<Argument>();
                if name == FAMILY {
                    return Self::new("fault-family-of-games").quoting("name", name).with("known", games);
                }
                Self::unknown("fault-unknown-variant", name, Variant::names()).with("known", games)
            }
            Fault::UnknownOption { variant, name } => {
                let known: Vec<_> = variant.options().into_iter().map(|option| option.name).collect();
                Self::unknown("fault-unknown-option", name, known.iter().copied())
                    .with("variant", variant.title())
                    .with("known", known.into_iter().collect::<Argument>())
            }
            Fault::OptionOutOfRange { option, given: value } => message!(
                "fault-option-out-of-range",
                option = option.name,
                domain = domain(option.domain),
                given = value_given(value)
            ),
            Fault::UnequalTeam { team, houses, .. } => message!("fault-unequal-team", team, houses),
            Fault::RowSeeds { houses, seeds, most, even } => {
                message!(
                    if *even { "fault-row-seeds" } else { "fault-row-full" },
                    houses,
                    seeds,
                    total = houses.saturating_mul(*seeds),
                    most
                )
            }
            Fault::RowLength { variant, side, houses, allowed } => {
                message!("fault-row-length", side, houses, variant = variant.title(), allowed = span(*allowed))
            }
            Fault::RowsDiffer { south, north } => message!(
                "fault-rows-differ",
                side = Side::South,
                houses = *south,
                opponent = Side::North,
                other = *north
            ),
            Fault::HousesContradictRows { option, houses } => message!("fault-houses-contradict-rows", option, houses),
            Fault::TooManySeeds { variant, seeds, most, .. } => {
                message!("fault-too-many-seeds", variant = variant.title(), seeds, most)
            }
            Fault::NotAnOpening { seeds } => message!("fault-not-an-opening", seeds),
            Fault::NotOpened => Self::new("fault-not-opened"),
            Fault::MomentaryBearOff => Self::new("fault-momentary-bear-off"),
            Fault::NoSuchPhase { phase } => message!("fault-no-such-phase", phase = phase.name()),
            Fault::TuzdikOutside { owner, house, most } => message!("fault-tuzdik-outside", owner, house, most),
            Fault::TuzdiksMirrored { house } => message!("fault-tuzdiks-mirrored", house),
            Fault::TuzdikHoldsSeeds { owner, house, seeds } => {
                message!("fault-tuzdik-holds-seeds", house, owner, seeds)
            }
            Fault::NoTuzdiks => Self::new("fault-no-tuzdiks"),
            Fault::BurntOutside { side, house, houses } => message!("fault-burnt-outside", side, house, houses),
            Fault::BurntHoldsSeeds { house, seeds } => message!("fault-burnt-holds-seeds", house, seeds),
            Fault::RowBurnt { side } => message!("fault-row-burnt", side),
            Fault::NoSuchPart { variant, part } => {
                message!("fault-no-such-part", variant = variant.title(), part = part.name())
            }
            Fault::NoStores { variant } => message!("fault-no-stores", variant = variant.title()),
            Fault::NoSuchEnding { variant, reason } => {
                message!("fault-no-such-ending", variant = variant.title()).quoting("ending", reason.name())
            }
        }
    }
}

impl From<&Malformed> for Message {
    fn from(malformed: &Malformed) -> Self {
        match malformed {
            Malformed::Empty => Self::new("malformed-empty"),
            Malformed::Separators => Self::new("malformed-separators"),
            Malformed::Ends { before } => message!("malformed-ends", field = *before),
            Malformed::NoVariant => Self::new("malformed-no-variant"),
            Malformed::NoGame(text) => {
                let games = Variant::NAMES.iter().copied().collect::<Argument>();
                Self::new("malformed-no-game").quoting("text", text).with("games", games)
            }
            Malformed::Option(text) => Self::new("malformed-option").quoting("text", text),
            Malformed::RepeatedOption(name) => Self::new("malformed-repeated-option").quoting("text", name),
            Malformed::LeadingZero(text) => Self::new("malformed-leading-zero").quoting("text", text),
            Malformed::Rows(text) => Self::new("malformed-rows").quoting("text", text),
            Malformed::EmptyRow => Self::new("malformed-empty-row"),
            Malformed::OpenParenthesis { row } => Self::new("malformed-open-parenthesis").quoting("row", row),
            Malformed::Parentheses { row } => Self::new("malformed-parentheses").quoting("row", row),
            Malformed::House { row, character } => Self::new("malformed-house")
                .quoting("row", row)
                .quoting("character", character.encode_utf8(&mut [0; 4])),
            Malformed::Stores(text) => Self::new("malformed-stores").quoting("text", text),
            Malformed::Turn(text) => Self::new("malformed-turn").quoting("text", text),
            Malformed::Flag(text) => Self::new("malformed-flag").quoting("text", text),
            Malformed::FlagOrder(text) => Self::new("malformed-flag-order").quoting("text", text),
            Malformed::TuzdikFlag(text) => Self::new("malformed-tuzdik-flag").quoting("text", text),
            Malformed::BurntFlag(text) => Self::new("malformed-burnt-flag").quoting("text", text),
            Malformed::QuietFlag { flag, most } => {
                Self::new("malformed-quiet-flag").quoting("text", flag).with("most", *most)
            }
            Malformed::Ending(name) => Self::new("malformed-ending").quoting("text", name),
            Malformed::NoMoves => Self::new("malformed-no-moves"),
            Malformed::Moves => Self::new("malformed-moves"),
        }
    }
}

/// Where people call a game by another name, by the key of the region.
pub fn region(key: &str) -> Message {
    Message::new(format!("region-{key}"))
}

/// All faults in one English clause, for those who write options on a command line.
pub fn faults(faults: &Faults) -> String {
    let clauses: Vec<_> = faults.iter().map(|fault| Language::ENGLISH.say(&fault.into())).collect();
    clauses.join("; ")
}

/// The values that an option may have.
pub fn domain(domain: Domain) -> Message {
    match domain {
        Domain::Flag => Message::new("domain-flag"),
        Domain::Number(spans) => {
            message!("domain-number", spans = enumeration("list-or", spans.iter().copied().map(span)))
        }
        Domain::Word(words) => message!("domain-word", words = words.iter().copied().collect::<Argument>()),
    }
}

/// A span of numbers.
pub fn span(span: Span) -> Argument {
    match span {
        Span { min, max, .. } if min == max => min.into(),
        Span { min, max, step: 1 } => message!("span", min, max).into(),
        Span { min, max, step } => message!("span-step", min, max, step).into(),
    }
}

/// A value as a caller gave it.
fn value_given(given: &Given<String>) -> Argument {
    match given {
        Given::Flag(flag) => flag.to_string().into(),
        Given::Number(number) => (*number).into(),
        Given::Word(word) => Message::new("given-word").quoting("word", word).into(),
        Given::Text(text) => Argument::quoting(text),
    }
}

/// The reason for which a game has ended, in a word or two.
pub fn ending(reason: EndReason) -> Message {
    Message::new(format!("ending-{reason}"))
}

/// The reason for which a game has ended, in a sentence.
pub fn ended(reason: EndReason) -> Message {
    Message::new(format!("ended-{reason}"))
}

/// The summary of a game.
pub fn summary(variant: Variant) -> Message {
    Message::new(format!("summary-{variant}"))
}

/// The title of a built-in preset, with its summary as the attribute `summary`.
pub fn preset(variant: Variant, name: &str) -> Message {
    Message::new(format!("preset-{variant}-{name}"))
}

/// The meaning of an option.
pub fn meaning(variant: Variant, option: &OptionInfo) -> Message {
    Message::new(format!("option-{variant}-{}", option.name))
}

/// The title of an option, the same in all games that have it, with those of its words as attributes.
pub fn option_title(option: &OptionInfo) -> Message {
    Message::new(format!("option-title-{}", option.name))
}

/// What the solution of a puzzle reaches, as people who solve it are told. The position is one of the puzzle.
pub fn puzzle_task(task: PuzzleTask, position: &Position) -> Message {
    Message::new(match task {
        PuzzleTask::Win if position.stores().is_some() => "puzzle-win-most",
        PuzzleTask::Win => "puzzle-win",
        PuzzleTask::Draw => "puzzle-draw",
        PuzzleTask::Seeds => "puzzle-seeds",
    })
}

/// What the first move of a puzzle is worth to South, who plays it, and any other one.
pub fn puzzle_worth(puzzle: &Puzzle) -> Message {
    let has_stores = puzzle.position.stores().is_some();
    let outcome = |value: i32| match value.signum() {
        1 if has_stores => "win",
        1 => "wins",
        0 => "draw",
        _ if has_stores => "lose",
        _ => "loses",
    };
    let margin = |value: i32| seed_count(value.unsigned_abs());
    let Puzzle { value, second, .. } = *puzzle;
    message!(
        "puzzle-worth",
        best = outcome(value),
        seeds = margin(value),
        other = outcome(second),
        others = margin(second)
    )
}

/// Why the first move of a puzzle is the best, in a sentence or two. Nothing without a solution.
pub fn puzzle_why(puzzle: &Puzzle) -> Vec<Message> {
    let Some(Why { best, rival, reason, houses, makes_tuzdik, denies_tuzdik }) = Why::of(puzzle) else {
        return Vec::new();
    };
    let number = |played: Move| if let Move::House(house) = played { u32::from(house) } else { 0 };
    let about = |key, outlook: &Outlook| {
        let norths = outlook.turn.north + outlook.reply.north;
        let moves = enumeration("list-and", outlook.moves.iter().map(|&played| Argument::from(number(played))));
        let message = message!(key, house = number(outlook.moves[0]), seeds = outlook.turn.south, norths, moves);
        message.with("answer", outlook.answer.map_or(0, number)).with("count", outlook.moves.len() as u32)
    };
    let about_best = |key| about(key, &best);
    let has_stores = puzzle.position.stores().is_some();
    let compared = if rival.turn.south > best.turn.south { "more" } else { "as-much" };
    let about_rival = |key| about(key, &rival).with("compared", compared);
    let tempts = (compared == "more").then(|| about_rival("puzzle-why-tempts"));
    let mut why = match reason {
        Reason::Most if best.ends && !has_stores => vec![about_best("puzzle-why-no-move")],
        Reason::Most => {
            let most = about_best("puzzle-why-most").with("houses", houses.max(1) as u32);
            let then = match best.reply.north {
                _ if best.ends => Some(about_best("puzzle-why-ends")),
                0 => Some(Message::new("puzzle-why-safe")),
                _ => None,
            };
            let gives = rival.turn.south > 0 && rival.reply.north > best.reply.north;
            let gives = gives.then(|| about("puzzle-why-gives", &rival));
            [most.with("others", rival.turn.south)].into_iter().chain(then).chain(gives).collect()
        }
        Reason::Reply => vec![about_best("puzzle-why-reply"), about_rival("puzzle-why-rival")],
        Reason::Denies(others) => {
            let denies = about_best("puzzle-why-denies").with("others", others);
            vec![denies.with("other", number(rival.moves[0])).with("reply", rival.answer.map_or(0, number))]
        }
        Reason::Later { first, seeds, turns } => {
            let later = about_best("puzzle-why-later").with("then", number(first));
            [later.with("later", seed_count(seeds)).with("turns", turns)].into_iter().chain(tempts).collect()
        }
        Reason::Saves(feared) => {
            let saves = about_best("puzzle-why-saves").with("feared", seed_count(feared));
            [saves].into_iter().chain(tempts).collect()
        }
        Reason::Total(more) => {
            let total = about_best(if has_stores { "puzzle-why-total" } else { "puzzle-why-last" });
            let compared = ["less", "as-much", "more"][(more.signum() + 1) as usize];
            let total = total.with("compared", compared).with("difference", seed_count(more.unsigned_abs()));
            [total].into_iter().chain(tempts).collect()
        }
    };
    why.extend(makes_tuzdik.then(|| Message::new("puzzle-why-tuzdik")));
    why.extend(denies_tuzdik.then(|| Message::new("puzzle-why-no-tuzdik")));
    why
}

/// The title of a ruling.
pub fn ruling(ruling: Ruling) -> Message {
    Message::new(format!("ruling-{ruling}"))
}

/// The moves of these kinds, on a board with so many houses in a row.
pub fn moves(kinds: &[MoveKind], houses: u32) -> Argument {
    let kind_of_move = |kind: &MoveKind| match kind {
        MoveKind::House => Argument::from(message!("houses-from-one", houses)),
        &word => word_of(word),
    };
    enumeration("list-and", kinds.iter().map(kind_of_move))
}

/// The word of the language for a kind of move, in quotation marks. play-turn reads it as the move.
fn word_of(kind: MoveKind) -> Argument {
    message!("quotation", text = Message::new(format!("word-{kind}"))).into()
}

/// A move as somebody reports it.
pub fn played(mover: Side, played: Move) -> Message {
    match played {
        Move::House(house) => message!("played-house", mover, house),
        Move::Pass => message!("played-pass", mover),
        Move::Take => message!("played-take", mover),
        Move::Give => message!("played-give", mover, opponent = mover.other()),
        Move::Agree => Message::new("played-agree"),
        Move::Swap => message!("played-swap", mover, opponent = mover.other()),
    }
}

/// A move as the label of a button.
pub fn label(played: Move) -> Message {
    of_move("label", played)
}

/// The message about a move whose key begins like this, and ends with the kind of the move.
fn of_move(begin: &str, played: Move) -> Message {
    let message = Message::new(format!("{begin}-{}", played.kind()));
    if let Move::House(house) = played { message.with("house", house) } else { message }
}

/// A number of seeds.
pub fn seed_count(seeds: impl Into<Argument>) -> Message {
    message!("seeds", seeds)
}

/// A margin as people say it.
const fn whole_seeds(margin: f64) -> u64 {
    margin.round() as u64
}

/// That another move was better, and by how many seeds where the game has stores.
pub fn better(played: Move, margin: Option<f64>, certainty: Certainty) -> Message {
    let seeds = margin.map(whole_seeds).filter(|&seeds| seeds > 0);
    let message = Message::new(match (seeds, certainty) {
        (Some(_), Certainty::Proven) => "review-better-by",
        (Some(_), Certainty::Estimated) => "review-better-by-about",
        (None, Certainty::Proven) => "review-better",
        (None, Certainty::Estimated) => "review-better-perhaps",
    });
    let message = message.with("better", move_in_review(played));
    match seeds {
        Some(seeds) => message.with("margin", seed_count(seeds)),
        None => message,
    }
}

/// A move as the subject of a sentence of a review.
pub fn move_in_review(played: Move) -> Message {
    of_move("better", played)
}

/// The moves that are words.
pub(crate) const WORD_MOVES: [Move; 5] = [Move::Pass, Move::Take, Move::Give, Move::Agree, Move::Swap];

/// What a search says about the outcome, for the player to move: who wins, if that is `proven`, and otherwise what the
/// [value](verdict) says.
pub fn outcome(rules: &Rules, mover: Side, value: f64, certainty: Certainty, proven: Option<Winner>) -> Message {
    match (certainty, proven.and_then(Winner::side)) {
        (Certainty::Estimated, Some(winner)) => {
            let margin = Some(whole_seeds(value.abs())).filter(|&seeds| seeds > 0 && has_stores(rules));
            let message = Message::new(if margin.is_some() { "verdict-win-by-about" } else { "verdict-win-proven" });
            let message =
                margin.into_iter().fold(message, |message, margin| message.with("margin", seed_count(margin)));
            message.with("winner", winner)
        }
        _ => verdict(rules, mover, value, certainty),
    }
}

/// Whether the value of a game is a number of seeds.
fn has_stores(rules: &Rules) -> bool {
    rules.variant().about().parts.contains(&Part::Stores)
}

/// What a value says about the outcome, for the player to move: who wins or is ahead, by how much, and whether it is
/// proven.
pub fn verdict(rules: &Rules, mover: Side, value: f64, certainty: Certainty) -> Message {
    let margin = has_stores(rules).then(|| whole_seeds(value.abs()));
    let winner = if value < 0.0 { mover.other() } else { mover };
    let is_even = value == 0.0;
    let message = match (certainty, margin) {
        (Certainty::Proven, Some(_)) if is_even => return Message::new("verdict-draw-proven"),
        (Certainty::Proven, None) if is_even => return Message::new("verdict-nobody-proven"),
        (Certainty::Estimated, _) if is_even => return Message::new("verdict-even-estimated"),
        (Certainty::Proven, Some(seeds)) => message!("verdict-win-by-proven", margin = seed_count(seeds)),
        (Certainty::Proven, None) => Message::new("verdict-win-proven"),
        (Certainty::Estimated, Some(seeds)) if seeds > 0 => {
            message!("verdict-ahead-by-estimated", margin = seed_count(seeds))
        }
        (Certainty::Estimated, _) => Message::new("verdict-ahead-estimated"),
    };
    message.with("winner", winner)
}

/// What a move has given away, by the winners under best play before and after it, as far as they are proven.
pub fn given_away(mover: Side, before: Option<Winner>, after: Option<Winner>) -> Option<Message> {
    let [mine, theirs] = [mover, mover.other()].map(Winner::from);
    let (before, after) = before.zip(after)?;
    if before == mine && after != mine {
        Some(Message::new("review-gave-away-win"))
    } else if before == Winner::Nobody && after == theirs {
        Some(Message::new("review-gave-away-draw"))
    } else {
        None
    }
}

/// Whether a value is proven, in a word.
pub fn certainty(certainty: Certainty) -> Message {
    Message::new(format!("certainty-{certainty}"))
}

/// A level of a game, and who plays like that.
pub fn level(variant: Variant, level: u32) -> Message {
    if level >= variant.about().levels {
        message!("level-full", level)
    } else if level > NAMED_LEVELS {
        message!("level-far", level)
    } else {
        Message::new(format!("level-{level}"))
    }
}

/// The levels that have words of their own.
const NAMED_LEVELS: u32 = 8;

//! What the rules report, as messages.

use ayla_engine::Certainty;
use ayla_puzzles::PuzzleTask;
use ayla_rules::fault::{Malformed, Part};
use ayla_rules::option::{Domain, Given, OptionInfo, Span};
use ayla_rules::token::NEWEST;
use ayla_rules::{BadToken, EndReason, Fault, Faults, Illegal, Move, MoveKind, Rules, Ruling, Side, Variant, Winner};

use super::{Argument, Language, Message, enumeration};

impl From<&Illegal> for Message {
    fn from(illegal: &Illegal) -> Self {
        match *illegal {
            Illegal::GameOver { ended } => Self::new("illegal-game-over").with("ending", ending(ended)),
            Illegal::NotInThisGame { variant, kind, kinds, houses } => Self::new("illegal-not-in-this-game")
                .with("variant", variant.title())
                .with("move", word_of(kind))
                .with("moves", moves(kinds, houses)),
            Illegal::WrongPhase { mover, kind: MoveKind::House } => {
                Self::new("illegal-first-choose").with("mover", mover)
            }
            Illegal::WrongPhase { mover, kind } => {
                Self::new("illegal-no-choice").with("mover", mover).with("move", word_of(kind))
            }
            // Larger numbers are not kept.
            Illegal::NoSuchHouse { number: u32::MAX, houses } => {
                Self::new("illegal-no-house-so-large").with("houses", houses)
            }
            Illegal::NoSuchHouse { number, houses } => {
                Self::new("illegal-no-such-house").with("house", number).with("houses", houses)
            }
            Illegal::OpponentsHouse { mover } => {
                Self::new("illegal-opponents-house").with("mover", mover).with("opponent", mover.other())
            }
            Illegal::OtherSeat { house, seat, controller } => {
                Self::new("illegal-other-seat").with("house", house).with("seat", seat).with("controller", controller)
            }
            Illegal::EmptyHouse { mover, house, .. } => {
                Self::new("illegal-empty-house").with("mover", mover).with("house", house)
            }
            Illegal::Tuzdik { mover, owner, house, .. } => {
                Self::new("illegal-tuzdik").with("mover", mover).with("house", house).with("owner", owner)
            }
            Illegal::MustFeed { mover, house } => {
                Self::new("illegal-must-feed").with("mover", mover).with("opponent", mover.other()).with("house", house)
            }
            Illegal::GrandSlam { mover, house } => Self::new("illegal-grand-slam")
                .with("mover", mover)
                .with("opponent", mover.other())
                .with("house", house),
            Illegal::EndlessSowing { mover, house, laps } => {
                Self::new("illegal-endless-sowing").with("mover", mover).with("house", house).with("laps", laps)
            }
            Illegal::MustMove { mover, .. } => Self::new("illegal-must-move").with("mover", mover),
        }
    }
}

impl From<BadToken> for Message {
    fn from(error: BadToken) -> Self {
        match error {
            BadToken::NotAToken => Self::new("not-a-token"),
            BadToken::Changed => Self::new("token-changed"),
            BadToken::OtherVersion(version) => {
                Self::new("token-version").with("version", version).with("known", NEWEST)
            }
            BadToken::NeverWritten => Self::new("token-never-written"),
        }
    }
}

impl From<&Fault> for Message {
    fn from(fault: &Fault) -> Self {
        match fault {
            Fault::Malformed(malformed) => malformed.into(),
            Fault::QuietTooLarge { most } => Self::new("fault-quiet-too-large").with("most", *most),
            Fault::UnknownVariant { name } => {
                let known = || Variant::NAMES.iter().copied();
                Self::unknown("fault-unknown-variant", name, known()).with("known", known().collect::<Argument>())
            }
            Fault::UnknownOption { variant, name } => {
                let known: Vec<_> = variant.options().into_iter().map(|option| option.name).collect();
                Self::unknown("fault-unknown-option", name, known.iter().copied())
                    .with("variant", variant.title())
                    .with("known", known.into_iter().collect::<Argument>())
            }
            Fault::OptionOutOfRange { option, given: value } => Self::new("fault-option-out-of-range")
                .with("option", option.name)
                .with("domain", domain(option.domain))
                .with("given", value_given(value)),
            Fault::UnequalTeam { team, houses, .. } => {
                Self::new("fault-unequal-team").with("team", *team).with("houses", *houses)
            }
            Fault::RowSeeds { houses, seeds, most, even } => {
                Self::new(if *even { "fault-row-seeds" } else { "fault-row-full" })
                    .with("houses", *houses)
                    .with("seeds", *seeds)
                    .with("total", houses.saturating_mul(*seeds))
                    .with("most", *most)
            }
            Fault::RowLength { variant, side, houses, allowed } => Self::new("fault-row-length")
                .with("side", *side)
                .with("houses", *houses)
                .with("variant", variant.title())
                .with("allowed", span(*allowed)),
            Fault::RowsDiffer { south, north } => Self::new("fault-rows-differ")
                .with("side", Side::South)
                .with("houses", *south)
                .with("opponent", Side::North)
                .with("other", *north),
            Fault::HousesContradictRows { option, houses } => {
                Self::new("fault-houses-contradict-rows").with("option", *option).with("houses", *houses)
            }
            Fault::TooManySeeds { variant, seeds, most, .. } => Self::new("fault-too-many-seeds")
                .with("variant", variant.title())
                .with("seeds", *seeds)
                .with("most", *most),
            Fault::NotAnOpening { seeds } => Self::new("fault-not-an-opening").with("seeds", *seeds),
            Fault::NotOpened => Self::new("fault-not-opened"),
            Fault::MomentaryBearOff => Self::new("fault-momentary-bear-off"),
            Fault::TuzdikOutside { owner, house, most } => {
                Self::new("fault-tuzdik-outside").with("owner", *owner).with("house", *house).with("most", *most)
            }
            Fault::TuzdiksMirrored { house } => Self::new("fault-tuzdiks-mirrored").with("house", *house),
            Fault::TuzdikHoldsSeeds { owner, house, seeds } => {
                Self::new("fault-tuzdik-holds-seeds").with("house", *house).with("owner", *owner).with("seeds", *seeds)
            }
            Fault::NoTuzdiks => Self::new("fault-no-tuzdiks"),
            Fault::NoSuchPart { variant, part } => {
                Self::new("fault-no-such-part").with("variant", variant.title()).with("part", part.name())
            }
            Fault::NoStores { variant } => Self::new("fault-no-stores").with("variant", variant.title()),
            Fault::NoSuchEnding { variant, reason } => {
                Self::new("fault-no-such-ending").with("variant", variant.title()).quoting("ending", reason.name())
            }
        }
    }
}

impl From<&Malformed> for Message {
    fn from(malformed: &Malformed) -> Self {
        match malformed {
            Malformed::Empty => Self::new("malformed-empty"),
            Malformed::Separators => Self::new("malformed-separators"),
            Malformed::Ends { before } => Self::new("malformed-ends").with("field", *before),
            Malformed::NoVariant => Self::new("malformed-no-variant"),
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
            Malformed::QuietFlag { flag, most } => {
                Self::new("malformed-quiet-flag").quoting("text", flag).with("most", *most)
            }
            Malformed::Ending(name) => Self::new("malformed-ending").quoting("text", name),
            Malformed::NoMoves => Self::new("malformed-no-moves"),
            Malformed::Moves => Self::new("malformed-moves"),
        }
    }
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
            Message::new("domain-number").with("spans", enumeration("list-or", spans.iter().copied().map(span)))
        }
        Domain::Word(words) => Message::new("domain-word").with("words", words.iter().copied().collect::<Argument>()),
    }
}

/// A span of numbers.
pub fn span(span: Span) -> Argument {
    match span {
        Span { min, max, .. } if min == max => min.into(),
        Span { min, max, step: 1 } => Message::new("span").with("min", min).with("max", max).into(),
        Span { min, max, step } => {
            Message::new("span-step").with("min", min).with("max", max).with("step", step).into()
        }
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

/// What the solution of a puzzle reaches, as people who solve it are told.
pub fn puzzle_task(task: PuzzleTask) -> Message {
    Message::new(match task {
        PuzzleTask::Win => "puzzle-win",
        PuzzleTask::Draw => "puzzle-draw",
        PuzzleTask::Seeds => "puzzle-seeds",
    })
}

/// The title of a ruling.
pub fn ruling(ruling: Ruling) -> Message {
    Message::new(format!("ruling-{ruling}"))
}

/// The moves of these kinds, on a board with so many houses in a row.
pub fn moves(kinds: &[MoveKind], houses: u32) -> Argument {
    let kind_of_move = |kind: &MoveKind| match kind {
        MoveKind::House => Argument::from(Message::new("houses-from-one").with("houses", houses)),
        &word => word_of(word),
    };
    enumeration("list-and", kinds.iter().map(kind_of_move))
}

/// The word of the language for a kind of move, in quotation marks. play-turn reads it as the move.
fn word_of(kind: MoveKind) -> Argument {
    Message::new("quotation").with("text", Message::new(format!("word-{kind}"))).into()
}

/// A move as somebody reports it.
pub fn played(mover: Side, played: Move) -> Message {
    match played {
        Move::House(house) => Message::new("played-house").with("mover", mover).with("house", house),
        Move::Pass => Message::new("played-pass").with("mover", mover),
        Move::Take => Message::new("played-take").with("mover", mover),
        Move::Give => Message::new("played-give").with("mover", mover).with("opponent", mover.other()),
        Move::Agree => Message::new("played-agree"),
    }
}

/// A move as the label of a button.
pub fn label(played: Move) -> Message {
    match played {
        Move::House(house) => Message::new("label-house").with("house", house),
        Move::Pass => Message::new("label-pass"),
        Move::Take => Message::new("label-take"),
        Move::Give => Message::new("label-give"),
        Move::Agree => Message::new("label-agree"),
    }
}

/// A number of seeds.
pub fn seed_count(seeds: impl Into<Argument>) -> Message {
    Message::new("seeds").with("seeds", seeds)
}

/// A margin as people say it.
const fn whole_seeds(margin: f64) -> u64 {
    margin.round() as u64
}

/// That another move was better, and by how many seeds where the game has stores.
pub fn better(played: Move, margin: Option<f64>, certainty: Certainty) -> Message {
    let better = match played {
        Move::House(house) => Message::new("better-house").with("house", house),
        Move::Pass => Message::new("better-pass"),
        Move::Take => Message::new("better-take"),
        Move::Give => Message::new("better-give"),
        Move::Agree => Message::new("better-agree"),
    };
    let seeds = margin.map(whole_seeds).filter(|&seeds| seeds > 0);
    let message = Message::new(match (seeds, certainty) {
        (Some(_), Certainty::Proven) => "review-better-by",
        (Some(_), Certainty::Estimated) => "review-better-by-about",
        (None, Certainty::Proven) => "review-better",
        (None, Certainty::Estimated) => "review-better-perhaps",
    });
    let message = message.with("better", better);
    match seeds {
        Some(seeds) => message.with("margin", seed_count(seeds)),
        None => message,
    }
}

/// The moves that are words.
pub(crate) const WORD_MOVES: [Move; 4] = [Move::Pass, Move::Take, Move::Give, Move::Agree];

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
        (Certainty::Proven, Some(seeds)) => Message::new("verdict-win-by-proven").with("margin", seed_count(seeds)),
        (Certainty::Proven, None) => Message::new("verdict-win-proven"),
        (Certainty::Estimated, Some(seeds)) if seeds > 0 => {
            Message::new("verdict-ahead-by-estimated").with("margin", seed_count(seeds))
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

/// A level of play, and who plays like that.
pub fn level(number: u32) -> Message {
    Message::new(format!("level-{number}"))
}

//! Playing what a text says, and comparing it with what happens.

use std::sync::Arc;

use ayla_rules::line::MAX_MOVES;
use ayla_rules::option::Value;
use ayla_rules::{BySide, EndReason, House, Illegal, Line, Position, Proposal, Rules, Setup, Side, Status};
use ayla_steps::{count, has_to_stop, weights};

use crate::assumption::{Assumption, Why};
use crate::effect::{Effect, gain, play_move, score};
use crate::fault::{Expected, Fault, FaultKind};
use crate::format::differences;
use crate::game::{Game, Tag, play_legal};
use crate::text::{TextPlace, Word, beginning};
use crate::{MOST_FAULTS, MOST_RECORDS, MOST_TAG_BYTES, Reading, Record};

/// Where a move is said to end.
#[derive(Copy, Clone, Debug)]
pub(crate) enum End {
    House(House),
    Number(u8),
}

/// A number in parentheses, or after a plus sign.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Count {
    /// All that the mover has captured.
    Total(u32),
    /// What this move captures, with what the mover is given when the game ends.
    Gain(u32),
}

/// A move as a text has it.
#[derive(Clone, Debug)]
pub(crate) struct MoveText<'a> {
    pub word: Word<'a>,
    pub proposal: Proposal,
    pub end: Option<(TextPlace, End)>,
    pub count: Option<(TextPlace, Count)>,
    /// Whether it is marked as one that makes a tuzdik; none in a format without marks.
    pub tuzdik: Option<bool>,
}

impl<'a> MoveText<'a> {
    /// A move that is only named.
    pub(crate) const fn new(word: Word<'a>, proposal: Proposal) -> Self {
        Self { word, proposal, end: None, count: None, tuzdik: None }
    }

    /// A move of a house that is only named.
    pub(crate) const fn house(word: Word<'a>, number: u32, side: Option<Side>) -> Self {
        Self::new(word, Proposal::House { number, side })
    }
}

/// A piece of a text, and what should have stood there.
pub(crate) type Wrong<'a> = (Word<'a>, Expected);

/// The moves of a game, up to the first that cannot be read: what comes after it cannot be played. Of moves beyond the
/// limit, only the first, which is a fault, and the last are kept.
#[derive(Default)]
pub(crate) struct Moves<'a> {
    pub read: Vec<MoveText<'a>>,
    /// The number of moves, those that cannot be read among them.
    pub count: usize,
    /// Whether there is one that cannot be read.
    pub is_cut: bool,
}

impl<'a> Moves<'a> {
    /// Adds the next move, or reports what is wrong with it.
    pub(crate) fn add(&mut self, read: Result<MoveText<'a>, Wrong<'_>>, out: &mut Output) {
        let read = read.map_err(|(word, expected)| out.unexpected(word, expected));
        self.push(read.ok());
    }

    /// Adds the next move; none is one that cannot be read.
    pub(crate) fn push(&mut self, read: Option<MoveText<'a>>) {
        self.count += 1;
        self.is_cut |= read.is_none();
        if !self.is_cut {
            self.read.truncate(MAX_MOVES + 1);
            self.read.extend(read);
        }
    }
}

/// The start of a game as a text has it.
pub(crate) struct Start {
    /// Where the game begins.
    pub place: TextPlace,
    /// Where its position stands, for what is wrong with it.
    pub board: TextPlace,
    pub setup: Setup<Rules>,
    /// Whether the text leaves the options open, so that the way the game goes may say more about them.
    pub open: bool,
    /// Whether the format has no mark for an end, so that a game which stops where an option would end it is taken to
    /// have the option.
    pub end_is_open: bool,
    pub turns_before: u32,
    pub tags: Arc<[Tag]>,
    pub assumed: Vec<Assumption>,
}

impl Start {
    pub(crate) fn new(place: TextPlace, setup: Setup<Rules>) -> Self {
        Self {
            place,
            board: place,
            setup,
            open: true,
            end_is_open: false,
            turns_before: 0,
            tags: Arc::default(),
            assumed: Vec::new(),
        }
    }
}

/// What is read, as it grows.
#[derive(Default)]
pub(crate) struct Output {
    pub reading: Reading,
    /// The number of faults, those that are not kept among them.
    pub faults: usize,
    /// The bytes of the tags of the games that are kept.
    tag_bytes: usize,
}

impl Output {
    pub(crate) fn fault(&mut self, place: TextPlace, kind: FaultKind) {
        count(weights::WORD);
        self.faults += 1;
        self.reading.faults.push(Fault { place, kind });
        if self.reading.faults.len() > 2 * MOST_FAULTS {
            self.keep_first_faults();
        }
    }

    pub(crate) fn unexpected(&mut self, word: Word<'_>, expected: Expected) {
        self.fault(word.place, FaultKind::Unexpected { found: beginning(word.text).to_owned(), expected });
    }

    /// Reports that something else stands where this is expected, and gives nothing in its place.
    pub(crate) fn refuse<T>(&mut self, word: Word<'_>, expected: Expected) -> Option<T> {
        self.unexpected(word, expected);
        None
    }

    /// Reports that the text ends after a piece of it, where this is expected.
    pub(crate) fn ends(&mut self, after: Word<'_>, expected: Expected) {
        self.fault(after.end(), FaultKind::Ends { expected });
    }

    /// Reads a number.
    pub(crate) fn number(&mut self, word: Word<'_>) -> Option<u32> {
        word.number().or_else(|| self.refuse(word, Expected::Number))
    }

    /// A game of a name that the format does not have.
    pub(crate) fn unknown_game(&mut self, place: TextPlace, name: &str) {
        self.fault(place, FaultKind::UnknownGame { name: beginning(name).to_owned() });
    }

    fn keep_first_faults(&mut self) {
        self.reading.faults.sort_by_key(|fault| fault.place);
        self.reading.faults.truncate(MOST_FAULTS);
    }

    /// Takes over what is wrong with a game, and the game, if nothing was wrong with it since `faults`.
    pub(crate) fn append(&mut self, own: Self, faults: usize) {
        self.faults += own.faults - own.reading.faults.len();
        for Fault { place, kind } in own.reading.faults {
            self.fault(place, kind);
        }
        if self.faults == faults {
            own.reading.records.into_iter().for_each(|record| self.record(record));
        }
    }

    fn record(&mut self, record: Record) {
        if self.reading.records.len() < MOST_RECORDS && self.tag_bytes < MOST_TAG_BYTES {
            let bytes = |tag: &Tag| size_of::<Tag>() + tag.name.len() + tag.value.len();
            self.tag_bytes += record.game.tags.iter().map(bytes).sum::<usize>();
            self.reading.records.push(record);
        } else {
            self.reading.more_records += 1;
        }
    }

    /// What was read.
    pub(crate) fn finish(mut self) -> Reading {
        self.keep_first_faults();
        let more_faults = self.faults - self.reading.faults.len();
        Reading { more_faults, ..self.reading }
    }

    /// Plays a game that was read, and keeps it if nothing was wrong with it since `faults`, the number of faults
    /// before it.
    pub(crate) fn game(&mut self, start: Start, moves: &Moves<'_>, faults: usize, end: impl FnOnce(&mut Played)) {
        let Some(mut played) = play(start, &moves.read, self) else { return };
        played.whole &= !moves.is_cut;
        end(&mut played);
        for Fault { place, kind } in played.faults {
            self.fault(place, kind);
        }
        if self.faults == faults {
            let Played { place, game, assumed, .. } = played;
            self.record(Record { place, game, assumed });
        }
    }
}

/// A game that was played through.
pub(crate) struct Played {
    pub place: TextPlace,
    pub game: Game,
    pub assumed: Vec<Assumption>,
    pub faults: Vec<Fault>,
    pub line: Line,
    /// The stores at its end, before the seeds that were left were shared.
    pub stores: BySide<u32>,
    /// Whether every move was legal.
    pub whole: bool,
}

impl Played {
    /// Compares results with the way the game ended, which `spellings` can write. A game that goes on was broken off.
    pub(crate) fn check_results(&mut self, results: &[Word<'_>], spellings: &[fn(BySide<u32>) -> String]) {
        if !self.whole {
            return;
        }
        let score = score(&self.line.position(), self.stores);
        for result in results.iter().filter(|result| !["*", "?"].contains(&result.text)) {
            let said = beginning(result.text).replace('½', "1/2").replace(':', "-");
            match score {
                Some(score) if spellings.iter().any(|spelling| spelling(score) == said) => {}
                Some(score) => {
                    let kind = FaultKind::Result { said, is: spellings[0](score) };
                    self.faults.push(Fault { place: result.place, kind });
                }
                None => {
                    let stopped = Assumption::Stopped { result: said };
                    if !self.assumed.contains(&stopped) {
                        self.assumed.push(stopped);
                    }
                }
            }
        }
    }
}

/// Changes an option, and says why. Answers false where it has that value already, or the game has no such option.
fn set(rules: &mut Rules, assumed: &mut Vec<Assumption>, (name, value): (&'static str, Value), why: Why) -> bool {
    let before = *rules;
    if rules.set(name, value.into()).is_err() || *rules == before {
        return false;
    }
    assumed.retain(|known| !matches!(known, Assumption::Option { name: known, .. } if *known == name));
    assumed.push(Assumption::Option { name, value, why });
    true
}

/// The assumption that a game is played by these rules, which differ from the default ones.
pub(crate) fn assumed_rules(rules: Rules) -> Vec<Assumption> {
    let differs = differences(&rules, &rules.variant().default_rules()).into_iter();
    differs.map(|(name, value, _)| Assumption::Option { name, value, why: Why::Site }).collect()
}

fn play(mut start: Start, moves: &[MoveText<'_>], out: &mut Output) -> Option<Played> {
    loop {
        count(weights::POSITION);
        let position = match start.setup.position() {
            Ok(position) => position,
            Err(found) => {
                found.iter().for_each(|fault| out.fault(start.board, FaultKind::Position(fault.clone())));
                return None;
            }
        };
        let (mut played, ended) = play_from(&start, position, moves);
        if let Some(reason) = ended.filter(|_| start.open)
            && let Some(option) = reason.option_off()
            && set(&mut start.setup.rules, &mut start.assumed, option, Why::WentOn)
        {
            continue;
        }
        if start.end_is_open && played.whole && end_by_option(&mut start, &played) {
            start.end_is_open = false;
            continue;
        }
        start.assumed.append(&mut played.assumed);
        played.assumed = start.assumed;
        return Some(played);
    }
}

/// Sets the option that ends a game where this one stops, if there is one; answers whether there was.
fn end_by_option(start: &mut Start, played: &Played) -> bool {
    let Some((&last, before)) = played.game.moves.split_last() else { return false };
    if played.line.position().status() != (Status::InProgress { can_agree: true }) {
        return false;
    }
    // Most games need not be played again to know.
    let has_majority = played.stores.iter().any(|&store| 2 * u64::from(store) > start.setup.seeds());
    let could_recur = before.len() > 1;
    let options = [("majority", Value::Flag(true), has_majority), ("repetition", Value::Number(2), could_recur)];
    options.into_iter().filter(|(.., could_end)| *could_end).any(|(name, value, _)| {
        count(weights::POSITION);
        let mut tried = start.setup.rules;
        let mut notes = start.assumed.clone();
        if !set(&mut tried, &mut notes, (name, value), Why::Ending) {
            return false;
        }
        let Ok(position) = (Setup { rules: tried, ..played.game.start.setup() }).position() else { return false };
        let mut line = position.into();
        let ends_here = play_legal(&mut line, before)
            && line.position().status() == (Status::InProgress { can_agree: true })
            && play_legal(&mut line, &[last])
            && matches!(
                line.position().status(),
                Status::Over { reason: EndReason::Majority | EndReason::Repetition, .. }
            );
        if ends_here {
            start.setup.rules = tried;
            start.assumed = notes;
        }
        ends_here
    })
}

/// Plays the moves, with what is assumed for them beside the start. Also returns why the game had ended, if a move
/// follows its end.
fn play_from(start: &Start, position: Position, moves: &[MoveText<'_>]) -> (Played, Option<EndReason>) {
    let mut played = Played {
        place: start.place,
        game: Game {
            start: position,
            moves: Vec::with_capacity(moves.len().min(MAX_MOVES)),
            turns_before: start.turns_before,
            tags: Arc::clone(&start.tags),
        },
        assumed: Vec::new(),
        faults: Vec::new(),
        stores: start.setup.stores.unwrap_or_default(),
        line: position.into(),
        whole: true,
    };
    let mut totals = Vec::new();
    let mut captures_of_moves = true;
    for (ply, text) in (1..).zip(moves) {
        let mut fault = |place, kind| played.faults.push(Fault { place, kind });
        if ply as usize > MAX_MOVES || has_to_stop() {
            fault(text.word.place, FaultKind::TooManyMoves { most: MAX_MOVES });
            played.whole = false;
            break;
        }
        let effect = match play_move(&mut played.line, text.proposal) {
            Ok(effect) => effect,
            Err(illegal) => {
                fault(text.word.place, FaultKind::Illegal { ply, illegal });
                played.whole = false;
                let ended = if let Illegal::GameOver { ended } = illegal { Some(ended) } else { None };
                return (played, ended);
            }
        };
        if let Some((place, end)) = text.end
            && let Some(kind) = wrong_end(end, &effect, ply)
        {
            fault(place, kind);
        }
        match text.count {
            Some((place, Count::Total(said))) => {
                captures_of_moves &= said == effect.captured;
                let is = effect.stores[effect.mover];
                if said != is {
                    totals.push(Fault { place, kind: FaultKind::Captured { ply, said, is } });
                }
            }
            Some((place, Count::Gain(said))) => {
                let is = gain(&effect);
                if said != is {
                    fault(place, FaultKind::Captured { ply, said, is });
                }
            }
            None => {}
        }
        match text.tuzdik {
            Some(true) if !effect.tuzdik => fault(text.word.place, FaultKind::NoTuzdik { ply }),
            Some(false) if effect.tuzdik => played.assumed.push(Assumption::UnmarkedTuzdik { ply }),
            Some(_) | None => {}
        }
        played.game.moves.push(effect.played);
        played.stores = effect.stores;
    }
    if !totals.is_empty() {
        if captures_of_moves {
            played.assumed.push(Assumption::CapturesOfMoves);
        } else {
            played.faults.append(&mut totals);
        }
    }
    (played, None)
}

fn wrong_end(end: End, effect: &Effect, ply: u32) -> Option<FaultKind> {
    let is = effect.end?;
    let (said, of) = match end {
        End::House(House { side, number }) => (number, Some(side)),
        End::Number(number) => (number, None),
    };
    let is_right = said == is.number && of.is_none_or(|side| side == is.side);
    (!is_right).then_some(FaultKind::EndHouse { ply, said, of, is })
}

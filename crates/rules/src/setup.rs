//! Set-ups: anything a caller may send, and everything that makes one inconsistent (C-7).

use std::fmt;

use super::board::{Board, House, Ring, Side};
use super::moves::EndReason;
use super::option::Span;
use super::rules::{Rules, Variant};
use super::{andada, anywoli, awale};

/// Where the count of quiet moves stops (N-3).
pub(super) const MAX_QUIET: u32 = 999_999;
/// The most houses that a row can have, in any game.
const MOST_HOUSES: u32 = super::board::MAX_ROW as u32;

string_enum! {
    /// The phases of Andada.
    pub enum Phase {
        /// The opening move is to be made (AN-1).
        Opening = "opening",
        /// The player to move says who makes the first regular move (AN-2).
        Choice = "choice",
        /// Regular play (AN-3).
        Play = "play",
        /// Regular play in which seeds leave the board at the end of the mover's row (AN-5).
        BearOff = "bear-off",
    }
}

/// A position as a caller sets it up: well formed, not yet known to be consistent (C-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The variant and its options. A `houses` that was given is kept to be held against the rows.
    pub rules: Rules,
    /// South's row, from South's left to right: the seeds in each house.
    pub south: Vec<u32>,
    /// North's row, from North's left to right.
    pub north: Vec<u32>,
    /// The seeds in South's and in North's store; none in Andada.
    pub stores: Option<[u32; 2]>,
    /// Who is to move.
    pub turn: Side,
    /// The phase, in Andada only; regular play when not given.
    pub phase: Option<Phase>,
    /// Consecutive moves without a capture, not in Andada; 0 when not given.
    pub quiet: Option<u32>,
    /// Who began the game, in Anywoli only; South when not given.
    pub first: Option<Side>,
    /// Why the game has ended, if it has.
    pub over: Option<EndReason>,
}

/// What kind of fault a position or an option has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The text is not in the grammar of the notation.
    Malformed,
    /// No game is called so.
    UnknownVariant,
    /// The game has no option called so.
    UnknownOption,
    /// The option cannot have that value.
    OptionOutOfRange,
    /// The parts do not fit each other or the rules (C-7).
    Inconsistent,
}

/// Which part of a position a fault is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The text as a whole.
    Text,
    /// The variant.
    Variant,
    /// An option that the game has.
    Option(&'static str),
    /// The options: one among them is not known.
    Options,
    /// A row.
    Row(Side),
    /// A house.
    House(House),
    /// The stores.
    Stores,
    /// The phase.
    Phase,
    /// The count of quiet moves.
    Quiet,
    /// Who began.
    First,
    /// The reason why the game has ended.
    Over,
}

/// One thing that is wrong with a position or an option set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// Where.
    pub place: Place,
    /// What is wrong, as a clause without a full stop.
    pub message: String,
}

impl Fault {
    /// A fault.
    #[must_use]
    pub fn new(kind: FaultKind, place: Place, message: impl Into<String>) -> Self {
        Self { kind, place, message: message.into() }
    }

    fn inconsistent(place: Place, message: impl Into<String>) -> Self {
        Self::new(FaultKind::Inconsistent, place, message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Setup {
    /// Rows of `seeds` in each house, nothing else given.
    pub(super) fn start(rules: Rules, seeds: u32, turn: Side) -> Self {
        let row = vec![seeds; rules.houses().min(MOST_HOUSES) as usize];
        Self {
            rules,
            south: row.clone(),
            north: row,
            stores: None,
            turn,
            phase: None,
            quiet: None,
            first: None,
            over: None,
        }
    }

    /// The seeds of a row, from the owner's left to right.
    #[must_use]
    pub fn row(&self, side: Side) -> &[u32] {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }

    /// How many seeds there are, in houses and stores; they must be no more than C-7 allows.
    pub(super) fn seeds(&self) -> u32 {
        self.south.iter().chain(&self.north).chain(&self.stores.unwrap_or_default()).sum()
    }

    /// The houses on a ring. The rows must be as long as the ring's, and no house hold more than 255 seeds.
    pub(super) fn board(&self, ring: Ring) -> Board {
        let mut board = Board::filled(ring.row, 0);
        for &side in Side::ALL {
            for (number, &seeds) in (1..=ring.row).zip(self.row(side)) {
                board.seeds_mut()[ring.index(House { side, number }) as usize] = seeds as u8;
            }
        }
        board
    }

    /// Everything that is wrong with this set-up (C-7).
    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.check_rows(&mut faults);
        self.check_seeds(&mut faults);
        match self.rules {
            Rules::Awale(_) => {}
            Rules::Andada(options) => self.check_andada(&options, &mut faults),
            Rules::Anywoli(options) => {
                let rows_fit = anywoli::HOUSES.contains(options.houses);
                faults.extend(if rows_fit { options.conflicts() } else { Vec::new() });
            }
        }
        self.check_fields(&mut faults);
        faults
    }

    /// The rows: equally long, as `houses` says, and of a length that the game allows.
    fn check_rows(&self, faults: &mut Vec<Fault>) {
        let (south, north, houses) = (self.south.len(), self.north.len(), self.rules.houses());
        let allowed = match self.rules {
            Rules::Awale(_) => Span::new(awale::ROW.into(), awale::ROW.into()),
            Rules::Andada(_) => andada::HOUSES,
            Rules::Anywoli(_) => anywoli::HOUSES,
        };
        let title = self.rules.variant().title();
        for (side, len) in [(Side::South, south), (Side::North, north)] {
            if !u32::try_from(len).is_ok_and(|len| allowed.contains(len)) {
                let message = format!("{}'s row has {len} houses; in {title} a row has {allowed} (C-7)", side.title());
                faults.push(Fault::inconsistent(Place::Row(side), message));
            }
        }
        if south != north {
            let message = format!("the rows differ in length: South's has {south} houses, North's {north} (C-7)");
            faults.push(Fault::inconsistent(Place::Row(Side::North), message));
        } else if self.rules.variant() != Variant::Awale && south != houses as usize {
            let message = format!("the option houses={houses} contradicts the rows, which have {south} houses (N-2)");
            faults.push(Fault::inconsistent(Place::Option("houses"), message));
        }
    }

    /// The seeds: no more than the game can start with.
    fn check_seeds(&self, faults: &mut Vec<Fault>) {
        let most = match self.rules {
            Rules::Awale(_) => awale::MAX_SEEDS,
            Rules::Andada(_) => 2 * andada::SEEDS * (self.south.len() as u32).min(MOST_HOUSES),
            Rules::Anywoli(_) => 2 * anywoli::MAX_ROW_SEEDS,
        };
        let stores = self.stores.unwrap_or_default();
        let all = self.south.iter().chain(&self.north).chain(&stores);
        let seeds: u64 = all.map(|&seeds| u64::from(seeds)).sum();
        if seeds > u64::from(most) {
            let message = format!(
                "{seeds} seeds are on the board and in the stores; {} starts with {most} at the most (C-7)",
                self.rules.variant().title()
            );
            let most_of = |row: &[u32]| row.iter().max().copied().unwrap_or(0);
            let fullest = if most_of(&self.south) >= most_of(&self.north) { Side::South } else { Side::North };
            let fullest_house = self.row(fullest).iter().position(|&seeds| seeds > most);
            let place = match fullest_house.and_then(|at| u8::try_from(at + 1).ok()) {
                Some(number) => Place::House(House { side: fullest, number }),
                None if stores.iter().any(|&seeds| seeds > most) => Place::Stores,
                None => Place::Row(fullest),
            };
            faults.push(Fault::inconsistent(place, message));
        }
    }

    /// The phase and the team of Andada.
    fn check_andada(&self, options: &andada::Options, faults: &mut Vec<Fault>) {
        if !options.team_fits() && andada::HOUSES.contains(options.houses) {
            let message =
                format!("a team of {} cannot share rows of {} houses equally (AN-7)", options.team, options.houses);
            faults.push(Fault::inconsistent(Place::Option("team"), message));
        }
        let wrong = match self.phase {
            Some(Phase::Opening) if self.south.iter().chain(&self.north).any(|&seeds| seeds != andada::SEEDS) => {
                "before the opening every house holds two seeds (AN-1)"
            }
            Some(Phase::Choice) if !self.is_opened() => {
                "after the opening the houses hold 3, 3, 0 all around the board (AN-1)"
            }
            Some(Phase::BearOff) if options.bear_off == andada::BearOff::Momentary => {
                "bearing off is a phase only with bear-off=permanent (AN-9)"
            }
            Some(Phase::Opening | Phase::Choice | Phase::Play | Phase::BearOff) | None => return,
        };
        faults.push(Fault::inconsistent(Place::Phase, wrong));
    }

    /// Whether the houses hold 3, 3, 0 all around the board (AN-1).
    fn is_opened(&self) -> bool {
        let ring: Vec<u32> = self.south.iter().chain(&self.north).copied().collect();
        (0..3).any(|empty| ring.iter().enumerate().all(|(at, &seeds)| seeds == if at % 3 == empty { 0 } else { 3 }))
    }

    /// Stores, flags and reason: only those that the game has.
    fn check_fields(&self, faults: &mut Vec<Fault>) {
        let variant = self.rules.variant();
        let (andada, anywoli) = (variant == Variant::Andada, variant == Variant::Anywoli);
        let title = variant.title();
        let mut check = |present: bool, possible: bool, place, what: &str| {
            if present && !possible {
                faults.push(Fault::inconsistent(place, format!("{title} has no {what} (C-7)")));
            }
        };
        check(self.stores.is_some(), !andada, Place::Stores, "stores");
        check(self.phase.is_some(), andada, Place::Phase, "phases");
        check(self.quiet.is_some(), !andada, Place::Quiet, "count of quiet moves");
        check(self.first.is_some(), anywoli, Place::First, "note of who began");
        if let Some(reason) = self.over {
            let possible = end_reasons(variant).contains(&reason);
            check(true, possible, Place::Over, &format!("ending called '{reason}'"));
        }
        if self.stores.is_none() && !andada {
            faults.push(Fault::inconsistent(Place::Stores, format!("{title} has stores, and none are given (C-7)")));
        }
        if self.quiet.is_some_and(|quiet| quiet > MAX_QUIET) {
            let message = format!("the count of quiet moves stops at {} (N-3)", MAX_QUIET);
            faults.push(Fault::new(FaultKind::Malformed, Place::Quiet, message));
        }
    }
}

/// The reasons for which a game can end (N-5).
#[must_use]
pub const fn end_reasons(variant: Variant) -> &'static [EndReason] {
    match variant {
        Variant::Awale => &[
            EndReason::Famine,
            EndReason::Majority,
            EndReason::Few,
            EndReason::Quiet,
            EndReason::Repetition,
            EndReason::Agreement,
        ],
        Variant::Andada => &[EndReason::NoMove, EndReason::Repetition],
        Variant::Anywoli => &[
            EndReason::Quiet,
            EndReason::Repetition,
            EndReason::Agreement,
            EndReason::NoMove,
            EndReason::LastFour,
            EndReason::LastEight,
            EndReason::NoSeeds,
        ],
    }
}

//! Positions as text for people: in three lines for a chat, as a board, and in sentences to be heard.

mod board;
mod line;

pub use board::{DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH};

use ayla_rules::about::LONG_QUIET;
use ayla_rules::{
    BySide, Destination, Event, House, Line, Move, MoveKind, Phase, Position, Seen, Setup, Side, Status, Variant, View,
    Winner, ruling,
};

use crate::event_log::EventLog;
use crate::words::{self, Argument, Message, Voice, enumeration, seed_count};

/// A position with what is to be said about it.
#[derive(Debug)]
pub struct Scene<'a> {
    position: Position,
    setup: Setup,
    /// The side from which the board is seen: its row is near.
    near: Side,
    /// The last moves, as far as they are told.
    moves: Vec<&'a LastMove>,
    view: View,
    voice: Voice,
    /// A sentence to begin with.
    pub(crate) notice: Option<String>,
}

/// A move that led to a position.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// The player who made it.
    pub mover: Side,
    /// The move.
    pub played: Move,
    /// What happened in it.
    pub log: EventLog,
}

impl<'a> Scene<'a> {
    /// The position at the end of a line, after these moves, seen from the side whose row is `near`.
    pub fn new(
        line: &Line,
        moves: impl IntoIterator<Item = &'a LastMove>,
        near: Side,
        voice: impl Into<Voice>,
    ) -> Self {
        let position = line.position();
        let moves = moves.into_iter().collect();
        Self { position, setup: position.setup(), near, moves, view: View::All, voice: voice.into(), notice: None }
    }

    /// Hides what somebody with this view may not see (AW-12).
    #[must_use]
    pub fn seen_by(mut self, view: View) -> Self {
        self.view = view;
        self
    }

    /// What happened last, and how the game stands, in sentences.
    pub fn sentence(&self) -> String {
        self.sentences().join(" ")
    }

    /// The sentences of [`sentence`](Self::sentence), the last of which says how the game stands.
    fn sentences(&self) -> Vec<String> {
        let moves = self.moves.iter().flat_map(|last| last.messages(self.variant(), self.view));
        let standing = standing(&self.setup, self.position.status(), &self.position, self.last());
        let sentences = moves.chain([standing]).map(|message| self.voice.say(&message));
        self.notice.iter().cloned().chain(sentences).collect()
    }

    /// Everything in sentences, without layout: for screen readers and voices.
    pub fn spoken(&self) -> String {
        let rows = [self.near, self.near.other()].into_iter().flat_map(|side| {
            let row = self.row(side);
            let spoken = |(house, &seen): (House, &Seen)| match self.setup.tuzdik_of(house) {
                Some(owner) => Argument::from(message!("tuzdik-of", owner)),
                None if self.setup.is_burnt(house) => Message::new("burnt").into(),
                None if seen.or_more => message!("or-more", seeds = seen.seeds).into(),
                None => seen.seeds.into(),
            };
            let numbers = (1..).map(|number| House { side, number });
            let seeds: Argument = numbers.zip(&row).map(spoken).collect();
            let row = message!("row", side = self.owner(side), houses = row.len(), seeds);
            let store = self.setup.stores.map(|stores| stores[side]);
            let store = store.map(|seeds| {
                // Not all of what is sown into a store was captured.
                let sown = self.variant().about().sows_into_stores;
                let store = if sown { Message::new("store-holds") } else { Message::new("store") };
                store.with("side", side).with("seeds", seed_count(seeds))
            });
            [Some(row), store].into_iter().flatten()
        });
        format!("{} {}", self.sentence(), self.voice.say_all(&rows.collect::<Vec<_>>()))
    }

    /// What the player of a side is called, if not by the side: by name, or as the one who is addressed.
    fn player(&self, side: Side) -> Option<String> {
        let you = || (self.voice.you == Some(side)).then(|| self.voice.say(&Message::new("you")));
        self.voice.name(side).map(str::to_owned).or_else(you)
    }

    /// The owner of a row: `South`, or `Amina (South)`.
    fn owner(&self, side: Side) -> Message {
        match self.player(side) {
            Some(name) => message!("named-side", name = words::isolated(&name), side = words::side(side)),
            None => words::side(side),
        }
    }

    fn variant(&self) -> Variant {
        self.setup.rules.variant()
    }

    /// The seeds of a row as they are seen, from the owner's left to right.
    fn row(&self, side: Side) -> Vec<Seen> {
        self.setup.row(side).iter().map(|&seeds| self.view.see(self.variant(), side, seeds)).collect()
    }

    /// The seeds of each house of a row in a table, from the owner's left to right. A tuzdik has the letter of its
    /// owner, and a burnt house a cross.
    fn table(&self, side: Side) -> Vec<String> {
        let houses = (1..).map(|number| House { side, number });
        let shown = |(Seen { seeds, or_more }, house)| match self.setup.tuzdik_of(house) {
            Some(owner) => owner.letter().into(),
            None if self.setup.is_burnt(house) => "x".into(),
            None if or_more => format!("{seeds}+"),
            None => seeds.to_string(),
        };
        self.row(side).into_iter().zip(houses).map(shown).collect()
    }

    /// The last of the moves, which a board marks.
    fn last(&self) -> Option<&'a LastMove> {
        self.moves.last().copied()
    }
}

/// How a game stands after its last move, if that is known: whose turn it is and what for, or how it ended.
pub fn standing(setup: &Setup, status: Status, position: &Position, last: Option<&LastMove>) -> Message {
    match status {
        Status::InProgress { .. } => prompt(setup, position, last),
        Status::Over { reason, winner, score } => {
            message!("over", ending = words::ended(reason), result = result(winner, score))
        }
    }
}

/// What the player to move is to do.
fn prompt(setup: &Setup, position: &Position, last: Option<&LastMove>) -> Message {
    let moves_again = last.is_some_and(|last| last.mover == setup.turn && matches!(last.played, Move::House(_)));
    let can_swap = has(position, MoveKind::Swap);
    let must_pass = || position.legal_moves() == [Move::Pass];
    let key = match setup.phase {
        Some(Phase::Choice) if can_swap => "prompt-swap",
        Some(Phase::Opening) if !can_swap => "prompt-opening",
        Some(Phase::Choice) => "prompt-choice",
        Some(Phase::BearOff) => "prompt-bear-off",
        Some(Phase::Play | Phase::Opening) | None if has(position, MoveKind::Pass) && must_pass() => "prompt-pass",
        Some(Phase::Play | Phase::Opening) | None if moves_again => "prompt-again",
        Some(Phase::Play | Phase::Opening) | None => "prompt-play",
    };
    message!(key, mover = setup.turn)
}

/// The player who would begin the next round of a match; none where no round can follow (CO-16).
pub fn next_round(setup: &Setup) -> Option<Side> {
    setup.position().ok()?.next_round(None).ok().map(|next| next.turn())
}

/// What players may do beside moving: where there has long been no capture, they may agree to stop; after a round, they
/// may play the next one.
pub fn advice(setup: &Setup, status: Status) -> Option<Message> {
    if matches!(status, Status::Over { .. }) {
        return next_round(setup).map(|first| message!("advice-next-round", first));
    }
    let can_agree = matches!(status, Status::InProgress { can_agree: true });
    let quiet = setup.quiet.filter(|&quiet| can_agree && quiet >= LONG_QUIET)?;
    Some(message!("advice-agree", moves = quiet))
}

/// Returns whether the game has moves of this kind.
fn has(position: &Position, kind: MoveKind) -> bool {
    position.rules().variant().about().moves.contains(&kind)
}

/// The result of a game: the winner and the score.
pub fn result(winner: Winner, score: Option<BySide<u8>>) -> Message {
    let winner = winner.side();
    let message = Message::new(match (winner, score) {
        (Some(_), Some(_)) => "result-win-score",
        (Some(_), None) => "result-win",
        (None, Some(_)) => "result-draw-score",
        (None, None) => "result-nobody",
    });
    let message = match winner {
        Some(winner) => message.with("winner", winner),
        None => message,
    };
    match score {
        Some(BySide { south, north }) => message.with("won", south.max(north)).with("lost", south.min(north)),
        None => message,
    }
}

impl LastMove {
    /// Makes a legal move at the end of a line. What happens goes to the log.
    pub fn play(line: &mut Line, played: Move, mut log: EventLog) -> Self {
        let mover = line.position().turn();
        line.play_unchecked(played, &mut log);
        Self { mover, played, log }
    }

    /// The move of this game and what happened in it, as somebody with this view may see it, in a few sentences.
    pub fn messages(&self, variant: Variant, view: View) -> Vec<Message> {
        let mut messages = Vec::new();
        let events = &self.log.events;
        // That the players agreed is why the game is over, which is said anyway. A sentence of the move there is all
        // the same.
        messages
            .extend((self.played != Move::Agree || events.is_empty()).then(|| words::played(self.mover, self.played)));
        let seeds = self.log.first_pick_up().map(|(house, seeds)| view.see(variant, house.side, seeds.into()));
        messages.extend(seeds.zip(self.log.last_sown()).map(|(seeds, place)| {
            match self.log.laps() {
                1 if seeds.or_more => Message::new("moved-lap-of-many"),
                1 if seeds.seeds == 1 => Message::new("moved-lap-of-one"),
                1 => message!("moved-lap", seeds = seed_count(seeds.seeds)),
                laps => message!("moved-laps", laps),
            }
            .with("house", place)
        }));
        messages.extend(self.captures());
        let outcomes = || self.log.outcomes();
        if let Some(&Event::Tuzdik { house, to, .. }) = outcomes().find(|event| matches!(event, Event::Tuzdik { .. })) {
            messages.push(message!("moved-tuzdik", house, owner = to));
        }
        let borne_off: u32 =
            outcomes().map(|event| if let Event::BearOff { seeds, .. } = event { (*seeds).into() } else { 0 }).sum();
        if borne_off > 0 {
            messages.push(message!("moved-bear-off", mover = self.mover, seeds = seed_count(borne_off)));
        }
        let share = outcomes().find(|event| matches!(event, Event::Share { .. }));
        if let Some(&Event::Share { south, north, .. }) = share {
            let message = Message::new("moved-share").with("to-south", south).with("south", Side::South);
            messages.push(message.with("to-north", north).with("north", Side::North));
        }
        messages
    }

    /// The seeds that fell into tuzdiks and the captures of the move, a message for each player who has them.
    pub(crate) fn captures(&self) -> impl Iterator<Item = Message> {
        let captured = |captor: Side, in_tuzdik: bool| {
            let mut seeds_of_all = 0_u32;
            let mut houses: Vec<House> = Vec::new();
            for event in self.log.outcomes() {
                if let Event::Capture { house, seeds, to, ruling } = *event
                    && captor_of(to, self.mover) == captor
                    && (ruling == ruling::TQ_6) == in_tuzdik
                {
                    seeds_of_all += u32::from(seeds);
                    if !houses.contains(&house) {
                        houses.push(house);
                    }
                }
            }
            let seeds = seed_count(seeds_of_all);
            (!houses.is_empty()).then(|| match in_tuzdik {
                true => message!("moved-into-tuzdik", owner = captor, seeds),
                false => {
                    let houses = self::houses(&houses);
                    message!("moved-capture", captor, seeds, houses)
                }
            })
        };
        let players = [self.mover, self.mover.other()];
        [true, false].map(|in_tuzdik| players.map(|captor| captured(captor, in_tuzdik))).into_iter().flatten().flatten()
    }

    /// The house that the seeds of the move came from.
    fn origin(&self) -> Option<House> {
        match self.played {
            Move::House(number) => Some(House { side: self.mover, number }),
            Move::Pass | Move::Take | Move::Give | Move::Agree | Move::Swap => None,
        }
    }

    /// Whether the move captured seeds from this house.
    fn captured(&self, house: House) -> bool {
        self.log.outcomes().any(|event| matches!(event, Event::Capture { house: from, .. } if *from == house))
    }
}

/// The player who captured seeds that went there: off the board, the mover.
fn captor_of(to: Destination, mover: Side) -> Side {
    match to {
        Destination::South => Side::South,
        Destination::North => Side::North,
        Destination::Off => mover,
    }
}

/// Houses by owner, for a sentence: `South's houses 5, 4 and 3`.
fn houses(of: &[House]) -> Argument {
    let of_side = |side| {
        let numbers: Vec<u8> = of.iter().filter(|house| house.side == side).map(|house| house.number).collect();
        match numbers[..] {
            [] => None,
            [number] => Some(Argument::from(House { side, number })),
            _ => Some(message!("houses-of", side, houses = enumeration("list-and", numbers)).into()),
        }
    };
    enumeration("list-and", Side::ALL.iter().filter_map(|&side| of_side(side)))
}

#[cfg(test)]
mod tests;

//! Why a move is good, in a sentence: facts that the rules tell of it and of the play expected after it.

use ayla_rules::{Event, House, Line, Move, Position, Side, Status};

use crate::event_log::EventLog;
use crate::text::captor_of;
use crate::words::{Message, enumeration, seed_count};

/// How many moves of the expected play are looked at: the move, a reply, and two more, should somebody move again.
const FORESEEN: usize = 4;

/// Why the first of these moves is good, at the end of a line: what it gains at once, what it lets the opponent
/// capture, and the next capture in the expected play, which the other moves are.
pub fn why(line: &Line, expected: &[Move]) -> Message {
    let facts = expected.split_first().and_then(|(&played, then)| facts(line, played, then)).unwrap_or_default();
    let facts = if facts.is_empty() { vec![Message::new("why-best")] } else { facts };
    message!("why", facts = enumeration("list-and", facts))
}

/// The facts about a move; none if it cannot be played.
fn facts(line: &Line, played: Move, then: &[Move]) -> Option<Vec<Message>> {
    let before = line.position();
    let mover = line.position().turn();
    let (after, taken) = Taken::by(line.clone(), played)?;
    let mut facts: Vec<Message> =
        (before.legal_moves().len() == 1).then(|| Message::new("why-only")).into_iter().collect();
    let mut add = |key, seeds: u32| {
        if seeds > 0 {
            facts.push(message!(key, seeds = seed_count(seeds)));
        }
    };
    add("why-captures", taken.by_mover());
    add("why-gives", taken.by_opponent);
    add("why-bears-off", taken.borne_off);
    facts.extend(taken.tuzdik.map(|house| message!("why-makes-tuzdik", house)));
    if !matches!(after.position().status(), Status::InProgress { .. }) {
        facts.push(Message::new("why-ends"));
        return Some(facts);
    }
    let starves = |position: Position| position.setup().row(mover.other()).iter().all(|&seeds| seeds == 0);
    if starves(before) && !starves(after.position()) {
        facts.push(Message::new("why-feeds"));
    }
    let threat = if after.position().turn() == mover {
        facts.push(Message::new("why-again"));
        Taken::default()
    } else {
        let threat = Taken::most(&after);
        let averted = Taken::most_of_opponent(before).by_mover().saturating_sub(threat.by_mover());
        if averted > 0 {
            facts.push(message!("why-saves", seeds = seed_count(averted)));
        }
        threat
    };
    facts.extend(next_capture(after, mover, then));
    facts.extend(threat.left_by(mover));
    Some(facts)
}

/// The next capture of this player in the expected play.
fn next_capture(mut line: Line, mover: Side, then: &[Move]) -> Option<Message> {
    for &played in then.iter().take(FORESEEN - 1) {
        let is_own = line.position().turn() == mover;
        let (after, taken) = Taken::by(line, played)?;
        if let Move::House(number) = played
            && is_own
            && taken.by_mover() > 0
        {
            let house = u32::from(number);
            return Some(message!("why-prepares", seeds = seed_count(taken.by_mover()), house));
        }
        line = after;
    }
    None
}

/// What is captured in a move.
#[derive(Debug, Default)]
pub struct Taken {
    /// The houses from which the mover captures, with the seeds of each.
    pub houses: Vec<(House, u32)>,
    /// The seeds that the opponent captures.
    pub by_opponent: u32,
    /// The seeds that leave the board from the hand.
    pub borne_off: u32,
    /// The house that becomes a tuzdik of the mover.
    pub tuzdik: Option<House>,
}

impl Taken {
    /// Plays a move that is legal, and tells what is captured in it.
    pub fn by(mut line: Line, played: Move) -> Option<(Line, Self)> {
        let mover = line.position().turn();
        let mut log = EventLog::default();
        let mut taken = Self::default();
        if !line.play_unchecked(played, &mut log) {
            return None;
        }
        for event in log.outcomes() {
            match *event {
                Event::Capture { house, seeds, to, .. } if captor_of(to, mover) == mover => {
                    taken.houses.push((house, seeds.into()));
                }
                Event::Capture { seeds, .. } => taken.by_opponent += u32::from(seeds),
                Event::BearOff { seeds, .. } => taken.borne_off += u32::from(seeds),
                Event::Tuzdik { house, .. } => taken.tuzdik = Some(house),
                Event::PickUp { .. } | Event::Sow { .. } | Event::Swap { .. } | Event::Share { .. } => {}
            }
        }
        Some((line, taken))
    }

    /// What the player to move would capture with the move that captures most.
    pub fn most(line: &Line) -> Self {
        let moves = line.position().legal_moves();
        let all = moves.into_iter().filter_map(|played| Some(Self::by(line.clone(), played)?.1));
        all.max_by_key(Self::by_mover).unwrap_or_default()
    }

    /// What the opponent would capture with one move, if it were the opponent's turn; nothing where that cannot be.
    pub fn most_of_opponent(position: Position) -> Self {
        let mut setup = position.setup();
        setup.turn = setup.turn.other();
        setup.position().map(|position| Self::most(&position.into())).unwrap_or_default()
    }

    /// The seeds that the mover captures.
    pub fn by_mover(&self) -> u32 {
        self.houses.iter().map(|(_, seeds)| seeds).sum()
    }

    /// That the opponent's best capture is left open by this player.
    fn left_by(&self, mover: Side) -> Option<Message> {
        match self.houses[..] {
            [] => None,
            [(house, seeds)] if house.side == mover => {
                let house = u32::from(house.number);
                Some(message!("why-leaves-house", seeds = seed_count(seeds), house))
            }
            _ => Some(message!("why-leaves", seeds = seed_count(self.by_mover()))),
        }
    }
}

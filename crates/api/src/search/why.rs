//! Why a move is good, in a sentence: facts that the rules tell of it and of the play expected after it.

use ayla_rules::{Line, Move, Position, Side, Status, Taken};

use crate::words::{self, Message, enumeration, seed_count};

/// How many moves of the expected play are looked at: the move, a reply, and two more, should somebody move again.
const FORESEEN: usize = 4;

/// Why the first of these moves is good, at the end of a line: what it gains at once, what it lets the opponent
/// capture, and the next capture in the expected play, which the other moves are.
pub fn why(line: &Line, expected: &[Move]) -> Message {
    let facts = expected.split_first().and_then(|(&played, then)| facts(line, played, then)).unwrap_or_default();
    let facts = if facts.is_empty() { vec![Message::new("why-best")] } else { facts };
    message!("why", facts = enumeration("list-and", facts))
}

/// Why the first move of the expected play is better than the one that was played, at the end of a line.
pub fn why_better(line: &Line, expected: &[Move], played: Move) -> Option<Message> {
    let (&better, then) = expected.split_first()?;
    let of = |played, then, nothing| {
        let facts = facts(line, played, then).filter(|facts| !facts.is_empty());
        enumeration("list-and", facts.unwrap_or_else(|| vec![Message::new(nothing)]))
    };
    let message = message!("review-why", better = words::move_in_review(better), facts = of(better, then, "why-best"));
    let message = message.with("played", words::move_in_review(played));
    Some(message.with("others", of(played, &[], "why-nothing")))
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
        None
    } else {
        let threat = Taken::most(&after);
        let feared = Taken::with_opponent_to_move(before).map_or(0, |line| Taken::most(&line).by_mover());
        let averted = feared.saturating_sub(threat.by_mover());
        if averted > 0 {
            facts.push(message!("why-saves", seeds = seed_count(averted)));
        }
        Some(threat)
    };
    facts.extend(next_capture(after, mover, then));
    facts.extend(threat.and_then(|threat| left_by(mover, &threat)));
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

/// That this capture of the opponent is left open by this player.
fn left_by(mover: Side, taken: &Taken) -> Option<Message> {
    match taken.houses[..] {
        [] => None,
        [(house, seeds)] if house.side == mover => {
            let house = u32::from(house.number);
            Some(message!("why-leaves-house", seeds = seed_count(seeds), house))
        }
        _ => Some(message!("why-leaves", seeds = seed_count(taken.by_mover()))),
    }
}

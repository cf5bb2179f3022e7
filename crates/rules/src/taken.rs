//! What is captured in a move, by the events of it.

use ayla_steps::{count, weights};

use super::board::{House, Side};
use super::line::Line;
use super::moves::Move;
use super::position::Position;
use super::sowing::{Destination, Event, Recorder};

/// What is captured in a move, and how much is sown.
#[derive(Debug)]
pub struct Taken {
    mover: Side,
    /// The houses from which the mover captures, with the seeds of each.
    pub houses: Vec<(House, u32)>,
    /// The seeds that the opponent captures.
    pub by_opponent: u32,
    /// The seeds that leave the board from the hand.
    pub borne_off: u32,
    /// The house that becomes a tuzdik of the mover.
    pub tuzdik: Option<House>,
    /// The laps of the sowing.
    pub laps: u32,
    /// The seeds that are sown, one by one.
    pub sown: u32,
}

impl Recorder for Taken {
    fn record(&mut self, event: Event) {
        count(weights::EVENT);
        match event {
            Event::Capture { house, seeds, to, .. } => {
                if to == Destination::Off || to == self.mover.into() {
                    self.houses.push((house, seeds.into()));
                } else {
                    self.by_opponent += u32::from(seeds);
                }
            }
            Event::BearOff { seeds, .. } => self.borne_off += u32::from(seeds),
            Event::Tuzdik { house, .. } => self.tuzdik = Some(house),
            Event::PickUp { .. } => self.laps += 1,
            Event::Sow { .. } => self.sown += 1,
            Event::Swap { .. } | Event::Share { .. } => {}
        }
    }
}

impl Taken {
    /// Nothing yet, in a move of this player.
    const fn nothing(mover: Side) -> Self {
        Self { mover, houses: Vec::new(), by_opponent: 0, borne_off: 0, tuzdik: None, laps: 0, sown: 0 }
    }

    /// Plays a move that is legal, and tells what is captured in it.
    pub fn by(mut line: Line, played: Move) -> Option<(Line, Self)> {
        let mut taken = Self::nothing(line.position().turn());
        line.play_unchecked(played, &mut taken).then_some((line, taken))
    }

    /// What each legal move captures, with the line after it.
    pub fn by_each(line: &Line) -> impl Iterator<Item = (Move, Line, Self)> {
        let moves = line.position().legal_moves().into_iter();
        moves.filter_map(|played| Self::by(line.clone(), played).map(|(after, taken)| (played, after, taken)))
    }

    /// What the player to move would capture with the move that captures most.
    pub fn most(line: &Line) -> Self {
        let all = Self::by_each(line).map(|(_, _, taken)| taken);
        all.max_by_key(Self::by_mover).unwrap_or(Self::nothing(line.position().turn()))
    }

    /// The position as it would be if it were the opponent's turn; nothing where that cannot be.
    pub fn with_opponent_to_move(position: Position) -> Option<Line> {
        let mut setup = position.setup();
        setup.turn = setup.turn.other();
        setup.position().ok().map(Line::from)
    }

    /// The seeds that the mover captures.
    pub fn by_mover(&self) -> u32 {
        self.houses.iter().map(|(_, seeds)| seeds).sum()
    }
}

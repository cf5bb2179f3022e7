//! The order of turns: which piece gets a free place.

use std::cmp::Ordering;
use std::time::Duration;

use super::super::accounts::Standing;
use super::super::memory::Crowd;
use super::{CREDIT, Id, Kind, MOST_CREDIT, Next, Phase, Piece, State};
use crate::shares::may_take;

/// A piece that could get the next place, with its position in the order.
struct Candidate {
    id: Id,
    is_new: bool,
    is_short: bool,
    caller: Standing,
    newcomer: Standing,
    had: Duration,
}

impl Candidate {
    /// The order of turns.
    fn order(&self, other: &Self) -> Ordering {
        self.caller.order(&other.caller).then_with(|| self.order_within_caller(other))
    }

    /// The order in which new pieces get quick places.
    fn order_of_newcomers(&self, other: &Self) -> Ordering {
        let short_first = other.is_short.cmp(&self.is_short);
        let order = short_first.then_with(|| self.newcomer.order(&other.newcomer));
        order.then_with(|| self.order_within_caller(other))
    }

    fn order_within_caller(&self, other: &Self) -> Ordering {
        self.had.cmp(&other.had).then(self.id.cmp(&other.id))
    }
}

impl<J> State<J> {
    /// Gives a free place to the next piece, if there are both.
    ///
    /// An ordinary place goes to the caller that has had the least processor time lately, and among its pieces to the
    /// one that has had the least. New pieces may have a quick place instead, for no more than a fifth of the time:
    /// first those that are short, and among these, or among the others, those of the caller that has had the least in
    /// such places.
    pub(in super::super) fn pick(&mut self, now: Duration) -> Option<Next> {
        let passed = now.saturating_sub(self.credited).as_secs_f64();
        let places = self.size.places as f64;
        self.credit = (self.credit + CREDIT * places * passed).min(MOST_CREDIT * places);
        self.credited = now;

        let ordinary = self.ordinary < self.size.places;
        let quick = self.quick < self.size.places && self.credit > 0.0;
        if !ordinary && !quick {
            return None;
        }
        let mut candidates = self.candidates();
        if ordinary {
            candidates.sort_unstable_by(Candidate::order);
            let first = self.first(candidates.iter());
            first.map(|(id, bytes)| self.place(id, bytes, Kind::Ordinary))
        } else {
            candidates.retain(|candidate| candidate.is_new);
            candidates.sort_unstable_by(Candidate::order_of_newcomers);
            let first = self.first(candidates.iter());
            first.map(|(id, bytes)| self.place(id, bytes, Kind::Quick))
        }
    }

    /// Gives a place of this kind to a piece, with these bytes if it has not begun.
    fn place(&mut self, id: Id, bytes: u64, kind: Kind) -> Next {
        match kind {
            Kind::Ordinary => self.ordinary += 1,
            Kind::Quick => self.quick += 1,
        }
        let Some(piece) = self.pieces.get_mut(&id) else { return Next::Resume(id) };
        let phase = std::mem::replace(&mut piece.phase, Phase::Running(kind));
        if phase != Phase::Waiting {
            return Next::Resume(id);
        }
        piece.bytes = bytes;
        let caller = &piece.profile.client.caller;
        self.begun.add(Some(caller), 1);
        self.memory.take(caller, bytes);
        Next::Begin(id, bytes)
    }

    /// The first candidate that can continue or begin, with the bytes that it takes. If a candidate finds too little
    /// memory, the candidates after it cannot take that memory.
    fn first<'a>(&self, candidates: impl Iterator<Item = &'a Candidate>) -> Option<(Id, u64)> {
        let mut memory = self.memory.ask();
        for candidate in candidates {
            let piece = &self.pieces[&candidate.id];
            if piece.phase != Phase::Waiting {
                return Some((candidate.id, 0));
            }
            if !self.may_take_thread(piece) {
                continue;
            }
            if let Some(bytes) = memory.find(&piece.profile.client.caller, piece.profile.need, self.crowd()) {
                return Some((candidate.id, bytes));
            }
        }
        None
    }

    /// Counts the pieces, and the callers that have pieces.
    fn crowd(&self) -> Crowd {
        Crowd { pieces: self.pieces.len(), callers: self.callers.active() }
    }

    /// Whether a piece that has not begun could begin, given a place.
    pub(super) fn may_begin(&self, piece: &Piece<J>) -> bool {
        self.may_take_thread(piece)
            && self.memory.ask().find(&piece.profile.client.caller, piece.profile.need, self.crowd()).is_some()
    }

    /// Whether another piece of the caller may begin.
    pub(super) fn may_take_thread(&self, piece: &Piece<J>) -> bool {
        let own = self.begun.of(piece.profile.client.caller.widest());
        may_take(own as usize, self.begun.amount as usize, self.size.begun)
    }

    /// Every piece that waits for a place.
    fn candidates(&self) -> Vec<Candidate> {
        let waiting = self.pieces.iter().filter(|(_, piece)| !matches!(piece.phase, Phase::Running(_)));
        waiting.map(|(&id, piece)| self.candidate(id, piece)).collect()
    }

    fn candidate(&self, id: Id, piece: &Piece<J>) -> Candidate {
        let caller = &piece.profile.client.caller;
        Candidate {
            id,
            is_new: piece.is_new,
            is_short: piece.profile.is_short,
            caller: self.callers.standing(caller),
            newcomer: self.newcomers.standing(caller),
            had: piece.had,
        }
    }
}

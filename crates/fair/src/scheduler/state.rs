//! The state of a scheduler: which pieces have a place, which wait, and which is next. It is pure: callers pass in the
//! time.

mod order;

use std::collections::BTreeMap;
use std::time::Duration;

use super::accounts::Accounts;
use super::memory::{Budgets, Need};
use super::{Again, Refused, Size};
use crate::client::{Caller, Client};
use crate::shares::may_take;
use crate::tree::Tree;

/// How long a piece of work keeps a place while few others wait. It takes a moment to notice the end, but less than 10
/// ms in all.
pub(super) const SLICE: Duration = Duration::from_millis(8);
/// The length of a round of turns, unless slices reach their upper or lower limit.
const ROUND: Duration = Duration::from_millis(32);
/// The least time that a piece keeps a place, however many others wait.
const SHORTEST_SLICE: Duration = Duration::from_millis(2);
/// The processor time for which a short piece counts as new: long enough for every turn against the engine at a usual
/// level.
const NEW_IF_SHORT: Duration = Duration::from_millis(16);
/// The processor time for which another piece counts as new: long enough for a first result.
const NEW: Duration = Duration::from_millis(4);
/// The most seconds for which new pieces may use quick places at a stretch, for each place.
const MOST_CREDIT: f64 = 0.03;
/// The part of the time for which new pieces may use quick places: seconds for each second and place.
const CREDIT: f64 = 0.2;

/// What is known of a piece of work before it begins.
#[derive(Clone)]
pub(super) struct Profile {
    pub(super) client: Client,
    pub(super) need: Need,
    /// Whether the piece ends soon once it has begun.
    pub(super) is_short: bool,
    /// Whether the piece can be begun again, and so may have to give way.
    pub(super) again: Again,
}

impl Profile {
    /// The processor time for which the piece counts as new.
    pub(super) const fn new_for(&self) -> Duration {
        if self.is_short { NEW_IF_SHORT } else { NEW }
    }
}

/// A piece of work. `J` is the work itself.
struct Piece<J> {
    profile: Profile,
    job: J,
    /// The processor time that the piece has used.
    had: Duration,
    phase: Phase,
    /// The bytes that are reserved for the piece, once it has begun.
    bytes: u64,
    /// Whether the piece has to stop in favour of another one, which has its room.
    is_displaced: bool,
    /// Whether the piece has to stop in favour of one that has not begun.
    is_giving_way: bool,
    /// Whether the piece is new.
    is_new: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// The piece has not begun.
    Waiting,
    /// The piece has a place of this kind.
    Running(Kind),
    /// The piece has begun, and waits for a place.
    Paused,
}

/// The kinds of places.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A place that pieces have by turns.
    Ordinary,
    /// A place for pieces as long as they are new. Their threads have the normal priority, so this place becomes free
    /// soon, even if the holders of the ordinary places get no processor time.
    Quick,
}

/// What happens next with a free place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A new piece begins, with this many reserved bytes.
    Begin(Id, u64),
    /// A paused piece continues.
    Resume(Id),
}

/// A piece that makes room for another one.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Displaced<J> {
    /// A piece that had not begun, and was removed.
    Refused(J),
    /// A piece that has begun, and has to stop.
    Stops(Id),
}

/// The number of a piece, in the order of arrival.
pub(super) type Id = u64;

/// The state of a scheduler.
pub(super) struct State<J> {
    size: Size,
    memory: Budgets,
    pieces: BTreeMap<Id, Piece<J>>,
    /// The numbers of pieces, without those that are displaced.
    present: Tree,
    /// The numbers of pieces that have begun.
    begun: Tree,
    /// The time that callers have had.
    callers: Accounts,
    /// The time that callers have had in quick places. It is shared among the callers with new pieces, apart from all
    /// other time: a caller that has had long searches can still have quick turns.
    newcomers: Accounts,
    /// The number of pieces that have ever been added.
    count: Id,
    /// The numbers of ordinary and of quick places in use.
    pub(super) ordinary: usize,
    quick: usize,
    /// The seconds for which new pieces may still use quick places, and when that was computed.
    credit: f64,
    credited: Duration,
}

impl<J> State<J> {
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            memory: Budgets::new(size.memory, size.largest),
            pieces: BTreeMap::new(),
            present: Tree::default(),
            begun: Tree::default(),
            callers: Accounts::default(),
            newcomers: Accounts::default(),
            count: 0,
            ordinary: 0,
            quick: 0,
            credit: MOST_CREDIT * size.places as f64,
            credited: Duration::ZERO,
        }
    }

    /// Adds a piece. If there is no room for it, a piece of the caller that has most makes room.
    ///
    /// # Errors
    ///
    /// [`Refused::Full`] if there are too many pieces, and no caller has more than this one.
    pub(super) fn add(
        &mut self,
        now: Duration,
        profile: Profile,
        job: J,
    ) -> Result<(Id, Option<Displaced<J>>), Refused> {
        let caller = profile.client.caller.clone();
        let capacity = self.size.places + self.size.queue;
        let own = self.present.of(caller.widest()) as usize;
        let displaced = if may_take(own, self.present.amount as usize, capacity) {
            None
        } else {
            Some(self.make_room(now, &caller).ok_or(Refused::Full)?)
        };
        self.count += 1;
        let id = self.count;
        self.present.add(Some(&caller), 1);
        self.callers.enter(now, &caller);
        self.newcomers.enter(now, &caller);
        let piece = Piece {
            profile,
            job,
            had: Duration::ZERO,
            phase: Phase::Waiting,
            bytes: 0,
            is_displaced: false,
            is_giving_way: false,
            is_new: true,
        };
        self.pieces.insert(id, piece);
        Ok((id, displaced))
    }

    /// Displaces a piece of a caller that has more pieces than the newcomer: the last of those that wait, or else the
    /// piece that has had the most time.
    fn make_room(&mut self, now: Duration, newcomer: &Caller) -> Option<Displaced<J>> {
        let giver = self.present.giver(Some(newcomer))?;
        let displaced = self.pieces.len() - self.present.amount as usize;
        let pieces = || {
            let own = self.pieces.iter().filter(|(_, piece)| !piece.is_displaced);
            own.filter(|(_, piece)| piece.profile.client.caller == giver)
        };
        if let Some((&id, _)) = pieces().rfind(|(_, piece)| piece.phase == Phase::Waiting) {
            return self.remove(now, id).map(Displaced::Refused);
        }
        // Those that have begun take a moment to stop.
        if displaced >= self.size.places + self.size.queue {
            return None;
        }
        let (&id, _) = pieces().max_by_key(|(_, piece)| piece.had)?;
        let piece = self.pieces.get_mut(&id)?;
        piece.is_displaced = true;
        self.present.remove(Some(&giver), 1);
        Some(Displaced::Stops(id))
    }

    /// Chooses a piece that gives way, and notes that it does. A piece gives way if too many pieces have begun, and
    /// none of them belongs to the network or the key of a caller that waits. Of the caller with the most pieces under
    /// way, the piece that has had the least time is chosen, so that the caller's other work goes on. If no caller has
    /// more than one piece, the piece that has had the most time is chosen, once it is no longer new, and unless it
    /// gave way before.
    pub(super) fn give_way(&mut self) -> Option<Id> {
        let is_kept_waiting = |piece: &&Piece<J>| {
            let is_waiting = piece.phase == Phase::Waiting && piece.profile.again == Again::Can;
            is_waiting && self.begun.of(piece.profile.client.caller.widest()) == 0 && !self.may_take_thread(piece)
        };
        let newcomer = self.pieces.values().find(is_kept_waiting)?.profile.client.caller.clone();
        // One after the other: it takes a moment to stop.
        if self.pieces.values().any(|piece| piece.is_giving_way || piece.is_displaced) {
            return None;
        }
        let begun = self.pieces.iter().filter(|(_, piece)| piece.phase != Phase::Waiting);
        let chosen = match self.begun.giver(Some(&newcomer)) {
            Some(giver) => begun
                .filter(|(_, piece)| piece.profile.again != Again::No && piece.profile.client.caller == giver)
                .min_by_key(|(_, piece)| piece.had),
            None => begun
                .filter(|(_, piece)| piece.profile.again == Again::Can && !piece.is_new)
                .max_by_key(|(_, piece)| piece.had),
        };
        let (&id, _) = chosen?;
        self.pieces.get_mut(&id)?.is_giving_way = true;
        Some(id)
    }

    /// The number of pieces that have a place.
    pub(super) const fn running(&self) -> usize {
        self.ordinary + self.quick
    }

    /// The number of all pieces, whether they have begun or not.
    pub(super) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// Whether a piece is ready to run and waits for a place.
    pub(super) fn is_contended(&self) -> bool {
        self.pieces.values().any(|piece| match piece.phase {
            Phase::Paused => true,
            Phase::Waiting => self.may_begin(piece),
            Phase::Running(_) => false,
        })
    }

    /// Whether a piece has a place.
    pub(super) fn is_running(&self, id: Id) -> bool {
        self.pieces.get(&id).is_some_and(|piece| matches!(piece.phase, Phase::Running(_)))
    }

    /// How long a piece may keep its place while other pieces wait. Turns are shorter if many callers have work, so
    /// that none waits long.
    pub(super) fn slice(&self) -> Duration {
        (ROUND / u32::try_from(self.callers.active().max(1)).unwrap_or(u32::MAX)).clamp(SHORTEST_SLICE, SLICE)
    }

    /// Whether a piece has not begun.
    pub(super) fn is_waiting(&self, id: Id) -> bool {
        self.pieces.get(&id).is_some_and(|piece| piece.phase == Phase::Waiting)
    }

    /// The work of a piece.
    pub(super) fn job(&mut self, id: Id) -> Option<&mut J> {
        self.pieces.get_mut(&id).map(|piece| &mut piece.job)
    }

    /// Charges a piece for the processor time that it has used since the last time. Returns whether it keeps its place:
    /// an ordinary one unless its slice is over and others wait, a quick one as long as it is new.
    pub(super) fn settle(&mut self, now: Duration, id: Id, had: Duration, slice_is_over: bool) -> bool {
        self.charge_piece(now, id, had);
        let is_contended = slice_is_over && self.is_contended();
        let Some(piece) = self.pieces.get_mut(&id) else { return true };
        let keeps = match piece.phase {
            Phase::Running(Kind::Ordinary) => !is_contended,
            Phase::Running(Kind::Quick) => piece.is_new,
            Phase::Waiting | Phase::Paused => false,
        };
        if !keeps {
            let phase = std::mem::replace(&mut piece.phase, Phase::Paused);
            self.free(phase);
        }
        keeps
    }

    /// Removes a piece that has ended, and that has used this much processor time since it was last charged.
    pub(super) fn end(&mut self, now: Duration, id: Id, had: Duration) {
        self.charge_piece(now, id, had);
        self.remove(now, id);
    }

    /// Frees the place of a piece in this phase.
    const fn free(&mut self, phase: Phase) {
        match phase {
            Phase::Running(Kind::Ordinary) => self.ordinary -= 1,
            Phase::Running(Kind::Quick) => self.quick -= 1,
            Phase::Waiting | Phase::Paused => {}
        }
    }

    fn charge_piece(&mut self, now: Duration, id: Id, had: Duration) {
        let Some(piece) = self.pieces.get_mut(&id) else { return };
        piece.had += had;
        // A piece whose time runs out while it waits ends without a place. The time that it still takes to end is
        // charged all the same.
        let is_turn = piece.phase == Phase::Running(Kind::Ordinary);
        let is_quick = piece.phase == Phase::Running(Kind::Quick);
        let caller = piece.profile.client.caller.clone();
        let seconds = had.as_secs_f64();
        self.callers.charge(now, &caller, seconds, is_turn);
        if is_quick {
            self.newcomers.charge(now, &caller, seconds, true);
            self.credit -= seconds;
        }
        if let Some(piece) =
            self.pieces.get_mut(&id).filter(|piece| piece.is_new && piece.had >= piece.profile.new_for())
        {
            piece.is_new = false;
            self.newcomers.leave(now, &caller);
        }
    }

    /// Charges a caller for seconds of processor time that it has used outside of its turns.
    pub(super) fn charge(&mut self, now: Duration, caller: &Caller, time: f64) {
        self.callers.charge(now, caller, time, false);
    }

    /// Removes a piece, and returns its work.
    pub(super) fn remove(&mut self, now: Duration, id: Id) -> Option<J> {
        let piece = self.pieces.remove(&id)?;
        let caller = &piece.profile.client.caller;
        self.free(piece.phase);
        if piece.phase != Phase::Waiting {
            self.begun.remove(Some(caller), 1);
            self.memory.give_back(caller, piece.bytes);
        }
        if !piece.is_displaced {
            self.present.remove(Some(caller), 1);
        }
        self.callers.leave(now, caller);
        if piece.is_new {
            self.newcomers.leave(now, caller);
        }
        Some(piece.job)
    }
}

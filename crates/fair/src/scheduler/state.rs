//! The state of a scheduler: which pieces have a place, which wait, and which is next. It is pure: callers pass in the
//! time.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use super::accounts::{Accounts, Standing};
use super::memory::{Budgets, Crowd, Need};
use super::{Caller, Client, Refused, Size, User};
use crate::shares::may_take;

/// How long a piece of work keeps a place while few others wait. It takes a moment to notice the end, but less than 10 ms
/// in all.
pub(super) const SLICE: Duration = Duration::from_millis(8);
/// The length of a round of turns, unless slices reach their upper or lower limit.
const ROUND: Duration = Duration::from_millis(32);
/// The least time that a piece keeps a place, however many others wait.
const SHORTEST_SLICE: Duration = Duration::from_millis(2);
/// How long a piece counts as new and may overtake: long enough for nearly every turn against the engine at a usual level.
pub(super) const NEW: Duration = Duration::from_millis(4);
/// The most seconds for which new pieces may overtake at a stretch.
const MOST_CREDIT: f64 = 0.03;
/// The seconds of overtaking that each second of ordinary turns allows. Ordinary turns thus get four fifths of all time.
const CREDIT: f64 = 0.25;

/// What is known of a piece of work before it begins.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    pub(super) client: Client,
    pub(super) need: Need,
    /// Whether the piece ends soon once it has begun.
    pub(super) is_short: bool,
}

/// A piece of work. `J` is the work itself.
#[derive(Debug)]
struct Piece<J> {
    profile: Profile,
    job: J,
    /// The processor time that the piece has used.
    had: Duration,
    phase: Phase,
    /// The bytes that are reserved for the piece, once it has begun.
    bytes: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// The piece has not begun.
    Waiting,
    /// The piece has a place.
    Running {
        /// The time up to which the client has been charged.
        charged: Duration,
        /// The time that the client has been charged for since the piece got its place.
        paid: Duration,
        /// Whether the piece has overtaken others.
        overtook: bool,
    },
    /// The piece has begun, and waits for a place.
    Paused,
}

/// What happens next with a free place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A new piece begins, with this many reserved bytes.
    Begin(Id, u64),
    /// A paused piece continues.
    Resume(Id),
}

/// The number of a piece, in the order of arrival.
pub(super) type Id = u64;

/// The pieces of a caller, in numbers, and its users.
#[derive(Debug, Default)]
struct Group {
    /// The number of the caller's pieces.
    pieces: usize,
    /// The number of these pieces that have begun.
    begun: usize,
    users: Accounts<User>,
}

/// The state of a scheduler.
#[derive(Debug)]
pub(super) struct State<J> {
    size: Size,
    memory: Budgets,
    pieces: BTreeMap<Id, Piece<J>>,
    callers: Accounts<Caller>,
    groups: HashMap<Caller, Group>,
    /// The time for which new pieces of each caller have overtaken others. It is shared among the callers with new pieces,
    /// apart from all other time: a caller that has had long searches can still have quick turns.
    overtakers: Accounts<Caller>,
    /// The number of pieces that have ever been added.
    count: Id,
    running: usize,
    begun: usize,
    /// The number of callers that have pieces.
    present: usize,
    /// The seconds for which new pieces may still overtake.
    credit: f64,
}

/// A piece that could get the next place, with its position in the order.
struct Candidate {
    id: Id,
    is_short: bool,
    caller: Standing,
    /// Where the caller stands among those with new pieces.
    overtaker: Standing,
    user: Standing,
    had: Duration,
}

impl Candidate {
    /// The order of ordinary turns.
    fn order(&self, other: &Self) -> Ordering {
        self.caller.order(&other.caller).then_with(|| self.order_within_caller(other))
    }

    /// The order in which new pieces overtake.
    fn overtaking_order(&self, other: &Self) -> Ordering {
        self.order_of_overtakers(other).then_with(|| self.order_within_caller(other))
    }

    fn order_of_overtakers(&self, other: &Self) -> Ordering {
        other.is_short.cmp(&self.is_short).then_with(|| self.overtaker.order(&other.overtaker))
    }

    fn order_within_caller(&self, other: &Self) -> Ordering {
        (self.user.order(&other.user)).then(self.had.cmp(&other.had)).then(self.id.cmp(&other.id))
    }

    fn is_new(&self) -> bool {
        self.had < NEW
    }
}

impl<J> State<J> {
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            memory: Budgets::new(size.memory, size.largest),
            pieces: BTreeMap::new(),
            callers: Accounts::default(),
            groups: HashMap::new(),
            overtakers: Accounts::default(),
            count: 0,
            running: 0,
            begun: 0,
            present: 0,
            credit: MOST_CREDIT,
        }
    }

    /// Adds a piece that has to begin within this time.
    ///
    /// # Errors
    ///
    /// [`Refused::Full`] if there are too many pieces, in total or of this caller; [`Refused::Late`] if the turn of the
    /// piece cannot come in time.
    pub(super) fn add(&mut self, now: Duration, profile: Profile, within: Duration, job: J) -> Result<Id, Refused> {
        let caller = &profile.client.caller;
        let own = self.groups.get(caller).map_or(0, |group| group.pieces);
        if !may_take(own, self.pieces.len(), self.size.places + self.size.queue) {
            return Err(Refused::Full);
        }
        self.count += 1;
        self.present += usize::from(own == 0);
        self.groups.entry(caller.clone()).or_default().pieces += 1;
        let id = self.count;
        self.pieces.insert(id, Piece { profile, job, had: Duration::ZERO, phase: Phase::Waiting, bytes: 0 });
        self.note_active(now);
        if self.wait(id) >= within {
            self.remove(now, id);
            return Err(Refused::Late);
        }
        Ok(id)
    }

    /// The least time that a new piece waits if all those before it use their whole slices; 0 if a place is free.
    fn wait(&self, id: Id) -> Duration {
        if self.running < self.size.places {
            return Duration::ZERO;
        }
        let all = self.candidates();
        let Some(new) = all.iter().find(|candidate| candidate.id == id) else { return Duration::ZERO };
        let is_ahead = |other: &&Candidate| other.is_new() && other.order_of_overtakers(new) == Ordering::Less;
        // Each caller ahead has one turn.
        let ahead = all.iter().filter(is_ahead);
        let mut callers: Vec<_> = ahead.map(|other| &self.pieces[&other.id].profile.client.caller).collect();
        callers.sort_unstable();
        callers.dedup();
        NEW * u32::try_from(callers.len() / self.size.places.max(1)).unwrap_or(u32::MAX)
    }

    /// The number of pieces that have a place.
    pub(super) const fn running(&self) -> usize {
        self.running
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
            Phase::Running { .. } => false,
        })
    }

    /// Whether a piece has a place.
    pub(super) fn is_running(&self, id: Id) -> bool {
        self.pieces.get(&id).is_some_and(|piece| matches!(piece.phase, Phase::Running { .. }))
    }

    /// How long a piece may keep its place while other pieces wait.
    pub(super) fn slice(&self, id: Id) -> Duration {
        match self.pieces.get(&id) {
            Some(Piece { phase: Phase::Running { overtook: true, .. }, had, .. }) => NEW.saturating_sub(*had),
            Some(_) | None => self.turn(),
        }
    }

    /// The length of a turn. Turns are shorter if many callers have work, so that none waits long.
    fn turn(&self) -> Duration {
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

    /// Takes the place away from a piece that has used this much processor time since it got the place.
    pub(super) fn pause(&mut self, now: Duration, id: Id, had: Duration) {
        self.stop(now, id, had);
        if let Some(piece) = self.pieces.get_mut(&id) {
            piece.phase = Phase::Paused;
        }
    }

    /// Removes a piece that has ended, and that has used this much processor time since it got its place.
    pub(super) fn end(&mut self, now: Duration, id: Id, had: Duration) {
        self.stop(now, id, had);
        self.remove(now, id);
    }

    fn stop(&mut self, now: Duration, id: Id, had: Duration) {
        let Some(piece) = self.pieces.get_mut(&id) else { return };
        piece.had += had;
        // A piece whose time runs out while it waits ends without a place. What it still does counts all the same.
        let (is_running, paid, overtook) = match piece.phase {
            Phase::Running { paid, overtook, .. } => (true, paid, overtook),
            Phase::Waiting | Phase::Paused => (false, Duration::ZERO, true),
        };
        let client = piece.profile.client.clone();
        self.charge_place(now, &client, had.as_secs_f64() - paid.as_secs_f64(), overtook);
        self.running -= usize::from(is_running);
    }

    /// Charges a client for seconds of processor time. `overtook` says that the piece overtook others, so this was no
    /// regular turn.
    pub(super) fn charge(&mut self, now: Duration, client: &Client, time: f64, overtook: bool) {
        self.callers.charge(now, &client.caller, time, !overtook);
        self.groups.entry(client.caller.clone()).or_default().users.charge(now, &client.user, time, !overtook);
    }

    /// Charges a client for seconds during which one of its pieces had a place.
    fn charge_place(&mut self, now: Duration, client: &Client, time: f64, overtook: bool) {
        self.charge(now, client, time, overtook);
        if overtook {
            self.overtakers.charge(now, &client.caller, time, true);
        }
        self.credit = if overtook { self.credit - time } else { (self.credit + CREDIT * time).min(MOST_CREDIT) };
    }

    /// Charges running pieces for the time since their last charge. While the same callers have work, this can wait.
    fn settle(&mut self, now: Duration) {
        let mut due = Vec::new();
        for piece in self.pieces.values_mut() {
            if let Phase::Running { charged, paid, overtook } = &mut piece.phase {
                let time = now.saturating_sub(*charged);
                (*charged, *paid) = (now, *paid + time);
                due.push((piece.profile.client.clone(), time, *overtook));
            }
        }
        for (client, time, overtook) in due {
            self.charge_place(now, &client, time.as_secs_f64(), overtook);
        }
    }

    /// Removes a piece without a place.
    pub(super) fn remove(&mut self, now: Duration, id: Id) {
        let Some(piece) = self.pieces.remove(&id) else { return };
        let has_begun = piece.phase != Phase::Waiting;
        if has_begun {
            self.begun -= 1;
            self.memory.give_back(&piece.profile.client.caller, piece.bytes);
        }
        if let Some(group) = self.groups.get_mut(&piece.profile.client.caller) {
            group.pieces -= 1;
            self.present -= usize::from(group.pieces == 0);
            group.begun -= usize::from(has_begun);
        }
        self.note_active(now);
    }

    /// Gives a free place to the next piece, if there are both.
    ///
    /// The place goes to the caller that has had the least processor time lately; within this caller, to the user that
    /// has had the least; and among this user's pieces, to the one that has had the least. New pieces overtake these, as
    /// long as they have no more than a fifth of the time: first those that are short, and among these, or among the others,
    /// those of the caller that has overtaken least.
    pub(super) fn pick(&mut self, now: Duration) -> Option<Next> {
        if self.running >= self.size.places {
            return None;
        }
        self.note_active(now);
        let mut candidates = self.candidates();
        candidates.sort_unstable_by(Candidate::order);
        let mut new: Vec<_> = candidates.iter().filter(|one| self.credit > 0.0 && one.is_new()).collect();
        new.sort_unstable_by(|one, other| one.overtaking_order(other));
        let overtaking = new.into_iter().map(|one| (one, true));
        let chosen = self.first(overtaking).or_else(|| self.first(candidates.iter().map(|one| (one, false))));
        let (id, bytes, overtakes) = chosen?;
        // A piece of the caller whose turn it is anyway overtakes nobody.
        let is_of = |one: &Candidate, id: &Id| {
            self.pieces[&one.id].profile.client.caller == self.pieces[id].profile.client.caller
        };
        let overtook = overtakes && candidates.first().is_some_and(|first| !is_of(first, &id));
        let piece = self.pieces.get_mut(&id)?;
        let phase =
            std::mem::replace(&mut piece.phase, Phase::Running { charged: now, paid: Duration::ZERO, overtook });
        self.running += 1;
        if phase != Phase::Waiting {
            return Some(Next::Resume(id));
        }
        piece.bytes = bytes;
        self.begun += 1;
        if let Some(group) = self.groups.get_mut(&piece.profile.client.caller) {
            group.begun += 1;
        }
        self.memory.take(&piece.profile.client.caller, bytes);
        Some(Next::Begin(id, bytes))
    }

    /// The first candidate that can continue or begin. If a candidate finds too little memory, the candidates after it
    /// cannot take that memory.
    fn first<'a>(&self, candidates: impl Iterator<Item = (&'a Candidate, bool)>) -> Option<(Id, u64, bool)> {
        let mut memory = self.memory.ask();
        for (candidate, overtakes) in candidates {
            let piece = &self.pieces[&candidate.id];
            if piece.phase != Phase::Waiting {
                return Some((candidate.id, 0, overtakes));
            }
            if !self.may_take_thread(piece) {
                continue;
            }
            if let Some(bytes) = memory.find(&piece.profile.client.caller, piece.profile.need, self.crowd()) {
                return Some((candidate.id, bytes, overtakes));
            }
        }
        None
    }

    /// Counts the pieces, and the callers that have pieces.
    fn crowd(&self) -> Crowd {
        Crowd { pieces: self.pieces.len(), callers: self.present }
    }

    /// Whether a piece that has not begun could begin, given a place.
    fn may_begin(&self, piece: &Piece<J>) -> bool {
        self.may_take_thread(piece)
            && self.memory.ask().find(&piece.profile.client.caller, piece.profile.need, self.crowd()).is_some()
    }

    /// Whether another piece of the caller may begin.
    fn may_take_thread(&self, piece: &Piece<J>) -> bool {
        let own = self.groups.get(&piece.profile.client.caller).map_or(0, |group| group.begun);
        may_take(own, self.begun, self.size.begun)
    }

    /// Every piece that waits for a place.
    fn candidates(&self) -> Vec<Candidate> {
        let waiting = self.pieces.iter().filter(|(_, piece)| !matches!(piece.phase, Phase::Running { .. }));
        waiting.map(|(&id, piece)| self.candidate(id, piece)).collect()
    }

    fn candidate(&self, id: Id, Piece { profile: Profile { client, is_short, .. }, had, .. }: &Piece<J>) -> Candidate {
        let caller = self.callers.standing(&client.caller);
        let overtaker = self.overtakers.standing(&client.caller);
        let user = self.groups.get(&client.caller).map(|group| group.users.standing(&client.user)).unwrap_or_default();
        Candidate { id, is_short: *is_short, caller, overtaker, user, had: *had }
    }

    /// Notes which callers, and which of their users, have work that can run now.
    fn note_active(&mut self, now: Duration) {
        // First, charge those that have had work until now.
        self.settle(now);
        let mut active: HashMap<Caller, Vec<User>> = HashMap::new();
        let mut overtakers = Vec::new();
        for piece in self.pieces.values() {
            if piece.phase == Phase::Waiting && !self.may_begin(piece) {
                continue;
            }
            if piece.had < NEW && !overtakers.contains(&piece.profile.client.caller) {
                overtakers.push(piece.profile.client.caller.clone());
            }
            let users = active.entry(piece.profile.client.caller.clone()).or_default();
            if !users.contains(&piece.profile.client.user) {
                users.push(piece.profile.client.user);
            }
        }
        let callers: Vec<Caller> = active.keys().cloned().collect();
        self.callers.set_active(now, callers);
        self.overtakers.set_active(now, overtakers);
        self.groups.retain(|caller, group| {
            group.users.set_active(now, active.remove(caller).unwrap_or_default());
            // Callers without a key have no separate users, and there may be many such callers.
            group.pieces > 0 || matches!(caller, Caller::Key(_)) && !group.users.is_empty()
        });
    }
}

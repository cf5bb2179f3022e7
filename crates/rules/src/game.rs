//! What a game is to everything that is generic over the games: the traits that each variant implements.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::about::About;
use super::board::{BySide, ByTurn, Ring, Side};
use super::fault::{Fault, Part};
use super::games::{EndReason, Variant};
use super::illegal::Illegal;
use super::moves::{Move, MoveSet};
use super::option::{Given, OptionInfo, OptionTable, Value};
use super::setup::Setup;
use super::sowing::Recorder;

/// The options of a game, and what is known of the game without a position.
pub trait GameOptions: OptionTable {
    /// The game.
    const VARIANT: Variant;
    /// The description of the game.
    const ABOUT: &'static About;

    /// The game.
    fn variant(&self) -> Variant {
        Self::VARIANT
    }
    /// The description of the game.
    fn about(&self) -> &'static About {
        Self::ABOUT
    }
    /// The value of every option, in alphabetical order of the names.
    fn values(&self) -> Vec<(&'static OptionInfo, Value)> {
        Self::SPECS.iter().map(|spec| (&spec.info, (spec.get)(self))).collect()
    }
    /// Sets the option called `name`.
    ///
    /// # Errors
    ///
    /// The game has no such option, or the option cannot have that value. Nothing is changed then.
    fn set(&mut self, name: &str, given: Given<&str>) -> Result<(), Fault> {
        let Some(spec) = Self::SPECS.iter().find(|spec| spec.info.name == name) else {
            return Err(Fault::UnknownOption { variant: Self::VARIANT, name: name.to_owned() });
        };
        let text = match given {
            Given::Flag(flag) => flag.to_string().into(),
            Given::Number(number) => number.to_string().into(),
            Given::Word(text) | Given::Text(text) => Cow::Borrowed(text),
        };
        if spec.info.domain.contains(given) && (spec.set)(self, &text) {
            Ok(())
        } else {
            Err(Fault::OptionOutOfRange { option: &spec.info, given: given.map(str::to_owned) })
        }
    }

    /// Houses in a row.
    fn houses(&self) -> u32 {
        self.row().unwrap_or(Self::ABOUT.houses.min)
    }
    /// The ring of houses.
    #[inline]
    fn ring(&self) -> Ring {
        Ring { row: self.houses() as u8, direction: self.direction() }
    }
    /// Whether every seed is in a store once a game is over, so that the difference of the stores is even or odd as the
    /// number of seeds is. Not so where play can go round for ever, or a stop leaves seeds to nobody.
    fn stores_every_seed(&self) -> bool {
        false
    }
    /// Whether positions have a phase, by these options.
    fn has_phase(&self) -> bool {
        Self::ABOUT.parts.contains(&Part::Phase)
    }
    /// Players in a team, where players have seats (AN-7).
    fn seats(&self) -> Option<u32> {
        None
    }
    /// The most seeds that a game with `houses` houses in a row can start with (C-7).
    fn max_seeds(houses: u32) -> u32;
    /// What is wrong with the options taken together, for the start of a game.
    fn conflict(&self) -> Option<Fault> {
        None
    }
    /// The first position of a game in which `first` begins (C-5).
    fn start(&self, first: Side) -> Setup<Self> {
        Setup { stores: Some(BySide::default()), ..Setup::filled(*self, self.houses(), self.seeds(), first) }
    }
    /// What is wrong with a set-up for this game in particular (C-7): rows, seeds, and the parts that only some games
    /// have are tested for all games alike. At least the options of a start together with the houses in the rows (N-2).
    fn inconsistency<R>(&self, _: &Setup<R>) -> Vec<Fault> {
        self.conflict().filter(|_| Self::ABOUT.houses.contains(self.houses())).into_iter().collect()
    }
}

/// The rules of one game, ready to play by: what the search, the service and the tests all call.
///
/// ```
/// use ayla_rules::awale::{Awale, Options};
/// use ayla_rules::{Game, Move, Position, Side};
///
/// let start = Options::default().start(Side::South);
/// let game = Awale::new(Options::default(), 48);
/// let state = game.state(&start);
/// let next = game.play(&state, Move::House(3), &[], &mut ()).expect("one of the candidates");
/// assert_eq!(game.turn(&next), Side::North);
/// # use ayla_rules::GameOptions;
/// ```
pub trait Game: Copy {
    /// The options of the game.
    type Options: GameOptions;
    /// All that changes when a move is made.
    type State: Copy + Eq + std::fmt::Debug;

    /// The game with these options, for positions of `seeds` seeds in houses and stores together: where the game never
    /// changes how many there are, some tests are made ready once.
    fn with_options(options: Self::Options, seeds: u32) -> Self;
    /// The game with these options, for a set-up.
    fn of_setup<R>(options: Self::Options, setup: &Setup<R>) -> Self {
        Self::with_options(options, setup.seeds() as u32)
    }
    /// The options played by.
    fn options(&self) -> &Self::Options;
    /// The player to move; once the game is over, the turn as C-8 and AY-6 leave it.
    fn turn(&self, state: &Self::State) -> Side;
    /// Why the game has ended, if it has.
    fn over(&self, state: &Self::State) -> Option<EndReason>;
    /// The seeds in the stores; none where there are no stores.
    #[inline]
    fn stores(&self, _: &Self::State) -> Option<ByTurn<u8>> {
        None
    }
    /// How the player to move fares in a game that has ended: `Greater` has won, `Less` has lost, and `Equal` has done
    /// neither. Where there are stores, the fuller one wins.
    #[inline]
    fn result(&self, state: &Self::State) -> Ordering {
        self.stores(state).map_or(Ordering::Equal, |ByTurn { mover, other }| mover.cmp(&other))
    }
    /// The set-up that describes this state.
    fn setup(&self, state: &Self::State) -> Setup<Self::Options>;
    /// The state that a consistent set-up describes, settled (C-8).
    fn state<R>(&self, setup: &Setup<R>) -> Self::State;

    /// The houses of the player to move that hold seeds, whether they may be played or not.
    fn occupied(&self, state: &Self::State) -> MoveSet;
    /// The moves of the player to move that only their sowing could still make illegal: none once the game is over.
    fn candidates(&self, state: &Self::State) -> MoveSet;

    /// Plays one of the [`candidates`](Self::candidates), or `agree`. `past` is every earlier position of the line that
    /// could still recur, oldest first; it is not looked at when [`repetition`](OptionTable::repetition) is off.
    /// Answers nothing when the sowing does not end (C-6). A move that is not a candidate gives some other state or
    /// nothing, without panic.
    fn play<R: Recorder>(
        &self,
        state: &Self::State,
        played: Move,
        past: &[Self::State],
        recorder: &mut R,
    ) -> Option<Self::State>;

    /// Whether the earlier position could occur again after the later one: no seed has left the houses since, and the
    /// phase is the same. Never, where the game does not say.
    #[inline]
    fn could_recur(&self, _earlier: &Self::State, _later: &Self::State) -> bool {
        false
    }

    /// Whether this move is of a kind that belongs to another phase (AN-2).
    fn is_wrong_phase(&self, _: &Self::State, _: Move) -> bool {
        false
    }
    /// The seat that controls a house of the mover, from 1, where players have seats (AN-7).
    fn seat(&self, _house: u8) -> Option<u32> {
        None
    }
    /// Tests a move of a kind and phase that are right by what is left of C-9.
    ///
    /// # Errors
    ///
    /// The first of the last four reasons of C-9 that holds.
    fn check(&self, state: &Self::State, played: Move) -> Result<(), Illegal>;
}

/// Whether a position has occurred often enough to end the game (AW-16, AN-10): it, and those of `past` with the same
/// houses and player to move. None before a change that cannot be undone counts. Awalé has a quicker test of its own.
pub(super) fn recurs<G: Game>(
    game: &G,
    state: &G::State,
    past: &[G::State],
    same_houses: impl Fn(&G::State) -> bool,
) -> bool {
    let often = game.options().repetition() as usize;
    let recent = past.iter().rev().take_while(|earlier| game.could_recur(earlier, state));
    often > 0
        && recent.filter(|earlier| game.turn(earlier) == game.turn(state) && same_houses(earlier)).count() + 1 >= often
}

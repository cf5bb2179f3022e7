//! The variants, and the rules of a game: a variant with its options. The one place that dispatches on the variant.

use std::fmt;

use super::board::Side;
use super::moves::{EndReason, IllegalReason, Move, MoveSet};
use super::option::{Given, OptionInfo, OptionSpec, Value};
use super::ruling::Ruling;
use super::setup::{Fault, Setup};
use super::sowing::Recorder;
use super::{andada, anywoli, awale};

string_enum! {
    /// The games.
    pub enum Variant {
        /// Awalé, Abapa rules of Côte d'Ivoire.
        Awale = "awale",
        /// Andada of the Kunama, western Eritrea.
        Andada = "andada",
        /// Anywoli of the Anuak, western Ethiopia and South Sudan.
        Anywoli = "anywoli",
    }
}

/// A variant and its options. `houses` always says how long the rows are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Awalé.
    Awale(awale::Options),
    /// Andada.
    Andada(andada::Options),
    /// Anywoli.
    Anywoli(anywoli::Options),
}

/// Why an option could not be set.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OptionFault {
    /// The game has no such option.
    Unknown,
    /// The option exists and cannot have that value.
    OutOfRange(&'static OptionInfo),
}

impl Variant {
    /// The name of the game as it stands in a sentence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Awale => "Awalé",
            Self::Andada => "Andada",
            Self::Anywoli => "Anywoli",
        }
    }

    /// The rules with every option at its default.
    #[must_use]
    pub fn default_rules(self) -> Rules {
        match self {
            Self::Awale => Rules::Awale(awale::Options::default()),
            Self::Andada => Rules::Andada(andada::Options::default()),
            Self::Anywoli => Rules::Anywoli(anywoli::Options::default()),
        }
    }

    /// The options of the game, in alphabetical order.
    #[must_use]
    pub fn options(self) -> Vec<&'static OptionInfo> {
        fn infos<O>(specs: &'static [OptionSpec<O>]) -> Vec<&'static OptionInfo> {
            specs.iter().map(|spec| &spec.info).collect()
        }
        match self {
            Self::Awale => infos(awale::OPTIONS),
            Self::Andada => infos(andada::OPTIONS),
            Self::Anywoli => infos(anywoli::OPTIONS),
        }
    }
}

impl Rules {
    /// Which game.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        match self {
            Self::Awale(_) => Variant::Awale,
            Self::Andada(_) => Variant::Andada,
            Self::Anywoli(_) => Variant::Anywoli,
        }
    }

    /// The value of every option, in alphabetical order of the names.
    #[must_use]
    pub fn options(&self) -> Vec<(&'static OptionInfo, Value)> {
        fn values<O: Copy>(specs: &'static [OptionSpec<O>], options: &O) -> Vec<(&'static OptionInfo, Value)> {
            specs.iter().map(|spec| (&spec.info, spec.get(options))).collect()
        }
        by_variant!(Rules, self, options => values(options.specs(), options))
    }

    /// Sets the option called `name`.
    ///
    /// # Errors
    ///
    /// The game has no such option, or the option cannot have that value. Nothing is changed then.
    pub fn set(&mut self, name: &str, given: Given<'_>) -> Result<(), OptionFault> {
        fn set<O: Copy>(
            specs: &'static [OptionSpec<O>],
            options: &mut O,
            name: &str,
            given: Given<'_>,
        ) -> Result<(), OptionFault> {
            let spec = specs.iter().find(|spec| spec.info.name == name).ok_or(OptionFault::Unknown)?;
            if spec.set(options, given) { Ok(()) } else { Err(OptionFault::OutOfRange(&spec.info)) }
        }
        by_variant!(Rules, self, options => set(options.specs(), options, name, given))
    }

    /// Houses in a row.
    #[must_use]
    pub const fn houses(&self) -> u32 {
        match self {
            Self::Awale(_) => awale::ROW as u32,
            Self::Andada(options) => options.houses,
            Self::Anywoli(options) => options.houses,
        }
    }

    /// Says how long the rows are, where the game leaves that open. The length is not checked.
    pub(super) const fn set_houses(&mut self, houses: u32) {
        match self {
            Self::Awale(_) => {}
            Self::Andada(options) => options.houses = houses,
            Self::Anywoli(options) => options.houses = houses,
        }
    }

    /// How often a position must occur to end the game; 0 is never (AW-16, AN-10).
    #[must_use]
    pub const fn repetition(&self) -> u32 {
        match self {
            Self::Awale(options) => options.repetition,
            Self::Andada(options) => options.repetition,
            Self::Anywoli(options) => options.repetition,
        }
    }

    /// What is wrong with these options taken together, for the start of a game: rulings of AN and AY that tie
    /// `houses` to `team` or `seeds`.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Fault> {
        match self {
            Self::Awale(_) => Vec::new(),
            Self::Andada(options) => options.conflicts(),
            Self::Anywoli(options) => options.conflicts(),
        }
    }

    /// The first position of a game in which `first` begins (C-5). It is consistent when [`Rules::conflicts`] finds
    /// nothing.
    #[must_use]
    pub fn start(&self, first: Side) -> Setup {
        by_variant!(Rules, self, options => options.start(first))
    }
}

impl Rules {
    /// Writes the canonical rules text: the variant and the options that differ from their defaults (N-2).
    pub(super) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_options(|option| !option.start_only, out)
    }

    /// Writes the rules text of a start: as the canonical one, with the options too that matter only there, so that
    /// [`read_rules`](super::notation::read_rules) reads the same rules again.
    pub fn write_start(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_options(|_| true, out)
    }

    fn write_options(&self, which: impl Fn(&OptionInfo) -> bool, out: &mut impl fmt::Write) -> fmt::Result {
        fn write<O: Copy + Default>(
            specs: &'static [OptionSpec<O>],
            options: &O,
            which: impl Fn(&OptionInfo) -> bool,
            out: &mut impl fmt::Write,
        ) -> fmt::Result {
            let default = O::default();
            let mut separator = ':';
            for spec in specs.iter().filter(|spec| which(&spec.info)) {
                let value = spec.get(options);
                if value != spec.get(&default) {
                    write!(out, "{separator}{}={value}", spec.info.name)?;
                    separator = ',';
                }
            }
            Ok(())
        }
        out.write_str(self.variant().name())?;
        if *self == self.variant().default_rules() {
            return Ok(());
        }
        by_variant!(Rules, self, options => write(options.specs(), options, which, out))
    }
}

/// The canonical rules text: the variant and the options that differ from their defaults (N-2).
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// The rules of one game, made ready to play by: what the search, the service and the tests all call.
pub trait Game: Copy {
    /// All that changes when a move is made.
    type State: Copy + Eq + std::fmt::Debug;

    /// The variant and options.
    fn rules(&self) -> Rules;
    /// The player to move; once the game is over, the turn as C-8 and AY-6 leave it.
    fn turn(&self, state: &Self::State) -> Side;
    /// Why the game has ended, if it has.
    fn over(&self, state: &Self::State) -> Option<EndReason>;
    /// The seeds captured so far, the mover's and the opponent's; none where there are no stores.
    fn stores(&self, state: &Self::State) -> Option<[u8; 2]>;
    /// The state as a caller would set it up.
    fn setup(&self, state: &Self::State) -> Setup;
    /// The state that a consistent set-up describes, settled (C-8).
    fn place(&self, setup: &Setup) -> Self::State;

    /// The moves of the player to move that only their sowing could still make illegal: none once the game is over.
    fn candidates(&self, state: &Self::State) -> MoveSet;

    /// Plays one of the [`candidates`](Self::candidates), or `agree`. `past` is every earlier position of the line
    /// that could still recur, oldest first; it is not looked at when `repetition` is off. Answers nothing when the
    /// sowing does not end (C-6). A move that is not a candidate gives some other state or nothing, without panic.
    fn play<R: Recorder>(
        &self,
        state: &Self::State,
        played: Move,
        past: &[Self::State],
        recorder: &mut R,
    ) -> Option<Self::State>;

    /// Whether the earlier position could occur again after the later one: no seed has left the houses since, and the
    /// phase is the same.
    fn could_recur(&self, earlier: &Self::State, later: &Self::State) -> bool;

    /// Whether this kind of move exists in the game at all (C-3).
    fn knows(&self, played: Move) -> bool;
    /// Whether this kind of move belongs to another phase (AN-2).
    fn wrong_phase(&self, _: &Self::State, _: Move) -> bool {
        false
    }
    /// Which seat controls a house of the mover, from 1, where players have seats (AN-7).
    fn seat(&self, _: u8) -> Option<u32> {
        None
    }
    /// The first of the last four reasons of C-9 that holds for a move of the right kind and phase, with its ruling.
    fn obstacle(&self, state: &Self::State, played: Move) -> Option<(IllegalReason, Ruling)>;
}

/// Whether a position has occurred often enough to end the game (AW-16, AN-10): it, and those of `past` with the same
/// houses and player to move. None before a change that cannot be undone is. Awalé has a quicker way of its own.
pub(super) fn recurs<G: Game>(
    game: &G,
    state: &G::State,
    past: &[G::State],
    same_houses: impl Fn(&G::State) -> bool,
) -> bool {
    let often = game.rules().repetition() as usize;
    let recent = past.iter().rev().take_while(|earlier| game.could_recur(earlier, state));
    often > 0
        && recent.filter(|earlier| game.turn(earlier) == game.turn(state) && same_houses(earlier)).count() + 1 >= often
}

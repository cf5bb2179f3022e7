//! Complete analysis of small boards, which shares no code with the engine: every position is valued, layer by layer of
//! seeds in play, up to the fixpoint of what each player can force.

use std::collections::HashMap;

use ayla_rules::andada::{self, Andada};
use ayla_rules::anywoli::{self, Anywoli};
use ayla_rules::awale::{self, Awale};
use ayla_rules::fault::Part;
use ayla_rules::{BySide, ByTurn, Game, Move, Phase, Rules, Setup, Side};

/// The rows and the phase as the player to move sees them, and whether that player began.
pub(crate) fn key<R>(setup: &Setup<R>) -> u128 {
    let rest = setup.phase.map_or(0, |phase| phase as u128 + 1) << 1 | u128::from(setup.first == Some(setup.turn));
    let houses = setup.row(setup.turn).iter().chain(setup.row(setup.turn.other()));
    houses.fold(rest, |key, &seeds| key << 5 | u128::from(seeds))
}

/// The points that the player to move is ahead: the final ones if the game is over.
pub(crate) fn standing<G: Game>(game: &G, state: &G::State) -> i32 {
    match (game.stores(state), game.over(state)) {
        (Some(ByTurn { mover, other }), _) => i32::from(mover) - i32::from(other),
        (None, Some(_)) => game.result(state) as i32,
        (None, None) => 0,
    }
}

/// The legal moves, with the state after each.
pub(crate) fn legal<G: Game>(game: &G, state: &G::State, past: &[G::State]) -> Vec<(Move, G::State)> {
    let moves = game.candidates(state);
    moves.filter_map(|played| Some((played, game.play(state, played, past, &mut ())?))).collect()
}

/// A value to the player to move in `next`, as the player to move in `state` sees it.
pub(crate) fn before<G: Game>(game: &G, state: &G::State, next: &G::State, value: i32) -> i32 {
    if game.turn(next) == game.turn(state) { value } else { -value }
}

/// A move, as the analysis of a layer sees it.
enum Exit {
    /// To a position of the same layer, with the opponent to move.
    Within(usize),
    /// Out of the layer, with this value to the mover.
    Out(i32),
}

/// Every position of a small board, with its value.
pub(crate) struct Complete<G> {
    pub(crate) game: G,
    /// The positions with South to move and empty stores. Play can go round only within a layer.
    pub(crate) layers: Vec<Vec<Setup>>,
    /// The points that the player to move still gains.
    values: HashMap<u128, i32>,
}

impl<G: Game> Complete<G> {
    /// Analyses layers, each with its highest stake. Every position that can be reached from one must be in it or in an
    /// earlier one.
    fn new(game: G, layers: impl Iterator<Item = (Vec<Setup>, u32)>) -> Self {
        let mut complete = Self { game, layers: Vec::new(), values: HashMap::new() };
        for (layer, stake) in layers {
            complete.analyse(&layer, stake as i32);
            complete.layers.push(layer);
        }
        complete
    }

    /// The final points of the player to move.
    pub(crate) fn value(&self, state: &G::State) -> i32 {
        let left = if self.game.over(state).is_some() { 0 } else { self.values[&key(&self.game.setup(state))] };
        standing(&self.game, state) + left
    }

    /// Every position in which the game is not over, with its value.
    pub(crate) fn open(&self) -> impl Iterator<Item = (G::State, i32)> {
        let states = self.layers.iter().flatten().map(|setup| self.game.state(setup));
        states.filter(|state| self.game.over(state).is_none()).map(|state| (state, self.value(&state)))
    }

    /// Plays out a position of a game in which none recurs, and returns the final points of the player to move.
    fn play_out(&mut self, state: &G::State) -> i32 {
        let place = key(&self.game.setup(state));
        let now = standing(&self.game, state);
        if self.game.over(state).is_some() {
            return now;
        }
        if let Some(left) = self.values.get(&place) {
            return now + left;
        }
        let moves = legal(&self.game, state, &[]);
        let values = moves.into_iter().map(|(_, next)| {
            let value = self.play_out(&next);
            before(&self.game, state, &next, value)
        });
        let best = values.max().expect("a move");
        self.values.insert(place, best - now);
        best
    }

    fn analyse(&mut self, layer: &[Setup], most: i32) {
        let game = &self.game;
        let states = layer.iter().map(|setup| (key(setup), game.state(setup)));
        let open: Vec<(u128, G::State)> = states.filter(|(_, state)| game.over(state).is_none()).collect();
        let index: HashMap<u128, usize> = open.iter().map(|&(key, _)| key).zip(0..).collect();
        let exits = |state: &G::State| -> Vec<Exit> {
            let exit = |(_, next): (Move, G::State)| {
                let recurs = game.over(&next).is_none() && game.could_recur(state, &next);
                match index.get(&key(&game.setup(&next))).filter(|_| recurs) {
                    Some(&at) => {
                        assert_ne!(game.turn(&next), game.turn(state));
                        Exit::Within(at)
                    }
                    None => Exit::Out(before(game, state, &next, self.value(&next)) - standing(game, state)),
                }
            };
            legal(game, state, &[]).into_iter().map(exit).collect()
        };
        let exits: Vec<Vec<Exit>> = open.iter().map(|(_, state)| exits(state)).collect();
        let mut values = vec![0; open.len()];
        for stake in 1..=most {
            // Whether the player to move can win the stake, and whether the opponent can.
            let mut won = vec![false; open.len()];
            let mut lost = vec![false; open.len()];
            loop {
                let mut changed = false;
                for (at, exits) in exits.iter().enumerate() {
                    let wins = |exit: &Exit| match *exit {
                        Exit::Within(next) => lost[next],
                        Exit::Out(value) => value >= stake,
                    };
                    let loses = |exit: &Exit| match *exit {
                        Exit::Within(next) => won[next],
                        Exit::Out(value) => value <= -stake,
                    };
                    let wins = exits.iter().any(wins);
                    let loses = exits.iter().all(loses);
                    changed |= wins != won[at] || loses != lost[at];
                    (won[at], lost[at]) = (wins, loses);
                }
                if !changed {
                    break;
                }
            }
            for (value, (won, lost)) in values.iter_mut().zip(won.into_iter().zip(lost)) {
                assert!(!(won && lost));
                if won || lost {
                    *value = if won { stake } else { -stake };
                }
            }
        }
        self.values.extend(open.into_iter().map(|(key, _)| key).zip(values));
    }
}

/// All boards with this many houses and seeds.
fn boards(houses: usize, seeds: u32) -> Vec<Vec<u32>> {
    if houses == 1 {
        return vec![vec![seeds]];
    }
    let with = |first| boards(houses - 1, seeds - first).into_iter().map(move |rest| [vec![first], rest].concat());
    (0..=seeds).flat_map(with).collect()
}

/// Every consistent position with this many seeds and this phase, with South to move and empty stores.
pub(crate) fn layer(rules: Rules, seeds: u32, phase: Option<Phase>) -> Vec<Setup> {
    let row = rules.houses() as usize;
    let has_first = rules.variant().about().parts.contains(&Part::First);
    let firsts = if has_first { vec![Some(Side::South), Some(Side::North)] } else { vec![None] };
    let setup = |board: &Vec<u32>, first| Setup {
        rules,
        south: board[..row].to_vec(),
        north: board[row..].to_vec(),
        stores: phase.is_none().then_some(BySide::default()),
        turn: Side::South,
        phase,
        tuzdiks: BySide::default(),
        burnt: BySide::default(),
        quiet: None,
        first,
        over: None,
    };
    let boards = boards(2 * row, seeds);
    let setups = firsts.iter().flat_map(|&first| boards.iter().map(move |board| setup(board, first)));
    setups.filter(|setup| setup.position().is_ok()).collect()
}

/// All positions that can occur with these options.
pub(crate) fn andada(options: andada::Options) -> Complete<Andada> {
    let phases = [Phase::BearOff, Phase::Play, Phase::Choice, Phase::Opening].into_iter();
    let layers = phases.flat_map(|phase| {
        (0..=4 * options.houses).map(move |seeds| (layer(Rules::Andada(options), seeds, Some(phase)), 1))
    });
    Complete::new(Andada::new(options), layers)
}

/// All positions of up to `most` seeds, by rules without `majority` and `few`, which look at the seeds that a game
/// began with.
pub(crate) fn awale(options: awale::Options, most: u32) -> Complete<Awale> {
    let layers = (1..=most).map(|seeds| (layer(Rules::Awale(options), seeds, None), seeds));
    Complete::new(Awale::new(options, most), layers)
}

/// All positions of up to `most` seeds.
pub(crate) fn anywoli(options: anywoli::Options, most: u32) -> Complete<Anywoli> {
    let layers = (1..=most).map(|seeds| (layer(Rules::Anywoli(options), seeds, None), seeds));
    Complete::new(Anywoli::new(options), layers)
}

/// All positions of up to `most` seeds of a game in which none recurs.
pub(crate) fn without_recurrence<G: Game>(game: G, rules: Rules, most: u32) -> Complete<G> {
    let layers: Vec<Vec<Setup>> = (1..=most).map(|seeds| layer(rules, seeds, None)).collect();
    let mut complete = Complete { game, layers: Vec::new(), values: HashMap::new() };
    for setup in layers.iter().flatten() {
        let state = complete.game.state(setup);
        complete.play_out(&state);
    }
    complete.layers = layers;
    complete
}

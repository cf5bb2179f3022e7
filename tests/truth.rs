//! What a suggestion calls proven, held against complete analysis.
//!
//! The analysis here is written on its own: every position of a small board, layer by layer of seeds in play, with the
//! naive fixpoint of what each player can force. Where `repetition` makes the past matter, every game is played out.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use ayla::game::andada::{self, Andada};
use ayla::game::anywoli::{self, Anywoli};
use ayla::game::awale::{self, Awale};
use ayla::game::rules::Game;
use ayla::game::{EndReason, Line, Move, Phase, Rules, Setup, Side};
use ayla::search::{Certainty, Limits, Report, suggest};

/// What tells positions apart: the rows and the phase as the player to move sees them, and whether that player began.
type Name = (Vec<u32>, Vec<u32>, Option<Phase>, bool);

fn name(setup: &Setup) -> Name {
    let (near, far) = (setup.row(setup.turn).to_vec(), setup.row(setup.turn.other()).to_vec());
    (near, far, setup.phase, setup.first == Some(setup.turn))
}

/// What the player to move is ahead by; when the game is over, what it came to.
fn standing<G: Game>(game: &G, state: &G::State) -> i32 {
    match (game.stores(state), game.over(state)) {
        (Some([mine, theirs]), _) => i32::from(mine) - i32::from(theirs),
        (None, Some(EndReason::NoMove)) => -1,
        (None, _) => 0,
    }
}

fn legal<G: Game>(game: &G, state: &G::State, past: &[G::State]) -> Vec<(Move, G::State)> {
    let moves = game.candidates(state);
    moves.filter_map(|played| Some((played, game.play(state, played, past, &mut ())?))).collect()
}

/// Where a move leads, as the analysis sees it.
enum Exit {
    /// To a position of the same layer, the opponent to move.
    Within(usize),
    /// Out of it, to something worth so much to the mover.
    Out(i32),
}

/// The value of every position analysed, to the player to move, from empty stores.
#[derive(Default)]
struct Truth(HashMap<Name, i32>);

impl Truth {
    /// What a position is worth beyond the stores as they are.
    fn worth<G: Game>(&self, game: &G, state: &G::State) -> i32 {
        let standing = standing(game, state);
        if game.over(state).is_some() { standing } else { standing + self.0[&name(&game.setup(state))] }
    }

    /// Analyses a layer: positions between which play can go round. Every position that can be reached from it must be
    /// in it, or known.
    fn analyse<G: Game>(&mut self, game: &G, layer: Vec<Setup>, most: i32) {
        let open: Vec<(Name, G::State)> = layer
            .iter()
            .map(|setup| (name(setup), game.place(setup)))
            .filter(|(_, state)| game.over(state).is_none())
            .collect();
        let index: HashMap<&Name, usize> = open.iter().enumerate().map(|(at, (name, _))| (name, at)).collect();
        let exits: Vec<Vec<Exit>> = open
            .iter()
            .map(|(_, state)| {
                let exit = |(_, next): (Move, G::State)| {
                    let turned = game.turn(&next) != game.turn(state);
                    let within = index.get(&name(&game.setup(&next)));
                    match within.filter(|_| game.over(&next).is_none() && game.could_recur(state, &next)) {
                        Some(&at) => {
                            assert!(turned);
                            Exit::Within(at)
                        }
                        None => {
                            let worth = self.worth(game, &next);
                            Exit::Out(if turned { -worth } else { worth } - standing(game, state))
                        }
                    }
                };
                legal(game, state, &[]).into_iter().map(exit).collect()
            })
            .collect();
        let mut values = vec![0; open.len()];
        for threshold in 1..=most {
            // Whether the player to move can get as much; and whether the opponent can.
            let (mut won, mut lost) = (vec![false; open.len()], vec![false; open.len()]);
            loop {
                let mut changed = false;
                for (at, exits) in exits.iter().enumerate() {
                    let wins = |exit: &Exit| match *exit {
                        Exit::Within(next) => lost[next],
                        Exit::Out(worth) => worth >= threshold,
                    };
                    let loses = |exit: &Exit| match *exit {
                        Exit::Within(next) => won[next],
                        Exit::Out(worth) => worth <= -threshold,
                    };
                    let (wins, loses) = (exits.iter().any(wins), exits.iter().all(loses));
                    changed |= wins != won[at] || loses != lost[at];
                    (won[at], lost[at]) = (wins, loses);
                }
                if !changed {
                    break;
                }
            }
            for at in 0..open.len() {
                assert!(!(won[at] && lost[at]));
                if won[at] || lost[at] {
                    values[at] = if won[at] { threshold } else { -threshold };
                }
            }
        }
        self.0.extend(open.into_iter().map(|(name, _)| name).zip(values));
    }
}

/// Every way of putting so many seeds into so many houses.
fn boards(houses: usize, seeds: u32) -> Vec<Vec<u32>> {
    if houses == 1 {
        return vec![vec![seeds]];
    }
    let with = |first| boards(houses - 1, seeds - first).into_iter().map(move |rest| [vec![first], rest].concat());
    (0..=seeds).flat_map(with).collect()
}

/// Every position of one layer with South to move and empty stores.
fn layer(rules: Rules, seeds: u32, phase: Option<Phase>, firsts: &[Option<Side>]) -> Vec<Setup> {
    let row = rules.houses() as usize;
    let stores = phase.is_none().then_some([0, 0]);
    let setup = |board: Vec<u32>, first| Setup {
        rules,
        south: board[..row].to_vec(),
        north: board[row..].to_vec(),
        stores,
        turn: Side::South,
        phase,
        quiet: None,
        first,
        over: None,
    };
    let boards = boards(2 * row, seeds);
    firsts.iter().flat_map(|&first| boards.iter().map(move |board| setup(board.clone(), first))).collect()
}

/// A class of positions with their true values.
struct Class<G> {
    game: G,
    layers: Vec<Vec<Setup>>,
    truth: Truth,
}

fn andada(options: andada::Options) -> Class<Andada> {
    let (game, mut truth, mut layers) = (Andada::new(options), Truth::default(), Vec::new());
    for phase in [Phase::BearOff, Phase::Play] {
        for seeds in 0..=4 * options.houses {
            let layer = layer(Rules::Andada(options), seeds, Some(phase), &[None]);
            truth.analyse(&game, layer.clone(), 1);
            layers.push(layer);
        }
    }
    Class { game, layers, truth }
}

/// Without `majority` and `few`, for which it matters how many seeds a game began with.
fn awale(options: awale::Options, most: u32) -> Class<Awale> {
    let (game, mut truth, mut layers) = (Awale::new(options, most), Truth::default(), Vec::new());
    for seeds in 1..=most {
        let layer = layer(Rules::Awale(options), seeds, None, &[None]);
        truth.analyse(&game, layer.clone(), seeds as i32);
        layers.push(layer);
    }
    Class { game, layers, truth }
}

fn anywoli(options: anywoli::Options, most: u32) -> Class<Anywoli> {
    let (game, mut truth, mut layers) = (Anywoli::new(options), Truth::default(), Vec::new());
    for seeds in 1..=most {
        let firsts = [Some(Side::South), Some(Side::North)];
        let layer = layer(Rules::Anywoli(options), seeds, None, &firsts);
        truth.analyse(&game, layer.clone(), seeds as i32);
        layers.push(layer);
    }
    Class { game, layers, truth }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn ask(line: &Line, limits: &Limits, all: bool) -> Option<Report> {
    suggest(line, limits, all, &AtomicBool::new(false))
}

/// Plays what a report says and holds it against the line it is about.
fn check_lines(line: &Line, report: &Report) {
    let moves = line.position().legal_moves();
    if !report.candidates.is_empty() {
        assert_eq!(report.candidates.len(), moves.len());
        assert_eq!(report.candidates[0], report.best);
    }
    for candidate in report.candidates.iter().chain([&report.best]) {
        assert_eq!(candidate.line[0], candidate.played);
        let mut line = line.clone();
        for &played in &candidate.line {
            assert!(line.position().legal_moves().contains(&played), "{line}: {played} of {candidate:?}");
            assert!(line.play(played, &mut ()));
        }
        if candidate.certainty == Certainty::Proven {
            assert_eq!(candidate.value.fract(), 0.0);
        }
    }
}

/// Asks about every `step`-th position of a class and holds what is proven against the truth: the share that is proven,
/// in percent.
fn hold<G: Game>(class: &Class<G>, step: usize, limits: &Limits, all: bool) -> u32 {
    let (mut asked, mut proven) = (0, 0);
    for setup in class.layers.iter().flatten().step_by(step) {
        let line = Line::from(setup.position().expect("consistent"));
        let state = class.game.place(setup);
        let report = ask(&line, limits, all);
        assert_eq!(report.is_none(), class.game.over(&state).is_some(), "{line}");
        let Some(report) = report else { continue };
        check_lines(&line, &report);
        asked += 1;
        proven += u32::from(report.best.certainty == Certainty::Proven);
        for candidate in report.candidates.iter().chain([&report.best]) {
            if candidate.certainty == Certainty::Proven {
                let next = class.game.play(&state, candidate.played, &[], &mut ()).expect("legal");
                let worth = class.truth.worth(&class.game, &next);
                let worth = if class.game.turn(&next) == class.game.turn(&state) { worth } else { -worth };
                assert_eq!(candidate.value, f64::from(worth), "{line}: {candidate:?}");
            }
        }
        if report.best.certainty == Certainty::Proven {
            assert_eq!(report.best.value, f64::from(class.truth.worth(&class.game, &state)), "{line}: {report:?}");
        }
    }
    assert!(asked > 0);
    100 * proven / asked
}

#[test]
fn andada_of_three_houses() {
    let class = andada(andada::Options { houses: 3, ..andada::Options::default() });
    assert_eq!(class.layers.iter().map(Vec::len).sum::<usize>(), 37_128);
    // A position without a move is lost, and not among them.
    assert_eq!(class.truth.0.values().filter(|&&value| value == 0).count(), 44);
    let share = hold(&class, 11, &nodes(2_000), false);
    println!("andada {share}");
    let share = hold(&class, 37, &nodes(4_000), true);
    println!("andada all {share}");
}

#[test]
fn awale_with_few_seeds() {
    let default = awale::Options::default();
    for options in [
        default,
        awale::Options { capture: awale::Capture::Two, ..default },
        awale::Options { limit: 1, ..default },
        awale::Options { limit: 1, over_limit: awale::OverLimit::Nothing, ..default },
    ] {
        let class = awale(options, 5);
        let share = hold(&class, 13, &nodes(3_000), false);
        println!("awale {share}");
        let share = hold(&class, 47, &nodes(6_000), true);
        println!("awale all {share}");
    }
}

#[test]
fn anywoli_on_a_small_board() {
    let default = anywoli::Options { houses: 3, ..anywoli::Options::default() };
    for last_four in [anywoli::LastFour::LastCaptor, anywoli::LastFour::StarterTakesEight, anywoli::LastFour::PlayOut] {
        for bonus_move in [false, true] {
            let class = anywoli(anywoli::Options { last_four, bonus_move, ..default }, 10);
            let share = hold(&class, 61, &nodes(2_000), false);
            println!("anywoli {share}");
            let share = hold(&class, 119, &nodes(4_000), true);
            println!("anywoli all {share}");
        }
    }
}

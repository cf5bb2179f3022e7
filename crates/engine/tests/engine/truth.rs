//! Suggestions that claim to be proven, compared with complete analysis.
//!
//! The analysis shares no code with the search: it visits every position of a small board, layer by layer of seeds in
//! play, up to the fixpoint of what each player can force. Where `repetition` makes the history matter, it plays out
//! every game.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ayla_engine::tablebase;
use ayla_engine::{Certainty, Interrupt, Limits, Report, Request, StoppedBy, suggest};
use ayla_rules::Game;
use ayla_rules::andada::{self, Andada};
use ayla_rules::anywoli::{self, Anywoli};
use ayla_rules::awale::{self, Awale};
use ayla_rules::{EndReason, Line, Move, Phase, Rules, Setup, Side};

/// What tells positions apart: the rows and the phase as the player to move sees them, and whether that player began.
type Name = (Vec<u32>, Vec<u32>, Option<Phase>, bool);

fn name<R>(setup: &Setup<R>) -> Name {
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
            .map(|setup| (name(setup), game.state(setup)))
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
    /// A table that the search may use.
    endings: Option<tablebase::Table>,
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
    Class { game, layers, truth, endings: None }
}

/// Without `majority` and `few`, for which it matters how many seeds a game began with.
fn awale(options: awale::Options, most: u32) -> Class<Awale> {
    let (game, mut truth, mut layers) = (Awale::new(options, most), Truth::default(), Vec::new());
    for seeds in 1..=most {
        let layer = layer(Rules::Awale(options), seeds, None, &[None]);
        truth.analyse(&game, layer.clone(), seeds as i32);
        layers.push(layer);
    }
    Class { game, layers, truth, endings: None }
}

fn anywoli(options: anywoli::Options, most: u32) -> Class<Anywoli> {
    let (game, mut truth, mut layers) = (Anywoli::new(options), Truth::default(), Vec::new());
    for seeds in 1..=most {
        let firsts = [Some(Side::South), Some(Side::North)];
        let layer = layer(Rules::Anywoli(options), seeds, None, &firsts);
        truth.analyse(&game, layer.clone(), seeds as i32);
        layers.push(layer);
    }
    Class { game, layers, truth, endings: None }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn ask(line: &Line, limits: &Limits, all: bool, endings: Option<&tablebase::Table>) -> Option<Report> {
    suggest(&Request { limits: *limits, all_moves: all, endgame: endings, ..Request::new(line) })
}

/// A table of endings of up to so many seeds.
fn table(rules: Rules, seeds: u32) -> Option<tablebase::Table> {
    Some(tablebase::Table::build(tablebase::Class::of(&rules)?, seeds, 1))
}

/// Plays what a report says and holds it against the line it is about.
fn check_lines(line: &Line, report: &Report) {
    let moves = line.position().legal_moves();
    if !report.candidates.is_empty() {
        assert_eq!(report.candidates.len(), moves.len());
        let first = &report.candidates[0];
        assert_eq!(
            (first.played, first.value, &first.line),
            (report.best.played, report.best.value, &report.best.line)
        );
    }
    for candidate in report.candidates.iter().chain([&report.best]) {
        assert_eq!(candidate.line[0], candidate.played);
        let mut line = line.clone();
        for &played in &candidate.line {
            assert!(line.position().legal_moves().contains(&played), "{line}: {played} of {candidate:?}");
            assert!(line.play_unchecked(played, &mut ()));
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
        let state = class.game.state(setup);
        let report = ask(&line, limits, all, class.endings.as_ref());
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
fn proven_suggestions_hold_in_andada_with_three_houses() {
    let class = andada(andada::Options { houses: 3, ..andada::Options::default() });
    assert_eq!(class.layers.iter().map(Vec::len).sum::<usize>(), 37_128);
    // A position without a move is lost, and not among them.
    assert_eq!(class.truth.0.values().filter(|&&value| value == 0).count(), 44);
    assert!(hold(&class, 11, &nodes(2_000), false) >= 90);
    assert_eq!(hold(&class, 101, &Limits::default(), true), 100);
    assert!(hold(&class, 3, &nodes(600), true) >= 80);
}

#[test]
fn proven_suggestions_hold_in_awale_with_few_seeds() {
    let default = awale::Options::default();
    for options in [
        default,
        awale::Options { capture: awale::Capture::Two, ..default },
        awale::Options { limit: 1, ..default },
        awale::Options { limit: 1, over_limit: awale::OverLimit::Nothing, ..default },
    ] {
        let class = awale(options, 5);
        assert!(hold(&class, 13, &nodes(3_000), false) >= 45);
        assert_eq!(hold(&class, 101, &Limits::default(), true), 100);
        assert!(hold(&class, 5, &nodes(1_500), true) >= 35);
    }
}

#[test]
fn proven_suggestions_hold_in_awale_with_an_endgame_table() {
    let default = awale::Options::default();
    for options in [default, awale::Options { limit: 1, over_limit: awale::OverLimit::Nothing, ..default }] {
        let mut class = awale(options, 5);
        class.endings = table(Rules::Awale(options), 3);
        assert!(hold(&class, 13, &nodes(3_000), false) >= 60);
        assert!(hold(&class, 5, &nodes(1_500), true) >= 40);
        class.endings = table(Rules::Awale(options), 5);
        for (all, step) in [(false, 7), (true, 5)] {
            assert_eq!(hold(&class, step, &nodes(100), all), 100);
        }
        // By other rules it is not looked into.
        class.endings = table(Rules::Awale(awale::Options { capture: awale::Capture::Two, ..default }), 5);
        assert!(hold(&class, 13, &nodes(1_000), false) < 100);
    }
}

#[test]
fn proven_suggestions_hold_in_anywoli_on_a_small_board() {
    let default = anywoli::Options { houses: 3, ..anywoli::Options::default() };
    for last_four in [anywoli::LastFour::LastCaptor, anywoli::LastFour::StarterTakesEight, anywoli::LastFour::PlayOut] {
        for bonus_move in [false, true] {
            let class = anywoli(anywoli::Options { last_four, bonus_move, ..default }, 10);
            assert!(hold(&class, 61, &nodes(2_000), false) >= 70);
            assert_eq!(hold(&class, 601, &Limits::default(), true), 100);
            assert!(hold(&class, 23, &nodes(1_000), true) >= 28);
        }
    }
}

#[test]
fn proven_suggestions_hold_in_anywoli_with_an_endgame_table() {
    let default = anywoli::Options { houses: 6, ..anywoli::Options::default() };
    for (&last_four, bonus_move) in anywoli::LastFour::ALL.iter().zip([false, true, true]) {
        let options = anywoli::Options { last_four, bonus_move, ..default };
        let mut class = anywoli(options, 5);
        class.endings = table(Rules::Anywoli(options), 5);
        for (all, step) in [(false, 7), (true, 5)] {
            assert_eq!(hold(&class, step, &nodes(100), all), 100);
        }
        // By other rules it is not looked into.
        class.endings = table(Rules::Anywoli(anywoli::Options { bonus_move: !bonus_move, ..options }), 5);
        assert!(hold(&class, 13, &nodes(100), false) < 100);
    }
}

/// Chooses without bias that matters, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

/// The value of a game by playing out all that can happen, to the player to move, stores included; none when that takes
/// too many moves.
fn play_out<G: Game>(game: &G, state: &G::State, past: &[G::State], left: &mut u32) -> Option<i32> {
    if game.over(state).is_some() {
        return Some(standing(game, state));
    }
    let mut best = i32::MIN;
    for (_, next) in legal(game, state, past) {
        *left = left.checked_sub(1)?;
        let worth = {
            let mut past = past.to_vec();
            past.push(*state);
            past.retain(|earlier| game.could_recur(earlier, &next));
            play_out(game, &next, &past, left)?
        };
        best = best.max(if game.turn(&next) == game.turn(state) { worth } else { -worth });
    }
    Some(best)
}

/// Plays random lines from random positions, asks about the end of each, and holds what is proven against the value by
/// playing out: how many were held, how many of those had a past, and how many were proven.
fn hold_lines<G: Game>(
    game: impl Fn(&Setup) -> G,
    layers: &[Vec<Setup>],
    tries: u32,
    limits: &Limits,
    endings: Option<&tablebase::Table>,
    dice: &mut Dice,
) -> [u32; 3] {
    let mut counts = [0; 3];
    for _ in 0..tries {
        let layer = &layers[dice.below(layers.len())];
        let setup = &layer[dice.below(layer.len())];
        let game = &game(setup);
        let mut line = Line::from(setup.position().expect("consistent"));
        let (mut state, mut past) = (game.state(setup), Vec::new());
        for _ in 0..dice.below(12) {
            let moves = legal(game, &state, &past);
            let open: Vec<_> = moves.into_iter().filter(|(_, next)| game.over(next).is_none()).collect();
            if open.is_empty() {
                break;
            }
            let (played, next) = open[dice.below(open.len())];
            assert!(line.play_unchecked(played, &mut ()));
            past.push(state);
            past.retain(|earlier| game.could_recur(earlier, &next));
            state = next;
        }
        let Some(worth) = play_out(game, &state, &past, &mut 8_000) else { continue };
        let Some(report) = ask(&line, limits, dice.below(2) == 0, endings) else { continue };
        check_lines(&line, &report);
        counts[0] += 1;
        counts[1] += u32::from(!past.is_empty());
        counts[2] += u32::from(report.best.certainty == Certainty::Proven);
        for candidate in report.candidates.iter().chain([&report.best]) {
            if candidate.certainty == Certainty::Proven {
                let next = game.play(&state, candidate.played, &past, &mut ()).expect("legal");
                past.push(state);
                let mut past_of_next = past.clone();
                past_of_next.retain(|earlier| game.could_recur(earlier, &next));
                past.pop();
                let worth = play_out(game, &next, &past_of_next, &mut { u32::MAX }).expect("unlimited");
                let worth = if game.turn(&next) == game.turn(&state) { worth } else { -worth };
                assert_eq!(candidate.value, f64::from(worth), "{line}: {candidate:?}");
            }
        }
        if report.best.certainty == Certainty::Proven {
            assert_eq!(report.best.value, f64::from(worth), "{line}: {report:?}");
        }
    }
    counts
}

#[test]
fn proven_suggestions_hold_where_lines_repeat_or_stay_quiet() {
    let dice = &mut Dice(0x2545_f491_4f6c_dd1d);
    let mut counts = Vec::new();
    for repetition in [0, 2, 3] {
        for quiet in [0, 3, 6] {
            let limits = nodes(5_000);
            if repetition > 0 && quiet == 0 {
                let options = andada::Options { houses: 3, repetition, ..andada::Options::default() };
                let layers: Vec<_> =
                    (2..=8).map(|seeds| layer(Rules::Andada(options), seeds, Some(Phase::Play), &[None])).collect();
                counts.push(hold_lines(|_| Andada::new(options), &layers, 120, &limits, None, dice));
            }
            if repetition == 0 && quiet == 0 {
                continue;
            }
            for remaining in [ayla_rules::option::Remaining::OwnSide, ayla_rules::option::Remaining::Leave] {
                let options = awale::Options {
                    repetition,
                    quiet,
                    remaining,
                    majority: quiet == 3,
                    few: if quiet == 6 { 2 } else { 0 },
                    ..awale::Options::default()
                };
                let mut layers: Vec<_> =
                    (1..=7).map(|seeds| layer(Rules::Awale(options), seeds, None, &[None])).collect();
                for setup in layers.iter_mut().flatten() {
                    setup.stores = Some([dice.below(5) as u32, dice.below(5) as u32]);
                }
                let game = |setup: &Setup| {
                    let stores = setup.stores.unwrap_or_default();
                    Awale::new(options, setup.south.iter().chain(&setup.north).chain(&stores).sum())
                };
                let endings = table(Rules::Awale(options), 6);
                counts.push(hold_lines(game, &layers, 120, &limits, endings.as_ref(), dice));
                let options = anywoli::Options {
                    houses: 3,
                    last_four: anywoli::LastFour::ALL[dice.below(3)],
                    bonus_move: dice.below(2) == 0,
                    quiet,
                    remaining,
                    repetition,
                    ..anywoli::Options::default()
                };
                let firsts = [Some(Side::South), Some(Side::North)];
                let layers: Vec<_> =
                    (4..=10).map(|seeds| layer(Rules::Anywoli(options), seeds, None, &firsts)).collect();
                counts.push(hold_lines(|_| Anywoli::new(options), &layers, 120, &limits, None, dice));
                // Rows for which there are tables; without a count their games are too long to be played out.
                if quiet > 0 {
                    let options = anywoli::Options { houses: 6, ..options };
                    let layers: Vec<_> =
                        (4..=6).map(|seeds| layer(Rules::Anywoli(options), seeds, None, &firsts)).collect();
                    let endings = table(Rules::Anywoli(options), 6);
                    counts.push(hold_lines(|_| Anywoli::new(options), &layers, 120, &limits, endings.as_ref(), dice));
                }
            }
        }
    }
    for [held, with_past, proven] in counts {
        assert!(held >= 15 && with_past >= 8 && proven * 10 >= held * 9, "{held} {with_past} {proven}");
    }
}

fn read(text: &str) -> Line {
    let position = ayla_rules::notation::read_line(text).expect("well formed").setup.position();
    Line::from(position.expect("consistent"))
}

const STARTS: [&str; 4] = [
    "awale 444444/444444 0/0 s",
    "awale:repetition=3 444444/444444 0/0 s",
    "anywoli 444444444444/444444444444 0/0 n first=n",
    "andada 222222222222/222222222222 - s o",
];

#[test]
fn the_same_request_has_the_same_answer() {
    let limits = [nodes(30_000), Limits { depth: Some(5), ..Limits::default() }];
    let lines = STARTS.map(read);
    let ask_all =
        || lines.each_ref().map(|line| limits.map(|limits| [false, true].map(|all| ask(line, &limits, all, None))));
    assert_eq!(ask_all(), ask_all());
}

#[test]
fn limits_are_kept() {
    for line in STARTS.map(read) {
        for most in [0, 1, 7, 100, 5_000] {
            let report = ask(&line, &nodes(most), false, None).expect("not over");
            assert!(report.nodes <= most.max(1), "{report:?}");
            assert_eq!(report.stopped_by, StoppedBy::Nodes);
            let all = ask(&line, &nodes(most), true, None).expect("not over");
            assert!(all.nodes <= most.max(all.candidates.len() as u64));
            check_lines(&line, &all);
        }
        let nothing = ask(&line, &nodes(0), false, None).expect("not over");
        assert_eq!((nothing.best.played, nothing.depth), (line.position().legal_moves()[0], 0));
        assert_eq!(nothing.best.certainty, Certainty::Estimated);
        for depth in 0..5 {
            let report =
                ask(&line, &Limits { depth: Some(depth), ..Limits::default() }, false, None).expect("not over");
            assert_eq!((report.depth, report.stopped_by), (depth, StoppedBy::Depth));
        }
        let report = suggest(&Request { interrupt: &|| Some(Interrupt::Time), ..Request::new(&line) });
        assert_eq!(report.expect("not over").stopped_by, StoppedBy::Time);
        let deadline = Instant::now() + Duration::from_millis(30);
        let interrupt = || (Instant::now() >= deadline).then_some(Interrupt::Time);
        let limits = nodes(u64::MAX);
        let report = suggest(&Request { limits, all_moves: true, interrupt: &interrupt, ..Request::new(&line) });
        let report = report.expect("not over");
        assert!(deadline.elapsed() < Duration::from_secs(5));
        assert!(report.stopped_by == StoppedBy::Time && report.depth > 0);
    }
}

#[test]
fn a_search_can_be_cancelled() {
    let cancel = AtomicBool::new(false);
    let limits = Limits { depth: Some(100), ..Limits::default() };
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| {
            let interrupt = || cancel.load(Ordering::Relaxed).then_some(Interrupt::Cancelled);
            suggest(&Request { limits, interrupt: &interrupt, ..Request::new(&read(STARTS[0])) })
        });
        std::thread::sleep(Duration::from_millis(30));
        cancel.store(true, Ordering::Relaxed);
        let cancelled = Instant::now();
        let report = asked.join().expect("no panic").expect("not over");
        assert!(cancelled.elapsed() < Duration::from_secs(5));
        assert_eq!(report.stopped_by, StoppedBy::Cancelled);
    });
}

#[test]
fn an_ended_game_has_no_suggestion() {
    for text in [
        "awale 000000/111111 20/22 s",
        "awale 444444/444444 0/0 s over=agreement",
        "andada 000/111 - s",
        "anywoli 000/000 4/4 s",
    ] {
        assert_eq!(ask(&read(text), &Limits::default(), true, None), None);
    }
}

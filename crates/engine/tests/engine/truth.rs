//! Endgame tables, and suggestions that claim to be proven, compared with complete analysis. Where `repetition` or
//! `quiet` makes the history matter, every game is played out instead. All searches of a game are made a second time,
//! in a table in which the results of the others last.

use ayla_engine::tablebase::{Class, Table, Tabled};
use ayla_engine::{ALL_MOVES, Candidate, Certainty, Limits, MAX_DEPTH, Report, StoppedBy, TranspositionTable};
use ayla_rules::andada::{self, Andada};
use ayla_rules::anywoli::{self, Anywoli, LastFour};
use ayla_rules::awale::{self, Awale, Capture, OverLimit};
use ayla_rules::board::Direction;
use ayla_rules::congklak::{self, Congklak};
use ayla_rules::kalah::{self, Kalah};
use ayla_rules::mangala::{self, Mangala};
use ayla_rules::option::Remaining;
use ayla_rules::{BySide, Game, Line, Move, Phase, Rules, Setup, Winner};
use ayla_test_games::Random;

use crate::complete::{Complete, andada, anywoli, awale, before, layer, legal, standing, without_recurrence};
use crate::limits::{ask, ask_in, check_lines, nodes};

/// Compares what a report calls proven with the true values of the position and of its moves.
fn check_proven(line: &Line, report: &Report, position: i32, of_move: impl Fn(Move) -> i32) {
    check_lines(line, report);
    for candidate in report.candidates.iter().chain([&report.best]) {
        if candidate.certainty == Certainty::Proven {
            assert_eq!(candidate.value, f64::from(of_move(candidate.played)), "{line}: {candidate:?}");
        }
    }
    if report.best.certainty == Certainty::Proven {
        assert_eq!(report.best.value, f64::from(position), "{line}: {report:?}");
        assert!(report.winner.is_some(), "{line}: {report:?}");
    }
    let bounds = report.bounds.map(|[least, most]| least..=most);
    assert!(bounds.as_ref().is_none_or(|bounds| bounds.contains(&position)), "{line}: {report:?}");
    if report.best.certainty == Certainty::Proven {
        assert_eq!(bounds, Some(position..=position), "{line}: {report:?}");
    }
    if let Some(winner) = report.winner {
        let turn = line.position().turn();
        let expected = match position.signum() {
            1 => turn.into(),
            0 => Winner::Nobody,
            _ => turn.other().into(),
        };
        assert_eq!(winner, expected, "{line}: {report:?}");
        // A move proven to keep the result is preferred to one that is expected to be better.
        assert!(position <= 0 || of_move(report.best.played) > 0, "{line}: {report:?}");
    }
}

/// Checks that after the first move of a line no move is a mistake.
fn check_optimal<G: Game>(complete: &Complete<G>, start: &G::State, candidate: &Candidate) {
    let game = &complete.game;
    let mut state = *start;
    for (ply, &played) in candidate.line.iter().enumerate() {
        let next = game.play(&state, played, &[], &mut ()).expect("legal");
        let value = before(game, &state, &next, complete.value(&next));
        assert!(ply == 0 || value == complete.value(&state), "{start:?}: move {ply} of {candidate:?}");
        state = next;
    }
}

/// Checks the suggestions for every `step`-th position, and returns the percentage that is proven without results that
/// last.
fn proven_share<G: Game>(
    complete: &Complete<G>,
    table: Option<&Table>,
    step: usize,
    limits: &Limits,
    wanted: usize,
) -> u32 {
    let game = &complete.game;
    let mut asked = 0;
    let mut proven = 0;
    let mut lasting = TranspositionTable::lasting(1 << 20);
    let lines = complete.layers.iter().flatten().step_by(step).flat_map(|setup| [(setup, false), (setup, true)]);
    for (setup, lasts) in lines {
        let line = Line::from(setup.position().expect("consistent"));
        let state = game.state(setup);
        let mut own = TranspositionTable::default();
        let report = ask_in(if lasts { &mut lasting } else { &mut own }, &line, limits, wanted, table);
        assert_eq!(report.is_none(), game.over(&state).is_some(), "{line}");
        let Some(report) = report else { continue };
        check_proven(&line, &report, complete.value(&state), |played| {
            let next = game.play(&state, played, &[], &mut ()).expect("legal");
            before(game, &state, &next, complete.value(&next))
        });
        for candidate in report.candidates.iter().chain([&report.best]) {
            if candidate.certainty == Certainty::Proven {
                check_optimal(complete, &state, candidate);
            }
        }
        let is_deepest = limits.depth.is_some() || report.depth == MAX_DEPTH;
        assert!(is_deepest || report.stopped_by != StoppedBy::Depth, "{line}: {report:?}");
        assert!(wanted > 1 || limits.nodes.is_none_or(|most| report.nodes <= most), "{line}: {report:?}");
        asked += u32::from(!lasts);
        proven += u32::from(!lasts && report.best.certainty == Certainty::Proven);
    }
    100 * proven / asked
}

fn build(rules: Rules, seeds: u32) -> Table {
    Table::build(Class::of(&rules).expect("there are tables"), seeds, 2)
}

/// Compares the values and the counts of a table with complete analysis.
fn check_table<G: Tabled>(complete: &Complete<G>, table: &Table) {
    for (state, value) in complete.open() {
        assert_eq!(table.value(&complete.game, &state).map(i32::from), Some(value), "{} {state:?}", table.class());
    }
    assert_eq!(table.counts.len(), complete.layers.len() + 1);
    for (layer, counts) in complete.layers.iter().zip(&table.counts[1..]) {
        let values = layer.iter().map(|setup| complete.value(&complete.game.state(setup)).signum());
        let mut expected = [0; 3];
        values.for_each(|sign| expected[(sign + 1) as usize] += 1);
        // Where it does not matter who began, two positions share an entry.
        let times = layer.len() as u64 / counts.total();
        let found = [counts.losses, counts.draws + counts.cycles, counts.wins].map(|count| times * count);
        assert_eq!(found, expected, "{}", table.class());
    }
}

#[test]
fn proven_suggestions_hold_in_andada_with_three_houses() {
    let complete = andada(andada::Options { houses: 3, ..andada::Options::default() });
    assert_eq!(complete.layers.iter().map(Vec::len).sum::<usize>(), 37_132);
    assert_eq!(complete.open().filter(|&(_, value)| value == 0).count(), 44);
    assert!(proven_share(&complete, None, 33, &nodes(2_000), 1) >= 90);
    assert_eq!(proven_share(&complete, None, 303, &Limits::default(), ALL_MOVES), 100);
    assert!(proven_share(&complete, None, 9, &nodes(600), ALL_MOVES) >= 80);
}

#[test]
fn proven_suggestions_and_tables_hold_in_awale() {
    let default = awale::Options::default();
    for options in [
        default,
        awale::Options { capture: Capture::Two, ..default },
        awale::Options { limit: 1, ..default },
        awale::Options { limit: 1, over_limit: OverLimit::Nothing, ..default },
        awale::Options { limit: 2, over_limit: OverLimit::Nothing, ..default },
    ] {
        let complete = awale(options, 5);
        // How many are proven depends on the evaluation, which has seen no boards of so few seeds.
        assert!(proven_share(&complete, None, 39, &nodes(3_000), 1) >= 40);
        assert_eq!(proven_share(&complete, None, 303, &Limits::default(), ALL_MOVES), 100);
        assert!(proven_share(&complete, None, 15, &nodes(1_500), ALL_MOVES) >= 30);

        let table = build(Rules::Awale(options), 3);
        assert!(proven_share(&complete, Some(&table), 39, &nodes(3_000), 1) >= 55);
        assert!(proven_share(&complete, Some(&table), 15, &nodes(1_500), ALL_MOVES) >= 40);
        let table = build(Rules::Awale(options), 5);
        for (wanted, step) in [(1, 21), (ALL_MOVES, 15)] {
            assert_eq!(proven_share(&complete, Some(&table), step, &nodes(100), wanted), 100);
        }
        // A table for other rules is ignored.
        let table = build(Rules::Awale(awale::Options { limit: 4, ..options }), 5);
        assert!(proven_share(&complete, Some(&table), 39, &nodes(1_000), 1) < 100);

        check_table(&awale(options, 6), &build(Rules::Awale(options), 6));
    }
}

#[test]
fn proven_suggestions_hold_in_anywoli_on_a_small_board() {
    for &last_four in LastFour::ALL {
        for bonus_move in [false, true] {
            let options = anywoli::Options { houses: 3, last_four, bonus_move, ..anywoli::Options::default() };
            let complete = anywoli(options, 10);
            assert!(proven_share(&complete, None, 183, &nodes(2_000), 1) >= 70);
            assert_eq!(proven_share(&complete, None, 1803, &Limits::default(), ALL_MOVES), 100);
            assert!(proven_share(&complete, None, 69, &nodes(1_000), ALL_MOVES) >= 28);
        }
    }
}

#[test]
fn tables_and_suggestions_with_them_hold_in_anywoli() {
    for &last_four in LastFour::ALL {
        for bonus_move in [false, true] {
            for (houses, seeds) in [(6, 7), (8, 5)] {
                let options = anywoli::Options { houses, last_four, bonus_move, ..anywoli::Options::default() };
                check_table(&anywoli(options, seeds), &build(Rules::Anywoli(options), seeds));
            }
            let options = anywoli::Options { houses: 6, last_four, bonus_move, ..anywoli::Options::default() };
            let complete = anywoli(options, 5);
            let table = build(Rules::Anywoli(options), 5);
            for (wanted, step) in [(1, 21), (ALL_MOVES, 15)] {
                assert_eq!(proven_share(&complete, Some(&table), step, &nodes(100), wanted), 100);
            }
            let table = build(Rules::Anywoli(anywoli::Options { bonus_move: !bonus_move, ..options }), 5);
            assert!(proven_share(&complete, Some(&table), 39, &nodes(100), 1) < 100);
        }
    }
}

/// Compares the tables and suggestions of a game of two rows with stores with complete analysis on a small board.
fn check_store_game<G: Tabled<Options: Into<Rules>>>(options: G::Options) {
    let rules: Rules = options.into();
    let complete = without_recurrence(G::with_options(options, 8), rules, 8);
    let table = build(rules, 8);
    check_table(&complete, &table);
    for (wanted, step) in [(1, 7), (ALL_MOVES, 13)] {
        assert_eq!(proven_share(&complete, Some(&table), step, &nodes(100), wanted), 100);
        assert_eq!(proven_share(&complete, Some(&build(rules, 4)), step, &nodes(20_000), wanted), 100);
        assert_eq!(proven_share(&complete, None, step, &nodes(20_000), wanted), 100);
    }
}

#[test]
fn proven_suggestions_and_tables_hold_in_games_of_two_rows_with_stores() {
    for &end in congklak::End::ALL {
        for &capture in congklak::Capture::ALL {
            for (empty_capture, direction) in [(false, Direction::Clockwise), (true, Direction::Anticlockwise)] {
                let default = congklak::Options::default();
                check_store_game::<Congklak>(congklak::Options {
                    houses: 3,
                    end,
                    capture,
                    empty_capture,
                    direction,
                    ..default
                });
            }
        }
    }
    for &end in kalah::End::ALL {
        for &remaining in kalah::Remaining::ALL {
            for empty_capture in [false, true] {
                let default = kalah::Options::default();
                check_store_game::<Kalah>(kalah::Options { houses: 3, end, remaining, empty_capture, ..default });
            }
        }
    }
    for &remaining in mangala::Remaining::ALL {
        let options = mangala::Options { houses: 4, remaining, ..mangala::Options::default() };
        check_store_game::<Mangala>(options);
    }
}

/// The earlier positions that could still recur after a move from `state` to `next`.
fn extended<G: Game>(game: &G, past: &[G::State], state: &G::State, next: &G::State) -> Vec<G::State> {
    past.iter().chain([state]).copied().filter(|earlier| game.could_recur(earlier, next)).collect()
}

/// The final points of the player to move, found by playing out every game; `None` if that takes more than `left`
/// moves.
fn play_out<G: Game>(game: &G, state: &G::State, past: &[G::State], left: &mut u32) -> Option<i32> {
    if game.over(state).is_some() {
        return Some(standing(game, state));
    }
    let mut best = i32::MIN;
    for (_, next) in legal(game, state, past) {
        *left = left.checked_sub(1)?;
        let value = play_out(game, &next, &extended(game, past, state, &next), left)?;
        best = best.max(before(game, state, &next, value));
    }
    Some(best)
}

/// Plays random lines from random positions, and compares what is proven at the end of each with the value by playing
/// out.
fn check_lines_with_a_past<G: Game>(
    game: impl Fn(&Setup) -> G,
    layers: &[Vec<Setup>],
    table: Option<&Table>,
    random: &mut Random,
) {
    let mut compared = 0;
    let mut with_past = 0;
    let mut proven = 0;
    let mut lasting = TranspositionTable::lasting(1 << 20);
    for _ in 0..60 {
        let layer = &layers[random.below(layers.len())];
        let setup = &layer[random.below(layer.len())];
        let game = &game(setup);
        let mut line = Line::from(setup.position().expect("consistent"));
        let mut state = game.state(setup);
        let mut past = Vec::new();
        for _ in 0..random.below(12) {
            let mut open = legal(game, &state, &past);
            open.retain(|(_, next)| game.over(next).is_none());
            if open.is_empty() {
                break;
            }
            let (played, next) = random.pick(&open);
            assert!(line.play_unchecked(played, &mut ()));
            past = extended(game, &past, &state, &next);
            state = next;
        }
        let Some(value) = play_out(game, &state, &past, &mut 8_000) else { continue };
        let wanted = random.pick(&[1, 2, 3, ALL_MOVES]);
        let Some(report) = ask(&line, &nodes(5_000), wanted, table) else { continue };
        let by_others = ask_in(&mut lasting, &line, &nodes(5_000), wanted, table).expect("not over");
        for report in [&report, &by_others] {
            check_proven(&line, report, value, |played| {
                let next = game.play(&state, played, &past, &mut ()).expect("legal");
                let value = play_out(game, &next, &extended(game, &past, &state, &next), &mut { u32::MAX });
                before(game, &state, &next, value.expect("unlimited"))
            });
        }
        compared += 1;
        with_past += u32::from(!past.is_empty());
        proven += u32::from(report.best.certainty == Certainty::Proven);
    }
    assert!(compared >= 7 && with_past >= 4 && proven * 10 >= compared * 9, "{compared} {with_past} {proven}");
}

#[test]
fn proven_suggestions_hold_where_lines_repeat_or_stay_quiet() {
    let random = &mut Random(1);
    let layers = |rules, seeds: std::ops::RangeInclusive<u32>, phase| -> Vec<Vec<Setup>> {
        seeds.map(|seeds| layer(rules, seeds, phase)).collect()
    };
    for repetition in [2, 3] {
        let options = andada::Options { houses: 3, repetition, ..andada::Options::default() };
        let layers = layers(Rules::Andada(options), 2..=8, Some(Phase::Play));
        check_lines_with_a_past(|_| Andada::new(options), &layers, None, random);
    }
    for (repetition, quiet) in [(0, 3), (0, 6), (2, 0), (2, 3), (2, 6), (3, 0), (3, 3), (3, 6)] {
        let remaining = random.pick(&[Remaining::OwnSide, Remaining::Leave]);
        let majority = quiet == 3;
        let few = if quiet == 6 { 2 } else { 0 };
        let options = awale::Options { repetition, quiet, remaining, majority, few, ..awale::Options::default() };
        let mut positions = layers(Rules::Awale(options), 1..=7, None);
        for setup in positions.iter_mut().flatten() {
            setup.stores = Some(BySide::from_fn(|_| random.below(5) as u32));
        }
        let game = |setup: &Setup| {
            let stores = setup.stores.unwrap_or_default();
            Awale::new(options, setup.south.iter().chain(&setup.north).chain(stores.iter()).sum())
        };
        let table = build(Rules::Awale(options), 6);
        check_lines_with_a_past(game, &positions, Some(&table), random);

        let last_four = random.pick(LastFour::ALL);
        let bonus_move = random.chance(2);
        let options =
            anywoli::Options { last_four, bonus_move, quiet, remaining, repetition, ..anywoli::Options::default() };
        let short = anywoli::Options { houses: 3, ..options };
        let positions = layers(Rules::Anywoli(short), 4..=10, None);
        check_lines_with_a_past(|_| Anywoli::new(short), &positions, None, random);
        // Without a limit of quiet moves, games on longer rows cannot be played out.
        if quiet > 0 {
            let rows = anywoli::Options { houses: 6, ..options };
            let positions = layers(Rules::Anywoli(rows), 4..=6, None);
            let table = build(Rules::Anywoli(rows), 6);
            check_lines_with_a_past(|_| Anywoli::new(rows), &positions, Some(&table), random);
        }
    }
}

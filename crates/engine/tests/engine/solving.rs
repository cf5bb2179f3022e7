//! The solver of Andada: its proofs compared with complete analysis, and its state saved, resumed and damaged.

use ayla_engine::Certainty;
use ayla_engine::random::Random;
use ayla_engine::solver::{Solver, Unsolvable, Verdict};
use ayla_rules::Game;
use ayla_rules::andada::{Andada, BearOff, Options, State};
use ayla_rules::board::Direction;
use ayla_rules::{Move, Position, Setup, Side};
use ayla_test_games::read;

use crate::complete::{andada, key, legal};
use crate::limits::{ask, nodes};

/// Nodes that suffice for any of these positions.
const ENOUGH: u64 = 2_000_000;
/// Memory in which no entry is replaced.
const MUCH: usize = 8 << 20;

fn solver(text: &str) -> Solver {
    solver_with(text, 0)
}

fn solver_with(text: &str, memory: usize) -> Solver {
    Solver::new(&read(text), memory).expect("it can be solved")
}

fn finish(solver: &mut Solver) -> Verdict {
    solver.step(ENOUGH).expect("enough")
}

/// Plays the line of a verdict, and compares its end with the value.
fn check_line(game: &Andada, start: &State, verdict: &Verdict) {
    let mut state = *start;
    let mut seen = Vec::new();
    for &played in &verdict.line {
        assert!(game.over(&state).is_none());
        seen.push(state);
        state = game.play(&state, played, &[], &mut ()).expect("legal");
    }
    let text = || format!("{}: {verdict:?}", game.setup(start));
    let lost = game.over(&state).is_some().then(|| game.turn(&state));
    let expected = match verdict.value {
        1 => Some(game.turn(start).other()),
        -1 => Some(game.turn(start)),
        _ => None,
    };
    assert_eq!(lost, expected, "{}", text());
    if verdict.value == 0 {
        let as_seen = |state: &State| (game.turn(state), key(&game.setup(state)));
        assert!(seen.iter().any(|earlier| as_seen(earlier) == as_seen(&state)), "it goes round: {}", text());
    }
}

#[test]
fn every_position_of_three_houses_is_solved_as_by_complete_analysis() {
    for &bear_off in BearOff::ALL {
        let complete = andada(Options { houses: 3, bear_off, ..Options::default() });
        let mut counts = [0; 3];
        for (state, value) in complete.open() {
            let text = complete.game.setup(&state).to_string();
            let verdict = finish(&mut solver(&text));
            assert_eq!(verdict.value, value, "{text}");
            check_line(&complete.game, &state, &verdict);
            counts[(value + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count > 10), "all values occur: {counts:?}");
    }
}

#[test]
fn the_direction_and_the_side_to_move_change_no_value() {
    let clockwise = Options { houses: 3, direction: Direction::Clockwise, ..Options::default() };
    let complete = andada(clockwise);
    for (state, value) in complete.open().step_by(7) {
        let setup = complete.game.setup(&state);
        let swapped = Setup { south: setup.north, north: setup.south, turn: Side::North, ..setup };
        let state = complete.game.state(&swapped);
        let verdict = finish(&mut solver(&swapped.to_string()));
        assert_eq!(verdict.value, value, "{swapped}");
        check_line(&complete.game, &state, &verdict);
    }
}

/// Positions of random games, the first of each with at most `seeds` seeds left.
fn late_positions(start: &str, seeds: u8, count: usize) -> Vec<(Andada, State)> {
    let Position::Andada(at) = read(start).position() else { unreachable!("it is Andada") };
    let mut random = Random::new(1, 0);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = at.state;
        while at.game.over(&state).is_none() && state.seeds() > seeds {
            (_, state) = random.pick(&legal(&at.game, &state, &[])).expect("it is not over");
        }
        if at.game.over(&state).is_none() {
            found.push((at.game, state));
        }
    }
    found
}

#[test]
fn late_positions_have_the_value_that_suggest_proves() {
    for start in ["andada 222222/222222 - s o", "andada:bear-off=momentary 222222/222222 - s o"] {
        let mut compared = 0;
        for (game, state) in late_positions(start, 9, 15) {
            let text = game.setup(&state).to_string();
            let report = ask(&read(&text), &nodes(200_000), 1, None).expect("not over");
            let verdict = finish(&mut solver_with(&text, MUCH));
            check_line(&game, &state, &verdict);
            if report.best.certainty == Certainty::Proven {
                assert_eq!(f64::from(verdict.value), report.best.value, "{text}");
                compared += 1;
            }
        }
        assert!(compared > 7, "{start}: {compared}");
    }
}

#[test]
fn little_memory_changes_no_value() {
    for (game, state) in late_positions("andada 222222/222222 - s o", 10, 6) {
        let text = game.setup(&state).to_string();
        let verdict = finish(&mut solver(&text));
        assert_eq!(verdict.value, finish(&mut solver_with(&text, MUCH)).value, "{text}");
        check_line(&game, &state, &verdict);
    }
}

#[test]
fn repetition_changes_no_value_while_nothing_came_before() {
    let complete = andada(Options { houses: 3, ..Options::default() });
    let few = complete.open().filter(|(state, _)| state.seeds() <= 6);
    let mut compared = 0;
    for (state, value) in few.step_by(5) {
        let text = complete.game.setup(&state).to_string().replacen("andada", "andada:repetition=2", 1);
        assert_eq!(finish(&mut solver(&text)).value, value, "{text}");
        let report = ask(&read(&text), &nodes(20_000), 1, None).expect("not over");
        if report.best.certainty == Certainty::Proven {
            assert_eq!(report.best.value, f64::from(value), "{text}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn endless_cycles_have_value_zero() {
    let verdict = finish(&mut solver("andada 411/042 - s"));
    assert_eq!((verdict.value, verdict.line), (0, vec![Move::House(2), Move::House(1)]));
}

#[test]
fn a_solution_is_deterministic_and_keeps_within_its_nodes() {
    for (game, state) in late_positions("andada 222222/222222 - s o", 10, 5) {
        let text = game.setup(&state).to_string();
        let whole = finish(&mut solver(&text));
        assert_eq!(finish(&mut solver(&text)), whole);
        for nodes in [1, whole.nodes / 2, whole.nodes - 1] {
            let mut part = solver(&text);
            // The last position takes at most seven nodes: it and its moves.
            part.step(nodes);
            assert!(part.progress().nodes <= nodes + 7, "{} of {nodes}", part.progress().nodes);
        }
        let mut stopped = solver(&text);
        assert_eq!((stopped.step(0), stopped.progress().nodes), (None, 0));
    }
}

#[test]
fn unsolvable_positions_are_refused() {
    for (text, why) in [
        ("awale 444444/444444 0/0 s", Unsolvable::OtherGame),
        ("andada 000/111 - s", Unsolvable::Over),
        ("andada 222/222 - s over=repetition", Unsolvable::Over),
        ("andada:repetition=3 411/042 - s moves 2 1", Unsolvable::Past),
        ("andada 222222222222222/222222222222222 - s o", Unsolvable::TooLarge),
    ] {
        assert_eq!(Solver::new(&read(text), 0).err(), Some(why), "{text}");
    }
    assert_eq!(Solver::new(&read("andada 411/042 - s"), usize::MAX).err(), Some(Unsolvable::Memory));
    assert!(Solver::new(&read("andada:repetition=3 411/042 - s"), 0).is_ok());
    assert!(Solver::new(&read("andada 222222222222/222222222222 - s o"), 0).is_ok());
}

fn saved(solver: &mut Solver) -> Vec<u8> {
    let mut bytes = Vec::new();
    solver.save(&mut bytes).expect("memory can be written");
    bytes
}

#[test]
fn a_solution_can_stop_and_resume_anywhere() {
    for (game, state) in late_positions("andada 222222/222222 - s o", 10, 2) {
        let text = game.setup(&state).to_string();
        let value = finish(&mut solver(&text)).value;
        for part in [1, 100, 3_000] {
            // In one process, with a save now and then, which must not affect the result.
            let mut whole = solver(&text);
            let mut steps = 0;
            let verdict = loop {
                if let Some(verdict) = whole.step(part) {
                    break verdict;
                }
                steps += 1;
                if steps % 50 == 0 {
                    saved(&mut whole);
                }
            };
            assert_eq!(verdict.value, value, "{text} by {part}");
            check_line(&game, &state, &verdict);
        }
        for part in [5_000, 20_000] {
            // From one process to the next.
            let mut bytes = saved(&mut solver(&text));
            let verdict = loop {
                let mut next = Solver::new(&read(&text), 1 << 20).expect("it can be solved");
                next.load(&mut bytes.as_slice()).expect("whole");
                if let Some(verdict) = next.step(part) {
                    break verdict;
                }
                bytes = saved(&mut next);
            };
            assert_eq!(verdict.value, value, "{text} by {part}");
            check_line(&game, &state, &verdict);
        }
    }
}

#[test]
fn a_damaged_state_is_refused_and_changes_nothing() {
    let text = "andada 222/222 - s o";
    let mut stopped = solver(text);
    assert_eq!(stopped.step(300), None);
    let whole = saved(&mut stopped);
    let load = |bytes: &[u8]| {
        let mut solver = solver(text);
        let refused = solver.load(&mut &*bytes).expect_err("it is damaged");
        assert_eq!((solver.progress().nodes, solver.progress().stored), (0, 0));
        refused
    };
    for at in 0..whole.len() {
        let cut = if at < 8 { "is not the state of a solver" } else { "is damaged: it is truncated" };
        assert_eq!(load(&whole[..at]), cut, "cut at {at}");
        for bit in [0, 7] {
            let mut altered = whole.clone();
            altered[at] ^= 1 << bit;
            load(&altered);
        }
    }
    let longer = [whole.as_slice(), &[0]].concat();
    assert_eq!(load(&longer), "is damaged: it continues after its end");
    assert_eq!(load(b"awale 444444/444444 0/0 s"), "is not the state of a solver");
    let other = saved(&mut solver("andada 411/042 - s"));
    assert_eq!(load(&other), "is for another position: andada 411/042 - s");
    for version in [1, 3] {
        let mut other = whole.clone();
        other[8] = version;
        assert_eq!(load(&other), format!("has version {version}; this program reads and writes version 2"));
    }
    solver(text).load(&mut whole.as_slice()).expect("whole");
}

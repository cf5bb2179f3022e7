//! Endgame tables in play.

use std::ops::ControlFlow;

use ayla_engine::tablebase::{Class, Sample, Table};
use ayla_engine::{ALL_MOVES, Certainty, Request, TranspositionTable, proven_value, suggest_watched};
use ayla_rules::anywoli::{self, LastFour};
use ayla_rules::awale::{self, Capture};
use ayla_rules::{BySide, Line, Move, Rules, Side, Status};
use ayla_test_games::read;

use crate::limits::{ask, nodes};

fn build(rules: Rules, seeds: u32) -> Table {
    Table::build(Class::of(&rules).expect("there are tables"), seeds, 1)
}

/// A table of Anywoli of eight seeds on rows of six houses.
fn anywoli(last_four: LastFour) -> Table {
    build(Rules::Anywoli(anywoli::Options { last_four, houses: 6, ..anywoli::Options::default() }), 8)
}

fn samples(table: &Table, count: usize) -> Vec<Sample> {
    let mut samples = Vec::new();
    table.sample(count, table.seeds(), 1, |sample| {
        samples.push(sample);
        ControlFlow::Continue(())
    });
    samples
}

/// Positions of eight seeds in which there is something to win.
fn won(table: &Table, count: usize) -> Vec<Sample> {
    let seeds = |sample: &Sample| sample.setup.south.iter().chain(&sample.setup.north).sum::<u32>();
    samples(table, count).into_iter().filter(|sample| sample.value > 0 && seeds(sample) == 8).collect()
}

/// Plays a position out, the engine for both players, and checks that South gets what the table promises.
fn check_played_out(Sample { setup, value, .. }: &Sample, table: &Table, most: u64) {
    let mut line = Line::from(setup.position().expect("consistent"));
    let lead = |line: &Line| {
        let BySide { south, north } = line.position().setup().stores.expect("this game has stores");
        f64::from(south) - f64::from(north)
    };
    let value = f64::from(*value);
    for _ in 0..200 {
        let Some(report) = ask(&line, &nodes(most), 1, Some(table)) else { break };
        let sign = if line.position().turn() == Side::South { 1.0 } else { -1.0 };
        assert_eq!((report.best.value * sign, report.best.certainty), (value, Certainty::Proven), "{line}");
        if lead(&line) == value {
            // The rest is worth nothing to either player.
            return;
        }
        line = line.play(report.best.played).expect("legal");
    }
    assert_eq!(lead(&line), value, "{}", setup.text());
}

#[test]
fn the_engine_gains_what_an_awale_table_promises() {
    let default = awale::Options::default();
    for options in
        [default, awale::Options { capture: Capture::Two, ..default }, awale::Options { limit: 2, ..default }]
    {
        let table = build(Rules::Awale(options), 9);
        samples(&table, 60).iter().for_each(|sample| check_played_out(sample, &table, 20_000));
    }
}

/// The way to a value is found by an analysis, which can last longer than a caller waits: a move is reported before.
/// The moves that lose nothing, by the table, and what they are worth.
fn best_moves(line: &Line, table: &Table) -> (Vec<Move>, f64) {
    let position = line.position();
    let value = |played: &Move| {
        let next = position.play_unchecked(*played, &mut ()).expect("legal");
        let lead = next.stores().map(|BySide { south, north }| i32::from(south) - i32::from(north));
        let is_mover = next.turn() == position.turn();
        let sign = if position.turn() == Side::South { 1 } else { -1 };
        let after = proven_value(&next, table).map(|value| if is_mover { value } else { -value });
        after.or(lead.map(|lead| sign * lead)).expect("a game with stores")
    };
    let moves = position.legal_moves();
    let best = moves.iter().map(value).max().expect("the game is not over");
    (moves.into_iter().filter(|played| value(played) == best).collect(), best.into())
}

#[test]
fn of_moves_that_win_the_one_that_wins_by_most_is_played() {
    for (text, best, value) in
        [("awale 221053/111101 6/24 n", "3", 18.0), ("awale 120001/1021d0 4/23 n q17", "14", 22.0)]
    {
        let line = read(text);
        for most in [100_000, 400_000, 1_000_000] {
            for wanted in [1, ALL_MOVES] {
                let report = ask(&line, &nodes(most), wanted, None).expect("not over");
                assert!(best.contains(&report.best.played.to_string()), "{text}, {most} nodes: {report:?}");
                assert!((report.best.value - value).abs() < 2.0, "{text}, {most} nodes: {report:?}");
            }
        }
    }
}

#[test]
fn near_a_majority_the_margin_is_that_of_the_table() {
    let table = build(Rules::Awale(awale::Options::default()), 14);
    let smaller = build(Rules::Awale(awale::Options::default()), 12);
    let mut counts = [0; 2];
    for Sample { mut setup, .. } in samples(&table, 600) {
        let seeds: u32 = setup.south.iter().chain(&setup.north).sum();
        let south = 22 + counts[0] % 3;
        setup.stores = Some(BySide { south, north: 48 - seeds - south });
        let Ok(position) = setup.position() else { continue };
        if seeds < 14 || position.legal_moves().len() < 2 || !matches!(position.status(), Status::InProgress { .. }) {
            continue;
        }
        let line = Line::from(position);
        let (best, value) = best_moves(&line, &table);
        let found = ask(&line, &nodes(20_000), 1, Some(&smaller)).expect("not over").best.played;
        counts[0] += 1;
        counts[1] += u32::from(best.contains(&found));
        // Seeds are never won at the price of the game.
        let (_, left) = best_moves(&line.clone().play(found).expect("legal"), &table);
        assert_eq!(value > 0.0, left < 0.0, "{line}: {found}");
    }
    let [all, exact] = counts;
    assert!(all > 200 && exact * 100 >= 97 * all, "{exact} of {all}");
}

#[test]
fn a_move_is_reported_before_an_ending_is_analysed() {
    let table = anywoli(LastFour::LastCaptor);
    let mut analysed = 0;
    for sample in won(&table, 400) {
        let line = Line::from(sample.setup.position().expect("consistent"));
        let request = Request { limits: nodes(100_000), endgame: Some(&table), ..Request::new(&line) };
        let mut reports = Vec::new();
        let last = suggest_watched(&mut TranspositionTable::default(), &request, &mut |report| reports.push(report));
        if last.expect("not over").nodes > 100 {
            let first = reports.first().map(|report| (report.depth, report.best.value, report.nodes < 50));
            assert_eq!(first, Some((1, sample.value.into(), true)), "{line}");
            analysed += 1;
        }
    }
    assert!(analysed > 10, "{analysed}");
}

/// The way to a value is what a table does not have; the lines must keep it all the same.
#[test]
fn lines_proven_with_a_table_keep_the_value_to_their_last_move() {
    let table = build(Rules::Awale(awale::Options::default()), 8);
    let mut moves = 0;
    for sample in samples(&table, 1_000) {
        for most in [200, 2_000] {
            let mut line = Line::from(sample.setup.position().expect("consistent"));
            let Some(report) = ask(&line, &nodes(most), 1, Some(&table)) else { continue };
            for &played in &report.best.line {
                // With one node the table gives the value of every move.
                let known = ask(&line, &nodes(1), ALL_MOVES, Some(&table)).expect("not over");
                let value = known.candidates.iter().find(|it| it.played == played).map(|it| it.value);
                assert_eq!(value, Some(known.best.value), "{line}: {:?}", report.best);
                line = line.play(played).expect("legal");
                moves += 1;
            }
        }
    }
    assert!(moves > 2_000, "{moves}");
}

/// Without a table, this few nodes find neither the value nor the way to it.
#[test]
fn the_engine_gains_what_an_anywoli_table_promises() {
    for table in LastFour::ALL.iter().map(|&last_four| anywoli(last_four)) {
        let won = won(&table, 200);
        let mut proven_alone = 0;
        for sample in &won {
            check_played_out(sample, &table, 200);
            let alone = ask(&read(&sample.setup.text()), &nodes(200), 1, None).expect("not over").best;
            if alone.certainty == Certainty::Proven {
                assert_eq!(alone.value, f64::from(sample.value), "{}", sample.setup.text());
                proven_alone += 1;
            }
        }
        assert!(won.len() > 20 && 3 * proven_alone < 2 * won.len(), "{proven_alone} of {}", won.len());
    }
}

/// Without a stop all of these are proven.
#[test]
fn a_stop_makes_an_anywoli_table_guidance_only() {
    let table = anywoli(LastFour::LastCaptor);
    let won = won(&table, 60);
    for stop in ["quiet=100", "repetition=3"] {
        let certain = |sample: &&Sample| {
            let line = read(&sample.setup.text().replacen("anywoli", &format!("anywoli:{stop}"), 1));
            ask(&line, &nodes(200), 1, Some(&table)).expect("not over").best.certainty == Certainty::Proven
        };
        let proven = won.iter().filter(certain).count();
        assert!(2 * proven < won.len(), "{stop}: {proven} of {}", won.len());
    }
}

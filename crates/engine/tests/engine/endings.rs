//! Endgame tables in play.

use std::ops::ControlFlow;

use ayla_engine::tablebase::{Class, Sample, Table};
use ayla_engine::{ALL_MOVES, Certainty, Request, TranspositionTable, suggest_watched};
use ayla_rules::anywoli::{self, LastFour};
use ayla_rules::awale::{self, Capture};
use ayla_rules::{BySide, Line, Rules, Side};
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

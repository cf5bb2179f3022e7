//! Endgame tables in play.

use ayla_engine::tablebase::{self, Class};
use ayla_engine::{Certainty, Limits, Request, suggest};
use ayla_rules::notation::read_line;
use ayla_rules::{Line, Rules, Side, awale};
use ayla_test_games::Random;

/// Plays an ending out, the engine for both: whether what the table promises is in the stores in the end.
fn is_got(start: &Line, table: &tablebase::Table, nodes: u64) -> bool {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut line = start.clone();
    let first = line.position().setup().turn;
    let lead = |line: &Line, side: Side| {
        let stores = line.position().setup().stores.expect("this game has stores");
        i64::from(stores[side.index()]) - i64::from(stores[side.other().index()])
    };
    let mut promised = None;
    for _ in 0..200 {
        let request = Request { limits, endgame: Some(table), ..Request::new(&line) };
        let Some(report) = suggest(&request) else { break };
        assert_eq!(report.best.certainty, Certainty::Proven, "{line}");
        let turn = line.position().setup().turn;
        let value = report.best.value as i64 * if turn == first { 1 } else { -1 };
        assert_eq!(*promised.get_or_insert(value), value, "{line}");
        if lead(&line, first) == value {
            // The rest is worth nothing to either.
            return true;
        }
        let played = line.position().check(report.best.played.into(), None).expect("legal");
        line.play_unchecked(played, &mut ());
    }
    // Where the game was over before, nothing was promised.
    promised.is_none_or(|value| value == lead(&line, first))
}

#[test]
fn the_engine_gains_what_a_table_promises() {
    let mut random = Random(11);
    for options in [
        awale::Options::default(),
        awale::Options { capture: awale::Capture::Two, ..awale::Options::default() },
        awale::Options { limit: 2, ..awale::Options::default() },
    ] {
        let rules = Rules::Awale(options);
        let table = tablebase::Table::build(Class::of(&rules).expect("Awalé has tables"), 9, 1);
        let (mut got, mut lost) = (0, Vec::new());
        for _ in 0..60 {
            let (seeds, mut houses) = (5 + random.below(5), [0; 12]);
            for _ in 0..seeds {
                houses[random.below(12)] += 1;
            }
            let row = |houses: &[u32]| houses.iter().map(ToString::to_string).collect::<String>();
            let text = format!("{rules} {}/{} 20/{} s", row(&houses[..6]), row(&houses[6..]), 28 - seeds);
            let position = read_line(&text).expect("well formed").setup.position().expect("consistent");
            let line = Line::from(position);
            if is_got(&line, &table, 20_000) { got += 1 } else { lost.push(line.to_string()) }
        }
        assert!(lost.is_empty(), "{options:?}: {got} got, {lost:#?}");
    }
}

//! Suggestions within their limits: reproducible, stopped in time, and with lines of legal moves.

use std::cell::Cell;

use ayla_engine::tablebase::Table;
use ayla_engine::{
    ALL_MOVES, Certainty, Interrupt, Limits, Report, Request, StoppedBy, TranspositionTable, suggest, suggest_in,
};
use ayla_rules::Line;
use ayla_test_games::read;
use ayla_test_games::vectors::positions;

/// The positions to search.
fn lines() -> Vec<Line> {
    positions("search").iter().map(|text| read(text)).collect()
}

pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub(crate) fn ask(line: &Line, limits: &Limits, wanted: usize, endgame: Option<&Table>) -> Option<Report> {
    ask_in(&mut TranspositionTable::default(), line, limits, wanted, endgame)
}

pub(crate) fn ask_in(
    memory: &mut TranspositionTable,
    line: &Line,
    limits: &Limits,
    wanted: usize,
    endgame: Option<&Table>,
) -> Option<Report> {
    suggest_in(memory, &Request { limits: *limits, wanted, endgame, ..Request::new(line) })
}

/// Plays the lines of a report, and checks that its parts agree.
pub(crate) fn check_lines(line: &Line, report: &Report) {
    let moves = line.position().legal_moves();
    assert!(report.candidates.len() <= moves.len());
    let best = &report.best;
    if let Some(first) = report.candidates.first() {
        assert_eq!((first.played, first.value, &first.line), (best.played, best.value, &best.line));
        // A move that is certain not to lose may come before one that is expected to be better.
        assert!(report.candidates[1..].is_sorted_by(|one, next| one.value >= next.value), "{line}: {report:?}");
        let is_greatest = report.candidates.iter().all(|it| it.value <= first.value);
        assert!(is_greatest || first.value >= 0.0, "{line}: {report:?}");
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

#[test]
fn the_same_request_has_the_same_answer() {
    let limits = [nodes(30_000), to_depth(5)];
    for line in lines() {
        let ask_all = || limits.map(|limits| [1, 2, ALL_MOVES].map(|wanted| ask(&line, &limits, wanted, None)));
        assert_eq!(ask_all(), ask_all());
    }
}

#[test]
fn limits_are_kept() {
    for line in lines() {
        for most in [0, 1, 7, 100, 5_000] {
            let report = ask(&line, &nodes(most), 1, None).expect("not over");
            assert!(report.nodes <= most.max(1), "{report:?}");
            assert_eq!(report.stopped_by, StoppedBy::Nodes);
            let all = ask(&line, &nodes(most), ALL_MOVES, None).expect("not over");
            assert!(all.nodes <= most.max(all.candidates.len() as u64));
            check_lines(&line, &all);
        }
        let nothing = ask(&line, &nodes(0), 1, None).expect("not over");
        assert_eq!((nothing.best.played, nothing.depth), (line.position().legal_moves()[0], 0));
        assert_eq!(nothing.best.certainty, Certainty::Estimated);
        for depth in 0..5 {
            let report = ask(&line, &to_depth(depth), 1, None).expect("not over");
            assert_eq!((report.depth, report.stopped_by), (depth, StoppedBy::Depth));
        }
        let report = suggest(&Request { interrupt: &|| Some(Interrupt::Time), ..Request::new(&line) });
        let report = report.expect("not over");
        // The value of a known start is there without a search.
        let is_known = report.nodes == 0 && report.best.certainty == Certainty::Proven;
        assert!(is_known || report.stopped_by == StoppedBy::Time, "{report:?}");
    }
}

#[test]
fn the_best_moves_are_the_best_of_all_moves_for_less_than_a_search_each() {
    let mut nodes_of_few = 0;
    let mut nodes_of_one = 0;
    let mut nodes_of_all = 0;
    for (line, depth) in lines().iter().flat_map(|line| (1..7).map(move |depth| (line, depth))) {
        let [one, few, all] =
            [1, 3, ALL_MOVES].map(|wanted| ask(line, &to_depth(depth), wanted, None).expect("not over"));
        let values = |report: &Report, most| {
            let mut values: Vec<f64> = report.candidates.iter().map(|it| it.value).collect();
            values.sort_by(|one, next| next.total_cmp(one));
            values.truncate(most);
            values
        };
        assert_eq!(few.candidates.len(), all.candidates.len().min(3));
        assert_eq!(all.candidates.len(), line.position().legal_moves().len());
        assert_eq!(values(&few, 3), values(&all, 3), "{line} {depth}");
        check_lines(line, &few);
        nodes_of_one += one.nodes;
        nodes_of_few += few.nodes;
        nodes_of_all += all.nodes;
    }
    assert!(nodes_of_few < 3 * nodes_of_one, "{nodes_of_few} nodes for three moves, {nodes_of_one} for one");
    assert!(nodes_of_few < nodes_of_all, "{nodes_of_few} nodes for three moves, {nodes_of_all} for all");
}

#[test]
fn a_search_stops_when_it_is_first_interrupted() {
    for line in lines() {
        for (interrupt, stopped_by) in
            [(Interrupt::Time, StoppedBy::Time), (Interrupt::Cancelled, StoppedBy::Cancelled)]
        {
            const POLLS: u64 = 1_000;
            let polls = Cell::new(0);
            let poll = || {
                polls.set(polls.get() + 1);
                (polls.get() >= POLLS).then_some(interrupt)
            };
            let limits = nodes(u64::MAX);
            let report = suggest(&Request { limits, wanted: ALL_MOVES, interrupt: &poll, ..Request::new(&line) });
            let report = report.expect("not over");
            assert!(report.stopped_by == stopped_by && report.depth > 0, "{report:?}");
            assert_eq!(polls.get(), POLLS);
            // Two polls are fewer than 128 nodes apart.
            assert!(report.nodes <= 128 * POLLS, "{report:?}");
        }
    }
}

#[test]
fn an_ended_game_has_no_suggestion() {
    for text in positions("over") {
        assert_eq!(ask(&read(&text), &Limits::default(), ALL_MOVES, None), None, "{text}");
    }
}

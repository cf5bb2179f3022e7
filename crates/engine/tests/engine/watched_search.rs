//! A search that reports its progress: its reports, and that its result is the same as without them.

use ayla_engine::{ALL_MOVES, Limits, Report, Request, StoppedBy, TranspositionTable, suggest_watched};
use ayla_rules::Line;
use ayla_test_games::{read, vectors};

use crate::limits::{ask, nodes, to_depth};

/// The positions, and an ending that is analysed completely.
fn lines() -> Vec<Line> {
    let texts = vectors::positions("search").into_iter().chain(["awale 000101/100010 21/23 s".to_owned()]);
    texts.map(|text| read(&text)).collect()
}

fn watched(line: &Line, limits: &Limits, wanted: usize) -> (Vec<Report>, Report) {
    let mut reports = Vec::new();
    let request = Request { limits: *limits, wanted, ..Request::new(line) };
    let last = suggest_watched(&mut TranspositionTable::default(), &request, &mut |report| reports.push(report));
    (reports, last.expect("not over"))
}

#[test]
fn watching_changes_no_result_and_each_report_improves() {
    for line in lines() {
        for (limits, wanted) in
            [nodes(20_000), to_depth(6)].iter().flat_map(|limits| [1, 2, ALL_MOVES].map(|wanted| (limits, wanted)))
        {
            let (reports, last) = watched(&line, limits, wanted);
            assert_eq!(Some(&last), ask(&line, limits, wanted, None).as_ref(), "{line}");
            assert!(!reports.is_empty(), "{line}");
            let effort = |report: &Report| (report.depth, report.nodes);
            assert!(reports.is_sorted_by_key(effort) && effort(&reports[reports.len() - 1]) <= effort(&last), "{line}");
            assert!(reports.iter().all(|report| report.stopped_by == StoppedBy::Depth && report.depth > 0), "{line}");
            assert!(reports.iter().all(|report| report.best.line.first() == Some(&report.best.played)), "{line}");
        }
    }
}

#[test]
fn each_iteration_is_reported_like_a_final_answer() {
    for (line, wanted) in lines().into_iter().flat_map(|line| [1, 2, ALL_MOVES].map(|wanted| (line.clone(), wanted))) {
        let (reports, last) = watched(&line, &to_depth(5), wanted);
        for depth in 1..last.depth {
            let report = reports.iter().find(|report| report.depth == depth);
            assert_eq!(report, ask(&line, &to_depth(depth), wanted, None).as_ref(), "{line} {depth}");
        }
    }
}

#[test]
fn a_better_move_is_reported_before_its_iteration_ends() {
    let (reports, _) = watched(&read("awale 444444/444444 0/0 s"), &to_depth(9), 1);
    let within = reports.windows(2).filter(|pair| pair[0].depth == pair[1].depth);
    let better: Vec<_> = within.map(|pair| (pair[0].best.played, pair[1].best.played)).collect();
    assert!(!better.is_empty() && better.iter().all(|(before, after)| before != after), "{better:?}");
}

//! A search that reports its progress: its reports, and that its result is the same as without them.

use ayla_engine::{Limits, Report, Request, StoppedBy, TranspositionTable, suggest, suggest_watched};
use ayla_rules::Line;
use ayla_rules::notation::read_line;

const POSITIONS: [&str; 6] = [
    "awale 444444/444444 0/0 s",
    "awale:repetition=3 404455/550444 3/6 n",
    // An ending that is seen whole.
    "awale 000101/100010 21/23 s",
    "anywoli 444444444444/444444444444 0/0 n first=n",
    "andada 222222222222/222222222222 - s o",
    "andada:repetition=3 140231/003125 - n",
];

fn read(text: &str) -> Line {
    Line::from(read_line(text).expect("well formed").setup.position().expect("consistent"))
}

fn alone(line: &Line, limits: &Limits, all: bool) -> Report {
    suggest(&Request { limits: *limits, all_moves: all, ..Request::new(line) }).expect("not over")
}

fn watched(line: &Line, limits: &Limits, all: bool) -> (Vec<Report>, Report) {
    let mut reports = Vec::new();
    let request = Request { limits: *limits, all_moves: all, ..Request::new(line) };
    let last = suggest_watched(&mut TranspositionTable::default(), &request, &mut |report| reports.push(report));
    (reports, last.expect("not over"))
}

#[test]
fn watching_changes_no_result_and_each_report_improves() {
    let limits = [Limits { nodes: Some(20_000), ..Limits::default() }, Limits { depth: Some(6), ..Limits::default() }];
    for (text, limits, all) in POSITIONS
        .iter()
        .flat_map(|text| limits.iter().flat_map(move |limits| [false, true].map(|all| (*text, limits, all))))
    {
        let line = read(text);
        let (reports, last) = watched(&line, limits, all);
        assert_eq!(last, alone(&line, limits, all), "{text}");
        assert!(!reports.is_empty(), "{text}");
        let effort = |report: &Report| (report.depth, report.nodes);
        assert!(reports.is_sorted_by_key(effort) && effort(&reports[reports.len() - 1]) <= effort(&last), "{text}");
        assert!(reports.iter().all(|report| report.stopped_by == StoppedBy::Depth && report.depth > 0), "{text}");
        assert!(reports.iter().all(|report| report.best.line.first() == Some(&report.best.played)), "{text}");
    }
}

#[test]
fn each_iteration_is_reported_like_a_final_answer() {
    for (text, all) in POSITIONS.iter().flat_map(|text| [false, true].map(|all| (*text, all))) {
        let line = read(text);
        let (reports, last) = watched(&line, &Limits { depth: Some(5), ..Limits::default() }, all);
        for depth in 1..last.depth {
            let report = reports.iter().find(|report| report.depth == depth).expect("one for each iteration");
            assert_eq!(
                *report,
                alone(&line, &Limits { depth: Some(depth), ..Limits::default() }, all),
                "{text} {depth}"
            );
        }
    }
}

#[test]
fn a_better_move_is_reported_before_its_iteration_ends() {
    let (reports, _) = watched(&read(POSITIONS[0]), &Limits { depth: Some(9), ..Limits::default() }, false);
    let within = reports.windows(2).filter(|pair| pair[0].depth == pair[1].depth);
    let better: Vec<_> = within.map(|pair| (pair[0].best.played, pair[1].best.played)).collect();
    assert!(!better.is_empty() && better.iter().all(|(before, after)| before != after), "{better:?}");
}

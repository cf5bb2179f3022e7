//! How hard a puzzle is: which level of the engine solves it, and how soon.

use ayla_engine::{ALL_MOVES, Level, Limits, Request, TranspositionTable, suggest_in};
use ayla_rules::{Line, Move, Position};

/// The random choices of a level that are looked at.
const TRIES: u64 = 32;
/// The nodes of a search without errors, and the effort of a puzzle that it solves.
const SEARCHES: [(u64, u8); 3] = [(3_000, 10), (30_000, 11), (300_000, 12)];

/// The level that finds all of these moves in half of its games at least; where none does, 10, 11 or 12 by the nodes
/// that the strongest needs, or 13. Endgame tables are not used.
pub(super) fn effort(memory: &mut TranspositionTable, choices: &[(Position, Move)]) -> u8 {
    let Some((first, _)) = choices.first() else { return 0 };
    let variant = first.rules().variant();
    let mut searched: Option<(Limits, Vec<_>)> = None;
    for number in Level::LOWEST..Level::HIGHEST {
        let Some(level) = Level::new(number) else { continue };
        let limits = level.limits(variant);
        // Several levels search alike, and only err less.
        let reports = match searched.take().filter(|(of, _)| *of == limits) {
            Some((_, reports)) => reports,
            None => choices
                .iter()
                .filter_map(|(position, _)| {
                    let line = Line::from(*position);
                    let report = suggest_in(memory, &Request { limits, wanted: ALL_MOVES, ..Request::new(&line) });
                    Some((line, report?))
                })
                .collect(),
        };
        let shares = reports.iter().zip(choices).map(|((line, report), (_, best))| {
            let found = (0..TRIES).filter(|&seed| level.choose(report.clone(), line, seed).best.played == *best);
            found.count() as f64 / TRIES as f64
        });
        if shares.product::<f64>() >= 0.5 {
            return number as u8;
        }
        searched = Some((limits, reports));
    }
    let found = |nodes: u64, memory: &mut TranspositionTable| {
        choices.iter().all(|(position, best)| {
            let line = Line::from(*position);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            suggest_in(memory, &Request { limits, ..Request::new(&line) }).is_some_and(|it| it.best.played == *best)
        })
    };
    SEARCHES.into_iter().find(|(nodes, _)| found(*nodes, memory)).map_or(13, |(_, effort)| effort)
}

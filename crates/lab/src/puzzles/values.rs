//! The exact values of all moves of a position, by the engine.

use ayla_engine::solver::Order;
use ayla_engine::tablebase::{Class, Table};
use ayla_engine::{
    ALL_MOVES, Candidate, Certainty, Limits, Proof, Request, TranspositionTable, has_solver, suggest_in,
};
use ayla_puzzles::least_lead;
use ayla_rules::{BySide, ByTurn, Line, Move, Position, Rules, Status};

use super::recipe::Recipe;

/// The memory of a solver.
const SOLVER_BYTES: usize = 1 << 20;

/// The moves of a position, the best first, with their values to the player to move: the difference of the stores at
/// the end, or who wins.
#[derive(Clone, Debug)]
pub(super) struct Values(pub(super) Vec<(Move, i32)>);

impl Values {
    pub(super) fn best(&self) -> (Move, i32) {
        self.0[0]
    }

    /// The moves that are as good as the best.
    pub(super) fn best_moves(&self) -> impl Iterator<Item = Move> {
        let best = self.best().1;
        self.0.iter().take_while(move |(_, value)| *value == best).map(|(played, _)| *played)
    }

    pub(super) fn worst(&self) -> i32 {
        self.0.last().map_or(self.best().1, |(_, value)| *value)
    }

    /// By how much the best move leads; nothing if it is the only one.
    pub(super) fn lead(&self) -> Option<i32> {
        Some(self.best().1 - self.0.get(1)?.1)
    }
}

/// Finds values, with tables that it builds when they are first needed.
#[derive(Debug)]
pub(super) struct Prover {
    seeds: u32,
    nodes: u64,
    tables: Vec<(Rules, Option<Table>)>,
    pub(super) memory: TranspositionTable,
}

impl Prover {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let Recipe { table_seeds: seeds, nodes, .. } = *recipe;
        Self { seeds, nodes, tables: Vec::new(), memory: TranspositionTable::default() }
    }

    /// The values of all moves of a position in which the game is not over; `None` if they are not proven within the
    /// nodes.
    pub(super) fn values(&mut self, position: &Position) -> Option<Values> {
        let rules = position.rules();
        if !self.tables.iter().any(|(of, _)| *of == rules) {
            let build = |class: Class| Table::build(class, self.seeds.min(class.most_seeds()), 1);
            self.tables.push((rules, Class::of(&rules).filter(|_| self.seeds > 0).map(build)));
        }
        let table = self.tables.iter().find(|(of, _)| *of == rules).and_then(|(_, table)| table.as_ref());
        let mut values: Vec<_> = if has_solver(position) {
            let value = |played| Some((played, move_value(position, played, table, self.nodes)?));
            position.legal_moves().into_iter().map(value).collect::<Option<_>>()?
        } else {
            search_values(&mut self.memory, position, table, self.nodes)?
        };
        values.sort_by_key(|(played, value)| (-value, played.code()));
        Some(Values(values))
    }

    /// The values, if the best move leads by as much as in a puzzle.
    pub(super) fn clear_values(&mut self, position: &Position) -> Option<Values> {
        self.values(position).filter(|values| values.lead().is_some_and(|lead| lead >= least_lead(position)))
    }
}

/// The value of a move by the solver of the game.
fn move_value(position: &Position, played: Move, table: Option<&Table>, nodes: u64) -> Option<i32> {
    let next = position.play_unchecked(played, &mut ())?;
    let value = match next.status() {
        Status::Over { winner, score, .. } => {
            let points = score
                .map_or_else(|| BySide::from_fn(|side| i32::from(winner == side.into())), |score| score.map(i32::from));
            let ByTurn { mover, other } = points.by_turn(position.turn());
            return Some(mover - other);
        }
        Status::InProgress { .. } => {
            let line = Line::from(next);
            Proof::new(&line, SOLVER_BYTES, table, Order::default()).ok()?.step(nodes)?.value
        }
    };
    Some(if next.turn() == position.turn() { value } else { -value })
}

/// The values of all moves by the search: by the table alone, if it gives them at once.
fn search_values(
    memory: &mut TranspositionTable,
    position: &Position,
    table: Option<&Table>,
    nodes: u64,
) -> Option<Vec<(Move, i32)>> {
    let line = Line::from(*position);
    [1, nodes].into_iter().find_map(|nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = suggest_in(memory, &Request { limits, wanted: ALL_MOVES, endgame: table, ..Request::new(&line) })?;
        let proven = |it: &Candidate| (it.certainty == Certainty::Proven).then_some((it.played, it.value as i32));
        report.candidates.iter().map(proven).collect()
    })
}

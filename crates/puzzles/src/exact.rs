//! An exact solver that knows the rules alone: it shares nothing with the engine.
//!
//! Positions with few seeds are in a table of all of them. Others are searched by plain alpha-beta: is a position worth
//! at least a given number of points? An answer is kept only if it follows from the end of games, from the table, or
//! from the seeds still in play. In games in which positions recur the search has a limit of depth, which is raised;
//! beyond it nothing is known. So no answer depends on the path to a position.

mod boards;
mod table;

use std::collections::HashMap;

use ayla_rules::fault::Part;
use ayla_rules::option::OptionTable;
use ayla_rules::{ByTurn, EndReason, Game, GameOptions, Position, Rules, by_variant};

use self::boards::Key;
use self::table::SolvedTable;

/// What is known of a position: how much it is worth to the player to move from here on, at least and at most.
#[derive(Copy, Clone, Debug)]
struct Bounds {
    least: i16,
    most: i16,
    /// The last question that had no answer, and the depth to which it was searched.
    open: (i16, u32),
}

/// A position after a move.
struct Child<S> {
    state: S,
    /// What the move gains the mover.
    gained: i32,
    /// Whether the opponent moves next.
    turned: bool,
    over: bool,
}

/// The solver, with the tables that it has built.
#[derive(Debug, Default)]
pub struct Solver {
    tables: Vec<(Rules, SolvedTable)>,
    bounds: HashMap<Key, Bounds>,
    nodes: u64,
}

impl Solver {
    /// Starts with another position: what was learnt of earlier ones is forgotten, tables apart. A question may then
    /// take this many nodes, all together.
    pub fn begin(&mut self, nodes: u64) {
        self.bounds.clear();
        self.nodes = nodes;
    }

    /// Builds the table of the rules of a position, if they have none yet: of as many seeds as make at most `boards`
    /// boards. A game that a stop can end before its end has no table.
    pub fn prepare(&mut self, position: &Position, boards: u64) {
        let rules = position.rules();
        let is_known = self.tables.iter().any(|(of, _)| *of == rules);
        // Tuzdiks would make too many tables.
        let has_tuzdiks = rules.variant().about().parts.contains(&Part::Tuzdiks);
        if !is_known && !has_tuzdiks && !has_stop(&rules) {
            let seeds = (0..MOST_SEEDS).take_while(|&seeds| table::boards(&rules, seeds) <= boards).last().unwrap_or(0);
            self.tables.push((rules, by_variant!(Position, position, at => SolvedTable::build(&at.game, seeds))));
        }
    }

    /// Whether the player to move can end with at least `value`: the difference of the stores, or 1, 0 and -1 in games
    /// without stores. `None` if that is not found within the nodes.
    pub fn is_at_least(&mut self, position: &Position, value: i32) -> Option<bool> {
        by_variant!(Position, position, at => {
            if at.game.options().repetition() > 0 {
                return None;
            }
            let wanted = value - standing(&at.game, &at.state);
            if at.game.over(&at.state).is_some() {
                return Some(outcome(&at.game, &at.state) >= wanted);
            }
            let table = self.tables.iter().position(|(rules, _)| *rules == position.rules());
            let mut depth = if at.game.options().about().can_recur() { 2 } else { MOST_DEPTH };
            loop {
                let answer = self.search(&at.game, &at.state, wanted, depth, table);
                if answer.is_some() || self.nodes == 0 || depth >= MOST_DEPTH {
                    return answer;
                }
                depth += 2;
            }
        })
    }

    /// Whether a state in which the game is not over is worth at least `wanted` points from here on.
    fn search<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        wanted: i32,
        depth: u32,
        table: Option<usize>,
    ) -> Option<bool> {
        let setup = game.setup(state);
        if let Some(value) = table.and_then(|table| self.tables.get(table)?.1.value(&setup)) {
            return Some(i32::from(value) >= wanted);
        }
        let reach = if setup.stores.is_some() { boards::seeds(&setup) as i32 } else { 1 };
        if wanted <= -reach || wanted > reach {
            return Some(wanted <= -reach);
        }
        let key = boards::key(&setup);
        let bounds = self.bounds.get(&key).copied();
        let mut bounds = bounds.unwrap_or(Bounds { least: -reach as i16, most: reach as i16, open: (0, 0) });
        if wanted <= i32::from(bounds.least) || wanted > i32::from(bounds.most) {
            return Some(wanted <= i32::from(bounds.least));
        }
        if depth == 0 || self.nodes == 0 || i32::from(bounds.open.0) == wanted && bounds.open.1 >= depth {
            return None;
        }
        let mut children: Vec<Child<G::State>> = game
            .candidates(state)
            .filter_map(|played| child(game, state, game.play(state, played, &[], &mut ())?))
            .collect();
        children.sort_by_key(|child| (-child.gained, child.turned));
        let mut all_fail = true;
        let mut answer = None;
        for child in &children {
            self.nodes = self.nodes.saturating_sub(1);
            let left = wanted - child.gained;
            let enough = if child.over {
                Some(left <= 0)
            } else if child.turned {
                self.search(game, &child.state, 1 - left, depth - 1, table).map(|enough| !enough)
            } else {
                self.search(game, &child.state, left, depth - 1, table)
            };
            match enough {
                Some(true) => {
                    answer = Some(true);
                    break;
                }
                Some(false) => {}
                None => all_fail = false,
            }
        }
        if answer.is_none() && all_fail {
            answer = Some(false);
        }
        // Deeper questions may have changed it.
        if let Some(now) = self.bounds.get(&key) {
            bounds = *now;
        }
        match answer {
            Some(true) => bounds.least = bounds.least.max(wanted as i16),
            Some(false) => bounds.most = bounds.most.min(wanted as i16 - 1),
            None => bounds.open = (wanted as i16, depth),
        }
        self.bounds.insert(key, bounds);
        answer
    }
}

/// More seeds than a table ever has.
const MOST_SEEDS: u8 = 30;

/// The deepest search, in moves.
const MOST_DEPTH: u32 = 400;

/// Whether an option, such as `majority`, can stop a game by these rules.
fn has_stop(rules: &Rules) -> bool {
    let options = rules.options();
    let is_on = |(name, off)| options.iter().any(|&(info, value)| info.name == name && value != off);
    EndReason::ALL.iter().filter_map(|reason| reason.option_off()).any(is_on)
}

/// The points that the player to move is ahead by the stores.
fn standing<G: Game>(game: &G, state: &G::State) -> i32 {
    game.stores(state).map_or(0, |ByTurn { mover, other }| i32::from(mover) - i32::from(other))
}

/// What a game that has ended is worth to the player to move beside the stores.
fn outcome<G: Game>(game: &G, state: &G::State) -> i32 {
    if game.stores(state).is_some() { 0 } else { game.result(state) as i32 }
}

/// The position after a move, as the mover sees it.
fn child<G: Game>(game: &G, before: &G::State, state: G::State) -> Option<Child<G::State>> {
    let turned = game.turn(&state) != game.turn(before);
    let over = game.over(&state).is_some();
    let worth = standing(game, &state) + if over { outcome(game, &state) } else { 0 };
    let gained = if turned { -worth } else { worth } - standing(game, before);
    Some(Child { state, gained, turned, over })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_an_option_that_is_on() {
        for (text, expected) in [
            ("awale 444444/444444 0/0 s", false),
            ("awale:remaining=split 444444/444444 0/0 s", false),
            ("awale:majority=true 444444/444444 0/0 s", true),
            ("awale:few=3 444444/444444 0/0 s", true),
            ("awale:quiet=3 444444/444444 0/0 s", true),
            ("awale:repetition=2 444444/444444 0/0 s", true),
            ("kalah:end=own-turn 444444/444444 0/0 s", false),
        ] {
            let position = Position::read(text).expect("a position");
            assert_eq!(has_stop(&position.rules()), expected, "{text}");
        }
    }
}

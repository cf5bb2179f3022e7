//! Games: a first position, and moves.

use std::fmt;
use std::sync::Arc;

use ayla_rules::{BySide, Line, Move, Position};
use ayla_steps::has_to_stop;

use crate::effect::{Effect, play_move, score, stores};

/// A fact about a game in a tag of a file: who played, when and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name, as the format spells it.
    pub name: String,
    /// The value.
    pub value: String,
}

impl Tag {
    pub(crate) fn new(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: value.to_owned() }
    }
}

/// A game: the position it starts from, and its moves, each of which is legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The position it starts from.
    pub start: Position,
    /// The moves made since.
    pub moves: Vec<Move>,
    /// The number of turns of both players before the first position, for formats that number them.
    pub turns_before: u32,
    /// Its tags, shared with the other games that have the same ones.
    pub tags: Arc<[Tag]>,
}

impl Game {
    /// A game from a position, if every move is legal.
    pub fn new(start: Position, moves: Vec<Move>) -> Option<Self> {
        play_legal(&mut start.into(), &moves).then_some(())?;
        Some(Self { start, moves, turns_before: 0, tags: Arc::default() })
    }

    /// The line at its end.
    pub fn line(&self) -> Line {
        let mut line = self.start.into();
        play_legal(&mut line, &self.moves);
        line
    }

    /// What each move does.
    pub(crate) fn effects(&self) -> Vec<Effect> {
        let mut line = self.start.into();
        // Every move is legal.
        let play_move = |&played: &Move| play_move(&mut line, played.into()).ok().filter(|_| !has_to_stop());
        self.moves.iter().map_while(play_move).collect()
    }

    /// Its result, from what each of its moves does: its score in this spelling. Of a game that was broken off, the
    /// result in its tag, if it is one of the format, and `*` otherwise.
    pub(crate) fn result(
        &self,
        effects: &[Effect],
        spelling: fn(BySide<u32>) -> String,
        is_result: impl Fn(&str) -> bool,
    ) -> String {
        let score = effects.last().map_or_else(|| score(&self.start, stores(&self.start)), |effect| effect.score);
        let given = || self.tag("Result").filter(|result| is_result(result)).unwrap_or("*").to_owned();
        score.map_or_else(given, spelling)
    }

    /// The value of a tag.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// The seeds in each house at the start, if the game starts as games do: with as many in each, and none captured.
    pub(crate) fn usual_seeds(&self) -> Option<u32> {
        let setup = self.start.setup();
        let seeds = setup.south[0];
        let is_usual = setup.south.iter().chain(&setup.north).all(|&house| house == seeds)
            && setup.stores == Some(BySide::default())
            && setup.quiet.unwrap_or_default() == 0
            && setup.over.is_none();
        is_usual.then_some(seeds)
    }
}

/// Plays moves as long as they are legal; answers whether all are.
pub(crate) fn play_legal(line: &mut Line, moves: &[Move]) -> bool {
    moves.iter().all(|&played| {
        let is_legal = !has_to_stop() && line.position().check(played.into(), None).is_ok();
        is_legal && line.play_unchecked(played, &mut ())
    })
}

/// The line of the whole game in Ayla's notation.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        for (index, played) in self.moves.iter().enumerate() {
            write!(f, "{}{played}", if index == 0 { " moves " } else { " " })?;
        }
        Ok(())
    }
}

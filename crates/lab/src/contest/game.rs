//! One game, played by the rules of the library.

use std::fmt;
use std::time::Duration;

use ayla_engine::random::Random;
use ayla_rules::notation::{quoted, read_move};
use ayla_rules::{EndReason, Line, Move, Side, Status, Winner};

use super::openings::Opening;
use super::player::{Player, Search};

/// The two players, in the order in which they were named.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    A,
    B,
}

impl Name {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The place in an array for both.
    pub(super) const fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The number of its opening, from 1.
    pub(super) opening: usize,
    /// Who was South.
    pub(super) south: Name,
    /// The line from the opening's first position to the end.
    pub(super) line: String,
    /// How many moves the players made.
    pub(super) plies: u64,
    /// How it ended.
    pub(super) end: End,
    /// Who won; nobody of a draw.
    pub(super) winner: Option<Name>,
    /// The seeds in the stores of South and North at the end, in games with stores.
    pub(super) stores: Option<[u32; 2]>,
    /// What each player did for it.
    pub(super) work: [Work; 2],
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By the rules.
    Over(EndReason),
    /// After the most moves that a game may have: it counts as it stands, nobody capturing any more (C-10).
    Unfinished,
    /// A player gave no legal move, and lost.
    Forfeit {
        /// Who.
        by: Name,
        /// What was answered instead.
        why: String,
    },
}

impl End {
    /// A word for it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Over(reason) => reason.name(),
            Self::Unfinished => "max-plies",
            Self::Forfeit { .. } => "forfeit",
        }
    }
}

/// What a player did for its moves.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Work {
    /// Moves found by a search.
    pub(super) moves: u64,
    /// Moves found by a search without a proof, and the depths of those together.
    pub(super) depths: [u64; 2],
    /// Moves made in all searches.
    pub(super) nodes: u64,
    /// The time of all searches.
    pub(super) took: Duration,
    /// The longest search.
    pub(super) longest: Duration,
}

impl Work {
    fn add(&mut self, search: &Search) {
        self.moves += 1;
        if let Some(depth) = search.depth {
            self.depths[0] += 1;
            self.depths[1] += u64::from(depth);
        }
        self.nodes += search.nodes;
        self.took += search.took;
        self.longest = self.longest.max(search.took);
    }

    /// This and another, together.
    #[must_use]
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            depths: [self.depths[0] + other.depths[0], self.depths[1] + other.depths[1]],
            nodes: self.nodes + other.nodes,
            took: self.took + other.took,
            longest: self.longest.max(other.longest),
        }
    }
}

/// Plays an opening to its end, or until the line from the opening's first position on has so many moves.
pub(super) async fn play(
    players: &[Player; 2],
    (number, opening): (usize, &Opening),
    south: Name,
    mut random: Random,
    most: usize,
) -> Game {
    let (mut line, mut moves) = (opening.line.clone(), opening.moves.clone());
    let mut work = [Work::default(); 2];
    let end = loop {
        if let Status::Over { reason, .. } = line.position().status() {
            break End::Over(reason);
        }
        if moves.len() >= most {
            break End::Unfinished;
        }
        let mover = match line.position().turn() {
            Side::South => south,
            Side::North => south.other(),
        };
        let answer = match players[mover.index()].choose(&line, &mut random).await {
            Ok(answer) => answer,
            Err(why) => break End::Forfeit { by: mover, why },
        };
        if let Some(search) = &answer.search {
            work[mover.index()].add(search);
        }
        match legal(&line, &answer.played) {
            Ok(played) if line.play_unchecked(played, &mut ()) => moves.push(played),
            Ok(played) => break End::Forfeit { by: mover, why: format!("{played} cannot be played") },
            Err(why) => break End::Forfeit { by: mover, why },
        }
    };
    let setup = line.position().setup();
    Game {
        opening: number,
        south,
        line: written(opening, &moves),
        plies: (moves.len() - opening.moves.len()) as u64,
        winner: winner(&end, &line, south),
        end,
        stores: setup.stores,
        work,
    }
}

/// The move that a player answered, if it is one.
fn legal(line: &Line, answered: &str) -> Result<Move, String> {
    let position = line.position();
    let proposal =
        read_move(answered, position.rules().variant()).ok_or_else(|| format!("{} is no move", quoted(answered)))?;
    position.check(proposal, None).map_err(|illegal| format!("{} is not legal: {illegal}", quoted(answered)))
}

fn winner(end: &End, line: &Line, south: Name) -> Option<Name> {
    let side = match (end, line.position().status()) {
        (End::Forfeit { by, .. }, _) => return Some(by.other()),
        (End::Over(_), Status::Over { winner, .. }) => match winner {
            Winner::South => Some(Side::South),
            Winner::North => Some(Side::North),
            Winner::Nobody => None,
        },
        (End::Over(_) | End::Unfinished, _) => line.position().setup().stores.and_then(|[south, north]| {
            (south != north).then_some(if south > north { Side::South } else { Side::North })
        }),
    }?;
    Some(if side == Side::South { south } else { south.other() })
}

/// The line of a game (N-7).
fn written(opening: &Opening, moves: &[Move]) -> String {
    moves.iter().enumerate().fold(opening.start.to_string(), |line, (at, played)| {
        line + if at == 0 { " moves " } else { " " } + &played.text()
    })
}

/// A line of the file of games: the line of the game (N-7), and what became of it behind `#`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} # opening={} south={}", self.line, self.opening, self.south)?;
        match self.winner {
            Some(winner) => write!(f, " winner={winner}")?,
            None => f.write_str(" winner=none")?,
        }
        if let Some([south, north]) = self.stores {
            write!(f, " score={south}/{north}")?;
        }
        write!(f, " end={}", self.end.name())?;
        match &self.end {
            End::Over(_) | End::Unfinished => Ok(()),
            End::Forfeit { by, why } => write!(f, " by={by} why=\"{}\"", why.escape_debug()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::openings;

    const FAMINE: &str = "awale 110001/000000 20/25 s";

    fn opening(text: &str) -> Opening {
        openings::read(text).expect("an opening").remove(0)
    }

    #[test]
    fn an_answer_is_held_to_the_rules() {
        let line = opening(FAMINE).line;
        assert_eq!(legal(&line, "6"), Ok(Move::House(6)));
        for (answer, said) in [("1", "'1' is not legal: "), ("7", "'7' is not legal: "), ("", "'' is no move")] {
            let why = legal(&line, answer).expect_err("no legal move");
            assert!(why.starts_with(said), "{why}");
        }
    }

    #[test]
    fn who_won_is_told_by_the_rules_the_stores_or_the_forfeit() {
        let line = |text| opening(text).line;
        let forfeit = End::Forfeit { by: Name::A, why: String::new() };
        assert_eq!(winner(&forfeit, &line(FAMINE), Name::A), Some(Name::B));
        assert_eq!(winner(&End::Unfinished, &line(FAMINE), Name::A), Some(Name::B), "25 to 20 for North");
        assert_eq!(winner(&End::Unfinished, &line("awale 110001/000000 20/20 s"), Name::A), None);
        assert_eq!(winner(&End::Unfinished, &line("andada 411/042 - s"), Name::A), None);
        let mut ended = line("andada 001/000 - s b");
        while let Some(&played) = ended.position().legal_moves().first() {
            assert!(ended.play_unchecked(played, &mut ()));
        }
        assert!(matches!(ended.position().status(), Status::Over { winner: Winner::South | Winner::North, .. }));
        let won = winner(&End::Over(EndReason::NoMove), &ended, Name::B);
        assert_eq!(winner(&End::Over(EndReason::NoMove), &ended, Name::A), won.map(Name::other));
        assert_ne!(won, None);
    }
}

//! A game between two players, played by the rules of this program.

use std::fmt;

use ayla_api::read;
use ayla_engine::random::Random;
use ayla_rules::notation::{quoted, read_move};
use ayla_rules::{BySide, EndReason, Line, Move, Position, Side, Status};

use super::player::{Player, SearchStats};

/// The two players of a match, in the order of the command line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerId {
    A,
    B,
}

impl PlayerId {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The number of its opening, from 1.
    pub(super) opening: usize,
    /// The player of South.
    pub(super) south: PlayerId,
    /// The line from the first position of the opening to the end.
    pub(super) line: String,
    /// The number of moves after the opening.
    pub(super) plies: u64,
    pub(super) end: End,
    /// The winner, unless the game was drawn.
    pub(super) winner: Option<PlayerId>,
    /// The seeds in the stores at the end, in games with stores.
    pub(super) stores: Option<BySide<u32>>,
    /// The statistics of the searches of each player.
    pub(super) stats: [SearchStats; 2],
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Over(EndReason),
    /// After the most moves of a game: it counts as it stands, as though nobody captured any more (C-10).
    Unfinished,
    /// A player did not answer with a legal move, and lost.
    Forfeit {
        by: PlayerId,
        why: String,
    },
}

impl End {
    /// The name of the end in the file of games.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Over(reason) => reason.name(),
            Self::Unfinished => "max-plies",
            Self::Forfeit { .. } => "forfeit",
        }
    }
}

/// Plays an opening to the end of the game, or until the line from its first position has `most` moves.
pub(super) async fn play(
    players: &[Player; 2],
    (number, opening): (usize, &read::Game),
    south: PlayerId,
    mut random: Random,
    most: usize,
) -> Game {
    let mut game = opening.clone();
    let mut last = last_move(opening);
    let mut stats = [SearchStats::default(); 2];
    let end = loop {
        let position = game.line().position();
        if let Status::Over { reason, .. } = position.status() {
            break End::Over(reason);
        }
        if game.moves().len() >= most {
            break End::Unfinished;
        }
        let turn = position.turn();
        let mover = match turn {
            Side::South => south,
            Side::North => south.other(),
        };
        let answered = last.filter(|&(side, _)| side != turn).map(|(_, played)| played);
        let answer = match players[mover as usize].choose(game.line(), answered, &mut random).await {
            Ok(answer) => answer,
            Err(why) => break End::Forfeit { by: mover, why },
        };
        if let Some(search) = &answer.search {
            stats[mover as usize].add(search);
        }
        match legal(game.line(), &answer.played) {
            Ok(played) => {
                game.play(played, &mut ());
                last = Some((turn, played));
            }
            Err(why) => break End::Forfeit { by: mover, why },
        }
    };
    Game {
        opening: number,
        south,
        line: game.record().unwrap_or_default(),
        plies: (game.moves().len() - opening.moves().len()) as u64,
        winner: winner(&end, game.line(), south),
        end,
        stores: game.line().position().setup().stores,
        stats,
    }
}

/// The last move of an opening, and who made it.
fn last_move(opening: &read::Game) -> Option<(Side, Move)> {
    let (last, earlier) = opening.moves().split_last()?;
    let before = |position: Position, played: &Move| position.play_unchecked(*played, &mut ()).unwrap_or(position);
    Some((earlier.iter().fold(opening.start(), before).turn(), *last))
}

/// The legal move that a player answered.
fn legal(line: &Line, answered: &str) -> Result<Move, String> {
    let position = line.position();
    let proposal =
        read_move(answered, &position.rules()).ok_or_else(|| format!("{} is not a move", quoted(answered)))?;
    position.check(proposal, None).map_err(|illegal| format!("{} is not legal: {illegal}", quoted(answered)))
}

fn winner(end: &End, line: &Line, south: PlayerId) -> Option<PlayerId> {
    let side = match end {
        End::Forfeit { by, .. } => return Some(by.other()),
        End::Over(_) | End::Unfinished => leader(line)?,
    };
    Some(if side == Side::South { south } else { south.other() })
}

/// The side that has won, or whose store has more in a game that is not over.
pub(crate) fn leader(line: &Line) -> Option<Side> {
    match line.position().status() {
        Status::Over { winner, .. } => winner.side(),
        Status::InProgress { .. } => line.position().setup().stores.and_then(|BySide { south, north }| {
            (south != north).then_some(if south > north { Side::South } else { Side::North })
        }),
    }
}

/// A line of the file of games: the line of the game (N-7), and the result after `#`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} # opening={} south={:?}", self.line, self.opening, self.south)?;
        match self.winner {
            Some(winner) => write!(f, " winner={winner:?}")?,
            None => f.write_str(" winner=none")?,
        }
        if let Some(BySide { south, north }) = self.stores {
            write!(f, " score={south}/{north}")?;
        }
        write!(f, " end={}", self.end.name())?;
        match &self.end {
            End::Over(_) | End::Unfinished => Ok(()),
            End::Forfeit { by, why } => write!(f, " by={by:?} why=\"{}\"", why.escape_debug()),
        }
    }
}

#[cfg(test)]
mod tests {
    use ayla_rules::Winner;

    use super::*;
    use crate::matches::openings;

    const FAMINE: &str = "awale 110001/000000 20/25 s";

    fn opening(text: &str) -> read::Game {
        openings::read(text).expect("an opening").remove(0)
    }

    #[test]
    fn an_answer_has_to_be_a_legal_move() {
        let opening = opening(FAMINE);
        let line = opening.line();
        assert_eq!(legal(line, "6"), Ok(Move::House(6)));
        for (answer, said) in [("1", "'1' is not legal: "), ("7", "'7' is not legal: "), ("", "'' is not a move")] {
            let why = legal(line, answer).expect_err("no legal move");
            assert!(why.starts_with(said), "{why}");
        }
    }

    #[test]
    fn the_winner_follows_from_the_rules_the_stores_or_a_forfeit() {
        let line = |text| opening(text).line().clone();
        let forfeit = End::Forfeit { by: PlayerId::A, why: String::new() };
        assert_eq!(winner(&forfeit, &line(FAMINE), PlayerId::A), Some(PlayerId::B));
        assert_eq!(winner(&End::Unfinished, &line(FAMINE), PlayerId::A), Some(PlayerId::B), "25 to 20 for North");
        assert_eq!(winner(&End::Unfinished, &line("awale 110001/000000 20/20 s"), PlayerId::A), None);
        assert_eq!(winner(&End::Unfinished, &line("andada 411/042 - s"), PlayerId::A), None);
        let mut ended = line("andada 001/000 - s b");
        while let Some(&played) = ended.position().legal_moves().first() {
            assert!(ended.play_unchecked(played, &mut ()));
        }
        assert!(matches!(ended.position().status(), Status::Over { winner: Winner::South | Winner::North, .. }));
        let won = winner(&End::Over(EndReason::NoMove), &ended, PlayerId::B);
        assert_eq!(winner(&End::Over(EndReason::NoMove), &ended, PlayerId::A), won.map(PlayerId::other));
        assert_ne!(won, None);
    }
}

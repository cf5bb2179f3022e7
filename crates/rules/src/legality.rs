//! Whether a move is legal, and if not, why: the tests of C-9 in their order.

use super::game::{Game, GameOptions};
use super::illegal::Illegal;
use super::moves::{Move, Proposal};
use super::position::GamePosition;

impl<G: Game> GamePosition<G> {
    /// Tests a proposed move. `seat` is the seat named with it (AN-7); it matters only for houses in games with seats.
    ///
    /// # Errors
    ///
    /// The first reason of C-9 that holds.
    pub(super) fn check(&self, proposal: Proposal, seat: Option<u32>) -> Result<Move, Illegal> {
        let Self { game, state } = self;
        if let Some(ended) = game.over(state) {
            return Err(Illegal::GameOver { ended });
        }
        let houses = game.options().houses();
        let mover = game.turn(state);
        let played = match proposal {
            Proposal::House { number, .. } => Move::House(number.clamp(1, houses) as u8),
            Proposal::Pass => Move::Pass,
            Proposal::Take => Move::Take,
            Proposal::Give => Move::Give,
            Proposal::Agree => Move::Agree,
            Proposal::Swap => Move::Swap,
        };
        let kind = played.kind();
        let kinds = G::Options::ABOUT.moves;
        if !kinds.contains(&kind) {
            return Err(Illegal::NotInThisGame { variant: G::Options::VARIANT, kind, kinds, houses });
        }
        if game.is_wrong_phase(state, played) {
            return Err(Illegal::WrongPhase { mover, kind });
        }
        if let (Proposal::House { number, side }, Move::House(house)) = (proposal, played) {
            if number != u32::from(house) {
                return Err(Illegal::NoSuchHouse { number, houses });
            }
            if side.is_some_and(|side| side != mover) {
                return Err(Illegal::OpponentsHouse { mover });
            }
            if let (Some(seat), Some(controller)) = (seat, game.seat(house))
                && seat != controller
            {
                return Err(Illegal::OtherSeat { house, seat, controller });
            }
        }
        game.check(state, played).map(|()| played)
    }

    /// Every house that the player to move cannot play, with the reason.
    pub(super) fn illegal_houses(&self) -> Vec<(Move, Illegal)> {
        let houses = (1..=self.game.options().houses() as u8).map(Move::House);
        houses.filter_map(|house| Some((house, self.check(house.into(), None).err()?))).collect()
    }

    /// The legal moves, houses in ascending order: the candidates whose sowing ends.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        let Self { game, state } = self;
        game.candidates(state).filter(|&played| game.play(state, played, &[], &mut ()).is_some()).collect()
    }
}

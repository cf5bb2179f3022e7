//! replay-game: the moves of a game made again, with every position on the way.

use ayla_rules::{Line, Status};
use ayla_steps::{count, has_to_stop, weights};

use crate::answer::{
    Board, FirstIllegal, ReplayGameResponse, ReplayedPosition, SeenPosition, StartGameResponse, Status as ShownStatus,
    Texts,
};
use crate::error::Result;
use crate::event_log::EventLog;
use crate::plies::PlyRange;
use crate::preset::Presets;
use crate::read;
use crate::records::record;
use crate::request::{GameRequest, ReplayGameRequest, TextRequest};
use crate::text::{self, LastMove};
use crate::turn::Made;
use crate::words::Language;

/// Every position of a game up to its first move that is not legal, and what happened in a range of plies.
///
/// # Errors
///
/// Faults of the game, the texts or the range of plies.
pub fn replay(request: &ReplayGameRequest, presets: &Presets, language: Language) -> Result<ReplayGameResponse> {
    let texts = request.text_options(language).seen_by(request.view);
    let mut errors = read::text_faults(&texts, "viewer");
    let range = PlyRange::read(request.from, request.to, &mut errors);
    let (game, illegal) = read::legal_game(request.game(), presets, errors)?;
    let plies = range.within(&game, illegal.as_ref().map_or(0, |illegal| illegal.unmade))?;

    let variant = game.start().rules().variant();
    let view = texts.view;
    let omit = request.omit;
    let is_hidden = view.hides(variant);
    let shown = |line: &Line, ply: u32, made: Option<Made>| {
        count(weights::POSITION);
        let position = line.position();
        let setup = position.setup();
        let is_told = *plies.start() <= ply + 1 && ply <= *plies.end();
        let text = if is_told { Texts::new(line, made.iter().map(|made| &made.last), texts.clone()) } else { None };
        ReplayedPosition {
            status: ShownStatus::new(position.status(), &setup),
            board: is_told.then(|| Board::new(&setup, view)),
            position: SeenPosition::on_the_way(&setup, ply, is_hidden),
            play: made.map(|made| made.shown(variant, view, omit, &texts.voice)),
            text,
        }
    };
    let mut line = Line::from(game.start());
    let mut log = EventLog::default();
    let mut positions = Vec::with_capacity(game.moves().len() + 1);
    positions.push(shown(&line, game.first_ply(), None));
    for (ply, &played) in (game.first_ply() + 1..).zip(game.moves()) {
        if has_to_stop() {
            break;
        }
        let seat = line.position().seat(played);
        let made = if plies.contains(&ply) {
            let last = LastMove::play(&mut line, played, log.for_next_move());
            log = last.log.for_next_move();
            Some(Made { last, seat, suggestion: None })
        } else {
            line.play_unchecked(played, &mut ());
            None
        };
        positions.push(shown(&line, ply, made));
    }
    // To go on from there, a caller needs what rules look back at.
    let end = StartGameResponse::new(game.line(), omit, None);
    if let Some(last) = positions.last_mut() {
        last.position = SeenPosition::new(end.position, is_hidden);
    }
    let position = game.line().position();
    let voice = &texts.voice;
    let result = match position.status() {
        Status::InProgress { .. } => None,
        status => Some(voice.say(&text::standing(&position.setup(), status, &position, None))),
    };
    let first_illegal = illegal.map(|ply| FirstIllegal::new(ply.index, &ply.illegal, voice));
    let record = request.record.map(|format| record(game.start(), game.moves().to_vec(), format.0, voice));
    Ok(ReplayGameResponse { positions, result, first_illegal, record })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Named;
    use crate::request::TextForm;
    use ayla_rules::Side;

    #[test]
    fn a_board_keeps_its_place() {
        let presets = Presets::built_in();
        let text = [TextForm::Board].into_iter().collect();
        let boards = |side: Option<Side>| {
            let position = read::Game::endless(3).record();
            let viewer = side.map(Named);
            let answer = replay(
                &ReplayGameRequest { position, text, viewer, ..Default::default() },
                &presets,
                Language::ENGLISH,
            );
            let boards =
                answer.expect("a game").positions.into_iter().map(|position| position.text.and_then(|text| text.board));
            boards.map(|board| board.expect("a board")).collect::<Vec<_>>()
        };
        assert_eq!(boards(None), boards(Some(Side::South)));
        let near = |board: &String| board.lines().nth(2).map(|line| line.starts_with("South"));
        assert!(boards(None).iter().all(|board| near(board) == Some(true)));
        assert!(boards(Some(Side::North)).iter().all(|board| near(board) == Some(false)));
    }
}

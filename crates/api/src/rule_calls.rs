//! The calls that the rules alone answer: the variants, start-game, legal-moves, validate-move, apply-move,
//! replay-game, read-game, get-puzzle and find-puzzle.

use ayla_rules::Line;

use crate::answer::{
    ApplyMoveResponse, LegalMovesResponse, PuzzleResponse, ReadGameResponse, ReplayGameResponse, StartGameResponse,
    Texts, ValidateMoveResponse,
};
use crate::catalogue::{GetVariantResponse, ListVariantsResponse};
use crate::error::{Error, Result};
use crate::event_log::EventLog;
use crate::json::Whole;
use crate::preset::Presets;
use crate::puzzles::{find_puzzle, get_puzzle};
use crate::read;
use crate::records::read_game;
use crate::replay::replay;
use crate::request::{
    ApplyMoveRequest, CallRequest, FindPuzzleRequest, GetPuzzleRequest, GetVariantRequest, LegalMovesRequest,
    ListVariantsRequest, Part, PositionRequest, ReadGameRequest, ReplayGameRequest, StartGameRequest, TextForms,
    TextOptions, TextRequest, ValidateMoveRequest,
};
use crate::text::LastMove;
use crate::words::Language;

/// A request that the rules alone answer.
pub trait RuleRequest: CallRequest {
    /// The type of the answer.
    type Answer: Send + 'static;

    /// The answer, with these presets and in this language.
    ///
    /// # Errors
    ///
    /// The errors of the operation.
    fn answer(&self, presets: &Presets, language: Language) -> Result<Answered<Self::Answer>>;
}

/// An answer, and what has to be known to send it.
#[derive(Clone, Debug)]
pub struct Answered<A> {
    /// The answer.
    pub answer: A,
    /// Whether it has sentences, which depend on the language.
    pub has_sentences: bool,
    /// Whether the same request would get the same answer, as long as nothing changes that the operation's caching
    /// depends on.
    pub is_lasting: bool,
    /// The size of the answer, as a number of sown houses that it tells of; 0 for a small one.
    pub size: usize,
}

impl<A> Answered<A> {
    /// Creates a lasting answer with sentences.
    pub fn with_sentences(answer: A) -> Self {
        Self { has_sentences: true, ..Self::wordless(answer) }
    }

    /// Creates a lasting answer without sentences.
    pub const fn wordless(answer: A) -> Self {
        Self { answer, has_sentences: false, is_lasting: true, size: 0 }
    }

    /// Creates a lasting answer whose only sentences are these texts, if it has any.
    fn with_texts(texts: TextForms, answer: A) -> Self {
        Self { has_sentences: !texts.is_empty(), ..Self::wordless(answer) }
    }
}

impl RuleRequest for ListVariantsRequest {
    type Answer = ListVariantsResponse;

    fn answer(&self, presets: &Presets, language: Language) -> Result<Answered<ListVariantsResponse>> {
        Ok(Answered::with_sentences(ListVariantsResponse::new(presets, language)))
    }
}

impl RuleRequest for GetVariantRequest {
    type Answer = GetVariantResponse;

    fn answer(&self, presets: &Presets, language: Language) -> Result<Answered<GetVariantResponse>> {
        let answer = GetVariantResponse::new(&self.variant, presets, language)?;
        Ok(Answered::with_sentences(answer))
    }
}

impl RuleRequest for StartGameRequest {
    type Answer = StartGameResponse;

    fn answer(&self, presets: &Presets, language: Language) -> Result<Answered<StartGameResponse>> {
        let options = self.text_options(language);
        let line = start(self, presets, &options)?;
        let answer = StartGameResponse::new(&line, self.omit, options.labels());
        let text = Texts::new(&line, [], options);
        Ok(Answered::with_texts(self.text, StartGameResponse { text, ..answer }))
    }
}

impl RuleRequest for LegalMovesRequest {
    type Answer = LegalMovesResponse;

    fn answer(&self, _: &Presets, language: Language) -> Result<Answered<LegalMovesResponse>> {
        let options = self.text_options(language);
        let line = read::line(self.line(), read::text_faults(&options, "viewer"))?;
        let answer = LegalMovesResponse::new(&line, self.omit, &options.voice, options.labels());
        let text = Texts::new(&line, [], options);
        Ok(Answered::with_sentences(LegalMovesResponse { text, ..answer }))
    }
}

impl RuleRequest for ValidateMoveRequest {
    type Answer = ValidateMoveResponse;

    fn answer(&self, _: &Presets, language: Language) -> Result<Answered<ValidateMoveResponse>> {
        let seat = self.seat.map(Whole::to_u32);
        let (line, proposal) = read::line_and_move(self.line(), self.r#move.as_deref(), seat, Vec::new())?;
        let illegal = line.position().check(proposal, seat).err();
        Ok(Answered::with_sentences(ValidateMoveResponse::new(&line, illegal, self.omit, language)))
    }
}

impl RuleRequest for ApplyMoveRequest {
    type Answer = ApplyMoveResponse;

    fn answer(&self, _: &Presets, language: Language) -> Result<Answered<ApplyMoveResponse>> {
        let options = self.text_options(language);
        let Played { line, last } = play_move(self, &options)?;
        let labels = options.labels();
        let text = Texts::new(&line, &last, options);
        let log = last.map(|last| last.log).filter(|_| !self.omit.has(Part::Events));
        let answer = ApplyMoveResponse { text, ..ApplyMoveResponse::new(&line, log, self.omit, labels) };
        let size = answer.sown_houses();
        Ok(Answered { size, ..Answered::with_texts(self.text, answer) })
    }
}

impl RuleRequest for ReadGameRequest {
    type Answer = ReadGameResponse;

    fn answer(&self, _: &Presets, language: Language) -> Result<Answered<ReadGameResponse>> {
        let answer = read_game(self, language)?;
        let size = answer.size();
        Ok(Answered { size, ..Answered::with_sentences(answer) })
    }
}

impl RuleRequest for GetPuzzleRequest {
    type Answer = PuzzleResponse;

    fn answer(&self, _: &Presets, language: Language) -> Result<Answered<PuzzleResponse>> {
        Ok(Answered::with_sentences(get_puzzle(self, language)?))
    }
}

impl RuleRequest for FindPuzzleRequest {
    type Answer = PuzzleResponse;

    fn answer(&self, _: &Presets, language: Language) -> Result<Answered<PuzzleResponse>> {
        Ok(Answered::with_sentences(find_puzzle(self, language)?))
    }
}

impl RuleRequest for ReplayGameRequest {
    type Answer = ReplayGameResponse;

    fn answer(&self, presets: &Presets, language: Language) -> Result<Answered<ReplayGameResponse>> {
        let answer = replay(self, presets, language)?;
        let size = answer.size();
        // An operator may change a preset.
        let is_lasting = self.preset.is_none();
        Ok(Answered { size, is_lasting, ..Answered::with_sentences(answer) })
    }
}

/// The first position of a game, as a line without moves.
///
/// # Errors
///
/// Faults of the variant, the options, the preset or the texts, all at once.
pub fn start(request: &StartGameRequest, presets: &Presets, texts: &TextOptions) -> Result<Line> {
    let mut errors = read::text_faults(texts, "viewer");
    let first = read::keep(read::first_position(request.start(), presets), &mut errors);
    Ok(read::finish(errors, first)?.into())
}

/// The line that a request is about, played to its end.
///
/// # Errors
///
/// Faults of the position and its moves.
pub fn line<T: PositionRequest>(request: &T) -> Result<Line> {
    read::line(request.line(), Vec::new())
}

/// A line with a move played.
#[derive(Debug)]
pub struct Played {
    /// The line with the move.
    pub line: Line,
    /// The move, with what happened in it; nothing where neither events nor texts are asked for.
    pub last: Option<LastMove>,
}

/// Plays a move.
///
/// # Errors
///
/// Faults of the position, its moves, or the form of the move; and the reason when the move is not legal.
pub fn play_move(request: &ApplyMoveRequest, texts: &TextOptions) -> Result<Played> {
    let seat = request.seat.map(Whole::to_u32);
    let text = request.r#move.as_deref();
    let errors = read::text_faults(texts, "viewer");
    let (mut line, proposal) = read::line_and_move(request.line(), text, seat, errors)?;
    let played = line.position().check(proposal, seat);
    let played = played.map_err(|illegal| Error::illegal_move(text.unwrap_or_default(), illegal))?;
    if request.omit.has(Part::Events) && request.text.is_empty() {
        line.play_unchecked(played, &mut ());
        return Ok(Played { line, last: None });
    }
    let last = Some(LastMove::play(&mut line, played, EventLog::default()));
    Ok(Played { line, last })
}

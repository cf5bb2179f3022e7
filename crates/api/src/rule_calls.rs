//! The calls that the rules alone answer: the variants, start-game, legal-moves, validate-move, apply-move and replay-game.

use ayla_rules::{Line, Move, Side};

use crate::answer::{
    ApplyMoveResponse, LegalMovesResponse, ReplayGameResponse, StartGameResponse, Texts, ValidateMoveResponse,
};
use crate::catalogue::{GetVariantResponse, ListVariantsResponse};
use crate::error::{Error, Result};
use crate::event_log::EventLog;
use crate::preset::Presets;
use crate::read;
use crate::replay::replay;
use crate::request::{
    ApplyMoveRequest, CallRequest, GetVariantRequest, LegalMovesRequest, ListVariantsRequest, Part, PositionRequest,
    ReplayGameRequest, StartGameRequest, TextForms, TextRequest, ValidateMoveRequest,
};
use crate::text::LastMove;
use crate::words::Language;

/// A request that the rules alone answer.
pub trait RuleRequest: CallRequest {
    /// The type of the answer.
    type Answer: Send + 'static;

    /// The answer, with these presets.
    ///
    /// # Errors
    ///
    /// The errors of the operation, in any language.
    fn answer(&self, presets: &Presets) -> Result<Answered<Self::Answer>>;
}

/// An answer, and what has to be known to send it.
#[derive(Clone, Debug)]
pub struct Answered<A> {
    /// The answer.
    pub answer: A,
    /// The language of its sentences, if it has any.
    pub language: Option<Language>,
    /// Whether the same request would get the same answer, as long as nothing changes that the operation's caching
    /// depends on.
    pub is_lasting: bool,
    /// The size of the answer, as a number of sown houses that it tells of; 0 for a small one.
    pub size: usize,
}

impl<A> Answered<A> {
    /// Creates a lasting answer with sentences in this language.
    pub fn in_language(language: Language, answer: A) -> Self {
        Self { language: Some(language), ..Self::wordless(answer) }
    }

    /// Creates a lasting answer without sentences.
    pub const fn wordless(answer: A) -> Self {
        Self { answer, language: None, is_lasting: true, size: 0 }
    }

    /// Creates a lasting answer whose only sentences are these texts, if it has any.
    fn with_texts(texts: TextForms, language: Language, answer: A) -> Self {
        Self { language: (!texts.is_empty()).then_some(language), ..Self::wordless(answer) }
    }
}

impl RuleRequest for ListVariantsRequest {
    type Answer = ListVariantsResponse;

    fn answer(&self, presets: &Presets) -> Result<Answered<ListVariantsResponse>> {
        Ok(Answered::in_language(self.language, ListVariantsResponse::new(presets, self.language)))
    }
}

impl RuleRequest for GetVariantRequest {
    type Answer = GetVariantResponse;

    fn answer(&self, presets: &Presets) -> Result<Answered<GetVariantResponse>> {
        let answer = GetVariantResponse::new(&self.variant, presets, self.language)?;
        Ok(Answered::in_language(self.language, answer))
    }
}

impl RuleRequest for StartGameRequest {
    type Answer = StartGameResponse;

    fn answer(&self, presets: &Presets) -> Result<Answered<StartGameResponse>> {
        Ok(Answered::with_texts(self.text, self.language, start_game(self, presets)?))
    }
}

impl RuleRequest for LegalMovesRequest {
    type Answer = LegalMovesResponse;

    fn answer(&self, _: &Presets) -> Result<Answered<LegalMovesResponse>> {
        Ok(Answered::in_language(self.language, legal_moves(self)?))
    }
}

impl RuleRequest for ValidateMoveRequest {
    type Answer = ValidateMoveResponse;

    fn answer(&self, _: &Presets) -> Result<Answered<ValidateMoveResponse>> {
        Ok(Answered::in_language(self.language, validate_move(self)?))
    }
}

impl RuleRequest for ApplyMoveRequest {
    type Answer = ApplyMoveResponse;

    fn answer(&self, _: &Presets) -> Result<Answered<ApplyMoveResponse>> {
        let answer = apply_move(self)?;
        let size = answer.sown_houses();
        Ok(Answered { size, ..Answered::with_texts(self.text, self.language, answer) })
    }
}

impl RuleRequest for ReplayGameRequest {
    type Answer = ReplayGameResponse;

    fn answer(&self, presets: &Presets) -> Result<Answered<ReplayGameResponse>> {
        let answer = replay(self, presets)?;
        let size = answer.size();
        // An operator may change a preset.
        let is_lasting = self.preset.is_none();
        Ok(Answered { size, is_lasting, ..Answered::in_language(self.language, answer) })
    }
}

/// The first position of a game, as a line without moves.
///
/// # Errors
///
/// Faults of the variant, the options, the preset or the texts, all at once.
pub fn start(request: &StartGameRequest, presets: &Presets) -> Result<Line> {
    let faults = read::text_faults(&request.text_options(), "viewer");
    Ok(read::finish_with(faults, read::first_position(request.start(), presets))?.into())
}

/// The first position of a game.
///
/// # Errors
///
/// As [`start`].
pub fn start_game(request: &StartGameRequest, presets: &Presets) -> Result<StartGameResponse> {
    let (line, options) = (start(request, presets)?, request.text_options());
    let answer = StartGameResponse::new(&line, request.omit, options.labels());
    Ok(StartGameResponse { text: Texts::new(&line, &[], options), ..answer })
}

/// The line that a request is about, played to its end.
///
/// # Errors
///
/// Faults of the position and its moves.
pub fn line<T: PositionRequest>(request: &T) -> Result<Line> {
    read::line(request.line(), Vec::new())
}

/// Every legal move, and for every other house the reason why not.
///
/// # Errors
///
/// Faults of the position and its moves.
pub fn legal_moves(request: &LegalMovesRequest) -> Result<LegalMovesResponse> {
    let options = request.text_options();
    let line = read::line(request.line(), read::text_faults(&options, "viewer"))?;
    let answer = LegalMovesResponse::new(&line, request.omit, &options.voice, options.labels());
    Ok(LegalMovesResponse { text: Texts::new(&line, &[], options), ..answer })
}

/// Whether a move is legal, and if not, why.
///
/// # Errors
///
/// Faults of the position, its moves, or the form of the move.
pub fn validate_move(request: &ValidateMoveRequest) -> Result<ValidateMoveResponse> {
    let seat = request.seat.map(|seat| seat.to_u32());
    let (line, proposal) = read::line_and_move(request.line(), request.r#move.as_deref(), seat, Vec::new())?;
    let illegal = line.position().check(proposal, seat).err();
    Ok(ValidateMoveResponse::new(&line, illegal, request.omit, request.language))
}

/// The position after a move, and what happened on the way.
///
/// # Errors
///
/// Faults of the position, its moves, or the form of the move; and the reason when the move is not legal.
pub fn apply_move(request: &ApplyMoveRequest) -> Result<ApplyMoveResponse> {
    let options = request.text_options();
    let Played { line, mover, played, log } = play_move(request)?;
    let last = log.as_ref().map(|log| LastMove { mover, played, log });
    let (labels, text) = (options.labels(), Texts::new(&line, last.as_slice(), options));
    let log = log.filter(|_| !request.omit.has(Part::Events));
    Ok(ApplyMoveResponse { text, ..ApplyMoveResponse::new(&line, log, request.omit, labels) })
}

/// A line with a move played.
#[derive(Debug)]
pub struct Played {
    /// The line with the move.
    pub line: Line,
    /// The player who made the move.
    pub mover: Side,
    /// The move.
    pub played: Move,
    /// What happened in it; nothing where neither events nor texts are asked for.
    pub log: Option<EventLog>,
}

/// Plays a move.
///
/// # Errors
///
/// As [`apply_move`].
pub fn play_move(request: &ApplyMoveRequest) -> Result<Played> {
    let seat = request.seat.map(|seat| seat.to_u32());
    let text = request.r#move.as_deref();
    let errors = read::text_faults(&request.text_options(), "viewer");
    let (mut line, proposal) = read::line_and_move(request.line(), text, seat, errors)?;
    let mover = line.position().turn();
    let played = match line.position().check(proposal, seat) {
        Ok(played) => played,
        Err(illegal) => return Err(Error::illegal_move(text.unwrap_or_default(), illegal)),
    };
    if request.omit.has(Part::Events) && request.text.is_empty() {
        line.play_unchecked(played, &mut ());
        return Ok(Played { line, mover, played, log: None });
    }
    let mut log = EventLog::default();
    line.play_unchecked(played, &mut log);
    Ok(Played { line, mover, played, log: Some(log) })
}

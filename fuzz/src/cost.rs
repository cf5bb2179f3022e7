//! The cost of each operation that the rules answer or begin: no more steps and memory than the size of its request
//! allows. Work that has to stop ends soon, and gives nothing or the same.

mod seed;

use std::sync::LazyLock;

use allocation_counter::measure;
use ayla_api::batch::Batch;
use ayla_api::error::{Error, Result};
use ayla_api::form::from_json;
use ayla_api::json::Named;
use ayla_api::picture::Shown;
use ayla_api::preset::Presets;
use ayla_api::problem::Problem;
use ayla_api::records::MOST_STEPS;
use ayla_api::request::{
    ApplyMoveRequest, CallRequest, FindPuzzleRequest, GetPuzzleRequest, GetVariantRequest, LegalMovesRequest,
    ListVariantsRequest, PictureFormat, PlayTurnRequest, ReadGameRequest, RenderBoardRequest, ReplayGameRequest,
    ReviewGameRequest, StartGameRequest, SuggestMoveRequest, ValidateMoveRequest,
};
use ayla_api::review::Review;
use ayla_api::rule_calls::{self, RuleRequest};
use ayla_api::search::{Allowance, SearchOptions};
use ayla_api::turn::Turn;
use ayla_api::words::Language;
use ayla_pictures::{MOST_FRAMES, Painter, Still};
use ayla_rules::Variant;
use ayla_rules::line::MAX_MOVES;
use ayla_steps::{Outcome, within};
use seed::Seed;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The most bytes that are allocated at the same time, twice what the formula of memory has, because buffers double as
/// they grow: a long sowing that is described takes four mebibytes.
const MOST_MEMORY: u64 = 12 << 20;
/// The most steps of a small request: a long move told in twelve languages takes a third.
const BASE: u64 = 500_000;
/// The most steps for each byte of a request: texts of tiny games take thirty, and a move of a token has less than a
/// byte.
const PER_BYTE: u64 = 150;
/// The most steps for each move of a line whose sowings may be long, and for its end: the longest takes ten thousand,
/// and each position asks for that of every house.
const PER_LONG_MOVE: u64 = 1_000_000;
/// The most steps for a frame of a picture: every pixel, and some tiles that are drawn.
const PER_FRAME: u64 = 1_000_000;
/// The most steps that work may take beyond its limit, for example to report what it has read.
const OVERSHOOT: u64 = 100_000;
/// The steps beyond its limit for each byte of a request: JSON with a fault is read twice before the limit is looked
/// at.
const OVERSHOOT_PER_BYTE: u64 = 3;
/// The most bytes of drawings that are kept.
const DRAWINGS: usize = 4 << 20;

static PRESETS: LazyLock<Presets> = LazyLock::new(Presets::built_in);
static PAINTER: LazyLock<Painter> = LazyLock::new(|| Painter::new(DRAWINGS));

/// A request: in a line its operation, with the variant and the format of a picture that are in the path, then its
/// body.
pub fn check(input: &[u8]) {
    let Some(seed) = Seed::read(input) else { return };
    let Some(answer) = answer_of(&seed.operation) else { return };
    let answer = || answer(&seed);
    let mut whole = None;
    let memory = measure(|| whole = Some(within(u64::MAX / 2, answer))).bytes_max;
    let Outcome { result: whole, steps } = whole.expect("measured");
    assert!(memory <= MOST_MEMORY, "{memory} bytes");
    assert!(steps <= seed.most_steps(), "{steps} steps");
    // Any number that an input decides will do.
    let number = input.iter().fold(0, |sum: u64, &byte| sum.wrapping_mul(257).wrapping_add(byte.into()));
    for end in [number % 100, number / 100 % 10_000, number / 1_000_000 % (steps + 1)] {
        let stopped = within(end, answer);
        // A frame is counted as a whole.
        let frame = if seed.operation == "render-board" { PER_FRAME } else { 0 };
        let most = end + frame + OVERSHOOT + OVERSHOOT_PER_BYTE * seed.body.len() as u64;
        assert!(stopped.steps <= most, "{} steps for {end}", stopped.steps);
        assert!(stopped.result.is_none() || stopped.result == whole, "another answer within {end} steps");
    }
}

impl Seed {
    /// The most steps that the answer may take.
    fn most_steps(&self) -> u64 {
        match self.operation.as_str() {
            // The games that were read are told after that.
            "read-game" => self.rules().min(MOST_STEPS + BASE + PER_BYTE * self.body.len() as u64),
            "render-board" => self.rules() + PER_FRAME * MOST_FRAMES as u64,
            _ => self.rules(),
        }
    }

    /// The most steps of the rules and of texts.
    fn rules(&self) -> u64 {
        let has = |name: &str| self.body.windows(name.len()).any(|part| part == name.as_bytes());
        let is_hidden = has("token") || has("puzzle");
        let is_of = |&variant: &Variant| self.variant == Some(variant) || has(variant.name());
        let is_long = is_hidden || Variant::ALL.iter().any(|variant| variant.about().sows_in_laps && is_of(variant));
        let separators = self.body.iter().filter(|byte| b", ".contains(byte)).count();
        let moves = if is_hidden { MAX_MOVES } else { separators.min(MAX_MOVES) };
        let long_moves = if is_long { moves as u64 + 1 } else { 0 };
        BASE + PER_BYTE * self.body.len() as u64 + PER_LONG_MOVE * long_moves
    }

    /// Reads the request, and writes the answer or the error.
    fn answer<R: CallRequest + DeserializeOwned, A: Serialize>(
        &self,
        answer: impl FnOnce(&R, Language) -> Result<A>,
    ) -> Vec<u8> {
        let request = from_json::<R>(&self.body);
        let locale = request.as_ref().ok().and_then(|request| request.locale());
        let language = locale.and_then(Language::of_locale).unwrap_or(Language::ENGLISH);
        let answered = request.and_then(|mut request| {
            request.set_request_line(self.variant, false);
            answer(&request, language)
        });
        let written = match answered {
            Ok(answer) => serde_json::to_vec(&answer),
            Err(error) => serde_json::to_vec(&Problem::new(*error, language, None)),
        };
        written.expect("JSON")
    }
}

/// What answers an operation.
fn answer_of(operation: &str) -> Option<fn(&Seed) -> Vec<u8>> {
    fn rules<R: RuleRequest<Answer: Serialize> + DeserializeOwned>(seed: &Seed) -> Vec<u8> {
        seed.answer(|request: &R, language| Ok(request.answer(&PRESETS, language)?.answer))
    }
    Some(match operation {
        "list-variants" => rules::<ListVariantsRequest>,
        "get-variant" => rules::<GetVariantRequest>,
        "start-game" => rules::<StartGameRequest>,
        "legal-moves" => rules::<LegalMovesRequest>,
        "validate-move" => rules::<ValidateMoveRequest>,
        "apply-move" => rules::<ApplyMoveRequest>,
        "replay-game" => rules::<ReplayGameRequest>,
        "read-game" => rules::<ReadGameRequest>,
        "get-puzzle" => rules::<GetPuzzleRequest>,
        "find-puzzle" => rules::<FindPuzzleRequest>,
        "play-turn" => |seed| {
            seed.answer(|request: &PlayTurnRequest, language| Ok(Turn::begin(request, &PRESETS, language)?.answer()))
        },
        "review-game" => |seed| {
            seed.answer(|request: &ReviewGameRequest, language| {
                Ok(format!("{:?}", Review::begin(request, &PRESETS, language, Allowance::DEFAULT)?))
            })
        },
        "suggest-move" => |seed| {
            seed.answer(|request: &SuggestMoveRequest, _| {
                let options = SearchOptions::of_suggestion(request)?;
                Ok(format!("{options:?} {}", rule_calls::line(request)?))
            })
        },
        "batch" => |seed| {
            let answer = Batch::default().answer_json(&seed.body, Language::ENGLISH, |_, _| None);
            serde_json::to_vec(&answer).expect("JSON")
        },
        "render-board" => |seed| {
            seed.answer(|request: &RenderBoardRequest, language| {
                let format = seed.format.unwrap_or(PictureFormat::Svg);
                // The others have more pixels of the same kinds.
                let width = Some(320.into());
                let request = RenderBoardRequest { format: Some(Named(format)), width, ..request.clone() };
                let shown = Shown::read(&request, language)?;
                let alt = shown.alt(language);
                let last = Still { scene: shown.last.clone(), time: shown.time };
                let frames = [&shown.earlier[..], &[last]].concat();
                match format {
                    PictureFormat::Svg => Ok(shown.svg(language).into_bytes()),
                    PictureFormat::Png => PAINTER.png(&shown.last, &alt).map_err(|_| Error::internal()),
                    PictureFormat::Gif => PAINTER.gif(&frames[0], &frames[1..], &alt).map_err(|_| Error::internal()),
                }
            })
        },
        _ => return None,
    })
}

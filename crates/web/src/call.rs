//! A call: from the path and the body of a request to the status and the body of its answer.

use std::time::Duration;

use ayla_api::error::{Error, Reason, Result};
use ayla_api::form::{self, BODY_BYTES};
use ayla_api::operation::Operation;
use ayla_api::preset::Presets;
use ayla_api::problem::Problem;
use ayla_api::read;
use ayla_api::request::CallRequest;
use ayla_api::words::{Language, Message};
use ayla_engine::TranspositionTable;
use ayla_rules::Variant;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json::json;
use crate::operations::answer;

/// What answers calls, one after the other.
#[derive(Debug)]
pub struct Rules {
    pub(crate) presets: Presets,
    /// The hash memory of searches.
    pub(crate) table: TranspositionTable,
}

/// What the program around the rules provides.
#[derive(Copy, Clone)]
pub struct Host<'a> {
    /// The time since any moment.
    pub now: &'a dyn Fn() -> Duration,
    /// Takes a message of a stream, which is JSON.
    pub send: &'a dyn Fn(&[u8]),
}

/// What comes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer, as the service gives it over HTTP.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The answer, or from 400 a problem document. A stream has sent its messages before, and has none.
        body: Vec<u8>,
    },
    /// The weights of this game are needed. Lend them, and call again.
    NeedsWeights(Variant),
}

/// What a call asks for.
#[derive(Copy, Clone, Debug)]
pub enum Content<'a> {
    /// The query of a GET.
    Query(&'a str),
    /// The JSON body of a POST.
    Body(&'a [u8]),
}

/// Why a call has no answer.
#[derive(Debug)]
pub(crate) enum Stopped {
    Refused(Box<Error>),
    /// The module has no such operation.
    NoOperation,
    NeedsWeights(Variant),
}

impl From<Box<Error>> for Stopped {
    fn from(error: Box<Error>) -> Self {
        Self::Refused(error)
    }
}

/// A call on its way.
pub(crate) struct WebCall<'a> {
    pub(crate) rules: &'a mut Rules,
    pub(crate) host: Host<'a>,
    pub(crate) language: Language,
    /// When it arrived.
    pub(crate) arrived: Duration,
    /// The name of the variant in the path.
    variant: Option<&'a str>,
    /// The id in the path.
    id: Option<&'a str>,
    content: Content<'a>,
}

/// With the built-in presets.
impl Default for Rules {
    fn default() -> Self {
        Self { presets: Presets::built_in(), table: TranspositionTable::default() }
    }
}

impl Rules {
    /// Answers a call of the operation at this path, such as `/v1/variants/awale/apply-move`. `accepted` is written as
    /// the header `Accept-Language`.
    pub fn call(&mut self, path: &str, accepted: Option<&str>, content: Content<'_>, host: Host<'_>) -> Outcome {
        let language = Language::negotiate(None, accepted);
        // Pictures are drawn as SVG only.
        let operation =
            Operation::at_path(path).filter(|operation| *operation != Operation::RenderBoard || path.ends_with(".svg"));
        let (variant, id) =
            operation.map_or((None, None), |operation| (operation.variant_in(path), operation.id_in(path)));
        let mut call = WebCall { rules: self, host, language, arrived: (host.now)(), variant, id, content };
        let answered = operation.map_or(Err(Stopped::NoOperation), |operation| answer(operation, &mut call));
        let error = match answered {
            Ok(body) => return Outcome::Answered { status: 200, body },
            Err(Stopped::NeedsWeights(variant)) => return Outcome::NeedsWeights(variant),
            Err(Stopped::NoOperation) => Error::new(Reason::NotFound, Message::new("not-found").quoting("path", path)),
            Err(Stopped::Refused(error)) => error.leading_to(operation.and_then(Operation::rpc_path)),
        };
        let problem = Problem::new(*error, call.language, None);
        Outcome::Answered { status: problem.status, body: json(&problem) }
    }
}

impl WebCall<'_> {
    /// Reads the request, which may change the language of the answer.
    pub(crate) fn read<R: CallRequest + DeserializeOwned>(&mut self) -> Result<R> {
        let mut request: R = match self.content {
            Content::Query(query) => form::from_query(query)?,
            Content::Body(body) if body.len() > BODY_BYTES => return Err(form::too_large(BODY_BYTES)),
            Content::Body(body) => form::from_json(body)?,
        };
        self.language = request.locale().and_then(Language::of_locale).unwrap_or(self.language);
        let variant = self.variant.map(|name| read::variant(&name.into())).transpose()?;
        request.set_request_line(variant, matches!(self.content, Content::Query(_)));
        if let Some(id) = self.id {
            request.set_id(id.to_owned());
        }
        Ok(request)
    }

    /// Sends a message of a stream.
    pub(crate) fn send(&self, message: &impl Serialize) {
        (self.host.send)(&json(message));
    }
}

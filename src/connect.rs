//! The [Connect protocol](https://connectrpc.com/docs/protocol): calls of the contract as plain requests over HTTP,
//! with messages in protobuf or in ProtoJSON. Each becomes a call over gRPC and its answer becomes one of Connect, so
//! that there is one way to answer.

mod codec;
mod failure;
mod frames;

use std::sync::Arc;

use ayla_api::error::{Error, Reason, Result};
use ayla_api::words::{Argument, Message};
use bytes::Bytes;
use futures_util::stream::unfold;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, VARY};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response};
use http_body_util::{Full, StreamBody};
use hyper::body::Frame as BodyFrame;
use percent_encoding::percent_decode_str;
use tonic::body::Body;
use tonic::{Code, Status};

use self::codec::{Codec, Translator};
use self::frames::{COMPRESSED, Frame, Frames};
use crate::call::{Arrived, Call, code_in};
use crate::grpc::{self, DetailedBody, Grpc};
use crate::headers::{parameter, unread_encoding};
use crate::http::input;
use crate::operation::{Contract, Operation, Searches, Shape};

const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("connect-protocol-version");
/// The encoding of the messages of a stream, and those that its caller accepts.
const STREAM_ENCODING: HeaderName = HeaderName::from_static("connect-content-encoding");
const STREAM_ACCEPTS: HeaderName = HeaderName::from_static("connect-accept-encoding");

const GZIP: &str = "gzip";
/// The size from which a message is compressed for callers that accept it.
const LEAST_COMPRESSED: usize = 1_024;

/// How a call writes its messages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Form {
    codec: Codec,
    /// Whether messages follow each other, each with a head of its own.
    is_stream: bool,
}

impl Form {
    /// The media types of all forms.
    const ALL: [(&'static str, Self); 4] = [
        ("application/proto", Self { codec: Codec::Proto, is_stream: false }),
        ("application/json", Self { codec: Codec::Json, is_stream: false }),
        ("application/connect+proto", Self { codec: Codec::Proto, is_stream: true }),
        ("application/connect+json", Self { codec: Codec::Json, is_stream: true }),
    ];

    /// The form with this content type; none for another one.
    fn of_content_type(content_type: Option<&HeaderValue>) -> Option<Self> {
        let essence = content_type?.to_str().ok()?.split(';').next()?.trim();
        Self::ALL.into_iter().find_map(|(name, form)| essence.eq_ignore_ascii_case(name).then_some(form))
    }

    /// The content type.
    fn content_type(self) -> HeaderValue {
        let name = Self::ALL.into_iter().find_map(|(name, form)| (form == self).then_some(name));
        HeaderValue::from_static(name.unwrap_or_default())
    }

    /// The form of the call with this head.
    ///
    /// # Errors
    ///
    /// `METHOD_NOT_ALLOWED`, `UNSUPPORTED_MEDIA_TYPE`; `MALFORMED_REQUEST` for another version of the protocol, or a
    /// query that is none of Connect.
    fn of(head: &Parts, operation: Operation) -> Result<Self> {
        let malformed = |key| Err(Error::new(Reason::MalformedRequest, Message::new(key)));
        if head.headers.get(PROTOCOL_VERSION).is_some_and(|version| version != "1") {
            return malformed("connect-version");
        }
        if head.method == Method::GET && may_be_get(operation) {
            let codec = Codec::ALL
                .into_iter()
                .find(|codec| parameter(head.uri.query(), "encoding") == Some(codec.name().into()));
            return match codec {
                Some(codec) => Ok(Self { codec, is_stream: false }),
                None => malformed("connect-query"),
            };
        }
        if head.method != Method::POST {
            let message = Message::new("method-not-allowed").quoting("path", head.uri.path());
            return Err(Error::new(Reason::MethodNotAllowed, message.quoting("method", head.method.as_str())));
        }
        let is_stream = operation.is_streamed();
        match Self::of_content_type(head.headers.get(CONTENT_TYPE)) {
            // A path where there is nothing is answered in the form of the question.
            Some(form) if form.is_stream == is_stream || operation.contract().is_none() => Ok(form),
            _ => {
                let known = Self::ALL.into_iter().filter(|(_, form)| form.is_stream == is_stream);
                let known: Argument = known.map(|(name, _)| name).collect();
                let message = Message::new("not-connect").with("known", known);
                Err(Error::new(Reason::UnsupportedMediaType, message))
            }
        }
    }
}

/// Whether a call of this operation may be a `GET`: it searches nothing, and no call changes anything.
pub fn may_be_get(operation: Operation) -> bool {
    let may = |contract: &Contract| contract.shape == Shape::Whole && contract.searches == Searches::Never;
    operation.contract().is_some_and(may)
}

/// The bytes of a parameter in the query, which need not be UTF-8.
fn bytes_of_parameter(head: &Parts, name: &str) -> Option<Vec<u8>> {
    let value = head.uri.query()?.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    Some(percent_decode_str(&value.replace('+', " ")).collect())
}

/// The encoding of a body or of messages; whether it is gzip.
///
/// # Errors
///
/// `UNSUPPORTED_MEDIA_TYPE` for one that is not read.
fn is_gzip<'a>(encoding: impl IntoIterator<Item = &'a [u8]>) -> Result<bool> {
    let mut is_gzip = false;
    let others = encoding.into_iter().filter(|name| {
        let found = name.trim_ascii().eq_ignore_ascii_case(GZIP.as_bytes());
        is_gzip |= found;
        !found
    });
    unread_encoding(others, GZIP).map_or(Ok(()), Err)?;
    Ok(is_gzip)
}

/// Whether a caller accepts gzip, by this header.
fn accepts_gzip(headers: &HeaderMap, by: HeaderName) -> bool {
    let names = headers.get_all(by).into_iter().filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    names.map(|name| name.split(';').next().unwrap_or_default().trim()).any(|name| name.eq_ignore_ascii_case(GZIP))
}

/// Answers a call.
pub(crate) async fn answer(grpc: &Grpc, call: Call, request: Request<axum::body::Body>) -> Response<Body> {
    let arrived = Arrived::clone(&call);
    let (mut head, body) = request.into_parts();
    let form = match Form::of(&head, call.operation) {
        Ok(form) => form,
        Err(error) => return refuse(&error, &arrived),
    };
    let accepts = accepts_gzip(&head.headers, if form.is_stream { STREAM_ACCEPTS } else { ACCEPT_ENCODING });
    let translator = Translator::new(Arc::clone(grpc.service()), call.clone(), form.codec, head.uri.path());
    let message = match form.is_stream {
        true => requests(&translator, &head, body),
        false => request_of(&translator, &head, body).await,
    };
    let message = match message {
        Ok(message) => message,
        Err(error) => return refuse(&error, &arrived),
    };
    head.method = Method::POST;
    for name in [CONTENT_LENGTH, CONTENT_ENCODING, EXPECT] {
        head.headers.remove(name);
    }
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    let response = grpc.answer(call, Request::from_parts(head, message)).await;
    match form.is_stream {
        true => answers(translator, form, response, accepts),
        false => answer_of(&translator, form, response, accepts).await,
    }
}

/// The response to a call that is refused, which is its end.
pub(crate) fn refuse(error: &Error, call: &Arrived) -> Response<Body> {
    let form = Form::of_content_type(call.content_type.as_ref());
    let response = grpc::refuse(error, call);
    let is_stream = form.is_some_and(|form| form.is_stream) && call.operation.is_streamed();
    failure::response(response.headers(), HeaderMap::new(), is_stream, call)
}

/// The one request of a call, as gRPC has it.
async fn request_of(translator: &Translator, head: &Parts, body: axum::body::Body) -> Result<Body> {
    let most = translator.service.limits.bytes_of(translator.call.operation);
    let malformed = || Error::new(Reason::MalformedRequest, Message::new("connect-query"));
    let (mut message, is_gzip) = if head.method == Method::GET {
        let message = bytes_of_parameter(head, "message").ok_or_else(malformed)?;
        let message = match parameter(head.uri.query(), "base64").as_deref() {
            Some("1") => codec::from_base64(&message).ok_or_else(malformed)?,
            _ => message,
        };
        (message, is_gzip(parameter(head.uri.query(), "compression").as_deref().map(str::as_bytes))?)
    } else {
        let is_gzip = is_gzip(head.headers.get_all(CONTENT_ENCODING).into_iter().map(HeaderValue::as_bytes))?;
        (input::collect(body, most, input::waits(head)).await?, is_gzip)
    };
    if is_gzip {
        message = codec::decompressed(&message, most)?;
    }
    let message = translator.read(message.into()).await?;
    Ok(Body::new(Full::new(Frame { flags: 0, message }.written())))
}

/// The requests of a stream, as gRPC has them.
fn requests(translator: &Translator, head: &Parts, body: axum::body::Body) -> Result<Body> {
    let is_gzip = is_gzip(head.headers.get_all(STREAM_ENCODING).into_iter().map(HeaderValue::as_bytes))?;
    let most = translator.service.limits.body_bytes;
    let requests = Requests { translator: translator.clone(), frames: Frames::new(body, most), is_gzip, most };
    Ok(Body::new(StreamBody::new(unfold(Some(requests), async |requests| requests?.next().await))))
}

/// A part of a body, or why there is none.
type Part = std::result::Result<BodyFrame<Bytes>, Status>;

/// The requests of a stream.
struct Requests {
    translator: Translator,
    frames: Frames<axum::body::Body>,
    /// Whether messages may be compressed.
    is_gzip: bool,
    /// The most bytes of a message.
    most: usize,
}

impl Requests {
    /// The next request, and what follows it; none after the last.
    async fn next(mut self) -> Option<(Part, Option<Self>)> {
        match self.read().await {
            Ok(frame) => Some((Ok(BodyFrame::data(frame?.written())), Some(self))),
            Err(error) => Some((Err(grpc::status_of(&error, &self.translator.call)), None)),
        }
    }

    /// The next request as gRPC has it.
    async fn read(&mut self) -> Result<Option<Frame>> {
        let Some(Frame { flags, mut message }) = self.frames.next().await? else { return Ok(None) };
        if flags & COMPRESSED != 0 {
            if !self.is_gzip {
                return Err(Error::new(Reason::MalformedRequest, Message::new("message-unreadable")));
            }
            message = codec::decompressed(&message, self.most)?.into();
        }
        Ok(Some(Frame { flags: 0, message: self.translator.read(message).await? }))
    }
}

/// The response with one answer, of the response over gRPC.
async fn answer_of(
    translator: &Translator,
    form: Form,
    response: Response<DetailedBody>,
    accepts_gzip: bool,
) -> Response<Body> {
    let (head, body) = response.into_parts();
    let mut frames = Frames::new(body, usize::MAX);
    let message = match next_message(translator, &mut frames, accepts_gzip).await {
        Ok(message) => message,
        Err(error) => return refuse(&error, &translator.call),
    };
    // What follows the message is the end, with the trailers.
    while let Ok(Some(_)) = frames.next().await {}
    let trailers = frames.into_trailers().unwrap_or_default();
    let Some((message, is_compressed)) = message.filter(|_| code_in(&trailers) == Some(Code::Ok)) else {
        let ended = if trailers.is_empty() { &head.headers } else { &trailers };
        return failure::response(ended, head.headers.clone(), false, &translator.call);
    };
    let mut response = Response::new(Body::new(Full::new(message)));
    let headers = response.headers_mut();
    extend(headers, &head.headers, "");
    extend(headers, &trailers, "trailer-");
    headers.insert(CONTENT_TYPE, form.content_type());
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_compressed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(GZIP));
    }
    response
}

/// The next answer as the caller wants it, and whether it is compressed; none after the last.
async fn next_message(
    translator: &Translator,
    frames: &mut Frames<DetailedBody>,
    accepts_gzip: bool,
) -> Result<Option<(Bytes, bool)>> {
    let Some(frame) = frames.next().await? else { return Ok(None) };
    let message = translator.write(frame.message).await?;
    let is_compressed = accepts_gzip && message.len() >= LEAST_COMPRESSED;
    Ok(Some((if is_compressed { codec::compressed(&message) } else { message }, is_compressed)))
}

/// The response with a stream of answers, of the response over gRPC.
fn answers(translator: Translator, form: Form, response: Response<DetailedBody>, accepts_gzip: bool) -> Response<Body> {
    let (head, body) = response.into_parts();
    if code_in(&head.headers).is_some_and(|code| code != Code::Ok) {
        return failure::response(&head.headers, head.headers.clone(), true, &translator.call);
    }
    let answers = Answers { translator, frames: Frames::new(body, usize::MAX), accepts_gzip };
    let answers = unfold(Some(answers), async |answers| answers?.next().await);
    let mut response = Response::new(Body::new(StreamBody::new(answers)));
    let headers = response.headers_mut();
    extend(headers, &head.headers, "");
    headers.insert(CONTENT_TYPE, form.content_type());
    if accepts_gzip {
        headers.insert(STREAM_ENCODING, HeaderValue::from_static(GZIP));
    }
    response
}

/// The answers of a stream.
struct Answers {
    translator: Translator,
    frames: Frames<DetailedBody>,
    accepts_gzip: bool,
}

impl Answers {
    /// The next answer, and what follows it; none after the end.
    async fn next(mut self) -> Option<(Part, Option<Self>)> {
        let (frame, rest) = match self.written().await {
            Ok(Some(frame)) => (frame, Some(self)),
            Ok(None) => (failure::end(&self.frames.into_trailers().unwrap_or_default()), None),
            Err(error) => (failure::end(grpc::refuse(&error, &self.translator.call).headers()), None),
        };
        Some((Ok(BodyFrame::data(frame.written())), rest))
    }

    /// The next answer as the caller wants it.
    async fn written(&mut self) -> Result<Option<Frame>> {
        let message = next_message(&self.translator, &mut self.frames, self.accepts_gzip).await?;
        let framed = |(message, is_compressed)| Frame { flags: if is_compressed { COMPRESSED } else { 0 }, message };
        Ok(message.map(framed))
    }
}

/// Adds the headers that are not gRPC's own, with a prefix to their names.
fn extend(headers: &mut HeaderMap, more: &HeaderMap, prefix: &str) {
    let own = |name: &HeaderName| [CONTENT_TYPE, CONTENT_LENGTH].contains(name) || name.as_str().starts_with("grpc-");
    let more = more.iter().filter(|(name, _)| !own(name));
    headers.extend(more.filter_map(|(name, value)| {
        let name = HeaderName::try_from(format!("{prefix}{name}")).ok()?;
        Some((name, value.clone()))
    }));
}

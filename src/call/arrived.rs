//! The head of a request.

use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ayla_api::answer::CallerLimits;
use ayla_api::error::{Error, Reason, Result};
use ayla_api::read;
use ayla_api::request::CallRequest;
use ayla_api::words::{Language, Message};
use ayla_fair::client::Caller;
use ayla_net::{Ambiguity, ambiguity};
use ayla_rules::Variant;
use data_encoding::HEXLOWER;
use http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Request};
use tracing::Span;

use super::part::Parts;
use super::{End, Transport, timeout};
use crate::access::keys::KnownCaller;
use crate::headers::{self, REQUEST_ID};
use crate::operation::{self, Operation};

/// What the head of a request says, and the language in which the call is answered: at first, the one that the head
/// asks for.
#[derive(Clone)]
pub struct Arrived {
    head: Arc<Head>,
    language: Language,
    /// The public address of the server, if it is known.
    site: Option<Arc<str>>,
}

/// What the head of a request says, and what becomes of the call.
pub struct Head {
    /// The transport.
    pub transport: Transport,
    /// The operation.
    pub operation: Operation,
    /// The variant that the path names; none where it names none.
    variant: Result<Option<Variant>>,
    /// The content type of a request of gRPC-web or Connect. The errors of the call have the same form.
    pub(crate) content_type: Option<HeaderValue>,
    /// The address of the client.
    pub client: IpAddr,
    pub(super) identity: Identity,
    /// When it arrived.
    pub at: Instant,
    /// When the client stops waiting, if it has said so.
    deadline: Result<Option<Instant>>,
    /// Why the head is ambiguous, if it is: two servers could read it differently.
    ambiguity: Option<Ambiguity>,
    /// The time that the call has spent searching, in nanoseconds.
    searched: AtomicU64,
    /// Whether work of the call by the rules took turns.
    is_large: AtomicBool,
    end: OnceLock<End>,
    /// The id that the caller gave the call, or one of ours.
    pub(crate) request_id: HeaderValue,
    /// The variant that the request names, once it was read.
    noted_variant: OnceLock<Variant>,
    pub(super) parts: Parts,
}

/// The caller, with its API key.
pub(super) struct Identity {
    /// The caller, as one among those who share the server.
    pub(super) caller: Caller,
    /// The owner of the API key, with its limits.
    pub(super) known: Option<KnownCaller>,
    /// Why the key is refused.
    pub(super) fault: Option<Box<Error>>,
}

impl Identity {
    /// Whoever calls from this address.
    pub(super) fn of_address(client: IpAddr) -> Self {
        Self { caller: Caller::of_address(client), known: None, fault: None }
    }
}

/// The transport and the operation of a request.
pub(super) fn operation<B>(request: &Request<B>) -> (Transport, Operation) {
    let transport = transport(request.uri().path(), request.headers());
    let operation = match transport {
        Transport::Grpc | Transport::GrpcWeb | Transport::Connect => Operation::of_grpc(request.uri().path()),
        Transport::Http => operation::of_http(request.uri().path()),
    };
    (transport, operation)
}

impl Deref for Arrived {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

impl Arrived {
    /// The head of a request within the process.
    pub(super) fn of_local<B>(request: &Request<B>) -> Self {
        let client = Ipv4Addr::LOCALHOST.into();
        let (transport, operation) = operation(request);
        Self::with(request, transport, operation, client, Identity::of_address(client))
    }

    /// The head of a request for this operation.
    pub(super) fn with<B>(
        request: &Request<B>,
        transport: Transport,
        operation: Operation,
        client: IpAddr,
        identity: Identity,
    ) -> Self {
        let headers = request.headers();
        let has_forms = matches!(transport, Transport::GrpcWeb | Transport::Connect);
        let content_type = headers.get(CONTENT_TYPE).filter(|_| has_forms).cloned();
        let query = request.uri().query();
        let is_deadline_read = transport != Transport::Http && operation.contract().is_some();
        let head = Head {
            transport,
            operation,
            variant: match transport {
                Transport::Grpc | Transport::GrpcWeb | Transport::Connect => Ok(None),
                Transport::Http => variant(operation, request.uri().path()),
            },
            content_type,
            client,
            identity,
            at: Instant::now(),
            deadline: if is_deadline_read { timeout::deadline(transport, headers) } else { Ok(None) },
            ambiguity: ambiguity(request.version(), headers),
            searched: AtomicU64::new(0),
            is_large: AtomicBool::new(false),
            end: OnceLock::new(),
            request_id: request_id(headers),
            noted_variant: OnceLock::new(),
            parts: Parts::default(),
        };
        if let Ok(Some(variant)) = head.variant {
            let _ = head.noted_variant.set(variant);
        }
        // Over gRPC, a query is ignored.
        let language = headers::language(headers.get(ACCEPT_LANGUAGE), query.filter(|_| transport == Transport::Http));
        Self { head: Arc::new(head), language, site: None }
    }

    /// A call of this operation within the process.
    pub(super) fn local(operation: Operation) -> Self {
        let client = Ipv4Addr::LOCALHOST.into();
        Self::with(&Request::new(()), Transport::Http, operation, client, Identity::of_address(client))
    }

    /// Changes the language of the answer.
    pub(super) fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Sets the public address of the server that the request has reached.
    pub(super) fn at_site(self, site: Option<Arc<str>>) -> Self {
        Self { site, ..self }
    }

    /// The public address of the server, if it is known.
    pub fn site(&self) -> Option<&str> {
        self.site.as_deref()
    }

    /// The variant that the path names; none where it names none.
    ///
    /// # Errors
    ///
    /// `UNKNOWN_VARIANT`; `MALFORMED_REQUEST` for what is no text.
    pub fn variant(&self) -> Result<Option<Variant>> {
        self.variant.clone()
    }

    /// The id by which the caller finds the call again, as text.
    pub fn request_id_text(&self) -> &str {
        // It is printable ASCII.
        self.request_id.to_str().unwrap_or_default()
    }

    /// Notes the variant of a request, for the span of its reading and those that follow.
    pub(crate) fn note_variant(&self, reading: &Span, request: &impl CallRequest) {
        if self.noted_variant().is_none()
            && !reading.is_disabled()
            && let Some(variant) = request.variant()
        {
            let _ = self.noted_variant.set(variant);
            reading.record("ayla.variant", variant.name());
        }
    }

    /// The variant that the path or the request names, as far as it is known by now.
    pub fn noted_variant(&self) -> Option<Variant> {
        self.noted_variant.get().copied()
    }

    /// The caller.
    pub fn caller(&self) -> &Caller {
        &self.identity.caller
    }

    /// The owner of the API key; none where no key is needed, or where it is refused.
    pub(crate) fn known(&self) -> Option<&KnownCaller> {
        self.identity.known.as_ref()
    }

    /// The rate limits of the caller; none if no API key limits it.
    pub fn limits(&self) -> Option<CallerLimits> {
        self.known().map(KnownCaller::limits)
    }

    /// The language in which the call is answered.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// When the client stops waiting, if it has said so.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.as_ref().ok().copied().flatten()
    }

    /// Checks what the client says of its deadline.
    ///
    /// # Errors
    ///
    /// `MALFORMED_REQUEST` for a timeout that the transport does not allow.
    pub fn check_deadline(&self) -> Result<()> {
        self.deadline.clone().map(drop)
    }

    /// Checks that the head has one meaning.
    ///
    /// # Errors
    ///
    /// `MALFORMED_REQUEST`, `UNSUPPORTED_TRANSFER_CODING`.
    pub(super) fn check_meaning(&self) -> Result<()> {
        match self.ambiguity {
            None => Ok(()),
            Some(Ambiguity::Host) => Err(Error::new(Reason::MalformedRequest, Message::new("host-header"))),
            Some(Ambiguity::TransferCoding) => {
                Err(Error::new(Reason::UnsupportedTransferCoding, Message::new("transfer-coding")))
            }
        }
    }

    /// Notes that work of the call by the rules is large: it takes turns.
    pub(crate) fn note_large(&self) {
        self.is_large.store(true, Ordering::Relaxed);
    }

    /// Whether the call had work by the rules that takes turns.
    pub fn is_large(&self) -> bool {
        self.is_large.load(Ordering::Relaxed)
    }

    /// Adds the time of a search.
    pub(crate) fn searched_for(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.searched.fetch_add(time, Ordering::Relaxed);
    }

    /// The time that the call has spent searching so far, without its waits before the searches.
    pub fn searched(&self) -> Duration {
        Duration::from_nanos(self.searched.load(Ordering::Relaxed))
    }

    /// Notes how the call ended. Only the first end counts.
    pub fn record_end(&self, end: End) {
        // A later one is of the same answer.
        let _ = self.end.set(end);
    }

    /// How the call ended, if that was noted.
    pub fn end(&self) -> Option<&End> {
        self.end.get()
    }
}

/// The most bytes of an id that a caller gives a call.
const ID_BYTES: usize = 128;

/// The id that the caller gives the call: printable, and not too long; otherwise one of ours.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let is_fine =
        |id: &&HeaderValue| (1..=ID_BYTES).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic);
    let given = headers.get(REQUEST_ID).filter(is_fine).cloned();
    let mut id = given.unwrap_or_else(|| {
        // A hash of nothing, by a key that is used once.
        let id = RandomState::new().hash_one(()).to_be_bytes();
        let mut text = [0; 2 * size_of::<u64>()];
        HEXLOWER.encode_mut(&id, &mut text);
        HeaderValue::from_bytes(&text).unwrap_or(HeaderValue::from_static("0"))
    });
    // So HTTP/2 keeps it out of its table of headers. No other answer has it, and to search the table takes long.
    id.set_sensitive(true);
    id
}

/// The variant that the path of an operation names.
fn variant(operation: Operation, path: &str) -> Result<Option<Variant>> {
    let Some(name) = operation.variant_in(path) else { return Ok(None) };
    match percent_encoding::percent_decode_str(name).decode_utf8() {
        Ok(name) => read::variant(&(&*name).into()).map(Some),
        Err(_) => Err(Error::new(Reason::MalformedRequest, Message::new("path-not-utf8"))),
    }
}

/// The prefix of the content types of gRPC and gRPC-web.
const GRPC: &[u8] = b"application/grpc";
/// What follows it in the content types of gRPC-web.
const WEB: &[u8] = b"-web";

/// The transport of a request for this path with these headers.
fn transport(path: &str, headers: &HeaderMap) -> Transport {
    let kind = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let begins = |kind: &[u8], with: &[u8]| kind.get(..with.len()).is_some_and(|b| b.eq_ignore_ascii_case(with));
    if !begins(kind, GRPC) {
        if operation::is_rpc(path) { Transport::Connect } else { Transport::Http }
    } else if begins(&kind[GRPC.len()..], WEB) {
        Transport::GrpcWeb
    } else {
        Transport::Grpc
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_type_determines_the_transport() {
        let json = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        assert_eq!(transport("/mancala.v1.MancalaService/ApplyMove", &json), Transport::Connect);
        for (content_type, expected) in [
            ("application/grpc", Transport::Grpc),
            ("Application/gRPC+proto", Transport::Grpc),
            ("application/grpc-web-text", Transport::GrpcWeb),
            ("application/json", Transport::Http),
            ("app", Transport::Http),
            ("", Transport::Http),
        ] {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(content_type))]);
            assert_eq!(transport("/", &headers), expected, "{content_type}");
        }
    }
}

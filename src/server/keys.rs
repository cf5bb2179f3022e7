//! API keys: which callers a server admits, and their rate limits. The file has only hashes of keys, and may be replaced
//! while the server runs.

mod file;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use data_encoding::HEXLOWER;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use metrics::Counter;
use ring::digest::{SHA256, SHA256_OUTPUT_LEN, digest};
use subtle::{Choice, ConstantTimeEq};

use crate::net::{Limit, RateLimiter};
use crate::service::error::{Error, Reason};
use crate::service::metrics::shed;
use crate::service::operator_file::{BadFile, ContentHash, read};
use crate::words::Message;

use crate::service::operation::Operation;

use super::metrics::CallerMetrics;

/// The most hashes of a file: each call is compared with all of them.
pub const MAX_HASHES: usize = 1_000;

/// The range of a rate, in calls per second.
pub const RATES: [f64; 2] = [0.001, 1_000_000.0];

/// The authorization scheme, which precedes the key.
const SCHEME: &[u8] = b"Bearer ";

/// The SHA-256 of a key. A key has 32 random bytes, so a fast hash cannot be reversed.
type Hash = [u8; SHA256_OUTPUT_LEN];

/// The callers that a server admits: those of the last version of the file without faults.
pub struct Keys {
    file: PathBuf,
    initial: ContentHash,
    callers: ArcSwap<Vec<Caller>>,
    /// Counts calls that exceeded a rate limit.
    shed: Counter,
}

/// An entry of the file.
struct Caller {
    name: Arc<str>,
    /// The hashes of the caller's keys: more than one while a key is being replaced.
    hashes: Vec<Hash>,
    calls: RateLimiter,
    suggestions: RateLimiter,
    metrics: CallerMetrics,
}

impl Keys {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is larger than [`MAX_BYTES`](crate::service::operator_file::MAX_BYTES), or has faults:
    /// all of them.
    pub fn read(file: PathBuf) -> Result<Self, BadFile> {
        let (contents, initial) = read(std::slice::from_ref(&file));
        let callers = file::parse(&file, &contents?.concat(), &[])?;
        Ok(Self { file, initial, callers: ArcSwap::from_pointee(callers), shed: shed("rate") })
    }

    /// Replaces the callers by those of this content of the file, for later calls. Returns the number of callers.
    ///
    /// # Errors
    ///
    /// The content has faults or is empty; the callers then stay as they were.
    pub(super) fn replace(&self, content: &[u8]) -> Result<usize, BadFile> {
        // An editor may have truncated it before writing. A comment is enough for a file that admits nobody.
        if content.is_empty() {
            return Err(BadFile::whole(&self.file, "the file is empty"));
        }
        let callers = file::parse(&self.file, content, &self.callers.load())?;
        let count = callers.len();
        self.callers.store(Arc::new(callers));
        Ok(count)
    }

    /// The file, and the hash of its content at startup.
    pub(super) fn source(&self) -> (&Path, ContentHash) {
        (&self.file, self.initial)
    }

    /// Who sent these headers, if the key is known, and the error if the call is not admitted: `UNAUTHENTICATED` without a
    /// known key, `RATE_LIMITED` above the caller's rate.
    pub(super) fn admit(&self, operation: Operation, headers: &HeaderMap) -> (Option<KnownCaller>, Option<Box<Error>>) {
        if operation.is_public() {
            return (None, None);
        }
        let key = match bearer_key(headers) {
            Ok(key) => key,
            Err(error) => return (None, Some(error)),
        };
        let callers = self.callers.load();
        let Some(caller) = find(&callers, digest(&SHA256, key).as_ref()) else {
            return (None, Some(Error::new(Reason::Unauthenticated, Message::new("key-unknown"))));
        };
        let known = KnownCaller {
            name: Arc::clone(&caller.name),
            suggestions: caller.suggestions.clone(),
            shed: self.shed.clone(),
        };
        let suggestion = if operation.suggests() { known.suggest() } else { Ok(()) };
        let call = || check(&caller.calls, "rate-of-calls").inspect_err(|_| self.shed.increment(1));
        let error = suggestion.and_then(|()| call()).err();
        caller.metrics.called(error.is_none());
        (Some(known), error)
    }
}

/// A caller whose key is known.
pub(super) struct KnownCaller {
    /// The name.
    pub(super) name: Arc<str>,
    suggestions: RateLimiter,
    shed: Counter,
}

impl KnownCaller {
    /// Takes a token for a suggestion.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above the caller's rate.
    pub(super) fn suggest(&self) -> Result<(), Box<Error>> {
        check(&self.suggestions, "rate-of-suggestions").inspect_err(|_| self.shed.increment(1))
    }
}

/// Counts a call.
///
/// # Errors
///
/// `RATE_LIMITED` above the limit, with the message of this key.
fn check(limiter: &RateLimiter, key: &'static str) -> Result<(), Box<Error>> {
    limiter.check().map_err(|wait| over(limiter.limit(), wait, key))
}

/// The error of a call above a limit.
pub(super) fn over(Limit { per_second, burst }: Limit, wait: Duration, key: &'static str) -> Box<Error> {
    let message = Message::new(key).with("rate", per_second.to_string()).with("burst", burst);
    Error::new(Reason::RateLimited, message).after(wait)
}

/// The key in the `authorization` header.
fn bearer_key(headers: &HeaderMap) -> Result<&[u8], Box<Error>> {
    let mut all = headers.get_all(AUTHORIZATION).iter().map(HeaderValue::as_bytes);
    let key = all.next().filter(|_| all.next().is_none()).and_then(|value| {
        let (scheme, key) = value.split_at_checked(SCHEME.len())?;
        scheme.eq_ignore_ascii_case(SCHEME).then(|| key.trim_ascii())
    });
    key.filter(|key| !key.is_empty()).ok_or_else(|| Error::new(Reason::Unauthenticated, Message::new("key-missing")))
}

/// The caller who has a key with this hash, found in a time that does not depend on the known hashes.
fn find<'a>(callers: &'a [Caller], hash: &[u8]) -> Option<&'a Caller> {
    let mut found = None;
    for caller in callers {
        let same = caller.hashes.iter().fold(Choice::from(0), |same, known| same | known.ct_eq(hash));
        if same.into() {
            found = Some(caller);
        }
    }
    found
}

/// The entry of a file for a caller with this key, who may make `calls_per_second` calls per second.
#[must_use]
pub fn entry(name: &str, key: &str, calls_per_second: f64) -> String {
    let hash = HEXLOWER.encode(digest(&SHA256, key.as_bytes()).as_ref());
    format!("[{name}]\nsha256 = [\"{hash}\"]\ncalls-per-second = {calls_per_second}\n")
}

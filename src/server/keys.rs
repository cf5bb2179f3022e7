//! API keys: who may call, and how often. A file has only their hashes, and may be replaced while the server runs.

mod file;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use governor::clock::Clock;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use metrics::Counter;
use ring::digest::{SHA256, SHA256_OUTPUT_LEN, digest};
use ring::error::Unspecified;
use ring::rand::{SecureRandom, SystemRandom};
use subtle::{Choice, ConstantTimeEq};

use crate::service::error::{Error, Reason};
use crate::service::metrics::shed;
use crate::service::operator_file::{BadFile, Seen, read};

use crate::service::operation::Operation;

/// The most hashes of a file: a call is compared with each.
pub const MAX_HASHES: usize = 1_000;

/// How a key begins that is made here, so that one that lies about is known for what it is.
const PREFIX: &str = "ayla_";
/// How many random bytes it has.
const RANDOM_BYTES: usize = 32;

/// How a key is sent, before the key itself.
const SCHEME: &[u8] = b"Bearer ";

/// The SHA-256 of a key. A key has 32 random bytes, so that nobody finds one that has the same, nor the key.
type Hash = [u8; SHA256_OUTPUT_LEN];

/// The callers of a file, as they were when it was last good.
pub struct Keys {
    file: PathBuf,
    seen: Seen,
    callers: RwLock<Arc<[Caller]>>,
    /// Counts calls that came too fast.
    shed: Counter,
}

/// Somebody who may call.
struct Caller {
    name: Arc<str>,
    /// Of its keys: more than one while one is being replaced.
    hashes: Vec<Hash>,
    calls: Rate,
    suggestions: Rate,
}

/// How often a caller may do something.
#[derive(Clone)]
struct Rate {
    /// A second, and at once.
    allowed: Allowed,
    /// Kept as long as the caller may do it as often: a file that is read anew gives nobody more.
    limiter: Arc<DefaultDirectRateLimiter>,
}

/// How often something is allowed.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Allowed {
    per_second: f64,
    at_once: u32,
}

impl Keys {
    /// Those of a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, is too large, or is not such a file; what is wrong with its entries is told at once.
    pub fn read(file: PathBuf) -> Result<Self, BadFile> {
        let texts = read(std::slice::from_ref(&file))?;
        let callers = file::parse(&file, &texts.concat(), &[])?.into();
        let seen = Seen::of(&texts);
        Ok(Self { file, seen, callers: RwLock::new(callers), shed: shed("rate") })
    }

    /// Knows those whom the file has now, for calls to come, and answers how many they are.
    ///
    /// # Errors
    ///
    /// As for [`Self::read`]; then the callers stay as they were.
    pub(super) fn replace(&self, text: &[u8]) -> Result<usize, BadFile> {
        // As while it is written anew. To let nobody call, a comment is enough.
        if text.is_empty() {
            return Err(BadFile::whole(&self.file, "the file is empty"));
        }
        let callers: Arc<[Caller]> = file::parse(&self.file, text, &self.callers())?.into();
        let count = callers.len();
        *self.callers.write().unwrap_or_else(PoisonError::into_inner) = callers;
        Ok(count)
    }

    /// The file, and what it held at first.
    pub(super) fn source(&self) -> (&Path, Seen) {
        (&self.file, self.seen)
    }

    fn callers(&self) -> Arc<[Caller]> {
        Arc::clone(&self.callers.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The name of the caller who sends these headers, as far as it is known, and why it may not ask for this now, if it may
    /// not: `UNAUTHENTICATED` where there is no key, or one that is not known; `RATE_LIMITED` where it asks too soon.
    pub(super) fn admit(&self, operation: Operation, headers: &HeaderMap) -> (Option<Arc<str>>, Option<Box<Error>>) {
        if operation.is_public() {
            return (None, None);
        }
        let key = match sent(headers) {
            Ok(key) => key,
            Err(error) => return (None, Some(error)),
        };
        let callers = self.callers();
        let Some(caller) = find(&callers, digest(&SHA256, key).as_ref()) else {
            let unknown = "the API key is not known; it may have been replaced";
            return (None, Some(Error::new(Reason::Unauthenticated, unknown)));
        };
        let suggestion = operation.suggests().then(|| caller.suggestions.ask("suggestions")).flatten();
        let refused = suggestion.or_else(|| caller.calls.ask("calls"));
        if refused.is_some() {
            self.shed.increment(1);
        }
        (Some(Arc::clone(&caller.name)), refused)
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("file", &self.file).finish_non_exhaustive()
    }
}

impl Rate {
    fn new(allowed: Allowed, before: Option<&Self>) -> Option<Self> {
        if let Some(before) = before.filter(|before| before.allowed == allowed) {
            return Some(before.clone());
        }
        let quota = Quota::with_period(Duration::from_secs_f64(allowed.per_second.recip()))?;
        let limiter = RateLimiter::direct(quota.allow_burst(allowed.at_once.try_into().ok()?));
        Some(Self { allowed, limiter: Arc::new(limiter) })
    }

    /// Takes one of what is allowed, or says why not.
    fn ask(&self, what: &str) -> Option<Box<Error>> {
        let until = self.limiter.check().err()?;
        let Allowed { per_second, at_once } = self.allowed;
        let detail = format!("this API key is for {per_second} {what} a second, {at_once} at once; try again later");
        Some(Error::new(Reason::RateLimited, detail).after(until.wait_time_from(self.limiter.clock().now())))
    }
}

/// The key that headers have.
fn sent(headers: &HeaderMap) -> Result<&[u8], Box<Error>> {
    let mut all = headers.get_all(AUTHORIZATION).iter().map(HeaderValue::as_bytes);
    let key = all.next().filter(|_| all.next().is_none()).and_then(|sent| {
        let (scheme, key) = sent.split_at_checked(SCHEME.len())?;
        scheme.eq_ignore_ascii_case(SCHEME).then(|| key.trim_ascii())
    });
    key.filter(|key| !key.is_empty()).ok_or_else(|| {
        Error::new(Reason::Unauthenticated, "an API key is needed here: send it as `authorization: Bearer KEY`")
    })
}

/// The caller with a key of this hash. How long it takes tells nothing of the hashes that there are.
fn find<'a>(callers: &'a [Caller], sent: &[u8]) -> Option<&'a Caller> {
    let mut found = None;
    for caller in callers {
        let same = caller.hashes.iter().fold(Choice::from(0), |same, hash| same | hash.ct_eq(sent));
        if same.into() {
            found = Some(caller);
        }
    }
    found
}

/// A new key, which is told nobody else.
///
/// # Errors
///
/// The system has no random numbers.
pub fn generate() -> Result<String, Unspecified> {
    let mut random = [0; RANDOM_BYTES];
    SystemRandom::new().fill(&mut random)?;
    Ok(format!("{PREFIX}{}", hexadecimal(&random)))
}

/// The entry of a file for a caller with this key, who may make so many calls a second.
#[must_use]
pub fn entry(name: &str, key: &str, calls_per_second: u32) -> String {
    let hash = hexadecimal(digest(&SHA256, key.as_bytes()).as_ref());
    format!("[{name}]\nsha256 = [\"{hash}\"]\ncalls-per-second = {calls_per_second}\n")
}

fn hexadecimal(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

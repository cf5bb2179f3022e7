//! API keys: which callers a server admits, and their rate limits. The file contains only hashes of keys, and may be
//! replaced while the server runs.

mod file;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use ayla_api::answer::{CallerLimits, Rate};
use ayla_api::error::{Error, Reason};
use ayla_api::words::{Message, message};
use ayla_fair::client;
use ayla_fair::rate::{Limit, Limiter};
use data_encoding::HEXLOWER;
use http::header::{AUTHORIZATION, CACHE_CONTROL};
use http::{HeaderMap, HeaderName, HeaderValue};
use metrics::{Counter, counter};
use ring::digest::{SHA256, SHA256_OUTPUT_LEN, digest};
use subtle::{Choice, ConstantTimeEq};

use crate::operation::Work;
use crate::operator_file::{BadFile, ContentHash, OperatorFile, read};
use crate::reload::ReloadSource;
use crate::telemetry::load::{WorkMetrics, from_zero, shed};
use crate::telemetry::metrics::describe_metrics;

/// The most hashes in a file: each call is compared with all of them.
pub const MAX_HASHES: usize = 1_000;

/// The range of a rate, in calls per second.
pub const RATES: [f64; 2] = [0.001, 1_000_000.0];

/// The authorization scheme, which precedes the key.
const SCHEME: &[u8] = b"Bearer ";

/// The SHA-256 of a key. A key has 32 random bytes, so a fast hash cannot be reversed.
type Hash = [u8; SHA256_OUTPUT_LEN];

/// The callers that a server admits, from the last version of the file that had no faults.
pub struct Keys {
    file: PathBuf,
    initial: ContentHash,
    callers: ArcSwap<Vec<Arc<Caller>>>,
    /// Hashes the names that callers give their users. Each process has different hashes.
    users: RandomState,
    /// Counts calls that exceeded a rate limit.
    shed: Counter,
}

/// An entry of the file: a caller with its limits.
struct Caller {
    name: Arc<str>,
    /// The hashes of the caller's keys: more than one while a key is being replaced.
    hashes: Vec<Hash>,
    calls: Limiter,
    suggestions: Limiter,
    /// The budgets of processor time for searches, for pictures and for work by the rules, in milliseconds. What has
    /// none is not limited, but work by the rules is then limited as searches are.
    budgets: [Option<Limiter>; 3],
    metrics: CallerMetrics,
}

impl Caller {
    /// The budget for this work, if it is limited, and the message that says so.
    fn budget(&self, work: Work) -> Option<(&Limiter, &'static str)> {
        let [searches, pictures, rules] = &self.budgets;
        let (budget, key) = match work {
            Work::Picture => (pictures, "rate-of-picture-time"),
            Work::Rules if rules.is_some() => (rules, "rate-of-rule-time"),
            Work::Search | Work::Rules => (searches, "rate-of-search-time"),
        };
        budget.as_ref().map(|budget| (budget, key))
    }
}

impl Keys {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// All faults of the file. Also fails if the file cannot be read or is larger than
    /// [`MAX_BYTES`](crate::operator_file::MAX_BYTES).
    pub fn read(file: PathBuf) -> Result<Self, BadFile> {
        let (contents, initial) = read(std::slice::from_ref(&file));
        let callers = file::parse(&file, &contents?.concat(), &[])?;
        let callers = ArcSwap::from_pointee(callers);
        let users = RandomState::new();
        Ok(Self { file, initial, callers, users, shed: shed("rate") })
    }

    /// The file as a source to reload. Reloading it replaces the callers that are admitted.
    pub fn source(self: Arc<Self>) -> ReloadSource {
        ReloadSource::new(OperatorFile::Keys, vec![self.file.clone()], self.initial, move |contents| {
            let content = contents.concat();
            // The file may be empty because an editor has truncated it before writing. To admit nobody, a comment in it
            // is enough.
            if content.is_empty() {
                return Err(BadFile::whole(&self.file, "the file is empty"));
            }
            let callers = file::parse(&self.file, &content, &self.callers.load())?;
            let count = callers.len();
            self.callers.store(Arc::new(callers));
            Ok(count)
        })
    }

    /// Finds the caller that sent these headers.
    ///
    /// # Errors
    ///
    /// `UNAUTHENTICATED` without a known key, `MALFORMED_REQUEST` if the name of the user is too long.
    pub(crate) fn find(&self, headers: &HeaderMap) -> Result<KnownCaller, Box<Error>> {
        let hash = digest(&SHA256, bearer_key(headers)?);
        let found = find(&self.callers.load(), hash.as_ref());
        let caller = found.ok_or_else(|| Error::new(Reason::Unauthenticated, Message::new("key-unknown")))?;
        let user = match headers.get(END_USER) {
            Some(name) if name.len() > MOST_USER_BYTES => {
                let message = message!("end-user-too-long", most = MOST_USER_BYTES);
                return Err(Error::new(Reason::MalformedRequest, message));
            }
            // Only a limited number of users is told apart.
            Some(name) if !name.is_empty() => Some(self.users.hash_one(name.as_bytes()) % USERS),
            Some(_) | None => None,
        };
        Ok(KnownCaller { caller, user, shed: self.shed.clone() })
    }
}

/// The header in which a caller names the user that a call is for.
const END_USER: HeaderName = HeaderName::from_static("end-user");
/// The most bytes in the value of [`END_USER`].
const MOST_USER_BYTES: usize = 64;
/// How many users of a caller are told apart. If there are more, some of them share their turns.
const USERS: u64 = 1_024;

/// A caller whose key is known.
#[derive(Clone)]
pub(crate) struct KnownCaller {
    caller: Arc<Caller>,
    user: Option<u64>,
    shed: Counter,
}

impl KnownCaller {
    /// The caller, as others share with it.
    pub(crate) fn caller(&self) -> client::Caller {
        client::Caller::of_key(&self.caller.name, self.user)
    }

    /// The rate limits of the caller.
    pub(crate) fn limits(&self) -> CallerLimits {
        let Caller { calls, suggestions, budgets, .. } = &*self.caller;
        let rate = |limiter: &Limiter| {
            let Limit { per_second, burst } = limiter.limit;
            Rate { per_second, burst }
        };
        let [search_ms, picture_ms, rule_ms] = budgets.each_ref().map(|budget| budget.as_ref().map(rate));
        CallerLimits { calls: rate(calls), suggestions: rate(suggestions), search_ms, picture_ms, rule_ms }
    }

    /// Counts a call that does this work in any case against the caller's rates.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above the rates.
    pub(crate) fn admit(&self, work: Option<Work>) -> Result<(), Box<Error>> {
        let before = work.map_or(Ok(()), |work| self.before(work));
        let admitted = before.and_then(|()| self.count(&self.caller.calls, "rate-of-calls"));
        self.caller.metrics.called(admitted.is_ok());
        admitted
    }

    /// Checks the caller's budget for this work, and counts a search against the rate of suggestions.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above that rate, or if the processor time for such work is used up.
    pub(crate) fn before(&self, work: Work) -> Result<(), Box<Error>> {
        if let Some((budget, key)) = self.caller.budget(work) {
            budget.check_left().map_err(|wait| self.over(budget.limit, wait, key))?;
        }
        match work {
            Work::Search => self.count(&self.caller.suggestions, "rate-of-suggestions"),
            Work::Rules | Work::Picture => Ok(()),
        }
    }

    /// Charges the caller for processor time.
    pub(crate) fn charge(&self, work: Work, time: Duration) {
        if let Some((budget, _)) = self.caller.budget(work) {
            budget.spend(time);
        }
        self.caller.metrics.work.add(work, time);
    }

    fn count(&self, limiter: &Limiter, key: &'static str) -> Result<(), Box<Error>> {
        limiter.count().map_err(|wait| self.over(limiter.limit, wait, key))
    }

    fn over(&self, limit: Limit, wait: Duration, key: &'static str) -> Box<Error> {
        self.shed.increment(1);
        over(limit, wait, key)
    }

    /// Adds the headers with the caller's rates, and what remains of them, to a response that is for this caller alone
    /// (draft-ietf-httpapi-ratelimit-headers-10).
    pub(crate) fn show_rates(&self, headers: &mut HeaderMap) {
        let caching = headers.get(CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if caching.contains("public") {
            return;
        }
        let Caller { calls, suggestions, budgets, .. } = &*self.caller;
        let budgets = ["search-ms", "picture-ms", "rule-ms"].into_iter().zip(budgets);
        let budgets = budgets.filter_map(|(name, budget)| Some((name, budget.as_ref()?)));
        let limiters = [("calls", calls), ("suggestions", suggestions)].into_iter().chain(budgets);
        let rates: Vec<_> = limiters.map(|(name, limiter)| (name, limiter.limit, limiter.left())).collect();
        let seconds = |count: f64, limit: Limit| (count / limit.per_second).ceil() as u64;
        let policy = rates.iter().map(|(name, limit, _)| {
            format!("\"{name}\";q={};w={}", limit.burst, seconds(limit.burst.into(), *limit).max(1))
        });
        let state = rates.iter().map(|(name, limit, left)| {
            format!("\"{name}\";r={left};t={}", seconds(f64::from(limit.burst) - f64::from(*left), *limit))
        });
        for (name, items) in [(RATE_LIMIT_POLICY, policy.collect::<Vec<_>>()), (RATE_LIMIT, state.collect())] {
            headers.extend(HeaderValue::try_from(items.join(", ")).ok().map(|value| (name, value)));
        }
    }
}

/// The headers of rates.
pub(super) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
pub(super) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// The error for a call above a rate limit.
pub(super) fn over(Limit { per_second, burst }: Limit, wait: Duration, key: &'static str) -> Box<Error> {
    let message = message!(key, rate = per_second, burst);
    Error::new(Reason::RateLimited, message).after(wait)
}

/// Reads the key from the `authorization` header.
fn bearer_key(headers: &HeaderMap) -> Result<&[u8], Box<Error>> {
    let mut all = headers.get_all(AUTHORIZATION).iter().map(HeaderValue::as_bytes);
    let key = all.next().filter(|_| all.next().is_none()).and_then(|value| {
        let (scheme, key) = value.split_at_checked(SCHEME.len())?;
        scheme.eq_ignore_ascii_case(SCHEME).then(|| key.trim_ascii())
    });
    key.filter(|key| !key.is_empty()).ok_or_else(|| Error::new(Reason::Unauthenticated, Message::new("key-missing")))
}

/// Finds the caller whose key has this hash, in a time that does not depend on the known hashes.
fn find(callers: &[Arc<Caller>], hash: &[u8]) -> Option<Arc<Caller>> {
    let mut found = None;
    for caller in callers {
        let same = caller.hashes.iter().fold(Choice::from(0), |same, known| same | known.ct_eq(hash));
        if same.into() {
            found = Some(caller);
        }
    }
    found.cloned()
}

/// Writes the entry of the file for a caller with this key, who may make `calls_per_second` calls per second.
pub fn entry(name: &str, key: &str, calls_per_second: f64) -> String {
    let hash = HEXLOWER.encode(digest(&SHA256, key.as_bytes()).as_ref());
    format!("[{name}]\nsha256 = [\"{hash}\"]\ncalls-per-second = {calls_per_second}\n")
}

describe_metrics! {
    /// Calls with a known API key, by the name of its caller and result: admitted, or rate-limited.
    counter CALLER_CALLS = "ayla_caller_calls_total";
}

/// The counters of the calls from a caller.
#[derive(Clone)]
struct CallerMetrics {
    admitted: Counter,
    rate_limited: Counter,
    work: WorkMetrics,
}

impl CallerMetrics {
    /// Registers the counters for this caller with the recorder of the process. The name comes from the operator's
    /// file.
    fn new(caller: &str) -> Self {
        let counter =
            |result: &'static str| from_zero(counter!(CALLER_CALLS, "caller" => caller.to_owned(), "result" => result));
        Self { admitted: counter("admitted"), rate_limited: counter("rate-limited"), work: WorkMetrics::new(caller) }
    }

    /// Counts a call.
    fn called(&self, admitted: bool) {
        if admitted { &self.admitted } else { &self.rate_limited }.increment(1);
    }
}

//! A call: one way, from the head of its request to the end of its answer. `docs/call.md` walks along it.
//!
//! - [`Arrived`]: what the head says: who asks for which operation, in which language, until when.
//! - [`Call`]: what was [admitted](Admission): it has a place, and asks its meters before each piece of work.
//! - [`End`]: how the call ended, noted once by whoever answers it; [`Ended`] is what the log, the metrics and the
//!   traces report of it.

mod admission;
mod arrived;
mod ended;
pub(crate) mod part;
mod status;
mod timeout;

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use ayla_api::error::Result;
use ayla_api::words::Language;
use ayla_fair::client::{Client, Meter};
use ayla_fair::lock;
use ayla_fair::shares::HeldPlace;
use ayla_net::InFlight;
use ayla_rules::string_enum;
use ayla_steps::weights;
use http::Request;

pub use admission::Admission;
pub use arrived::Arrived;
pub use ended::{End, Ended};
pub use status::Status;
pub(crate) use status::{CLIENT_CLOSED_REQUEST, Severity, code_in, meaning};

use crate::operation::{Operation, Work};
use admission::Places;

string_enum! {
    /// The way a call reached the service.
    pub enum Transport {
        /// gRPC over HTTP/2.
        Grpc = "grpc",
        /// gRPC-web, over HTTP/2 or HTTP/1.1.
        GrpcWeb = "grpc-web",
        /// The Connect protocol over HTTP.
        Connect = "connect",
        /// JSON, or anything else over HTTP.
        Http = "http",
    }
}

/// The fewest steps for which a call is charged on the threads that serve connections.
const CHARGED_STEPS: u64 = weights::PER_MILLISECOND / 100;
/// The nanoseconds of a step.
const NANOSECONDS: u64 = 1_000_000 / weights::PER_MILLISECOND;

/// The time between revoking a place and closing the connection of a client who keeps it.
const REVOKED: Duration = Duration::from_secs(1);

/// A call that was admitted, and the language of its answer. Copies are the same call.
#[derive(Clone)]
pub struct Call {
    arrived: Arrived,
    admitted: Arc<Admitted>,
}

/// What a call holds from its admission to the last byte of its answer.
struct Admitted {
    /// The limits of the call: those of a server, or none.
    by: By,
    /// The place of the call in flight; none where the operation needs none.
    _place: Option<Places>,
    /// Weak, because the call in flight keeps this value, and a cycle would never be freed.
    in_flight: Weak<InFlight>,
    /// Whether the call has asked for its first work. Admission has charged every operation for that, so it is not
    /// charged again.
    is_first_claimed: AtomicBool,
    /// The place of a large answer.
    large: Mutex<Option<HeldPlace>>,
}

/// The limits of a call.
enum By {
    /// No limits, within the process.
    Nobody,
    /// The limits of the server that has admitted the call.
    Server(Arc<Admission>),
    /// A function, asked before each work but the first.
    #[cfg(test)]
    Test(Arc<dyn Fn(Work) -> Result<()> + Send + Sync>),
}

impl Call {
    /// The call of a request without a server around it, without limits.
    pub fn unlimited<B>(request: &Request<B>) -> Self {
        Self::admitted(Arrived::of_local(request), By::Nobody, None, Weak::new())
    }

    /// A call within the process, which asks this function before each work but the first.
    #[cfg(test)]
    pub(crate) fn asking(operation: Operation, test: impl Fn(Work) -> Result<()> + Send + Sync + 'static) -> Self {
        Self::admitted(Arrived::local(operation), By::Test(Arc::new(test)), None, Weak::new())
    }

    /// A call within the process, without limits.
    pub fn local(operation: Operation) -> Self {
        Self::admitted(Arrived::local(operation), By::Nobody, None, Weak::new())
    }

    fn admitted(arrived: Arrived, by: By, place: Option<Places>, in_flight: Weak<InFlight>) -> Self {
        let is_first_claimed = AtomicBool::new(false);
        let admitted = Admitted { by, _place: place, in_flight, is_first_claimed, large: Mutex::new(None) };
        Self { arrived, admitted: Arc::new(admitted) }
    }

    /// Changes the language of the answer to that of a locale, if it names one that there is.
    #[must_use]
    pub fn for_locale(self, locale: Option<&str>) -> Self {
        match locale.and_then(Language::of_locale) {
            Some(language) => Self { arrived: self.arrived.in_language(language), ..self },
            None => self,
        }
    }

    /// The client that this work of the call is for: the caller, with the meter of such work.
    pub fn client(&self, work: Work) -> Client {
        let meter = match &self.admitted.by {
            By::Server(server) => {
                let server = Arc::clone(server);
                let arrived = self.arrived.clone();
                Some(Arc::new(move |time| server.charge(work, time, &arrived)) as Meter)
            }
            _ => None,
        };
        Client { caller: self.caller().clone(), meter }
    }

    /// Checks whether the call may do this work now. To be asked before each search, each picture, each piece of large
    /// work, and each piece of a batch. The first work that the operation always does was charged at admission.
    ///
    /// # Errors
    ///
    /// `RATE_LIMITED` above the caller's rates.
    pub fn before(&self, work: Work) -> Result<()> {
        let Admitted { by, is_first_claimed, in_flight, .. } = &*self.admitted;
        let is_first = self.operation.always_does() == Some(work) && !is_first_claimed.swap(true, Ordering::Relaxed);
        match by {
            By::Server(server) if !is_first => server.before(work, self, in_flight),
            #[cfg(test)]
            By::Test(test) if !is_first => test(work),
            _ => Ok(()),
        }
    }

    /// Charges the call for steps of work on a thread that serves connections. Work that is hardly longer than reading
    /// its request is left out.
    pub(crate) fn worked_here(&self, work: Work, steps: u64) {
        if let By::Server(server) = &self.admitted.by
            && steps >= CHARGED_STEPS
        {
            server.charge(work, Duration::from_nanos(steps * NANOSECONDS), &self.arrived);
        }
    }

    /// Keeps the place of a large answer until the client has taken the answer.
    pub(crate) fn hold(&self, place: HeldPlace) {
        self.may_lose(&place);
        *lock(&self.admitted.large) = Some(place);
    }

    /// Ends the call if its client keeps this place for long once it is revoked for others.
    pub(crate) fn may_lose(&self, place: &HeldPlace) {
        if !matches!(self.admitted.by, By::Server(_)) {
            return;
        }
        let revocation = place.revocation();
        let in_flight = Weak::clone(&self.admitted.in_flight);
        tokio::spawn(async move {
            if revocation.revoked().await {
                // A client that reads its answer has given the place back by then.
                tokio::time::sleep(REVOKED).await;
                if let Some(call) = in_flight.upgrade() {
                    call.connection.make_room();
                }
            }
        });
    }
}

/// Everything that was known of the call before it was admitted.
impl Deref for Call {
    type Target = Arrived;

    fn deref(&self) -> &Arrived {
        &self.arrived
    }
}

//! The clients that share what is scarce.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The caller of a call. Scarce resources are shared between callers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Caller {
    /// The owner of an API key, by name.
    Key(Arc<str>),
    /// The address of a client without a known key. For an IPv6 address, this is its network.
    Network(IpAddr),
}

impl Caller {
    /// The name of the caller's API key, if there is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Key(name) => Some(name),
            Self::Network(_) => None,
        }
    }
}

/// A user of a caller with an API key, as a hash of the caller's name for them. None if the caller does not tell its
/// users apart.
pub type User = Option<u64>;

/// The client that a piece of work is for.
#[derive(Clone)]
pub struct Client {
    /// The caller.
    pub caller: Caller,
    /// The user of the caller.
    pub user: User,
    /// Receives the processor time that is spent for the client.
    pub meter: Option<Meter>,
}

/// A function that records processor time spent, against a budget that it knows.
pub type Meter = Arc<dyn Fn(Duration) + Send + Sync>;

impl Client {
    /// A client without users and without a meter.
    pub const fn of(caller: Caller) -> Self {
        Self { caller, user: None, meter: None }
    }

    /// Records processor time that was spent for the client.
    pub fn spend(&self, time: Duration) {
        if let Some(meter) = &self.meter {
            meter(time);
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("caller", &self.caller).field("user", &self.user).finish_non_exhaustive()
    }
}

//! Connections: accepted, limited, served over HTTP/1.1 and HTTP/2, and ended.
//!
//! This crate knows HTTP and nothing of mancala, nor of the settings of a program. No module uses one above it:
//!
//! 1. `serve` listens, and serves each connection; `end` says when one ends.
//! 2. `preface` and `socket` are its bytes, `body` and `ahead` those of its calls. `connections` and `forwarded` see it
//!    among all.
//! 3. `connection` is its state, with its calls.
//! 4. `frames`, `sender` and `whole` count and gather what passes through it.
//! 5. `limits`, `address`, `certificate` and `framing` know no connection.
//!
//! The kernel, rustls, hyper and h2 do what they can; what they leave open is filled in here:
//!
//! | gap | filled in |
//! |---|---|
//! | hyper takes requests that a proxy could read differently | `framing` |
//! | hyper does not limit connections, by address or in all | `connections` |
//! | hyper has no idle time for HTTP/2, no maximum age, and no time for an answer to be taken | `end` |
//! | hyper does not see the end of a stream behind bytes that it has not read | `sender` |
//! | h2 sends each answer by itself, since an answer wakes its connection before the next call runs | `end`, `sender` |
//! | h2 sends the head of an answer by itself if its connection runs while the call writes the rest | `whole` |
//! | hyper closes a socket that may still receive, which resets it | `socket` |
//! | h2 does not limit frames that belong to no call, such as PRIORITY | `frames` |
//! | h2 ends a connection of which many small frames are not read, by a number that is fixed | `frames`, `ahead` |
//! | h2 fails a connection for a WINDOW_UPDATE of a stream after its final GOAWAY | `frames` |
//!
//! A test names the versions of hyper and h2 with which each was checked.

mod address;
mod ahead;
mod body;
mod certificate;
mod connection;
mod connections;
mod end;
mod forwarded;
mod frames;
mod framing;
mod limits;
mod preface;
mod sender;
mod serve;
mod socket;
mod whole;

pub use address::{bind, reachable};
pub use ahead::AheadBody;
pub use body::{BoxError, Content, RequestBody};
pub use certificate::{Certificate, CertificateFault};
pub use connection::{Connection, EndReason, InFlight};
pub use connections::{Capacity, Connections};
pub use framing::{Ambiguity, ambiguity};
pub use limits::Http;
pub use serve::{Counters, Handler, Listener, Tls};

#[cfg(test)]
mod tests {
    /// The versions of the libraries with which the gaps and what fills them were last checked. After an update, check
    /// again.
    const CHECKED_WITH: [(&str, &str); 2] = [("hyper", "1.12.0"), ("h2", "0.4.20")];

    #[test]
    fn the_gaps_were_checked_with_the_versions_in_use() {
        let lock = include_str!("../../../Cargo.lock");
        for (name, version) in CHECKED_WITH {
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&entry), "check the gaps of crates/net/src/lib.rs with the new version of {name}");
        }
    }
}

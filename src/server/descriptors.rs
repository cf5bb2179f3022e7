//! File descriptors: each connection takes one. The system's soft limit, which is often 1,024, is raised as far as it
//! allows.

use super::admin;

/// Descriptors for all but connections of callers and of the admin port: listeners, logs, files and exports.
const OTHERS: usize = 64;

/// Raises the soft limit to the hard one, and returns how many connections of callers fit; none if there is no limit.
pub fn raise() -> Option<usize> {
    let descriptors = raised()?;
    let reserved = OTHERS + admin::MAX_CONNECTIONS;
    Some(usize::try_from(descriptors).unwrap_or(usize::MAX).saturating_sub(reserved))
}

/// A sentence about a number of connections for which there are too few descriptors. A server accepts fewer then,
/// unless there is room for none.
pub fn fault(connections: usize) -> Option<String> {
    let fitting = raise().filter(|&fitting| fitting < connections)?;
    Some(format!(
        "AYLA_CONNECTIONS is {connections}, but the limit of file descriptors leaves room for {fitting}; raise the limit \
         (ulimit -n, or LimitNOFILE of systemd), or lower AYLA_CONNECTIONS"
    ))
}

#[cfg(target_os = "linux")]
fn raised() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => maximum,
        Err(_) => current,
    }
}

#[cfg(not(target_os = "linux"))]
fn raised() -> Option<u64> {
    None
}

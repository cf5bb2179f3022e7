//! Where to report a security problem of this server (RFC 9116).

use std::time::{Duration, SystemTime};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use prost_types::Timestamp;

use crate::operation::SECURITY_TXT;

/// How many days the file is valid, which it has to say. A server that runs moves the end on every day.
const DAYS: u64 = 90;
const DAY: u64 = 24 * 60 * 60;

/// What answers with the file with this contact, on a server that has this address.
pub(super) fn answer(contact: &str, public_url: Option<&str>) -> impl Fn() -> Response + use<> {
    let mut file = format!("Contact: {contact}\n");
    file.extend(public_url.map(|url| format!("Canonical: {url}{SECURITY_TXT}\n")));
    move || {
        let file = format!("{file}Expires: {}\n", Timestamp::from(end(SystemTime::now())));
        ([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-cache")], file).into_response()
    }
}

/// The end of the time for which the file holds: a midnight, so that the file is the same all day.
fn end(now: SystemTime) -> SystemTime {
    let today = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs() / DAY);
    SystemTime::UNIX_EPOCH + Duration::from_secs((today + DAYS) * DAY)
}

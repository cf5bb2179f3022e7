//! Batches over HTTP: requests and answers as JSON, each on a line of its own.

use std::convert::Infallible;
use std::io::BufRead;
use std::mem::take;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Response;
use ayla_api::answer::BatchResponse;
use ayla_api::error::{Error, Reason, Result};
use ayla_api::form::too_large;
use ayla_api::words::message;
use ayla_net::AheadBody;
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::stream::unfold;
use http_body_util::{BodyExt, Limited};
use hyper::body::Body as _;
use serde::Serialize;

use super::cache;
use super::input::{check_head, unreadable};
use super::problem::refuse;
use super::stream::record_end;
use crate::call::Call;
use crate::service::Service;
use crate::service::batch::{BatchCall, BatchTurn, PIECE_BYTES};

/// The media type of the bodies.
pub(super) const MEDIA_TYPE: &str = "application/x-ndjson";

/// Answers a batch, line by line as its body arrives.
pub(super) fn answer(service: &Arc<Service>, call: Call, request: Request) -> Response {
    match begin(request, service, call.clone()) {
        Ok(exchange) => {
            let pieces = unfold(Some(exchange), async |exchange| exchange?.next().await);
            let mut response = Response::new(Body::from_stream(pieces));
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
            headers.insert(CACHE_CONTROL, cache::NEVER);
            response
        }
        Err(error) => refuse(*error, &call),
    }
}

/// Begins a batch, unless what the head says of it is refused.
fn begin(request: Request, service: &Arc<Service>, call: Call) -> Result<Exchange> {
    let (parts, body) = request.into_parts();
    let limit = service.limits.batch_bytes;
    check_head(&parts, MEDIA_TYPE, "not-ndjson")?;
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    let batch = service.begin_batch(call)?;
    let lines = Lines { most: service.limits.body_bytes, ..Lines::default() };
    Ok(Exchange { batch, body: AheadBody::new(Limited::new(body, limit)), lines })
}

/// A batch with its body.
struct Exchange {
    batch: BatchCall,
    body: AheadBody,
    lines: Lines,
}

impl Exchange {
    /// The next answers, and what follows them; none after the last.
    async fn next(mut self) -> Option<(std::result::Result<Bytes, Infallible>, Option<Self>)> {
        loop {
            let answered = match self.receive().await {
                Ok(()) if self.lines.is_empty() => {
                    record_end(&self.batch.call, None);
                    return None;
                }
                Ok(()) => self.answer().await,
                // What came before was answered.
                Err(error) => Err(error),
            };
            match answered {
                Ok(answers) if answers.is_empty() => {}
                Ok(answers) => {
                    let ends = self.batch.is_over();
                    if ends {
                        record_end(&self.batch.call, None);
                    }
                    return Some((Ok(answers.into()), (!ends).then_some(self)));
                }
                Err(error) => {
                    record_end(&self.batch.call, Some(error.reason));
                    let mut last = Vec::new();
                    write(&mut last, &BatchResponse::failed(None, *error, self.batch.call.language()));
                    return Some((Ok(last.into()), None));
                }
            }
        }
    }

    /// Receives until a line is complete, and then what has arrived by now.
    async fn receive(&mut self) -> Result<()> {
        while !self.lines.is_whole && (!self.lines.has_next || self.lines.bytes.len() < PIECE_BYTES) {
            let frame = match self.lines.has_next {
                true => self.body.frame().now_or_never(),
                false => Some(self.batch.receive(self.body.frame()).await?),
            };
            let Some(frame) = frame else { break };
            match frame.transpose() {
                // Trailers have no meaning here.
                Ok(Some(frame)) => {
                    if let Some(bytes) = frame.data_ref() {
                        self.lines.push(bytes);
                    }
                }
                Ok(None) => self.lines.end(),
                // First, what came before is answered.
                Err(_) if self.lines.has_next => break,
                Err(error) => return Err(unreadable(&error, self.batch.service.limits.batch_bytes)),
            }
        }
        Ok(())
    }

    /// Answers lines that have arrived.
    async fn answer(&mut self) -> Result<Vec<u8>> {
        let mut lines = take(&mut self.lines);
        let most = lines.most;
        let work = move |turn: &mut BatchTurn<'_>| {
            // Few answers have more than 512 bytes.
            let mut answers = Vec::with_capacity(PIECE_BYTES + 512);
            while answers.len() < PIECE_BYTES && !turn.has_to_stop() {
                let answer = match lines.next() {
                    None => break,
                    Some(Line::Whole(line)) => turn.answer_json(line),
                    Some(Line::TooLarge) => {
                        let message = message!("item-too-large", most);
                        turn.refuse(None, Error::new(Reason::TooLarge, message))
                    }
                };
                write(&mut answers, &answer);
            }
            lines.forget();
            (lines, answers)
        };
        let (lines, answers) = self.batch.answer(work).await?;
        self.lines = lines;
        Ok(answers)
    }
}

/// Writes an answer as a line.
fn write(lines: &mut Vec<u8>, answer: &impl Serialize) {
    // Serializing our answers never fails, because all keys are strings.
    let _ = serde_json::to_writer(&mut *lines, answer);
    lines.push(b'\n');
}

/// The lines of a body, as far as they have arrived and were not taken.
#[derive(Debug, Default)]
struct Lines {
    /// The most bytes of a line.
    most: usize,
    bytes: Vec<u8>,
    /// The number of bytes that were taken.
    taken: usize,
    /// Whether there may be a line to take.
    has_next: bool,
    /// Whether nothing follows.
    is_whole: bool,
    /// Whether the rest of a line that is too large follows.
    skips: bool,
}

/// A line.
#[derive(Debug, PartialEq, Eq)]
enum Line<'a> {
    /// One that has at most as many bytes as are allowed.
    Whole(&'a [u8]),
    /// One that has more, which may not have arrived completely.
    TooLarge,
}

impl Lines {
    /// Adds what has arrived.
    fn push(&mut self, bytes: &[u8]) {
        self.has_next |= bytes.contains(&b'\n');
        self.bytes.extend_from_slice(bytes);
        // A line that is too large is not kept until its end.
        self.has_next |= self.bytes.len() > self.most;
    }

    /// Notes that nothing follows.
    fn end(&mut self) {
        self.is_whole = true;
        self.has_next = !self.bytes.is_empty();
    }

    /// Whether there is nothing to take, and nothing follows.
    const fn is_empty(&self) -> bool {
        self.is_whole && !self.has_next
    }

    /// Takes the next line with anything on it, without white space around it.
    fn next(&mut self) -> Option<Line<'_>> {
        let most = self.most;
        loop {
            let from = self.taken;
            let mut rest = &self.bytes[from..];
            // Reading from memory cannot fail.
            let length = rest.skip_until(b'\n').unwrap_or_default();
            let is_complete = self.bytes[from..][..length].last() == Some(&b'\n');
            let was_skipped = self.skips;
            if length == 0 || !is_complete && !self.is_whole && !was_skipped && length <= most {
                self.has_next = false;
                return None;
            }
            self.taken += length;
            self.skips = !is_complete && !self.is_whole;
            if was_skipped {
                continue;
            }
            if length - usize::from(is_complete) > most || self.skips {
                return Some(Line::TooLarge);
            }
            if !self.bytes[from..self.taken].trim_ascii().is_empty() {
                return Some(Line::Whole(self.bytes[from..self.taken].trim_ascii()));
            }
        }
    }

    /// Drops what was taken.
    fn forget(&mut self) {
        self.bytes.drain(..take(&mut self.taken));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a body that arrives in pieces of this size: each as text, or none if it is too large.
    fn lines(body: &str, size: usize) -> Vec<Option<String>> {
        let mut lines = Lines { most: 8, ..Lines::default() };
        let mut all = Vec::new();
        let mut drain = |lines: &mut Lines| {
            while let Some(line) = lines.next() {
                all.push(match line {
                    Line::Whole(text) => Some(String::from_utf8(text.to_vec()).expect("UTF-8")),
                    Line::TooLarge => None,
                });
            }
            lines.forget();
        };
        for piece in body.as_bytes().chunks(size) {
            lines.push(piece);
            drain(&mut lines);
        }
        lines.end();
        drain(&mut lines);
        assert!(lines.is_empty() && lines.bytes.is_empty());
        all
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        for size in 1..40 {
            let text = |text: &str| Some(text.to_owned());
            let body = "one\r\n\n  \n{2}\n12345678\n123456789\n123456789012345678901234\nlast";
            let expected = [text("one"), text("{2}"), text("12345678"), None, None, text("last")];
            assert_eq!(lines(body, size), expected, "{size}");
            assert_eq!(lines("", size), []);
            assert_eq!(lines("\n \n", size), []);
            assert_eq!(lines("1234567890", size), [None]);
        }
    }
}

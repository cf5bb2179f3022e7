//! A filter for WINDOW_UPDATE frames of late streams, which a client begins before it has received the final GOAWAY.
//!
//! h2 0.4.20 ignores a late stream, but treats its WINDOW_UPDATE as a connection error, which ends all calls in flight. Some
//! clients send one right after each request. The filter gives such a frame an unknown type, which HTTP/2 ignores (RFC 9113,
//! 5.5).

/// The length of a frame header, in bytes.
const HEADER: usize = 9;
/// Types of frames; `NONE` is unknown to HTTP/2.
const HEADERS: u8 = 1;
const PING: u8 = 6;
const WINDOW_UPDATE: u8 = 8;
const NONE: u8 = 0xf0;
/// The ACK flag of a PING.
const ACK: u8 = 1;

/// The payload of the PING that h2 sends after the first GOAWAY. When it is acknowledged, h2 sends the final GOAWAY: streams
/// that begin later are late.
const LAST_PING: [u8; 8] = [0x0b, 0x7b, 0xa2, 0xf0, 0x8b, 0x9b, 0xfe, 0x54];

/// The state of the filter in the frames after the connection preface.
#[derive(Debug, Default)]
pub(super) struct WindowUpdateFilter {
    /// The number of bytes before the next header.
    skip: usize,
    header: [u8; HEADER],
    /// The bytes of the header that have arrived.
    have: usize,
    /// The payload so far, if the current frame acknowledges a PING.
    pong: Option<Vec<u8>>,
    /// The highest stream id so far.
    highest: u32,
    /// The highest stream id that is not late; none until streams can be late.
    last: Option<u32>,
}

impl WindowUpdateFilter {
    /// Whether streams can be late.
    pub(super) const fn are_last(&self) -> bool {
        self.last.is_some()
    }

    /// Filters the next bytes. Returns the number of bytes that can be handed on: once streams can be late, an incomplete
    /// header cannot.
    pub(super) fn pass(&mut self, bytes: &mut [u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let rest = bytes.len() - at;
            if self.skip > 0 {
                let count = self.skip.min(rest);
                if let Some(said) = &mut self.pong {
                    said.extend_from_slice(&bytes[at..at + count]);
                }
                self.skip -= count;
                at += count;
                if self.skip == 0 && self.pong.take().is_some_and(|said| said == LAST_PING) {
                    self.last.get_or_insert(self.highest);
                }
                continue;
            }
            let count = (HEADER - self.have).min(rest);
            self.header[self.have..self.have + count].copy_from_slice(&bytes[at..at + count]);
            self.have += count;
            at += count;
            if self.have == HEADER {
                self.have = 0;
                if self.begin() {
                    // The header begins in these bytes, since an incomplete one is held back.
                    bytes[at - HEADER + 3] = NONE;
                }
            } else if self.last.is_some() {
                let begun = std::mem::take(&mut self.have);
                return at - begun;
            }
        }
        bytes.len()
    }

    /// Reads a complete header. Returns whether its frame is the WINDOW_UPDATE of a late stream.
    fn begin(&mut self) -> bool {
        let [a, b, c, kind, flags, id @ ..] = self.header;
        self.skip = u32::from_be_bytes([0, a, b, c]) as usize;
        let id = u32::from_be_bytes(id) & (u32::MAX >> 1);
        self.pong = (kind == PING && flags & ACK != 0 && self.skip == LAST_PING.len()).then(Vec::new);
        if kind == HEADERS {
            self.highest = self.highest.max(id);
        }
        kind == WINDOW_UPDATE && self.last.is_some_and(|last| id > last)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use super::*;
    use crate::net::preface::{PREFACE, PrefixedIo};
    use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};

    /// A stream whose pieces arrive one by one.
    struct Pieces(VecDeque<Vec<u8>>);

    impl AsyncRead for Pieces {
        fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            if let Some(mut piece) = self.0.pop_front() {
                let rest = piece.split_off(piece.len().min(into.remaining()));
                into.put_slice(&piece);
                if !rest.is_empty() {
                    self.0.push_front(rest);
                }
            }
            Poll::Ready(Ok(()))
        }
    }

    fn frame(kind: u8, flags: u8, id: u32, payload: &[u8]) -> Vec<u8> {
        let length = (payload.len() as u32).to_be_bytes();
        [&length[1..], &[kind, flags], &id.to_be_bytes(), payload].concat()
    }

    #[tokio::test]
    async fn window_updates_of_late_streams_are_ignored_however_they_arrive() {
        let update = |id| frame(WINDOW_UPDATE, 0, id, &[0, 0, 1, 0]);
        let common = [
            PREFACE.to_vec(),
            frame(HEADERS, 4, 3, b"head"),
            update(3),
            // Neither another acknowledgement nor the PING itself counts.
            frame(PING, ACK, 0, &[1; 8]),
            frame(PING, 0, 0, &LAST_PING),
            frame(HEADERS, 4, 5, b"head"),
            update(5),
            frame(PING, ACK, 0, &LAST_PING),
            frame(HEADERS, 4, 7, b"head"),
        ];
        let after =
            [update(0), update(5), frame(0, 1, 7, b"data"), update(9), frame(PING, ACK, 0, &LAST_PING), update(7)];
        let sent = [common.concat(), update(7), after.concat()].concat();
        let mut expected = sent.clone();
        for (at, window) in sent.windows(HEADER).enumerate() {
            if at > common.concat().len() - 1 && [update(7), update(9)].iter().any(|late| late.starts_with(window)) {
                expected[at + 3] = NONE;
            }
        }
        assert_eq!(sent.iter().zip(&expected).filter(|(a, b)| a != b).count(), 3);
        for size in (1..40).chain([sent.len()]) {
            let pieces = Pieces(sent.chunks(size).map(<[u8]>::to_vec).collect());
            let mut stream = PrefixedIo::read(pieces).await.expect("it does not break").expect("enough is there");
            let mut read = Vec::new();
            // Into small buffers too.
            let mut room = vec![0; 1 + size % 7];
            loop {
                match stream.read(&mut room).await.expect("it does not break") {
                    0 => break,
                    count => read.extend_from_slice(&room[..count]),
                }
            }
            assert_eq!(read, expected, "{size} at a time");
        }
    }
}

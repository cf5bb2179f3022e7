//! Streams that come too late: after the last GOAWAY of a connection over HTTP/2, a caller may have begun one all the same. The
//! library h2 (0.4.20) passes over such a stream, but not over its WINDOW_UPDATE, for which it ends the connection, and with
//! it every call that still runs. Some clients send one right behind each request. Here it is made a frame that HTTP/2
//! passes over (RFC 9113, 5.5): one of a type that there is not.

/// How long the header of a frame is.
const HEADER: usize = 9;
/// The types of frames that matter here, and one that there is not.
const HEADERS: u8 = 1;
const PING: u8 = 6;
const WINDOW_UPDATE: u8 = 8;
const NONE: u8 = 0xf0;
/// The flag of a PING that answers another.
const ACK: u8 = 1;

/// What h2 has in the PING behind the first GOAWAY. When its answer arrives, h2 sends the last GOAWAY: streams that were not
/// begun by then are too late.
const LAST_PING: [u8; 8] = [0x0b, 0x7b, 0xa2, 0xf0, 0x8b, 0x9b, 0xfe, 0x54];

/// Where a connection over HTTP/2 is in its frames, from behind its preface.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// How many bytes come before the next header.
    skip: usize,
    header: [u8; HEADER],
    /// How much of it has come.
    have: usize,
    /// What the present frame, an answer to a PING, has said so far.
    pong: Option<Vec<u8>>,
    /// The highest stream that was begun.
    highest: u32,
    /// The highest one that was not too late, once one can be.
    last: Option<u32>,
}

impl Frames {
    /// Whether streams can be too late.
    pub(super) const fn are_last(&self) -> bool {
        self.last.is_some()
    }

    /// Looks through what comes next, and makes updates of streams that were too late frames of no type. Answers how much
    /// can be handed on: a header that is not whole cannot, once streams can be too late.
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
                    // The header began in these bytes: else it would have been kept back.
                    bytes[at - HEADER + 3] = NONE;
                }
            } else if self.last.is_some() {
                let begun = std::mem::take(&mut self.have);
                return at - begun;
            }
        }
        bytes.len()
    }

    /// A header is whole: whether its frame updates a stream that was too late.
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
    use crate::server::preface::{Begun, PREFACE};
    use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};

    /// A stream of which these pieces arrive one by one.
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
    async fn updates_of_streams_that_were_too_late_are_none_however_they_arrive() {
        let update = |id| frame(WINDOW_UPDATE, 0, id, &[0, 0, 1, 0]);
        let common = [
            PREFACE.to_vec(),
            frame(HEADERS, 4, 3, b"head"),
            update(3),
            // Another answer, and a question, are not the last.
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
            let mut begun = Begun::read(pieces).await.expect("it does not break").expect("enough is there");
            let mut read = Vec::new();
            // With little room as well.
            let mut room = vec![0; 1 + size % 7];
            loop {
                match begun.read(&mut room).await.expect("it does not break") {
                    0 => break,
                    count => read.extend_from_slice(&room[..count]),
                }
            }
            assert_eq!(read, expected, "{size} at a time");
        }
    }
}

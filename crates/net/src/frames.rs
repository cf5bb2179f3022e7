//! A filter of the frames that an HTTP/2 client sends.
//!
//! It counts those that belong to no call, such as PRIORITY and PING: h2 reads them without end, and they would keep
//! the threads from the calls of others.
//!
//! It holds small DATA frames back until those before them are read: h2 ends a connection with too many of them,
//! however soon they would be read.
//!
//! And it hides WINDOW_UPDATE frames of late streams, which a client begins before it has received the final GOAWAY. h2
//! 0.4.20 ignores a late stream, but treats its WINDOW_UPDATE as a connection error, which ends all calls in flight.
//! Some clients send one right after each request. The filter gives such a frame an unknown type, which HTTP/2 ignores
//! (RFC 9113, 5.5).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use futures_util::task::AtomicWaker;

use super::limits::CONNECTION_WINDOW;

/// The length of a frame header, in bytes.
const HEADER: usize = 9;
/// Types of frames; `NONE` is unknown to HTTP/2.
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const PING: u8 = 6;
const WINDOW_UPDATE: u8 = 8;
const NONE: u8 = 0xf0;
/// The ACK flag of a PING.
const ACK: u8 = 1;

/// The payload of the PING that h2 sends after the first GOAWAY. When it is acknowledged, h2 sends the final GOAWAY:
/// streams that begin later are late.
const LAST_PING: [u8; 8] = [0x0b, 0x7b, 0xa2, 0xf0, 0x8b, 0x9b, 0xfe, 0x54];

/// The most frames that a client may send ahead of calls.
const MOST_AHEAD: i32 = 8_192;
/// The frames that a call needs at most besides its HEADERS, such as WINDOW_UPDATE and PING while its answer arrives.
const FRAMES_OF_CALL: i32 = 256;
/// The least bytes with which a DATA frame counts as part of its call, as one with a message does. Flow control does
/// not limit the number of smaller frames.
const BYTES_OF_MESSAGE: usize = 8;

/// The payload below which h2 counts a DATA frame as small. The bytes that are missing to that are the cost of the
/// frame until it is read.
const SMALL: usize = 256;
/// The total cost of unread frames at which no more frames are handed on. h2 ends a connection when the cost is above
/// half of its window, which is twice this limit.
const MOST_UNREAD: usize = CONNECTION_WINDOW as usize / 4;

/// The small DATA frames of a connection that were handed on and that nobody has read.
#[derive(Debug, Default)]
pub(super) struct Unread {
    cost: AtomicUsize,
    fewer: AtomicWaker,
}

impl Unread {
    /// The cost of a frame with this payload. Empty ones cost nothing: h2 limits their number.
    const fn cost(payload: usize) -> usize {
        if payload == 0 { 0 } else { SMALL.saturating_sub(payload) }
    }

    /// Notes that a frame was handed on.
    fn hand_on(&self, payload: usize) {
        self.cost.fetch_add(Self::cost(payload), Ordering::Relaxed);
    }

    /// Notes that a frame was read.
    pub(super) fn read(&self, payload: usize) {
        let less = |cost: usize| Some(cost.saturating_sub(Self::cost(payload)));
        // It never fails, since there is always a new cost.
        let _ = self.cost.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        self.fewer.wake();
    }

    /// Forgets the frames, which were dropped with their calls.
    pub(super) fn forget(&self) {
        self.cost.store(0, Ordering::Relaxed);
        self.fewer.wake();
    }

    /// Whether more frames may be handed on.
    fn has_room(&self) -> bool {
        self.cost.load(Ordering::Relaxed) < MOST_UNREAD
    }

    /// Waits until more frames may be handed on.
    pub(super) fn poll_room(&self, context: &Context<'_>) -> Poll<()> {
        self.fewer.register(context.waker());
        if self.has_room() { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// The state of the filter in the frames after the connection preface.
#[derive(Debug)]
pub(super) struct FrameFilter {
    /// The frames that the client may still send ahead of calls.
    ahead: i32,
    /// The bytes of the current frame that have not arrived.
    rest: usize,
    /// The highest stream id so far.
    highest: u32,
    /// The highest stream id that is not late; none until streams can be late.
    last: Option<u32>,
}

impl FrameFilter {
    pub(super) const fn new() -> Self {
        Self { ahead: MOST_AHEAD, rest: 0, highest: 0, last: None }
    }

    /// Allows the client more frames.
    pub(super) fn grant(&mut self, frames: i32) {
        self.ahead = self.ahead.saturating_add(frames).min(MOST_AHEAD);
    }

    /// Whether the client has kept within the number of frames that its calls account for.
    pub(super) const fn may_read(&self) -> bool {
        self.ahead > 0
    }

    /// Filters the next bytes. Returns how many of them can be handed on: the others are to be filtered again, with
    /// those that follow them, or when fewer frames are `unread`.
    pub(super) fn pass(&mut self, bytes: &mut [u8], unread: &Unread) -> usize {
        let mut at = self.rest.min(bytes.len());
        self.rest -= at;
        while self.rest == 0
            && let Some(header) = bytes[at..].first_chunk::<HEADER>()
        {
            let [a, b, c, kind, flags, id @ ..] = *header;
            let length = HEADER + u32::from_be_bytes([0, a, b, c]) as usize;
            let id = u32::from_be_bytes(id) & (u32::MAX >> 1);
            match kind {
                DATA if !unread.has_room() => break,
                DATA => unread.hand_on(length - HEADER),
                HEADERS => self.highest = self.highest.max(id),
                WINDOW_UPDATE if self.last.is_some_and(|last| id > last) => bytes[at + 3] = NONE,
                PING if flags & ACK != 0 && length == HEADER + LAST_PING.len() => {
                    match bytes.get(at + HEADER..at + length) {
                        Some(payload) if payload == LAST_PING => _ = self.last.get_or_insert(self.highest),
                        Some(_) => {}
                        None => break,
                    }
                }
                _ => {}
            }
            self.grant(match kind {
                HEADERS => FRAMES_OF_CALL,
                // A message may be sent in two frames, the first of which has its length alone.
                DATA => ((length - HEADER) / BYTES_OF_MESSAGE).min(2) as i32 - 1,
                _ => -1,
            });
            let arrived = length.min(bytes.len() - at);
            self.rest = length - arrived;
            at += arrived;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIORITY: u8 = 2;

    fn frame(kind: u8, flags: u8, id: u32, payload: &[u8]) -> Vec<u8> {
        let length = (payload.len() as u32).to_be_bytes();
        [&length[1..], &[kind, flags], &id.to_be_bytes(), payload].concat()
    }

    /// The bytes that the filter hands on, of `bytes` that arrive in pieces of this size.
    fn passed(filter: &mut FrameFilter, sent: &[u8], size: usize) -> Vec<u8> {
        let mut held = Vec::new();
        let mut passed = Vec::new();
        for piece in sent.chunks(size) {
            held.extend_from_slice(piece);
            loop {
                let count = filter.pass(&mut held, &Unread::default());
                if count == 0 {
                    break;
                }
                passed.extend(held.drain(..count));
            }
        }
        passed
    }

    #[test]
    fn window_updates_of_late_streams_are_ignored_however_they_arrive() {
        let update = |id| frame(WINDOW_UPDATE, 0, id, &[0, 0, 1, 0]);
        let hidden = |id| frame(NONE, 0, id, &[0, 0, 1, 0]);
        let data = frame(0, 1, 7, &[7; 30]);
        let before = [
            frame(HEADERS, 4, 3, b"head"),
            update(3),
            // Neither another acknowledgement nor the PING itself counts.
            frame(PING, ACK, 0, &[1; 8]),
            frame(PING, 0, 0, &LAST_PING),
            frame(HEADERS, 4, 5, b"head"),
            update(5),
            frame(PING, ACK, 0, &LAST_PING),
            frame(HEADERS, 4, 7, b"head"),
        ]
        .concat();
        let between = [update(0), update(5), data].concat();
        let again = frame(PING, ACK, 0, &LAST_PING);
        let sent = [&before, &update(7), &between, &update(9), &again, &update(7)].map(Vec::as_slice).concat();
        let expected = [&before, &hidden(7), &between, &hidden(9), &again, &hidden(7)].map(Vec::as_slice).concat();
        for size in (1..40).chain([sent.len()]) {
            assert_eq!(passed(&mut FrameFilter::new(), &sent, size), expected, "{size} at a time");
        }
    }

    #[test]
    fn calls_allow_frames_that_belong_to_none() {
        let mut filter = FrameFilter::new();
        let call = [frame(HEADERS, 4, 1, b"head"), frame(0, 1, 1, b"data")].concat();
        let others = frame(PRIORITY, 0, 1, &[0; 5]).repeat(200);
        for _ in 0..100 {
            passed(&mut filter, &[&call[..], &others].concat(), 1_000);
            assert!(filter.may_read());
        }
        let endless = frame(PRIORITY, 0, 1, &[0; 5]).repeat(MOST_AHEAD as usize);
        passed(&mut filter, &endless, 8_192);
        assert!(!filter.may_read());
        passed(&mut filter, &call, 100);
        assert!(filter.may_read());
    }

    #[test]
    fn frames_with_messages_belong_to_their_call() {
        let mut filter = FrameFilter::new();
        let whole = frame(DATA, 0, 1, &[0; 12]);
        let parted = [frame(DATA, 0, 1, &[0; 5]), frame(DATA, 0, 1, &[0; 16])].concat();
        passed(&mut filter, &[whole, parted].concat().repeat(MOST_AHEAD as usize), 8_192);
        assert!(filter.may_read());
        passed(&mut filter, &frame(DATA, 0, 1, &[0; 5]).repeat(MOST_AHEAD as usize), 8_192);
        assert!(!filter.may_read());
    }

    #[test]
    fn small_frames_are_held_back_until_those_before_them_are_read() {
        let mut filter = FrameFilter::new();
        let unread = Unread::default();
        let message = frame(DATA, 0, 1, &[7; 56]);
        let mut sent = message.repeat(2 * MOST_UNREAD / 200);
        let passed = filter.pass(&mut sent, &unread);
        let fits = MOST_UNREAD.div_ceil(200);
        assert_eq!(passed, fits * message.len());
        assert_eq!(filter.pass(&mut sent[passed..], &unread), 0);
        for _ in 0..3 {
            unread.read(56);
        }
        assert_eq!(filter.pass(&mut sent[passed..], &unread), 3 * message.len());
        unread.forget();
        assert_eq!(filter.pass(&mut sent[passed + 3 * message.len()..], &unread) % message.len(), 0);
        // Control frames pass even then.
        assert_eq!(filter.pass(&mut frame(WINDOW_UPDATE, 0, 0, &[0, 0, 1, 0]), &unread), HEADER + 4);
    }
}

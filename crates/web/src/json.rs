//! Answers as JSON.

use std::io::{self, Write};

use serde::Serialize;

/// An answer as JSON. Writing it never fails, because all keys are strings.
pub(crate) fn json(answer: &impl Serialize) -> Vec<u8> {
    let mut text = Text { written: Vec::with_capacity(2 * BUFFER), buffer: [0; BUFFER], len: 0 };
    // A text takes every piece.
    let _ = serde_json::to_writer(&mut text, answer);
    text.empty();
    text.written
}

/// The bytes that are collected before they go to the end of the text.
const BUFFER: usize = 512;

/// A text written in many small pieces. JSON comes in pieces of a few bytes, for which a copy of any length takes most
/// of the time in WebAssembly. Here each is copied as words of fixed lengths, so that an answer of many events takes a
/// quarter less time.
struct Text {
    written: Vec<u8>,
    buffer: [u8; BUFFER],
    /// The bytes in the buffer.
    len: usize,
}

impl Text {
    // Once, not at each of the many places that write.
    #[inline(never)]
    fn add(&mut self, piece: &[u8]) {
        if piece.len() > BUFFER - self.len {
            self.empty();
            if piece.len() > BUFFER {
                return self.written.extend_from_slice(piece);
            }
        }
        let (eights, rest) = piece.as_chunks::<8>();
        eights.iter().for_each(|word| self.put(word));
        let (fours, rest) = rest.as_chunks::<4>();
        fours.iter().for_each(|word| self.put(word));
        let (twos, rest) = rest.as_chunks::<2>();
        twos.iter().for_each(|word| self.put(word));
        if let [last] = rest {
            self.put(&[*last]);
        }
    }

    /// Copies a word into the buffer, which has room for it.
    #[inline]
    fn put<const N: usize>(&mut self, word: &[u8; N]) {
        if let Some(to) = self.buffer.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            *to = *word;
            self.len += N;
        }
    }

    fn empty(&mut self) {
        self.written.extend_from_slice(&self.buffer[..self.len]);
        self.len = 0;
    }
}

impl Write for Text {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.add(piece);
        Ok(piece.len())
    }

    // Which otherwise looks at the result of each.
    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        self.add(piece);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.empty();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_length_follow_one_another() {
        let pieces: Vec<String> = (0..1_100).map(|length| "0123456789".repeat(110)[..length].to_owned()).collect();
        assert_eq!(json(&pieces), serde_json::to_vec(&pieces).expect("JSON"));
    }
}

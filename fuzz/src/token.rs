//! Tokens: no text panics, and what is read is written again as the same token. The checksum is put right, since no
//! other token comes far.

use ayla_rules::Token;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The checksum of six-bit values (`docs/notation.md`), bit by bit.
fn checksum(values: impl Iterator<Item = u8>) -> u16 {
    let bits = values.flat_map(|value| (0..6).rev().map(move |bit| u16::from(value >> bit & 1)));
    bits.fold(0, |sum, bit| (sum << 1 & 0xfff) ^ ((sum >> 11 ^ bit) * 0x80f))
}

/// A token with or without its checksum; bytes that are not of the alphabet stand for some value.
pub fn check(input: &[u8]) {
    if let Ok(text) = std::str::from_utf8(input) {
        let _ = Token::read(text).and_then(|token| token.line());
    }
    let value = |byte: &u8| ALPHABET.iter().position(|letter| letter == byte).map_or(byte & 63, |value| value as u8);
    let values = || input.iter().map(value);
    let sum = checksum(values());
    let values = values().chain([(sum >> 6) as u8, sum as u8 & 63]);
    let text: String = values.map(|value| char::from(ALPHABET[usize::from(value)])).collect();
    let Ok(token) = Token::read(&text) else { return };
    assert!(token.moves() <= ayla_rules::line::MAX_MOVES);
    let Ok(line) = token.line() else { return };
    assert_eq!(line.token(), text, "{line}");
    assert_eq!(line.position().rules().variant(), token.variant());
}

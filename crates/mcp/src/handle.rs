//! Handles: a game as one word, which is the token of its position, a dot and a suffix with what else has to be known.

use std::fmt;

use ayla_api::error::{Error, Field, Reason, Result};
use ayla_api::words::Message;
use ayla_engine::Level;
use ayla_rules::bits::{BitReader, BitWriter, CHARACTER, CHECKSUM};
use ayla_rules::{BadToken, Side, Token};

/// The version of suffixes, and of those of games whose results do not list the legal moves.
const VERSION: u32 = 1;
const VERSION_WITHOUT_ASSIST: u32 = 2;
const VERSION_BITS: u32 = 4;
const SIDE_BITS: u32 = 1;
const LEVEL_BITS: u32 = 4;
const SEED_BITS: u32 = 32;
/// The characters of the token that the checksum of the suffix covers too: those of the token's own checksum.
const COVERED: usize = (CHECKSUM / CHARACTER) as usize;
/// The character between the token and the suffix, which neither has.
const SEPARATOR: char = '.';

/// A game as a caller passes it back.
///
/// ```
/// use ayla_mcp::handle::{Handle, Players};
/// use ayla_rules::Side;
///
/// let players = Players::Engine { person: Side::South, level: 4, seed: 7 };
/// let handle = Handle { token: "EAAAMPe973ve973gDf".to_owned(), players, hints: true, assist: true };
/// assert_eq!(handle.to_string(), "EAAAMPe973ve973gDf.HIAAAADgdu");
/// assert_eq!(Handle::read("EAAAMPe973ve973gDf.HIAAAADgdu")?, handle);
/// assert!(Handle::read("EAAAMPe973ve973gDf.HIAAAADgdv").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    /// The token of the position.
    pub token: String,
    /// The players, and who of them is a person.
    pub players: Players,
    /// Whether hints are allowed.
    pub hints: bool,
    /// Whether results list the legal moves.
    pub assist: bool,
}

/// The players of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// A person against the engine.
    Engine {
        /// The side of the person.
        person: Side,
        /// The level of the engine.
        level: u32,
        /// The seed of the engine's random choices.
        seed: u32,
    },
    /// Two people.
    People {
        /// The side that has proposed to stop, while the other has not answered.
        proposal: Option<Side>,
    },
}

impl Handle {
    /// Reads a handle. The moves of its token are not played yet.
    ///
    /// # Errors
    ///
    /// `MALFORMED_TOKEN` for a text that is not exactly a handle as [`Display`](fmt::Display) writes it.
    pub fn read(text: &str) -> Result<Self> {
        let malformed = |message| Error::at(Field::named("handle"), Reason::MalformedToken, message);
        let parts = text.split_once(SEPARATOR).filter(|(token, _)| token.is_ascii() && token.len() >= COVERED);
        let Some((token, suffix)) = parts else { return Err(malformed(Message::new("handle-form"))) };
        if let Err(bad) = Token::read(token) {
            return Err(malformed(match bad {
                BadToken::OtherVersion(_) => bad.into(),
                BadToken::NotAToken | BadToken::Changed | BadToken::NeverWritten => Message::new("handle-changed"),
            }));
        }
        let handle = Self::read_suffix(token, suffix).filter(|handle| handle.to_string() == text);
        handle.ok_or_else(|| malformed(Message::new("handle-changed")))
    }

    fn read_suffix(token: &str, suffix: &str) -> Option<Self> {
        let covered = format!("{}{suffix}", &token[token.len() - COVERED..]);
        let mut bits = BitReader::new(&covered).ok()?;
        bits.take(CHECKSUM)?;
        let assist = match bits.take(VERSION_BITS)? {
            VERSION => true,
            VERSION_WITHOUT_ASSIST => false,
            _ => return None,
        };
        let hints = bits.take_flag()?;
        let players = if bits.take_flag()? {
            let person = bits.take_one(Side::ALL, SIDE_BITS)?;
            let level = bits.take(LEVEL_BITS)?;
            let is_level = (Level::LOWEST..=Level::HIGHEST).contains(&level);
            Players::Engine { person, level, seed: bits.take(SEED_BITS).filter(|_| is_level)? }
        } else {
            let has_proposal = bits.take_flag()?;
            let by = bits.take_one(Side::ALL, SIDE_BITS)?;
            Players::People { proposal: has_proposal.then_some(by) }
        };
        Some(Self { token: token.to_owned(), players, hints, assist })
    }
}

impl Players {
    /// The side of the person; none between people.
    pub const fn person(self) -> Option<Side> {
        match self {
            Self::Engine { person, .. } => Some(person),
            Self::People { .. } => None,
        }
    }
}

/// Writes the handle.
impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let covered = &self.token[self.token.len().saturating_sub(COVERED)..];
        let mut bits = BitWriter::with_capacity(16);
        bits.put_characters(covered);
        let version = if self.assist { VERSION } else { VERSION_WITHOUT_ASSIST };
        bits.put(version.into(), VERSION_BITS);
        bits.put_flag(self.hints);
        match self.players {
            Players::Engine { person, level, seed } => {
                bits.put_flag(true);
                bits.put(person as u64, SIDE_BITS);
                bits.put(level.into(), LEVEL_BITS);
                bits.put(seed.into(), SEED_BITS);
            }
            Players::People { proposal } => {
                bits.put_flag(false);
                bits.put_flag(proposal.is_some());
                bits.put(proposal.unwrap_or(Side::South) as u64, SIDE_BITS);
            }
        }
        let suffix = bits.finish();
        write!(f, "{}{SEPARATOR}{}", self.token, &suffix[covered.len()..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Variant;
    use ayla_test_games::Random;

    /// Handles of games of each kind with all kinds of players.
    fn handles() -> Vec<Handle> {
        let mut random = Random(27);
        let mut handles = Vec::new();
        for &variant in Variant::ALL {
            for round in 0..50 {
                let (_, _, line) = random.line(variant, 40);
                let seed = random.number() as u32;
                let engine = Players::Engine { person: random.pick(Side::ALL), level: 1 + round % 10, seed };
                let people = Players::People { proposal: random.pick(&[None, Some(Side::South), Some(Side::North)]) };
                let token = line.token();
                let hints = round % 3 > 0;
                let assist = round % 5 > 0;
                handles.extend([engine, people].map(|players| Handle { token: token.clone(), players, hints, assist }));
            }
        }
        handles
    }

    #[test]
    fn what_is_written_is_read() {
        for handle in handles() {
            assert_eq!(Handle::read(&handle.to_string()).as_ref(), Ok(&handle));
        }
    }

    #[test]
    fn a_handle_with_one_character_changed_is_refused() {
        let mut random = Random(28);
        for handle in handles() {
            let text = handle.to_string();
            for place in 0..text.len() {
                let other = random.pick(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_. ");
                let mut changed = text.clone().into_bytes();
                if std::mem::replace(&mut changed[place], other) != other {
                    let changed = String::from_utf8(changed).expect("ASCII");
                    let refused = Handle::read(&changed).expect_err(&changed);
                    assert_eq!(refused.reason, Reason::MalformedToken, "{changed} for {text}");
                }
            }
            for cut in 0..text.len() {
                assert!(Handle::read(&text[..cut]).is_err(), "{text} cut to {cut}");
            }
            assert!(Handle::read(&format!("{text}A")).is_err());
        }
    }

    #[test]
    fn a_suffix_belongs_to_its_token() {
        let [one, other] = ["EAAAMPe973ve973gDf.HIAAAADgdu", "EQQgMPeffffe973g0g"];
        let suffix = one.split_once('.').expect("a suffix").1;
        assert!(Handle::read(one).is_ok());
        assert!(Handle::read(&format!("{other}.{suffix}")).is_err());
        for text in ["", ".", "é.AA", "EAAAMPe973ve973gDf", "EAAAMPe973ve973gDf."] {
            assert!(Handle::read(text).is_err(), "{text}");
        }
    }
}

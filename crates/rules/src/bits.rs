//! Bits as characters of base64url with a checksum at the end, as tokens are written.
//! `docs/notation.md` describes both.

/// The characters of base64url (RFC 4648, section 5), each at the place of the six bits that it stands for.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bits in a character.
pub const CHARACTER: u32 = 6;
/// Bits in the checksum.
pub const CHECKSUM: u32 = 12;
/// Bits of a number in one of its groups, the bit that says whether another one follows not counted.
const GROUP: u32 = 4;
/// The most groups of a number: enough for 999,999.
pub const MAX_GROUPS: u32 = 5;

/// The six bits that each character stands for; none for a character outside the alphabet.
const VALUES: [Option<u8>; 256] = {
    let mut values = [None; 256];
    let mut value = 0;
    while value < ALPHABET.len() {
        values[ALPHABET[value] as usize] = Some(value as u8);
        value += 1;
    }
    values
};

/// The generator of the checksum, x¹² + x¹¹ + x³ + x² + x + 1, without its highest term.
const GENERATOR: u16 = 0x80f;

/// The change that the highest six bits of a checksum make to the rest of it when six more bits come in.
const REMAINDERS: [u16; 64] = {
    let mut remainders = [0; 64];
    let mut value = 0;
    while value < remainders.len() {
        let mut remainder = (value as u16) << (CHECKSUM - CHARACTER);
        let mut bit = 0;
        while bit < CHARACTER {
            let carry = remainder >> (CHECKSUM - 1) & 1;
            remainder = (remainder << 1 & 0xfff) ^ (carry * GENERATOR);
            bit += 1;
        }
        remainders[value] = remainder;
        value += 1;
    }
    remainders
};

/// The checksum of what has the checksum `before` with six more bits.
#[inline]
const fn checksum(before: u16, value: u8) -> u16 {
    (before << CHARACTER ^ REMAINDERS[(before >> CHARACTER) as usize ^ value as usize]) & 0xfff
}

/// The bits that one of `count` things takes: ⌈log₂ `count`⌉.
#[inline]
pub const fn width(count: u64) -> u32 {
    u64::BITS - count.saturating_sub(1).leading_zeros()
}

/// Writes bits as characters, highest bits first.
#[derive(Debug)]
pub struct BitWriter {
    characters: Vec<u8>,
    checksum: u16,
    /// The bits that were not made characters yet are the lowest of these.
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// The most bits that are put at once.
    const MOST: u32 = u64::BITS - CHARACTER;

    /// Creates a writer with room for this many characters.
    pub fn with_capacity(characters: usize) -> Self {
        Self { characters: Vec::with_capacity(characters), checksum: 0, pending: 0, count: 0 }
    }

    /// Writes the lowest `width` bits of a value that has no others, at most 58.
    #[inline]
    pub fn put(&mut self, value: u64, width: u32) {
        if self.count + width > u64::BITS {
            self.flush();
        }
        self.pending = self.pending << width | value;
        self.count += width;
    }

    /// Makes characters of all bits but those that do not fill one.
    fn flush(&mut self) {
        while self.count >= CHARACTER {
            self.count -= CHARACTER;
            let value = (self.pending >> self.count) as u8 & 0x3f;
            self.checksum = checksum(self.checksum, value);
            self.characters.push(ALPHABET[usize::from(value)]);
        }
    }

    /// Writes whether a part follows.
    #[inline]
    pub fn put_flag(&mut self, flag: bool) {
        self.put(flag.into(), 1);
    }

    /// Writes as many ones, and a zero.
    #[inline]
    pub fn put_ones(&mut self, mut ones: u32) {
        while ones >= Self::MOST {
            self.put((1 << Self::MOST) - 1, Self::MOST);
            ones -= Self::MOST;
        }
        self.put((1 << (ones + 1)) - 2, ones + 1);
    }

    /// Writes the bits that these characters stand for; a character outside the alphabet has none.
    pub fn put_characters(&mut self, text: &str) {
        let values = text.bytes().filter_map(|character| VALUES[usize::from(character)]);
        values.for_each(|value| self.put(value.into(), CHARACTER));
    }

    /// Writes a number in groups of four bits, highest first, each after a bit that says whether another one follows.
    pub fn put_number(&mut self, number: u32) {
        let groups = width(u64::from(number) + 1).div_ceil(GROUP).max(1);
        for group in (0..groups).rev() {
            let more = u64::from(group > 0) << GROUP;
            self.put(more | u64::from(number >> (group * GROUP) & 0xf), 1 + GROUP);
        }
    }

    /// The characters: those of the bits, filled up with zeros, and two for the checksum.
    pub fn finish(mut self) -> String {
        self.flush();
        self.put(0, (CHARACTER - self.count) % CHARACTER);
        self.flush();
        self.put(self.checksum.into(), CHECKSUM);
        self.flush();
        // All characters of the alphabet are ASCII.
        String::from_utf8(self.characters).unwrap_or_default()
    }
}

/// Why characters are not bits with their checksum.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NoBits {
    /// One is not of the alphabet, or there are too few of them.
    Characters,
    /// The checksum is wrong.
    Checksum,
}

/// Reads bits from characters. Every method returns nothing when there are too few bits.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    characters: std::slice::Iter<'a, u8>,
    /// The bits that were not read yet are the lowest of these.
    pending: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    /// The bits of these characters, whose checksum is right.
    ///
    /// # Errors
    ///
    /// The reason why the characters are not bits with their checksum.
    pub fn new(text: &'a str) -> Result<Self, NoBits> {
        let mut remainder = 0;
        for &character in text.as_bytes() {
            remainder = checksum(remainder, VALUES[usize::from(character)].ok_or(NoBits::Characters)?);
        }
        let end = text.len().checked_sub((CHECKSUM / CHARACTER) as usize).ok_or(NoBits::Characters)?;
        // What is followed by its own checksum leaves no remainder.
        if remainder == 0 { Ok(Self::unverified(&text[..end])) } else { Err(NoBits::Checksum) }
    }

    /// The bits of these characters, whatever they are. A character outside the alphabet ends them.
    pub(super) fn unverified(text: &'a str) -> Self {
        Self { characters: text.as_bytes().iter(), pending: 0, count: 0 }
    }

    /// Reads `width` bits, at most 32.
    #[inline]
    pub fn take(&mut self, width: u32) -> Option<u32> {
        while self.count < width {
            let &character = self.characters.next()?;
            self.pending = self.pending << CHARACTER | u64::from(VALUES[usize::from(character)]?);
            self.count += CHARACTER;
        }
        self.count -= width;
        let value = self.pending >> self.count;
        self.pending ^= value << self.count;
        Some(value as u32)
    }

    /// Reads whether a part follows.
    pub fn take_flag(&mut self) -> Option<bool> {
        self.take(1).map(|bit| bit == 1)
    }

    /// Reads one of these things by its place.
    pub fn take_one<T: Copy>(&mut self, of: &[T], width: u32) -> Option<T> {
        of.get(self.take(width)? as usize).copied()
    }

    /// Reads ones up to a zero, and returns how many there are.
    pub fn take_ones(&mut self) -> Option<u32> {
        let mut ones = 0;
        while self.take_flag()? {
            ones += 1;
        }
        Some(ones)
    }

    /// Reads a number as [`BitWriter::put_number`] writes it.
    pub fn take_number(&mut self) -> Option<u32> {
        let mut number = 0;
        for _ in 0..MAX_GROUPS {
            let more = self.take_flag()?;
            number = number << GROUP | self.take(GROUP)?;
            if !more {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers = [0, 1, 15, 16, 255, 256, 4_095, 4_096, 65_535, 65_536, 999_999];
        // What is put at once has room for 57 ones and the zero after them.
        let ones = [0, 1, 56, 57, 58, 59, 115, 116, 117, 255];
        for width in 1..=32 {
            let mut bits = BitWriter::with_capacity(0);
            let value = u64::from(u32::MAX >> (u32::BITS - width));
            bits.put(value, width);
            numbers.iter().for_each(|&number| bits.put_number(number));
            bits.put(value, width);
            ones.iter().for_each(|&ones| bits.put_ones(ones));
            bits.put_flag(true);
            let text = bits.finish();
            let mut bits = BitReader::new(&text).expect("the checksum is right");
            assert_eq!(bits.take(width), Some(value as u32), "{text}");
            assert_eq!(numbers.map(|_| bits.take_number()), numbers.map(Some), "{text}");
            assert_eq!(bits.take(width), Some(value as u32), "{text}");
            assert_eq!(ones.map(|_| bits.take_ones()), ones.map(Some), "{text}");
            assert_eq!(bits.take_flag(), Some(true), "{text}");
            assert!(bits.take(CHARACTER).is_none(), "{text}: less than a character is left");
        }
    }
}

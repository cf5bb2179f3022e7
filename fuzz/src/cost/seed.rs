//! Requests as the corpus has them: large ones are short there.

use ayla_api::form::BODY_BYTES;
use ayla_api::request::PictureFormat;
use ayla_rules::Variant;

/// A request: in a line its operation, with the variant and the format of a picture that are in the path, then its body. In that,
/// `100«3, »` stands for a hundred times `3, `, as far as a body has room, and `#` in what comes again for the number of the time.
pub(super) struct Seed {
    pub(super) operation: String,
    pub(super) variant: Option<Variant>,
    pub(super) format: Option<PictureFormat>,
    pub(super) body: Vec<u8>,
}

impl Seed {
    /// Reads a request; nothing for one that is larger than a body may be.
    pub(super) fn read(input: &[u8]) -> Option<Self> {
        let (line, body) = crate::first_line(input)?;
        let mut words = line.split(' ');
        let operation = words.next()?.to_owned();
        let body = std::str::from_utf8(body).map_or_else(|_| body.to_vec(), |body| repeated(body).into_bytes());
        let mut seed = Self { operation, variant: None, format: None, body };
        for word in words {
            seed.variant = Variant::from_name(word).or(seed.variant);
            seed.format = PictureFormat::from_name(word).or(seed.format);
        }
        (seed.body.len() <= BODY_BYTES).then_some(seed)
    }
}

/// Writes out what is to come again.
fn repeated(mut text: &str) -> String {
    let mut out = String::new();
    while let Some((before, (unit, after))) =
        text.split_once('«').and_then(|(before, text)| Some((before, text.split_once('»')?)))
    {
        let kept = before.trim_end_matches(|character: char| character.is_ascii_digit());
        out += kept;
        for time in 0..before[kept.len()..].parse().unwrap_or(1_u32) {
            let unit = unit.replace('#', &time.to_string());
            if unit.is_empty() || out.len() + unit.len() + after.len() > BODY_BYTES {
                break;
            }
            out += &unit;
        }
        text = after;
    }
    out + text
}

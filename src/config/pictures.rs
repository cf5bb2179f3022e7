//! Settings of pictures.

use std::num::NonZero;

use clap::Args;
use http::Uri;

use super::value::number;
use crate::server::pictures::{DEFAULT_RATE, PictureAccess};

/// Settings of pictures.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub(super) struct Pictures {
    /// Who may ask for pictures of boards: `keyed`, callers with an API key; `open`, everyone, as image proxies of chat platforms
    /// need it; `off`, nobody [default: keyed with AYLA_KEYS, else open].
    #[arg(long = "pictures", env = "AYLA_PICTURES", value_name = "MODE", value_parser = mode)]
    picture_mode: Option<Mode>,
    /// Pictures that one address, or one IPv6 network of 64 bits, may ask for in a second, and four times as many at once, where
    /// pictures are open. A trusted proxy that names no client counts as one itself.
    #[arg(long = "picture-rate", env = "AYLA_PICTURE_RATE", value_name = "COUNT", default_value_t = DEFAULT_RATE,
        value_parser = rate)]
    pub(super) picture_rate: NonZero<u32>,
    /// Pictures that are drawn at the same time [default: half of the processors, at least 1]. 64 more wait; further ones are
    /// refused as OVERLOADED.
    #[arg(long = "picture-slots", env = "AYLA_PICTURE_SLOTS", value_name = "COUNT",
        value_parser = number::<usize>("AYLA_PICTURE_SLOTS", 1..=super::MAX_SLOTS))]
    pub(super) picture_slots: Option<usize>,
    /// URL at which the public reaches the server, such as `https://games.example`; answers of play-turn then have links to
    /// pictures.
    #[arg(long = "public-url", env = "AYLA_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub(super) public_url: Option<String>,
}

/// Who may ask for pictures.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Mode {
    Open,
    Keyed,
    Off,
}

impl Pictures {
    /// Whether the server makes pictures.
    pub(super) fn are_on(&self) -> bool {
        self.picture_mode != Some(Mode::Off)
    }

    /// Who may ask for them, on a server with API keys or without.
    ///
    /// # Errors
    ///
    /// `keyed` without API keys, in a sentence.
    pub(super) fn access(&self, has_keys: bool) -> Result<PictureAccess, String> {
        match self.picture_mode {
            Some(Mode::Keyed) if !has_keys => Err("AYLA_PICTURES is keyed, which needs API keys, AYLA_KEYS".to_owned()),
            None | Some(Mode::Keyed | Mode::Off) if has_keys => Ok(PictureAccess::Keyed),
            None | Some(_) => Ok(PictureAccess::Open(self.picture_rate)),
        }
    }
}

fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "open" => Ok(Mode::Open),
        "keyed" => Ok(Mode::Keyed),
        "off" => Ok(Mode::Off),
        _ => Err("AYLA_PICTURES is open, keyed or off".to_owned()),
    }
}

fn rate(text: &str) -> Result<NonZero<u32>, String> {
    // The range has no zero.
    number::<u32>("AYLA_PICTURE_RATE", 1..=1_000_000)(text).map(|rate| NonZero::new(rate).unwrap_or(DEFAULT_RATE))
}

/// Reads a URL without query, and without a slash at its end.
fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let is_public = url.parse::<Uri>().is_ok_and(|uri| {
        uri.scheme_str().is_some_and(|scheme| matches!(scheme, "http" | "https"))
            && uri.authority().is_some_and(|authority| !authority.as_str().contains('@'))
            && uri.query().is_none()
            && !url.contains('#')
    });
    if is_public {
        Ok(url.to_owned())
    } else {
        Err("AYLA_PUBLIC_URL is a URL with http or https and without a query, such as https://games.example".to_owned())
    }
}

//! The rulings that documents state and mention.

use std::collections::BTreeMap;

use ayla_rules::Variant;
use pulldown_cmark::{Event, Tag, TagEnd};

/// The letters of rulings, each with the page that states them.
pub(crate) fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_games = Variant::ALL.iter().map(|variant| (variant.about().ruling_prefix, variant.name()));
    of_games.chain([("C", "common"), ("N", "notation")])
}

/// Where a ruling is, such as `awale#aw-1`; none if this is the number of no ruling.
pub(super) fn address(number: &str) -> Option<String> {
    let (letters, _) = number.split_once('-')?;
    let (_, page) = pages().find(|(of_page, _)| *of_page == letters)?;
    Some(format!("{page}#{}", number.to_lowercase()))
}

/// The rulings that a page states, each with its place among the mentions. A ruling is stated by the heading that names
/// it, otherwise by the first words with its number alone in brackets, otherwise where it is first mentioned.
pub(super) fn stated(name: &str, events: &[Event<'_>]) -> BTreeMap<String, usize> {
    let mut best: BTreeMap<String, (u8, usize)> = BTreeMap::new();
    let mut is_heading = false;
    let mut links = 0_usize;
    let mut at = 0;
    for event in events {
        match event {
            Event::Start(Tag::Heading { .. }) => is_heading = true,
            Event::End(TagEnd::Heading(_)) => is_heading = false,
            Event::Start(Tag::Link { .. }) => links += 1,
            Event::End(TagEnd::Link) => links -= 1,
            Event::Text(text) if links == 0 => {
                let is_list =
                    |part: &str| part.chars().all(|letter| letter.is_ascii_alphanumeric() || "-, ".contains(letter));
                for (start, number) in mentions(text) {
                    let Some(address) = address(number) else { continue };
                    let before = text[..start].rsplit_once('(').is_some_and(|(_, part)| is_list(part));
                    let after = text[start..].split_once(')').is_some_and(|(part, _)| is_list(part));
                    let rank = if is_heading {
                        0
                    } else if before && after {
                        1
                    } else {
                        2
                    };
                    if address.split('#').next() == Some(name) {
                        let known = best.entry(number.to_owned()).or_insert((rank, at));
                        *known = (rank, at).min(*known);
                    }
                    at += 1;
                }
            }
            _ => {}
        }
    }
    best.into_iter().map(|(number, (_, at))| (number, at)).collect()
}

/// What looks like the number of a ruling, such as `AW-1`, with its place in the text.
pub(super) fn mentions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('-').filter_map(|(dash, _)| {
        let letters = text[..dash].chars().rev().take_while(|letter| letter.is_ascii_alphanumeric()).count();
        let digits = text[dash + 1..].chars().take_while(char::is_ascii_digit).count();
        (letters > 0 && digits > 0).then(|| (dash - letters, &text[dash - letters..=dash + digits]))
    })
}

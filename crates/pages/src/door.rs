//! The games of the page that greets: each with a board that plays by itself, and the ways on.

use ayla_rules::{Move, Position, Variant};

use crate::DOOR;
use crate::games::first_position;
use crate::preview::Site;

/// The first game.
const FIRST: Variant = Variant::ALL[0];
/// How many moves of a game are shown, from its beginning.
const SHOWN: usize = 16;

/// The page, with the keys of its texts.
pub(crate) fn template(site: Site<'_>) -> String {
    let games: String = Variant::ALL.iter().filter_map(|variant| game(*variant)).collect();
    let first = first_moves(FIRST).map(|(first, moves)| board(&first, &moves, FIRST.title(), ""));
    let template = include_str!("../files/door.html");
    let template = template.replace("{preview}", &site.tags(DOOR, FIRST, "Ayla – {{door-title}}", "{{door-lead}}"));
    template.replace("{{first-board}}", first.unwrap_or_default().trim_end()).replace("{{games}}", games.trim_end())
}

fn game(variant: Variant) -> Option<String> {
    let (first, moves) = first_moves(variant)?;
    let title = variant.title();
    Some(format!(
        "<article class=\"{class}\">\n{}<h2 id=\"{variant}\">{title}</h2>\n<p>{{{{door-{variant}}}}}</p>\n\
         <p class=\"wins\">{{{{door-{variant}.wins}}}}</p>\n\
         <p class=\"links\"><a class=\"button primary\" href=\"play#{variant}\" aria-describedby=\"{variant}\">{{{{page-view-play}}}}</a> \
         <a class=\"button\" href=\"learn#{variant}\" aria-describedby=\"{variant}\">{{{{page-view-learn}}}}</a> \
         <a class=\"button\" href=\"{{{{rules}}}}{variant}\" aria-describedby=\"{variant}\">{{{{page-rules}}}}</a></p>\n</article>\n",
        board(&first, &moves, title, " lazy"),
        class = if first.setup().south.len() > 8 { "card wide" } else { "card" },
    ))
}

/// A board of the first game without a seed, for addresses at which there is nothing.
pub(crate) fn empty_board() -> String {
    let row = "0".repeat(FIRST.default_rules().houses() as usize);
    format!("<ayla-board position=\"{FIRST} {row}/{row} 0/0 s\"></ayla-board>")
}

fn board(from: &Position, moves: &[Move], title: &str, lazy: &str) -> String {
    let variant = from.rules().variant();
    let text = from.to_string();
    let moves: Vec<_> = moves.iter().map(|played| played.text()).collect();
    // A picture for those who do without JavaScript.
    format!(
        "<ayla-board position=\"{text}\" data-moves=\"{moves}\"{lazy}><noscript><img src=\"v1/variants/{variant}/board.svg?position={query}\" \
         alt=\"{title}\"></noscript></ayla-board>\n",
        moves = moves.join(","),
        query = text.replace(' ', "_"),
    )
}

/// The first position of a game, and moves from there.
fn first_moves(variant: Variant) -> Option<(Position, Vec<Move>)> {
    let first = first_position(variant)?;
    let mut moves = Vec::new();
    let mut last = first;
    while moves.len() < SHOWN
        && let Some((made, next)) = best(&last, moves.len())
    {
        moves.push(made);
        last = next;
    }
    Some((first, moves))
}

/// A move as somebody may make it who looks no further than the answer of the other side.
fn best(position: &Position, number: usize) -> Option<(Move, Position)> {
    let moves = position.legal_moves().into_iter();
    let played = moves.filter_map(|played| Some((played, position.play(played).ok()?)));
    let value = |next: &Position| {
        let lost = next.legal_moves().into_iter().filter_map(|answer| next.play(answer).ok());
        let lost = lost.map(|after| gain(next, &after)).max().unwrap_or_default();
        gain(position, next) - lost
    };
    let mut rated: Vec<_> = played.map(|(played, next)| (value(&next), played, next)).collect();
    // Where several are alike, the game is to be varied.
    let best = rated.iter().map(|(value, ..)| *value).max()?;
    rated.retain(|(value, ..)| *value == best);
    let (_, played, next) = rated.swap_remove(number * 7 % rated.len());
    Some((played, next))
}

/// How many seeds the side to move has captured with a move.
fn gain(before: &Position, after: &Position) -> i64 {
    let seeds = |position: &Position| {
        let setup = position.setup();
        i64::from(setup.south.iter().chain(&setup.north).sum::<u32>())
    };
    seeds(before) - seeds(after)
}

//! What `docs/bots.md` says of the bytes that a turn takes in the data of a button.

use std::fs;

use ayla_engine::{Limits, Request, suggest};
use ayla_rules::about::Preset;
use ayla_rules::notation::read_rules;
use ayla_rules::{Line, Side, Variant};
use ayla_test_games::{Random, lists};

/// The bytes of a button's data on the strictest chat platform.
const ROOM: usize = 64;
/// The longest move, with the point in front of it.
const MOVE: usize = ".agree".len();
/// Everything else that a bot may keep in a button, at its longest.
const REST: usize = ".10.4294967295.n.fr".len();
/// The games of each kind, a third of them by search, and the most moves of a game: some never end.
const GAMES: u64 = 60;
const MOVES: usize = 400;

/// The lengths of the tokens of all positions of some games, in ascending order. In games by search, the first four
/// moves are random.
fn lengths(rules: &str, depth: Option<u32>) -> Vec<usize> {
    let rules = read_rules(rules).expect("rules");
    let mut lengths = Vec::new();
    let games = if depth.is_some() { GAMES / 3 } else { GAMES };
    for game in 0..games {
        let mut random = Random(game);
        let mut line = Line::from(rules.first_position(Side::South).expect("consistent"));
        for ply in 0..MOVES {
            lengths.push(line.token().len());
            let moves = line.position().legal_moves();
            let played = match depth.filter(|_| ply >= 4) {
                _ if moves.is_empty() => break,
                Some(depth) => {
                    let limits = Limits { depth: Some(depth), ..Limits::default() };
                    let report = suggest(&Request { limits, ..Request::new(&line) });
                    report.map(|report| report.best.played).expect("a game that is not over")
                }
                None => random.pick(&moves),
            };
            line.play_unchecked(played, &mut ());
        }
    }
    lengths.sort_unstable();
    lengths
}

/// The rules of a preset, and its name on the page.
fn rules_of(variant: Variant, preset: &Preset) -> (String, String) {
    if preset.options.is_empty() {
        return (variant.to_string(), variant.title().to_owned());
    }
    let options: Vec<_> = preset.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    (format!("{variant}:{}", options.join(",")), format!("{}, `{}`", variant.title(), preset.name))
}

#[test]
fn the_page_for_bots_says_what_fits_into_a_button() {
    const PAGE: &str = "docs/bots.md";
    let mut table = "\
| game | token, 99 of 100 | longest | left for ids |
|---|--:|--:|--:|
"
    .to_owned();
    let presets = Variant::ALL.iter().flat_map(|&variant| {
        let presets = variant.about().presets.iter();
        presets.map(move |preset| (rules_of(variant, preset), None))
    });
    let (rules, name) = rules_of(Variant::Awale, Variant::Awale.about().first_preset());
    let by_search = ((rules, format!("{name}, by search")), Some(4));
    for ((rules, name), depth) in presets.chain([by_search]) {
        let lengths = lengths(&rules, depth);
        let usual = lengths[lengths.len() * 99 / 100];
        let longest = lengths[lengths.len() - 1];
        let left = ROOM.saturating_sub(usual + MOVE + REST);
        table += &format!("| {name} | {usual} | {longest} | {left} |\n");
    }
    lists::check(PAGE, "buttons", &table);
    let page = fs::read_to_string(lists::root().join(PAGE)).expect("the page");
    for (part, bytes) in [("a point and the move", MOVE), ("the rest", REST)] {
        let sentence = format!("{part}: {bytes} bytes");
        assert!(page.contains(&sentence), "docs/bots.md should say: {sentence}");
    }
}

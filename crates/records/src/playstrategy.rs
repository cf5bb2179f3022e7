//! PlayStrategy: FEN, moves in its UCI, and PGN of both, for Oware, Togyzqumalaq and Bestemshe. Files `a`, `b`, ... run
//! from South's left to right on both ranks, so that North's houses run the other way: `a2` is North's last house.

mod fen;

use std::sync::Arc;

use ayla_rules::{BySide, House, Move, Rules, Side, Variant};
use ayla_steps::has_to_stop;

use self::fen::{read_fen, write_fen};
use crate::assumption::Assumption;
use crate::effect::points;
use crate::fault::{Expected, FaultKind};
use crate::format::{Spec, tournament_rules, with_options};
use crate::game::{Game, Tag};
use crate::replay::{End, MoveText, Output, Start, assumed_rules};
use crate::tagged::{Numbers, Section, first_section, read_moves, sections, tag_lines, tags};
use crate::text::{TextPlace, Word};
use crate::written::WhyNot;

pub(crate) const SPEC: Spec = Spec {
    variants: &[Variant::Awale, Variant::Togyzqumalaq],
    site: Some(|rules| Site::of_rules(rules).map_or_else(|| tournament_rules(rules), Site::rules)),
    claims,
    read,
    write,
};

/// A game of PlayStrategy.
#[derive(Debug)]
struct Site {
    /// Its names in the tag `Variant`; the first is written.
    names: [&'static str; 3],
    variant: Variant,
    houses: u32,
    seeds: u32,
}

static SITES: [Site; 3] = [
    Site { names: ["Oware", "oware", "Oware"], variant: Variant::Awale, houses: 6, seeds: 4 },
    Site {
        names: ["Togyzqumalaq", "Togyzkumalak", "togyzkumalak"],
        variant: Variant::Togyzqumalaq,
        houses: 9,
        seeds: 9,
    },
    Site { names: ["Bestemshe", "bestemshe", "Bestemshe"], variant: Variant::Togyzqumalaq, houses: 5, seeds: 5 },
];

impl Site {
    /// The rules of the game.
    fn rules(&self) -> Rules {
        match self.variant {
            Variant::Togyzqumalaq if self.houses == 5 => {
                with_options(self.variant, &[("houses", "5"), ("seeds", "5"), ("tuzdik", "false")])
            }
            other => tournament_rules(&other.default_rules()),
        }
    }

    fn of_rules(rules: &Rules) -> Option<&'static Self> {
        SITES.iter().find(|site| site.variant == rules.variant() && site.houses == rules.houses())
    }
}

fn is_square(text: &[u8]) -> bool {
    matches!(text, [b'a'..=b'i', b'1' | b'2'])
}

fn is_move(word: &str) -> bool {
    let word = word.as_bytes();
    word.len() == 4 && is_square(&word[..2]) && is_square(&word[2..])
}

/// Whether a word is the board of a FEN.
fn is_board(word: &str) -> bool {
    word.contains('/') && word != "1/2-1/2"
}

fn claims(text: &str) -> bool {
    let looks = |word: &str| is_move(word) || (is_board(word) && word.contains(['S', 's', 't']));
    first_section(text, true).is_some_and(|section| {
        section.tag("Variant").is_some_and(|name| SITES.iter().any(|site| site.names.contains(&name.text)))
            || section.moves().next().is_some_and(|word| looks(word.text))
    })
}

/// A game of PlayStrategy with its rules, and what they assume.
struct SiteRules {
    site: &'static Site,
    rules: Rules,
    assumed: Vec<Assumption>,
}

impl SiteRules {
    fn new(site: &'static Site) -> Self {
        let is_said = |assumption: &Assumption| matches!(assumption, Assumption::Option { name: "tuzdik", .. });
        let rules = site.rules();
        let assumed = assumed_rules(rules).into_iter().filter(|assumption| !is_said(assumption)).collect();
        Self { site, rules, assumed }
    }
}

/// What the games of a section have in common.
struct Context<'a> {
    known: &'a [SiteRules; 3],
    section: &'a Section<'a>,
    tags: Arc<[Tag]>,
    variant: Option<Word<'a>>,
    result: Option<Word<'a>>,
}

/// One game of a section: where it begins, its FEN, and its words.
struct Part<'a> {
    place: TextPlace,
    fen: Vec<Word<'a>>,
    words: Vec<Word<'a>>,
}

fn read(text: &str, out: &mut Output) {
    let known = SITES.each_ref().map(SiteRules::new);
    let mut sections = sections(text, true);
    while let Some(section) = sections.read(out) {
        let fen: Vec<_> = section.tag("FEN").filter(|fen| fen.text != "?").into_iter().flat_map(Word::words).collect();
        let mut parts = vec![Part { place: section.place, fen, words: Vec::new() }];
        let mut words = section.words.iter().copied();
        while let Some(word) = words.next() {
            let Some(part) = parts.last_mut() else { break };
            if is_board(word.text) {
                let fen = std::iter::once(word).chain(words.by_ref().take(4)).collect();
                let is_first = part.fen.is_empty() && part.words.is_empty();
                let place = if is_first { part.place } else { word.place };
                if is_first {
                    parts.pop();
                }
                parts.push(Part { place, fen, words: Vec::new() });
            } else if word.text != "moves" {
                part.words.push(word);
            }
        }
        let variant = section.tag("Variant");
        let result = section.tag("Result");
        let context = Context { known: &known, section: &section, tags: section.tags(), variant, result };
        for part in parts {
            if has_to_stop() {
                break;
            }
            read_part(&context, &part, out);
        }
    }
}

fn is_result(word: &str) -> bool {
    ["*", "1-0", "0-1", "1/2-1/2", "½-½"].contains(&word)
}

fn read_part(context: &Context<'_>, part: &Part<'_>, out: &mut Output) {
    let before = context.section.faultless(out);
    let of_name = |name: Word<'_>| context.known.iter().find(|known| known.site.names.contains(&name.text));
    let site = context.variant.and_then(of_name);
    if let Some(name) = context.variant.filter(|_| site.is_none()) {
        return out.unknown_game(name.place, name.text);
    }
    let of_board = |board: &Word<'_>| {
        let houses = fen::houses(board.text)?;
        context.known.iter().find(|known| known.site.houses == houses)
    };
    let by_rows = part.fen.first().and_then(of_board);
    let sites: Vec<&SiteRules> = match (site, part.fen.first()) {
        (Some(site), _) => vec![site],
        (None, Some(board)) => match by_rows {
            Some(site) => vec![site],
            None => return out.unexpected(*board, Expected::Board),
        },
        (None, None) => context.known.iter().collect(),
    };
    let read = |known: &&SiteRules| {
        let mut own = Output::default();
        read_game(context, part, known, &mut own);
        own
    };
    let mut readings: Vec<_> = sites.iter().map(read).collect();
    let whole = readings.iter().filter(|own| own.faults == 0).count();
    if whole > 1 {
        let all = sites.iter().zip(&readings).filter(|(_, own)| own.faults == 0);
        let variants = all.map(|(known, _)| known.site.variant).collect();
        return out.fault(part.place, FaultKind::SeveralGames { variants });
    }
    let furthest = |own: &Output| {
        own.reading.faults.iter().map(|fault| fault.place).min().map_or((1, TextPlace::START), |place| (0, place))
    };
    let best = (0..readings.len()).max_by_key(|&index| (furthest(&readings[index]), std::cmp::Reverse(index)));
    out.append(readings.swap_remove(best.unwrap_or_default()), before);
}

fn read_game(context: &Context<'_>, part: &Part<'_>, known: &SiteRules, out: &mut Output) {
    let &SiteRules { site, rules, .. } = known;
    let mut assumed = if context.variant.is_none() { vec![Assumption::Game(site.variant)] } else { Vec::new() };
    assumed.extend_from_slice(&known.assumed);
    let mut number = 1;
    let setup = if part.fen.is_empty() {
        assumed.push(Assumption::Start);
        rules.start(Side::South)
    } else {
        match read_fen(&part.fen, rules, site, &mut assumed, out) {
            Some((setup, turns)) => {
                number = turns;
                setup
            }
            None => return,
        }
    };
    let numbers = Numbers { first: number, skipped: usize::from(setup.turn == Side::North) };
    let (moves, result) = read_moves(&part.words, is_result, numbers, out, |rest, moves, out| {
        if rest.text != ".." {
            moves.add(read_move(rest, site).ok_or((rest, Expected::Move)), out);
        }
    });
    assumed.extend(context.section.left_out.iter().cloned());
    let start = Start {
        board: part.fen.first().map_or(part.place, |board| board.place),
        tags: Arc::clone(&context.tags),
        assumed,
        turns_before: number - 1,
        ..Start::new(part.place, setup)
    };
    let results: Vec<_> = context.result.into_iter().chain(result).collect();
    out.game(start, &moves, 0, |played| played.check_results(&results, &[points]));
}

/// The house of a square.
fn house(square: &str, houses: u32) -> Option<House> {
    let [file, rank] = *square.as_bytes() else { return None };
    let file = u32::from(file.checked_sub(b'a')?) + 1;
    let number = if rank == b'1' { file } else { (houses + 1).checked_sub(file)? };
    let side = if rank == b'1' { Side::South } else { Side::North };
    (1..=houses).contains(&file).then_some(House { side, number: number as u8 })
}

/// The square of a house.
fn square(house: House, houses: u32) -> String {
    let (file, rank) = match house.side {
        Side::South => (house.number, 1),
        Side::North => (houses as u8 + 1 - house.number, 2),
    };
    format!("{}{rank}", char::from(b'a' + file - 1))
}

fn read_move<'a>(word: Word<'a>, site: &Site) -> Option<MoveText<'a>> {
    is_move(word.text).then_some(())?;
    let from = house(&word.text[..2], site.houses)?;
    let to = house(&word.text[2..], site.houses)?;
    Some(MoveText {
        end: Some((word.after(2).place, End::House(to))),
        ..MoveText::house(word, from.number.into(), Some(from.side))
    })
}

fn write(game: &Game) -> Result<String, Vec<WhyNot>> {
    let rules = game.start.rules();
    let Some(site) = Site::of_rules(&rules) else { return Err(vec![WhyNot::Houses { houses: rules.houses() }]) };
    let setup = game.start.setup();
    let mut why = Vec::new();
    if setup.over.is_some() {
        why.push(WhyNot::Over);
    } else if setup.seeds() != u64::from(2 * site.houses * site.seeds) {
        why.push(WhyNot::Start);
    }
    let effects = game.effects();
    let mut words = Vec::with_capacity(effects.len() * 2);
    let skipped = usize::from(game.start.turn() == Side::North);
    for (index, effect) in effects.iter().enumerate() {
        let (Move::House(number), Some(end)) = (effect.played, effect.end) else {
            why.push(WhyNot::Move { ply: index as u32 + 1, kind: effect.played.kind() });
            continue;
        };
        let turn = game.turns_before as usize + 1 + (index + skipped) / 2;
        match effect.mover {
            Side::South => words.push(format!("{turn}.")),
            Side::North if index == 0 => words.push(format!("{turn}...")),
            Side::North => {}
        }
        let from = House { side: effect.mover, number };
        words.push(format!("{}{}", square(from, site.houses), square(end, site.houses)));
    }
    if !why.is_empty() {
        return Err(why);
    }
    let result = game.result(&effects, points, is_result);
    let is_usual = game.usual_seeds() == Some(site.seeds) && setup.turn == Side::South && game.turns_before == 0;
    let fen = || write_fen(&setup, game.turns_before + 1);
    if effects.is_empty() && game.tags.is_empty() {
        return Ok(format!("{}\n", fen()));
    }
    let fen = (!is_usual).then(fen);
    let mut text = tag_lines(&all_tags(game, site, &result, fen));
    text.push('\n');
    words.push(result);
    text.push_str(&words.join(" "));
    text.push('\n');
    Ok(text)
}

/// The tags of a game in the order in which they were read, and those that it needs.
fn all_tags(game: &Game, site: &Site, result: &str, fen: Option<String>) -> Vec<Tag> {
    let given = game.tag("Variant").filter(|name| site.names.contains(name)).unwrap_or(site.names[0]);
    let mut tags = tags(game, BySide { south: "P1", north: "P2" }, &["FEN", "SetUp"]);
    for (name, value) in [("Variant", given), ("Result", result)] {
        if !tags.iter().any(|tag| tag.name == name) {
            tags.push(Tag::new(name, value));
        }
        tags.iter_mut().filter(|tag| tag.name == name).for_each(|tag| value.clone_into(&mut tag.value));
    }
    if let Some(fen) = fen {
        tags.extend([Tag::new("FEN", &fen), Tag::new("SetUp", "1")]);
    }
    tags
}

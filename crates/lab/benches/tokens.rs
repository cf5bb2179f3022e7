//! The lengths of tokens in games of several kinds, and the time to write and to read one. The worst token of a thousand moves
//! is read beside the same line as text.
//!
//! `cargo bench -p ayla-lab --bench tokens [-- GAMES]`, with 400 games of each kind by default, and a tenth of that by search.

use std::hint::black_box;
use std::time::Instant;

use ayla_engine::{Limits, Request, suggest};
use ayla_rules::notation::read_rules;
use ayla_rules::{Event, Line, Move, Position, Side, Token};
use ayla_test_games::{Random, read};

/// The bytes of a button's data on the strictest chat platform, without a point and the longest move.
const BUTTON: usize = 64 - ".agree".len();
/// The most moves of a game: some never end.
const MOVES: usize = 600;

/// How the players choose their moves.
#[derive(Copy, Clone)]
enum Play {
    Random,
    /// By search, the first four moves at random.
    Search {
        depth: u32,
    },
    /// At random. Once at most `seeds` seeds are in the houses, among the moves that capture nothing while there are any.
    Shuffle {
        seeds: u32,
    },
}

impl Play {
    fn choose(self, random: &mut Random, line: &Line) -> Option<Move> {
        let position = line.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        match self {
            Self::Search { depth } if line.ply() >= 4 => {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                suggest(&Request { limits, ..Request::new(line) }).map(|report| report.best.played)
            }
            Self::Shuffle { seeds } if in_houses(&position) <= seeds => {
                let quiet = |&played: &Move| {
                    let mut events: Vec<Event> = Vec::new();
                    position.play_unchecked(played, &mut events);
                    !events.iter().any(|event| matches!(event, Event::Capture { .. }))
                };
                let quiet: Vec<Move> = moves.iter().copied().filter(quiet).collect();
                Some(random.pick(if quiet.is_empty() { &moves } else { &quiet }))
            }
            Self::Random | Self::Search { .. } | Self::Shuffle { .. } => Some(random.pick(&moves)),
        }
    }
}

fn in_houses(position: &Position) -> u32 {
    let setup = position.setup();
    setup.south.iter().chain(&setup.north).sum()
}

/// Prints the lengths of the tokens and of the lines of all positions of these games.
fn lengths(what: &str, rules: &str, play: Play, games: u64) {
    let rules = read_rules(rules).expect("rules");
    let (mut tokens, mut texts) = (Vec::new(), Vec::new());
    for game in 0..games {
        let mut random = Random(game);
        let mut line = Line::from(rules.first_position(Side::South).expect("consistent"));
        for _ in 0..MOVES {
            tokens.push(line.token().len());
            texts.push(line.to_string().len());
            let Some(played) = play.choose(&mut random, &line) else { break };
            line.play_unchecked(played, &mut ());
        }
    }
    let fit = 100.0 * tokens.iter().filter(|&&length| length <= BUTTON).count() as f64 / tokens.len() as f64;
    let of = |mut lengths: Vec<usize>| {
        lengths.sort_unstable();
        let at = |share: f64| lengths[(lengths.len() as f64 * share) as usize];
        format!("{:3} {:3} {:4}", at(0.5), at(0.99), lengths[lengths.len() - 1])
    };
    println!("{what:40} {}   {}   {fit:6.2}%", of(tokens), of(texts));
}

/// Prints the nanoseconds that something takes.
fn time<T>(what: &str, mut work: impl FnMut() -> T) {
    let mut rounds = 1;
    loop {
        let begun = Instant::now();
        for _ in 0..rounds {
            black_box(work());
        }
        let spent = begun.elapsed().as_secs_f64();
        if spent > 0.2 {
            println!("{what:60} {:10.0} ns", spent * 1e9 / f64::from(rounds));
            return;
        }
        rounds *= 2;
    }
}

/// The number of laps of a move, or `None` if it takes seeds out of the houses: a token then starts after it.
fn laps(line: &Line, played: Move) -> Option<usize> {
    let mut events: Vec<Event> = Vec::new();
    let after = line.clone().play_recorded(played, &mut events).ok()?;
    let laps = events.iter().filter(|event| matches!(event, Event::PickUp { .. })).count();
    (!after.is_only_position()).then_some(laps)
}

/// The line of 1,000 moves with the most laps, of some with random starts whose players choose the longest sowing that
/// keeps all seeds in the houses, and now and then another one.
fn slowest() -> Line {
    let mut slowest = (0, Line::from(Position::read("andada 222/222 - s o").expect("a position")));
    for seed in 0..60 {
        let mut random = Random(seed);
        let houses = 6 * (1 + random.below(8));
        let mut row = || (0..houses).map(|_| random.pick(&['0', '0', '1', '2', '3'])).collect::<String>();
        let text = format!("andada:repetition=10 {}/{} - s", row(), row());
        let (mut line, mut all) = (read(&text), 0);
        for _ in 0..ayla_rules::line::MAX_MOVES {
            let mut moves: Vec<_> = line.position().legal_moves().into_iter().collect();
            moves.retain(|&played| laps(&line, played).is_some());
            let best = moves.iter().copied().max_by_key(|&played| laps(&line, played));
            let Some(best) = best else { break };
            let played = if random.chance(10) { random.pick(&moves) } else { best };
            all += laps(&line, played).unwrap_or_default();
            line.play_unchecked(played, &mut ());
        }
        if all > slowest.0 {
            slowest = (all, line);
        }
    }
    println!("the slowest line found has {} laps", slowest.0);
    slowest.1
}

fn main() {
    // Cargo adds `--bench` to the arguments.
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(400);
    const TOURNAMENT: &str = "awale:majority=true,repetition=2";
    println!("characters: p50, p99 and most of a token, then of the line as text; tokens that fit into a button");
    lengths("tournament, random", TOURNAMENT, Play::Random, games);
    lengths("tournament, depth 4", TOURNAMENT, Play::Search { depth: 4 }, games / 4);
    lengths("tournament, shuffling of 12 seeds", TOURNAMENT, Play::Shuffle { seeds: 12 }, games);
    lengths("tournament, shuffling of all seeds", TOURNAMENT, Play::Shuffle { seeds: 48 }, games);
    lengths("Awalé, random", "awale", Play::Random, games);
    lengths("Andada, random", "andada", Play::Random, games);
    lengths("Andada, 24 houses, random", "andada:houses=24", Play::Random, games);
    lengths("Andada, 48 houses, random", "andada:houses=48", Play::Random, games);
    lengths("Anywoli, random", "anywoli:quiet=100", Play::Random, games);
    lengths("Anywoli, 24 houses, random", "anywoli:houses=24,quiet=100", Play::Random, games);

    for text in [
        "awale 444444/444444 0/0 s",
        "awale:majority=true,repetition=2 102280/200201 11/16 s moves 3",
        "andada 033033033033033033033033/033033033033033033033033 - n",
        "anywoli:quiet=100 444444444444444444444444/000000000000000000000000 48/48 s",
    ] {
        let line = read(text);
        let token = line.token();
        time(&format!("writing {token}"), || black_box(&line).token());
        time("  its position as text", || black_box(&line).position().to_string());
        time("  reading it", || Token::read(black_box(&token)).and_then(|token| token.line()));
        time("  reading the text", || read(black_box(text)));
    }
    let line = slowest();
    let (token, text) = (line.token(), line.to_string());
    println!("{} characters, {} moves: {text}", token.len(), Token::read(&token).map_or(0, |token| token.moves()));
    time("reading the slowest token", || Token::read(black_box(&token)).and_then(|token| token.line()));
    time("  its text", || read(black_box(&text)));
}

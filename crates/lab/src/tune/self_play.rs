//! Games of the engine against itself.

use ayla_engine::{Certainty, Limits, Request, TranspositionTable, suggest_in};
use ayla_rules::notation::read_line;
use ayla_rules::{EndReason, Line, Side};

/// A game that is longer counts as its stores stand.
const MOST_PLIES: u64 = 400;
/// After the opening one move in so many is random, so that games leave the path of best play.
const ASIDE: u64 = 64;

/// A position of a game, and what became of it.
pub(crate) struct Seen {
    /// The row of the player to move, in the order of sowing.
    pub(crate) near: Vec<usize>,
    /// The row of the opponent, in the order of sowing.
    pub(crate) far: Vec<usize>,
    /// Points that the player to move still gained over the opponent.
    pub(crate) gain: f64,
}

impl Seen {
    /// Seeds in the houses.
    pub(crate) fn seeds(&self) -> u32 {
        self.near.iter().chain(&self.far).sum::<usize>() as u32
    }
}

/// Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) % sides
    }
}

/// Plays a game from `start`, which sows anticlockwise, and tells the positions after the opening: those in which the
/// engine was asked, up to the first whose value it proved.
pub(crate) fn play(
    table: &mut TranspositionTable,
    start: &str,
    opening: [u64; 2],
    nodes: u64,
    number: u64,
) -> Vec<Seen> {
    let read = read_line(start).expect("well formed");
    let mut line = Line::from(read.setup.position().expect("consistent"));
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let opening = opening[0] + dice.roll(opening[1]);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut seen = Vec::new();
    let mut proven = None;
    for ply in 0..=MOST_PLIES {
        let position = line.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let any = |dice: &mut Dice| moves[dice.roll(moves.len() as u64) as usize];
        let played = if ply < opening {
            any(&mut dice)
        } else {
            let report = suggest_in(table, &Request { limits, ..Request::new(&line) }).expect("not over");
            let setup = position.setup();
            let turn = setup.turn;
            seen.push(setup);
            if report.best.certainty == Certainty::Proven {
                proven = Some(seen_by(turn, report.best.value));
                break;
            }
            if dice.roll(ASIDE) == 0 { any(&mut dice) } else { report.best.played }
        };
        line.play_unchecked(played, &mut ());
    }
    let last = line.position().setup();
    let result = proven.unwrap_or_else(|| match last.stores {
        Some([south, north]) => f64::from(south) - f64::from(north),
        // Without stores, who cannot move has lost (AN-6).
        None if last.over == Some(EndReason::NoMove) => seen_by(last.turn, -1.0),
        None => 0.0,
    });
    let row = |row: &[u32]| row.iter().map(|&seeds| seeds as usize).collect();
    seen.iter()
        .map(|setup| {
            let [south, north] = setup.stores.unwrap_or_default().map(f64::from);
            let gain = seen_by(setup.turn, result - (south - north));
            let [near, far] = match setup.turn {
                Side::South => [&setup.south, &setup.north],
                Side::North => [&setup.north, &setup.south],
            };
            Seen { near: row(near), far: row(far), gain }
        })
        .collect()
}

/// South's points for South, and the other way round.
fn seen_by(side: Side, points: f64) -> f64 {
    match side {
        Side::South => points,
        Side::North => -points,
    }
}

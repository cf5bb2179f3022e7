//! The evaluation of Awalé: a network with one hidden layer, trained to values of an endgame table and of searches.
//!
//! The games go on from each position with the best move, or now and then with another. Above the seeds of the table a position
//! counts as what a short search that sees the table says, from there on as what the table says, and so do the positions after
//! other moves that are nearly as good, which a search has to judge too.

use ayla_engine::random::Random;
use ayla_engine::tablebase::Table;
use ayla_engine::{Limits, Request, TranspositionTable, proven_value, suggest_in};
use ayla_rules::{Line, Move, Position};
use serde::{Deserialize, Serialize};

use super::Tune;
use super::network::Network;

/// Seeds from which on a house counts as having this many.
const MOST_SEEDS: u8 = 19;
const WIDTH: usize = MOST_SEEDS as usize + 1;
const HIDDEN: usize = 32;
/// The fewest seeds in the houses of each phase, the last phase first.
const PHASES: [u8; 4] = [0, 16, 24, 34];
/// Random plies of an opening: at least, and how many counts are possible.
const OPENING: [u64; 2] = [2, 20];
/// One move in this many is random after the opening.
const ASIDE: u64 = 10;
/// A position after another move is used if the move loses no more seeds than this, one time in two.
const NEARLY_BEST: f64 = 6.0;
/// The fewest seeds of a position that is used.
const FEWEST: u8 = 6;
/// How often each position is seen.
const EPOCHS: usize = 10;
/// The most plies of a game, for endings go round.
const MOST_PLIES: u64 = 150;

/// A position, and what the player to move still gains over the opponent.
#[derive(Clone, Serialize, Deserialize)]
struct Sample {
    houses: [u8; 12],
    /// Written as its bits, so that it is the same when it is read.
    #[serde(with = "bits")]
    gain: f32,
}

mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(gain: &f32, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u32(gain.to_bits())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
        u32::deserialize(from).map(f32::from_bits)
    }
}

impl Sample {
    /// The position with this value, the seeds already stored included.
    fn new(position: &Position, value: f64) -> Self {
        let setup = position.setup();
        let [mine, theirs] = [setup.turn, setup.turn.other()];
        let mut houses = [0; 12];
        for (house, &seeds) in houses.iter_mut().zip(setup.row(mine).iter().chain(setup.row(theirs))) {
            *house = seeds as u8;
        }
        let [south, north] = setup.stores.unwrap_or_default().map(f64::from);
        let [ahead, _] = mine.order(south - north, north - south);
        Self { houses, gain: (value - ahead) as f32 }
    }

    fn seeds(&self) -> u8 {
        self.houses.iter().sum()
    }
}

/// Plays the games, and prints the weights.
pub(crate) fn tune(arguments: &Tune, table: &Table) -> Result<(), String> {
    let (mut samples, mut memory) = (Vec::new(), TranspositionTable::default());
    let (nodes, seed) = (arguments.nodes, arguments.seed);
    let play = |game: u64| play(&mut memory, table, nodes, Random::new(seed, game));
    if !arguments.games(Some(table), play, |of_game: Vec<Sample>| samples.extend(of_game))? {
        return Ok(());
    }
    eprintln!("{} positions", samples.len());
    let ends = PHASES[1..].iter().copied().chain([u8::MAX]);
    for (stream, (first, end)) in (0..).zip(PHASES.into_iter().zip(ends)) {
        // The positions next to the phase count too, so that phases agree where they meet.
        let near = first.saturating_sub(1)..end.saturating_add(1);
        let mut inputs: Vec<([usize; 12], f32)> = samples
            .iter()
            .filter(|sample| near.contains(&sample.seeds()))
            .map(|sample| {
                (std::array::from_fn(|at| at * WIDTH + usize::from(sample.houses[at].min(MOST_SEEDS))), sample.gain)
            })
            .collect();
        let mut random = Random::new(seed, stream);
        super::network::shuffle(&mut inputs, &mut random);
        let network = Network::<HIDDEN>::train(&inputs, 12 * WIDTH, EPOCHS, &mut random);
        println!("\nseeds {first}");
        network.print();
    }
    Ok(())
}

fn play(memory: &mut TranspositionTable, table: &Table, nodes: u64, mut random: Random) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut line = Line::from(Position::read("awale 444444/444444 0/0 s").expect("a position"));
    let opening = OPENING[0] + random.number() % OPENING[1];
    for ply in 0..MOST_PLIES {
        let position = line.position();
        let Some(any) = random.pick(&position.legal_moves()) else { break };
        let seeds = Sample::new(&position, 0.0).seeds();
        if seeds < FEWEST {
            break;
        }
        let best = if seeds <= table.seeds() {
            add_exact(&position, table, &mut random, &mut samples)
        } else if ply < opening {
            any
        } else {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let alone = Line::from(position);
            let request = Request { limits, endgame: Some(table), ..Request::new(&alone) };
            let best = suggest_in(memory, &request).expect("not over").best;
            samples.push(Sample::new(&position, best.value));
            best.played
        };
        line.play_unchecked(if random.number().is_multiple_of(ASIDE) { any } else { best }, &mut ());
    }
    samples
}

/// Adds a position of the table, and others that nearly best moves lead to. Returns a best move.
fn add_exact(position: &Position, table: &Table, random: &mut Random, samples: &mut Vec<Sample>) -> Move {
    let after = |played| position.play_unchecked(played, &mut ()).expect("a sowing ends");
    let value = |next: &Position| {
        let [south, north] = next.setup().stores.unwrap_or_default().map(f64::from);
        let [over, _] = next.turn().order(south - north, north - south);
        let value = proven_value(next, table).map_or(over, f64::from);
        if next.turn() == position.turn() { value } else { -value }
    };
    let moves: Vec<_> = position.legal_moves().into_iter().map(|played| (played, after(played))).collect();
    let moves: Vec<_> = moves.into_iter().map(|(played, next)| (played, next, value(&next))).collect();
    let best = moves.iter().map(|&(.., value)| value).fold(f64::NEG_INFINITY, f64::max);
    samples.push(Sample::new(position, best));
    for (_, next, value) in &moves {
        if best - value <= NEARLY_BEST && random.number().is_multiple_of(2) && !next.legal_moves().is_empty() {
            samples.push(Sample::new(next, proven_value(next, table).map_or(-value, f64::from)));
        }
    }
    let equal: Vec<Move> = moves.iter().filter(|&&(.., value)| value == best).map(|&(played, ..)| played).collect();
    random.pick(&equal).expect("one is the best")
}

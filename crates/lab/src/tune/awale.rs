//! The evaluation of Awalé: a weight for each house by its seeds, and for the houses that could be captured next.

use super::self_play::Sample;
use super::{Games, Model, rounded};

/// The seeds from which on a house counts as having this many.
const MOST_SEEDS: usize = 19;
/// The number of weights of a house.
const WIDTH: usize = MOST_SEEDS + 1;
const UNIT: f64 = 100.0;
/// The number of weights of both rows. Those of threats and dangers follow.
const HOUSES: usize = 12 * WIDTH;

pub(crate) struct Awale(Games);

impl Awale {
    pub(crate) fn new() -> Self {
        Self(Games {
            starts: vec!["awale:repetition=2 444444/444444 0/0 s".to_owned()],
            opening: [4, 16],
            phases: vec![0, 11, 15, 19, 23, 27, 31, 35, 39, 43],
        })
    }
}

impl Model for Awale {
    fn games(&self) -> &Games {
        &self.0
    }

    fn weights(&self) -> usize {
        HOUSES + 7
    }

    fn features(&self, sample: &Sample) -> Vec<(usize, f64)> {
        let rows = sample.near.iter().chain(&sample.far).enumerate();
        let mut features: Vec<_> = rows.map(|(place, &seeds)| (place * WIDTH + seeds.min(MOST_SEEDS), 1.0)).collect();
        let threats = reached(&sample.near, &sample.far);
        let dangers = reached(&sample.far, &sample.near);
        let once = |holds: bool| u32::from(holds);
        let counts = [
            threats[0],
            threats[1],
            dangers[0],
            dangers[1],
            once(threats != [0, 0]),
            once(dangers != [0, 0]),
            once(dangers[0] + dangers[1] > 1),
        ];
        features.extend(counts.iter().enumerate().map(|(at, &count)| (HOUSES + at, count.into())));
        features
    }

    fn print(&self, phases: &[(u32, Vec<f64>)]) {
        for (seeds, weights) in phases {
            println!("\nseeds {seeds}");
            for (name, row) in ["near", "far"].iter().zip(weights.chunks(6 * WIDTH)) {
                println!("{name}");
                row.chunks(WIDTH).for_each(|house| println!("{}", rounded(house, UNIT)));
            }
            let counts = &weights[HOUSES..];
            println!("threats {}\nfirst-threat {}", rounded(&counts[..2], UNIT), rounded(&counts[4..5], UNIT));
            println!("dangers {}\nfirst-danger {}", rounded(&counts[2..4], UNIT), rounded(&counts[5..6], UNIT));
            println!("second-danger {}", rounded(&counts[6..7], UNIT));
        }
    }
}

/// The number of houses of one seed, and of two, in the other row in which a sowing would end.
fn reached(row: &[usize], other: &[usize]) -> [u32; 2] {
    let mut ends = [false; 6];
    for (place, &seeds) in row.iter().enumerate() {
        // After a whole round the origin is skipped (AW-1).
        let end = if seeds < 12 { place + seeds } else { place + seeds + 1 } % 12;
        if (1..23).contains(&seeds) && end >= 6 {
            ends[end - 6] = true;
        }
    }
    [1, 2].map(|held| (0..6).filter(|&house| ends[house] && other[house] == held).count() as u32)
}

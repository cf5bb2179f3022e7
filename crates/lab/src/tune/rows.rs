//! The evaluation of games with rows of several lengths: a weight for each house by its seeds. The opponent's houses count against the mover.

use super::self_play::Sample;
use super::{Games, Model, rounded};

pub(crate) struct Rows {
    games: Games,
    houses: usize,
    /// The seeds from which on a house counts as having this many.
    most_seeds: usize,
    /// The number of units in a point.
    unit: f64,
}

impl Rows {
    pub(crate) fn andada(houses: usize) -> Self {
        let row = "2".repeat(houses);
        Self {
            games: Games {
                starts: vec![format!("andada:repetition=2 {row}/{row} - s o")],
                opening: [3, 16],
                phases: scaled(&[0, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43], houses),
            },
            houses,
            most_seeds: 7,
            unit: 10_000.0,
        }
    }

    pub(crate) fn anywoli(houses: usize) -> Self {
        let row = "4".repeat(houses);
        // The last phases are close to the end, which comes with four seeds on boards of any size.
        let mut phases = vec![0, 9, 13];
        phases.extend(scaled(&[17, 25, 33, 41, 49, 57, 65, 73], houses).into_iter().filter(|&seeds| seeds > 13));
        Self {
            games: Games { starts: vec![format!("anywoli:repetition=2 {row}/{row} 0/0 s")], opening: [2, 16], phases },
            houses,
            most_seeds: 5,
            unit: 100.0,
        }
    }

    pub(crate) fn kalah(houses: usize) -> Self {
        let start = |seeds: &str| format!("kalah {row}/{row} 0/0 s", row = seeds.repeat(houses));
        Self {
            games: Games {
                starts: vec![start("4"), start("6")],
                opening: [2, 12],
                phases: scaled(&[0, 16, 24, 32, 40, 50, 60, 70, 80, 92, 104, 120], houses),
            },
            houses,
            most_seeds: 13,
            unit: 100.0,
        }
    }

    /// The index of the weight of having the move, after those of the houses.
    fn tempo(&self) -> usize {
        self.houses * (self.most_seeds + 1)
    }
}

/// Scales numbers of seeds on a board with rows of twelve houses to one with rows of `houses`.
fn scaled(seeds: &[u32], houses: usize) -> Vec<u32> {
    seeds.iter().map(|seeds| seeds * houses as u32 / 12).collect()
}

impl Model for Rows {
    fn games(&self) -> &Games {
        &self.games
    }

    fn weights(&self) -> usize {
        self.tempo() + 1
    }

    fn features(&self, sample: &Sample) -> Vec<(usize, f64)> {
        let of = |row: &[usize], sign: f64| -> Vec<_> {
            let weight = |(place, &seeds): (usize, &usize)| place * (self.most_seeds + 1) + seeds.min(self.most_seeds);
            row.iter().enumerate().map(|house| (weight(house), sign)).collect()
        };
        [of(&sample.near, 1.0), of(&sample.far, -1.0), vec![(self.tempo(), 1.0)]].concat()
    }

    fn print(&self, phases: &[(u32, Vec<f64>)]) {
        println!("\nhouses {}\nphases {}", self.houses, phases.len());
        for (seeds, weights) in phases {
            let (places, tempo) = weights.split_at(self.tempo());
            println!("\nseeds {seeds}\ntempo {}\nplaces", rounded(tempo, self.unit));
            places.chunks(self.most_seeds + 1).for_each(|place| println!("{}", rounded(place, self.unit)));
        }
    }
}

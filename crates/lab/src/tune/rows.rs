//! Andada and Anywoli: what each house is worth by the seeds in it. The opponent's count against the mover.

use super::Subject;
use super::self_play::Seen;

pub(crate) struct Rows {
    start: String,
    opening: [u64; 2],
    phases: Vec<u32>,
    houses: usize,
    /// Houses with more seeds count as though they held so many.
    most_seeds: usize,
    /// Units in a point.
    unit: f64,
}

impl Rows {
    pub(crate) fn andada(houses: usize) -> Self {
        let row = "2".repeat(houses);
        Self {
            start: format!("andada:repetition=2 {row}/{row} - s o"),
            opening: [3, 16],
            phases: scaled(&[0, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43], houses),
            houses,
            most_seeds: 7,
            unit: 10_000.0,
        }
    }

    pub(crate) fn anywoli(houses: usize) -> Self {
        let row = "4".repeat(houses);
        // The last parts are close to the end, which comes with four seeds on boards of any size.
        let mut phases = vec![0, 9, 13];
        phases.extend(scaled(&[17, 25, 33, 41, 49, 57, 65, 73], houses).into_iter().filter(|&seeds| seeds > 13));
        Self {
            start: format!("anywoli:repetition=2 {row}/{row} 0/0 s"),
            opening: [2, 16],
            phases,
            houses,
            most_seeds: 5,
            unit: 100.0,
        }
    }

    /// The place of the tempo, behind the weights of the houses.
    fn tempo(&self) -> usize {
        self.houses * (self.most_seeds + 1)
    }
}

/// Numbers of seeds for a board of twelve houses a row, for one of so many.
fn scaled(seeds: &[u32], houses: usize) -> Vec<u32> {
    seeds.iter().map(|seeds| seeds * houses as u32 / 12).collect()
}

impl Subject for Rows {
    fn start(&self) -> String {
        self.start.clone()
    }

    fn opening(&self) -> [u64; 2] {
        self.opening
    }

    fn phases(&self) -> &[u32] {
        &self.phases
    }

    fn weights(&self) -> usize {
        self.tempo() + 1
    }

    fn features(&self, seen: &Seen) -> Vec<(usize, f64)> {
        let of = |row: &[usize], sign: f64| -> Vec<_> {
            let weight = |(place, &seeds): (usize, &usize)| place * (self.most_seeds + 1) + seeds.min(self.most_seeds);
            row.iter().enumerate().map(|house| (weight(house), sign)).collect()
        };
        [of(&seen.near, 1.0), of(&seen.far, -1.0), vec![(self.tempo(), 1.0)]].concat()
    }

    fn print(&self, phases: &[(u32, Vec<f64>)]) {
        println!("    Board {{\n        houses: {},\n        phases: &[", self.houses);
        for (seeds, weights) in phases {
            let weights: Vec<i32> = weights.iter().map(|weight| (self.unit * weight).round() as i32).collect();
            println!("            Phase {{\n                seeds: {seeds},");
            println!("                tempo: {},\n                places: &[", weights[self.tempo()]);
            for place in weights[..self.tempo()].chunks(self.most_seeds + 1) {
                println!("                    {place:?},");
            }
            println!("                ],\n            }},");
        }
        println!("        ],\n    }},");
    }
}

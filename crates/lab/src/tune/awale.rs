//! Awalé: what each house is worth by the seeds in it, and what could be captured next.

use super::Subject;
use super::self_play::Seen;

/// Houses with more seeds count as though they held so many.
const MOST_SEEDS: usize = 19;
/// The weights of a house.
const WIDTH: usize = MOST_SEEDS + 1;
/// The weights of both rows, behind which come those of threats and dangers.
const HOUSES: usize = 12 * WIDTH;

pub(crate) struct Awale;

impl Subject for Awale {
    fn start(&self) -> String {
        "awale:repetition=2 444444/444444 0/0 s".to_owned()
    }

    fn opening(&self) -> [u64; 2] {
        [4, 16]
    }

    fn phases(&self) -> &[u32] {
        &[0, 11, 15, 19, 23, 27, 31, 35, 39, 43]
    }

    fn weights(&self) -> usize {
        HOUSES + 7
    }

    fn features(&self, seen: &Seen) -> Vec<(usize, f64)> {
        let rows = seen.near.iter().chain(&seen.far).enumerate();
        let mut features: Vec<_> = rows.map(|(place, &seeds)| (place * WIDTH + seeds.min(MOST_SEEDS), 1.0)).collect();
        let threats = reached(&seen.near, &seen.far);
        let dangers = reached(&seen.far, &seen.near);
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
        println!("pub(super) static PHASES: [Phase; {}] = [", phases.len());
        for (seeds, weights) in phases {
            let weights: Vec<i32> = weights.iter().map(|weight| (100.0 * weight).round() as i32).collect();
            println!("    Phase {{\n        seeds: {seeds},");
            for (name, row) in ["near", "far"].iter().zip(weights.chunks(6 * WIDTH)) {
                println!("        {name}: [");
                for house in row.chunks(WIDTH) {
                    println!("            {house:?},");
                }
                println!("        ],");
            }
            let counts = &weights[HOUSES..];
            println!("        threats: {:?},\n        first_threat: {},", &counts[..2], counts[4]);
            println!("        dangers: {:?},\n        first_danger: {},", &counts[2..4], counts[5]);
            println!("        second_danger: {},\n    }},", counts[6]);
        }
        println!("];");
    }
}

/// How many houses of one seed, and of two, of the other row a sowing would end in.
fn reached(row: &[usize], other: &[usize]) -> [u32; 2] {
    let mut ends = [false; 6];
    for (place, &seeds) in row.iter().enumerate() {
        // Once round the board the house itself is skipped (AW-1).
        let end = if seeds < 12 { place + seeds } else { place + seeds + 1 } % 12;
        if (1..23).contains(&seeds) && end >= 6 {
            ends[end - 6] = true;
        }
    }
    [1, 2].map(|held| (0..6).filter(|&house| ends[house] && other[house] == held).count() as u32)
}

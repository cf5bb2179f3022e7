//! How many nodes a second searches make natively, from the first position of each game, as `clients/rules/bench.mjs`
//! measures it in WebAssembly.

use std::time::{Duration, Instant};

use ayla_engine::{Limits, Request, suggest};
use ayla_rules::{Side, Variant};

fn main() {
    for variant in Variant::ALL {
        let Ok(start) = variant.default_rules().first_position(Side::South) else { continue };
        let line = start.into();
        let search = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            suggest(&Request { limits, ..Request::new(&line) }).map_or(0, |report| report.nodes)
        };
        search(200_000);
        let began = Instant::now();
        let nodes = search(2_000_000);
        let time = began.elapsed().max(Duration::from_nanos(1));
        println!("{variant}: {:.0} nodes a second", nodes as f64 / time.as_secs_f64());
    }
}

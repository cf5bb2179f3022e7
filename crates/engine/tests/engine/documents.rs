//! What `crates/lab/docs/evaluation.md` says of the weights.

use std::fs;
use std::path::Path;

use ayla_rules::Variant;

#[test]
fn the_page_of_the_evaluation_describes_the_weights_of_every_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("crates/lab/docs/evaluation.md")).expect("the page");
    let (_, table) = page.split_once("| game | weights | rows | file |\n|---|---|---|---|\n").expect("a table");
    let mut documented = table.lines().take_while(|row| row.starts_with('|'));
    for variant in Variant::ALL {
        let row = documented.next().expect("a row for each game");
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let file = format!("crates/engine/weights/{variant}.txt");
        assert_eq!([cells[1], cells[4]], [variant.title(), &format!("`{file}`")]);
        let weights = fs::read_to_string(root.join(file)).expect("a file of weights");
        let mut lengths: Vec<_> = weights.lines().filter_map(|line| line.strip_prefix("houses ")).collect();
        let only = variant.default_rules().houses().to_string();
        if lengths.is_empty() {
            lengths.push(&only);
        }
        assert_eq!(cells[3], lengths.join(", "), "{variant}");
        let counts = weights.lines().map(|line| line.split(' ').filter_map(|word| word.parse::<i32>().ok()).count());
        let most = counts.max().expect("weights");
        let of_a_house = if weights.contains("\nrows\n") {
            // A network has a line for each number of seeds in each of the houses.
            let phases = weights.lines().filter(|line| line.starts_with("seeds ")).count();
            let rows =
                weights.lines().filter(|line| line.starts_with(|first: char| first == '-' || first.is_ascii_digit()));
            let numbers = rows.count() / (2 * variant.default_rules().houses() as usize * phases);
            format!("a row of {most} weights for 0 to {} seeds or more", numbers - 1)
        } else {
            format!("{most} weights (0 to {} seeds or more)", most - 1)
        };
        assert!(cells[2].contains(&of_a_house), "{variant}: {of_a_house}");
    }
    assert_eq!(documented.next(), None);
}

//! What `crates/lab/docs/evaluation.md` says of the weights.

use std::fs;
use std::path::Path;

use ayla_rules::Variant;

#[test]
fn the_page_of_the_evaluation_describes_the_weights_of_every_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("crates/lab/docs/evaluation.md")).expect("the page");
    let (_, table) = page
        .split_once("| game | hidden layer | seeds of a house | houses in a row | file |\n|---|---|---|---|---|\n")
        .expect("a table");
    let mut documented = table.lines().take_while(|row| row.starts_with('|'));
    for variant in Variant::ALL {
        let row = documented.next().expect("a row for each game");
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let file = format!("crates/engine/weights/{variant}.txt");
        assert_eq!([cells[1], cells[5]], [variant.title(), &format!("`{file}`")]);
        let weights = fs::read_to_string(root.join(file)).expect("a file of weights");
        let numbers =
            |name: &str| -> Vec<&str> { weights.lines().filter_map(|line| line.strip_prefix(name)).collect() };
        let lengths = numbers("houses ");
        assert_eq!(cells[4], lengths.join(", "), "{variant}");
        let hidden = numbers("output ")[0].split(' ').count();
        assert_eq!(cells[2], hidden.to_string(), "{variant}");
        // There is a line for each number of seeds in each of the houses.
        let phases = numbers("seeds ").len() / lengths.len();
        let houses: usize = lengths.iter().map(|length| 2 * length.parse::<usize>().expect("a number")).sum();
        let rows =
            weights.lines().filter(|line| line.starts_with(|first: char| first == '-' || first.is_ascii_digit()));
        assert_eq!(cells[3], format!("0 to {} or more", rows.count() / (houses * phases) - 1), "{variant}");
    }
    assert_eq!(documented.next(), None);
}

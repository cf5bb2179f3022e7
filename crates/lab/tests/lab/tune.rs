//! `ayla-lab tune`.

use ayla_test_command::{folder, run as run_ayla, text};

use crate::run;

#[test]
fn the_weights_do_not_depend_on_the_jobs() {
    let table = folder("tune").join("table.ayla");
    run_ayla(&["tablebase", "build", "awale", "--seeds=5", &format!("--output={}", text(&table))]);
    let awale = ["tune", "awale", "--table", text(&table), "--games", "6", "--nodes", "40", "--seed", "3"];
    let kalah = ["tune", "kalah", "--houses", "4", "--games", "20", "--nodes", "40", "--seed", "3"];
    for of in [awale, kalah] {
        let weights = run(&of).answer();
        assert!(weights.contains("\nseeds "), "{weights}");
        assert_eq!(run(&[&of[..], &["--jobs", "3"]].concat()).answer(), weights);
    }
}

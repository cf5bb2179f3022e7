//! The corpus that the fuzz targets begin with: calls, texts, positions and tokens of every kind, right and wrong.

use std::path::Path;

#[test]
fn what_must_hold_for_any_input_holds_for_the_corpus() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (target, check) in ayla_fuzz::TARGETS {
        let files = std::fs::read_dir(seeds.join(target)).expect("a folder");
        let mut count = 0;
        for file in files {
            let path = file.expect("an entry").path();
            // The last one is that for which it does not hold.
            println!("{}", path.display());
            check(&std::fs::read(path).expect("a file"));
            count += 1;
        }
        assert!(count >= 10, "{target} has {count}");
    }
}

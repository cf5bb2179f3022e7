//! Endgame tables in files: their content, damaged files, and interrupted builds.

use std::fs::{self, OpenOptions};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use ayla_engine::tablebase::{Class, Sample, Table, TableError, WorkerPool, build_file};
use ayla_rules::Rules;
use ayla_rules::anywoli::{self, LastFour};
use ayla_rules::awale::{Capture, Options};
use ayla_test_games::table_file::{HEADER, RECORD, partial, start, with};
use xxhash_rust::xxh3::xxh3_64;

const SEEDS: u32 = 5;

fn class() -> Class {
    Class::of(&Rules::Awale(Options::default())).expect("Awalé has tables")
}

fn two() -> Class {
    Class::of(&Rules::Awale(Options { capture: Capture::Two, ..Options::default() })).expect("Awalé has tables")
}

/// Anywoli on rows of six houses.
fn anywoli(last_four: LastFour) -> Class {
    let options = anywoli::Options { last_four, houses: 6, ..anywoli::Options::default() };
    Class::of(&Rules::Anywoli(options)).expect("rows are long enough")
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tablebase").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Builds a table, and returns how many layers were in the file before and how many were not.
fn build(class: Class, seeds: u32, file: &Path, threads: usize) -> Result<[usize; 2], TableError> {
    let done = AtomicU64::new(0);
    let mut layers = [0; 2];
    build_file(class, seeds, file, &WorkerPool::new(threads, &done), |layer| layers[usize::from(!layer.found)] += 1)?;
    assert_eq!(done.into_inner(), 2 * class.entries(seeds) as u64);
    Ok(layers)
}

/// The bytes of a table of [`SEEDS`] seeds.
fn whole(folder: &Path) -> Vec<u8> {
    let file = folder.join("whole.ayla");
    assert_eq!(build(class(), SEEDS, &file, 1).expect("built"), [0, SEEDS as usize + 1]);
    assert!(!partial(&file).exists());
    fs::read(file).expect("readable")
}

fn fault(folder: &Path, bytes: &[u8]) -> String {
    let file = folder.join("bad.ayla");
    fs::write(&file, bytes).expect("written");
    let bad = Table::open(&file).expect_err("bad");
    assert!(bad.to_string().starts_with(&format!("{}: ", file.display())), "{bad}");
    bad.why
}

/// The bytes with a header that matches its checksum.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    with(bytes, HEADER - 8, &xxh3_64(&bytes[..HEADER - 8]).to_le_bytes())
}

#[test]
fn a_file_equals_the_table_built_in_memory() {
    let folder = folder("memory");
    for (class, seeds) in [(class(), 8), (two(), 7), (anywoli(LastFour::StarterTakesEight), 8)] {
        let file = folder.join("table.ayla");
        build(class, seeds, &file, 2).expect("built");
        let built = Table::build(class, seeds, 1);
        let opened = Table::open(&file).expect("in order");
        assert_eq!((opened.class(), u32::from(opened.seeds())), (&class, seeds));
        assert_eq!(opened.counts, built.counts);
        for layer in 0..=opened.seeds() {
            assert!(opened.layer(layer) == built.layer(layer), "{layer} seeds");
        }
        let mut compared = 0;
        opened.sample(1_000, opened.seeds(), 1, |Sample { setup, value, by_moves }| {
            assert_eq!(by_moves, Some(value), "{}", setup.text());
            compared += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(compared, 1_000);
    }
}

#[test]
fn an_interrupted_build_resumes_to_the_same_file() {
    let folder = folder("resume");
    let whole = whole(&folder);
    let file = folder.join("again.ayla");
    let mut cuts = vec![0, 1, HEADER - 1];
    for layer in 0..=SEEDS {
        let end = start(layer + 1);
        cuts.extend([start(layer), start(layer) + 1, (start(layer) + end) / 2, end - RECORD, end - 1]);
    }
    cuts.push(whole.len());
    for (cut, threads) in cuts.into_iter().zip([1, 2, 3].into_iter().cycle()) {
        fs::write(partial(&file), &whole[..cut]).expect("written");
        let found = (0..=SEEDS).filter(|&layer| start(layer + 1) <= cut).count();
        assert_eq!(build(class(), SEEDS, &file, threads).expect("built"), [found, SEEDS as usize + 1 - found]);
        assert!(fs::read(&file).expect("readable") == whole, "cut at {cut}");
    }
    // A crash of the system has damaged the layer of three seeds; what follows it is not used either.
    for at in [start(3), start(4) - RECORD, start(4) - 1] {
        fs::write(partial(&file), with(&whole, at, &[whole[at] ^ 1])).expect("written");
        assert_eq!(build(class(), SEEDS, &file, 1).expect("built"), [3, 3]);
        assert!(fs::read(&file).expect("readable") == whole, "altered at {at}");
    }
}

#[test]
fn a_partial_file_of_another_table_is_left_untouched() {
    let folder = folder("other");
    let whole = whole(&folder);
    let file = folder.join("table.ayla");
    let refused = |bytes: &[u8], class: Class, seeds: u32| {
        fs::write(partial(&file), bytes).expect("written");
        let error = build(class, seeds, &file, 1).expect_err("refused");
        assert!(error.to_string().contains("table.ayla.partial: "), "{error}");
        assert!(fs::read(partial(&file)).expect("readable") == bytes && !file.exists(), "{error}");
        error.why
    };
    let other = "is part of a table of 5 seeds for awale; remove it, or name another file";
    assert_eq!(refused(&whole, class(), 6), other);
    assert_eq!(refused(&whole, two(), SEEDS), other);
    assert_eq!(refused(&[b'x'; 200], class(), SEEDS), "is not an endgame table; remove it, or name another file");
    assert!(refused(&with(&whole, 8, &[2]), class(), SEEDS).starts_with("is an endgame table of version 2, "));

    let held = OpenOptions::new().read(true).open(partial(&file)).expect("there");
    held.lock().expect("free");
    let busy = build(class(), SEEDS, &file, 1).expect_err("refused");
    assert_eq!(busy.why, "another process is building this table");
}

#[test]
fn a_bad_file_is_refused_with_its_fault() {
    let folder = folder("bad");
    let whole = whole(&folder);
    for length in [0, 7, 8, HEADER - 1] {
        assert_eq!(fault(&folder, &whole[..length]), format!("is truncated: it has {length} bytes"));
    }
    let all = whole.len();
    for length in [HEADER, start(3), all - 1] {
        assert_eq!(fault(&folder, &whole[..length]), format!("is truncated: it has {length} bytes of {all}"));
    }
    let longer = format!("is altered: it has {} bytes, and the table {all}", all + 1);
    assert_eq!(fault(&folder, &[whole.as_slice(), &[0]].concat()), longer);
    let foreign = "is not an endgame table";
    let altered = "is altered: its header does not match its checksum";
    // Each byte of the header.
    for at in 0..HEADER {
        let found = fault(&folder, &with(&whole, at, &[whole[at] ^ 4]));
        let expected = match at {
            0..8 => foreign,
            8..12 => "is an endgame table of version ",
            _ => altered,
        };
        assert!(found.starts_with(expected), "byte {at}: {found}");
    }
    let altered_layer = |layer| format!("is altered: the boards of {layer} seeds do not match their checksum");
    // The first and the last value of each layer, and each byte of its record.
    for layer in 0..=SEEDS {
        let end = start(layer + 1);
        for at in [start(layer)].into_iter().chain(end - RECORD - 1..end) {
            let found = fault(&folder, &with(&whole, at, &[whole[at] ^ 1]));
            assert_eq!(found, altered_layer(layer), "byte {at}");
        }
    }
    // Headers with a valid checksum that this program does not write.
    let named = |name: &str| sealed(&with(&with(&whole, 24, &[0; 96]), 24, name.as_bytes()));
    for name in ["oware", "andada", "awale:majority=true", ""] {
        assert_eq!(fault(&folder, &named(name)), format!("is a table for unknown rules, '{name}'"));
    }
    // Another class with as many entries: its layers do not begin from this header.
    assert_eq!(fault(&folder, &named("awale:capture=two")), altered_layer(0));
    let too_many = "is a table of 25 seeds, more than there can be";
    assert_eq!(fault(&folder, &sealed(&with(&whole, 12, &[25]))), too_many);
    assert_eq!(fault(&folder, &sealed(&with(&whole, 16, &[0]))), altered);
    assert_eq!(fault(&folder, b"PNG"), foreign);
    let bad = Table::open(&folder).expect_err("a folder").to_string();
    assert!(bad.ends_with(": cannot be read: it is a directory, not a regular file"), "{bad}");
    let none = Table::open(&folder.join("none")).expect_err("none");
    assert!(none.why.starts_with("cannot be read: "), "{none}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let folder = folder("full");
    let file = folder.join("table.ayla");
    std::os::unix::fs::symlink("/dev/full", partial(&file)).expect("a link");
    let said = build(class(), SEEDS, &file, 1).expect_err("full").to_string();
    assert!(said.starts_with(&partial(&file).display().to_string()), "{said}");
    assert!(
        said.contains("No space left on device") && said.contains(&format!("takes {} bytes", start(SEEDS + 1))),
        "{said}"
    );
}

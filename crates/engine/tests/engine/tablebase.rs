//! Endgame tables in files: their content, damaged files, and interrupted builds.

use std::fs::{self, OpenOptions};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use ayla_engine::tablebase::{BuildCause, BuildError, Class, Fault, Sample, Table, WorkerPool, build_file};
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
fn build(class: Class, seeds: u32, file: &Path, threads: usize) -> Result<[usize; 2], BuildError> {
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

fn fault(folder: &Path, bytes: &[u8]) -> Fault {
    let file = folder.join("bad.ayla");
    fs::write(&file, bytes).expect("written");
    let bad = Table::open(&file).expect_err("bad");
    assert!(bad.to_string().starts_with(&format!("{}: ", file.display())), "{bad}");
    bad.fault
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
        assert_eq!(opened.counts(), built.counts());
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
        error.cause
    };
    assert!(matches!(refused(&whole, class(), 6), BuildCause::Other { seeds: 5, .. }));
    assert!(matches!(refused(&whole, two(), SEEDS), BuildCause::Other { seeds: 5, .. }));
    assert!(matches!(refused(&[b'x'; 200], class(), SEEDS), BuildCause::Partial(Fault::Foreign)));
    assert!(matches!(refused(&with(&whole, 8, &[2]), class(), SEEDS), BuildCause::Partial(Fault::Version(2))));

    let held = OpenOptions::new().read(true).open(partial(&file)).expect("there");
    held.lock().expect("free");
    assert!(matches!(build(class(), SEEDS, &file, 1).expect_err("refused").cause, BuildCause::Busy));
}

#[test]
fn a_bad_file_is_refused_with_its_fault() {
    let folder = folder("bad");
    let whole = whole(&folder);
    for length in [0, 7, 8, HEADER - 1] {
        let found = length as u64;
        assert!(
            matches!(fault(&folder, &whole[..length]), Fault::Truncated { found: at, whole: None } if at == found),
            "{length}"
        );
    }
    for length in [HEADER, start(3), whole.len() - 1] {
        let all = whole.len() as u64;
        let found = fault(&folder, &whole[..length]);
        assert!(matches!(found, Fault::Truncated { whole: Some(whole), .. } if whole == all), "{length}: {found}");
    }
    assert!(matches!(fault(&folder, &[whole.as_slice(), &[0]].concat()), Fault::Longer { .. }));
    // Each byte of the header.
    for at in 0..HEADER {
        let found = fault(&folder, &with(&whole, at, &[whole[at] ^ 4]));
        let expected = match at {
            0..8 => matches!(found, Fault::Foreign),
            8..12 => matches!(found, Fault::Version(_)),
            _ => matches!(found, Fault::AlteredHeader),
        };
        assert!(expected, "byte {at}: {found}");
    }
    // The first and the last value of each layer, and each byte of its record.
    for layer in 0..=SEEDS {
        let end = start(layer + 1);
        for at in [start(layer)].into_iter().chain(end - RECORD - 1..end) {
            let found = fault(&folder, &with(&whole, at, &[whole[at] ^ 1]));
            assert!(matches!(found, Fault::AlteredLayer(named) if u32::from(named) == layer), "byte {at}: {found}");
        }
    }
    // Headers with a valid checksum that this program does not write.
    let named = |name: &str| sealed(&with(&with(&whole, 24, &[0; 96]), 24, name.as_bytes()));
    for name in ["oware", "andada", "awale:majority=true", ""] {
        assert!(matches!(fault(&folder, &named(name)), Fault::Class(class) if class == name), "{name}");
    }
    // Another class with as many entries: its layers do not begin from this header.
    assert!(matches!(fault(&folder, &named("awale:capture=two")), Fault::AlteredLayer(0)));
    assert!(matches!(fault(&folder, &sealed(&with(&whole, 12, &[25]))), Fault::Seeds(25)));
    assert!(matches!(fault(&folder, &sealed(&with(&whole, 16, &[0]))), Fault::AlteredHeader));
    assert!(matches!(fault(&folder, b"PNG"), Fault::Foreign));
    let bad = Table::open(&folder).expect_err("a folder").to_string();
    assert!(bad.ends_with(": cannot be read: it is a directory, not a regular file"), "{bad}");
    assert!(matches!(Table::open(&folder.join("none")).expect_err("none").fault, Fault::Unreadable(_)));
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

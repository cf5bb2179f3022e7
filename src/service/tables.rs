//! The endgame tables of a process: those in files, opened at startup, and those that are built on demand.
//!
//! A file that fits into the memory limit is read into memory. A larger one is mapped: its pages are shared with other
//! processes and read when first needed, but truncating it during a search ends the process. Before each search the
//! file is compared with the one that was opened, and dropped if it has changed.
//!
//! No call waits for a table that is built: until it is ready, there is none.
//!
//! A class that is often searched with a time limit gets a larger table besides, as large as there is room for. Only
//! searches with a time limit use it, so that it never changes a deterministic answer.

mod built;
mod file;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use ayla_api::search::table_name;
use ayla_engine::tablebase::{Class, Table, TableError};
use ayla_fair::client::Client;
use ayla_fair::lock;
use ayla_fair::scheduler::Scheduler;
use ayla_rules::Rules;

pub(crate) use built::NICENESS;
use built::{BuiltTables, start_building};
use file::TableFile;

/// The extension of table files.
pub const EXTENSION: &str = "ayla";

/// The endgame tables for searches.
pub struct Tables {
    /// The tables in files; within a class, the largest first.
    files: Mutex<Vec<Arc<TableFile>>>,
    built: Arc<Mutex<BuiltTables>>,
    /// How many are no longer used because their files changed.
    dropped: AtomicU64,
}

impl Tables {
    /// Tables of at most `max_bytes` together. A table that would take more alone is not built.
    pub fn new(max_bytes: usize) -> Self {
        Self::with_max_seeds([u32::MAX; 2], max_bytes)
    }

    fn with_max_seeds(max_seeds: [u32; 2], max_bytes: usize) -> Self {
        let built = BuiltTables::new(max_seeds, max_bytes);
        Self { files: Mutex::new(Vec::new()), built: Arc::new(Mutex::new(built)), dropped: AtomicU64::new(0) }
    }

    /// Opens the tables in a folder besides: each file whose name ends in `.ayla`. Those that fit into the memory limit
    /// together are read into memory, and leave less for tables built on demand. The others are mapped.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or one of the files is not a valid table.
    pub fn with_folder(mut self, folder: &Path) -> Result<Self, TableError> {
        let bad = |error| TableError::unreadable(folder, &error);
        let entries = fs::read_dir(folder).map_err(bad)?.collect::<io::Result<Vec<_>>>().map_err(bad)?;
        let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
        // In an order that does not depend on the folder.
        paths.sort_unstable();
        let mut built = lock(&self.built);
        let mut files = Vec::new();
        for path in paths {
            let file = TableFile::open(path, built.max_bytes)?;
            built.max_bytes -= file.memory();
            files.push(Arc::new(file));
        }
        drop(built);
        files.sort_by_cached_key(|file| (file.table.class().to_string(), u8::MAX - file.table.seeds()));
        self.files = Mutex::new(files);
        Ok(self)
    }

    /// The table for a search by these rules, if one is ready: that of a file unless it has fewer seeds than the first
    /// one that is built, or else the larger one for a search with a time limit, or else the first. A missing table may
    /// be built for later calls, and its time charged to the client.
    pub fn get(
        &self,
        rules: &Rules,
        is_timed: bool,
        client: &Client,
        scheduler: &Arc<Scheduler>,
    ) -> Option<Arc<Table>> {
        let class = Class::of(rules)?;
        let in_file = self.in_file(&class);
        let mut built = lock(&self.built);
        let first = built.first_seeds(&class);
        if in_file.as_ref().is_some_and(|table| u32::from(table.seeds()) >= first) {
            return in_file;
        }
        let (table, wanted) = built.find(&class, is_timed, &client.caller);
        if let Some(seeds) = wanted {
            built.enqueue(class, seeds, client);
            if !built.queue.is_empty() && !built.building {
                built.building = start_building(Arc::clone(&self.built), Arc::clone(scheduler));
                if !built.building {
                    // Another call may try again.
                    built.queue.clear();
                }
            }
        }
        table.or(in_file)
    }

    /// The largest table of a class in a file that has not changed. Files that have are dropped.
    fn in_file(&self, class: &Class) -> Option<Arc<Table>> {
        loop {
            let file = lock(&self.files).iter().find(|file| file.table.class() == class).cloned()?;
            let Some(change) = file.change() else { return Some(Arc::clone(&file.table)) };
            let mut files = lock(&self.files);
            let before = files.len();
            files.retain(|other| !Arc::ptr_eq(other, &file));
            // Another search may have noticed it too.
            if files.len() < before {
                drop(files);
                lock(&self.built).max_bytes += file.memory();
                self.dropped.fetch_add(1, Ordering::Relaxed);
                let path = file.path.display();
                let table = table_name(&file.table);
                tracing::error!(
                    file = %path, table, reason = change,
                    "an endgame table is no longer used: restart the server to read it again"
                );
            }
        }
    }

    /// The names of the tables that are ready, sorted.
    pub fn names(&self) -> Vec<String> {
        let built = lock(&self.built);
        let files = lock(&self.files);
        let files = files.iter().map(|file| &file.table);
        let ready = built.ready.iter().map(|ready| &ready.table);
        let mut names: Vec<String> = files.chain(ready).map(|table| table_name(table)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The bytes of the tables in memory: those that were built on demand, and those that were read from files.
    pub fn bytes(&self) -> usize {
        let files: usize = lock(&self.files).iter().map(|file| file.memory()).sum();
        files + lock(&self.built).bytes()
    }

    /// The number of tables that are ready.
    pub fn count(&self) -> usize {
        lock(&self.files).len() + lock(&self.built).ready.len()
    }

    /// The number of tables that are no longer used because their files changed.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::built::{MANY_TIMED, MOST_QUEUED};
    use super::*;
    use ayla_engine::tablebase::{WorkerPool, build_file};
    use ayla_fair::client::Caller;
    use ayla_fair::scheduler::{Priority, Size};
    use ayla_rules::Variant;
    use ayla_rules::notation::read_rules;
    use std::time::{Duration, Instant, SystemTime};

    fn rules(text: &str) -> Rules {
        read_rules(text).expect("well formed")
    }

    fn client(number: u8) -> Client {
        Client::of(Caller::of_address([127, 0, 0, number].into()))
    }

    /// Asks for the table of these rules, as a search by the clock or by nodes alone.
    fn get(tables: &Tables, number: u8, text: &str, is_timed: bool) -> Option<Arc<Table>> {
        let size = Size { places: 1, queue: 0, begun: 1, memory: 0, largest: 0 };
        tables.get(&rules(text), is_timed, &client(number), &Arc::new(Scheduler::new(size, Priority::Low)))
    }

    fn request(tables: &Tables, number: u8, text: &str) -> Option<Arc<Table>> {
        get(tables, number, text, true)
    }

    /// Waits until the queue is built.
    fn wait(tables: &Tables) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while lock(&tables.built).building {
            assert!(Instant::now() < deadline, "nothing was built");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_table_is_built_for_later_calls_and_the_least_recently_used_makes_room() {
        let size = Class::of(&rules("awale")).expect("Awalé has tables").entries(6);
        let tables = Tables::with_max_seeds([6; 2], 2 * size);
        let ask = |text| {
            let table = request(&tables, 1, text);
            wait(&tables);
            table.map(|table| table_name(&table))
        };
        assert_eq!(ask("awale"), None);
        assert_eq!(ask("awale:majority=true"), Some("awale 6".to_owned()));
        assert_eq!(ask("awale:limit=1"), None);
        assert_eq!((ask("awale").is_some(), tables.bytes()), (true, 2 * size));
        assert_eq!(ask("awale:capture=two"), None);
        assert_eq!(tables.names(), ["awale 6", "awale:capture=two 6"]);
        assert!(request(&tables, 1, "andada").is_none() && request(&tables, 1, "anywoli:houses=5").is_none());
        assert!(!lock(&tables.built).building);

        // Each game has its own number of seeds.
        let tables = Tables::new(1 << 20);
        assert!(request(&tables, 1, "anywoli:houses=6,quiet=9").is_none());
        wait(&tables);
        assert_eq!(tables.names(), ["anywoli:houses=6 8"]);
        assert!(request(&tables, 1, "anywoli").is_none() && !lock(&tables.built).building);

        let none = Tables::with_max_seeds([6; 2], size - 1);
        assert!(request(&none, 1, "awale").is_none() && !lock(&none.built).building);
    }

    #[test]
    fn a_class_that_is_often_searched_with_a_time_limit_gets_a_larger_table_if_there_is_room() {
        let bytes = |seeds| Class::of(&rules("awale")).expect("Awalé has tables").entries(seeds);
        let tables = Tables::with_max_seeds([5, 9], bytes(5) + bytes(9));
        let seeds = |text, is_timed| {
            let table = get(&tables, 1, text, is_timed);
            wait(&tables);
            table.map(|table| table.seeds())
        };
        assert_eq!(seeds("awale", true), None);
        for is_timed in [false, true] {
            for _ in 0..MANY_TIMED {
                assert_eq!(seeds("awale", is_timed), Some(5));
            }
        }
        assert_eq!((seeds("awale", true), seeds("awale", false)), (Some(9), Some(5)));
        assert_eq!(tables.bytes(), bytes(5) + bytes(9));

        // The first table of another class takes the place of the least recently used one. No larger table takes the
        // place of another.
        assert_eq!((seeds("awale", true), seeds("awale:limit=1", true)), (Some(9), None));
        for _ in 0..=MANY_TIMED {
            assert_eq!(seeds("awale:limit=1", true), Some(5));
        }
        assert_eq!(tables.names(), ["awale 9", "awale:limit=1 5"]);
        assert_eq!(seeds("awale", true), Some(9));

        // With less room it has fewer seeds, and does not grow again.
        for (room, names) in [(bytes(9) - 1, vec!["awale 5", "awale 8"]), (bytes(8) - 1, vec!["awale 5"])] {
            let tables = Tables::with_max_seeds([5, 9], bytes(5) + room);
            for _ in 0..2 * MANY_TIMED {
                get(&tables, 1, "awale", true);
                wait(&tables);
            }
            assert_eq!(tables.names(), names);
        }
    }

    #[test]
    fn who_asks_for_many_tables_evicts_its_own() {
        let size = Class::of(&rules("awale")).expect("Awalé has tables").entries(6);
        let tables = Tables::with_max_seeds([6; 2], 2 * size);
        let get = |number, text| {
            let found = request(&tables, number, text).is_some();
            wait(&tables);
            found
        };
        assert!(!get(1, "awale") && !get(1, "awale:capture=two"));
        // The other has nothing yet.
        assert!(!get(2, "awale:limit=1") && get(2, "awale:limit=1"));
        assert_eq!(tables.names(), ["awale:capture=two 6", "awale:limit=1 6"]);
        for text in ["awale:limit=2", "awale:limit=3", "awale:limit=4"] {
            assert!(!get(1, text) && get(1, text) && get(2, "awale:limit=1"), "{text}");
        }
        // What both use is nobody's to evict.
        assert!(get(1, "awale:limit=1") && get(2, "awale:limit=4"));
        assert!(!get(1, "awale") && !get(1, "awale"));
    }

    #[test]
    fn the_next_table_is_for_whoever_got_none_for_longest() {
        let tables = Tables::with_max_seeds([6; 2], 1 << 30);
        let mut built = lock(&tables.built);
        for (number, text) in [(1, "awale"), (1, "awale:limit=1"), (1, "awale:limit=2"), (2, "awale:limit=3")] {
            built.queue.push((Class::of(&rules(text)).expect("Awalé has tables"), 6, client(number)));
        }
        let next = |built: &mut BuiltTables| built.next_to_build().map(|(_, _, client)| client.caller);
        let [one, two] = [1, 2].map(|number| Some(client(number).caller));
        let order: Vec<_> = (0..5).map(|_| next(&mut built)).collect();
        assert_eq!(order, [one.clone(), two, one.clone(), one, None]);
        for number in 0..100 {
            let class = Class::of(&rules("awale")).expect("Awalé has tables");
            assert_eq!(built.may_queue(&class, &client(3).caller), number < MOST_QUEUED / 2);
            built.queue.push((Class::of(&rules("awale:limit=1")).expect("Awalé has tables"), 6, client(3)));
        }
    }

    #[test]
    fn files_come_first_and_a_bad_one_is_named() {
        let folder = std::env::temp_dir().join(format!("ayla-tables-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
        for seeds in [3, 5, 4] {
            let done = AtomicU64::new(0);
            let path = folder.join(format!("{seeds}.ayla"));
            build_file(class, seeds, &path, &WorkerPool::new(1, &done), |_| ()).expect("built");
        }
        fs::write(folder.join("read.me"), "not a table").expect("written");
        let tables = Tables::new(0).with_folder(&folder).expect("in order");
        assert_eq!(request(&tables, 1, "awale:few=2").map(|table| table.seeds()), Some(5));
        assert_eq!(tables.names(), ["awale 3", "awale 4", "awale 5"]);

        // A table built on demand may be larger.
        let tables = Tables::with_max_seeds([6; 2], 1 << 20).with_folder(&folder).expect("in order");
        assert_eq!(request(&tables, 1, "awale").map(|table| table.seeds()), Some(5));
        wait(&tables);
        assert_eq!(request(&tables, 1, "awale").map(|table| table.seeds()), Some(6));

        fs::write(folder.join("6.ayla"), "not a table").expect("written");
        let bad = Tables::new(0).with_folder(&folder).err().expect("bad");
        assert!(bad.path.ends_with("6.ayla") && bad.why == "is not an endgame table", "{bad}");
        fs::remove_dir_all(&folder).expect("removed");
        let bad = Tables::new(0).with_folder(&folder).err().expect("gone");
        assert!(bad.path == folder && bad.why.starts_with("cannot be read: "), "{bad}");
    }

    /// Writes tables of these numbers of seeds into an empty folder, each to a file of that name.
    fn folder(name: &str, seeds: &[u32]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ayla-tables-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let class = Class::of(&Variant::Awale.default_rules()).expect("Awalé has tables");
        for seeds in seeds {
            let path = folder.join(format!("{seeds}.ayla"));
            let done = AtomicU64::new(0);
            build_file(class, *seeds, &path, &WorkerPool::new(1, &done), |_| ()).expect("built");
        }
        folder
    }

    #[test]
    fn files_that_fit_into_memory_are_read_and_others_mapped() {
        let folder = folder("memory", &[3, 4, 5]);
        let bytes = |seeds: u32| fs::metadata(folder.join(format!("{seeds}.ayla"))).expect("there").len() as usize;
        let mapped = |max_bytes: usize| {
            let tables = Tables::new(max_bytes).with_folder(&folder).expect("in order");
            let mapped: Vec<_> =
                lock(&tables.files).iter().filter(|file| file.is_mapped).map(|file| file.table.seeds()).collect();
            (mapped, tables.bytes(), lock(&tables.built).max_bytes)
        };
        assert_eq!(mapped(0), (vec![5, 4, 3], 0, 0));
        let all = bytes(3) + bytes(4) + bytes(5);
        assert_eq!(mapped(all - 1), (vec![5], bytes(3) + bytes(4), bytes(5) - 1));
        assert_eq!(mapped(all + 7), (vec![], all, 7));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_file_that_changes_is_dropped_before_the_next_search() {
        type Change = fn(&Path);
        let changes: [(&str, Change); 5] = [
            ("truncated", |file| {
                fs::File::options().write(true).open(file).and_then(|file| file.set_len(200)).expect("cut")
            }),
            ("overwritten", |file| {
                let bytes = fs::read(file).expect("readable");
                // The clock of a file system may tick slowly.
                let later = SystemTime::now() + Duration::from_secs(5);
                fs::write(file, vec![0x7f; bytes.len()]).expect("written");
                fs::File::options().write(true).open(file).and_then(|file| file.set_modified(later)).expect("touched");
            }),
            ("replaced", |file| {
                let modified = fs::metadata(file).and_then(|found| found.modified());
                let copy = file.with_extension("new");
                fs::copy(file, &copy).expect("copied");
                let opened = fs::File::options().write(true).open(&copy).expect("there");
                opened.set_modified(modified.expect("a time")).expect("touched");
                fs::rename(copy, file).expect("renamed");
            }),
            ("removed", |file| fs::remove_file(file).expect("removed")),
            ("a folder", |file| fs::remove_file(file).and_then(|()| fs::create_dir(file)).expect("replaced")),
        ];
        for (name, change) in changes {
            for max_bytes in [0, 1 << 16] {
                let folder = folder(name, &[3, 5]);
                let tables = Tables::with_max_seeds([0; 2], max_bytes).with_folder(&folder).expect("in order");
                let seeds = || request(&tables, 1, "awale").map(|table| table.seeds());
                let limit = || lock(&tables.built).max_bytes;
                assert_eq!((seeds(), tables.count(), limit() + tables.bytes()), (Some(5), 2, max_bytes));
                change(&folder.join("5.ayla"));
                // The next best takes its place.
                assert_eq!((seeds(), seeds(), tables.count()), (Some(3), Some(3), 1), "{name}");
                assert_eq!(limit() + tables.bytes(), max_bytes, "{name}");
                fs::remove_dir_all(&folder).expect("removed");
            }
        }
    }
}

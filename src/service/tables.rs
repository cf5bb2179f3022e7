//! The endgame tables of a process: those in files, mapped at startup, and small ones that are built on demand.
//!
//! No call waits for a table. One thread of low priority builds them, and until a table is ready there is none. When the
//! tables built on demand would exceed their memory limit, the least recently used one is dropped; a call that uses it keeps
//! it until the call ends.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ayla_engine::tablebase::{Class, Fault, Table, TableError};
use ayla_rules::Rules;

use super::pool::lower_priority;

/// The extension of table files.
pub const EXTENSION: &str = "ayla";

/// The endgame tables for searches.
#[derive(Debug)]
pub struct Tables {
    /// The tables in files.
    mapped: Vec<Arc<Table>>,
    built: Arc<Mutex<BuiltTables>>,
}

/// The tables built on demand.
#[derive(Debug)]
struct BuiltTables {
    /// The most seeds of a table, if fewer than its class has.
    max_seeds: u32,
    /// The most bytes of all together.
    max_bytes: usize,
    /// The finished tables, the most recently used last.
    ready: Vec<Arc<Table>>,
    /// The classes to build. If `building`, the first is being built.
    queue: VecDeque<Class>,
    building: bool,
}

impl Tables {
    /// Tables built on demand, of at most `max_bytes` together. A table that would take more alone is not built.
    #[must_use]
    pub fn new(max_bytes: usize) -> Self {
        Self::with_max_seeds(u32::MAX, max_bytes)
    }

    fn with_max_seeds(max_seeds: u32, max_bytes: usize) -> Self {
        let built = BuiltTables { max_seeds, max_bytes, ready: Vec::new(), queue: VecDeque::new(), building: false };
        Self { mapped: Vec::new(), built: Arc::new(Mutex::new(built)) }
    }

    /// Maps the tables in a folder besides: each file whose name ends in `.ayla`. They do not count towards the limit.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or one of the files is not a valid table.
    pub fn with_folder(mut self, folder: &Path) -> Result<Self, TableError> {
        let bad = |error| TableError { path: folder.to_owned(), fault: Fault::Unreadable(error) };
        for entry in fs::read_dir(folder).map_err(bad)? {
            let path = entry.map_err(bad)?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                self.mapped.push(Arc::new(Table::open(&path)?));
            }
        }
        // In an order that does not depend on the folder; within a class, the largest first.
        self.mapped.sort_by_cached_key(|table| (table.class().to_string(), u8::MAX - table.seeds()));
        Ok(self)
    }

    /// The largest table for these rules that is ready. If it has fewer seeds than a table built on demand, one is built for
    /// later calls.
    #[must_use]
    pub fn get(&self, rules: &Rules) -> Option<Arc<Table>> {
        let class = Class::of(rules)?;
        let mapped = self.mapped.iter().find(|table| *table.class() == class);
        let mut built = lock(&self.built);
        let seeds = built.seeds(&class);
        if mapped.is_some_and(|table| u32::from(table.seeds()) >= seeds) {
            return mapped.cloned();
        }
        if let Some(index) = built.ready.iter().position(|table| *table.class() == class) {
            let table = built.ready.remove(index);
            built.ready.push(Arc::clone(&table));
            return Some(table);
        }
        if class.entries(seeds) <= built.max_bytes && !built.queue.contains(&class) {
            built.queue.push_back(class);
            if !built.building {
                built.building = start_building(Arc::clone(&self.built));
                if !built.building {
                    // Another call may try again.
                    built.queue.clear();
                }
            }
        }
        mapped.cloned()
    }

    /// Whether tables are being built.
    #[must_use]
    pub fn is_building(&self) -> bool {
        lock(&self.built).building
    }

    /// The names of the tables that are ready, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let built = lock(&self.built);
        let mut names: Vec<String> = self.mapped.iter().chain(&built.ready).map(|table| name(table)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The bytes of the tables built on demand.
    #[must_use]
    pub fn built_bytes(&self) -> usize {
        lock(&self.built).bytes()
    }

    /// The number of tables that are ready.
    #[must_use]
    pub fn count(&self) -> usize {
        self.mapped.len() + lock(&self.built).ready.len()
    }
}

/// The name of a table: its class and its most seeds, such as `awale:capture=two 12`.
#[must_use]
pub fn name(table: &Table) -> String {
    format!("{} {}", table.class(), table.seeds())
}

impl BuiltTables {
    /// The most seeds of a table of this class.
    fn seeds(&self, class: &Class) -> u32 {
        class.few_seeds().min(self.max_seeds)
    }

    fn bytes(&self) -> usize {
        self.ready.iter().map(|table| table.bytes()).sum()
    }

    /// The next table to build, for which the least recently used ones make room. If there is none, building ends.
    fn next_to_build(&mut self) -> Option<(Class, u32)> {
        let class = self.queue.front().copied();
        self.building = class.is_some();
        let class = class?;
        let seeds = self.seeds(&class);
        while !self.ready.is_empty() && self.bytes() + class.entries(seeds) > self.max_bytes {
            let dropped = self.ready.remove(0);
            tracing::debug!(table = name(&dropped), "an endgame table is dropped to make room");
        }
        Some((class, seeds))
    }

    fn add(&mut self, table: Arc<Table>) {
        tracing::debug!(table = name(&table), "an endgame table is ready");
        self.ready.push(table);
    }
}

/// The niceness of the builder, which is lower in priority than searches.
const NICENESS: i32 = 19;

/// A guard that lets another thread build after a panic of this one.
struct Builder(Arc<Mutex<BuiltTables>>);

impl Drop for Builder {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!("building an endgame table failed");
            let mut built = lock(&self.0);
            built.queue.clear();
            built.building = false;
        }
    }
}

/// Starts a thread that builds the queue, and returns whether it could be started.
fn start_building(built: Arc<Mutex<BuiltTables>>) -> bool {
    let work = move || {
        lower_priority(NICENESS);
        let builder = Builder(built);
        loop {
            let Some((class, seeds)) = lock(&builder.0).next_to_build() else { return };
            let table = Arc::new(Table::build(class, seeds, 1));
            let mut built = lock(&builder.0);
            built.queue.pop_front();
            built.add(table);
        }
    };
    match std::thread::Builder::new().name("ayla-tables".to_owned()).spawn(work) {
        Ok(_) => true,
        Err(error) => {
            tracing::error!(%error, "cannot start a thread");
            false
        }
    }
}

fn lock(built: &Mutex<BuiltTables>) -> MutexGuard<'_, BuiltTables> {
    // A panic leaves it consistent: tables are built while it is not locked.
    built.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_engine::tablebase::{WorkerPool, build_file};
    use ayla_rules::Variant;
    use ayla_rules::notation::read_rules;
    use std::sync::atomic::AtomicU64;
    use std::time::{Duration, Instant};

    fn rules(text: &str) -> Rules {
        read_rules(text).expect("well formed")
    }

    /// Waits until the queue is built.
    fn wait(tables: &Tables) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while tables.is_building() {
            assert!(Instant::now() < deadline, "nothing was built");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_table_is_built_for_later_calls_and_the_least_recently_used_makes_room() {
        let size = Class::of(&rules("awale")).expect("Awalé has tables").entries(6);
        let tables = Tables::with_max_seeds(6, 2 * size);
        let ask = |text| {
            let table = tables.get(&rules(text));
            wait(&tables);
            table.map(|table| name(&table))
        };
        assert_eq!(ask("awale"), None);
        assert_eq!(ask("awale:majority=true"), Some("awale 6".to_owned()));
        assert_eq!(ask("awale:limit=1"), None);
        assert_eq!((ask("awale").is_some(), tables.built_bytes()), (true, 2 * size));
        assert_eq!(ask("awale:capture=two"), None);
        assert_eq!(tables.names(), ["awale 6", "awale:capture=two 6"]);
        assert!(tables.get(&rules("andada")).is_none() && tables.get(&rules("anywoli:houses=5")).is_none());
        assert!(!tables.is_building());

        // Each game has its own number of seeds.
        let tables = Tables::new(1 << 20);
        assert!(tables.get(&rules("anywoli:houses=6,quiet=9")).is_none());
        wait(&tables);
        assert_eq!(tables.names(), ["anywoli:houses=6 8"]);
        assert!(tables.get(&rules("anywoli")).is_none() && !tables.is_building());

        let none = Tables::with_max_seeds(6, size - 1);
        assert!(none.get(&rules("awale")).is_none() && !lock(&none.built).building);
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
        assert_eq!(tables.get(&rules("awale:few=2")).map(|table| table.seeds()), Some(5));
        assert_eq!(tables.names(), ["awale 3", "awale 4", "awale 5"]);

        // A table built on demand may be larger.
        let tables = Tables::with_max_seeds(6, 1 << 20).with_folder(&folder).expect("in order");
        assert_eq!(tables.get(&rules("awale")).map(|table| table.seeds()), Some(5));
        wait(&tables);
        assert_eq!(tables.get(&rules("awale")).map(|table| table.seeds()), Some(6));

        fs::write(folder.join("6.ayla"), "not a table").expect("written");
        let bad = Tables::new(0).with_folder(&folder).expect_err("bad");
        assert!(bad.path.ends_with("6.ayla") && matches!(bad.fault, Fault::Foreign), "{bad}");
        fs::remove_dir_all(&folder).expect("removed");
        let bad = Tables::new(0).with_folder(&folder).expect_err("gone");
        assert!(bad.path == folder && matches!(bad.fault, Fault::Unreadable(_)), "{bad}");
    }
}

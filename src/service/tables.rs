//! The endgame tables of a process: those in files, mapped when it begins, and small ones that are built when rules are
//! first asked for.
//!
//! Nobody waits for a table. One thread builds, which gives way to all others; until it is done there is none. When all
//! that is built, or being built, would take more than it may, the table that was asked for longest ago goes; a call that
//! has it keeps it until it ends.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ayla_engine::tablebase::{Class, Fault, Table, TableError};
use ayla_rules::Rules;

use super::pool::lower_priority;

/// How the names of files end that are tables.
pub const EXTENSION: &str = "ayla";

/// All tables that searches may use.
#[derive(Debug)]
pub struct Tables {
    /// From files.
    mapped: Vec<Arc<Table>>,
    built: Arc<Mutex<Built>>,
}

/// Tables that were built on use.
#[derive(Debug)]
struct Built {
    /// The most seeds of each, if that is less than the class says.
    most_seeds: u32,
    /// The most bytes that they may take together.
    most_bytes: usize,
    /// The one asked for last is the last.
    ready: Vec<Arc<Table>>,
    /// What is to be built; the first is being built, if `building`.
    wanted: VecDeque<Class>,
    building: bool,
}

impl Tables {
    /// Tables built on use, of so many bytes together; none are built that alone would take more.
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self::of_seeds(u32::MAX, most_bytes)
    }

    fn of_seeds(most_seeds: u32, most_bytes: usize) -> Self {
        let built = Built { most_seeds, most_bytes, ready: Vec::new(), wanted: VecDeque::new(), building: false };
        Self { mapped: Vec::new(), built: Arc::new(Mutex::new(built)) }
    }

    /// Maps all tables of a folder too: each file whose name ends in `.ayla`. These do not count as built.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or one of the files is no table in order.
    pub fn with_folder(mut self, folder: &Path) -> Result<Self, TableError> {
        let bad = |error| TableError { path: folder.to_owned(), fault: Fault::Unreadable(error) };
        for entry in fs::read_dir(folder).map_err(bad)? {
            let path = entry.map_err(bad)?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                self.mapped.push(Arc::new(Table::open(&path)?));
            }
        }
        // In an order that does not depend on that of the folder; of each class the largest first.
        self.mapped.sort_by_cached_key(|table| (table.class().to_string(), u8::MAX - table.seeds()));
        Ok(self)
    }

    /// The largest table there is now for these rules. If there is none of as many seeds as are built, one is built that
    /// a later call may have.
    #[must_use]
    pub fn get(&self, rules: &Rules) -> Option<Arc<Table>> {
        let class = Class::of(rules)?;
        let mapped = self.mapped.iter().find(|table| *table.class() == class);
        let mut built = lock(&self.built);
        let seeds = built.seeds(&class);
        if mapped.is_some_and(|table| u32::from(table.seeds()) >= seeds) {
            return mapped.cloned();
        }
        if let Some(place) = built.ready.iter().position(|table| *table.class() == class) {
            let table = built.ready.remove(place);
            built.ready.push(Arc::clone(&table));
            return Some(table);
        }
        if class.entries(seeds) <= built.most_bytes && !built.wanted.contains(&class) {
            built.wanted.push_back(class);
            if !built.building {
                built.building = build(Arc::clone(&self.built));
                if !built.building {
                    // Another call may try again.
                    built.wanted.clear();
                }
            }
        }
        mapped.cloned()
    }

    /// Whether tables are being built now.
    #[must_use]
    pub fn is_building(&self) -> bool {
        lock(&self.built).building
    }

    /// The tables there are now, by name, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let built = lock(&self.built);
        let mut names: Vec<String> = self.mapped.iter().chain(&built.ready).map(|table| name(table)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The bytes of the tables that were built on use.
    #[must_use]
    pub fn built_bytes(&self) -> usize {
        lock(&self.built).bytes()
    }

    /// How many tables there are now.
    #[must_use]
    pub fn count(&self) -> usize {
        self.mapped.len() + lock(&self.built).ready.len()
    }
}

/// What a table is called: its class, and the most seeds, such as `awale:capture=two 12`.
#[must_use]
pub fn name(table: &Table) -> String {
    format!("{} {}", table.class(), table.seeds())
}

impl Built {
    /// The most seeds of a table of this class.
    fn seeds(&self, class: &Class) -> u32 {
        class.few_seeds().min(self.most_seeds)
    }

    fn bytes(&self) -> usize {
        self.ready.iter().map(|table| table.bytes()).sum()
    }

    /// What to build next, for which those asked for longest ago make room. If nothing, then whoever wants something next
    /// begins anew.
    fn next(&mut self) -> Option<(Class, u32)> {
        let class = self.wanted.front().copied();
        self.building = class.is_some();
        let class = class?;
        let seeds = self.seeds(&class);
        while !self.ready.is_empty() && self.bytes() + class.entries(seeds) > self.most_bytes {
            let gone = self.ready.remove(0);
            tracing::debug!(table = name(&gone), "an endgame table makes room");
        }
        Some((class, seeds))
    }

    fn keep(&mut self, table: Arc<Table>) {
        tracing::debug!(table = name(&table), "an endgame table is ready");
        self.ready.push(table);
    }
}

/// What the builder gives way by, on the scale of `nice`: to searches too.
const NICENESS: i32 = 19;

/// The thread that builds. However it ends, another may begin.
struct Builder(Arc<Mutex<Built>>);

impl Drop for Builder {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!("an endgame table was not built");
            let mut built = lock(&self.0);
            built.wanted.clear();
            built.building = false;
        }
    }
}

/// Begins to build what is wanted, until nothing is; and says whether it has begun.
fn build(built: Arc<Mutex<Built>>) -> bool {
    let work = move || {
        lower_priority(NICENESS);
        let builder = Builder(built);
        loop {
            let Some((class, seeds)) = lock(&builder.0).next() else { return };
            let table = Arc::new(Table::build(class, seeds, 1));
            let mut built = lock(&builder.0);
            built.wanted.pop_front();
            built.keep(table);
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

fn lock(built: &Mutex<Built>) -> MutexGuard<'_, Built> {
    // Nothing is left half done: a table is built while nobody holds it.
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

    /// Waits until all that is wanted is built.
    fn wait(tables: &Tables) {
        let patience = Instant::now() + Duration::from_secs(60);
        while tables.is_building() {
            assert!(Instant::now() < patience, "nothing was built");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_table_is_built_for_a_later_call_and_the_oldest_makes_room() {
        let size = Class::of(&rules("awale")).expect("Awalé has tables").entries(6);
        let tables = Tables::of_seeds(6, 2 * size);
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

        // Each game has as many seeds as suit it.
        let tables = Tables::new(1 << 20);
        assert!(tables.get(&rules("anywoli:houses=6,quiet=9")).is_none());
        wait(&tables);
        assert_eq!(tables.names(), ["anywoli:houses=6 8"]);
        assert!(tables.get(&rules("anywoli")).is_none() && !tables.is_building());

        let none = Tables::of_seeds(6, size - 1);
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
        fs::write(folder.join("read.me"), "no table").expect("written");
        let tables = Tables::new(0).with_folder(&folder).expect("in order");
        assert_eq!(tables.get(&rules("awale:few=2")).map(|table| table.seeds()), Some(5));
        assert_eq!(tables.names(), ["awale 3", "awale 4", "awale 5"]);

        // One that is built may be larger.
        let tables = Tables::of_seeds(6, 1 << 20).with_folder(&folder).expect("in order");
        assert_eq!(tables.get(&rules("awale")).map(|table| table.seeds()), Some(5));
        wait(&tables);
        assert_eq!(tables.get(&rules("awale")).map(|table| table.seeds()), Some(6));

        fs::write(folder.join("6.ayla"), "no table").expect("written");
        let bad = Tables::new(0).with_folder(&folder).expect_err("bad");
        assert!(bad.path.ends_with("6.ayla") && matches!(bad.fault, Fault::Foreign), "{bad}");
        fs::remove_dir_all(&folder).expect("removed");
        let bad = Tables::new(0).with_folder(&folder).expect_err("gone");
        assert!(bad.path == folder && matches!(bad.fault, Fault::Unreadable(_)), "{bad}");
    }
}

//! The memory that clients can make a server use, by the formula of docs/operations.md#memory, and how many of what
//! takes memory there may be where no setting says so.

use super::Config;

/// The most batches at the same time.
pub(crate) const BATCHES: usize = 64;
/// The most pieces of large work that may have begun beyond those in the slots. A caller that has none under way makes
/// those of others give way.
pub(crate) const PAUSED: usize = 6;
/// The most pictures that may have begun beyond those in the slots. Each takes up to a second.
pub(crate) const PAUSED_PICTURES: usize = 14;
/// The most bytes that a piece of large work takes, its answer included.
const PIECE_BYTES: u64 = 6 << 20;
/// The most bytes that a picture takes while it is drawn.
const PICTURE_BYTES: u64 = 4 << 20;
/// The most bytes of the drawings that are kept of pictures.
pub(crate) const DRAWINGS: usize = 16 << 20;
const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
/// The memory of an idle process.
const IDLE: u64 = 11 * MIB;

impl Config {
    /// The most bytes that a server with these settings uses, without those for the export of spans: by the setting
    /// that they follow from.
    pub fn most_memory(&self) -> [(&'static str, u64); 7] {
        let Self { capacity, http, limits, access, .. } = self;
        let tls = if access.tls_cert.is_some() { 128 * KIB } else { 0 };
        let connection = 304 * KIB + u64::from(http.streams) * 4 * KIB + tls;
        let pictures = DRAWINGS as u64 + (limits.picture_slots + PAUSED_PICTURES) as u64 * PICTURE_BYTES;
        let call = 16 * KIB + 4 * limits.body_bytes as u64;
        [
            ("AYLA_CONNECTIONS", capacity.connections as u64 * connection),
            ("AYLA_CALLS", limits.calls as u64 * call),
            ("AYLA_BATCH_BYTES", BATCHES as u64 * limits.batch_bytes as u64),
            ("AYLA_SEARCH_MEMORY_MIB", limits.search_memory),
            ("AYLA_TABLE_MEMORY", limits.table_memory as u64 + 40 * MIB),
            ("AYLA_PICTURE_SLOTS", IDLE + pictures),
            ("AYLA_SEARCH_SLOTS", (limits.search_slots + PAUSED) as u64 * PIECE_BYTES),
        ]
    }

    /// A sentence about a limit of memory, in bytes, that a server with these settings can exceed.
    pub fn memory_fault(&self, limit: u64) -> Option<String> {
        let most = self.most_memory();
        let sum: u64 = most.iter().map(|(_, bytes)| bytes).sum();
        let (setting, largest) = most.into_iter().filter(|_| sum > limit).max_by_key(|(_, bytes)| *bytes)?;
        Some(format!(
            "clients can make the server use {} MiB, but the limit of memory is {} MiB: the largest part, {} MiB, is that of \
             {setting}, {}; lower it, or raise the limit (memory.max of the control group, MemoryMax of systemd)",
            sum / MIB,
            limit / MIB,
            largest / MIB,
            self.numbers()[setting]
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings of the cluster in k8s/base.
    fn cluster() -> Config {
        let mut config = Config::default();
        config.capacity.connections = 256;
        config.http.streams = 64;
        config.limits.calls = 448;
        config.limits.search_memory = 192 * MIB;
        config.limits.table_memory = 96 << 20;
        config.limits.search_slots = 1;
        config.limits.picture_slots = 1;
        config
    }

    fn sum(config: &Config) -> u64 {
        config.most_memory().iter().map(|(_, bytes)| bytes / MIB).sum()
    }

    #[test]
    fn the_memory_of_the_cluster_is_as_its_page_says() {
        let mut config = cluster();
        assert_eq!(sum(&config), 737 + 11);
        config.access.tls_cert = Some("tls.crt".into());
        assert_eq!(sum(&config), 737 + 11 + 32);
        assert_eq!(config.memory_fault(800 * MIB), None);
    }

    #[test]
    fn a_limit_that_can_be_exceeded_is_named_with_the_greatest_setting() {
        let fault = cluster().memory_fault(512 * MIB).expect("a fault");
        for part in ["use 748 MiB", "is 512 MiB", "192 MiB, is that of AYLA_SEARCH_MEMORY_MIB, 192;"] {
            assert!(fault.contains(part), "{part}: {fault}");
        }
        let fault = Config::default().memory_fault(256 * MIB).expect("a fault");
        assert!(fault.contains("is that of AYLA_CONNECTIONS, 1000;"), "{fault}");
    }
}

//! The metrics of the process: CPU time, memory, file descriptors and threads, by the names that Prometheus' own
//! clients use. Systems other than Linux have none.

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use metrics::{counter, gauge};
    use rustix::param::{clock_ticks_per_second, page_size};
    use rustix::process::{Resource, getrlimit};

    use crate::telemetry::metrics::describe_metrics;

    describe_metrics! {
        /// Total user and system CPU time spent in seconds.
        counter CPU = "process_cpu_seconds_total";
        /// Resident memory size in bytes.
        gauge RESIDENT = "process_resident_memory_bytes";
        /// Virtual memory size in bytes.
        gauge VIRTUAL = "process_virtual_memory_bytes";
        /// Maximum amount of virtual memory available in bytes.
        gauge MAX_VIRTUAL = "process_virtual_memory_max_bytes";
        /// Number of open file descriptors.
        gauge OPEN_FILES = "process_open_fds";
        /// Maximum number of open file descriptors.
        gauge MAX_FILES = "process_max_fds";
        /// Number of OS threads in the process.
        gauge THREADS = "process_threads";
        /// Start time of the process since unix epoch in seconds.
        gauge STARTED = "process_start_time_seconds";
    }

    /// Sets the metrics. One that the system does not tell keeps its value.
    pub(in crate::telemetry) fn collect() {
        let limit = |of| getrlimit(of).current.unwrap_or(0) as f64;
        gauge!(MAX_VIRTUAL).set(limit(Resource::As));
        gauge!(MAX_FILES).set(limit(Resource::Nofile));
        if let Ok(files) = fs::read_dir("/proc/self/fd") {
            // The folder itself is open while it is read.
            gauge!(OPEN_FILES).set(files.count().saturating_sub(1) as f64);
        }
        // After the name of the command, which may contain spaces: proc_pid_stat(5), from field 3 on.
        let Ok(stat) = fs::read_to_string("/proc/self/stat") else { return };
        let fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
        let fields: Vec<f64> = fields.map(|field| field.parse().unwrap_or_default()).collect();
        let Some(&[.., user, system, _, _, _, _, threads, _, started, size, resident]) = fields.get(..22) else {
            return;
        };
        let ticks = clock_ticks_per_second() as f64;
        counter!(CPU).absolute(((user + system) / ticks) as u64);
        gauge!(THREADS).set(threads);
        gauge!(VIRTUAL).set(size);
        gauge!(RESIDENT).set(resident * page_size() as f64);
        if let Some(booted) = booted() {
            gauge!(STARTED).set(booted + started / ticks);
        }
    }

    /// When the system was started, in seconds since 1970.
    fn booted() -> Option<f64> {
        let stat = fs::read_to_string("/proc/stat").ok()?;
        stat.lines().find_map(|line| line.strip_prefix("btime "))?.parse().ok()
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::{collect, describe};

#[cfg(not(target_os = "linux"))]
pub(super) const fn describe() {}

#[cfg(not(target_os = "linux"))]
pub(super) const fn collect() {}

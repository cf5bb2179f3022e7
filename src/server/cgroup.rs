//! Control groups: the limits of memory and processor time that a container or a service manager sets for the process,
//! in version 1 and version 2 of the interface of Linux.

use std::fs;
use std::path::{Path, PathBuf};

use crate::config::Config;

/// Where the groups are, by the convention that systemd and containers keep.
const ROOT: &str = "/sys/fs/cgroup";

/// The limits of the groups that a process belongs to; none where there is no limit.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Share {
    /// In bytes.
    memory: Option<u64>,
    /// Processors, or a part of one.
    processors: Option<f64>,
}

/// The processors, or the part of one, whose time the process may use; none where there is no limit.
pub fn processors() -> Option<f64> {
    Share::of_process().processors
}

/// Sentences about settings that do not fit the limits of this process.
pub fn faults(config: &Config) -> Vec<String> {
    let share = Share::of_process();
    let memory = share.memory.and_then(|limit| config.memory_fault(limit));
    let searches = share.processors.and_then(|processors| search_fault(config.limits.search_slots, processors));
    memory.into_iter().chain(searches).collect()
}

/// A sentence about more search slots than processors less one, which leave nothing for other calls. One processor has
/// room for a search, since other calls come first.
fn search_fault(slots: usize, processors: f64) -> Option<String> {
    let fitting = if processors < 1.0 { 0 } else { (processors as usize - 1).max(1) };
    (slots > fitting).then(|| {
        format!(
            "AYLA_SEARCH_SLOTS is {slots}, but a share of {} processors leaves room for {fitting}: while searches \
             run, all other calls are held up; lower AYLA_SEARCH_SLOTS, or raise the share (cpu.max of the control group, \
             CPUQuota of systemd)",
            (processors * 100.0).round() / 100.0
        )
    })
}

impl Share {
    /// The limits of this process.
    fn of_process() -> Self {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        Self::of(&groups, |file| fs::read_to_string(Path::new(ROOT).join(file)).ok())
    }

    /// The limits of a process with this `/proc/self/cgroup`. `read` reads a file by its path below the folder of all
    /// groups.
    fn of(groups: &str, read: impl Fn(&Path) -> Option<String>) -> Self {
        let mut memory: Vec<u64> = Vec::new();
        let mut processors: Vec<f64> = Vec::new();
        for (hierarchy, folder) in folders(groups) {
            let text = |name: &str| read(&folder.join(name));
            match hierarchy {
                Hierarchy::Unified => {
                    memory.extend(text("memory.max").and_then(|text| number(&text)));
                    let quota = text("cpu.max");
                    let quota = quota.as_deref().and_then(|text| text.split_once(' '));
                    processors.extend(quota.and_then(|(quota, period)| share(quota, period)));
                }
                Hierarchy::Memory => memory.extend(text("memory.limit_in_bytes").and_then(|text| number(&text))),
                Hierarchy::Processors => {
                    let quota = text("cpu.cfs_quota_us").zip(text("cpu.cfs_period_us"));
                    processors.extend(quota.and_then(|(quota, period)| share(&quota, &period)));
                }
            }
        }
        Self { memory: memory.into_iter().min(), processors: processors.into_iter().min_by(f64::total_cmp) }
    }
}

/// What the groups of a hierarchy limit.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Hierarchy {
    /// Everything: version 2.
    Unified,
    /// Memory, in version 1.
    Memory,
    /// Processor time, in version 1.
    Processors,
}

/// The folders of the groups of a process and of all groups around them, whose limits apply to it too. A container may
/// see its own group as the outermost, and not those in between.
fn folders(groups: &str) -> Vec<(Hierarchy, PathBuf)> {
    let mut folders = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let Some((controllers, group)) = fields.next().zip(fields.next()) else { continue };
        let has = |controller| controllers.split(',').any(|known| known == controller);
        let hierarchies = [
            (controllers.is_empty(), Hierarchy::Unified, ""),
            // Beside hierarchies of version 1.
            (controllers.is_empty(), Hierarchy::Unified, "unified"),
            (has("memory"), Hierarchy::Memory, "memory"),
            (has("cpu"), Hierarchy::Processors, "cpu"),
        ];
        for (_, hierarchy, root) in hierarchies.into_iter().filter(|(is_there, ..)| *is_there) {
            let around = Path::new(group.trim_start_matches('/')).ancestors();
            folders.extend(around.map(|group| (hierarchy, Path::new(root).join(group))));
        }
    }
    folders
}

/// The number in a file; none for `max`, which is no limit.
fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// Processor time in a period, by that time; none for `max` or -1, which are no limit.
fn share(quota: &str, period: &str) -> Option<f64> {
    let period = number(period).filter(|&period| period > 0)?;
    Some(number(quota)? as f64 / period as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    /// The limits of a process in these groups, where there are these files.
    fn share_of(groups: &str, files: &[(&str, &str)]) -> (Option<u64>, Option<f64>) {
        let read = |path: &Path| {
            let text = files.iter().find(|(file, _)| Path::new(file) == path).map(|(_, text)| (*text).to_owned())?;
            Some(text + "\n")
        };
        let Share { memory, processors } = Share::of(groups, read);
        (memory, processors)
    }

    #[test]
    fn the_least_limit_of_the_groups_around_applies() {
        let service = "0::/system.slice/ayla.service\n";
        let files = [
            ("system.slice/ayla.service/memory.max", "536870912"),
            ("system.slice/memory.max", "1073741824"),
            ("system.slice/ayla.service/cpu.max", "max 100000"),
            ("system.slice/cpu.max", "150000 100000"),
        ];
        assert_eq!(share_of(service, &files), (Some(512 * MIB), Some(1.5)));
        assert_eq!(share_of(service, &files[1..3]), (Some(1_024 * MIB), None));
        // A container in a namespace of its own, and one that sees its path outside.
        let container = [("memory.max", "268435456"), ("cpu.max", "50000 100000")];
        for groups in ["0::/\n", "0::/kubepods/pod1/ayla\n", "0::/../../ayla\n"] {
            assert_eq!(share_of(groups, &container), (Some(256 * MIB), Some(0.5)), "{groups}");
        }
        assert_eq!(share_of(service, &[("memory.max", "max"), ("cpu.max", "max 100000")]), (None, None));
    }

    #[test]
    fn version_1_has_a_hierarchy_for_each_kind() {
        let groups = "9:name=systemd:/\n4:memory:/docker/ayla\n3:cpuset:/\n1:cpu,cpuacct:/docker/ayla\n0::/\n";
        let files = [
            ("memory/docker/ayla/memory.limit_in_bytes", "268435456"),
            ("cpu/cpu.cfs_quota_us", "200000"),
            ("cpu/cpu.cfs_period_us", "100000"),
            ("cpuset/memory.limit_in_bytes", "1"),
        ];
        assert_eq!(share_of(groups, &files), (Some(256 * MIB), Some(2.0)));
        let none = [
            ("memory/memory.limit_in_bytes", "9223372036854771712"),
            ("cpu/cpu.cfs_quota_us", "-1"),
            ("cpu/cpu.cfs_period_us", "100000"),
        ];
        let (memory, processors) = share_of(groups, &none);
        assert_eq!((memory.and_then(|limit| Config::default().memory_fault(limit)), processors), (None, None));
        // Version 2 beside it.
        assert_eq!(share_of("0::/a\n", &[("unified/a/memory.max", "7")]), (Some(7), None));
    }

    #[test]
    fn other_texts_are_no_limits() {
        for groups in ["", "0\n", "0:\n", "::", "memory", "0::/a"] {
            let files = [("a/memory.max", "much"), ("a/cpu.max", "100000"), ("cpu.max", "1 0")];
            assert_eq!(share_of(groups, &files), (None, None), "{groups}");
        }
    }

    #[test]
    fn searches_leave_a_processor_to_other_calls() {
        for (slots, processors) in [(1, 1.0), (1, 1.9), (1, 2.0), (2, 3.0), (2, 3.9), (7, 8.0)] {
            assert_eq!(search_fault(slots, processors), None, "{slots} {processors}");
        }
        for (slots, processors, fitting) in [(1, 0.5, 0), (2, 1.0, 1), (2, 2.9, 1), (8, 8.0, 7)] {
            let fault = search_fault(slots, processors).expect("a fault");
            let said = format!("AYLA_SEARCH_SLOTS is {slots}, but a share of {processors} processors");
            assert!(fault.starts_with(&said) && fault.contains(&format!("room for {fitting}:")), "{fault}");
        }
    }
}

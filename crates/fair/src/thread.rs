//! The processor time and the priority of a thread.

use std::time::Duration;
#[cfg(not(target_os = "linux"))]
use std::time::Instant;

/// The niceness of long work. It then gets a tenth of the processor time of a competing thread of niceness 0.
pub(crate) const NICENESS: i32 = 10;

/// Lowers the priority of the current thread. This has an effect on Linux only, where each thread has its own niceness.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "other systems have no niceness of threads"))]
pub fn lower_priority(niceness: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, niceness) {
        tracing::debug!(%error, "cannot lower the priority of a thread");
    }
}

/// The processor time of the current thread on Linux; elsewhere, the real time that has passed.
pub fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
    #[cfg(not(target_os = "linux"))]
    {
        static STARTED: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        STARTED.get_or_init(Instant::now).elapsed()
    }
}

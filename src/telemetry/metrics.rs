//! The Prometheus exporter, and the metrics of the process and of its telemetry.

use std::time::Duration;

use ayla_rules::RULES_VERSION;
use metrics::{counter, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use super::process;

/// Defines the names of metrics, and the function that describes them to the recorder of the process. A metric is
/// described by the comment on its name.
macro_rules! describe_metrics {
    ($($(#[doc = $line:literal])+ $vis:vis $kind:ident $NAME:ident = $name:literal $(, $unit:ident)?;)+) => {
        $($(#[doc = $line])+ $vis const $NAME: &str = $name;)+

        /// Describes these metrics to the recorder of the process.
        pub(crate) fn describe() {
            $($crate::telemetry::metrics::describe_metrics!(
                @$kind $NAME, $(::metrics::Unit::$unit,)? concat!($($line),+).trim_start()
            );)+
        }
    };
    (@counter $($row:tt)+) => { ::metrics::describe_counter!($($row)+) };
    (@gauge $($row:tt)+) => { ::metrics::describe_gauge!($($row)+) };
    (@histogram $($row:tt)+) => { ::metrics::describe_histogram!($($row)+) };
}
pub(crate) use describe_metrics;

describe_metrics! {
    /// The value in force of each setting that is a number, in the unit of the setting.
    gauge LIMIT = "ayla_limit";
    /// Always 1, with the version, commit, engine and rulings of the build as labels.
    gauge BUILD = "ayla_build_info";
    /// Spans that were not exported, by reason: queue-full or not-sent.
    counter SPANS_LOST = "ayla_spans_lost_total";
    /// Panics of threads. Each is a bug, and ends a call.
    pub(super) counter PANICS = "ayla_panics_total";
}

/// The buckets of histograms of durations, in seconds: a rule call takes microseconds, a search up to seconds. From 10
/// ms on, each is at most twice as long as the one before, and from 100 ms on at most 1.7 times, so that percentiles of
/// suggestions are that exact.
const DURATION_BUCKETS: [f64; 26] = [
    0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.25,
    0.4, 0.6, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 15.0, 25.0,
];

/// The buckets of histograms of steps of work, about ten nanoseconds each: from ten microseconds to ten milliseconds.
const STEP_BUCKETS: [f64; 10] =
    [1_000.0, 2_500.0, 5_000.0, 10_000.0, 15_000.0, 20_000.0, 40_000.0, 100_000.0, 250_000.0, 1_000_000.0];

/// How often observations are sorted into the buckets of histograms. Until then each takes memory.
pub(crate) const UPKEEP_INTERVAL: Duration = Duration::from_secs(1);

/// The recorder of the metrics of this process.
#[derive(Clone, Debug)]
pub struct Exporter {
    /// Its upkeep, which sorts observations into buckets, is to be run every [`UPKEEP_INTERVAL`].
    pub(crate) handle: PrometheusHandle,
}

impl Exporter {
    /// Installs the recorder. Metrics that were created earlier are not collected.
    ///
    /// # Errors
    ///
    /// The process has a recorder already.
    pub fn install() -> Result<Self, BuildError> {
        let seconds = Matcher::Suffix("_seconds".to_owned());
        let steps = Matcher::Suffix("_steps".to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(seconds, &DURATION_BUCKETS)?;
        let handle = builder.set_buckets_for_metric(steps, &STEP_BUCKETS)?.install_recorder()?;
        process::describe();
        describe();
        counter!(PANICS).increment(0);
        for reason in LostSpans::ALL {
            spans_lost(*reason, 0);
        }
        gauge!(
            BUILD,
            "version" => env!("CARGO_PKG_VERSION"),
            "commit" => crate::COMMIT.unwrap_or("unknown"),
            "engine" => ayla_engine::ENGINE,
            "rules" => RULES_VERSION,
        )
        .set(1);
        Ok(Self { handle })
    }

    /// All metrics in the Prometheus text format.
    pub(crate) fn render(&self) -> String {
        process::collect();
        self.handle.render()
    }
}

/// Sets the limits in force: the value of each setting, by the name of its variable.
pub fn set_limits(values: impl IntoIterator<Item = (&'static str, u64)>) {
    for (setting, value) in values {
        gauge!(LIMIT, "setting" => setting).set(value as f64);
    }
}

ayla_rules::string_enum! {
    /// The reason why spans were not exported.
    pub enum LostSpans {
        /// Spans ended faster than they could be exported.
        QueueFull = "queue-full",
        /// The collector could not be reached, or refused them.
        NotSent = "not-sent",
    }
}

/// Counts spans that were not exported.
pub(super) fn spans_lost(reason: LostSpans, count: usize) {
    counter!(SPANS_LOST, "reason" => reason.name()).increment(count as u64);
}

//! The files for clusters and containers, the documentation and the release files, compared with the binary.
//!
//! What does not need the binary is checked by outside tools: `.ci/run yaml manifests alerts dashboard`.

mod figures;
mod files;
mod links;
mod metrics;
mod modules;
mod numbers;
mod proxies;
mod release;
mod settings;
mod startup;
mod work;

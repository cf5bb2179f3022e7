//! The gRPC transport, with the generated client, with raw frames, and as gRPC-web.

mod errors;
mod frames;
mod infrastructure;
mod suggest;
mod web;

use std::collections::HashMap;

use tonic::{Code, Status};
use tonic_types::StatusExt;

/// The details of an error.
pub(crate) struct Refusal {
    pub(crate) reason: String,
    pub(crate) metadata: HashMap<String, String>,
    /// The paths of the fields at fault.
    pub(crate) fields: Vec<String>,
    /// The reason of each fault.
    pub(crate) reasons: Vec<String>,
}

/// The details of an error, whose form must be that of the contract.
pub(crate) fn refusal(status: &Status) -> Refusal {
    let details = status.check_error_details().expect("details");
    let info = details.error_info().expect("every error has a reason");
    assert_eq!((ayla::grpc::DOMAIN, info.domain.as_str()), ("mancala.v1", "mancala.v1"));
    assert!(!status.message().is_empty());
    let faults = details.bad_request().map_or(&[][..], |bad| &bad.field_violations);
    assert!(faults.iter().all(|fault| !fault.description.is_empty() && !fault.reason.is_empty()));
    assert!(faults.first().is_none_or(|first| first.reason == info.reason));
    let (fields, reasons) = faults.iter().map(|fault| (fault.field.clone(), fault.reason.clone())).unzip();
    Refusal { reason: info.reason.clone(), metadata: info.metadata.clone(), fields, reasons }
}

fn assert_refused(status: &Status, code: Code, reason: &str, fields: &[&str]) {
    let refusal = refusal(status);
    assert_eq!((status.code(), refusal.reason.as_str()), (code, reason), "{status:?}");
    assert_eq!(refusal.fields, fields, "{status:?}");
}

//! The contract in protobuf: the messages that the build makes of `proto/`, and how they are those of [`ayla_api`].
//!
//! The build maps the messages (`build/mapping.rs`), field by field: each field of a message has the name that it has
//! in the type of `ayla_api`, and what becomes of its value follows from the two types, by [`FromProto`] and
//! [`IntoProto`]. So a field that only one side has does not compile.

mod game_options;
mod mapping;
mod packed;

pub(crate) use mapping::path;
pub use mapping::{At, FromProto, IntoProto, Rpc};
pub use packed::PackedBatchRequest;

#[allow(unreachable_pub, missing_docs, clippy::all, reason = "generated")]
mod generated {
    tonic::include_proto!("mancala.v1");
}

pub use generated::*;

/// The RPCs of the contract that have one request each.
#[allow(missing_docs, missing_debug_implementations, reason = "generated")]
pub mod rpc {
    include!(concat!(env!("OUT_DIR"), "/rpcs.rs"));
}

/// The descriptors of the contract with its comments, for reflection and for the OpenAPI document.
pub const FILE_DESCRIPTOR_SET: &[u8] = tonic::include_file_descriptor_set!("mancala_descriptor");

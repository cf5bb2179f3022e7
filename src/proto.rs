//! The contract in protobuf: what the build makes of `proto/`.
#![allow(unreachable_pub, missing_docs, reason = "generated")]
#![allow(clippy::all, reason = "generated")]

tonic::include_proto!("mancala.v1");

/// The descriptors of the contract with its comments, for reflection and for the OpenAPI document.
pub const FILE_DESCRIPTOR_SET: &[u8] = tonic::include_file_descriptor_set!("mancala_descriptor");

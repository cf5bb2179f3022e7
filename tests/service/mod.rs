//! The operations as callers see them, over gRPC and JSON, and the documents of the contract.

mod batch;
mod connect;
mod contract;
mod corpus;
mod faults;
mod grpc;
mod http;
mod openapi;
#[cfg(feature = "pictures")]
mod pictures;
mod problems;
mod puzzles;
mod records;
mod replay;
mod review;
mod stream;
mod transports;
mod turn;
mod words;

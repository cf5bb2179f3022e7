//! The gRPC transport over a real socket, with the generated client, with raw frames, and as gRPC-web.

mod errors;
mod frames;
mod infrastructure;
mod operations;
mod server;
mod suggest;
mod web;

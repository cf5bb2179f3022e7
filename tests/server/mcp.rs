//! The Model Context Protocol, over HTTP in both revisions and on standard input and output.

mod games;
mod model;
mod transcript;
mod transport;

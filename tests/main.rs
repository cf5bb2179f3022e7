//! The service as its callers and operators see it, in one program: each would be linked with all of the service.

mod deployment;
mod load;
mod server;
mod service;

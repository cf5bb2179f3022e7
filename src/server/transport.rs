//! The transports by which calls come: what metrics, spans and logs name.

ayla_rules::string_enum! {
    /// The way a call reached the service.
    pub enum Transport {
        /// gRPC over HTTP/2.
        Grpc = "grpc",
        /// gRPC-web, over HTTP/2 or HTTP/1.1.
        GrpcWeb = "grpc-web",
        /// JSON, or anything else over HTTP.
        Http = "http",
    }
}

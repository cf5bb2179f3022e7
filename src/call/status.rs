//! The status of a call that has ended.

use http::{HeaderMap, StatusCode};
use tonic::Code;

use super::Transport;

/// The status of a call, as its transport has it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// A gRPC code, from the headers or the trailers.
    Grpc(Code),
    /// An HTTP status.
    Http(StatusCode),
}

/// The severity of a status, for the log.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    /// The call succeeded.
    Success,
    /// The client made an error or disconnected.
    ClientError,
    /// The service was overloaded or exceeded the deadline.
    Overload,
    /// The service failed.
    Failure,
}

/// The HTTP status that nginx logs for a client that disconnected; HTTP defines none.
pub(crate) const CLIENT_CLOSED_REQUEST: u16 = 499;

impl Status {
    /// The status of a call whose client disconnected.
    pub fn disconnected(transport: Transport) -> Self {
        match transport {
            Transport::Grpc | Transport::GrpcWeb | Transport::Connect => Self::Grpc(Code::Cancelled),
            Transport::Http => {
                Self::Http(StatusCode::from_u16(CLIENT_CLOSED_REQUEST).unwrap_or(StatusCode::REQUEST_TIMEOUT))
            }
        }
    }

    /// The status of a call that failed by a fault of the service.
    pub const fn failed(transport: Transport) -> Self {
        match transport {
            Transport::Grpc | Transport::GrpcWeb | Transport::Connect => Self::Grpc(Code::Internal),
            Transport::Http => Self::Http(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }

    /// The name of a gRPC code or the number of an HTTP status, for metrics, spans and logs.
    pub fn name(self) -> String {
        match self {
            Self::Grpc(code) => meaning(code).grpc.to_owned(),
            Self::Http(status) => status.as_u16().to_string(),
        }
    }

    /// The HTTP status: over gRPC that which Connect has for the code.
    const fn http(self) -> u16 {
        match self {
            Self::Grpc(code) => meaning(code).http,
            Self::Http(status) => status.as_u16(),
        }
    }

    /// The severity for the log.
    pub(crate) const fn severity(self) -> Severity {
        match self.http() {
            ..400 => Severity::Success,
            429 | 503 | 504 => Severity::Overload,
            // Not implemented: a transfer coding, as a method over gRPC.
            400..=499 | 501 => Severity::ClientError,
            _ => Severity::Failure,
        }
    }

    /// Whether the OpenTelemetry conventions make the server's span an error: not if the client is at fault.
    pub const fn is_server_error(self) -> bool {
        self.http() >= 500
    }
}

/// What a gRPC code is called, and its status over HTTP.
pub(crate) struct Meaning {
    /// The name in the gRPC documentation.
    grpc: &'static str,
    /// The name over Connect.
    pub(crate) connect: &'static str,
    /// The HTTP status over Connect.
    pub(crate) http: u16,
}

/// The meaning of a gRPC code.
pub(crate) const fn meaning(code: Code) -> Meaning {
    let (grpc, connect, http) = match code {
        Code::Ok => ("OK", "ok", 200),
        Code::Cancelled => ("CANCELLED", "canceled", CLIENT_CLOSED_REQUEST),
        Code::Unknown => ("UNKNOWN", "unknown", 500),
        Code::InvalidArgument => ("INVALID_ARGUMENT", "invalid_argument", 400),
        Code::DeadlineExceeded => ("DEADLINE_EXCEEDED", "deadline_exceeded", 504),
        Code::NotFound => ("NOT_FOUND", "not_found", 404),
        Code::AlreadyExists => ("ALREADY_EXISTS", "already_exists", 409),
        Code::PermissionDenied => ("PERMISSION_DENIED", "permission_denied", 403),
        Code::ResourceExhausted => ("RESOURCE_EXHAUSTED", "resource_exhausted", 429),
        Code::FailedPrecondition => ("FAILED_PRECONDITION", "failed_precondition", 400),
        Code::Aborted => ("ABORTED", "aborted", 409),
        Code::OutOfRange => ("OUT_OF_RANGE", "out_of_range", 400),
        Code::Unimplemented => ("UNIMPLEMENTED", "unimplemented", 501),
        Code::Internal => ("INTERNAL", "internal", 500),
        Code::Unavailable => ("UNAVAILABLE", "unavailable", 503),
        Code::DataLoss => ("DATA_LOSS", "data_loss", 500),
        Code::Unauthenticated => ("UNAUTHENTICATED", "unauthenticated", 401),
    };
    Meaning { grpc, connect, http }
}

/// The code of the gRPC status in headers or trailers; none where there is no status.
pub(crate) fn code_in(headers: &HeaderMap) -> Option<Code> {
    headers.get("grpc-status").map(|code| Code::from_bytes(code.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_names_of_the_grpc_documentation() {
        let names = [0, 1, 3, 16].map(|code| Status::Grpc(Code::from_i32(code)).name());
        assert_eq!(names, ["OK", "CANCELLED", "INVALID_ARGUMENT", "UNAUTHENTICATED"]);
    }

    #[test]
    fn only_faults_of_the_service_are_errors_of_its_span() {
        assert!(Status::Grpc(Code::Internal).is_server_error());
        assert!(!Status::Grpc(Code::InvalidArgument).is_server_error());
        assert!(Status::Http(StatusCode::SERVICE_UNAVAILABLE).is_server_error());
        assert!(!Status::Http(StatusCode::CONFLICT).is_server_error());
        assert_eq!(Status::disconnected(Transport::Http).name(), "499");
    }

    #[test]
    fn what_is_not_implemented_is_the_fault_of_the_client() {
        for status in [Status::Grpc(Code::Unimplemented), Status::Http(StatusCode::NOT_IMPLEMENTED)] {
            assert_eq!(status.severity(), Severity::ClientError);
        }
        assert_eq!(Status::Http(StatusCode::INTERNAL_SERVER_ERROR).severity(), Severity::Failure);
    }
}

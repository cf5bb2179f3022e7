//! The status of a call that has ended.

use http::StatusCode;
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
            Self::Grpc(code) => meaning(code).0.to_owned(),
            Self::Http(status) => status.as_u16().to_string(),
        }
    }

    /// The severity for the log.
    pub(crate) const fn severity(self) -> Severity {
        match self {
            Self::Grpc(code) => meaning(code).1,
            Self::Http(status) => match status.as_u16() {
                ..400 => Severity::Success,
                429 | 503 | 504 => Severity::Overload,
                // Not implemented: a transfer coding, as a method over gRPC.
                400..=499 | 501 => Severity::ClientError,
                _ => Severity::Failure,
            },
        }
    }

    /// Whether the OpenTelemetry conventions make the server's span an error: not if the client is at fault.
    pub const fn is_server_error(self) -> bool {
        match self {
            Self::Grpc(code) => meaning(code).2,
            Self::Http(status) => status.as_u16() >= 500,
        }
    }
}

/// The name of a gRPC code in the gRPC documentation, its severity, and whether it makes a span an error.
const fn meaning(code: Code) -> (&'static str, Severity, bool) {
    use Severity::{ClientError, Failure, Overload, Success};
    match code {
        Code::Ok => ("OK", Success, false),
        Code::Cancelled => ("CANCELLED", ClientError, false),
        Code::Unknown => ("UNKNOWN", Failure, true),
        Code::InvalidArgument => ("INVALID_ARGUMENT", ClientError, false),
        Code::DeadlineExceeded => ("DEADLINE_EXCEEDED", Overload, true),
        Code::NotFound => ("NOT_FOUND", ClientError, false),
        Code::AlreadyExists => ("ALREADY_EXISTS", ClientError, false),
        Code::PermissionDenied => ("PERMISSION_DENIED", ClientError, false),
        Code::ResourceExhausted => ("RESOURCE_EXHAUSTED", Overload, false),
        Code::FailedPrecondition => ("FAILED_PRECONDITION", ClientError, false),
        Code::Aborted => ("ABORTED", ClientError, false),
        Code::OutOfRange => ("OUT_OF_RANGE", ClientError, false),
        Code::Unimplemented => ("UNIMPLEMENTED", ClientError, true),
        Code::Internal => ("INTERNAL", Failure, true),
        Code::Unavailable => ("UNAVAILABLE", Overload, true),
        Code::DataLoss => ("DATA_LOSS", Failure, true),
        Code::Unauthenticated => ("UNAUTHENTICATED", ClientError, false),
    }
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

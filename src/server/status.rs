//! The status of a call that has ended.

use http::StatusCode;
use tonic::Code;

use super::transport::Transport;

/// The status of a call, as its transport has it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// A gRPC code, from the headers or the trailers.
    Grpc(Code),
    /// An HTTP status.
    Http(StatusCode),
}

/// The severity of a status, for the log.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
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
pub(super) const CLIENT_CLOSED_REQUEST: u16 = 499;

impl Status {
    /// The status of a call whose client disconnected.
    pub(super) fn disconnected(transport: Transport) -> Self {
        match transport {
            Transport::Grpc | Transport::GrpcWeb => Self::Grpc(Code::Cancelled),
            Transport::Http => {
                Self::Http(StatusCode::from_u16(CLIENT_CLOSED_REQUEST).unwrap_or(StatusCode::REQUEST_TIMEOUT))
            }
        }
    }

    /// The name of a gRPC code or the number of an HTTP status, for metrics, spans and logs.
    pub(super) fn name(self) -> String {
        match self {
            Self::Grpc(code) => code_name(code).to_owned(),
            Self::Http(status) => status.as_u16().to_string(),
        }
    }

    /// The severity for the log.
    pub(super) const fn severity(self) -> Severity {
        match self {
            Self::Grpc(code) => match code {
                Code::Ok => Severity::Success,
                Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted => Severity::Overload,
                Code::Internal | Code::Unknown | Code::DataLoss => Severity::Failure,
                Code::Cancelled
                | Code::InvalidArgument
                | Code::NotFound
                | Code::AlreadyExists
                | Code::PermissionDenied
                | Code::FailedPrecondition
                | Code::Aborted
                | Code::OutOfRange
                | Code::Unimplemented
                | Code::Unauthenticated => Severity::ClientError,
            },
            Self::Http(status) => match status.as_u16() {
                ..400 => Severity::Success,
                429 | 503 | 504 => Severity::Overload,
                400..500 => Severity::ClientError,
                _ => Severity::Failure,
            },
        }
    }

    /// Whether the OpenTelemetry conventions make the server's span an error: not if the client is at fault.
    pub(super) const fn is_server_error(self) -> bool {
        match self {
            Self::Grpc(code) => matches!(
                code,
                Code::Unknown
                    | Code::DeadlineExceeded
                    | Code::Unimplemented
                    | Code::Internal
                    | Code::Unavailable
                    | Code::DataLoss
            ),
            Self::Http(status) => status.as_u16() >= 500,
        }
    }
}

/// The name of a gRPC code in the gRPC documentation.
pub(super) const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_names_of_the_grpc_documentation() {
        let named = |code: i32| code_name(Code::from_i32(code));
        assert_eq!(
            (named(0), named(1), named(3), named(16)),
            ("OK", "CANCELLED", "INVALID_ARGUMENT", "UNAUTHENTICATED")
        );
    }

    #[test]
    fn only_faults_of_the_service_are_errors_of_its_span() {
        assert!(Status::Grpc(Code::Internal).is_server_error());
        assert!(!Status::Grpc(Code::InvalidArgument).is_server_error());
        assert!(Status::Http(StatusCode::SERVICE_UNAVAILABLE).is_server_error());
        assert!(!Status::Http(StatusCode::CONFLICT).is_server_error());
        assert_eq!(Status::disconnected(Transport::Http).name(), "499");
    }
}

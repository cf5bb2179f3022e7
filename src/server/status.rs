//! How a call ended, by the status of its transport.

use http::StatusCode;
use tonic::Code;

use super::transport::Transport;

/// How a call ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// With this code, from the headers or the trailers.
    Grpc(Code),
    /// With this HTTP status.
    Http(StatusCode),
}

/// How bad it is that a call ended so, for the log.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// It succeeded.
    Fine,
    /// The caller did something wrong, or went away.
    Refused,
    /// The service had too much to do, or took too long.
    Strained,
    /// The service failed.
    Failed,
}

/// What nginx says of a call whose caller went away; HTTP has no status for it.
pub(super) const GONE: u16 = 499;

impl Status {
    /// Of a call that is dropped before it has ended: its caller is gone.
    pub(super) fn gone(transport: Transport) -> Self {
        match transport {
            Transport::Grpc | Transport::GrpcWeb => Self::Grpc(Code::Cancelled),
            Transport::Http => Self::Http(StatusCode::from_u16(GONE).unwrap_or(StatusCode::REQUEST_TIMEOUT)),
        }
    }

    /// How it is written in metrics, spans and logs: the name of a gRPC code, the number of an HTTP status.
    pub(super) fn name(self) -> String {
        match self {
            Self::Grpc(code) => code_name(code).to_owned(),
            Self::Http(status) => status.as_u16().to_string(),
        }
    }

    pub(super) const fn severity(self) -> Severity {
        match self {
            Self::Grpc(code) => match code {
                Code::Ok => Severity::Fine,
                Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted => Severity::Strained,
                Code::Internal | Code::Unknown | Code::DataLoss => Severity::Failed,
                Code::Cancelled
                | Code::InvalidArgument
                | Code::NotFound
                | Code::AlreadyExists
                | Code::PermissionDenied
                | Code::FailedPrecondition
                | Code::Aborted
                | Code::OutOfRange
                | Code::Unimplemented
                | Code::Unauthenticated => Severity::Refused,
            },
            Self::Http(status) => match status.as_u16() {
                ..400 => Severity::Fine,
                429 | 503 | 504 => Severity::Strained,
                400..500 => Severity::Refused,
                _ => Severity::Failed,
            },
        }
    }

    /// Whether the span of a server is an error by the conventions: not where the caller is to blame.
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

/// The name of a code, as the gRPC documentation writes it.
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
    fn names_of_codes_are_those_of_the_documentation() {
        let named = |code: i32| code_name(Code::from_i32(code));
        assert_eq!(
            (named(0), named(1), named(3), named(16)),
            ("OK", "CANCELLED", "INVALID_ARGUMENT", "UNAUTHENTICATED")
        );
    }

    #[test]
    fn only_what_the_service_did_is_an_error_of_its_span() {
        assert!(Status::Grpc(Code::Internal).is_server_error());
        assert!(!Status::Grpc(Code::InvalidArgument).is_server_error());
        assert!(Status::Http(StatusCode::SERVICE_UNAVAILABLE).is_server_error());
        assert!(!Status::Http(StatusCode::CONFLICT).is_server_error());
        assert_eq!(Status::gone(Transport::Http).name(), "499");
    }
}

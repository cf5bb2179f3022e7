//! What a call asks for, and how it came: what metrics, spans and logs name calls by.

ayla_rules::string_enum! {
    /// What a call asks for.
    pub enum Operation {
        /// Every game.
        ListVariants = "list-variants",
        /// One game.
        GetVariant = "get-variant",
        /// The first position of a game.
        StartGame = "start-game",
        /// The legal moves.
        LegalMoves = "legal-moves",
        /// Whether a move is legal.
        ValidateMove = "validate-move",
        /// The position after a move.
        ApplyMove = "apply-move",
        /// The best move.
        SuggestMove = "suggest-move",
        /// The best move, and what looks best on the way.
        SuggestMoveStream = "suggest-move-stream",
        /// What is running.
        GetServerInfo = "get-server-info",
        /// The health of a service over gRPC.
        Health = "health",
        /// The same, told again whenever it changes.
        HealthWatch = "health-watch",
        /// The contract over gRPC.
        Reflection = "reflection",
        /// The contract over HTTP, and the pages to try it.
        Documentation = "documentation",
        /// Nothing that there is.
        Unknown = "unknown",
    }
}

ayla_rules::string_enum! {
    /// How a call reached the service.
    pub enum Transport {
        /// gRPC over HTTP/2.
        Grpc = "grpc",
        /// gRPC-web, over HTTP/2 or HTTP/1.1.
        GrpcWeb = "grpc-web",
        /// JSON, or anything else over HTTP.
        Http = "http",
    }
}

/// Where every game is described over HTTP.
const VARIANTS: &str = "/v1/variants";

impl Operation {
    /// What a path of gRPC asks for.
    pub(super) fn of_grpc(path: &str) -> Self {
        let Some((service, method)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return Self::Unknown;
        };
        match (service, method) {
            ("mancala.v1.MancalaService", "ListVariants") => Self::ListVariants,
            ("mancala.v1.MancalaService", "GetVariant") => Self::GetVariant,
            ("mancala.v1.MancalaService", "StartGame") => Self::StartGame,
            ("mancala.v1.MancalaService", "LegalMoves") => Self::LegalMoves,
            ("mancala.v1.MancalaService", "ValidateMove") => Self::ValidateMove,
            ("mancala.v1.MancalaService", "ApplyMove") => Self::ApplyMove,
            ("mancala.v1.MancalaService", "SuggestMove") => Self::SuggestMove,
            ("mancala.v1.MancalaService", "SuggestMoveStream") => Self::SuggestMoveStream,
            ("mancala.v1.MancalaService", "GetServerInfo") => Self::GetServerInfo,
            ("grpc.health.v1.Health", "Check") => Self::Health,
            ("grpc.health.v1.Health", "Watch") => Self::HealthWatch,
            (
                "grpc.reflection.v1.ServerReflection" | "grpc.reflection.v1alpha.ServerReflection",
                "ServerReflectionInfo",
            ) => Self::Reflection,
            _ => Self::Unknown,
        }
    }

    /// What a path of JSON over HTTP asks for.
    pub(super) fn of_http(path: &str) -> Self {
        if let Some(rest) = path.strip_prefix(VARIANTS) {
            let Some(rest) = rest.strip_prefix('/') else {
                return if rest.is_empty() { Self::ListVariants } else { Self::Unknown };
            };
            return match rest.split_once('/') {
                None if !rest.is_empty() => Self::GetVariant,
                Some((_, operation)) => Self::of_position(operation),
                None => Self::Unknown,
            };
        }
        match path {
            "/v1/server-info" => Self::GetServerInfo,
            "/" | "/openapi.json" | "/docs" => Self::Documentation,
            _ if path.starts_with("/docs/") => Self::Documentation,
            _ => Self::Unknown,
        }
    }

    /// The operations that HTTP has below a variant.
    fn of_position(name: &str) -> Self {
        match Self::from_name(name) {
            Some(
                operation @ (Self::StartGame
                | Self::LegalMoves
                | Self::ValidateMove
                | Self::ApplyMove
                | Self::SuggestMove
                | Self::SuggestMoveStream),
            ) => operation,
            Some(
                Self::ListVariants
                | Self::GetVariant
                | Self::GetServerInfo
                | Self::Health
                | Self::HealthWatch
                | Self::Reflection
                | Self::Documentation
                | Self::Unknown,
            )
            | None => Self::Unknown,
        }
    }

    /// The route over HTTP, as OpenAPI writes it; none where there are several, or none.
    pub(super) const fn route(self) -> Option<&'static str> {
        match self {
            Self::ListVariants => Some(VARIANTS),
            Self::GetVariant => Some("/v1/variants/{variant}"),
            Self::StartGame => Some("/v1/variants/{variant}/start-game"),
            Self::LegalMoves => Some("/v1/variants/{variant}/legal-moves"),
            Self::ValidateMove => Some("/v1/variants/{variant}/validate-move"),
            Self::ApplyMove => Some("/v1/variants/{variant}/apply-move"),
            Self::SuggestMove => Some("/v1/variants/{variant}/suggest-move"),
            Self::SuggestMoveStream => Some("/v1/variants/{variant}/suggest-move-stream"),
            Self::GetServerInfo => Some("/v1/server-info"),
            Self::Health | Self::HealthWatch | Self::Reflection | Self::Documentation | Self::Unknown => None,
        }
    }

    /// Whether anybody may ask: what stands before the service asks for its health, and the contract is no secret. Over
    /// gRPC the contract is a stream, which takes more.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Health | Self::HealthWatch | Self::Documentation)
    }

    /// Whether it is work for a search.
    pub(super) const fn suggests(self) -> bool {
        matches!(self, Self::SuggestMove | Self::SuggestMoveStream)
    }

    /// Whether a call may last as long as its caller likes. Such calls take nothing while they wait.
    pub(super) const fn may_last(self) -> bool {
        matches!(self, Self::HealthWatch)
    }

    /// Whether answers come one by one: as the caller asks on, or as they are found.
    pub(super) const fn streams(self) -> bool {
        matches!(self, Self::Reflection | Self::SuggestMoveStream)
    }

    /// Whether they come as they are found, until a deadline at the latest.
    pub(super) const fn finds(self) -> bool {
        matches!(self, Self::SuggestMoveStream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_path_of_the_contract_has_an_operation_and_every_method_the_same() {
        let document: serde_json::Value = serde_json::from_str(&crate::http::openapi()).expect("JSON");
        let mut found = HashSet::new();
        for (route, methods) in document["paths"].as_object().expect("paths") {
            let operation = Operation::of_http(&route.replace("{variant}", "awale"));
            assert_eq!(operation.route(), Some(route.as_str()));
            for method in methods.as_object().expect("methods").values() {
                let id = method["operationId"].as_str().expect("an id").trim_end_matches("ByGet");
                assert_eq!(Operation::of_grpc(&format!("/mancala.v1.MancalaService/{id}")), operation, "{route}");
            }
            found.insert(operation);
        }
        assert_eq!(found.len(), 9);
    }

    #[test]
    fn what_there_is_not_is_unknown() {
        for path in ["", "/", "x", "/mancala.v1.MancalaService/", "/mancala.v1.MancalaService/applyMove", "/a/b/c"] {
            assert_eq!(Operation::of_grpc(path), Operation::Unknown, "{path}");
        }
        for path in ["", "/v1", "/v1/variantsx", "/v1/variants/", "/v1/variants/awale/", "/v1/variants/awale/health"] {
            assert_eq!(Operation::of_http(path), Operation::Unknown, "{path}");
        }
        assert_eq!(Operation::of_http("/docs/index.css"), Operation::Documentation);
    }
}

# The image of the service: one static binary. docs/container.md says how to build and run it.
#
# Apart from the base image, the build downloads only from the crates registry and, for the rules in the browser, the standard
# library of WebAssembly. It needs no cmake, protoc or Alpine packages.

ARG RUST_VERSION=1.95.0
ARG ALPINE_VERSION=3.23

FROM rust:${RUST_VERSION}-alpine${ALPINE_VERSION} AS build

# Static linking is explicit, because the compiler's default for musl targets may change. The binary does not name the folders
# of its build; trim-paths in Cargo.toml would do that, but is not stable in this version.
ENV REMAPPED="--remap-path-prefix=/build=. --remap-path-prefix=$CARGO_HOME=/cargo"
ENV RUSTFLAGS="-C target-feature=+crt-static $REMAPPED"

WORKDIR /build

# Builds the dependencies in a layer that stays cached until they change. Cargo builds them only for the packages of the
# workspace, so this creates empty ones and removes their artifacts again. The programs below benches and
# fuzz are not copied, so their entries are deleted.
COPY Cargo.toml Cargo.lock ./
COPY clients/python-rules/Cargo.toml clients/python-rules/
COPY crates/api/Cargo.toml crates/api/
COPY crates/engine/Cargo.toml crates/engine/
COPY crates/fair/Cargo.toml crates/fair/
COPY crates/lab/Cargo.toml crates/lab/
COPY crates/mcp/Cargo.toml crates/mcp/
COPY crates/net/Cargo.toml crates/net/
COPY crates/pages/Cargo.toml crates/pages/
COPY crates/pictures/Cargo.toml crates/pictures/
COPY crates/puzzles/Cargo.toml crates/puzzles/
COPY crates/records/Cargo.toml crates/records/
COPY crates/rules/Cargo.toml crates/rules/
COPY crates/steps/Cargo.toml crates/steps/
COPY crates/terminal/Cargo.toml crates/terminal/
COPY crates/web/Cargo.toml crates/web/
COPY fuzz/Cargo.toml fuzz/
COPY tests/support/command/Cargo.toml tests/support/command/
COPY tests/support/games/Cargo.toml tests/support/games/
COPY tests/support/languages/Cargo.toml tests/support/languages/
COPY tests/support/server/Cargo.toml tests/support/server/
RUN sed -i '/^\[\[\(bench\|bin\|example\)\]\]/,/^$/d' Cargo.toml crates/*/Cargo.toml fuzz/Cargo.toml \
 && for crate in . clients/* crates/* fuzz tests/support/*; do mkdir "$crate/src" && touch "$crate/src/lib.rs"; done \
 && echo 'fn main() {}' >build.rs \
 && cp build.rs src/main.rs \
 && cp build.rs crates/lab/src/main.rs \
 && cp build.rs crates/pages/build.rs \
 && target="$(uname -m)-unknown-linux-musl" \
 && cargo build --locked --profile image --target "$target" --package ayla --lib \
 && cargo clean --locked --profile image --target "$target" \
      --package ayla --package ayla-api --package ayla-engine --package ayla-fair --package ayla-mcp --package ayla-net \
      --package ayla-pages --package ayla-pictures --package ayla-puzzles --package ayla-records --package ayla-rules \
      --package ayla-steps --package ayla-terminal

COPY build.rs LICENSE ./
COPY build build
COPY crates crates
# The binary serves these pages.
COPY docs/glossary.md docs/notation.md docs/
COPY docs/rules docs/rules
COPY locales locales
COPY proto proto
COPY src src
# The rules in WebAssembly, with which the page to play needs no net.
RUN rustup target add wasm32-unknown-unknown \
 && RUSTFLAGS="-C target-feature=+simd128 $REMAPPED" \
    cargo build --locked --profile web --target wasm32-unknown-unknown --package ayla-web
# The commit that server-info and metrics report beside the version. Without it, they report "unknown".
ARG AYLA_COMMIT
RUN target="$(uname -m)-unknown-linux-musl" \
 && AYLA_RULES_MODULE=target/wasm32-unknown-unknown/web/ayla_web.wasm \
    cargo build --locked --profile image --target "$target" --package ayla --bin ayla \
 && mkdir -p image \
 && cp LICENSE "target/$target/image/ayla" image

# No shell, no libraries, and no CA certificates: the program has those that the export of spans needs.
FROM scratch

ARG AYLA_COMMIT
ARG AYLA_SOURCE
LABEL org.opencontainers.image.title="ayla" \
      org.opencontainers.image.description="Rules of traditional mancala games as a stateless service over gRPC and JSON" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${AYLA_COMMIT}" \
      org.opencontainers.image.source="${AYLA_SOURCE}"

COPY --from=build /build/image /

ENV AYLA_LISTEN=[::]:8080 \
    AYLA_ADMIN_LISTEN=[::]:9090 \
    AYLA_LOG_FORMAT=json \
    MIMALLOC_ALLOW_THP=0

USER 65532:65532
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
# The command has its own timeout of three seconds.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["/ayla", "healthcheck"]
ENTRYPOINT ["/ayla"]

# shellcheck shell=bash
# The code in Rust: its form, its tests, its documentation, its bounds of time, and its parsers under random input.

# The time for each fuzz target, which has one thread.
readonly FUZZ_SECONDS=${FUZZ_SECONDS:-25}
readonly CARGO_FUZZ_VERSION=0.13.2

step format landing 300 cargo
format() {
    cargo fmt --all --check
}

# With the profile of the tests, which need nearly all of this too: with the workspace and an example, features are the same.
step server-binary need 1800 cargo
server_binary() {
    cargo build --locked --profile test --workspace \
        --bin ayla --bin pseudo-languages --bin mcp-fixtures --example first_game
}

step clippy landing 1800 cargo
clippy() {
    cargo clippy --locked --workspace --all-targets -- -D warnings
}

step tests landing 2700 cargo
tests() {
    # Without --locked, as in the README.
    cargo test
}

step docs landing 1200 cargo
docs() {
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps
}

# The engine without mapped memory and files, for programs that have neither, and the service without pictures.
step core whole 1800 cargo Cargo.toml crates/api crates/engine 'src/*.rs'
core() {
    cargo clippy --locked --package ayla --no-default-features --lib --bins -- -D warnings
    cargo clippy --locked --package ayla-engine --no-default-features --lib -- -D warnings
    cargo test --locked --package ayla-engine --no-default-features --features weights --lib
    # Requests and answers are for browsers too.
    retry rustup target add wasm32-unknown-unknown
    cargo check --locked --package ayla-api --all-features --target wasm32-unknown-unknown
}

# The times that the service promises, with the tolerance of a busy machine. The benchmark itself has the profile of the
# tests, which are built already; a release build would take longer than the benchmark. The part about fairness needs one, and
# processors that nobody else uses.
step bounds whole 1800 'cargo alone server-binary' benches/bounds crates/fair crates/net 'src/server*' 'src/service*'
bounds() {
    cargo bench --locked --profile dev --bench bounds -- latency faults attacks --check --rounds 10 --seconds 5
}

# Without a sanitizer, because the crates forbid unsafe code. This works with the stable toolchain, and overflows and
# debug assertions are still caught.
step fuzz whole 2400 'cargo c++' fuzz crates/api/src crates/rules/src 'src/grpc*' 'src/http*'
fuzz() {
    local targets=$CI_DIR/fuzz/targets
    # Six programs are linked, for which link-time optimization would take longer than the fuzzing.
    export CARGO_PROFILE_RELEASE_LTO=off
    cargo_tool cargo-fuzz "$CARGO_FUZZ_VERSION"
    PATH="$CI_DIR/cargo/bin:$PATH"
    mkdir -p "$CI_DIR/fuzz/corpus"
    cargo fuzz list >"$targets"
    [[ -s $targets ]]
    (cd "$CI_DIR/fuzz/corpus" && xargs mkdir -p <"$targets")
    cargo fuzz build --sanitizer none --target-dir "$CI_DIR/fuzz/build"
    # As many at once as there are processors.
    xargs --arg-file="$targets" --max-procs="$(nproc)" -I TARGET \
        cargo fuzz run --sanitizer none --target-dir "$CI_DIR/fuzz/build" TARGET "$CI_DIR/fuzz/corpus/TARGET" fuzz/seeds/TARGET -- \
        -max_total_time="$FUZZ_SECONDS" -timeout=10 -rss_limit_mb=2048 -seed=1 -verbosity=0 -print_final_stats=1
}

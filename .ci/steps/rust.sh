# shellcheck shell=bash
# The code in Rust: its form, its tests, its documentation, its bounds of time, and its parsers under random input.

# What the server, its command and the libraries are built from.
readonly SOURCES='Cargo.toml Cargo.lock build.rs src crates clients/python-rules proto locales build docs/rules docs/glossary.md docs/notation.md'
readonly CARGO_MUTANTS_VERSION=27.1.0
# The inputs for each fuzz target, always the same: at most half a minute of one processor.
declare -A FUZZ_RUNS=([cost]=600 [json]=20000 [play]=150000 [protobuf]=20000 [record]=40000 [text]=800000 [token]=200000)

step format landing 300 cargo '*.rs' '*Cargo.toml' Cargo.lock rustfmt.toml
format() {
    cargo fmt --all --check
}

# With the profile of the tests, which need nearly all of this too: with the workspace and an example, features are the same.
step server-binary need 1800 cargo "$SOURCES" tests/support fuzz examples/first_game.rs
server_binary() {
    cargo build --locked --profile test --workspace \
        --bin ayla --bin ayla-lab --bin pseudo-languages --bin mcp-fixtures --example first_game
}

step clippy landing 1800 cargo "$SOURCES" tests benches fuzz examples/first_game.rs
clippy() {
    cargo clippy --locked --workspace --all-targets -- -D warnings
}

# They read the pages, the manifests and much else.
step tests landing 1800 cargo .
tests() {
    # Without --locked, as in the README.
    cargo test
}

step docs landing 1200 cargo "$SOURCES" tests/support fuzz
docs() {
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps
}

# The engine without mapped memory and files, for programs that have neither, and the service without pictures.
step core landing 1800 cargo "$SOURCES"
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
step bounds landing 1800 'cargo alone server-binary' benches tests/support
bounds() {
    cargo bench --locked --profile dev --bench bounds -- latency faults attacks --check --rounds 10 --seconds 5
}

# Without a sanitizer, because the crates forbid unsafe code. With the profile of the tests, and so with what they are built from:
# optimizing would take longer than the few inputs of a landing do.
step fuzz landing 2400 'cargo c++ server-binary' "$SOURCES" fuzz .ci/instrumented
fuzz() {
    local target running=0 failures=0
    RUSTC_WORKSPACE_WRAPPER=$PWD/.ci/instrumented \
        cargo build --locked --profile test --workspace --features ayla-fuzz/fuzzer --example fuzz
    # As many at once as there are processors.
    for target in fuzz/seeds/*; do
        target=${target##*/}
        fuzz_target "$target" "${FUZZ_RUNS[$target]}" &
        running=$((running + 1))
        if ((running == $(nproc))); then
            wait -n || failures=$((failures + 1))
            running=$((running - 1))
        fi
    done
    for (( ; running; running--)); do
        wait -n || failures=$((failures + 1))
    done
    return "$failures"
}

# fuzz_target NAME RUNS tries so many inputs, or, with FUZZ_SECONDS, others each time for so long. It begins with the seeds alone,
# so that the same number of inputs is the same inputs.
fuzz_target() {
    local log=$CI_DIR/fuzz/$1.log corpus=$CI_DIR/fuzz/corpus/$1 bound=(-runs="$2" -seed=1)
    if [[ -n ${FUZZ_SECONDS:-} ]]; then
        bound=(-max_total_time="$FUZZ_SECONDS" -seed="$RANDOM")
    fi
    rm -rf "$corpus"
    mkdir -p "$corpus"
    if FUZZ_TARGET=$1 "$TARGET_DIR/debug/examples/fuzz" "$corpus" "fuzz/seeds/$1" \
        "${bound[@]}" -timeout=30 -rss_limit_mb=2048 -artifact_prefix="$CI_DIR/fuzz/" -verbosity=0 -print_final_stats=1 \
        >"$log" 2>&1; then
        echo "$1, ${bound[*]}: $(grep --only-matching 'number_of_executed_units: .*' "$log")"
    else
        echo "$1, ${bound[*]}:"
        # The words that the fuzzer recommends for the next time would hide the rest.
        grep --invert-match '# Uses: ' "$log" | tail -n 60
        return 1
    fi
}

# Changes of the rules since the last release, or in the last week, which its tests have to notice. Those that change nothing are
# listed with the reason in .cargo/mutants.toml.
step mutants whole 7200 cargo "$SOURCES" .cargo/mutants.toml tests/vectors tests/positions docs
mutants() {
    local since changes=$CI_DIR/mutants.diff
    cargo_tool cargo-mutants "$CARGO_MUTANTS_VERSION"
    PATH="$CI_DIR/cargo/bin:$PATH"
    since=$(last_release || git rev-list --max-count=1 --before='7 days ago' HEAD)
    git diff "${since:-HEAD~20}" -- crates/rules/src >"$changes"
    if [[ -s $changes ]]; then
        cargo mutants --no-shuffle --package ayla-rules --in-diff "$changes" --output "$CI_DIR"
    fi
}

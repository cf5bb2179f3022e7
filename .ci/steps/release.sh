# shellcheck shell=bash
# The command that makes a release, and what the last release and this build say to each other.

# Trial releases of a clone, with .ci/run replaced.
check_step release landing 600 '' .ci/release.py \
    CHANGELOG.md LICENSE Cargo.toml Cargo.lock openapi server.json Dockerfile compose.yaml k8s 'clients/*/p*'

# Replicas of the last release and of this build answer the same games by turns. PREVIOUS names another commit than that of
# the last release.
check_step upgrade landing 2400 'cargo server-binary' openapi
upgrade() {
    local folder=$CI_DIR/upgrade previous=${PREVIOUS:-}
    if [[ -z $previous ]] && ! previous=$(last_release); then
        echo "there is no release yet"
        return
    fi
    rm -rf "$folder/source"
    mkdir -p "$folder/source"
    git archive "$previous" | tar --extract --directory "$folder/source"
    cargo build --locked --package ayla --bin ayla --manifest-path "$folder/source/Cargo.toml" --target-dir "$folder/target"
    PREVIOUS_BINARY=$folder/target/debug/ayla check upgrade
    echo "compatible with $previous"
}

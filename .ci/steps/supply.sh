# shellcheck shell=bash
# What the service is made of: licences and sources of its libraries, and the list of them. Sourced by .ci/run.

readonly CARGO_DENY_VERSION=0.20.2
readonly CARGO_CYCLONEDX_VERSION=0.5.9

# A tool of cargo, in one version, from the registry.
cargo_tool() {
    local name=$1 version=$2
    if cargo install --list --root "$CI_DIR/cargo" | grep --quiet --line-regexp "$name v${version//./\\.}:"; then
        return
    fi
    # A debug build is a fraction of the work, and these tools have little to do.
    patiently limit 900 cargo install "$name" --version "$version" \
        --locked --debug --quiet --force --root "$CI_DIR/cargo"
}

# Advisories come from a database that is not in a registry: `cargo deny check advisories`, before each release.
deny() {
    cargo_tool cargo-deny "$CARGO_DENY_VERSION"
    limit 120 "$CI_DIR/cargo/bin/cargo-deny" --locked check --deny warnings bans licenses sources
    # The fuzz targets are nobody's but ours; where they come from matters all the same.
    limit 120 "$CI_DIR/cargo/bin/cargo-deny" --locked --manifest-path fuzz/Cargo.toml \
        --config deny.toml check sources
}

# The libraries in the binary for a target, as CycloneDX, into a file.
bill_of_materials() {
    local target=$1 file=$2
    cargo_tool cargo-cyclonedx "$CARGO_CYCLONEDX_VERSION"
    # It writes beside Cargo.toml, whatever one says; with the time of the commit rather than the day's.
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) limit 120 "$CI_DIR/cargo/bin/cargo-cyclonedx" cyclonedx \
        --quiet --format json --spec-version 1.5 --target "$target" --no-build-deps --override-filename ayla.cdx
    mv ayla.cdx.json "$file"
}

sbom() {
    local target version
    for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl; do
        bill_of_materials "$target" "$CI_DIR/ayla-$target.cdx.json"
        version=$(cargo metadata --locked --no-deps --format-version 1 |
            "$VENV/bin/python" -c "import json, sys; print(json.load(sys.stdin)['packages'][0]['version'])")
        limit 120 "$VENV/bin/python" .ci/checks/sbom.py "$CI_DIR/ayla-$target.cdx.json" "$version" "$target"
    done
}

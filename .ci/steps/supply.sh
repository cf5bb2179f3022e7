# shellcheck shell=bash
# The libraries of the service: their licences and sources, and the bill of materials.

readonly CARGO_DENY_VERSION=0.20.2
readonly CARGO_CYCLONEDX_VERSION=0.5.9

# Advisories are checked before each release (docs/releasing.md), because their database is not in a registry.
step deny landing 1200 cargo deny.toml Cargo.lock '*Cargo.toml'
deny() {
    cargo_tool cargo-deny "$CARGO_DENY_VERSION"
    PATH="$CI_DIR/cargo/bin:$PATH"
    cargo deny --locked check --deny warnings licenses sources
    # Packages and their test support depend on each other. cargo-deny 0.20 overflows its stack on such cycles.
    cargo deny --locked --exclude-dev check --deny warnings bans
}

# Writes a bill of materials in CycloneDX format for each target, and checks it.
check_step sbom whole 1200 cargo Cargo.lock '*Cargo.toml'
sbom() {
    local target bill
    cargo_tool cargo-cyclonedx "$CARGO_CYCLONEDX_VERSION"
    for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl; do
        bill=$CI_DIR/ayla-$target.cdx.json
        # The time of the commit makes the file reproducible.
        SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) "$CI_DIR/cargo/bin/cargo-cyclonedx" cyclonedx \
            --quiet --format json --spec-version 1.5 --target "$target" --no-build-deps --override-filename ayla.cdx
        # It can only write beside Cargo.toml, and does so for each crate of the workspace.
        mv ayla.cdx.json "$bill"
        rm {clients,crates}/*/ayla.cdx.json fuzz/ayla.cdx.json tests/support/*/ayla.cdx.json
    done
    check sbom
}

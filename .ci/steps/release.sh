# shellcheck shell=bash
# The command that makes a release.

# Trial releases of a clone, with .ci/run replaced.
check_step release landing 600 '' .ci/release.py \
    CHANGELOG.md LICENSE Cargo.toml Cargo.lock openapi server.json Dockerfile compose.yaml k8s 'clients/*/p*'

# shellcheck shell=bash
# The Model Context Protocol: the conformance suite, and whole games of the official clients and of an agent. Sourced by .ci/run.

mcp() {
    limit 600 cargo build --locked --profile test --example mcp-fixtures
    check mcp
}

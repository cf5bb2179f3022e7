# shellcheck shell=bash
# The Model Context Protocol: whole games of an agent and of the official clients, and the conformance suite.

step agent landing 600 'python-tools server-binary'
agent() {
    check mcp -k agent
}

check_step mcp whole 1200 'node-tools server-binary' crates/mcp src/mcp.rs tests/support/server/src/bin/mcp-fixtures.rs .ci/mcp
mcp() {
    check mcp -k "not agent"
}

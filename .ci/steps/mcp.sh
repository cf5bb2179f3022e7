# shellcheck shell=bash
# The Model Context Protocol: whole games of an agent and of the official clients, the conformance suite, and the schemas as the
# clients of other models convert them.

step agent landing 600 'python-tools server-binary'
agent() {
    check mcp -k agent
}

check_step mcp whole 1200 'node-tools server-binary' crates/mcp src/mcp.rs tests/support/server/src/bin/mcp-fixtures.rs .ci/mcp .ci/checks/{games,test_mcp_schemas}.py
mcp() {
    check mcp -k "not agent"
    check mcp-schemas
}

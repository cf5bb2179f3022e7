# shellcheck shell=bash
# The Model Context Protocol: whole games of an agent and of the official clients, the conformance suite, and the schemas as the
# clients of other models convert them.

step agent landing 600 'python-tools server-binary' tests/mcp tests/programs/{games,test_mcp}.py examples/bots
agent() {
    check mcp -k agent
}

check_step mcp landing 1200 'node-tools server-binary' tests/mcp tests/programs/{games,test_mcp,test_mcp_schemas}.py examples/bots
mcp() {
    check mcp -k "not agent"
    check mcp-schemas
}

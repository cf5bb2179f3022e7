# shellcheck shell=bash
# The Model Context Protocol: the conformance suite, and whole games of the official clients. Sourced by .ci/run.

readonly MCP_DIR=$CI_DIR/mcp

mcp() {
    local manifests=(.ci/mcp/package.json .ci/mcp/package-lock.json)
    python_environment "$MCP_DIR/venv" .ci/mcp/requirements.txt
    if ! up_to_date "$MCP_DIR/node" "${manifests[@]}"; then
        rm -rf "$MCP_DIR/node"
        mkdir -p "$MCP_DIR/node"
        cp "${manifests[@]}" "$MCP_DIR/node"
        retry limit 600 "$VENV/bin/npm" --prefix "$MCP_DIR/node" ci \
            --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
        fingerprint "$MCP_DIR/node" "${manifests[@]}" >"$MCP_DIR/node/.fingerprint"
    fi
    # Node looks for modules beside the script.
    cp .ci/mcp/play.mjs "$MCP_DIR/node"
    limit 400 "$VENV/bin/python" .ci/checks/mcp_clients.py \
        "$SERVER_BINARY" "$(dirname "$SERVER_BINARY")/mcp-fixtures" "$MCP_DIR" "$(node_home)/bin/node"
    limit 120 "$VENV/bin/python" .ci/checks/example_agent.py \
        "$SERVER_BINARY" "$CI_DIR/examples/agent" "$MCP_DIR/venv/bin/python"
}

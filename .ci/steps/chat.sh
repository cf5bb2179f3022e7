# shellcheck shell=bash
# The example of a chat bot, on a chat server. Sourced by .ci/run.

chat() {
    if ! command -v ngircd /usr/sbin/ngircd >/dev/null; then
        apt_install ngircd
        # The package starts its service.
        limit 30 service ngircd stop || true
    fi
    limit 180 "$VENV/bin/python" .ci/checks/chat.py "$SERVER_BINARY" "$CI_DIR/chat"
}

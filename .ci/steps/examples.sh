# shellcheck shell=bash
# The examples of chat bots and clients, on real chat servers and in a terminal. Sourced by .ci/run.

chat() {
    if ! command -v ngircd /usr/sbin/ngircd >/dev/null; then
        apt_install ngircd
        # The package starts its service.
        limit 30 service ngircd stop || true
    fi
    check chat
}

examples() {
    local name file lines
    if ! command -v prosody >/dev/null; then
        apt_install prosody
        limit 30 service prosody stop || true
    fi
    # Short enough to be read at once.
    for file in examples/bots/* examples/pages/*; do
        lines=$(wc -l <"$file")
        if ((lines > 90)); then
            echo "$file has $lines lines, more than 90"
            return 1
        fi
    done
    typescript_program examples/bots/play.ts --types node --typeRoots "$NODE_DIR/node_modules/@types"
    for name in buttons worker xmpp terminal; do
        check "$name"
    done
}

# shellcheck shell=bash
# The examples of chat bots and clients, on real chat servers and in a terminal.

check_step chat landing 600 'server-binary ngircd' examples/bots docs/irc.md tests/programs/{irc.md,example_games.py}

step examples landing 1200 'node-tools server-binary prosody' \
    openapi examples/bots examples/pages tests/programs/{example_games,games,test_buttons,test_terminal,test_webhook,test_worker,test_xmpp}.py
examples() {
    local file lines name
    # Short enough to be read at once.
    for file in examples/bots/* examples/pages/*; do
        lines=$(wc -l <"$file")
        if ((lines > 90)); then
            echo "$file has $lines lines, more than 90"
            return 1
        fi
    done
    typescript_program examples/bots/play.ts --types node --typeRoots "$NODE_DIR/node_modules/@types"
    for name in buttons terminal webhook worker xmpp; do
        check "$name"
    done
}

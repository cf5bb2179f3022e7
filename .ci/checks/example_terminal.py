"""Plays all games through the example of a terminal client.

    python example_terminal.py SERVER_BINARY FOLDER NODE CLIENT

CLIENT is the example beside the types and the modules that it imports. Exits with 1 and a list of the failures, or with 0.
"""

import pathlib
import subprocess
import sys

from example_games import (
    AGREED, DECLINED, EMPTY, ENDED, FAMILY, GAMES, LEVEL, LOCALES, MOST_TURNS, PROPOSED, SHOWN, TURNED, cycled, turns_of,
)
from expectations import expect, expect_true, finish
from processes import Gone, Replica, end, spawn

PROMPT = "> "
AGREE = {"en": "I agree", "fr": "d'accord"}


class Terminal:
    """A client in a terminal, and what it shows last."""

    def __init__(self, command, replica, log, *arguments):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": log}
        self.process = spawn([*command, f"http://127.0.0.1:{replica.port}", *arguments], **pipes)
        self.shown = self._read()

    def _read(self):
        """What is shown until the next prompt, or until the end."""
        shown = b""
        while not shown.endswith(PROMPT.encode()):
            byte = self.process.stdout.read(1)
            if not byte:
                break
            shown += byte
        return shown.decode()

    def type(self, text):
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()
        self.shown = self._read()
        return self.shown

    def labels(self):
        """The legal moves, which are in the line before the prompt."""
        return self.shown.split("\n")[-2].split(", ")

    @property
    def is_over(self):
        return not self.shown.endswith(PROMPT)

    def code(self):
        return self.process.wait(timeout=20)


def play_against_engine(start, replica, locale, variant, preset):
    """A whole game, with one call a turn. Proposes to stop until the engine declines."""
    name = f"{variant}, {locale}"
    before, calls = turns_of(replica), 1
    terminal = start(f"{variant}:{preset}", FAMILY, str(LEVEL), locale)
    declined = False
    while not terminal.is_over and calls < MOST_TURNS:
        terminal.type(cycled(terminal.labels(), calls))
        calls += 1
        if not declined and not terminal.is_over and variant in ("awale", "anywoli"):
            declined = DECLINED[locale] in terminal.type(AGREE[locale])
            calls += 1
    expect_true(f"{name}: the game ends after {calls} calls", ENDED[locale] in terminal.shown, terminal.shown)
    expect_true(f"{name}: the name is whole", FAMILY in terminal.shown, terminal.shown)
    expect(f"{name}: the client ends", terminal.code(), 0)
    expect(f"{name}: calls", turns_of(replica) - before, calls)
    return declined


def play_between_people(start, locale):
    """A move that is refused, a proposal that lapses, and one that the other person accepts."""
    terminal = start("awale:tournament", FAMILY, TURNED, locale)
    expect_true("the name is turned back", SHOWN in terminal.shown and "\u202e" not in terminal.shown, terminal.shown)
    terminal.type("3")
    terminal.type("(3)")
    expect_true("an empty house is refused", EMPTY[locale] in terminal.type("3️⃣"), terminal.shown)
    expect_true("a proposal", PROPOSED[locale] in terminal.type(AGREE[locale]), terminal.shown)
    expect_true("it lapses", PROPOSED[locale] not in terminal.type(""), terminal.shown)
    terminal.type(AGREE[locale])
    expect_true("the other agrees", AGREED[locale] in terminal.type(AGREE[locale]), terminal.shown)
    expect("the client ends", terminal.code(), 0)


def main(binary, folder, *command):
    folder.mkdir(parents=True, exist_ok=True)
    replica = Replica(binary, folder / "ayla.log", {})
    with open(folder / "terminal.log", "w") as log:

        def start(*arguments):
            return Terminal(command, replica, log, *arguments)

        try:
            declined = [play_against_engine(start, replica, locale, *game) for locale in LOCALES for game in GAMES]
            expect_true("the engine has declined a proposal", any(declined))
            for locale in LOCALES:
                play_between_people(start, locale)
            unknown = start("oware", FAMILY, str(LEVEL), "fr")
            expect_true("a game that does not exist", "oware" in unknown.shown and "awale" in unknown.shown, unknown.shown)
            expect("the client ends with the exit code 1", unknown.code(), 1)
        finally:
            end(replica.process)
    finish("example_terminal")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]), *sys.argv[3:])
    except (Gone, OSError) as error:
        sys.exit(f"example_terminal: {error!r}")

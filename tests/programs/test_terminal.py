"""All games through the example of a terminal client, NODE_DIR/play.ts beside the types and the modules that it imports."""

import os
import pathlib
import subprocess

import pytest
from example_games import (
    AGREE, AGREED, DECLINED, EMPTY, ENDED, FAMILY, LEVEL, LOCALES, LOST, MOST_TURNS, PROPOSED, SHOWN, TURNED, Turns,
    cycled, with_lost_game,
)
from games import presets

PROMPT = "> "


class Terminal:
    """A client in a terminal, and what it shows last."""

    def __init__(self, process):
        self._process = process
        self.shown = self._read()

    def _read(self):
        """What is shown until the next prompt, or until the end."""
        shown = b""
        while not shown.endswith(PROMPT.encode()) and (byte := self._process.stdout.read(1)):
            shown += byte
        return shown.decode()

    def type(self, text):
        self._process.stdin.write(f"{text}\n".encode())
        self._process.stdin.flush()
        self.shown = self._read()
        return self.shown

    def labels(self):
        """The legal moves, which are in the line before the prompt. Where there are none, an empty line asks the engine again."""
        return self.shown.split("\n")[-2].split(", ")

    @property
    def is_over(self):
        return not self.shown.endswith(PROMPT)

    def code(self):
        return self._process.wait(timeout=20)


@pytest.fixture(scope="module")
def server(start, folder):
    return with_lost_game(start, folder)


@pytest.fixture(scope="module")
def open_terminal(run, server):
    def opened(*arguments):
        command = [os.environ["NODE"], pathlib.Path(os.environ["NODE_DIR"]) / "play.ts", f"http://{server.address}", *arguments]
        return Terminal(run(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))

    return opened


@pytest.mark.parametrize("locale", LOCALES)
def test_whole_games_against_the_engine(open_terminal, server, locale):
    """With one call a turn. In a game that the engine wins, it declines to stop."""
    for variant, preset in [*presets(server), LOST]:
        turns = Turns(server)
        terminal = open_terminal(f"{variant}:{preset}", FAMILY, LEVEL, locale)
        calls = 1
        if preset == LOST[1]:
            assert DECLINED[locale] in terminal.type(AGREE[locale])
            calls += 1
        while not terminal.is_over and calls < MOST_TURNS:
            terminal.type(cycled(terminal.labels(), calls))
            calls += 1
        assert ENDED[locale] in terminal.shown and FAMILY in terminal.shown
        assert terminal.code() == 0
        assert turns.are(calls)


@pytest.mark.parametrize("locale", LOCALES)
def test_two_people(open_terminal, locale):
    """A move that is refused, a proposal that lapses, and one that the other person accepts."""
    terminal = open_terminal("awale:tournament", FAMILY, TURNED, locale)
    assert SHOWN in terminal.shown and "\u202e" not in terminal.shown
    terminal.type("3")
    terminal.type("(3)")
    assert EMPTY[locale] in terminal.type("3️⃣")
    assert PROPOSED[locale] in terminal.type(AGREE[locale])
    assert PROPOSED[locale] not in terminal.type("")
    terminal.type(AGREE[locale])
    assert AGREED[locale] in terminal.type(AGREE[locale])
    assert terminal.code() == 0


def test_a_game_that_does_not_exist(open_terminal):
    terminal = open_terminal("chess", FAMILY, LEVEL, "fr")
    assert "chess" in terminal.shown and "awale" in terminal.shown
    assert terminal.code() == 1

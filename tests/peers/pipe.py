"""A player of another program as an engine on a pipe, for `pipe:COMMAND` of ayla-lab match (crates/lab/docs/matches.md)."""

import argparse
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from reference import Position, read

Limits: TypeAlias = Mapping[str, int]
"""The limits of a move by the names of `go`: movetime in milliseconds, nodes, depth."""


class Unsuitable(Exception):
    """The program does not play by these rules, or has none of these limits."""


@dataclass(frozen=True)
class Line:
    """A game: where it starts, the moves made since, and the position after them."""

    first: Position
    moves: tuple[str, ...]
    end: Position

    @classmethod
    def parse(cls, written: str) -> "Line":
        """Raises Refused or IllegalLine of the rules in tests/reference."""
        first, _, moves = written.partition(" moves ")
        return cls(read(first), tuple(moves.split()), read(written))

    def can_follow(self, other: "Line | None") -> bool:
        """Whether this can be a later position of the same game. A line has no moves before the last that could matter, so the
        stores have to tell: they never lose seeds."""
        return other is not None and all(now >= then for now, then in zip(self.end.stores or (), other.end.stores or ()))


@dataclass(frozen=True)
class Choice:
    """A move, and what the program says of its search: `seconds` are of processor time."""

    move: str
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    @property
    def info(self) -> str:
        said = {"depth": self.depth, "nodes": self.nodes, "time": self.seconds and round(1000 * self.seconds)}
        return " ".join(["info", *(f"{name} {value}" for name, value in said.items() if value is not None)])


class Player(Protocol):
    name: str

    def prepare(self) -> None:
        """Makes the program as fast as it gets, before the first game."""

    def new_game(self) -> None:
        """Forgets the game before."""

    def choose(self, line: Line, limits: Limits) -> Choice:
        """A move at the end of a line that is not over. Raises Unsuitable."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the players with a limit of processor time take."""
    parser.add_argument("--processor-ms", type=int, help="processor time for a move, in place of the movetime of `go`")


def serve(player: Player, processor_ms: int | None = None) -> None:
    """Obeys the commands on standard input until `quit`, or the end of the input."""
    always = {} if processor_ms is None else {"movetime": processor_ms}
    line: Line | None = None
    for words in map(str.split, sys.stdin):
        match words:
            case ["uci"]:
                _answer(f"id name {player.name}", "uciok")
            case ["isready"]:
                player.prepare()
                _answer("readyok")
            case ["position", *rest]:
                last = line
                line = Line.parse(" ".join(rest))
                if not line.can_follow(last):
                    player.new_game()
            case ["go", *rest] if line:
                _answer(*_go(player, line, dict(zip(rest[::2], map(int, rest[1::2]))) | always))
            case ["quit"]:
                return


def _go(player: Player, line: Line, limits: Limits) -> list[str]:
    try:
        choice = player.choose(line, limits)
    except Unsuitable as refused:
        return [f"info string {refused}", "bestmove (none)"]
    return [choice.info, f"bestmove {choice.move}"]


def _answer(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


class Program:
    """Another program, which reads commands from its input and answers on its output."""

    def __init__(self, command: Sequence[str | Path], folder: str | Path) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0)
        self._read = b""
        self.pid = self._process.pid

    def send(self, *commands: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(command + "\n" for command in commands).encode())

    def read_line(self, seconds: float | None = None) -> str | None:
        """The next line; None if there is none within this time."""
        assert self._process.stdout is not None
        while b"\n" not in self._read:
            if not select.select([self._process.stdout], [], [], seconds)[0]:
                return None
            more = os.read(self._process.stdout.fileno(), 65_536)
            if not more:
                raise RuntimeError(f"{self._process.args!r} has ended")
            self._read += more
        line, self._read = self._read.split(b"\n", 1)
        return line.decode().rstrip()

    def read_to(self, mark: str) -> list[str]:
        """The lines up to the first that has this in it."""
        lines: list[str] = []
        while not lines or mark not in lines[-1]:
            lines.append(self.read_line() or "")
        return lines

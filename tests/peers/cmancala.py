"""CMancala's player of Kalah as an engine on a pipe: python3 cmancala.py PROGRAM, the path of its binary.

Its own limits are a time, which it measures by the clock of its process and looks at after each depth, and a depth.
"""

import argparse
import re
import tempfile
from pathlib import Path

from pipe import Choice, Limits, Line, Program, Unsuitable, add_arguments, serve
from reference import Position, start

DIGITS = 27
"""The digits of a position of CMancala: it leaves out the first five of 32."""


def code(position: Position) -> str:
    """A position as `load` reads it: a bit for the player to move, then eight bits for each place of the ring. The digits left
    out are of North's store, so both stores are given as empty: what is in them does not change which move is best."""
    ring = [*position.rows[0], 0, *position.rows[1], 0]
    bits = sum(seeds << (1 + 8 * place) for place, seeds in enumerate(ring)) | (position.turn == 0)
    return f"{bits:0{DIGITS}x}"


class CMancala:
    name = "CMancala"

    def __init__(self, program: Path, settings: list[str]) -> None:
        self._program = Program([program.resolve()], tempfile.mkdtemp())
        self._settings = ["progress false", "autoplay false", "player 1 ai", "player 2 ai", *settings]
        self._limits: list[str] = []
        self._is_playing = False

    def prepare(self) -> None:
        self._configure("time 0.1", "depth 0")

    def new_game(self) -> None:
        """Empties the transposition table, by playing for no move by other rules."""
        self._configure(*self._limits, "mode avalanche", "mode classic")

    def choose(self, line: Line, limits: Limits) -> Choice:
        position = line.end
        if position.game != "kalah" or position.size != 6 or position.options != start("kalah").options:
            raise Unsuitable("it plays Kalah by the default rules")
        if not {"movetime", "depth"} & limits.keys():
            raise Unsuitable("the limits are movetime and depth")
        wanted = [f"time {limits.get('movetime', 0) / 1000}", f"depth {limits.get('depth', 0)}"]
        if wanted != self._limits:
            self._configure(*wanted)
            self._limits = wanted
        said = self._ask(f"load {code(position)}", "step", "last")
        move = int(_number("Move: ", said))
        return Choice(
            str(move if position.turn == 0 else 7 - move),
            depth=int(_number("Depth: ", said)),
            nodes=round(1e6 * float(_number("Total nodes: ", said))),
            seconds=float(_number("Total time:  ", said)),
        )

    def _configure(self, *settings: str) -> None:
        """Sets, and begins a game, whose position `load` replaces."""
        leave = ["config"] if self._is_playing else self._settings
        self._is_playing = True
        self._ask(*leave, *settings, "start")

    def _ask(self, *commands: str) -> str:
        """What it prints to commands, the last of which leaves it in a game."""
        self._program.send(*commands, "encode")
        return "\n".join(self._program.read_to('Code "'))


def _number(name: str, said: str) -> str:
    found = re.search(re.escape(name) + r"(-?[\d.]+|N/A)", said)
    return found[1].replace("N/A", "0") if found else "0"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument(
        "--set", action="append", default=[], metavar="COMMAND", help="a command of its configuration: book_true, egdb_13"
    )
    add_arguments(parser)
    given = parser.parse_args()
    serve(CMancala(given.program, [command.replace("_", " ") for command in given.set]), given.processor_ms)


if __name__ == "__main__":
    main()

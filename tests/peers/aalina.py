"""Aalina as an engine on a pipe: python3 aalina.py CHECKOUT, whose classes are in its folder `build`.

Its own limits are a time by the clock on the wall, and a depth. A time is kept here by the processor time of the thread that
searches: the search is stopped when it has used it, so that other work on the machine takes nothing from it.
"""

import argparse
from pathlib import Path

from pipe import Choice, Limits, Line, Program, Unsuitable, add_arguments, serve
from reference import Position, start

LIBRARIES = ("guice-no-aop", "guava", "atinject-jsr330-api", "aopalliance", "picocli", "jline3", "db-je")
"""What it is built with and needs, by the names of Debian's packages."""
HOUR_MS = 3_600_000
RULES = {"majority": True, "repetition": 2}
"""The options of Awalé that Aalina plays by."""


def letters(turn: int, moves: tuple[str, ...]) -> str:
    """Moves as Aalina writes them: A to F for South, a to f for North."""
    rows = ("ABCDEF", "abcdef")
    return "".join(rows[(turn + ply) % 2][int(move) - 1] for ply, move in enumerate(moves))


def board(position: Position) -> str:
    """A position as Aalina reads it: the houses round the ring, the stores, and the player to move."""
    return "-".join([*map(str, (*position.rows[0], *position.rows[1], *(position.stores or ()))), "SN"[position.turn]])


def search_seconds(pid: int) -> float:
    """The processor time of the thread that searches. It has no name of its own, and what the virtual machine does has."""
    tasks = [task for task in Path(f"/proc/{pid}/task").iterdir() if (task / "comm").read_text().startswith("Thread-")]
    if not tasks:
        raise RuntimeError("there is no thread that searches")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


class Aalina:
    name = "Aalina"

    def __init__(self, checkout: Path, libraries: Path, options: list[str], warm_up: float) -> None:
        places = [checkout / "build", checkout / "src/main/resources", *(libraries / f"{name}.jar" for name in LIBRARIES)]
        path = ":".join(str(place.resolve()) for place in places)
        self._program = Program(["java", "-cp", path, "com.joansala.oware.OwareModule", "service"], checkout)
        self._options = options
        self._warm_up = warm_up
        self._program.send("uci")
        self._program.read_to("uciok")

    def prepare(self) -> None:
        """Searches until the virtual machine has compiled what is hot."""
        self._program.send("setoption name OwnBook value false")
        while search_seconds(self._program.pid) < self._warm_up:
            self._search("position startpos", {"movetime": 1000})
        self._program.send(*(f"setoption name {option.replace('=', ' value ')}" for option in ("OwnBook=true", *self._options)))

    def new_game(self) -> None:
        self._program.send("ucinewgame")

    def choose(self, line: Line, limits: Limits) -> Choice:
        first = line.first
        if first.game != "awale" or first.options != start("awale", RULES).options:
            raise Unsuitable("it plays Awalé with majority=true,repetition=2")
        if first.in_houses + sum(first.stores or ()) != 48:  # It would search the first position instead.
            raise Unsuitable("it plays with 48 seeds")
        if not {"movetime", "depth"} & limits.keys():
            raise Unsuitable("the limits are movetime and depth")
        moves = f" moves {letters(first.turn, line.moves)}" if line.moves else ""
        move, depth, seconds = self._search(f"position fen {board(first)}{moves}", limits)
        return Choice(str("ABCDEFabcdef".index(move) % 6 + 1), depth=depth, seconds=seconds)

    def _search(self, position: str, limits: Limits) -> tuple[str, int | None, float]:
        """Searches: the letter of the move, the depth if it was no move of the book, and the processor time."""
        began = search_seconds(self._program.pid)
        end = began + limits.get("movetime", HOUR_MS) / 1000
        depth = f" depth {limits['depth']}" if "depth" in limits else ""
        self._program.send(position, f"go movetime {HOUR_MS}{depth}")
        reached = None
        while True:
            left = end - search_seconds(self._program.pid)
            line = self._program.read_line(max(left, 0.001))
            if line is None and left <= 0:
                self._program.send("stop")
                line = self._program.read_line()
            match (line or "").split():
                case ["info", "depth", number, *_]:
                    reached = int(number)
                case ["bestmove", move, *_]:
                    return move, reached, search_seconds(self._program.pid) - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument(
        "--libraries", type=Path, default=Path("/usr/share/java"), help="the folder of the libraries that it needs"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of its own, such as OwnBook=false"
    )
    parser.add_argument("--warm-up", type=float, default=10, help="seconds of processor time before the first game (10)")
    add_arguments(parser)
    given = parser.parse_args()
    serve(Aalina(given.checkout, given.libraries, given.set, given.warm_up), given.processor_ms)


if __name__ == "__main__":
    main()

"""OpenSpiel's `oware` and `mancala`, which is Kalah (PyPI: open_spiel).

python3 openspiel.py compare AYLA      random games that both referee
python3 openspiel.py engine            its Monte Carlo tree search as an engine on a pipe, for ayla-lab match
"""

import argparse
import random
import re
import sys
import time
import zlib
from collections.abc import Callable
from typing import Any

import pyspiel

import comparison
from comparison import Match, Standing
from pipe import Choice, Limits, Line, Unsuitable, serve
from reference import Position, row_text, start, text
from service import service

OWARE = {"majority": True, "repetition": 2}
"""The options of Awalé that OpenSpiel plays by."""


def load(game: str, seeds: int = 4) -> Any:
    """The game of OpenSpiel for one of Ayla, with so many seeds in each house."""
    return pyspiel.load_game("oware", {"num_seeds_per_house": seeds}) if game == "awale" else pyspiel.load_game("mancala")


def is_oware(state: Any) -> bool:
    return bool(state.get_game().get_type().short_name == "oware")


def move_of(state: Any, action: int) -> str:
    """An action as a move of Ayla. In `mancala` an action is a place on the ring, with a store at 0 and at 7."""
    if is_oware(state):
        return str(action + 1)
    return str(action if state.current_player() == 0 else action - 7)


def action_of(state: Any, move: str) -> int:
    return {move_of(state, action): int(action) for action in state.legal_actions()}[move]


def board(state: Any) -> tuple[list[int], list[int], tuple[int, int]]:
    """South's row, North's row and the stores. A printed board has North above, from its right."""
    lines = str(state).splitlines()
    if is_oware(state):
        north, south = [list(map(int, line.split())) for line in lines if re.fullmatch(r"[\d\s]+", line)]
        north_store, south_store = map(int, re.findall(r"score = (\d+)", str(state)))
    else:
        north, (north_store, south_store), south = [list(map(int, re.findall(r"\d+", line))) for line in lines[:3]]
    return south, north[::-1], (south_store, north_store)


class Game:
    """A game of OpenSpiel, which is kept from its first position."""

    takes_positions = False

    def __init__(self, loaded: Any) -> None:
        self._state = loaded.new_initial_state()

    def begin(self, position: Position) -> Standing:
        return self._standing()

    def play(self, position: Position, move: str) -> Standing:
        self._state.apply_action(action_of(self._state, move))
        return self._standing()

    def _standing(self) -> Standing:
        south, north, stores = board(self._state)
        if self._state.is_terminal():  # Seeds left in the houses are their owners': AW-17, KA-6.
            value = self._state.returns()[0]
            winner = "south" if value > 0 else "north" if value < 0 else "none"
            return Standing(True, winner, (stores[0] + sum(south), stores[1] + sum(north)))
        rows = f"{row_text(tuple(south))}/{row_text(tuple(north))}"
        legal = tuple(sorted(move_of(self._state, action) for action in self._state.legal_actions()))
        return Standing(False, "", stores, rows, self._state.current_player(), legal)


def new_oware(rng: random.Random) -> tuple[str, Game]:
    """A game with four seeds in each house, or with another number."""
    seeds = rng.choice([4, rng.randint(1, 8)])
    return text(start("awale", OWARE | {"seeds": seeds})), Game(load("awale", seeds))


def new_kalah(rng: random.Random) -> tuple[str, Game]:
    return text(start("kalah")), Game(load("kalah"))


class Search:
    """The Monte Carlo tree search of OpenSpiel with random playouts, as in its example `mcts`. Each move has a new tree."""

    name = "OpenSpiel MCTS"

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._last: Any = None
        """The state after the move chosen last."""
        self._first: Position | None = None
        """The start of the last line."""
        self._start: Any = None
        """Its state."""

    def prepare(self) -> None:
        """It is always as fast."""

    def new_game(self) -> None:
        self._last = self._first = None

    def choose(self, line: Line, limits: Limits) -> Choice:
        if line.first.options not in (start("awale", OWARE).options, start("kalah").options):
            raise Unsuitable("it plays Kalah by the default rules, and Awalé with majority=true,repetition=2")
        if "nodes" not in limits:
            raise Unsuitable("the limit is nodes, which are simulations")
        state = self._state(line)
        seed = zlib.crc32(f"{self._seed} {text(line.end)}".encode()) % 2**31
        bot = pyspiel.MCTSBot(
            state.get_game(),
            pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
            uct_c=2,
            max_simulations=limits["nodes"],
            max_memory_mb=1000,
            solve=True,
            seed=seed,
            verbose=False,
        )
        started = time.process_time()
        action = bot.step(state)
        seconds = time.process_time() - started
        move = move_of(state, action)
        state.apply_action(action)
        self._last = state
        # ayla-lab counts a search without a depth as proven.
        return Choice(move, depth=1, nodes=limits["nodes"], seconds=seconds)

    def _state(self, line: Line) -> Any:
        """The state at the end of a line. A line begins after the last capture, but a state of OpenSpiel only at the first
        position, so the moves before are looked for."""
        if line.first != self._first:
            self._start = self._last and after_turn(self._last, line.first) or after_opening(line.first)
            self._first = line.first
        state = self._start.clone()
        for move in line.moves:
            state.apply_action(action_of(state, move))
        return state


def after_turn(state: Any, position: Position) -> Any:
    """The state with this position that a turn of the opponent leads to, whose moves may be many (KA-3); None if none does."""
    return _search(position, state, lambda after: bool(after.current_player() == 1 - position.turn), 20)


def after_opening(position: Position) -> Any:
    """A state with this position that a few moves from the first position lead to; None if there is none."""
    return _search(position, load(position.game).new_initial_state(), lambda _: True, 9)


def _search(position: Position, first: Any, goes_on: Callable[[Any], bool], most: int) -> Any:
    """Looks breadth first, from states that go on. Stores never lose seeds."""
    wanted = (*position.rows, position.stores, position.turn)
    layer = {"": first}
    for _ in range(most):
        children: dict[str, Any] = {}
        for state in layer.values():
            south, north, stores = board(state)
            if (tuple(south), tuple(north), stores, state.current_player()) == wanted:
                return state
            if goes_on(state) and all(have <= want for have, want in zip(stores, position.stores or ())):
                children |= {str(child): child for child in map(state.child, state.legal_actions())}
        layer = children
    return None


def main() -> int:
    matches = [Match("oware", new_oware), Match("mancala", new_kalah)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    comparison.add_arguments(commands.add_parser("compare"))
    commands.add_parser("engine").add_argument("--seed", type=int, default=1, help="of the random playouts")
    given = parser.parse_args()
    if given.command == "engine":
        serve(Search(given.seed))
        return 0
    with service(given.ayla) as asked:
        return comparison.run(asked, matches, given)


if __name__ == "__main__":
    sys.exit(main())

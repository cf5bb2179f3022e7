"""MancalaGames, by StoneShark: python3 mancalagames.py CHECKOUT AYLA. Needs tkinter, which it imports.

Random games, and random positions with few seeds, that both referee. It takes over Ayla's position before every move, so that
one difference does not hide the next.
"""

import argparse
import importlib
import random
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import comparison
from comparison import Difference, Match, Standing
from reference import Position, Value, play, row_text, start, text
from service import Service, service

SIDES = ("south", "north")
MOST_LAPS = 10_000  # C-6; its own limit is 75.


class MancalaGames:
    """Its modules, which have no types."""

    def __init__(self, checkout: Path) -> None:
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(checkout / "src"))
        vars(importlib.import_module("animator"))["ENABLED"] = False
        vars(importlib.import_module("sower"))["MAX_LAPS"] = MOST_LAPS
        _make_majority_optional(importlib.import_module("end_move").ClearWinner)
        self._games = checkout / "GameProps"
        self._config = importlib.import_module("man_config")
        self.info = importlib.import_module("game_info")
        self._types = {
            "sow_direct": self.info.Direct,
            "capt_rturn": self.info.CaptRTurn,
            "grandslam": self.info.GrandSlam,
            "round_starter": self.info.RoundStarter,
            "pickextra": self.info.CaptExtraPick,
            "xcpickown": self.info.CrossCaptOwn,
        }

    def load(self, name: str, houses: int, seeds: int, settings: dict[str, Any], majority: bool) -> Any:
        """The game of a file of `GameProps`, with other settings. It stops at a majority if wanted."""
        config = self._config.read_game(str(self._games / f"{name}.txt"))
        config["game_constants"] |= {"holes": houses, "nbr_start": seeds}
        config["game_info"] |= {key: self._types[key](value) if key in self._types else value for key, value in settings.items()}
        game = self._config.game_from_config(config)
        if game.info.mlaps:
            game.disallow_endless(True)
        game.stops_at_majority = majority
        return game


def _make_majority_optional(test: Any) -> None:
    """Has a test for a majority of seeds, which nearly every game of its has, pass over the games that are to go on."""
    tested = test.game_ended

    def game_ended(self: Any, made: Any) -> None:
        (tested.__get__(self) if self.game.stops_at_majority else self.decorator.game_ended)(made)

    test.game_ended = game_ended


class Game:
    """A game by one of its rule sets. All of them share what was loaded, which takes over a position at every call."""

    takes_positions = True

    def __init__(self, peer: MancalaGames, loaded: Any, after: Position | None = None) -> None:
        """after: the round before this one, whose stores are all that counts of it."""
        self._info = peer.info
        self._game = loaded
        self._after = after

    def begin(self, position: Position) -> Standing:
        self._take_over(self._after or position)
        if self._after and self._after.stores:
            south, north = self._after.stores
            self._game.turn = south <= north  # The other player begins (CO-16).
            self._game.new_game(new_round=True)
        return self._standing(position)

    def play(self, position: Position, move: str) -> Standing:
        self._take_over(position)
        houses = position.size
        place = self._info.PASS_TOKEN if move == "pass" else int(move) - 1 if position.turn == 0 else houses - int(move)
        condition = self._game.move(place)
        if condition is None or condition is self._info.WinCond.REPEAT_TURN:
            return self._standing(position)
        winner = SIDES[int(self._game.mdata.winner)] if condition.is_win() else "none"
        why = " ".join((self._game.mdata.end_msg or "").split())
        return Standing(True, winner, self._stores(position), why=why)

    def _take_over(self, position: Position) -> None:
        game, houses = self._game, position.size
        game.board = [*position.rows[0], *position.rows[1]]
        game.store = list(position.stores or (0, 0))
        game.turn = bool(position.turn)
        game.starter = bool(position.first)
        game.normal_sow = position.phase != "b"
        game.blocked = [house in burnt for burnt in position.burnt for house in range(1, houses + 1)]
        south, north = position.tuzdiks
        game.child = [None] * (2 * houses)
        if south:
            game.child[houses + south - 1] = False
        if north:
            game.child[north - 1] = True
        game.rturn_cnt = 0
        game.mcount = game.movers = 5  # Not the first moves, which some games restrict.
        game.mdata = None
        game.cts.adjust_total_seeds(position.in_houses + sum(position.stores or ()))

    def _standing(self, position: Position) -> Standing:
        game, houses = self._game, position.size
        allowed = [place for place, is_allowed in enumerate(game.get_allowable_holes()) if is_allowed]
        legal = [str(place + 1 if not game.turn else houses - place) for place in allowed]
        if not legal and game.info.mustpass:
            legal = ["pass"]
        board = [0 if game.child[place] is not None else seeds for place, seeds in enumerate(game.board)]
        rows = "/".join(row_text(tuple(row)) for row in (board[:houses], board[houses:]))
        return Standing(False, "", self._stores(position), rows, int(game.turn), tuple(sorted(legal)))

    def _stores(self, position: Position) -> tuple[int, int] | None:
        """What each player has. The seeds of a tuzdik stay in it until the end there, but are its owner's."""
        if position.stores is None:
            return None
        stores = list(self._game.store)
        for owner, seeds in zip(self._game.child, self._game.board):
            if owner is not None:
                stores[owner] += seeds
        return stores[0], stores[1]


@dataclass(frozen=True)
class Rules:
    """Rules of Ayla, and the game of MancalaGames with the settings that are the same."""

    game: str
    options: dict[str, Value]
    peer: str
    settings: dict[str, Any] = field(default_factory=dict)
    houses: int = 6
    seeds: int = 4
    rounds: bool = False
    """Whether games begin with the round after one whose seeds were shared at random, so that one player has too few for some houses."""

    @property
    def given(self) -> dict[str, Value]:
        """All options, those of the first position with them. Andada has no choice of seeds."""
        sizes: dict[str, Value] = {"houses": self.houses}
        return self.options | sizes | ({} if self.game == "andada" else {"seeds": self.seeds})

    @property
    def name(self) -> str:
        options = ",".join(f"{name}={str(value).lower()}" for name, value in self.given.items())
        return f"{self.game}:{options}{' rounds' if self.rounds else ''}"

    @property
    def majority(self) -> bool:
        """Togyzqumalaq stops at a majority unless an option says otherwise (TQ-9)."""
        return bool(self.options.get("majority", self.game == "togyzqumalaq"))

    def first(self, rng: random.Random) -> Position:
        first = start(self.game, self.given, rng.randrange(2))
        if self.game == "andada":  # The opening is Ayla's alone.
            row = (0, 3, 3) * (self.houses // 3)
            first = replace(first, rows=(row, row), phase="")
        return first

    def position(self, rng: random.Random) -> Position:
        """The first position, or one with few seeds, as many in all, and no more than half of them in a store."""
        first = self.first(rng)
        if "grand-slam" in self.options:
            return self._slam(first, rng)
        if rng.random() < 0.6:
            return first
        most = min(first.in_houses, rng.choice((3, 4, 6, 8, 10, 14, 20)))
        left = 4 * rng.randint(3, 6) if self.game == "anywoli" else most  # Captures take four, and the last eight at once.
        places = [rng.randrange(2 * self.houses) for _ in range(left)]
        board = [places.count(place) for place in range(2 * self.houses)]
        if not sum(board[: self.houses]) or not sum(board[self.houses :]):
            return first
        stored = first.in_houses - left
        stores = None if first.stores is None else (stored // 2, stored - stored // 2)
        return replace(first, rows=(tuple(board[: self.houses]), tuple(board[self.houses :])), stores=stores)

    def _slam(self, first: Position, rng: random.Random) -> Position:
        """A position in which one move ends in the opponent's first houses, which alone have seeds: mostly a grand slam (AW-3)."""
        houses = self.houses
        house, last = rng.randint(1, houses), rng.randint(1, houses)
        own = [rng.choice((0, 0, 1, 2, 3)) for _ in range(houses)]
        own[house - 1] = houses - house + last
        other = [rng.choice((1, 1, 2)) if place < last else rng.random() < 0.1 for place in range(houses)]
        mine, theirs = tuple(own), tuple(map(int, other))
        stored = max(first.in_houses - sum(own) - sum(other), 0)
        stores = stored // 2, stored - stored // 2
        return replace(first, rows=(theirs, mine) if first.turn else (mine, theirs), stores=stores)

    def ended(self, rng: random.Random) -> Position:
        """A round that is over, in which both players have the seeds for a house at least."""
        first = self.first(rng)
        seeds, empty = first.in_houses, (0,) * self.houses
        south = rng.randint(self.seeds, seeds - self.seeds)
        return replace(first, rows=(empty, empty), stores=(south, seeds - south), over="no-seeds")


MAJORITY: dict[str, Value] = {"majority": True, "remaining": "leave"}
RULES = (
    Rules("awale", {}, "Oware"),
    Rules("awale", MAJORITY, "Oware"),
    Rules("awale", {"direction": "clockwise"}, "Oware", {"sow_direct": -1}),
    Rules("awale", {"capture": "two"}, "Oware", {"capt_on": [2]}),
    Rules("awale", {"limit": 2}, "Oware", {"multicapt": 2}),
    Rules("awale", {"grand-slam": "illegal"}, "Oware", {"grandslam": 1}),
    Rules("awale", {"grand-slam": "capture"}, "Oware", {"grandslam": 0}),
    Rules("awale", {"grand-slam": "opponent-takes"}, "Oware", {"grandslam": 3}),
    Rules("awale", {"grand-slam": "leave-left"}, "Oware", {"grandslam": 4}),
    Rules("awale", {"grand-slam": "leave-right"}, "Oware", {"grandslam": 5}),
    Rules("awale", {}, "Oware", houses=5),
    Rules("andada", {"end": "empty-row"}, "Andada", houses=12),
    Rules("andada", {"end": "empty-row", "direction": "clockwise"}, "Andada", {"sow_direct": -1}, houses=6),
    Rules("anywoli", {}, "Anywoli", {"capt_rturn": 0}, houses=12),
    Rules("anywoli", {"bonus-move": True}, "Anywoli", {"capt_rturn": 1}),
    Rules("anywoli", {"last-four": "starter-takes-eight"}, "Anywoli", {"capt_rturn": 0, "pickextra": 4}),
    Rules("kalah", {"end": "own-turn"}, "Kalah"),
    Rules("kalah", {"end": "own-turn", "empty-capture": True}, "Kalah", {"xcpickown": 2}, seeds=6),
    Rules("congklak", {}, "Dakon", houses=7, seeds=7),
    Rules("congklak", {"empty-capture": True}, "Dakon", {"xcpickown": 2}, houses=5, seeds=5),
    Rules("congklak", {}, "Dakon", {"round_starter": 1}, houses=7, seeds=7, rounds=True),
    Rules("congklak", {"empty-capture": True}, "Dakon", {"round_starter": 1, "xcpickown": 2}, houses=5, seeds=5, rounds=True),
    Rules("togyzqumalaq", {}, "Toguz_Kumalak", houses=9, seeds=9),
)


def ruling(found: Difference) -> str:
    """The ruling by which a difference is known; nothing for one that is not."""
    position, ayla, peer = found.position, found.ayla, found.peer
    match position.game:
        case "anywoli" if ayla.over and peer.over and sum(ayla.stores or ()) == sum(peer.stores or ()):
            return "AY-6, AY-12: the last four, or eight, are taken at a capture, which may be in mid-sowing"
        case "andada" if any("bearOff" in event for event in play(position, found.move)[1]):
            return "AN-5: a lap that leaves the board ends the move"
        case "awale" if (
            found.kind == "legal moves" and not any(position.rows[1 - position.turn]) and {*peer.legal} < {*ayla.legal}
        ):
            return "AW-4: a grand slam that captures nothing feeds"
        case "awale" if position.options.word("grand-slam") == "illegal" and not peer.legal and (
            found.kind == "legal moves" or "o moves" in peer.why
        ):
            return "AW-18: where every move is a grand slam, all are legal"
        case "awale" if ayla.why == "famine" and peer.over and ayla.winner == peer.winner:
            return "AW-11: famine is tested before a majority"
        case "togyzqumalaq" if ayla.over and peer.over and ayla.winner == peer.winner:
            return "TQ-12: no move is tested before a majority"
        case "togyzqumalaq" if not ayla.over and peer.why.startswith("Too few seeds"):
            return "TQ-8: few seeds do not end a game"
    return ""


def matches(asked: Service, peer: MancalaGames, wanted: str) -> list[Match]:
    def match(rules: Rules) -> Match:
        loaded = peer.load(rules.peer, rules.houses, rules.seeds, rules.settings, rules.majority)

        def new_game(rng: random.Random) -> tuple[str, Game]:
            if not rules.rounds:
                return text(rules.position(rng)), Game(peer, loaded)
            after = rules.ended(rng)
            return asked.next_round(after.game, text(after)), Game(peer, loaded, after)

        return Match(rules.name, new_game, ruling)

    return [match(rules) for rules in RULES if wanted in rules.name]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    comparison.add_arguments(parser)
    parser.add_argument("--rules", default="", help="only the rule sets with this in their names, such as kalah")
    given = parser.parse_args()
    with service(given.ayla) as asked:
        return comparison.run(asked, matches(asked, MancalaGames(given.checkout), given.rules), given)


if __name__ == "__main__":
    sys.exit(main())

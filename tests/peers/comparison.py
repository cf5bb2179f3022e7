"""Random games with two referees: Ayla and another program, whose answers are compared after every move."""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Protocol

from reference import Position, read, row_text, text
from service import Json, Service

AT_ONCE = 100
"""Games that are played at once, each with one position in a batch: few enough to reach their ends."""


@dataclass(frozen=True)
class Standing:
    """How a game stands, as a program says: winner and stores if it is over, and all but the winner if it goes on."""

    over: bool
    winner: str = ""
    stores: tuple[int, int] | None = None
    rows: str = ""
    turn: int = 0
    legal: tuple[str, ...] = ()
    why: str = field(default="", compare=False)
    """In its own words, why it is over."""

    def __str__(self) -> str:
        stores = "-" if self.stores is None else f"{self.stores[0]}/{self.stores[1]}"
        if self.over:
            return f"over, winner {self.winner}, {stores}" + (f" ({self.why})" if self.why else "")
        return f"{self.rows} {stores} {'sn'[self.turn]}, legal {' '.join(self.legal)}"


class Game(Protocol):
    """A game as another program keeps it."""

    takes_positions: bool
    """Whether it takes over Ayla's position before each move, so that it can go on after a difference."""

    def begin(self, position: Position) -> Standing:
        """The game at its first position."""

    def play(self, position: Position, move: str) -> Standing:
        """The game after a move from a position that both programs agree on."""


@dataclass(frozen=True)
class Difference:
    """What two programs say after a move from a position, or of the position if there is no move."""

    kind: str
    position: Position
    move: str
    ayla: Standing
    peer: Standing

    @property
    def size(self) -> tuple[int, int]:
        return self.position.in_houses, len(text(self.position))


@dataclass
class Report:
    """What came out of the games of one rule set."""

    plies: int = 0
    games: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    smallest: dict[tuple[str, str], Difference] = field(default_factory=dict)

    def add(self, difference: Difference, ruling: str) -> None:
        key = (difference.kind, ruling)
        self.counts[key] += 1
        self.smallest[key] = min(self.smallest.get(key, difference), difference, key=lambda found: found.size)

    @property
    def agrees(self) -> bool:
        return all(ruling for _, ruling in self.counts)


@dataclass(frozen=True)
class Match:
    """Which games are played: new ones with their first positions, and the differences that are known, by their rulings."""

    name: str
    new_game: Callable[[random.Random], tuple[str, Game]]
    ruling: Callable[[Difference], str] = lambda _: ""


@dataclass
class _Live:
    game: Game
    line: str
    position: Position | None = None
    move: str = ""

    def request(self) -> Json:
        return {"position": self.line} | ({"move": self.move} if self.move else {})


def compare(service: Service, match: Match, rng: random.Random, is_done: Callable[[int], bool]) -> Report:
    """Plays until `is_done`, asked with the number of plies before each batch."""
    report = Report()
    live: list[_Live] = []
    while not is_done(report.plies):
        while len(live) < AT_ONCE:
            line, game = match.new_game(rng)
            live.append(_Live(game, line))
            report.games += 1
        answers = service.batch([game.request() for game in live])
        live = [game for game, answer in zip(live, answers) if _advance(game, answer, match, rng, report)]
    return report


def _advance(live: _Live, answer: Json, match: Match, rng: random.Random, report: Report) -> bool:
    """Compares an answer, and chooses the next move. False when the game is over, or goes on by one program only."""
    if "error" in answer:
        raise RuntimeError(f"{live.request()}: {answer['error']['detail']}")
    now = read(answer["text"] if "text" in answer else answer["position"])
    before = live.position or now
    ayla = _standing(answer, now)
    peer = live.game.play(before, live.move) if live.move else live.game.begin(now)
    report.plies += bool(live.move)
    kind = _difference(ayla, peer)
    if kind:
        of = (now, "") if kind == "legal moves" else (before, live.move)
        difference = Difference(kind, *of, ayla, peer)
        report.add(difference, match.ruling(difference))
    elif ayla.over:
        report.ends[answer["status"]["reason"]] += 1
    both = [move for move in ayla.legal if move in peer.legal or peer.over]
    if not both or (kind and not live.game.takes_positions):
        return False
    live.line, live.position, live.move = answer["position"], now, rng.choice(both)
    return True


def _standing(answer: Json, position: Position) -> Standing:
    status = answer["status"]
    if status["over"]:
        return Standing(True, status["winner"], position.stores, why=status["reason"])
    rows = "/".join(map(row_text, position.rows))
    legal = tuple(sorted(move["move"] for move in answer["legalMoves"]))
    return Standing(False, "", position.stores, rows, position.turn, legal)


def _difference(ayla: Standing, peer: Standing) -> str:
    """The first thing that differs, or nothing."""
    names = [named.name for named in fields(Standing) if named.compare]
    differing = next((name for name in names if getattr(ayla, name) != getattr(peer, name)), "")
    return "legal moves" if differing == "legal" else differing


def print_report(match: Match, report: Report) -> None:
    ends = ", ".join(f"{end} {count:,}" for end, count in sorted(report.ends.items()))
    print(f"{match.name}: {report.plies:,} plies, {report.games:,} games; ended: {ends or 'none'}", flush=True)
    for (kind, ruling), count in report.counts.items():
        found = report.smallest[kind, ruling]
        print(f"  {count:,} x {kind} {f'(known: {ruling})' if ruling else 'DIFFERS'}, the smallest:")
        print(f"    {text(found.position)}" + (f" moves {found.move}" if found.move else ""))
        print(f"    Ayla: {found.ayla}\n    peer: {found.peer}", flush=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What every comparison takes."""
    parser.add_argument("ayla", help="the address of a server, or the path of an ayla binary")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000), help="for the same games again")
    parser.add_argument("--seconds", type=float, default=20, help="time for all games together (20)")
    parser.add_argument("--plies", type=int, help="the most plies of each rule set")


def run(service: Service, matches: list[Match], given: argparse.Namespace) -> int:
    """Compares each rule set in its share of the time. Returns the exit code."""
    print(f"seed {given.seed}")
    agrees = True
    for match in matches:
        end = time.monotonic() + given.seconds / len(matches)

        def is_done(plies: int, end: float = end) -> bool:
            return time.monotonic() >= end or bool(given.plies) and plies >= given.plies

        report = compare(service, match, random.Random(f"{given.seed} {match.name}"), is_done)
        print_report(match, report)
        agrees &= report.agrees
    print("no difference that is not known" if agrees else "there are differences")
    return 0 if agrees else 1

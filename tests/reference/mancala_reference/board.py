"""The board while a move is made, and the events of the move.

A house is a ring index: South k is k - 1, North k is houses + k - 1, so that anticlockwise sowing goes up (C-2).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .frame import NORTH, SOUTH, Position


class PickUp(NamedTuple):
    house: int
    seeds: int
    lap: int


class Sow(NamedTuple):
    houses: list[int]


class SowStore(NamedTuple):
    side: int


class Capture(NamedTuple):
    house: int
    seeds: int
    to: int | None
    ruling: str


class BearOff(NamedTuple):
    seeds: int
    ruling: str


class Share(NamedTuple):
    south: int
    north: int
    off: int
    ruling: str


class Tuzdik(NamedTuple):
    house: int
    to: int
    ruling: str


class Swap(NamedTuple):
    ruling: str


Event: TypeAlias = PickUp | Sow | SowStore | Capture | BearOff | Share | Tuzdik | Swap


class Board:
    """A position while a move is made: what changes, and the events so far."""

    def __init__(self, position: Position) -> None:
        self.before = position
        self.options = position.options
        self.size = position.size
        self.houses = list(position.rows[SOUTH] + position.rows[NORTH])
        self.stores = list(position.stores or (0, 0))
        self.mover = position.turn
        self.turn = position.turn
        self.phase = position.phase
        self.tuzdiks = list(position.tuzdiks)
        self.quiet = position.quiet
        self.over: str | None = None
        self.hand = 0
        self.laps = 0
        self.remembered: list[int] = []
        self.events: list[Event] = []

    def position(self) -> Position:
        p, n = self.before, self.size
        rows = (tuple(self.houses[:n]), tuple(self.houses[n:]))
        stores = None if p.stores is None else (self.stores[SOUTH], self.stores[NORTH])
        tuzdiks = (self.tuzdiks[SOUTH], self.tuzdiks[NORTH])
        return Position(p.game, p.options, rows, stores, self.turn, self.phase, tuzdiks, p.burnt, self.quiet, p.first, self.over)

    def house(self, side: int, number: int) -> int:
        return side * self.size + number - 1

    def side(self, house: int) -> int:
        return house // self.size

    def number(self, house: int) -> int:
        return house % self.size + 1

    def opposite(self, house: int) -> int:
        """C-2: South k faces North houses + 1 - k."""
        return 2 * self.size - 1 - house

    def row(self, side: int) -> int:
        """The seeds in a row."""
        return sum(self.houses[side * self.size : (side + 1) * self.size])

    def in_houses(self) -> int:
        return sum(self.houses)

    def seeds(self) -> int:
        """All seeds of the game that are left."""
        return self.in_houses() + self.hand + sum(self.stores)

    def majority(self) -> bool:
        """Whether a store holds more than half of all seeds (AW-13, KA-13, TQ-9, MN-8)."""
        return 2 * max(self.stores) > self.seeds()

    def circles(self, house: int) -> bool:
        """Whether a lap from this house begins as one did before, so that the sowing never ends (C-6). Only to be quick: such a
        sowing would not end in 10,000 laps either. What a lap began with is remembered at laps 1, 2, 4, 8 and so on."""
        now = [house, *self.houses]
        if now == self.remembered:
            return True
        if self.laps & (self.laps - 1) == 0:
            self.remembered = now
        return False

    def pick_up(self, house: int) -> None:
        self.hand, self.houses[house] = self.houses[house], 0
        self.laps += 1
        self.events.append(PickUp(house, self.hand, self.laps))

    def sow(self, house: int) -> int:
        """Sows one seed, and returns what the house then holds."""
        self.hand -= 1
        self.houses[house] += 1
        last = self.events[-1]
        if isinstance(last, Sow):
            last.houses.append(house)
        else:
            self.events.append(Sow([house]))
        return self.houses[house]

    def sow_store(self, side: int) -> None:
        self.hand -= 1
        self.stores[side] += 1
        self.events.append(SowStore(side))

    def capture(self, house: int, to: int | None, ruling: str) -> None:
        """Captures all seeds of a house for a side, or takes them off the board."""
        seeds, self.houses[house] = self.houses[house], 0
        if to is not None:
            self.stores[to] += seeds
        self.events.append(Capture(house, seeds, to, ruling))

    def bear_off(self, ruling: str) -> None:
        self.events.append(BearOff(self.hand, ruling))
        self.hand = 0

    def share(self, south: int, north: int, ruling: str) -> None:
        """The sweep at the end: houses and hand are emptied. There is none when no seed is left."""
        left = self.in_houses() + self.hand
        if left == 0:
            return
        self.houses = [0] * len(self.houses)
        self.hand = 0
        self.stores[SOUTH] += south
        self.stores[NORTH] += north
        self.events.append(Share(south, north, left - south - north, ruling))

    def share_all(self, side: int, ruling: str) -> None:
        """One side takes all seeds left, those in the hand too."""
        left = self.in_houses() + self.hand
        self.share(left if side == SOUTH else 0, left if side == NORTH else 0, ruling)

    def share_own(self, ruling: str) -> None:
        """Each side takes the seeds in its own row."""
        self.share(self.row(SOUTH), self.row(NORTH), ruling)

    def share_remaining(self, ruling: str) -> None:
        """AW-17: what the option `remaining` of Awalé and Anywoli says."""
        word = self.options.word("remaining")
        if word == "own-side":
            self.share_own(ruling)
        elif word == "split":
            half = self.in_houses() // 2
            self.share(half, half, ruling)

    def circle(self) -> list[int]:
        """The places of games that sow into stores, in the mover's order of sowing from its first house; -1 is the mover's store.
        Clockwise the houses go down and the store is at the left end (KA-14, CO-12)."""
        numbers = range(1, self.size + 1) if self.options.step == 1 else range(self.size, 0, -1)
        own = [self.house(self.mover, k) for k in numbers]
        other = [self.house(1 - self.mover, k) for k in numbers]
        return [*own, -1, *other]

"""What all games share: the faults, options and positions. A side is 0 (South) or 1 (North)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

Value: TypeAlias = bool | int | str
Row: TypeAlias = tuple[int, ...]
Json: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[Any, ...]
Fault: TypeAlias = tuple[str, str]
"""Why a move is not legal (C-9): the reason, and the number of the ruling."""

SIDES = ("south", "north")
SOUTH, NORTH = 0, 1
MOST_LAPS = 10_000  # C-6
MOST_QUIET = 999_999  # N-3


class Refused(Exception):
    """A text that is not accepted. kind: malformed, unknown-variant, unknown-option, option-out-of-range or inconsistent."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(kind, why)
        self.kind, self.why = kind, why


class Illegal(Exception):
    """A move that is not legal (C-9)."""

    def __init__(self, reason: str, ruling: str) -> None:
        super().__init__(reason, ruling)
        self.reason, self.ruling = reason, ruling


class IllegalLine(Exception):
    """A line with a move that is not legal: its place from 0, and why."""

    def __init__(self, index: int, move: str, reason: str, ruling: str) -> None:
        super().__init__(index, move, reason, ruling)
        self.index, self.move, self.reason, self.ruling = index, move, reason, ruling


class Option(NamedTuple):
    """An option: its default, and the values it may have (the default is a flag, a number or a word, and so are they)."""

    default: Value
    values: Sequence[Value]


def flag(default: bool) -> Option:
    return Option(default, (False, True))


DIRECTION = Option("anticlockwise", ("anticlockwise", "clockwise"))
REPETITION = Option(0, (0, *range(2, 11)))
QUIET = Option(0, range(1001))


class Options:
    """Values of options by name; never changed, and usable as a key."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = dict(values)
        self._key = tuple(sorted(self.values.items()))
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Options({self.values})"

    def number(self, name: str) -> int:
        return int(self.values.get(name, 0))

    def flag(self, name: str) -> bool:
        return bool(self.values[name])

    def word(self, name: str) -> str:
        return str(self.values.get(name, ""))

    @property
    def step(self) -> int:
        """The direction of sowing round the ring (C-2)."""
        return -1 if self.word("direction") == "clockwise" else 1


@dataclass(frozen=True)
class Past:
    """The moves since seeds last left the houses or the phase changed, the position before them, and what occurred since."""

    text: str = ""
    moves: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position. rows: South's and North's, each from its owner's left. phase: `o`, `c`, `b` or empty (N-3)."""

    game: str
    options: Options
    rows: tuple[Row, Row]
    stores: tuple[int, int] | None
    turn: int
    phase: str = ""
    tuzdiks: tuple[int, int] = (0, 0)
    burnt: tuple[Row, Row] = ((), ())
    quiet: int = 0
    first: int = SOUTH
    over: str | None = None
    past: Past = field(default=Past(), compare=False)

    @property
    def size(self) -> int:
        return len(self.rows[SOUTH])

    @property
    def in_houses(self) -> int:
        return sum(self.rows[SOUTH]) + sum(self.rows[NORTH])

    @property
    def key(self) -> Key:
        """What must be the same for a repetition (AW-16, AN-10, TQ-10)."""
        return (self.rows, self.turn, self.phase, self.tuzdiks)

    def seeds(self, house: int) -> int:
        """Seeds in a house of the player to move, by its number."""
        return self.rows[self.turn][house - 1]

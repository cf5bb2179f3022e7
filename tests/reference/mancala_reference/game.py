"""What each game must say; everything else is the same in all games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from .board import Board
from .frame import NORTH, SOUTH, Fault, Option, Options, Position


class Game(ABC):
    """The rules of one game."""

    name: str
    options: Mapping[str, Option]  # Without `houses` and `seeds`.
    houses: Option
    seeds: Option | None  # None: the game has no option `seeds`.
    reasons: Sequence[str]  # N-5
    flags: Iterable[str] = ()  # Of `phase`, `tuz`, `burnt`, `q`, `first`; `over` is everywhere.
    words: Iterable[str] = ()  # The moves that are no house, that the game has (C-3), without `agree`.
    can_agree = False
    has_stores = True

    def most_product(self) -> int | None:
        """The most that houses x seeds may be; such a bound also has `even_product`."""
        return None

    even_product = False

    @abstractmethod
    def most_seeds(self, houses: int) -> int:
        """C-7: the most seeds of a position."""

    def check(self, position: Position) -> None:
        """Refuses what C-7 and the game's own rulings call inconsistent, beyond what every game refuses."""

    def start_phase(self, options: Options) -> str:
        return ""

    @abstractmethod
    def settle(self, board: Board) -> None:
        """C-8: ends the game where the rules end it as it stands."""

    @abstractmethod
    def legal(self, position: Position) -> list[str]:
        """The legal moves of a game that is not over, in ascending order."""

    @abstractmethod
    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        """Why a move is not legal, after the tests up to that of the letter's side (C-9). house: its number, if it is a house."""

    def wrong_phase(self, position: Position, move: str) -> Fault | None:
        """WRONG_PHASE, which is tested before NO_SUCH_HOUSE."""
        return None

    @abstractmethod
    def move(self, board: Board, move: str) -> None:
        """Makes a legal move, `agree` apart, and the tests after it; not that of repetition, which is last in every game."""

    def stop(self, board: Board) -> None:
        """What becomes of the seeds left on a stop by repetition or agreement: they stay."""

    def winner(self, position: Position) -> int | None:
        """Who won a game that is over: read from the stores (C-8)."""
        south, north = position.stores or (0, 0)
        return None if south == north else SOUTH if south > north else NORTH

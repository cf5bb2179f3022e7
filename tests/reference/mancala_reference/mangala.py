"""Mangala (MN)."""

from __future__ import annotations

from .board import Board
from .frame import NORTH, SOUTH, Fault, Option, Position, flag
from .game import Game


def sow(board: Board, number: int) -> int:
    """MN-1, MN-2: returns where the last seed fell, -1 for the mover's store."""
    circle = board.circle()
    start = board.house(board.mover, number)
    at = circle.index(start)
    board.pick_up(start)
    if board.hand > 1:
        board.sow(start)
    while board.hand:
        at = (at + 1) % len(circle)
        if circle[at] == -1:
            board.sow_store(board.mover)
        else:
            board.sow(circle[at])
    return circle[at]


def even_capture(board: Board, last: int) -> None:
    """MN-4: the last seed made a house of the opponent even."""
    if board.houses[last] % 2 == 0:
        board.capture(last, board.mover, "MN-4")


def opposite_capture(board: Board, last: int) -> None:
    """MN-5: the last seed fell in an own house that was empty."""
    opposite = board.opposite(last)
    if board.houses[last] == 1 and board.houses[opposite]:
        board.capture(last, board.mover, "MN-5")
        board.capture(opposite, board.mover, "MN-5")


class Mangala(Game):
    name = "mangala"
    options = {
        "remaining": Option("finisher", ("finisher", "own-side")),
        "majority": flag(False),
    }
    houses = Option(6, range(4, 9))
    seeds = Option(4, range(1, 7))
    reasons = ("empty-row", "majority")

    def most_seeds(self, houses: int) -> int:
        return 12 * houses

    def settle(self, board: Board) -> None:
        """MN-6, MN-7: a row is empty."""
        south, north = board.row(SOUTH), board.row(NORTH)
        if south and north:
            return
        if board.options.word("remaining") == "finisher":
            board.share(north, south, "MN-6")
        else:
            board.share(south, north, "MN-7")
        board.over = "empty-row"

    def legal(self, position: Position) -> list[str]:
        return [str(k) for k in range(1, position.size + 1) if position.seeds(k)]

    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        return ("EMPTY_HOUSE", "MN-1") if house is not None and not position.seeds(house) else None

    def move(self, board: Board, move: str) -> None:
        last = sow(board, int(move))
        if last != -1:  # Else MN-3: the same player moves again
            board.turn = 1 - board.mover
            if board.side(last) == board.mover:
                opposite_capture(board, last)
            else:
                even_capture(board, last)
        self.settle(board)
        if not board.over and board.options.flag("majority") and board.majority():  # MN-8
            board.over = "majority"


MANGALA = Mangala()

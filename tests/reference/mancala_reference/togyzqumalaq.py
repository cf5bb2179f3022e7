"""Togyzqumalaq (TQ)."""

from __future__ import annotations

from .board import Board, Tuzdik
from .frame import MOST_QUIET, NORTH, QUIET, REPETITION, SOUTH, Fault, Option, Position, flag
from .game import Game
from .notation import inconsistent


def owners(board: Board) -> dict[int, int]:
    """The houses that are tuzdiks, each with its owner; a tuzdik is a house in the other's row (TQ-14)."""
    return {board.house(1 - side, board.tuzdiks[side]): side for side in (SOUTH, NORTH) if board.tuzdiks[side]}


def sow(board: Board, number: int) -> int:
    """TQ-1, TQ-2, TQ-6: returns where the last seed fell."""
    at = board.house(board.mover, number)
    tuzdiks = owners(board)
    board.pick_up(at)
    if board.hand > 1:
        board.sow(at)
    while board.hand:
        at = (at + 1) % len(board.houses)
        board.sow(at)
        if at in tuzdiks:
            board.capture(at, tuzdiks[at], "TQ-6")
    return at


def may_become_tuzdik(board: Board, house: int) -> bool:
    """TQ-5, TQ-7: whether this house of the opponent may become the mover's tuzdik."""
    number = board.number(house)
    return (
        board.options.flag("tuzdik")
        and not board.tuzdiks[board.mover]
        and number != board.size
        and number != board.tuzdiks[1 - board.mover]
    )


def capture(board: Board, last: int) -> None:
    """TQ-3, TQ-4: what the last seed captures."""
    if board.side(last) == board.mover or last in owners(board):
        return
    if board.houses[last] % 2 == 0:
        board.capture(last, board.mover, "TQ-3")
    elif board.houses[last] == 3 and may_become_tuzdik(board, last):
        board.capture(last, board.mover, "TQ-4")
        board.tuzdiks[board.mover] = board.number(last)
        board.events.append(Tuzdik(last, board.mover, "TQ-4"))


class Togyzqumalaq(Game):
    name = "togyzqumalaq"
    options = {
        "tuzdik": flag(True),
        "majority": flag(True),
        "quiet": QUIET,
        "repetition": REPETITION,
    }
    houses = Option(9, range(4, 10))
    seeds = Option(9, range(1, 10))
    reasons = ("no-move", "majority", "quiet", "repetition")
    flags = ("tuz", "q")

    def most_seeds(self, houses: int) -> int:
        return 18 * houses

    def check(self, position: Position) -> None:
        """TQ-14."""
        if any(position.tuzdiks) and not position.options.flag("tuzdik"):
            inconsistent("the flag `tuz=` with `tuzdik=false`")

    def settle(self, board: Board) -> None:
        """TQ-8: the player to move has no seed; the other takes what is in the other row."""
        if board.row(board.turn) == 0:
            board.share_all(1 - board.turn, "TQ-8")
            board.over = "no-move"

    def legal(self, position: Position) -> list[str]:
        return [str(k) for k in range(1, position.size + 1) if position.seeds(k)]

    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        if house is None or position.seeds(house):
            return None
        return "EMPTY_HOUSE", "TQ-6" if house == position.tuzdiks[1 - position.turn] else "TQ-1"

    def move(self, board: Board, move: str) -> None:
        """TQ-12: no move, majority, quiet."""
        capture(board, sow(board, int(move)))
        stored = sum(board.stores) > sum(board.before.stores or ())
        board.quiet = 0 if stored else min(board.quiet + 1, MOST_QUIET)  # TQ-10
        board.turn = 1 - board.mover
        self.settle(board)
        quiet = board.options.number("quiet")
        if board.over:
            return
        if board.options.flag("majority") and board.majority():  # TQ-9
            board.over = "majority"
        elif quiet and board.quiet >= quiet:
            board.over = "quiet"


TOGYZQUMALAQ = Togyzqumalaq()

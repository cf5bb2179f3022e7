"""Kalah (KA)."""

from __future__ import annotations

from .board import Board, Swap
from .frame import DIRECTION, NORTH, SOUTH, Fault, Option, Options, Position, flag
from .game import Game
from .notation import inconsistent

FIRST_TURN, MAY_SWAP = "o", "c"


def sow(board: Board, number: int) -> int:
    """KA-1, KA-2, KA-14: returns where the last seed fell, -1 for the mover's store."""
    circle = board.circle()
    start = board.house(board.mover, number)
    at = circle.index(start)
    board.pick_up(start)
    while board.hand:
        at = (at + 1) % len(circle)
        if circle[at] == -1:
            board.sow_store(board.mover)
        else:
            board.sow(circle[at])
    return circle[at]


def capture(board: Board, last: int) -> None:
    """KA-4, KA-5: the last seed fell in an own house that was empty."""
    if last == -1 or board.side(last) != board.mover or board.houses[last] != 1:
        return
    opposite = board.opposite(last)
    if board.houses[opposite]:
        board.capture(last, board.mover, "KA-4")
        board.capture(opposite, board.mover, "KA-4")
    elif board.options.flag("empty-capture"):
        board.capture(last, board.mover, "KA-5")


def moves_again(board: Board, last: int) -> bool:
    """KA-3, and KA-12: not by the first move of the game with `first-bonus=false`."""
    return last == -1 and (board.phase != FIRST_TURN or board.options.flag("first-bonus"))


def next_phase(board: Board) -> str:
    """KA-11, KA-12: once the turn is settled."""
    if board.phase != FIRST_TURN:
        return ""
    if board.turn == board.mover:
        return FIRST_TURN
    return MAY_SWAP if board.options.flag("pie") else ""


def swap(board: Board) -> None:
    """KA-11: rows and stores change places, and the turn goes to the first player."""
    board.houses = board.houses[board.size :] + board.houses[: board.size]
    board.stores.reverse()
    board.turn = 1 - board.mover
    board.phase = ""
    board.events.append(Swap("KA-11"))


def empty_row(board: Board) -> bool:
    """KA-6, and KA-10: whether a row is empty, or that of the player to move."""
    if board.options.word("end") == "own-turn":
        return board.row(board.turn) == 0
    return board.row(SOUTH) == 0 or board.row(NORTH) == 0


def share(board: Board) -> None:
    """KA-9: the seeds left in one row."""
    word = board.options.word("remaining")
    if word == "own-side":
        board.share_own("KA-6")
    elif word == "finisher":
        board.share(board.row(NORTH), board.row(SOUTH), "KA-9")


class Kalah(Game):
    name = "kalah"
    options = {
        "empty-capture": flag(False),
        "end": Option("either-row", ("either-row", "own-turn")),
        "remaining": Option("own-side", ("own-side", "finisher", "leave")),
        "pie": flag(False),
        "first-bonus": flag(True),
        "majority": flag(False),
        "direction": DIRECTION,
    }
    houses = Option(6, range(3, 13))
    seeds = Option(4, range(1, 13))
    reasons = ("empty-row", "majority")
    flags = ("phase",)
    words = ("swap",)

    def most_product(self) -> int | None:
        return 120

    def most_seeds(self, houses: int) -> int:
        return min(240, 24 * houses)

    def check(self, position: Position) -> None:
        """KA-11, KA-12: the flags `o` and `c`."""
        pie, bonus = position.options.flag("pie"), position.options.flag("first-bonus")
        if position.phase == "b" or position.phase and position.over:
            inconsistent("flag")
        if position.phase == FIRST_TURN and not pie and bonus or position.phase == MAY_SWAP and not pie:
            inconsistent("flag without its option")

    def start_phase(self, options: Options) -> str:
        return FIRST_TURN if options.flag("pie") or not options.flag("first-bonus") else ""

    def settle(self, board: Board) -> None:
        if empty_row(board):
            share(board)
            board.over = "empty-row"
            board.phase = ""

    def legal(self, position: Position) -> list[str]:
        houses = [str(k) for k in range(1, position.size + 1) if position.seeds(k)]
        return houses + (["swap"] if position.phase == MAY_SWAP else [])

    def wrong_phase(self, position: Position, move: str) -> Fault | None:
        return ("WRONG_PHASE", "KA-11") if move == "swap" and position.phase != MAY_SWAP else None

    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        return ("EMPTY_HOUSE", "KA-1") if house is not None and not position.seeds(house) else None

    def move(self, board: Board, move: str) -> None:
        if move == "swap":
            swap(board)
        else:
            last = sow(board, int(move))
            capture(board, last)
            board.turn = board.mover if moves_again(board, last) else 1 - board.mover
            board.phase = next_phase(board)
        self.settle(board)
        if not board.over and board.options.flag("majority") and board.majority():  # KA-13
            board.over = "majority"
            board.phase = ""


KALAH = Kalah()

"""Anywoli (AY)."""

from __future__ import annotations

from functools import lru_cache

from .board import Board, Capture
from .frame import DIRECTION, MOST_LAPS, MOST_QUIET, QUIET, REPETITION, Fault, Option, Position, flag
from .game import Game


def sow(board: Board, number: int) -> bool:
    """AY-1 to AY-4: a move, with what ends the game inside it. False where it is endless (C-6)."""
    at, step, ring = board.house(board.mover, number), board.options.step, len(board.houses)
    while board.laps < MOST_LAPS and not board.circles(at):
        board.pick_up(at)
        while board.hand:
            at = (at + step) % ring
            if board.sow(at) == 4:
                last = board.hand == 0
                captor = board.mover if last else board.side(at)
                board.capture(at, captor, "AY-3" if last else "AY-2")
                board.quiet = 0  # AY-8
                if last_seeds(board, captor) or last:
                    return True
        if board.houses[at] == 1:  # AY-4
            return True
    return False


def last_seeds(board: Board, captor: int) -> bool:
    """AY-6, AY-12: whether the game ends with this capture, and who takes what is left."""
    left = board.in_houses() + board.hand
    rule = board.options.word("last-four")
    if rule == "last-captor" and left <= 4:
        board.share_all(captor, "AY-6")
        board.over = "last-four"
    elif rule == "starter-takes-eight" and left <= 8:
        board.share_all(board.before.first, "AY-12")
        board.over = "last-eight"
    elif left == 0:
        board.over = "no-seeds"
    return board.over is not None


@lru_cache(maxsize=16384)
def ends(position: Position, number: int) -> bool:
    """C-6."""
    return sow(Board(position), number)


def house_moves(position: Position) -> list[str]:
    return [str(k) for k in range(1, position.size + 1) if position.seeds(k) and ends(position, k)]


def captured_last(board: Board) -> bool:
    """Whether the move ended by AY-3."""
    last = board.events[-1] if board.events else None
    return isinstance(last, Capture) and last.ruling == "AY-3"


class Anywoli(Game):
    name = "anywoli"
    options = {
        "direction": DIRECTION,
        "last-four": Option("last-captor", ("last-captor", "starter-takes-eight", "play-out")),
        "bonus-move": flag(False),
        "quiet": QUIET,
        "repetition": REPETITION,
        "remaining": Option("own-side", ("own-side", "split", "leave")),
    }
    houses = Option(12, range(3, 25))
    seeds = Option(4, range(1, 9))
    even_product = True
    reasons = ("quiet", "repetition", "agreement", "no-move", "last-four", "last-eight", "no-seeds")
    flags = ("q", "first")
    words = ("pass",)
    can_agree = True

    def most_product(self) -> int | None:
        return 120

    def most_seeds(self, houses: int) -> int:
        return 240

    def settle(self, board: Board) -> None:
        """C-8: no seed in any house; no other test."""
        if board.in_houses() == 0:
            board.over = "no-seeds"

    def legal(self, position: Position) -> list[str]:
        """AY-7."""
        return house_moves(position) or ["pass"]

    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        if house is None:
            return ("MUST_MOVE", "AY-7") if house_moves(position) else None
        if not position.seeds(house):
            return "EMPTY_HOUSE", "AY-1"
        if not ends(position, house):
            return "ENDLESS_SOWING", "C-6"
        return None

    def move(self, board: Board, move: str) -> None:
        captured = False
        if move != "pass":
            sow(board, int(move))
            captured = any(board.stores[side] != (board.before.stores or (0, 0))[side] for side in (0, 1))
            if board.over:  # AY-6: the turn stays
                return
        if not captured:
            board.quiet = min(board.before.quiet + 1, MOST_QUIET)  # AY-8
        if not (board.options.flag("bonus-move") and captured_last(board)):  # AY-9
            board.turn = 1 - board.mover
        quiet = board.options.number("quiet")
        if move == "pass" and not house_moves(board.position()):  # AY-7, AY-11
            self.stop(board)
            board.over = "no-move"
        elif quiet and board.quiet >= quiet:
            self.stop(board)
            board.over = "quiet"

    def stop(self, board: Board) -> None:
        board.share_remaining("AW-17")


ANYWOLI = Anywoli()

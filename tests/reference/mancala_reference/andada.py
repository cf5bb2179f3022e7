"""Andada (AN)."""

from __future__ import annotations

from functools import lru_cache

from .board import Board
from .frame import DIRECTION, MOST_LAPS, NORTH, REPETITION, SOUTH, Fault, Option, Options, Position
from .game import Game
from .notation import inconsistent

OPENING, CHOICE, PLAY, BEAR_OFF = "o", "c", "", "b"


def seat_of(position: Position, number: int) -> int:
    """AN-7: the seat that controls a house."""
    return (number - 1) // (position.size // position.options.number("team")) + 1


def opening(board: Board, number: int) -> None:
    """AN-1: two seeds into the next two houses, then those of the house after, around the whole board: 2 x houses / 3 laps."""
    at, step, ring = board.house(board.mover, number), board.options.step, len(board.houses)
    for _ in range(ring // 3):
        board.pick_up(at)
        board.sow((at + step) % ring)
        board.sow((at + 2 * step) % ring)
        at = (at + 3 * step) % ring


def is_pattern(rows: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """C-7: the 3, 3, 0 pattern, wherever it begins."""
    ring = rows[SOUTH] + rows[NORTH]
    return any(all(seeds == (0 if (i - gap) % 3 == 0 else 3) for i, seeds in enumerate(ring)) for gap in range(3))


def bears_off(board: Board) -> bool:
    """AN-5, AN-9: whether a seed sown past the end of the mover's row leaves the board in this move."""
    if board.options.word("bear-off") == "permanent":
        return board.phase == BEAR_OFF
    return max(board.houses) <= 1


def sow(board: Board, number: int) -> bool:
    """AN-3, AN-4, AN-5: a regular move. False where it is endless (C-6)."""
    at, step, ring, bearing = board.house(board.mover, number), board.options.step, len(board.houses), bears_off(board)
    own = range(board.mover * board.size, (board.mover + 1) * board.size)
    while board.laps < MOST_LAPS and not board.circles(at):
        board.pick_up(at)
        while board.hand:
            at = (at + step) % ring
            if bearing and at not in own:
                board.bear_off("AN-5")
                return True
            board.sow(at)
        if board.houses[at] == 1:
            if at in own:
                capture(board, at)
            return True
    return False


def capture(board: Board, last: int) -> None:
    """AN-4: the seeds in the opposite house leave the board."""
    if board.houses[board.opposite(last)]:
        board.capture(board.opposite(last), None, "AN-4")


@lru_cache(maxsize=16384)
def ends(position: Position, number: int) -> bool:
    """C-6."""
    return sow(Board(position), number)


def regular_moves(position: Position) -> list[str]:
    """AN-3, AN-8."""
    return [str(k) for k in range(1, position.size + 1) if position.seeds(k) and ends(position, k)]


def finish(board: Board) -> None:
    """AN-11, then AN-6 and AN-8."""
    if board.options.word("end") == "empty-row" and not (board.row(SOUTH) and board.row(NORTH)):
        board.over = "empty-row"
    elif not regular_moves(board.position()):
        board.over = "no-move"


class Andada(Game):
    name = "andada"
    options = {
        "direction": DIRECTION,
        "team": Option(1, range(1, 5)),
        "repetition": REPETITION,
        "bear-off": Option("permanent", ("permanent", "momentary")),
        "end": Option("no-move", ("no-move", "empty-row")),
    }
    houses = Option(12, range(3, 49, 3))
    seeds = None
    reasons = ("no-move", "empty-row", "repetition")
    flags = ("phase",)
    words = ("take", "give")
    has_stores = False

    def most_seeds(self, houses: int) -> int:
        return 4 * houses

    def check(self, position: Position) -> None:
        """C-7: the phase must fit the board and the options."""
        if position.phase == OPENING and any(seeds != 2 for row in position.rows for seeds in row):
            inconsistent("`o` needs two seeds in every house")
        if position.phase == CHOICE and not is_pattern(position.rows):
            inconsistent("`c` needs the 3, 3, 0 pattern")
        if position.phase == BEAR_OFF and position.options.word("bear-off") != "permanent":
            inconsistent("`b` needs permanent bearing off")

    def start_phase(self, options: Options) -> str:
        return OPENING

    def settle(self, board: Board) -> None:
        if board.phase not in (OPENING, CHOICE):
            finish(board)

    def legal(self, position: Position) -> list[str]:
        if position.phase == OPENING:
            return [str(k) for k in range(1, position.size + 1)]
        if position.phase == CHOICE:
            return ["take", "give"]
        return regular_moves(position)

    def wrong_phase(self, position: Position, move: str) -> Fault | None:
        return ("WRONG_PHASE", "AN-2") if (move in self.words) != (position.phase == CHOICE) else None

    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        if house is None:
            return None
        if seat is not None and seat != seat_of(position, house):
            return "NOT_YOUR_HOUSE", "AN-7"
        if not position.seeds(house):
            return "EMPTY_HOUSE", "AN-3"
        if position.phase != OPENING and not ends(position, house):
            return "ENDLESS_SOWING", "C-6"
        return None

    def move(self, board: Board, move: str) -> None:
        if board.phase == OPENING:  # AN-1
            opening(board, int(move))
            board.phase, board.turn = CHOICE, 1 - board.mover
        elif board.phase == CHOICE:  # AN-2
            board.phase, board.turn = PLAY, board.mover if move == "take" else 1 - board.mover
            finish(board)
        else:
            sow(board, int(move))
            board.turn = 1 - board.mover
            if board.options.word("bear-off") == "permanent" and max(board.houses) <= 1:  # AN-5
                board.phase = BEAR_OFF
            finish(board)

    def winner(self, position: Position) -> int | None:
        """AN-6, AN-11, C-8: read from the reason, the rows and the turn."""
        if position.over == "repetition":
            return None
        mine, other = any(position.rows[position.turn]), any(position.rows[1 - position.turn])
        if position.over == "empty-row" and mine and not other:
            return position.turn
        return 1 - position.turn


ANDADA = Andada()

"""Congklak (CO)."""

from __future__ import annotations

from .board import Board
from .frame import DIRECTION, NORTH, SOUTH, Fault, Option, Position, flag
from .game import Game


class NoRound(Exception):
    """CO-17: no next round. reason: ROUND_NOT_OVER, INCONSISTENT_POSITION or NO_FURTHER_ROUND."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def places(board: Board) -> list[int]:
    """CO-2, CO-12, CO-14: the places sown to, burnt houses left out."""
    burnt = {board.house(side, k) for side in (SOUTH, NORTH) for k in board.before.burnt[side]}
    return [place for place in board.circle() if place not in burnt]


def sow(board: Board, number: int) -> None:
    """CO-1 to CO-7: a move; it sets the turn."""
    circle = places(board)
    at = circle.index(board.house(board.mover, number))
    before = board.stores[board.mover]
    while True:
        board.pick_up(circle[at])
        while board.hand:
            at = (at + 1) % len(circle)
            if circle[at] == -1:
                board.sow_store(board.mover)
            else:
                board.sow(circle[at])
        if circle[at] == -1:  # CO-4
            return
        if board.houses[circle[at]] == 1:  # Else CO-3: another lap
            break
    if board.side(circle[at]) == board.mover:
        capture(board, circle[at], board.stores[board.mover] > before)
    board.turn = 1 - board.mover  # CO-7


def capture(board: Board, last: int, stored: bool) -> None:
    """CO-5, CO-6: the last seed fell in an own empty house. A burnt opposite house is an empty one (CO-14)."""
    if board.options.word("capture") == "after-store" and not stored:
        return
    opposite = board.opposite(last)
    if board.houses[opposite]:
        board.capture(last, board.mover, "CO-5")
        board.capture(opposite, board.mover, "CO-5")
    elif board.options.flag("empty-capture"):
        board.capture(last, board.mover, "CO-5")


def next_round(position: Position, first: int | None) -> Position:
    """CO-15 to CO-17: the position after an ended round. `first`: who begins, where somebody says so."""
    if not position.over:
        raise NoRound("ROUND_NOT_OVER")
    stores, houses = position.stores or (0, 0), position.size
    worth, odd = divmod(sum(stores), 2 * houses)
    if position.in_houses or odd or not 1 <= worth <= 10:
        raise NoRound("INCONSISTENT_POSITION")
    filled = [min(houses, store // worth) for store in stores]
    if 0 in filled:
        raise NoRound("NO_FURTHER_ROUND")
    near_store = range(houses, 0, -1) if position.options.step == 1 else range(1, houses + 1)
    burnt = [tuple(sorted(near_store[n:])) for n in filled]
    rows = [tuple(0 if k in burnt[side] else worth for k in range(1, houses + 1)) for side in (SOUTH, NORTH)]
    rest = [stores[side] - worth * filled[side] for side in (SOUTH, NORTH)]
    fewer = NORTH if stores[NORTH] < stores[SOUTH] else SOUTH  # CO-16
    return Position(
        position.game,
        position.options,
        (rows[SOUTH], rows[NORTH]),
        (rest[SOUTH], rest[NORTH]),
        fewer if first is None else first,
        burnt=(burnt[SOUTH], burnt[NORTH]),
    )


class Congklak(Game):
    name = "congklak"
    options = {
        "direction": DIRECTION,
        "end": Option("play-out", ("play-out", "no-move", "empty-row")),
        "empty-capture": flag(False),
        "capture": Option("any", ("any", "after-store")),
    }
    houses = Option(7, range(3, 11))
    seeds = Option(7, range(1, 11))
    reasons = ("no-seeds", "no-move", "empty-row")
    flags = ("burnt",)
    words = ("pass",)

    def most_seeds(self, houses: int) -> int:
        return 20 * houses

    def settle(self, board: Board) -> None:
        """CO-8 to CO-10: no seeds, then what `end` says."""
        end = board.options.word("end")
        mine, other = board.row(board.turn), board.row(1 - board.turn)
        if not mine and not other:
            board.over = "no-seeds"
        elif end == "no-move" and not mine:
            board.share_own("CO-9")
            board.over = "no-move"
        elif end == "empty-row" and not (mine and other):
            board.share_own("CO-10")
            board.over = "empty-row"

    def legal(self, position: Position) -> list[str]:
        return [str(k) for k in range(1, position.size + 1) if position.seeds(k)] or ["pass"]

    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        if house is None:
            return ("MUST_MOVE", "CO-8") if any(position.rows[position.turn]) else None
        if house in position.burnt[position.turn]:
            return "EMPTY_HOUSE", "CO-14"
        return None if position.seeds(house) else ("EMPTY_HOUSE", "CO-1")

    def move(self, board: Board, move: str) -> None:
        if move == "pass":
            board.turn = 1 - board.mover
        else:
            sow(board, int(move))
        self.settle(board)


CONGKLAK = Congklak()

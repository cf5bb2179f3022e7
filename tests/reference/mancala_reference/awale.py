"""Awalé (AW)."""

from __future__ import annotations

from functools import lru_cache

from .board import Board
from .frame import DIRECTION, MOST_QUIET, QUIET, REPETITION, Fault, Option, Position, flag
from .game import Game

SLAMS = ("no-capture", "illegal", "capture", "opponent-takes", "leave-left", "leave-right")


def sow(board: Board, number: int) -> int:
    """AW-1: sows, always skipping the house just emptied (AW-19: on rows of any length). Returns where the last seed fell."""
    start = at = board.house(board.mover, number)
    board.pick_up(start)
    while board.hand:
        at = (at + board.options.step) % len(board.houses)
        if at != start:
            board.sow(at)
    return at


def chain(board: Board, last: int) -> list[int]:
    """AW-2, AW-10: the capturable houses from the last seed backwards; then AW-8 and AW-9."""
    good = (2, 3) if board.options.word("capture") == "two-or-three" else (2,)
    houses, at = [], last
    while board.side(at) != board.mover and board.houses[at] in good:
        houses.append(at)
        at = (at - board.options.step) % len(board.houses)
    return limited(board, houses)


def limited(board: Board, houses: list[int]) -> list[int]:
    """AW-8, AW-9: more houses than the limit. Six is no limit, on longer rows too (AW-19)."""
    limit = board.options.number("limit")
    if limit == 6 or len(houses) <= limit:
        return houses
    return houses[:limit] if board.options.word("over-limit") == "last" else []


def is_slam(board: Board, houses: list[int]) -> bool:
    """AW-3: at least one seed, and all the seeds in the opponent's row, would be captured."""
    return bool(houses) and sum(board.houses[h] for h in houses) == board.row(1 - board.mover)


def slam_captures(board: Board, houses: list[int]) -> list[int]:
    """AW-3, AW-18, AW-20: what a grand slam captures."""
    kind = board.options.word("grand-slam")
    if kind in ("no-capture", "illegal"):
        return []
    if kind in ("leave-left", "leave-right") and len(houses) > 1:
        kept = max(houses, key=board.number) if kind == "leave-left" else min(houses, key=board.number)
        return [h for h in houses if h != kept]
    return houses


@lru_cache(maxsize=4096)
def tried(position: Position, number: int) -> tuple[bool, bool]:
    """Whether a move puts a seed into the opponent's row, and whether it is a grand slam."""
    board = Board(position)
    before = board.row(1 - board.mover)
    last = sow(board, number)
    return board.row(1 - board.mover) > before, is_slam(board, chain(board, last))


def may_feed(position: Position) -> list[int]:
    """AW-1, AW-4: the houses with seeds; only those that feed the opponent where its row is empty."""
    houses = [k for k in range(1, position.size + 1) if position.seeds(k)]
    if any(position.rows[1 - position.turn]):
        return houses
    return [k for k in houses if tried(position, k)[0]]


def playable(position: Position) -> list[int]:
    """AW-18: with `illegal` no grand slam, unless there is nothing else."""
    houses = may_feed(position)
    if position.options.word("grand-slam") == "illegal":
        return [k for k in houses if not tried(position, k)[1]] or houses
    return houses


def famine(board: Board) -> bool:
    """AW-5: no move feeds the empty row, and the player to move takes the seeds. AW-6: that player's own row is empty, and the
    seeds go to the opponent."""
    if playable(board.position()):
        return False
    if board.row(board.turn):
        board.share_all(board.turn, "AW-5")
    else:
        board.share_all(1 - board.turn, "AW-6")
    board.over = "famine"
    return True


def stopped(board: Board) -> str | None:
    """AW-11: the tests after that of famine, and before that of repetition."""
    quiet = board.options.number("quiet")
    if board.options.flag("majority") and board.majority():  # AW-13
        return "majority"
    if board.in_houses() <= board.options.number("few") > 0:  # AW-14
        return "few"
    if quiet and board.quiet >= quiet:  # AW-15
        return "quiet"
    return None


class Awale(Game):
    name = "awale"
    options = {
        "direction": DIRECTION,
        "capture": Option("two-or-three", ("two-or-three", "two")),
        "limit": Option(6, range(1, 7)),
        "over-limit": Option("last", ("last", "none")),
        "grand-slam": Option("no-capture", SLAMS),
        "majority": flag(False),
        "few": Option(0, range(49)),
        "quiet": QUIET,
        "repetition": REPETITION,
        "remaining": Option("own-side", ("own-side", "split", "leave")),
    }
    houses = Option(6, range(3, 13))
    seeds = Option(4, range(1, 9))
    reasons = ("famine", "majority", "few", "quiet", "repetition", "agreement")
    flags = ("q",)
    can_agree = True

    def most_seeds(self, houses: int) -> int:
        """C-7, AW-19."""
        return 16 * houses

    def settle(self, board: Board) -> None:
        famine(board)

    def legal(self, position: Position) -> list[str]:
        return [str(k) for k in playable(position)]

    def fault(self, position: Position, move: str, house: int | None, seat: int | None) -> Fault | None:
        assert house is not None
        if not position.seeds(house):
            return "EMPTY_HOUSE", "AW-1"
        if house not in may_feed(position):
            return "MUST_FEED", "AW-4"
        if house not in playable(position):
            return "GRAND_SLAM", "AW-18"
        return None

    def move(self, board: Board, move: str) -> None:
        last = sow(board, int(move))
        houses = chain(board, last)
        slam = is_slam(board, houses)
        if slam:
            houses = slam_captures(board, houses)
        for house in houses:
            board.capture(house, board.mover, "AW-2")
        board.quiet = 0 if houses else min(board.quiet + 1, MOST_QUIET)
        board.turn = 1 - board.mover
        if slam and board.options.word("grand-slam") == "opponent-takes":  # AW-20
            board.share_all(1 - board.mover, "AW-20")
            board.over = "famine"
        elif not famine(board):
            reason = stopped(board)
            if reason:
                self.stop(board)
                board.over = reason

    def stop(self, board: Board) -> None:
        board.share_remaining("AW-17")


AWALE = Awale()

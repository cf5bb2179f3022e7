"""Positions at the boundaries of the rules, which random play seldom comes to. Each maker takes a random position and gives one
like it; None where it has none. All are deterministic by the random.Random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

import mancala_reference as m
from mancala_reference.frame import MOST_QUIET, NORTH, SOUTH, Options, Position, Value
from mancala_reference.game import Game
from mancala_reference.notation import position_text
from random_positions import board_size, middle, options

Maker: TypeAlias = Callable[[Random, Game, Position], Position | None]


def under(position: Position, **values: Value) -> Position:
    """The position under these options, as far as the game has them."""
    has = m.GAMES[position.game].options
    known = {name: value for name, value in values.items() if name in has and value in has[name].values}
    return replace(position, options=Options({**position.options.values, **known}))


def fits(game: Game, position: Position) -> bool:
    try:
        m.read(position_text(game, position))
    except m.Refused:
        return False
    return True


def gains(position: Position, move: str) -> tuple[Position, int]:
    """The position after a move, and what it brings into the mover's store, when nothing stops the game."""
    free = m.read(m.text(under(position, majority=False, quiet=0, few=0, repetition=0, remaining="leave")))
    after, _ = m.play(free, move)
    before, stores = free.stores or (0, 0), after.stores or (0, 0)
    return after, stores[free.turn] - before[free.turn]


def some_move(rng: Random, position: Position) -> str | None:
    """A legal move of a house; None where there is none."""
    houses = [move for move in m.legal_moves(m.read(m.text(position))) if move.isdigit()]
    return rng.choice(houses) if houses else None


def near_majority(rng: Random, game: Game, position: Position) -> Position | None:
    """A store that a move brings to half of all seeds, one above or one below (AW-13, KA-13, TQ-9, MN-8)."""
    move = some_move(rng, position)
    if "majority" not in game.options or move is None:
        return None
    _, gain = gains(position, move)
    mover = rng.randint(0, 40)
    other = mover + 2 * gain - position.in_houses - rng.choice((-1, 0, 0, 1, 1, 2))
    if other < 0:
        mover, other = mover - other, 0
    stores = (mover, other) if position.turn == SOUTH else (other, mover)
    return replace(under(position, majority=rng.random() < 0.9), stores=stores)


def near_few(rng: Random, game: Game, position: Position) -> Position | None:
    """AW-14: as many seeds as `few`, one more or one fewer are left in the houses by a move."""
    move = some_move(rng, position)
    if "few" not in game.options or move is None:
        return None
    after, _ = gains(position, move)
    return under(position, few=min(48, max(0, after.in_houses + rng.choice((-1, 0, 0, 1)))))


def near_quiet(rng: Random, game: Game, position: Position) -> Position | None:
    """AW-15, AY-8, TQ-10: the count of quiet moves is one below the limit, or not; the largest limit, and the largest count."""
    if "quiet" not in game.options:
        return None
    limit = rng.choice((1, 2, 3, 10, 999, 1000))
    count = rng.choice((limit - 2, limit - 1, limit - 1, limit, limit + 1, MOST_QUIET - 1, MOST_QUIET))
    return replace(under(position, quiet=limit), quiet=max(0, count))


def round_the_board(rng: Random, game: Game, position: Position) -> Position | None:
    """A house whose seeds go round to it, or nearly, and few others."""
    ring, stores = 2 * position.size, game.has_stores
    laps = rng.choice((1, 1, 1, 2))
    many = laps * ring + rng.choice((-2, -1, 0, 1, 2, 3))
    rows = [[rng.choice((0, 0, 0, 1, 1, 2)) for _ in range(position.size)] for _ in range(2)]
    rows[position.turn][rng.randrange(position.size)] = many
    return with_rows(position, rows, (rng.randint(0, 9), rng.randint(0, 9)) if stores else None)


def nearly_empty(rng: Random, game: Game, position: Position) -> Position | None:
    """At most three seeds in a row, near its end."""
    rows = [[0] * position.size for _ in range(2)]
    for row in rows:
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            row[rng.choice((0, 1, -1, -2, rng.randrange(position.size)))] += 1
    return with_rows(position, rows, (rng.randint(0, 20), rng.randint(0, 20)) if game.has_stores else None)


def empty_row_ends(rng: Random, game: Game, position: Position) -> Position | None:
    """AN-11, KA-6, KA-9, KA-10, CO-9, CO-10, MN-6, TQ-8: a row that a move empties, or that is empty already, and what becomes of
    the other row."""
    rows = [[0] * position.size for _ in range(2)]
    poor = rng.randrange(2)
    rows[poor][rng.choice((0, -1, rng.randrange(position.size)))] += rng.choice((0, 1, 1, 1, 2, position.size))
    for house in range(position.size):
        rows[1 - poor][house] = rng.choice((0, 0, 1, 2, 5))
    given = under(position, end=rng.choice(game.options["end"].values)) if "end" in game.options else position
    return with_rows(under(given, majority=False), rows, (rng.randint(0, 9), rng.randint(0, 9)) if game.has_stores else None)


def full(rng: Random, game: Game, position: Position) -> Position | None:
    """C-7: as many seeds as a position may have."""
    rest = game.most_seeds(position.size) - position.in_houses
    if game.has_stores:
        south = rng.randint(0, rest) if rest >= 0 else 0
        return replace(position, stores=(south, rest - south))
    rows = [list(row) for row in position.rows]
    rows[rng.randrange(2)][rng.randrange(position.size)] += rest
    return with_rows(position, rows, None)


def shortest_or_longest(rng: Random, game: Game, position: Position) -> Position | None:
    """The smallest and the largest board."""
    houses = int(rng.choice((game.houses.values[0], game.houses.values[-1])))
    seeds = rng.choice(((0, 1, 2), (0, 0, 1), (1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6)))
    rows = [[rng.choice(seeds) for _ in range(houses)] for _ in range(2)]
    return with_rows(position, rows, (rng.randint(0, 9), rng.randint(0, 9)) if game.has_stores else None)


def with_rows(position: Position, rows: list[list[int]], stores: tuple[int, int] | None) -> Position:
    """Other rows and stores; what is bound to the old rows goes."""
    free = replace(
        position, rows=(tuple(rows[SOUTH]), tuple(rows[NORTH])), stores=stores, phase="", tuzdiks=(0, 0), burnt=((), ())
    )
    return under(free, team=1) if len(rows[SOUTH]) % (free.options.number("team") or 1) else free


def chain(rng: Random, game: Game, position: Position) -> Position | None:
    """AW-2, AW-8 to AW-10: houses to be captured backwards, and perhaps another house, so that it is no grand slam."""
    if game.name != "awale":
        return None
    houses, step = position.size, position.options.step
    last, house = rng.randrange(houses), rng.randrange(houses)
    near = range(last + 1) if step == 1 else range(houses - 1, houses - 2 - last, -1)
    opponent = [rng.choice((0, 0, 1, 4, 5)) for _ in range(houses)]
    for k in near:
        opponent[k] = rng.choice((1, 1, 1, 1, 2, 2, 2, 3, 0))
    own = [rng.choice((0, 1, 2)) for _ in range(houses)]
    own[house] = (houses - 1 - house if step == 1 else house) + len(near)
    rows = [own, opponent] if position.turn == SOUTH else [opponent, own]
    limit = rng.choice((6, max(1, len(near) - 1), min(6, len(near)), rng.randint(1, 6)))
    return with_rows(under(position, limit=limit), rows, (rng.randint(0, 20), rng.randint(0, 20)))


def tuzdik(rng: Random, game: Game, position: Position) -> Position | None:
    """TQ-3 to TQ-7: the last seed makes two, three or four in a house of the opponent; with every kind of tuzdik there may be."""
    if game.name != "togyzqumalaq":
        return None
    houses, other = position.size, 1 - position.turn
    house, target = rng.randrange(houses), rng.choice((houses - 1, houses - 2, rng.randrange(houses), rng.randrange(houses)))
    rows = [[rng.choice((0, 0, 1, 2, 2, 3)) for _ in range(houses)] for _ in range(2)]
    distance = houses - house + target
    rows[position.turn][house] = 1 if distance == 1 else distance + 1
    rows[other][target] = rng.choice((1, 2, 2, 2, 3))
    owned = [0, 0]
    owned[position.turn] = rng.choice((0, 0, 0, rng.randint(1, houses - 1)))
    owned[other] = rng.choice((0, 0, target + 1, rng.randint(1, houses - 1)))
    allowed = rng.random() < 0.85
    if owned[0] == owned[1] or max(owned) >= houses or not allowed:
        owned = [0, 0]
    for side in (SOUTH, NORTH):
        if owned[side]:
            rows[1 - side][owned[side] - 1] = 0
    after = with_rows(under(position, tuzdik=allowed), rows, (rng.randint(0, 30), rng.randint(0, 30)))
    return replace(after, tuzdiks=(owned[0], owned[1]))


def last_seeds(rng: Random, game: Game, position: Position) -> Position | None:
    """AY-2, AY-3, AY-6, AY-12: a move that makes four, with none to ten seeds left in houses and hand."""
    if game.name != "anywoli":
        return None
    houses, step = position.size, position.options.step
    ring = [0] * (2 * houses)
    start = position.turn * houses + rng.randrange(houses)
    passed = rng.choice((0, 0, 1, 2, rng.randint(0, houses)))  # Seeds sown on, after the one that makes four.
    far = rng.randint(1, min(3, 2 * houses - 1))
    ring[start] = far + passed
    ring[(start + far * step) % len(ring)] = 3
    for _ in range(max(0, rng.choice((0, 1, 3, 4, 5, 7, 8, 9, 10)) - far - passed + 1)):
        ring[rng.choice([at for at in range(len(ring)) if ring[at] not in (3, far + passed)] or [start])] += 1
    given = under(position, **{"last-four": rng.choice(game.options["last-four"].values)})
    return with_rows(given, [ring[:houses], ring[houses:]], (rng.randint(0, 30), rng.randint(0, 30)))


def bearing_off(rng: Random, game: Game, position: Position) -> Position | None:
    """AN-5, AN-9: no house above one, or one with two; bearing off has begun, or begins after the move."""
    if game.name != "andada":
        return None
    rows = [[rng.choice((0, 0, 1)) for _ in range(position.size)] for _ in range(2)]
    if rng.random() < 0.5:
        rows[rng.randrange(2)][rng.randrange(position.size)] = rng.choice((2, 2, 3))
    phase = rng.choice(("", "b")) if position.options.word("bear-off") == "permanent" else ""
    return replace(with_rows(position, rows, None), phase=phase)


def teams(rng: Random, game: Game, position: Position) -> Position | None:
    """AN-7: teams of two to four on rows that they can share."""
    team = rng.randint(2, 4)
    if game.name != "andada" or position.size % team:
        return None
    return under(position, team=team)


MAKERS: tuple[Maker, ...] = (
    *(near_majority, near_few, near_quiet, round_the_board, nearly_empty, empty_row_ends, full, shortest_or_longest),
    *(chain, tuzdik, last_seeds, bearing_off, teams),
)
OWN: dict[str, tuple[Maker, ...]] = {
    "awale": (chain, near_majority, near_few, nearly_empty),
    "andada": (bearing_off, bearing_off, empty_row_ends, teams),
    "anywoli": (last_seeds, last_seeds),
    "togyzqumalaq": (tuzdik, tuzdik, near_majority, empty_row_ends),
    "kalah": (round_the_board, nearly_empty, empty_row_ends),
    "mangala": (round_the_board, nearly_empty, empty_row_ends, near_majority),
    "congklak": (round_the_board, nearly_empty, empty_row_ends),
}
"""Those that matter most to a game."""


def plain(rng: Random, game: Game) -> Position:
    """A position without a phase and in progress, quicker than `middle`."""
    houses = board_size(rng, game)
    given = options(rng, game)
    if houses % int(given.get("team", 1)):
        given["team"] = 1
    seeds = rng.choice(((0, 0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 3, 5, 8)))
    rows = [[rng.choice(seeds) for _ in range(houses)] for _ in range(2)]
    stores = (rng.randint(0, 12), rng.randint(0, 12)) if game.has_stores else None
    bare = Position(game.name, Options(given), ((0,) * houses, (0,) * houses), stores, rng.randrange(2), first=first(rng, game))
    return with_rows(bare, rows, stores)


def first(rng: Random, game: Game) -> int:
    return rng.randrange(2) if "first" in game.flags else SOUTH


def edge(rng: Random, game: Game) -> Position:
    """A position at one of the boundaries, not settled."""
    while True:
        position = plain(rng, game) if rng.random() < 0.7 else middle(rng, game)
        maker = rng.choice(OWN[game.name] if rng.random() < 0.5 else MAKERS)
        if position.over or not fits(game, position) or m.read(position_text(game, position)).over:
            continue
        made = maker(rng, game, position)
        if made is not None and fits(game, made):
            return made


def ending(rng: Random, game: Game) -> Position:
    """A position with few seeds, under options that do not look back."""
    while True:
        position = rng.choice((nearly_empty, empty_row_ends))(rng, game, plain(rng, game))
        position = under(position, repetition=0, quiet=0) if position else None
        if position and position.in_houses <= 12 and fits(game, position):
            return position

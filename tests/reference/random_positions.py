"""Random options and positions. All functions take a random.Random and are deterministic by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

import mancala_reference as m
from mancala_reference.frame import Position, Value
from mancala_reference.game import Game
from mancala_reference.notation import complete, position_text, value_text

Rows: TypeAlias = tuple[list[int], list[int]]


def option_value(rng: Random, values: Sequence[Value]) -> Value:
    """Any value; of long ranges mostly a small one, which is more often felt."""
    small = values[: min(len(values), 13)] if rng.random() < 0.8 else values
    return rng.choice(small)


def options(rng: Random, game: Game) -> dict[str, Value]:
    """Every option that matters in a position: about half of them have their defaults."""
    default = rng.choice((0.2, 0.5, 0.5, 0.8))
    return {
        name: option.default if rng.random() < default else option_value(rng, option.values)
        for name, option in game.options.items()
    }


def board_size(rng: Random, game: Game) -> int:
    """The default, a small board, or any."""
    sizes = [int(houses) for houses in game.houses.values]
    return rng.choice((int(game.houses.default), rng.choice(sizes[:3]), rng.choice(sizes)))


def start(rng: Random, game: Game) -> tuple[dict[str, Value], int]:
    """What a game is started with: options with `houses` and `seeds`, and who begins. Some are refused by their product."""
    given = {name: value for name, value in options(rng, game).items() if rng.random() < 0.9}
    if rng.random() < 0.6:
        given["houses"] = board_size(rng, game)
    if game.seeds and rng.random() < 0.6:
        given["seeds"] = rng.choice(game.seeds.values)
    return given, rng.choice((0, 0, 1))


def row(rng: Random, houses: int, style: str) -> list[int]:
    choices = {
        "ones": (0, 1),
        "sparse": (0, 0, 0, 1, 1, 2),
        "even": (0, 1, 2, 3, 4, 5),
        "dense": tuple(range(12)),
        "big": (0, 0, 1, 3, 12, 17, 25, 40),
        "empty": (0,),
    }[style]
    return [rng.choice(choices) for _ in range(houses)]


def rows(rng: Random, game: Game, houses: int) -> Rows:
    """Random rows, sometimes one of them empty, with no more seeds than the game can start with."""
    style = rng.choice(("ones", "sparse", "sparse", "even", "even", "dense", "big"))
    board = (row(rng, houses, style), row(rng, houses, style))
    if rng.random() < 0.12:
        board = (row(rng, houses, "empty"), board[1]) if rng.random() < 0.5 else (board[0], row(rng, houses, "empty"))
    while sum(board[0]) + sum(board[1]) > game.most_seeds(houses):
        side, house = rng.randrange(2), rng.randrange(houses)
        board[side][house] //= 2
    return board


def slam(rng: Random, given: Mapping[str, Value], houses: int, turn: int) -> Rows:
    """Rows of Awalé in which a move probably captures all of the opponent's row (AW-3)."""
    step = -1 if given.get("direction") == "clockwise" else 1
    ring = [0] * (2 * houses)
    for house in range(houses):
        ring[turn * houses + house] = rng.choice((0, 1, 2, 5))
    house = rng.randrange(houses)
    to_row = houses - house if step == 1 else house + 1
    into = rng.randint(1, houses)
    ring[turn * houses + house] = to_row - 1 + into
    for k in range(into):
        ring[(turn * houses + house + step * (to_row + k)) % (2 * houses)] = rng.choice((1, 1, 1, 2))
    return ring[:houses], ring[houses:]


def last_capture(rng: Random, given: Mapping[str, Value], houses: int, turn: int) -> Rows:
    """Rows of Anywoli in which a single seed makes four of three, with few other seeds (AY-6, AY-12)."""
    step = -1 if given["direction"] == "clockwise" else 1
    others = rng.choice(((0,), (0, 0, 0, 0, 1)))
    ring = [rng.choice(others) for _ in range(2 * houses)]
    house = turn * houses + rng.randrange(houses)
    ring[house], ring[(house + step) % (2 * houses)] = 1, 3
    return ring[:houses], ring[houses:]


def special_rows(rng: Random, game: Game, given: dict[str, Value], houses: int, turn: int, phase: str) -> Rows | None:
    """Rows that the phase needs; in Awalé now and then those of a grand slam, in Anywoli those of a last capture."""
    if game.name == "andada" and phase == "o":
        return [2] * houses, [2] * houses
    if game.name == "andada" and phase == "c":
        gap = rng.randrange(3)
        ring = [0 if (at - gap) % 3 == 0 else 3 for at in range(2 * houses)]
        return ring[:houses], ring[houses:]
    if game.name == "awale" and rng.random() < 0.4:
        given["grand-slam"] = rng.choice((*game.options["grand-slam"].values, "illegal", "illegal"))
        return slam(rng, given, houses, turn)
    if game.name == "anywoli" and rng.random() < 0.15:
        given["last-four"] = rng.choice(game.options["last-four"].values)
        return last_capture(rng, given, houses, turn)
    return ([0] * houses, [0] * houses) if rng.random() < 0.02 else None


def endless(rng: Random, game: Game) -> Position:
    """A position of Andada or Anywoli on the smallest board, if possible with a sowing that never ends (C-6)."""
    for _ in range(30 if game.name == "andada" else 300):
        given, houses = options(rng, game) | {"team": 1}, int(game.houses.values[0])
        south, north = (tuple(rng.choice((0, 1, 1, 2, 3)) for _ in range(houses)) for _ in range(2))
        while sum(south) + sum(north) > game.most_seeds(houses):
            south = tuple(seeds // 2 for seeds in south)
        stores = (rng.randint(0, 5), rng.randint(0, 5)) if game.has_stores else None
        position = Position(game.name, complete(game, given), (south, north), stores, rng.randrange(2))
        if sum(seeds > 0 for seeds in position.rows[position.turn]) > len(m.legal_moves(position)):
            break
    return position


def phase_of(rng: Random, game: Game, given: Mapping[str, Value]) -> str:
    if game.name == "andada":
        return rng.choice(("", "", "", "o", "c", "b" if given["bear-off"] == "permanent" else ""))
    if game.name == "kalah" and rng.random() < 0.6:
        return "c" if given["pie"] and rng.random() < 0.6 else "o" if given["pie"] or not given["first-bonus"] else ""
    return ""


def tuzdiks(rng: Random, given: Mapping[str, Value], board: Rows) -> tuple[int, int]:
    """TQ-14; the houses are emptied."""
    houses = len(board[0])
    if not given["tuzdik"] or rng.random() < 0.4:
        return 0, 0
    south, north = (rng.choice((0, rng.randint(1, houses - 1))) for _ in range(2))
    if south == north:
        north = 0
    if south:
        board[1][south - 1] = 0
    if north:
        board[0][north - 1] = 0
    return south, north


def burnt(rng: Random, board: Rows) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """CO-14; the houses are emptied."""
    chosen = []
    for side in range(2):
        some = rng.randrange(len(board[side])) if rng.random() < 0.5 else 0
        numbers = tuple(sorted(rng.sample(range(1, len(board[side]) + 1), some)))
        for number in numbers:
            board[side][number - 1] = 0
        chosen.append(numbers)
    return chosen[0], chosen[1]


def middle(rng: Random, game: Game) -> Position:
    """A position as it may be submitted (C-7), not settled; now and then one that says that it is over."""
    if game.name in ("andada", "anywoli") and rng.random() < 0.2:
        return endless(rng, game)
    given, houses, turn = options(rng, game), board_size(rng, game), rng.randrange(2)
    if int(given.get("team", 1)) > 1 and houses % int(given["team"]):
        given["team"] = 1
    phase = phase_of(rng, game, given)
    board = special_rows(rng, game, given, houses, turn, phase) or rows(rng, game, houses)
    owned = tuzdiks(rng, given, board) if game.name == "togyzqumalaq" else (0, 0)
    burned = burnt(rng, board) if game.name == "congklak" and rng.random() < 0.6 else ((), ())
    rest = max(0, game.most_seeds(houses) - sum(board[0]) - sum(board[1]))
    stored = rng.randint(0, rng.choice((rest, rest, rest // 4)))
    south = rng.randint(0, stored) if rng.random() < 0.7 else stored // 2
    over = rng.choice(game.reasons) if rng.random() < 0.04 and not (phase and game.name == "kalah") else None
    position = Position(
        game.name,
        complete(game, given),
        (tuple(board[0]), tuple(board[1])),
        (south, stored - south) if game.has_stores else None,
        turn,
        phase,
        owned,
        burned,
        quiet=rng.choice((0, 0, 1, rng.randint(0, 30), rng.choice((999_998, 999_999)))) if "q" in game.flags else 0,
        first=rng.randrange(2) if "first" in game.flags else 0,
        over=over,
    )
    try:
        m.read(position_text(game, position))
    except m.Refused:  # Some rows of `slam` have too many seeds.
        return middle(rng, game)
    return position


def respelled(rng: Random, game: Game, position: Position) -> str:
    """The same position in another spelling (N-2): options in any order, with defaults, `houses` and `seeds`, and `_`."""
    rules, _, rest = position_text(game, position).partition(" ")
    given = [(k, v) for k, v in position.options.values.items() if v != game.options[k].default or rng.random() < 0.2]
    if rng.random() < 0.3:
        given.append(("houses", position.size))
    if rng.random() < 0.3 and game.seeds:
        fits = [s for s in game.seeds.values if fits_product(game, position.size, int(s))]
        given += [("seeds", rng.choice(fits))] if fits else []
    rng.shuffle(given)
    text = game.name + (":" if given else "") + ",".join(f"{k}={value_text(v)}" for k, v in given) + " " + rest
    return text.replace(" ", "_", rng.choice((-1, -1, 1, 0)))


def fits_product(game: Game, houses: int, seeds: int) -> bool:
    most = game.most_product()
    return most is None or houses * seeds <= most and not (game.even_product and houses * seeds % 2)

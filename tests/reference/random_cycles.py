"""Games that end by repetition: steered by looking for a way back. Deterministic by the random.Random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import mancala_reference as m
from mancala_reference.frame import Options, Position
from mancala_reference.game import Game
from mancala_reference.notation import position_text
from random_positions import middle, options

MOST_TRIED = 400
MOST_PLIES = 250


def cycle_options(rng: Random, game: Game) -> Options:
    """Options without most of what ends games sooner than a repetition."""
    given = options(rng, game)
    given["repetition"] = rng.choice((2, 2, 3, 3, 4, rng.randint(2, 10)))
    for name, value in (("majority", False), ("quiet", 0), ("few", 0), ("team", 1), ("end", "no-move")):
        if name in given and (name == "team" or rng.random() < 0.8):
            given[name] = value
    return Options(given)


def under(given: Options, position: Position) -> Position:
    """The position under other options."""
    return m.read(position_text(m.GAMES[position.game], replace(position, options=given)))


def without_repetition(given: Options) -> Options:
    return Options({**given.values, "repetition": 0})


def quiet_start(rng: Random, game: Game) -> Position:
    """A position on a small board with few seeds, or a position of the generator under such options."""
    position = middle(rng, game)
    if rng.random() < 0.8:
        houses = rng.choice([int(h) for h in game.houses.values][: 2 if game.name == "andada" else 3])
        seeds = rng.choice(((0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 2)))
        rows = [tuple(rng.choice(seeds) for _ in range(houses)) for _ in range(2)]
        stores = (rng.randint(0, 9), rng.randint(0, 9)) if game.has_stores else None
        position = replace(position, rows=(rows[0], rows[1]), stores=stores, tuzdiks=(0, 0))
    given = cycle_options(rng, game)
    if any(position.tuzdiks) and not given.flag("tuzdik"):
        return quiet_start(rng, game)
    return under(given, replace(position, phase="", over=None))


def shuffled(rng: Random, position: Position) -> Iterator[str]:
    moves = m.legal_moves(position)
    rng.shuffle(moves)
    return iter(moves)


def find_loop(rng: Random, start: Position) -> tuple[list[str], list[str]] | None:
    """Moves from the start to a position, and moves from there back to it: depth first, among moves that take no seeds out."""
    start = under(without_repetition(start.options), start)
    way = [(start, shuffled(rng, start))]
    made: list[str] = []
    on_the_way, dead = {start.key: 0}, set()
    for _ in range(MOST_TRIED):
        position, untried = way[-1]
        move = next(untried, None)
        if move is None:
            way.pop()
            dead.add(position.key)
            del on_the_way[position.key]
            if not way:
                return None
            made.pop()
            continue
        after, _ = m.play(position, move)
        if after.over or after.in_houses != position.in_houses or after.key in dead:
            continue
        if after.key in on_the_way:
            at = on_the_way[after.key]
            return made[:at], [*made[at:], move]
        on_the_way[after.key] = len(way)
        way.append((after, shuffled(rng, after)))
        made.append(move)
    return None


def looped(rng: Random, position: Position) -> tuple[Position, list[str]] | None:
    """A way into a loop and the loop again and again, till the game ends."""
    found = find_loop(rng, position)
    if found is None:
        return None
    way, loop = found
    cut = max(0, len(way) - rng.randint(0, 8))
    first = under(without_repetition(position.options), position)
    for move in way[:cut]:
        first, _ = m.play(first, move)
    first = under(position.options, first)
    times = position.options.number("repetition") - 1
    moves = way[cut:] + loop * times
    return (first, moves) if len(moves) <= MOST_PLIES else None


def nearest(rng: Random, position: Position) -> str:
    """A move to a position seen before, else one that takes no seeds out of the houses, else any."""
    best: list[tuple[int, str]] = []
    for move in m.legal_moves(position):
        after, _ = m.play(position, move)
        kept = after.in_houses == position.in_houses and (not after.over or after.over == "repetition")
        best.append((position.past.keys.count(after.key) + 1 if kept else 0, move))
    top = max(score for score, _ in best) if rng.random() < 0.9 else 0
    return rng.choice([move for score, move in best if score >= top])


def steered(rng: Random, position: Position) -> tuple[Position, list[str]]:
    first, moves = position, list[str]()
    while not position.over and len(moves) < MOST_PLIES:
        moves.append(nearest(rng, position))
        position, _ = m.play(position, moves[-1])
    return first, moves


def find_cycle(rng: Random, game: Game) -> tuple[str, list[str]]:
    """The start and the moves of a game that ends by repetition."""
    by_loop = game.name == "andada" or rng.random() < 0.4
    while True:
        start = quiet_start(rng, game)
        if start.over:
            continue
        game_found = looped(rng, start) if by_loop else steered(rng, start)
        if game_found is None:
            continue
        position, played = game_found[0], 0
        for move in game_found[1]:
            if position.over:
                break
            position, _ = m.play(position, move)
            played += 1
        if position.over == "repetition":
            return m.text(game_found[0]), game_found[1][:played]

"""What can be counted through rather than left to chance: option values, row lengths, numbers of seeds, flags, moves and
spellings, each with what is just beyond it. Asked once, at the beginning of a run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import mancala_reference as m
from mancala_reference.frame import Option, Position, Value
from mancala_reference.game import Game
from mancala_reference.notation import REASONS, complete, known_options, position_text, value_text

from . import tokens
from .questions import Question

MOST_HOUSES = 50
FLAGS = (
    *("o", "c", "b", "q0", "q1", "q9", "q01", "q999998", "q999999", "q1000000", "q", "q-1", "first=n", "first=s"),
    *("tuz=1/-", "tuz=-/1", "tuz=1/2", "tuz=1/1", "tuz=0/-", "tuz=-/-", "tuz=01/-", "tuz=1", "x", "over=", "over=won"),
)
SPELLINGS = ("(0)", "(35)", "(36)", "(036)", "(37)", "()", "(36", "36)", "A", "-", "+", ".", "{", "/", "`", ":", "@", "[")
NUMBERS = ("0/0", "1/0", "0/1", "00/0", "0/00", "01/0", "+1/0", "-1/0", "1/", "/1", "1", "1/2/3", "a/0", "-", "--", "-/-")
MOVES = (
    *("0", "00", "01", "1", "2", "9", "10", "48", "49", "50", "255", "256", "257", "65536", "65537", "4294967297", "9" * 30),
    *("pass", "take", "give", "agree", "Pass", "PASS", "Agree", "", " ", "x", "-1", "+1", "1.0", "1a", "a1", "A1", "é", "move"),
    *"ABCDEFGHIJKLMZ@[",
    *"abcdefghijklmz`{",
)


def bare(game: Game, houses: int | None = None, seeds: int = 1, turn: int = 0) -> Position:
    """A position with the same number of seeds in each house, under the default options."""
    row = (seeds,) * (houses or int(game.houses.default))
    return Position(game.name, complete(game, {}), (row, row), (0, 0) if game.has_stores else None, turn)


def sweep(name: str) -> Iterator[Question]:
    """Questions about one game. The answers are made as those of all others."""
    game = m.GAMES[name]
    for text in (*options(game), *lengths(game), *flags(game), *spellings(game)):
        yield Question("batch", name, text)
    yield from starts(game)
    yield from moves(game)
    yield from counts(game)


def known(game: Game) -> dict[str, Option]:
    return known_options(game)


def near(option: Option) -> list[Value]:
    """All values of an option, or those at the ends of a long range; and values just beyond them."""
    every = list(option.values)
    values = every if len(every) <= 13 else [*every[:3], every[len(every) // 2], *every[-2:]]
    if type(option.default) is int:
        return [
            *values,
            *(n for n in (int(every[0]) - 1, 1, int(every[-1]) + 1, 999, 65537, 2**32) if n >= 0 and n not in values),
        ]
    return [*values, "none-such"]


def options(game: Game) -> Iterator[str]:
    """N-2: each value of each option; beyond them; two options in both orders."""
    text = position_text(game, bare(game))
    for name, option in known(game).items():
        for value in near(option):
            yield text.replace(" ", f":{name}={value_text(value)} ", 1)
        # Whether `direction=01` is malformed, as a number would be, is open (DOUBTS.md).
        for written in ("", "True", "yes", "-1", "1.0", *(("00", "01") if type(option.default) is int else ())):
            yield text.replace(" ", f":{name}={written} ", 1)
    pairs = [f"{name}={value_text(option.values[-1])}" for name, option in known(game).items() if name != "houses"]
    for one, other in permutations(pairs, 2):
        yield text.replace(" ", f":{one},{other} ", 1)


def lengths(game: Game) -> Iterator[str]:
    """C-7: rows of each length; with the greatest number of seeds, and one more."""
    for houses in range(1, MOST_HOUSES + 1):
        position = bare(game, houses, 1)
        yield position_text(game, position)
        if houses not in game.houses.values:
            continue
        rest = game.most_seeds(houses) - 2 * houses
        for more in (rest, rest + 1):
            text = position_text(game, position)
            first = f"({more + 1})" if more > 34 else "0123456789abcdefghijklmnopqrstuvwxyz"[more + 1]
            yield text.replace(" 1", f" {first}", 1)
            if game.has_stores:
                yield text.replace(" 0/0 ", f" {more // 2}/{more - more // 2} ")
        for seeds in game.seeds.values if game.seeds else ():
            yield position_text(game, position).replace(" ", f":houses={houses},seeds={seeds} ", 1)


def flags(game: Game) -> Iterator[str]:
    """N-3, N-5: each flag and each reason, and two flags in both orders."""
    empty = position_text(game, bare(game, seeds=0)).replace(" 00", " 01").replace("/00", "/01")
    full = position_text(game, bare(game, seeds=2))
    for flag in (*FLAGS, *(f"over={reason}" for reason in REASONS)):
        yield f"{empty} {flag}"
        yield f"{full} {flag}"
    for one, other in permutations(("o", "b", "q7", "first=n", "tuz=3/-", f"over={game.reasons[0]}"), 2):
        yield f"{empty} {one} {other}"
    yield f"{full} q7 q8"


def spellings(game: Game) -> Iterator[str]:
    """N, N-1: numbers and separators."""
    text = position_text(game, bare(game))
    rules, rows, stores, turn = text.split(" ")
    for house in (*SPELLINGS, *"0129abyz"):
        yield f"{rules} {house}{rows[1:]} {stores} {turn}"
        yield f"{rules} {rows[:-1]}{house} {stores} {turn}"
    for number in NUMBERS:
        yield f"{rules} {rows} {number} {turn}"
    for word in ("S", "N", "south", "", "x", "sn"):
        yield f"{rules} {rows} {stores} {word}"
    yield from (f" {text}", f"{text} ", text.replace(" ", "  ", 1), text.replace(" ", "_"), text.replace(" ", "\t"), f"{text}_")
    yield from (
        text.upper(),
        f"{rules}: {rows} {stores} {turn}",
        f":{text}",
        text[1:],
        f"{text} moves",
        f"{text} moves 1",
        f"{text} moves  1",
    )
    yield from (f"{rules} {rows}/{rows[:3]} {stores} {turn}", f"{rules} {rows.replace('/', '')} {stores} {turn}", rules)


def starts(game: Game) -> Iterator[Question]:
    """C-5: games started with each value of each option."""
    for first in ("south", "north"):
        yield Question("start-game", game.name, "", more={"first": first})
    for name, option in known(game).items():
        for value in near(option):
            yield Question("start-game", game.name, "", more={"options": {name: value}})


def moves(game: Game) -> Iterator[Question]:
    """N-6, C-9: each text of a move, for both players; also after the end and on the shortest and longest rows."""
    for turn in (0, 1):
        for houses in sorted({int(game.houses.values[0]), int(game.houses.default), int(game.houses.values[-1])}):
            text = position_text(game, bare(game, houses, 1, turn))
            for move in MOVES:
                yield Question("batch", game.name, text, move=move)
            for seat in (1, 2, 5):  # AN-7
                yield Question("validate-move", game.name, text, move="1", seat=seat)
        for ended in (position_text(game, bare(game, seeds=0, turn=turn)),):
            yield from (Question("batch", game.name, ended, move=move) for move in MOVES)


def counts(game: Game) -> Iterator[Question]:
    """Tokens with each length of the groups of the ply, and of the quiet count."""
    text = position_text(game, bare(game))
    for bits in range(21):
        for number in (2**bits - 1, 2**bits):
            if number <= tokens.MOST_PLY:
                yield Question("legal-moves", game.name, text, form="token", ply=number)
                if "q" in game.flags and number:
                    yield Question("batch", game.name, f"{text} q{number}", form="token", ply=1)

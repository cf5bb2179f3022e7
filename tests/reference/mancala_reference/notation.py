"""The text notation (N): positions, options and moves as text, read strictly and written canonically.

Of several faults in one text the first is given in this order: the grammar; the game; options that are not known or out of range,
from left to right; what is inconsistent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from .frame import MOST_QUIET, NORTH, SOUTH, Option, Options, Position, Refused, Row, Value
from .game import Game

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NUMBER = "(?:0|[1-9][0-9]*)"
WORDS = ("pass", "take", "give", "agree", "swap")  # N-6: moves that are no house
REASONS = (
    *("famine", "majority", "few", "quiet", "repetition", "agreement"),
    *("no-move", "last-four", "last-eight", "no-seeds", "empty-row"),
)
OWNED = f"(-|{NUMBER})"
LIST = f"(-|{NUMBER}(?:,{NUMBER})*)"
FLAGS = (  # N-3, in their order
    ("phase", "([ocb])"),
    ("tuz", f"tuz={OWNED}/{OWNED}"),
    ("burnt", f"burnt={LIST}/{LIST}"),
    ("q", "q([1-9][0-9]*)"),
    ("first", "first=n"),
    ("over", "over=([a-z-]+)"),
)
HUGE = 10**9  # Numbers of any size are grammatical: what is longer than this counts as this.


def malformed(why: str) -> NoReturn:
    raise Refused("malformed", why)


def inconsistent(why: str) -> NoReturn:
    raise Refused("inconsistent", why)


def number(text: str) -> int:
    """N: `0` or digits without a leading zero."""
    if not re.fullmatch(NUMBER, text):
        malformed(f"number {text[:40]}")
    return HUGE if len(text) > 9 else int(text)


def row_text(row: Row) -> str:
    """N-1."""
    return "".join(DIGITS[seeds] if seeds < 36 else f"({seeds})" for seeds in row)


def read_row(text: str) -> Row:
    """N-1: a number below 36 in parentheses, or one with a leading zero, is malformed."""
    if not re.fullmatch(r"(?:[0-9a-z]|\([0-9]+\))+", text):
        malformed("row")
    row = []
    for digit, many in re.findall(r"([0-9a-z])|\(([0-9]+)\)", text):
        seeds = DIGITS.index(digit) if digit else number(many)
        if not digit and seeds < 36:
            malformed("a number below 36 in parentheses")
        row.append(seeds)
    return tuple(row)


def value_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_value(name: str, option: Option, text: str) -> Value:
    for value in option.values:
        if value_text(value) == text:
            return value
    raise Refused("option-out-of-range", f"{name}={text[:40]}")


def rules_text(game: Game, options: Options) -> str:
    """N-2: the options that differ from their defaults, in alphabetical order; `houses` and `seeds` are no part of a position."""
    given = [f"{k}={value_text(v)}" for k, v in sorted(options.values.items()) if v != game.options[k].default]
    return game.name + (":" + ",".join(given) if given else "")


def split_options(text: str) -> list[tuple[str, str]]:
    """The options as they are written: the grammar alone."""
    given: list[tuple[str, str]] = []
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not (name and equals and value):
            malformed("option")
        if name in [n for n, _ in given]:
            malformed("the same option twice")
        given.append((name, value))
    return given


def known_options(game: Game) -> dict[str, Option]:
    start_only = {"houses": game.houses} | ({"seeds": game.seeds} if game.seeds else {})
    return {**game.options, **start_only}


def read_options(game: Game, given: list[tuple[str, str]]) -> dict[str, Value]:
    """Every value given, `houses` and `seeds` included."""
    known = known_options(game)
    for name, text in given:  # Still a matter of grammar: a number has no leading zero, in options too.
        if name in known and type(known[name].default) is int and re.fullmatch("0[0-9]+", text):
            malformed("leading zero")
    values = {}
    for name, text in given:
        if name not in known:
            raise Refused("unknown-option", name)
        values[name] = read_value(name, known[name], text)
    return values


def check_product(game: Game, houses: int, seeds: int) -> None:
    """The bounds of houses x seeds in Kalah and Anywoli."""
    most = game.most_product()
    if most is not None and (houses * seeds > most or game.even_product and houses * seeds % 2):
        raise Refused("option-out-of-range", "houses x seeds")


def complete(game: Game, given: Mapping[str, Value]) -> Options:
    """The options that matter in a position, defaults filled in."""
    return Options({name: given.get(name, option.default) for name, option in game.options.items()})


@dataclass(frozen=True)
class Written:
    """A position as it is written, before anybody asks what it means."""

    options: list[tuple[str, str]]
    rows: tuple[Row, Row]
    stores: tuple[int, int] | None
    turn: int
    flags: dict[str, tuple[str, ...]]


def split(text: str) -> tuple[str, Written]:
    """The grammar of a position (N): the name of the game, and the rest."""
    fields = text.split(" ")
    if len(fields) < 4 or "" in fields:
        malformed("fields")
    name, colon, options = fields[0].partition(":")
    if not name:
        malformed("no game")
    given = split_options(options) if colon else []
    south, slash, north = fields[1].partition("/")
    if not slash:
        malformed("rows")
    rows = (read_row(south), read_row(north))
    stores = None
    if fields[2] != "-":
        a, slash, b = fields[2].partition("/")
        if not slash:
            malformed("stores")
        stores = (number(a), number(b))
    if fields[3] not in ("s", "n"):
        malformed("turn")
    return name, Written(given, rows, stores, "sn".index(fields[3]), split_flags(fields[4:]))


def split_flags(fields: list[str]) -> dict[str, tuple[str, ...]]:
    """N-3: each flag at most once, in their order."""
    flags: dict[str, tuple[str, ...]] = {}
    at = 0
    for text in fields:
        for place in range(at, len(FLAGS)):
            name, pattern = FLAGS[place]
            found = re.fullmatch(pattern, text)
            if found:
                flags[name] = found.groups()
                at = place + 1
                break
        else:
            malformed(f"flag {text[:40]}")
    if flags.get("tuz") == ("-", "-") or flags.get("burnt") == ("-", "-"):
        malformed("a flag that says nothing")
    if "q" in flags and number(flags["q"][0]) > MOST_QUIET:
        malformed("q above 999999")
    if "over" in flags and flags["over"][0] not in REASONS:
        malformed("unknown reason")
    for text in flags.get("burnt", ()):
        numbers = read_list(text)
        if any(a >= b for a, b in zip(numbers, numbers[1:])):
            malformed("burnt houses that do not ascend")
    return flags


def read_list(text: str) -> Row:
    return () if text == "-" else tuple(number(part) for part in text.split(","))


def read_position(text: str, games: Mapping[str, Game]) -> Position:
    """A position as it was submitted, accepted by N and C-7, not yet settled."""
    name, written = split(text)
    if name not in games:
        raise Refused("unknown-variant", name[:40])
    game = games[name]
    given = read_options(game, written.options)
    houses = len(written.rows[SOUTH])
    if "seeds" in given and houses in game.houses.values:
        check_product(game, houses, int(given["seeds"]))
    check_board(game, written, given)
    flags = written.flags
    tuz, burnt = flags.get("tuz", ("-", "-")), flags.get("burnt", ("-", "-"))
    check_tuzdiks(written, houses, tuz)
    check_burnt(written, houses, burnt)
    owned = [0 if x == "-" else number(x) for x in tuz]
    position = Position(
        name,
        complete(game, given),
        written.rows,
        written.stores,
        written.turn,
        phase=flags["phase"][0] if "phase" in flags else "",
        tuzdiks=(owned[SOUTH], owned[NORTH]),
        burnt=(read_list(burnt[SOUTH]), read_list(burnt[NORTH])),
        quiet=number(flags["q"][0]) if "q" in flags else 0,
        first=NORTH if "first" in flags else SOUTH,
        over=flags["over"][0] if "over" in flags else None,
    )
    game.check(position)
    return position


def check_board(game: Game, written: Written, given: Mapping[str, Value]) -> None:
    """C-7 and N-2: rows, stores, number of seeds, and the flags and reasons that the game has."""
    south, north = written.rows
    if (written.stores is not None) != game.has_stores:
        inconsistent("stores")
    if len(south) != len(north) or len(south) not in game.houses.values:
        inconsistent("length of the rows")
    if given.get("houses", len(south)) != len(south):
        inconsistent("`houses` against the rows")
    if int(given.get("team", 1)) < 1 or len(south) % int(given.get("team", 1)):
        inconsistent("`team` against the rows")
    if sum(south) + sum(north) + sum(written.stores or ()) > game.most_seeds(len(south)):
        inconsistent("too many seeds")
    if set(written.flags) - set(game.flags) - {"over"}:
        inconsistent("a flag of another game")
    if "over" in written.flags and written.flags["over"][0] not in game.reasons:
        inconsistent("a reason of another game")


def check_tuzdiks(written: Written, houses: int, tuz: tuple[str, ...]) -> None:
    """TQ-14: outside 1 to houses - 1, the same number twice, seeds in a tuzdik."""
    owned = [None if x == "-" else number(x) for x in tuz]
    for owner, house in enumerate(owned):
        if house is not None and (not 1 <= house < houses or written.rows[1 - owner][house - 1]):
            inconsistent("tuzdik")
    if owned[SOUTH] is not None and owned[SOUTH] == owned[NORTH]:
        inconsistent("tuzdiks with the same number")


def check_burnt(written: Written, houses: int, burnt: tuple[str, ...]) -> None:
    """CO-14: outside 1 to houses, seeds in a burnt house, a row burnt wholly."""
    for side, text in enumerate(burnt):
        numbers = read_list(text)
        if any(not 1 <= k <= houses or written.rows[side][k - 1] for k in numbers) or len(numbers) == houses:
            inconsistent("burnt houses")


def position_text(game: Game, p: Position) -> str:
    """The canonical text."""
    stores = "-" if p.stores is None else f"{p.stores[SOUTH]}/{p.stores[NORTH]}"
    text = f"{rules_text(game, p.options)} {row_text(p.rows[SOUTH])}/{row_text(p.rows[NORTH])} {stores} {'sn'[p.turn]}"
    if p.phase:
        text += f" {p.phase}"
    if any(p.tuzdiks):
        text += " tuz=" + "/".join(str(k or "-") for k in p.tuzdiks)
    if any(p.burnt):
        text += " burnt=" + "/".join(",".join(map(str, numbers)) or "-" for numbers in p.burnt)
    if p.quiet:
        text += f" q{p.quiet}"
    if p.first == NORTH:
        text += " first=n"
    if p.over:
        text += f" over={p.over}"
    return text


def read_move(move: str, game: str, houses: int) -> tuple[int | None, int | None]:
    """N-6: the number of a house, and the side whose letter it is; no number where the move is a word. Other text is malformed."""
    if move in WORDS:
        return None, None
    if re.fullmatch(NUMBER, move):
        return number(move), None
    letters = "ABCDEFGHIJKL"[: max(6, houses)]  # AW-19: to that of the last house, and always to F
    if game == "awale" and len(move) == 1:
        if move in letters:
            return letters.index(move) + 1, SOUTH
        if move in letters.lower():
            return letters.lower().index(move) + 1, NORTH
    malformed(f"move {move[:40]}")

"""Texts that must be refused: each is an acceptable position with exactly one fault. Deterministic by the random.Random."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TypeAlias

import mancala_reference as m
from mancala_reference.frame import Position
from mancala_reference.game import Game
from mancala_reference.notation import known_options, position_text, value_text
from random_positions import fits_product, middle

Fields: TypeAlias = list[str]
"""A position: rules, rows, stores, turn, flags."""
Fault: TypeAlias = Callable[[Random, Game, Fields], Fields | None]


def with_option(fields: Fields, text: str) -> Fields:
    """One option more; None would be better than the same option twice, which callers avoid."""
    return [fields[0] + ("," if ":" in fields[0] else ":") + text, *fields[1:]]


def without_options(fields: Fields) -> Fields:
    return [fields[0].partition(":")[0], *fields[1:]]


def given_names(fields: Fields) -> list[str]:
    return re.findall(r"[:,]([a-z-]+)=", fields[0])


def grammar(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """A fault of the grammar in one of the first four fields."""
    rules, rows, stores, turn = fields[:4]
    south, _, north = rows.partition("/")
    faulty = [
        [rules + ":", rows, stores, turn] if ":" not in rules else [rules + ",", rows, stores, turn],
        [rules + (",x" if ":" in rules else ":x"), rows, stores, turn],
        [rules, "/" + north, stores, turn],
        [rules, south, stores, turn],
        [rules, rows + "/" + north, stores, turn],
        [rules, south[:-1] + rng.choice("A-.*(") + "/" + north, stores, turn],
        [rules, south + "/" + north + rng.choice(("(35)", "(0)", "(036)", "()", "(40")), stores, turn],
        [rules, rows, stores + rng.choice(("/0", "x", "/")), turn],
        [rules, rows, rng.choice(("0", "01/2", "1/02", "-/-", "1/", "+1/0")), turn],
        [rules, rows, stores, rng.choice(("x", "S", "south", "sn"))],
        [rules, rows, stores],
        [rules, "", rows, stores, turn],
    ]
    return [*rng.choice(faulty), *fields[4:]]


def flag_grammar(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """A flag that does not read, stands twice or in the wrong place."""
    flags = fields[4:]
    bad = [
        "q0",
        "q05",
        "q1000000" if "q" in game.flags else "q00",
        "q",
        "q-1",
        "first=s",
        "first",
        "over=",
        "over=won",
        "tuz=-/-",
        "tuz=1",
        "tuz=01/-",
        "x",
    ]
    bad += ["burnt=-/-", "burnt=2,1/-", "burnt=1,1/-", "burnt=01/-", "burnt=/1", "burnt=1,/-", "burnt=1", "O", "over=Famine"]
    if rng.random() < 0.3 and flags:
        return [*fields, rng.choice((flags[-1], "o"))]
    if rng.random() < 0.2 and flags:
        return [*fields[:4], flags[-1], *flags]
    name = rng.choice(bad)
    if any(flag.startswith("over=") for flag in flags) or flags:
        return [*fields[:4], name]
    return [*fields, name]


def option_grammar(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """An option twice, without a value, or a number with a leading zero."""
    known = known_options(game)
    name = rng.choice(list(known))
    text = f"{name}={value_text(known[name].default)}"
    kind = rng.randrange(3)
    bare = without_options(fields)
    if kind == 0:
        return with_option(with_option(bare, text), text)
    if kind == 1:
        return with_option(bare, rng.choice((name, name + "=", "=" + text)))
    numbers = [k for k, option in known.items() if type(option.default) is int]
    return with_option(bare, f"{rng.choice(numbers)}=0{rng.choice((1, 2, 4))}")


def unknown_option(rng: Random, game: Game, fields: Fields) -> Fields | None:
    others = sorted({name for other in m.GAMES.values() for name in known_options(other)} - set(known_options(game)))
    return with_option(fields, f"{rng.choice([*others, 'speed', 'Direction'])}={rng.choice(('1', 'true', 'last'))}")


def option_range(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """A value that the option cannot have."""
    known = known_options(game)
    name = rng.choice([k for k in known if k not in given_names(fields)] or [""])
    if not name:
        return None
    option = known[name]
    if type(option.default) is int:
        around = [n for n in (0, 1, *(int(v) + d for v in option.values[-1:] for d in (1, 2, 50))) if n not in option.values]
        return with_option(fields, f"{name}={rng.choice([*map(str, around), 'many', '99999999999999999999'])}")
    words = [w for w in ("none", "capture", "Default", "1", "0", "yes", "True", "two", "left") if w not in option.values]
    return with_option(fields, f"{name}={rng.choice(words)}")


def seeds_product(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """N-2: `seeds` together with the houses in the rows."""
    houses = len(m.read(" ".join(fields)).rows[0])
    wrong = [int(s) for s in game.seeds.values if not fits_product(game, houses, int(s))] if game.seeds else []
    return with_option(fields, f"seeds={rng.choice(wrong)}") if wrong else None


def houses_against_rows(rng: Random, game: Game, fields: Fields) -> Fields | None:
    houses = len(m.read(" ".join(fields)).rows[0])
    others = [h for h in game.houses.values if h != houses]
    return with_option(fields, f"houses={rng.choice(others)}") if others else None


def team_against_rows(rng: Random, game: Game, fields: Fields) -> Fields | None:
    houses = len(m.read(" ".join(fields)).rows[0])
    wrong = [team for team in (2, 4) if houses % team]
    return (
        with_option(fields, f"team={rng.choice(wrong)}") if game.name == "andada" and wrong and "team" not in fields[0] else None
    )


def row_lengths(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """Rows of different lengths, or of one that the game does not allow."""
    lengths = [int(h) for h in game.houses.values]
    wrong = rng.choice([n for n in (1, 2, 5, max(lengths) + 1, 60) if n not in lengths])
    rows = rng.choice(
        ("1" * wrong + "/" + "1" * wrong, "1" * lengths[0] + "/" + "1" * (lengths[1] if len(lengths) > 1 else wrong))
    )
    return [fields[0].partition(":")[0], rows, fields[2], fields[3]]


def too_many(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """One seed more than the game can start with, or many more."""
    position = m.read(" ".join(fields))
    if position.over or position.phase:
        return None
    more = game.most_seeds(position.size) - position.in_houses - sum(position.stores or ()) + rng.choice((1, 1, 2, 10**6, 10**20))
    if position.stores is None:
        filled = position.rows[0][0] + more
        row = f"({filled})" if filled > 35 else "0123456789abcdefghijklmnopqrstuvwxyz"[filled]
        rest, north = position_text(game, position).split(" ")[1].split("/")
        return [fields[0], row + re.sub(r"^(\(\d+\)|.)", "", rest) + "/" + north, *fields[2:]]
    return [fields[0], fields[1], f"{position.stores[0] + more}/{position.stores[1]}", *fields[3:]]


def other_games(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """Stores, a flag or a reason that the game does not have."""
    kind, bare = rng.randrange(3), fields[:4]
    if kind == 0:
        return [*fields[:2], "-" if game.has_stores else "0/0", *fields[3:]]
    if kind == 1:
        flags = {"phase": "b", "tuz": "tuz=1/-", "burnt": "burnt=1/-", "q": "q7", "first": "first=n"}
        return [
            *bare,
            rng.choice(
                [text for name, text in flags.items() if name not in game.flags or (name, game.name) == ("phase", "kalah")]
            ),
        ]
    reasons = sorted({reason for other in m.GAMES.values() for reason in other.reasons} - set(game.reasons))
    return [*bare, f"over={rng.choice(reasons)}"]


def own_flags(rng: Random, game: Game, fields: Fields) -> Fields | None:
    """A flag that the game has, against the board or the options (C-7, KA-11, TQ-14, CO-14)."""
    position = m.read(" ".join(fields))
    houses, bare = position.size, without_options(fields[:4])
    empty = "/".join(("1" * houses,) * 2)
    if game.name == "andada":
        momentary = with_option(bare, "bear-off=momentary")
        return rng.choice(([bare[0], empty, *bare[2:], rng.choice("oc")], [momentary[0], empty, *bare[2:], "b"]))
    if game.name == "kalah":
        wrong = (
            [*bare, rng.choice("oc")],
            [*with_option(bare, "first-bonus=false"), "c"],
            [*with_option(bare, "pie=true"), rng.choice("oc"), "over=" + rng.choice(game.reasons)],
        )
        return rng.choice(wrong)
    if game.name == "congklak":
        all_burnt = ",".join(str(k) for k in range(1, houses + 1))
        board = [bare[0], "0" * houses + "/" + "1" * houses, *bare[2:]]
        return [
            *board,
            rng.choice(("burnt=0/-", f"burnt={houses + 1}/-", "burnt=-/2", f"burnt={all_burnt}/-", f"burnt=1/{houses}")),
        ]
    if game.name == "togyzqumalaq":
        board = [bare[0], "0" * houses + "/" + "1" + "0" * (houses - 1), *bare[2:]]
        wrong_flags = ("tuz=0/-", f"tuz={houses}/-", f"tuz=-/{houses}", "tuz=2/2", "tuz=1/-", f"tuz=-/{houses + 40}")
        return rng.choice(([*board, rng.choice(wrong_flags)], [*with_option(board, "tuzdik=false"), "tuz=2/-"]))
    return None


def other_name(rng: Random, game: Game, fields: Fields) -> Fields | None:
    return [game.name[:-1], *fields[1:]] if ":" not in fields[0] else [f"x{fields[0]}", *fields[1:]]


FAULTS: tuple[tuple[str, Fault], ...] = (
    ("malformed", grammar),
    ("malformed", flag_grammar),
    ("malformed", option_grammar),
    ("unknown-variant", other_name),
    ("unknown-option", unknown_option),
    ("option-out-of-range", option_range),
    ("option-out-of-range", seeds_product),
    ("inconsistent", houses_against_rows),
    ("inconsistent", team_against_rows),
    ("inconsistent", row_lengths),
    ("inconsistent", too_many),
    ("inconsistent", other_games),
    ("inconsistent", own_flags),
)


def faulty(rng: Random, game: Game) -> tuple[str, str]:
    """A text, and the kind of fault for which it is refused."""
    while True:
        kind, fault = rng.choice(FAULTS)
        position: Position = middle(rng, game)
        fields = fault(rng, game, position_text(game, position).split(" "))
        if fields is not None:
            return " ".join(fields), kind

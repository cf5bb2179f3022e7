"""What rules.md has and the service does not have yet.

The list is exact in both directions: what is on it is never asked about, and once the service lists such an option or value among
its variants, the comparison fails until the entry is deleted here. Nothing may be added but what rules.md calls new.
"""

from __future__ import annotations

import re

import mancala_reference as m
from mancala_reference.frame import Option, Value
from mancala_reference.game import Game

OPTIONS: dict[str, tuple[str, ...]] = {
    "awale": ("houses",),  # AW-19
    "kalah": ("pie", "first-bonus", "majority", "direction"),  # KA-11 to KA-14
}
VALUES: dict[tuple[str, str], tuple[Value, ...]] = {
    ("awale", "grand-slam"): ("opponent-takes", "leave-left", "leave-right"),  # AW-20
}
REASONS: dict[str, tuple[str, ...]] = {"kalah": ("majority",)}  # N-5, KA-13
WORDS: tuple[str, ...] = ("swap",)  # N-6, KA-11: not a move that can be read
FLAGS: tuple[str, ...] = ("burnt=",)  # N-3, CO-14: not a flag that can be read
NEXT_ROUND = True  # CO-15 to CO-17: start-game has no `after`


def default_only(option: Option) -> Option:
    return Option(option.default, (option.default,))


def narrow() -> None:
    """Takes what the service does not have yet from the games of the reference, in this process."""
    for name, options in OPTIONS.items():
        game = m.GAMES[name]
        if "houses" in options:
            game.houses = default_only(game.houses)
        game.options = {k: default_only(option) if k in options else option for k, option in game.options.items()}
    for (name, option), values in VALUES.items():
        game = m.GAMES[name]
        kept = tuple(value for value in game.options[option].values if value not in values)
        game.options = {**game.options, option: Option(game.options[option].default, kept)}
    for name, reasons in REASONS.items():
        m.GAMES[name].reasons = tuple(reason for reason in m.GAMES[name].reasons if reason not in reasons)


def has_option(game: Game, option: str) -> bool:
    return option not in OPTIONS.get(game.name, ())


def mentions(text: str) -> bool:
    """Whether a text has an option or a flag that the service does not have yet, also in the texts of other games."""
    options = re.findall(r"[:,]([a-z-]+)=", text)
    name = re.split("[: ]", text, maxsplit=1)[0]
    return any(option in OPTIONS.get(name, ()) for option in options) or any(flag in text for flag in FLAGS)

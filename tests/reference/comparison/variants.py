"""The list of variants against the options of the reference: names, values and defaults."""

from __future__ import annotations

import mancala_reference as m
from mancala_reference.frame import Json, Value
from mancala_reference.game import Game
from mancala_reference.notation import known_options

from .service import Service


def listed_values(option: Json) -> list[Value]:
    """Every value of an option in the list of variants."""
    if option["type"] == "flag":
        return [False, True]
    if option["type"] == "word":
        return list(option["values"])
    return [n for part in option["ranges"] for n in range(part["min"], part["max"] + 1, part["step"])]


def check_variants(service: Service) -> list[str]:
    """What is wrong with the list of variants."""
    _, answer = service.call("/v1/variants", None)
    listed = {variant["name"]: variant for variant in answer.get("variants", ())}
    wrong = [] if sorted(listed) == sorted(m.GAMES) else [f"the games are {sorted(listed)}"]
    for name, game in m.GAMES.items():
        if name in listed:
            wrong += check_options(game, listed[name])
    return wrong


def check_options(game: Game, variant: Json) -> list[str]:
    known = known_options(game)
    by_reference = {name: (option.default, list(option.values)) for name, option in known.items()}
    by_service = {option["name"]: (option["default"], listed_values(option)) for option in variant["options"]}
    wrong = []
    for name in sorted({*by_reference, *by_service}):
        if by_reference.get(name) != by_service.get(name):
            wrong.append(f"{game.name}, {name}: the reference has {by_reference.get(name)}, the service {by_service.get(name)}")
            if name not in by_reference:
                wrong.append("  the rulebook comes first: a ruling is added to it, and then to the reference")
    return wrong

"""What a suggestion claims, against the value of a position that the reference has searched to the end of the game (C-10). A
search may say much that the rules do not decide; only what it calls proven, and whether its moves are legal, is compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mancala_reference as m
from mancala_reference.frame import NORTH, SOUTH, Json, Position

MOST_POSITIONS = 300
MOST_DEPTH = 60


class Unknown(Exception):
    """The position has too many after it, or play can go round."""


class Values:
    """Exact values for the player to move, of positions whose games all end soon."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._open: set[str] = set()

    def of(self, position: Position) -> int:
        if position.over:
            return result(position)
        text = m.text(replace(position, quiet=0))  # Else no position would come back.
        if text in self._known:
            return self._known[text]
        if text in self._open or len(self._open) >= MOST_DEPTH or len(self._known) >= MOST_POSITIONS:
            raise Unknown
        self._open.add(text)
        best = max(self.of_move(position, move) for move in m.legal_moves(position))
        self._open.remove(text)
        self._known[text] = best
        return best

    def of_move(self, position: Position, move: str) -> int:
        after, _ = m.play(position, move)
        return self.of(after) if after.turn == position.turn else -self.of(after)


def result(position: Position) -> int:
    """The difference of the stores for the player whose turn it would be; in Andada 1, 0 or -1."""
    if position.stores is None:
        winner = m.GAMES[position.game].winner(position)
        south = 0 if winner is None else 1 if winner == SOUTH else -1
    else:
        south = position.stores[SOUTH] - position.stores[NORTH]
    return south if position.turn == SOUTH else -south


def false_claims(position: Position, suggestion: Json) -> list[str]:
    """What a suggestion with all candidates says that is not so."""
    claims = [("", suggestion), *((f"candidate {one.get('move')}: ", one) for one in suggestion.get("candidates", ()))]
    wrong = [f"{where}{what}" for where, claim in claims for what in false_line(position, claim)]
    listed = sorted(str(one.get("move")) for one in suggestion.get("candidates", ()))
    if listed != sorted(m.legal_moves(position)):
        wrong.append(f"the candidates are {listed}")
    if wrong:
        return wrong
    try:
        values = Values()
        return [f"{where}{what}" for where, claim in claims for what in false_value(values, position, claim, where == "")]
    except Unknown:
        return []


def false_line(position: Position, claim: Json) -> list[str]:
    """The move, and the line that is expected, have legal moves alone."""
    if claim.get("move") not in m.legal_moves(position):
        return [f"the move {claim.get('move')} is not legal"]
    for move in claim.get("principalLine", ()):
        if move not in m.legal_moves(position):
            return [f"{move} in the line {' '.join(claim['principalLine'])} is not legal"]
        position, _ = m.play(position, move)
    return []


def false_value(values: Values, position: Position, claim: Json, best: bool) -> list[str]:
    exact = values.of(position) if best else values.of_move(position, claim["move"])
    wrong: list[str] = []
    if claim.get("certainty") == "proven" and claim.get("value") != exact:
        wrong.append(f"proven to be {claim.get('value')}, the value is {exact}")
    bounds: Any = claim.get("bounds") or {}
    if not bounds.get("least", exact) <= exact <= bounds.get("most", exact):
        wrong.append(f"bounds {bounds}, the value is {exact}")
    return wrong

"""The smallest question in which a difference shows, found by leaving out and lessening one thing at a time."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace

import mancala_reference as m
from mancala_reference.frame import Json

from .differences import Difference, difference
from .questions import Question
from .service import Service

SECONDS = 20.0


def shrink(service: Service, found: Difference, seconds: float = SECONDS) -> Difference:
    """Goes on from every smaller question that still shows a difference, until there is none or the time is over."""
    end = time.monotonic() + seconds
    smaller: Difference | None = found
    while smaller:
        found, smaller = smaller, None
        for question in candidates(found.question):
            if time.monotonic() > end:
                return found
            shown = differs(service, question)
            if shown and alike(shown, found):
                smaller = shown
                break
    return found


def differs(service: Service, question: Question) -> Difference | None:
    try:
        return difference(service, question)
    except (m.Refused, m.Illegal, m.IllegalLine, AssertionError, ValueError, KeyError):
        return None  # Not a question that can be asked, such as the token of a text that is refused.


def alike(one: Difference, other: Difference) -> bool:
    """Whether both are differences of a kind: so that a wrong move does not shrink to a wrong refusal."""
    return kind(one.expected) == kind(other.expected) and kind(one.received) == kind(other.received)


def kind(answer: Json) -> str:
    return "no answer" if "no answer" in answer else "refused" if "refused" in answer else "answered"


def candidates(question: Question) -> Iterator[Question]:
    """Smaller questions, the boldest first."""
    yield from as_batch(question)
    yield from fewer_moves(question)
    for text in smaller_texts(question.position):
        yield replace(question, position=text)
        if question.move and question.move.isdigit() and int(question.move) > 1:
            yield replace(question, position=text, move=str(int(question.move) - 1))


def as_batch(question: Question) -> Iterator[Question]:
    """The same in the smallest call that shows it."""
    if question.form != "position":
        yield replace(question, form="position", ply=0)
    if question.operation == "replay-game" and question.moves:
        yield Question("apply-move", question.game, question.position, question.moves[:-1], question.moves[-1])
    if question.operation not in ("batch", "start-game", "play-turn") and question.seat is None:
        yield Question("batch", question.game, question.position, question.moves, question.move)


def fewer_moves(question: Question) -> Iterator[Question]:
    """The line settled at a position in between."""
    text, word, line = question.position.partition(" moves ")
    moves = (*(line.split(" ") if word else ()), *question.moves)
    if not moves:
        return
    for made in range(len(moves), 0, -1):
        try:
            between = m.text(m.read(f"{text} moves {' '.join(moves[:made])}"))
        except (m.Refused, m.IllegalLine):
            continue
        yield replace(question, position=between, moves=moves[made:])
    for kept in range(1, len(moves)):
        yield replace(question, position=text, moves=moves[:kept])


def smaller_texts(text: str) -> Iterator[str]:
    """Without an option, a flag or a house; with fewer seeds in a house or a store."""
    text, word, line = text.partition(" moves ")
    fields = text.replace("_", " ").split(" ")
    for smaller in smaller_fields(fields):
        yield " ".join(smaller) + word + line


def smaller_fields(fields: list[str]) -> Iterator[list[str]]:
    for at in range(4, len(fields)):
        yield fields[:at] + fields[at + 1 :]
    name, _, options = fields[0].partition(":")
    given = options.split(",") if options else []
    for at in range(len(given)):
        rest = ",".join(given[:at] + given[at + 1 :])
        yield [name + (":" + rest if rest else ""), *fields[1:]]
    if len(fields) < 4:
        return
    for rows in smaller_rows(fields[1]):
        yield [fields[0], rows, *fields[2:]]
    for stores in smaller_stores(fields[2]):
        yield [*fields[:2], stores, *fields[3:]]


HOUSE = r"[0-9a-z]|\([0-9]+\)"


def smaller_rows(text: str) -> Iterator[str]:
    rows = [re.findall(HOUSE, row) for row in text.split("/")]
    if len(rows) != 2:
        return
    south, north = rows
    if len(south) == len(north):
        for at in range(len(south)):  # South k faces North houses + 1 - k (C-2).
            facing = len(north) - 1 - at
            yield joined(south[:at] + south[at + 1 :], north[:facing] + north[facing + 1 :])
    for side in range(2):
        for at, house in enumerate(rows[side]):
            for fewer in lessened(house):
                changed = [list(row) for row in rows]
                changed[side][at] = fewer
                yield joined(*changed)


def joined(south: list[str], north: list[str]) -> str:
    return "".join(south) + "/" + "".join(north)


def lessened(house: str) -> list[str]:
    """A house with no seed, half the seeds, and one fewer."""
    seeds = int(house.strip("()")) if house.startswith("(") else int(house, 36)
    fewer = sorted({0, seeds // 2, seeds - 1} - {seeds, -1})
    return [written(n) for n in fewer if n >= 0]


def written(seeds: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[seeds] if seeds < 36 else f"({seeds})"


def smaller_stores(text: str) -> Iterator[str]:
    if not re.fullmatch("[0-9]{1,9}/[0-9]{1,9}", text):
        return
    stores = [int(store) for store in text.split("/")]
    for side in range(2):
        for fewer in sorted({0, stores[side] // 2, stores[side] - 1}):
            if 0 <= fewer < stores[side]:
                changed = [*stores]
                changed[side] = fewer
                yield "/".join(map(str, changed))

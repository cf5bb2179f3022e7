"""What is printed about a difference."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

from .coverage import ending
from .differences import Difference
from .questions import Question

ENDINGS = {
    "awale": {
        "famine": "AW-5 AW-6",
        "majority": "AW-13",
        "few": "AW-14",
        "quiet": "AW-15",
        "repetition": "AW-16",
        "agreement": "AW-7",
    },
    "andada": {"no-move": "AN-6 AN-8", "empty-row": "AN-11", "repetition": "AN-10"},
    "anywoli": {
        **{"quiet": "AY-8", "repetition": "AW-16", "agreement": "AY-10", "no-move": "AY-7"},
        **{"last-four": "AY-6", "last-eight": "AY-12", "no-seeds": "C-8"},
    },
    "kalah": {"empty-row": "KA-6 KA-10", "majority": "KA-13"},
    "togyzqumalaq": {"no-move": "TQ-8", "majority": "TQ-9", "quiet": "TQ-10", "repetition": "TQ-10"},
    "mangala": {"empty-row": "MN-6", "majority": "MN-8"},
    "congklak": {"no-seeds": "CO-10", "no-move": "CO-9", "empty-row": "CO-10"},
}
MOVES = {
    "awale": "AW-1 AW-2 AW-3",
    "andada": "AN-1 AN-3 AN-4 AN-5",
    "anywoli": "AY-1 AY-2 AY-3 AY-4",
    "kalah": "KA-1 KA-2 KA-3 KA-4",
    "togyzqumalaq": "TQ-1 TQ-3 TQ-4 TQ-6",
    "mangala": "MN-1 MN-2 MN-3 MN-4 MN-5",
    "congklak": "CO-1 CO-2 CO-3 CO-4 CO-5",
}
"""The rulings of a move, for answers that name none."""
OPTIONS = {
    "awale": {
        **{"capture": "AW-10", "limit": "AW-8", "over-limit": "AW-9", "grand-slam": "AW-18 AW-20", "majority": "AW-13"},
        **{"few": "AW-14", "quiet": "AW-15", "repetition": "AW-16", "remaining": "AW-17"},
    },
    "andada": {"team": "AN-7", "repetition": "AN-10", "bear-off": "AN-5 AN-9", "end": "AN-11"},
    "anywoli": {"last-four": "AY-6 AY-12", "bonus-move": "AY-9", "quiet": "AY-8", "repetition": "AW-16", "remaining": "AW-17"},
    "kalah": {
        **{"empty-capture": "KA-5", "end": "KA-10", "remaining": "KA-9", "pie": "KA-11"},
        **{"first-bonus": "KA-12", "majority": "KA-13", "direction": "KA-14"},
    },
    "togyzqumalaq": {"tuzdik": "TQ-7", "majority": "TQ-9", "quiet": "TQ-10", "repetition": "TQ-10"},
    "mangala": {"remaining": "MN-6 MN-7", "majority": "MN-8"},
    "congklak": {"direction": "CO-12", "end": "CO-8 CO-9 CO-10", "empty-capture": "CO-5", "capture": "CO-6"},
}
REFUSALS = {
    **{"MALFORMED_POSITION": "N-1 N-2 N-3", "UNKNOWN_OPTION": "N-2", "OPTION_OUT_OF_RANGE": "N-2"},
    **{"INCONSISTENT_POSITION": "C-7", "MALFORMED_MOVE": "N-6", "ILLEGAL_LINE": "N-7 C-9", "SEAT_OUT_OF_RANGE": "AN-7"},
}


def rulings(found: Difference) -> list[str]:
    """The rulings that either answer names, those of the options given, of the ending, and of a refusal; else those of a move."""
    game, said = found.question.game, [*named(found.expected), *named(found.received)]
    for answer in (found.expected, found.received):
        said += ENDINGS[game].get(ending(answer) or "", "").split()
        said += REFUSALS.get(answer.get("refused", ""), "").split()
    if found.question.move or found.question.moves:
        said += MOVES[game].split()
    for option in re.findall("[:,]([a-z-]+)=", found.question.position):
        said += OPTIONS[game].get(option, "N-2").split()
    return list(dict.fromkeys(said))


def named(value: Any) -> list[str]:
    if isinstance(value, list):
        return [ruling for each in value for ruling in named(each)]
    if isinstance(value, dict):
        own = [value["ruling"]] if isinstance(value.get("ruling"), str) else []
        return own + [ruling for each in value.values() for ruling in named(each)]
    return []


def parts(expected: Any, received: Any, path: str = "") -> list[str]:
    """Where two answers differ, one line for each place."""
    if isinstance(expected, dict) and isinstance(received, dict):
        keys = list(dict.fromkeys([*expected, *received]))
        return [line for key in keys for line in parts(expected.get(key), received.get(key), f"{path}.{key}" if path else key)]
    if isinstance(expected, list) and isinstance(received, list) and len(expected) == len(received):
        return [line for at in range(len(expected)) for line in parts(expected[at], received[at], f"{path}[{at}]")]
    if expected == received:
        return []
    return [f"  {path}:", f"    the reference: {compact(expected)}", f"    the service:   {compact(received)}"]


def compact(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= 600 else text[:600] + "…"


def command(base: str, question: Question) -> str:
    """The command that repeats a question."""
    body = json.dumps(question.body(), ensure_ascii=False)
    kind = "x-ndjson" if question.operation == "batch" else "json"
    return f"curl -s {base}{question.path} -H 'content-type: application/{kind}' --data-binary {shlex.quote(body)}"


def cli_command(question: Question) -> str | None:
    """The same on the command line, without a server, if it is one position and its moves."""
    if question.form != "position" or not question.position or question.seat is not None:
        return None
    moves = [*question.moves, *([question.move] if question.move is not None else [])]
    return shlex.join(["ayla", "apply" if moves else "legal", question.position, *moves])


def description(base: str, found: Difference) -> str:
    question = found.question
    lines = ["", f"DIFFERENCE in {question.game}, {question.operation}", f"  {compact(question.body())}"]
    lines += parts(found.expected, found.received)
    lines += [f"  rulings: {' '.join(rulings(found))}", "  to repeat it:", f"    {command(base, question)}"]
    other = cli_command(question)
    return "\n".join([*lines, *([f"    {other}"] if other else [])])

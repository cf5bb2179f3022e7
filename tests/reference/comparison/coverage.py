"""What has been compared: plies, endings, rulings and values of options, by game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import mancala_reference as m
from mancala_reference.frame import Json
from mancala_reference.game import Game
from mancala_reference.notation import value_text

from .plans import Asked
from .questions import Question

COMMON = ("C-1", "C-3", "C-8")
NAMED: dict[str, tuple[str, ...]] = {
    "awale": ("AW-1", "AW-2", "AW-4", "AW-5", "AW-6", "AW-17", "AW-18", "AW-20"),
    "andada": ("AN-2", "AN-3", "AN-4", "AN-5", "AN-7", "C-6"),
    "anywoli": ("AY-1", "AY-2", "AY-3", "AY-6", "AY-7", "AY-12", "AW-17", "C-6"),
    "kalah": ("KA-1", "KA-4", "KA-5", "KA-6", "KA-9", "KA-11"),
    "togyzqumalaq": ("TQ-1", "TQ-3", "TQ-4", "TQ-6", "TQ-8"),
    "mangala": ("MN-1", "MN-4", "MN-5", "MN-6", "MN-7"),
    "congklak": ("CO-1", "CO-5", "CO-8", "CO-9", "CO-10", "CO-14"),
}
"""The rulings that an answer about the game can name, in an event or with the reason of a refusal (C-9, DOUBTS.md)."""
NEVER = {"anywoli": ("no-move",)}
"""Endings that no position is known for (DOUBTS.md, AY-7)."""


class Coverage:
    """Counts by game; they can be added up."""

    def __init__(self) -> None:
        self.questions: Counter[str] = Counter()
        self.plies: Counter[str] = Counter()
        self.repetitions: Counter[str] = Counter()
        self.seen: Counter[tuple[str, str, str]] = Counter()
        """By game, kind (`ending`, `ruling`, `refusal`, `event`, `option`) and name."""

    def add(self, other: Coverage) -> None:
        self.questions += other.questions
        self.plies += other.plies
        self.repetitions += other.repetitions
        self.seen += other.seen

    def note(self, asked: Asked) -> None:
        question, expected = asked
        self.questions[question.game] += 1
        self.plies[question.game] += question.plies
        self._note_options(question)
        self._note(question.game, expected)
        if "refused" in expected:
            self.seen[question.game, "refusal", expected["refused"]] += 1
        elif question.move is not None or question.moves:
            self._note_ending(question, ending(expected))

    def _note(self, game: str, value: Any) -> None:
        """Every ruling and event in an answer."""
        if isinstance(value, list):
            for each in value:
                self._note(game, each)
        elif isinstance(value, dict):
            if "ruling" in value:
                self.seen[game, "ruling", value["ruling"]] += 1
            for key, each in value.items():
                if isinstance(each, (dict, list)):
                    if key == "events":
                        self.seen.update((game, "event", next(iter(event))) for event in each)
                    self._note(game, each)

    def _note_ending(self, question: Question, reason: str | None) -> None:
        """An ending that a move brought about."""
        if reason:
            self.seen[question.game, "ending", reason] += 1
        if reason == "repetition" and question.plies:
            self.repetitions[question.game] += 1

    def _note_options(self, question: Question) -> None:
        rules = question.position.partition(" ")[0].partition("_")[0]
        for option in rules.partition(":")[2].split(","):
            if option:
                self.seen[question.game, "option", option] += 1

    def names(self, game: str, kind: str) -> dict[str, int]:
        return {name: n for (of, what, name), n in sorted(self.seen.items()) if (of, what) == (game, kind)}


def ending(answer: Json) -> str | None:
    """How the game of an answer, or the last position of a replay, has ended."""
    last = answer["positions"][-1] if answer.get("positions") else answer
    reason: str | None = last.get("status", {}).get("reason")
    return reason


def unseen(coverage: Coverage, game: Game) -> dict[str, list[str]]:
    """What could have been seen and was not."""
    name = game.name
    rulings = set(COMMON + NAMED[name]) - set(coverage.names(name, "ruling"))
    endings = set(game.reasons) - set(NEVER.get(name, ())) - set(coverage.names(name, "ending"))
    options = set(short_values(game)) - set(coverage.names(name, "option"))
    return {"rulings": sorted(rulings), "endings": sorted(endings), "options": sorted(options)}


def short_values(game: Game) -> list[str]:
    """The values of all options but their defaults; of long ranges the least and the greatest."""
    values = []
    for name, option in game.options.items():
        every = option.values if len(option.values) < 13 else (option.values[1], option.values[-1])
        values += [f"{name}={value_text(value)}" for value in every if value != option.default]
    return values


def table(coverage: Coverage, seconds: float) -> str:
    """The table at the end of a run."""
    lines = [f"{'game':<13} {'plies':>8} {'questions':>10} {'repetitions':>12}  endings"]
    for name, game in m.GAMES.items():
        endings = ", ".join(f"{reason} {n}" for reason, n in coverage.names(name, "ending").items())
        counts = f"{coverage.plies[name]:>8} {coverage.questions[name]:>10} {coverage.repetitions[name]:>12}"
        lines.append(f"{name:<13} {counts}  {endings}")
    total = sum(coverage.plies.values())
    lines.append(
        f"{'total':<13} {total:>8} {sum(coverage.questions.values()):>10}   in {seconds:.0f} s, {total / seconds:.0f} plies/s"
    )
    for name, game in m.GAMES.items():
        lines.append(f"{name}:")
        for kind in ("ruling", "refusal", "event"):
            seen = " ".join(f"{what}:{n}" for what, n in coverage.names(name, kind).items())
            lines.append(f"    {kind}s seen: {seen}")
        lines += [f"    {kind} never seen: {' '.join(missing)}" for kind, missing in unseen(coverage, game).items() if missing]
    return "\n".join(lines)

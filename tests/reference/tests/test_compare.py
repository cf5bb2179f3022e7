"""The comparison: its questions are the same by the seed, its quick answers are those made from the question alone, and it finds
and shrinks a difference, against a service that is the reference with one ruling changed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import mancala_reference as m
from comparison import tokens
from comparison.coverage import Coverage, table
from comparison.differences import Difference
from comparison.plans import Asked, questions
from comparison.questions import Question, answer
from comparison.report import description, rulings
from comparison.service import Service
from comparison.shrink import shrink
from comparison.sweep import sweep
from mancala_reference import awale
from mancala_reference.board import Board
from mancala_reference.frame import Json

from .conftest import VECTORS

GAMES = sorted(m.GAMES)


def asked(name: str, seed: int) -> list[Asked]:
    return list(questions(name, Random(seed), 0))


@pytest.mark.parametrize("name", GAMES)
def test_same_by_seed(name: str) -> None:
    assert asked(name, 1) == asked(name, 1) != asked(name, 2)


@pytest.mark.parametrize("name", GAMES)
def test_quick_answers_are_those_of_the_question(name: str) -> None:
    for question, expected in asked(name, 3):
        if "token" not in question.more:
            assert answer(question) == expected, question


@pytest.mark.parametrize("name", GAMES)
def test_sweep_has_both_kinds_of_answers(name: str) -> None:
    answers = [answer(question) for question in sweep(name)]
    assert any("refused" in one for one in answers) and any("refused" not in one for one in answers)


def test_tokens() -> None:
    """The tokens of the vectors, where the tree has them."""
    for file in VECTORS.glob("*/tokens.txt"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                token, ply, text = line.split(" ", 2)
                assert tokens.token(m.read(text), int(ply)) == token, text


class OtherRules(Service):
    """Answers as the reference does under `wrong`, which is a change of the reference."""

    def __init__(self, wrong: pytest.MonkeyPatch, target: str, changed: object) -> None:
        super().__init__("http://127.0.0.1:1")
        self._wrong, self._target, self._changed = wrong, target, changed
        self.asked = 0

    def reply(self, question: Question) -> Json:
        self.asked += 1
        with self._wrong.context() as patch:
            patch.setattr(self._target, self._changed)
            return answer(question)


@pytest.fixture
def captures_three_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[OtherRules]:
    """A service that captures houses of three, never of two (AW-2)."""

    def chain(board: Board, last: int) -> list[int]:
        houses, at = [], last
        while board.side(at) != board.mover and board.houses[at] == 3:
            houses.append(at)
            at = (at - board.options.step) % len(board.houses)
        return awale.limited(board, houses)

    service = OtherRules(monkeypatch, "mancala_reference.awale.chain", chain)
    monkeypatch.setattr("comparison.differences.ask_one", lambda _, question: service.reply(question))
    yield service


def found_in(service: OtherRules) -> Difference:
    for question, expected in asked("awale", 4):
        received = service.reply(question) if "token" not in question.more else expected
        if received != expected:
            return Difference(question, expected, received)
    raise AssertionError("no difference was found")


def test_difference_is_found_and_shrunk(captures_three_only: OtherRules) -> None:
    small = shrink(captures_three_only, found_in(captures_three_only), seconds=20)
    assert small.question.operation == "batch" and small.expected != small.received
    assert m.read(small.question.position).in_houses <= 12, small.question
    assert "AW-2" in rulings(small)
    told = description("http://127.0.0.1:8080", small)
    assert small.question.position in told and "curl" in told and "ayla apply" in told


def test_shrinking_is_bounded(captures_three_only: OtherRules) -> None:
    found = found_in(captures_three_only)
    before = captures_three_only.asked
    assert shrink(captures_three_only, found, seconds=0) == found
    assert captures_three_only.asked - before <= 1


def test_coverage_counts() -> None:
    coverage = Coverage()
    for each in asked("awale", 5):
        coverage.note(each)
    assert coverage.plies["awale"] > 100 and coverage.names("awale", "ruling")
    assert "awale" in table(coverage, 1.0)

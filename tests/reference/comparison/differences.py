"""Asking the service, and finding the first answer that differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mancala_reference.frame import Json

from .plans import Asked
from .questions import Question, answer, told
from .service import NoAnswer, Service

MOST_IN_BATCH = 250
MOST_BYTES = 400_000
"""Below AYLA_BATCH_BYTES."""


@dataclass(frozen=True)
class Difference:
    question: Question
    expected: Json
    received: Json


BUSY = {"OVERLOADED", "SEARCH_QUEUE_FULL", "DEADLINE_EXCEEDED", "RATE_LIMITED"}
"""Refusals of a service that has too much to do, which say nothing about the rules."""


def ask_one(service: Service, question: Question) -> Json:
    """What the service says, as `told`; that it says nothing is an answer too. It is asked again if it was busy."""
    said = ask_once(service, question)
    return ask_once(service, question) if said.get("refused") in BUSY else said


def ask_once(service: Service, question: Question) -> Json:
    try:
        if question.operation == "batch":
            answers = service.batch([question.body()])
            status, received = 200, answers[0] if answers else {"error": {"reason": "no answer"}}
        else:
            status, received = service.call(question.path, question.body())
        return told(question, status, received)
    except NoAnswer as none:
        return {"no answer": str(none)}


def difference(service: Service, question: Question) -> Difference | None:
    """Whether the service differs, by an answer of the reference that is made from the question alone."""
    expected = answer(question)
    received = ask_one(service, question)
    return None if received == expected else Difference(question, expected, received)


def first_difference(service: Service, asked: Sequence[Asked]) -> Difference | None:
    """Asks a batch, or a single call, and compares."""
    if len(asked) == 1 and asked[0][0].operation != "batch":
        received = ask_one(service, asked[0][0])
        return None if received == asked[0][1] else Difference(*asked[0], received)
    try:
        answers = service.batch([question.body() for question, _ in asked])
    except NoAnswer:
        answers = []
    for at, ((question, expected), received) in enumerate(zip(asked, answers)):
        said = told(question, 200, received)
        if said.get("refused") in BUSY:
            return one_by_one(service, asked[at:])
        if said != expected:
            return Difference(question, expected, said)
    return one_by_one(service, asked[len(answers) :])


def one_by_one(service: Service, asked: Sequence[Asked]) -> Difference | None:
    """What a batch left open when it ended, for whatever reason."""
    for question, expected in asked:
        received = ask_one(service, question)
        if received != expected:
            return Difference(question, expected, received)
    return None


def size(question: Question) -> int:
    """About how many bytes a request has."""
    return 100 + len(question.position) + sum(len(move) + 3 for move in question.moves)

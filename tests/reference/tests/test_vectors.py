"""The cases and the perft files."""

from __future__ import annotations

from typing import Any

import pytest

import mancala_reference as m
from mancala_reference.replay import replay

from .conftest import VECTORS, cases, cases_files, perft_files

MOST_NODES = 5_000
"""Perft is run to the depth that has at most so many nodes."""


def check_refused(case: Any) -> None:
    with pytest.raises(m.Refused) as refused:
        m.read(case["position"])
    assert refused.value.kind == case["refused"], case


def check_next_round(case: Any) -> None:
    first = {"south": 0, "north": 1}.get(case.get("first", ""))
    if "refused-next" in case:
        with pytest.raises(m.NoRound) as refused:
            m.next_round(m.read(case["position"]), first)
        assert refused.value.reason == case["refused-next"], case
    else:
        assert m.text(m.next_round(m.read(case["position"]), first)) == case["next"], case


def check_line(case: Any) -> None:
    position = m.read(case["position"])
    for move in case["moves"]:
        position, _ = m.play(position, move)
    assert m.text(position) == case["after"], case
    assert m.text(m.read(f"{case['position']} moves {' '.join(case['moves'])}")) == case["after"], case


def check_moves(case: Any) -> None:
    position = m.read(case["position"])
    assert m.text(position) == case.get("settled", case["position"]), case
    assert m.legal_moves(position) == case["legal"], case
    for move, reason in case["illegal"].items():
        fault = m.why_illegal(position, move)
        assert fault and fault[0] == reason, (case, move, fault)
    for move, text in case["after"].items():
        after, events = m.play(position, move)
        assert m.text(after) == text, (case, move, m.text(after))
        replayed = replay(*position.rows, position.stores or (0, 0), events)
        assert (tuple(replayed["south"]), tuple(replayed["north"])) == after.rows, (case, move)
        if move in case.get("laps", {}):
            assert case["laps"][move] == sum("pickUp" in event for event in events), (case, move)


def check(case: Any) -> None:
    if "refused" in case:
        check_refused(case)
    elif "next" in case or "refused-next" in case:
        check_next_round(case)
    elif "moves" in case:
        check_line(case)
    elif "winner" in case:
        status = m.status(m.read(case["position"]))
        assert status["winner"] == {"draw": "none", None: "none"}.get(case["winner"], case["winner"]), case
    else:
        check_moves(case)


@pytest.mark.parametrize("name", cases_files())
def test_cases(name: str) -> None:
    number = 0
    for case in cases(name):
        check(case)
        number += 1
    assert number


@pytest.mark.parametrize("name", perft_files())
def test_perft(name: str) -> None:
    runs = 0
    for line in (VECTORS / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        text, depth, nodes = line.rsplit(" ", 2)
        position = m.read(text) if " " in text else m.start("awale", {"majority": True, "repetition": 2})
        if int(nodes) <= MOST_NODES:
            assert m.perft(position, int(depth)) == int(nodes), line
            runs += 1
    assert runs


def test_there_are_vectors() -> None:
    assert cases_files() and perft_files()

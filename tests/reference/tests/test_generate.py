"""The generator: the same by its seed, and true."""

from __future__ import annotations

import json

import pytest

import mancala_reference as m
from generate import MODES, generate

GAMES = sorted(m.GAMES)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", MODES)
def test_same_by_seed(name: str, mode: str) -> None:
    once = [json.dumps(record) for record in generate(name, 5, 6, mode)]
    assert once == [json.dumps(record) for record in generate(name, 5, 6, mode)]
    assert once != [json.dumps(record) for record in generate(name, 6, 6, mode)]


@pytest.mark.parametrize("name", GAMES)
def test_refused(name: str) -> None:
    for record in generate(name, 1, 400, "refused"):
        with pytest.raises(m.Refused) as refused:
            m.read(record["position"])
        assert refused.value.kind == record["refused"], record


@pytest.mark.parametrize("name", GAMES)
def test_plies(name: str) -> None:
    """The position is told so that reading it again gives the same answers."""
    plies = 0
    for record in generate(name, 1, 40, "mixed"):
        if record["kind"] != "ply":
            continue
        plies += 1
        position = m.read(record["position"])
        for move in record.get("moves", ()):
            position, _ = m.play(position, move)
        assert m.text(position) == record["text"]
        assert m.listed_moves(position) == record["legal"]
        after, events = m.play(position, record["move"], record.get("seat"))
        assert (m.text(after), m.line(after), events) == (record["after"], record["line"], record["events"])
        assert m.status(after) == record["status"] and (json.loads(json.dumps(record)) == record)
    assert plies > 50


@pytest.mark.parametrize("name", [name for name in GAMES if "repetition" in m.GAMES[name].options])
def test_cycles_end_by_repetition(name: str) -> None:
    records = list(generate(name, 2, 10, "cycle"))
    ends = [record["status"] for record in records if record["status"]["over"]]
    assert len(ends) == 10 and {status["reason"] for status in ends} == {"repetition"}

"""What must hold whatever the rules are, and what one option must not change, in random games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import mancala_reference as m
import random_positions
from generate import next_move
from mancala_reference import awale
from mancala_reference.board import Board
from mancala_reference.frame import Options, Past, Position
from mancala_reference.replay import replay

GAMES = sorted(m.GAMES)
POSITIONS = 250
PLIES = 25


def first_positions(name: str) -> Iterator[tuple[Random, Position]]:
    """From the start, and from the middle of games."""
    game = m.GAMES[name]
    for number in range(POSITIONS):
        rng = Random(f"{name} {number}")
        if number % 4:
            yield rng, m.read(random_positions.respelled(rng, game, random_positions.middle(rng, game)))
        else:
            try:
                given, first = random_positions.start(rng, game)
                yield rng, m.start(name, given, first)
            except m.Refused:
                pass


def plies(name: str) -> Iterator[tuple[Random, Position, str, Position, list[dict[str, object]]]]:
    for rng, position in first_positions(name):
        for _ in range(PLIES):
            if position.over:
                break
            move = next_move(rng, position)
            after, events = m.play(position, move)
            yield rng, position, move, after, events
            position = after


def with_options(position: Position, **values: bool | int | str) -> Position:
    given = {**position.options.values, **{name.replace("_", "-"): value for name, value in values.items()}}
    return replace(position, options=Options(given))


def exchanged(p: Position) -> Position:
    """The same board seen from the other seat."""
    stores = None if p.stores is None else (p.stores[1], p.stores[0])
    return replace(
        p,
        rows=(p.rows[1], p.rows[0]),
        stores=stores,
        turn=1 - p.turn,
        tuzdiks=(p.tuzdiks[1], p.tuzdiks[0]),
        burnt=(p.burnt[1], p.burnt[0]),
        first=1 - p.first if p.game == "anywoli" else 0,
        past=Past(),
    )


def mirrored(p: Position) -> Position:
    """The same board with left and right exchanged, and so sown the other way."""
    other = "clockwise" if p.options.word("direction") == "anticlockwise" else "anticlockwise"
    slam = p.options.word("grand-slam")
    p = with_options(p, direction=other)
    if slam:
        p = with_options(p, grand_slam={"leave-left": "leave-right", "leave-right": "leave-left"}.get(slam, slam))
    burnt = [tuple(sorted(p.size + 1 - k for k in numbers)) for numbers in p.burnt]
    return replace(p, rows=(p.rows[0][::-1], p.rows[1][::-1]), burnt=(burnt[0], burnt[1]), past=Past())


@pytest.mark.parametrize("name", GAMES)
def test_events_replay(name: str) -> None:
    for _, before, _, after, events in plies(name):
        replayed = replay(*before.rows, before.stores or (0, 0), events)
        assert (tuple(replayed["south"]), tuple(replayed["north"])) == after.rows
        if after.stores is not None:
            assert tuple(replayed["stores"].values()) == after.stores
        seeds = before.in_houses + sum(before.stores or ())
        assert seeds == after.in_houses + sum(after.stores or ()) + replayed["off"]  # C-4
        owned = {"south": after.tuzdiks[0], "north": after.tuzdiks[1]}
        made = {side: house for side, house in owned.items() if house and house != before.tuzdiks[side == "north"]}
        assert replayed["tuzdiks"] == made


@pytest.mark.parametrize("name", GAMES)
def test_texts_read_back(name: str) -> None:
    for _, _, _, after, _ in plies(name):
        again = m.read(m.text(after))
        assert again == after and m.text(again) == m.text(after)
        again = m.read(m.line(after))
        assert again == after
        if after.options.number("repetition") and not after.over:
            assert again.past.keys == after.past.keys


@pytest.mark.parametrize("name", GAMES)
def test_exchanged_seats(name: str) -> None:
    for _, before, move, after, _ in plies(name):
        if after.over != "repetition":
            assert m.legal_moves(exchanged(before)) == m.legal_moves(before)
            assert m.play(exchanged(before), move)[0] == exchanged(after)


@pytest.mark.parametrize("name", [name for name in GAMES if "direction" in m.GAMES[name].options])
def test_mirrored_direction(name: str) -> None:
    for _, before, move, after, _ in plies(name):
        if after.over != "repetition":
            other = str(before.size + 1 - int(move)) if move.isdigit() else move
            assert m.play(mirrored(before), other)[0] == mirrored(after)


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_legal_or_has_a_fault(name: str) -> None:
    for rng, position in first_positions(name):
        legal = m.legal_moves(position)
        for move in [*(str(k) for k in range(position.size + 2)), "pass", "take", "give", "swap"]:
            assert (m.why_illegal(position, move) is None) == (move in legal), (m.text(position), move)
        assert legal or position.over
        assert not (legal and position.over)
        if name in ("awale", "anywoli"):
            assert (m.why_illegal(position, "agree") is None) == (position.over is None)
        else:
            assert m.why_illegal(position, "agree") is not None
        status = m.status(position)
        assert status["over"] == (position.over is not None) == ("winner" in status) != ("canAgree" in status)


@pytest.mark.parametrize("name", ("andada", "anywoli"))
def test_what_circles_is_endless(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Board.circles is only a short cut: what it calls endless does not end in 10,000 laps either (C-6)."""
    game = m.GAMES[name]
    faults = []
    for number in range(20):
        rng = Random(f"endless {name} {number}")
        position = random_positions.endless(rng, game)
        faults.append([(position, k, m.why_illegal(position, str(k))) for k in range(1, position.size + 1)])
    monkeypatch.setattr(Board, "circles", lambda board, house: False)
    (m.andada.ends if name == "andada" else m.anywoli.ends).cache_clear()
    endless = 0
    for fault in faults:
        for position, k, expected in fault:
            assert m.why_illegal(position, str(k)) == expected
            endless += expected is not None and expected[0] == "ENDLESS_SOWING"
    assert endless > 3


def test_kalah_swap() -> None:
    """KA-11, KA-12: the flags, and that a swap is an exchange of seats."""
    swaps = 0
    for rng, before, move, after, _ in plies("kalah"):
        pie, bonus = before.options.flag("pie"), before.options.flag("first-bonus")
        assert ("swap" in m.legal_moves(before)) == (before.phase == "c")
        if move == "swap":
            swaps += 1
            assert after == replace(exchanged(replace(before, phase="")), over=after.over)
            assert after.over in (None, "majority")
        elif before.phase == "o" and not after.over:
            assert after.phase == ("o" if after.turn == before.turn else "c" if pie else "")
            assert bonus or after.turn != before.turn
        else:
            assert after.phase == ""
        if move != "swap" and (bonus or before.phase != "o"):
            plain = with_options(replace(before, phase=""), pie=False, first_bonus=True)
            assert replace(m.play(plain, move)[0], options=before.options, phase=after.phase) == after
        if after.over == "majority":
            assert 2 * max(after.stores or ()) > after.in_houses + sum(after.stores or ())
    assert swaps


def test_congklak_burnt() -> None:
    """CO-14: burnt houses stay empty; two that face each other make a board that is one house shorter."""
    for _, before, move, after, _ in plies("congklak"):
        assert after.burnt == before.burnt
        assert not any(after.rows[side][k - 1] for side in (0, 1) for k in after.burnt[side])
        if move == "pass" or before.size == 10:
            continue
        for gap in (1, before.size + 1):  # A new pair of burnt houses, at one end of the board.
            wide, shift = widened(before, gap), 1 if gap == 1 else 0
            assert m.play(wide, str(int(move) + (shift if before.turn == 0 else 1 - shift)))[0] == widened(after, gap)


def widened(p: Position, gap: int) -> Position:
    """The position with a burnt house before South's house `gap`, and one that faces it."""
    places = (gap, p.size + 2 - gap)
    rows, burnt = [], []
    for side in (0, 1):
        at, row = places[side], p.rows[side]
        rows.append((*row[: at - 1], 0, *row[at - 1 :]))
        burnt.append(tuple(sorted([*(k + (k >= at) for k in p.burnt[side]), at])))
    return replace(p, rows=(rows[0], rows[1]), burnt=(burnt[0], burnt[1]))


def test_congklak_rounds() -> None:
    """CO-15 to CO-17."""
    rounds = 0
    for number in range(40):
        rng = Random(f"rounds {number}")
        given, first = random_positions.start(rng, m.GAMES["congklak"])
        position = m.start("congklak", given, first)
        seeds = position.rows[0][0]
        for _ in range(4):
            while not position.over:
                with pytest.raises(m.NoRound):
                    m.next_round(position)
                position, _ = m.play(position, rng.choice(m.legal_moves(position)))
            stores = position.stores or (0, 0)
            try:
                after = m.next_round(position)
            except m.NoRound as none:
                assert none.reason == "NO_FURTHER_ROUND" and min(stores) < seeds
                break
            rounds += 1
            assert after.in_houses + sum(after.stores or ()) == sum(stores)
            for side in (0, 1):
                for k in range(1, after.size + 1):
                    assert after.rows[side][k - 1] == (0 if k in after.burnt[side] else seeds)
                assert not after.burnt[side] or (after.stores or (0, 0))[side] < seeds
            assert not (after.burnt[0] and after.burnt[1])
            assert after.turn == (1 if stores[1] < stores[0] else 0)
            position = after
    assert rounds


def test_awale_slams() -> None:
    """AW-18, AW-20: what the values of `grand-slam` do against `capture`; without a slam they are alike."""
    slams = 0
    for _, before, move, after, _ in plies("awale"):
        board = Board(before)
        houses = awale.chain(board, awale.sow(board, int(move)))
        kind = before.options.word("grand-slam")
        plain = m.play(with_options(before, grand_slam="no-capture"), move)[0]
        if not awale.is_slam(board, houses):
            assert replace(plain, options=after.options) == after or kind == "illegal" or after.over == "repetition"
            continue
        slams += 1
        captured = m.play(with_options(before, grand_slam="capture"), move)[0]
        rest = board.row(before.turn)
        mine, other = (captured.stores or (0, 0))[before.turn], (captured.stores or (0, 0))[1 - before.turn]
        assert captured.over == "famine" and captured.in_houses == 0
        if kind == "opponent-takes":
            assert after.over == "famine"
            assert ((after.stores or (0, 0))[before.turn], (after.stores or (0, 0))[1 - before.turn]) == (mine - rest, other + rest)
        if kind in ("leave-left", "leave-right") and len(houses) == 1:
            assert replace(captured, options=after.options) == after
        if kind in ("leave-left", "leave-right") and len(houses) > 1 and not after.over:
            row = after.rows[after.turn]
            kept = max(houses) if kind == "leave-left" else min(houses)
            assert [k for k, seeds in enumerate(row) if seeds] == [kept % before.size]
            assert after.quiet == 0
    assert slams > 20

"""Every example of the rulebook."""

from __future__ import annotations

import pytest

import mancala_reference as m

MOVES = (
    # C-10, AN-10
    ("andada:repetition=2 411/042 - s", "2 1", "andada:repetition=2 411/042 - s over=repetition"),
    # AW-20
    ("awale:grand-slam=capture 100003/112000 20/20 s", "6", "awale:grand-slam=capture 000000/000000 28/20 n over=famine"),
    (
        "awale:grand-slam=opponent-takes 100003/112000 20/20 s",
        "6",
        "awale:grand-slam=opponent-takes 000000/000000 27/21 n over=famine",
    ),
    ("awale:grand-slam=leave-left 100003/112000 20/20 s", "6", "awale:grand-slam=leave-left 100000/003000 24/20 n"),
    ("awale:grand-slam=leave-right 100003/112000 20/20 s", "6", "awale:grand-slam=leave-right 100000/200000 25/20 n"),
    # AN-1, AN-2
    ("andada 222222222222/222222222222 - s o", "1", "andada 033033033033/033033033033 - n c"),
    ("andada 222222222222/222222222222 - s o", "1 take", "andada 033033033033/033033033033 - n"),
    ("andada 222222222222/222222222222 - s o", "1 give", "andada 033033033033/033033033033 - s"),
    # Kalah
    ("kalah 444444/444444 0/0 s", "3", "kalah 440555/444444 1/0 s"),
    ("kalah:pie=true 444444/444444 0/0 s o", "3", "kalah:pie=true 440555/444444 1/0 s o"),
    ("kalah:pie=true 444444/444444 0/0 s o", "1", "kalah:pie=true 055554/444444 0/0 n c"),
    ("kalah:pie=true 444444/444444 0/0 s o", "1 swap", "kalah:pie=true 444444/055554 0/0 s"),
    (
        "kalah:first-bonus=false,pie=true 7777777/7777777 0/0 s o",
        "1",
        "kalah:first-bonus=false,pie=true 0888888/7777777 1/0 n c",
    ),
    ("kalah:direction=clockwise 444444/444444 0/0 s", "4", "kalah:direction=clockwise 555044/444444 1/0 s"),
    # Togyzqumalaq
    ("togyzqumalaq 999999999/999999999 0/0 s", "7", "togyzqumalaq 9999991aa/aaaaa0999 10/0 n"),
    ("togyzqumalaq 000000305/104205550 60/60 s", "9", "togyzqumalaq 000000301/215005550 63/60 n tuz=4/-"),
    ("togyzqumalaq 000000305/104205550 60/60 s tuz=-/4", "9", "togyzqumalaq 000000301/215305550 60/60 n tuz=-/4 q1"),
    ("togyzqumalaq 0000000k0/010000000 60/60 s tuz=3/2", "8", "togyzqumalaq 101111122/120111111 61/61 n tuz=3/2"),
    ("togyzqumalaq 000000001/100000011 80/78 s", "9", "togyzqumalaq 000000000/000000011 82/78 n over=majority"),
    (
        "togyzqumalaq:repetition=2 000000001/000000001 80/80 s",
        "9 9 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8",
        "togyzqumalaq:repetition=2 000000001/000000001 80/80 s q18 over=repetition",
    ),
    # Mangala
    ("mangala 444444/444444 0/0 s", "4", "mangala 444155/444444 1/0 s"),
    ("mangala 200105/031200 18/16 s", "6", "mangala 200101/140200 21/16 n"),
    ("mangala 100003/100000 20/23 s", "6", "mangala 000000/000000 23/25 n over=empty-row"),
    ("mangala:remaining=own-side 100003/100000 20/23 s", "6", "mangala:remaining=own-side 000000/000000 25/23 n over=empty-row"),
    ("mangala 000001/302010 20/18 s", "6", "mangala 000000/000000 27/18 s over=empty-row"),
    ("mangala 0e0000/102010 16/14 s", "2", "mangala 121111/213121 17/14 n"),
    # Congklak
    ("congklak 7777777/7777777 0/0 s", "1", "congklak 0888888/7777777 1/0 s"),
    ("congklak 7777777/7777777 0/0 s", "2", "congklak 8088888/0888808 10/0 n"),
    ("congklak 0f00000/0000010 40/40 s", "2", "congklak 1011111/1111101 44/40 n"),
    ("congklak 0000001/0000010 40/51 s", "7", "congklak 0000000/0000010 41/51 s"),
    ("congklak:end=no-move 0000001/0000010 40/51 s", "7", "congklak:end=no-move 0000000/0000000 41/52 s over=no-move"),
    ("congklak:direction=clockwise 7777777/7777777 0/0 s", "7", "congklak:direction=clockwise 8888880/7777777 1/0 s"),
)


@pytest.mark.parametrize(("before", "moves", "after"), MOVES)
def test_moves(before: str, moves: str, after: str) -> None:
    position = m.read(before)
    for move in moves.split():
        position, _ = m.play(position, move)
    assert m.text(position) == after
    assert m.text(m.read(f"{before} moves {moves}")) == after
    assert m.text(m.read(f"{before} moves {moves}".replace(" ", "_"))) == after


def test_settled() -> None:
    settled = m.read("togyzqumalaq 000000000/100000011 80/79 s")
    assert m.text(settled) == "togyzqumalaq 000000000/000000000 80/82 s over=no-move"
    assert m.legal_moves(m.read("congklak 0000000/0000010 41/51 s")) == ["pass"]


@pytest.mark.parametrize(("text", "move"), (("andada 012/321 - s", "3"), ("andada 030103012041/050503012141 - s", "9")))
def test_endless(text: str, move: str) -> None:
    assert m.why_illegal(m.read(text), move) == ("ENDLESS_SOWING", "C-6")


def test_next_round() -> None:
    ended = m.read("congklak 0000000/0000000 70/28 s over=no-seeds")
    assert m.text(m.next_round(ended)) == "congklak 7777777/0007777 21/0 n burnt=-/1,2,3"
    ended = m.read("congklak:direction=clockwise 0000000/0000000 70/28 s over=no-seeds")
    assert m.text(m.next_round(ended)) == "congklak:direction=clockwise 7777777/7777000 21/0 n burnt=-/5,6,7"


STARTS: tuple[tuple[str, dict[str, int | bool | str], str], ...] = (
    ("awale", {}, "awale 444444/444444 0/0 s"),
    ("awale", {"houses": 5}, "awale 44444/44444 0/0 s"),
    ("andada", {}, "andada 222222222222/222222222222 - s o"),
    ("anywoli", {}, "anywoli 444444444444/444444444444 0/0 s"),
    ("anywoli", {"houses": 7}, "anywoli 4444444/4444444 0/0 s"),
    ("kalah", {"pie": True}, "kalah:pie=true 444444/444444 0/0 s o"),
    ("togyzqumalaq", {"houses": 5, "seeds": 5, "tuzdik": False}, "togyzqumalaq:tuzdik=false 55555/55555 0/0 s"),
    ("mangala", {}, "mangala 444444/444444 0/0 s"),
    ("congklak", {"houses": 5, "seeds": 5}, "congklak 55555/55555 0/0 s"),
)


@pytest.mark.parametrize(("game", "given", "text"), STARTS)
def test_start(game: str, given: dict[str, int | bool | str], text: str) -> None:
    assert m.text(m.start(game, given)) == text


FAULTS = (
    ("awale 444444/444444 0/0 s", "0", ("NO_SUCH_HOUSE", "C-1")),
    ("awale 444444/444444 0/0 s", "a", ("NOT_YOUR_HOUSE", "C-1")),
    ("awale 444/444 0/0 s", "F", ("NO_SUCH_HOUSE", "C-1")),
    ("awale 444/444 0/0 s", "A", None),
    ("awale 044444/444444 0/0 s", "1", ("EMPTY_HOUSE", "AW-1")),
    ("awale 100001/000000 0/0 s", "1", ("MUST_FEED", "AW-4")),
    ("awale:grand-slam=illegal 100001/100000 23/23 s", "6", ("GRAND_SLAM", "AW-18")),
    ("awale:grand-slam=illegal 000001/100000 23/23 s", "6", None),
    ("awale 444444/444444 0/0 s", "agree", None),
    ("awale 444444/444444 0/0 s", "swap", ("NOT_IN_THIS_GAME", "C-3")),
    ("andada 222/222 - s o", "take", ("WRONG_PHASE", "AN-2")),
    ("andada 330/330 - s c", "0", ("WRONG_PHASE", "AN-2")),
    ("andada 330/330 - s c", "pass", ("NOT_IN_THIS_GAME", "C-3")),
    ("anywoli 444/444 0/0 s", "pass", ("MUST_MOVE", "AY-7")),
    ("kalah 444444/444444 0/0 s", "swap", ("WRONG_PHASE", "KA-11")),
    ("kalah 444444/444444 0/0 s", "agree", ("NOT_IN_THIS_GAME", "C-3")),
    ("kalah 000000/000000 24/24 s over=empty-row", "agree", ("GAME_OVER", "C-8")),
    ("togyzqumalaq 011111111/111111111 0/0 s tuz=-/1", "1", ("EMPTY_HOUSE", "TQ-6")),
    ("togyzqumalaq 011111111/111111111 0/0 s", "1", ("EMPTY_HOUSE", "TQ-1")),
    ("congklak 0777777/7777777 0/0 s burnt=1/-", "1", ("EMPTY_HOUSE", "CO-14")),
    ("congklak 7777777/7777777 0/0 s", "pass", ("MUST_MOVE", "CO-8")),
)


@pytest.mark.parametrize(("text", "move", "fault"), FAULTS)
def test_faults(text: str, move: str, fault: tuple[str, str] | None) -> None:
    assert m.why_illegal(m.read(text), move) == fault


def test_seats() -> None:
    position = m.read("andada:team=3 301/121 - s")
    assert m.listed_moves(position) == [{"move": "1", "seat": 1}, {"move": "3", "seat": 3}]
    assert m.why_illegal(position, "1", 1) is None
    assert m.why_illegal(position, "1", 2) == ("NOT_YOUR_HOUSE", "AN-7")
    assert m.why_illegal(position, "2", 1) == ("NOT_YOUR_HOUSE", "AN-7")
    assert m.why_illegal(position, "2", 2) == ("EMPTY_HOUSE", "AN-3")


@pytest.mark.parametrize("move", ("03", "Pass", "", "1.", "x", "m", "AB", "-1", " 1"))
def test_no_move(move: str) -> None:
    with pytest.raises(m.Refused):
        m.why_illegal(m.read("awale 444444/444444 0/0 s"), move)


def test_illegal_line() -> None:
    with pytest.raises(m.IllegalLine) as fault:
        m.read("awale 444444/444444 0/0 s moves 3 4 3")
    assert (fault.value.index, fault.value.move, fault.value.reason, fault.value.ruling) == (2, "3", "EMPTY_HOUSE", "AW-1")


EVENTS: tuple[tuple[str, str, list[object]], ...] = (
    (
        "togyzqumalaq 000000305/104205550 60/60 s",
        "9",
        [
            {"pickUp": {"house": {"side": "south", "house": 9}, "seeds": 5, "lap": 1}},
            {
                "sow": {
                    "houses": [{"side": "south", "house": 9}, *({"side": "north", "house": k} for k in (1, 2, 3, 4))],
                }
            },
            {"capture": {"house": {"side": "north", "house": 4}, "seeds": 3, "to": "south", "ruling": "TQ-4"}},
            {"tuzdik": {"house": {"side": "north", "house": 4}, "to": "south", "ruling": "TQ-4"}},
        ],
    ),
    ("kalah:pie=true 055554/444444 0/0 n c", "swap", [{"swap": {"ruling": "KA-11"}}]),
    (
        "mangala 000001/302010 20/18 s",
        "6",
        [
            {"pickUp": {"house": {"side": "south", "house": 6}, "seeds": 1, "lap": 1}},
            {"sow": {"store": "south"}},
            {"share": {"south": 6, "north": 0, "off": 0, "ruling": "MN-6"}},
        ],
    ),
    (
        "andada 001/100 - s b",
        "3",
        [
            {"pickUp": {"house": {"side": "south", "house": 3}, "seeds": 1, "lap": 1}},
            {"bearOff": {"seeds": 1, "ruling": "AN-5"}},
        ],
    ),
    (
        "awale:remaining=split 100000/200000 1/1 s",
        "agree",
        [{"share": {"south": 1, "north": 1, "off": 1, "ruling": "AW-17"}}],
    ),
    ("awale:remaining=leave 100000/200000 1/1 s", "agree", []),
)


@pytest.mark.parametrize(("text", "move", "events"), EVENTS)
def test_events(text: str, move: str, events: list[object]) -> None:
    assert m.play(m.read(text), move)[1] == events


def test_status() -> None:
    going = {"over": False, "canAgree": True, "turn": "south", "stores": {"south": 8, "north": 8}}
    assert m.status(m.read("awale 240515/611043 8/8 s")) == going
    ended = m.status(m.read("anywoli 000000000000/000000000000 48/48 s over=no-seeds"))
    both = {"south": 48, "north": 48}
    assert ended == {"over": True, "reason": "no-seeds", "winner": "none", "score": both, "stores": both}
    assert m.status(m.read("andada 001/100 - s")) == {"over": False, "canAgree": False, "turn": "south"}
    lost = {"over": True, "reason": "empty-row", "winner": "south"}
    assert m.status(m.read("andada 001/000 - s over=empty-row")) == lost


def test_anywoli_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """AY-7, AY-11: no board is known in which neither player can move, so every sowing is made endless here."""
    monkeypatch.setattr(m.anywoli, "ends", lambda position, number: False)
    position = m.read("anywoli:quiet=5 300/021 10/11 s q4")
    assert m.legal_moves(position) == ["pass"]
    assert m.why_illegal(position, "1") == ("ENDLESS_SOWING", "C-6")
    after, events = m.play(position, "pass")
    assert m.text(after) == "anywoli:quiet=5 000/000 13/14 n q5 over=no-move"
    assert events == [{"share": {"south": 3, "north": 3, "off": 0, "ruling": "AW-17"}}]

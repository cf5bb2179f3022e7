"""Random games and positions with all that the rules say about them, as JSON lines.

    python3 generate.py GAME SEED [--count N] [--mode MODE]

The same game, seed, count and mode give the same lines. Each line has a `kind`:

start   `game`, `options`, `first`: what a game is started with; `position` and `status`, or `refused`, the kind of fault
refused `game`, `position`: a text; `refused`, the kind of fault for which it is refused
read    `game`, `position`: a text as it may be submitted; `text`, the settled position, and `status`
        of an ended game also `illegal`
ply     `game`, `position` (a text or a line) and perhaps `moves` made since; `text`, the position before; `legal`, every legal
        move; `illegal`, some other moves with `reason` and `ruling`; `move`, perhaps `seat`; `after`, `line`, `events`, `sown` and
        `status`
round   `game`, `position` (ended), perhaps `first`; `next`, or `refused`, the reason why there is no next round

`refused` in an `illegal` move stands for a request that reads as no move (`malformed`) or names no seat (`seat-out-of-range`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from random import Random

import mancala_reference as m
from mancala_reference.andada import seat_of
from mancala_reference.awale import tried
from mancala_reference.frame import SIDES, Json, Position
from mancala_reference.game import Game
from mancala_reference.replay import sown
from random_cycles import find_cycle
from random_faults import faulty
from random_positions import middle, respelled, start

MODES = ("start", "refused", "read", "game", "middle", "cycle", "mixed")
MOST_PLIES = 300
RARE = ("AW-4", "AW-18", "AN-7", "C-6", "TQ-6", "CO-14")


def start_record(rng: Random, game: Game) -> Json:
    given, first = start(rng, game)
    record: Json = {"kind": "start", "game": game.name, "options": given, "first": SIDES[first]}
    try:
        position = m.start(game.name, given, first)
    except m.Refused as refused:
        return record | {"refused": refused.kind}
    return record | {"position": m.text(position), "status": m.status(position)}


def refused_record(rng: Random, game: Game) -> Json:
    text, kind = faulty(rng, game)
    return {"kind": "refused", "game": game.name, "position": text, "refused": kind}


def read_record(rng: Random, game: Game) -> Json:
    text = respelled(rng, game, middle(rng, game))
    position = m.read(text)
    return {"kind": "read", "game": game.name, "position": text, "text": m.text(position), "status": m.status(position)}


def round_record(rng: Random, position: Position) -> Json:
    """CO-15 to CO-17."""
    first = rng.choice((None, None, 0, 1))
    record: Json = {"kind": "round", "game": "congklak", "position": m.text(position)}
    if first is not None:
        record["first"] = SIDES[first]
    try:
        return record | {"next": m.text(m.next_round(position, first))}
    except m.NoRound as none:
        return record | {"refused": none.reason}


def asked(rng: Random, position: Position) -> list[tuple[str, int | None]]:
    """Moves to ask about: every house, every word, numbers that are no house, letters of Awalé, seats, and what is no move."""
    houses = [str(k) for k in range(1, position.size + 1)]
    asks: list[tuple[str, int | None]] = [(move, None) for move in houses + ["pass", "take", "give", "agree", "swap"]]
    asks += [(move, None) for move in ("0", str(position.size + 1), rng.choice(("49", "1000", "123456789012345678901234567890")))]
    asks += [(rng.choice(("03", "Pass", "x", "-1", "1.0", "A1")), None)]
    if position.game == "awale":
        asks += [(letter, None) for letter in rng.sample("ABCDEFGHIJKLMabcdefghijklm", 5)]
    if position.game == "andada":
        asks += [(rng.choice(houses), rng.randint(1, 4)), (rng.choice(houses), rng.choice((0, 1, 5))), ("take", 1)]
    return asks


def illegal_records(rng: Random, position: Position) -> list[Json]:
    """Some moves that are not legal: one for each of up to four reasons, the rare ones among them, and up to two more."""
    by_reason: dict[str, list[Json]] = {}
    for move, seat in asked(rng, position):
        record: Json = {"move": move} if seat is None else {"move": move, "seat": seat}
        try:
            fault = m.why_illegal(position, move, seat)
        except m.Refused as refused:
            by_reason.setdefault(refused.kind, []).append(record | {"refused": refused.kind})
            continue
        if fault:
            by_reason.setdefault(fault[1], []).append(record | {"reason": fault[0], "ruling": fault[1]})
    reasons = rng.sample(sorted(by_reason), len(by_reason))
    reasons = sorted(reasons, key=lambda ruling: ruling not in RARE)[:4]
    chosen = [by_reason[reason].pop(rng.randrange(len(by_reason[reason]))) for reason in reasons]
    rest = [record for records in by_reason.values() for record in records]
    return chosen + rng.sample(rest, min(2, len(rest)))


def next_move(rng: Random, position: Position) -> str:
    """Any legal move; swaps, grand slams and moves that leave the fewest seeds in the houses more often than others."""
    legal = m.legal_moves(position)
    slams = [move for move in legal if position.game == "awale" and tried(position, int(move))[1]]
    if slams and rng.random() < 0.6:
        return rng.choice(slams)
    if "swap" in legal and rng.random() < 0.4:
        return "swap"
    if rng.random() < (0.5 if position.in_houses < 10 else 0.15):
        return min(legal, key=lambda move: m.play(position, move)[0].in_houses)
    return rng.choice(legal)


def spelled(rng: Random, position: Position, move: str) -> tuple[str, int | None]:
    """A move as it may be sent: with its seat in Andada, as a letter in Awalé."""
    if position.game == "andada" and move.isdigit() and rng.random() < 0.3:
        return move, seat_of(position, int(move))
    if position.game == "awale" and move.isdigit() and rng.random() < 0.1:
        letter = "abcdefghijkl"[int(move) - 1]
        return (letter if position.turn else letter.upper()), None
    return move, None


def ply_record(rng: Random, first: str, before: Position, moves: list[str], move: str) -> tuple[Json, Position]:
    """A ply. `first` and `moves`: the game so far, which one in four plies is told by."""
    record: Json = {"kind": "ply", "game": before.game}
    if rng.random() < 0.25:
        record |= {"position": first, "moves": list(moves)}
    else:
        record |= {"position": m.line(before)}
    record |= {"text": m.text(before), "legal": m.listed_moves(before), "illegal": illegal_records(rng, before)}
    said, seat = spelled(rng, before, move)
    after, events = m.play(before, said, seat)
    record |= {"move": said} if seat is None else {"move": said, "seat": seat}
    told = {"after": m.text(after), "line": m.line(after), "events": events, "sown": sown(events), "status": m.status(after)}
    return record | told, after


def play_out(rng: Random, first: str, most: int = MOST_PLIES) -> Iterator[Json]:
    """A random game from a text, `agree` tried now and then; then the ended position, and the next round of Congklak."""
    position, moves = m.read(first), list[str]()
    while not position.over and len(moves) < most:
        if m.status(position)["canAgree"] and rng.random() < 0.015:
            yield ply_record(rng, first, position, moves, "agree")[0]
        move = next_move(rng, position)
        record, position = ply_record(rng, first, position, moves, move)
        moves.append(move)
        yield record
    if position.over:
        ended: Json = {"kind": "read", "game": position.game, "position": m.text(position), "text": m.text(position)}
        yield ended | {"status": m.status(position), "illegal": illegal_records(rng, position)}
    if position.game == "congklak":
        yield round_record(rng, position)


def next_rounds(rng: Random, game: Game, most: int) -> Iterator[Json]:
    """A game, and in Congklak the rounds after it."""
    position = m.read(start_text(rng, game))
    for _ in range(3):
        last: Json = {}
        for last in play_out(rng, m.text(position), most):
            yield last
        if "next" not in last:
            return
        position = m.read(last["next"])


def start_text(rng: Random, game: Game) -> str:
    while True:
        record = start_record(rng, game)
        if "refused" not in record:
            return str(record["position"])


def cycle(rng: Random, game: Game) -> Iterator[Json]:
    """A game that ends by repetition."""
    first, moves = find_cycle(rng, game)
    position = m.read(first)
    for at, move in enumerate(moves):
        record, position = ply_record(rng, first, position, moves[:at], move)
        yield record


def records(game: Game, rng: Random, mode: str) -> Iterator[Json]:
    """The records of one random thing."""
    if mode == "mixed":
        mode = rng.choice(MODES[:-1] + ("game", "middle", "middle", "middle"))
    if mode == "cycle" and "repetition" not in game.options:
        mode = "middle"
    if mode == "start":
        yield start_record(rng, game)
    elif mode == "refused":
        yield refused_record(rng, game)
    elif mode == "read":
        yield read_record(rng, game)
    elif mode == "game":
        yield from next_rounds(rng, game, MOST_PLIES)
    elif mode == "cycle":
        yield from cycle(rng, game)
    else:
        yield from play_out(rng, respelled(rng, game, middle(rng, game)), rng.choice((1, 2, 5, 20, 60)))


def generate(name: str, seed: int, count: int, mode: str = "mixed") -> Iterator[Json]:
    """`count` random things of a game, each of one or more records."""
    for number in range(count):
        yield from records(m.GAMES[name], Random(f"{name} {mode} {seed} {number}"), mode)


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games and positions with all that the rules say about them.")
    parser.add_argument("game", choices=sorted(m.GAMES))
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--mode", choices=MODES, default="mixed")
    asked_for = parser.parse_args()
    for record in generate(asked_for.game, asked_for.seed, asked_for.count, asked_for.mode):
        sys.stdout.write(json.dumps(record, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()

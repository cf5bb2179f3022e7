"""What is asked: the questions of one round, for one game. Deterministic by the random.Random.

A round has a bit of everything, so that the first seconds of a run already touch every kind of rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

import mancala_reference as m
from generate import illegal_records, spelled, start_record
from mancala_reference.andada import seat_of
from mancala_reference.frame import SIDES, Json, Position, Value
from mancala_reference.game import Game
from mancala_reference.notation import known_options, position_text
from random_cycles import find_cycle
from random_faults import faulty
from random_positions import middle, respelled

from . import tokens
from .edges import edge, ending
from .questions import Question, answer, standing

Asked: TypeAlias = tuple[Question, Json]
"""A question, and its answer by the reference."""
Plan: TypeAlias = Callable[[Random, Game], Iterator[Asked]]

MOST_PLIES = 90


def ask(question: Question) -> Asked:
    return question, answer(question)


# Moves ------------------------------------------------------------------------------------------------------------------


def ply(before: Position, move: str, after: Position) -> Asked:
    """A move from a line; the answer is known already."""
    return Question("batch", before.game, m.line(before), move=move, plies=1), standing(after)


def plies(rng: Random, before: Position, every: bool) -> tuple[list[Asked], str, Position]:
    """Every legal move, or one; and the one to go on with: any that does not end the game, or that with fewest seeds left."""
    legal = m.legal_moves(before)
    played = legal if every else [rng.choice(legal)]
    afters = [(move, m.play(before, move)[0]) for move in played]
    asked = [ply(before, move, after) for move, after in afters]
    going = [(move, after) for move, after in afters if not after.over] or afters
    if rng.random() < 0.3:
        return asked, *min(going, key=lambda one: one[1].in_houses)
    return asked, *rng.choice(going)


def illegal(rng: Random, before: Position) -> Iterator[Asked]:
    """Moves that are not legal, those of rare reasons first; and texts that are no move."""
    for record in illegal_records(rng, before):
        move, seat = str(record["move"]), record.get("seat")
        if seat is not None:
            operation = rng.choice(("validate-move", "apply-move"))
            yield ask(Question(operation, before.game, m.line(before), move=move, seat=seat))
            continue
        refused = {"malformed": "MALFORMED_MOVE"}.get(record.get("refused", ""), record.get("reason"))
        expected = {"refused": refused} | ({"ruling": record["ruling"]} if "ruling" in record else {})
        yield Question("batch", before.game, m.line(before), move=move), expected


def agreement(before: Position) -> Iterator[Asked]:
    """AW-7, AY-10."""
    if not before.over and m.status(before)["canAgree"]:
        yield ply(before, "agree", m.play(before, "agree")[0])


def walk(rng: Random, first: Position, most: int, breadth: float) -> Iterator[Asked]:
    """Moves from a position on, and at the end the same again with all events."""
    position, made = first, list[str]()
    while not position.over and len(made) < most:
        asked, move, position = plies(rng, position, rng.random() < breadth)
        yield from asked
        made.append(move)
        if rng.random() < 0.08:
            yield from illegal(rng, position)
            yield from agreement(position)
    if made and (rng.random() < 0.4 or first.game in ("andada", "anywoli")):
        yield ask(replay(rng, first, position, made))


def replay(rng: Random, first: Position, last: Position, made: list[str]) -> Question:
    """A game with its events, perhaps with a move at the end that is not legal."""
    more: Json = {"omit": ["setup"]}
    if len(made) > 50:
        more["from"] = rng.randint(1, len(made))
    wrong = [str(r["move"]) for r in illegal_records(rng, last) if "reason" in r and "seat" not in r]
    moves = [*made, rng.choice(wrong)] if wrong and rng.random() < 0.3 else made
    return Question("replay-game", first.game, m.text(first), moves=tuple(moves), more=more)


# Plans ------------------------------------------------------------------------------------------------------------------


def games(rng: Random, game: Game) -> Iterator[Asked]:
    """A game from its start."""
    yield from starts(rng, game)
    while True:
        record = start_record(rng, game)
        if "position" in record:
            break
    yield from walk(rng, m.read(record["position"]), rng.choice((12, 30, MOST_PLIES)), 0.15)


def starts(rng: Random, game: Game) -> Iterator[Asked]:
    """C-5, and options that start-game refuses."""
    record = start_record(rng, game)
    yield ask(Question("start-game", game.name, "", more={"options": record["options"], "first": record["first"]}))
    known = known_options(game)
    name = rng.choice(sorted(known))
    option, least = known[name], known[name].values[0]
    if isinstance(least, bool):
        return
    beyond: list[Value] = ["none-such"]
    if isinstance(least, int):
        beyond = [value for value in (int(option.values[-1]) + 1, least - 1, 1, 1001) if value >= 0]
    wrong = [value for value in beyond if value not in option.values]
    if wrong:
        yield ask(Question("start-game", game.name, "", more={"options": {name: rng.choice(wrong)}}))


def middles(rng: Random, game: Game) -> Iterator[Asked]:
    """A position as it may be submitted: read, all its moves, some that are not legal, and a walk from it."""
    text = respelled(rng, game, middle(rng, game))
    yield from around(rng, text, rng.choice((0, 2, 6)))


def edges(rng: Random, game: Game) -> Iterator[Asked]:
    text = position_text(game, edge(rng, game))
    yield from around(rng, text, rng.choice((0, 0, 2)))


def around(rng: Random, text: str, walked: int) -> Iterator[Asked]:
    position = m.read(text)
    yield Question("batch", position.game, text), standing(position)
    yield from illegal(rng, position)
    yield from agreement(position)
    if position.over:
        return
    asked, _, after = plies(rng, position, True)
    yield from asked
    last = [question for question, expected in asked if expected["status"]["over"]]
    if last and rng.random() < 0.5:  # What becomes of the seeds left is an event.
        yield ask(with_events(rng.choice(last)))
    elif rng.random() < 0.25:
        yield ask(with_events(rng.choice(asked)[0]))
    if not after.over:
        yield from walk(rng, after, walked, 0.3)


def with_events(question: Question) -> Question:
    """The same move by apply-move, with its events; in Andada with its seat."""
    position, move = m.read(question.position), str(question.move)
    seat = seat_of(position, int(move)) if question.game == "andada" and move.isdigit() else None
    return Question("apply-move", question.game, question.position, move=move, seat=seat)


def calls(rng: Random, game: Game) -> Iterator[Asked]:
    """Single calls about a position, and its other forms."""
    position = edge(rng, game) if rng.random() < 0.5 else middle(rng, game)
    text = position_text(game, position)
    position = m.read(text)
    yield ask(Question("legal-moves", game.name, text))
    settled, count = m.text(position), rng.choice((0, 1, 15, 16, 255, 256, 999_998, 999_999, rng.randint(0, 2000)))
    yield Question("batch", game.name, settled, form="token", ply=count), standing(position)
    yield Question("batch", game.name, settled, form="setup"), standing(position)
    if not position.over:
        move, seat = spelled(rng, position, rng.choice(m.legal_moves(position)))
        form = rng.choice(("token", "setup", "position"))
        yield ask(
            Question("apply-move", game.name, settled, move=move, seat=seat, form=form, ply=count if form == "token" else 0)
        )
        yield ask(Question("validate-move", game.name, settled, move=move, seat=seat))
    yield ask(Question("play-turn", game.name, settled, more={"view": rng.choice((*SIDES, "public")), "omit": ["legalMoves"]}))


def lines(rng: Random, game: Game) -> Iterator[Asked]:
    """Lines of a few moves: as text, with `moves`, and as a token; now and then with a move that is not legal or no move."""
    first = m.read(position_text(game, middle(rng, game)))
    position, made = first, list[str]()
    while not position.over and len(made) < 4:
        made.append(rng.choice(m.legal_moves(position)))
        position, _ = m.play(position, made[-1])
    if rng.random() < 0.4:
        made.insert(rng.randint(0, len(made)), rng.choice(("0", "99", "1", "pass", "take", "agree", "x", "07", "")))
    if not made:
        return
    text = m.text(first)
    yield ask(Question("batch", game.name, text, tuple(made)))
    if "" not in made:
        yield ask(Question(rng.choice(("batch", "legal-moves")), game.name, f"{text} moves {' '.join(made)}"))


def cycles(rng: Random, game: Game) -> Iterator[Asked]:
    """AW-16, AN-10, TQ-10: a game that ends by repetition, whole; and its last moves from lines."""
    if "repetition" not in game.options:
        return
    text, moves = find_cycle(rng, game)
    more: Json = {"omit": ["setup"], "from": max(1, len(moves) - 2)}
    yield ask(Question("replay-game", game.name, text, tuple(moves), more=more, plies=len(moves)))
    position = m.read(text)
    for at, move in enumerate(moves):
        after, _ = m.play(position, move)
        if at >= len(moves) - 2:
            yield ply(position, move, after)[0], standing(after)
        elif at == len(moves) // 2 and "moves" in m.line(after):
            yield Question("batch", game.name, m.line(after), form="token", ply=at + 1), standing(after)
        position = after


def suggestions(rng: Random, game: Game) -> Iterator[Asked]:
    """Endings that can be searched to the end, and what the service has proven about them."""
    position = ending(rng, game)
    yield ask(Question("suggest-move", game.name, position_text(game, position), more={"nodes": 2000, "candidates": True}))


def next_rounds(rng: Random, game: Game) -> Iterator[Asked]:
    """CO-15 to CO-17: the round after one that has ended, or why there is none."""
    if game.name != "congklak":
        return
    position = m.read(position_text(game, middle(rng, game)))
    while not position.over and rng.random() < 0.99:
        position, _ = m.play(position, rng.choice(m.legal_moves(position)))
    first: Json = rng.choice(({}, {"first": "south"}, {"first": "north"}))
    yield ask(Question("start-game", game.name, "", more={"after": m.text(position)} | first))


def faults(rng: Random, game: Game) -> Iterator[Asked]:
    """Texts with one fault (N, C-7)."""
    for _ in range(4):
        text, kind = faulty(rng, game)
        yield ask(Question("batch", game.name, text))


def faulty_tokens(rng: Random, game: Game) -> Iterator[Asked]:
    """Tokens that the service would not write. Each is refused for certain: the checksum detects a change of one character, and
    the others have a checksum that is right."""
    position = m.read(position_text(game, middle(rng, game)))
    bits = tokens.content(position, rng.randrange(300))
    good = tokens.sealed(bits)
    at = rng.randrange(len(good))
    other = rng.choice([character for character in tokens.CHARACTERS if character != good[at]])
    padding = -len(bits) % 6
    bad = [good[:at] + other + good[at + 1 :], good[:at] + "*" + good[at + 1 :], good + "="]
    bad += [tokens.sealed(f"{version}{bits[4:]}") for version in ("0000", "0011")]
    bad += [tokens.sealed(bits + "0" * padding + "000000")]
    bad += [tokens.sealed(bits + "0" * (padding - 1) + "1")] if padding else []
    for token in bad:
        yield Question("batch", game.name, "", more={"token": token}), {"refused": "MALFORMED_TOKEN"}


class Share(NamedTuple):
    """How often a plan is carried out in a round; below one, in how many of the rounds."""

    plan: Plan
    times: float
    slow: float
    """In Andada and Anywoli, whose plies take longest."""


SHARES = (
    Share(edges, 14, 8),
    Share(middles, 6, 3),
    Share(calls, 2, 2),
    Share(lines, 2, 1),
    Share(faults, 4, 3),
    Share(suggestions, 1, 1),
    Share(faulty_tokens, 0.3, 0.3),
    Share(games, 3, 1),
    Share(next_rounds, 2, 0),
    Share(cycles, 0.5, 0.5),
)
LATER: dict[Plan, float] = {games: 8.0, cycles: 0.4}
"""What comes more often, on top, once FIRST_ROUNDS have looked at everything: many plies cheaply, and endings by repetition."""
FIRST_ROUNDS = 6


def questions(name: str, rng: Random, number: int) -> Iterator[Asked]:
    """The questions of one round about a game; the rounds are counted from 0."""
    game, slow = m.GAMES[name], name in ("andada", "anywoli")
    for share in SHARES:
        more = LATER.get(share.plan, 0.0) if number >= FIRST_ROUNDS else 0.0
        times = share.slow + (more if share.plan is cycles else 0.0) if slow else share.times + more
        for _ in range(int(times + rng.random())):
            yield from share.plan(rng, game)

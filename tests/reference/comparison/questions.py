"""Questions to the service, and the answers that the rulebook gives to them.

A question is one call, or one request of a batch. `answer` makes its answer by the reference alone, from what is sent; `told`
takes the same from what the service answers: what the rules decide, without sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import mancala_reference as m
from mancala_reference.andada import seat_of
from mancala_reference.frame import NORTH, SIDES, SOUTH, Json, Position
from mancala_reference.notation import read_move
from mancala_reference.replay import MOST_SOWN, sown

from .tokens import MOST_PLY, token
from .values import false_claims

REFUSALS = {
    "malformed": "MALFORMED_POSITION",
    "unknown-variant": "UNKNOWN_VARIANT",
    "unknown-option": "UNKNOWN_OPTION",
    "option-out-of-range": "OPTION_OUT_OF_RANGE",
    "inconsistent": "INCONSISTENT_POSITION",
    "seat-out-of-range": "SEAT_OUT_OF_RANGE",
}
STATUSES = {"UNKNOWN_VARIANT": 404, "INCONSISTENT_POSITION": 422}
FAULTS = {"MALFORMED_POSITION", "MALFORMED_MOVE", "UNKNOWN_OPTION", "OPTION_OUT_OF_RANGE", "SEAT_OUT_OF_RANGE", "MALFORMED_TOKEN"}
PHASES = {"o": "opening", "c": "choice", "": "play", "b": "bear-off"}
REPLAYED_IN_FULL = 50
"""replay-game reports so many plies with their events."""


@dataclass(frozen=True)
class Question:
    """operation: as in the path. position: a text or a line, as it is sent, or, with form `token` or `setup`, what is sent in
    that form. more: the other fields. plies: how many positions after a move are compared that no other question has."""

    operation: str
    game: str
    position: str
    moves: tuple[str, ...] = ()
    move: str | None = None
    seat: int | None = None
    form: str = "position"
    ply: int = 0
    more: Json = field(default_factory=dict)
    plies: int = 0

    @property
    def path(self) -> str:
        return "/v1/batch" if self.operation == "batch" else f"/v1/variants/{self.game}/{self.operation}"

    def body(self) -> Json:
        body: Json = {}
        if self.form == "token":
            body["token"] = token(m.read(self.position), self.ply)
        elif self.form == "setup":
            body["setup"] = setup(m.read(self.position))
        elif self.position:
            body["position"] = self.position
        if self.moves:
            body["moves"] = list(self.moves)
        if self.move is not None:
            body["move"] = self.move
        if self.seat is not None:
            body["seat"] = self.seat
        return body | self.more


class Fault(Exception):
    """The service refuses the request."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason)
        self.reason, self.facts = reason, facts


# What an answer says about a position ------------------------------------------------------------------------------------


def standing(position: Position) -> Json:
    """What an answer of a batch says: `text` beside a line with moves only."""
    text, line = m.text(position), m.line(position)
    answer: Json = {"position": line, "status": status(position), "legalMoves": m.listed_moves(position)}
    return answer | {"text": text} if line != text else answer


def forms(position: Position, ply: int) -> Json:
    """`position` in the answers of single calls."""
    return {
        "text": m.text(position),
        "line": m.line(position),
        "token": token(position, ply),
        "ply": min(ply, MOST_PLY),
        "setup": setup(position),
    }


def setup(position: Position) -> Json:
    """The structured form of a position (contract.md), without `line`."""
    game = m.GAMES[position.game]
    answer: Json = {"variant": position.game, "options": dict(position.options.values)}
    answer |= {side: list(row) for side, row in zip(SIDES, position.rows)}
    answer["turn"] = SIDES[position.turn]
    if position.stores is not None:
        answer["stores"] = dict(zip(SIDES, position.stores))
    if position.game == "andada" or game.start_phase(position.options):
        answer["phase"] = PHASES[position.phase]
    if any(position.burnt):
        answer["burnt"] = burnt(position)
    if any(position.tuzdiks):
        answer["tuzdiks"] = tuzdiks(position)
    if "q" in game.flags:
        answer["quiet"] = position.quiet
    if "first" in game.flags:
        answer["first"] = SIDES[position.first]
    return answer | {"over": position.over} if position.over else answer


def tuzdiks(position: Position) -> Json:
    return {side: house for side, house in zip(SIDES, position.tuzdiks) if house}


def burnt(position: Position) -> Json:
    return {side: list(houses) for side, houses in zip(SIDES, position.burnt)}


def status(position: Position) -> Json:
    """How the game stands; of a round that has ended, also who would begin the next one (CO-16), if there is one."""
    answer = m.status(position)
    if position.game != "congklak" or not position.over:
        return answer
    try:
        return answer | {"nextRound": {"first": SIDES[m.next_round(position).turn]}}
    except m.NoRound:
        return answer


def board(position: Position, view: str | None = None) -> Json:
    """`board` of an answer. AW-12: in a view of Awalé, houses of six or more that the viewer may not count."""
    hidden = {None: (), "south": (NORTH,), "north": (SOUTH,), "public": (SOUTH, NORTH)}[view]
    answer: Json = {}
    for side in (SOUTH, NORTH):
        secret = side in hidden and position.game == "awale"
        answer[SIDES[side]] = [{"seeds": 6, "orMore": True} if secret and n >= 6 else {"seeds": n} for n in position.rows[side]]
    if position.stores is not None:
        answer["stores"] = dict(zip(SIDES, position.stores))
    if any(position.burnt):
        answer["burnt"] = burnt(position)
    return answer | {"tuzdiks": tuzdiks(position)} if any(position.tuzdiks) else answer


# The answers of the rulebook --------------------------------------------------------------------------------------------


def answer(question: Question) -> Json:
    """What the service has to answer, made from what is sent."""
    try:
        return ANSWERS[question.operation](question)
    except Fault as fault:
        status = STATUSES.get(fault.reason, 400 if fault.reason in FAULTS else 409)
        refused = {"refused": fault.reason, **fault.facts}
        return refused if question.operation == "batch" else refused | {"http": status}


def before(question: Question) -> tuple[Position, int]:
    """The position that a question is about, and its ply, after `moves` of the line and of the request."""
    text, word, line = question.position.replace("_", " ").partition(" moves ")
    made = tuple(line.split(" ")) if word else ()
    try:
        position = m.read(text)
    except m.Refused as refused:
        raise Fault(REFUSALS[refused.kind]) from None
    if "" in made:  # Two separators together (N)
        raise Fault("MALFORMED_POSITION")
    moves = made + question.moves
    check_moves(position, moves + (() if question.move is None else (question.move,)))
    for index, move in enumerate(moves):
        fault = m.why_illegal(position, move)
        if fault:
            raise Fault("ILLEGAL_LINE", ruling=fault[1], of=fault[0], index=index)
        position, _ = m.play(position, move)
    return position, question.ply + len(moves) if question.form == "position" else question.ply + len(question.moves)


def check_moves(position: Position, moves: tuple[str, ...]) -> None:
    """Text that is no move is a fault of form, wherever it stands."""
    for move in moves:
        try:
            read_move(move, position.game, position.size)
        except m.Refused:
            raise Fault("MALFORMED_MOVE") from None


def made(position: Position, question: Question) -> tuple[Position, list[Json]]:
    """The move that a question asks about."""
    assert question.move is not None
    fault = why_not(position, question)
    if fault:
        raise Fault(fault[0], ruling=fault[1])
    return m.play(position, question.move, question.seat)


def why_not(position: Position, question: Question) -> tuple[str, str] | None:
    try:
        return m.why_illegal(position, question.move or "", question.seat)
    except m.Refused as refused:
        raise Fault(REFUSALS[refused.kind]) from None


def batch(question: Question) -> Json:
    position, _ = before(question)
    if question.move is not None:
        position, _ = made(position, question)
    return standing(position)


def legal_moves(question: Question) -> Json:
    position, ply = before(question)
    illegal = []
    for house in range(1, position.size + 1):
        fault = m.why_illegal(position, str(house))
        if fault:
            illegal.append({"move": str(house), "reason": fault[0], "ruling": fault[1]})
    return single(position, ply) | {"illegalMoves": illegal}


def single(position: Position, ply: int) -> Json:
    return {"position": forms(position, ply), "status": status(position), "legalMoves": m.listed_moves(position)}


def validate_move(question: Question) -> Json:
    position, ply = before(question)
    fault = why_not(position, question)
    told = {"position": forms(position, ply), "status": status(position), "legal": fault is None}
    return told | {"reason": fault[0], "ruling": fault[1]} if fault else told


def apply_move(question: Question) -> Json:
    position, ply = before(question)
    position, events = made(position, question)
    return single(position, ply + 1) | listed(events)


def listed(events: list[Json]) -> Json:
    """docs/service.md: the events stop before the 20,001st seed is sown. Whether what follows the 20,000th at once is listed too
    is open (DOUBTS.md), so that only their being cut off is compared then."""
    return {"eventsTruncated": True} if sown(events) > MOST_SOWN else {"events": events}


def replay_game(question: Question) -> Json:
    """The positions of a game, the last REPLAYED_IN_FULL of them, or those from `from`, with their events."""
    position, ply = before(replace(question, moves=()))
    check_moves(position, question.moves)
    positions, plays = [position], list[Json]([{}])
    ended: Json = {}
    for index, move in enumerate(question.moves):
        fault = m.why_illegal(position, move)
        if fault:
            ended = {"firstIllegal": {"index": index, "reason": fault[0], "ruling": fault[1]}}
            break
        play: Json = {"move": move_text(position, move)}
        if move != "agree":
            play["side"] = SIDES[position.turn]
        if position.game == "andada" and move.isdigit():  # AN-7
            play["seat"] = seat_of(position, int(move))
        position, events = m.play(position, move)
        positions.append(position)
        plays.append(play | listed(events))
    return replayed(positions, plays, question, ply) | ended


def move_text(position: Position, move: str) -> str:
    """Letters of Awalé are answered as numbers (N-6)."""
    house, _ = read_move(move, position.game, position.size)
    return move if house is None else str(house)


def replayed(positions: list[Position], plays: list[Json], question: Question, ply: int) -> Json:
    last = len(positions) - 1
    first = question.more.get("from", 1)
    full = range(first, min(question.more.get("to", first + REPLAYED_IN_FULL - 1), last) + 1)
    told = []
    for at, position in enumerate(positions):
        form: Json = {"text": m.text(position), "ply": ply + at}
        if at == last:
            form |= {key: value for key, value in forms(position, ply + at).items() if key != "setup"}
        entry: Json = {"position": form, "status": status(position)}
        if at in full:
            entry |= {"play": plays[at]}
        if at in full or at == full.start - 1:
            entry |= {"board": board(position)}
        told.append(entry)
    return {"positions": told}


def start_game(question: Question) -> Json:
    first = SIDES.index(question.more["first"]) if "first" in question.more else None
    try:
        if "after" in question.more:
            position = m.next_round(m.read(question.more["after"]), first)
        else:
            position = m.start(question.game, question.more.get("options", {}), first or SOUTH)
    except m.Refused as refused:
        raise Fault(REFUSALS[refused.kind]) from None
    except m.NoRound as none:
        raise Fault(none.reason) from None
    return single(position, 0)


def play_turn(question: Question) -> Json:
    """A turn without a move: how the game stands, as the reader of a view may see it (AW-12)."""
    position, ply = before(question)
    view = question.more["view"]
    return {"board": board(position, view), "ply": ply, "status": status(position)}


def suggest_move(question: Question) -> Json:
    """A search is free to suggest what it likes, but for what `false_claims` finds."""
    position, _ = before(question)
    if position.over:
        raise Fault("GAME_OVER", ruling="C-8")
    return {"false": []}


ANSWERS: dict[str, Callable[[Question], Json]] = {
    "batch": batch,
    "legal-moves": legal_moves,
    "validate-move": validate_move,
    "apply-move": apply_move,
    "replay-game": replay_game,
    "start-game": start_game,
    "play-turn": play_turn,
    "suggest-move": suggest_move,
}


# What the service answers -----------------------------------------------------------------------------------------------


def told(question: Question, status: int, received: Json) -> Json:
    """The same parts of an answer of the service."""
    error = received.get("error") if question.operation == "batch" else received if status >= 400 else None
    if error is not None:
        return refusal(question, status, error)
    if question.operation == "batch":
        received.pop("value", None)
        return received
    if question.operation == "suggest-move":
        return {"false": false_claims(before(question)[0], received)}
    kept: Json = without(received, SENTENCES)
    if question.operation == "play-turn":
        return {"board": kept.get("board"), "ply": kept.get("position", {}).get("ply"), "status": kept.get("status")}
    if question.operation == "apply-move" and kept.get("eventsTruncated"):
        del kept["events"]
    return kept


SENTENCES = frozenset(("message", "rulingTitle", "sentence", "result"))


def without(value: Any, keys: frozenset[str]) -> Any:
    if isinstance(value, dict):
        return {key: without(each, keys) for key, each in value.items() if key not in keys}
    return [without(each, keys) for each in value] if isinstance(value, list) else value


def refusal(question: Question, status: int, error: Json) -> Json:
    """The reason, and for an illegal move its ruling; for one of a line also its place and its own reason."""
    facts = error.get("metadata") or {}
    answer: Json = {"refused": error.get("reason")}
    if "ruling" in facts:
        answer["ruling"] = facts["ruling"]
    if answer["refused"] == "ILLEGAL_LINE":
        answer |= {"of": facts.get("reason"), "index": int(facts.get("index", -1))}
    return answer if question.operation == "batch" else answer | {"http": status}

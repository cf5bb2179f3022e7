"""A second implementation of the rules, written from the rulebook alone. This module is its interface, the same for every game.

p = read("awale 444444/444444 0/0 s moves 3 4")
legal_moves(p), why_illegal(p, "7"), status(p)
p, events = play(p, "2")
text(p)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .andada import ANDADA, seat_of
from .anywoli import ANYWOLI
from .awale import AWALE
from .board import Board
from .congklak import CONGKLAK, NoRound
from .congklak import next_round as _next_round
from .frame import SIDES, SOUTH, Fault, Illegal, IllegalLine, Json, Past, Position, Refused, Value
from .game import Game
from .kalah import KALAH
from .mangala import MANGALA
from .notation import check_product, complete, known_options, malformed, position_text, read_move, read_position
from .replay import event_json
from .togyzqumalaq import TOGYZQUMALAQ

__all__ = [
    "GAMES",
    "Illegal",
    "IllegalLine",
    "NoRound",
    "Position",
    "Refused",
    "legal_moves",
    "line",
    "listed_moves",
    "next_round",
    "perft",
    "play",
    "read",
    "start",
    "status",
    "text",
    "why_illegal",
]

GAMES: Mapping[str, Game] = {g.name: g for g in (AWALE, ANDADA, ANYWOLI, KALAH, TOGYZQUMALAQ, MANGALA, CONGKLAK)}


def start(name: str, given: Mapping[str, Value] | None = None, first: int = SOUTH) -> Position:
    """The first position of a game with these options, `houses` and `seeds` among them (C-5)."""
    game, given = GAMES[name], given or {}
    known = known_options(game)
    for option, value in given.items():
        if option not in known:
            raise Refused("unknown-option", option)
        if value not in known[option].values or type(value) is not type(known[option].default):
            raise Refused("option-out-of-range", option)
    houses = int(given.get("houses", game.houses.default))
    seeds = int(given.get("seeds", game.seeds.default)) if game.seeds else 2  # Andada: two in each house
    check_product(game, houses, seeds)
    if houses % int(given.get("team", 1)):
        raise Refused("option-out-of-range", "team")
    options, row = complete(game, given), (seeds,) * houses
    position = Position(name, options, (row, row), (0, 0) if game.has_stores else None, first, phase=game.start_phase(options))
    return _begin(replace(position, first=first) if "first" in game.flags else position)


def next_round(position: Position, first: int | None = None) -> Position:
    """CO-15 to CO-17: the first position of the round after an ended one of Congklak. Raises NoRound."""
    return _begin(_next_round(position, first))


def _begin(position: Position) -> Position:
    """The position as the start of a line (N-7), settled (C-8)."""
    if not position.over:
        board = Board(position)
        GAMES[position.game].settle(board)
        position = board.position()
    return replace(position, past=Past(text(position), (), (position.key,)))


def read(line_or_text: str) -> Position:
    """The position of a text or a line (N-7), settled. Raises Refused, or IllegalLine for a move that is not legal."""
    before, moves_word, after = line_or_text.replace("_", " ").partition(" moves ")
    moves = after.split(" ") if moves_word else []
    if before.endswith(" moves"):
        malformed("a line without moves")
    position = _begin(read_position(before, GAMES))
    for move in moves:  # Text that is no move is a fault of form, wherever it stands.
        read_move(move, position.game, position.size)
    for index, move in enumerate(moves):
        fault = why_illegal(position, move)
        if fault:
            raise IllegalLine(index, move, *fault)
        position, _ = play(position, move)
    return position


def text(position: Position) -> str:
    """The position in canonical text notation."""
    return position_text(GAMES[position.game], position)


def line(position: Position) -> str:
    """What to send next time (contract.md, `line`): the position before and the moves since what happened cannot happen again."""
    past = position.past
    if position.over or not position.options.number("repetition") or not past.moves:
        return text(position)
    return f"{past.text} moves {' '.join(past.moves)}"


def legal_moves(position: Position) -> list[str]:
    """The legal moves in ascending order, words after houses; `agree` is never among them (C-3)."""
    return [] if position.over else GAMES[position.game].legal(position)


def listed_moves(position: Position) -> list[Json]:
    """The legal moves as answers list them: in Andada each house with its seat (AN-7)."""
    if position.game != "andada":
        return [{"move": move} for move in legal_moves(position)]
    return [{"move": m, "seat": seat_of(position, int(m))} if m.isdigit() else {"move": m} for m in legal_moves(position)]


def why_illegal(position: Position, move: str, seat: int | None = None) -> Fault | None:
    """C-9: the reason and the ruling why the move is not legal; None where it is. Raises Refused where the text is no move, or
    where a seat is named that the request cannot name."""
    game = GAMES[position.game]
    house, letter = read_move(move, position.game, position.size)
    if seat is not None and (position.game != "andada" or house is None or not 1 <= seat <= position.options.number("team")):
        raise Refused("seat-out-of-range", str(seat))
    if position.over:
        return "GAME_OVER", "C-8"
    if house is None and not (move in game.words or move == "agree" and game.can_agree):
        return "NOT_IN_THIS_GAME", "C-3"
    if move == "agree":
        return None
    fault = game.wrong_phase(position, move)
    if fault:
        return fault
    if house is not None and not 1 <= house <= position.size:
        return "NO_SUCH_HOUSE", "C-1"
    if letter is not None and letter != position.turn:
        return "NOT_YOUR_HOUSE", "C-1"
    return game.fault(position, move, house, seat)


def play(position: Position, move: str, seat: int | None = None) -> tuple[Position, list[Json]]:
    """Makes a move: the position after, and the events in order. Raises Illegal."""
    fault = why_illegal(position, move, seat)
    if fault:
        raise Illegal(*fault)
    game, board = GAMES[position.game], Board(position)
    house, _ = read_move(move, position.game, position.size)
    if move == "agree":  # AW-7, AY-10
        game.stop(board)
        board.over = "agreement"
    else:
        game.move(board, move if house is None else str(house))
    past = Past()
    times = position.options.number("repetition")
    if times and not board.over:
        past = _past(position, board.position(), move if house is None else str(house))
        if past.keys.count(past.keys[-1]) >= times:  # AW-16, AN-10, TQ-10: the last of the tests in every game
            game.stop(board)
            board.over = "repetition"
    return replace(board.position(), past=past), [event_json(event, board.size) for event in board.events]


def _past(before: Position, after: Position, move: str) -> Past:
    """What a later move can be a repetition of. What took seeds out of the houses or changed the phase can never come back."""
    if after.in_houses != before.in_houses or after.phase != before.phase:
        return Past(text(after), (), (after.key,))
    past = before.past
    return Past(past.text, (*past.moves, move), (*past.keys, after.key))


def perft(position: Position, depth: int) -> int:
    """The number of lines of exactly so many moves."""
    if depth == 0:
        return 1
    return sum(perft(play(position, move)[0], depth - 1) for move in legal_moves(position))


def status(position: Position) -> Json:
    """How the game stands, as `status` in the JSON API."""
    game = GAMES[position.game]
    answer: Json = {"over": position.over is not None}
    stores = None if position.stores is None else dict(zip(SIDES, position.stores))
    if position.over:
        winner = game.winner(position)
        answer |= {"reason": position.over, "winner": "none" if winner is None else SIDES[winner]}
        answer |= {} if stores is None else {"score": stores}
    else:
        answer |= {"canAgree": game.can_agree, "turn": SIDES[position.turn]}
    return answer if stores is None else answer | {"stores": stores}

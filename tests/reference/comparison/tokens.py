"""Tokens, as docs/notation.md describes them: a line as one short word."""

from __future__ import annotations

import mancala_reference as m
from mancala_reference.frame import NORTH, SOUTH, Position, Value
from mancala_reference.game import Game
from mancala_reference.notation import known_options


CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
NUMBERS = {name: at for at, name in enumerate(("awale", "andada", "anywoli", "kalah", "mangala", "congklak", "togyzqumalaq"))}
REASONS = (
    *("famine", "majority", "few", "quiet", "repetition", "agreement"),
    *("no-move", "last-four", "last-eight", "no-seeds", "empty-row"),
)
PHASES = ("o", "c", "", "b")
FIRST_GAMES = ("awale", "andada", "anywoli")
"""The games of version 1."""
ADDED = {
    "awale": ("grand-slam", "houses"),
    "andada": ("end",),
    "kalah": ("end", "remaining", "pie", "first-bonus", "majority", "direction"),
}
"""Options that a game did not begin with, in the order in which they came."""
MOST_PLY = 999_999


class Bits:
    """Bits that are written one field after the other."""

    def __init__(self) -> None:
        self.text = ""

    def number(self, value: int, width: int) -> None:
        self.text += format(value, f"0{width}b") if width else ""

    def groups(self, value: int) -> None:
        """Four bits in each group, a bit before each that says whether another one follows."""
        digits = f"{value:x}"
        for at, digit in enumerate(digits):
            self.text += ("1" if at + 1 < len(digits) else "0") + format(int(digit, 16), "04b")

    def unary(self, value: int) -> None:
        self.text += "1" * value + "0"


def checksum(bits: str) -> int:
    """CRC-12/DECT."""
    register = 0
    for bit in bits:
        high = (register >> 11) & 1 ^ (bit == "1")
        register = (register << 1) & 0xFFF ^ (0x80F if high else 0)
    return register


def sealed(bits: str) -> str:
    """Bits as characters, zero bits at the end, with the checksum."""
    bits += "0" * (-len(bits) % 6)
    bits += format(checksum(bits), "012b")
    return "".join(CHARACTERS[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def first_options(game: Game) -> list[str]:
    """The options that a game began with, in alphabetical order."""
    return sorted(set(game.options) - set(ADDED.get(game.name, ())))


def write_options_1(bits: Bits, game: Game, values: dict[str, Value]) -> None:
    names = first_options(game)
    if all(values[name] == game.options[name].default for name in names):
        bits.number(0, 1)
        return
    total, most = 0, 1
    for name in names:
        every = game.options[name].values
        total, most = total * len(every) + every.index(values[name]), most * len(every)
    bits.number(1, 1)
    bits.number(total, (most - 1).bit_length())


def write_options_2(bits: Bits, game: Game, values: dict[str, Value], burnt: tuple[tuple[int, ...], ...]) -> None:
    """The burnt houses come last, as the options 14 and 15."""
    known = known_options(game)
    names = [*first_options(game), *ADDED.get(game.name, ())]
    other = [(at, known[name].values.index(values[name])) for at, name in enumerate(names) if values[name] != known[name].default]
    other += [(14 + side, sum(1 << (k - 1) for k in houses)) for side, houses in enumerate(burnt) if houses]
    bits.groups(len(other))
    for at, place in other:
        bits.groups(at)
        bits.groups(place)


def write_board(bits: Bits, position: Position) -> None:
    """The last house or store is left out: it has the remaining seeds."""
    places = [*position.rows[SOUTH], *position.rows[NORTH], *(position.stores or ())]
    bits.number(sum(places), 8)
    for seeds in places[:-1]:
        if position.game == "togyzqumalaq":
            bits.groups(seeds)
        else:
            bits.unary(seeds)


def write_moves(bits: Bits, position: Position, moves: tuple[str, ...]) -> None:
    """Each move by its place among the houses with seeds of the player to move."""
    for move in moves:
        houses = [k for k in range(1, position.size + 1) if position.seeds(k)]
        place = 0 if move == "pass" else houses.index(int(move))
        bits.number(place, max(0, len(houses) - 1).bit_length())
        position, _ = m.play(position, move)


def token(position: Position, ply: int) -> str:
    """The token of a position with its line, `ply` moves after the first position of the game."""
    return sealed(content(position, ply))


def content(position: Position, ply: int) -> str:
    """The bits of that token, without what fills the last character and without the checksum."""
    looks_back = position.options.number("repetition") and not position.over and position.past.moves
    start, moves = (m.read(position.past.text), position.past.moves) if looks_back else (position, ())
    return token_bits(start, moves, min(ply, MOST_PLY) - len(moves))


def token_bits(start: Position, moves: tuple[str, ...], ply: int) -> str:
    game, bits, values = m.GAMES[start.game], Bits(), {**start.options.values, "houses": start.size}
    added = any(values[name] != known_options(game)[name].default for name in ADDED.get(game.name, ()))
    version = 1 if game.name in FIRST_GAMES and not added else 2
    bits.number(version, 4)
    bits.number(NUMBERS[game.name], 2 if version == 1 else 4)
    if version == 1:
        write_options_1(bits, game, values)
    else:
        write_options_2(bits, game, values, start.burnt)
    if game.name != "awale":
        bits.number(start.size, 6)
    bits.number(start.turn, 1)
    if game.name == "andada" and version == 1:
        bits.number(PHASES.index(start.phase), 2)
    elif game.start_phase(start.options) or game.name == "andada":
        bits.groups(PHASES.index(start.phase))
    if game.name == "anywoli":
        bits.number(start.first, 1)
    write_end(bits, start, version)
    if game.name == "togyzqumalaq":
        bits.number(int(any(start.tuzdiks)), 1)
        for house in start.tuzdiks if any(start.tuzdiks) else ():
            bits.number(house, 4)
    if "q" in game.flags:
        bits.groups(start.quiet)
    bits.groups(ply)
    bits.groups(len(moves))
    write_board(bits, start)
    write_moves(bits, start, moves)
    return bits.text


def write_end(bits: Bits, position: Position, version: int) -> None:
    bits.number(int(position.over is not None), 1)
    if position.over and version == 1:
        bits.number(REASONS.index(position.over), 4)
    elif position.over:
        bits.groups(REASONS.index(position.over))

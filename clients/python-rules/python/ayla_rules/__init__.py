"""The rules of traditional mancala games in Python, with searches, puzzles and the formats of other programs.

>>> from ayla_rules import Position
>>> position = Position("awale")
>>> position.push(3)
>>> print(position)
          6   5   4   3   2   1
North 0   4   4   4   4   4   5
South 0   4   4   0   5   5   5
          1   2   3   4   5   6
"""

from ._rules import (
    Analysis,
    Candidate,
    Engine,
    Event,
    Game,
    Local,
    Position,
    Puzzle,
    Result,
    Review,
    ReviewedPly,
    Search,
    games,
    puzzles,
    variants,
)
from ._types import Move, Side
from .errors import IllegalMove, RulesError

__all__ = [
    "Analysis",
    "Candidate",
    "Engine",
    "Event",
    "Game",
    "IllegalMove",
    "Local",
    "Move",
    "Position",
    "Puzzle",
    "Result",
    "Review",
    "ReviewedPly",
    "RulesError",
    "Search",
    "Side",
    "games",
    "puzzles",
    "variants",
]

"""Positions and moves as arrays of numbers."""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

# The moves that are no houses.
WORDS = ("pass", "take", "give")


class Encoding:
    """How the positions of a game are observed, and what numbers its moves have.

    An observation has the seeds of the player to look, those of the opponent, each row from its owner's left to right, and then
    both stores, which are 0 in games without stores. The moves are the houses, counted from 0, and then the words.
    """

    def __init__(self, south: Sequence[int], north: Sequence[int], stores: Sequence[int]) -> None:
        self.moves = [str(house + 1) for house in range(len(south))] + list(WORDS)
        self.numbers = {move: number for number, move in enumerate(self.moves)}
        seeds = sum(south) + sum(north) + sum(stores)
        self.observation = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, seeds, (2 * len(south) + 2,), numpy.int32),
                "action_mask": gymnasium.spaces.Box(0, 1, (len(self.moves),), numpy.int8),
            }
        )
        self.action = gymnasium.spaces.Discrete(len(self.moves))

    def observe(self, near: Sequence[int], far: Sequence[int], stores: Sequence[int]) -> NDArray[numpy.int32]:
        """The position as a player sees it whose row is `near` and whose store comes first."""
        return numpy.array((*near, *far, *stores), numpy.int32)

    def mask(self, moves: Iterable[str]) -> NDArray[numpy.int8]:
        """1 for each of these moves."""
        mask = numpy.zeros(len(self.moves), numpy.int8)
        mask[[self.numbers[move] for move in moves]] = 1
        return mask


def reward(winner: str | None, side: str) -> float:
    """1 for a game won, -1 for one lost, and 0 for everything else."""
    return 0.0 if winner in (None, "none") else 1.0 if winner == side else -1.0


Observation = dict[str, NDArray[Any]]

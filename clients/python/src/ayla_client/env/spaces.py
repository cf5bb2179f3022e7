"""Games, positions and moves as the environments see them: arrays of numbers."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from .. import models as m
from .._sync import Client

# The moves that are no houses.
WORDS = ("pass", "take", "give")

Observation = dict[str, NDArray[Any]]
# The seeds in South's houses, in North's, and in both stores, which are 0 in games without stores.
Seeds = tuple[Sequence[int], Sequence[int], tuple[int, int]]


class Server:
    """The server of an environment, and how the games begin that are played on it."""

    def __init__(
        self,
        variant: str,
        base_url: str,
        client: Client | None,
        preset: str | None,
        options: m.Options | None,
    ) -> None:
        self.client = client or Client(base_url)
        self._is_ours = client is None
        self.start = self.client.start_game(variant, m.StartGameRequest(preset=preset, options=options))
        self.encoding = Encoding(seeds_of(self.start.position.text, self.start.status))

    def close(self) -> None:
        """Closes the connections, unless the client is the caller's."""
        if self._is_ours:
            self.client.close()


def seeds_of(text: str, status: m.Status) -> Seeds:
    """The seeds of a position, from its text (N-1) and its status."""
    south, north = text.split(" ")[1].split("/")
    stores = status.stores or m.Stores(south=0, north=0)
    return _row(south), _row(north), (stores.south, stores.north)


def _row(text: str) -> list[int]:
    houses: list[tuple[str, str]] = re.findall(r"\((\d+)\)|([0-9a-z])", text)
    return [int(number) if number else int(digit, 36) for number, digit in houses]


class Encoding:
    """How the positions of a game are observed, and what numbers its moves have.

    An observation has the seeds of the player to look, those of the opponent, each row from its owner's left to right, and then
    both stores. The moves are the houses, counted from 0, and then the words.
    """

    def __init__(self, seeds: Seeds) -> None:
        south, north, stores = seeds
        self.moves = [str(house + 1) for house in range(len(south))] + list(WORDS)
        self.numbers = {move: number for number, move in enumerate(self.moves)}
        most = sum(south) + sum(north) + sum(stores)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, most, (2 * len(south) + 2,), numpy.int32),
                "action_mask": gymnasium.spaces.Box(0, 1, (len(self.moves),), numpy.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(len(self.moves))

    def observe(self, seeds: Seeds, side: str | None, legal: Iterable[m.LegalMove] | None) -> Observation:
        """The position as the player of this side sees it, with 1 in the mask for each of these moves."""
        south, north, (souths, norths) = seeds
        seen = (*north, *south, norths, souths) if side == "north" else (*south, *north, souths, norths)
        mask = numpy.zeros(len(self.moves), numpy.int8)
        mask[[self.numbers[move.move] for move in legal or ()]] = 1
        return {"observation": numpy.array(seen, numpy.int32), "action_mask": mask}


def reward(winner: str | None, side: str | None) -> float:
    """1 for a game won, -1 for one lost, and 0 for everything else."""
    return 0.0 if winner in (None, "none") else 1.0 if winner == side else -1.0

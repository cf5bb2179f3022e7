"""Many games at once, for learning: an environment of Gymnasium whose arrays Rust writes.

>>> import numpy
>>> from ayla_rules import vector
>>> envs = vector.make("awale", num_envs=4, preset="tournament", opponent="random", side="south")
>>> observations, infos = envs.reset(seed=42)
>>> observations, rewards, terminations, truncations, infos = envs.step(numpy.array([0, 1, 2, 3]))
>>> observations["observation"].shape, observations["action_mask"].shape
((4, 23), (4, 6))
>>> envs.columns[12:18]
['turn', 'over', 'own store', 'other store', 'quiet', '1 recurs']
"""

import copy
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from . import Engine, Move, Position, Side
from ._rules import Games

Observation: TypeAlias = dict[str, NDArray[Any]]
Opponent: TypeAlias = Literal["random"] | int | Callable[[Position], Move]

# The most that the count of quiet moves can be, which is more than any number of seeds.
MOST = 999_999
SIDES: tuple[Side, Side] = ("south", "north")
OPTIONS = {"position"}


class MancalaVectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Games by the same rules. Make it with `make`.

    Without an `opponent`, the caller makes the moves of both players, and a reward goes to the player who has just moved. An
    opponent plays the other side: `"random"`, a level from 1 up, or a function that takes a position and returns a move. `side`
    is the side of the caller, and drawn for each game if it is `None`.

    An observation is what the player to move sees: a row of numbers whose names are in `columns`, all that the rules look at.
    `action_mask` has 1 for each legal move; `actions` has the move of each action. A reward is 1 for a game won and -1 for one lost.
    Games of `longest` moves are truncated. A game that has ended begins again within the same step; `infos["final_obs"]` has its
    last position, where `infos["_final_obs"]` is true.

    The arrays are new in each step; with `copy=False`, they are the same ones, which the next step overwrites.

    >>> from ayla_rules import Position, vector
    >>> vector.MancalaVectorEnv(Position("kalah"), 4, opponent=3).action_space
    MultiDiscrete([7 7 7 7])
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
    single_observation_space: gymnasium.spaces.Space[Any]
    single_action_space: gymnasium.spaces.Space[Any]

    def __init__(
        self,
        start: Position,
        num_envs: int,
        *,
        opponent: Opponent | None = None,
        side: Side | None = None,
        longest: int = 1000,
        copy: bool = True,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"there are no {num_envs} games")
        if side not in (None, *SIDES):
            raise ValueError(f"there is no side {side!r}: the sides are {', '.join(SIDES)}")
        if not (opponent is None or opponent == "random" or isinstance(opponent, int) or callable(opponent)):
            raise ValueError(f"there is no opponent {opponent!r}: it is 'random', a level or a function")
        self.num_envs = num_envs
        self.opponent = opponent
        self.side = side
        self.copy = copy
        self._games = Games(start, num_envs, longest)
        self.actions = self._games.actions
        self.columns = self._games.columns
        self._numbers = {move: number for number, move in enumerate(self.actions)}
        observation = gymnasium.spaces.Box(0, MOST, (len(self.columns),), numpy.int32)
        mask = gymnasium.spaces.Box(0, 1, (len(self.actions),), numpy.int8)
        self.single_observation_space = gymnasium.spaces.Dict({"observation": observation, "action_mask": mask})
        self.single_action_space = gymnasium.spaces.Discrete(len(self.actions))
        self._make_arrays()

    def _make_arrays(self) -> None:
        count = self.num_envs
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, count)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, count)
        self._all = numpy.ones(count, bool)
        self._seen = numpy.zeros((count, len(self.columns)), numpy.int32)
        self._mask = numpy.zeros((count, len(self.actions)), numpy.int8)
        self._turns = numpy.zeros(count, numpy.int8)
        self._sides: NDArray[numpy.int8] = numpy.zeros(count, numpy.int8)
        self._seeds: NDArray[numpy.uint32] = numpy.zeros(count, numpy.uint32)
        self._rewards = numpy.zeros(count, numpy.float32)
        self._over, self._truncated, self._waiting = numpy.zeros((3, count), bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games. The option `position` is the position that they begin at, or a list of one for each."""
        if unknown := set(options or ()) - OPTIONS:
            raise ValueError(f"there is no option {', '.join(sorted(unknown))}: the options are {', '.join(OPTIONS)}")
        if isinstance(seed, list):
            raise ValueError("one seed is for all games")
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
            self._games.seed(seed)
        self._begin(self._all, (options or {}).get("position"))
        return self._observations(), {}

    def _begin(self, which: NDArray[Any], positions: Position | Sequence[Position] | None = None) -> None:
        """Begins the games that are marked."""
        self._games.reset(which)
        if positions is not None:
            several = [positions] * self.num_envs if isinstance(positions, Position) else positions
            if len(several) != self.num_envs:
                raise ValueError(f"there are {self.num_envs} games, not {len(several)}")
            for index, position in enumerate(several):
                self._games[index] = position
        if self.opponent is not None:
            drawn = self.np_random.integers(0, 2, self.num_envs, numpy.int8)
            sides = drawn if self.side is None else numpy.int8(SIDES.index(self.side))
            self._sides = numpy.where(which, sides, self._sides)
            seeds = self.np_random.integers(0, 2**32, self.num_envs, numpy.uint32)
            self._seeds = numpy.where(which, seeds, self._seeds)
            self._reply()

    def step(self, actions: NDArray[Any]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes a move in each game. One that is not legal raises IllegalMove, with the number of its game; no game has moved
        then."""
        sides = self._turns.copy() if self.opponent is None else self._sides
        self._games.play(numpy.ascontiguousarray(actions, numpy.int64))
        if self.opponent is not None:
            self._reply()
        self._games.end(sides, self._rewards, self._over, self._truncated)
        ended = self._over | self._truncated
        results = (self._rewards, self._over, self._truncated)
        rewards, over, truncated = (each.copy() for each in results) if self.copy else results
        observations = self._observations()
        if not ended.any():
            return observations, rewards, over, truncated, {}
        final = observations if self.copy else _copied(observations)
        self._begin(ended)
        return self._observations(ended), rewards, over, truncated, {"final_obs": final, "_final_obs": ended}

    def _reply(self) -> None:
        """Lets the opponent move where it is to move."""
        while True:
            self._games.waiting(self._sides, self._waiting)
            if not self._waiting.any():
                return
            if self.opponent == "random":
                self._games.play_random(self._waiting)
                continue
            actions = numpy.full(self.num_envs, -1, numpy.int64)
            indices: list[int] = numpy.flatnonzero(self._waiting).tolist()
            for index in indices:
                actions[index] = self._numbers[self._choose(index)]
            self._games.play(actions)

    def _choose(self, index: int) -> Move:
        position = self._games[index]
        if isinstance(self.opponent, int):
            # The seed is that of the game, or all games of a level would be alike.
            return Engine(level=self.opponent, seed=int(self._seeds[index])).best_move(position)
        assert callable(self.opponent)
        return self.opponent(position)

    def _observations(self, changed: NDArray[Any] | None = None) -> Observation:
        """The observations, after those of the games that changed, or of all, were written."""
        self._games.observe(self._all if changed is None else changed, self._seen, self._mask, self._turns)
        seen: Observation = {"observation": self._seen, "action_mask": self._mask}
        return _copied(seen) if self.copy else seen

    def position(self, index: int) -> Position:
        """The position of a game."""
        return self._games[index]

    def clone(self, indices: Sequence[int] | None = None) -> "MancalaVectorEnv":
        """An environment with the same games, or with those of these numbers, each as often as it is named: for a search.

        >>> from ayla_rules import vector
        >>> envs = vector.make("kalah", 2)
        >>> twins = envs.clone([0, 0, 1])
        >>> twins.num_envs, twins.position(2) == envs.position(1)
        (3, True)
        """
        twin = copy.copy(self)
        chosen = list(range(self.num_envs)) if indices is None else [int(index) for index in indices]
        twin._games = self._games.select(chosen)
        twin.num_envs = len(chosen)
        twin._np_random = copy.deepcopy(self._np_random)
        twin._make_arrays()
        twin._sides, twin._seeds = self._sides[chosen], self._seeds[chosen]
        twin._observations()
        return twin


def _copied(observations: Observation) -> Observation:
    return {name: array.copy() for name, array in observations.items()}


def make(
    variant: str,
    num_envs: int = 1,
    *,
    preset: str | None = None,
    first: Side | None = None,
    opponent: Opponent | None = None,
    side: Side | None = None,
    longest: int = 1000,
    copy: bool = True,
    **options: bool | int | str,
) -> MancalaVectorEnv:
    """Makes an environment of many games, by a preset or by options of the game.

    >>> from ayla_rules import vector
    >>> vector.make("kalah", 2, houses=4).actions
    [1, 2, 3, 4, 'swap']
    """
    start = Position(variant, preset=preset, first=first, **options)
    return MancalaVectorEnv(start, num_envs, opponent=opponent, side=side, longest=longest, copy=copy)

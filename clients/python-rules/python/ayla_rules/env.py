"""A single game for learning: for one agent, as Gymnasium has it, and for two who take turns, as PettingZoo has it.

Observations are those of [vector](vector.py).

>>> from ayla_rules import env
>>> game = env.make("kalah", opponent="random", side="south")
>>> observation, info = game.reset(seed=42)
>>> observation["action_mask"].tolist()
[1, 1, 1, 1, 1, 1, 0]
>>> observation, reward, over, truncated, info = game.step(2)
>>> info["position"].turn
'south'
>>> game.clone().step(3)[0]["observation"].shape == observation["observation"].shape
True

>>> turns = env.aec("kalah", render_mode="ansi")
>>> turns.reset()
>>> turns.step(1)
>>> turns.agent_selection, turns.observe("north")["action_mask"].tolist()
('north', [1, 1, 1, 1, 1, 1, 0])
>>> print(turns.render())
          6   5   4   3   2   1
North 0   4   4   4   4   4   4
South 0   4   0   5   5   5   5
          1   2   3   4   5   6
"""

import copy
from collections.abc import Sequence
from typing import Any, Literal, cast

import gymnasium
import numpy
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]

from . import IllegalMove, Position, Side
from .vector import OPTIONS, SIDES, MancalaVectorEnv, Observation, Opponent

MODES = ["ansi"]
Mode = Literal["ansi"] | None


class _Single(MancalaVectorEnv):
    """The one game of an environment, which keeps its last position when it begins again."""

    last: Position

    def _begin(self, which: NDArray[Any], positions: Position | Sequence[Position] | None = None) -> None:
        self.last = self._games[0]
        super()._begin(which, positions)

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> tuple[Observation, Position]:
        observations, _ = self.reset(seed=seed, options=options)
        return _first(observations), self.position(0)

    def seen(self) -> Observation:
        return _first(self._observations())

    def play(self, action: numpy.int64) -> tuple[Observation, Position, float, bool, bool]:
        """The observation and the position after a move, its reward, and whether the game is over or truncated."""
        observations, rewards, over, truncated, infos = self.step(numpy.array([action]))
        position = self.last if infos else self.position(0)
        return _first(infos.get("final_obs", observations)), position, float(rewards[0]), bool(over[0]), bool(truncated[0])


def _first(observations: Observation) -> Observation:
    return {name: array[0].copy() for name, array in observations.items()}


class MancalaEnv(gymnasium.Env[Observation, numpy.int64]):
    """A game against an opponent: `"random"`, a level from 1 up, or a function that takes a position and returns a move.

    `side` is the side of the agent, and drawn for each game if it is `None`. `infos["position"]` is the position.

    >>> from ayla_rules import Position, env
    >>> env.MancalaEnv(Position("kalah"), opponent=3).action_space
    Discrete(7)
    """

    metadata = {"render_modes": MODES, "render_fps": 1}

    def __init__(
        self, start: Position, *, opponent: Opponent = "random", side: Side | None = None, longest: int = 1000, render_mode: Mode = None
    ) -> None:
        self.render_mode = render_mode
        self._games = _Single(start, 1, opponent=opponent, side=side, longest=longest)
        self.actions, self.columns = self._games.actions, self._games.columns
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space
        self._position = start

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a game. The option `position` is the position that it begins at."""
        super().reset(seed=seed)
        observation, self._position = self._games.begin(seed, options)
        return observation, {"position": self._position}

    def step(self, action: numpy.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a move, to which the opponent replies. One that is not legal loses the game, and `infos["refused"]` says why it is not."""
        try:
            observation, self._position, reward, over, truncated = self._games.play(action)
        except IllegalMove as illegal:
            return self._games.seen(), -1.0, True, False, {"position": self._position, "refused": str(illegal)}
        return observation, reward, over, truncated, {"position": self._position}

    def render(self) -> str | None:  # type: ignore[override, unused-ignore]
        """The board of characters."""
        return str(self._position) if self.render_mode else None

    def clone(self) -> "MancalaEnv":
        """An environment with the same game, for a search."""
        twin = copy.copy(self)
        twin._games = cast(_Single, self._games.clone())
        return twin


# PettingZoo has types, but does not say so; whoever has mypy read them gets no fault either.
class MancalaAECEnv(AECEnv[Side, Observation, "numpy.int64 | None"]):  # type: ignore[misc, unused-ignore]
    """A game between the agents `south` and `north`. The agent to move is `agent_selection`, which can be the same one again.

    Both see what the player to move sees; `action_mask` has no move for the other.

    >>> from ayla_rules import Position, env
    >>> env.MancalaAECEnv(Position("kalah")).possible_agents
    ['south', 'north']
    """

    metadata = {"name": "mancala_v1", "render_modes": MODES, "is_parallelizable": False}

    def __init__(self, start: Position, *, longest: int = 1000, render_mode: Mode = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call, unused-ignore]
        self.render_mode = render_mode
        self.possible_agents = list(SIDES)
        self._games = _Single(start, 1, longest=longest)
        self._position = start

    def observation_space(self, agent: Side) -> gymnasium.spaces.Space[Any]:
        return self._games.single_observation_space

    def action_space(self, agent: Side) -> gymnasium.spaces.Space[Any]:
        return self._games.single_action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The option `position` is the position that it begins at; others are ignored, since the check of PettingZoo
        gives some."""
        known = {name: value for name, value in (options or {}).items() if name in OPTIONS}
        self._seen, self._position = self._games.begin(seed, known)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._note_position()

    def _note_position(self) -> None:
        self.infos = {agent: {"position": self._position} for agent in self.agents}
        self.agent_selection = self._position.turn

    def observe(self, agent: Side) -> Observation:
        is_to_move = agent == self._position.turn
        return {name: array * (is_to_move or name != "action_mask") for name, array in self._seen.items()}

    def step(self, action: numpy.int64 | None) -> None:
        """Makes a move of the agent. One that is not legal raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game goes on has to move")
        self._seen, self._position, reward, over, truncated = self._games.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: reward if each == agent else -reward for each in self.agents}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._note_position()
        self._accumulate_rewards()  # type: ignore[no-untyped-call, unused-ignore]

    def render(self) -> str | None:
        """The board of characters."""
        return str(self._position) if self.render_mode else None

    def clone(self) -> "MancalaAECEnv":
        """An environment with the same game, for a search."""
        return copy.deepcopy(self)

    def close(self) -> None:
        """Nothing is open."""


def make(
    variant: str,
    *,
    preset: str | None = None,
    first: Side | None = None,
    opponent: Opponent = "random",
    side: Side | None = None,
    longest: int = 1000,
    render_mode: Mode = None,
    **options: bool | int | str,
) -> MancalaEnv:
    """Makes an environment of one agent, by a preset or by options of the game."""
    start = Position(variant, preset=preset, first=first, **options)
    return MancalaEnv(start, opponent=opponent, side=side, longest=longest, render_mode=render_mode)


def aec(
    variant: str,
    *,
    preset: str | None = None,
    first: Side | None = None,
    longest: int = 1000,
    render_mode: Mode = None,
    **options: bool | int | str,
) -> MancalaAECEnv:
    """Makes an environment of two agents, by a preset or by options of the game."""
    return MancalaAECEnv(Position(variant, preset=preset, first=first, **options), longest=longest, render_mode=render_mode)

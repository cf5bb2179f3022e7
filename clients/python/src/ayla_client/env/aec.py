"""A game in PettingZoo's interface for agents that take turns."""

from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from .. import models as m
from .._sync import Client
from .spaces import Observation, Server, reward, seeds_of


class MancalaEnv(AECEnv[str, Observation, "numpy.int64 | None"]):
    """A game between the agents `south` and `north`, on a server.

    The agent to move is `agent_selection`, which can be the same one again. A game of more than `longest` moves is truncated.
    """

    metadata = {"name": "mancala_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str,
        *,
        base_url: str = "http://127.0.0.1:8080",
        client: Client | None = None,
        preset: str | None = None,
        options: m.Options | None = None,
        longest: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.variant = variant
        self.longest = longest
        self.render_mode = render_mode
        self.possible_agents = ["south", "north"]
        self._server = Server(variant, base_url, client, preset, options)
        self._encoding = self._server.encoding
        self._now: m.StartGameResponse | m.ApplyMoveResponse = self._server.start

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._encoding.observation_space

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._encoding.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._now = self._server.start
        self._moves = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self._now.status.turn or "south"

    def observe(self, agent: str) -> Observation:
        moves = self._now.legal_moves if agent == self._now.status.turn else None
        return self._encoding.observe(seeds_of(self._now.position.text, self._now.status), agent, moves)

    def step(self, action: numpy.int64 | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent whose game goes on has to move"
        request = m.ApplyMoveRequest(
            token=self._now.position.token, move=self._encoding.moves[action], omit=["events", "illegalMoves", "setup"]
        )
        self._now = self._server.client.apply_move(self.variant, request)
        self._moves += 1
        status = self._now.status
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: reward(status.winner, agent) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, status.over)
        self.truncations = dict.fromkeys(self.agents, not status.over and self._moves >= self.longest)
        self.agent_selection = status.turn or agent
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board of characters."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render_mode")
            return None
        request = m.LegalMovesRequest(token=self._now.position.token, text=["board"])
        text = self._server.client.legal_moves(self.variant, request).text
        return text.board if text else None

    def close(self) -> None:
        self._server.close()

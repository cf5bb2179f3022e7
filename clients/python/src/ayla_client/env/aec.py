"""A game in PettingZoo's interface for agents that take turns."""

from typing import Any

import gymnasium
from pettingzoo import AECEnv

from .. import models as m
from .._sync import Client
from .spaces import Encoding, Observation, reward


class MancalaEnv(AECEnv[str, Observation, int]):
    """A game between the agents `south` and `north`, on a server.

    The agent to move is `agent_selection`, which can be the same one again. A game of more than `longest` moves is truncated.
    """

    metadata = {"name": "mancala_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str,
        *,
        base_url: str = "http://127.0.0.1:8080",
        preset: str | None = None,
        longest: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.variant = variant
        self.longest = longest
        self.render_mode = render_mode
        self.possible_agents = ["south", "north"]
        self._client = Client(base_url)
        self._begin = self._client.start_game(variant, m.StartGameRequest(preset=preset))
        self._encoding = Encoding(*self._rows(self._begin.position, "south"))
        self._now: m.StartGameResponse | m.ApplyMoveResponse = self._begin

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._encoding.observation

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._encoding.action

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._now = self._begin
        self._moves = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self._now.status.turn or "south"

    def observe(self, agent: str) -> Observation:
        moves = [legal.move for legal in self._now.legal_moves or []] if agent == self._now.status.turn else []
        seen = self._encoding.observe(*self._rows(self._now.position, agent))
        return {"observation": seen, "action_mask": self._encoding.mask(moves)}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        request = m.ApplyMoveRequest(
            token=self._now.position.token, move=self._encoding.moves[action], omit=["events", "illegalMoves"]
        )
        self._now = self._client.apply_move(self.variant, request)
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
        text = self._client.legal_moves(self.variant, request).text
        return text.board if text else None

    def close(self) -> None:
        self._client.close()

    def _rows(self, position: m.Position, side: str) -> tuple[list[int], list[int], tuple[int, int]]:
        setup: Any = position.setup
        stores: Any = getattr(setup, "stores", None) or m.Stores(south=0, north=0)
        rows = (setup.south, setup.north, (stores.south, stores.north))
        return rows if side == "south" else (rows[1], rows[0], (rows[2][1], rows[2][0]))

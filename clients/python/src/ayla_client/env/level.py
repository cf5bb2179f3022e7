"""A game of one agent against the engine, in Gymnasium's interface."""

from typing import Any

import gymnasium
import numpy

from .. import models as m
from .._sync import Client, Game
from ..errors import AylaError
from .spaces import Observation, Server, reward, seeds_of


class MancalaLevelEnv(gymnasium.Env[Observation, numpy.int64]):
    """A game of one agent against a level of the engine, on a server.

    Each observation is that of the agent, who is to move. `side` is the side of the agent; without one it is drawn for each game.
    The engine plays the same game again after `reset` with the same seed and the same moves. A move that is not legal loses the
    game, and `info["refused"]` then says why it is not. A game of more than `longest` moves of the agent is truncated.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        variant: str,
        level: int,
        *,
        side: m.Side | None = "south",
        base_url: str = "http://127.0.0.1:8080",
        client: Client | None = None,
        preset: str | None = None,
        options: m.Options | None = None,
        longest: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self.variant = variant
        self.level = level
        self.side: m.Side | None = side
        self.longest = longest
        self.render_mode = render_mode
        self._server = Server(variant, base_url, client, preset, options)
        self._request = m.PlayTurnRequest(preset=preset, options=options, omit=["events", "illegalMoves", "setup"])
        if render_mode:
            self._request.text = ["board"]
        self._encoding = self._server.encoding
        self.observation_space: gymnasium.spaces.Space[Any] = self._encoding.observation_space
        self.action_space = self._encoding.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        drawn: m.Side = "north" if self.np_random.integers(2) else "south"
        self._agent = self.side or drawn
        reply = m.Reply(level=self.level, seed=int(self.np_random.integers(2**53)))
        self._game = Game.start(self._server.client, self.variant, self._request, side=self._agent, reply=reply)
        self._moves = 0
        self._check_reply(self._game.answer)
        return self._observe(), self._info()

    def step(self, action: numpy.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        answer = self._game.play(self._encoding.moves[action])
        if answer.refused:
            return self._observe(), -1.0, True, False, self._info() | {"refused": answer.refused.message}
        self._check_reply(answer)
        self._moves += 1
        status = answer.status
        truncated = not status.over and self._moves >= self.longest
        return self._observe(), reward(status.winner, self._agent), status.over, truncated, self._info()

    def render(self) -> str | None:
        """The board of characters."""
        text = self._game.answer.text
        return text.board if text else None

    def close(self) -> None:
        """Closes the connections."""
        self._server.close()

    def _check_reply(self, answer: m.PlayTurnResponse) -> None:
        if answer.unanswered or answer.truncated:
            why = answer.unanswered.message if answer.unanswered else "its turn is longer than an answer"
            raise AylaError(f"the engine has not replied, so that a new game has to begin: {why}")

    def _observe(self) -> Observation:
        answer = self._game.answer
        return self._encoding.observe(seeds_of(answer.position.text or "", answer.status), self._agent, answer.legal_moves)

    def _info(self) -> dict[str, Any]:
        return {"player": int(self._agent == "north"), "token": self._game.token}

"""Many games at the same time, in Gymnasium's interface for vectors of environments."""

from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from .. import models as m
from .._sync import Client
from ..errors import AylaError
from .spaces import Observation, Server, reward, seeds_of

# A batch is sent before its answers are read. So many positions, and their answers, fit into the buffers on the way.
MOST_POSITIONS = 256


class MancalaVectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Games in which the caller makes the moves of both players.

    Each observation is that of the player to move, and a reward goes to the player who has just moved. `infos["player"]` has
    the player to move, 0 for South. A game that is over, or has more than `longest` moves, begins again within the same step;
    `infos["final_obs"]` then has its last position, as South sees it.

    A step that fails raises AylaError, which names the environment at fault, if it is the fault of one. No game has moved then, so
    that the step can be made again.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        variant: str,
        num_envs: int,
        *,
        base_url: str = "http://127.0.0.1:8080",
        client: Client | None = None,
        preset: str | None = None,
        options: m.Options | None = None,
        longest: int = 1000,
    ) -> None:
        self.num_envs = num_envs
        self.longest = longest
        self._server = Server(variant, base_url, client, preset, options)
        limits = self._server.client.get_server_info().limits
        self._most_positions = min(MOST_POSITIONS, limits.batch_positions)
        self._most_moves = limits.batch_moves
        start = self._server.start
        self._begin = m.BatchResponse(
            position=start.position.line, text=start.position.text, status=start.status, legal_moves=start.legal_moves
        )
        self._encoding = self._server.encoding
        self.single_observation_space = self._encoding.observation_space
        self.single_action_space = self._encoding.action_space
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        self._games = [self._begin] * self.num_envs
        self._moves = numpy.zeros(self.num_envs, numpy.int64)
        return self._observations(), self._infos()

    def step(self, actions: NDArray[Any]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        movers = [_status(game).turn for game in self._games]
        numbers: list[int] = actions.tolist()
        self._games = self._play([self._encoding.moves[number] for number in numbers])
        self._moves += 1
        over = numpy.array([_status(game).over for game in self._games])
        truncated = ~over & (self._moves >= self.longest)
        rewards = numpy.array([reward(_status(game).winner, mover) for game, mover in zip(self._games, movers)])
        ended = over | truncated
        final = numpy.full(self.num_envs, None, object)
        indices: list[int] = numpy.flatnonzero(ended).tolist()
        for index in indices:
            final[index] = self._observe(self._games[index], "south")
            self._games[index] = self._begin
        self._moves[ended] = 0
        infos = self._infos()
        if ended.any():
            infos |= {"final_obs": final, "_final_obs": ended}
        return self._observations(), rewards, over, truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the connections."""
        self._server.close()

    def _play(self, moves: Sequence[str]) -> list[m.BatchResponse]:
        """The games after these moves."""
        requests = [
            m.BatchRequest(id=str(index), position=game.position, move=move)
            for index, (game, move) in enumerate(zip(self._games, moves))
        ]
        games: list[m.BatchResponse] = []
        for batch in self._batches(requests):
            # Read to the end, so that the connection can be used again.
            answers = list(self._server.client.batch(batch))
            for answer in answers:
                if answer.error:
                    place = f"environment {answer.id}: " if answer.id else ""
                    raise AylaError(f"{place}{answer.error.detail}", reason=answer.error.reason)
            if len(answers) != len(batch):
                raise AylaError(f"{len(answers)} answers to {len(batch)} positions")
            games += answers
        return games

    def _batches(self, requests: list[m.BatchRequest]) -> Iterator[list[m.BatchRequest]]:
        """These requests in batches that the server takes. Positions of a rule that looks back are lines, whose moves count."""
        batch: list[m.BatchRequest] = []
        moves = 0
        for request in requests:
            made = 1 + len((request.position or "").partition(" moves ")[2].split())
            if len(batch) == self._most_positions or (batch and moves + made > self._most_moves):
                yield batch
                batch = []
                moves = 0
            batch.append(request)
            moves += made
        yield batch

    def _observe(self, game: m.BatchResponse, side: str | None) -> Observation:
        seeds = seeds_of(game.text or game.position or "", _status(game))
        return self._encoding.observe(seeds, side, game.legal_moves)

    def _observations(self) -> Observation:
        seen = [self._observe(game, _status(game).turn) for game in self._games]
        return {name: numpy.stack([each[name] for each in seen]) for name in ("observation", "action_mask")}

    def _infos(self) -> dict[str, Any]:
        return {"player": numpy.array([_status(game).turn == "north" for game in self._games], numpy.int8)}


def _status(game: m.BatchResponse) -> m.Status:
    """The status, which every answer has that is no error."""
    assert game.status
    return game.status

"""Many games at the same time, in Gymnasium's interface for vectors of environments."""

import json
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from .. import models as m
from .._sync import Client
from .spaces import Encoding, Observation, reward


class MancalaVectorEnv(gymnasium.vector.VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Games in which the caller makes the moves of both players.

    Each observation is that of the player to move, and a reward goes to the player who has just moved. `infos["player"]` has
    the player to move, 0 for South. A game that is over, or has more than `longest` moves, begins again within the same step;
    `infos["final_obs"]` then has its last position, as South sees it.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        variant: str,
        num_envs: int,
        *,
        base_url: str = "http://127.0.0.1:8080",
        preset: str | None = None,
        longest: int = 1000,
        connections: int = 8,
    ) -> None:
        self.num_envs = num_envs
        self.longest = longest
        with Client(base_url) as client:
            start = client.start_game(variant, m.StartGameRequest(preset=preset))
        self._begin: dict[str, Any] = start.model_dump(mode="json", by_alias=True, exclude_unset=True)
        self._encoding = Encoding(*_rows(self._begin, "south"))
        self.single_observation_space = self._encoding.observation
        self.single_action_space = self._encoding.action
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        path = f"/v1/variants/{variant}/apply-move"
        self._pipelines = [Pipeline(base_url, path) for _ in range(min(connections, num_envs))]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        self._games = [self._begin] * self.num_envs
        self._moves = numpy.zeros(self.num_envs, numpy.int64)
        return self._observations(), self._infos()

    def step(self, actions: NDArray[Any]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        movers = [game["status"]["turn"] for game in self._games]
        numbers: list[int] = actions.tolist()
        self._games = self._play([self._encoding.moves[number] for number in numbers])
        self._moves += 1
        over = numpy.array([game["status"]["over"] for game in self._games])
        truncated = ~over & (self._moves >= self.longest)
        winners = [game["status"].get("winner") for game in self._games]
        rewards = numpy.array([reward(winner, mover) for winner, mover in zip(winners, movers)])
        ended = over | truncated
        final = numpy.full(self.num_envs, None, object)
        indices: list[int] = numpy.flatnonzero(ended).tolist()
        for index in indices:
            final[index] = self._encoding.observe(*_rows(self._games[index], "south"))
            self._games[index] = self._begin
        self._moves[ended] = 0
        infos = self._infos()
        if ended.any():
            infos |= {"final_obs": final, "_final_obs": ended}
        return self._observations(), rewards, over, truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the connections."""
        for pipeline in self._pipelines:
            pipeline.close()

    def _play(self, moves: Sequence[str]) -> list[dict[str, Any]]:
        """Sends the move of each game, and then reads the answers."""
        count = len(self._pipelines)
        tokens = [game["position"]["token"] for game in self._games]
        bodies = [{"token": token, "move": move, "omit": ["events"]} for token, move in zip(tokens, moves)]
        for index, pipeline in enumerate(self._pipelines):
            pipeline.send(bodies[index::count])
        answers = [pipeline.receive(len(bodies[index::count])) for index, pipeline in enumerate(self._pipelines)]
        return [answers[index % count][index // count] for index in range(len(bodies))]

    def _observations(self) -> Observation:
        turns = [game["status"]["turn"] for game in self._games]
        seen = [self._encoding.observe(*_rows(game, turn)) for game, turn in zip(self._games, turns)]
        masks = [self._encoding.mask(legal["move"] for legal in game["legalMoves"]) for game in self._games]
        return {"observation": numpy.stack(seen), "action_mask": numpy.stack(masks)}

    def _infos(self) -> dict[str, Any]:
        return {"player": numpy.array([game["status"]["turn"] == "north" for game in self._games], numpy.int8)}


def _rows(game: dict[str, Any], side: str) -> tuple[list[int], list[int], tuple[int, int]]:
    setup = game["position"]["setup"]
    other = "north" if side == "south" else "south"
    stores = setup.get("stores", {})
    return setup[side], setup[other], (stores.get(side, 0), stores.get(other, 0))


class Pipeline:
    """A connection to a local server on which the next request is sent before the last answer has come (HTTP/1.1).

    This is what makes thousands of moves a second possible: httpx sends one request at a time on a connection.
    """

    def __init__(self, base_url: str, path: str) -> None:
        address = urlsplit(base_url)
        host, port = address.hostname or "127.0.0.1", address.port or 80
        self._head = f"POST {path} HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-type: application/json\r\n"
        self._socket = socket.create_connection((host, port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")

    def send(self, bodies: Sequence[dict[str, Any]]) -> None:
        """Sends a request with each of these bodies."""
        texts = [json.dumps(body) for body in bodies]
        requests = [f"{self._head}content-length: {len(text)}\r\n\r\n{text}" for text in texts]
        self._socket.sendall("".join(requests).encode())

    def receive(self, count: int) -> list[dict[str, Any]]:
        """The answers to so many requests."""
        return [self._answer() for _ in range(count)]

    def _answer(self) -> dict[str, Any]:
        status, length = self._file.readline(), 0
        while (line := self._file.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        answer = json.loads(self._file.read(length) or "null")
        if b" 200 " not in status:
            raise RuntimeError(f"{status.decode().strip()}: {answer}")
        return answer

    def close(self) -> None:
        """Closes the connection."""
        self._file.close()
        self._socket.close()

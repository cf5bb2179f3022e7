"""What the clients read and write, apart from the network: server-sent events, and when to call again."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, cast

import httpx
from pydantic import BaseModel, ValidationError

from . import models as m
from .errors import AylaError

Answer = TypeVar("Answer", bound=BaseModel)

# What a picture shows, and how: the parameters of `board.svg`, `board.png` and `board.gif`.
BoardQuery = TypedDict(
    "BoardQuery",
    {
        "position": str, "token": str, "moves": Sequence[str], "move": str, "viewer": m.Side, "view": m.View,
        "theme": m.Theme, "width": int, "from": int, "to": int, "puzzle": str, "locale": str,
    },
    total=False,
)  # fmt: skip


def body_of(request: BaseModel) -> bytes:
    """A request as JSON, with the fields that were given."""
    return request.model_dump_json(by_alias=True, exclude_unset=True, exclude_none=True).encode()


def params_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """A query with the parameters that were given, those of several values as the service reads them: `1,2`."""
    params: dict[str, Any] = {}
    for name, value in query.items():
        if value is not None:
            params[name] = ",".join(cast(Sequence[str], value)) if isinstance(value, (list, tuple)) else value
    return params


def answer_of(model: type[Answer], text: str | bytes, response: httpx.Response) -> Answer:
    """The answer in a response, which has to be of this model. It is not if something else than the service has answered."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        status = response.status_code
        raise AylaError(f"status {status}, but what was answered is no {model.__name__}", status=status) from error


class LineDecoder:
    """Lines that are not empty, from chunks of bytes."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that end in this chunk."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return filter(None, lines)


class EventDecoder:
    """Server-sent events, from chunks of bytes."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[tuple[str, str]]:
        """The events that end in this chunk, as their name and data. Comments are no events."""
        *blocks, self._rest = (self._rest + chunk).replace(b"\r\n", b"\n").split(b"\n\n")
        for block in blocks:
            fields = [line.partition(":") for line in block.decode().split("\n")]
            data = [value.removeprefix(" ") for name, _, value in fields if name == "data"]
            if data:
                names = [value.removeprefix(" ") for name, _, value in fields if name == "event"]
                yield names[-1] if names else "message", "\n".join(data)


def rates(header: str | None) -> dict[str, dict[str, float]]:
    """The items of `RateLimit` or `RateLimit-Policy` with their numbers, such as `"calls";r=0;t=2`."""
    items = re.findall(r'"([^"]*)"((?:;\w+=[\d.]+)*)', header or "")
    return {name: {key: float(value) for key, value in re.findall(r";(\w+)=([\d.]+)", pairs)} for name, pairs in items}


def pause_after(response: httpx.Response) -> float:
    """Seconds until another call is allowed: until one becomes free, if this response used up the caller's rate."""
    left = rates(response.headers.get("ratelimit")).get("calls", {})
    policy = rates(response.headers.get("ratelimit-policy")).get("calls", {})
    if left.get("r") != 0:
        return 0.0
    return policy["w"] / policy["q"] if policy.get("q") and "w" in policy else left.get("t", 0.0)


def pause_before_retry(failure: AylaError, response: httpx.Response | None, tries: int) -> float:
    """Seconds until a call that failed is sent again: what the server says, else longer each time."""
    if failure.problem and failure.problem.retry_after_ms is not None:
        return failure.problem.retry_after_ms / 1000
    seconds = response.headers.get("retry-after", "") if response else ""
    return float(seconds) if seconds.isdigit() else 0.1 * 2**tries * random.uniform(1.0, 1.5)

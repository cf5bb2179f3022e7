"""The calls of a client."""

import ssl
import time
from collections.abc import AsyncGenerator, Iterable, Mapping
from typing import Any, NoReturn

import httpx
from anyio import sleep
from pydantic import BaseModel
from typing_extensions import Self

from .. import models as m
from .._connection import OneLoop
from .._connection import Requests, async_transport_of, can_be_sent_again, lost_calls
from .._local import LocalTransport
from .._protocol import Answer, EventDecoder, LineDecoder
from .._protocol import answer_of, body_of, params_of, pause_after, pause_before_retry
from ..errors import AylaConnectionError, AylaError


class AsyncCalls:
    """Sends calls to a server, again if need be, and reads their answers."""

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8080",
        *,
        key: str | None = None,
        locale: str | None = None,
        timeout: float = 30.0,
        retries: int = 4,
        longest_pause: float = 60.0,
        verify: ssl.SSLContext | bool = True,
        trust_env: bool = True,
        transport: httpx.AsyncBaseTransport | None = None,
        local: bool = False,
    ) -> None:
        self._requests = Requests(base_url, key, locale, timeout)
        if local:
            transport = LocalTransport()
        self._transport = transport or async_transport_of(self._requests.server, timeout, verify, trust_env)
        self._loop = OneLoop()
        self._free_at = 0.0
        self.retries = retries
        self.longest_pause = longest_pause

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a client has connections, which cannot be copied: make another client with the same arguments")

    async def aclose(self) -> None:
        """Closes the connections."""
        self._loop.check()
        await self._transport.aclose()

    async def _get(self, path: str, answer: type[Answer], query: Mapping[str, Any] | None = None) -> Answer:
        response = await self._send(self._requests.get(path, params_of(query or {})))
        return answer_of(answer, response.content, response)

    async def _post(self, path: str, answer: type[Answer], request: BaseModel) -> Answer:
        response = await self._send(self._requests.post(path, body_of(request)))
        return answer_of(answer, response.content, response)

    async def _events(self, path: str, answer: type[Answer], request: BaseModel) -> AsyncGenerator[Answer, None]:
        response = await self._send(self._requests.post(path, body_of(request)), stream=True)
        decoder = EventDecoder()
        try:
            with lost_calls(self._requests.server):
                async for chunk in response.aiter_bytes():
                    for event, text in decoder.feed(chunk):
                        if event == "error":
                            raise AylaError.of_problem(answer_of(m.Problem, text, response))
                        yield answer_of(answer, text, response)
        finally:
            await response.aclose()

    async def _lines(
        self, path: str, answer: type[Answer], requests: Iterable[BaseModel]
    ) -> AsyncGenerator[Answer, None]:
        content = b"".join(body_of(request) + b"\n" for request in requests)
        response = await self._send(self._requests.post(path, content, b"application/x-ndjson"), stream=True)
        decoder = LineDecoder()
        try:
            with lost_calls(self._requests.server):
                async for chunk in response.aiter_bytes():
                    for line in decoder.feed(chunk):
                        yield answer_of(answer, line, response)
        finally:
            await response.aclose()

    async def _send(self, request: httpx.Request, *, stream: bool = False) -> httpx.Response:
        self._loop.check()
        tries = 0
        while True:
            if (pause := self._free_at - time.monotonic()) > 0:
                await sleep(pause)
            response = None
            try:
                with lost_calls(self._requests.server):
                    response = await self._transport.handle_async_request(request)
                    if not (stream and response.is_success):
                        try:
                            await response.aread()
                        finally:
                            await response.aclose()
                if response.is_success:
                    self._free_at = time.monotonic() + min(pause_after(response), self.longest_pause)
                    return response
                failure = AylaError.of(response)
            except AylaConnectionError as error:
                failure = error
            pause = pause_before_retry(failure, response, tries)
            if tries >= self.retries or pause > self.longest_pause or not can_be_sent_again(failure):
                raise failure
            await sleep(pause)
            tries += 1

# Made from _async/calls.py by generate.py.
"""The calls of a client."""

import json
import ssl
import time
from collections.abc import Generator, Iterable, Mapping
from typing import Any

import httpx
from time import sleep
from pydantic import BaseModel
from typing_extensions import Self

from .. import models as m
from .._connection import can_be_sent_again, headers, lost_calls, proxy_of
from .._local import LocalTransport
from .._protocol import Answer, EventDecoder, LineDecoder
from .._protocol import answer_of, body_of, params_of, pause_after, pause_before_retry
from ..errors import AylaConnectionError, AylaError


class Calls:
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
        transport: httpx.BaseTransport | None = None,
        local: bool = False,
    ) -> None:
        if local:
            transport = LocalTransport()
        elif transport is None:
            proxy = proxy_of(base_url) if trust_env else None
            transport = httpx.HTTPTransport(verify=verify, trust_env=trust_env, proxy=proxy)
        self._http = httpx.Client(
            base_url=base_url, headers=headers(key, locale), timeout=timeout, transport=transport
        )
        self._free_at = 0.0
        self.retries = retries
        self.longest_pause = longest_pause

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _get(self, path: str, answer: type[Answer], query: Mapping[str, Any] | None = None) -> Answer:
        response = self._send("GET", path, params=params_of(query or {}))
        return answer_of(answer, response.content, response)

    def _post(self, path: str, answer: type[Answer], request: BaseModel) -> Answer:
        response = self._send("POST", path, json=body_of(request))
        return answer_of(answer, response.content, response)

    def _events(self, path: str, answer: type[Answer], request: BaseModel) -> Generator[Answer, None, None]:
        response = self._send("POST", path, stream=True, json=body_of(request))
        decoder = EventDecoder()
        try:
            with lost_calls(self._http.base_url):
                for chunk in response.iter_bytes():
                    for event, text in decoder.feed(chunk):
                        if event == "error":
                            raise AylaError.of_problem(answer_of(m.Problem, text, response))
                        yield answer_of(answer, text, response)
        finally:
            response.close()

    def _lines(
        self, path: str, answer: type[Answer], requests: Iterable[BaseModel]
    ) -> Generator[Answer, None, None]:
        content = "".join(f"{json.dumps(body_of(request))}\n" for request in requests)
        kind = {"content-type": "application/x-ndjson"}
        response = self._send("POST", path, stream=True, content=content, headers=kind)
        decoder = LineDecoder()
        try:
            with lost_calls(self._http.base_url):
                for chunk in response.iter_bytes():
                    for line in decoder.feed(chunk):
                        yield answer_of(answer, line, response)
        finally:
            response.close()

    def _send(self, method: str, path: str, *, stream: bool = False, **content: Any) -> httpx.Response:
        tries = 0
        while True:
            sleep(max(0.0, self._free_at - time.monotonic()))
            response = None
            try:
                with lost_calls(self._http.base_url):
                    response = self._http.send(self._http.build_request(method, path, **content), stream=stream)
                    if response.is_success:
                        self._free_at = time.monotonic() + min(pause_after(response), self.longest_pause)
                        return response
                    response.read()
                failure = AylaError.of(response)
            except AylaConnectionError as error:
                failure = error
            pause = pause_before_retry(failure, response, tries)
            if tries >= self.retries or pause > self.longest_pause or not can_be_sent_again(failure):
                raise failure
            sleep(pause)
            tries += 1

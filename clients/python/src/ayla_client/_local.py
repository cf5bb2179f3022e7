"""Answers in the process of the program, by the package ayla-rules."""

from importlib import import_module
from typing import Any

import anyio.to_thread
import httpx

from .errors import AylaError


class LocalTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Takes the place of a server. Messages of a stream are found before the first is read."""

    def __init__(self) -> None:
        try:
            # Without types, since the package need not be there.
            self._local: Any = import_module("ayla_rules").Local()
        except ImportError as error:
            raise AylaError("local=True needs the package ayla-rules, the extra [local]") from error

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        is_query = request.method == "GET"
        content = request.url.query if is_query else request.read()
        accepted = request.headers.get("accept-language")
        status, body, messages = self._local.call(request.url.path, content, is_query=is_query, accepted=accepted)
        events = b"".join(b"data: " + message + b"\n\n" for message in messages)
        return httpx.Response(status, content=events if status == 200 and not body else body)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._local.searches(request.url.path):
            # The event loop goes on meanwhile.
            return await anyio.to_thread.run_sync(self.handle_request, request)
        return self.handle_request(request)

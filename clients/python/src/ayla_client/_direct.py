"""Connections of the synchronous client to a server without a proxy, by the standard library.

A call through those of httpx takes twice the processor time.
"""

import http.client
import ssl
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

import httpx

# Seconds after which an idle connection is not used again, as in httpx: something on the way may have forgotten it.
LONGEST_IDLE = 5.0
PORTS = {"http": 80, "https": 443}
Verify: TypeAlias = ssl.SSLContext | bool
# Connections, and since when they are idle.
Idle: TypeAlias = list[tuple[http.client.HTTPConnection, float]]


class DirectTransport(httpx.BaseTransport):
    """Calls the server at a URL. Threads may share it."""

    def __init__(self, url: httpx.URL, timeout: float, verify: Verify, trust_env: bool) -> None:
        self._address = url.raw_host.decode(), url.port or PORTS[url.scheme]
        self._timeout = timeout
        self._tls = httpx.create_ssl_context(verify=verify, trust_env=trust_env) if url.scheme == "https" else None
        self._idle: Idle = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        with _errors(httpx.ReadError, httpx.ReadTimeout):
            while connection := self._reused():
                # The server may have closed it, without reading what was sent.
                with suppress(ConnectionError, ssl.SSLError):
                    return self._exchange(connection, request)
            return self._exchange(self._connected(), request)

    def _reused(self) -> http.client.HTTPConnection | None:
        # Another thread may take the last one.
        with suppress(IndexError):
            while True:
                connection, since = self._idle.pop()
                if time.monotonic() - since < LONGEST_IDLE:
                    return connection
                connection.close()
        return None

    def _connected(self) -> http.client.HTTPConnection:
        host, port = self._address
        connection = http.client.HTTPConnection(host, port, timeout=self._timeout)
        if self._tls:
            connection = http.client.HTTPSConnection(host, port, timeout=self._timeout, context=self._tls)
        with _errors(httpx.ConnectError, httpx.ConnectTimeout):
            connection.connect()
        return connection

    def _exchange(self, connection: http.client.HTTPConnection, request: httpx.Request) -> httpx.Response:
        answer = http.client.HTTPResponse(connection.sock, method=request.method)
        try:
            # A server that refuses a request may answer and close the connection before it has read everything.
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.sock.sendall(_written(request))
            answer.begin()
        except BaseException:
            answer.close()
            connection.close()
            raise
        headers = [(name.encode(), value.encode("latin-1")) for name, value in answer.getheaders()]
        return httpx.Response(answer.status, headers=headers, stream=_Body(connection, answer, self._idle))

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[0].close()


def _written(request: httpx.Request) -> bytes:
    """A request as it is sent: in one piece, while HTTPConnection would send its headers first."""
    lines = [name + b": " + value for name, value in request.headers.raw]
    if any(b"\r" in line or b"\n" in line for line in lines):
        raise httpx.LocalProtocolError("a header has a line break")
    first = f"{request.method} ".encode() + request.url.raw_path + b" HTTP/1.1"
    return b"\r\n".join([first, *lines, b"", request.read()])


class _Body(httpx.SyncByteStream):
    """What an answer has after its headers. Its connection is idle when all was read."""

    def __init__(self, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse, idle: Idle) -> None:
        self._connection = connection
        self._answer = answer
        self._idle = idle
        self._is_read = False

    def __iter__(self) -> Iterator[bytes]:
        with _errors(httpx.ReadError, httpx.ReadTimeout):
            if self._answer.length is not None:
                yield self._answer.read()
            while chunk := self._answer.read1():
                yield chunk
        self._is_read = True

    def close(self) -> None:
        if self._is_read and not self._answer.will_close:
            self._idle.append((self._connection, time.monotonic()))
        else:
            self._answer.close()
            self._connection.close()


@contextmanager
def _errors(lost: type[httpx.TransportError], late: type[httpx.TransportError]) -> Generator[None, None, None]:
    """Raises the errors of the standard library as those of httpx."""
    try:
        yield
    except TimeoutError as error:
        raise late(str(error)) from error
    except (OSError, http.client.HTTPException) as error:
        raise lost(str(error)) from error

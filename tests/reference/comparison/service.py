"""The service over HTTP, and a server that is started for the comparison."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from mancala_reference.frame import Json

TIMEOUT_SECONDS = 15.0
"""Longer than any call takes on a busy machine, and shorter than anybody wants to wait for a server that hangs."""
DEADLINE_MS = 10_000


class NoAnswer(Exception):
    """The service did not answer, or answered with something that is not JSON."""


class Service:
    """A connection to a server, which is kept open. base: such as http://127.0.0.1:8080."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")
        self._address = urllib.parse.urlsplit(self.base).netloc
        self._connection = http.client.HTTPConnection(self._address, timeout=TIMEOUT_SECONDS)

    def request(self, method: str, path: str, body: bytes | None, content_type: str) -> tuple[int, bytes]:
        try:
            return self._request(method, path, body, content_type)
        except (ConnectionError, http.client.BadStatusLine):
            self._connection.close()  # A server may close a connection that was idle.
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(f"{method} {path}: {error!r}") from None
        try:
            return self._request(method, path, body, content_type)
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise NoAnswer(f"{method} {path}: {error!r}") from None

    def _request(self, method: str, path: str, body: bytes | None, content_type: str) -> tuple[int, bytes]:
        self._connection.request(method, path, body, {"content-type": content_type} if body else {})
        response = self._connection.getresponse()
        return response.status, response.read()

    def call(self, path: str, body: Json | None) -> tuple[int, Json]:
        """The status and the answer of a single call: POST with a body, GET without."""
        sent = None if body is None else json.dumps(body).encode()
        status, received = self.request("GET" if body is None else "POST", path, sent, "application/json")
        return status, parsed(received)

    def batch(self, bodies: Sequence[Json]) -> list[Json]:
        """The answers to a batch; fewer than the requests if the call was ended."""
        sent = "".join(json.dumps(body, separators=(",", ":")) + "\n" for body in bodies).encode()
        status, received = self.request("POST", "/v1/batch", sent, "application/x-ndjson")
        if status != 200:
            raise NoAnswer(f"/v1/batch: {status} {received[:500]!r}")
        return [parsed(line) for line in received.split(b"\n") if line]


def parsed(received: bytes) -> Json:
    try:
        answer = json.loads(received)
    except ValueError:
        raise NoAnswer(f"not JSON: {received[:500]!r}") from None
    if not isinstance(answer, dict):
        raise NoAnswer(f"not an object: {received[:500]!r}")
    return answer


@contextlib.contextmanager
def started(binary: Path) -> Iterator[str]:
    """The address of a server that is started, and ended afterwards. It has no endgame tables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AYLA_", "OTEL_"))}
    environment = kept | {
        "AYLA_LISTEN": "127.0.0.1:0",
        "AYLA_ADMIN_LISTEN": "127.0.0.1:0",
        "AYLA_TABLE_MEMORY": "0",
        "AYLA_DEADLINE_MS": str(DEADLINE_MS),
    }
    with TemporaryDirectory() as folder:
        log_file = Path(folder) / "ayla.log"
        with open(log_file, "wb") as log:
            server = subprocess.Popen(
                tied(binary), env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
        try:
            yield f"http://{listening(server, log_file)}"
        finally:
            server.kill()
            server.wait()
            log_text = log_file.read_text(errors="replace")
            if "panicked at" in log_text:
                print(log_text[log_text.index("panicked at") :][:2000], flush=True)


def tied(binary: Path) -> list[str]:
    """The command of a server that is killed when this process ends, in whatever way."""
    setpriv = shutil.which("setpriv")
    return [*([setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []), str(binary)]


def listening(server: subprocess.Popen[bytes], log: Path) -> str:
    """The address that the server logs once it listens."""
    end = time.monotonic() + 4 * TIMEOUT_SECONDS
    while time.monotonic() < end and server.poll() is None:
        found = re.search(r"listening address=(\S+)", log.read_text(errors="replace"))
        if found:
            return found[1]
        time.sleep(0.02)
    raise NoAnswer(f"the server did not start:\n{log.read_text(errors='replace')[-2000:]}")

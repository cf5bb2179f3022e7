"""Ayla as a server: one that runs, or a binary that is started on a free port."""

import contextlib
import http.client
import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias
from urllib.parse import urlsplit

Json: TypeAlias = dict[str, Any]


class Service:
    """Asks a server about many positions in a call (docs/batch.md)."""

    def __init__(self, address: str) -> None:
        """address: such as http://127.0.0.1:8080."""
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)

    def batch(self, requests: Sequence[Json]) -> list[Json]:
        """The answers to at most 1,000 requests, in their order. One at fault has an `error`."""
        body = "".join(json.dumps(request) + "\n" for request in requests)
        self._connection.request("POST", "/v1/batch", body, {"content-type": "application/x-ndjson"})
        response = self._connection.getresponse()
        answers = [json.loads(line) for line in response.read().splitlines()]
        if response.status != 200 or len(answers) != len(requests):
            raise RuntimeError(f"{len(answers)} answers to {len(requests)} positions, status {response.status}: {answers[-1:]}")
        return answers

    def next_round(self, game: str, after: str) -> str:
        """The first position of the round after one that has ended."""
        path = f"/v1/variants/{game}/start-game"
        self._connection.request("POST", path, json.dumps({"after": after}), {"content-type": "application/json"})
        answer: Json = json.loads(self._connection.getresponse().read())
        return str(answer["position"]["text"])


@contextlib.contextmanager
def service(ayla: str) -> Iterator[Service]:
    """The server at an address, or a server of the binary at a path, which ends with the block."""
    if ayla.startswith("http://"):
        yield Service(ayla)
        return
    settings = {"AYLA_LISTEN": "127.0.0.1:0", "AYLA_ADMIN_LISTEN": "127.0.0.1:0"}
    process = subprocess.Popen([ayla, "serve"], env=os.environ | settings, stderr=subprocess.PIPE, text=True)
    try:
        yield Service(_address(process))
    finally:
        process.terminate()
        process.wait()


def _address(process: subprocess.Popen[str]) -> str:
    """The address that a server logs once it listens."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"listening.*\baddress=(\S+)", line):
            return f"http://{found[1]}"
    raise RuntimeError("the server has ended")

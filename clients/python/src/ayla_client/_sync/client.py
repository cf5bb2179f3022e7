# Made from _async/client.py by generate.py.
"""The client."""

from typing import Literal

from .._connection import segment
from .._protocol import BoardQuery, params_of
from .operations import Operations


class Client(Operations):
    """The operations of a server. A call that is refused raises AylaError, and one without an answer AylaConnectionError.

    A call that got no answer, or found the server busy or away (429, 502, 503), is sent again up to `retries` times, no earlier
    than the server says; one that would have to wait for more than `longest_pause` seconds fails at once. When an answer says that
    the caller's rate is used up, the next call waits until it is allowed.

    Certificates are verified by `verify`, as httpx has it. With `trust_env`, the proxies (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`,
    `NO_PROXY`) and certificates (`SSL_CERT_FILE`, `SSL_CERT_DIR`) of the environment are used. A `transport` of your own takes
    the place of all of these.

    With `local`, there is no server: the package ayla-rules answers in this process, with the same JSON. What only a server has is
    not found then: its info and pictures other than SVG.
    """

    def render_board(self, variant: str, form: Literal["svg", "png", "gif"], query: BoardQuery) -> bytes:
        """A picture of a position or a move; as a GIF a move seed by seed, or a game."""
        path = f"/v1/variants/{segment(variant)}/board.{form}"
        response = self._send(self._requests.get(path, params_of(query)))
        return response.content

# Made from _async/client.py by generate.py.
"""The client."""

import datetime
import json
from collections.abc import Generator, Iterable
from typing import Literal

from .. import models as m
from .._connection import lost_calls, path_of, segment
from .._protocol import BoardQuery, LineDecoder, answer_of, body_of
from .calls import Calls


class Client(Calls):
    """The operations of a server. A call that is refused raises AylaError, and one without an answer AylaConnectionError.

    A call that got no answer, or found the server busy or away (429, 502, 503), is sent again up to `retries` times, no earlier
    than the server says; one that would have to wait for more than `longest_pause` seconds fails at once. When an answer says that
    the caller's rate is used up, the next call waits until it is allowed.

    Certificates are verified by `verify`, as httpx has it. With `trust_env`, the proxies (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`,
    `NO_PROXY`) and certificates (`SSL_CERT_FILE`, `SSL_CERT_DIR`) of the environment are used. A `transport` of your own takes
    the place of all of these.
    """

    def list_variants(self) -> m.ListVariantsResponse:
        """Every game, with its options, presets and rulings."""
        return self._get("/v1/variants", m.ListVariantsResponse)

    def get_variant(self, variant: str) -> m.GetVariantResponse:
        """One game, with its options, presets and rulings."""
        return self._get(path_of(variant), m.GetVariantResponse)

    def get_server_info(self) -> m.GetServerInfoResponse:
        """The build of the server, its limits, and those of this caller."""
        return self._get("/v1/server-info", m.GetServerInfoResponse)

    def start_game(self, variant: str, request: m.StartGameRequest | None = None) -> m.StartGameResponse:
        """The first position of a game."""
        return self._post(variant, "start-game", request or m.StartGameRequest(), m.StartGameResponse)

    def legal_moves(self, variant: str, request: m.LegalMovesRequest) -> m.LegalMovesResponse:
        """The legal moves, and why each other house cannot be played."""
        return self._post(variant, "legal-moves", request, m.LegalMovesResponse)

    def validate_move(self, variant: str, request: m.ValidateMoveRequest) -> m.ValidateMoveResponse:
        """Whether a move is legal, and if not, why."""
        return self._post(variant, "validate-move", request, m.ValidateMoveResponse)

    def apply_move(self, variant: str, request: m.ApplyMoveRequest) -> m.ApplyMoveResponse:
        """The position after a move, and what happened in the move."""
        return self._post(variant, "apply-move", request, m.ApplyMoveResponse)

    def play_turn(self, variant: str, request: m.PlayTurnRequest | None = None) -> m.PlayTurnResponse:
        """A person's move, the engine's reply, and everything to show of the game then."""
        return self._post(variant, "play-turn", request or m.PlayTurnRequest(), m.PlayTurnResponse)

    def replay_game(self, variant: str, request: m.ReplayGameRequest) -> m.ReplayGameResponse:
        """Every position of a game, and what happened in up to 50 of its moves."""
        return self._post(variant, "replay-game", request, m.ReplayGameResponse)

    def read_game(self, request: m.ReadGameRequest) -> m.ReadGameResponse:
        """The games of a text in a format of other programs, with every fault of it."""
        response = self._send("POST", "/v1/read-game", json=body_of(request))
        return answer_of(m.ReadGameResponse, response.content, response)

    def get_puzzle(self, id: str, *, solution: bool = False) -> m.PuzzleResponse:
        """A puzzle by its id, such as `awale-17`."""
        return self._get(f"/v1/puzzles/{segment(id)}", m.PuzzleResponse, {"solution": solution})

    def find_puzzle(
        self,
        game: str,
        *,
        theme: m.PuzzleTheme | None = None,
        grade: int | None = None,
        after: str | None = None,
        day: datetime.date | str | None = None,
        solution: bool = False,
    ) -> m.PuzzleResponse:
        """The first puzzle of a game that matches, the next one `after` another, or that of a `day`."""
        query = {"game": game, "theme": theme, "grade": grade, "after": after, "day": day, "solution": solution}
        given = {name: value for name, value in query.items() if value is not None}
        return self._get("/v1/puzzles", m.PuzzleResponse, given)

    def suggest_move(self, variant: str, request: m.SuggestMoveRequest) -> m.SuggestMoveResponse:
        """The best move, and what it is worth."""
        return self._post(variant, "suggest-move", request, m.SuggestMoveResponse)

    def suggest_move_stream(
        self, variant: str, request: m.SuggestMoveRequest
    ) -> Generator[m.SuggestMoveStreamResponse, None, None]:
        """The best moves as they are found. The last message says so."""
        return self._stream(variant, "suggest-move-stream", request, m.SuggestMoveStreamResponse)

    def review_game(self, variant: str, request: m.ReviewGameRequest) -> Generator[m.ReviewGameResponse, None, None]:
        """What up to 50 moves of a game cost, as it is found. The last message says how far the review came."""
        return self._stream(variant, "review-game", request, m.ReviewGameResponse)

    def batch(self, requests: Iterable[m.BatchRequest]) -> Generator[m.BatchResponse, None, None]:
        """Answers about up to 1,000 positions, in their order. What is wrong with one of them is its answer.

        If the call fails half-way, the last answer has an error and no `id`: give each request one to tell this apart.
        """
        content = "".join(f"{json.dumps(body_of(request))}\n" for request in requests)
        kind = {"content-type": "application/x-ndjson"}
        response = self._send("POST", "/v1/batch", stream=True, content=content, headers=kind)
        decoder = LineDecoder()
        try:
            with lost_calls(self._http.base_url):
                for chunk in response.iter_bytes():
                    for line in decoder.feed(chunk):
                        yield answer_of(m.BatchResponse, line, response)
        finally:
            response.close()

    def render_board(self, variant: str, form: Literal["svg", "png", "gif"], query: BoardQuery) -> bytes:
        """A picture of a position or a move; as a GIF a move seed by seed, or a game."""
        params = {**query, "moves": ",".join(query["moves"])} if "moves" in query else query
        response = self._send("GET", path_of(variant, f"board.{form}"), params=params)
        return response.content

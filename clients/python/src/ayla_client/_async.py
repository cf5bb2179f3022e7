"""The client, and a game played through it."""

import datetime
import json
import secrets
import ssl
import time
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Literal

import anyio
import httpx
from pydantic import BaseModel

from . import models as m
from ._connection import OneLoop
from ._connection import can_be_sent_again, headers, lost_calls, path_of, proxy_of, segment
from ._protocol import Answer, BoardQuery, EventDecoder, LineDecoder, answer_of, body_of, pause_after, pause_before_retry
from .errors import AylaConnectionError, AylaError


class AsyncClient:
    """The operations of a server. A call that is refused raises AylaError, and one without an answer AylaConnectionError.

    A call that got no answer, or found the server busy or away (429, 502, 503), is sent again up to `retries` times, no earlier
    than the server says; one that would have to wait for more than `longest_pause` seconds fails at once. When an answer says that
    the caller's rate is used up, the next call waits until it is allowed.

    Certificates are verified by `verify`, as httpx has it. With `trust_env`, the proxies (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`,
    `NO_PROXY`) and certificates (`SSL_CERT_FILE`, `SSL_CERT_DIR`) of the environment are used. A `transport` of your own takes
    the place of all of these.
    """

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
    ) -> None:
        if transport is None:
            proxy = proxy_of(base_url) if trust_env else None
            transport = httpx.AsyncHTTPTransport(verify=verify, trust_env=trust_env, proxy=proxy)
        self._http = httpx.AsyncClient(
            base_url=base_url, headers=headers(key, locale), timeout=timeout, transport=transport
        )
        self._loop = OneLoop()
        self._free_at = 0.0
        self.retries = retries
        self.longest_pause = longest_pause

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        self._loop.check()
        await self._http.aclose()

    async def list_variants(self) -> m.ListVariantsResponse:
        """Every game, with its options, presets and rulings."""
        return await self._get("/v1/variants", m.ListVariantsResponse)

    async def get_variant(self, variant: str) -> m.GetVariantResponse:
        """One game, with its options, presets and rulings."""
        return await self._get(path_of(variant), m.GetVariantResponse)

    async def get_server_info(self) -> m.GetServerInfoResponse:
        """The build of the server, its limits, and those of this caller."""
        return await self._get("/v1/server-info", m.GetServerInfoResponse)

    async def start_game(self, variant: str, request: m.StartGameRequest | None = None) -> m.StartGameResponse:
        """The first position of a game."""
        return await self._post(variant, "start-game", request or m.StartGameRequest(), m.StartGameResponse)

    async def legal_moves(self, variant: str, request: m.LegalMovesRequest) -> m.LegalMovesResponse:
        """The legal moves, and why each other house cannot be played."""
        return await self._post(variant, "legal-moves", request, m.LegalMovesResponse)

    async def validate_move(self, variant: str, request: m.ValidateMoveRequest) -> m.ValidateMoveResponse:
        """Whether a move is legal, and if not, why."""
        return await self._post(variant, "validate-move", request, m.ValidateMoveResponse)

    async def apply_move(self, variant: str, request: m.ApplyMoveRequest) -> m.ApplyMoveResponse:
        """The position after a move, and what happened in the move."""
        return await self._post(variant, "apply-move", request, m.ApplyMoveResponse)

    async def play_turn(self, variant: str, request: m.PlayTurnRequest | None = None) -> m.PlayTurnResponse:
        """A person's move, the engine's reply, and everything to show of the game then."""
        return await self._post(variant, "play-turn", request or m.PlayTurnRequest(), m.PlayTurnResponse)

    async def replay_game(self, variant: str, request: m.ReplayGameRequest) -> m.ReplayGameResponse:
        """Every position of a game, and what happened in up to 50 of its moves."""
        return await self._post(variant, "replay-game", request, m.ReplayGameResponse)

    async def read_game(self, request: m.ReadGameRequest) -> m.ReadGameResponse:
        """The games of a text in a format of other programs, with every fault of it."""
        response = await self._send("POST", "/v1/read-game", json=body_of(request))
        return answer_of(m.ReadGameResponse, response.content, response)

    async def get_puzzle(self, id: str, *, solution: bool = False) -> m.PuzzleResponse:
        """A puzzle by its id, such as `awale-17`."""
        return await self._get(f"/v1/puzzles/{segment(id)}", m.PuzzleResponse, {"solution": solution})

    async def find_puzzle(
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
        return await self._get("/v1/puzzles", m.PuzzleResponse, given)

    async def suggest_move(self, variant: str, request: m.SuggestMoveRequest) -> m.SuggestMoveResponse:
        """The best move, and what it is worth."""
        return await self._post(variant, "suggest-move", request, m.SuggestMoveResponse)

    def suggest_move_stream(
        self, variant: str, request: m.SuggestMoveRequest
    ) -> AsyncGenerator[m.SuggestMoveStreamResponse, None]:
        """The best moves as they are found. The last message says so."""
        return self._stream(variant, "suggest-move-stream", request, m.SuggestMoveStreamResponse)

    def review_game(self, variant: str, request: m.ReviewGameRequest) -> AsyncGenerator[m.ReviewGameResponse, None]:
        """What up to 50 moves of a game cost, as it is found. The last message says how far the review came."""
        return self._stream(variant, "review-game", request, m.ReviewGameResponse)

    async def batch(self, requests: Iterable[m.BatchRequest]) -> AsyncGenerator[m.BatchResponse, None]:
        """Answers about up to 1,000 positions, in their order. What is wrong with one of them is its answer.

        If the call fails half-way, the last answer has an error and no `id`: give each request one to tell this apart.
        """
        content = "".join(f"{json.dumps(body_of(request))}\n" for request in requests)
        kind = {"content-type": "application/x-ndjson"}
        response = await self._send("POST", "/v1/batch", stream=True, content=content, headers=kind)
        decoder = LineDecoder()
        try:
            with lost_calls(self._http.base_url):
                async for chunk in response.aiter_bytes():
                    for line in decoder.feed(chunk):
                        yield answer_of(m.BatchResponse, line, response)
        finally:
            await response.aclose()

    async def render_board(self, variant: str, form: Literal["svg", "png", "gif"], query: BoardQuery) -> bytes:
        """A picture of a position or a move; as a GIF a move seed by seed, or a game."""
        params = {**query, "moves": ",".join(query["moves"])} if "moves" in query else query
        response = await self._send("GET", path_of(variant, f"board.{form}"), params=params)
        return response.content

    async def _get(self, path: str, answer: type[Answer], query: dict[str, Any] | None = None) -> Answer:
        response = await self._send("GET", path, params=query)
        return answer_of(answer, response.content, response)

    async def _post(self, variant: str, operation: str, request: BaseModel, answer: type[Answer]) -> Answer:
        response = await self._send("POST", path_of(variant, operation), json=body_of(request))
        return answer_of(answer, response.content, response)

    async def _stream(
        self, variant: str, operation: str, request: BaseModel, answer: type[Answer]
    ) -> AsyncGenerator[Answer, None]:
        response = await self._send("POST", path_of(variant, operation), stream=True, json=body_of(request))
        decoder = EventDecoder()
        try:
            with lost_calls(self._http.base_url):
                async for chunk in response.aiter_bytes():
                    for event, text in decoder.feed(chunk):
                        if event == "error":
                            raise AylaError.of_problem(answer_of(m.Problem, text, response))
                        yield answer_of(answer, text, response)
        finally:
            await response.aclose()

    async def _send(self, method: str, path: str, *, stream: bool = False, **content: Any) -> httpx.Response:
        self._loop.check()
        tries = 0
        while True:
            await anyio.sleep(max(0.0, self._free_at - time.monotonic()))
            response = None
            try:
                with lost_calls(self._http.base_url):
                    response = await self._http.send(self._http.build_request(method, path, **content), stream=stream)
                    if response.is_success:
                        self._free_at = time.monotonic() + min(pause_after(response), self.longest_pause)
                        return response
                    await response.aread()
                failure = AylaError.of(response)
            except AylaConnectionError as error:
                failure = error
            pause = pause_before_retry(failure, response, tries)
            if tries >= self.retries or pause > self.longest_pause or not can_be_sent_again(failure):
                raise failure
            await anyio.sleep(pause)
            tries += 1


class AsyncGame:
    """A game against the engine, or between two people. Begin it with `start`.

    The object holds the game: the answer of each turn, with its token. The server keeps nothing.
    """

    # What begins a game, or belongs to one move: not sent again.
    _ONCE = ("position", "setup", "moves", "options", "preset", "first", "move", "seat", "proposed_by")

    def __init__(
        self, client: AsyncClient, variant: str, shown: m.PlayTurnRequest, side: m.Side | None, reply: m.Reply | None
    ) -> None:
        self.client = client
        self.variant = variant
        self.side = side
        self.reply = reply
        self._shown = shown.model_copy(update=dict.fromkeys(self._ONCE))
        self._turns: list[m.PlayTurnResponse] = []
        self._own = 0
        self._proposed_by: m.Side | None = None

    @classmethod
    async def start(
        cls,
        client: AsyncClient,
        variant: str,
        request: m.PlayTurnRequest | None = None,
        *,
        side: m.Side = "south",
        reply: m.Reply | None = None,
    ) -> "AsyncGame":
        """Begins a game, or goes on with one whose token or record is in the request.

        What the request says of texts, names, views and languages holds for each turn. With `reply` the engine plays the side
        that is not `side`; its seed is drawn here if it has none. Without `reply` two people play.
        """
        if reply and reply.seed is None:
            # JSON numbers are exact up to 53 bits everywhere.
            reply = reply.model_copy(update={"seed": secrets.randbits(53)})
        shown = request or m.PlayTurnRequest()
        game = cls(client, variant, shown, side if reply else None, reply)
        game._turns.append(await client.play_turn(variant, shown.model_copy(update={"reply": None, "move": None})))
        if reply and game.status.turn not in (side, None):
            await game._turn(move=None, side=side)
        game._own = len(game._turns)
        return game

    @property
    def answer(self) -> m.PlayTurnResponse:
        """The answer to the last turn, with all there is to show."""
        return self._turns[-1]

    @property
    def token(self) -> str:
        """The game in a word: to go on later, send it in the request of `start`."""
        return _token(self.answer)

    @property
    def status(self) -> m.Status:
        """Whose turn it is, or how the game ended."""
        return self.answer.status

    @property
    def moves(self) -> list[str]:
        """The moves made since `start`."""
        return [play.move for turn in self._turns for play in turn.plays]

    async def play(self, move: str, *, seat: int | None = None, side: m.Side | None = None) -> m.PlayTurnResponse:
        """Makes a move, and lets the engine reply. A move that is not possible changes nothing: see `refused`.

        Between two people `side` is who speaks, and the player to move unless you say otherwise.
        """
        return await self._turn(move=move, seat=seat, side=side or self.side or self.status.turn)

    async def agree(self, side: m.Side | None = None) -> m.PlayTurnResponse:
        """Proposes to stop, or agrees to what the other person has proposed. The engine answers at once: see `proposed`."""
        speaker = side or self.side or self.status.turn
        return await self._turn(move="agree", side=speaker, proposed_by=self._proposed_by)

    async def hint(self, request: m.SuggestMoveRequest | None = None) -> m.SuggestMoveResponse:
        """A good move for the player to move. It is not made."""
        request = (request or m.SuggestMoveRequest()).model_copy(update={"token": self.token})
        return await self.client.suggest_move(self.variant, request)

    def undo(self) -> m.PlayTurnResponse:
        """Goes back to the position before the last turn, the engine's replies included, and returns its answer."""
        if len(self._turns) <= self._own:
            raise ValueError("there is no turn to take back")
        self._turns.pop()
        self._proposed_by = None
        return self.answer

    async def review(self, *, nodes: int | None = None) -> AsyncGenerator[m.ReviewedPly, None]:
        """What each move since `start` cost, as it is found.

        With fewer than 20,000 `nodes`, moves whose values are only estimated are left out.
        """
        start, moves = self._turns[0].position, self.moves
        reached, last, misses = start.ply, start.ply + len(moves), 0
        while reached < last:
            shown = {"locale": self._shown.locale, "names": self._shown.names}
            request = m.ReviewGameRequest(token=start.token, moves=moves, nodes=nodes).model_copy(update=shown)
            request.from_, request.to = reached + 1, min(reached + 50, last)
            async for found in self.client.review_game(self.variant, request):
                if found.reviewed:
                    yield found.reviewed
                if found.end:
                    reached = found.end.reviewed_to
                    if found.end.unanswered:
                        misses += 1
                        if misses > self.client.retries:
                            return
                        await anyio.sleep(found.end.unanswered.retry_after_ms / 1000)

    async def _turn(self, **said: Any) -> m.PlayTurnResponse:
        asked = self._shown.model_copy(update={**_held(self.answer), "reply": self.reply, **said})
        answer = await self.client.play_turn(self.variant, asked)
        plays = [*answer.plays]
        for _ in range(self.client.retries):
            if answer.unanswered:
                await anyio.sleep(answer.unanswered.retry_after_ms / 1000)
            elif not answer.truncated:
                break
            # What was played counts, and only the reply is missing. A proposal that was not answered is made again.
            if plays or said["move"] != "agree":
                asked = asked.model_copy(update={**_held(answer), "move": None, "seat": None})
            answer = await self.client.play_turn(self.variant, asked)
            plays += answer.plays
        answer = answer.model_copy(update={"plays": plays})
        if plays:
            self._turns.append(answer)
        proposed = answer.proposed
        self._proposed_by = proposed.by if proposed and proposed.accepted is None else None
        return answer


def _token(answer: m.PlayTurnResponse) -> str:
    if answer.position.token is None:
        raise ValueError("a game needs its token: do not omit it")
    return answer.position.token


def _held(answer: m.PlayTurnResponse) -> dict[str, str | None]:
    """The game as the next call gets it: its record if records were asked for, which then goes on, else its token."""
    return {"position": answer.record, "token": None if answer.record else _token(answer)}

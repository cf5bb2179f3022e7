"""A game played through a client."""

import secrets
from collections.abc import AsyncGenerator
from typing import Any, NoReturn

from anyio import sleep
from typing_extensions import Self

from .. import models as m
from .._protocol import BoardQuery
from .client import AsyncClient


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
        self.side: m.Side | None = side
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

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.answer.position.text!r} after {len(self.moves)} moves>"

    def __copy__(self) -> Self:
        """The same game through the same client, to go on in another way."""
        twin = object.__new__(type(self))
        twin.__dict__ |= {**self.__dict__, "_turns": [*self._turns]}
        return twin

    def __deepcopy__(self, _memo: object) -> Self:
        return self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a game has a client, with connections: keep its token, and go on with PlayTurnRequest(token=...)")

    async def svg(self) -> str:
        """The board as an SVG document, seen by the player who plays against the engine, with the last move marked."""
        query: BoardQuery = {"token": self.token, "viewer": self.side or "south"}
        if len(self._turns) > 1:
            *before, last = [play.move for play in self.answer.plays]
            query |= {"token": _token(self._turns[-2]), "moves": before, "move": last}
        if self._shown.locale:
            query["locale"] = self._shown.locale
        picture = await self.client.render_board(self.variant, "svg", query)
        return picture.decode()

    async def play(self, move: int | str, *, seat: int | None = None, side: m.Side | None = None) -> m.PlayTurnResponse:
        """Makes a move, and lets the engine reply. A move that is not possible changes nothing: see `refused`.

        Between two people `side` is who speaks, and the player to move unless you say otherwise.
        """
        return await self._turn(move=str(move), seat=seat, side=side or self.side or self.status.turn)

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
                        await sleep(found.end.unanswered.retry_after_ms / 1000)

    async def _turn(self, **said: Any) -> m.PlayTurnResponse:
        asked = self._shown.model_copy(update={**_held(self.answer), "reply": self.reply, **said})
        answer = await self.client.play_turn(self.variant, asked)
        plays = [*answer.plays]
        for _ in range(self.client.retries):
            if answer.unanswered:
                await sleep(answer.unanswered.retry_after_ms / 1000)
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

# Made from _async/operations.py by generate.py.
# Generated from openapi/mancala.v1.json by generate.py.
"""The operations of a server, as the OpenAPI document has them."""

import datetime
from collections.abc import Generator, Iterable

from .. import models as m
from .._connection import segment
from .calls import Calls


class Operations(Calls):
    """A method for each operation but the pictures."""

    def list_variants(self) -> m.ListVariantsResponse:
        """Lists the variants, with their options and presets."""
        return self._get("/v1/variants", m.ListVariantsResponse)

    def get_variant(self, variant: m.VariantName) -> m.GetVariantResponse:
        """Describes one variant."""
        return self._get(f"/v1/variants/{segment(variant)}", m.GetVariantResponse)

    def start_game(
        self, variant: m.VariantName, request: m.StartGameRequest | None = None
    ) -> m.StartGameResponse:
        """Returns the first position of a game."""
        return self._post(
            f"/v1/variants/{segment(variant)}/start-game", m.StartGameResponse, request or m.StartGameRequest()
        )

    def legal_moves(self, variant: m.VariantName, request: m.LegalMovesRequest) -> m.LegalMovesResponse:
        """Lists every legal move and, for every other house of the player to move, why it is not one."""
        return self._post(f"/v1/variants/{segment(variant)}/legal-moves", m.LegalMovesResponse, request)

    def validate_move(self, variant: m.VariantName, request: m.ValidateMoveRequest) -> m.ValidateMoveResponse:
        """Checks whether a move is legal and, if not, says why."""
        return self._post(f"/v1/variants/{segment(variant)}/validate-move", m.ValidateMoveResponse, request)

    def apply_move(self, variant: m.VariantName, request: m.ApplyMoveRequest) -> m.ApplyMoveResponse:
        """Makes a move, and returns the position after it and what happened on the way."""
        return self._post(f"/v1/variants/{segment(variant)}/apply-move", m.ApplyMoveResponse, request)

    def play_turn(self, variant: m.VariantName, request: m.PlayTurnRequest | None = None) -> m.PlayTurnResponse:
        """Makes a person's move, lets the engine reply, and returns everything that is shown of the game then: one call
        for each turn, including the first."""
        return self._post(
            f"/v1/variants/{segment(variant)}/play-turn", m.PlayTurnResponse, request or m.PlayTurnRequest()
        )

    def replay_game(
        self, variant: m.VariantName, request: m.ReplayGameRequest | None = None
    ) -> m.ReplayGameResponse:
        """Plays the moves of a game again, and returns every position with its status, and for up to 50 of the moves
        what happened in them."""
        return self._post(
            f"/v1/variants/{segment(variant)}/replay-game", m.ReplayGameResponse, request or m.ReplayGameRequest()
        )

    def suggest_move(self, variant: m.VariantName, request: m.SuggestMoveRequest) -> m.SuggestMoveResponse:
        """Suggests the best move, with its value and how certain that value is."""
        return self._post(f"/v1/variants/{segment(variant)}/suggest-move", m.SuggestMoveResponse, request)

    def get_server_info(self) -> m.GetServerInfoResponse:
        """Describes the server: the build, the versions, the limits in force and the tables loaded."""
        return self._get("/v1/server-info", m.GetServerInfoResponse)

    def suggest_move_stream(
        self, variant: m.VariantName, request: m.SuggestMoveRequest
    ) -> Generator[m.SuggestMoveStreamResponse, None, None]:
        """Suggests the best move, and sends each better answer as it is found."""
        return self._events(
            f"/v1/variants/{segment(variant)}/suggest-move-stream", m.SuggestMoveStreamResponse, request
        )

    def review_game(
        self, variant: m.VariantName, request: m.ReviewGameRequest | None = None
    ) -> Generator[m.ReviewGameResponse, None, None]:
        """Reviews up to 50 moves of a game: for each move its cost, the values before and after it, and a better move
        if there is one, sent as each is found."""
        return self._events(
            f"/v1/variants/{segment(variant)}/review-game", m.ReviewGameResponse, request or m.ReviewGameRequest()
        )

    def read_game(self, request: m.ReadGameRequest) -> m.ReadGameResponse:
        """Reads the games of a text in a format of other programs: PlayStrategy, Aualé, OpenSpiel and others."""
        return self._post("/v1/read-game", m.ReadGameResponse, request)

    def get_puzzle(self, id: str, *, solution: bool = False) -> m.PuzzleResponse:
        """Returns a puzzle by its id: a position in which South is to move, and has exactly one best move by proof."""
        return self._get(f"/v1/puzzles/{segment(id)}", m.PuzzleResponse, {"solution": solution})

    def find_puzzle(
        self,
        variant: m.VariantName,
        *,
        theme: m.PuzzleTheme | None = None,
        grade: int | None = None,
        after: str | None = None,
        day: datetime.date | str | None = None,
        solution: bool = False,
    ) -> m.PuzzleResponse:
        """Finds a puzzle of a game: the first one that matches, the next one after another, or that of a day."""
        return self._get(
            "/v1/puzzles",
            m.PuzzleResponse,
            {"variant": variant, "theme": theme, "grade": grade, "after": after, "day": day, "solution": solution},
        )

    def batch(self, requests: Iterable[m.BatchRequest]) -> Generator[m.BatchResponse, None, None]:
        """Answers about many positions, of any game: for each its status and its legal moves, after a move if one is
        given, and its value where an endgame table has it."""
        return self._lines("/v1/batch", m.BatchResponse, requests)

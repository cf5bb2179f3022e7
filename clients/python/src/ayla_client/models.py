# Generated from openapi/mancala.v1.json by generate.py.

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType


class Alias(BaseModel):
    """
    Another name of a game.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    name: Annotated[str, Field(examples=["oware"])]
    """
    The name, such as `oware`.
    """
    region: Annotated[str, Field(examples=["Ghana"])]
    """
    Where the game is called that, for people, such as `Ghana`.
    """


class AndadaOptions(BaseModel):
    """
    The options of Andada, in any combination.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    bear_off: Annotated[
        Literal["permanent", "momentary"] | None, Field(alias="bear-off")
    ] = "permanent"
    """
    Bearing off, once begun, lasts to the end of the game (permanent), or is allowed only in a move that starts with no house above one seed (momentary). (AN-5, AN-9)
    """
    direction: Literal["anticlockwise", "clockwise"] | None = "anticlockwise"
    """
    The direction of sowing. (C-2, AN-5)
    """
    end: Literal["no-move", "empty-row"] | None = "no-move"
    """
    The game ends when the player to move has no legal move (no-move), or also when a row is empty after a move, and then its owner has lost (empty-row). (AN-6, AN-11)
    """
    houses: Annotated[int | None, Field(ge=3, le=48, multiple_of=3)] = 12
    """
    The number of houses in a row. Traditional boards have 12 to 24 or more; smaller ones give shallow games for study. (C-7, N-2)
    """
    repetition: Literal[0, 2, 3, 4, 5, 6, 7, 8, 9, 10] | None = 0
    """
    The game stops, with no winner, when the same houses, phase and player to move have occurred this many times in the line submitted; 0 turns this off. (AN-10)
    """
    team: Annotated[int | None, Field(ge=1, le=4)] = 1
    """
    The number of players in a team, which must divide the number of houses in a row. Each controls an equal run of houses, seat 1 the leftmost. (AN-7)
    """


SouthItem = TypeAliasType("SouthItem", Annotated[int, Field(ge=0)])


NorthItem = TypeAliasType("NorthItem", Annotated[int, Field(ge=0)])


class AnywoliOptions(BaseModel):
    """
    The options of Anywoli, in any combination in which `houses` times `seeds` is even and at most 120.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    bonus_move: Annotated[bool | None, Field(alias="bonus-move")] = False
    """
    Whether a player who captures with the last seed of a lap moves again. (AY-3, AY-9)
    """
    direction: Literal["anticlockwise", "clockwise"] | None = "anticlockwise"
    """
    The direction of sowing. (C-2)
    """
    houses: Annotated[int | None, Field(ge=3, le=24)] = 12
    """
    The number of houses in a row; houses times seeds must be even and at most 120. (C-7, N-2)
    """
    last_four: Annotated[
        Literal["last-captor", "starter-takes-eight", "play-out"] | None,
        Field(alias="last-four"),
    ] = "last-captor"
    """
    With last-captor, the player whose capture leaves four seeds or fewer in play takes them, and the game ends. With starter-takes-eight, the player who began the game takes them as soon as a capture leaves eight or fewer. With play-out, the game goes on until no seed is left. (AY-6, AY-12)
    """
    quiet: Annotated[int | None, Field(ge=0, le=1000)] = 0
    """
    The game stops after this many consecutive moves, passes included, without a capture; 0 turns this off. Without it, play with few seeds left can go on for ever. (AY-8)
    """
    remaining: Literal["own-side", "split", "leave"] | None = "own-side"
    """
    When the game stops for want of captures, by repetition, for want of a move or by agreement, the seeds left in the houses go to the owner of each house (own-side), are halved between the players, an odd seed leaving the game (split), or stay where they are and count for nobody (leave). (AY-10, AW-17)
    """
    repetition: Literal[0, 2, 3, 4, 5, 6, 7, 8, 9, 10] | None = 0
    """
    The game stops when the same houses, with the same player to move, have occurred this many times in the line submitted; 0 turns this off. (AW-16)
    """
    seeds: Annotated[int | None, Field(ge=1, le=8)] = 4
    """
    The seeds in each house at the start; houses times seeds must be even and at most 120. (N-2)
    """


AssumptionKind = TypeAliasType("AssumptionKind", Literal["game", "option", "start", "first", "south-to-move", "agreed", "stopped", "scores-include-houses", "captures-of-moves", "unmarked-tuzdik", "left-out"] | str)
"""
What a text leaves open.

- `game`: Which game it is.

- `option`: The value of an option.

- `start`: That the game begins with the usual position.

- `first`: Who begins.

- `south-to-move`: That the board shows the player to move as South.

- `agreed`: That the players agreed to stop.

- `stopped`: That the game was broken off, with a result.

- `scores-include-houses`: That the scores of a position include the seeds in the houses.

- `captures-of-moves`: That numbers of captured seeds are those of each move, not totals.

- `unmarked-tuzdik`: That a move makes a tuzdik which the text does not mark.

- `left-out`: That comments or variations are not kept.
"""


class AwaleOptions(BaseModel):
    """
    The options of Awalé, in any combination.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    capture: Literal["two-or-three", "two"] | None = "two-or-three"
    """
    With two-or-three, a house can be captured when it holds two or three seeds; with two, only when it holds two. (AW-2, AW-10)
    """
    direction: Literal["anticlockwise", "clockwise"] | None = "anticlockwise"
    """
    The direction of sowing. (C-2, AW-2)
    """
    few: Annotated[int | None, Field(ge=0, le=48)] = 0
    """
    The game stops when at most this many seeds are left in the houses; 0 turns this off. (AW-14)
    """
    grand_slam: Annotated[
        Literal["no-capture", "illegal", "capture", "opponent-takes", "leave-left", "leave-right"] | None,
        Field(alias="grand-slam"),
    ] = "no-capture"
    """
    A move that would capture all the seeds in the opponent's row captures nothing (no-capture), is not legal while there is another move (illegal), or captures them and ends the game (capture), also with what is left going to the opponent (opponent-takes). Or it captures all but the seeds of one house, the one furthest left (leave-left) or right (leave-right) as the mover sees it. (AW-3, AW-18, AW-20)
    """
    houses: Annotated[int | None, Field(ge=3, le=12)] = 6
    """
    The number of houses in a row. (C-7, N-2, AW-19)
    """
    limit: Annotated[int | None, Field(ge=1, le=6)] = 6
    """
    The most houses that one move may capture; 6 is no limit. (AW-8)
    """
    majority: bool | None = False
    """
    Whether the game stops once a store holds more than half of all seeds. (AW-13)
    """
    over_limit: Annotated[Literal["last", "none"] | None, Field(alias="over-limit")] = (
        "last"
    )
    """
    When more houses than the limit can be captured, a move captures only those sown last (last), or nothing (none). (AW-9)
    """
    quiet: Annotated[int | None, Field(ge=0, le=1000)] = 0
    """
    The game stops after this many consecutive moves, of both players together, without a capture; 0 turns this off. (AW-15)
    """
    remaining: Literal["own-side", "split", "leave"] | None = "own-side"
    """
    When the game stops by agreement, at a majority, with few seeds, for want of captures or by repetition, the seeds left in the houses go to the owner of each house (own-side), are halved between the players, an odd seed leaving the game (split), or stay where they are and count for nobody (leave). (AW-17)
    """
    repetition: Literal[0, 2, 3, 4, 5, 6, 7, 8, 9, 10] | None = 0
    """
    The game stops when the same houses, with the same player to move, have occurred this many times in the line submitted; 0 turns this off. (AW-16)
    """
    seeds: Annotated[int | None, Field(ge=1, le=8)] = 4
    """
    The seeds in each house at the start. (N-2)
    """


class BearOffEvent(BaseModel):
    """
    The seeds in hand leave the board, in Andada, and the move ends.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    seeds: Annotated[int, Field(ge=0)]
    """
    Seeds that leave, 1 or more: all that are in hand.
    """
    ruling: str
    """
    The number of the ruling: `AN-5`.
    """


class Bounds(BaseModel):
    """
    The values that a position can still have, by what is proven. Both are on the scale of SuggestMoveResponse.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    least: int
    """
    The least value.
    """
    most: int
    """
    The greatest value, at least as great as `least`. Where they are equal, the value is proven.
    """


class Build(BaseModel):
    """
    Which build of the service answers.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    version: str
    """
    The version of the service, by semantic versioning, such as `0.1.0`.
    """
    commit: str | None = None
    """
    The commit it was built from, in hexadecimal. Absent when the build did not know it.
    """


class Burnt(BaseModel):
    """
    The burnt houses, in Congklak (CO-14): rising numbers.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: list[SouthItem]
    """
    The numbers of the burnt houses in South's row.
    """
    north: list[NorthItem]
    """
    The numbers of the burnt houses in North's row.
    """


class BurntInput(BaseModel):
    """
    The burnt houses, in Congklak (CO-14): rising numbers.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: list[SouthItem] | None = None
    """
    The numbers of the burnt houses in South's row.
    """
    north: list[NorthItem] | None = None
    """
    The numbers of the burnt houses in North's row.
    """


Certainty = TypeAliasType("Certainty", Literal["proven", "estimated"])
"""
How certain a value is.

- `proven`: The game-theoretic value, play without end counted by C-10.

- `estimated`: The best estimate of the search.
"""


class CongklakOptions(BaseModel):
    """
    The options of Congklak, in any combination.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    capture: Literal["any", "after-store"] | None = "any"
    """
    Whether a last seed captures in any move (any), or only when the move has put a seed into the player's own store before (after-store). (CO-5, CO-6)
    """
    direction: Literal["anticlockwise", "clockwise"] | None = "anticlockwise"
    """
    The direction of sowing. Clockwise, the stores are at the left ends of the rows. (C-2, CO-12)
    """
    empty_capture: Annotated[bool | None, Field(alias="empty-capture")] = False
    """
    Whether a last seed in an empty house of the player's own goes into the store even when the house opposite is empty. (CO-5)
    """
    end: Literal["play-out", "no-move", "empty-row"] | None = "play-out"
    """
    With play-out, a player without seeds passes, and the game ends when no seed is left in any house. With no-move, it ends when the row of the player to move is empty; with empty-row, when a row is empty after a move. The seeds left then go to the owner of their houses. (CO-8, CO-9, CO-10)
    """
    houses: Annotated[int | None, Field(ge=3, le=10)] = 7
    """
    The number of houses in a row. (C-7, N-2)
    """
    seeds: Annotated[int | None, Field(ge=1, le=10)] = 7
    """
    The seeds in each house at the start. (N-2)
    """


Destination = TypeAliasType("Destination", Literal["south", "north", "off"])
"""
Where captured seeds go.

- `south`: Into South's store.

- `north`: Into North's store.

- `off`: Out of the game, in Andada (AN-4).
"""


EndReason = TypeAliasType("EndReason", Literal["famine", "majority", "few", "quiet", "repetition", "agreement", "no-move", "last-four", "last-eight", "no-seeds", "empty-row"] | str)
"""
Why a game has ended, in general. Each variant has some of the reasons (N-5), and its page says by which of its rulings.

- `famine`: A row is empty and cannot be fed.

- `majority`: A store holds more than half of all seeds.

- `few`: Few seeds are left in the houses.

- `quiet`: Too many moves in a row took no seed out of the houses.

- `repetition`: A position occurred too often.

- `agreement`: The players agreed to stop.

- `no-move`: The player to move can play no house, and may not pass.

- `last-four`: A capture left four seeds or fewer in the houses, and the player who made it took them.

- `last-eight`: A capture left eight seeds or fewer in the houses, and the player who began took them.

- `no-seeds`: No seed is left in any house.

- `empty-row`: A row is empty: either of them, or that of the player to move, as the rules of the variant have it.
"""


ErrorReason = TypeAliasType("ErrorReason", Literal["MALFORMED_REQUEST", "MALFORMED_POSITION", "MALFORMED_MOVE", "MALFORMED_TOKEN", "UNKNOWN_FIELD", "UNKNOWN_OPTION", "OPTION_OUT_OF_RANGE", "CONFLICTING_FIELDS", "MISSING_FIELD", "SEAT_OUT_OF_RANGE", "INCONSISTENT_POSITION", "VARIANT_MISMATCH", "NOT_YOUR_TURN", "OLD_BOARD", "ILLEGAL_LINE", "ROUND_NOT_OVER", "NO_FURTHER_ROUND", "UNKNOWN_VARIANT", "UNKNOWN_PRESET", "NO_SUCH_PUZZLE", "NOT_FOUND", "METHOD_NOT_ALLOWED", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "UNSUPPORTED_TRANSFER_CODING", "UNAUTHENTICATED", "FORBIDDEN", "RATE_LIMITED", "SEARCH_QUEUE_FULL", "OVERLOADED", "DEADLINE_EXCEEDED", "CANCELLED", "INTERNAL", "GAME_OVER", "NOT_IN_THIS_GAME", "WRONG_PHASE", "NO_SUCH_HOUSE", "NOT_YOUR_HOUSE", "EMPTY_HOUSE", "MUST_FEED", "ENDLESS_SOWING", "MUST_MOVE", "GRAND_SLAM"] | str)
"""
Every reason for which a call fails, or PlayTurn refuses a move or leaves it unanswered. The enum fixes the spelling of the `reason` in google.rpc.ErrorInfo (gRPC) and in the problem document (HTTP), which is the value's name without its prefix. Later versions may add reasons. Each description ends with the HTTP status and the gRPC code.

- `MALFORMED_REQUEST`: The request cannot be read, or a value is of the wrong type. 400, INVALID_ARGUMENT.

- `MALFORMED_POSITION`: The text of a position or line does not follow the notation (N-1 to N-7). 400, INVALID_ARGUMENT.

- `MALFORMED_MOVE`: The text cannot be read as a move (N-6). 400, INVALID_ARGUMENT.

- `UNKNOWN_FIELD`: A field or parameter that the operation does not have. 400; in gRPC unknown fields are ignored.

- `UNKNOWN_OPTION`: An option that the variant does not have. 400, INVALID_ARGUMENT.

- `OPTION_OUT_OF_RANGE`: The option cannot have this value. 400, INVALID_ARGUMENT.

- `CONFLICTING_FIELDS`: Fields that exclude each other are both given. 400, INVALID_ARGUMENT.

- `MISSING_FIELD`: A required field is missing. 400, INVALID_ARGUMENT.

- `SEAT_OUT_OF_RANGE`: The seat is not one of 1 to `team`, or is given with something other than a house move in Andada (AN-7). 400, INVALID_ARGUMENT.

- `INCONSISTENT_POSITION`: The position is well formed but contradicts itself or its variant (C-7). 422, INVALID_ARGUMENT.

- `VARIANT_MISMATCH`: The position or its options are of another variant than the one named. 422, INVALID_ARGUMENT.

- `GAME_OVER`: The game has ended (C-8): no move can be made or suggested. 409, INVALID_ARGUMENT.

- `NOT_IN_THIS_GAME`: A kind of move that this variant never has (C-3). 409, INVALID_ARGUMENT.

- `WRONG_PHASE`: A kind of move for another phase (AN-2). 409, INVALID_ARGUMENT.

- `NO_SUCH_HOUSE`: The board has no house of that number (C-1). 409, INVALID_ARGUMENT.

- `NOT_YOUR_HOUSE`: The seat named does not control the house (AN-7), or the letter is the other side's (C-1). 409, INVALID_ARGUMENT.

- `EMPTY_HOUSE`: The house holds no seed. 409, INVALID_ARGUMENT.

- `MUST_FEED`: The opponent's row is empty and the move does not feed it (AW-4). 409, INVALID_ARGUMENT.

- `ENDLESS_SOWING`: The sowing has not ended after 10,000 laps (C-6). 409, INVALID_ARGUMENT.

- `MUST_MOVE`: A pass while there is a move, by the ruling of the game, such as AY-7. 409, INVALID_ARGUMENT.

- `ILLEGAL_LINE`: A move of the line, in `position` or in `moves`, is not legal. The metadata names its index, the move and its own reason. 409, INVALID_ARGUMENT.

- `UNKNOWN_VARIANT`: No variant of that name. 404, NOT_FOUND.

- `UNKNOWN_PRESET`: No preset of that name in the variant. 404, NOT_FOUND.

- `NOT_FOUND`: No such path, or in gRPC no such method. 404, UNIMPLEMENTED.

- `METHOD_NOT_ALLOWED`: The path does not take this HTTP method. 405, UNIMPLEMENTED.

- `TOO_LARGE`: The request or its query is larger than the server reads. 413, RESOURCE_EXHAUSTED.

- `UNSUPPORTED_MEDIA_TYPE`: The body is not of a content type that the service reads. 415, INVALID_ARGUMENT.

- `SEARCH_QUEUE_FULL`: Too many searches are waiting, in all or of this caller, or the time for this one ended before it could begin; try again later. 429, RESOURCE_EXHAUSTED.

- `OVERLOADED`: The server has too much to do or is shutting down; try again later. 503, UNAVAILABLE.

- `DEADLINE_EXCEEDED`: The deadline passed before there was an answer. 504, DEADLINE_EXCEEDED.

- `CANCELLED`: The caller gave up. CANCELLED; over HTTP nobody is left to read it.

- `INTERNAL`: A defect of the service. 500, INTERNAL.

- `UNAUTHENTICATED`: The server requires an API key, and the call has none or an unknown one. 401, UNAUTHENTICATED.

- `RATE_LIMITED`: The caller exceeds the rate of its API key, or the rate of pictures for one address; try again later. 429, RESOURCE_EXHAUSTED.

- `UNSUPPORTED_TRANSFER_CODING`: The body has a transfer coding other than chunked. 501 over HTTP/1.1.

- `MALFORMED_TOKEN`: The text is not a token, or the token is incomplete or was altered. 400, INVALID_ARGUMENT.

- `NOT_YOUR_TURN`: It is the turn of the other player (C-3). No call fails for this reason: PlayTurn has it in `refused`.

- `FORBIDDEN`: The caller comes under a host name, or is a page of an origin, that may not call: the path /mcp says so, and every path to a browser that asks whether a page of another site may call (a preflight request). 403, PERMISSION_DENIED.

- `OLD_BOARD`: The move is for an older board of the game. No call fails for this reason: PlayTurn has it in `refused`.

- `GRAND_SLAM`: The move would capture all the seeds in the opponent's row, by rules that forbid it, and there is another move (AW-18). 409, INVALID_ARGUMENT.

- `NO_SUCH_PUZZLE`: No puzzle with that id, or none that matches. 404, NOT_FOUND.

- `ROUND_NOT_OVER`: There is no next round before the round has ended (CO-17). 409, INVALID_ARGUMENT.

- `NO_FURTHER_ROUND`: The match is over: a player cannot fill a house, and the other has won it (CO-17). 409, INVALID_ARGUMENT.
"""


class GameRecord(BaseModel):
    """
    A game in a format of other programs.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    text: str | None = None
    """
    The text. Absent if the format cannot express the game.
    """
    notes: list[str]
    """
    With a text, the options that it leaves out, none of which changes what the moves do; without one, everything that the format cannot express. Each in a sentence.
    """


class HouseCount(BaseModel):
    """
    The seeds of a house, as far as a view shows them.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    seeds: Annotated[int, Field(ge=0)]
    """
    The seeds. With `orMore`, the fewest that there can be.
    """
    or_more: Annotated[bool | None, Field(alias="orMore")] = None
    """
    True where there can be more; absent otherwise.
    """


IllegalReason = TypeAliasType("IllegalReason", Literal["GAME_OVER", "NOT_IN_THIS_GAME", "WRONG_PHASE", "NO_SUCH_HOUSE", "NOT_YOUR_HOUSE", "EMPTY_HOUSE", "MUST_FEED", "ENDLESS_SOWING", "MUST_MOVE", "GRAND_SLAM"] | str)
"""
Why a move is not legal. The reasons are tested in this order, but that GRAND_SLAM follows MUST_FEED, and the first that holds is given (C-9).

- `GAME_OVER`: The game has ended (C-8).

- `NOT_IN_THIS_GAME`: A kind of move that this variant never has, such as `take` in Awalé (C-3).

- `WRONG_PHASE`: A kind of move for another phase, such as a house while Andada waits for the choice (AN-2).

- `NO_SUCH_HOUSE`: The board has no house of that number (C-1).

- `NOT_YOUR_HOUSE`: The seat named does not control the house (AN-7), or the letter is the other side's (C-1).

- `EMPTY_HOUSE`: The house holds no seed.

- `MUST_FEED`: The opponent's row is empty and the move does not feed it (AW-4).

- `ENDLESS_SOWING`: The sowing has not ended after 10,000 laps (C-6).

- `MUST_MOVE`: A pass while there is a move, by the ruling of the game, such as AY-7.

- `GRAND_SLAM`: The move would capture all the seeds in the opponent's row, by rules that forbid it, and there is another move (AW-18).
"""


class KalahOptions(BaseModel):
    """
    The options of Kalah, in any combination in which `houses` times `seeds` is at most 120.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    direction: Literal["anticlockwise", "clockwise"] | None = "anticlockwise"
    """
    The direction of sowing. Clockwise, each store is at its owner's left. (C-2, KA-14)
    """
    empty_capture: Annotated[bool | None, Field(alias="empty-capture")] = False
    """
    Whether a last seed in an empty house of the player's own goes into the store even when the house opposite is empty. (KA-4, KA-5)
    """
    end: Literal["either-row", "own-turn"] | None = "either-row"
    """
    The game ends when a row is empty after a move (either-row), or only when the row of the player to move is (own-turn). (KA-6, KA-10)
    """
    first_bonus: Annotated[bool | None, Field(alias="first-bonus")] = True
    """
    Whether the first move of the game gives another one when its last seed falls in the store. (KA-3, KA-12)
    """
    houses: Annotated[int | None, Field(ge=3, le=12)] = 6
    """
    The number of houses in a row. (C-7, N-2)
    """
    majority: bool | None = False
    """
    The game ends once a store holds more than half of all seeds, and nobody gets those left in the houses. (KA-13)
    """
    pie: bool | None = False
    """
    Whether the opponent may swap sides after the first turn, so that beginning is no advantage. (KA-11)
    """
    remaining: Literal["own-side", "finisher", "leave"] | None = "own-side"
    """
    At the end, the seeds left in a row go to its owner (own-side) or to the player whose row is empty (finisher), or they stay in the houses and count for nobody (leave). (KA-6, KA-9)
    """
    seeds: Annotated[int | None, Field(ge=1, le=12)] = 4
    """
    The seeds in each house at the start. (N-2)
    """


class LegalMove(BaseModel):
    """
    A move that may be made.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    move: str
    """
    The move in text notation (N-6): a house number, `pass`, `take` or `give`. Never `agree` (C-3).
    """
    seat: Annotated[int | None, Field(ge=0)] = None
    """
    The seat that controls the house, 1 to `team` (AN-7). Only for a house in Andada.
    """
    label: str | None = None
    """
    The move as the label of a button, in the language of the answer, such as `House 3`. PlayTurn reads it as the move. Only where texts are asked for; absent when the request omits `labels`.
    """


class LevelInfo(BaseModel):
    """
    A level of play.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    level: Annotated[int, Field(ge=0)]
    """
    The number, as in requests.
    """
    title: str
    """
    Who plays like that, for people, such as `Level 4: a casual player`.
    """


class Limits(BaseModel):
    """
    The limits in force on this server.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    body_bytes: Annotated[int, Field(alias="bodyBytes", ge=0)]
    """
    The largest request, in bytes: a gRPC message or an HTTP body. More is TOO_LARGE.
    """
    query_bytes: Annotated[int, Field(alias="queryBytes", ge=0)]
    """
    The longest HTTP query, in bytes. More is TOO_LARGE.
    """
    line_moves: Annotated[int, Field(alias="lineMoves", ge=0)]
    """
    The most moves in a line: those in `position` or in `moves`.
    """
    sowing_laps: Annotated[int, Field(alias="sowingLaps", ge=0)]
    """
    The most laps in a sowing (C-6).
    """
    suggest_nodes_max: Annotated[int, Field(alias="suggestNodesMax", ge=0)]
    """
    The most nodes that SuggestMove searches; requests for more are cut to it.
    """
    suggest_time_ms_max: Annotated[int, Field(alias="suggestTimeMsMax", ge=0)]
    """
    The longest time that SuggestMove searches, in milliseconds; requests for more are cut to it.
    """
    suggest_depth_max: Annotated[int, Field(alias="suggestDepthMax", ge=0)]
    """
    The greatest depth, in moves, that SuggestMove searches; requests for more are cut to it.
    """
    get_suggest_nodes_max: Annotated[int, Field(alias="getSuggestNodesMax", ge=0)]
    """
    The most nodes when a suggestion is asked for by HTTP GET, since link previews follow those.
    """
    default_suggest_nodes: Annotated[int, Field(alias="defaultSuggestNodes", ge=0)]
    """
    The limit `nodes` of SuggestMove when a request gives no limit at all.
    """
    search_slots: Annotated[int, Field(alias="searchSlots", ge=0)]
    """
    Searches that run at the same time.
    """
    search_queue: Annotated[int, Field(alias="searchQueue", ge=0)]
    """
    Further searches that may wait, and take turns with the running ones. More are refused as SEARCH_QUEUE_FULL, and so is a search of a caller that has half of all places.
    """
    deadline_ms: Annotated[int, Field(alias="deadlineMs", ge=0)]
    """
    The maximum time that a call waits and runs, in milliseconds, whatever its caller's deadline. SuggestMove returns the best move so far by then; calls that could not begin are SEARCH_QUEUE_FULL or DEADLINE_EXCEEDED.
    """
    batch_bytes: Annotated[int, Field(alias="batchBytes", ge=0)]
    """
    The largest request of Batch, in bytes: all messages together, or an HTTP body. More is TOO_LARGE.
    """
    batch_positions: Annotated[int, Field(alias="batchPositions", ge=0)]
    """
    The most positions of a batch. The next one is TOO_LARGE.
    """
    batch_moves: Annotated[int, Field(alias="batchMoves", ge=0)]
    """
    The most moves of one position of a batch, which is `lineMoves`.
    """


class MangalaOptions(BaseModel):
    """
    The options of Mangala.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    houses: Annotated[int | None, Field(ge=4, le=8)] = 6
    """
    The number of houses in a row. (C-7, N-2)
    """
    majority: bool | None = False
    """
    Whether the game also ends once a store holds more than half of all seeds. The seeds left in the houses then count for nobody. (MN-8)
    """
    remaining: Literal["finisher", "own-side"] | None = "finisher"
    """
    When a row is empty, the seeds left in the other row go to the player whose row is empty (finisher) or to their owner (own-side). (MN-6, MN-7)
    """
    seeds: Annotated[int | None, Field(ge=1, le=6)] = 4
    """
    The seeds in each house at the start. (N-2)
    """


class Names(BaseModel):
    """
    The names of the players in sentences and texts. They are not logged. A name that is longer than 32 characters as people count them (grapheme clusters), or than 128 bytes, is cut and ends with `…`. Control characters and invisible formatting are left out, joiners apart. A name written from right to left is isolated, so that it does not turn the text around it. A name with nothing visible in it counts as not given.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: str | None = None
    """
    The name of South. Not given, South in the language of the answer.
    """
    north: str | None = None
    """
    The name of North. Not given, North in the language of the answer.
    """


class NumberRange(BaseModel):
    """
    A range of numbers: `min`, `min` + `step`, and so on up to `max`.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    min: Annotated[int, Field(ge=0)]
    """
    The least number.
    """
    max: Annotated[int, Field(ge=0)]
    """
    The greatest number, `min` or more.
    """
    step: Annotated[int, Field(ge=0)]
    """
    The distance between neighbours, 1 or more.
    """


OptionType = TypeAliasType("OptionType", Literal["flag", "number", "word"])
"""
The kinds of value that an option takes.

- `flag`: `true` or `false`.

- `number`: A whole number, 0 or more.

- `word`: One of a few words.
"""


OptionValue = TypeAliasType("OptionValue", bool | int | str)
"""
The value of an option.
"""


Options = TypeAliasType("Options", dict[str, OptionValue])
"""
The options of a game by name, as on the page of its rules. An option that is not given has its default.
"""


Part = TypeAliasType("Part", Literal["setup", "events", "legalMoves", "principalLine", "token", "illegalMoves", "labels"])
"""
A part of an answer that a caller can leave out. Naming a part that the answer does not have has no effect.

- `setup`: `setup` in `position`.

- `events`: `events`.

- `legalMoves`: `legalMoves`.

- `principalLine`: `principalLine`, of candidates too: the lists are then empty.

- `token`: `token` in `position`.

- `illegalMoves`: `illegalMoves`.

- `labels`: `label` in `legalMoves`.
"""


Phase = TypeAliasType("Phase", Literal["opening", "choice", "play", "bear-off"] | str)
"""
The phase of a game of Andada, or of Kalah with `pie` or without `first-bonus`.

- `opening`: Before the opening move (AN-1): two seeds or more in every house (C-7). In Kalah while the first turn lasts (KA-11, KA-12).

- `choice`: Waiting for `take` or `give` (AN-2): the 3, 3, 0 pattern. In Kalah when `swap` may be played (KA-11).

- `play`: Regular play (AN-3).

- `bear-off`: Permanent bearing off has begun (AN-5, AN-9). Not with the option `bear-off` = `momentary`.
"""


class Picture(BaseModel):
    """
    A picture on this server.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    url: str
    """
    Its address: a PNG. With `.gif` or `.svg` in place of `.png` it is one of those. It contains the token of the position, and so everything that the view hides.
    """
    alt: str
    """
    A description in sentences, for people who cannot see the picture.
    """


class Preset(BaseModel):
    """
    A named set of options of a variant.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    name: str
    """
    The name used in StartGame.
    """
    title: str
    """
    The name for people.
    """
    summary: str
    """
    What it is for, in a sentence or two.
    """
    options: dict[str, OptionValue]
    """
    The options it sets; the others have their defaults.
    """
    built_in: Annotated[bool, Field(alias="builtIn")]
    """
    Whether every server has it, rather than only this one by its configuration.
    """


PuzzleState = TypeAliasType("PuzzleState", Literal["wrong", "goes-on", "solved"] | str)
"""
What a move was in a puzzle.

- `wrong`: Not the move of the solution. It is not made.

- `goes-on`: The move of the solution, and there is more to find; or no move was made.

- `solved`: The last move of the solution.
"""


PuzzleTask = TypeAliasType("PuzzleTask", Literal["win", "draw", "seeds"] | str)
"""
What the solution of a puzzle reaches, and every other first move misses.

- `win`: To win.

- `draw`: Not to lose.

- `seeds`: To have the most seeds at the end. Who wins does not depend on it.
"""


PuzzleTheme = TypeAliasType("PuzzleTheme", Literal["capture", "chain", "quiet", "prepares", "denies", "sacrifice", "extra-move", "feeds", "starves", "tuzdik", "round", "relay", "bears-off", "endgame", "trap", "run", "grand-slam"] | str)
"""
What a puzzle is about: a fact of its solution, which is the moves of the player who solves it.

- `capture`: The first move captures.

- `chain`: A move captures from two houses of the opponent or more.

- `quiet`: The first move takes no seeds and does not move again.

- `prepares`: A move captures nothing, and the next one captures.

- `denies`: The first move leaves the opponent less to capture than there would be if it were the opponent's turn.

- `sacrifice`: The opponent captures while a move is made that captures nothing, or right after it.

- `extra-move`: A move is followed by another one.

- `feeds`: A move feeds an opponent whose row is empty.

- `starves`: A move leaves the opponent no seed in the row.

- `tuzdik`: A move makes a tuzdik, or the first one keeps the opponent from making one.

- `round`: A move goes round the whole board.

- `relay`: A move takes five laps or more.

- `bears-off`: Seeds are borne off.

- `endgame`: The solution ends the game.

- `trap`: Another first move brings more at first sight.

- `run`: Two moves in succession are followed by another one.

- `grand-slam`: There is a first move that would capture all the seeds of the opponent, and therefore captures none.
"""


class Rate(BaseModel):
    """
    A rate, and how much of it may be used at once.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    per_second: Annotated[float, Field(alias="perSecond")]
    """
    The amount that becomes available each second.
    """
    burst: Annotated[int, Field(ge=0)]
    """
    The maximum that can be used at once.
    """


RecordFaultKind = TypeAliasType("RecordFaultKind", Literal["no-game", "unknown-format", "several-formats", "unexpected", "ends", "unknown-game", "several-games", "position", "seed-count", "illegal-move", "end-house", "captured", "no-tuzdik", "result", "move-number", "too-many-moves"] | str)
"""
What is wrong with a text.

- `no-game`: The text has no game.

- `unknown-format`: The text is in no format that is known.

- `several-formats`: The text can be read in several formats, and the games differ.

- `unexpected`: Something else stands where a move, a number or another part is expected.

- `ends`: Something is missing.

- `unknown-game`: The format has no game of this name.

- `several-games`: The moves are possible in several games, and none is named.

- `position`: The position cannot be, by the rules.

- `seed-count`: The board holds another number of seeds than the game has.

- `illegal-move`: The move is not legal.

- `end-house`: The move ends in another house than the text says.

- `captured`: The text gives another number of captured seeds.

- `no-tuzdik`: The move is marked as one that makes a tuzdik, and makes none.

- `result`: The text gives another result than the moves.

- `move-number`: The move has the wrong number.

- `too-many-moves`: The game has more than 1,000 moves.
"""


RecordFormat = TypeAliasType("RecordFormat", Literal["ayla", "playstrategy", "ogn", "auale", "wikimanqala", "score-sheet", "openspiel", "kgp", "letters"] | str)
"""
A text format of games. docs/formats.md describes each.

- `ayla`: Lines of the service's own text notation (N-1 to N-7).

- `playstrategy`: FEN, moves in UCI, and PGN, of PlayStrategy.

- `ogn`: Oware Game Notation, the files of Aualé.

- `auale`: Board strings and moves of Aualé and its engine.

- `wikimanqala`: Start and end holes, as Wikimanqala writes games of Oware.

- `score-sheet`: The score sheets of Togyzqumalaq.

- `openspiel`: Serialized games, playthroughs and boards of OpenSpiel.

- `kgp`: Boards and moves of the Kalah Game Protocol.

- `letters`: The letters of Awalé.
"""


class RecordTag(BaseModel):
    """
    A tag of a file.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    name: str
    """
    Its name, as the format spells it.
    """
    value: str
    """
    Its value.
    """


class Refused(BaseModel):
    """
    A move that was not made.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    reason: ErrorReason
    """
    Why: a reason for which a move is not legal, `MALFORMED_MOVE` for a text that is no move, `NOT_YOUR_TURN`, or `OLD_BOARD`.
    """
    ruling: Annotated[str, Field(examples=["AW-4"])]
    """
    The number of the ruling that forbids it, such as `AW-4`.
    """
    ruling_title: Annotated[str, Field(alias="rulingTitle")]
    """
    The ruling in a sentence.
    """
    message: str
    """
    Why this move is refused, in a sentence for a person.
    """


class Reply(BaseModel):
    """
    How well the engine is to play, and how long it may search.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    level: Annotated[int | None, Field(ge=1, le=15)] = None
    """
    The strength of play, from 1 to the highest level of the game, which is full strength and the default.
    """
    seed: Annotated[int | None, Field(ge=0, le=18446744073709551615)] = None
    """
    Determines the choices of a level below the highest. Give each game its own seed. Default 0.
    """
    nodes: Annotated[int | None, Field(ge=1)] = None
    """
    The most nodes, 1 or more.
    """
    depth: Annotated[int | None, Field(ge=1)] = None
    """
    The most moves to look ahead, 1 or more.
    """
    time_ms: Annotated[int | None, Field(alias="timeMs", ge=1)] = None
    """
    The most time, in milliseconds, 1 or more.
    """


class RulingInfo(BaseModel):
    """
    A ruling.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    number: Annotated[str, Field(examples=["AW-4"])]
    """
    The number, such as `AW-4`.
    """
    title: str
    """
    The ruling in a sentence.
    """


class Score(BaseModel):
    """
    The final stores of both players, after any sharing of the remaining seeds.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: Annotated[int, Field(ge=0)]
    """
    Seeds of South, 0 to 240.
    """
    north: Annotated[int, Field(ge=0)]
    """
    Seeds of North, 0 to 240.
    """


class SearchLimits(BaseModel):
    """
    The limits of a search after the server's own were applied. Absent fields did not bound it.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    depth: Annotated[int | None, Field(ge=0)] = None
    """
    The most moves looked ahead, 1 or more.
    """
    nodes: Annotated[int, Field(ge=0)]
    """
    The most nodes, 1 or more; a node is a move made in the search.
    """
    time_ms: Annotated[int | None, Field(alias="timeMs", ge=0)] = None
    """
    The most time, in milliseconds. Given when it was asked for, and when the server's own limit or a deadline ended the search.
    """
    level: Annotated[int | None, Field(ge=0)] = None
    """
    The level, where one was asked for: the other limits hold what it allows itself.
    """


class ShareEvent(BaseModel):
    """
    The sweep at the end of a game: every house and the hand are emptied. There is none when the remaining seeds stay in the houses (`remaining` = `leave`).
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: Annotated[int, Field(ge=0)]
    """
    Seeds into South's store.
    """
    north: Annotated[int, Field(ge=0)]
    """
    Seeds into North's store.
    """
    off: Annotated[int, Field(ge=0)]
    """
    Seeds that leave the game: the odd one of a `split` (AW-17), else 0.
    """
    ruling: str
    """
    The number of the ruling, such as `AW-5`, `AW-17` or `AY-6`.
    """


Side = TypeAliasType("Side", Literal["south", "north"])
"""
A side of the board. A team (AN-7) is one side.

- `south`: South, who owns the near row.

- `north`: North, who owns the far row.
"""


class Source(BaseModel):
    """
    A source of the rules.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    citation: str
    """
    Author, title, year and place in it.
    """


StoppedBy = TypeAliasType("StoppedBy", Literal["proven", "depth", "nodes", "time", "deadline", "nothing"] | str)
"""
What ended a search.

- `proven`: The value is proven; there was nothing more to find.

- `depth`: The limit `depth` was reached, or the greatest depth of a search, 100 moves.

- `nodes`: The limit `nodes` was reached.

- `time`: The limit `timeMs`, or the server's own, was reached.

- `deadline`: The caller's deadline (`grpc-timeout`) came near.

- `nothing`: Nothing yet: the search goes on. Only in SuggestMoveStream, and not in its last message.
"""


class Stores(BaseModel):
    """
    Seeds captured by each player.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: Annotated[int, Field(ge=0)]
    """
    Seeds in South's store, 0 to 240.
    """
    north: Annotated[int, Field(ge=0)]
    """
    Seeds in North's store, 0 to 240.
    """


class StoresInput(BaseModel):
    """
    Seeds captured by each player.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: Annotated[int, Field(ge=0)]
    """
    Seeds in South's store, 0 to 240.
    """
    north: Annotated[int, Field(ge=0)]
    """
    Seeds in North's store, 0 to 240.
    """


class SwapEvent(BaseModel):
    """
    The sides are swapped, in Kalah: each player has the row and the store that the other had.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    ruling: str
    """
    The number of the ruling: `KA-11`.
    """


TextForm = TypeAliasType("TextForm", Literal["line", "board", "spoken"])
"""
A form of text for people.

- `line`: At most three lines of at most 400 bytes, for a chat: a sentence, then the far row and the near row in ASCII, such as `S 1:4 2:0 3:12 [5]`, the store in brackets. With names, a row begins with `Amina (S)`.

- `board`: A board of characters, for a font with characters of one width: long rows are folded, the house that the last move emptied is in parentheses, and captured houses are in brackets.

- `spoken`: Sentences without layout, for screen readers and voices.
"""


class Texts(BaseModel):
    """
    Texts of a position for people. Only those asked for are there.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    line: str | None = None
    """
    At most three lines, for a chat.
    """
    board: str | None = None
    """
    A board of characters.
    """
    spoken: str | None = None
    """
    Sentences without layout.
    """


Theme = TypeAliasType("Theme", Literal["light", "dark", "contrast"])
"""
The colours of a picture.

- `light`: For a light page.

- `dark`: For a dark page.

- `contrast`: Black and white.
"""


class TogyzqumalaqOptions(BaseModel):
    """
    The options of Togyzqumalaq.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    houses: Annotated[int | None, Field(ge=4, le=9)] = 9
    """
    The number of houses in a row. (C-7, N-2)
    """
    majority: bool | None = True
    """
    Whether the game ends once a store holds more than half of all seeds. The seeds left in the houses then count for nobody. (TQ-9)
    """
    quiet: Annotated[int | None, Field(ge=0, le=1000)] = 0
    """
    The game stops after this many consecutive moves, of both players together, that put no seed into a store; 0 turns this off. The seeds left in the houses then count for nobody. (TQ-10)
    """
    repetition: Literal[0, 2, 3, 4, 5, 6, 7, 8, 9, 10] | None = 0
    """
    The game stops when the same houses and tuzdiks, with the same player to move, have occurred this many times in the line submitted; 0 turns this off. The seeds left in the houses then count for nobody. (TQ-10)
    """
    seeds: Annotated[int | None, Field(ge=1, le=9)] = 9
    """
    The seeds in each house at the start. (N-2)
    """
    tuzdik: bool | None = True
    """
    Whether a last seed that makes three in a house of the opponent wins that house as a tuzdik. (TQ-4, TQ-7)
    """


class Tuzdiks(BaseModel):
    """
    The houses that are tuzdiks, in Togyzqumalaq (TQ-4).
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: Annotated[int | None, Field(ge=0)] = None
    """
    The number of the house in North's row that is South's tuzdik. Absent while South has none.
    """
    north: Annotated[int | None, Field(ge=0)] = None
    """
    The number of the house in South's row that is North's tuzdik. Absent while North has none.
    """


class TuzdiksInput(BaseModel):
    """
    The houses that are tuzdiks, in Togyzqumalaq (TQ-4).
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: Annotated[int | None, Field(ge=0)] = None
    """
    The number of the house in North's row that is South's tuzdik. Absent while South has none.
    """
    north: Annotated[int | None, Field(ge=0)] = None
    """
    The number of the house in South's row that is North's tuzdik. Absent while North has none.
    """


class Unanswered(BaseModel):
    """
    A search that was not made: that for a reply, or those for the rest of a review.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    reason: ErrorReason
    """
    Why: `SEARCH_QUEUE_FULL`, `RATE_LIMITED`, `DEADLINE_EXCEEDED`, or another reason of the service's.
    """
    message: str
    """
    Why, in a sentence for a person.
    """
    retry_after_ms: Annotated[int, Field(alias="retryAfterMs", ge=0)]
    """
    After how many milliseconds to ask again for the reply, without a move.
    """


VariantName = TypeAliasType("VariantName", Literal["awale", "andada", "anywoli", "kalah", "mangala", "congklak", "togyzqumalaq"] | str)
"""
The name of a variant.
"""


View = TypeAliasType("View", Literal["all", "south", "north", "public"])
"""
What somebody may see of a position. In Awalé a player may count the seeds of an own house; in a house of the opponent up to five are seen at a glance, and six or more must be remembered (AW-12). The other games hide nothing. A view relies on the good will of the bot; it is not access control, since `token` contains everything.

- `all`: Everything.

- `south`: What South may see.

- `north`: What North may see.

- `public`: What both may see, such as in a chat that both read.
"""


class Violation(BaseModel):
    """
    One fault of a request.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    field: str
    """
    The field it is in, such as `setup.south[3]`; empty for the request as a whole.
    """
    reason: ErrorReason
    """
    What kind of fault.
    """
    message: str | None = None
    """
    What is wrong, for people: a sentence in the language of the answer. Absent where `detail` is this sentence.
    """


Winner = TypeAliasType("Winner", Literal["south", "north", "none"])
"""
Who won a game that has ended.

- `south`: South won.

- `north`: North won.

- `none`: Nobody won: equal stores, or in Andada an end by repetition (AN-10).
"""


class Agreement(BaseModel):
    """
    What agreeing to stop would give (AW-7, AY-10).
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    winner: Winner
    """
    The player who would win, if any.
    """
    score: Score
    """
    The result in seeds.
    """
    label: str | None = None
    """
    `agree` as the label of a button, in the language of the answer, such as `Agree to stop`. Only where texts are asked for; absent when the request omits `labels`.
    """


class AndadaSetup(BaseModel):
    """
    A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7). A position of Andada.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["andada"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: AndadaOptions
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    phase: Phase
    """
    The phase of the game, in Andada, and in Kalah with `pie` or without `first-bonus`; in requests `PLAY` when not given. Absent in the other variants.
    """


class AndadaSetupInput(BaseModel):
    """
    A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
    each other (C-7). A position of Andada.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["andada"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: AndadaOptions | None = None
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    phase: Phase | None = None
    """
    The phase of the game, in Andada, and in Kalah with `pie` or without `first-bonus`; in requests `PLAY` when not given. Absent in the other variants.
    """


class AnywoliSetup(BaseModel):
    """
    A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7). A position of Anywoli.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["anywoli"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: AnywoliOptions
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: Stores
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    first: Side
    """
    The player who began the game. Anywoli only. Default in a request: South (C-5).
    """
    quiet: Annotated[int, Field(ge=0)]
    """
    Consecutive moves without a capture, whether or not the option `quiet` is on (N-3): 0 to 999999, where the count stops. Default in a request: 0. Absent in games that do not count them, such as Andada.
    """


class AnywoliSetupInput(BaseModel):
    """
    A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
    each other (C-7). A position of Anywoli.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["anywoli"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: AnywoliOptions | None = None
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: StoresInput | None
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    first: Side | None = None
    """
    The player who began the game. Anywoli only. Default in a request: South (C-5).
    """
    quiet: Annotated[int | None, Field(ge=0)] = None
    """
    Consecutive moves without a capture, whether or not the option `quiet` is on (N-3): 0 to 999999, where the count stops. Default in a request: 0. Absent in games that do not count them, such as Andada.
    """


class Assumption(BaseModel):
    """
    One thing that a text does not say.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    kind: AssumptionKind
    """
    What it is about.
    """
    message: str
    """
    What was assumed, in a sentence.
    """


class AwaleSetup(BaseModel):
    """
    A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7). A position of Awalé.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["awale"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: AwaleOptions
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: Stores
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    quiet: Annotated[int, Field(ge=0)]
    """
    Consecutive moves without a capture, whether or not the option `quiet` is on (N-3): 0 to 999999, where the count stops. Default in a request: 0. Absent in games that do not count them, such as Andada.
    """


class AwaleSetupInput(BaseModel):
    """
    A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
    each other (C-7). A position of Awalé.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["awale"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: AwaleOptions | None = None
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: StoresInput | None
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    quiet: Annotated[int | None, Field(ge=0)] = None
    """
    Consecutive moves without a capture, whether or not the option `quiet` is on (N-3): 0 to 999999, where the count stops. Default in a request: 0. Absent in games that do not count them, such as Andada.
    """


class BatchError(BaseModel):
    """
    Why a position of a batch has no answer. A call about this position alone would fail for the same reason.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    reason: ErrorReason
    """
    The kind of error.
    """
    detail: str
    """
    What is wrong, in sentences.
    """
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs", ge=0)] = None
    """
    How long to wait before another try, in milliseconds. Absent unless it makes sense to try again.
    """
    metadata: dict[str, str]
    """
    Facts for a program, such as the `index` of the move that makes a line illegal. `violations` is how many faults were found, where more were found than are listed.
    """
    violations: list[Violation]
    """
    The faults that were found, the first twenty of them.
    """


class BearOff(BaseModel):
    """
    Seeds in hand leave the board.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    bear_off: Annotated[BearOffEvent, Field(alias="bearOff")]
    """
    Seeds in hand leave the board.
    """


class Board(BaseModel):
    """
    The houses and the stores, as a view shows them.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    south: list[HouseCount]
    """
    South's houses, from South's left to right.
    """
    north: list[HouseCount]
    """
    North's houses, from North's left to right; the last one faces South's first (C-2).
    """
    stores: Stores | None = None
    """
    The stores. Absent in Andada, which keeps none (N-4).
    """
    tuzdiks: Tuzdiks | None = None
    """
    The houses that are tuzdiks, in Togyzqumalaq; absent while there is none.
    """
    burnt: Burnt | None = None
    """
    The burnt houses, in Congklak; absent while there is none.
    """


class BoardInfo(BaseModel):
    """
    The board of a variant at the start of a game. Options may bound it further (`houses` and `seeds` in OptionInfo).
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    rows: Annotated[int, Field(ge=0)]
    """
    Rows of houses, one for each player: 2 (C-1).
    """
    default_houses: Annotated[int, Field(alias="defaultHouses", ge=0)]
    """
    Houses in a row unless the caller says otherwise.
    """
    houses: NumberRange
    """
    The houses in a row that the variant allows.
    """
    default_seeds: Annotated[int, Field(alias="defaultSeeds", ge=0)]
    """
    Seeds in each house unless the caller says otherwise.
    """
    seeds: NumberRange
    """
    The seeds in each house that the variant allows.
    """


class CallerLimits(BaseModel):
    """
    What the API key of the call allows. A call above a limit is RATE_LIMITED.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    calls: Rate
    """
    Calls.
    """
    suggestions: Rate
    """
    Suggestions: each search of SuggestMove and PlayTurn, and each ply of ReviewGame.
    """
    search_ms: Annotated[Rate | None, Field(alias="searchMs")] = None
    """
    Milliseconds of processor time for searches, and for the endgame tables and long lines that they need; absent if this is not limited.
    """
    picture_ms: Annotated[Rate | None, Field(alias="pictureMs")] = None
    """
    Milliseconds of processor time for pictures; absent if this is not limited.
    """
    rule_ms: Annotated[Rate | None, Field(alias="ruleMs")] = None
    """
    Milliseconds of processor time for batches and long lines; absent if these count as searches, or are not limited.
    """


class Candidate(BaseModel):
    """
    A legal move with its value.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    move: str
    """
    The move in text notation (N-6).
    """
    seat: Annotated[int | None, Field(ge=0)] = None
    """
    The seat that controls the house, 1 to `team` (AN-7). Only for a house in Andada.
    """
    value: float
    """
    The value of the move to the player who makes it, on the scale of SuggestMoveResponse.
    """
    certainty: Certainty
    """
    How certain the value is.
    """
    principal_line: Annotated[list[str], Field(alias="principalLine")]
    """
    The play expected, this move first, as move texts, as in SuggestMoveResponse.
    """


class CongklakSetup(BaseModel):
    """
    A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7). A position of Congklak.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["congklak"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: CongklakOptions
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: Stores
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    burnt: Burnt | None = None
    """
    The burnt houses. Congklak only; absent while there is none.
    """


class CongklakSetupInput(BaseModel):
    """
    A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
    each other (C-7). A position of Congklak.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["congklak"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: CongklakOptions | None = None
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: StoresInput | None
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    burnt: BurntInput | None = None
    """
    The burnt houses. Congklak only; absent while there is none.
    """


class FirstIllegal(BaseModel):
    """
    A move of a game that is not legal.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    index: Annotated[int, Field(ge=0)]
    """
    The place of the move in `moves`, or in the line that is given as `position`, from 0.
    """
    reason: IllegalReason
    """
    Why it is not legal.
    """
    ruling: Annotated[str, Field(examples=["AW-4"])]
    """
    The number of the ruling that forbids it, such as `AW-4`.
    """
    ruling_title: Annotated[str, Field(alias="rulingTitle")]
    """
    The ruling in a sentence.
    """
    message: str
    """
    Why this move is not legal, in a sentence for a person.
    """


class GetServerInfoResponse(BaseModel):
    """
    The build, the versions, the limits and the tables of the server.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    build: Build
    """
    Which build answers.
    """
    engine: str
    """
    The version of the engine, on which deterministic suggestions depend.
    """
    rules: str
    """
    The version of the rules of play.
    """
    limits: Limits
    """
    The limits in force.
    """
    tables: list[str]
    """
    The endgame tables loaded, by name.
    """
    caller: CallerLimits | None = None
    """
    What the API key of this call allows; absent without a key.
    """


class House(BaseModel):
    """
    A house of the board (C-1).
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    side: Side
    """
    The owner of the row.
    """
    house: Annotated[int, Field(ge=0)]
    """
    The number of the house, from 1, counted from its owner's left. At most 48.
    """


class IllegalMove(BaseModel):
    """
    A house of the player to move that may not be played, and why.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    move: str
    """
    The house number, as move text.
    """
    reason: IllegalReason
    """
    Why it may not be played.
    """
    ruling: Annotated[str, Field(examples=["AW-4"])]
    """
    The number of the ruling that forbids it, such as `AW-4`.
    """
    ruling_title: Annotated[str, Field(alias="rulingTitle")]
    """
    The ruling in a sentence.
    """
    message: str
    """
    The same in one sentence, for people, in the language of the answer. Its wording may change.
    """


class KalahSetup(BaseModel):
    """
    A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7). A position of Kalah.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["kalah"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: KalahOptions
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: Stores
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    phase: Phase | None = None
    """
    The phase of the game, in Andada, and in Kalah with `pie` or without `first-bonus`; in requests `PLAY` when not given. Absent in the other variants.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """


class KalahSetupInput(BaseModel):
    """
    A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
    each other (C-7). A position of Kalah.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["kalah"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: KalahOptions | None = None
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: StoresInput | None
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    phase: Phase | None = None
    """
    The phase of the game, in Andada, and in Kalah with `pie` or without `first-bonus`; in requests `PLAY` when not given. Absent in the other variants.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """


class LocalizedTexts(BaseModel):
    """
    Texts of a position in a language.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    locale: Annotated[str, Field(examples=["fr"])]
    """
    The tag of the language, such as `fr`.
    """
    text: Texts
    """
    The texts.
    """


class MangalaSetup(BaseModel):
    """
    A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7). A position of Mangala.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["mangala"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: MangalaOptions
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: Stores
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """


class MangalaSetupInput(BaseModel):
    """
    A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
    each other (C-7). A position of Mangala.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["mangala"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: MangalaOptions | None = None
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: StoresInput | None
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """


class NextRound(BaseModel):
    """
    The round after one that has ended.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    first: Side
    """
    The player who begins it, unless `first` says otherwise (CO-16).
    """


class OptionInfo(BaseModel):
    """
    An option of a variant.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    name: str
    """
    The name as in the rules of play and the text notation, such as `over-limit`.
    """
    title: str
    """
    The name for people, such as `Stop on repetition`.
    """
    type: OptionType
    """
    What kind of value it takes.
    """
    values: list[str]
    """
    The words it takes, the default first. Only for `word`.
    """
    value_titles: Annotated[list[str], Field(alias="valueTitles")]
    """
    The names for people of `values`, in the same order.
    """
    ranges: list[NumberRange]
    """
    The numbers it takes: any in one of these ranges. Only for `number`.
    """
    default: OptionValue
    """
    The value it has when it is not given.
    """
    meaning: str
    """
    What it does, with any bound that depends on other options.
    """
    rulings: list[str]
    """
    The numbers of the rulings that define it, such as `AW-9`.
    """
    start_only: Annotated[bool, Field(alias="startOnly")]
    """
    Whether it matters only at the start of a game, and so is not part of later positions (N-2).
    """


class Outcome(BaseModel):
    """
    Who wins if both play their best.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    winner: Winner
    """
    The winner; nobody if it is a draw.
    """
    certainty: Certainty
    """
    How certain the winner is. It can be proven while the value is an estimate, since the margin does not matter.
    """


class PickUpEvent(BaseModel):
    """
    All seeds of a house are taken into the hand, and a lap begins.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    house: House
    """
    The house emptied.
    """
    seeds: Annotated[int, Field(ge=0)]
    """
    Seeds taken, 1 or more: all that were there. With `orMore`, the fewest that there can have been.
    """
    or_more: Annotated[bool | None, Field(alias="orMore")] = None
    """
    True where a view of PlayTurn hides how many seeds there were (AW-12); absent otherwise.
    """
    lap: Annotated[int, Field(ge=0)]
    """
    The lap that begins, counted from 1; at most 10,000 (C-6).
    """


class Problem(BaseModel):
    """
    An error: an RFC 9457 problem document.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    type: Annotated[str, Field(examples=["/problems/EMPTY_HOUSE"])]
    """
    The kind of problem, as the address of a page about it: relative to the server, or below its public address.
    """
    title: str
    """
    The kind of problem in a few words.
    """
    status: Annotated[int, Field(ge=400, le=599)]
    """
    The HTTP status.
    """
    detail: str
    """
    What is wrong, in sentences.
    """
    reason: ErrorReason
    """
    The kind of problem, as gRPC names it, too.
    """
    retry_after_ms: Annotated[int | None, Field(alias="retryAfterMs", ge=0)] = None
    """
    How long to wait before another try, in milliseconds, where it makes sense to try again.
    """
    request_id: Annotated[str | None, Field(alias="requestId")] = None
    """
    The id of the call, by which its operator finds it in the log. The header `x-request-id` has it too.
    """
    metadata: dict[str, str]
    """
    Facts for a program, such as the `index` of the move that makes a line illegal. `violations` is how many faults were
    found, where more were found than are listed.
    """
    violations: list[Violation]
    """
    The faults that were found, the first twenty of them.
    """


class Proposed(BaseModel):
    """
    A proposal to stop (AW-7, AY-10). It changes nothing: the game ends when the other player agrees, and any move lets the proposal lapse.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    by: Side
    """
    The player who proposes. Between people, send it back as `proposedBy` with what is said next.
    """
    winner: Winner | None = None
    """
    The player who would win, if any. Absent in a view that hides seeds.
    """
    score: Score | None = None
    """
    The result in seeds. Absent in a view that hides seeds.
    """
    accepted: bool | None = None
    """
    With a reply, whether the engine agrees: it does if agreeing gives it no less than it expects. Absent between people.
    """
    message: str
    """
    The proposal, or the engine's answer, in a sentence for a person.
    """


class PuzzleProgress(BaseModel):
    """
    A puzzle that is being solved, after a turn.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    id: Annotated[str, Field(examples=["awale-17"])]
    """
    The puzzle, such as `awale-17`.
    """
    state: PuzzleState
    """
    What became of the move.
    """
    text: str
    """
    The same in sentences: after a wrong move what the opponent replies and what is missed, without the solution.
    """
    moves_left: Annotated[int, Field(alias="movesLeft", ge=0)]
    """
    The choices that are left: 0 once it is solved.
    """
    refutation: list[str] | None = None
    """
    The wrong move and the best replies to it, until the turn of the opponent ends, as move texts (N-6). Empty or absent after any other move. The wrong move alone if it is followed by another one of the same player, if it ends the game, or if there was no time to search (`unanswered`).
    """


class PuzzleResponse(BaseModel):
    """
    A puzzle that was found.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    id: Annotated[str, Field(examples=["awale-17"])]
    """
    The id, such as `awale-17`.
    """
    variant: VariantName
    """
    The name of the variant, such as `awale`.
    """
    position: Annotated[str, Field(examples=["awale 010120/301010 17/22 s"])]
    """
    The position in text notation. South is to move.
    """
    token: str
    """
    The position as a token.
    """
    grade: Annotated[int, Field(ge=0)]
    """
    How hard it is to solve, from 1, the easiest, to 6.
    """
    themes: list[PuzzleTheme]
    """
    What it is about. Each hints at the solution: show them only to those who want that.
    """
    task: PuzzleTask
    """
    What the solution reaches.
    """
    moves: Annotated[int, Field(ge=0)]
    """
    The number of choices that South has in the solution, 1 or more. Moves without a choice come in addition.
    """
    text: str
    """
    The task in a sentence.
    """
    matches: Annotated[int, Field(ge=0)]
    """
    The number of puzzles of the game that match.
    """
    next: Annotated[str | None, Field(examples=["awale-18"])] = None
    """
    The id of the next puzzle that matches. Absent after the last one.
    """
    solution: list[str] | None = None
    """
    The moves of both players, as move texts (N-6). Absent if not asked for.
    """
    solution_text: Annotated[list[str] | None, Field(alias="solutionText")] = None
    """
    What happens in each move of the solution, in sentences. Absent if not asked for.
    """
    worth: str | None = None
    """
    Why the first move of the solution is the best, and what any other one misses, in sentences. Absent if not asked for.
    """


class ReadGame(BaseModel):
    """
    A game that was read.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    line: Annotated[int, Field(ge=0)]
    """
    The line of the text on which it begins, from 1.
    """
    variant: VariantName
    """
    The name of the variant, such as `awale`.
    """
    position: Annotated[str, Field(examples=["awale 444444/444444 0/0 s"])]
    """
    The position that it starts from, in text notation.
    """
    moves: list[str]
    """
    Its moves in order, as move texts (N-6): at most 1,000. Each is legal.
    """
    assumed: list[Assumption]
    """
    What the text does not say, and was assumed.
    """
    tags: list[RecordTag]
    """
    What tags of the text say about the game: players, date, and whatever else.
    """


class ReadGameRequest(BaseModel):
    """
    Asks to read the games of a text.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    text: Annotated[str, Field(examples=["1. 64 64"])]
    """
    The text: one game or many. Required.
    """
    format: RecordFormat | None = None
    """
    Its format. If not given, it is found: the one in which the text has no fault. That several formats would read different games is a fault of the text, too.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class RecordFault(BaseModel):
    """
    One thing that is wrong with a text.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    line: Annotated[int, Field(ge=0)]
    """
    The line, from 1.
    """
    column: Annotated[int, Field(ge=0)]
    """
    The column in characters, from 1.
    """
    kind: RecordFaultKind
    """
    The kind of fault.
    """
    message: str
    """
    The fault in a sentence.
    """


class ReviewEnd(BaseModel):
    """
    The end of a review.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    reviewed_to: Annotated[int, Field(alias="reviewedTo", ge=0)]
    """
    The last ply that was reviewed; one less than the first asked for where none was.
    """
    nodes: Annotated[int, Field(ge=0)]
    """
    The most nodes that each search had, after the server's own limits were applied.
    """
    unanswered: Unanswered | None = None
    """
    Why the review ended before the last ply asked for: `DEADLINE_EXCEEDED`, `SEARCH_QUEUE_FULL`, `RATE_LIMITED`, or another reason of the service's. Absent when it did not. Go on with `from` = `reviewedTo` + 1.
    """
    left_out: Annotated[int, Field(alias="leftOut", ge=0)]
    """
    How many of the plies up to `reviewedTo` have no message: their values are estimates, and searches of fewer than 20,000 nodes are too short to call a move a mistake by an estimate.
    """


class ReviewedPly(BaseModel):
    """
    The review of one move. Values are those of a position to the player who made the move, on the scale of SuggestMoveResponse.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    ply: Annotated[int, Field(ge=0)]
    """
    The number of moves made with this one, as `ply` in Position after it.
    """
    side: Side
    """
    The player who made the move.
    """
    move: str
    """
    The move in text notation (N-6).
    """
    seat: Annotated[int | None, Field(ge=0)] = None
    """
    The seat that controls the house, 1 to `team` (AN-7). Only for a house in Andada.
    """
    value_before: Annotated[float, Field(alias="valueBefore")]
    """
    The value of the position before the move: what the search there found, or the value after the move where that is higher, or the move is the one that the search had found best, and the search had only an estimate. For `agree`, the result.
    """
    certainty_before: Annotated[Certainty, Field(alias="certaintyBefore")]
    """
    How certain that value is.
    """
    value_after: Annotated[float, Field(alias="valueAfter")]
    """
    The value of the position after the move: what the search there found, or the result of a game that has ended. Never above a proven value before the move, and equal to it for the best move.
    """
    certainty_after: Annotated[Certainty, Field(alias="certaintyAfter")]
    """
    How certain that value is.
    """
    better: LegalMove | None = None
    """
    A better move. Absent where none was found, for `agree`, and where the cost is so small that it may be the error of an estimate: below 2 seeds in Awalé, 4 in Togyzqumalaq, 3 in other games with stores, and 0.2 in Andada.
    """
    cost: float
    """
    What the move cost: the difference of the two values. Never negative; 0 for the move that the search had found best, for one that turned out no worse, and for `agree`, which both players make and no search considers.
    """
    sentence: str
    """
    The move, the better one, and how the game stands after it, in a few sentences.
    """


class Share(BaseModel):
    """
    The remaining seeds are shared at the end of the game.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    share: ShareEvent
    """
    The remaining seeds are shared at the end of the game.
    """


class SowEvent(BaseModel):
    """
    Seeds are sown, one in each house named, or one into a store. There is either `houses` or `store`.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    houses: list[House] | None = None
    """
    The houses in the order of sowing, one seed each; a house may occur more than once. With nothing else between them, consecutive seeds are one event.
    """
    store: Side | None = None
    """
    The player into whose store one seed is sown, in games that sow into stores. Absent where houses are named.
    """


class StartGameRequest(BaseModel):
    """
    Asks for the first position of a game.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    options: Options | None = None
    """
    The options, of that variant. If not given, every option has its default. Not together with `preset`.
    """
    preset: str | None = None
    """
    The name of a preset of the variant, in place of `options`. Offer a preset whose games end first, such as `tournament` for Awalé: with the defaults of most games, play can go round for ever (C-10).
    """
    first: Side | None = None
    """
    The player who begins. Default South (C-5).
    """
    after: str | None = None
    """
    The position that has ended, in text notation, after which the new game is the next round (CO-15): in Congklak, with `first` or without (CO-16). Not together with `options` or `preset`.
    """
    omit: list[Part] | None = None
    """
    Parts to leave out of the answer.
    """
    text: list[TextForm] | None = None
    """
    Texts of the position for people, to be in the answer.
    """
    viewer: Side | None = None
    """
    The side from which the board is seen in these texts: its row is below. Default South.
    """
    width: Annotated[int | None, Field(ge=40, le=160)] = None
    """
    The most characters in a line of the board, 40 to 160. Default 72.
    """
    names: Names | None = None
    """
    The names of the players, for sentences and texts.
    """
    you: bool | None = None
    """
    Whether sentences address the `viewer`, who is then needed: `You capture 5 seeds`. Default false.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class Status(BaseModel):
    """
    How a game stands, by C-8 with the position settled.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    over: bool
    """
    Whether the game has ended.
    """
    reason: EndReason | None = None
    """
    Why it ended. Not given while the game is in progress.
    """
    winner: Winner | None = None
    """
    The player who won, if any. Not given while the game is in progress.
    """
    score: Score | None = None
    """
    The result in seeds. Absent while the game is in progress, and always in Andada, which keeps no stores (N-4).
    """
    can_agree: Annotated[bool | None, Field(alias="canAgree")] = None
    """
    Whether the players may stop by agreement, with the move `agree` (C-3), which not every game has. Absent once the game is over.
    """
    turn: Side | None = None
    """
    The player to move. Not given once the game is over.
    """
    stores: Stores | None = None
    """
    The stores. Absent in Andada, which keeps none (N-4).
    """
    next_round: Annotated[NextRound | None, Field(alias="nextRound")] = None
    """
    The next round that can be played after this one, in Congklak (CO-15): send the position as `after` to StartGame or PlayTurn. Absent while the round goes on, and where there is none.
    """


class SuggestMoveResponse(BaseModel):
    """
    The best move of a position that the search found.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    move: str
    """
    The move in text notation (N-6): a house number, `pass`, `take` or `give`. Never `agree` (C-3).
    """
    seat: Annotated[int | None, Field(ge=0)] = None
    """
    The seat that controls the house, 1 to `team` (AN-7). Only for a house in Andada.
    """
    value: float
    """
    The value of the position to the player to move. In games with stores, in seeds: their final store minus the opponent's, seeds already stored included, -240 to 240. An estimate is a possible difference too: if every seed ends in a store, it is even or odd as their number is. In Andada 1 for a win, -1 for a loss, 0 for neither (C-10), and estimates between.
    """
    certainty: Certainty
    """
    How certain the value is.
    """
    outcome: Outcome
    """
    Who wins from this position if both play their best, and how certain that is. A move that is proven to win is preferred to one that seems to win by more, unless that seems beyond doubt, by 6 to 12 seeds; of several, the one with the greatest value is played. A move that is proven not to lose is preferred to one that seems to lose.
    """
    bounds: Bounds | None = None
    """
    How far the value of the position is proven: it lies between these. Absent while nothing is proven: the value can be all that the seeds in play allow.
    """
    why: str | None = None
    """
    Why the move is good, in a sentence: facts from the rules and from `principalLine`, such as what it captures, saves and prepares, and what the opponent may capture after it. Only if requested.
    """
    principal_line: Annotated[list[str], Field(alias="principalLine")]
    """
    The expected line of play as move texts, beginning with the suggested move. If the value is proven, no move of the line is a mistake; the line ends where that is no longer known. It can be shorter than `depth`. Absent when omitted.
    """
    candidates: list[Candidate] | None = None
    """
    The moves that were requested with their values, all or the best. The first is `move`, preferred as `outcome` says, unless a level chose another; the others follow by their values. Empty unless requested.
    """
    depth: Annotated[int, Field(ge=0)]
    """
    How many moves ahead the last completed search looked: along every line if the request has `depth`, otherwise along the best line. 0 if none was completed: the suggested move is then the best one by the evaluation of the moves made so far.
    """
    nodes: Annotated[int, Field(ge=0)]
    """
    The nodes searched; a node is a move made in the search.
    """
    limits: SearchLimits
    """
    The limits that were in force, including those of the server.
    """
    stopped_by: Annotated[StoppedBy, Field(alias="stoppedBy")]
    """
    What ended the search.
    """
    tables: list[str]
    """
    The endgame tables in which the search could look up positions, by name. A server builds a table when a suggestion under its rules is first requested, so the first answers can have none. `known starts` if there was no search: the value of this first position was proven beforehand.
    """
    engine: str
    """
    The version of the engine.
    """
    deterministic: bool
    """
    Whether the answer depends only on the request, `engine` and `tables`, on any machine: depth or nodes ended the search, not a clock, a deadline or a cancellation. Never true with `timeMs`.
    """


class SuggestMoveStreamResponse(BaseModel):
    """
    The best move of a position that the search has found so far.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    suggestion: SuggestMoveResponse
    """
    What SuggestMove would return if the search ended here; `stoppedBy` is `nothing` and `deterministic` false in all messages but the last.
    """
    last: bool
    """
    Whether this is the last message.
    """


class Swap(BaseModel):
    """
    The sides are swapped.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    swap: SwapEvent
    """
    The sides are swapped.
    """


class TogyzqumalaqSetup(BaseModel):
    """
    A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7). A position of Togyzqumalaq.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["togyzqumalaq"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: TogyzqumalaqOptions
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: Stores
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    tuzdiks: Tuzdiks | None = None
    """
    The houses that are tuzdiks. Togyzqumalaq only; absent while there is none.
    """
    quiet: Annotated[int, Field(ge=0)]
    """
    Consecutive moves without a capture, whether or not the option `quiet` is on (N-3): 0 to 999999, where the count stops. Default in a request: 0. Absent in games that do not count them, such as Andada.
    """


class TogyzqumalaqSetupInput(BaseModel):
    """
    A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
    each other (C-7). A position of Togyzqumalaq.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Literal["togyzqumalaq"]
    """
    The name of the variant, such as `awale`. Required in requests.
    """
    options: TogyzqumalaqOptions | None = None
    """
    The options in force, of that variant. If not given in a request, every option has its default.
    """
    south: list[SouthItem]
    """
    Seeds in South's houses, from South's left to right, 0 to 240 each; all may be empty. As many houses as `north` has and as the variant allows, and no more seeds than the game can start with, stores included (C-7).
    """
    north: list[NorthItem]
    """
    Seeds in North's houses, from North's left to right, likewise; the last one faces South's first (C-2).
    """
    stores: StoresInput | None
    """
    The seeds in the stores. Required in games that have stores, absent in Andada, which keeps none (N-4).
    """
    turn: Side
    """
    The player to move; in a game that has ended, the one who would be (C-8, AY-6). Required in requests.
    """
    over: EndReason | None = None
    """
    Why the game has ended, one of the reasons of the variant (N-5); unspecified while it is in progress.
    """
    tuzdiks: TuzdiksInput | None = None
    """
    The houses that are tuzdiks. Togyzqumalaq only; absent while there is none.
    """
    quiet: Annotated[int | None, Field(ge=0)] = None
    """
    Consecutive moves without a capture, whether or not the option `quiet` is on (N-3): 0 to 999999, where the count stops. Default in a request: 0. Absent in games that do not count them, such as Andada.
    """


class TuzdikEvent(BaseModel):
    """
    A house is a tuzdik from now on, in Togyzqumalaq: it follows the capture of the seeds in the house. Every seed sown into the house later is one of a `sow`, and then a `capture` by TQ-6.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    house: House
    """
    The house, in the row of the player who does not own the tuzdik.
    """
    to: Side
    """
    The player whose tuzdik it is, and into whose store its seeds go.
    """
    ruling: str
    """
    The number of the ruling: `TQ-4`.
    """


class Variant(BaseModel):
    """
    A game that the service knows, and all a client needs to offer it.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    name: VariantName
    """
    The name used in requests and in text notation, such as `awale`.
    """
    title: str
    """
    The name for people, such as `Awalé`.
    """
    aliases: list[Alias]
    """
    Other names by which people know the game. A request may have one of them wherever it names a game.
    """
    summary: str
    """
    What game it is, in a sentence or two.
    """
    sources: list[Source]
    """
    Where the rules come from.
    """
    board: BoardInfo
    """
    The board and its seeds at the start.
    """
    options: list[OptionInfo]
    """
    Every option of the variant.
    """
    presets: list[Preset]
    """
    Named sets of options.
    """
    levels: list[LevelInfo]
    """
    How well the engine can be asked to play, from the weakest to full strength.
    """
    rulings: list[RulingInfo]
    """
    The rulings that answers about the variant cite: those of all games, then its own.
    """


class BatchResponse(BaseModel):
    """
    The answer about one position of a batch: either `error`, or what follows from the rules.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    id: str | None = None
    """
    The `id` of the request. Absent where the request has none, or none that can be read or is short enough.
    """
    position: Annotated[str | None, Field(examples=["awale 444444/444444 0/0 s"])] = (
        None
    )
    """
    The position after all moves, settled (C-8), as `line` in Position: what to send as `position` next time. Absent in an error.
    """
    text: str | None = None
    """
    The position alone, in text notation, where `position` is a line with moves (N-7). Absent where `position` is the same text, and in an error.
    """
    status: Status | None = None
    """
    How the game stands. Absent in an error.
    """
    legal_moves: Annotated[list[LegalMove] | None, Field(alias="legalMoves")] = None
    """
    Every legal move; `agree` is never among them (C-3). Empty once the game is over, and in an error.
    """
    value: float | None = None
    """
    The exact value of the position to the player to move, on the scale of SuggestMoveResponse. Absent unless an endgame table that the server has ready proves it, once the game is over, and in an error.
    """
    error: BatchError | None = None
    """
    Why there is no answer about this position.
    """


class CaptureEvent(BaseModel):
    """
    All seeds of a house are captured.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    house: House
    """
    The house emptied.
    """
    seeds: Annotated[int, Field(ge=0)]
    """
    Seeds captured, 1 or more.
    """
    to: Destination
    """
    Where they go.
    """
    ruling: str
    """
    The number of the ruling, such as `AW-2`, `AN-4` or `AY-3`.
    """


class GetVariantResponse(BaseModel):
    """
    A variant.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variant: Variant
    """
    The variant asked for.
    """


class ListVariantsResponse(BaseModel):
    """
    The variants.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    variants: list[Variant]
    """
    Every variant, in the order of the rules of play.
    """


class PickUp(BaseModel):
    """
    Seeds are taken into the hand.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    pick_up: Annotated[PickUpEvent, Field(alias="pickUp")]
    """
    Seeds are taken into the hand.
    """


class ReadGameResponse(BaseModel):
    """
    The games of a text.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    format: RecordFormat | None = None
    """
    The format that the text was read in. Unspecified if none was found.
    """
    games: list[ReadGame]
    """
    The games that have no fault, in the order of the text: the first 1,000.
    """
    more_games: Annotated[int | None, Field(alias="moreGames", ge=0)] = None
    """
    The number of games beyond those. Absent if there are none.
    """
    faults: list[RecordFault]
    """
    What is wrong, in the order of the text: the first 100 faults.
    """
    more_faults: Annotated[int | None, Field(alias="moreFaults", ge=0)] = None
    """
    The number of faults beyond those. Absent if there are none.
    """


class ReviewGameResponse(BaseModel):
    """
    The review of one ply, or in the last message the end of the review.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    reviewed: ReviewedPly | None = None
    """
    The review of the next ply. In all messages but the last.
    """
    end: ReviewEnd | None = None
    """
    Where and why the review ended. In the last message only.
    """


Setup = TypeAliasType("Setup", Annotated[Annotated[AwaleSetup | AndadaSetup | AnywoliSetup | KalahSetup | MangalaSetup | CongklakSetup | TogyzqumalaqSetup, Field(discriminator="variant")] | dict[str, Any], Field(union_mode="left_to_right")])
"""
A position in structured form: the same as one in text notation, field by field. In a request it may be one that the rules cannot reach, as long as it is well formed and consistent (C-7).
"""


SetupInput = TypeAliasType("SetupInput", Annotated[Annotated[AwaleSetupInput | AndadaSetupInput | AnywoliSetupInput | KalahSetupInput | MangalaSetupInput | CongklakSetupInput | TogyzqumalaqSetupInput, Field(discriminator="variant")] | dict[str, Any], Field(union_mode="left_to_right")])
"""
A position in structured form, as a caller gives it. It may be one that the rules cannot reach, as long as its parts fit
each other (C-7).
"""


class Sow(BaseModel):
    """
    Seeds are sown from the hand.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    sow: SowEvent
    """
    Seeds are sown from the hand.
    """


class SuggestMoveRequest(BaseModel):
    """
    Asks for the best move. With none of `depth`, `nodes` and `timeMs` the limit is 1,000,000 nodes; with several, the first reached ends the search. Limits above the server's own (GetServerInfo) are cut to those.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: str | None = None
    """
    The position in text notation, or a line (N-7). Exactly one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer. It brings the ply along.
    """
    moves: list[str] | None = None
    """
    Moves made since the position, in order, as move texts (N-6): at most 1,000, with those of a token. Not together with a line in `position`.
    """
    depth: Annotated[int | None, Field(ge=1)] = None
    """
    The maximum number of moves to look ahead, 1 or more. The search then looks that far along every line; without this limit, it looks less far along lines that seem worse.
    """
    nodes: Annotated[int | None, Field(ge=1)] = None
    """
    The most nodes, 1 or more; a node is a move made in the search. With `candidates`, `multi` above 1, or a level below the highest, each legal move is valued once even beyond this limit.
    """
    time_ms: Annotated[int | None, Field(alias="timeMs", ge=1)] = None
    """
    The most time to search, in milliseconds, 1 or more. The answer is then not deterministic.
    """
    candidates: bool | None = None
    """
    Whether to value every legal move, in `candidates` of the answer. Default false.
    """
    multi: Annotated[int | None, Field(ge=1)] = None
    """
    How many of the best moves to value, each with its line, in `candidates` of the answer, 1 or more: fewer moves cost less than all, and less than a search for each. No effect with `candidates`.
    """
    why: bool | None = None
    """
    Whether to say why the move is good, in `why` of the answer. Default false.
    """
    level: Annotated[int | None, Field(ge=1, le=15)] = None
    """
    The strength of play, from 1, a beginner who looks one move ahead, to the highest level of the game, which is full strength and the default; GetVariant has the levels. A level has limits of its own; where the request has limits too, the smaller ones apply. Below the highest, the suggested move is not always the best one found.
    """
    seed: Annotated[int | None, Field(ge=0, le=18446744073709551615)] = None
    """
    Determines the choices of a level below the highest: the same request with the same seed gets the same answer. Give each game its own seed. Default 0; no effect at the highest level or without a level.
    """
    omit: list[Part] | None = None
    """
    What to leave out of the answer.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class Tuzdik(BaseModel):
    """
    A house becomes a tuzdik.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    tuzdik: TuzdikEvent
    """
    A house becomes a tuzdik.
    """


class ValidateMoveRequest(BaseModel):
    """
    Asks whether a move is legal.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: str | None = None
    """
    The position in text notation, or a line (N-7). Exactly one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer. It brings the ply along.
    """
    moves: list[str] | None = None
    """
    Moves made since the position, in order, as move texts (N-6): at most 1,000, with those of a token. Not together with a line in `position`.
    """
    move: Annotated[str, Field(examples=["3"])]
    """
    The move in question, made after `moves`, as move text (N-6). Required.
    """
    seat: Annotated[int | None, Field(ge=1, le=4)] = None
    """
    The seat that moves, 1 to `team` (AN-7). Only with a house move in Andada.
    """
    omit: list[Part] | None = None
    """
    Parts to leave out of the answer.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class ApplyMoveRequest(BaseModel):
    """
    Asks to make a move.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: str | None = None
    """
    The position in text notation, or a line (N-7). Exactly one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer. It brings the ply along.
    """
    moves: list[str] | None = None
    """
    Moves made since the position, in order, as move texts (N-6): at most 1,000, with those of a token. Not together with a line in `position`.
    """
    move: Annotated[str, Field(examples=["3"])]
    """
    The move to make, after `moves`, as move text (N-6). Required.
    """
    seat: Annotated[int | None, Field(ge=1, le=4)] = None
    """
    The seat that moves, 1 to `team` (AN-7). Only with a house move in Andada.
    """
    omit: list[Part] | None = None
    """
    Parts to leave out of the answer.
    """
    text: list[TextForm] | None = None
    """
    Texts of the position for people, to be in the answer.
    """
    viewer: Side | None = None
    """
    The side from which the board is seen in these texts: its row is below. Default South.
    """
    width: Annotated[int | None, Field(ge=40, le=160)] = None
    """
    The most characters in a line of the board, 40 to 160. Default 72.
    """
    names: Names | None = None
    """
    The names of the players, for sentences and texts.
    """
    you: bool | None = None
    """
    Whether sentences address the `viewer`, who is then needed: `You capture 5 seeds`. Default false.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class BatchRequest(BaseModel):
    """
    One position of a batch.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    id: str | None = None
    """
    A text of the caller's choice, at most 64 bytes, which the answer repeats.
    """
    position: str | None = None
    """
    The position in text notation, or a line (N-7). Exactly one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer of another operation.
    """
    moves: list[str] | None = None
    """
    Moves made since the position, in order, as move texts (N-6). Not together with a line in `position`.
    """
    move: str | None = None
    """
    A move to make after `moves`, as move text (N-6). The answer is then about the position after it. One that is not legal is an error, with its IllegalReason as the reason.
    """
    locale: str | None = None
    """
    The language of sentences in an error: a tag such as `fr` or `fr-CI`. Not given, or no language that the service has, that of the metadata or header `accept-language`; else English.
    """


class Capture(BaseModel):
    """
    A house is captured.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    capture: CaptureEvent
    """
    A house is captured.
    """


Event = TypeAliasType("Event", Annotated[PickUp | Sow | Capture | Tuzdik | BearOff | Swap | Share | dict[str, Any], Field(union_mode="left_to_right")])
"""
One thing that happened in a move. The events of a move, in order, are enough to animate it seed by seed without knowing a rule: replayed on the position before, they give exactly the houses and stores after. Later versions may add events.
"""


class LegalMovesRequest(BaseModel):
    """
    Asks for the legal moves.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: str | None = None
    """
    The position in text notation, or a line (N-7). Exactly one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer. It brings the ply along.
    """
    moves: list[str] | None = None
    """
    Moves made since the position, in order, as move texts (N-6): at most 1,000, with those of a token. Not together with a line in `position`.
    """
    omit: list[Part] | None = None
    """
    Parts to leave out of the answer.
    """
    text: list[TextForm] | None = None
    """
    Texts of the position for people, to be in the answer.
    """
    viewer: Side | None = None
    """
    The side from which the board is seen in these texts: its row is below. Default South.
    """
    width: Annotated[int | None, Field(ge=40, le=160)] = None
    """
    The most characters in a line of the board, 40 to 160. Default 72.
    """
    names: Names | None = None
    """
    The names of the players, for sentences and texts.
    """
    you: bool | None = None
    """
    Whether sentences address the `viewer`, who is then needed: `You capture 5 seeds`. Default false.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class Play(BaseModel):
    """
    A move made in a turn.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    side: Side
    """
    The player who made it.
    """
    move: str
    """
    The move in text notation (N-6).
    """
    seat: Annotated[int | None, Field(ge=0)] = None
    """
    The seat that controls the house, 1 to `team` (AN-7). Only for a house in Andada.
    """
    events: list[Event] | None = None
    """
    What happened in the move, in order. The events of all moves of a turn end with the seed that is sown into the 20,000th house. Absent when omitted.
    """
    events_truncated: Annotated[bool | None, Field(alias="eventsTruncated")] = None
    """
    True when more happened in the move than `events` contains; absent otherwise.
    """
    sentence: str
    """
    The move and what happened in it, in a few sentences.
    """
    suggestion: SuggestMoveResponse | None = None
    """
    What the engine found. Absent for the person's move, and in a view that hides seeds.
    """


class PlayTurnRequest(BaseModel):
    """
    Asks to play a turn of a game: one that goes on from a position, given as `position`, `setup` or `token`, or a new one, given as `options` or `preset` and `first`, or not at all. With neither `move` nor `reply` it asks how the game stands.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: str | None = None
    """
    The position in text notation, or a line (N-7). At most one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer. It brings the ply along.
    """
    moves: list[str] | None = None
    """
    Moves made since the position or the beginning of the game, in order, as move texts (N-6): at most 1,000, with those of a token. Not together with a line in `position`.
    """
    options: Options | None = None
    """
    The options of a new game, of that variant. If not given, every option has its default. Not together with `preset`.
    """
    preset: str | None = None
    """
    The name of a preset of the variant, in place of `options`. Offer a preset whose games end first, such as `tournament` for Awalé: with the defaults of most games, play can go round for ever (C-10).
    """
    first: Side | None = None
    """
    The player who begins a new game. Default South (C-5).
    """
    after: str | None = None
    """
    The position that has ended, in text notation, after which the new game is the next round (CO-15): in Congklak, with `first` or without (CO-16). Not together with `options` or `preset`.
    """
    move: str | None = None
    """
    The person's move, made after `moves`, as move text (N-6) or, if `lenient`, nearly so.
    """
    seat: Annotated[int | None, Field(ge=1, le=4)] = None
    """
    The seat that moves, 1 to `team` (AN-7). Only with a house move in Andada.
    """
    lenient: bool | None = None
    """
    Whether to read `move` as people write it. Default true: marks around it such as `#`, `!` and brackets, zeros before a number, the case of letters, and words such as those of `I play house 3` do not matter; `３` and `3️⃣` are 3; in Awalé a letter is a house of the player to move; words stand for `pass`, `take`, `give`, `agree` and `swap`; and what answers print of a move, such as `3 (House 3)`, is that move. The words of every language are known, whatever `locale` is. A text that says more, or names two moves, is no move.
    """
    reply: Reply | None = None
    """
    Asks the engine to play the other side, until the turn is the person's again.
    """
    side: Side | None = None
    """
    The side of the person who speaks. A move, `agree` apart, is refused with `NOT_YOUR_TURN` when it is the other side's turn. Needed for `agree`, which may be said in the other side's turn too. Not given, the player to move; with a reply to no move, the opponent of the player to move.
    """
    proposed_by: Annotated[Side | None, Field(alias="proposedBy")] = None
    """
    The player who proposed to stop, from `proposed` in the last answer: `agree` from the other side then ends the game. Any other move lets the proposal lapse.
    """
    newest_token: Annotated[str | None, Field(alias="newestToken")] = None
    """
    The token of the newest board of the game, where `token` is that of a button that somebody pressed. If they differ, the button is an old one: nothing is played, `refused` has the reason `OLD_BOARD`, and the answer is about the newest board.
    """
    locales: list[str] | None = None
    """
    Further languages in which the answer has the texts of `text`: tags such as `fr`. Each is in `texts` once.
    """
    view: View | None = None
    """
    What the reader of the answer may see (AW-12). Default everything.
    """
    record: bool | None = None
    """
    Whether to return the whole game as a line, `record`, to send as `position` in place of a token. Default false.
    """
    puzzle: str | None = None
    """
    The id of a puzzle that is being solved, such as `awale-17`. Without a position, the game begins with the position of the puzzle; a position, and `moves`, are to be on the way of its solution. If the move is that of the solution, North's reply of the solution is made too; another legal move is not made, and `puzzle` in the answer says why it is wrong. Not together with `reply`, `options`, `preset` and `first`.
    """
    omit: list[Part] | None = None
    """
    Parts to leave out of the answer.
    """
    text: list[TextForm] | None = None
    """
    Texts of the position for people, to be in the answer. They describe all moves of the turn, or begin with why a move was refused or the reply is missing; a board marks the last move.
    """
    viewer: Side | None = None
    """
    The side from which the board is seen in texts and in the picture: its row is below. Default South.
    """
    width: Annotated[int | None, Field(ge=40, le=160)] = None
    """
    The most characters in a line of the board, 40 to 160. Default 72.
    """
    names: Names | None = None
    """
    The names of the players, for sentences and texts.
    """
    you: bool | None = None
    """
    Whether sentences address the player of `side`, which is then needed: `You capture 5 seeds`. Default false.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class Position(BaseModel):
    """
    A position in an answer, in four forms.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    text: Annotated[str, Field(examples=["awale 444444/444444 0/0 s"])]
    """
    The position in text notation, canonical (N-2), such as `awale 444444/444444 0/0 s`.
    """
    line: Annotated[str, Field(examples=["awale 444444/444444 0/0 s"])]
    """
    What to send as `position` next time, so that no rule that looks back is lost: a line (N-7) cut after the last move that took seeds out of the houses or changed the phase. Equal to `text` when `repetition` is 0 or the game is over. Never more than the last 1,000 moves.
    """
    token: Annotated[str | None, Field(examples=["EAAAMPe973ve973gDf"])] = None
    """
    What to send as `token` next time: what `line` says, and `ply`, in one short word of letters, digits, `-` and `_`, 58 characters or fewer nearly always. Absent when the request omits `token`.
    """
    ply: Annotated[int, Field(ge=0)]
    """
    The number of moves made since StartGame, or since the position that was first sent as text or as a setup: 0 to 999999, where the count stops. Only a token brings it along from call to call.
    """
    setup: Setup | None = None
    """
    The position in structured form, which can be sent back unchanged. Absent when the request omits `setup`.
    """


class ReplayGameRequest(BaseModel):
    """
    Asks to play a game again from its beginning or from a position: the game as in PlayTurnRequest.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: str | None = None
    """
    The position in text notation, or a line (N-7). At most one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer. It brings the ply along, and the moves that a rule may look back at.
    """
    moves: list[str] | None = None
    """
    Moves made since the position or the beginning of the game, in order, as move texts (N-6): at most 1,000, with those of a token. Not together with a line in `position`.
    """
    options: Options | None = None
    """
    The options of a new game, of that variant. If not given, every option has its default. Not together with `preset`.
    """
    preset: str | None = None
    """
    The name of a preset of the variant, in place of `options`.
    """
    first: Side | None = None
    """
    The player who begins a new game. Default South (C-5).
    """
    after: str | None = None
    """
    The position that has ended, in text notation, after which the new game is the next round (CO-15): in Congklak, with `first` or without (CO-16). Not together with `options` or `preset`.
    """
    from_: Annotated[int | None, Field(alias="from", ge=1)] = None
    """
    The first ply that is reported in full: the number of moves made with it, as `ply` in Position after it. Not given, 49 before `to`, or the first.
    """
    to: Annotated[int | None, Field(ge=1)] = None
    """
    The last ply that is reported in full, at most 49 after `from`. Not given, 49 after `from`, or the last that was made.
    """
    view: View | None = None
    """
    What the reader of the answer may see (AW-12). Default everything.
    """
    record: RecordFormat | None = None
    """
    The format of other programs in which the answer has the whole game, up to its first illegal move. Not given, it has none.
    """
    omit: list[Part] | None = None
    """
    Parts to leave out of the answer.
    """
    text: list[TextForm] | None = None
    """
    Texts for people about the positions that are given in full. They report the move that led there, too.
    """
    viewer: Side | None = None
    """
    The side from which the board is seen in these texts: its row is below. Default South.
    """
    width: Annotated[int | None, Field(ge=40, le=160)] = None
    """
    The most characters in a line of the board, 40 to 160. Default 72.
    """
    names: Names | None = None
    """
    The names of the players, for sentences and texts.
    """
    you: bool | None = None
    """
    Whether sentences address the `viewer`, who is then needed: `You capture 5 seeds`. Default false.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class ReviewGameRequest(BaseModel):
    """
    Asks for a review of a game: the game as in PlayTurnRequest.
    """

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: str | None = None
    """
    The position in text notation, or a line (N-7). At most one of `position`, `setup` and `token` is given.
    """
    setup: SetupInput | None = None
    """
    The position in structured form.
    """
    token: str | None = None
    """
    The position as a token, from `token` in an answer. It brings the ply along, and the moves that a rule may look back at.
    """
    moves: list[str] | None = None
    """
    Moves made since the position or the beginning of the game, in order, as move texts (N-6): at most 1,000, with those of a token. Not together with a line in `position`.
    """
    options: Options | None = None
    """
    The options of a new game, of that variant. If not given, every option has its default. Not together with `preset`.
    """
    preset: str | None = None
    """
    The name of a preset of the variant, in place of `options`.
    """
    first: Side | None = None
    """
    The player who begins a new game. Default South (C-5).
    """
    after: str | None = None
    """
    The position that has ended, in text notation, after which the new game is the next round (CO-15): in Congklak, with `first` or without (CO-16). Not together with `options` or `preset`.
    """
    from_: Annotated[int | None, Field(alias="from", ge=1)] = None
    """
    The first ply to review: the number of moves made with it, as `ply` in Position after it. Not given, 49 before `to`, or the first.
    """
    to: Annotated[int | None, Field(ge=1)] = None
    """
    The last ply to review, at most 49 after `from`. Not given, 49 after `from`, or the last.
    """
    nodes: Annotated[int | None, Field(ge=1)] = None
    """
    The most nodes of each search, 1 or more; a node is a move made in the search. All searches together have at most as many as the server allows one suggestion (GetServerInfo). Not given, those of a suggestion.
    """
    names: Names | None = None
    """
    The names of the players, for sentences and texts.
    """
    viewer: Side | None = None
    """
    The player whom sentences address with `you`.
    """
    you: bool | None = None
    """
    Whether sentences address the `viewer`, who is then needed: `You capture 5 seeds`. Default false.
    """
    locale: str | None = None
    """
    The language of sentences in the answer and in errors: a tag such as `fr` or `fr-CI`. If it is not given, or not a language of the service, the metadata or header `accept-language` decides; otherwise English.
    """


class SeenPosition(BaseModel):
    """
    A position as a view shows it.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    text: Annotated[str | None, Field(examples=["awale 444444/444444 0/0 s"])] = None
    """
    The position in text notation, as in Position. Absent in a view that hides seeds.
    """
    line: Annotated[str | None, Field(examples=["awale 444444/444444 0/0 s"])] = None
    """
    What to send as `position` next time, as in Position. Absent in a view that hides seeds.
    """
    token: Annotated[str | None, Field(examples=["EAAAMPe973ve973gDf"])] = None
    """
    What to send as `token` next time. Absent when the request omits `token`.
    """
    ply: Annotated[int, Field(ge=0)]
    """
    The number of moves made, as in Position.
    """
    setup: Setup | None = None
    """
    The position in structured form. Absent when the request omits `setup`, and in a view that hides seeds.
    """


class StartGameResponse(BaseModel):
    """
    The first position of a game.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: Position
    """
    The first position.
    """
    status: Status
    """
    How the game stands.
    """
    legal_moves: Annotated[list[LegalMove] | None, Field(alias="legalMoves")] = None
    """
    Every legal move. Absent when omitted.
    """
    text: Texts | None = None
    """
    Texts for people. Absent if none were asked for.
    """


class ValidateMoveResponse(BaseModel):
    """
    Whether a move is legal.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: Position
    """
    The position in question, after `moves` and before `move`, settled (C-8).
    """
    status: Status
    """
    How the game stands before `move`.
    """
    legal: bool
    """
    Whether the move is legal.
    """
    reason: IllegalReason | None = None
    """
    Why it is not. Absent for a legal move.
    """
    ruling: str | None = None
    """
    The number of the ruling that forbids it, such as `AW-4`. Absent for a legal move.
    """
    ruling_title: Annotated[str | None, Field(alias="rulingTitle")] = None
    """
    The ruling in a sentence. Absent for a legal move.
    """
    message: str | None = None
    """
    The same in one sentence, for people, in the language of the answer. Its wording may change. Absent for a legal move.
    """


class ApplyMoveResponse(BaseModel):
    """
    The position after a move, and what happened on the way.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: Position
    """
    The position after the move, settled (C-8).
    """
    events: list[Event] | None = None
    """
    What happened in the move, in order, up to the seed that is sown into the 20,000th house; the events of the earlier `moves` are left out. Absent when omitted.
    """
    events_truncated: Annotated[bool | None, Field(alias="eventsTruncated")] = None
    """
    True when more happened in the move than `events` contains; absent otherwise.
    """
    status: Status
    """
    How the game stands after the move.
    """
    legal_moves: Annotated[list[LegalMove] | None, Field(alias="legalMoves")] = None
    """
    Every legal move of the position after; `agree` is never among them (C-3). Absent when omitted, and empty once the game is over.
    """
    text: Texts | None = None
    """
    Texts for people. Absent if none were asked for.
    """


class LegalMovesResponse(BaseModel):
    """
    The legal moves of a position.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: Position
    """
    The position in question, after `moves`, settled (C-8).
    """
    status: Status
    """
    How the game stands.
    """
    legal_moves: Annotated[list[LegalMove] | None, Field(alias="legalMoves")] = None
    """
    Every legal move; `agree` is never among them (C-3). Absent when omitted, and empty once the game is over.
    """
    illegal_moves: Annotated[list[IllegalMove] | None, Field(alias="illegalMoves")] = (
        None
    )
    """
    Every house of the player to move that may not be played, and why. Absent when omitted.
    """
    text: Texts | None = None
    """
    Texts for people. Absent if none were asked for.
    """


class PlayTurnResponse(BaseModel):
    """
    A turn that was played, and the game after it.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    plays: list[Play]
    """
    The moves made in this turn: that of the person, then those of the engine.
    """
    refused: Refused | None = None
    """
    Why the person's move was not made. Absent when it was, or there was none.
    """
    unanswered: Unanswered | None = None
    """
    Why the engine did not reply. Absent when it did, and when no reply was due. The moves in `plays` have been made.
    """
    truncated: bool | None = None
    """
    True when the engine made eight moves and it is still its turn; absent otherwise. Ask for a reply again, without a move.
    """
    position: SeenPosition
    """
    The position after the turn, settled (C-8).
    """
    board: Board
    """
    The houses and the stores.
    """
    status: Status
    """
    How the game stands after the turn.
    """
    legal_moves: Annotated[list[LegalMove] | None, Field(alias="legalMoves")] = None
    """
    Every legal move of the position after; `agree` is never among them (C-3). Absent when omitted, and empty once the game is over.
    """
    illegal_moves: Annotated[list[IllegalMove] | None, Field(alias="illegalMoves")] = (
        None
    )
    """
    Every house of the player to move that may not be played, and why. Absent when omitted.
    """
    prompt: str | None = None
    """
    What the player to move is to do, in a sentence. Absent once the game is over.
    """
    result: str | None = None
    """
    Why the game has ended and who has won, in sentences. Absent while it is in progress.
    """
    agree: Agreement | None = None
    """
    What agreeing to stop would give. Absent where it is not possible, and in a view that hides seeds.
    """
    proposed: Proposed | None = None
    """
    A proposal to stop, with the engine's answer if it was made to the engine. Absent if nobody said `agree`, if the other player had proposed it, and if the engine could not search for its answer (`unanswered`).
    """
    recurrences: Annotated[int, Field(ge=0)]
    """
    How many times the position after the turn occurred before, in the line that was submitted and in the turn. Games that go round are ended by agreement, or by the option `repetition` or `quiet`.
    """
    text: Texts | None = None
    """
    Texts for people. Absent if none were asked for.
    """
    texts: list[LocalizedTexts] | None = None
    """
    The texts that were asked for in each further language of `locales`.
    """
    record: str | None = None
    """
    The whole game, as far as the request contains it, as a line (N-7) that can be sent as `position`. Absent if it was not asked for, above 1,000 moves, and in a view that hides seeds.
    """
    picture: Picture | None = None
    """
    A picture of the position after the turn, with the marks of its last move. Absent if the server does not know its public address, or if pictures are off or need an API key.
    """
    puzzle: PuzzleProgress | None = None
    """
    The puzzle that is being solved. Absent without one.
    """


class ReplayedPosition(BaseModel):
    """
    A position of a game that is played again.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    position: SeenPosition
    """
    The position, settled (C-8). `line`, `token` and `setup` are those of the last position only.
    """
    status: Status
    """
    How the game stands there.
    """
    play: Play | None = None
    """
    The move that led there. Only for the plies that are given in full.
    """
    board: Board | None = None
    """
    The houses and the stores. Only for the plies that are given in full, and for the position before them.
    """
    text: Texts | None = None
    """
    Texts for people, if they were asked for and there is a `board`.
    """


class ReplayGameResponse(BaseModel):
    """
    A game that was played again.
    """

    model_config = ConfigDict(
        populate_by_name=True,
        use_attribute_docstrings=True,
    )
    positions: list[ReplayedPosition]
    """
    The first position, and the one after each move that was made.
    """
    result: str | None = None
    """
    Why the game has ended and who has won, in sentences. Absent while it is in progress.
    """
    first_illegal: Annotated[FirstIllegal | None, Field(alias="firstIllegal")] = None
    """
    The first illegal move. Neither it nor any move after it was made. Absent if all moves are legal.
    """
    record: GameRecord | None = None
    """
    The game in the format of `record` in the request.
    """

"""The installed package ayla-client in every way that the OpenAPI document knows: every operation, field and reason.

test_clients.py of tests/programs runs this where the package is installed. OPENAPI is the document, ADDRESS a server that needs no
key, and KEYED_ADDRESS one that allows KEY 20 calls a second.
"""

import asyncio
import copy
import datetime
import json
import os
import pathlib
import pickle
import re
import typing

import httpx
import pydantic
import pytest
from ayla_client import AsyncClient, AsyncGame, AylaError, Client, Game, models

DOCUMENT = json.loads(pathlib.Path(os.environ["OPENAPI"]).read_text())
ADDRESS = f"http://{os.environ['ADDRESS']}"
SCHEMAS = DOCUMENT["components"]["schemas"]
START = "awale 444444/444444 0/0 s"
# The first moves of a game, for what is not about playing well.
LEVEL = models.Reply(level=1, seed=1)
NODES = 1000
MOST_TURNS = 400


# ------------------------------------------------------------------------------------------------------- operations

# The calls that reached a server, as their method and path.
called = set()


def record(request):
    path = re.sub("^/v1/variants/[a-z]+", "/v1/variants/{variant}", request.url.path)
    called.add((request.method.lower(), re.sub("^/v1/puzzles/.+", "/v1/puzzles/{id}", path)))


class Recorder(httpx.HTTPTransport):
    def handle_request(self, request):
        record(request)
        return super().handle_request(request)


class AsyncRecorder(httpx.AsyncHTTPTransport):
    async def handle_async_request(self, request):
        record(request)
        return await super().handle_async_request(request)


@pytest.fixture(scope="module")
def client():
    with Client(ADDRESS, transport=Recorder()) as client:
        yield client


with Client(ADDRESS, transport=Recorder()) as asked:
    VARIANTS = [variant.name for variant in asked.list_variants().variants]


@pytest.mark.parametrize("variant", VARIANTS)
def test_operations_that_a_game_does_not_use(client, variant):
    client.get_server_info()
    assert client.get_variant(variant).variant.name == variant
    start = client.start_game(variant)
    token = start.position.token
    move = start.legal_moves[0].move
    assert client.legal_moves(variant, models.LegalMovesRequest(token=token)).legal_moves
    assert client.validate_move(variant, models.ValidateMoveRequest(token=token, move=move)).legal
    # What was answered can be sent back.
    setup = start.position.setup.model_dump(by_alias=True, exclude_unset=True)
    after = client.apply_move(variant, models.ApplyMoveRequest(setup=setup, move=move, text=["board", "spoken"]))
    assert isinstance(after.events[0], models.PickUp)
    assert after.text.board and after.text.spoken
    replayed = client.replay_game(variant, models.ReplayGameRequest(token=token, moves=[move], from_=1, to=1))
    assert len(replayed.positions) == 2
    (read,) = client.read_game(models.ReadGameRequest(text=f"{start.position.text} moves {move}")).games
    assert (read.position, read.moves) == (start.position.text, [move])
    puzzle = client.find_puzzle(variant, grade=1, day=datetime.date(2026, 12, 1), solution=True)
    assert client.get_puzzle(puzzle.id, solution=True).solution == puzzle.solution
    judged = client.play_turn(variant, models.PlayTurnRequest(puzzle=puzzle.id, move=puzzle.solution[0])).puzzle
    assert (judged.state, judged.moves_left) == ("goes-on" if puzzle.moves > 1 else "solved", puzzle.moves - 1)
    *_, last = found = [*client.suggest_move_stream(variant, models.SuggestMoveRequest(token=token, nodes=NODES))]
    assert [message for message in found if message.last] == [last]
    requests = [models.BatchRequest(id="first", token=token, move=move), models.BatchRequest(token="none")]
    about, wrong = client.batch(requests)
    assert (about.id, about.position) == ("first", after.position.line)
    assert wrong.error.reason == "MALFORMED_TOKEN"
    for form, begin in {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF8"}.items():
        picture = client.render_board(variant, form, {"token": token, "moves": [move], "theme": "dark", "width": 320})
        assert picture.startswith(begin)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_against_the_engine(client, variant):
    """With everything that a game can do."""
    game = Game.start(client, variant, models.PlayTurnRequest(record=True, text=["line"]), reply=LEVEL)
    first = game.token
    assert game.play("99").refused.reason == "NO_SUCH_HOUSE"
    game.play(game.answer.legal_moves[0].move)
    game.undo()
    assert game.token == first
    assert game.hint(models.SuggestMoveRequest(nodes=NODES)).move
    turns = 0
    while not game.status.over and turns < MOST_TURNS:
        answer = game.play(game.answer.legal_moves[0].move)
        assert not answer.refused and not answer.unanswered, answer
        turns += 1
    assert game.status.over
    assert game.answer.record.split(" moves ")[1].split() == game.moves
    # The last moves of a game are proven by few nodes, and the others are left out. Not in togyzqumalaq, which stops at more than half
    # of the seeds with many in the houses.
    reviewed = {found.ply: found.move for found in game.review(nodes=NODES)}
    assert reviewed or variant == "togyzqumalaq"
    assert reviewed.items() <= dict(enumerate(game.moves, start=1)).items()


def test_a_game_is_copied_shown_and_drawn(client):
    game = Game.start(client, "kalah", models.PlayTurnRequest(locale="fr"), reply=LEVEL)
    assert repr(game) == "<Game 'kalah 444444/444444 0/0 s' after 0 moves>" and "<svg" in game._repr_svg_()
    game.play(3)
    before = game.token
    assert game.moves[0] == "3"
    for twin in (copy.copy(game), copy.deepcopy(game)):
        twin.play(int(twin.answer.legal_moves[0].move))
        assert (game.token, twin.client) == (before, client) and twin.token != before
        twin.undo()
        twin.undo()
        assert len(game.moves) > 0 == len(twin.moves)
    picture = game.svg()
    assert "Kalah" in picture and picture != client.render_board("kalah", "svg", {"token": game.token}).decode()
    for pickled, said in ((game, "token"), (client, "client"), (AsyncClient(ADDRESS), "client")):
        with pytest.raises(TypeError, match=said):
            pickle.dumps(pickled)
    with pytest.raises(TypeError, match="client"):
        copy.deepcopy(client)
    answer = game.answer
    assert pickle.loads(pickle.dumps(answer)) == copy.deepcopy(answer) == answer


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_answer_has_the_models_of_its_game(client, variant):
    """And a later one is a dictionary."""
    setup = client.start_game(variant).position.setup
    assert type(setup).__name__ == f"{variant.capitalize()}Setup"
    later = setup.model_dump(by_alias=True) | {"variant": "bao"}
    assert pydantic.TypeAdapter(models.Setup).validate_python(later) == later
    assert pydantic.TypeAdapter(models.Setup).validate_json(json.dumps(later)) == later
    asked = models.ApplyMoveRequest(setup=setup.model_dump(by_alias=True), move="1")
    assert type(asked.setup).__name__ == f"{variant.capitalize()}SetupInput"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_of_two_people_asynchronously(variant):
    """Who stop by agreement where that is possible."""

    async def play():
        async with AsyncClient(ADDRESS, transport=AsyncRecorder()) as client:
            game = await AsyncGame.start(client, variant, models.PlayTurnRequest(names=models.Names(south="Amina")))
            await game.play(game.answer.legal_moves[0].move)
            # Another process goes on from the token.
            game = await AsyncGame.start(client, variant, models.PlayTurnRequest(token=game.token))
            if game.status.can_agree:
                proposal = await game.agree("south")
                assert (proposal.proposed.by, game.status.over) == ("south", False)
                await game.agree("north")
                assert game.status.reason == "agreement"
            else:
                assert (await game.agree("south")).refused
            # North is a person, so the engine begins.
            game = await AsyncGame.start(client, variant, side="north", reply=models.Reply(level=2))
            assert game.moves
            assert game.reply.seed is not None, "it has a seed of its own"
            assert len([found async for found in game.review(nodes=20_000)]) == len(game.moves)

    asyncio.run(play())


def test_every_operation_was_called():
    """By the tests above. Those by GET are left out that the same path has by POST, and the path that leaves out the game."""
    paths = [(path, methods) for path, methods in DOCUMENT["paths"].items() if path != "/v1/play-turn"]
    documented = {(method, path) for path, methods in paths for method in methods if method == "post" or "post" not in methods}
    assert documented <= called


# ----------------------------------------------------------------------------------------------------------- fields


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_has_a_model_with_all_of_its_fields_and_words(name):
    schema = SCHEMAS[name]
    model = getattr(models, name)
    if "properties" in schema:
        assert schema["properties"].keys() <= {field.alias or key for key, field in model.model_fields.items()}
    elif "enum" in schema:
        # Either the words, or the words and any other text.
        parts = [model.__value__, *typing.get_args(model.__value__)]
        assert {*schema["enum"]} <= {word for part in parts for word in typing.get_args(part)}


def test_the_parameters_of_pictures_are_known():
    query = {parameter["name"] for parameter in DOCUMENT["paths"]["/v1/variants/{variant}/board.gif"]["get"]["parameters"]}
    known = {*typing.get_type_hints(Client.render_board)["query"].__annotations__}
    assert known == query - {"variant"}


def fake(reason, status):
    metadata = {"metadata": {}, "violations": [], "retryAfterMs": 1}
    return {"type": "urn:ayla", "title": "no", "status": status, "detail": "no", "reason": reason, **metadata}


def test_what_later_servers_add_does_not_stop_this_client():
    later = {"jump": {"house": {"side": "south", "house": 1}}}
    assert pydantic.TypeAdapter(models.Event).validate_python(later) == later
    assert models.Problem.model_validate(fake("ASK_AGAIN_TOMORROW", 400)).reason == "ASK_AGAIN_TOMORROW"
    assert models.Score.model_validate({"south": 1, "north": 2, "east": 3}).south == 1


# ---------------------------------------------------------------------------------------------------------- reasons

M = models
# A request that fails for each reason.
PROVOKED = {
    "MALFORMED_REQUEST": lambda c: c.legal_moves("awale", M.LegalMovesRequest(position=START, moves=["1"] * 1001)),
    "MALFORMED_POSITION": lambda c: c.legal_moves("awale", M.LegalMovesRequest(position="awale 4")),
    "MALFORMED_TOKEN": lambda c: c.legal_moves("awale", M.LegalMovesRequest(token="EAAA")),
    "MALFORMED_MOVE": lambda c: c.apply_move("awale", M.ApplyMoveRequest(position=START, move="3!")),
    "UNKNOWN_FIELD": lambda c: c.render_board("awale", "svg", {"position": START, "colour": "red"}),
    "UNKNOWN_OPTION": lambda c: c.start_game("awale", M.StartGameRequest(options={"colour": 1})),
    "OPTION_OUT_OF_RANGE": lambda c: c.start_game("awale", M.StartGameRequest(options={"few": 99})),
    "CONFLICTING_FIELDS": lambda c: c.start_game("awale", M.StartGameRequest(options={"few": 9}, preset="default")),
    "MISSING_FIELD": lambda c: c.legal_moves("awale", M.LegalMovesRequest()),
    "SEAT_OUT_OF_RANGE": lambda c: c.apply_move("awale", M.ApplyMoveRequest(position=START, move="3", seat=2)),
    "INCONSISTENT_POSITION": lambda c: c.legal_moves("awale", M.LegalMovesRequest(position="awale 444/4444 0/0 s")),
    "VARIANT_MISMATCH": lambda c: c.legal_moves("kalah", M.LegalMovesRequest(position=START)),
    "ROUND_NOT_OVER": lambda c: c.start_game("congklak", M.StartGameRequest(after="congklak 0000001/0000010 40/51 s")),
    "NO_FURTHER_ROUND": lambda c: c.start_game(
        "congklak", M.StartGameRequest(after="congklak 000/000 35/1 s over=no-seeds")
    ),
    "ILLEGAL_LINE": lambda c: c.legal_moves("awale", M.LegalMovesRequest(position=START, moves=["1", "1", "1"])),
    "UNKNOWN_VARIANT": lambda c: c.start_game("chess"),
    "NO_SUCH_PUZZLE": lambda c: c.get_puzzle("awale-0"),
    "UNKNOWN_PRESET": lambda c: c.start_game("awale", M.StartGameRequest(preset="blitz")),
    "NOT_FOUND": lambda c: c.render_board("awale", "bmp", {"position": START}),
    "TOO_LARGE": lambda c: c.legal_moves("awale", M.LegalMovesRequest(position="4" * 100_000)),
    "GAME_OVER": lambda c: c.suggest_move("awale", M.SuggestMoveRequest(position="awale 000000/000000 24/24 s")),
    "NOT_IN_THIS_GAME": lambda c: c.apply_move("awale", M.ApplyMoveRequest(position=START, move="take")),
    "WRONG_PHASE": lambda c: c.apply_move("andada", M.ApplyMoveRequest(position="andada 222/222 - s", move="take")),
    "NO_SUCH_HOUSE": lambda c: c.apply_move("awale", M.ApplyMoveRequest(position=START, move="7")),
    "NOT_YOUR_HOUSE": lambda c: c.apply_move("awale", M.ApplyMoveRequest(position=START, move="a")),
    "EMPTY_HOUSE": lambda c: c.apply_move("awale", M.ApplyMoveRequest(position="awale 044444/444444 4/0 s", move="1")),
    "MUST_FEED": lambda c: c.apply_move("awale", M.ApplyMoveRequest(position="awale 000000/000122 13/7 n", move="4")),
    "GRAND_SLAM": lambda c: c.apply_move(
        "awale", M.ApplyMoveRequest(position="awale:grand-slam=illegal 100001/100000 23/23 s", move="6")
    ),
    "ENDLESS_SOWING": lambda c: c.apply_move("anywoli", M.ApplyMoveRequest(position="anywoli 310/101 20/32 s", move="1")),
    "MUST_MOVE": lambda c: c.apply_move("anywoli", M.ApplyMoveRequest(position="anywoli 310/101 20/32 s", move="pass")),
}
# What an answer can have, but no error.
IN_ANSWERS = {
    "OLD_BOARD": lambda c: c.play_turn(
        "awale", M.PlayTurnRequest(token="EAAAMPe973ve973gDf", newest_token="EAAAMIED___4o8", move="1")
    ).refused.reason,
    "NOT_YOUR_TURN": lambda c: c.play_turn("awale", M.PlayTurnRequest(side="north", move="1")).refused.reason,
}
# What a client of this package cannot cause at will, by a server that is made up here; with the times that it is called.
MADE_UP = {
    "METHOD_NOT_ALLOWED": (405, 1),
    "UNSUPPORTED_MEDIA_TYPE": (415, 1),
    "UNSUPPORTED_TRANSFER_CODING": (501, 1),
    "UNAUTHENTICATED": (401, 1),
    "FORBIDDEN": (403, 1),
    "RATE_LIMITED": (429, 3),
    "SEARCH_QUEUE_FULL": (429, 3),
    "OVERLOADED": (503, 3),
    "DEADLINE_EXCEEDED": (504, 1),
    "CANCELLED": (499, 1),
    "INTERNAL": (500, 1),
}


@pytest.mark.parametrize("reason", PROVOKED)
def test_a_reason_of_an_error(client, reason):
    with pytest.raises(AylaError) as error:
        PROVOKED[reason](client)
    assert error.value.reason == reason


@pytest.mark.parametrize("reason", IN_ANSWERS)
def test_a_reason_in_an_answer(client, reason):
    assert IN_ANSWERS[reason](client) == reason


@pytest.mark.parametrize("reason", MADE_UP)
def test_a_reason_of_a_made_up_server(reason):
    status, times = MADE_UP[reason]
    tries = []

    def answer(request):
        tries.append(request)
        return httpx.Response(status, json=fake(reason, status))

    with Client(retries=2, transport=httpx.MockTransport(answer)) as client, pytest.raises(AylaError) as error:
        client.get_server_info()
    assert (error.value.reason, error.value.status, len(tries)) == (reason, status, times)


def test_every_reason_is_tested():
    assert sorted(SCHEMAS["ErrorReason"]["enum"]) == sorted([*PROVOKED, *IN_ANSWERS, *MADE_UP])


# ---------------------------------------------------------------------------------------------------------- retries


def test_calls_are_sent_again_after_a_refusal_and_after_a_lost_connection():
    replies = [
        httpx.Response(503, headers={"retry-after": "0"}, text="a proxy is busy"),
        httpx.ConnectError("lost"),
        httpx.Response(200, json={"positions": []}),
    ]

    def answer(request):
        reply = replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    with Client(transport=httpx.MockTransport(answer)) as client:
        assert client.replay_game("awale", models.ReplayGameRequest()).positions == []


def test_calls_wait_no_longer_than_they_may():
    """And a refusal need not be a problem document."""
    late = httpx.MockTransport(lambda request: httpx.Response(503, headers={"retry-after": "100"}, text="closed"))
    with Client(transport=late) as client, pytest.raises(AylaError) as error:
        client.get_server_info()
    assert (error.value.status, error.value.problem) == (503, None)


def test_an_error_at_the_end_of_a_stream():
    events = f": alive\n\nevent: error\ndata: {json.dumps(fake('INTERNAL', 500))}\n\n"
    broken = httpx.MockTransport(lambda request: httpx.Response(200, text=events))
    with Client(transport=broken) as client, pytest.raises(AylaError) as error:
        list(client.suggest_move_stream("awale", models.SuggestMoveRequest()))
    assert error.value.reason == "INTERNAL"


def test_calls_keep_to_the_rate_of_their_key():
    """By the header RateLimit, so that none is refused."""
    statuses = []

    class Counter(httpx.HTTPTransport):
        def handle_request(self, request):
            response = super().handle_request(request)
            statuses.append(response.status_code)
            return response

    address = f"http://{os.environ['KEYED_ADDRESS']}"
    with Client(address, transport=Counter(), retries=0) as client, pytest.raises(AylaError) as error:
        client.get_server_info()
    assert error.value.reason == "UNAUTHENTICATED"
    statuses.clear()
    with Client(address, key=os.environ["KEY"], transport=Counter()) as client:
        for _ in range(15):
            client.get_server_info()
    assert statuses == [200] * 15

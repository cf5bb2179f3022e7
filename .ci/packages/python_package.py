"""Uses the installed package ayla-client in every way that the OpenAPI document knows: every operation, field and reason.

    python python_package.py OPENAPI ADDRESS KEYED_ADDRESS KEY

The first server needs no key, the second allows this key 20 calls a second, 5 at once. Exits with 1 and a list of what is
wrong, or with 0.
"""

import asyncio
import json
import pathlib
import re
import sys
import typing

import httpx
import pydantic
from ayla_client import AsyncClient, AsyncGame, AylaError, Client, Game, models
from expectations import expect, expect_true, finish

DOCUMENT = json.loads(pathlib.Path(sys.argv[1]).read_text())
ADDRESS, KEYED_ADDRESS, KEY = f"http://{sys.argv[2]}", f"http://{sys.argv[3]}", sys.argv[4]
SCHEMAS = DOCUMENT["components"]["schemas"]
START = "awale 444444/444444 0/0 s"
# The first moves of a game, for what is not about playing well.
LEVEL, NODES, MOST_TURNS = models.Reply(level=1, seed=1), 1000, 400


# ------------------------------------------------------------------------------------------------------- operations

# The calls that reached a server, as their method and path.
called = set()


def record(request):
    called.add((request.method.lower(), re.sub("^/v1/variants/[a-z]+", "/v1/variants/{variant}", request.url.path)))


class Recorder(httpx.HTTPTransport):
    def handle_request(self, request):
        record(request)
        return super().handle_request(request)


class AsyncRecorder(httpx.AsyncHTTPTransport):
    async def handle_async_request(self, request):
        record(request)
        return await super().handle_async_request(request)


def documented():
    """The operations, those by GET left out that the same path has by POST."""
    paths = DOCUMENT["paths"].items()
    return {(method, path) for path, methods in paths for method in methods if method == "post" or "post" not in methods}


def use_operations(client, variant):
    """The operations that a game does not use."""
    client.get_server_info()
    expect_true(f"{variant} is {variant}", client.get_variant(variant).variant.name == variant)
    start = client.start_game(variant)
    token, move = start.position.token, start.legal_moves[0].move
    expect_true(f"{variant}: legal moves", client.legal_moves(variant, models.LegalMovesRequest(token=token)).legal_moves)
    valid = client.validate_move(variant, models.ValidateMoveRequest(token=token, move=move))
    expect_true(f"{variant}: a legal move is valid", valid.legal)
    # What was answered can be sent back.
    setup = start.position.setup.model_dump(by_alias=True, exclude_unset=True)
    after = client.apply_move(variant, models.ApplyMoveRequest(setup=setup, move=move, text=["board", "spoken"]))
    expect_true(f"{variant}: a move has events of its kind", isinstance(after.events[0], models.PickUp))
    expect_true(f"{variant}: texts were asked for", after.text.board and after.text.spoken)
    replayed = client.replay_game(variant, models.ReplayGameRequest(token=token, moves=[move], from_=1, to=1))
    expect(f"{variant}: a game of one move", len(replayed.positions), 2)
    found = list(client.suggest_move_stream(variant, models.SuggestMoveRequest(token=token, nodes=NODES)))
    lasts = [message.last for message in found]
    expect(f"{variant}: only the last suggestion is the last", lasts.index(True), len(lasts) - 1)
    requests = [models.BatchRequest(id="first", token=token, move=move), models.BatchRequest(token="none")]
    about, wrong = client.batch(requests)
    expect(f"{variant}: a batch", (about.id, about.position), ("first", after.position.line))
    expect(f"{variant}: a batch, one position wrong", wrong.error.reason, "MALFORMED_TOKEN")
    for form, begin in {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF8"}.items():
        picture = client.render_board(variant, form, {"token": token, "moves": [move], "theme": "dark", "width": 320})
        expect_true(f"{variant}: a picture is a {form}", picture.startswith(begin))


def play(client, variant):
    """A whole game against the engine, with everything that a game can do."""
    game = Game.start(client, variant, models.PlayTurnRequest(record=True, text=["line"]), reply=LEVEL)
    first = game.token
    refused = game.play("99")
    expect(f"{variant}: a house that is not there", refused.refused.reason, "NO_SUCH_HOUSE")
    game.play(game.answer.legal_moves[0].move)
    game.undo()
    expect(f"{variant}: undone", game.token, first)
    expect_true(f"{variant}: a hint", game.hint(models.SuggestMoveRequest(nodes=NODES)).move)
    turns = 0
    while not game.status.over and turns < MOST_TURNS:
        answer = game.play(game.answer.legal_moves[0].move)
        expect_true(f"{variant}: turn {turns}", not answer.refused and not answer.unanswered, answer)
        turns += 1
    expect_true(f"{variant}: over after {turns} turns. {game.answer.result}", game.status.over)
    expect(f"{variant}: the record has every move", game.answer.record.split(" moves ")[1].split(), game.moves)
    # The last moves of a game are proven by few nodes, and the others are left out.
    reviewed = {found.ply: found.move for found in game.review(nodes=NODES)}
    made = dict(enumerate(game.moves, start=1))
    expect_true(f"{variant}: reviewed moves", reviewed and reviewed.items() <= made.items(), (reviewed, made))


async def play_between_people(variant):
    """A game of two people who stop by agreement where that is possible, asynchronously."""
    async with AsyncClient(ADDRESS, transport=AsyncRecorder()) as client:
        game = await AsyncGame.start(client, variant, models.PlayTurnRequest(names=models.Names(south="Amina")))
        await game.play(game.answer.legal_moves[0].move)
        # Another process goes on from the token.
        game = await AsyncGame.start(client, variant, models.PlayTurnRequest(token=game.token))
        if game.status.can_agree:
            proposal = await game.agree("south")
            expect(f"{variant}: a proposal changes nothing", (proposal.proposed.by, game.status.over), ("south", False))
            await game.agree("north")
            expect(f"{variant}: ended by agreement", game.status.reason, "agreement")
        else:
            expect_true(f"{variant}: no agreement", (await game.agree("south")).refused)
        # North is a person, so the engine begins.
        game = await AsyncGame.start(client, variant, side="north", reply=models.Reply(level=2))
        expect_true(f"{variant}: the engine has opened", game.moves)
        expect_true(f"{variant}: it has a seed of its own", game.reply.seed is not None)
        found = [found async for found in game.review(nodes=20_000)]
        expect(f"{variant}: its moves are reviewed", len(found), len(game.moves))


# ----------------------------------------------------------------------------------------------------------- fields


def check_fields():
    """Every schema has a model with all of its fields, and every word is known."""
    missing = []
    for name, schema in SCHEMAS.items():
        model = getattr(models, name, None)
        if "properties" in schema:
            known = {field.alias or key for key, field in model.model_fields.items()} if model else set()
            missing += [f"{name}.{field}" for field in schema["properties"] if field not in known]
        elif "enum" in schema:
            # Either the words, or the words and any other text.
            parts = [model.__value__, *typing.get_args(model.__value__)]
            known = {word for part in parts for word in typing.get_args(part)}
            missing += [f"{name}: {word}" for word in schema["enum"] if word not in known]
        elif model is None:
            missing.append(name)
    expect("schemas, fields and words without a model", missing, [])
    query = {parameter["name"] for parameter in DOCUMENT["paths"]["/v1/variants/{variant}/board.gif"]["get"]["parameters"]}
    known = set(typing.get_type_hints(Client.render_board)["query"].__annotations__)
    expect("parameters of pictures", known, query - {"variant"})


def check_tolerance():
    """What later servers add does not stop this client."""
    later = {"jump": {"house": {"side": "south", "house": 1}}}
    expect("a later event", pydantic.TypeAdapter(models.Event).validate_python(later), later)
    problem = fake("ASK_AGAIN_TOMORROW", 400)
    expect("a later reason", models.Problem.model_validate(problem).reason, "ASK_AGAIN_TOMORROW")
    expect("a later field", models.Score.model_validate({"south": 1, "north": 2, "east": 3}).south, 1)


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
    "INCONSISTENT_POSITION": lambda c: c.legal_moves("awale", M.LegalMovesRequest(position="awale 444/444 0/0 s")),
    "VARIANT_MISMATCH": lambda c: c.legal_moves("kalah", M.LegalMovesRequest(position=START)),
    "ILLEGAL_LINE": lambda c: c.legal_moves("awale", M.LegalMovesRequest(position=START, moves=["1", "1", "1"])),
    "UNKNOWN_VARIANT": lambda c: c.start_game("oware"),
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
    "ENDLESS_SOWING": lambda c: c.apply_move("anywoli", M.ApplyMoveRequest(position="anywoli 310/101 20/32 s", move="1")),
    "MUST_MOVE": lambda c: c.apply_move("anywoli", M.ApplyMoveRequest(position="anywoli 310/101 20/32 s", move="pass")),
}
# What an answer can have, but no error.
IN_ANSWERS = {
    "NOT_YOUR_TURN": lambda c: c.play_turn("awale", M.PlayTurnRequest(side="north", move="1")).refused.reason,
}
# What a client of this package cannot cause at will, by a server that is made up here; with the times that it is called.
MADE_UP = {
    "METHOD_NOT_ALLOWED": (405, 1),
    "UNSUPPORTED_MEDIA_TYPE": (415, 1),
    "UNSUPPORTED_TRANSFER_CODING": (501, 1),
    "UNAUTHENTICATED": (401, 1),
    "RATE_LIMITED": (429, 3),
    "SEARCH_QUEUE_FULL": (429, 3),
    "OVERLOADED": (503, 3),
    "DEADLINE_EXCEEDED": (504, 1),
    "CANCELLED": (499, 1),
    "INTERNAL": (500, 1),
}


def fake(reason, status):
    metadata = {"metadata": {}, "violations": [], "retryAfterMs": 1}
    return {"type": "urn:ayla", "title": "no", "status": status, "detail": "no", "reason": reason, **metadata}


def error_of(call):
    try:
        return call(), None
    except AylaError as error:
        return None, error


def check_reasons(client):
    for reason, provoke in PROVOKED.items():
        expect(f"reason {reason}", getattr(error_of(lambda: provoke(client))[1], "reason", None), reason)
    for reason, provoke in IN_ANSWERS.items():
        expect(f"reason {reason} in an answer", provoke(client), reason)
    for reason, (status, times) in MADE_UP.items():
        tries = []

        def answer(request):
            tries.append(request)
            return httpx.Response(status, json=fake(reason, status))

        with Client(retries=2, transport=httpx.MockTransport(answer)) as made_up:
            error = error_of(made_up.get_server_info)[1]
            expect(f"reason {reason}, and calls", (error.reason, error.status, len(tries)), (reason, status, times))
    known = SCHEMAS["ErrorReason"]["enum"]
    expect("reasons without a test", sorted(known), sorted([*PROVOKED, *IN_ANSWERS, *MADE_UP]))


# ---------------------------------------------------------------------------------------------------------- retries


def check_retries():
    """Calls are sent again after a refusal and after a lost connection, and wait no longer than they may."""
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
        expect("the third try", client.replay_game("awale", models.ReplayGameRequest()).positions, [])
    late = httpx.MockTransport(lambda request: httpx.Response(503, headers={"retry-after": "100"}, text="closed"))
    with Client(transport=late) as client:
        error = error_of(client.get_server_info)[1]
        expect("too long a pause, and no problem document", (error.status, error.problem), (503, None))
    events = f": alive\n\nevent: error\ndata: {json.dumps(fake('INTERNAL', 500))}\n\n"
    broken = httpx.MockTransport(lambda request: httpx.Response(200, text=events))
    with Client(transport=broken) as client:
        error = error_of(lambda: list(client.suggest_move_stream("awale", models.SuggestMoveRequest())))[1]
        expect("an error at the end of a stream", error.reason, "INTERNAL")


def check_rates():
    """With a key, calls keep to the caller's rate by the header RateLimit, so that none is refused."""
    statuses = []

    class Counter(httpx.HTTPTransport):
        def handle_request(self, request):
            response = super().handle_request(request)
            statuses.append(response.status_code)
            return response

    with Client(KEYED_ADDRESS, transport=Counter(), retries=0) as client:
        expect("without a key", error_of(client.get_server_info)[1].reason, "UNAUTHENTICATED")
    with Client(KEYED_ADDRESS, key=KEY, transport=Counter()) as client:
        statuses.clear()
        for _ in range(15):
            client.get_server_info()
        expect("calls that keep to the rate", statuses, [200] * 15)


with Client(ADDRESS, transport=Recorder()) as client:
    variants = [variant.name for variant in client.list_variants().variants]
    for variant in variants:
        use_operations(client, variant)
        play(client, variant)
        asyncio.run(play_between_people(variant))
    check_reasons(client)
expect("operations that were not called", documented() - called, set())
check_fields()
check_tolerance()
check_retries()
check_rates()
finish("the Python package")

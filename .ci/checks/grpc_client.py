"""Calls a running server with another implementation of gRPC than its own.

    python grpc_client.py HOST:PORT

Everything that the rules and the contract determine is compared exactly. Exits with 1 and a list of the differences, or
with 0.
"""

import sys

import grpc
from contract import SECONDS, SERVICE, START, Failure, pb, reflect, services
from expectations import expect, expect_true, failures, finish
from google.protobuf import descriptor_pb2, descriptor_pool
from grpc_health.v1 import health_pb2, health_pb2_grpc


def expect_failure(what, call, code, reason, fields=None):
    """Expects an error with this code, this reason and, if given, exactly these faulty fields."""
    failed = Failure(call)
    expect(f"{what}: code, reason, domain", failed.summary(), (code, reason, "mancala.v1"))
    if fields is not None:
        expect(f"{what}: faulty fields", sorted(failed.fields), sorted(fields))
    return failed


def check_moves(stub):
    """Positions, moves, events and endings that the rules determine."""
    start = stub.StartGame(pb.StartGameRequest(variant="awale"), timeout=SECONDS)
    expect("StartGame: text", start.position.text, START)
    expect("StartGame: the line equals the text without history", start.position.line, START)
    expect("StartGame: rows", (list(start.position.setup.south), list(start.position.setup.north)), ([4] * 6, [4] * 6))
    expect("StartGame: legal moves", [legal.move for legal in start.legal_moves], list("123456"))
    north = stub.StartGame(
        pb.StartGameRequest(
            variant="awale",
            options=pb.Options(awale=pb.AwaleOptions(limit=3, over_limit=pb.OVER_LIMIT_NONE)),
            first=pb.SIDE_NORTH,
            omit=[pb.PART_SETUP, pb.PART_LEGAL_MOVES],
        ),
        timeout=SECONDS,
    )
    expect("StartGame with options", north.position.text, "awale:limit=3,over-limit=none 444444/444444 0/0 n")
    expect("StartGame: omitted parts", (north.position.HasField("setup"), len(north.legal_moves)), (False, 0))

    moves = stub.LegalMoves(pb.LegalMovesRequest(position="awale 044444/444444 4/0 s"), timeout=SECONDS)
    expect("LegalMoves: legal", [legal.move for legal in moves.legal_moves], list("23456"))
    expect(
        "LegalMoves: illegal",
        [(illegal.move, illegal.reason, illegal.ruling) for illegal in moves.illegal_moves],
        [("1", pb.ILLEGAL_REASON_EMPTY_HOUSE, "AW-1")],
    )
    expect("LegalMoves: status", (moves.status.over, moves.status.can_agree), (False, True))

    for move, reason, ruling in [
        ("1", pb.ILLEGAL_REASON_EMPTY_HOUSE, "AW-1"),
        ("7", pb.ILLEGAL_REASON_NO_SUCH_HOUSE, "C-1"),
        ("a", pb.ILLEGAL_REASON_NOT_YOUR_HOUSE, "C-1"),
        ("take", pb.ILLEGAL_REASON_NOT_IN_THIS_GAME, "C-3"),
    ]:
        answer = stub.ValidateMove(
            pb.ValidateMoveRequest(position="awale 044444/444444 4/0 s", move=move), timeout=SECONDS
        )
        expect(f"ValidateMove {move}", (answer.legal, answer.reason, answer.ruling), (False, reason, ruling))
        expect_true(f"ValidateMove {move}: a sentence", bool(answer.message), answer.message)
    legal = stub.ValidateMove(pb.ValidateMoveRequest(position=START, move="C"), timeout=SECONDS)
    expect("ValidateMove C", (legal.legal, legal.HasField("reason"), legal.HasField("ruling")), (True, False, False))

    sown = stub.ApplyMove(pb.ApplyMoveRequest(position=START, move="3"), timeout=SECONDS)
    expect("ApplyMove: text", sown.position.text, "awale 440555/544444 0/0 n q1")
    expect("ApplyMove: line", sown.position.line, "awale 440555/544444 0/0 n q1")
    expect("ApplyMove: events", [event.WhichOneof("event") for event in sown.events], ["pick_up", "sow"])
    expect(
        "ApplyMove: pick-up",
        sown.events[0].pick_up,
        pb.PickUpEvent(house=pb.House(side=pb.SIDE_SOUTH, house=3), seeds=4, lap=1),
    )
    expect(
        "ApplyMove: sowing",
        [(house.side, house.house) for house in sown.events[1].sow.houses],
        [(pb.SIDE_SOUTH, 4), (pb.SIDE_SOUTH, 5), (pb.SIDE_SOUTH, 6), (pb.SIDE_NORTH, 1)],
    )
    again = stub.ApplyMove(pb.ApplyMoveRequest(setup=start.position.setup, moves=["3"], move="4"), timeout=SECONDS)
    by_text = stub.ApplyMove(pb.ApplyMoveRequest(position=sown.position.text, move="4"), timeout=SECONDS)
    expect("ApplyMove: the ply counts the moves since the setup", (again.position.ply, by_text.position.ply), (2, 1))
    by_token = stub.ApplyMove(pb.ApplyMoveRequest(token=again.position.token, move="agree"), timeout=SECONDS)
    expect("ApplyMove: a token has the ply", by_token.position.ply, 3)
    for answer in (again, by_text):
        answer.position.ClearField("token")
        answer.position.ClearField("ply")
    expect("ApplyMove: a setup and a move give the same as the position after it", again, by_text)
    expect("ApplyMove: second move", again.position.text, "awale 550555/544055 0/0 s q2")

    taken = stub.ApplyMove(pb.ApplyMoveRequest(position="awale 000001/100004 0/0 s", move="6"), timeout=SECONDS)
    expect("capture: text", taken.position.text, "awale 000000/000004 2/0 n")
    expect(
        "capture: event",
        taken.events[-1].capture,
        pb.CaptureEvent(
            house=pb.House(side=pb.SIDE_NORTH, house=1), seeds=2, to=pb.DESTINATION_SOUTH, ruling="AW-2"
        ),
    )
    expect("capture: North must feed", [legal.move for legal in taken.legal_moves], ["6"])

    over = stub.LegalMoves(pb.LegalMovesRequest(position="awale 100000/000000 20/27 n"), timeout=SECONDS)
    expect("famine: text", over.position.text, "awale 000000/000000 21/27 n over=famine")
    expect(
        "famine: status",
        (over.status.over, over.status.reason, over.status.winner, over.status.score.south, over.status.score.north),
        (True, pb.END_REASON_FAMINE, pb.WINNER_NORTH, 21, 27),
    )
    expect("famine: no legal moves", len(over.legal_moves), 0)


def check_suggestions(stub):
    """Suggestions are legal, repeatable and within their limits. The moves are not compared."""
    request = pb.SuggestMoveRequest(position=START, nodes=20000, candidates=True)
    first, second = (stub.SuggestMove(request, timeout=SECONDS) for _ in range(2))
    expect("SuggestMove: repeatable", first, second)
    expect("SuggestMove: deterministic", first.deterministic, True)
    expect("SuggestMove: stopped by", first.stopped_by, pb.STOPPED_BY_NODES)
    expect("SuggestMove: limit used", (first.limits.nodes, first.limits.HasField("time_ms")), (20000, False))
    expect_true("SuggestMove: nodes within the limit", 0 < first.nodes <= 20000, first.nodes)
    expect("SuggestMove: certainty", first.certainty, pb.CERTAINTY_ESTIMATED)
    expect("SuggestMove: line begins with the move", list(first.principal_line)[:1], [first.move])
    expect("SuggestMove: candidates", sorted(candidate.move for candidate in first.candidates), list("123456"))
    expect("SuggestMove: best first", first.candidates[0].move if first.candidates else None, first.move)
    values = [candidate.value for candidate in first.candidates]
    expect("SuggestMove: in order of value", values, sorted(values, reverse=True))

    request = pb.SuggestMoveStreamRequest(position=START, nodes=20000, candidates=True)
    stream = list(stub.SuggestMoveStream(request, timeout=SECONDS))
    marks = [answer.last for answer in stream]
    expect("SuggestMoveStream: the last answer is marked", marks, [False] * (len(stream) - 1) + [True])
    expect("SuggestMoveStream: the last answer equals that of SuggestMove", stream[-1].suggestion, first)
    depths = [answer.suggestion.depth for answer in stream]
    expect("SuggestMoveStream: the depth grows", depths, sorted(depths))
    earlier = {answer.suggestion.stopped_by for answer in stream[:-1]}
    expect_true("SuggestMoveStream: earlier answers were not stopped", earlier <= {pb.STOPPED_BY_NOTHING}, earlier)
    endless = stub.SuggestMoveStream(pb.SuggestMoveStreamRequest(position=START, depth=60), timeout=SECONDS)
    expect("SuggestMoveStream: an answer while the search runs", next(endless).last, False)
    endless.cancel()

    # After the deadline the library would have given up, and would raise an error.
    hurried = stub.SuggestMove(pb.SuggestMoveRequest(position=START, depth=60, nodes=10**12), timeout=2)
    expect_true("SuggestMove: a move at the deadline", hurried.move in list("123456"), hurried.move)
    if hurried.stopped_by in (pb.STOPPED_BY_DEADLINE, pb.STOPPED_BY_TIME):
        expect("SuggestMove: stopped by a clock, not deterministic", hurried.deterministic, False)

    expect_failure(
        "SuggestMove in an ended game",
        lambda: stub.SuggestMove(
            pb.SuggestMoveRequest(position="awale 000000/000000 21/27 n over=famine"), timeout=SECONDS
        ),
        "INVALID_ARGUMENT",
        "GAME_OVER",
    )
    expect_failure(
        "SuggestMoveStream in an ended game",
        lambda: next(
            stub.SuggestMoveStream(
                pb.SuggestMoveStreamRequest(position="awale 000000/000000 21/27 n over=famine"), timeout=SECONDS
            )
        ),
        "INVALID_ARGUMENT",
        "GAME_OVER",
    )


def check_games(stub):
    """A game that is replayed, and its review."""
    moves = ["3", "3", "1", "3"]
    replay = stub.ReplayGame(pb.ReplayGameRequest(variant="awale", moves=moves, text=[pb.TEXT_FORM_LINE]), timeout=SECONDS)
    expect("ReplayGame: positions", [told.position.ply for told in replay.positions], [0, 1, 2, 3])
    expect("ReplayGame: text", replay.positions[1].position.text, "awale 440555/544444 0/0 n q1")
    expect("ReplayGame: moves", [told.play.move for told in replay.positions], ["", "3", "3", "1"])
    illegal = replay.first_illegal
    expect(
        "ReplayGame: the first illegal move",
        (illegal.index, illegal.reason, illegal.ruling),
        (3, pb.ILLEGAL_REASON_EMPTY_HOUSE, "AW-1"),
    )
    expect_failure(
        "ReplayGame: a range outside the game",
        lambda: stub.ReplayGame(pb.ReplayGameRequest(variant="awale", moves=moves, to=5), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "MALFORMED_REQUEST",
        ["to"],
    )

    review = pb.ReviewGameRequest(variant="awale", moves=moves[:3], nodes=20000)
    messages = list(stub.ReviewGame(review, timeout=SECONDS))
    expect("ReviewGame: plies", [message.reviewed.ply for message in messages[:-1]], [1, 2, 3])
    expect("ReviewGame: the end", messages[-1].end, pb.ReviewEnd(reviewed_to=3, nodes=20000))
    first = stub.SuggestMove(pb.SuggestMoveRequest(position=START, nodes=20000), timeout=SECONDS)
    found = messages[0].reviewed
    expect_true("ReviewGame: the value before", found.value_before >= first.value, (found, first.value))
    expect_true("ReviewGame: a cost is not negative", all(told.reviewed.cost >= 0 for told in messages), messages)
    expect_failure(
        "ReviewGame of an illegal line",
        lambda: next(stub.ReviewGame(pb.ReviewGameRequest(variant="awale", moves=moves), timeout=SECONDS)),
        "INVALID_ARGUMENT",
        "ILLEGAL_LINE",
        ["moves[3]"],
    )


def check_errors(channel, stub):
    """The codes and details of errors."""
    expect_failure(
        "an illegal move",
        lambda: stub.ApplyMove(pb.ApplyMoveRequest(position="awale 044444/444444 4/0 s", move="1"), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "EMPTY_HOUSE",
        ["move"],
    )
    expect_failure(
        "a missing move",
        lambda: stub.ApplyMove(pb.ApplyMoveRequest(position=START), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "MISSING_FIELD",
        ["move"],
    )
    expect_failure(
        "a malformed move",
        lambda: stub.ApplyMove(pb.ApplyMoveRequest(position=START, move="03"), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "MALFORMED_MOVE",
        ["move"],
    )
    expect_failure(
        "a malformed position",
        lambda: stub.LegalMoves(pb.LegalMovesRequest(position="awale 444444/444444 0/0 x"), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "MALFORMED_POSITION",
        ["position"],
    )
    expect_failure(
        "too many seeds",
        lambda: stub.LegalMoves(pb.LegalMovesRequest(position="awale 444444/444444 90/0 s"), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "INCONSISTENT_POSITION",
    )
    expect_failure(
        "position and setup",
        lambda: stub.LegalMoves(
            pb.LegalMovesRequest(position=START, setup=pb.Setup(variant="awale", south=[4] * 6, north=[4] * 6)),
            timeout=SECONDS,
        ),
        "INVALID_ARGUMENT",
        "CONFLICTING_FIELDS",
    )
    line = expect_failure(
        "an illegal line",
        lambda: stub.LegalMoves(pb.LegalMovesRequest(position=START, moves=["3", "7"]), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "ILLEGAL_LINE",
    )
    expect_true(
        "an illegal line: the move and the reason", {"7", "NO_SUCH_HOUSE"} <= set(line.metadata.values()), line.metadata
    )
    options = expect_failure(
        "two options out of range",
        lambda: stub.StartGame(
            pb.StartGameRequest(variant="awale", options=pb.Options(awale=pb.AwaleOptions(seeds=9, few=49))),
            timeout=SECONDS,
        ),
        "INVALID_ARGUMENT",
        "OPTION_OUT_OF_RANGE",
    )
    expect("two options out of range: both named", sorted(f.split(".")[-1] for f in options.fields), ["few", "seeds"])
    expect_failure(
        "an unknown variant",
        lambda: stub.GetVariant(pb.GetVariantRequest(variant="oware"), timeout=SECONDS),
        "NOT_FOUND",
        "UNKNOWN_VARIANT",
    )

    # Errors before a handler is reached. The stubs cannot send these bytes.
    def raw(method, body):
        return lambda: channel.unary_unary(f"/{SERVICE}/{method}")(body, timeout=SECONDS)

    expect_failure("malformed bytes", raw("LegalMoves", b"\x0a\xff"), "INVALID_ARGUMENT", "MALFORMED_REQUEST")
    expect_failure("an unknown method", raw("NoSuchMethod", b""), "UNIMPLEMENTED", "NOT_FOUND")
    expect_failure(
        "a request that is too large",
        lambda: stub.LegalMoves(pb.LegalMovesRequest(position="4" * 100_000), timeout=SECONDS),
        "RESOURCE_EXHAUSTED",
        "TOO_LARGE",
    )


def check_catalogue(stub):
    """The description of the service."""
    variants = stub.ListVariants(pb.ListVariantsRequest(), timeout=SECONDS).variants
    expect("ListVariants begins with", variants[0].name, "awale")
    andada = stub.GetVariant(pb.GetVariantRequest(variant="andada"), timeout=SECONDS).variant
    expect(
        "GetVariant: options of Andada",
        sorted(option.name for option in andada.options),
        ["bear-off", "direction", "houses", "repetition", "team"],
    )
    info = stub.GetServerInfo(pb.GetServerInfoRequest(), timeout=SECONDS)
    expect_true("GetServerInfo: engine and version", bool(info.engine and info.build.version), info)
    expect("GetServerInfo: limits", (info.limits.body_bytes, info.limits.line_moves), (65536, 1000))


def check_health(channel):
    """The standard health service, on the public port."""
    stub = health_pb2_grpc.HealthStub(channel)
    for name in ("", SERVICE):
        answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=SECONDS)
        expect(f"health of {name or 'the server'!r}", answer.status, health_pb2.HealthCheckResponse.SERVING)
    unknown = Failure(lambda: stub.Check(health_pb2.HealthCheckRequest(service="no.such.Service"), timeout=SECONDS))
    expect("health of an unknown service", unknown.code, "NOT_FOUND")


def check_reflection(channel):
    """Reflection describes the service as the contract does."""
    listed, described = reflect(channel, {"list_services": ""}, {"file_containing_symbol": SERVICE})
    names = {service.name for service in listed.list_services_response.service}
    expect_true("reflection: services", {SERVICE, "grpc.health.v1.Health"} <= names, sorted(names))
    methods = set()
    for encoded in described.file_descriptor_response.file_descriptor_proto:
        file = descriptor_pb2.FileDescriptorProto.FromString(encoded)
        for service in file.service:
            methods |= {f"{file.package}.{service.name}.{method.name}" for method in service.method}
    contract = {method.full_name for method in descriptor_pool.Default().FindServiceByName(SERVICE).methods}
    expect("reflection: methods as in the contract", methods & contract, contract)


def main(address):
    with grpc.insecure_channel(address) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=SECONDS)
        except grpc.FutureTimeoutError:
            sys.exit(f"nothing answers on {address}")
        stub = services.MancalaServiceStub(channel)
        for check, arguments in (
            (check_catalogue, [stub]),
            (check_moves, [stub]),
            (check_suggestions, [stub]),
            (check_games, [stub]),
            (check_errors, [channel, stub]),
            (check_health, [channel]),
            (check_reflection, [channel]),
        ):
            try:
                check(*arguments)
            except (grpc.RpcError, IndexError) as error:
                failures.append(f"{check.__name__} was stopped by {error!r}")
    finish("gRPC")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

"""Speaks gRPC to a running server with another implementation of gRPC than the server's own.

    python grpc_client.py HOST:PORT [PROTO_FOLDER]

The stubs are generated from the contract anew each time. Whatever the rules and the contract determine is compared
exactly. Exits with 1 and a list of what differed, or with 0.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import grpc
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_status import rpc_status

SERVICE = "mancala.v1.MancalaService"
START = "awale 444444/444444 0/0 s"
SECONDS = 20

failures = []


def expect(what, actual, wanted):
    """Compares, and goes on to the next question whatever comes out."""
    if actual == wanted:
        print(f"ok    {what}")
    else:
        failures.append(what)
        print(f"WRONG {what}\n      wanted  {wanted!r}\n      but got {actual!r}")


def expect_true(what, holds, evidence):
    """As `expect`, for what is a condition rather than a value."""
    expect(what, evidence if not holds else True, True)


def generate(proto, out):
    """Writes the Python modules of the contract to `out`, and lets them be imported."""
    files = [str(path.relative_to(proto)) for path in sorted(proto.rglob("*.proto"))]
    if not files:
        sys.exit(f"no .proto file under {proto}")
    subprocess.run(
        [sys.executable, "-m", "grpc_tools.protoc", "-I", ".", "--python_out", out, "--grpc_python_out", out, *files],
        cwd=proto,
        check=True,
    )
    sys.path.insert(0, out)


class Failed:
    """How a call failed: its code, its ErrorInfo, the fields its BadRequest names."""

    def __init__(self, call):
        self.code, self.reason, self.domain, self.metadata, self.fields = None, None, None, {}, []
        try:
            call()
        except grpc.RpcError as error:
            self.code = error.code().name
            status = rpc_status.from_call(error)
            for detail in status.details if status else ():
                info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
                if detail.Unpack(info):
                    self.reason, self.domain, self.metadata = info.reason, info.domain, dict(info.metadata)
                elif detail.Unpack(bad):
                    self.fields += [violation.field for violation in bad.field_violations]


def expect_failure(what, call, code, reason, fields=None):
    """Expects a call to fail with this code, this reason and, if given, exactly these fields at fault."""
    failed = Failed(call)
    expect(f"{what}: code, reason, domain", (failed.code, failed.reason, failed.domain), (code, reason, "mancala.v1"))
    if fields is not None:
        expect(f"{what}: fields at fault", sorted(failed.fields), sorted(fields))
    return failed


def check_moves(stub, pb):
    """The rules of play, over the wire: what rules.md determines to the last seed."""
    start = stub.StartGame(pb.StartGameRequest(variant="awale"), timeout=SECONDS)
    expect("StartGame: text", start.position.text, START)
    expect("StartGame: line is the text while nothing looks back", start.position.line, START)
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
    expect("ApplyMove: from a set-up and a move, as from the text after it", again, by_text)
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
    expect("capture: North has to feed", [legal.move for legal in taken.legal_moves], ["6"])

    over = stub.LegalMoves(pb.LegalMovesRequest(position="awale 100000/000000 20/27 n"), timeout=SECONDS)
    expect("famine: text", over.position.text, "awale 000000/000000 21/27 n over=famine")
    expect(
        "famine: status",
        (over.status.over, over.status.reason, over.status.winner, over.status.score.south, over.status.score.north),
        (True, pb.END_REASON_FAMINE, pb.WINNER_NORTH, 21, 27),
    )
    expect("famine: no move", len(over.legal_moves), 0)


def check_suggestions(stub, pb):
    """Suggestions: not which move, but that they are legal, repeatable and within their limits."""
    asked = pb.SuggestMoveRequest(position=START, nodes=20000, candidates=True)
    first, second = (stub.SuggestMove(asked, timeout=SECONDS) for _ in range(2))
    expect("SuggestMove: the same twice", first, second)
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

    asked = pb.SuggestMoveStreamRequest(position=START, nodes=20000, candidates=True)
    stream = list(stub.SuggestMoveStream(asked, timeout=SECONDS))
    expect("SuggestMoveStream: the last says so", [answer.last for answer in stream], [False] * (len(stream) - 1) + [True])
    expect("SuggestMoveStream: the last is that of SuggestMove", stream[-1].suggestion, first)
    depths = [answer.suggestion.depth for answer in stream]
    expect("SuggestMoveStream: deeper and deeper", depths, sorted(depths))
    on_the_way = {answer.suggestion.stopped_by for answer in stream[:-1]}
    expect_true("SuggestMoveStream: nothing stops it on the way", on_the_way <= {pb.STOPPED_BY_NOTHING}, on_the_way)
    endless = stub.SuggestMoveStream(pb.SuggestMoveStreamRequest(position=START, depth=60), timeout=SECONDS)
    expect("SuggestMoveStream: an answer before the end", next(endless).last, False)
    endless.cancel()

    begun = time.monotonic()
    hurried = stub.SuggestMove(pb.SuggestMoveRequest(position=START, depth=60, nodes=10**12), timeout=2)
    expect_true("SuggestMove: before the caller's deadline", time.monotonic() - begun < 2, time.monotonic() - begun)
    expect_true("SuggestMove: a move all the same", hurried.move in list("123456"), hurried.move)
    if hurried.stopped_by in (pb.STOPPED_BY_DEADLINE, pb.STOPPED_BY_TIME):
        expect("SuggestMove: a clock is not deterministic", hurried.deterministic, False)

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


def check_errors(channel, stub, pb):
    """Errors: the code, and the details that programs read."""
    expect_failure(
        "an illegal move",
        lambda: stub.ApplyMove(pb.ApplyMoveRequest(position="awale 044444/444444 4/0 s", move="1"), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "EMPTY_HOUSE",
        ["move"],
    )
    expect_failure(
        "no move",
        lambda: stub.ApplyMove(pb.ApplyMoveRequest(position=START), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "MISSING_FIELD",
        ["move"],
    )
    expect_failure(
        "a move that is none",
        lambda: stub.ApplyMove(pb.ApplyMoveRequest(position=START, move="03"), timeout=SECONDS),
        "INVALID_ARGUMENT",
        "MALFORMED_MOVE",
        ["move"],
    )
    expect_failure(
        "a position that is none",
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
        "position and set-up",
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
        "an illegal line: the move and why", {"7", "NO_SUCH_HOUSE"} <= set(line.metadata.values()), line.metadata
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

    # What goes wrong before a handler is reached. Raw bytes, since the stubs send nothing like it.
    def raw(method, body):
        return lambda: channel.unary_unary(f"/{SERVICE}/{method}")(body, timeout=SECONDS)

    expect_failure("bytes that are no message", raw("LegalMoves", b"\x0a\xff"), "INVALID_ARGUMENT", "MALFORMED_REQUEST")
    expect_failure("a method that is none", raw("NoSuchMethod", b""), "UNIMPLEMENTED", "NOT_FOUND")
    expect_failure(
        "a request that is too large",
        lambda: stub.LegalMoves(pb.LegalMovesRequest(position="4" * 100_000), timeout=SECONDS),
        "RESOURCE_EXHAUSTED",
        "TOO_LARGE",
    )


def check_catalogue(stub, pb):
    """What the service says of itself."""
    variants = stub.ListVariants(pb.ListVariantsRequest(), timeout=SECONDS).variants
    expect("ListVariants", [variant.name for variant in variants], ["awale", "andada", "anywoli"])
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
    unknown = Failed(lambda: stub.Check(health_pb2.HealthCheckRequest(service="no.such.Service"), timeout=SECONDS))
    expect("health of a service that is none", unknown.code, "NOT_FOUND")


def check_reflection(channel, pb_service):
    """Reflection v1. Its messages are those of v1alpha, which is what the Python package has."""
    call = channel.stream_stream(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    asked = [
        reflection_pb2.ServerReflectionRequest(list_services=""),
        reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE),
    ]
    listed, described = call(iter(asked), timeout=SECONDS)
    names = {service.name for service in listed.list_services_response.service}
    wanted = {SERVICE, "grpc.health.v1.Health"}
    expect_true("reflection: services", wanted <= names, sorted(names))

    from google.protobuf import descriptor_pb2

    methods = set()
    for encoded in described.file_descriptor_response.file_descriptor_proto:
        for service in descriptor_pb2.FileDescriptorProto.FromString(encoded).service:
            methods |= {f"{service.name}.{method.name}" for method in service.method}
    expect_true(
        "reflection: methods as in the contract",
        {f"{pb_service.name}.{method.name}" for method in pb_service.methods} <= methods,
        sorted(methods),
    )


def main(address, proto):
    with tempfile.TemporaryDirectory() as out, grpc.insecure_channel(address) as channel:
        generate(proto, out)
        import importlib

        # Every message and enum value of the contract under one name, whichever file it stands in.
        class Contract:
            pass

        pb = Contract()
        for path in sorted((proto / "mancala" / "v1").glob("*.proto")):
            vars(pb).update(vars(importlib.import_module(f"mancala.v1.{path.stem}_pb2")))
        service_module = next(
            module
            for path in sorted((proto / "mancala" / "v1").glob("*.proto"))
            if hasattr(module := importlib.import_module(f"mancala.v1.{path.stem}_pb2_grpc"), "MancalaServiceStub")
        )
        stub = service_module.MancalaServiceStub(channel)
        try:
            grpc.channel_ready_future(channel).result(timeout=SECONDS)
        except grpc.FutureTimeoutError:
            sys.exit(f"gRPC: nobody answers on {address}")

        from google.protobuf import descriptor_pool

        for name, check in [
            ("catalogue", lambda: check_catalogue(stub, pb)),
            ("moves", lambda: check_moves(stub, pb)),
            ("suggestions", lambda: check_suggestions(stub, pb)),
            ("errors", lambda: check_errors(channel, stub, pb)),
            ("health", lambda: check_health(channel)),
            (
                "reflection",
                lambda: check_reflection(channel, descriptor_pool.Default().FindServiceByName(SERVICE)),
            ),
        ]:
            try:
                check()
            except (grpc.RpcError, IndexError) as error:
                failures.append(f"{name}: stopped half-way")
                print(f"WRONG {name}: stopped half-way by {error!r}")

    if failures:
        sys.exit("\n".join([f"gRPC: {len(failures)} answers were not as they should be:", *(f"  {f}" for f in failures)]))
    print("gRPC: every answer was as it should be")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    beside = pathlib.Path(__file__).resolve().parents[2] / "proto"
    main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) == 3 else beside)

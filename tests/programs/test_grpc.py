"""A server as other implementations of gRPC and gRPC-web see it: every kind of call, errors with details, deadlines.

What the answers are is tested in tests/service, over both transports. test_balancers.py runs this through each balancer.
"""

import grpc
import pytest
from contract import SECONDS, SERVICE, START, Failure, pb, reflect, services
from google.protobuf import descriptor_pb2, descriptor_pool
from grpc_health.v1 import health_pb2, health_pb2_grpc


@pytest.fixture(scope="module")
def address(server):
    return server.address


@pytest.fixture(scope="module")
def web_address(address):
    return address


@pytest.fixture(scope="module")
def channel(address):
    with grpc.insecure_channel(address) as channel:
        grpc.channel_ready_future(channel).result(timeout=SECONDS)
        yield channel


@pytest.fixture(scope="module")
def stub(channel):
    return services.MancalaServiceStub(channel)


def test_moves(stub):
    moves = stub.LegalMoves(pb.LegalMovesRequest(position="awale 044444/444444 4/0 s"), timeout=SECONDS)
    illegal = [(illegal.move, illegal.reason, illegal.ruling) for illegal in moves.illegal_moves]
    assert illegal == [("1", pb.ILLEGAL_REASON_EMPTY_HOUSE, "AW-1")]
    legal = stub.ValidateMove(pb.ValidateMoveRequest(position=START, move="C"), timeout=SECONDS)
    assert legal.legal and not legal.HasField("reason")
    taken = stub.ApplyMove(pb.ApplyMoveRequest(position="awale 000001/100004 0/0 s", move="6"), timeout=SECONDS)
    house = pb.House(side=pb.SIDE_NORTH, house=1)
    assert taken.events[-1].capture == pb.CaptureEvent(house=house, seeds=2, to=pb.DESTINATION_SOUTH, ruling="AW-2")


def test_suggestions(stub):
    limits = {"position": START, "nodes": 20_000, "candidates": True}
    suggested = stub.SuggestMove(pb.SuggestMoveRequest(**limits), timeout=SECONDS)
    assert suggested.deterministic and 0 < suggested.nodes <= 20_000
    *earlier, last = stub.SuggestMoveStream(pb.SuggestMoveStreamRequest(**limits), timeout=SECONDS)
    assert last.last and last.suggestion == suggested
    assert not any(answer.last for answer in earlier)


def test_a_stream_answers_while_the_search_runs(stub):
    endless = stub.SuggestMoveStream(pb.SuggestMoveStreamRequest(position=START, depth=60), timeout=SECONDS)
    assert not next(endless).last
    endless.cancel()


def test_a_deadline_gets_the_best_move_so_far(stub):
    # After the deadline the library would have given up, and would raise an error.
    hurried = stub.SuggestMove(pb.SuggestMoveRequest(position=START, depth=60, nodes=10**12), timeout=2)
    assert hurried.move in list("123456")
    assert not (hurried.stopped_by in (pb.STOPPED_BY_DEADLINE, pb.STOPPED_BY_TIME) and hurried.deterministic)


def test_a_batch_answers_in_order(stub):
    requests = [pb.BatchRequest(id="a", position=START, move="3"), pb.BatchRequest(id="b"), pb.BatchRequest(position=START)]
    moved, wrong, asked = stub.Batch(iter(requests), timeout=SECONDS)
    assert (moved.id, moved.position) == ("a", "awale 440555/544444 0/0 n q1")
    assert (wrong.id, wrong.error.reason) == ("b", pb.ERROR_REASON_MISSING_FIELD)
    assert [legal.move for legal in asked.legal_moves] == list("123456")
    messages = [pb.PackedBatchRequest(requests=requests[:2]), pb.PackedBatchRequest(requests=requests[2:])]
    answers = [answer for message in stub.PackedBatch(iter(messages), timeout=SECONDS) for answer in message.responses]
    assert answers == [moved, wrong, asked]


WRONG_OPTIONS = pb.Options(awale=pb.AwaleOptions(seeds=9, few=49))
OVER = pb.SuggestMoveStreamRequest(position="awale 000000/000000 21/27 n over=famine")
# The calls by the reason why they fail, with the code of the error and the fields at fault.
FAILING = {
    "MISSING_FIELD": (lambda stub: stub.ApplyMove(pb.ApplyMoveRequest(position=START)), "INVALID_ARGUMENT", ["move"]),
    "GAME_OVER": (lambda stub: next(stub.SuggestMoveStream(OVER)), "INVALID_ARGUMENT", []),
    "ILLEGAL_LINE": (
        lambda stub: stub.LegalMoves(pb.LegalMovesRequest(position=START, moves=["3", "7"])),
        "INVALID_ARGUMENT",
        ["moves[1]"],
    ),
    "OPTION_OUT_OF_RANGE": (
        lambda stub: stub.StartGame(pb.StartGameRequest(variant="awale", options=WRONG_OPTIONS)),
        "INVALID_ARGUMENT",
        ["options.awale.few", "options.awale.seeds"],
    ),
    "UNKNOWN_VARIANT": (lambda stub: stub.GetVariant(pb.GetVariantRequest(variant="chess")), "NOT_FOUND", ["variant"]),
    "TOO_LARGE": (lambda stub: stub.LegalMoves(pb.LegalMovesRequest(position="4" * 100_000)), "RESOURCE_EXHAUSTED", []),
}


@pytest.mark.parametrize("reason", FAILING)
def test_errors_have_details(stub, reason):
    call, code, fields = FAILING[reason]
    failed = Failure(lambda: call(stub))
    assert failed.summary() == (code, reason, "mancala.v1")
    assert sorted(failed.fields) == fields


@pytest.mark.parametrize(
    ("method", "code", "reason"),
    [("LegalMoves", "INVALID_ARGUMENT", "MALFORMED_REQUEST"), ("NoSuchMethod", "UNIMPLEMENTED", "NOT_FOUND")],
)
def test_errors_before_a_handler_is_reached(channel, method, code, reason):
    """The stubs cannot send these bytes."""
    failed = Failure(lambda: channel.unary_unary(f"/{SERVICE}/{method}")(b"\x0a\xff", timeout=SECONDS))
    assert failed.summary() == (code, reason, "mancala.v1")


def test_health(channel):
    stub = health_pb2_grpc.HealthStub(channel)
    for name in ("", SERVICE):
        answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=SECONDS)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    unknown = health_pb2.HealthCheckRequest(service="no.such.Service")
    assert Failure(lambda: stub.Check(unknown, timeout=SECONDS)).code == "NOT_FOUND"


def test_reflection_describes_the_contract(channel):
    listed, described = reflect(channel, {"list_services": ""}, {"file_containing_symbol": SERVICE})
    names = {service.name for service in listed.list_services_response.service}
    assert {SERVICE, "grpc.health.v1.Health"} <= names
    methods = set()
    for encoded in described.file_descriptor_response.file_descriptor_proto:
        file = descriptor_pb2.FileDescriptorProto.FromString(encoded)
        methods |= {f"{file.package}.{service.name}.{method.name}" for service in file.service for method in service.method}
    assert methods >= {method.full_name for method in descriptor_pool.Default().FindServiceByName(SERVICE).methods}


def test_grpc_web(web_address, node, descriptors):
    """With the client that browsers use."""
    node("grpc_web.mjs", f"http://{web_address}", descriptors)

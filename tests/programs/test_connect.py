"""A server as other implementations of Connect see it: whole games of every variant, the same as over gRPC."""

import itertools
import json
import os
import subprocess

import grpc
import pytest
from connectrpc.client import ConnectClientSync
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from contract import ROOT, SECONDS, SERVICE, START, pb, services
from google.protobuf import descriptor_pool, message_factory

CODECS = {"json": google_protobuf_json_codec, "proto": google_protobuf_binary_codec}
MOST_PLIES = 400


def method(name):
    described = descriptor_pool.Default().FindServiceByName(SERVICE).methods_by_name[name]
    # The level that the contract gives it, which is 1 for a method without side effects.
    safe = described.GetOptions().idempotency_level == 1
    return MethodInfo(
        name=name,
        service_name=SERVICE,
        input=message_factory.GetMessageClass(described.input_type),
        output=message_factory.GetMessageClass(described.output_type),
        idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if safe else IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.SERVER_STREAM if described.server_streaming else StreamType.UNARY,
    )


@pytest.fixture(scope="module")
def stub(server):
    with grpc.insecure_channel(server.address) as channel:
        grpc.channel_ready_future(channel).result(timeout=SECONDS)
        yield services.MancalaServiceStub(channel)


@pytest.fixture(scope="module", params=itertools.product(CODECS, (False, True)), ids=lambda given: f"{given[0]}-get={given[1]}")
def connect(request, server):
    """Calls a method by Connect: its name, the request, and whatever the client takes."""
    codec, get = request.param
    with ConnectClientSync(f"http://{server.address}", codec=CODECS[codec](), timeout_ms=SECONDS * 1_000) as client:

        def call(name, message, **more):
            found = method(name)
            if found.stream_type is StreamType.SERVER_STREAM:
                return client.execute_server_stream(request=message, method=found, **more)
            use_get = get and found.idempotency_level is IdempotencyLevel.NO_SIDE_EFFECTS
            return client.execute_unary(request=message, method=found, use_get=use_get, **more)

        yield call


@pytest.mark.parametrize("variant", ["awale", "andada", "anywoli", "kalah", "mangala", "congklak", "togyzqumalaq"])
def test_a_whole_game(connect, stub, variant):
    position = connect("StartGame", pb.StartGameRequest(variant=variant)).position
    for ply in range(MOST_PLIES):
        asked = pb.LegalMovesRequest(position=position.text)
        moves = connect("LegalMoves", asked)
        assert moves == stub.LegalMoves(asked, timeout=SECONDS)
        if not moves.legal_moves:
            break
        chosen = moves.legal_moves[ply * 7 % len(moves.legal_moves)].move
        moved = pb.ApplyMoveRequest(position=position.text, move=chosen)
        applied = connect("ApplyMove", moved)
        assert applied == stub.ApplyMove(moved, timeout=SECONDS)
        position = applied.position


def test_streams_errors_and_deadlines(connect, stub):
    limits = pb.SuggestMoveStreamRequest(position=START, nodes=2_000)
    assert list(connect("SuggestMoveStream", limits))[-1] == list(stub.SuggestMoveStream(limits, timeout=SECONDS))[-1]
    with pytest.raises(ConnectError) as refused:
        connect("ApplyMove", pb.ApplyMoveRequest(position=START, move="9"))
    assert refused.value.code is Code.INVALID_ARGUMENT
    assert "google.rpc.ErrorInfo" in [detail.type_name for detail in refused.value.details]
    with pytest.raises(ConnectError) as ended:
        list(connect("SuggestMoveStream", pb.SuggestMoveStreamRequest(position="awale 000000/000000 21/27 n over=famine")))
    assert ended.value.code is Code.INVALID_ARGUMENT
    hurried = connect("SuggestMove", pb.SuggestMoveRequest(position=START, depth=60, nodes=10**12), timeout_ms=1_000)
    assert hurried.move in list("123456")


def test_in_node(server, node, descriptors):
    node("connect.mjs", f"http://{server.address}", descriptors)


@pytest.mark.parametrize("variant", ["awale", "andada", "anywoli", "kalah", "mangala", "congklak", "togyzqumalaq"])
def test_buf_plays_a_game(server, variant):
    """The first turns, since it begins a process for each; whole games with BUF_TURNS=200."""
    turn = {"variant": variant}
    for _ in range(int(os.environ.get("BUF_TURNS", 3))):
        command = ["buf", "curl", "--protocol", "connect", "--schema", ROOT / "proto", "--data", json.dumps(turn)]
        url = f"http://{server.address}/{SERVICE}/PlayTurn"
        done = subprocess.run([*command, url], capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        if answer["status"].get("over"):
            break
        turn = {"variant": variant, "token": answer["position"]["token"], "reply": {"level": 1}}
        turn["move"] = answer["legalMoves"][0]["move"]

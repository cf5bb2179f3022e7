"""Calls a service over gRPC without a pause, with another maker's client, until its standard input ends.

    python grpc_load.py TARGET [SERVICE_CONFIG [ask-again]]

Says `ready` after its first answer, and at the end, as JSON, how many calls of each operation were answered, and how
the others failed. A wrong answer is a failure too. SERVICE_CONFIG is a file; with `ask-again` a stream that breaks off
is asked for again.
"""

import functools
import pathlib
import sys

import grpc

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "proto"), str(ROOT / "examples" / "balancers")]
from channel import open_channel, suggestions  # noqa: E402, it lies among the examples
from tally import Tally, call_until_told  # noqa: E402

pb, services = grpc.protos_and_services("mancala/v1/mancala_service.proto")
START = "awale 444444/444444 0/0 s"
SECONDS = 20
# Callers of apply-move; the other operations have one each.
CALLERS = 4
WRONG = ("WRONG", "another answer than there can be")


class Caller:
    def __init__(self, stub, tally, ask_again):
        self._stub, self._tally = stub, tally
        self._suggestions = functools.partial(suggestions, stub) if ask_again else stub.SuggestMoveStream

    def _count(self, operation, right):
        if right:
            self._tally.answered(operation)
        else:
            self._tally.failed(operation, *WRONG)

    def apply_move(self):
        try:
            answer = self._stub.ApplyMove(pb.ApplyMoveRequest(position=START, move="3"), timeout=SECONDS)
        except grpc.RpcError as error:
            self._tally.failed("apply-move", error.code().name, error.details())
        else:
            self._count("apply-move", answer.position.text == "awale 440555/544444 0/0 n q1")

    def suggest_move(self):
        try:
            answer = self._stub.SuggestMove(pb.SuggestMoveRequest(position=START, nodes=20_000), timeout=SECONDS)
        except grpc.RpcError as error:
            self._tally.failed("suggest-move", error.code().name, error.details())
        else:
            self._count("suggest-move", answer.deterministic and answer.nodes <= 20_000)

    def suggest_move_stream(self):
        asked, last = pb.SuggestMoveStreamRequest(position=START, nodes=200_000), []
        try:
            for answer in self._suggestions(asked, timeout=SECONDS):
                last.append(answer.last)
        except grpc.RpcError as error:
            # After the head of the answer, no client makes it again by itself.
            operation = "suggest-move-stream, begun" if error.initial_metadata() else "suggest-move-stream"
            self._tally.failed(operation, error.code().name, error.details())
        else:
            self._count("suggest-move-stream", last == [False] * (len(last) - 1) + [True])


def main(target, service_config=None, ask_again=None):
    config = pathlib.Path(service_config).read_text() if service_config else "{}"
    tally = Tally()
    # Else the authority is the list of addresses, which is none.
    with open_channel(target, config, [("grpc.default_authority", "ayla.test")]) as channel:
        stub = services.MancalaServiceStub(channel)
        stub.GetServerInfo(pb.GetServerInfoRequest(), timeout=SECONDS, wait_for_ready=True)
        caller = Caller(stub, tally, ask_again == "ask-again")
        callers = [caller.apply_move] * CALLERS + [caller.suggest_move, caller.suggest_move_stream]
        call_until_told(callers, SECONDS)
    tally.report()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])

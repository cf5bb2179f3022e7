"""Calls a service continuously with grpcio, until the standard input ends.

    python grpc_load.py TARGET [SERVICE_CONFIG [retry-streams]]

Prints `ready` after the first answer. At the end prints, as JSON, how many calls of each operation were answered, and
how the others failed. A wrong answer is a failure too. SERVICE_CONFIG is a file; with `retry-streams`, a stream that
breaks off is requested again.
"""

import functools
import pathlib
import sys

import grpc
from contract import ROOT, SECONDS, START, pb, services
from tally import Tally, call_until_stopped

sys.path.insert(0, str(ROOT / "examples" / "balancers"))
from channel import open_channel, suggestions  # noqa: E402, it is one of the examples

# Threads that call apply-move; the other operations have one each.
CALLERS = 4
WRONG = ("WRONG", "an answer that is not possible")


class Caller:
    def __init__(self, stub, tally, retry_streams):
        self._stub, self._tally = stub, tally
        self._suggestions = functools.partial(suggestions, stub) if retry_streams else stub.SuggestMoveStream

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
        request, last = pb.SuggestMoveStreamRequest(position=START, nodes=200_000), []
        try:
            for answer in self._suggestions(request, timeout=SECONDS):
                last.append(answer.last)
        except grpc.RpcError as error:
            # Once a response has begun, no client retries by itself.
            operation = "suggest-move-stream, begun" if error.initial_metadata() else "suggest-move-stream"
            self._tally.failed(operation, error.code().name, error.details())
        else:
            self._count("suggest-move-stream", last == [False] * (len(last) - 1) + [True])


def main(target, service_config=None, retry_streams=None):
    config = pathlib.Path(service_config).read_text() if service_config else "{}"
    tally = Tally()
    # By default the authority is the list of addresses, which is not valid.
    with open_channel(target, config, [("grpc.default_authority", "ayla.test")]) as channel:
        stub = services.MancalaServiceStub(channel)
        stub.GetServerInfo(pb.GetServerInfoRequest(), timeout=SECONDS, wait_for_ready=True)
        caller = Caller(stub, tally, retry_streams == "retry-streams")
        callers = [caller.apply_move] * CALLERS + [caller.suggest_move, caller.suggest_move_stream]
        call_until_stopped(callers, SECONDS)
    tally.report()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])

"""What a second replica on a second core adds, behind HAProxy.

Runs with one replica and with two alternate, each replica pinned to its core. h2load and HAProxy are not pinned: with
two cores they share those of the replicas. For suggestions, where the search is nearly all the work, the ratio of
answers per second therefore says what a replica adds. For rule calls, where the client costs as much as the server, it
only says what this machine can do; there the CPU time per answer shows what a replica adds. Only the ratio of
suggestions has a limit. With -s, this prints a table of all.
"""

import os
import statistics
import time
import types

import grpc
import pytest
from contract import SECONDS, SERVICE, pb
from servers import await_true, h2load, h2load_grpc

PAIRS = 3
RUN_SECONDS = 2
SUGGESTIONS_RATIO = 1.5
MIDDLE_GAME = "awale 055554/444443 0/0 n"
# Method and request, the number of connections, and the calls in flight on each.
QUESTIONS = {
    "suggest-move": ("SuggestMove", pb.SuggestMoveRequest(position=MIDDLE_GAME, nodes=200_000), 2, 4),
    "apply-move": ("ApplyMove", pb.ApplyMoveRequest(position=MIDDLE_GAME, move="6"), 4, 32),
}


def measure(replicas, port, folder, operation):
    """Answers per second of a run of h2load, counted by the replicas, and their CPU time per answer."""
    method, message, connections, streams = QUESTIONS[operation]
    arguments = [f"--clients={connections}", f"--max-concurrent-streams={streams}"]
    arguments += h2load_grpc(folder / f"{operation}.bin", f"http://127.0.0.1:{port}", method, message)

    def total(figure):
        return sum(map(figure, replicas))

    def count():
        return [
            total(lambda replica: replica.calls(operation=operation, status="OK")),
            total(lambda replica: replica.calls(operation=operation)),
            total(lambda replica: replica.processor_seconds()),
        ]

    before = count()
    start = time.monotonic()
    h2load(folder / "h2load.log", RUN_SECONDS, arguments)
    seconds = time.monotonic() - start
    answers, calls, spent = (after - earlier for after, earlier in zip(count(), before, strict=True))
    # h2load cuts off calls in flight at its end.
    assert answers > 0 and 0 <= calls - answers <= connections * streams, f"{calls - answers} of {calls} calls failed"
    return types.SimpleNamespace(rate=answers / seconds, spent=spent / answers)


def has_calls(replica, port):
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        for _ in range(4):
            channel.unary_unary(f"/{SERVICE}/GetServerInfo")(b"", timeout=SECONDS)
    return replica.calls() > 0


def test_a_second_replica_adds_half_at_least(start, balance, folder):
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        pytest.fail("this needs two cores")
    replicas = [start({"AYLA_SEARCH_SLOTS": 1}, cores=str(core)) for core in cores[:2]]
    port = balance("haproxy.cfg", replicas).grpc
    runs = {operation: [] for operation in QUESTIONS}
    for _ in range(PAIRS):
        replicas[1].kill()
        one = {operation: measure(replicas[:1], port, folder, operation) for operation in QUESTIONS}
        replicas[1].start()
        # HAProxy has noticed it when it has calls.
        await_true("the second replica has calls", lambda: has_calls(replicas[1], port))
        for operation, pairs in runs.items():
            pairs.append((one[operation], measure(replicas, port, folder, operation)))
    ratios = {}
    print("\n| | one replica | two replicas | ratio |\n|---|--:|--:|--:|")
    for operation, pairs in runs.items():
        rates = [statistics.median(run.rate for run in these) for these in zip(*pairs, strict=True)]
        spent = [statistics.median(run.spent * 1e6 for run in these) for these in zip(*pairs, strict=True)]
        ratios[operation] = statistics.median(both.rate / one.rate for one, both in pairs)
        print(f"| {operation}: answers per second | {rates[0]:.0f} | {rates[1]:.0f} | {ratios[operation]:.2f} |")
        times = f"{spent[0]:.1f} µs | {spent[1]:.1f} µs | {spent[1] / spent[0]:.2f}"
        print(f"| {operation}: CPU time per answer | {times} |")
    assert ratios["suggest-move"] >= SUGGESTIONS_RATIO

"""Measures what a second replica on a second core adds, behind HAProxy.

    python scale_out.py AYLA_BINARY FOLDER

Runs with one replica and with two alternate, each replica pinned to its core. h2load and HAProxy are not pinned: with
two cores they share those of the replicas. For suggestions, where the search is nearly all the work, the ratio of
answers per second therefore says what a replica adds. For rule calls, where the client costs as much as the server, it
only says what this machine can do; there the CPU time per answer shows what a replica adds. Only the ratio of
suggestions has a limit.

The replicas count the answers. Writes the table to FOLDER/scale-out.md. Exits with 1 if a call failed, or if two
replicas gave less than 1.5 times the suggestions of one.
"""

import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time

import grpc
from contract import SECONDS, SERVICE, pb
from processes import Balancer, Gone, Replica, await_true, end, h2load, h2load_grpc

PAIRS = 3
RUN_SECONDS = 2
SUGGESTIONS_RATIO = 1.5
MIDDLE_GAME = "awale 055554/444443 0/0 n"
# Method and request, the number of connections, and the calls in flight on each.
QUESTIONS = {
    "suggest-move": ("SuggestMove", pb.SuggestMoveRequest(position=MIDDLE_GAME, nodes=200_000), 2, 4),
    "apply-move": ("ApplyMove", pb.ApplyMoveRequest(position=MIDDLE_GAME, move="6"), 4, 32),
}


class Measured:
    """A run of h2load: answers per second, and the replicas' CPU time per answer."""

    def __init__(self, replicas, port, folder, operation):
        method, message, connections, streams = QUESTIONS[operation]
        arguments = [f"--clients={connections}", f"--max-concurrent-streams={streams}"]
        arguments += h2load_grpc(folder / f"{operation}.bin", f"http://127.0.0.1:{port}", method, message)
        before, spent, start = self._counts(replicas, operation), self._spent(replicas), time.monotonic()
        h2load(folder / "h2load.log", RUN_SECONDS, arguments)
        seconds = time.monotonic() - start
        counts = self._counts(replicas, operation)
        answers, calls = (after - earlier for after, earlier in zip(counts, before, strict=True))
        # h2load cuts off calls in flight at its end.
        if not 0 <= calls - answers <= connections * streams or answers == 0:
            raise Gone(f"{calls - answers} of {calls} calls of {operation} failed")
        self.rate = answers / seconds
        self.spent = (self._spent(replicas) - spent) / answers

    @staticmethod
    def _counts(replicas, operation):
        return (
            sum(replica.calls(operation=operation, status="OK") for replica in replicas),
            sum(replica.calls(operation=operation) for replica in replicas),
        )

    @staticmethod
    def _spent(replicas):
        return sum(replica.processor_seconds() for replica in replicas)


def measure(replicas, balancer, folder):
    """The runs with one replica and with two, for each operation."""
    one, both = replicas[:1], replicas
    runs = {operation: ([], []) for operation in QUESTIONS}
    for _ in range(PAIRS):
        for here, results in ((one, 0), (both, 1)):
            if here is one:
                replicas[1].kill()
            else:
                replicas[1].start()
                # HAProxy has noticed it when it has calls.
                await_true("the second replica has calls", lambda: knock(balancer) and replicas[1].calls() > 0)
            for operation, measured in runs.items():
                measured[results].append(Measured(here, balancer.grpc, folder, operation))
    return runs


def knock(balancer):
    with grpc.insecure_channel(f"127.0.0.1:{balancer.grpc}") as channel:
        for _ in range(4):
            channel.unary_unary(f"/{SERVICE}/GetServerInfo")(b"", timeout=SECONDS)
    return True


def table(runs):
    rows = [
        "| | one replica | two replicas | ratio |",
        "|---|--:|--:|--:|",
    ]
    for operation, (one, two) in runs.items():
        rates = [statistics.median(run.rate for run in these) for these in (one, two)]
        spent = [statistics.median(run.spent * 1e6 for run in these) for these in (one, two)]
        ratio = statistics.median(b.rate / a.rate for a, b in zip(one, two, strict=True))
        rows.append(f"| {operation}: answers per second | {rates[0]:.0f} | {rates[1]:.0f} | {ratio:.2f} |")
        times = f"{spent[0]:.1f} µs | {spent[1]:.1f} µs | {spent[1] / spent[0]:.2f}"
        rows.append(f"| {operation}: CPU time per answer | {times} |")
    return "\n".join(rows)


def main(binary, folder):
    folder.mkdir(parents=True, exist_ok=True)
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        sys.exit("this needs two cores")
    replicas, balancer = [], None
    try:
        for core in cores[:2]:
            settings = {"AYLA_SEARCH_SLOTS": "1"}
            replicas.append(Replica(binary, folder / f"ayla-on-{core}.log", settings, cores=str(core)))
        balancer = Balancer(folder, "haproxy.cfg", replicas)
        runs = measure(replicas, balancer, folder)
    except (Gone, grpc.RpcError, subprocess.TimeoutExpired) as error:
        sys.exit(f"scale-out: {error}")
    finally:
        for process in [*(replica.process for replica in replicas), *([balancer.process] if balancer else [])]:
            end(process, signal.SIGKILL)
    text = table(runs)
    (folder / "scale-out.md").write_text(f"{text}\n")
    print(text)
    one, two = runs["suggest-move"]
    ratio = statistics.median(b.rate / a.rate for a, b in zip(one, two, strict=True))
    if ratio < SUGGESTIONS_RATIO:
        sys.exit(f"two replicas gave {ratio:.2f} times the suggestions of one, not {SUGGESTIONS_RATIO}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]))

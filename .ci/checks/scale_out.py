"""What a second replica on a second core gives, behind HAProxy.

    python scale_out.py AYLA_BINARY FOLDER

One replica on the first core and two on the first two take turns, each replica held to its core. h2load and HAProxy
are held to none: with two cores they take their share of those of the replicas. So for suggestions, where the search is
nearly all the work, the ratio of answers a second says what a replica adds; for calls of the rules, where the caller
costs as much as the server, it says what this machine as a whole can do, and what a replica adds is to be seen in the
processor time that an answer takes of it. That is why only the ratio of suggestions has a bound.

Answers are counted by the replicas. Writes the table to FOLDER/scale-out.md. Exits with 1 if a call failed, or two
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
from processes import ROOT, SECONDS, Balancer, Gone, Replica, await_true, end, program, spawn

sys.path.insert(0, str(ROOT / "proto"))
pb = grpc.protos("mancala/v1/mancala_service.proto")

PAIRS = 3
RUN_SECONDS = 2
SUGGESTIONS_RATIO = 1.5
MIDDLE_GAME = "awale 055554/444443 0/0 n"
# What is asked, by how many connections, with how many calls at once on each.
QUESTIONS = {
    "suggest-move": ("SuggestMove", pb.SuggestMoveRequest(position=MIDDLE_GAME, nodes=200_000), 2, 4),
    "apply-move": ("ApplyMove", pb.ApplyMoveRequest(position=MIDDLE_GAME, move="6"), 4, 32),
}


def framed(message):
    """As gRPC sends it: not compressed, length, bytes."""
    encoded = message.SerializeToString()
    return b"\0" + len(encoded).to_bytes(4, "big") + encoded


class Measured:
    """What the replicas answered while h2load called: answers a second, processor time of theirs an answer."""

    def __init__(self, replicas, port, folder, operation):
        method, message, connections, streams = QUESTIONS[operation]
        body = folder / f"{operation}.bin"
        body.write_bytes(framed(message))
        command = [program("h2load"), f"--duration={RUN_SECONDS}", f"--clients={connections}"]
        command += [f"--max-concurrent-streams={streams}", f"--data={body}"]
        command += ["--header=content-type: application/grpc", "--header=te: trailers"]
        command += [f"http://127.0.0.1:{port}/mancala.v1.MancalaService/{method}"]
        with open(folder / "h2load.log", "a") as log:
            before, spent, begun = self._counts(replicas, operation), self._spent(replicas), time.monotonic()
            load = spawn(command, stdout=log, stderr=log)
            try:
                load.wait(timeout=RUN_SECONDS + SECONDS)
            finally:
                end(load, signal.SIGKILL)
            seconds = time.monotonic() - begun
        counts = self._counts(replicas, operation)
        answers, calls = (after - earlier for after, earlier in zip(counts, before, strict=True))
        # h2load cuts off what still runs at its end.
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
    """Of each operation, the runs with one replica and those with two."""
    one, both = replicas[:1], replicas
    runs = {operation: ([], []) for operation in QUESTIONS}
    for _ in range(PAIRS):
        for here, results in ((one, 0), (both, 1)):
            if here is one:
                replicas[1].kill()
            else:
                replicas[1].start()
                # HAProxy has noticed when it is given calls.
                await_true("the second replica has calls", lambda: knock(balancer) and replicas[1].calls() > 0)
            for operation, measured in runs.items():
                measured[results].append(Measured(here, balancer.grpc, folder, operation))
    return runs


def knock(balancer):
    with grpc.insecure_channel(f"127.0.0.1:{balancer.grpc}") as channel:
        for _ in range(4):
            channel.unary_unary("/mancala.v1.MancalaService/GetServerInfo")(b"", timeout=SECONDS)
    return True


def median(values):
    return statistics.median(list(values))


def table(runs):
    rows = [
        "| | one replica | two replicas | ratio |",
        "|---|--:|--:|--:|",
    ]
    for operation, (one, two) in runs.items():
        rates = [median(run.rate for run in these) for these in (one, two)]
        spent = [median(run.spent * 1e6 for run in these) for these in (one, two)]
        ratio = median(b.rate / a.rate for a, b in zip(one, two, strict=True))
        rows.append(f"| {operation}: answers per second | {rates[0]:.0f} | {rates[1]:.0f} | {ratio:.2f} |")
        times = f"{spent[0]:.1f} µs | {spent[1]:.1f} µs | {spent[1] / spent[0]:.2f}"
        rows.append(f"| {operation}: CPU time per answer | {times} |")
    return "\n".join(rows)


def main(binary, folder):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder.mkdir(parents=True, exist_ok=True)
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        sys.exit("this needs two processors")
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
    ratio = median(b.rate / a.rate for a, b in zip(one, two, strict=True))
    if ratio < SUGGESTIONS_RATIO:
        sys.exit(f"two replicas gave {ratio:.2f} times the suggestions of one, not {SUGGESTIONS_RATIO}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]))

"""Checks two replicas behind a balancer, with clients of other vendors that call continuously.

    NODE=… NODE_DIR=… python balancers.py haproxy|nginx|tcp|direct AYLA_BINARY FOLDER DESCRIPTOR_SET

- Passed on: clients that compare every answer with the contract find no difference.
- Spread: the calls of one client reach both replicas.
- Cancelled: a search ends when its client goes away.
- Rolled: each replica in turn is ended and replaced on its port, and no call fails.
- Killed: calls only fail with errors that a client may retry. With the client of docs/scaling.md, none fails.
- Down: without a replica, calls are refused.

haproxy, nginx and tcp use the configurations of examples/balancers with other ports; tcp is HAProxy as a balancer of
connections. direct has no balancer: clients call every replica themselves.

The logs of the processes go to FOLDER. Exits with 1 and a list of failures, or with 0.
"""

import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import grpc
from contract import SECONDS, START, pb, services
from expectations import expect_true, failures, finish
from loads import GRPC, HTTP, Load
from processes import EXAMPLES, Balancer, Gone, Replica, await_true, end, spawn

HERE = pathlib.Path(__file__).resolve().parent
SETTINGS = {
    # HAProxy checks the health every half second.
    "AYLA_DRAIN_DELAY_MS": "1500",
    "AYLA_DRAIN_TIME_MS": "25000",
}
# Many connections reach their maximum age during calls. The replicas have different ages, because @grpc/grpc-js retries
# only once when a call was too late for its connection.
AGES_MS = {"haproxy": (1000, 1700), "nginx": (1000, 1700), "tcp": (1000, 1700), "direct": (3000, 4100)}
# The time until a replica that is back gets calls. nginx avoids it for fail_timeout, in whole seconds.
BACK_SECONDS = {"haproxy": 0.7, "nginx": 2.2, "tcp": 0.7, "direct": 0.7}
KILLS = 3
EXAMPLE = {"haproxy": "haproxy.cfg", "nginx": "nginx.conf", "tcp": "haproxy-tcp.cfg"}


class Scene:
    """Replicas, the balancer in front of them, and the targets of clients."""

    def __init__(self, way, binary, folder):
        self.way = way
        self.replicas, self.balancer = [], None
        try:
            for number, age in enumerate(AGES_MS[way], 1):
                settings = SETTINGS | {"AYLA_CONNECTION_AGE_MS": str(age)}
                self.replicas.append(Replica(binary, folder / f"ayla-{number}.log", settings))
            if way in EXAMPLE:
                self.balancer = Balancer(folder, EXAMPLE[way], self.replicas)
        except Gone:
            self.end()
            raise
        if self.balancer is None:
            addresses = ",".join(f"127.0.0.1:{replica.port}" for replica in self.replicas)
            self.targets = dict.fromkeys(GRPC, f"ipv4:{addresses}")
            self.recommended = EXAMPLES / "service-config-direct.json"
            self.once = [HERE / "service-config-direct-once.json"]
        else:
            self.targets = dict.fromkeys(GRPC, f"ipv4:127.0.0.1:{self.balancer.grpc}")
            self.targets |= dict.fromkeys(HTTP, f"127.0.0.1:{self.balancer.json}")
            self.recommended = EXAMPLES / "service-config.json"
            self.once = []

    def loads(self, *names):
        """Starts clients, all by default, that do not retry."""
        started = [Load(name, self.targets[name], self.once) for name in names or self.targets]
        return [load.ready() for load in started]

    def recommended_loads(self):
        """Starts the clients of docs/scaling.md."""
        started = [Load(name, self.targets[name], [self.recommended, "retry-streams"]) for name in GRPC]
        return [load.ready() for load in started]

    def calls(self):
        return [replica.calls() for replica in self.replicas]

    def end(self):
        for holder in [*self.replicas, self.balancer]:
            if holder is not None:
                end(holder.process, signal.SIGKILL)

    def retryable(self, operation):
        """The codes with which a call may fail when a replica is killed."""
        if operation in ("apply-move by HTTP", "validate-move by HTTP"):
            # A balancer of connections can only close them.
            return {"ProtocolError"} if self.way == "tcp" else {"502", "503"}
        if operation.endswith("begun") and self.way in ("haproxy", "nginx"):
            # An HTTP/2 proxy has already passed on the head of the response, and can only reset the stream.
            return {"INTERNAL", "UNKNOWN"}
        return {"UNAVAILABLE"}


def check_passed_on(scene, descriptor_set):
    """The checks of a single server succeed through the balancer, including errors and reflection."""
    checkers = [
        [sys.executable, HERE / "grpc_client.py", scene.targets["grpcio"]],
        [os.environ["NODE"], f"{os.environ['NODE_DIR']}/grpc_web_client.mjs", scene.targets["urllib3"], descriptor_set],
    ]
    for command in checkers:
        checker = spawn(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            said, _ = checker.communicate(timeout=3 * SECONDS)
        finally:
            end(checker, signal.SIGKILL)
        if checker.returncode != 0:
            print(said, flush=True)
        expect_true(f"{pathlib.Path(command[1]).name}: no failures", checker.returncode == 0)


def check_spread(scene):
    """Each gRPC client has one connection, urllib3 four."""
    for name in scene.targets:
        before = scene.calls()
        (load,) = scene.loads(name)
        # With tcp, calls are spread when connections reach their maximum age.
        time.sleep(4 if scene.way == "tcp" else 1)
        report = load.stop()
        counts = [after - earlier for after, earlier in zip(scene.calls(), before, strict=True)]
        shares = [count / sum(counts) for count in counts]
        low = 0.05 if scene.way == "tcp" else 0.2
        expect_true(f"{name}: spread: {counts[0]} and {counts[1]} calls", min(shares) > low)
        expect_true(f"{name}: spread: no call failed", not report.failed)


def check_rolled(scene):
    loads = scene.loads()
    time.sleep(1)
    for replica in scene.replicas:
        replica.roll()
        await_true("the successor gets calls", lambda replica=replica: replica.calls() > 100)
        time.sleep(BACK_SECONDS[scene.way])
    for report in [load.stop() for load in loads]:
        total = report.total()
        expect_true(f"{report.name}: rolled: no call of {total} failed", not report.failed and total > 500)


def kill_under_load(scene, loads):
    time.sleep(0.5)
    for number in range(KILLS):
        replica = scene.replicas[number % 2]
        replica.kill()
        time.sleep(0.5)
        replica.start()
        await_true("the successor gets calls", lambda: replica.calls() > 100)  # noqa: B023, called at once
        time.sleep(BACK_SECONDS[scene.way])
    return [load.stop() for load in loads]


def check_killed(scene):
    for report in kill_under_load(scene, scene.loads()):
        by = " by HTTP" if report.name in HTTP else ""
        wrong = [f for f in report.failed if f["code"] not in scene.retryable(f["operation"] + by)]
        counts = f"{report.failures()} calls failed of {report.total()}"
        expect_true(f"{report.name}: killed: {counts}, all retryable", not wrong)


def check_recommended(scene):
    for report in kill_under_load(scene, scene.recommended_loads()):
        expect_true(f"{report.name}: killed, as recommended: no call of {report.total()} failed", not report.failed)


def check_cancelled(scene):
    """A search ends when its client goes away."""

    def busy():
        return sum(replica.metric("ayla_search_slots_busy") for replica in scene.replicas)

    endless = {"position": START, "depth": 60, "timeMs": 10_000}
    with grpc.insecure_channel(scene.targets["grpcio"], [("grpc.default_authority", "ayla.test")]) as channel:
        request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=10_000)
        call = services.MancalaServiceStub(channel).SuggestMove.future(request, timeout=SECONDS)
        await_true("the search for a gRPC client starts", lambda: busy() == 1)
        call.cancel()
        await_true("the search ends with the call", lambda: busy() == 0, seconds=2)
    expect_true("grpcio: cancelled: the search ended", True)
    if "urllib3" in scene.targets:
        connection = http.client.HTTPConnection(scene.targets["urllib3"], timeout=SECONDS)
        headers = {"content-type": "application/json"}
        connection.request("POST", "/v1/variants/awale/suggest-move", json.dumps(endless), headers)
        await_true("the search for an HTTP client starts", lambda: busy() == 1)
        connection.close()
        await_true("the search ends with the connection", lambda: busy() == 0, seconds=2)
        expect_true("HTTP: cancelled: the search ended", True)


def check_down(scene):
    loads = scene.loads()
    for replica in scene.replicas:
        replica.kill()
    time.sleep(0.5)
    for report in [load.stop() for load in loads]:
        codes = {failed["code"] for failed in report.failed if not failed["operation"].endswith("begun")}
        if report.name in HTTP:
            # HAProxy closes the connection if a replica did not answer, so that the client retries.
            allowed = {"haproxy": {"503", "ProtocolError"}, "nginx": {"503"}, "tcp": {"ProtocolError"}}[scene.way]
        else:
            allowed = {"UNAVAILABLE"}
        expect_true(f"{report.name}: down: refused as {', '.join(sorted(codes))}", codes and codes <= allowed)
    for replica in scene.replicas:
        replica.start()
    time.sleep(BACK_SECONDS[scene.way])
    loads = scene.loads()
    time.sleep(0.5)
    for report in [load.stop() for load in loads]:
        expect_true(f"{report.name}: back: no call failed", not report.failed)


def main(way, binary, folder, descriptor_set):
    folder.mkdir(parents=True, exist_ok=True)
    scene = None
    try:
        scene = Scene(way, binary, folder)
        if scene.balancer is not None:
            check_passed_on(scene, descriptor_set)
        for check in (check_spread, check_cancelled, check_rolled, check_killed, check_recommended, check_down):
            check(scene)
    except (Gone, OSError, grpc.RpcError, subprocess.SubprocessError) as error:
        failures.append(f"stopped by {error!r}")
    finally:
        if scene is not None:
            scene.end()
    finish(way)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4])

"""Two replicas, what spreads calls over them, and clients of other makers that call all the while.

    NODE=… NODE_DIR=… python balancers.py haproxy|nginx|tcp|direct AYLA_BINARY FOLDER DESCRIPTOR_SET

Passed on: the clients that check all that the contract says find nothing amiss. Spread: the calls of one client reach
both replicas. Cancelled: a search ends when its caller goes. Rolled: each replica in turn is told to end and has a
successor on its port, and no call fails. Killed: no call fails but in a way that may be made again; and with the
client that docs/scaling.md recommends, none fails at all. Nobody: without a replica, callers are told so.

haproxy, nginx and tcp run the configurations that are in examples/balancers, with other ports; tcp is HAProxy as a
balancer that knows nothing but connections. direct has nothing in front of the replicas: clients call each themselves.

What the processes say goes to FOLDER. Exits with 1 and a list of what was wrong, or with 0.
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
from loads import GRPC, HTTP, Load
from processes import EXAMPLES, ROOT, SECONDS, Balancer, Gone, Replica, await_true, end, spawn

sys.path.insert(0, str(ROOT / "proto"))
pb, services = grpc.protos_and_services("mancala/v1/mancala_service.proto")
HERE = pathlib.Path(__file__).resolve().parent
SETTINGS = {
    # Longer than it takes HAProxy to notice: a check every half second.
    "AYLA_DRAIN_DELAY_MS": "1500",
    "AYLA_DRAIN_TIME_MS": "25000",
}
# So that many connections age while calls run on them; of each replica after another time, since @grpc/grpc-js makes a
# call that comes too late for its connection again once, and not twice.
AGES_MS = {"haproxy": (1000, 1700), "nginx": (1000, 1700), "tcp": (1000, 1700), "direct": (3000, 4100)}
# From when on a replica that is back is known to be: nginx holds it for dead for fail_timeout, in whole seconds.
FORGIVEN_SECONDS = {"haproxy": 0.7, "nginx": 2.2, "tcp": 0.7, "direct": 0.7}
KILLS = 3
EXAMPLE = {"haproxy": "haproxy.cfg", "nginx": "nginx.conf", "tcp": "haproxy-tcp.cfg"}

failures = []


def expect(what, holds):
    """Goes on whatever comes out."""
    print(f"{'ok   ' if holds else 'WRONG'} {what}", flush=True)
    if not holds:
        failures.append(what)


class Scene:
    """Replicas, what is in front of them, and where clients call."""

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
        """Clients, all if none is named, that make a failed call only once."""
        begun = [Load(name, self.targets[name], self.once) for name in names or self.targets]
        return [load.ready() for load in begun]

    def recommended_loads(self):
        begun = [Load(name, self.targets[name], [self.recommended, "ask-again"]) for name in GRPC]
        return [load.ready() for load in begun]

    def calls(self):
        return [replica.calls() for replica in self.replicas]

    def end(self):
        for holder in [*self.replicas, self.balancer]:
            if holder is not None:
                end(holder.process, signal.SIGKILL)

    def retryable(self, operation):
        """The codes that a call may fail with when a replica is killed."""
        if operation in ("apply-move by HTTP", "validate-move by HTTP"):
            # Without HTTP in between, the end of the connection is all that there is to see.
            return {"ProtocolError"} if self.way == "tcp" else {"502", "503"}
        if operation.endswith("begun") and self.way in ("haproxy", "nginx"):
            # An HTTP/2 proxy has passed on the head of the answer, and can but break it off.
            return {"INTERNAL", "UNKNOWN"}
        return {"UNAVAILABLE"}


def check_passed_on(scene, descriptor_set):
    """The clients that check all answers of a server alone get the same ones of a balancer, errors and reflection too."""
    checkers = [
        [sys.executable, HERE / "grpc_client.py", scene.targets["grpcio"], ROOT / "proto"],
        [os.environ["NODE"], f"{os.environ['NODE_DIR']}/grpc_web_client.mjs", scene.targets["urllib3"], descriptor_set],
    ]
    for command in checkers:
        checker = spawn(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            said, _ = checker.communicate(timeout=3 * SECONDS)
        finally:
            end(checker, signal.SIGKILL)
        expect(f"{pathlib.Path(command[1]).name}: as of a server alone", checker.returncode == 0)
        if checker.returncode != 0:
            print(said, flush=True)


def check_spread(scene):
    """Each client alone has one connection, urllib3 four."""
    for name in scene.targets:
        before = scene.calls()
        (load,) = scene.loads(name)
        # With tcp it is the ages of the connection that spread calls.
        time.sleep(4 if scene.way == "tcp" else 1)
        report = load.stop()
        counts = [after - earlier for after, earlier in zip(scene.calls(), before, strict=True)]
        shares = [count / sum(counts) for count in counts]
        low = 0.05 if scene.way == "tcp" else 0.2
        expect(f"{name}: spread: {counts[0]} calls to the one, {counts[1]} to the other", min(shares) > low)
        expect(f"{name}: spread: no call failed", not report.failed)


def check_rolled(scene):
    loads = scene.loads()
    time.sleep(1)
    for replica in scene.replicas:
        replica.roll()
        await_true("the successor has calls", lambda replica=replica: replica.calls() > 100)
        time.sleep(FORGIVEN_SECONDS[scene.way])
    for report in [load.stop() for load in loads]:
        total = report.total()
        expect(f"{report.name}: rolled: no call of {total} failed", not report.failed and total > 2000)


def kill_under_load(scene, loads):
    time.sleep(0.5)
    for number in range(KILLS):
        replica = scene.replicas[number % 2]
        replica.kill()
        time.sleep(0.5)
        replica.start()
        await_true("the successor has calls", lambda: replica.calls() > 100)  # noqa: B023, called at once
        time.sleep(FORGIVEN_SECONDS[scene.way])
    return [load.stop() for load in loads]


def check_killed(scene):
    for report in kill_under_load(scene, scene.loads()):
        by = " by HTTP" if report.name in HTTP else ""
        wrong = [f for f in report.failed if f["code"] not in scene.retryable(f["operation"] + by)]
        expect(f"{report.name}: killed: {report.failures()} calls failed of {report.total()}, all retryable", not wrong)


def check_killed_unseen(scene):
    for report in kill_under_load(scene, scene.recommended_loads()):
        expect(f"{report.name}: killed, as recommended: no call of {report.total()} failed", not report.failed)


def check_cancelled(scene):
    """A search ends when its caller goes, whatever is in between."""

    def busy():
        return sum(replica.metric("ayla_search_slots_busy") for replica in scene.replicas)

    endless = {"position": "awale 444444/444444 0/0 s", "depth": 60, "timeMs": 10_000}
    with grpc.insecure_channel(scene.targets["grpcio"], [("grpc.default_authority", "ayla.test")]) as channel:
        asked = pb.SuggestMoveRequest(position=endless["position"], depth=60, time_ms=10_000)
        call = services.MancalaServiceStub(channel).SuggestMove.future(asked, timeout=SECONDS)
        await_true("it is searched for a gRPC caller", lambda: busy() == 1)
        call.cancel()
        await_true("the search ends with the call", lambda: busy() == 0, seconds=2)
    expect("grpcio: cancelled: the search ended", True)
    if "urllib3" in scene.targets:
        connection = http.client.HTTPConnection(scene.targets["urllib3"], timeout=SECONDS)
        headers = {"content-type": "application/json"}
        connection.request("POST", "/v1/variants/awale/suggest-move", json.dumps(endless), headers)
        await_true("it is searched for an HTTP caller", lambda: busy() == 1)
        connection.close()
        await_true("the search ends with the connection", lambda: busy() == 0, seconds=2)
        expect("HTTP: cancelled: the search ended", True)


def check_nobody(scene):
    loads = scene.loads()
    for replica in scene.replicas:
        replica.kill()
    time.sleep(0.5)
    for report in [load.stop() for load in loads]:
        codes = {failed["code"] for failed in report.failed if not failed["operation"].endswith("begun")}
        if report.name in HTTP:
            # HAProxy closes the connection where a replica did not answer, for the client to try again.
            allowed = {"haproxy": {"503", "ProtocolError"}, "nginx": {"503"}, "tcp": {"ProtocolError"}}[scene.way]
        else:
            allowed = {"UNAVAILABLE"}
        expect(f"{report.name}: nobody: refused as {', '.join(sorted(codes))}", codes and codes <= allowed)
    for replica in scene.replicas:
        replica.start()
    time.sleep(FORGIVEN_SECONDS[scene.way])
    loads = scene.loads()
    time.sleep(0.5)
    for report in [load.stop() for load in loads]:
        expect(f"{report.name}: back: no call failed", not report.failed)


def main(way, binary, folder, descriptor_set):
    # So that what was started is ended also when this is.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder.mkdir(parents=True, exist_ok=True)
    scene = None
    try:
        scene = Scene(way, binary, folder)
        if scene.balancer is not None:
            check_passed_on(scene, descriptor_set)
        for check in (check_spread, check_cancelled, check_rolled, check_killed, check_killed_unseen, check_nobody):
            check(scene)
    except (Gone, OSError, grpc.RpcError, subprocess.SubprocessError) as error:
        failures.append(f"stopped half-way by {error!r}")
    finally:
        if scene is not None:
            scene.end()
    if failures:
        sys.exit("\n".join([f"{way}: not as it should be:", *(f"  {failure}" for failure in failures)]))
    print(f"{way}: as it should be")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4])

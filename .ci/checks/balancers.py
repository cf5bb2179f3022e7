"""Checks two replicas behind a balancer, with clients of other vendors that call continuously.

    NODE=… NODE_DIR=… python balancers.py haproxy|nginx|tcp|direct AYLA_BINARY FOLDER DESCRIPTOR_SET

- Passed on: clients that compare every answer with the contract find no difference.
- Named: each client behind a proxy has limits of its own, and cannot claim another address (HAProxy, nginx).
- Spread: the calls of one client reach both replicas.
- Cancelled: a search ends when its client goes away.
- Rolled: each replica in turn is ended and replaced on its port, and no call fails.
- Killed: calls only fail with errors that a client may retry. With the client of docs/scaling.md, none fails.
- Frozen: a replica that stops responding costs its callers a second at most (HAProxy).
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
import threading
import time

import grpc
from contract import SECONDS, SERVICE, START, pb, services
from expectations import expect_true, failures, finish
from loads import GRPC, HTTP, Load
from processes import EXAMPLES, Balancer, Gone, Replica, await_true, end, spawn

HERE = pathlib.Path(__file__).resolve().parent
SETTINGS = {
    # HAProxy checks the health every fifth of a second.
    "AYLA_DRAIN_DELAY_MS": "1500",
    "AYLA_DRAIN_TIME_MS": "25000",
}
# Both proxies and most clients here have this address; for the others, each replica has a limit of 4 pictures at once.
PROXY_SETTINGS = {"AYLA_TRUSTED_PROXIES": "127.0.0.1", "AYLA_PICTURE_RATE": "1"}
# Many connections reach their maximum age during calls. The replicas have different ages, because @grpc/grpc-js retries
# only once when a call was too late for its connection.
AGES_MS = {"haproxy": (1000, 1700), "nginx": (1000, 1700), "tcp": (1000, 1700), "direct": (3000, 4100)}
# The time until a replica that is back gets calls. nginx avoids it for fail_timeout, in whole seconds.
BACK_SECONDS = {"haproxy": 0.7, "nginx": 2.2, "tcp": 0.7, "direct": 0.7}
KILLS = 3
# How long a replica is frozen. HAProxy detects that by its checks; in TCP mode it only ends the connections, so that
# clients call again. A call that was left to a frozen replica takes this time. The others take less than a second on a quiet
# machine, and more on a busy one.
FROZEN_SECONDS = 2
MOVED_SECONDS = 1.6
# Longer than a frozen replica is tolerated.
LONG_MS = 3000
PROXIES = ("haproxy", "nginx")
EXAMPLE = {"haproxy": "haproxy.cfg", "nginx": "nginx.conf", "tcp": "haproxy-tcp.cfg"}


class Scene:
    """Replicas, the balancer in front of them, and the targets of clients."""

    def __init__(self, way, binary, folder):
        self.way = way
        self.replicas, self.balancer = [], None
        try:
            for number, age in enumerate(AGES_MS[way], 1):
                settings = SETTINGS | {"AYLA_CONNECTION_AGE_MS": str(age)}
                if way in PROXIES:
                    settings |= PROXY_SETTINGS
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
        if operation.endswith("begun") and self.way in PROXIES:
            # An HTTP/2 proxy has already passed on the head of the response, and can only reset the stream.
            return {"INTERNAL", "UNKNOWN"}
        return {"UNAVAILABLE"}


def channel(scene):
    # By default the authority is the list of addresses, which is not valid.
    return grpc.insecure_channel(scene.targets["grpcio"], [("grpc.default_authority", "ayla.test")])


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
    """No call fails, nor is a long search ended, when a replica is replaced."""
    loads = scene.loads()
    time.sleep(1)
    for replica in scene.replicas:
        with channel(scene) as opened:
            request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=LONG_MS)
            stub = services.MancalaServiceStub(opened)
            searches = [stub.SuggestMove.future(request, timeout=SECONDS) for _ in range(2)]
            time.sleep(0.3)
            replica.roll()
            codes = [search.code().name for search in searches]
        expect_true(f"rolled: searches of {LONG_MS} ms are not ended: {codes}", set(codes) == {"OK"})
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


def busy(replica):
    """The searches that a replica runs."""
    return replica.metric("ayla_search_slots_busy")


def check_cancelled(scene):
    """A search ends when its client goes away."""
    endless = {"position": START, "depth": 60, "timeMs": 10_000}
    with channel(scene) as opened:
        request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=10_000)
        call = services.MancalaServiceStub(opened).SuggestMove.future(request, timeout=SECONDS)
        await_true("the search for a gRPC client starts", lambda: sum(map(busy, scene.replicas)) == 1)
        call.cancel()
        await_true("the search ends with the call", lambda: sum(map(busy, scene.replicas)) == 0, seconds=2)
    expect_true("grpcio: cancelled: the search ended", True)
    if "urllib3" in scene.targets:
        connection = http.client.HTTPConnection(scene.targets["urllib3"], timeout=SECONDS)
        headers = {"content-type": "application/json"}
        connection.request("POST", "/v1/variants/awale/suggest-move", json.dumps(endless), headers)
        await_true("the search for an HTTP client starts", lambda: sum(map(busy, scene.replicas)) == 1)
        connection.close()
        await_true("the search ends with the connection", lambda: sum(map(busy, scene.replicas)) == 0, seconds=2)
        expect_true("HTTP: cancelled: the search ended", True)


class Repeated:
    """A call that is repeated in a thread of its own: the longest time that it took, and its failures."""

    def __init__(self, name, call):
        self.name, self.call = name, call
        self.longest, self.failed, self.over = 0, [], False
        self.thread = threading.Thread(target=self.repeat, daemon=True)
        self.thread.start()

    def repeat(self):
        while not self.over:
            start = time.monotonic()
            try:
                self.call()
            except grpc.RpcError as error:
                self.failed.append(error.code().name)
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(type(error).__name__)
            self.longest = max(self.longest, time.monotonic() - start)

    def end(self):
        self.over = True
        self.thread.join(timeout=SECONDS)


def apply_by_json(connection):
    body = json.dumps({"position": START, "move": "3"})
    try:
        connection.request("POST", "/v1/variants/awale/apply-move", body, {"content-type": "application/json"})
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        # The next call opens it again.
        connection.close()
        raise
    if answer.status != 200:
        raise http.client.HTTPException(answer.status)


def check_frozen(scene):
    """The longest of the calls while a replica is frozen. A search that takes longer than that is not ended."""
    rule_call = pb.ApplyMoveRequest(position=START, move="3")
    short, long = (pb.SuggestMoveRequest(position=START, depth=60, time_ms=time_ms) for time_ms in (150, LONG_MS))
    with channel(scene) as opened:
        stub = services.MancalaServiceStub(opened)
        connections = [http.client.HTTPConnection(scene.targets["urllib3"], timeout=SECONDS) for _ in range(4)]
        calls = [("apply-move", lambda: stub.ApplyMove(rule_call, timeout=SECONDS))] * 4
        calls += [("apply-move by HTTP", lambda each=each: apply_by_json(each)) for each in connections]
        calls += [("suggest-move", lambda: stub.SuggestMove(short, timeout=SECONDS))] * 2
        repeated = [Repeated(name, call) for name, call in calls]
        for replica in scene.replicas:
            time.sleep(1)
            replica.process.send_signal(signal.SIGSTOP)
            time.sleep(FROZEN_SECONDS)
            replica.process.send_signal(signal.SIGCONT)
        for each in repeated:
            each.end()
        failed = sorted(code for each in repeated for code in each.failed)
        # A balancer of connections can only close them.
        allowed = {"UNAVAILABLE", "RemoteDisconnected", "ConnectionResetError"} if scene.way == "tcp" else set()
        expect_true(f"frozen: {len(failed)} calls failed {sorted(set(failed))}", set(failed) <= allowed)
        for name in dict(calls):
            longest = max(each.longest for each in repeated if each.name == name)
            expect_true(f"frozen: the longest {name} took {longest:.2f} s", longest <= MOVED_SECONDS)

        start = time.monotonic()
        answer = stub.SuggestMove(long, timeout=SECONDS)
        seconds = time.monotonic() - start
        expect_true(f"not frozen: a search of {LONG_MS} ms took {seconds:.2f} s", answer.move and seconds > 2)
        if scene.way == "haproxy":
            check_moved(scene, stub)


def check_moved(scene, stub):
    """A search in a replica that freezes is begun again in the other one."""
    request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=1000)
    await_true("all searches have ended", lambda: not any(map(busy, scene.replicas)))
    start = time.monotonic()
    call = stub.SuggestMove.future(request, timeout=SECONDS)
    await_true("the search starts", lambda: any(map(busy, scene.replicas)))
    replica = next(replica for replica in scene.replicas if busy(replica))
    replica.process.send_signal(signal.SIGSTOP)
    try:
        answer = call.result()
    finally:
        replica.process.send_signal(signal.SIGCONT)
    lost = time.monotonic() - start - 1
    expect_true(f"frozen: a search is begun again after {lost:.2f} s", answer.move and lost <= MOVED_SECONDS)


# The pictures that a client asks for: more than it may at once, from both replicas.
PICTURES = 16


def refused_by_grpc(scene, folder, address, forwarded):
    """How many of PICTURES a client with this address is refused."""
    request, message = folder / "picture", pb.RenderBoardRequest(position=START, format="PICTURE_FORMAT_SVG")
    request.write_bytes(message.SerializeToString())
    script, target = f"{os.environ['NODE_DIR']}/grpc_from.mjs", f"127.0.0.1:{scene.balancer.grpc}"
    command = [os.environ["NODE"], script, address, target, f"/{SERVICE}/RenderBoard", request, str(PICTURES), *forwarded]
    asked = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS)
    return json.loads(asked.stdout).count(str(grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]))


def refused_by_json(scene, _, address, forwarded):
    """The same over HTTP/1.1."""
    connection = http.client.HTTPConnection("127.0.0.1", scene.balancer.json, SECONDS, source_address=(address, 0))
    statuses = []
    for _ in range(PICTURES):
        connection.putrequest("GET", f"/v1/variants/awale/board.svg?position={START.replace(' ', '_')}")
        for each in forwarded:
            connection.putheader("X-Forwarded-For", each)
        connection.endheaders()
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()
    return statuses.count(429)


def check_named(scene, folder):
    """Two clients have limits of their own, and neither can claim to be another one."""
    for number, refused in enumerate((refused_by_grpc, refused_by_json), 1):
        clients, name = [f"127.0.{number}.{client}" for client in (1, 2)], refused.__name__
        counts = [refused(scene, folder, address, ()) for address in clients]
        own = 0 < min(counts) and max(counts) <= PICTURES - 4
        expect_true(f"{name}: of {PICTURES} pictures each, two clients are refused {counts}", own)
        for forged in (["8.8.8.8"], ["8.8.8.8", "9.9.9.9, 127.0.0.1"]):
            count = refused(scene, folder, clients[0], forged)
            expect_true(f"{name}: and {count} more with X-Forwarded-For: {forged}", count > counts[0])


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
    if scene.way == "nginx":
        # It refused some calls of a first crowd, as if a replica that was down were tried with one call at first.
        first = scene.loads()
        time.sleep(0.5)
        for load in first:
            load.stop()
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
        if way in PROXIES:
            check_named(scene, folder)
        for check in (check_spread, check_cancelled, check_rolled, check_killed, check_recommended):
            check(scene)
        if way in ("haproxy", "tcp"):
            # nginx has no checks of its own, and waits for an answer.
            check_frozen(scene)
        check_down(scene)
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

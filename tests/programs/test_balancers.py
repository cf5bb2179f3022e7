"""Two replicas behind a balancer, with clients of other vendors that call continuously.

haproxy, nginx and tcp use the configurations of examples/balancers with other ports; tcp is HAProxy as a balancer of
connections. direct has no balancer: clients call every replica themselves.
"""

import http.client
import json
import time
import types

import grpc
import httpx
import pytest
from continuous import CHANNEL, GrpcLoad, HttpLoad, NodeLoad
from contract import SECONDS, SERVICE, START, pb, services
from servers import EXAMPLES, await_true, framed, stop_together
from test_grpc import *  # noqa: F403, its tests and their fixtures

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
EXAMPLE = {"haproxy": "haproxy.cfg", "nginx": "nginx.conf", "tcp": "haproxy-tcp.cfg"}
# Clients that balance calls themselves, without retries.
DIRECT_ONCE = '{"loadBalancingConfig": [{"round_robin": {}}], "healthCheckConfig": {"serviceName": "mancala.v1.MancalaService"}}'


class Scene(types.SimpleNamespace):
    """Replicas, the balancer in front of them, and the targets of clients."""

    def loads(self):
        """Clients that do not retry."""
        loads = [GrpcLoad(self.grpc, self.once), NodeLoad(self.grpc, self.once)]
        return loads if self.json is None else [*loads, HttpLoad(self.json)]

    def recommended_loads(self):
        """The clients of docs/scaling.md."""
        return [GrpcLoad(self.grpc, self.recommended, True), NodeLoad(self.grpc, self.recommended, True)]

    def open_channel(self):
        return grpc.insecure_channel(self.grpc, CHANNEL)

    def busy(self):
        """The searches that each replica runs."""
        return [replica.metric("ayla_search_slots_busy") for replica in self.replicas]

    def returned(self, replica):
        """A replica that was started again gets calls."""
        await_true("the successor gets calls", lambda: replica.calls() > 100)
        time.sleep(BACK_SECONDS[self.way])


@pytest.fixture(scope="module", params=["haproxy", "nginx", "tcp", "direct"])
def scene(request, start, balance):
    way = request.param
    settings = SETTINGS | (PROXY_SETTINGS if way in ("haproxy", "nginx") else {})
    replicas = [start(settings | {"AYLA_CONNECTION_AGE_MS": age}) for age in AGES_MS[way]]
    if way == "direct":
        addresses = ",".join(replica.address for replica in replicas)
        places = {"grpc": f"ipv4:{addresses}", "json": None}
        places |= {"once": DIRECT_ONCE, "recommended": (EXAMPLES / "service-config-direct.json").read_text()}
    else:
        balancer = balance(EXAMPLE[way], replicas)
        places = {"grpc": f"ipv4:127.0.0.1:{balancer.grpc}", "json": f"127.0.0.1:{balancer.json}"}
        places |= {"once": "{}", "recommended": (EXAMPLES / "service-config.json").read_text()}
    yield Scene(way=way, replicas=replicas, **places)
    stop_together(replicas)


def through(*ways):
    return pytest.mark.parametrize("scene", ways, indirect=True)


# -------------------------------------------------------------------------------------------------------- passed on

# The tests of a single server, with another address.


@pytest.fixture(scope="module")
def address(scene):
    if scene.way == "direct":
        pytest.skip("there is no balancer")
    return scene.grpc


@pytest.fixture(scope="module")
def web_address(scene, address):
    return scene.json


# The pictures that a client asks for: more than it may at once, from both replicas.
PICTURES = 16


def refused_by_grpc(scene, address, forwarded):
    """How many of PICTURES a client with this address is refused. A refusal has its status in the head."""
    message = framed(pb.RenderBoardRequest(position=START, format="PICTURE_FORMAT_SVG"))
    headers = [("content-type", "application/grpc"), ("te", "trailers"), *(("x-forwarded-for", each) for each in forwarded)]
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address, http1=False, http2=True)) as client:
        url = f"http://{scene.grpc.removeprefix('ipv4:')}/{SERVICE}/RenderBoard"
        answers = [client.post(url, content=message, headers=headers) for _ in range(PICTURES)]
    refused = str(grpc.StatusCode.RESOURCE_EXHAUSTED.value[0])
    return [answer.headers.get("grpc-status") for answer in answers].count(refused)


def refused_by_json(scene, address, forwarded):
    """The same over HTTP/1.1."""
    headers = [("x-forwarded-for", each) for each in forwarded]
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
        url = f"http://{scene.json}/v1/variants/awale/board.svg?position={START.replace(' ', '_')}"
        return [client.get(url, headers=headers).status_code for _ in range(PICTURES)].count(429)


@through("haproxy", "nginx")
@pytest.mark.parametrize("refused", [refused_by_grpc, refused_by_json])
def test_each_client_has_limits_of_its_own_and_cannot_claim_another_address(scene, refused):
    clients = [f"127.0.{1 if refused is refused_by_grpc else 2}.{client}" for client in (1, 2)]
    counts = [refused(scene, address, ()) for address in clients]
    assert 0 < min(counts) and max(counts) <= PICTURES - 4
    for forged in (["8.8.8.8"], ["8.8.8.8", "9.9.9.9, 127.0.0.1"]):
        assert refused(scene, clients[0], forged) > counts[0], forged


@pytest.mark.parametrize("client", [GrpcLoad, NodeLoad, HttpLoad])
def test_the_calls_of_one_client_reach_both_replicas(scene, client):
    """Each gRPC client has one connection, urllib3 four."""
    if client is HttpLoad and scene.json is None:
        pytest.skip("urllib3 does not balance calls")
    before = [replica.calls() for replica in scene.replicas]
    load = client(scene.json) if client is HttpLoad else client(scene.grpc, scene.once)
    # With tcp, calls are spread when connections reach their maximum age.
    time.sleep(4 if scene.way == "tcp" else 1)
    assert not load.stop().failed
    counts = [replica.calls() - earlier for replica, earlier in zip(scene.replicas, before, strict=True)]
    assert min(counts) / sum(counts) > (0.05 if scene.way == "tcp" else 0.2), counts


def test_a_search_ends_when_its_client_goes_away(scene):
    with scene.open_channel() as channel:
        request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=10_000)
        call = services.MancalaServiceStub(channel).SuggestMove.future(request, timeout=SECONDS)
        await_true("the search for a gRPC client starts", lambda: sum(scene.busy()) == 1)
        call.cancel()
        await_true("the search ends with the call", lambda: sum(scene.busy()) == 0, seconds=2)
    if scene.json is not None:
        endless = json.dumps({"position": START, "depth": 60, "timeMs": 10_000})
        connection = http.client.HTTPConnection(scene.json)
        connection.request("POST", "/v1/variants/awale/suggest-move", endless, {"content-type": "application/json"})
        await_true("the search for an HTTP client starts", lambda: sum(scene.busy()) == 1)
        connection.close()
        await_true("the search ends with the connection", lambda: sum(scene.busy()) == 0, seconds=2)


@through("haproxy", "nginx", "tcp")
def test_a_tool_is_called_once_however_long_it_searches(scene):
    """A review of these moves takes longer than HAProxy gives a rule call."""
    before = sum(replica.calls(operation="mcp") for replica in scene.replicas)

    def called(tool, **arguments):
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        return httpx.post(f"http://{scene.json}/mcp", json=asked, timeout=SECONDS).raise_for_status().json()["result"]

    handle = called("start_game", variant="awale")["structuredContent"]["handle"]
    review = called("review_game", handle=handle, moves=["3", "3", "2", "2"])
    assert review["structuredContent"]["reviewed"], review
    assert sum(replica.calls(operation="mcp") for replica in scene.replicas) == before + 2


# ---------------------------------------------------------------------------------------------------- replicas go away


def test_no_call_fails_when_a_replica_is_replaced(scene):
    """Nor is a long search ended."""
    loads = scene.loads()
    time.sleep(1)
    for replica in scene.replicas:
        with scene.open_channel() as channel:
            request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=LONG_MS)
            stub = services.MancalaServiceStub(channel)
            searches = [stub.SuggestMove.future(request, timeout=SECONDS) for _ in range(2)]
            time.sleep(0.3)
            replica.roll()
            assert {search.code().name for search in searches} == {"OK"}
        scene.returned(replica)
    for load in loads:
        load.stop()
        assert not load.failed and load.answered.total() > 500, load


def retryable(scene, client, operation):
    """The codes with which a call of this client may fail when a replica is killed."""
    if operation.endswith("by HTTP"):
        # A balancer of connections can only close them.
        return {"ProtocolError"} if scene.way == "tcp" else {"502", "503"}
    if operation.endswith("begun") and scene.way in ("haproxy", "nginx"):
        # An HTTP/2 proxy has already passed on the head of the response, and can only reset the stream; or the head was that of
        # its own 503.
        return {"INTERNAL", "UNKNOWN", "UNAVAILABLE"}
    if client == "grpc-js" and scene.way in ("tcp", "direct"):
        # The latter if the connection had already received a GOAWAY.
        return {"UNAVAILABLE", "INTERNAL"}
    return {"UNAVAILABLE"}


def test_a_killed_replica_fails_no_call_of_the_recommended_clients(scene):
    """Those of others only fail with errors that a client may retry."""
    loads = scene.loads()
    recommended = scene.recommended_loads()
    time.sleep(0.5)
    for number in range(KILLS):
        replica = scene.replicas[number % 2]
        replica.kill()
        time.sleep(0.5)
        replica.start()
        scene.returned(replica)
    for load in recommended:
        # As a string, which pytest does not shorten.
        assert not load.stop().failed, str(load)
    for load in loads:
        wrong = [failure for failure in load.stop().failed if failure[1] not in retryable(scene, load.name, failure[0])]
        assert not wrong, f"{wrong} of {load}"


# nginx has no checks of its own, and waits for an answer.
@through("haproxy", "tcp")
def test_a_frozen_replica_delays_calls_by_a_second_at_most(scene):
    """A search that takes longer than that is not ended."""
    # A stream that has begun breaks off.
    loads = [GrpcLoad(scene.grpc, time_ms=150), HttpLoad(scene.json)]
    for replica in scene.replicas:
        time.sleep(1)
        with replica.frozen():
            time.sleep(FROZEN_SECONDS)
    # On a busy machine a search may have no time to find a move.
    allowed = {"RESOURCE_EXHAUSTED"}
    if scene.way == "tcp":
        # A balancer of connections can only close them.
        allowed |= {"UNAVAILABLE", "ProtocolError"}
    for load in loads:
        assert {code for _, code in load.stop().codes()} <= allowed, load
        assert max(load.longest.values()) <= MOVED_SECONDS, load.longest
    with scene.open_channel() as channel:
        start = time.monotonic()
        request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=LONG_MS)
        assert services.MancalaServiceStub(channel).SuggestMove(request, timeout=SECONDS).move
        assert time.monotonic() - start > 2


@through("haproxy")
def test_a_search_in_a_frozen_replica_is_begun_again_in_the_other(scene):
    with scene.open_channel() as channel:
        await_true("all searches have ended", lambda: not any(scene.busy()))
        start = time.monotonic()
        request = pb.SuggestMoveRequest(position=START, depth=60, time_ms=1000)
        call = services.MancalaServiceStub(channel).SuggestMove.future(request, timeout=SECONDS)
        await_true("the search starts", lambda: any(scene.busy()))
        [replica] = [replica for replica, busy in zip(scene.replicas, scene.busy(), strict=True) if busy]
        with replica.frozen():
            assert call.result().move
        assert time.monotonic() - start - 1 <= MOVED_SECONDS


def test_calls_are_refused_without_a_replica(scene):
    loads = scene.loads()
    for replica in scene.replicas:
        replica.kill()
    time.sleep(0.5)
    # HAProxy closes the connection if a replica did not answer, so that the client retries.
    by_http = {"haproxy": {"503", "ProtocolError"}, "nginx": {"503"}, "tcp": {"ProtocolError"}}
    for load in loads:
        codes = {code for operation, code in load.stop().codes() if not operation.endswith("begun")}
        assert codes and codes <= (by_http[scene.way] if load.name == "urllib3" else {"UNAVAILABLE"}), load
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
    for load in loads:
        assert not load.stop().failed, load

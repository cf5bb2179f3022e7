"""A server with TLS and API keys, as clients of several vendors see it.

tests/server/{tls,keys,cors}.rs have the rest: who is refused over each transport and how, rates and when to retry, preflights,
callers without TLS or with another root, and files that are replaced or broken.
"""

import grpc
import pytest
import urllib3
from conftest import Authority
from contract import SECONDS, START, Failure, pb, reflect, services
from servers import await_true

ORIGIN = "https://board.example"
UNAUTHENTICATED = ("UNAUTHENTICATED", "UNAUTHENTICATED", "mancala.v1")
REQUEST = pb.ApplyMoveRequest(position="andada 101101/110011 - s b", move="6")


@pytest.fixture(scope="module")
def server(start, tls, keys):
    for name, rate in (("hasty", 1), ("guest", 10_000)):
        keys.make(name, rate)
    keys.write()
    # No key may be in the most detailed log.
    settings = {"AYLA_KEYS": keys.file, "AYLA_CORS_ORIGINS": ORIGIN, "AYLA_WATCH_MS": 200, "AYLA_LOG": "trace"}
    return start(tls | settings)


@pytest.fixture(scope="module")
def other(folder):
    return Authority(folder / "other-ca.pem")


@pytest.fixture
def channel(server, authority):
    with grpc.secure_channel(server.address, grpc.ssl_channel_credentials(authority.file.read_bytes())) as channel:
        yield channel


@pytest.fixture
def stub(channel):
    return services.MancalaServiceStub(channel)


def apply(stub, **bearer):
    return stub.ApplyMove(REQUEST, timeout=SECONDS, metadata=[*bearer.items()]).position.text


def stream(stub, **bearer):
    request = pb.SuggestMoveStreamRequest(position=START, nodes=20_000)
    return [*stub.SuggestMoveStream(request, timeout=SECONDS, metadata=[*bearer.items()])]


def test_grpcio_goes_on_after_refusals(server, channel, stub, keys):
    """On one connection."""
    ours = keys.bearer("village-bot")
    assert apply(stub, **ours) == "andada 101100/110011 - n b"
    assert stream(stub, **ours)[-1].last
    opened = server.metric("ayla_connections_total")
    for bearer in ({}, {"authorization": ours["authorization"][:-1]}):
        for call in (apply, stream):
            assert Failure(lambda: call(stub, **bearer)).summary() == UNAUTHENTICATED  # noqa: B023, called at once
    assert Failure(lambda: reflect(channel, {"list_services": ""})).code == "UNAUTHENTICATED"
    hasty = keys.bearer("hasty")
    *_, limited = [Failure(lambda: apply(stub, **hasty)) for _ in range(3)]
    assert limited.summary() == ("RESOURCE_EXHAUSTED", "RATE_LIMITED", "mancala.v1")
    assert 0 < limited.retry_seconds <= 1
    assert apply(stub, **ours) == "andada 101100/110011 - n b"
    assert server.metric("ayla_connections_total") == opened


def test_grpcio_calls_only_a_server_that_it_trusts(server, other, keys):
    untrusted = grpc.ssl_channel_credentials(other.file.read_bytes())
    for channel in (grpc.secure_channel(server.address, untrusted), grpc.insecure_channel(server.address)):
        with channel:
            stub = services.MancalaServiceStub(channel)
            assert Failure(lambda: apply(stub, **keys.bearer("village-bot"))).code == "UNAVAILABLE"  # noqa: B023


def test_json_over_https(server, authority, keys):
    url = f"https://{server.address}/v1/variants/awale/validate-move"
    query = {"position": START, "move": "3"}
    with urllib3.PoolManager(ca_certs=str(authority.file), retries=False, timeout=SECONDS) as https:
        assert https.request("GET", url, fields=query, headers=keys.bearer("village-bot")).json()["legal"]
        assert https.request("GET", url, fields=query).status == 401


def test_grpc_js(server, node, descriptors, keys, authority, other):
    node("grpc_js.mjs", server.address, descriptors, authority.file, other.file, KEY=keys.secret["village-bot"])


def test_grpc_web_of_another_origin(server, node, descriptors, keys, authority):
    environment = {"KEY": keys.secret["village-bot"], "ORIGIN": ORIGIN, "NODE_EXTRA_CA_CERTS": str(authority.file)}
    node("grpc_web.mjs", f"https://{server.address}", descriptors, **environment)


def test_a_call_outlives_its_certificate_and_its_key(stub, keys, authority, tls):
    request = pb.SuggestMoveStreamRequest(position=START, depth=60, time_ms=3000)
    running = stub.SuggestMoveStream(request, timeout=SECONDS, metadata=[*keys.bearer("guest").items()])
    next(running)
    authority.issue(*tls.values())
    keys.revoke("guest")
    keys.write()
    await_true("the key is revoked", lambda: Failure(lambda: apply(stub, **keys.bearer("guest"))).summary() == UNAUTHENTICATED)
    assert apply(stub, **keys.bearer("village-bot")) == "andada 101100/110011 - n b"
    assert [*running][-1].last


def test_no_key_is_in_the_log_or_the_metrics(server, keys):
    """Not even its second half. This comes last, after all calls."""
    metrics = server.metrics()
    server.stop()
    log = server.log.read_text(errors="replace")
    assert len(log.splitlines()) > 100
    for secret in keys.secret.values():
        assert not [line for line in (log + metrics).splitlines() if secret[-16:] in line]

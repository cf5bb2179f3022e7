"""How the installed package ayla-client reaches a server, and what it raises where it does not.

ADDRESS is a server, and TLS_ADDRESS one with a certificate of the authority in AUTHORITY, which closes idle connections soon.
"""

import asyncio
import contextlib
import http.server
import os
import re
import socket
import ssl
import threading
import time

import ayla_client
import httpx
import numpy
import pytest
from ayla_client import AsyncClient, AylaConnectionError, AylaError, Client, models
from ayla_client.env import MancalaEnv, MancalaLevelEnv, MancalaVectorEnv

ADDRESS = f"http://{os.environ['ADDRESS']}"
TLS_ADDRESS = f"https://{os.environ['TLS_ADDRESS']}"
NOBODY = "http://127.0.0.1:1"
START = "awale 444444/444444 0/0 s"


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    """Those of the environment would not reach the servers of this machine."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(scope="module")
def trusting():
    return ssl.create_default_context(cafile=os.environ["AUTHORITY"])


@pytest.fixture
def prefixed():
    """The address below which a proxy has the server, and the headers that have come there."""
    received = []

    class Proxy(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            assert self.path.startswith("/games/ayla/"), self.path
            received.append(self.headers)
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            kind = {"content-type": self.headers["content-type"]} if body else {}
            answer = httpx.request(self.command, ADDRESS + self.path.removeprefix("/games/ayla"), content=body, headers=kind)
            self.send_response(answer.status_code)
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)
            # Without having said so.
            self.close_connection = True

        do_GET = do_POST

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/games/ayla", received
        server.shutdown()


# ---------------------------------------------------------------------------------------------------- where calls go


@pytest.mark.parametrize("variant", ["awale?x=1", "awale#x", "awale/start-game", "..", ".", "%2e%2e", "awalé "])
def test_the_name_of_a_game_is_one_segment_of_the_path(variant):
    with Client(ADDRESS) as client, pytest.raises(AylaError) as error:
        client.get_variant(variant)
    assert error.value.reason == "UNKNOWN_VARIANT"
    assert variant in str(error.value)


def random_moves(observation):
    return observation["action_mask"].argmax(axis=-1)


def play_alone(client):
    env = MancalaLevelEnv("kalah", 1, client=client)
    observation, _ = env.reset(seed=1)
    env.step(random_moves(observation))


def play_in_turns(client):
    env = MancalaEnv("kalah", client=client)
    env.reset()
    env.step(random_moves(env.last()[0]))


def play_many(client):
    env = MancalaVectorEnv("kalah", 3, client=client)
    observations, _ = env.reset()
    env.step(random_moves(observations))


@pytest.mark.parametrize("play", [play_alone, play_in_turns, play_many])
def test_environments_use_the_client_that_they_get(prefixed, play):
    """With its key, below a path, through connections that are closed after each answer."""
    address, received = prefixed
    with Client(address, key="secret") as client:
        play(client)
    assert received
    for headers in received:
        assert headers["authorization"] == "Bearer secret"
        assert headers["user-agent"] == f"ayla-client-python/{ayla_client.__version__}"


def test_environments_outlive_an_idle_connection(trusting):
    """Which the server has closed; through TLS."""
    with Client(TLS_ADDRESS, verify=trusting, retries=0) as client:
        env = MancalaVectorEnv("kalah", 2, client=client)
        observations, _ = env.reset()
        for _ in range(3):
            time.sleep(0.5)
            observations, *_ = env.step(random_moves(observations))
    assert not numpy.array_equal(observations["observation"], env.reset()[0]["observation"])


# ------------------------------------------------------------------------------------------------------ no answer


def test_a_server_that_is_not_there():
    with Client(NOBODY, retries=1) as client, pytest.raises(AylaConnectionError) as error:
        client.get_server_info()
    assert (error.value.status, error.value.reason, error.value.problem) == (None, None, None)
    assert "127.0.0.1:1" in str(error.value)
    assert isinstance(error.value.__cause__, httpx.ConnectError)


def test_a_server_that_is_not_there_asynchronously():
    async def call():
        async with AsyncClient(NOBODY, retries=0) as client:
            await client.get_server_info()

    with pytest.raises(AylaConnectionError):
        asyncio.run(call())


@pytest.mark.parametrize("address", [TLS_ADDRESS, ADDRESS.replace("http:", "https:"), "ftp://127.0.0.1", "127.0.0.1:8080"])
def test_what_cannot_succeed_is_not_tried_again(address):
    """A certificate that is not trusted, a server without TLS, and addresses that are not of HTTP."""
    tries = []

    class Counter(httpx.HTTPTransport):
        def handle_request(self, request):
            tries.append(request)
            return super().handle_request(request)

    with Client(address, transport=Counter()) as client, pytest.raises(AylaConnectionError):
        client.get_server_info()
    assert len(tries) <= 1


@pytest.mark.parametrize("address", [TLS_ADDRESS, ADDRESS.replace("http:", "https:")])
def test_a_fault_of_tls_is_the_cause(address):
    with Client(address, retries=9) as client, pytest.raises(AylaConnectionError) as error:
        client.get_server_info()
    assert isinstance(error.value.__cause__, httpx.ConnectError) and isinstance(error.value.__cause__.__cause__, ssl.SSLError)


@pytest.mark.parametrize("address", ["ftp://127.0.0.1", "127.0.0.1:8080"])
def test_an_address_that_is_none_of_http(address):
    for client in (Client(address), Client(address, trust_env=False)):
        with pytest.raises(AylaConnectionError, match="protocol"):
            client.get_server_info()


@pytest.fixture
def scripted():
    """Starts a server whose connections each send one of these texts once something came, and are closed then, or left open after
    an empty one. It collects what came first on each."""
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        received = []

        def serve(texts):
            # The test may have ended meanwhile.
            with contextlib.suppress(OSError):
                for text in texts:
                    connection = stack.enter_context(listener.accept()[0])
                    received.append(connection.recv(1 << 16))
                    connection.sendall(text)
                    if text:
                        connection.shutdown(socket.SHUT_WR)

        def start(*texts):
            threading.Thread(target=serve, args=[texts], daemon=True).start()
            return f"http://127.0.0.1:{listener.getsockname()[1]}", received

        yield start


HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
POSITIONS = b'{"positions": []}'


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (b"", httpx.ReadTimeout),
        (b"nonsense\r\n\r\n", httpx.ReadError),
        (HEAD + b"content-length: 99\r\n\r\n{", httpx.ReadError),
        (HEAD + b"transfer-encoding: chunked\r\n\r\n5\r\n{", httpx.ReadError),
        (HEAD + b"content-encoding: gzip\r\n\r\n{} {} {} {} {}", httpx.DecodingError),
    ],
)
def test_an_answer_that_is_broken_off(scripted, text, cause):
    address, received = scripted(text)
    with Client(address, retries=0, timeout=0.2) as client, pytest.raises(AylaConnectionError) as error:
        client.replay_game("awale", models.ReplayGameRequest())
    assert isinstance(error.value.__cause__, cause) and len(received) == 1


@pytest.mark.parametrize(
    "text",
    [
        HEAD + b"content-length: %d\r\n\r\n" % len(POSITIONS) + POSITIONS,
        HEAD + b"transfer-encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(POSITIONS), POSITIONS),
        HEAD + b"\r\n" + POSITIONS,
        HEAD.replace(b"1.1", b"1.0") + b"\r\n" + POSITIONS,
    ],
)
def test_an_answer_is_read_and_its_closed_connection_left(scripted, text):
    """However its length is said. The next call goes to the server again, as it does when a connection is lost."""
    address, received = scripted(text, text, text)
    with Client(address, retries=0) as client:
        for _ in range(3):
            assert client.replay_game("awale", models.ReplayGameRequest()).positions == []
    assert len(received) == 3


def test_what_each_request_has(scripted):
    text = HEAD + b"\r\n" + POSITIONS
    address, received = scripted(text)
    with Client(address.replace("//", "//Ama:s%26cret@"), locale="fr") as client:
        client.replay_game("awale", models.ReplayGameRequest())
    first, *lines = received[0].decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    assert first == "POST /v1/variants/awale/replay-game HTTP/1.1"
    assert headers["authorization"] == httpx.BasicAuth("Ama", "s&cret")._auth_header
    assert (headers["host"], headers["accept-language"]) == (address.removeprefix("http://"), "fr")
    assert (headers["content-type"], headers["content-length"]) == ("application/json", "2")


def test_a_header_that_cannot_be_sent_is_not_sent_again():
    with Client(ADDRESS, locale="fr\n", retries=9) as client, pytest.raises(AylaConnectionError) as error:
        client.get_server_info()
    assert isinstance(error.value.__cause__, httpx.LocalProtocolError)


def test_calls_one_after_the_other_share_a_connection():
    """Those of threads each have their own."""
    callers = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            callers.append(self.client_address)
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.send_header("content-length", str(len(POSITIONS)))
            self.end_headers()
            self.wfile.write(POSITIONS)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        with Client(f"http://127.0.0.1:{server.server_port}") as client:

            def call():
                for _ in range(20):
                    client.replay_game("awale", models.ReplayGameRequest())

            call()
            assert len(set(callers)) == 1
            threads = [threading.Thread(target=call) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        server.shutdown()
    assert len(callers) == 100 and len(set(callers)) <= 4


def test_a_stream_that_is_lost():
    def begin():
        yield b": alive\n\n"
        raise httpx.ReadError("lost")

    lost = httpx.MockTransport(lambda request: httpx.Response(200, content=begin()))
    with Client(transport=lost) as client, pytest.raises(AylaConnectionError):
        list(client.suggest_move_stream("awale", models.SuggestMoveRequest(position=START)))


def test_an_answer_of_something_else():
    page = httpx.MockTransport(lambda request: httpx.Response(200, html="<h1>Welcome to this network</h1>"))
    with Client(transport=page) as client, pytest.raises(AylaError) as error:
        client.get_server_info()
    assert (error.value.status, error.value.problem) == (200, None)


def test_a_call_is_sent_again_while_a_proxy_has_no_server():
    replies = [httpx.Response(502), httpx.Response(502, text="<h1>502</h1>"), httpx.Response(200, json={"positions": []})]
    with Client(transport=httpx.MockTransport(lambda request: replies.pop(0))) as client:
        assert client.replay_game("awale", models.ReplayGameRequest(position=START)).positions == []


# -------------------------------------------------------------------------------------------------------- proxies


@pytest.mark.parametrize("exempt", ["127.0.0.0/8", "example.com, 127.0.0.1", "example.com 127.0.0.1", "10.* 127.*", "fd00::/8,127.0.0.1/32", "*"])
def test_an_address_without_a_proxy(monkeypatch, exempt):
    monkeypatch.setenv("HTTP_PROXY", NOBODY)
    with Client(ADDRESS, retries=0) as client, pytest.raises(AylaConnectionError):
        client.get_server_info()
    with Client(ADDRESS, trust_env=False) as client:
        client.get_server_info()
    monkeypatch.setenv("NO_PROXY", exempt)
    with Client(ADDRESS) as client:
        client.get_server_info()


@pytest.mark.parametrize("proxy", ["gopher://127.0.0.1", "socks5://127.0.0.1", "http://[::1"])
def test_a_proxy_that_cannot_be_used_is_named(monkeypatch, proxy):
    monkeypatch.setenv("ALL_PROXY", proxy)
    for make in (Client, AsyncClient):
        with pytest.raises(AylaConnectionError, match=re.escape("ALL_PROXY")):
            make(ADDRESS)
        make(ADDRESS, trust_env=False)


# ----------------------------------------------------------------------------------------------------- event loops


def test_a_client_of_another_event_loop_says_so():
    client = AsyncClient(ADDRESS)
    asyncio.run(client.get_server_info())
    with pytest.raises(RuntimeError, match="event loop"):
        asyncio.run(client.get_server_info())


def test_streams_are_generators():
    """So that `closing` ends them."""
    request = models.SuggestMoveRequest(position=START, nodes=1_000_000)
    with Client(ADDRESS) as client, contextlib.closing(client.suggest_move_stream("awale", request)) as stream:
        assert next(stream).suggestion
    assert list(stream) == []

"""A server with TLS and API keys, clients of other makers, and what becomes of callers that should not be served.

    NODE=… NODE_DIR=… python secured.py AYLA_BINARY FOLDER DESCRIPTOR_SET

Makes certificates and keys, starts the server with them, and has it called with grpcio, @grpc/grpc-js, connect-web and
Python's own HTTP; then certificate and keys are replaced while it runs. DESCRIPTOR_SET is the compiled contract. Exits
with 1 and a list of what was wrong, or with 0.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import time

import grpc
import trustme
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_status import rpc_status
from processes import Gone, Replica, await_true, end, get

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "proto"))
pb, services = grpc.protos_and_services("mancala/v1/mancala_service.proto")
START = "awale 444444/444444 0/0 s"
ORIGIN = "https://board.example"
SECONDS = 20
WATCH_MS = 200
# `ayla key` ends with it.
KEY = re.compile(r"(\S+)\s*$")

failures = []


def expect(what, actual, wanted):
    """Compares, and goes on to the next question whatever comes out."""
    if actual == wanted:
        print(f"ok    {what}", flush=True)
    else:
        failures.append(what)
        print(f"WRONG {what}\n      wanted  {wanted!r}\n      but got {actual!r}", flush=True)


def expect_true(what, holds, evidence):
    expect(what, True if holds else evidence, True)


class Authority:
    """A CA, and the server's certificates from it."""

    def __init__(self, file):
        self._ca = trustme.CA()
        self.file = file
        self._ca.cert_pem.write_to_path(str(file))

    def issue(self, chain, key):
        """A new certificate into these files, each put there at once."""
        leaf = self._ca.issue_cert("localhost", "127.0.0.1")
        for file, text in (
            (chain, b"".join(blob.bytes() for blob in leaf.cert_chain_pems)),
            (key, leaf.private_key_pem.bytes()),
        ):
            beside = file.with_suffix(".new")
            beside.write_bytes(text)
            beside.rename(file)


class Keys:
    """The file of keys, as an operator makes it: with `ayla key`."""

    def __init__(self, binary, file):
        self._binary, self._file = binary, file
        self.secret, self._entries = {}, {}

    def make(self, name, calls_per_second):
        made = subprocess.run(
            [self._binary, "key", name, "--calls-per-second", str(calls_per_second)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
        self.secret[name] = KEY.search(made.stderr)[1]
        self._entries[name] = made.stdout
        expect_true(f"the entry of {name} does not have the key", self.secret[name] not in made.stdout, made.stdout)

    def revoke(self, name):
        del self._entries[name]

    def write(self, more=""):
        beside = self._file.with_suffix(".new")
        beside.write_text("\n".join([*self._entries.values(), more]))
        beside.rename(self._file)


class Server:
    """The server under test, and ways to call it."""

    def __init__(self, binary, folder):
        self.folder, self.log = folder, folder / "ayla.log"
        self.log.unlink(missing_ok=True)
        self.authority, self.other = Authority(folder / "ca.pem"), Authority(folder / "other-ca.pem")
        self.chain, self.private = folder / "tls.pem", folder / "tls.key"
        self.authority.issue(self.chain, self.private)
        self.keys = Keys(binary, folder / "keys.toml")
        for name, rate in (("village-bot", 10_000), ("hasty", 1), ("guest", 10_000)):
            self.keys.make(name, rate)
        self.keys.write()
        self.replica = Replica(
            binary,
            self.log,
            {
                "AYLA_TLS_CERT": str(self.chain),
                "AYLA_TLS_KEY": str(self.private),
                "AYLA_KEYS": str(folder / "keys.toml"),
                "AYLA_CORS_ORIGINS": ORIGIN,
                "AYLA_WATCH_MS": str(WATCH_MS),
                # All that there is: no key may be in it.
                "AYLA_LOG": "trace",
            },
        )
        self.address = f"127.0.0.1:{self.replica.port}"

    def channel(self, authority=None):
        trusted = (authority or self.authority).file.read_bytes()
        return grpc.secure_channel(self.address, grpc.ssl_channel_credentials(trusted))

    def bearing(self, name):
        return [("authorization", f"Bearer {self.keys.secret[name]}")]

    def context(self):
        return ssl.create_default_context(cafile=str(self.authority.file))

    def https(self):
        return http.client.HTTPSConnection(self.address, timeout=SECONDS, context=self.context())

    def certificate(self):
        """What it shows to a new connection, which has to be trusted."""
        with socket.create_connection(("127.0.0.1", self.replica.port), timeout=SECONDS) as plain:
            with self.context().wrap_socket(plain, server_hostname="127.0.0.1") as secured:
                return secured.getpeercert()["serialNumber"]

    def connections(self):
        """How many were opened so far."""
        return self.replica.metric("ayla_connections_total")

    def reloads_failed(self, file):
        return self.replica.metric("ayla_reloads_total", file=file, result="failed")


def failure(call):
    """How a call fails: code, reason, and in how many seconds to come back."""
    try:
        call()
    except grpc.RpcError as error:
        status, reason, delay = rpc_status.from_call(error), None, None
        for detail in status.details if status else ():
            info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
            if detail.Unpack(info):
                reason = info.reason if info.domain == "mancala.v1" else info
            elif detail.Unpack(retry):
                delay = retry.retry_delay.ToTimedelta().total_seconds()
        return error.code().name, reason, delay
    return "OK", None, None


REFUSED = ("UNAUTHENTICATED", "UNAUTHENTICATED", None)


def check_grpcio(server):
    with server.channel() as channel:
        stub = services.MancalaServiceStub(channel)

        def apply(metadata=()):
            asked = pb.ApplyMoveRequest(position="andada 101101/110011 - s b", move="6")
            return stub.ApplyMove(asked, timeout=SECONDS, metadata=metadata)

        def stream(metadata=()):
            asked = pb.SuggestMoveStreamRequest(position=START, nodes=20_000)
            return list(stub.SuggestMoveStream(asked, timeout=SECONDS, metadata=metadata))

        ours = server.bearing("village-bot")
        wrong = [("authorization", f"Bearer {server.keys.secret['village-bot'][:-1]}")]
        basic = [("authorization", "Basic dmlsbGFnZTpib3Q=")]
        expect("grpcio: ApplyMove", apply(ours).position.text, "andada 101100/110011 - n b")
        asked = pb.ValidateMoveRequest(position="awale 000000/000122 13/7 n", move="4")
        validated = stub.ValidateMove(asked, timeout=SECONDS, metadata=ours)
        expect("grpcio: ValidateMove", (validated.legal, validated.ruling), (False, "AW-4"))
        expect("grpcio: SuggestMoveStream", stream(ours)[-1].last, True)
        opened = server.connections()
        for what, metadata in (("no key", ()), ("another key", wrong), ("no bearer", basic)):
            expect(f"grpcio: {what}: refused", failure(lambda: apply(metadata)), REFUSED)  # noqa: B023, called at once
            expect(f"grpcio: {what}: stream refused", failure(lambda: stream(metadata)), REFUSED)  # noqa: B023
        hasty = server.bearing("hasty")
        code, reason, delay = [failure(lambda: apply(hasty)) for _ in range(3)][-1]
        expect("grpcio: too fast: refused", (code, reason), ("RESOURCE_EXHAUSTED", "RATE_LIMITED"))
        expect_true("grpcio: too fast: when to come back", delay is not None and 0 < delay <= 1, delay)
        expect("grpcio: after all that", apply(ours).position.text, "andada 101100/110011 - n b")
        expect("grpcio: on the same connection", server.connections(), opened)

        health = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=""), timeout=SECONDS)
        expect("health needs no key", health.status, health_pb2.HealthCheckResponse.SERVING)
        reflection = channel.stream_stream(
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
        )
        listing = [reflection_pb2.ServerReflectionRequest(list_services="")]
        expect("reflection needs one", failure(lambda: list(reflection(iter(listing), timeout=SECONDS)))[0], REFUSED[0])

    for what, channel in (
        ("a server whose certificate is not trusted", server.channel(server.other)),
        ("plain text to a server with TLS", grpc.insecure_channel(server.address)),
    ):
        with channel:
            stub = services.MancalaServiceStub(channel)
            failed = failure(lambda: apply(ours))
            expect(f"grpcio: {what}: not called", failed[0], "UNAVAILABLE")


def check_https(server):
    connection = server.https()
    question = json.dumps({"position": START, "move": "3", "omit": ["setup", "events", "legalMoves"]})

    def ask(path="/v1/variants/awale/apply-move", key=None, body=question, origin=None):
        headers = {"content-type": "application/json"} if body else {}
        if key:
            headers["authorization"] = f"Bearer {key}"
        if origin:
            headers["origin"] = origin
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
        return answer, answer.read()

    ours = server.keys.secret["village-bot"]
    answer, body = ask(key=ours)
    connected = connection.sock
    expect("JSON: apply-move", json.loads(body)["position"]["text"], "awale 440555/544444 0/0 n q1")
    query = f"/v1/variants/awale/validate-move?position={START.replace(' ', '_')}&move=3"
    answer, body = ask(query, ours, None)
    expect("JSON: validate-move", (answer.status, json.loads(body)["legal"]), (200, True))
    expect_true("JSON: not for shared caches", "private" in (answer.headers["cache-control"] or ""), answer.headers)
    for what, path, key in (
        ("no key", query, None),
        ("another key", query, f"{ours}x"),
        ("a key in the query", f"{query}&key={ours}", None),
    ):
        answer, body = ask(path, key, None)
        told = (answer.status, answer.headers["content-type"], answer.headers["www-authenticate"])
        expect(f"JSON: {what}: refused", told, (401, "application/problem+json", "Bearer"))
        expect(f"JSON: {what}: reason", json.loads(body).get("reason"), "UNAUTHENTICATED")
    time.sleep(1.1)
    hurried = [ask(key=server.keys.secret["hasty"]) for _ in range(3)]
    expect("JSON: too fast: the first is answered", hurried[0][0].status, 200)
    answer, body = hurried[-1]
    expect("JSON: too fast: refused", (answer.status, json.loads(body).get("reason")), (429, "RATE_LIMITED"))
    expect("JSON: too fast: when to come back", answer.headers["retry-after"], "1")
    for path in ("/docs/", "/openapi.json"):
        expect(f"{path} needs no key", ask(path, None, None)[0].status, 200)
    answer, _ = ask(key=ours, origin="https://elsewhere.example")
    expect("a page from elsewhere may not read", answer.headers["access-control-allow-origin"], None)
    expect("JSON: all on one connection", connection.sock is connected, True)
    connection.close()

    with socket.create_connection(("127.0.0.1", server.replica.port), timeout=SECONDS) as plain:
        plain.sendall(b"GET /v1/variants HTTP/1.1\r\nhost: localhost\r\n\r\n")
        said = plain.recv(4096)
    expect_true("HTTP without TLS: no answer in plain text", not said.startswith(b"HTTP"), said)
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.replica.admin, timeout=SECONDS)) as admin:
        admin.request("GET", "/readyz")
        expect("the admin port has no TLS", admin.getresponse().status, 200)


def check_node(server, descriptor_set):
    common = os.environ | {
        "KEY": server.keys.secret["village-bot"],
        "HASTY_KEY": server.keys.secret["hasty"],
        "NODE_EXTRA_CA_CERTS": str(server.authority.file),
    }
    authorities = [str(server.authority.file), str(server.other.file)]
    for script, arguments in (
        ("secured_grpc_client.mjs", [server.address, str(ROOT / "proto"), *authorities]),
        ("secured_grpc_web_client.mjs", [server.address, descriptor_set, ORIGIN]),
    ):
        # The caller in a hurry has waited by then.
        time.sleep(1.1)
        command = [os.environ["NODE"], f"{os.environ['NODE_DIR']}/{script}", *arguments]
        done = subprocess.run(command, env=common, stdin=subprocess.DEVNULL, timeout=3 * SECONDS, check=False)
        expect(f"{script}: exit code", done.returncode, 0)


def check_replacement(server):
    """Certificate and keys are replaced while calls run."""
    with server.channel() as channel:
        stub = services.MancalaServiceStub(channel)

        def call(name):
            asked = pb.ApplyMoveRequest(position=START, move="3")
            return failure(lambda: stub.ApplyMove(asked, timeout=SECONDS, metadata=server.bearing(name)))

        asked = pb.SuggestMoveStreamRequest(position=START, depth=60, time_ms=4000)
        running = stub.SuggestMoveStream(asked, timeout=SECONDS, metadata=server.bearing("guest"))
        next(running)
        before = server.certificate()
        server.authority.issue(server.chain, server.private)
        await_true("new connections are shown the new certificate", lambda: server.certificate() != before)
        expect("the old connection goes on", call("village-bot")[0], "OK")

        server.keys.revoke("guest")
        server.keys.make("newcomer", 100)
        server.keys.write()
        await_true("a new key is known", lambda: call("newcomer")[0] == "OK")
        expect("a revoked key is refused", call("guest"), REFUSED)
        expect("another key holds", call("village-bot")[0], "OK")
        expect("what a revoked key began is finished", list(running)[-1].last, True)

        server.keys.write("[broken")
        await_true("a broken file is noticed", lambda: server.reloads_failed("keys") > 0)
        expect("a broken file changes nothing", (call("newcomer")[0], call("guest")[0]), ("OK", REFUSED[0]))
        server.chain.write_text("no certificate")
        await_true("a broken certificate is noticed", lambda: server.reloads_failed("certificates") > 0)
        expect_true("a broken certificate changes nothing", server.certificate(), "none is shown")


def check_secrecy(server):
    """No key is to be found in what is told of the calls, not even a good part of one."""
    _, metrics = get(server.replica.admin, "/metrics")
    end(server.replica.process)
    log = server.log.read_text(errors="replace")
    expect_true("there is a log to look at", len(log.splitlines()) > 100, log)
    for name, secret in server.keys.secret.items():
        for what, text in (("log", log), ("metrics", metrics)):
            lines = [line for line in text.splitlines() if secret[-16:] in line]
            expect(f"the key of {name} is not in the {what}", lines[:3], [])
    expect("the server did not panic", "panicked at" in log, False)


def main(binary, folder, descriptor_set):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder.mkdir(parents=True, exist_ok=True)
    server = None
    try:
        server = Server(binary, folder)
        for check in (
            check_grpcio,
            check_https,
            lambda server: check_node(server, descriptor_set),
            check_replacement,
            check_secrecy,
        ):
            check(server)
    except (Gone, OSError, grpc.RpcError, http.client.HTTPException, subprocess.SubprocessError) as error:
        failures.append(f"stopped half-way by {error!r}")
    finally:
        if server is not None:
            end(server.replica.process, signal.SIGKILL)
    if failures:
        sys.exit("\n".join(["TLS and keys: not as they should be:", *(f"  {failure}" for failure in failures)]))
    print("TLS and keys: as they should be")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])

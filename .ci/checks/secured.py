"""Checks a server with TLS and API keys, with clients of several vendors, and with callers that it has to refuse.

    NODE=… NODE_DIR=… python secured.py AYLA_BINARY FOLDER DESCRIPTOR_SET

Creates certificates and keys, starts the server with them, and calls it with grpcio, @grpc/grpc-js, connect-web and
Python's own HTTP client. Then certificate and keys are replaced while the server runs. Exits with 1 and a list of
failures, or with 0.
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
from contract import ROOT, SECONDS, START, Failure, pb, reflect, services
from expectations import expect, expect_true, failures, finish
from grpc_health.v1 import health_pb2, health_pb2_grpc
from processes import Gone, Replica, await_true, end, get

ORIGIN = "https://board.example"
WATCH_MS = 200
# The last word that `ayla key` prints.
KEY = re.compile(r"(\S+)\s*$")


class Authority:
    """A certificate authority."""

    def __init__(self, file):
        self._ca = trustme.CA()
        self.file = file
        self._ca.cert_pem.write_to_path(str(file))

    def issue(self, chain, key):
        """Writes a new certificate into these files, which are replaced atomically."""
        leaf = self._ca.issue_cert("localhost", "127.0.0.1")
        for file, text in (
            (chain, b"".join(blob.bytes() for blob in leaf.cert_chain_pems)),
            (key, leaf.private_key_pem.bytes()),
        ):
            beside = file.with_suffix(".new")
            beside.write_bytes(text)
            beside.rename(file)


class Keys:
    """A file of keys made with `ayla key`."""

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
        expect_true(f"the entry of {name} does not contain the key", self.secret[name] not in made.stdout, made.stdout)

    def revoke(self, name):
        del self._entries[name]

    def write(self, more=""):
        beside = self._file.with_suffix(".new")
        beside.write_text("\n".join([*self._entries.values(), more]))
        beside.rename(self._file)


class Server:
    """The server under test, and clients for it."""

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
                # No key may be in the most detailed log.
                "AYLA_LOG": "trace",
            },
        )
        self.address = f"127.0.0.1:{self.replica.port}"

    def channel(self, authority=None):
        trusted = (authority or self.authority).file.read_bytes()
        return grpc.secure_channel(self.address, grpc.ssl_channel_credentials(trusted))

    def authorization(self, name):
        return [("authorization", f"Bearer {self.keys.secret[name]}")]

    def context(self):
        return ssl.create_default_context(cafile=str(self.authority.file))

    def https(self):
        return http.client.HTTPSConnection(self.address, timeout=SECONDS, context=self.context())

    def certificate(self):
        """The serial number of the certificate of a new connection, which has to be trusted."""
        with socket.create_connection(("127.0.0.1", self.replica.port), timeout=SECONDS) as plain:
            with self.context().wrap_socket(plain, server_hostname="127.0.0.1") as secured:
                return secured.getpeercert()["serialNumber"]

    def connections(self):
        """The number of connections opened so far."""
        return self.replica.metric("ayla_connections_total")

    def reloads_failed(self, file):
        return self.replica.metric("ayla_reloads_total", file=file, result="failed")


UNAUTHENTICATED = ("UNAUTHENTICATED", "UNAUTHENTICATED", "mancala.v1")
RATE_LIMITED = ("RESOURCE_EXHAUSTED", "RATE_LIMITED", "mancala.v1")


def check_grpcio(server):
    with server.channel() as channel:
        stub = services.MancalaServiceStub(channel)

        def apply(metadata=()):
            request = pb.ApplyMoveRequest(position="andada 101101/110011 - s b", move="6")
            return stub.ApplyMove(request, timeout=SECONDS, metadata=metadata)

        def stream(metadata=()):
            request = pb.SuggestMoveStreamRequest(position=START, nodes=20_000)
            return list(stub.SuggestMoveStream(request, timeout=SECONDS, metadata=metadata))

        ours = server.authorization("village-bot")
        wrong = [("authorization", f"Bearer {server.keys.secret['village-bot'][:-1]}")]
        basic = [("authorization", "Basic dmlsbGFnZTpib3Q=")]
        expect("grpcio: ApplyMove", apply(ours).position.text, "andada 101100/110011 - n b")
        request = pb.ValidateMoveRequest(position="awale 000000/000122 13/7 n", move="4")
        validated = stub.ValidateMove(request, timeout=SECONDS, metadata=ours)
        expect("grpcio: ValidateMove", (validated.legal, validated.ruling), (False, "AW-4"))
        expect("grpcio: SuggestMoveStream", stream(ours)[-1].last, True)
        opened = server.connections()
        for what, metadata in (("no key", ()), ("a wrong key", wrong), ("no bearer token", basic)):
            for call in (apply, stream):
                failed = Failure(lambda: call(metadata))  # noqa: B023, called at once
                expect(f"grpcio: {what}: {call.__name__} refused", failed.summary(), UNAUTHENTICATED)
        hasty = server.authorization("hasty")
        limited = [Failure(lambda: apply(hasty)) for _ in range(3)][-1]
        expect("grpcio: too fast: refused", limited.summary(), RATE_LIMITED)
        expect_true("grpcio: too fast: when to retry", 0 < (limited.retry_seconds or 0) <= 1, limited.retry_seconds)
        expect("grpcio: after the refusals", apply(ours).position.text, "andada 101100/110011 - n b")
        expect("grpcio: on the same connection", server.connections(), opened)

        health = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service=""), timeout=SECONDS)
        expect("health needs no key", health.status, health_pb2.HealthCheckResponse.SERVING)
        refused = Failure(lambda: reflect(channel, {"list_services": ""}))
        expect("reflection needs a key", refused.code, "UNAUTHENTICATED")

    for what, channel in (
        ("an untrusted certificate", server.channel(server.other)),
        ("plain text to a server with TLS", grpc.insecure_channel(server.address)),
    ):
        with channel:
            stub = services.MancalaServiceStub(channel)
            expect(f"grpcio: {what}: not called", Failure(lambda: apply(ours)).code, "UNAVAILABLE")


def check_https(server):
    connection = server.https()
    request = json.dumps({"position": START, "move": "3", "omit": ["setup", "events", "legalMoves"]})

    def call(path="/v1/variants/awale/apply-move", key=None, body=request, origin=None):
        headers = {"content-type": "application/json"} if body else {}
        if key:
            headers["authorization"] = f"Bearer {key}"
        if origin:
            headers["origin"] = origin
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
        return answer, answer.read()

    ours = server.keys.secret["village-bot"]
    answer, body = call(key=ours)
    connected = connection.sock
    expect("JSON: apply-move", json.loads(body)["position"]["text"], "awale 440555/544444 0/0 n q1")
    query = f"/v1/variants/awale/validate-move?position={START.replace(' ', '_')}&move=3"
    answer, body = call(query, ours, None)
    expect("JSON: validate-move", (answer.status, json.loads(body)["legal"]), (200, True))
    expect_true("JSON: not for shared caches", "private" in (answer.headers["cache-control"] or ""), answer.headers)
    for what, path, key in (
        ("no key", query, None),
        ("a wrong key", query, f"{ours}x"),
        ("a key in the query", f"{query}&key={ours}", None),
    ):
        answer, body = call(path, key, None)
        refused = (answer.status, answer.headers["content-type"], answer.headers["www-authenticate"])
        expect(f"JSON: {what}: refused", refused, (401, "application/problem+json", "Bearer"))
        expect(f"JSON: {what}: reason", json.loads(body).get("reason"), "UNAUTHENTICATED")
    time.sleep(1.1)
    limited = [call(key=server.keys.secret["hasty"]) for _ in range(3)]
    expect("JSON: too fast: the first is answered", limited[0][0].status, 200)
    answer, body = limited[-1]
    expect("JSON: too fast: refused", (answer.status, json.loads(body).get("reason")), (429, "RATE_LIMITED"))
    expect("JSON: too fast: when to retry", answer.headers["retry-after"], "1")
    for path in ("/docs/", "/openapi.json"):
        expect(f"{path} needs no key", call(path, None, None)[0].status, 200)
    answer, _ = call(key=ours, origin="https://elsewhere.example")
    expect("a page of another origin may not read the answer", answer.headers["access-control-allow-origin"], None)
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
        # By then, the rate limit allows the next call.
        time.sleep(1.1)
        command = [os.environ["NODE"], f"{os.environ['NODE_DIR']}/{script}", *arguments]
        done = subprocess.run(command, env=common, stdin=subprocess.DEVNULL, timeout=3 * SECONDS, check=False)
        expect(f"{script}: exit code", done.returncode, 0)


def check_replacement(server):
    """Certificate and keys are replaced while calls are in flight."""
    with server.channel() as channel:
        stub = services.MancalaServiceStub(channel)

        def call(name):
            request = pb.ApplyMoveRequest(position=START, move="3")
            return Failure(lambda: stub.ApplyMove(request, timeout=SECONDS, metadata=server.authorization(name))).code

        request = pb.SuggestMoveStreamRequest(position=START, depth=60, time_ms=4000)
        running = stub.SuggestMoveStream(request, timeout=SECONDS, metadata=server.authorization("guest"))
        next(running)
        before = server.certificate()
        server.authority.issue(server.chain, server.private)
        await_true("new connections get the new certificate", lambda: server.certificate() != before)
        expect("the old connection still works", call("village-bot"), "OK")

        server.keys.revoke("guest")
        server.keys.make("newcomer", 100)
        server.keys.write()
        await_true("a new key is known", lambda: call("newcomer") == "OK")
        expect("a revoked key is refused", call("guest"), "UNAUTHENTICATED")
        expect("another key still works", call("village-bot"), "OK")
        expect("a call of a revoked key is finished", list(running)[-1].last, True)

        server.keys.write("[broken")
        await_true("a broken file is noticed", lambda: server.reloads_failed("keys") > 0)
        expect("a broken file changes nothing", (call("newcomer"), call("guest")), ("OK", "UNAUTHENTICATED"))
        server.chain.write_text("no certificate")
        await_true("a broken certificate is noticed", lambda: server.reloads_failed("certificates") > 0)
        expect_true("a broken certificate changes nothing", server.certificate(), "none is shown")


def check_secrecy(server):
    """No key is in the log or the metrics, not even its second half."""
    _, metrics = get(server.replica.admin, "/metrics")
    end(server.replica.process)
    log = server.log.read_text(errors="replace")
    expect_true("there is a log", len(log.splitlines()) > 100, log)
    for name, secret in server.keys.secret.items():
        for what, text in (("log", log), ("metrics", metrics)):
            lines = [line for line in text.splitlines() if secret[-16:] in line]
            expect(f"the key of {name} is not in the {what}", lines[:3], [])
    expect("the server did not panic", "panicked at" in log, False)


def main(binary, folder, descriptor_set):
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
        failures.append(f"stopped by {error!r}")
    finally:
        if server is not None:
            end(server.replica.process, signal.SIGKILL)
    finish("TLS and keys")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])

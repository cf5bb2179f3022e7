"""Receives the spans of a server by OTLP, with another implementation of gRPC than the server's own.

    python otlp.py AYLA_BINARY

Starts the server with its spans sent here, calls it over gRPC and HTTP, each call in a trace of its own, and ends it by
SIGTERM. By then the span of each call has to be here, in the trace of its caller. Exits with 1 and a list of what was
wrong, or with 0.
"""

import concurrent.futures
import http.client
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time

import grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1 import trace_pb2

# Of each of gRPC and HTTP.
CALLS = 50
SECONDS = 20
GRPC_METHOD = "mancala.v1.MancalaService/GetServerInfo"
HTTP_PATH = "/v1/server-info"
ADDRESS = re.compile(r" listening address=(127\.0\.0\.1:[1-9][0-9]*) ")


class Receiver(trace_service_pb2_grpc.TraceServiceServicer):
    """Keeps each span that comes, with the attributes of its resource."""

    def __init__(self):
        self._lock = threading.Lock()
        self._spans = []

    def Export(self, request, context):  # noqa: N802, as the contract says it
        with self._lock:
            for resource in request.resource_spans:
                attributes = {pair.key: pair.value.string_value for pair in resource.resource.attributes}
                self._spans += [(span, attributes) for scope in resource.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()

    def spans(self):
        with self._lock:
            return list(self._spans)


def environment(endpoint):
    """Our own, without what would change what the server does."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AYLA_", "OTEL_"))}
    return kept | {
        "AYLA_LISTEN": "127.0.0.1:0",
        "AYLA_ADMIN_LISTEN": "127.0.0.1:0",
        "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint,
    }


def address_of(server, log):
    """Where the server listens. It is not asked: a call that is not ours would be a span more."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if found := ADDRESS.search(log()):
            return found[1]
        if server.poll() is not None:
            sys.exit(f"the server ended with exit code {server.returncode} before it listened")
        time.sleep(0.05)
    sys.exit(f"the server did not listen within {SECONDS} seconds")


class Caller:
    """What a call says of the trace that it is in."""

    def __init__(self, span_name):
        self.trace, self.span, self.span_name = secrets.token_bytes(16), secrets.token_bytes(8), span_name

    def traceparent(self):
        return f"00-{self.trace.hex()}-{self.span.hex()}-01"


def call_grpc(address):
    callers = [Caller(GRPC_METHOD) for _ in range(CALLS)]
    with grpc.insecure_channel(address) as channel:
        # The request has no field, and what is answered matters elsewhere.
        method = channel.unary_unary(f"/{GRPC_METHOD}")
        for caller in callers:
            method(b"", metadata=[("traceparent", caller.traceparent())], timeout=SECONDS)
    return callers


def call_http(address):
    callers = [Caller(f"GET {HTTP_PATH}") for _ in range(CALLS)]
    connection = http.client.HTTPConnection(address, timeout=SECONDS)
    for caller in callers:
        connection.request("GET", HTTP_PATH, headers={"traceparent": caller.traceparent()})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            sys.exit(f"GET {HTTP_PATH} was answered with {answer.status}")
    connection.close()
    return callers


def wrongs(callers, received):
    """What is wrong with these spans, for these callers."""
    by_trace = {}
    for span, resource in received:
        by_trace.setdefault(span.trace_id, []).append((span, resource))
    for caller in callers:
        spans = by_trace.pop(caller.trace, [])
        if len(spans) != 1:
            yield f"{caller.span_name}, trace {caller.trace.hex()}: {len(spans)} spans, not 1"
        for span, resource in spans:
            for what, actual, wanted in [
                ("parent", span.parent_span_id.hex(), caller.span.hex()),
                ("name", span.name, caller.span_name),
                ("kind", trace_pb2.Span.SpanKind.Name(span.kind), "SPAN_KIND_SERVER"),
                ("service.name", resource.get("service.name"), "ayla"),
            ]:
                if actual != wanted:
                    yield f"{caller.span_name}, trace {caller.trace.hex()}: {what} is {actual!r}, not {wanted!r}"
            if len(span.span_id) != 8 or span.span_id == caller.span:
                yield f"{caller.span_name}, trace {caller.trace.hex()}: no span id of its own"
    for spans in by_trace.values():
        for span, _ in spans:
            yield f"{span.name}, trace {span.trace_id.hex()}: a span that nobody called for"


def check(binary, endpoint, receiver, log_file):
    """Runs the server, to its end, and says what is wrong with its spans."""

    def log():
        with open(log_file.name, errors="replace") as text:
            return text.read()

    server = subprocess.Popen(
        [binary], env=environment(endpoint), stdin=subprocess.DEVNULL, stdout=log_file, stderr=log_file
    )
    try:
        address = address_of(server, log)
        callers = call_grpc(address) + call_http(address)
        server.send_signal(signal.SIGTERM)
        # The last spans leave before the process does.
        code = server.wait(timeout=SECONDS)
        wrong = list(wrongs(callers, receiver.spans()))
        if code != 0:
            wrong.append(f"the server ended with exit code {code}, not 0")
        return wrong
    except grpc.RpcError as error:
        return [f"gRPC: {error.code()}: {error.details()}"]
    except (OSError, http.client.HTTPException) as error:
        return [f"HTTP: {error!r}"]
    except subprocess.TimeoutExpired:
        return [f"the server still runs {SECONDS} seconds after SIGTERM"]
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()
        print(log(), end="", flush=True)


def main(binary):
    # So that the server is ended also when this is.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    receiver = Receiver()
    collector = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=2))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(receiver, collector)
    port = collector.add_insecure_port("127.0.0.1:0")
    collector.start()
    try:
        with tempfile.NamedTemporaryFile() as log_file:
            wrong = check(binary, f"http://127.0.0.1:{port}", receiver, log_file)
    finally:
        collector.stop(grace=None).wait(timeout=SECONDS)
    if wrong:
        sys.exit("\n".join(["OTLP: the spans were not as they should be:", *(f"  {what}" for what in wrong)]))
    print(f"OTLP: the spans of all {2 * CALLS} calls came, each in the trace of its caller")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

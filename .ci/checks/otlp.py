"""Receives the spans of a server over OTLP, with another implementation of gRPC than its own.

    python otlp.py AYLA_BINARY FOLDER

Starts a server that sends its spans here, calls it over gRPC and HTTP, each call in its own trace, and ends it with
SIGTERM. By then, the span of each call has to have arrived, in the trace of its caller. A second server does not trust
callers who request to be traced, and samples nothing: it may export no span. Exits with 1 and a list of faults, or with
0.
"""

import concurrent.futures
import http.client
import pathlib
import secrets
import sys

import grpc
from contract import SECONDS, SERVICE
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1 import trace_pb2
from processes import Gone, Replica, end

# The number of calls over gRPC, and over HTTP.
CALLS = 50
GRPC_METHOD = f"{SERVICE}/GetServerInfo"
HTTP_PATH = "/v1/server-info"


class Receiver(trace_service_pb2_grpc.TraceServiceServicer):
    """Keeps the received spans with the attributes of their resources."""

    def __init__(self):
        self.spans = []

    def Export(self, request, context):  # noqa: N802, the name in the contract
        for resource in request.resource_spans:
            attributes = {pair.key: pair.value.string_value for pair in resource.resource.attributes}
            self.spans += [(span, attributes) for scope in resource.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()


class Caller:
    """A caller with its own trace."""

    def __init__(self, span_name):
        self.trace, self.span, self.span_name = secrets.token_bytes(16), secrets.token_bytes(8), span_name

    def traceparent(self):
        return f"00-{self.trace.hex()}-{self.span.hex()}-01"


def call_grpc(address):
    callers = [Caller(GRPC_METHOD) for _ in range(CALLS)]
    with grpc.insecure_channel(address) as channel:
        # The request has no fields.
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
            raise Gone(f"GET {HTTP_PATH} returned {answer.status}")
    connection.close()
    return callers


def faults(callers, received):
    """The faults of the spans of these callers."""
    by_trace = {}
    for span, resource in received:
        by_trace.setdefault(span.trace_id, []).append((span, resource))
    for caller in callers:
        spans = by_trace.pop(caller.trace, [])
        if len(spans) != 1:
            yield f"{caller.span_name}, trace {caller.trace.hex()}: {len(spans)} spans, not 1"
        for span, resource in spans:
            for what, actual, expected in [
                ("parent", span.parent_span_id.hex(), caller.span.hex()),
                ("name", span.name, caller.span_name),
                ("kind", trace_pb2.Span.SpanKind.Name(span.kind), "SPAN_KIND_SERVER"),
                ("service.name", resource.get("service.name"), "ayla"),
            ]:
                if actual != expected:
                    yield f"{caller.span_name}, trace {caller.trace.hex()}: {what} is {actual!r}, not {expected!r}"
            if len(span.span_id) != 8 or span.span_id == caller.span:
                yield f"{caller.span_name}, trace {caller.trace.hex()}: the span has no id of its own"
    for spans in by_trace.values():
        for span, _ in spans:
            yield f"{span.name}, trace {span.trace_id.hex()}: a span without a call"


def called(binary, log, settings):
    """The callers of a server with these settings, and the spans that it exports."""
    receiver = Receiver()
    # One worker, so that no lock is needed.
    collector = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=1))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(receiver, collector)
    port = collector.add_insecure_port("127.0.0.1:0")
    collector.start()
    server = Replica(binary, log, {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}", **settings})
    try:
        address = f"127.0.0.1:{server.port}"
        callers = call_grpc(address) + call_http(address)
    finally:
        # The last spans are exported before the process ends.
        code = end(server.process)
        collector.stop(grace=None).wait(timeout=SECONDS)
    if code != 0:
        raise Gone(f"the server ended with exit code {code}, not 0")
    return callers, receiver.spans


def main(binary, folder):
    folder.mkdir(parents=True, exist_ok=True)
    found = list(faults(*called(binary, folder / "ayla.log", {})))
    nothing = {
        "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
        "OTEL_TRACES_SAMPLER_ARG": "0",
        "AYLA_TRUST_TRACE_FLAGS": "false",
    }
    _, spans = called(binary, folder / "ayla-samples-nothing.log", nothing)
    if spans:
        found.append(f"{len(spans)} spans were exported because callers requested it")
    if found:
        sys.exit("\n".join(["OTLP: faults:", *(f"  {fault}" for fault in found)]))
    print(f"OTLP: {2 * CALLS} calls, each with a span in the trace of its caller, and none where nothing is sampled")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]))
    except (Gone, OSError, grpc.RpcError, http.client.HTTPException) as error:
        sys.exit(f"OTLP: {error!r}")

"""The spans of a server, received over OTLP by another implementation of gRPC than its own.

tests/server/tracing.rs has the rest: attributes of spans, samplers and the trust in callers, a receiver that is missing or hangs.
"""

import concurrent.futures
import secrets

import grpc
import urllib3
from contract import SECONDS, SERVICE
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1 import trace_pb2

# The number of calls over each transport.
CALLS = 50
GRPC_METHOD = f"{SERVICE}/GetServerInfo"
PATH = "/v1/server-info"


class Receiver(trace_service_pb2_grpc.TraceServiceServicer):
    """Keeps the received spans with the name of their service."""

    def __init__(self):
        self.spans = []

    def Export(self, request, context):  # noqa: N802, the name in the contract
        for resource in request.resource_spans:
            attributes = {pair.key: pair.value.string_value for pair in resource.resource.attributes}
            self.spans += [(attributes["service.name"], span) for scope in resource.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()


def test_each_call_has_a_span_in_the_trace_of_its_caller(start):
    receiver = Receiver()
    # One worker, so that no lock is needed.
    collector = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=1))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(receiver, collector)
    port = collector.add_insecure_port("127.0.0.1:0")
    collector.start()
    server = start({"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}"})
    expected = []

    def traceparent(name):
        trace = secrets.token_bytes(16)
        parent = secrets.token_bytes(8)
        expected.append(("ayla", name, trace, parent, trace_pb2.Span.SPAN_KIND_SERVER))
        return f"00-{trace.hex()}-{parent.hex()}-01"

    with grpc.insecure_channel(server.address) as channel:
        # The request has no fields.
        method = channel.unary_unary(f"/{GRPC_METHOD}")
        for _ in range(CALLS):
            method(b"", metadata=[("traceparent", traceparent(GRPC_METHOD))], timeout=SECONDS)
            headers = {"traceparent": traceparent(f"GET {PATH}")}
            assert urllib3.request("GET", f"http://{server.address}{PATH}", headers=headers).status == 200
    # The last spans are exported before the process ends.
    server.stop()
    collector.stop(grace=None).wait(timeout=SECONDS)
    received = [(service, span.name, span.trace_id, span.parent_span_id, span.kind) for service, span in receiver.spans]
    assert sorted(received) == sorted(expected)
    own = {span.span_id for _, span in receiver.spans}
    assert len(own) == len(expected) and not own & {parent for *_, parent, _ in expected}

"""The spans of a server, received over OTLP by other implementations of gRPC and HTTP than its own.

tests/server/tracing.rs has the rest: attributes of spans, samplers and the trust in callers, a receiver that is missing or hangs.
"""

import concurrent.futures
import contextlib
import gzip
import http.server
import secrets
import threading

import grpc
import pytest
import trustme
import urllib3
from contract import SECONDS, SERVICE
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1 import trace_pb2

# The number of calls over each transport.
CALLS = 50
GRPC_METHOD = f"{SERVICE}/GetServerInfo"
PATH = "/v1/server-info"
AUTHORIZATION = "Bearer a=b"


class Receiver(trace_service_pb2_grpc.TraceServiceServicer):
    """Keeps the received spans with the name of their service, and what the heads of the requests say."""

    def __init__(self):
        self.spans = []
        self.authorizations = set()
        self.encodings = set()

    def receive(self, request, headers, encoding):
        self.authorizations.add(headers.get("authorization"))
        self.encodings.add(encoding)
        for resource in request.resource_spans:
            attributes = {pair.key: pair.value.string_value for pair in resource.resource.attributes}
            self.spans += [(attributes["service.name"], span) for scope in resource.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()

    def Export(self, request, context):  # noqa: N802, the name in the contract
        return self.receive(request, dict(context.invocation_metadata()), None)


@contextlib.contextmanager
def over_grpc(receiver, credentials=None):
    # One worker, so that no lock is needed.
    collector = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=1))
    trace_service_pb2_grpc.add_TraceServiceServicer_to_server(receiver, collector)
    if credentials:
        port = collector.add_secure_port("127.0.0.1:0", credentials)
    else:
        port = collector.add_insecure_port("127.0.0.1:0")
    collector.start()
    yield port
    collector.stop(grace=None).wait(timeout=SECONDS)


@contextlib.contextmanager
def over_http(receiver):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):  # noqa: N802, the name in the library
            body = self.rfile.read(int(self.headers["content-length"]))
            encoding = self.headers["content-encoding"]
            body = gzip.decompress(body) if encoding == "gzip" else body
            is_known = self.path == "/v1/traces" and self.headers["content-type"] == "application/x-protobuf"
            self.send_response(200 if is_known else 404)
            message = trace_service_pb2.ExportTraceServiceRequest.FromString(body)
            answer = receiver.receive(message, self.headers, encoding).SerializeToString()
            self.send_header("content-type", "application/x-protobuf")
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as collector:
        thread = threading.Thread(target=collector.serve_forever)
        thread.start()
        yield collector.server_port
        collector.shutdown()
        thread.join()


def assert_each_call_has_a_span(server, receiver):
    """Makes calls, ends the server, and compares the spans of calls that arrived."""
    expected = []

    def traceparent(name):
        trace = secrets.token_bytes(16)
        parent = secrets.token_bytes(8)
        expected.append(("ayla", name, trace, parent))
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
    calls = [(service, span) for service, span in receiver.spans if span.kind == trace_pb2.Span.SPAN_KIND_SERVER]
    received = [(service, span.name, span.trace_id, span.parent_span_id) for service, span in calls]
    assert sorted(received) == sorted(expected)
    own = {span.span_id for _, span in receiver.spans}
    assert len(own) == len(receiver.spans) and not own & {parent for *_, parent in expected}
    # All others are of parts of these calls.
    ids = {span.span_id for _, span in calls}
    assert all(span.parent_span_id in ids for _, span in receiver.spans if span.span_id not in ids)


def test_each_call_has_a_span_in_the_trace_of_its_caller(start):
    receiver = Receiver()
    with over_grpc(receiver) as port:
        assert_each_call_has_a_span(start({"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}"}), receiver)
    assert receiver.authorizations == {None}


@pytest.mark.parametrize("compression", ["none", "gzip"])
def test_spans_arrive_over_tls_with_headers(start, tmp_path, compression):
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    chain = b"".join(blob.bytes() for blob in certificate.cert_chain_pems)
    credentials = grpc.ssl_server_credentials([(certificate.private_key_pem.bytes(), chain)])
    receiver = Receiver()
    with over_grpc(receiver, credentials) as port:
        settings = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"https://localhost:{port}",
            "OTEL_EXPORTER_OTLP_CERTIFICATE": str(tmp_path / "authority.pem"),
            "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20a%3Db,x-team=games",
            "OTEL_EXPORTER_OTLP_COMPRESSION": compression,
        }
        assert_each_call_has_a_span(start(settings), receiver)
    assert receiver.authorizations == {AUTHORIZATION}


@pytest.mark.parametrize("compression", ["none", "gzip"])
def test_spans_arrive_over_http_with_headers(start, compression):
    receiver = Receiver()
    with over_http(receiver) as port:
        settings = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}",
            "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
            "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20a%3Db",
            "OTEL_EXPORTER_OTLP_COMPRESSION": compression,
        }
        assert_each_call_has_a_span(start(settings), receiver)
    assert receiver.authorizations == {AUTHORIZATION}
    assert receiver.encodings == {"gzip" if compression == "gzip" else None}

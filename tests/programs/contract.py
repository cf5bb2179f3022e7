"""The contract as Python modules, which are generated from proto/ on import, and the errors that it describes."""

import pathlib
import sys
import types

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from grpc_reflection.v1alpha import reflection_pb2
from grpc_status import rpc_status

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVICE = "mancala.v1.MancalaService"
START = "awale 444444/444444 0/0 s"
# A timeout for what takes much less.
SECONDS = 20

sys.path.insert(0, str(ROOT / "proto"))
services = grpc.services("mancala/v1/mancala_service.proto")
# The messages and enums of all files.
pb = types.SimpleNamespace()
for path in (ROOT / "proto").glob("mancala/v1/*.proto"):
    vars(pb).update(vars(grpc.protos(str(path.relative_to(ROOT / "proto")))))


class Failure:
    """The error of a call: its code, ErrorInfo, the fields in BadRequest, and the seconds in RetryInfo."""

    def __init__(self, call):
        self.code = "OK"
        self.info = ErrorInfo()
        self.fields = []
        self.retry_seconds = None
        try:
            call()
        except grpc.RpcError as error:
            self.code = error.code().name
            self._read(rpc_status.from_call(error))

    def _read(self, status):
        bad = BadRequest()
        retry = RetryInfo()
        for detail in status.details if status else ():
            detail.Unpack(self.info)
            if detail.Unpack(bad):
                self.fields += [violation.field for violation in bad.field_violations]
            if detail.Unpack(retry):
                self.retry_seconds = retry.retry_delay.ToTimedelta().total_seconds()

    def summary(self):
        return self.code, self.info.reason, self.info.domain


def reflect(channel, *requests):
    """Calls reflection v1, whose messages are those of v1alpha, which the Python package has."""
    call = channel.stream_stream(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    messages = [reflection_pb2.ServerReflectionRequest(**request) for request in requests]
    return list(call(iter(messages), timeout=SECONDS))

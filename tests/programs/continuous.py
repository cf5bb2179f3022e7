"""Clients that call continuously: in threads of this process, or in Node."""

import contextlib
import functools
import json
import os
import pathlib
import subprocess
import sys
import threading
import time
from collections import Counter

import grpc
import urllib3
from contract import ROOT, SECONDS, START, pb, services
from servers import EXAMPLES, end, spawn

sys.path.insert(0, str(EXAMPLES))
from channel import call, open_channel, suggestions  # noqa: E402, it is one of the examples

# Loops that call apply-move; the other operations have one each.
CALLERS = 4
APPLIED = "awale 440555/544444 0/0 n q1"
# By default the authority is the list of addresses, which is not valid. The other option keeps channels from sharing connections.
CHANNEL = [("grpc.default_authority", "ayla.test"), ("grpc.use_local_subchannel_pool", 1)]


class Load:
    """Calls until it is stopped. Then it has the numbers of answers, those of failures, and the longest times."""

    def __init__(self, name):
        self.name = name
        self.answered = Counter()
        # By operation, code and details. A wrong answer is a failure too.
        self.failed = Counter()
        self.longest = Counter()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._threads = []
        self._open = contextlib.ExitStack()

    def repeat(self, operation, call, times=1):
        threads = [threading.Thread(target=self._repeat, args=[operation, call], daemon=True) for _ in range(times)]
        self._threads += threads
        for thread in threads:
            thread.start()

    def _repeat(self, operation, call):
        while not self._over.is_set():
            start = time.monotonic()
            failure = None
            try:
                call()
            except grpc.RpcError as error:
                # Once a response has begun, no client retries by itself.
                begun = ", begun" if operation.endswith("stream") and error.initial_metadata() else ""
                failure = (operation + begun, error.code().name, error.details())
            except urllib3.exceptions.HTTPError as error:
                failure = (operation, type(error).__name__, str(error))
            except AssertionError as error:
                code, _, details = str(error).partition(": ")
                failure = (operation, code, details)
            with self._lock:
                self.longest[operation] = max(self.longest[operation], time.monotonic() - start)
                if failure:
                    self.failed[failure] += 1
                else:
                    self.answered[operation] += 1

    def stop(self):
        self._over.set()
        for thread in self._threads:
            thread.join(timeout=SECONDS)
        self._open.close()
        return self

    def codes(self):
        """The operations and codes of failures."""
        return {(operation, code) for operation, code, _ in self.failed}

    def __repr__(self):
        return f"{self.name}: answered {dict(self.answered)}, failed {dict(self.failed.most_common(20))}"


class GrpcLoad(Load):
    """With grpcio. With `resend`, a call that breaks off is sent again. With `time_ms`, suggestions take so long, and there are
    no streams."""

    def __init__(self, target, service_config=None, resend=False, time_ms=None):
        super().__init__("grpcio")
        channel = open_channel(target, service_config, CHANNEL) if service_config else grpc.insecure_channel(target, CHANNEL)
        stub = services.MancalaServiceStub(self._open.enter_context(channel))
        stub.GetServerInfo(pb.GetServerInfoRequest(), timeout=SECONDS, wait_for_ready=True)
        unary = call if resend else lambda method, request, **options: method(request, **options)
        streamed = functools.partial(suggestions, stub) if resend else stub.SuggestMoveStream

        def apply_move():
            answer = unary(stub.ApplyMove, pb.ApplyMoveRequest(position=START, move="3"), timeout=SECONDS)
            assert answer.position.text == APPLIED, f"WRONG: {answer}"

        def suggest_move():
            answer = unary(stub.SuggestMove, pb.SuggestMoveRequest(position=START, nodes=20_000), timeout=SECONDS)
            assert answer.deterministic and answer.nodes <= 20_000, f"WRONG: {answer}"

        def suggest_move_in_time():
            answer = unary(stub.SuggestMove, pb.SuggestMoveRequest(position=START, depth=60, time_ms=time_ms), timeout=SECONDS)
            assert answer.move, f"WRONG: {answer}"

        def suggest_move_stream():
            request = pb.SuggestMoveStreamRequest(position=START, nodes=200_000)
            lasts = [answer.last for answer in streamed(request, timeout=SECONDS)]
            assert lasts == [False] * (len(lasts) - 1) + [True], f"WRONG: {lasts}"

        self.repeat("apply-move", apply_move, CALLERS)
        if time_ms:
            self.repeat("suggest-move", suggest_move_in_time, 2)
        else:
            self.repeat("suggest-move", suggest_move)
            self.repeat("suggest-move-stream", suggest_move_stream)


class HttpLoad(Load):
    """With urllib3. The code of a failed call is its status, or the name of an exception."""

    def __init__(self, target):
        super().__init__("urllib3")
        options = {"maxsize": CALLERS, "block": True, "timeout": SECONDS, "retries": False}
        pool = self._open.enter_context(urllib3.HTTPConnectionPool(*target.split(":"), **options))

        def call(operation, method, right, **request):
            answer = pool.request(method, f"/v1/variants/awale/{operation}", **request)
            assert answer.status == 200, f"{answer.status}: {answer.data}"
            assert right(answer.json()), f"WRONG: {answer.data}"

        asked = {"position": START, "move": "3"}

        # One of them uses GET, the others POST, which clients and proxies do not retry by themselves.
        def apply_move():
            call("apply-move", "POST", lambda answer: answer["position"]["text"] == APPLIED, json=asked)

        def validate_move():
            call("validate-move", "GET", lambda answer: answer["legal"], fields=asked)
        self.repeat("apply-move by HTTP", apply_move, CALLERS - 1)
        self.repeat("validate-move by HTTP", validate_move)


class NodeLoad(Load):
    """With @grpc/grpc-js."""

    def __init__(self, target, service_config="{}", resend=False):
        super().__init__("grpc-js")
        script = pathlib.Path(os.environ["NODE_DIR"]) / "grpc_load.mjs"
        command = [os.environ["NODE"], script, ROOT / "proto", target, service_config, "resend" * resend]
        self._process = spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout.readline() == "ready\n", f"{script} has ended"

    def stop(self):
        try:
            said, _ = self._process.communicate(timeout=3 * SECONDS)
        finally:
            end(self._process)
        report = json.loads(said)
        self.answered.update(report["answered"])
        self.failed.update({tuple(failure): count for *failure, count in report["failed"]})
        return self

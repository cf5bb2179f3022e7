"""Servers and balancers as processes on free local ports, which end with this process."""

import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import urllib3
from contract import ROOT, SECONDS, SERVICE

EXAMPLES = ROOT / "examples" / "balancers"
# Below the ports that the system gives to connections, so that no client takes the port of a replica that restarts.
PORTS = range(15_000, 32_000)
METRIC = re.compile(r"^(?P<name>[a-z_]+)(?:\{(?P<labels>[^}]*)\})? (?P<value>[0-9.e+-]+)$", re.MULTILINE)
LABEL = re.compile(r'([a-z_]+)="([^"]*)"')

used_ports = set()


def free_port():
    """A port that is free, and that was not returned before."""
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in used_ports:
                used_ports.add(port)
                return port


def await_true(what, holds, seconds=SECONDS):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds:g} seconds: {what}"
        time.sleep(0.02)


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def written(file, content):
    """Replaces a file in one step, so that nobody reads half of it."""
    beside = file.with_suffix(".new")
    beside.write_bytes(content)
    beside.rename(file)


def program(name):
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    assert found, f"{name} is not installed"
    return found


def spawn(command, cores=None, **options):
    """Starts a process that is killed when this one ends, in whatever way."""
    tied = ["setpriv", "--pdeathsig", "KILL", "--", *map(str, command)]
    if cores is not None:
        tied = ["taskset", "--cpu-list", cores, *tied]
    return subprocess.Popen(tied, stdin=options.pop("stdin", subprocess.DEVNULL), **options)


def end(process, sent=signal.SIGTERM, seconds=SECONDS):
    """Ends a process, and returns its exit code. If it does not end in time, it is killed, and this fails."""
    if process.poll() is None:
        process.send_signal(sent)
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise AssertionError(f"{process.args} was still running {seconds:g} seconds after {sent.name}") from None


class Replica:
    """A server, and its successors on the same ports."""

    def __init__(self, binary, log, settings, cores=None):
        self.log = log
        self.port = free_port()
        self.admin = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._command = ([binary], cores)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("AYLA_", "OTEL_"))}
        self._environment = kept | {
            "AYLA_LISTEN": self.address,
            "AYLA_ADMIN_LISTEN": f"127.0.0.1:{self.admin}",
            "AYLA_TABLE_MEMORY": "0",
            **{name: str(value) for name, value in settings.items()},
        }
        self.process = None
        self.start()

    def start(self):
        with open(self.log, "a") as log:
            self.process = spawn(*self._command, env=self._environment, stdout=log, stderr=log)
        await_true(f"the replica on port {self.port} is ready", self._is_ready)

    def _is_ready(self):
        assert self.process.poll() is None, f"a server ended with {self.process.returncode}:\n{self.log.read_text()}"
        try:
            return self.operator("/readyz").status == 200
        except urllib3.exceptions.HTTPError:
            return False

    def operator(self, path):
        """The answer of the admin port."""
        return urllib3.request("GET", f"http://127.0.0.1:{self.admin}{path}", timeout=5, retries=False)

    def call(self, path, body=None):
        """The answer over JSON: by POST with a body, otherwise by GET."""
        options = {"timeout": 60, "retries": False}
        if body is None:
            return urllib3.request("GET", f"http://{self.address}{path}", **options)
        return urllib3.request("POST", f"http://{self.address}{path}", json=body, **options)

    def stop(self):
        """Ends the server as an orchestrator does, unless it was killed."""
        if self.process is not None:
            code = end(self.process, seconds=60)
            log = self.log.read_text(errors="replace")
            assert code == 0, f"a server ended with {code} after SIGTERM:\n{log[-5000:]}"
            assert "panicked at" not in log, log[-5000:]

    def roll(self):
        """Ends the server, and starts its successor."""
        self.stop()
        self.start()

    def kill(self):
        end(self.process, signal.SIGKILL)
        self.process = None

    @contextlib.contextmanager
    def frozen(self):
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def metrics(self):
        """The metrics in the text format of Prometheus."""
        answer = self.operator("/metrics")
        assert answer.status == 200, answer.data
        return answer.data.decode()

    def metric(self, name, **labels):
        """The sum of a metric's values with these labels."""
        return sum(
            float(line["value"])
            for line in METRIC.finditer(self.metrics())
            if line["name"] == name and labels.items() <= dict(LABEL.findall(line["labels"] or "")).items()
        )

    def calls(self, **labels):
        """The number of calls with these labels that have ended."""
        return int(self.metric("ayla_calls_total", **labels))

    def processor_seconds(self):
        """The CPU time of its threads."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stop_together(replicas):
    """Ends servers side by side, as most of the time each waits out its drain delay."""
    with ThreadPoolExecutor() as pool:
        # Raises the first failure of any.
        list(pool.map(Replica.stop, replicas))


class Balancer:
    """HAProxy or nginx with a file of examples/balancers, in which only the ports are replaced."""

    def __init__(self, folder, name, replicas, run):
        self.grpc = free_port()
        self.json = free_port() if name == "nginx.conf" else self.grpc
        first = replicas[0]
        second = replicas[-1]
        text = (EXAMPLES / name).read_text()
        places = {":8080": self.grpc, ":8081": first.port, ":8082": second.port}
        if name == "nginx.conf":
            places[":8090"] = self.json
            arguments = ["nginx", "-p", folder, "-c", folder / name, "-g", "daemon off; master_process off;"]
        else:
            arguments = ["haproxy", "-db", "-f", folder / name]
        for place, port in places.items():
            assert f"127.0.0.1{place}" in text, f"{name} does not have 127.0.0.1{place}"
            text = text.replace(f"127.0.0.1{place}", f"127.0.0.1:{port}")
        text = text.replace("port 9091", f"port {first.admin}").replace("port 9092", f"port {second.admin}")
        (folder / name).write_text(text)
        process = run(*arguments)

        def is_ready():
            assert process.poll() is None, f"{name} ended with {process.returncode}: see {folder}"
            return listens(self.grpc) and listens(self.json)

        await_true(f"{name} listens", is_ready)


def h2load(log, seconds, arguments, cores=None):
    """Runs h2load for this time; its output is appended to the file `log`."""
    with open(log, "a") as file:
        load = spawn([program("h2load"), f"--duration={seconds}", *arguments], cores, stdout=file, stderr=file)
        try:
            load.wait(timeout=seconds + SECONDS)
        finally:
            end(load, signal.SIGKILL)


def h2load_grpc(body, base, method, message):
    """The arguments for a gRPC call, whose message is written to the file `body`."""
    body.write_bytes(framed(message))
    headers = ["--header=content-type: application/grpc", "--header=te: trailers"]
    return [*headers, f"--data={body}", f"{base}/{SERVICE}/{method}"]


def framed(message):
    """A message as gRPC sends it: not compressed, then the length."""
    encoded = message.SerializeToString()
    return b"\0" + len(encoded).to_bytes(4, "big") + encoded

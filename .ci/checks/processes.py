"""Servers and balancers as processes on free local ports, which end with this process."""

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

from contract import ROOT, SECONDS, SERVICE

EXAMPLES = ROOT / "examples" / "balancers"
# Below the ports that the system gives to connections, so that no client takes the port of a replica that restarts.
PORTS = range(15_000, 32_000)
METRIC = re.compile(r"^(?P<name>[a-z_]+)(?:\{(?P<labels>[^}]*)\})? (?P<value>[0-9.e+-]+)$", re.MULTILINE)
LABEL = re.compile(r'([a-z_]+)="([^"]*)"')

used_ports = set()


class Gone(Exception):
    """A process has failed, or has not reached the expected state in time."""


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
        if time.monotonic() > deadline:
            raise Gone(f"not within {seconds:g} seconds: {what}")
        time.sleep(0.02)


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def get(port, path):
    """Status and text of a response; status 0 if there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return 0, str(error)


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
        raise Gone(f"{process.args[-1]} was still running {seconds:g} seconds after {sent.name}") from None


class Replica:
    """A server, and its successors on the same ports."""

    def __init__(self, binary, log, settings, cores=None):
        self.port, self.admin = free_port(), free_port()
        self._binary, self._log, self._cores = binary, log, cores
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("AYLA_", "OTEL_"))}
        self._environment = kept | {
            "AYLA_LISTEN": f"127.0.0.1:{self.port}",
            "AYLA_ADMIN_LISTEN": f"127.0.0.1:{self.admin}",
            "AYLA_TABLE_MEMORY": "0",
            **settings,
        }
        self.process = None
        self.start()

    def start(self):
        with open(self._log, "a") as log:
            self.process = spawn([self._binary], self._cores, env=self._environment, stdout=log, stderr=log)
        await_true(f"the replica on port {self.port} is ready", self._ready)

    def _ready(self):
        if self.process.poll() is not None:
            raise Gone(f"a replica ended with exit code {self.process.returncode}: {self._log}")
        return get(self.admin, "/readyz")[0] == 200

    def roll(self):
        """Ends the server as an orchestrator does, and starts its successor."""
        code = end(self.process, seconds=60)
        if code != 0:
            raise Gone(f"a replica ended with exit code {code} after SIGTERM")
        self.start()

    def kill(self):
        end(self.process, signal.SIGKILL)

    def metric(self, name, **labels):
        """The sum of a metric's values with these labels."""
        status, text = get(self.admin, "/metrics")
        if status != 200:
            raise Gone(f"/metrics returned {status}: {text}")
        return sum(
            float(line["value"])
            for line in METRIC.finditer(text)
            if line["name"] == name and labels.items() <= dict(LABEL.findall(line["labels"] or "")).items()
        )

    def calls(self, **labels):
        """The number of calls with these labels that have ended."""
        return int(self.metric("ayla_calls_total", **labels))

    def processor_seconds(self):
        """The CPU time of its threads."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Balancer:
    """HAProxy or nginx with a file of examples/balancers, in which only the ports are replaced."""

    def __init__(self, folder, name, replicas, cores=None):
        self.folder = folder
        self.grpc, self.json = free_port(), free_port()
        first, second = replicas[0], replicas[-1]
        example = EXAMPLES / name
        places = {"127.0.0.1:8080": self.grpc, "127.0.0.1:8081": first.port, "127.0.0.1:8082": second.port}
        if name == "nginx.conf":
            places["127.0.0.1:8090"] = self.json
        else:
            self.json = self.grpc
        text = example.read_text()
        for place, port in places.items():
            if place not in text:
                raise Gone(f"{name} does not have {place}")
            text = text.replace(place, f"127.0.0.1:{port}")
        for place, port in {"port 9091": first.admin, "port 9092": second.admin}.items():
            text = text.replace(place, f"port {port}")
        self.file = folder / name
        self.file.write_text(text)
        with open(folder / f"{name}.log", "a") as log:
            self.process = spawn(self._command(), cores, stdout=log, stderr=log)
        await_true(f"{name} listens", self._listens)

    def _command(self):
        if self.file.name == "nginx.conf":
            return [program("nginx"), "-p", self.folder, "-c", self.file, "-g", "daemon off; master_process off;"]
        return [program("haproxy"), "-db", "-f", self.file]

    def _listens(self):
        if self.process.poll() is not None:
            raise Gone(f"{self.file.name}: exit code {self.process.returncode}, see {self.folder}")
        return listens(self.grpc) and listens(self.json)


def program(name):
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if found is None:
        raise Gone(f"{name} is not installed")
    return found


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
    encoded = message.SerializeToString()
    # Not compressed, then the length.
    body.write_bytes(b"\0" + len(encoded).to_bytes(4, "big") + encoded)
    headers = ["--header=content-type: application/grpc", "--header=te: trailers"]
    return [*headers, f"--data={body}", f"{base}/{SERVICE}/{method}"]

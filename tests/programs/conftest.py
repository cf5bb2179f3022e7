"""What the checks run on: servers, certificates and keys, balancers, and clients in Node.

.ci/run sets SERVER_BINARY, NODE, NODE_DIR with the packages of npm and the programs of tests/clients, and CI_DIR.
"""

import itertools
import os
import pathlib
import re
import subprocess
import sys

import pytest
import trustme
from contract import ROOT, SECONDS
from google.rpc import status_pb2
from servers import Balancer, Replica, end, program, spawn, stop_together, written


def pytest_addoption(parser):
    parser.addoption("--binary", default=os.environ.get("SERVER_BINARY"), help="the server, if not SERVER_BINARY")


@pytest.fixture(scope="session")
def binary(request):
    return pathlib.Path(request.config.getoption("binary")).resolve()


@pytest.fixture(scope="session")
def ci_dir():
    """The folder of the tools and of what other steps leave."""
    return pathlib.Path(os.environ["CI_DIR"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder for the files of a check."""
    return tmp_path_factory.mktemp("check")


@pytest.fixture(scope="module")
def start(binary, folder):
    """Starts servers with these settings. At the end each has to stop in order, without a panic."""
    replicas = []
    numbers = itertools.count(1)

    def started(settings=(), executable=binary, cores=None):
        replica = Replica(executable, folder / f"ayla-{next(numbers)}.log", dict(settings), cores)
        replicas.append(replica)
        return replica

    yield started
    stop_together(replicas)


@pytest.fixture(scope="module")
def server(start):
    return start()


@pytest.fixture(scope="module")
def run(folder):
    """Starts other programs, which write into logs; they are ended in the reverse order."""
    processes = []

    def started(name, *arguments, **options):
        with open(folder / f"{pathlib.Path(name).name}.log", "a") as log:
            process = spawn([program(name), *arguments], **{"stdout": log, "stderr": log} | options)
        processes.append(process)
        return process

    yield started
    for process in reversed(processes):
        end(process)


@pytest.fixture(scope="module")
def balance(folder, run):
    """Starts HAProxy or nginx in front of replicas, with a file of examples/balancers."""
    return lambda example, replicas: Balancer(folder, example, replicas, run)


class Authority:
    """A certificate authority."""

    def __init__(self, file):
        self._ca = trustme.CA()
        self.file = file
        self._ca.cert_pem.write_to_path(file)

    def issue(self, chain, key):
        """Writes a new certificate into these files, which are replaced atomically."""
        leaf = self._ca.issue_cert("localhost", "127.0.0.1")
        written(chain, b"".join(blob.bytes() for blob in leaf.cert_chain_pems))
        written(key, leaf.private_key_pem.bytes())


@pytest.fixture(scope="module")
def authority(folder):
    return Authority(folder / "ca.pem")


@pytest.fixture(scope="module")
def tls(authority, folder):
    """The settings of a server with a certificate."""
    files = {"AYLA_TLS_CERT": folder / "tls.pem", "AYLA_TLS_KEY": folder / "tls.key"}
    authority.issue(*files.values())
    return files


class Keys:
    """A file of keys made with `ayla key`."""

    def __init__(self, binary, file):
        self._binary = binary
        self._entries = {}
        self.file = file
        self.secret = {}

    def make(self, name, calls_per_second=10_000):
        command = [self._binary, "key", name, "--calls-per-second", str(calls_per_second)]
        made = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
        # The last word that is printed.
        self.secret[name] = re.search(r"(\S+)\s*$", made.stderr)[1]
        self._entries[name] = made.stdout

    def revoke(self, name):
        del self._entries[name]

    def write(self, more=""):
        written(self.file, "\n".join([*self._entries.values(), more]).encode())

    def bearer(self, name):
        return {"authorization": f"Bearer {self.secret[name]}"}


@pytest.fixture(scope="module")
def keys(binary, folder):
    """Keys, of which village-bot has one."""
    keys = Keys(binary, folder / "keys.toml")
    keys.make("village-bot")
    keys.write()
    return keys


@pytest.fixture(scope="session")
def node():
    """Runs a program in Node to its end, and returns its output."""

    def output(script, *arguments, **environment):
        command = [os.environ["NODE"], pathlib.Path(os.environ["NODE_DIR"]) / script, *map(str, arguments)]
        done = subprocess.run(
            command, env=os.environ | environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, timeout=120
        )
        print(done.stdout)
        assert done.returncode == 0, f"{script} ended with exit code {done.returncode}"
        return done.stdout

    return output


@pytest.fixture(scope="module")
def descriptors(folder):
    """The contract and the details of errors as a descriptor set, each file after those that it imports."""
    path = folder / "contract.binpb"
    details = pathlib.Path(status_pb2.__file__).parents[2]
    command = [sys.executable, "-m", "grpc_tools.protoc", "-I", ROOT / "proto", "-I", details, "--include_imports"]
    files = ["mancala/v1/mancala_service.proto", "google/rpc/error_details.proto", "google/rpc/status.proto"]
    subprocess.run([*command, f"--descriptor_set_out={path}", *files], check=True)
    return path

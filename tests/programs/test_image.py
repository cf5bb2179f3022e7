"""The image of the service, as the step image has made it: its files in CI_DIR/image/root, its description in image.json.

It is run as an engine does without privileges: on its own file system only, read-only, as its user without further groups or
capabilities, with its own environment and ports. This needs root and namespaces of its own:
`unshare --mount --net --propagation private`.
"""

import ctypes
import errno
import fcntl
import json
import os
import pathlib
import platform
import shutil
import signal
import socket
import struct
import subprocess

import pytest
import urllib3
from contract import ROOT
from servers import await_true

MAX_BYTES = 25_000_000
SECONDS = 10
PUBLIC = "http://127.0.0.1:8080"
ADMIN = "http://127.0.0.1:9090"


@pytest.fixture(scope="module")
def root(ci_dir):
    return (ci_dir / "image/root").resolve()


@pytest.fixture(scope="module")
def config(ci_dir):
    return json.loads((ci_dir / "image/image.json").read_text())["Docker"]["config"]


@pytest.fixture(scope="module")
def labels(config):
    prefix = "org.opencontainers.image."
    return {name.removeprefix(prefix): text for name, text in config["Labels"].items() if name.startswith(prefix)}


@pytest.fixture(scope="module")
def commit():
    return subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()


def files(root):
    """All files, with what a write would change."""
    found = {}
    for path in sorted(root.rglob("*")):
        status = path.lstat()
        found[str(path.relative_to(root))] = (status.st_mode, status.st_size, status.st_mtime_ns)
    return found


def test_it_has_two_files_and_is_small(root):
    names = files(root).keys()
    assert names == {"LICENSE", "ayla"}
    assert sum((root / name).stat().st_size for name in names) <= MAX_BYTES


def test_its_binary_is_static_and_does_not_say_where_it_was_built(root):
    binary = root / "ayla"
    command = ["readelf", "--wide", "--program-headers", "--dynamic", binary]
    headers = subprocess.check_output(command, text=True)
    assert "LOAD" in headers and "INTERP" not in headers and "(NEEDED)" not in headers
    content = binary.read_bytes()
    cargo_home = os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo")
    for folder in ("/build/crates/", "/build/src/", "/build/target/", f"{cargo_home}/"):
        place = content.find(folder.encode())
        assert place < 0, content[place : place + 120]


def test_its_labels_are_those_of_the_build(root, labels, commit):
    version = subprocess.check_output([root / "ayla", "--version"], text=True).split()[1]
    assert (labels["version"], labels["revision"]) == (version, commit)


@pytest.fixture(scope="module")
def isolated(root):
    """The files of the image, in a namespace with a loopback interface, where its file system is read-only."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        # From linux/sockios.h and linux/if.h: SIOCSIFFLAGS with IFF_UP and IFF_RUNNING.
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh22x", b"lo", 0x1 | 0x40))
    subprocess.run(["mount", "--bind", root, root], check=True)
    subprocess.run(["mount", "--options", "remount,bind,ro,nosuid,nodev", root, root], check=True)
    with pytest.raises(OSError):
        (root / "written").touch()
    return files(root)


@pytest.fixture(scope="module")
def start(root, config, isolated):
    """Starts a command with the image's user, environment and files only."""
    become = [shutil.which("setpriv"), "--no-new-privs"]
    enter = [shutil.which("chroot"), f"--userspec={config['User']}", "--groups=", root]
    environment = dict(pair.split("=", 1) for pair in config["Env"])

    def started(command, **options):
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([*become, *enter, *command], env=environment, text=True, **pipes, **options)

    return started


@pytest.fixture(scope="module")
def is_healthy(config, start):
    kind, *command = config["Healthcheck"]["Test"]
    assert kind == "CMD", "the health check needs a shell"

    def healthy():
        process = start(command)
        print(process.communicate(timeout=SECONDS))
        assert process.returncode in (0, 1)
        return process.returncode == 0

    return healthy


@pytest.fixture(scope="module")
def service(config, start, is_healthy):
    assert not is_healthy(), "there is no server yet"
    process = start(config["Entrypoint"])
    try:
        await_true("it is healthy", lambda: process.poll() is not None or is_healthy(), SECONDS)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        process.kill()


def test_it_has_the_ports_of_the_settings(config):
    assert sorted(config["ExposedPorts"]) == ["8080/tcp", "9090/tcp"]


def test_it_has_no_privileges(service, config):
    lines = pathlib.Path(f"/proc/{service.pid}/status").read_text().splitlines()
    status = {name: value.split() for name, _, value in (line.partition(":") for line in lines)}
    user, group = config["User"].split(":")
    assert (status["Uid"], status["Gid"], status["Groups"]) == ([user] * 4, [group] * 4, [])
    assert status["NoNewPrivs"] == ["1"]
    for rights in ("CapEff", "CapPrm", "CapAmb"):
        assert int(status[rights][0], 16) == 0, rights
    for line in pathlib.Path(f"/proc/{service.pid}/mountinfo").read_text().splitlines():
        _, _, _, _, place, options, *_ = line.split()
        assert place == "/" and "ro" in options.split(","), line
    print(f"{status['VmRSS']} when idle")


def test_it_answers(service, labels, commit):
    # A cluster may have IPv6 only, and this machine none.
    urls = [PUBLIC, PUBLIC.replace("127.0.0.1", "[::1]")] if urllib3.util.connection.HAS_IPV6 else [PUBLIC]
    for url in urls:
        build = urllib3.request("GET", f"{url}/v1/server-info").json()["build"]
        assert build == {"version": labels["version"], "commit": commit}
    metrics = urllib3.request("GET", f"{ADMIN}/metrics").data.decode()
    [metric] = [line for line in metrics.splitlines() if line.startswith("ayla_build_info{")]
    assert f'version="{labels["version"]}"' in metric and f'commit="{commit}"' in metric
    question = {"position": "awale 444444/444444 0/0 s", "nodes": "1000"}
    assert urllib3.request("GET", f"{PUBLIC}/v1/variants/awale/suggest-move", fields=question).json()["move"]


def test_it_stops_and_has_written_nothing_but_its_log(service, config, root, isolated):
    """This ends the service."""
    log = stopped(service, config)
    assert {json.loads(line)["level"] for line in log.splitlines()} <= {"INFO", "WARN"}, log
    assert files(root) == isolated


def stopped(service, config):
    """Ends a service, and returns its log."""
    service.send_signal(signal.Signals[config["StopSignal"]])
    _, log = service.communicate(timeout=SECONDS)
    assert service.returncode == 0, log
    return log


class Instruction(ctypes.Structure):
    """struct sock_filter of linux/filter.h."""

    _fields_ = [("code", ctypes.c_uint16), ("if_true", ctypes.c_uint8), ("if_false", ctypes.c_uint8), ("k", ctypes.c_uint32)]


class Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(Instruction))]


def without_ipv6():
    """Has this process and those that it starts create no socket of IPv6, as if the kernel had none."""
    socket_call = {"x86_64": 41, "aarch64": 198}[platform.machine()]
    load, is_equal, end = 0x20, 0x15, 0x06
    allowed, refused = 0x7FFF0000, 0x00050000 | errno.EAFNOSUPPORT
    # The number of the system call, and then its first argument.
    instructions = (Instruction * 6)(
        (load, 0, 0, 0),
        (is_equal, 0, 3, socket_call),
        (load, 0, 0, 16),
        (is_equal, 0, 1, socket.AF_INET6),
        (end, 0, 0, refused),
        (end, 0, 0, allowed),
    )
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    program = Program(len(instructions), instructions)
    # From linux/prctl.h and linux/seccomp.h: PR_SET_NO_NEW_PRIVS; PR_SET_SECCOMP with SECCOMP_MODE_FILTER.
    for arguments in [(38, 1, 0, 0, 0), (22, 2, ctypes.byref(program))]:
        if prctl(*arguments) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


def test_it_listens_on_ipv4_where_the_kernel_has_no_ipv6(start, config, is_healthy):
    process = start(config["Entrypoint"], preexec_fn=without_ipv6)
    try:
        await_true("it is healthy", lambda: process.poll() is not None or is_healthy(), SECONDS)
        log = [json.loads(line) for line in stopped(process, config).splitlines()]
    finally:
        process.kill()
    said = [line["message"] for line in log if line["level"] == "WARN"]
    assert len(said) == 2 and all("listening on 0.0.0.0:" in line for line in said), log

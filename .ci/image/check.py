"""Checks an image: `check.py ROOT IMAGE COMMIT CARGO_HOME`.

ROOT is the file system of the image, IMAGE its description by buildah, COMMIT the commit that it was built from, CARGO_HOME
the folder of the libraries in the build. Checks the files, and runs the image as an engine does without privileges: on its
own file system only, read-only, as its user without further groups or capabilities, with its own environment and ports.
This needs root and a network namespace: `unshare --mount --net --propagation private`.
"""

import fcntl
import json
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request

MAX_BYTES = 24_500_000
FILES = {"LICENSE", "ayla"}
SECONDS = 10
PUBLIC, ADMIN = "http://127.0.0.1:8080", "http://127.0.0.1:9090"
SUGGESTION = f"{PUBLIC}/v1/variants/awale/suggest-move?position=awale_444444/444444_0/0_s&nodes=1000"


def expect(condition, complaint):
    if not condition:
        sys.exit(complaint)


def files(root):
    """All files, with what a write would change."""
    found = {}
    for path in sorted(root.rglob("*")):
        status = path.lstat()
        found[str(path.relative_to(root))] = (status.st_mode, status.st_size, status.st_mtime_ns)
    return found


def check_files(root, label, cargo_home):
    """The image holds the expected files, is small, and its binary is static and does not say where it was built."""
    names = set(files(root))
    expect(names == FILES, f"the image holds {sorted(names)}, not {sorted(FILES)}")
    size = sum((root / name).stat().st_size for name in names)
    expect(size <= MAX_BYTES, f"the image has {size} bytes, more than {MAX_BYTES}")

    binary = root / "ayla"
    command = ["readelf", "--wide", "--program-headers", "--dynamic", str(binary)]
    headers = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    expect("LOAD" in headers, f"{binary} is not a program")
    for word in ("INTERP", "(NEEDED)"):
        expect(word not in headers, f"the binary is not static, it has {word}:\n{headers}")
    content = binary.read_bytes()
    for folder in ("/build/crates/", "/build/src/", "/build/target/", f"{cargo_home}/"):
        place = content.find(folder.encode())
        expect(place < 0, f"the binary names {content[place : place + 120]}")
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    expect(version == label, f"the version of the binary is {version}, that in the label {label}")
    print(f"static, {size} bytes in {len(names)} files, version {version}")


def bring_up_loopback():
    """Activates the loopback interface of the new network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        # From linux/sockios.h and linux/if.h: SIOCSIFFLAGS with IFF_UP and IFF_RUNNING.
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh22x", b"lo", 0x1 | 0x40))


def mount_read_only(root):
    """Mounts the folder over itself, in this mount namespace only."""
    subprocess.run(["mount", "--bind", root, root], check=True)
    subprocess.run(["mount", "--options", "remount,bind,ro,nosuid,nodev", root, root], check=True)
    try:
        (root / "written").touch()
    except OSError:
        return
    sys.exit(f"{root} is not read-only")


class Image:
    def __init__(self, root, inspected):
        self.root = root
        config = inspected["Docker"]["config"]
        self.user = tuple(int(number) for number in config["User"].split(":"))
        self.environment = dict(pair.split("=", 1) for pair in config["Env"])
        self.ports = sorted(config["ExposedPorts"])
        self.entrypoint = config["Entrypoint"]
        self.stop_signal = config["StopSignal"]
        kind, *self.health_command = config["Healthcheck"]["Test"]
        expect(kind == "CMD", f"the health check needs a shell: {kind}")
        prefix = "org.opencontainers.image."
        labels = config["Labels"].items()
        self.labels = {name.removeprefix(prefix): text for name, text in labels if name.startswith(prefix)}

    def start(self, command, **options):
        """Starts a command with the image's user, environment and files only."""
        user, group = self.user
        become = [shutil.which("setpriv"), "--no-new-privs"]
        enter = [shutil.which("chroot"), f"--userspec={user}:{group}", "--groups=", str(self.root)]
        return subprocess.Popen(
            become + enter + command, env=self.environment, stdin=subprocess.DEVNULL, text=True, **options
        )

    def healthcheck(self):
        """The exit code and output of the health check."""
        process = self.start(self.health_command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = process.communicate(timeout=SECONDS)
        return process.returncode, output.strip()


def status_of(process):
    """The entries of /proc/PID/status."""
    lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return {name: value.split() for name, _, value in (line.partition(":") for line in lines)}


def check_privileges(process, user, group):
    """The process has no privileges."""
    status = status_of(process)
    expect(status["Uid"] == [str(user)] * 4, f"it runs as the user {status['Uid']}")
    expect(status["Gid"] == [str(group)] * 4, f"it runs as the group {status['Gid']}")
    expect(status["Groups"] == [], f"it has further groups: {status['Groups']}")
    expect(status["NoNewPrivs"] == ["1"], "it could get privileges")
    for rights in ("CapEff", "CapPrm", "CapAmb"):
        expect(int(status[rights][0], 16) == 0, f"it has capabilities: {rights} {status[rights]}")
    for line in pathlib.Path(f"/proc/{process.pid}/mountinfo").read_text().splitlines():
        _, _, _, _, place, options, *_ = line.split()
        expect(place == "/" and "ro" in options.split(","), f"it sees more than a read-only root: {line}")


def get(url):
    with urllib.request.urlopen(url, timeout=SECONDS) as answer:
        return answer.read().decode()


def check_run(image, commit):
    """Runs the image, calls it, and ends it."""
    before = files(image.root)
    expect(image.ports == ["8080/tcp", "9090/tcp"], f"it has the ports {image.ports}")
    code, output = image.healthcheck()
    expect(code == 1, f"without a server, the health check ends with exit code {code}: {output}")

    process = image.start(image.entrypoint, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        start = time.monotonic()
        while (health := image.healthcheck())[0] != 0:
            expect(process.poll() is None, f"it ended with exit code {process.returncode}")
            expect(time.monotonic() - start < SECONDS, f"not healthy in {SECONDS} seconds: {health[1]}")
            time.sleep(0.05)
        check_privileges(process, *image.user)
        memory = int(status_of(process)["VmRSS"][0])

        version = image.labels["version"]
        build = json.loads(get(f"{PUBLIC}/v1/server-info"))["build"]
        expect(build == {"version": version, "commit": commit}, f"server-info reports {build}")
        (metric,) = [line for line in get(f"{ADMIN}/metrics").splitlines() if line.startswith("ayla_build_info{")]
        for label in (f'version="{version}"', f'commit="{commit}"'):
            expect(label in metric, f"{metric} has no {label}")
        suggested = json.loads(get(SUGGESTION))
        expect(suggested.get("move"), f"there is no move in {suggested}")

        process.send_signal(signal.Signals[image.stop_signal])
        _, log = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    expect(process.returncode == 0, f"after {image.stop_signal} it ended with exit code {process.returncode}:\n{log}")
    for line in log.splitlines():
        entry = json.loads(line)
        expect(entry["level"] in ("INFO", "WARN"), f"it logged {line}")
    expect(files(image.root) == before, "it has changed its files")
    print(f"healthy as user {image.user[0]}, calls answered, {memory} kB when idle, ended by {image.stop_signal}")


def main(root, inspected, commit, cargo_home):
    image = Image(root, json.loads(inspected.read_text()))
    expect(image.labels["revision"] == commit, f"the revision in its label is {image.labels['revision']}")
    check_files(image.root, image.labels["version"], cargo_home)
    bring_up_loopback()
    mount_read_only(image.root)
    check_run(image, commit)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), *sys.argv[3:])

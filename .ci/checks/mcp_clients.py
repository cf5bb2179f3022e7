"""The Model Context Protocol as others implement it: the conformance suite, and games of the official clients.

    python mcp_clients.py BINARY FIXTURES FOLDER NODE

FIXTURES is the program of a server with what the suite calls by name. FOLDER has a Python environment in `venv` and the packages
of Node in `node`. The games go over HTTP, each turn to another of
three replicas, of which the one that answered is killed after the turn and started again; and over standard input and
output, each turn with a process of its own. Exits with 1 and a list of faults, or with 0.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

from contract import ROOT
from processes import Replica

REVISIONS = ["2025-11-25", "2026-07-28"]
CONFORMANCE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
EXPECTED = ROOT / ".ci" / "mcp"

faults = []


def converse(command, replicas):
    """Runs a client that plays, and kills each replica that has answered it."""
    name = f"{command[1].name} {command[2]} {command[3]}"
    client = subprocess.Popen(
        [str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    turns = games = 0
    for line in client.stdout:
        kind, _, rest = line.strip().partition(" ")
        if kind == "turn":
            turns += 1
            if replicas:
                replica = replicas[int(rest)]
                replica.kill()
                replica.start()
            client.stdin.write("\n")
            client.stdin.flush()
        elif kind == "game":
            games += 1
            print(f"{name}: {rest}")
    complaint = client.stderr.read()
    if client.wait() != 0 or games != 4:
        faults.append(f"{name} ended with {client.returncode} after {games} games and {turns} turns:\n{complaint}")
    print(f"{name}: {games} games, {turns} turns")


def conform(node, folder, url, revision, expected):
    """Runs the scenarios that a revision requires; those in a file are expected to fail."""
    ran = subprocess.run(
        [node, folder / "node" / CONFORMANCE, "server", "--url", url, "--requirements", revision]
        + ["--expected-failures", EXPECTED / expected, "--output-dir", folder / "conformance"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    listed = re.findall(r"^  ~ (\S+)", ran.stdout, re.MULTILINE)
    passed = [name for name in re.findall(r"^✓ (\S+):", ran.stdout, re.MULTILINE) if name not in listed]
    print(f"conformance {revision}, {expected}: passed", *passed)
    if ran.returncode != 0:
        faults.append(f"conformance {revision}, {expected}:\n{ran.stdout}\n{ran.stderr}")


def main():
    binary, fixtures, folder, node = map(pathlib.Path, sys.argv[1:])
    binary = binary.resolve()
    replicas = [Replica(binary, folder / f"replica-{number}.log", {}) for number in range(3)]
    urls = [f"http://127.0.0.1:{replica.port}/mcp" for replica in replicas]
    environment = {**os.environ, "AYLA_LISTEN": "127.0.0.1:0"}
    with subprocess.Popen([fixtures], stdout=subprocess.PIPE, text=True, env=environment) as server:
        url = f"http://{server.stdout.readline().strip()}/mcp"
        for revision in REVISIONS:
            conform(node, folder, urls[0], revision, "expected-failures.yaml")
            conform(node, folder, url, revision, "expected-failures-of-fixtures.yaml")
        server.kill()
    clients = [[folder / "venv/bin/python", ROOT / ".ci/mcp/play.py"], [node, folder / "node/play.mjs"]]
    talks = [[*client, revision] for client in clients for revision in REVISIONS]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        # One after the other over HTTP, because each kills replicas of the others.
        over_http = pool.submit(lambda: [converse([*talk, "http", *urls], replicas) for talk in talks])
        over_stdio = pool.submit(lambda: [converse([*talk, "stdio", binary], []) for talk in talks])
        over_http.result()
        over_stdio.result()
    for replica in replicas:
        replica.kill()
    if faults:
        print(*faults, sep="\n")
        sys.exit(1)


main()

"""Whether every expression of the dashboard comes to something: a real Prometheus reads a real server that is called.

    dashboard.py BINARY DASHBOARD FOLDER
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

START = "awale 444444/444444 0/0 s"
PATIENCE = 60


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def call(address, operation, question):
    request = urllib.request.Request(
        f"http://{address}/v1/variants/awale/{operation}",
        json.dumps({"position": START, **question}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        answer.read()


def results(prometheus, expression):
    query = urllib.parse.urlencode({"query": expression})
    with urllib.request.urlopen(f"http://{prometheus}/api/v1/query?{query}", timeout=10) as answer:
        found = json.load(answer)["data"]["result"]
    # What is divided by nothing is no number.
    return [result for result in found if result["value"][1] != "NaN"]


def expressions(path):
    with open(path, encoding="utf-8") as file:
        panels = json.load(file)["panels"]
    for panel in panels:
        for target in panel.get("targets", []):
            filled = target["expr"].replace("$__rate_interval", "10s").replace("$job", "ayla").replace("$instance", ".*")
            # All there are: without an operator of a cluster, none.
            yield panel["title"], filled.replace("$namespace", ".*")


def main(binary, dashboard, folder):
    server, admin, prometheus = (f"127.0.0.1:{free_port()}" for _ in range(3))
    os.makedirs(folder, exist_ok=True)
    config = os.path.join(folder, "prometheus.yaml")
    with open(config, "w", encoding="utf-8") as file:
        jobs = [{"job_name": "ayla", "static_configs": [{"targets": [admin]}]}]
        # YAML takes JSON as it is.
        json.dump({"global": {"scrape_interval": "1s"}, "scrape_configs": jobs}, file)
    log = open(os.path.join(folder, "processes.log"), "w", encoding="utf-8")
    arguments = [f"--config.file={config}", f"--storage.tsdb.path={folder}/data", f"--web.listen-address={prometheus}"]
    processes = [
        subprocess.Popen([binary], env={**os.environ, "AYLA_LISTEN": server, "AYLA_ADMIN_LISTEN": admin}, stderr=log),
        subprocess.Popen(["prometheus", *arguments], stderr=log),
    ]
    try:
        waiting, begun = list(expressions(dashboard)), time.monotonic()
        count = len(waiting)
        while waiting:
            if time.monotonic() - begun > PATIENCE:
                sys.exit("\n".join(["nothing comes of:", *(f"{title}: {query}" for title, query in waiting)]))
            time.sleep(0.5)
            if any(process.poll() is not None for process in processes):
                sys.exit(f"a process ended: see {log.name}")
            try:
                call(server, "apply-move", {"move": "3"})
                call(server, "suggest-move", {"nodes": 1000})
                waiting = [(title, query) for title, query in waiting if not results(prometheus, query)]
            except urllib.error.HTTPError as error:
                # Prometheus is there, and reads what it has on the disk.
                if error.code != 503:
                    raise
            except urllib.error.URLError as error:
                # One of them is still starting.
                if not isinstance(error.reason, ConnectionRefusedError):
                    raise
        print(f"{count} expressions, all with results after {time.monotonic() - begun:.0f} s")
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(timeout=30)


main(*sys.argv[1:])

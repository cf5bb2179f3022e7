"""Checks that every expression of the dashboard and the alerts has a result in a Prometheus that scrapes a server.

    python dashboard.py AYLA_BINARY FOLDER
"""

import json
import pathlib
import re
import sys
import time
import urllib.parse

import monitoring
from observed import Observed
from processes import Gone, end, free_port, get, program, spawn

SECONDS = 60


def query(prometheus, path, *parameters):
    """The data of a response; None while Prometheus is starting, and if the expression has a fault."""
    status, text = get(prometheus, f"/api/v1/{path}?{urllib.parse.urlencode(parameters)}")
    return json.loads(text)["data"] if status == 200 else None


def has_results(prometheus, expression):
    """Whether there are values, and the labels by which they are grouped."""
    labels = query(prometheus, "labels", *(("match[]", metric) for metric in monitoring.METRIC.findall(expression)))
    grouped = {label for group in re.findall(r"\bby \((.*?)\)", expression) for label in group.split(", ")}
    found = query(prometheus, "query", ("query", expression))
    # A division by zero is not a result.
    values = [result["value"][1] for result in found["result"]] if found else []
    return any(value != "NaN" for value in values) and grouped <= {*labels}


def measured(rule):
    """The expressions that an alert compares with its threshold, one for each reason in it."""
    # Compared with several thresholds.
    if recorded := monitoring.RECORDED.findall(rule["expr"]):
        yield from ((rule["alert"], name) for name in sorted(set(recorded)))
        return
    expression = re.sub(r" (?:[<>]|==) [0-9. *]+$", "", rule["expr"])
    expression = re.sub(r"^.* or absent\((.*)\)$", r"\1", expression)
    matcher = re.search(r'reason=~"(.*?)"', expression)
    for reason in matcher[1].split("|") if matcher else [None]:
        yield rule["alert"], expression.replace(matcher[1], reason) if reason else expression


def main(binary, folder):
    folder.mkdir(parents=True, exist_ok=True)
    expressions = list(monitoring.expressions("10s"))
    expressions += [named for rule in monitoring.alerts() for named in measured(rule)]
    processes = []
    try:
        observed = Observed(binary, folder, {"AYLA_TABLE_MEMORY": "64"})
        replica = observed.replica
        processes.append(replica.process)
        targets = {"targets": [f"127.0.0.1:{replica.admin}"], "labels": {"namespace": "ayla"}}
        jobs = [{"job_name": "ayla", "static_configs": [targets]}]
        # JSON is YAML.
        groups = [{**group, "interval": "1s"} for group in monitoring.ALERTS["groups"]]
        (folder / "rules.yaml").write_text(json.dumps({"groups": groups}))
        config = {"global": {"scrape_interval": "1s"}, "rule_files": ["rules.yaml"], "scrape_configs": jobs}
        (folder / "prometheus.yaml").write_text(json.dumps(config))
        prometheus = free_port()
        arguments = [f"--config.file={folder}/prometheus.yaml", f"--storage.tsdb.path={folder}/data"]
        arguments += [f"--web.listen-address=127.0.0.1:{prometheus}"]
        with open(folder / "prometheus.log", "w") as log:
            processes.append(spawn([program("prometheus"), *arguments], stdout=log, stderr=log))
        missing, deadline = expressions, time.monotonic() + SECONDS
        while missing and time.monotonic() < deadline and processes[-1].poll() is None:
            time.sleep(0.5)
            observed.call("apply-move", move="3")
            observed.call("suggest-move", nodes=1000)
            observed.call("play-turn", move="3", reply={"level": 4})
            missing = [named for named in missing if not has_results(prometheus, named[1])]
    finally:
        for process in processes:
            end(process)
    if missing:
        sys.exit("\n".join(["without results:", *(f"{title}: {expression}" for title, expression in missing)]))
    print(f"{len(expressions)} expressions, all with results")


if __name__ == "__main__":
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]))
    except (Gone, OSError) as error:
        sys.exit(f"dashboard: {error}")

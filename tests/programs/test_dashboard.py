"""The dashboard is as its program makes it, and every expression of it and the alerts has a result in a Prometheus that scrapes
a server."""

import json
import re
import subprocess
import sys
import time

import urllib3
from contract import ROOT
from monitoring import ALERTS, METRIC, RULES, Observed, expressions
from servers import free_port

SECONDS = 60
RECORDED = re.compile(r"\bayla:\w+:\w+")


def measured(rule):
    """The expressions that an alert compares with its threshold, one for each reason in it."""
    # Compared with several thresholds.
    if recorded := RECORDED.findall(rule["expr"]):
        return sorted(set(recorded))
    expression = re.sub(r" (?:[<>]|==) [0-9. *]+$", "", rule["expr"])
    expression = re.sub(r"^.* or absent\((.*)\)$", r"\1", expression)
    if matcher := re.search(r'reason=~"(.*?)"', expression):
        return [expression.replace(matcher[1], reason) for reason in matcher[1].split("|")]
    return [expression]


class Prometheus:
    """A Prometheus with the rules, which scrapes a server."""

    def __init__(self, run, folder, admin):
        self.port = free_port()
        targets = {"targets": [f"127.0.0.1:{admin}"], "labels": {"namespace": "ayla"}}
        groups = [{**group, "interval": "1s"} for group in RULES["groups"]]
        # JSON is YAML.
        (folder / "rules.yaml").write_text(json.dumps({"groups": groups}))
        jobs = [{"job_name": "ayla", "static_configs": [targets]}]
        config = {"global": {"scrape_interval": "1s"}, "rule_files": ["rules.yaml"], "scrape_configs": jobs}
        (folder / "prometheus.yaml").write_text(json.dumps(config))
        arguments = [f"--config.file={folder}/prometheus.yaml", f"--storage.tsdb.path={folder}/data"]
        run("prometheus", *arguments, f"--web.listen-address=127.0.0.1:{self.port}")

    def get(self, path, *fields):
        """The data of a response; None while Prometheus is starting, and if the expression has a fault."""
        try:
            answer = urllib3.request("GET", f"http://127.0.0.1:{self.port}/api/v1/{path}", fields=fields, retries=False)
        except urllib3.exceptions.HTTPError:
            return None
        return answer.json()["data"] if answer.status == 200 else None

    def has_results(self, expression):
        """Whether there are values, and the labels by which they are grouped."""
        labels = self.get("labels", *(("match[]", metric) for metric in METRIC.findall(expression)))
        grouped = {label for group in re.findall(r"\bby \((.*?)\)", expression) for label in group.split(", ")}
        found = self.get("query", ("query", expression))
        # A division by zero is not a result.
        values = [result["value"][1] for result in found["result"]] if found else []
        return any(value != "NaN" for value in values) and grouped <= {*labels}


def test_every_expression_has_results(start, run, folder, tls, keys, authority):
    replica = start(tls | {"AYLA_KEYS": keys.file, "AYLA_TABLE_MEMORY": 64})
    observed = Observed(replica, keys, authority)
    prometheus = Prometheus(run, folder, replica.admin)
    missing = {expression for _, expression in expressions("10s")}
    missing |= {expression for rule in ALERTS.values() for expression in measured(rule)}
    deadline = time.monotonic() + SECONDS
    while missing and time.monotonic() < deadline:
        time.sleep(0.5)
        observed.call("apply-move", move="3")
        observed.call("replay-game", moves=["3", "4"], text=["line", "board", "spoken"])
        observed.call("suggest-move", nodes=1000)
        observed.call("play-turn", move="3", reply={"level": 4})
        missing = {expression for expression in missing if not prometheus.has_results(expression)}
    assert not missing


def test_dashboard_is_current():
    folder = ROOT / "k8s/components/monitoring"
    made = subprocess.run([sys.executable, folder / "dashboard.py"], stdout=subprocess.PIPE, text=True, check=True)
    assert (folder / "dashboard.json").read_text() == made.stdout, "mend it: python3 dashboard.py > dashboard.json"

"""Tests the alerts with promtool, on the series that a server serves.

    alerts.py AYLA_BINARY RULES_FILE FOLDER

Starts a server, and writes the tests of .ci/alerts_test.yaml with its series: counters and gauges as they are before the
first call, because an alert that needs a series which is not there yet misses its first increase. Then calls a server
with a single search slot, and expects the alert about suggestions that wait their time away.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys

import monitoring
import yaml
from manifests import ROOT, documents
from observed import Observed
from processes import LABEL, METRIC, Gone, end, program

TARGET = {"job": "ayla", "namespace": "ayla", "instance": "a"}
HISTOGRAM = re.compile(r"_(?:bucket|sum|count)$")
# The minutes before and after the calls to a server with a single slot, and the time of each call.
BEFORE, AFTER, TIME_MS = 5, 7, 1000
# Of these, some sixty get a first result in their time.
CALLS = 120
# Calls of which a server adds histograms.
CALLED = {
    "apply-move": {"move": "3"},
    "legal-moves": {},
    "suggest-move": {"nodes": 1000},
    "play-turn": {"move": "3", "reply": {"level": 4}},
}


def series(text):
    """The values in the text format by name and labels."""
    return {
        (sample["name"], tuple(sorted(LABEL.findall(sample["labels"] or "")))): sample["value"]
        for sample in METRIC.finditer(text)
    }


def notation(name, labels):
    pairs = ",".join(f'{label}="{value}"' for label, value in sorted(labels.items()))
    return f"{name}{{{pairs}}}"


class Test:
    """The series of one test, with the labels of their targets."""

    def __init__(self, served, case):
        self.served, self.case, self.minutes = served, case, case["minutes"]
        self.values = {}
        changes = [(*self.parse(change["series"]), change) for change in case.get("changes", ())]
        targets = {tuple((TARGET | given).items())[:3] for _, given, _ in changes} | {tuple(TARGET.items())}
        for target in map(dict, sorted(targets)[: case.get("processes")]):
            target = {label: target[label] for label in TARGET}
            self.values[notation("up", target)] = f"1x{self.minutes}"
            for (name, labels), value in served.items():
                self.values[notation(name, dict(labels) | target)] = f"{value}x{self.minutes}"
        for name, given, change in changes:
            self.change(name, given, change)

    @staticmethod
    def parse(text):
        name, _, labels = text.partition("{")
        return name, dict(LABEL.findall(labels))

    def change(self, name, given, change):
        target = {label: given.pop(label, value) for label, value in TARGET.items()}
        if name == "up":
            self.values[notation(name, target)] = change["values"]
        elif name == "*":
            for each, labels in self.served:
                key = notation(each, dict(labels) | target)
                self.values[key] = self.served[each, labels] + change["values"]
        elif "observed" in change:
            self.observe(name, given, target, change)
        else:
            found = [labels for each, labels in self.served if each == name and given.items() <= dict(labels).items()]
            if len(found) != 1:
                raise Gone(f"{self.case['name']}: a server that has just started serves {len(found)} {change['series']}")
            labels = dict(found[0]) | target
            self.values.pop(notation(name, labels))
            self.values[notation(name, labels | change.get("relabelled", {}))] = change["values"]

    def observe(self, name, given, target, change):
        """Changes the buckets of the first histogram with these labels."""
        bounds = {}
        for each, labels in self.served:
            if each == f"{name}_bucket" and given.items() <= dict(labels).items():
                others = tuple(pair for pair in labels if pair[0] != "le")
                bounds.setdefault(others, []).append(dict(labels)["le"])
        others = min(bounds)
        if str(change["above"]) not in bounds[others]:
            raise Gone(f"{self.case['name']}: {name} has no bucket of {change['above']} seconds: {bounds[others]}")
        for bound in bounds[others]:
            changed = float(bound.replace("+Inf", "inf")) > change["above"]
            key = notation(f"{name}_bucket", dict(others) | {"le": bound} | target)
            self.values[key] = change["observed"] if changed else f"0x{self.minutes}"

    def written(self):
        """The test as promtool reads it: at each time no alert fires but those that are expected."""
        expressions, alerts = [], []
        for minute, expected in self.case["alerts"].items():
            firing = []
            for name, labels in expected.items():
                description = labels.pop("description", None)
                labels = {"job": TARGET["job"], "namespace": TARGET["namespace"]} | labels
                labels = {label: value for label, value in labels.items() if value is not None}
                firing.append({"alertname": name, "alertstate": "firing", **labels})
                if description:
                    (rule,) = (rule for rule in monitoring.alerts() if rule["alert"] == name)
                    annotations = rule["annotations"] | {"description": description}
                    fires = {"exp_labels": labels, "exp_annotations": annotations}
                    alerts.append({"eval_time": f"{minute}m", "alertname": name, "exp_alerts": [fires]})
            samples = [{"labels": notation("ALERTS", labels), "value": 1} for labels in firing]
            expression = 'ALERTS{alertstate="firing"}'
            expressions.append({"expr": expression, "eval_time": f"{minute}m", "exp_samples": samples})
        return {
            "name": self.case["name"],
            "interval": "1m",
            "input_series": [{"series": key, "values": str(values)} for key, values in self.values.items()],
            "promql_expr_test": expressions,
            "alert_rule_test": alerts,
        }


def served(observed):
    """The series of a server before its first call, and the histograms that calls add."""
    fresh = series(observed.metrics())
    for operation, fields in CALLED.items():
        if observed.call(operation, **fields) is None:
            raise Gone(f"{operation} was refused")
    called = series(observed.metrics())
    return {key: value for key, value in (called | fresh).items() if key in fresh or HISTOGRAM.search(key[0])}


def waiting(observed, calls, alerts):
    """The test of so many suggestions at once on a single slot, with the values that the server has."""
    before = series(observed.metrics())
    with concurrent.futures.ThreadPoolExecutor(calls) as callers:
        # With so many nodes a search waits for its memory, rather than to make do with less.
        limits = {"timeMs": TIME_MS, "nodes": 100_000_000}
        answers = list(callers.map(lambda _: observed.call("suggest-move", **limits), range(calls)))
    after = series(observed.metrics())
    print(f"{calls} suggestions of {TIME_MS} ms at once on one slot: {answers.count(None)} were refused")
    minutes = BEFORE + AFTER
    test = Test({}, {"name": f"{calls} suggestions at once", "minutes": minutes, "alerts": {minutes - 3: alerts}})
    for (name, labels), value in after.items():
        earlier = before.get((name, labels), "_")
        test.values[notation(name, dict(labels) | TARGET)] = f"{earlier}x{BEFORE} {value}x{AFTER}"
    return test


def main(binary, rules, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (written,) = documents(ROOT / ".ci/alerts_test.yaml")
    observed = Observed(binary, folder, {})
    try:
        present = served(observed)
    finally:
        end(observed.replica.process)
    tests = [Test(present, case) for case in written["tests"]]
    single = Observed(binary, folder, {"AYLA_SEARCH_SLOTS": "1"})
    try:
        tests.append(waiting(single, 1, {}))
        tests.append(waiting(single, CALLS, {"AylaSuggestionsStarve": {"severity": "critical"}}))
    finally:
        end(single.replica.process)
    fired = {name for test in tests for alerts in test.case["alerts"].values() for name in alerts}
    if untested := {rule["alert"] for rule in monitoring.alerts()} ^ fired:
        raise Gone(f"alerts without a test, or tests without an alert: {sorted(untested)}")
    files = {"rule_files": [str(rules.resolve())], "evaluation_interval": "1m", "tests": [test.written() for test in tests]}
    path = folder / "tests.yaml"
    path.write_text(yaml.safe_dump(files))
    print(f"{len(tests)} tests, {len(present)} series of a server", flush=True)
    sys.exit(subprocess.run([program("promtool"), "test", "rules", path]).returncode)


if __name__ == "__main__":
    try:
        main(sys.argv[1], *map(pathlib.Path, sys.argv[2:]))
    except (Gone, OSError) as error:
        sys.exit(f"alerts: {error}")

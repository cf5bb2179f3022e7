"""The alerts, with promtool on the series that a server serves, and what promtool does not see of them and of the dashboard.

The tests of .ci/alerts_test.yaml get the series of a server: counters and gauges as they are before the first call, because an
alert that needs a series which is not there yet misses its first increase.
"""

import concurrent.futures
import itertools
import json
import re
import subprocess

import pytest
import yaml
from contract import ROOT
from monitoring import ALERTS, DASHBOARD, METRIC, MONITORING, RULES, Observed, expressions
from servers import EXAMPLES, LABEL, program
from servers import METRIC as SAMPLE

TARGET = {"job": "ayla", "namespace": "ayla", "instance": "a"}
HISTOGRAM = re.compile(r"_(?:bucket|sum|count)$")
# The minutes before and after the calls to a server with a single slot, and the time of each call.
BEFORE = 5
AFTER = 7
TIME_MS = 1000
# Of these, some sixty get a first result in their time.
CALLS = 120
# Calls of which a server adds histograms.
CALLED = {
    "apply-move": {"move": "3"},
    "legal-moves": {},
    "suggest-move": {"nodes": 1000},
    "play-turn": {"move": "3", "reply": {"level": 4}},
}
CASES = yaml.safe_load((ROOT / ".ci/alerts_test.yaml").read_text())["tests"]
SELECTOR = '{namespace=~"$namespace", job=~"$job", instance=~"$instance"'
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def promtool(*arguments):
    subprocess.run([program("promtool"), *arguments], check=True)


# ---------------------------------------------------------------------------------------------------------- the files


@pytest.fixture(scope="module")
def rules(folder):
    """The rules as a file of Prometheus."""
    path = folder / "alerts.yaml"
    path.write_text(yaml.safe_dump(RULES))
    return path


def test_prometheus_reads_the_rules_and_the_expressions_of_the_dashboard(rules, folder):
    recorded = [{"record": f"dashboard:{at}", "expr": expression} for at, (_, expression) in enumerate(expressions("5m"))]
    dashboard = folder / "dashboard.yaml"
    dashboard.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": recorded}]}))
    promtool("check", "rules", rules, dashboard)


def test_prometheus_reads_its_examples(folder):
    promtool("check", "config", ROOT / "compose/prometheus.yaml")
    # As docs/scaling.md says.
    extracted = folder / "extracted.yaml"
    extracted.write_text(re.sub("^  ", "", (MONITORING / "alerts.yaml").read_text().partition("\nspec:\n")[2], flags=re.M))
    example = folder / "prometheus.yaml"
    example.write_text((EXAMPLES / "prometheus.yaml").read_text().replace("alerts.yaml", str(extracted)))
    promtool("check", "config", example)


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_compares_with_the_limits_in_force(alert):
    """Not with numbers of settings.env."""
    values = re.findall(r"(?m)^AYLA_\w+=(\d{2,})$", (ROOT / "k8s/base/settings.env").read_text())
    settings = {scaled for value in map(int, values) for scaled in (value, round(value * 0.8))}
    assert not settings & {int(number) for number in re.findall(r"\b\d+\b", ALERTS[alert]["expr"])}


def test_every_alert_has_a_section_to_which_it_leads():
    _, *sections = (ROOT / "docs/alerts.md").read_text().split("\n## ")
    described = {title for title, _, text in (section.partition("\n\n") for section in sections) if len(text) > 100}
    assert described == ALERTS.keys()
    for name, rule in ALERTS.items():
        assert re.fullmatch(rf"https://[^#]+/alerts\.html#{name.lower()}", rule["annotations"]["runbook_url"])


def test_the_panels_of_the_dashboard_do_not_overlap():
    for one, other in itertools.combinations(DASHBOARD["panels"], 2):
        assert one["id"] != other["id"]
        assert any(
            one["gridPos"][start] >= other["gridPos"][start] + other["gridPos"][size]
            or other["gridPos"][start] >= one["gridPos"][start] + one["gridPos"][size]
            for start, size in ("xw", "yh")
        ), (one["title"], other["title"])


@pytest.mark.parametrize("panel", PANELS, ids=[panel["title"] for panel in PANELS])
def test_a_panel_is_complete_and_shows_the_selected_processes_only(panel):
    assert panel["title"] and panel["description"] and panel["fieldConfig"]["defaults"].get("unit")
    assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])
    for target in panel["targets"]:
        assert target["expr"].count(SELECTOR) == len(METRIC.findall(target["expr"])), target["expr"]


def test_the_dashboard_has_the_variables_that_it_uses():
    variables = {variable["name"] for variable in DASHBOARD["templating"]["list"]}
    assert set(re.findall(r"\$\{?(\w+)", json.dumps(DASHBOARD))) <= variables | {"__rate_interval", "__all"}


# ------------------------------------------------------------------------------------------------------- what they say


def series(text):
    """The values in the text format by name and labels."""
    return {
        (sample["name"], tuple(sorted(LABEL.findall(sample["labels"] or "")))): sample["value"]
        for sample in SAMPLE.finditer(text)
    }


def notation(name, labels):
    pairs = ",".join(f'{label}="{value}"' for label, value in sorted(labels.items()))
    return f"{name}{{{pairs}}}"


class Case:
    """The series of one test, with the labels of their targets."""

    def __init__(self, served, case):
        self.served = served
        self.case = case
        self.minutes = case["minutes"]
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
            for (each, labels), value in self.served.items():
                self.values[notation(each, dict(labels) | target)] = value + change["values"]
        elif "observed" in change:
            self.observe(name, given, target, change)
        else:
            # A server that has just started serves one such series.
            [labels] = [labels for each, labels in self.served if each == name and given.items() <= dict(labels).items()]
            labels = dict(labels) | target
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
        assert str(change["above"]) in bounds[others]
        for bound in bounds[others]:
            changed = float(bound.replace("+Inf", "inf")) > change["above"]
            key = notation(f"{name}_bucket", dict(others) | {"le": bound} | target)
            self.values[key] = change["observed"] if changed else f"0x{self.minutes}"

    def written(self):
        """The test as promtool reads it: at each time no alert fires but those that are expected."""
        expressions, alerts = [], []
        for minute, expected in self.case["alerts"].items():
            samples = []
            for name, labels in expected.items():
                description = labels.get("description")
                labels = {"job": TARGET["job"], "namespace": TARGET["namespace"]} | labels
                labels = {label: value for label, value in labels.items() if value is not None and label != "description"}
                firing = {"alertname": name, "alertstate": "firing", **labels}
                samples.append({"labels": notation("ALERTS", firing), "value": 1})
                if description:
                    annotations = ALERTS[name]["annotations"] | {"description": description}
                    fires = {"exp_labels": labels, "exp_annotations": annotations}
                    alerts.append({"eval_time": f"{minute}m", "alertname": name, "exp_alerts": [fires]})
            expression = 'ALERTS{alertstate="firing"}'
            expressions.append({"expr": expression, "eval_time": f"{minute}m", "exp_samples": samples})
        return {
            "name": self.case["name"],
            "interval": "1m",
            "input_series": [{"series": key, "values": str(values)} for key, values in self.values.items()],
            "promql_expr_test": expressions,
            "alert_rule_test": alerts,
        }


@pytest.fixture(scope="module")
def observe(start, tls, keys, authority):
    def observed(**settings):
        return Observed(start(tls | {"AYLA_KEYS": keys.file} | settings), keys, authority)

    return observed


@pytest.fixture(scope="module")
def passes(rules, folder):
    """Runs tests with promtool."""

    def passed(*cases):
        path = folder / "tests.yaml"
        tests = [case.written() for case in cases]
        path.write_text(yaml.safe_dump({"rule_files": [str(rules)], "evaluation_interval": "1m", "tests": tests}))
        promtool("test", "rules", path)

    return passed


def test_every_alert_is_tested():
    fired = {name for case in CASES for alerts in case["alerts"].values() for name in alerts}
    assert fired | {"AylaSuggestionsStarve"} == ALERTS.keys()


def test_alerts_fire_when_they_should(observe, passes):
    observed = observe()
    fresh = series(observed.replica.metrics())
    for operation, fields in CALLED.items():
        assert observed.call(operation, **fields), operation
    called = series(observed.replica.metrics())
    served = {key: value for key, value in (called | fresh).items() if key in fresh or HISTOGRAM.search(key[0])}
    passes(*(Case(served, case) for case in CASES))


def test_prometheus_has_no_complaint_about_the_metrics(observe):
    observed = observe()
    for operation, fields in CALLED.items():
        assert observed.call(operation, **fields), operation
    command = [program("promtool"), "check", "metrics"]
    checked = subprocess.run(command, input=observed.replica.metrics(), capture_output=True, text=True)
    # It does not report everything by its exit code.
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_suggestions_that_wait_their_time_away_are_an_alert(observe, passes):
    """On a server with a single search slot: one suggestion is none, many at once are."""
    observed = observe(AYLA_SEARCH_SLOTS="1", AYLA_DEADLINE_MS=str(TIME_MS), AYLA_SUGGEST_TIME_MS=str(TIME_MS))
    for calls, alerts in ((1, {}), (CALLS, {"AylaSuggestionsStarve": {"severity": "critical"}})):
        before = series(observed.replica.metrics())
        # Without a time of its own, a search of so many nodes waits for its memory until the deadline.
        limits = {"nodes": 100_000_000}
        with concurrent.futures.ThreadPoolExecutor(calls) as callers:
            asked = [callers.submit(observed.call, "suggest-move", **limits) for _ in range(calls)]
        refused = sum(not answer.result() for answer in asked)
        print(f"{calls} suggestions of {TIME_MS} ms at once on one slot: {refused} were refused")
        minutes = BEFORE + AFTER
        case = Case({}, {"name": f"{calls} suggestions at once", "minutes": minutes, "alerts": {minutes - 3: alerts}})
        for (name, labels), value in series(observed.replica.metrics()).items():
            earlier = before.get((name, labels), "_")
            case.values[notation(name, dict(labels) | TARGET)] = f"{earlier}x{BEFORE} {value}x{AFTER}"
        passes(case)

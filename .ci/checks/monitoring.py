"""Prepares alerts and dashboard for promtool, and checks what promtool does not.

    monitoring.py RULES_FILE EXPRESSIONS_FILE

Writes the rules of the PrometheusRule to RULES_FILE, and the expressions of the dashboard, as rules, to
EXPRESSIONS_FILE.
"""

import itertools
import json
import pathlib
import re
import sys

import yaml
from manifests import ROOT, documents

MONITORING = ROOT / "k8s/components/monitoring"
ALERTS = documents(MONITORING / "alerts.yaml")[0]["spec"]
DASHBOARD = json.loads((MONITORING / "dashboard.json").read_text())
SELECTOR = '{namespace=~"$namespace", job=~"$job", instance=~"$instance"'
METRIC = re.compile(r"\b(?:ayla|process)_\w+")


RECORDED = re.compile(r"\bayla:\w+:\w+")


def alerts():
    return [rule for group in ALERTS["groups"] for rule in group["rules"] if "alert" in rule]


def expressions(interval):
    """The expressions of the dashboard as Grafana fills them in, each with the title of its panel or variable."""
    named = [(panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
    for variable in DASHBOARD["templating"]["list"]:
        if listed := re.fullmatch(r"label_values\((.*), (\w+)\)", variable.get("definition", "")):
            named.append((variable["label"], f"count by ({listed[2]}) ({listed[1]})"))
    for title, expression in named:
        yield title, re.sub(r"\$(namespace|job|instance)\b", ".*", expression.replace("$__rate_interval", interval))


def check_thresholds():
    """Alerts compare with the limits in force, not with numbers of settings.env."""
    values = re.findall(r"(?m)^AYLA_\w+=(\d{2,})$", (ROOT / "k8s/base/settings.env").read_text())
    settings = {scaled for value in map(int, values) for scaled in (value, round(value * 0.8))}
    for rule in alerts():
        if repeated := settings & {int(number) for number in re.findall(r"\b\d+\b", rule["expr"])}:
            yield f"{rule['alert']} repeats numbers of settings.env: {sorted(repeated)}"


def check_page():
    """docs/alerts.md has a section with a paragraph for every alert, to which its runbook_url leads, and no other."""
    _, *sections = (ROOT / "docs/alerts.md").read_text().split("\n## ")
    described = {title for title, _, text in (section.partition("\n\n") for section in sections) if len(text) > 100}
    if different := {rule["alert"] for rule in alerts()} ^ described:
        yield f"alerts without a paragraph in docs/alerts.md, or sections without an alert: {sorted(different)}"
    for rule in alerts():
        url = rule["annotations"].get("runbook_url", "")
        if not re.fullmatch(rf"https://[^#]+/docs/alerts\.md#{rule['alert'].lower()}", url):
            yield f"{rule['alert']}: the runbook_url {url!r} does not lead to its section of docs/alerts.md"


def check_dashboard():
    """Panels are complete, do not overlap, and show the selected processes only."""
    panels = DASHBOARD["panels"]
    for one, other in itertools.combinations(panels, 2):
        overlap = all(
            one["gridPos"][start] < other["gridPos"][start] + other["gridPos"][size]
            and other["gridPos"][start] < one["gridPos"][start] + one["gridPos"][size]
            for start, size in ("xw", "yh")
        )
        if overlap or one["id"] == other["id"]:
            yield f"the panels {one['title']!r} and {other['title']!r} overlap, or have the same id"
    for panel in panels:
        if panel["type"] == "row":
            continue
        if not (panel["title"] and panel["description"] and panel["fieldConfig"]["defaults"].get("unit")):
            yield f"the panel {panel['id']} lacks a title, a description or a unit"
        if len({target["refId"] for target in panel["targets"]}) != len(panel["targets"]):
            yield f"the panel {panel['title']!r} has several expressions with the same refId"
        for target in panel["targets"]:
            if target["expr"].count(SELECTOR) != len(METRIC.findall(target["expr"])):
                yield f"the panel {panel['title']!r} shows other processes than those selected: {target['expr']}"
    variables = {variable["name"] for variable in DASHBOARD["templating"]["list"]}
    if unknown := set(re.findall(r"\$\{?(\w+)", json.dumps(DASHBOARD))) - variables - {"__rate_interval", "__all"}:
        yield f"the dashboard has no variables {unknown}"


def main(rules_path, expressions_path):
    if faults := [*check_thresholds(), *check_page(), *check_dashboard()]:
        sys.exit("\n".join(faults))
    recorded = [
        {"record": f"dashboard:expression:{number}", "expr": expression}
        for number, (_, expression) in enumerate(expressions("5m"))
    ]
    pathlib.Path(rules_path).write_text(yaml.safe_dump(ALERTS))
    group = {"name": "dashboard", "rules": recorded}
    pathlib.Path(expressions_path).write_text(yaml.safe_dump({"groups": [group]}))
    print(f"{len(alerts())} alerts, {len(recorded)} expressions of the dashboard")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The alerts, the dashboard, and a server that has every metric which they show."""

import json
import re

import urllib3
import yaml
from contract import ROOT, SECONDS, START

MONITORING = ROOT / "k8s/components/monitoring"
RULES = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["spec"]
ALERTS = {rule["alert"]: rule for group in RULES["groups"] for rule in group["rules"] if "alert" in rule}
DASHBOARD = json.loads((MONITORING / "dashboard.json").read_text())
METRIC = re.compile(r"\b(?:ayla|process)_\w+")


def expressions(interval):
    """The expressions of the dashboard as Grafana fills them in, each with the title of its panel or variable."""
    named = [(panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
    for variable in DASHBOARD["templating"]["list"]:
        if listed := re.fullmatch(r"label_values\((.*), (\w+)\)", variable.get("definition", "")):
            named.append((variable["label"], f"count by ({listed[2]}) ({listed[1]})"))
    for title, expression in named:
        yield title, re.sub(r"\$(namespace|job|instance)\b", ".*", expression.replace("$__rate_interval", interval))


class Observed:
    """A server with TLS and an API key, and calls to it about the first position of Awalé."""

    def __init__(self, replica, keys, authority):
        self.replica = replica
        self._headers = keys.bearer("village-bot")
        self._http = urllib3.PoolManager(ca_certs=str(authority.file), retries=False, timeout=SECONDS, maxsize=200)

    def call(self, operation, **fields):
        """Whether a call is answered."""
        url = f"https://{self.replica.address}/v1/variants/awale/{operation}"
        return self._http.request("POST", url, json={"position": START, **fields}, headers=self._headers).status == 200

"""Looks at rendered manifests.

    manifests.py same ONE OTHER           whether two files hold the same documents
    manifests.py validate CUSTOM FILES    core kinds against strict schemas; all others go to CUSTOM, as JSON
    manifests.py example PAGE NUMBER      one of the YAML files on a page, from 0
    manifests.py rules FILE DASHBOARD RULES EXPRESSIONS TESTS
                                          takes the rules out of a PrometheusRule, and makes rules of the expressions of a
                                          dashboard, for promtool; every alert has to have a test
"""

import json
import sys

import kubernetes_validate
import yaml

# From the first that knows all that is used here (preStop with sleep, and autoscaling by the processor time of a
# container) to the latest.
KUBERNETES = ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"]


def documents(path):
    with open(path, encoding="utf-8") as file:
        return [document for document in yaml.safe_load_all(file) if document]


def name(document):
    return f"{document['kind']} {document['metadata']['name']}"


def same(one, other):
    def key(document):
        return document["apiVersion"], name(document)

    if sorted(documents(one), key=key) != sorted(documents(other), key=key):
        sys.exit(f"{one} and {other} differ")


def validate(custom_path, *paths):
    faults, custom, valid = [], [], set()
    for path in paths:
        seen = set()
        for document in documents(path):
            key, text = (document["apiVersion"], name(document)), json.dumps(document, sort_keys=True)
            if key in seen:
                faults.append(f"{path}: {name(document)} is there twice")
            seen.add(key)
            # Much is in every overlay, and looking takes a while.
            if text in valid:
                continue
            valid.add(text)
            for version in KUBERNETES:
                try:
                    kubernetes_validate.validate(document, version, strict=True)
                except kubernetes_validate.SchemaNotFoundError:
                    custom.append(document)
                    break
                except kubernetes_validate.ValidationError as error:
                    place = "/".join(map(str, error.path))
                    faults.append(f"{path}: {name(document)}, Kubernetes {version}: {place}: {error.message}")
        if not seen:
            faults.append(f"{path}: there is nothing in it")
    with open(custom_path, "w", encoding="utf-8") as file:
        json.dump(custom, file)
    if faults:
        sys.exit("\n".join(faults))
    core = len(valid) - len(custom)
    print(f"{len(paths)} files, {core} objects of core kinds, valid for Kubernetes {KUBERNETES[0]} to {KUBERNETES[-1]}")


def example(path, number):
    with open(path, encoding="utf-8") as file:
        print(file.read().split("```yaml\n")[1 + int(number)].split("```")[0], end="")


def rules(path, dashboard_path, rules_path, expressions_path, tests_path):
    [rule] = documents(path)
    with open(rules_path, "w", encoding="utf-8") as file:
        yaml.safe_dump(rule["spec"], file)
    alerts = {entry["alert"] for group in rule["spec"]["groups"] for entry in group["rules"]}
    [tests] = documents(tests_path)
    tried = {
        case["alertname"]
        for test in tests["tests"]
        for case in test.get("alert_rule_test", [])
        if case["exp_alerts"]
    }
    if alerts != tried:
        sys.exit(f"alerts without a test, or tests without an alert: {sorted(alerts ^ tried)}")
    with open(dashboard_path, encoding="utf-8") as file:
        panels = json.load(file)["panels"]
    expressions = []
    for target in (target for panel in panels for target in panel.get("targets", [])):
        # As Grafana fills them in.
        expression = target["expr"].replace("$__rate_interval", "5m")
        for variable in ("$namespace", "$job", "$instance"):
            expression = expression.replace(variable, ".*")
        expressions.append({"record": f"dashboard:expression:{len(expressions)}", "expr": expression})
    with open(expressions_path, "w", encoding="utf-8") as file:
        yaml.safe_dump({"groups": [{"name": "dashboard", "rules": expressions}]}, file)
    print(f"{len(alerts)} alerts, {len(expressions)} expressions of the dashboard")


{"same": same, "validate": validate, "example": example, "rules": rules}[sys.argv[1]](*sys.argv[2:])

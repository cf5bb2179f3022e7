"""The manifests of k8s/ as kustomize renders them, and what stands in the documentation beside them."""

import pathlib
import re

import yaml
from contract import ROOT

OPERATIONS = (ROOT / "docs/operations.md").read_text()
# On one line, so that sentences can be found in it.
KUBERNETES = " ".join((ROOT / "docs/kubernetes.md").read_text().split())
DEFAULTS = dict(re.findall(r"(?m)^\| `--[a-z-]+` \| `(AYLA_\w+)` \| (\S+) \|", OPERATIONS))
# The memory that callers can take, and what TLS and the export of spans add to it.
FORMULA = r"(?s)```\n(AYLA_CONNECTIONS ×.*?)```\s+TLS adds `(.*?)`, and \[exporting spans\]\S* adds `(.*?)`"
FORMULAS = re.search(FORMULA, OPERATIONS).groups()
UNITS = {" KiB": " * 2**10", " MiB": " * 2**20", "×": "*"}
# The fields that name other objects, each with their kind unless it stands beside the name.
REFERENCES = {
    "scaleTargetRef": None,
    "targetRefs": None,
    "parentRefs": "Gateway",
    "backendRefs": "Service",
    "caCertificateRefs": None,
    "certificateRefs": "Secret",
    "configMapRef": "ConfigMap",
    "configMap": "ConfigMap",
    "secret": "Secret",
    "service": "Service",
    "serviceAccountName": "ServiceAccount",
    "claimName": "PersistentVolumeClaim",
    "secretName": "Secret",
}


def documents(text):
    return [document for document in yaml.safe_load_all(text) if document]


def name(document):
    return f"{document['kind']} {document['metadata']['name']}"


def yaml_on(page):
    """The YAML files on a page."""
    return [part.split("```")[0] for part in page.read_text().split("```yaml\n")[1:]]


class Settings(dict):
    """The variables of a server; those that are not set have their defaults."""

    def __missing__(self, name):
        return DEFAULTS[name]

    def seconds(self, *names):
        return sum(int(self[f"AYLA_{name}_MS"]) for name in names) / 1000

    def bytes(self, formula):
        for unit, factor in UNITS.items():
            formula = formula.replace(unit, factor)
        names = re.findall(r"AYLA_\w+", formula)
        # Settings of memory are in MiB.
        return eval(f"({formula})", {name: int(self[name]) * (2**20 if "MEMORY" in name else 1) for name in names})


def references(value):
    """The kinds and names of the objects to which the fields of a value refer."""
    if isinstance(value, list):
        for item in value:
            yield from references(item)
    elif isinstance(value, dict):
        for field, inner in value.items():
            for named in inner if isinstance(inner, list) else [inner]:
                if field not in REFERENCES:
                    continue
                # The field `service` of a probe or a route may also be the name of a gRPC service.
                if isinstance(named, str) and field.endswith("Name"):
                    yield REFERENCES[field], named
                elif isinstance(named, dict) and (target := named.get("name") or named.get("secretName")):
                    yield named.get("kind") or REFERENCES[field], target
            yield from references(inner)


def matches(selector, labels):
    """Whether a selector of any kind matches an object with these labels."""
    if "matchLabels" in selector or "matchExpressions" in selector:
        every = selector.get("matchLabels", {}).items() <= labels.items()
        return every and all(labels.get(each["key"]) in each["values"] for each in selector.get("matchExpressions", ()))
    return selector.items() <= labels.items()


class Overlay:
    """The rendered objects of an overlay that has a Deployment."""

    def __init__(self, path):
        self.name = pathlib.Path(path).stem
        self.objects = documents(path.read_text())
        [self.namespace] = {each["metadata"]["namespace"] for each in self.objects if each["kind"] == "Deployment"}
        [self.deployment] = self.each("Deployment")
        self.pod = self.deployment["template"]["spec"]
        [self.container] = self.pod["containers"]
        config_maps = (each for each in self.objects if each["kind"] == "ConfigMap")
        self.config_maps = {each["metadata"]["name"]: each["data"] for each in config_maps}
        self.settings = Settings(self.config_maps[self.container["envFrom"][0]["configMapRef"]["name"]])
        self.instance = self.deployment["template"]["metadata"]["labels"]["app.kubernetes.io/instance"]
        self.names = {(each["kind"], each["metadata"]["name"]) for each in self.objects if each["kind"] != "Namespace"}

    def each(self, kind, *path):
        """The specs of a kind, or the items of lists in them."""
        found = [each["spec"] for each in self.objects if each["kind"] == kind]
        for field in path:
            found = [item for holder in found for item in holder.get(field, ())]
        return found

    def selectors(self):
        """Each selector of an object, with the labels of all that it could select in this overlay."""
        pods = [each["template"]["metadata"]["labels"] for each in self.each("Deployment")]
        services = [each["metadata"]["labels"] for each in self.objects if each["kind"] == "Service"]
        for each in self.objects:
            key = {"NetworkPolicy": "podSelector"}.get(each["kind"], "selector")
            if selector := each.get("spec", {}).get(key):
                yield name(each), selector, services if each["kind"] == "ServiceMonitor" else pods
        for spread in self.pod["topologySpreadConstraints"]:
            yield "topologySpreadConstraints", spread["labelSelector"], pods

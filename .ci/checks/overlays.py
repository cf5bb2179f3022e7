"""Checks that the parts of each overlay fit together, and that compose.yaml and the documentation agree with them.

    overlays.py RENDERED_OVERLAY...

Whether settings, flags and metrics exist in the binary is tested in tests/deployment. The table of settings in
docs/operations.md is tested there too, so the defaults are read from it.
"""

import itertools
import pathlib
import re
import sys

from manifests import ROOT, documents

OPERATIONS = (ROOT / "docs/operations.md").read_text()
# On one line, so that sentences can be found in it.
KUBERNETES = " ".join((ROOT / "docs/kubernetes.md").read_text().split())
DEFAULTS = dict(re.findall(r"(?m)^\| `--[a-z-]+` \| `(AYLA_\w+)` \| (\S+) \|", OPERATIONS))
# The memory that callers can take, and what TLS and the export of spans add to it.
FORMULA = r"(?s)```\n(AYLA_CONNECTIONS ×.*?)```\s+TLS adds `(.*?)`, and \[exporting spans\]\S* adds `(.*?)`"
FORMULAS = re.search(FORMULA, OPERATIONS).groups()
UNITS = {" KiB": " * 2**10", " MiB": " * 2**20", "×": "*"}
GRPC_SERVICES = {"mancala.v1.MancalaService", "grpc.health.v1.Health"}
# The files in the Secrets that docs/kubernetes.md tells operators to create.
SECRETS = {"ayla-tls": ["tls.crt", "tls.key"], "ayla-keys": ["keys.toml"]}
# What else that page tells them to create.
CREATED = {
    *(("Secret", name) for name in [*SECRETS, "ayla-gateway-tls", "ayla-ingress-tls"]),
    ("ConfigMap", "ayla-ca"),
}
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
INSTANCE = "app.kubernetes.io/instance"
IDLE_MIB = 11
# The export of the last spans may take this long.
EXPORT_SECONDS = 5

faults = []


def expect(holds, fault):
    if not holds:
        faults.append(fault)


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


def port(address):
    return int(address.rpartition(":")[2])


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
                elif isinstance(named, dict) and (name := named.get("name") or named.get("secretName")):
                    yield named.get("kind") or REFERENCES[field], name
            yield from references(inner)


def matches(selector, labels):
    """Whether a selector of any kind matches an object with these labels."""
    if "matchLabels" in selector or "matchExpressions" in selector:
        every = selector.get("matchLabels", {}).items() <= labels.items()
        return every and all(labels.get(each["key"]) in each["values"] for each in selector.get("matchExpressions", ()))
    return selector.items() <= labels.items()


class Overlay:
    """The rendered objects of an overlay."""

    def __init__(self, path):
        self.name, self.objects = pathlib.Path(path).stem, documents(path)
        (self.namespace,) = {each["metadata"]["namespace"] for each in self.objects if each["kind"] == "Deployment"}
        (self.deployment,) = self.each("Deployment")
        self.pod = self.deployment["template"]["spec"]
        (self.container,) = self.pod["containers"]
        config_maps = (each for each in self.objects if each["kind"] == "ConfigMap")
        self.config_maps = {each["metadata"]["name"]: each["data"] for each in config_maps}
        self.settings = Settings(self.config_maps[self.container["envFrom"][0]["configMapRef"]["name"]])

    def each(self, kind, *path):
        """The specs of a kind, or the items of lists in them."""
        found = [each["spec"] for each in self.objects if each["kind"] == kind]
        for field in path:
            found = [item for holder in found for item in holder.get(field, ())]
        return found

    def expect(self, holds, fault):
        expect(holds, f"{self.name}: {fault}")

    @property
    def instance(self):
        return self.deployment["template"]["metadata"]["labels"][INSTANCE]

    def names(self):
        return {(each["kind"], each["metadata"]["name"]) for each in self.objects if each["kind"] != "Namespace"}

    def selectors(self):
        """Each selector of an object, with the labels of all that it could select in this overlay."""
        pods = [each["template"]["metadata"]["labels"] for kind in ("Deployment", "Job") for each in self.each(kind)]
        services = [each["metadata"]["labels"] for each in self.objects if each["kind"] == "Service"]
        # A Job of its own makes the pods of the network policy ayla-tables.
        pods += [each["metadata"]["labels"] for each in self.objects if each["kind"] == "PersistentVolumeClaim"]
        for each in self.objects:
            key = {"NetworkPolicy": "podSelector"}.get(each["kind"], "selector")
            if selector := each.get("spec", {}).get(key):
                yield f"{each['kind']} {each['metadata']['name']}", selector, (
                    services if each["kind"] == "ServiceMonitor" else pods
                )
        for spread in self.pod["topologySpreadConstraints"]:
            yield "topologySpreadConstraints", spread["labelSelector"], pods


def check_network(overlay):
    """Ports, probes, and everything that leads to the pods."""
    settings, expect = overlay.settings, overlay.expect
    ports = {port["name"]: port["containerPort"] for port in overlay.container["ports"]}
    bound = {"api": settings["AYLA_LISTEN"], "admin": settings["AYLA_ADMIN_LISTEN"]}
    expect({name: f"0.0.0.0:{number}" for name, number in ports.items()} == bound, f"ports: {ports}, not {bound}")

    start, ready, live = (overlay.container[f"{probe}Probe"] for probe in ("startup", "readiness", "liveness"))
    if "AYLA_TLS_CERT" in settings:
        # The kubelet's gRPC probe does not support TLS.
        expect(start["httpGet"] == ready["httpGet"], f"startup probe: {start}")
    else:
        right = start["grpc"]["port"] == ports["api"] and start["grpc"]["service"] in GRPC_SERVICES
        expect(right, f"startup probe: {start}")
    expect(ready["httpGet"] == {"path": "/readyz", "port": "admin"}, f"readiness probe: {ready}")
    expect(live["httpGet"] == {"path": "/livez", "port": "admin"}, f"liveness probe: {live}")

    for entry in overlay.each("Service", "ports"):
        expect(entry["name"] == entry["targetPort"] and entry["port"] == ports[entry["name"]], f"Service: {entry}")
    for entry in overlay.each("NetworkPolicy", "ingress", "ports"):
        expect(entry["port"] in ports, f"NetworkPolicy: no pod has the port {entry}")
    for endpoint in overlay.each("ServiceMonitor", "endpoints"):
        expect((endpoint["port"], endpoint["path"]) == ("admin", "/metrics"), f"ServiceMonitor: {endpoint}")
    for kind in ("GRPCRoute", "HTTPRoute"):
        for backend in overlay.each(kind, "rules", "backendRefs"):
            expect(backend["port"] == ports["api"], f"{kind}: {backend}")
    for match in overlay.each("GRPCRoute", "rules", "matches"):
        expect(match["method"]["service"] in GRPC_SERVICES, f"GRPCRoute: {match}")
    if overlay.each("GRPCRoute"):
        tls = bool(overlay.each("BackendTLSPolicy"))
        expect(tls == ("AYLA_TLS_CERT" in settings), "a Gateway and the pods do not agree about TLS")
    behind_proxy = any(overlay.each(kind) for kind in ("GRPCRoute", "HTTPRoute", "Ingress"))
    expect(behind_proxy == ("AYLA_TRUSTED_PROXIES" in settings), "clients behind a proxy are taken for one, or others trusted")
    if collector := settings.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        allowed = [entry["port"] for entry in overlay.each("NetworkPolicy", "egress", "ports")]
        expect(port(collector) in allowed, f"no NetworkPolicy lets spans out to {collector}")


def check_instance(overlay):
    """Every reference leads to an object, and every selector selects something."""
    known = overlay.names() | CREATED
    for each in overlay.objects:
        for kind, name in references(each.get("spec", {})):
            found = (kind, name) in known or (kind == "Gateway" and not overlay.each("Gateway"))
            overlay.expect(found, f"{each['kind']} {each['metadata']['name']}: there is no {kind} {name}")
    for holder, selector, labels in overlay.selectors():
        overlay.expect(any(matches(selector, each) for each in labels), f"{holder} selects nothing: {selector}")
    for monitor in overlay.each("ServiceMonitor"):
        overlay.expect(monitor["jobLabel"] == INSTANCE, f"ServiceMonitor: the job is {monitor['jobLabel']}")
    # The alerts select jobs by this prefix.
    overlay.expect(overlay.instance.startswith("ayla"), f"the instance {overlay.instance} does not begin with ayla")


def check_beside(one, other):
    """Two instances in a namespace share no object, and no selector of one selects what belongs to the other."""
    shared = one.names() & other.names()
    expect(not shared, f"{one.name} and {other.name} both have {sorted(shared)}")
    for mine, yours in ((one, other), (other, one)):
        theirs = [labels for _, _, selectable in yours.selectors() for labels in selectable]
        for holder, selector, _ in mine.selectors():
            wrong = any(matches(selector, labels) for labels in theirs)
            expect(not wrong, f"{holder} of {mine.name} selects what belongs to {yours.name}: {selector}")


def check_openshift(overlay):
    """The SCC restricted-v2 refuses pods that name users or groups."""
    contexts = overlay.pod["securityContext"].keys() | overlay.container["securityContext"].keys()
    named = {"runAsUser", "runAsGroup", "fsGroup"} & contexts
    overlay.expect(not named, f"the SCC of OpenShift refuses {sorted(named)}")


def check_files(overlay):
    """Every file that a setting names is in a mounted volume."""
    volumes = {volume["name"]: volume for volume in overlay.pod["volumes"]}
    files = []
    for mount in overlay.container["volumeMounts"]:
        volume, folder = volumes[mount["name"]], mount["mountPath"]
        overlay.expect("subPath" not in mount, f"{folder}: with subPath it never changes")
        if "configMap" in volume:
            names = overlay.config_maps[volume["configMap"]["name"]]
        else:
            names = SECRETS[volume["secret"]["secretName"]] if "secret" in volume else []
        files += [folder, *(f"{folder}/{name}" for name in names)]
    for name, value in overlay.settings.items():
        overlay.expect(not value.startswith("/") or value in files, f"{name}: {value} is not in {files}")


def check_times(overlay):
    settings, expect = overlay.settings, overlay.expect
    start = overlay.container["startupProbe"]["failureThreshold"] * overlay.container["startupProbe"]["periodSeconds"]
    expect(start < overlay.deployment["progressDeadlineSeconds"], f"a rollout has less time than a start: {start} s")
    if "AYLA_TABLES" in settings:
        expect(f"{start} seconds" in KUBERNETES, f"docs/kubernetes.md: a start may take {start} seconds")
    sleep = overlay.container["lifecycle"]["preStop"]["sleep"]["seconds"]
    stopped = sleep + settings.seconds("DRAIN_DELAY", "DRAIN_TIME")
    grace = overlay.pod["terminationGracePeriodSeconds"]
    expect(stopped + EXPORT_SECONDS <= grace, f"the kubelet kills pods after {grace} s, which are still stopping")
    steps = [0, sleep, sleep + settings.seconds("DRAIN_DELAY"), stopped, grace]
    documented = [int(second) for second in re.findall(r"\| (\d+) \| [^|]*\|", KUBERNETES)]
    expect(documented == steps, f"docs/kubernetes.md: a pod stops in steps at {steps} s, not {documented} s")
    call = settings.seconds("BODY_TIME", "DEADLINE")
    expect(call <= settings.seconds("DRAIN_TIME"), f"a stopping pod cuts off calls that take {call} s")
    expect(call <= settings.seconds("CONNECTION_GRACE"), f"an old connection cuts off calls that take {call} s")
    # The stream of a suggestion takes no longer.
    answered = call + settings.seconds("STALL_TIME")
    timeouts = [("HTTPRoute", rule["timeouts"]["request"]) for rule in overlay.each("HTTPRoute", "rules")]
    for policy in overlay.each("BackendTrafficPolicy"):
        timeouts.append(("BackendTrafficPolicy", policy["timeout"]["http"]["requestTimeout"]))
    for ingress in (each for each in overlay.objects if each["kind"] == "Ingress"):
        timeouts.append(("Ingress", ingress["metadata"]["annotations"]["haproxy.org/timeout-server"]))
    for kind, timeout in timeouts:
        expect(int(timeout.removesuffix("s")) > answered, f"{kind}: {timeout} are less than a call may take")


def check_memory(name, settings, limit):
    """The memory that callers can take fits the limit, and uses most of it."""
    taken, limit = sum(map(settings.bytes, FORMULAS)) / 2**20 + IDLE_MIB, int(limit.rstrip("Mim"))
    expect(limit * 3 / 4 < taken <= limit, f"{name}: callers can take {taken:.0f} MiB, the limit is {limit} MiB")


def check_sizes(overlay):
    settings, limits = overlay.settings, overlay.container["resources"]["limits"]
    check_memory(overlay.name, settings, limits["memory"])
    overlay.expect(int(settings["AYLA_SEARCH_SLOTS"]) < int(limits["cpu"]), "searches can take every processor")


def check_production(overlay):
    """The overlay that docs/kubernetes.md recommends is as that page describes it."""
    settings, connections = overlay.settings, int(overlay.settings["AYLA_CONNECTIONS"])
    callers, tls, spans = (settings.bytes(formula) // 2**20 for formula in FORMULAS)
    (autoscaler,) = overlay.each("HorizontalPodAutoscaler")
    spare = (autoscaler["minReplicas"] - 1) * connections
    one_more = Settings(settings, AYLA_CONNECTIONS=connections + 1)
    each = sum(one_more.bytes(formula) - settings.bytes(formula) for formula in FORMULAS) // 2**10
    for sentence in (
        f"{callers} MiB, {IDLE_MIB} more for an idle process and {tls} with TLS, and {spans} when spans are exported",
        f"(pods - 1) × {connections}: {spare} with",
        f"each takes {each} KiB of the limit",
    ):
        overlay.expect(sentence in KUBERNETES, f"docs/kubernetes.md does not say: {sentence}")


def check_compose(settings):
    """compose.yaml has the settings of the cluster, and the containers in it find each other."""
    (compose,), (prometheus,), (collector,) = (
        documents(ROOT / path) for path in ("compose.yaml", "compose/prometheus.yaml", "compose/collector.yaml")
    )
    ayla = compose["services"]["ayla"]
    expect(ayla["env_file"] == "k8s/base/settings.env", f"compose: settings from {ayla['env_file']}")
    check_memory("compose", settings, ayla["mem_limit"])
    stopped, period = settings.seconds("DRAIN_DELAY", "DRAIN_TIME"), int(ayla["stop_grace_period"].removesuffix("s"))
    expect(stopped + EXPORT_SECONDS <= period, f"compose: the container is killed after {period} s, before it stops")
    ports = [port(settings[name]) for name in ("AYLA_LISTEN", "AYLA_ADMIN_LISTEN")]
    expect([port(published) for published in ayla["ports"]] == ports, f"compose: {ayla['ports']}, not of {ports}")
    targets = prometheus["scrape_configs"][0]["static_configs"][0]["targets"]
    expect(targets == [f"ayla:{ports[1]}"], f"compose: Prometheus scrapes {targets}")
    received = port(collector["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"])
    sent = ayla["environment"]["OTEL_EXPORTER_OTLP_ENDPOINT"]
    expect(sent == f"http://collector:{received}", f"compose: spans are sent to {sent}")
    for volume in (volume for service in compose["services"].values() for volume in service.get("volumes", ())):
        expect((ROOT / volume.partition(":")[0]).exists(), f"compose: {volume} does not exist")


def main(*paths):
    overlays = {overlay.name: overlay for overlay in map(Overlay, paths)}
    for overlay in overlays.values():
        for check in (check_network, check_instance, check_files, check_times, check_sizes):
            check(overlay)
    beside = [
        (one, other)
        for one, other in itertools.combinations(overlays.values(), 2)
        if one.namespace == other.namespace and one.instance != other.instance
    ]
    expect(len(beside) > 1, "there are no two instances in one namespace")
    for one, other in beside:
        check_beside(one, other)
    check_production(overlays["production"])
    check_openshift(overlays["openshift"])
    check_compose(overlays["development"].settings)
    if faults:
        sys.exit("\n".join(faults))
    print(f"consistent: {', '.join(overlays)}, compose.yaml")


if __name__ == "__main__":
    main(*sys.argv[1:])

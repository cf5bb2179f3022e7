"""Checks that the parts of each overlay fit together, and that compose.yaml and the documentation agree with them.

    overlays.py RENDERED_OVERLAY...

Whether settings, flags and metrics exist in the binary is tested in tests/deployment. The table of settings in
docs/operations.md is tested there too, so the defaults are read from it.
"""

import pathlib
import re
import sys

from manifests import ROOT, documents

OPERATIONS = (ROOT / "docs/operations.md").read_text()
# On one line, so that sentences can be found in it.
KUBERNETES = " ".join((ROOT / "docs/kubernetes.md").read_text().split())
DEFAULTS = dict(re.findall(r"(?m)^\| `--[a-z-]+` \| `(AYLA_\w+)` \| (\S+) \|", OPERATIONS))
# The memory that callers can take, and what TLS adds to it.
FORMULAS = re.search(r"(?s)```\n(AYLA_CONNECTIONS ×.*?)```.*?with TLS `(.*?)`", OPERATIONS).groups()
UNITS = {" KiB": " * 2**10", " MiB": " * 2**20", "×": "*"}
GRPC_SERVICES = {"mancala.v1.MancalaService", "grpc.health.v1.Health"}
# The files in the Secrets that docs/kubernetes.md tells operators to create.
SECRETS = {"ayla-tls": ["tls.crt", "tls.key"], "ayla-keys": ["keys.toml"]}
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
            expect(backend == {"name": "ayla", "port": ports["api"]}, f"{kind}: {backend}")
    for match in overlay.each("GRPCRoute", "rules", "matches"):
        expect(match["method"]["service"] in GRPC_SERVICES, f"GRPCRoute: {match}")
    if overlay.each("GRPCRoute"):
        tls = bool(overlay.each("BackendTLSPolicy"))
        expect(tls == ("AYLA_TLS_CERT" in settings), "a Gateway and the pods do not agree about TLS")
    if collector := settings.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        allowed = [entry["port"] for entry in overlay.each("NetworkPolicy", "egress", "ports")]
        expect(port(collector) in allowed, f"no NetworkPolicy lets spans out to {collector}")


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
    for rule in overlay.each("HTTPRoute", "rules"):
        timeout = int(rule["timeouts"]["request"].removesuffix("s"))
        expect(timeout > call + settings.seconds("STALL_TIME"), f"HTTPRoute: {timeout} s are less than a call may take")


def check_memory(name, settings, limit):
    """The memory that callers can take fits the limit, and uses most of it."""
    taken, limit = sum(map(settings.bytes, FORMULAS)) / 2**20 + IDLE_MIB, int(limit.rstrip("Mim"))
    expect(limit * 3 / 4 < taken <= limit, f"{name}: callers can take {taken:.0f} MiB, the limit is {limit} MiB")


def check_sizes(overlay):
    settings, limits = overlay.settings, overlay.container["resources"]["limits"]
    check_memory(overlay.name, settings, limits["memory"])
    overlay.expect(int(settings["AYLA_SEARCH_SLOTS"]) < int(limits["cpu"]), "searches can take every processor")
    thresholds = {"ayla_calls_in_flight": "AYLA_CALLS", "ayla_connections_open": "AYLA_CONNECTIONS"}
    for rule in overlay.each("PrometheusRule", "groups", "rules"):
        metric, _, threshold = rule["expr"].partition(" > ")
        if bound := thresholds.get(metric):
            expected = round(int(settings[bound]) * 4 / 5)
            overlay.expect(int(threshold) == expected, f"{rule['alert']}: four fifths of {bound} are {expected}")


def check_production(overlay):
    """The overlay that docs/kubernetes.md recommends is as that page describes it."""
    settings, connections = overlay.settings, int(overlay.settings["AYLA_CONNECTIONS"])
    callers, tls = (settings.bytes(formula) // 2**20 for formula in FORMULAS)
    (autoscaler,) = overlay.each("HorizontalPodAutoscaler")
    spare = (autoscaler["minReplicas"] - 1) * connections
    one_more = Settings(settings, AYLA_CONNECTIONS=connections + 1)
    each = sum(one_more.bytes(formula) - settings.bytes(formula) for formula in FORMULAS) // 2**10
    alerts = [rule["expr"] for rule in overlay.each("PrometheusRule", "groups", "rules")]
    (absent,) = (expression for expression in alerts if expression.startswith("absent("))
    # Otherwise another deployment that the same Prometheus scrapes would keep the alert from firing.
    overlay.expect(f'namespace="{overlay.namespace}"' in absent, f"{absent} is about another namespace")
    for sentence in (
        f"{callers} MiB, {IDLE_MIB} more for an idle process and {tls} with TLS",
        f"(pods - 1) × {connections}: {spare} with",
        f"each takes {each} KiB of the limit",
        f"`/spec/groups/0/rules/{alerts.index(absent)}/expr`",
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
        for check in (check_network, check_files, check_times, check_sizes):
            check(overlay)
    check_production(overlays["production"])
    check_compose(overlays["development"].settings)
    if faults:
        sys.exit("\n".join(faults))
    print(f"consistent: {', '.join(overlays)}, compose.yaml")


if __name__ == "__main__":
    main(*sys.argv[1:])

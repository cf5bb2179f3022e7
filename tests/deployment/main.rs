//! `k8s/` and `compose.yaml` against the binary: it has what they name, takes the settings that they give, and stays within
//! the memory and the time that they allow.

#[path = "support/consistency.rs"]
mod consistency;
#[path = "support/formula.rs"]
mod formula;
#[path = "support/manifests.rs"]
mod manifests;
#[path = "support/promql.rs"]
mod promql;
#[path = "support/server.rs"]
mod server;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use consistency::{Binary, help, setting};
use formula::{MIB, worked_out};
use manifests::{Manifest, Overlay, list, named, read, root, text, variables, words};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use server::Server;

const OPERATIONS: &str = include_str!("../docs/operations.md");
const KUBERNETES: &str = include_str!("../docs/kubernetes.md");
const DASHBOARD: &str = include_str!("../k8s/components/monitoring/dashboard.json");

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("deployment").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

#[tokio::test]
async fn the_binary_has_what_the_manifests_name() {
    let binary = Binary::start().await;
    assert_eq!(binary.faults(&manifests::all()).await, Vec::<String>::new());
    for path in manifests::files(&root().join("k8s"), ".env") {
        let literals: Vec<String> = variables(&text(&path)).map(|(name, _)| format!("\"{name}=\"")).collect();
        let generator = format!("configMapGenerator: [{{name: ayla-settings, literals: [{}]}}]", literals.join(","));
        assert_eq!(binary.faults(&read("settings", &generator)).await, Vec::<String>::new(), "{}", path.display());
    }
}

#[tokio::test]
async fn what_the_binary_does_not_have_is_found() {
    let binary = Binary::start().await;
    let container = |inside: &str| {
        let ports = "ports: [{name: api, containerPort: 8080}, {name: admin, containerPort: 9090}]";
        format!("kind: Deployment\nspec: {{containers: [{{name: ayla, {inside}, {ports}}}]}}\n")
    };
    let rule = |expression: &str| format!("groups: [{{rules: [{{expr: '{expression}'}}]}}]");
    let cases = [
        (container("image: ayla:9.9.9"), "not of this version"),
        (container("args: [serve, --conections=5]"), "ayla serve has no flag --conections"),
        (container("args: [tablebase, bild]"), "ayla tablebase takes no"),
        (container("args: [serf]"), "ayla takes no"),
        (container("env: [{name: AYLA_CONECTIONS, value: '5'}]"), "no setting is called AYLA_CONECTIONS"),
        (container("env: [{name: OTEL_TRACES_SAMPLERS, value: a}]"), "knows nothing of OTEL_TRACES_SAMPLERS"),
        (container("livenessProbe: {httpGet: {path: /health, port: admin}}"), "no /health"),
        (container("livenessProbe: {httpGet: {path: /livez, port: api}}"), "not on the admin port"),
        (container("startupProbe: {grpc: {port: 8081}}"), "no gRPC on the port 8081"),
        (container("startupProbe: {grpc: {port: 8080, service: mancala.v2.M}}"), "no service \"mancala.v2.M\""),
        (container("volumeMounts: [{mountPath: /a, subPath: b}]"), "by subPath"),
        (container("args: [serve]").replace("9090", "9091"), "nothing listens on the port"),
        ("services: {game: {image: 'ayla:0.1.0', environment: {AYLA_CALL: 1}}}".to_owned(), "called AYLA_CALL"),
        ("services: {game: {image: 'ayla:0.1.0', ports: ['127.0.0.1:80:80']}}".to_owned(), "nothing listens"),
        ("configMapGenerator: [{name: ayla-settings, literals: [AYLA_STREAM=2]}]".to_owned(), "called AYLA_STREAM"),
        (
            container("args: [serve]") + "---\nkind: Service\nspec: {ports: [{port: 80, targetPort: api}]}",
            "port 80 leads to",
        ),
        (
            container("args: [serve]") + "---\nkind: NetworkPolicy\nspec: {ingress: [{ports: [{port: apis}]}]}",
            "no container has a port \"apis\"",
        ),
        ("kind: ServiceMonitor\nspec: {endpoints: [{port: admin}]}".to_owned(), "no Service has a port \"admin\""),
        (
            container("args: [serve]")
                + "---\nkind: Service\nspec: {ports: [{name: admin, port: 9090, targetPort: admin}]}\n"
                + "---\nkind: ServiceMonitor\nspec: {endpoints: [{port: admin, path: /metric}]}",
            "no /metric",
        ),
        (
            "kind: HTTPRoute\nspec: {rules: [{backendRefs: [{name: ayla, port: 8080}]}]}".to_owned(),
            "no Service \"ayla\" with a port 8080",
        ),
        (
            "kind: GRPCRoute\nspec: {rules: [{matches: [{method: {service: mancala.v1.Mancala}}]}]}".to_owned(),
            "no gRPC service mancala.v1.Mancala",
        ),
        (rule("ayla_call_total > 1"), "no metric ayla_call_total"),
        (rule("rate(ayla_calls_total{code=\"OK\"}[5m])"), "no label code"),
        (rule("ayla_shed_total{reason=~\"calls|call\"}"), "reason of ayla_shed_total is never call"),
        (rule("sum by (variant) (ayla_calls_total)"), "has a label variant"),
        ("{templating: {query: 'label_values(ayla_build_info, jobs)'}}".to_owned(), "has a label jobs"),
    ];
    for (snippet, fault) in cases {
        let faults = binary.faults(&read("snippet", &snippet)).await;
        assert!(faults.len() == 1 && faults[0].contains(fault), "{snippet}: {fault:?} is not in {faults:?}");
    }
}

#[test]
fn every_overlay_starts_with_its_settings() {
    for (name, overlay) in Overlay::all() {
        let place = folder(&name);
        let mounts: BTreeSet<&str> = overlay
            .manifests
            .iter()
            .filter(|manifest| manifest.is("Deployment"))
            .flat_map(|manifest| named(&manifest.content, "mountPath"))
            .filter_map(Value::as_str)
            .collect();
        let mut settings = overlay.settings.clone();
        for (variable, value) in &mut settings {
            if !value.starts_with('/') {
                continue;
            }
            let mounted = mounts.iter().any(|mount| format!("{value}/").starts_with(&format!("{mount}/")));
            assert!(mounted, "{name}: {variable} is at {value}, and nothing is mounted there");
            *value = match variable.as_str() {
                "AYLA_PRESETS" => {
                    assert_eq!(value.rsplit('/').next(), overlay.presets.file_name().and_then(|name| name.to_str()));
                    overlay.presets.display().to_string()
                }
                "AYLA_TABLES" => {
                    build_table(value, &place);
                    place.display().to_string()
                }
                "AYLA_TLS_CERT" | "AYLA_TLS_KEY" => secret(value, &place, ["tls.crt", "tls.key"], || {
                    let CertifiedKey { cert, signing_key } = generate_simple_self_signed([]).expect("a certificate");
                    [cert.pem(), signing_key.serialize_pem()]
                }),
                "AYLA_KEYS" => secret(value, &place, ["keys.toml"], || {
                    let mut command = Command::new(env!("CARGO_BIN_EXE_ayla"));
                    let output = command.args(["key", "village-bot"]).output().expect("it runs");
                    [String::from_utf8(output.stdout).expect("UTF-8")]
                }),
                _ => panic!("{name}: {variable} names a file that this test does not know"),
            };
        }
        for variable in ["AYLA_LISTEN", "AYLA_ADMIN_LISTEN"] {
            let address = settings.insert(variable.to_owned(), "127.0.0.1:0".to_owned()).expect("it is set");
            assert!(address.starts_with("0.0.0.0:"), "{name}: {variable} is {address}");
        }
        // Tests read the log as it is on a cluster.
        assert_eq!(settings.get("AYLA_LOG_FORMAT").map(String::as_str), Some("json"), "{name}");
        settings.remove("OTEL_EXPORTER_OTLP_ENDPOINT");
        let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (&**name, &**value)).collect();
        Server::start_with(&settings);
    }
}

/// The place of a file that is in a Secret on a cluster, after all of its files are made.
fn secret<const N: usize>(file: &str, place: &Path, names: [&str; N], contents: impl Fn() -> [String; N]) -> String {
    let name = file.rsplit('/').next().expect("a name");
    assert!(names.contains(&name), "{file} is not what the Secret has: {names:?}");
    if !place.join(name).exists() {
        for (name, content) in names.iter().zip(contents()) {
            std::fs::write(place.join(name), content).expect("written");
        }
    }
    place.join(name).display().to_string()
}

#[test]
fn pods_that_speak_tls_are_asked_by_tls_or_on_the_admin_port() {
    let mut overlays = 0;
    for (name, overlay) in Overlay::all() {
        let probe = overlay.field("Deployment", "/spec/template/spec/containers/0/startupProbe/grpc");
        let tls = overlay.settings.contains_key("AYLA_TLS_CERT");
        // The kubelet's gRPC probe speaks none.
        assert_eq!(probe.last().is_none_or(|probe| probe.is_null()), tls, "{name}");
        let routes = overlay.manifests.iter().any(|manifest| manifest.is("GRPCRoute"));
        let policies = overlay.manifests.iter().filter(|manifest| manifest.is("BackendTLSPolicy")).count();
        assert_eq!(policies, usize::from(tls && routes), "{name}");
        overlays += usize::from(tls);
    }
    assert!(overlays > 0);
}

/// A pod is started while the Job has nothing yet, or is at work.
#[tokio::test]
async fn pods_start_before_there_is_a_table() {
    let tables = folder("no tables yet");
    let tables = tables.to_str().expect("UTF-8");
    let (metric, none) = ("ayla_endgame_tables", |count| count == 0.0);
    Server::start_with(&[("AYLA_TABLES", tables)]).until(metric, none).await;
    std::fs::write(format!("{tables}/awale-20.ayla.partial"), "half of it").expect("written");
    // The root of many file systems has this one.
    std::fs::create_dir(format!("{tables}/lost+found")).expect("a folder");
    Server::start_with(&[("AYLA_TABLES", tables)]).until(metric, none).await;
}

#[test]
fn a_start_may_take_as_long_as_tables_need() {
    for (name, overlay) in Overlay::all() {
        let last = |field: &str| overlay.field("Deployment", &format!("/spec/{field}")).last()?.as_u64();
        let probe = |field: &str| last(&format!("template/spec/containers/0/startupProbe/{field}")).expect("a number");
        let start = probe("failureThreshold") * probe("periodSeconds");
        let progress = last("progressDeadlineSeconds").expect("a number");
        assert!(start < progress, "{name}: a roll is given up after {progress} s, a start after {start} s");
        if overlay.settings.contains_key("AYLA_TABLES") {
            let told = format!("{start} seconds");
            assert!(KUBERNETES.contains(&told), "{name}: the page does not say that it may take {told}");
        }
    }
}

/// The Job that builds a table.
fn job() -> Manifest {
    let mut jobs: Vec<_> = manifests::all().into_iter().filter(|manifest| manifest.is("Job")).collect();
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    jobs.remove(0)
}

#[test]
fn a_job_that_asks_for_what_there_is_not_is_given_up() {
    let job = job();
    let given_up = list(&job.content["spec"]["podFailurePolicy"], "rules").filter(|rule| rule["action"] == "FailJob");
    let codes: Vec<i64> =
        given_up.flat_map(|rule| list(&rule["onExitCodes"], "values")).filter_map(Value::as_i64).collect();
    let [container] = job.containers()[..] else { panic!("{job:?}") };
    let mut command = Command::new(env!("CARGO_BIN_EXE_ayla"));
    let output = command.args(words(container, "args")).arg("--many-seeds").output().expect("it runs");
    assert_eq!(output.status.code().map(i64::from).as_slice(), codes, "{output:?}");
}

/// Does what the Job does, with few seeds, and into this folder.
fn build_table(tables: &str, place: &Path) {
    let job = job();
    let [job] = job.containers()[..] else { panic!("{job:?}") };
    let mounts = named(job, "mountPath");
    assert!(mounts.iter().any(|mount| *mount == tables), "{mounts:?}");
    let arguments: Vec<String> = words(job, "args")
        .map(|argument| match argument.split_once('=') {
            Some(("--seeds", _)) => "--seeds=4".to_owned(),
            Some(("--output", file)) => {
                let name = file.strip_prefix(&format!("{tables}/")).expect("it goes where tables are looked for");
                assert!(name.ends_with(".ayla"), "{name} would not be looked at");
                format!("--output={}", place.join(name).display())
            }
            Some(_) | None => argument.to_owned(),
        })
        .collect();
    let output = Command::new(env!("CARGO_BIN_EXE_ayla")).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
}

/// What callers can take, and what with TLS they can take beyond that.
fn formulas() -> (&'static str, &'static str) {
    let section = OPERATIONS.split("\n## ").find(|section| section.starts_with("Memory")).expect("a section");
    let callers = section.split("```").nth(1).expect("a formula");
    let (_, tls) = section.split_once("with TLS `").expect("what TLS takes");
    (callers, tls.split('`').next().expect("an end"))
}

#[test]
fn the_memory_that_callers_can_take_is_within_the_limit() {
    let (formula, tls) = formulas();
    // "Idle, the process takes about 11 MB", beside what the formula is about.
    let idle = 11 * MIB;
    let composed = read("compose.yaml", &text(&root().join("compose.yaml"))).remove(0).content;
    let composed = composed["services"]["ayla"].clone();
    assert_eq!(composed["env_file"], "k8s/base/settings.env");
    let overlays = Overlay::all();
    let mut limits = vec![("compose.yaml", composed["mem_limit"].clone(), Overlay::named("development").settings)];
    for (name, overlay) in &overlays {
        let container = "/spec/template/spec/containers/0/resources/limits/memory";
        for limit in overlay.field("Deployment", container) {
            limits.push((name, limit.clone(), overlay.settings.clone()));
        }
        let cpus: Vec<&Value> = overlay.field("Deployment", "/spec/template/spec/containers/0/resources/limits/cpu");
        for cpus in cpus {
            let cpus: u64 = cpus.as_str().expect("a text").parse().expect("whole processors");
            let slots: u64 = overlay.settings["AYLA_SEARCH_SLOTS"].parse().expect("a number");
            assert!(slots < cpus, "{name}: searches leave nothing of {cpus} processors for rule calls");
        }
    }
    assert!(limits.len() > overlays.len());
    for (name, limit, settings) in limits {
        let limit = limit.as_str().expect("a text").to_lowercase();
        let limit: u64 = limit.trim_end_matches('i').trim_end_matches('m').parse().expect("so many MiB");
        // Whoever turns TLS on need not think of it.
        let taken = worked_out(formula, &settings) + worked_out(tls, &settings) + idle;
        assert!(taken <= limit * MIB, "{name}: {} MiB are allowed for, {limit} MiB given", taken / MIB);
        assert!(taken > limit * MIB * 3 / 4, "{name}: {} MiB are allowed for, {limit} MiB kept", taken / MIB);
    }
    let settings = Overlay::named("production").settings;
    let (callers, tls) = (worked_out(formula, &settings) / MIB, worked_out(tls, &settings) / MIB);
    let told = format!("{callers} MiB, 11 more for an idle process and {tls} with TLS");
    assert!(KUBERNETES.contains(&told), "the page does not say {told}");
}

#[test]
fn the_page_tells_how_many_callers_there_is_room_for() {
    let production = Overlay::named("production");
    let pods = production.field("HorizontalPodAutoscaler", "/spec/minReplicas");
    let pods = pods.last().and_then(|pods| pods.as_u64()).expect("a number");
    let connections: u64 = production.settings["AYLA_CONNECTIONS"].parse().expect("a number");
    let (callers, tls) = formulas();
    let taken = |connections: u64| {
        let mut settings = production.settings.clone();
        settings.insert("AYLA_CONNECTIONS".to_owned(), connections.to_string());
        worked_out(callers, &settings) + worked_out(tls, &settings)
    };
    let each = (taken(connections + 1) - taken(connections)) / 1_024;
    for told in [
        format!("(pods - 1) × {connections}: {} with", (pods - 1) * connections),
        format!("each takes {each} KiB of the limit"),
    ] {
        assert!(KUBERNETES.replace('\n', " ").contains(&told), "the page does not say {told}");
    }
}

#[test]
fn pods_and_containers_get_the_time_that_they_need_to_end() {
    let serve = help(&["serve"]).expect("a command");
    for (name, overlay) in Overlay::all() {
        let time = |variable: &str| {
            let (default, _) = setting(&serve, variable).expect("a setting");
            let value = overlay.settings.get(variable).cloned().or(default).expect("a value");
            value.parse::<u64>().expect("a number") / 1_000
        };
        let last = |pointer: &str| overlay.field("Deployment", pointer).last().and_then(|value| value.as_u64());
        let sleep = last("/spec/template/spec/containers/0/lifecycle/preStop/sleep/seconds").expect("a sleep");
        let grace = last("/spec/template/spec/terminationGracePeriodSeconds").expect("a period");
        let drain = time("AYLA_DRAIN_DELAY_MS") + time("AYLA_DRAIN_TIME_MS");
        // The export of the last spans takes five seconds at most.
        assert!(sleep + drain + 5 <= grace, "{name}: {sleep} + {drain} + 5 s of {grace}");
        assert!(time("AYLA_BODY_TIME_MS") + time("AYLA_DEADLINE_MS") <= time("AYLA_DRAIN_TIME_MS"), "{name}");
        assert!(time("AYLA_BODY_TIME_MS") + time("AYLA_DEADLINE_MS") <= time("AYLA_CONNECTION_GRACE_MS"), "{name}");
        let told = [0, sleep, sleep + time("AYLA_DRAIN_DELAY_MS"), sleep + drain, grace];
        let rows = told.map(|second| KUBERNETES.find(&format!("\n| {second} | ")));
        assert!(rows.is_sorted() && rows[0].is_some(), "the page does not tell of {told:?}");
        if let Some(timeout) = overlay.field("HTTPRoute", "/spec/rules/0/timeouts/request").first() {
            let timeout: u64 = timeout.as_str().expect("a text").trim_end_matches('s').parse().expect("seconds");
            assert!(timeout > time("AYLA_BODY_TIME_MS") + time("AYLA_DEADLINE_MS") + time("AYLA_STALL_TIME_MS"));
        }
        let composed = read("compose.yaml", &text(&root().join("compose.yaml"))).remove(0).content;
        let period = composed["services"]["ayla"]["stop_grace_period"].as_str().expect("a text").to_owned();
        assert!(drain + 5 <= period.trim_end_matches('s').parse().expect("seconds"), "compose: {period}");
    }
}

#[test]
fn what_looks_at_the_service_finds_it_and_is_found() {
    let file = |path: &str| read(path, &text(&root().join(path))).remove(0).content;
    let (composed, prometheus, collector) =
        (file("compose.yaml"), file("compose/prometheus.yaml"), file("compose/collector.yaml"));
    let serve = help(&["serve"]).expect("a command");
    let (admin, _) = setting(&serve, "AYLA_ADMIN_LISTEN").expect("a setting");
    let admin = admin.expect("a default").rsplit_once(':').expect("a port").1.to_owned();
    assert_eq!(named(&prometheus, "targets"), [&json!([format!("ayla:{admin}")])]);

    // Where a span goes is where one is taken.
    let port =
        |endpoint: &Value| endpoint.as_str().and_then(|text| text.rsplit_once(':')).expect("a port").1.to_owned();
    let taken = port(&collector["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"]);
    let sent = &composed["services"]["ayla"]["environment"]["OTEL_EXPORTER_OTLP_ENDPOINT"];
    assert_eq!(sent, &json!(format!("http://collector:{taken}")));
    for service in ["collector", "jaeger", "prometheus", "grafana"] {
        assert!(composed["services"][service].is_object(), "{service}");
    }
    let overlay = Overlay::named("complete");
    let sent = Value::from(overlay.settings["OTEL_EXPORTER_OTLP_ENDPOINT"].clone());
    let policies = overlay.field("NetworkPolicy", "/spec/egress");
    let mut ports = policies.iter().flat_map(|egress| named(egress, "port")).filter_map(Value::as_u64);
    let sent_to: u64 = port(&sent).parse().expect("a number");
    assert!(ports.any(|allowed| allowed == sent_to), "no policy lets out {sent}");

    // All that is mounted is there.
    for volume in
        composed["services"].as_object().expect("services").values().flat_map(|service| words(service, "volumes"))
    {
        let path = volume.split(':').next().expect("a path");
        assert!(root().join(path).exists(), "{path} is mounted and not there");
    }
}

/// The rules that alert.
fn rules() -> Vec<Value> {
    let path = root().join("k8s/components/monitoring/alerts.yaml");
    let alerts = read("alerts.yaml", &text(&path)).remove(0).content;
    list(&alerts["spec"], "groups").flat_map(|group| list(group, "rules")).cloned().collect()
}

#[test]
fn the_alerts_are_those_that_the_page_tells() {
    let section = OPERATIONS.split("\n## ").find(|section| section.starts_with("Alerts")).expect("a section");
    let metrics = |expression: &str| -> BTreeSet<String> {
        promql::named(expression).metrics.into_iter().map(|(metric, _)| metric).collect()
    };
    let mut rows = 0;
    for row in section.lines().filter(|line| line.starts_with("| ") && line.contains("ayla_")) {
        let row = row.replace("\\|", "\u{1}");
        let cells: Vec<String> =
            row.split(" | ").map(|cell| cell.trim_matches(['|', ' ']).replace('\u{1}', "|")).collect();
        let rule = rules().into_iter().find(|rule| rule["annotations"]["summary"] == *cells[0]);
        let rule = rule.unwrap_or_else(|| panic!("no rule has the summary {:?}", cells[0]));
        let expression = rule["expr"].as_str().expect("an expression");
        assert_eq!(metrics(expression), metrics(&cells[1]), "{}", cells[0]);
        rows += 1;
    }
    assert!(rows > 5, "{section}");
}

/// Another deployment in the same Prometheus, such as one for development, must not pass for this one.
#[test]
fn what_is_missing_is_missed_in_the_namespace_that_is_watched() {
    let rules = rules();
    let missed: Vec<&str> = rules.iter().filter_map(|rule| rule["expr"].as_str()?.strip_prefix("absent(")).collect();
    let [missed] = missed[..] else { panic!("{missed:?}") };
    let [(_, chosen)] = &promql::named(missed).metrics[..] else { panic!("{missed}") };
    let mut watched = 0;
    for (name, overlay) in Overlay::all() {
        if overlay.manifests.iter().any(|manifest| manifest.is("PrometheusRule")) {
            let path = root().join("k8s/overlays").join(&name).join("kustomization.yaml");
            let kustomization = read(&name, &text(&path)).remove(0).content;
            let namespace = kustomization["namespace"].as_str().expect("a name").to_owned();
            assert!(chosen.contains(&("namespace".to_owned(), namespace)), "{name}: {missed} looks elsewhere");
            watched += 1;
        }
    }
    assert!(watched > 0);
    let place = rules.iter().position(|rule| rule["alert"] == "AylaNotThere").expect("a rule");
    let told = format!("`/spec/groups/0/rules/{place}/expr`");
    assert!(KUBERNETES.contains(&told), "the page does not say {told}");
}

#[test]
fn alerts_come_before_the_bounds_that_they_warn_of() {
    for (name, overlay) in Overlay::all() {
        for (metric, bound) in [("ayla_calls_in_flight", "AYLA_CALLS"), ("ayla_connections_open", "AYLA_CONNECTIONS")] {
            let bound: u64 = overlay.settings[bound].parse().expect("a number");
            let rules = rules();
            let threshold = rules.iter().find_map(|rule| rule["expr"].as_str()?.strip_prefix(&format!("{metric} > ")));
            let threshold: u64 = threshold.expect("a rule").parse().expect("a number");
            assert!((bound * 3 / 4..bound).contains(&threshold), "{name}: {metric}: {threshold} of {bound}");
        }
    }
}

#[tokio::test]
async fn the_dashboard_shows_every_metric_in_its_place() {
    let binary = Binary::start().await;
    let dashboard: Value = serde_json::from_str(DASHBOARD).expect("JSON");
    assert_eq!(binary.query_faults(&dashboard), Vec::<String>::new());
    let mut ids = BTreeSet::new();
    let mut cells = BTreeSet::new();
    let mut shown = BTreeSet::new();
    for panel in list(&dashboard, "panels") {
        assert!(ids.insert(panel["id"].as_u64().expect("a number")), "{panel}");
        assert!(panel["title"].as_str().is_some_and(|title| !title.is_empty()), "{panel}");
        let place = ["x", "y", "w", "h"].map(|side| panel["gridPos"][side].as_u64().expect("a number"));
        let [x, y, width, height] = place;
        assert!(x + width <= 24 && width > 0 && height > 0, "{panel}");
        for cell in (x..x + width).flat_map(|x| (y..y + height).map(move |y| (x, y))) {
            assert!(cells.insert(cell), "{} lies over another panel", panel["title"]);
        }
        if panel["type"] == "row" {
            continue;
        }
        assert!(panel["description"].is_string() && panel["fieldConfig"]["defaults"]["unit"].is_string(), "{panel}");
        let targets: Vec<&Value> = list(panel, "targets").collect();
        let references: BTreeSet<&str> = targets.iter().filter_map(|target| target["refId"].as_str()).collect();
        assert!(!targets.is_empty() && references.len() == targets.len(), "{panel}");
        for expression in targets.iter().filter_map(|target| target["expr"].as_str()) {
            for (metric, chosen) in promql::named(expression).metrics {
                let labels: BTreeSet<String> = chosen.into_iter().map(|(label, _)| label).collect();
                let all = ["namespace", "job", "instance"].iter().all(|label| labels.contains(*label));
                assert!(all, "{expression} is of all processes");
                shown.insert(metric.trim_end_matches("_bucket").to_owned());
            }
        }
    }
    assert_eq!(shown, binary.metrics());
    let chosen: Vec<&str> =
        list(&dashboard["templating"], "list").filter_map(|choice| choice["name"].as_str()).collect();
    for variable in
        named(&dashboard, "uid").into_iter().filter_map(Value::as_str).filter_map(|uid| uid.strip_prefix('$'))
    {
        assert!(chosen.contains(&variable.trim_matches(['{', '}'])), "{variable}");
    }
}

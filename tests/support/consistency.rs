//! What manifests name, against what the binary has. The binary is asked: its help, a server of it that runs, and its
//! very bytes; there are no lists here that could fall behind.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::{Value, json};
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use crate::manifests::{Manifest, list, named, words};
use crate::promql;
use crate::server::Server;

/// What a metric is told with: for each label the values so far.
type Labels = BTreeMap<String, BTreeSet<String>>;

/// Labels whose values are all told from the start.
const COMPLETE_LABELS: [&str; 3] = ["reason", "result", "file"];

/// Labels that Prometheus puts to every metric, and its operator on a cluster.
const TARGET_LABELS: [&str; 4] = ["job", "instance", "namespace", "pod"];

/// The binary, and a server of it.
pub(crate) struct Binary {
    server: Server,
    bytes: Vec<u8>,
    help: String,
    metrics: BTreeMap<String, Labels>,
    services: BTreeSet<String>,
}

/// What `ayla` says about a command.
pub(crate) fn help(command: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_ayla")).args(command).arg("--help").output().expect("it runs");
    output.status.success().then(|| String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A setting in the help of `serve`: its variable, its default, and the unit or form of its value.
pub(crate) fn setting(help: &str, variable: &str) -> Option<(Option<String>, String)> {
    let place = format!("[env: {variable}=");
    let entry = help.split("\n      --").find(|entry| entry.contains(&place))?;
    let default = entry.split_once("[default: ").map(|(_, rest)| rest.split(']').next().unwrap_or(rest).to_owned());
    let form = entry.split_once('<')?.1.split('>').next()?.to_owned();
    Some((default, form))
}

/// The metrics of a text, with all labels and their values.
fn metrics(text: &str) -> BTreeMap<String, Labels> {
    let mut metrics = BTreeMap::<String, Labels>::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).expect("a value"));
        let labels = metrics.entry(name.to_owned()).or_default();
        let Some(inside) = rest.strip_prefix('{') else { continue };
        for pair in inside.split_once('}').expect("an end").0.split("\",") {
            let (label, value) = pair.split_once("=\"").expect("a label");
            labels.entry(label.to_owned()).or_default().insert(value.trim_end_matches('"').to_owned());
        }
    }
    metrics
}

async fn services(channel: Channel) -> BTreeSet<String> {
    let request = ServerReflectionRequest {
        message_request: Some(MessageRequest::ListServices(String::new())),
        ..Default::default()
    };
    let mut client = ServerReflectionClient::new(channel);
    let asked = futures_util::stream::iter([request]);
    let mut answers = client.server_reflection_info(asked).await.expect("an answer").into_inner();
    match answers.message().await.expect("an answer").expect("one").message_response {
        Some(MessageResponse::ListServicesResponse(listed)) => {
            listed.service.into_iter().map(|service| service.name).collect()
        }
        other => panic!("{other:?}"),
    }
}

impl Binary {
    /// A server that has been called in every way that makes a metric.
    pub(crate) async fn start() -> Self {
        let server = Server::start();
        let mut caller = server.json().await;
        let position = "awale 444444/444444 0/0 s";
        caller.ask("awale", "apply-move", &json!({"position": position, "move": "3"})).await;
        caller.ask("awale", "suggest-move", &json!({"position": position, "nodes": 100})).await;
        server.until("ayla_search_wait_seconds_count", |count| count == 1.0).await;
        let told = server.operator().await.get("/metrics").await.body;
        let channel = Channel::from_shared(format!("http://{}", server.address)).expect("an address");
        let services = services(channel.connect().await.expect("it listens")).await;
        Self {
            bytes: std::fs::read(env!("CARGO_BIN_EXE_ayla")).expect("a binary"),
            help: help(&["serve"]).expect("a command"),
            metrics: metrics(std::str::from_utf8(&told).expect("UTF-8")),
            services,
            server,
        }
    }

    /// The names of its metrics, those of a histogram as one.
    pub(crate) fn metrics(&self) -> BTreeSet<String> {
        let base = |name: &String| {
            let histogram = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            histogram.unwrap_or(name).to_owned()
        };
        self.metrics.keys().map(base).collect()
    }

    /// The port that this setting names when nobody sets it.
    fn port(&self, variable: &str) -> u64 {
        let (default, _) = setting(&self.help, variable).expect("a setting");
        default.expect("a default").rsplit_once(':').expect("a port").1.parse().expect("a number")
    }

    fn variable_fault(&self, name: &str) -> Option<String> {
        if name.starts_with("AYLA_") {
            return setting(&self.help, name).is_none().then(|| format!("no setting is called {name}"));
        }
        // Those of the libraries are nowhere listed, but the library has to ask for them by their names.
        let known = self.bytes.windows(name.len()).any(|bytes| bytes == name.as_bytes());
        (!known).then(|| format!("the binary knows nothing of {name}"))
    }

    /// What is wrong with what the container runs.
    fn command_faults(&self, arguments: &[&str]) -> Vec<String> {
        let (flags, words): (Vec<&str>, Vec<&str>) = arguments.iter().partition(|argument| argument.starts_with("--"));
        let depth = (0..=words.len().min(2)).rev().find(|&depth| {
            help(&words[..depth]).is_some_and(|help| help.contains(&format!("Usage: {}", usage(&words[..depth]))))
        });
        let Some(command) = depth.map(|depth| &words[..depth]) else {
            return vec![format!("there is no command {words:?}")];
        };
        let help = help(command).expect("it was there");
        let takes_words = help.contains("\nArguments:");
        let mut faults = Vec::new();
        if words.len() > command.len() && !takes_words {
            faults.push(format!("{} takes no {:?}", usage(command), &words[command.len()..]));
        }
        for flag in flags {
            let name = flag.split('=').next().expect("a first part");
            if !help.split_whitespace().any(|word| word == name) {
                faults.push(format!("{} has no flag {name}", usage(command)));
            }
        }
        faults
    }

    fn expression_faults(&self, expression: &str) -> Vec<String> {
        let named = promql::named(expression);
        let mut faults = Vec::new();
        let mut known: BTreeSet<&str> = TARGET_LABELS.into();
        for (metric, chosen) in &named.metrics {
            let Some(labels) = self.metrics.get(metric) else {
                faults.push(format!("there is no metric {metric}"));
                continue;
            };
            known.extend(labels.keys().map(String::as_str));
            for (label, value) in chosen {
                if TARGET_LABELS.contains(&label.as_str()) {
                    continue;
                }
                let Some(values) = labels.get(label) else {
                    faults.push(format!("{metric} has no label {label}"));
                    continue;
                };
                if COMPLETE_LABELS.contains(&label.as_str()) {
                    let absent = value.split('|').filter(|value| !values.contains(*value));
                    faults.extend(absent.map(|value| format!("{label} of {metric} is never {value}")));
                }
            }
        }
        let unknown = named.labels.iter().filter(|label| !known.contains(label.as_str()));
        faults.extend(unknown.map(|label| format!("nothing in {expression} has a label {label}")));
        faults
    }

    async fn is_healthy(&self, service: &str) -> bool {
        let channel = Channel::from_shared(format!("http://{}", self.server.address)).expect("an address");
        let mut health = HealthClient::new(channel.connect().await.expect("it listens"));
        health.check(HealthCheckRequest { service: service.to_owned() }).await.is_ok()
    }

    /// The faults of expressions wherever they are, in rules or on a dashboard.
    pub(crate) fn query_faults(&self, content: &Value) -> Vec<String> {
        let expressions = ["expr", "query", "definition"].iter().flat_map(|name| named(content, name));
        expressions.filter_map(Value::as_str).flat_map(|expression| self.expression_faults(expression)).collect()
    }

    /// What these manifests name and the binary does not have.
    pub(crate) async fn faults(&self, manifests: &[Manifest]) -> Vec<String> {
        let containers = || manifests.iter().flat_map(Manifest::containers);
        let mut ports = BTreeMap::new();
        for port in containers().flat_map(|container| list(container, "ports")) {
            if let (Some(name), Some(number)) = (port["name"].as_str(), port["containerPort"].as_u64()) {
                ports.insert(name, number);
            }
        }
        let mut faults = Vec::new();
        for manifest in manifests {
            let mut found = self.query_faults(&manifest.content);
            for container in manifest.containers() {
                found.extend(self.container_faults(container, &ports).await);
            }
            for generator in list(&manifest.content, "configMapGenerator").filter(|map| map["name"] == "ayla-settings")
            {
                let names = words(generator, "literals").filter_map(|literal| literal.split('=').next());
                found.extend(names.filter_map(|name| self.variable_fault(name)));
            }
            found.extend(self.network_faults(manifest, manifests, &ports).await);
            faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", manifest.file)));
        }
        faults
    }

    async fn container_faults(&self, container: &Value, ports: &BTreeMap<&str, u64>) -> Vec<String> {
        let (public, admin) = (self.port("AYLA_LISTEN"), self.port("AYLA_ADMIN_LISTEN"));
        let mut faults = Vec::new();
        if let Some(image) = container["image"].as_str()
            && image != concat!("ayla:", env!("CARGO_PKG_VERSION"))
        {
            faults.push(format!("the image {image} is not of this version"));
        }
        for command in ["args", "command"] {
            let arguments: Vec<&str> = words(container, command).collect();
            if !arguments.is_empty() {
                faults.extend(self.command_faults(&arguments));
            }
        }
        for name in variables(container) {
            let own = format!("$({name})");
            // One that another refers to is for that alone.
            if !words_in(&container["env"]).iter().any(|value| value.contains(&own)) {
                faults.extend(self.variable_fault(name));
            }
        }
        for port in list(container, "ports") {
            let inside = port.as_str().and_then(|port| port.rsplit(':').next()?.parse().ok());
            let number = port["containerPort"].as_u64().or(inside);
            if number != Some(public) && number != Some(admin) {
                faults.push(format!("nothing listens on the port {port}"));
            }
        }
        for probe in ["startupProbe", "readinessProbe", "livenessProbe"].map(|probe| &container[probe]) {
            if let Some(get) = probe.get("httpGet").filter(|get| !get.is_null()) {
                let named = get["port"].as_str().and_then(|name| ports.get(name).copied());
                let path = get["path"].as_str().unwrap_or("/");
                if named.or(get["port"].as_u64()) != Some(admin) {
                    faults.push(format!("{path} is asked for on {}, not on the admin port", get["port"]));
                }
                if self.server.operator().await.get(path).await.status != 200 {
                    faults.push(format!("the admin port has no {path}"));
                }
            }
            if let Some(grpc) = probe.get("grpc").filter(|grpc| !grpc.is_null()) {
                let service = grpc["service"].as_str().unwrap_or_default();
                if grpc["port"].as_u64() != Some(public) {
                    faults.push(format!("there is no gRPC on the port {}", grpc["port"]));
                }
                if !self.is_healthy(service).await {
                    faults.push(format!("gRPC health knows no service {service:?}"));
                }
            }
        }
        let shared = list(container, "volumeMounts").filter(|mount| mount.get("subPath").is_some());
        faults.extend(shared.map(|mount| format!("{} is mounted by subPath and never changes", mount["mountPath"])));
        faults
    }

    /// The faults of what leads to the pods: Services, policies, monitors, routes.
    async fn network_faults(&self, manifest: &Manifest, all: &[Manifest], ports: &BTreeMap<&str, u64>) -> Vec<String> {
        let spec = &manifest.content["spec"];
        let mut faults = Vec::new();
        let services = || all.iter().filter(|other| other.is("Service"));
        match manifest.content["kind"].as_str() {
            Some("Service") => {
                for port in list(spec, "ports") {
                    let target = port["targetPort"].as_str().and_then(|name| ports.get(name));
                    if target.copied() != port["port"].as_u64() {
                        faults.push(format!("the port {} leads to {:?}", port["port"], port["targetPort"]));
                    }
                }
            }
            Some("NetworkPolicy") => {
                for port in list(spec, "ingress").flat_map(|rule| list(rule, "ports")) {
                    if !port["port"].as_str().is_some_and(|name| ports.contains_key(name)) {
                        faults.push(format!("no container has a port {}", port["port"]));
                    }
                }
            }
            Some("ServiceMonitor") => {
                for endpoint in list(spec, "endpoints") {
                    let has = |service: &Manifest| {
                        list(&service.content["spec"], "ports").any(|port| port["name"] == endpoint["port"])
                    };
                    if !services().any(has) {
                        faults.push(format!("no Service has a port {}", endpoint["port"]));
                    }
                    let path = endpoint["path"].as_str().unwrap_or("/metrics");
                    if self.server.operator().await.get(path).await.status != 200 {
                        faults.push(format!("the admin port has no {path}"));
                    }
                }
            }
            Some("GRPCRoute" | "HTTPRoute") => {
                for backend in list(spec, "rules").flat_map(|rule| list(rule, "backendRefs")) {
                    let has = |service: &Manifest| {
                        backend["name"] == service.name()
                            && list(&service.content["spec"], "ports").any(|port| port["port"] == backend["port"])
                    };
                    if !services().any(has) {
                        faults.push(format!("there is no Service {} with a port {}", backend["name"], backend["port"]));
                    }
                }
                let methods =
                    list(spec, "rules").flat_map(|rule| list(rule, "matches")).map(|match_| &match_["method"]);
                for service in methods.filter_map(|method| method["service"].as_str()) {
                    if !self.services.contains(service) {
                        faults.push(format!("there is no gRPC service {service}"));
                    }
                }
            }
            Some(_) | None => {}
        }
        faults
    }
}

/// How the help of a command begins.
fn usage(command: &[&str]) -> String {
    ["ayla"].iter().chain(command).copied().collect::<Vec<_>>().join(" ")
}

/// The names of a container's variables: of a pod a list, of compose a map.
fn variables(container: &Value) -> Vec<&str> {
    let listed = list(container, "env").filter_map(|variable| variable["name"].as_str());
    let composed = container["environment"].as_object().into_iter().flat_map(|map| map.keys().map(String::as_str));
    listed.chain(composed).collect()
}

/// All texts in a value.
fn words_in(value: &Value) -> Vec<&str> {
    named(value, "value").into_iter().filter_map(Value::as_str).collect()
}

//! The files for proxies treat each operation as the table of operations says: what may search, draw or stream has the
//! time that it may take, is not held back, and is not sent again because it is slow.
//!
//! The files for clusters have one rule for all paths. That its times are long enough is checked by `.ci/run
//! manifests`.

use std::time::Duration;

use ayla::config::Config;
use ayla::operation::{MCP, Operation, RPC_SERVICE};

use super::files::{below, read};

/// A path, as a client asks for it.
struct Route {
    path: String,
    /// Whether a call may take as long as `AYLA_DEADLINE_MS`, or is a stream.
    lasts: bool,
    streams: bool,
}

/// The paths of all operations, over both transports.
fn routes() -> Vec<Route> {
    let mut routes = Vec::new();
    for &operation in Operation::ALL {
        let streams = operation.may_stream() || operation.is_unbounded();
        let lasts = streams || operation.may_suggest() || operation.always_does().is_some();
        let mut add = |path: String| routes.push(Route { path, lasts, streams });
        if let Some(contract) = operation.contract() {
            add(format!("/{RPC_SERVICE}/{}", contract.rpc));
            contract.paths().into_iter().for_each(|(path, _)| add(path.replace("{variant}", "awale")));
        }
        operation.other_rpcs().iter().for_each(|&path| add(path.to_owned()));
        match operation {
            Operation::Mcp => add(MCP.to_owned()),
            Operation::Documentation => ayla_pages::paths().for_each(&mut add),
            _ => {}
        }
    }
    routes
}

/// What a proxy does with a call.
struct Handling {
    /// The time for the replica to begin its response, and then for each part of it.
    time: Duration,
    /// Whether the response is kept until it is complete.
    holds_back: bool,
}

/// The time after which every response has begun.
fn longest() -> Duration {
    let numbers = Config::default().numbers();
    Duration::from_millis(numbers["AYLA_BODY_TIME_MS"] + numbers["AYLA_DEADLINE_MS"])
}

/// Reads a time with its unit, such as `600ms`.
fn time(text: &str) -> Duration {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let number = digits.parse().unwrap_or_else(|_| panic!("{text} is no time"));
    match &text[digits.len()..] {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        unit => panic!("{unit} is no unit"),
    }
}

/// The lines of a file of HAProxy in the section that begins so, without comments.
fn section<'a>(text: &'a str, head: &str) -> Vec<&'a str> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.trim_start().starts_with('#'));
    let section = lines.skip_while(|line| *line != head).skip(1).take_while(|line| line.starts_with(' '));
    let section: Vec<_> = section.map(str::trim).collect();
    assert!(!section.is_empty(), "there is no section {head}");
    section
}

/// What follows a word or several in a section of HAProxy.
fn setting<'a>(section: &[&'a str], words: &str) -> Option<&'a str> {
    section.iter().find_map(|line| line.strip_prefix(words)?.strip_prefix(' '))
}

/// Whether a named condition of a section of HAProxy holds for a path.
fn holds(section: &[&str], name: &str, path: &str) -> bool {
    let conditions = section.iter().filter_map(|line| line.strip_prefix("acl ")?.split_once(' '));
    let mut criteria = conditions.filter(|(of, _)| *of == name);
    criteria.any(|(_, criterion)| {
        let ends = ["path_end ", "var(txn.path) -m end "].iter().find_map(|fetch| criterion.strip_prefix(fetch));
        match (ends, criterion.strip_prefix("path_sub ")) {
            (Some(ends), _) => ends.split(' ').any(|end| path.ends_with(end)),
            (None, Some(parts)) => parts.split(' ').any(|part| path.contains(part)),
            (None, None) => panic!("{criterion} cannot be read here"),
        }
    })
}

/// What HAProxy does with a path.
fn by_haproxy(text: &str, path: &str) -> Handling {
    let defaults = section(text, "defaults");
    let backend = if defaults.contains(&"mode tcp") {
        section(text, "listen ayla")
    } else {
        let frontend = section(text, "frontend callers");
        let mut rules = frontend.iter().filter_map(|line| line.strip_prefix("use_backend ")?.split_once(" if "));
        let used = rules.find(|(_, condition)| holds(&frontend, condition, path)).map(|(backend, _)| backend);
        let backend = used.or(setting(&frontend, "default_backend")).expect("a backend");
        section(text, &format!("backend {backend}"))
    };
    // A status is an answer, and a call that got one is not sent again.
    let known = ["conn-failure", "empty-response", "junk-response", "response-timeout"];
    let again = backend.iter().chain(&defaults).filter_map(|line| line.strip_prefix("retry-on "));
    assert!(again.flat_map(|line| line.split(' ')).all(|word| known.contains(&word)), "{backend:?}");
    let times = [
        setting(&backend, "http-request set-timeout server"),
        setting(&backend, "timeout server"),
        setting(&defaults, "timeout server"),
    ];
    let is_kept = |how: &str| how.split_once(" unless ").is_none_or(|(_, condition)| !holds(&backend, condition, path));
    Handling {
        time: time(times.into_iter().flatten().next().expect("a timeout")),
        holds_back: setting(&backend, "http-response wait-for-body").is_some_and(is_kept),
    }
}

/// What nginx does in each location for callers; all have the paths of every operation.
fn by_nginx(text: &str) -> Vec<Handling> {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let locations = lines.split(|line| line.starts_with("location ")).skip(1);
    let heads = lines.iter().filter(|line| line.starts_with("location "));
    let handling = |(head, location): (&&str, &[&str])| {
        if head.starts_with("location @") {
            return None;
        }
        assert_eq!(*head, "location / {");
        let body = location.iter().take_while(|line| **line != "}");
        let directives = body.filter_map(|line| line.strip_suffix(';')?.split_once(' '));
        let of = |name: &str| directives.clone().find(|(of, _)| *of == name).map(|(_, value)| value);
        let is_grpc = of("grpc_pass").is_some();
        let protocol = if is_grpc { "grpc" } else { "proxy" };
        // As above: only if there is no answer.
        assert_eq!(of(&format!("{protocol}_next_upstream")), Some("error timeout non_idempotent"));
        Some(Handling {
            time: time(of(&format!("{protocol}_read_timeout")).expect("a timeout")),
            // nginx never buffers gRPC.
            holds_back: !is_grpc && of("proxy_buffering") != Some("off"),
        })
    };
    heads.zip(locations).filter_map(handling).collect()
}

#[test]
fn proxies_give_calls_that_last_their_time_and_hold_no_stream_back() {
    let longest = longest();
    let haproxy = below("examples/balancers", ".cfg");
    let nginx = below("examples/balancers", ".conf");
    assert_eq!((haproxy.len(), nginx.len()), (2, 1));
    for route in routes().iter().filter(|route| route.lasts) {
        let by_haproxy = haproxy.iter().map(|(file, text)| (file, by_haproxy(text, &route.path)));
        let by_nginx = nginx.iter().flat_map(|(file, text)| by_nginx(text).into_iter().map(move |how| (file, how)));
        for (file, Handling { time, holds_back }) in by_haproxy.chain(by_nginx) {
            assert!(time > longest, "{file} ends {} after {time:?}", route.path);
            assert!(!(holds_back && route.streams), "{file} holds {} back", route.path);
        }
    }
}

/// A call to a frozen replica is soon sent to another one, and none is cut off halfway.
#[test]
fn haproxy_knows_short_calls_from_long_ones_and_streams_from_others() {
    let text = read("examples/balancers/haproxy.cfg");
    for route in routes() {
        let Handling { time, holds_back } = by_haproxy(&text, &route.path);
        assert_eq!(time > longest(), route.lasts, "{}: {time:?}", route.path);
        assert_eq!(holds_back, !route.streams, "{}", route.path);
    }
}

#[test]
fn routes_of_a_cluster_treat_every_path_alike_and_send_nothing_again() {
    let files = below("k8s", ".yaml");
    let of_kind = |kind: &str| {
        let line = format!("\nkind: {kind}\n");
        let found: Vec<_> = files.iter().filter(|(_, text)| text.contains(&line)).collect();
        assert!(!found.is_empty(), "there is no {kind}");
        found
    };
    let has_only = |(file, text): &(String, String), key: &str, expected: &[&str]| {
        let values = text.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix(key));
        assert_eq!(values.collect::<Vec<_>>(), expected, "{file}: {key}");
    };
    for file in of_kind("HTTPRoute") {
        has_only(file, "value: ", &["/"]);
        has_only(file, "type: ", &["PathPrefix"]);
    }
    for file in of_kind("Ingress") {
        has_only(file, "path: ", &["/"]);
        has_only(file, "pathType: ", &["Prefix"]);
    }
    for file in of_kind("GRPCRoute") {
        has_only(file, "service: ", &[RPC_SERVICE, "grpc.health.v1.Health"]);
        // A method would be one of several.
        has_only(file, "method: ", &[]);
    }
    for (file, text) in ["HTTPRoute", "GRPCRoute", "Ingress", "BackendTrafficPolicy"].into_iter().flat_map(of_kind) {
        assert!(!text.to_lowercase().contains("retr"), "{file}");
    }
}

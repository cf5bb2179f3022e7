//! The server starts with the settings of a cluster.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use ayla_test_server::Server;
use ayla_test_server::command::{command, folder, run, text};
use rcgen::{CertifiedKey, generate_simple_self_signed};

use super::files::{below, read};

/// Checks these settings, starts a server as a pod does, but on free ports, and ends it once it listens.
fn start(settings: &BTreeMap<String, String>) {
    let checked = command(&["check"]).envs(settings).output().expect("it runs");
    assert!(checked.status.success(), "{checked:?}");
    let mut process = command(&[])
        .args(items(&read("k8s/base/deployment.yaml"), "args"))
        .envs(settings)
        .envs([("AYLA_LISTEN", "127.0.0.1:0"), ("AYLA_ADMIN_LISTEN", "127.0.0.1:0")])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let log = BufReader::new(process.stderr.take().expect("a log")).lines().map_while(Result::ok);
    let listens = log.inspect(|line| println!("{line}")).any(|line| line.contains("listening"));
    let _ = process.kill();
    let _ = process.wait();
    assert!(listens, "{settings:?}");
}

/// The `NAME=VALUE` lines of a text: of `settings.env`, or of lists in a kustomization.
fn variables(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().map(|line| line.trim_start_matches([' ', '-']));
    let pairs = lines.filter_map(|line| line.split_once('='));
    let named = pairs.filter(|(name, _)| name.starts_with("AYLA_") || name.starts_with("OTEL_"));
    named.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The items of the first list in a YAML file with this key.
fn items(text: &str, key: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let below = lines.skip_while(|line| line.strip_suffix(':') != Some(key)).skip(1);
    below.map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

#[test]
fn settings_of_the_base_and_of_all_overlays_are_valid_and_the_server_starts_with_them() {
    let place = folder("deployment/settings");
    let path = |name: &str| text(&place.join(name)).to_owned();
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed([]).expect("a certificate");
    fs::write(path("tls.crt"), cert.pem()).expect("written");
    fs::write(path("tls.key"), signing_key.serialize_pem()).expect("written");
    fs::write(path("keys.toml"), run(&["key", "village-bot"]).answer()).expect("written");
    fs::write(path("presets.toml"), read("k8s/base/presets.toml")).expect("written");
    run(&["tablebase", "build", "awale", "--seeds", "4", "--output", &path("awale.ayla")]).answer();

    let base = variables(&read("k8s/base/settings.env"));
    let mut all = base.clone();
    all.extend(below("k8s", "kustomization.yaml").iter().flat_map(|(_, text)| variables(text)));
    // There is no collector of spans here.
    assert!(all.remove("OTEL_EXPORTER_OTLP_ENDPOINT").is_some());
    for mut settings in [base, all] {
        for (name, value) in settings.iter_mut().filter(|(_, value)| value.starts_with('/')) {
            let file = if name == "AYLA_TABLES" { "" } else { value.rsplit('/').next().expect("a name") };
            *value = path(file);
        }
        start(&settings);
    }
}

/// Pods start before tables are copied to their volume, and while they are.
#[test]
fn the_server_starts_before_there_is_a_table() {
    let tables = folder("deployment/no tables yet");
    let settings = BTreeMap::from([("AYLA_TABLES".to_owned(), text(&tables).to_owned())]);
    start(&settings);
    fs::write(tables.join("awale-20.ayla.partial"), "half of it").expect("written");
    // The root of many file systems has this folder.
    fs::create_dir(tables.join("lost+found")).expect("a folder");
    start(&settings);
}

#[tokio::test]
async fn every_probe_asks_for_what_the_admin_port_answers() {
    let server = Server::shared();
    let mut probed = 0;
    for (file, manifest) in below("k8s", ".yaml") {
        let lines = manifest.lines().map(str::trim);
        for path in lines.clone().zip(lines.skip(1)).filter(|(line, _)| *line == "httpGet:") {
            let path = path.1.strip_prefix("path: ").unwrap_or_else(|| panic!("{file}: {path:?}"));
            let status = server.operator().await.get(path).await.status;
            assert_eq!(status, 200, "{file}: {path}");
            probed += 1;
        }
    }
    assert!(probed >= 3, "{probed}");
}

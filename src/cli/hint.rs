//! Hints for variables that are not as meant.

use std::ffi::OsString;

use ayla_api::words::nearest;

use crate::config;

/// A sentence for each of these environment variables that looks like a setting and is none. Those that Kubernetes sets
/// in the pods beside a Service called `ayla` are no faults.
pub fn unknown_variables(names: impl IntoIterator<Item = OsString>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().filter_map(|name| name.into_string().ok()).collect();
    names.retain(|name| name.starts_with(PREFIX));
    names.sort_unstable();
    let known = config::variables();
    let hosts = names.iter().filter_map(|name| name.strip_suffix("_SERVICE_HOST"));
    let services: Vec<&str> = hosts.chain(["AYLA"]).collect();
    let is_unknown = |name: &&String| {
        let is_injected = services.iter().any(|service| is_of_service(name, service));
        !known.contains(&name.as_str()) && *name != COMMIT && !is_injected
    };
    let warning = |name: &String| {
        let meant = nearest(&name[PREFIX.len()..], known.iter().filter_map(|known| known.strip_prefix(PREFIX)));
        let meant = meant.map_or_else(String::new, |meant| format!("; did you mean {PREFIX}{meant}?"));
        format!("{} is not a setting of Ayla{meant}", name.escape_debug())
    };
    names.iter().filter(is_unknown).map(warning).collect()
}

/// The prefix of settings.
const PREFIX: &str = "AYLA_";
/// The variable of the build, which may still be there when the program runs.
const COMMIT: &str = "AYLA_COMMIT";

/// Whether Kubernetes sets this variable in the pods beside a Service, whose name is given in capitals.
fn is_of_service(name: &str, service: &str) -> bool {
    name.strip_prefix(service).is_some_and(|rest| {
        ["_SERVICE_HOST", "_SERVICE_PORT", "_PORT"].contains(&rest)
            || ["_SERVICE_PORT_", "_PORT_"].iter().any(|begin| rest.starts_with(begin))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(names: &[&str]) -> Vec<String> {
        unknown_variables(names.iter().map(OsString::from))
    }

    #[test]
    fn an_unknown_variable_is_named_with_the_setting_that_was_meant() {
        assert_eq!(
            warnings(&["AYLA_LISTN", "AYLA_LOGLEVEL", "AYLA_XYZZY", "AYLA_LISTEN", "AYLA_COMMIT", "LISTEN", "AYLA"]),
            [
                "AYLA_LISTN is not a setting of Ayla; did you mean AYLA_LISTEN?",
                "AYLA_LOGLEVEL is not a setting of Ayla; did you mean AYLA_LOG?",
                "AYLA_XYZZY is not a setting of Ayla",
            ]
        );
    }

    #[test]
    fn variables_of_kubernetes_are_none_of_ours() {
        let injected = [
            "AYLA_SERVICE_HOST",
            "AYLA_SERVICE_PORT",
            "AYLA_SERVICE_PORT_API",
            "AYLA_PORT",
            "AYLA_PORT_8080_TCP",
            "AYLA_PORT_8080_TCP_ADDR",
            "AYLA_METRICS_SERVICE_HOST",
            "AYLA_METRICS_PORT_9090_TCP_PROTO",
        ];
        assert!(warnings(&injected).is_empty());
        assert_eq!(warnings(&["AYLA_PORTS", "AYLA_ADMIN_PORT", "AYLA_SERVICE"]).len(), 3);
        // Otherwise a cluster would set it.
        assert!(!config::variables().iter().any(|setting| is_of_service(setting, "AYLA")));
    }
}

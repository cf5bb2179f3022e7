//! Hints for names and positions that are not as meant.

use std::ffi::OsString;

use ayla_api::words::nearest;
use ayla_rules::Variant;
use ayla_rules::notation::read_text;
use clap::error::ErrorKind;

use crate::config;

/// The game which was meant, if this text begins with a name similar to its.
pub(super) fn game(text: &str) -> Option<&'static str> {
    let name = text.split([':', ' ', '_']).next().unwrap_or_default();
    nearest(name, Variant::NAMES.iter().copied()).filter(|meant| *meant != name)
}

/// The fault of a command line in which some arguments together are the position, which the shell has split.
pub(super) fn unquoted_position(program: &mut clap::Command, arguments: &[OsString]) -> Option<clap::Error> {
    let words: Vec<&str> = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).collect();
    let [_, command, words @ ..] = &words[..] else { return None };
    // As in StartPosition.
    program.find_subcommand(command)?.get_arguments().find(|argument| argument.get_id() == "position")?;
    let split = |begin: usize| {
        // Without flags the shortest position is variant, rows, stores and turn.
        let ends = (begin + 4..=words.len()).rev();
        ends.map(|end| words[begin..end].join(" ")).find(|text| read_text(text).is_ok())
    };
    let position = (0..words.len()).filter(|begin| !words[*begin].contains([' ', '_'])).find_map(split)?;
    let quoted = format!("{} {command} '{position}'", program.get_name());
    let hint = format!("the position is several arguments; put it in quotation marks: {quoted}");
    Some(program.error(ErrorKind::UnknownArgument, hint))
}

/// A sentence for each of these environment variables that looks like a setting and is none. Those that Kubernetes sets in
/// the pods beside a Service called `ayla` are no faults.
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
    use crate::cli::CommandLine;
    use clap::CommandFactory;

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

    #[test]
    fn a_game_with_a_similar_name_is_hinted_at() {
        for (text, meant) in
            [("oware", "awale"), ("Awale:limit=3", "awale"), ("awalé 4/4", "awale"), ("andara", "andada")]
        {
            assert_eq!(game(text), Some(meant));
        }
        for text in ["chess 8/8", "awale 44/44", "", "bao"] {
            assert_eq!(game(text), None, "{text}");
        }
    }

    #[test]
    fn a_position_in_several_arguments_is_recognized() {
        let hint = |line: &str| {
            let arguments: Vec<_> = line.split(' ').map(OsString::from).collect();
            unquoted_position(&mut CommandLine::command(), &arguments).map(|fault| fault.to_string())
        };
        for (line, position) in [
            ("ayla legal awale 444444/444444 0/0 s", "awale 444444/444444 0/0 s"),
            ("ayla apply andada:team=2 101101/110011 - s b 6", "andada:team=2 101101/110011 - s b"),
            ("ayla suggest --depth 3 oware 44/44 0/0 s q2 --json", "oware 44/44 0/0 s q2"),
        ] {
            let hint = hint(line).unwrap_or_default();
            assert!(hint.contains(&format!(" '{position}'\n")), "{line}: {hint}");
        }
        for line in ["ayla", "ayla legal", "ayla apply awale_444444/444444_0/0_s 1 2 3", "ayla start awale 4/4 0/0 s"] {
            assert_eq!(hint(line), None, "{line}");
        }
    }
}

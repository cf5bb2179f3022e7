//! The forms of setting values: how their text is read, and which values are allowed.

use std::ffi::OsStr;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use ayla_rules::notation::quoted;
use http::HeaderValue;
use ipnet::IpNet;
use tracing_subscriber::filter::LevelFilter;

use super::url::Url;

type Reader<T> = dyn Fn(&OsStr) -> Result<T, String>;

/// The form of the values of one setting.
pub(super) struct Form<T> {
    /// The placeholder for a value in the help.
    pub(super) value_name: &'static str,
    /// The allowed values, as text.
    pub(super) range: String,
    /// The variable of another setting whose value this one must not exceed.
    pub(super) at_most: Option<&'static str>,
    /// Reads a value. The error continues a sentence that begins with the name of the setting, such as `is on or off`.
    pub(super) read: Box<Reader<T>>,
    /// Writes a value as text; empty if there is no value.
    pub(super) show: Box<dyn Fn(&T) -> String>,
    /// Converts a value into a number, if the setting is a number.
    pub(super) number: Option<fn(&T) -> u64>,
}

impl<T: 'static> Form<T> {
    fn new(
        value_name: &'static str,
        range: impl Into<String>,
        read: impl Fn(&str) -> Result<T, String> + 'static,
        show: impl Fn(&T) -> String + 'static,
    ) -> Self {
        let read = Box::new(move |text: &OsStr| read(&text.to_string_lossy()));
        Self { value_name, range: range.into(), at_most: None, read, show: Box::new(show), number: None }
    }

    /// Changes the form for a default that depends on other settings or on the machine, and that this text describes.
    pub(super) fn by_default(self, description: &'static str) -> Self {
        Self { show: Box::new(|_| description.to_owned()), ..self }
    }

    /// Changes the form so that the setting must not exceed another one, which has this variable. A default that
    /// exceeds it is lowered to it.
    pub(super) fn at_most(self, variable: &'static str) -> Self {
        Self { at_most: Some(variable), ..self }
    }
}

/// Whole numbers in a range, optionally also 0. Each number stands for a value.
fn whole<T: 'static>(
    unit: &'static str,
    range: RangeInclusive<u64>,
    or_zero: bool,
    value: fn(u64) -> Option<T>,
    number: fn(&T) -> u64,
) -> Form<T> {
    let values = format!("{} to {}{}", range.start(), range.end(), if or_zero { ", or 0" } else { "" });
    let expected = format!("is a whole number from {values}");
    let read = move |text: &str| {
        let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        let number = number.filter(|number| range.contains(number) || or_zero && *number == 0);
        number.and_then(value).ok_or_else(|| expected.clone())
    };
    Form { number: Some(number), ..Form::new(unit, values, read, move |value| number(value).to_string()) }
}

/// Counts.
pub(super) fn count<T: Copy + TryFrom<u64> + TryInto<u64> + 'static>(
    unit: &'static str,
    range: RangeInclusive<u64>,
) -> Form<T> {
    whole(unit, range, false, |number| number.try_into().ok(), |value| (*value).try_into().unwrap_or(u64::MAX))
}

/// Rates per second, in a range without 0.
pub(super) fn rate(range: RangeInclusive<u64>) -> Form<NonZero<u32>> {
    let value = |number| u32::try_from(number).ok().and_then(NonZero::new);
    whole("COUNT", range, false, value, |rate| rate.get().into())
}

/// Memory sizes in bytes, written in MiB.
pub(super) fn mebibytes<T: Copy + TryFrom<u64> + TryInto<u64> + 'static>(range: RangeInclusive<u64>) -> Form<T> {
    let value = |number: u64| (number << 20).try_into().ok();
    whole("MIB", range, false, value, |value| (*value).try_into().unwrap_or(u64::MAX) >> 20)
}

/// Durations in milliseconds.
pub(super) fn milliseconds(range: RangeInclusive<u64>) -> Form<Duration> {
    whole("MILLISECONDS", range, false, |number| Some(Duration::from_millis(number)), in_milliseconds)
}

/// Durations in milliseconds, or 0 for none.
pub(super) fn milliseconds_or_zero(range: RangeInclusive<u64>) -> Form<Option<Duration>> {
    let value = |number| Some((number > 0).then(|| Duration::from_millis(number)));
    whole("MILLISECONDS", range, true, value, |time| time.as_ref().map_or(0, in_milliseconds))
}

/// Durations in seconds, or 0 for none.
pub(super) fn seconds_or_zero(range: RangeInclusive<u64>) -> Form<Option<Duration>> {
    let value = |number| Some((number > 0).then(|| Duration::from_secs(number)));
    whole("SECONDS", range, true, value, |time| time.map_or(0, |time| time.as_secs()))
}

pub(super) fn in_milliseconds(time: &Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A fixed set of values, each with a word.
pub(super) fn choice<T: Clone + PartialEq + 'static, const N: usize>(
    value_name: &'static str,
    words: [(&'static str, T); N],
) -> Form<T> {
    let range = words.each_ref().map(|(word, _)| *word).join(", ");
    let (others, last) = range.rsplit_once(", ").unwrap_or(("", &range));
    let expected = format!("is {others} or {last}");
    let known = words.clone();
    let read = move |text: &str| {
        let found = known.iter().find(|(word, _)| *word == text);
        found.map(|(_, value)| value.clone()).ok_or_else(|| expected.clone())
    };
    let show = move |value: &T| {
        words.iter().find(|(_, known)| known == value).map_or_else(String::new, |(word, _)| (*word).to_owned())
    };
    Form::new(value_name, range, read, show)
}

/// Socket addresses, with a port.
pub(super) fn address() -> Form<SocketAddr> {
    let expected = "is an IP address and a port, such as 127.0.0.1:8080 or [::]:8080";
    let read = |text: &str| text.parse().map_err(|_| expected.to_owned());
    Form::new("ADDRESS:PORT", "address and port", read, SocketAddr::to_string)
}

/// Paths of files or folders. The files are read later.
pub(super) fn path(value_name: &'static str) -> Form<Option<PathBuf>> {
    let range = format!("a {}", value_name.to_lowercase());
    let read = Box::new(|text: &OsStr| Ok(Some(text.into())));
    Form { value_name, range, at_most: None, read, show: Box::new(|_| String::new()), number: None }
}

/// Addresses and networks, separated by commas.
pub(super) fn networks() -> Form<Vec<IpNet>> {
    let network = |text: &str| {
        let network = text.parse().ok().or_else(|| Some(text.parse::<IpAddr>().ok()?.into()));
        network.ok_or("it is neither an address nor a network")
    };
    let expected = "has addresses and networks, such as 10.0.0.0/8 or fd00::/8";
    list("NETWORKS", "addresses and networks", network, expected)
}

/// Origins, separated by commas.
pub(super) fn origins() -> Form<Vec<HeaderValue>> {
    let expected = "has origins: schemes and hosts, such as https://games.example, or *";
    list("ORIGINS", "origins, or `*`", origin, expected)
}

/// Host names and addresses, each with its port or for every port, separated by commas.
pub(super) fn hosts() -> Form<Vec<String>> {
    let expected = "has host names and addresses, such as ayla.games.svc or 192.168.1.7:8080, or *";
    list("HOSTS", "host names, or `*`", host, expected)
}

/// Parses a host name or an address, with or without a port; or `*`.
fn host(text: &str) -> Result<String, &'static str> {
    let host = if text.parse::<Ipv6Addr>().is_ok() { format!("[{text}]") } else { text.to_owned() };
    if text != "*" && !Url::read(&format!("http://{host}"))?.path.is_empty() {
        return Err("it has a path");
    }
    Ok(host)
}

fn list<T: 'static>(
    value_name: &'static str,
    range: &'static str,
    item: fn(&str) -> Result<T, &'static str>,
    expected: &'static str,
) -> Form<Vec<T>> {
    let read = move |text: &str| {
        let item = |text| item(text).map_err(|why| format!("{expected}; {} is refused: {why}", quoted(text)));
        text.split(',').map(item).collect()
    };
    Form::new(value_name, range, read, |_| String::new())
}

/// Parses an origin: a scheme, a host and optionally a port; or `*`.
fn origin(text: &str) -> Result<HeaderValue, &'static str> {
    if text != "*" {
        let Url { scheme, port, path } = Url::read(text)?;
        // Browsers omit the default port and write lower case, so no other spelling would ever match.
        if text != text.to_lowercase() {
            return Err("browsers write it in lower case");
        }
        if matches!((scheme, port), ("http", Some(80)) | ("https", Some(443))) {
            return Err("browsers leave out the port, which is that of the scheme");
        }
        if !path.is_empty() {
            return Err("it has a path");
        }
    }
    HeaderValue::from_str(text).map_err(|_| "it has a character that origins do not have")
}

/// URLs without a query. A slash at the end is removed.
pub(super) fn public_url() -> Form<Option<String>> {
    let read = |text: &str| {
        let url = Url::read(text).and_then(|url| {
            let is_public = ["http", "https"].iter().any(|scheme| url.scheme.eq_ignore_ascii_case(scheme));
            is_public.then_some(()).ok_or("its scheme is another")
        });
        let expected = "is a URL with http or https and without a query, such as https://games.example";
        url.map(|()| Some(text.trim_end_matches('/').to_owned()))
            .map_err(|why| format!("{expected}; this one is refused: {why}"))
    };
    Form::new("URL", "a URL", read, |_| String::new())
}

/// Addresses at which people can be told something: of mail, of a page, or of a telephone.
pub(super) fn contact() -> Form<Option<String>> {
    let expected = "is a URI that begins with mailto:, https:// or tel:, such as mailto:security@games.example";
    let read = |text: &str| {
        let after = |scheme| text.strip_prefix(scheme).is_some_and(|rest: &str| !rest.is_empty());
        let is_contact =
            ["mailto:", "https://", "tel:"].into_iter().any(after) && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_contact.then(|| Some(text.to_owned())).ok_or_else(|| expected.to_owned())
    };
    Form::new("URI", "a URI", read, |_| String::new())
}

/// Log filters.
pub(super) fn log_filter() -> Form<String> {
    // A misspelled level would be read as the name of a part of the program: all lines of that part would be logged,
    // and no others.
    let has_level = |directive: &&str| {
        let (part, level) = match directive.rsplit_once('=') {
            Some((part, level)) => (part, level),
            None => ("ayla", *directive),
        };
        // Other text would be read as the name of a part that does not exist, such as `ayla[call]`, which other
        // programs read as a filter of spans.
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | ':');
        let is_part = !part.is_empty() && part.chars().all(is_name);
        is_part && !level.is_empty() && level.parse::<LevelFilter>().is_ok()
    };
    let read = move |text: &str| {
        let directives: Vec<&str> = text.split(',').map(str::trim).filter(|directive| !directive.is_empty()).collect();
        let wrong = directives.iter().find(|directive| !has_level(directive)).copied();
        match wrong.or(directives.is_empty().then_some(text)) {
            None => Ok(directives.join(",")),
            Some(wrong) => Err(format!(
                "is off, error, warn, info, debug or trace, or a list of one of these and levels of parts, such as \
                 info,ayla::call=debug; {} is neither a level nor PART=LEVEL",
                quoted(wrong)
            )),
        }
    };
    Form::new("FILTER", "a level, or a list of one and `PART=LEVEL`", read, String::clone)
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    /// The forms by the placeholders of their values, each with values that are none of them.
    const BAD: [(&str, &[&str]); 19] = [
        ("COUNT", NUMBERS),
        ("BYTES", NUMBERS),
        ("NODES", NUMBERS),
        ("MIB", NUMBERS),
        ("MILLISECONDS", NUMBERS),
        ("SECONDS", NUMBERS),
        ("URI", &["security@games.example", "mailto:", "http://games.example", "https://a b"]),
        ("HOSTS", &["", "https://games.example", "a b", "a@b", "*.example", "a:99999", "a:", "a/b", "a, b", "a,"]),
        (
            "ADDRESS:PORT",
            &["8080", ":8080", "0.0.0.0", "localhost:8080", "0.0.0.0:99999", "::1:80", "[::1]", "0.0.0.0:80,[::]:80"],
        ),
        (
            "URL",
            &[
                "games.example",
                "ftp://games.example",
                "https://games.example,https://ayla:8080",
                "https://games.example:99999",
                "https://games.example?a",
                "https://*.example",
                "*",
            ],
        ),
        (
            "ORIGINS",
            &[
                "games.example",
                "https://games.example/",
                "https://games.example/x",
                "https://Games.example",
                "https://games.example:443",
                "http://games.example:80",
                "https://games.example:99999",
                "https://*.example",
                "https://a@b",
                "https://a.example, https://b.example",
                "https://a.example,",
                "null",
                "**",
            ],
        ),
        (
            "NETWORKS",
            &[
                "10.0.0.0/33",
                "10.0.0",
                "10.0.0.0/8;fd00::/8",
                "10.0.0.0/8, fd00::/8",
                "10.0.0.0/8,",
                "proxy",
                "fd00::/129",
                "*",
            ],
        ),
        ("on|off", WORDS),
        ("MODE", WORDS),
        ("FORMAT", WORDS),
        ("BOOLEAN", WORDS),
        ("FILTER", &["loud", "info;ayla=debug", "ayla=loud", "=info", ",", "ayla[call]=info"]),
        // Each is the name of a file, which is read later.
        ("FILE", &[]),
        ("FOLDER", &[]),
    ];
    const NUMBERS: &[&str] =
        &["many", "-1", "+1000", "1000.5", "1e3", "1_000", "0x400", " 1000", "1000ms", "1GiB", "1000,1000"];
    const WORDS: &[&str] = &["yes", "1", "ON", "Open", "JSON", "True", "on,off", " on", "keyed,open"];

    #[test]
    fn a_bad_value_of_any_setting_is_refused_by_its_name() {
        for setting in &mut Config::default().settings() {
            let (_, values) = BAD.iter().find(|(form, _)| *form == setting.value_name).expect(setting.value_name);
            for value in *values {
                let fault = setting.read(value.as_ref()).expect_err(&format!("{}={value}", setting.variable));
                assert!(fault.starts_with(&format!("{} ", setting.variable)), "{fault}");
            }
        }
    }

    #[test]
    fn good_values_are_read() {
        for (variable, values) in [
            ("AYLA_LISTEN", &["0.0.0.0:8080", "[::1]:0"][..]),
            ("AYLA_PUBLIC_URL", &["https://games.example/", "HTTP://[::1]:8080/ayla"]),
            (
                "AYLA_CORS_ORIGINS",
                &["*", "https://games.example,http://localhost:3000", "https://[::1]:8443", "app://ayla"],
            ),
            ("AYLA_TOOL_HOSTS", &["ayla", "ayla.games.svc,192.168.1.7:8080", "[::1]", "fd00::7", "*"]),
            ("AYLA_TRUSTED_PROXIES", &["10.0.0.0/8,fd00::/8", "127.0.0.1,::1"]),
            ("AYLA_CALLS", &["1", "01000", "1000000"]),
        ] {
            for value in values {
                Config::with(variable, value).unwrap_or_else(|fault| panic!("{variable}={value}: {fault}"));
            }
        }
    }

    #[test]
    fn a_fault_of_a_url_names_the_part() {
        for (variable, value, fault) in [
            (
                "AYLA_PUBLIC_URL",
                "https://games.example:99999",
                "AYLA_PUBLIC_URL is a URL with http or https and without a query, such as https://games.example; this \
                 one is refused: its port is not a number from 1 to 65535",
            ),
            (
                "AYLA_FRAME_ORIGINS",
                "https://games.example,https://ayla:0",
                "AYLA_FRAME_ORIGINS has origins: schemes and hosts, such as https://games.example, or *; \
                 'https://ayla:0' is refused: its port is not a number from 1 to 65535",
            ),
        ] {
            assert_eq!(Config::with(variable, value), Err(fault.to_owned()));
        }
    }
}

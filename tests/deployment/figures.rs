//! Measured figures stand in `docs/evidence.md` and nowhere else: each in a row with the command that repeats it. Other
//! pages link to the row.
//!
//! A *figure* is a number with a unit of `UNITS`, or a number of something a second. A figure is *measured* unless its
//! sentence or row of a table has a word of a limit (`LIMITS`) and no word of a measurement (`MEASUREMENTS`), and it
//! has no fraction. Code, lists that are made from the code, and sentences that are compared with it (`numbers.txt`)
//! are left out. What remains and is not measured is in `figures.txt`.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::files::{below, exists, plain, read};
use super::numbers::sentences;

const EVIDENCE: &str = "docs/evidence.md";

/// Pages that are made from the code, and the evidence itself.
const LEFT_OUT: [&str; 3] = ["crates/api/tests/sentences/sentences.md", "docs/examples.md", EVIDENCE];

/// The record of what was tried with the engine, whose figures stop somebody from trying the same again.
const TRIED: &str = "crates/lab/docs/";

const UNITS: &str = "ns, µs, ms, s, microsecond, microseconds, millisecond, milliseconds, second, seconds, minute, minutes, hour, hours, \
    kb, mb, gb, kib, mib, gib, kilobytes, megabytes, gigabytes, %, percent, million, billion, elo, instructions";

const COUNTS: &str = "two, three, four, five, six, seven, eight, nine, ten";

/// Words of what the code or an operator decides.
const LIMITS: &str = "above, after, age, allow, allowed, allows, at most, below, between, beyond, bound, bounds, by default, default of, default settings, defaults of, each, \
    every, fewer, has to, interval, least, limit, limits, may, more than, most, must, objective, once, only, or more, set, \
    setting, the default, timeout, until, up to, within";

/// Words of what somebody has measured.
const MEASUREMENTS: &str = "about, almost, cost, costs, faster, in size, larger, measured, nearly, need, needed, needs, runs for, slower, take, \
    takes, took, used, was, weighs, were";

/// The sentences, items and rows of a page, without what is not written by hand. A row of a table comes with the
/// table's head.
fn statements(text: &str) -> Vec<String> {
    let mut statements = vec![String::new()];
    let mut head = String::new();
    let mut is_code = false;
    let mut is_made = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        is_made = (is_made || line.starts_with("<!-- from the code")) && !line.starts_with("<!-- end of the list");
        let starts = ["#", "- ", "* ", "|", ">", "<", "```"];
        let begins = line.is_empty() || starts.iter().any(|start| line.starts_with(start));
        if begins {
            statements.push(String::new());
        }
        if !line.starts_with('|') {
            head.clear();
        } else if head.is_empty() {
            line.clone_into(&mut head);
        }
        if is_code || is_made || line.starts_with("```") {
            continue;
        }
        let last = statements.last_mut().expect("a statement");
        if line.starts_with('|') && line != head {
            last.push_str(&head);
            last.push(' ');
        }
        last.push_str(line);
        last.push(' ');
    }
    let ends = |statement: &String| statement.replace(". ", ".\n").replace("; ", ";\n");
    statements.iter().flat_map(|all| ends(all).lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The text without code, except for the names of settings, and without the targets of links.
fn prose(statement: &str) -> String {
    let parts = statement.split('`').enumerate();
    let kept = parts.map(|(index, part)| if index % 2 == 0 || part.starts_with("AYLA_") { part } else { "code" });
    let text: String = kept.collect();
    let mut prose = String::new();
    for (index, part) in text.split("](").enumerate() {
        let rest = if index == 0 { part } else { part.split_once(')').map_or("", |(_, rest)| rest) };
        prose.push_str(rest);
        prose.push(' ');
    }
    prose
}

/// The links to rows of the evidence, each with its text, and the statement without them.
fn linked(statement: &str) -> (Vec<(String, String)>, String) {
    let mut rest = statement.to_owned();
    let mut links = Vec::new();
    while let Some(middle) = rest.find("evidence.md#") {
        let (Some(open), Some(close)) = (rest[..middle].rfind('['), rest[middle..].find(')')) else { break };
        let link = rest[open..middle + close].to_owned();
        let Some((text, target)) = link.split_once("](") else { break };
        let (_, anchor) = target.split_once('#').expect("it was found");
        links.push((text.trim_start_matches('[').to_owned(), anchor.to_owned()));
        rest.replace_range(open..=middle + close, "it");
    }
    (links, rest)
}

/// The words of a text, without the marks around them.
fn words(text: &str) -> Vec<String> {
    let spaced = text.replace('%', " % ");
    let words = spaced.split(|letter: char| letter.is_whitespace() || matches!(letter, '|' | '(' | ')' | '*' | '"'));
    let words = words.map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '%'));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether a word is in a list.
fn is_in(list: &str, word: &str) -> bool {
    list.split(", ").any(|of_list| of_list == word)
}

/// The figures of a text.
fn figures(text: &str) -> Vec<String> {
    let words = words(text);
    let is_number = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_digit())
            && word.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | ','))
            || is_in(COUNTS, word)
    };
    let mut figures = Vec::new();
    for (index, word) in words.iter().enumerate() {
        // A number and its unit may be one word, except for years such as the 1950s.
        let digits = word.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        if digits.len() < word.len()
            && is_number(digits)
            && &word[digits.len()..] != "s"
            && is_in(UNITS, &word[digits.len()..])
        {
            figures.push(word.clone());
        }
        if !is_number(word) {
            continue;
        }
        let after = &words[index + 1..];
        let unit = after.first().is_some_and(|unit| is_in(UNITS, unit));
        let times = after.len() > 1 && after[0] == "times" && is_in("as, faster, slower", &after[1]);
        let mut pairs = after.windows(2).take(4);
        let rate = pairs.any(|pair| is_in("a, per", &pair[0]) && pair[1] == "second");
        if unit || times {
            figures.push(format!("{word} {}", after[0]));
        } else if rate {
            figures.push(format!("{word} a second"));
        }
    }
    figures
}

/// The figures of a statement that somebody has measured, and that are not in a link to their row.
fn measured(statement: &str) -> Vec<String> {
    let (_, rest) = linked(statement);
    let text = prose(&rest);
    let spoken = format!(" {} ", words(&text).join(" "));
    let has = |list: &str| list.split(", ").any(|word| spoken.contains(&format!(" {word} ")));
    let is_limit = has(LIMITS) || text.contains("AYLA_");
    let is_measured = !is_limit || has(MEASUREMENTS);
    // Nobody decides on a limit of 15.2 ms.
    figures(&text).into_iter().filter(|figure| is_measured || figure.contains('.')).collect()
}

/// A row of the evidence.
struct Row {
    section: String,
    cells: Vec<String>,
}

/// The rows of the evidence, by their anchors.
fn rows() -> HashMap<String, Row> {
    let text = read(EVIDENCE);
    let mut rows = HashMap::new();
    let mut section = String::new();
    let mut is_comment = false;
    for line in text.lines() {
        is_comment = (is_comment || line.starts_with("<!--")) && line != "-->";
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section);
        }
        // A row that nobody has measured yet stands in a comment.
        if is_comment || !line.starts_with("| <a id=") {
            continue;
        }
        let cells: Vec<_> = line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
        let anchor = cells[0].split('"').nth(1).unwrap_or_else(|| panic!("no anchor: {line}")).to_owned();
        let earlier = rows.insert(anchor.clone(), Row { section: section.clone(), cells });
        assert!(earlier.is_none(), "two rows have the anchor {anchor}");
    }
    rows
}

/// The pages on which figures are looked for.
fn pages() -> Vec<(String, String)> {
    let folders = ["docs", "k8s", "examples", "clients", "crates", "benches", "tests"];
    let single = ["README.md", "SECURITY.md"].map(|path| (path.to_owned(), read(path)));
    let all = folders.into_iter().flat_map(|folder| below(folder, ".md")).chain(single);
    let left_out = |page: &str| {
        LEFT_OUT.contains(&page)
            || page.starts_with(TRIED)
            || page.ends_with("CHANGELOG.md")
            || page.contains("node_modules")
    };
    all.filter(|(page, _)| !left_out(page)).collect()
}

/// The statements of `figures.txt`: each with its page.
fn exceptions() -> HashSet<(String, String)> {
    let list = read("tests/deployment/figures.txt");
    let mut page = String::new();
    let mut exceptions = HashSet::new();
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.strip_prefix("  ") {
            Some(part) => _ = exceptions.insert((page.clone(), plain(part))),
            None => line.clone_into(&mut page),
        }
    }
    exceptions
}

#[test]
fn figures_stand_in_the_evidence_alone() {
    let compared = sentences();
    let exceptions = exceptions();
    let mut used = HashSet::new();
    let mut found = Vec::new();
    let mut all = 0;
    for (page, text) in pages() {
        for statement in statements(&text) {
            all += 1;
            let figures = measured(&statement);
            let said = plain(&statement);
            let exception = exceptions.iter().find(|(of, part)| *of == page && said.contains(part));
            let is_compared = compared.iter().any(|(of, part)| *of == page && said.contains(part));
            if figures.is_empty() || is_compared {
                continue;
            }
            match exception {
                Some(exception) => _ = used.insert(exception),
                None => found.push(format!("{page}: {}: {statement}", figures.join(", "))),
            }
        }
    }
    assert!(all > 2_000, "only {all} statements");
    assert!(
        found.is_empty(),
        "measured figures outside of {EVIDENCE}: make each a row there and link to it; a limit or a rule goes into \
         tests/deployment/figures.txt\n{}",
        found.join("\n")
    );
    let unused: Vec<_> = exceptions.iter().filter(|exception| !used.contains(exception)).collect();
    assert!(unused.is_empty(), "exceptions that are needed no longer: {unused:#?}");
}

#[test]
fn figures_in_links_are_those_of_their_rows() {
    let rows = rows();
    let mut links = 0;
    for (page, text) in pages() {
        for statement in statements(&text) {
            for (text, anchor) in linked(&statement).0 {
                links += 1;
                for figure in figures(&text) {
                    let row = rows.get(&anchor).unwrap_or_else(|| panic!("{page}: no row {anchor}"));
                    let same = figures_of(row).contains(&figure);
                    assert!(same, "{page}: {figure} is not in the row {anchor}: {}", row.cells[1]);
                }
            }
        }
    }
    assert!(links > 10, "only {links} links");
}

fn figures_of(row: &Row) -> Vec<String> {
    figures(&row.cells[1])
}

#[test]
fn every_row_of_the_evidence_can_be_repeated() {
    let rows = rows();
    assert!(rows.len() > 50, "only {} rows", rows.len());
    for (anchor, Row { section, cells }) in &rows {
        let [_, figure, against, commit, command, time] = cells.as_slice() else {
            panic!("{anchor} has {} columns: {cells:?}", cells.len());
        };
        assert!(!section.is_empty() && !against.is_empty(), "{anchor}");
        assert!(figure.contains(|letter: char| letter.is_ascii_digit()), "{anchor}: no figure: {figure}");
        assert!(figure.contains(" to ") || figure.contains("exact"), "{anchor}: no interval: {figure}");
        let commit = commit.split([',', ' ']).next().expect("a word");
        let is_commit = commit.len() >= 8 && commit.chars().all(|digit| digit.is_ascii_hexdigit());
        assert!(is_commit, "{anchor}: no commit: {commit}");
        assert!(!figures(time).is_empty() || figures(&format!("1 {time}")).len() == 1, "{anchor}: no time: {time}");
        let command = command.strip_prefix('`').and_then(|command| command.strip_suffix('`'));
        let command = command.unwrap_or_else(|| panic!("{anchor}: no command"));
        assert_eq!(missing(command), None, "{anchor}: {command}");
    }
}

/// What a command names and is not in the repository.
fn missing(command: &str) -> Option<String> {
    let words: Vec<_> = command.split(' ').collect();
    let programs = ["bash", "cargo", "node", "npm", "python", "python3"];
    if !programs.contains(&words[0]) {
        return Some(words[0].to_owned());
    }
    let argument = |name: &str| words.iter().position(|word| *word == name).map(|place| words[place + 1]);
    let package =
        argument("-p").map_or(".".to_owned(), |package| format!("crates/{}", package.trim_start_matches("ayla-")));
    if let Some(bench) = argument("--bench") {
        let files = [format!("{package}/benches/{bench}.rs"), format!("{package}/benches/{bench}/main.rs")];
        if !files.iter().any(|file| exists(Path::new(file))) {
            return Some(bench.to_owned());
        }
    }
    if !exists(Path::new(&package)) {
        return Some(package);
    }
    if words[1] == ".ci/run" {
        let steps: String = below(".ci/steps", ".sh").into_iter().map(|(_, text)| text).collect();
        let unknown =
            |step: &&&str| !["step ", "check_step "].iter().any(|kind| steps.contains(&format!("{kind}{step} ")));
        return words[2..].iter().find(unknown).map(|&step| step.to_owned());
    }
    let is_file = |word: &&&str| {
        let ends = [".py", ".sh", ".mjs", ".txt", ".rs", ".toml"].iter().any(|end| word.ends_with(end));
        ends && !word.starts_with(['-', '/']) && !word.starts_with("target/")
    };
    words.iter().filter(is_file).find(|file| !exists(Path::new(file))).map(|&file| file.to_owned())
}

#[test]
fn a_measured_figure_is_told_from_a_limit() {
    for text in [
        "A call takes 3 ms.",
        "A call takes at most 3 ms with the default settings.",
        "The page is 85 KB.",
        "It answers 80,000 calls a second.",
        "Building takes three to four minutes.",
        "This is 7% faster.",
        "| picture | time | PNG | 1.1 ms |",
        "It is four times as fast.",
        "It won by 40 Elo.",
        "The largest thing is seen within 2.4 seconds.",
        "| | median | bound | start | 15.2 ms | 20 |",
        "Memory was 13 MB after the calls.",
    ] {
        assert!(!measured(text).is_empty(), "{text}");
    }
    for text in [
        "A body has at most 64 KiB.",
        "After 8 ms, a search hands its slot over.",
        "`AYLA_DEADLINE_MS` is 15 s.",
        "A call takes [3 ms](evidence.md#call).",
        "Send `timeMs=3 ms`, which takes effect at once.",
        "The rules have seven games and 48 seeds.",
    ] {
        assert_eq!(measured(text), Vec::<String>::new(), "{text}");
    }
    let made =
        "Text.\n\n<!-- from the code: list -->\n| takes 3 ms |\n<!-- end of the list -->\n\n```\ntakes 3 ms\n```\n";
    assert!(statements(made).iter().all(|statement| measured(statement).is_empty()));
    assert_eq!(linked("It [takes 3 ms](evidence.md#call), now.").0, [("takes 3 ms".to_owned(), "call".to_owned())]);
}

#[test]
fn what_a_command_names_is_looked_for() {
    for command in [
        "cargo bench --bench throughput -- start",
        "cargo bench -p ayla-lab --bench perft",
        "bash .ci/run image",
        "node clients/rules/bench.mjs",
    ] {
        assert_eq!(missing(command), None, "{command}");
    }
    for command in [
        "cargo bench --bench nothing",
        "cargo bench -p ayla-nothing",
        "bash .ci/run nothing",
        "python tests/programs/nothing.py",
        "curl http://127.0.0.1:8080",
    ] {
        assert!(missing(command).is_some(), "{command}");
    }
}

//! The modules of a crate, which are the files and folders directly below its sources, use one another without a cycle.
//! The map of them is `docs/house.md`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ayla_test_games::lists;

use super::files::{below, read};

/// The folders whose modules are layers.
const SOURCES: [&str; 3] = ["src", "crates/api/src", "crates/net/src"];

/// What each module takes from each other one: the paths, each with its file.
type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The code of a file without comments and what is for tests, and the names of its modules of tests that are files.
fn code(text: &str) -> (String, Vec<&str>) {
    let mut code = String::new();
    let mut tests = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let begin = line.trim_start();
        if begin == "#[cfg(test)]" {
            // An item ends on a line that is indented like its beginning, as rustfmt has it.
            let indent = &line[..line.len() - begin.len()];
            let ends = |line: &&str| !line.starts_with(' ') && (line.starts_with('}') || line.ends_with([';', '}']));
            let end = lines.find_map(|line| line.strip_prefix(indent).filter(ends));
            tests.extend(end.and_then(|end| end.strip_prefix("mod ")?.strip_suffix(';')));
        } else if !begin.starts_with("//") {
            code = code + line.split(" // ").next().unwrap_or_default() + "\n";
        }
    }
    (code, tests)
}

/// The paths that a text begins with, one in code or all of a use tree, and the text after them. A path is its names;
/// what has an alias ends with that.
fn paths(text: &str) -> (Vec<Vec<&str>>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut found = Vec::new();
        while !rest.is_empty() && !rest.starts_with('}') {
            let (more, after) = paths(rest);
            found.extend(more);
            rest = after.trim_start_matches([',', ' ', '\n']);
        }
        return (found, rest.strip_prefix('}').unwrap_or(rest));
    }
    let end = text.find(|letter: char| !letter.is_alphanumeric() && !"_*#".contains(letter)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let within = rest.strip_prefix("::").or_else(|| rest.strip_prefix(" as "));
    match within.filter(|within| !within.starts_with('<')) {
        Some(within) => {
            let (found, after) = paths(within);
            (found.into_iter().map(|path| [vec![name], path].concat()).collect(), after)
        }
        None => (vec![vec![name]], rest),
    }
}

/// What the files take, given with their paths below the sources. What `lib.rs` exports belongs to where it comes from.
fn uses(mut files: Vec<(String, String)>) -> Uses {
    // First lib.rs, and each module before those within it.
    files.sort_by_key(|(path, _)| (path != "lib.rs", path.trim_end_matches(".rs").to_owned()));
    let names = |path: &str| path.trim_end_matches(".rs").split('/').map(str::to_owned).collect::<Vec<_>>();
    let mut uses: Uses = files.iter().map(|(path, _)| (names(path).swap_remove(0), BTreeMap::new())).collect();
    let mut exported = BTreeMap::new();
    let mut tests: Vec<String> = Vec::new();
    for (file, text) in &files {
        let module: Vec<_> = names(file).into_iter().filter(|name| name != "lib").collect();
        if tests.iter().any(|test| module.join("/").starts_with(test)) {
            continue;
        }
        let (code, of_tests) = code(text);
        tests.extend(of_tests.into_iter().map(|test| [&module[..], &[test.to_owned()]].concat().join("/")));
        let mut taken: Vec<Vec<&str>> = Vec::new();
        for (at, _) in code.match_indices("crate::") {
            taken.extend(paths(&code[at + 7..]).0);
        }
        for (at, _) in code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::")) {
            let rest = code[at..].trim_start_matches("super::");
            let outer = &module[..module.len().saturating_sub((code.len() - at - rest.len()) / 7)];
            let outer = outer.iter().map(String::as_str);
            taken.extend(paths(rest).0.into_iter().map(|path| outer.clone().chain(path).collect()));
        }
        if module.is_empty() {
            for (at, _) in code.match_indices("use ") {
                let found = paths(&code[at + 4..]).0.into_iter();
                exported.extend(found.map(|path| (path[path.len() - 1].to_owned(), path[0].to_owned())));
            }
        }
        let own = module.first().map_or("lib", String::as_str);
        for path in taken.into_iter().filter(|path| path[0] != own && path[0] != "self") {
            assert_ne!(path[0], "*", "{file} does not say what it takes");
            let of = exported.get(path[0]).map_or(path[0], String::as_str);
            let of = if uses.contains_key(of) { of } else { "lib" };
            let of = uses.get_mut(own).expect("a module").entry(of.to_owned()).or_default();
            of.insert(format!("{file}: {}", path.join("::")));
        }
    }
    uses
}

/// A shortest way from a module back to itself, each using the next, and the last the first.
fn way_around<'a>(uses: &'a Uses, start: &'a str) -> Option<Vec<&'a str>> {
    let mut ways = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for next in uses[way[way.len() - 1]].keys() {
            if next == start {
                return Some(way);
            }
            if seen.insert(next) {
                ways.push_back([&way[..], &[next]].concat());
            }
        }
    }
    None
}

/// A shortest cycle of all.
fn cycle(uses: &Uses) -> Option<Vec<&str>> {
    uses.keys().filter_map(|start| way_around(uses, start)).min_by_key(Vec::len)
}

/// What the modules below these sources use, which form no cycle.
fn without_cycle(sources: &str) -> Uses {
    let files = below(sources, ".rs").into_iter();
    let uses = uses(files.map(|(path, text)| (path[sources.len() + 1..].to_owned(), text)).collect());
    let cycle = cycle(&uses).unwrap_or_default();
    let steps = cycle.iter().zip(cycle.iter().cycle().skip(1));
    let steps: Vec<_> = steps.map(|(of, next)| format!("{of} uses {next}: {:#?}", uses[*of][*next])).collect();
    assert!(steps.is_empty(), "a cycle in {sources}\n{}", steps.join("\n"));
    uses
}

/// Each module or crate with what it uses, those that use others above them.
fn by_layer<'a>(uses: &'a BTreeMap<String, BTreeSet<&'a str>>) -> Vec<(usize, &'a str)> {
    fn layer(uses: &BTreeMap<String, BTreeSet<&str>>, name: &str) -> usize {
        uses[name].iter().map(|used| layer(uses, used) + 1).max().unwrap_or(1)
    }
    let mut layers: Vec<_> = uses.keys().map(|name| (layer(uses, name), name.as_str())).collect();
    layers.sort_unstable_by_key(|&(layer, name)| (usize::MAX - layer, name));
    layers
}

/// A table of modules or crates by their layers.
fn table(uses: &BTreeMap<String, BTreeSet<&str>>, kind: &str) -> String {
    let mut table = format!("| layer | {kind} | uses |\n|--:|---|---|\n");
    for (layer, name) in by_layer(uses) {
        let used: Vec<_> = uses[name].iter().copied().collect();
        table += &format!("| {layer} | `{name}` | {} |\n", used.join(", "));
    }
    table
}

#[test]
fn the_map_of_the_house_is_as_the_code() {
    let manifests = below("crates", "Cargo.toml");
    let names: Vec<_> = manifests.iter().map(|(path, _)| path.split('/').nth(1).expect("a crate").to_owned()).collect();
    let own = read("Cargo.toml");
    let package = own.split_once("[package]").expect("a package").1;
    let crates = manifests.iter().map(|(_, text)| text.as_str()).chain([package]);
    let needed = |text: &str| {
        let needed =
            text.split_once("\n[dependencies]\n").map_or("", |(_, rest)| rest.split("\n[").next().unwrap_or_default());
        let of = |name: &&String| {
            needed.lines().any(|line| line.split([' ', '.', '=']).next() == Some(&format!("ayla-{name}")))
        };
        names.iter().filter(of).map(String::as_str).collect()
    };
    let all = names.iter().map(String::as_str).chain(["ayla (src)"]);
    let uses: BTreeMap<_, BTreeSet<_>> = all.map(str::to_owned).zip(crates.map(needed)).collect();
    lists::check("docs/house.md", "crates", &table(&uses, "crate"));
    for (sources, part) in SOURCES.into_iter().zip(["src", "api", "net"]) {
        let found = without_cycle(sources);
        // What joins the modules is no layer.
        let is_layer = |name: &str| !["lib", "main"].contains(&name);
        let used = |of: &BTreeMap<String, BTreeSet<String>>| {
            of.keys().map(String::as_str).filter(|name| is_layer(name)).map(str::to_owned).collect::<Vec<_>>()
        };
        let found: Vec<_> =
            found.iter().filter(|(name, _)| is_layer(name)).map(|(name, of)| (name.clone(), used(of))).collect();
        let uses = found.iter().map(|(name, used)| (name.clone(), used.iter().map(String::as_str).collect())).collect();
        lists::check("docs/house.md", part, &table(&uses, "module"));
    }
}

#[test]
fn the_modules_of_a_crate_form_no_cycle() {
    for sources in SOURCES {
        without_cycle(sources);
    }
}

#[test]
fn a_cycle_is_found_however_it_is_written() {
    let is_found = |back: &str| {
        let files =
            [("lib.rs", "mod a;\nmod b;\npub use a::{A, inner::C as D};"), ("b.rs", back), ("b/tests.rs", back)];
        let files = [("a.rs", "fn f() -> crate::b::B {}"), ("b/deep.rs", back)].into_iter().chain(files);
        cycle(&uses(files.map(|(path, text)| (path.to_owned(), text.to_owned())).collect())).is_some()
    };
    for back in ["use crate::a::A;", "use crate::{b::B, a::{self, A}};", "fn f() { crate::a::f() }", "use crate::D;"] {
        assert!(is_found(back), "{back}");
    }
    assert!(is_found("use super::{\n    A,\n};") && is_found("use super::super::a;") && is_found("use crate::a as c;"));
    for back in ["// crate::a", "#[cfg(test)]\nmod tests {\n    use crate::a;\n}", "use super::b::B;", "use crate::b;"]
    {
        assert!(!is_found(back), "{back}");
    }
}

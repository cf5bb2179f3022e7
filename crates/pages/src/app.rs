//! The board in a chat, as one file: a page that needs nothing from any server.

use std::fmt::Write;

use crate::{FILES, catalogue};

/// The modules of the page, each after those that it imports.
const MODULES: [&str; 10] = [
    "vendor/lit.js",
    "vendor/fluent.js",
    "address.js",
    "games.js",
    "languages.js",
    "catalogues.js",
    "look.js",
    "storage.js",
    "words.js",
    "board.js",
];

/// The page that shows the board in a chat. `catalogues` has, for each language, its tag and its messages in Fluent.
pub fn app(catalogues: &[(&str, &str)]) -> String {
    let mut messages = String::from("export const CATALOGUES = {\n");
    for (tag, text) in catalogues {
        // Rust quotes texts as JavaScript does.
        let _ = writeln!(messages, "  {tag:?}: {:?},", catalogue::of_board(text));
    }
    messages += "};\n";
    let languages = catalogue::languages(catalogues);
    let text = |name: &str| match name {
        "languages.js" => languages.as_str(),
        "catalogues.js" => messages.as_str(),
        _ => FILES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text),
    };
    let modules: String = MODULES.iter().map(|name| scoped(name, text(name))).collect();
    let script = format!("{modules}{}", imported(text("app.js")));
    include_str!("../files/app.html").replace("{script}", &script)
}

/// The variable that has what a module exports.
fn variable(module: &str) -> String {
    let name = module.rsplit('/').next().unwrap_or(module).trim_end_matches(".js");
    format!("${}", name.replace('-', "_"))
}

/// A module with its imports as variables of their modules.
fn imported(text: &str) -> String {
    let mut written = String::new();
    for line in text.lines() {
        let names = line.strip_prefix("import { ").and_then(|rest| rest.split_once(" } from \""));
        let _ = match names {
            Some((names, from)) => {
                writeln!(written, "const {{ {names} }} = {};", variable(from.trim_end_matches("\";")))
            }
            None => writeln!(written, "{line}"),
        };
    }
    written
}

/// A module as a variable with what it exports.
fn scoped(name: &str, text: &str) -> String {
    let mut exported = Vec::new();
    let mut inner = String::new();
    for line in imported(text).lines() {
        let (kept, list) = match line.split_once("export{") {
            Some((before, list)) => (before, list.trim_end_matches("};")),
            None => (line, ""),
        };
        // A library ends with a list of what it exports; the files of the pages say it at each.
        exported.extend(list.split(',').filter(|part| !part.is_empty()).map(|part| match part.split_once(" as ") {
            Some((inside, outside)) => format!("{outside}: {inside}"),
            None => part.to_owned(),
        }));
        let declared = kept.strip_prefix("export ");
        if let Some(rest) = declared {
            let words = rest.split(|at: char| !at.is_ascii_alphanumeric() && at != '_');
            let is_keyword = |word: &&str| ["async", "class", "const", "function"].contains(word);
            exported.extend(words.filter(|word| !word.is_empty()).find(|word| !is_keyword(word)).map(str::to_owned));
        }
        let _ = writeln!(inner, "{}", declared.unwrap_or(kept));
    }
    format!("const {} = (() => {{\n{inner}return {{ {} }};\n}})();\n", variable(name), exported.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_variables() {
        let library = scoped("vendor/lit.js", "var a=1,b=2;export{a as html,b};\n");
        assert_eq!(library, "const $lit = (() => {\nvar a=1,b=2;\nreturn { html: a, b };\n})();\n");
        let module =
            "import { html } from \"./vendor/lit.js\";\n\nexport const one = html;\nexport async function two() {\n}\n";
        let joined = "const $my_file = (() => {\nconst { html } = $lit;\n\nconst one = html;\nasync function two() {\n}\nreturn { one, two };\n})();\n";
        assert_eq!(scoped("my-file.js", module), joined);
    }

    #[test]
    fn the_app_is_one_file() {
        let app = app(&[("en", "language = English\npage-board = Board\nside-south = South\n")]);
        assert!(app.len() < 150_000, "{} bytes", app.len());
        let script = app.split_once("<script type=\"module\">").expect("a script").1;
        assert_eq!(script.matches("</script").count(), 1);
        for line in script.lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export"), "{line}");
        }
        let imports = FILES.iter().filter(|(name, _)| MODULES.contains(name) || *name == "app.js");
        for line in imports.flat_map(|(_, text)| text.lines()).filter(|line| line.starts_with("import ")) {
            let from = line.split('"').nth(1).expect("a module").trim_start_matches("./");
            assert!(MODULES.contains(&from), "{line}");
        }
        assert!(script.contains("page-board = Board"));
    }
}

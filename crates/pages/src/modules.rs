//! Modules of the pages, several as one script.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A script together with some of the modules that it imports, each after those that it imports itself, so that a
/// browser requests one file instead of many. The other modules are imported as before.
pub(crate) fn join(parts: &[(&str, &str)], script: &str) -> String {
    let texts = parts.iter().map(|(_, text)| *text).chain([script]);
    let imports = texts.flat_map(str::lines).filter_map(|line| import(line).map(|(_, from)| from));
    let outside: BTreeSet<_> = imports.filter(|from| parts.iter().all(|(name, _)| from != name)).collect();
    let mut written = String::new();
    for from in outside {
        let _ = writeln!(written, "import * as {} from \"./{from}\";", variable(from));
    }
    written.extend(parts.iter().map(|(name, text)| as_variable(name, text)));
    written + &with_imports_as_variables(script)
}

/// The names that a line imports, and the file of their module.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    Some((names, from.trim_end_matches("\";")))
}

/// The variable that has what a module exports.
fn variable(module: &str) -> String {
    let name = module.rsplit('/').next().unwrap_or(module).trim_end_matches(".js");
    format!("${}", name.replace('-', "_"))
}

/// A module with its imports as variables of their modules.
pub(crate) fn with_imports_as_variables(text: &str) -> String {
    let mut written = String::new();
    for line in text.lines() {
        let _ = match import(line) {
            Some((names, from)) => writeln!(written, "const {{ {names} }} = {};", variable(from)),
            None => writeln!(written, "{line}"),
        };
    }
    written
}

/// A module as a variable with what it exports.
pub(crate) fn as_variable(name: &str, text: &str) -> String {
    let mut exported = Vec::new();
    let mut inner = String::new();
    for line in with_imports_as_variables(text).lines() {
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
        let library = as_variable("vendor/lit.js", "var a=1,b=2;export{a as html,b};\n");
        assert_eq!(library, "const $lit = (() => {\nvar a=1,b=2;\nreturn { html: a, b };\n})();\n");
        let module =
            "import { html } from \"./vendor/lit.js\";\n\nexport const one = html;\nexport async function two() {\n}\n";
        let joined = "const $my_file = (() => {\nconst { html } = $lit;\n\nconst one = html;\nasync function two() {\n}\nreturn { one, two };\n})();\n";
        assert_eq!(as_variable("my-file.js", module), joined);
    }

    #[test]
    fn a_script_has_its_parts() {
        let part =
            "import { html } from \"./vendor/lit.js\";\nimport { say } from \"./words.js\";\nexport class Part {\n}\n";
        let script = "import { Part } from \"./part.js\";\nimport { say } from \"./words.js\";\nnew Part(say);\n";
        let written = "import * as $lit from \"./vendor/lit.js\";\nimport * as $words from \"./words.js\";\n\
                       const $part = (() => {\nconst { html } = $lit;\nconst { say } = $words;\nclass Part {\n}\nreturn { Part };\n})();\n\
                       const { Part } = $part;\nconst { say } = $words;\nnew Part(say);\n";
        assert_eq!(join(&[("part.js", part)], script), written);
    }
}

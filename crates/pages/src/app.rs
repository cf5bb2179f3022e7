//! The board in a chat, as one file: a page that needs nothing from any server.

use std::fmt::Write;

use crate::modules::{as_variable, with_imports_as_variables};
use crate::{catalogue, file, games};

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
        let _ = writeln!(messages, "  {tag:?}: {:?},", catalogue::of_view(text, catalogue::OF_BOARD));
    }
    messages += "};\n";
    let made = [
        ("catalogues.js", messages),
        ("games.js", games::module()),
        ("languages.js", catalogue::languages(catalogues)),
    ];
    let text = |name: &str| made.iter().find(|(known, _)| *known == name).map_or_else(|| file(name), |(_, text)| text);
    let modules: String = MODULES.iter().map(|name| as_variable(name, text(name))).collect();
    let script = format!("{modules}{}", with_imports_as_variables(text("app.js")));
    include_str!("../files/app.html").replace("{script}", &script)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FILES;

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

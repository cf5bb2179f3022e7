//! The worked examples of `docs/`: each block with a `before`, `line` or `given` is played. Every ruling in the code
//! must be documented, and the tables of options and what each game says in brief must agree with it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ayla_rules::option::{Domain, OptionInfo, Span, Value};
use ayla_rules::{EndReason, MoveKind, Variant, ruling};
use ayla_test_games::{play, read};

/// The text of a page.
fn page(path: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(docs.join(path)).unwrap_or_else(|error| panic!("docs/{path}: {error}"))
}

/// The cells of the rows of the table whose head begins so.
fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let (_, rows) = page.split_once(&format!("\n{head}")).unwrap_or_else(|| panic!("no table has the head {head}"));
    let rows = rows.lines().skip(2).take_while(|row| row.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// The texts of the pages with rulings, each with its path.
fn pages() -> Vec<(String, String)> {
    let games = Variant::ALL.iter().map(|variant| variant.document());
    let pages = ["notation.md", "rules/common.md"].map(str::to_owned).into_iter().chain(games);
    pages.map(|path| (page(&path), path)).collect()
}

/// The pages with rulings in French: those of the rules.
fn french_pages() -> Vec<(String, String)> {
    let games = Variant::ALL.iter().map(|variant| variant.document());
    let pages = ["rules/common.md".to_owned()].into_iter().chain(games).map(|path| path.replace("rules/", "rules/fr/"));
    pages.map(|path| (page(&path), path)).collect()
}

/// The numbers, code and rulings of the rows of tables, which are the same in every language.
fn figures(page: &str) -> Vec<Vec<String>> {
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let row = |row: &str| {
        let mut figures: Vec<_> = row.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let words = row.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        figures.extend(words.filter(|word| word.contains(|letter: char| letter.is_ascii_digit())).map(str::to_owned));
        figures.sort();
        figures
    };
    rows.map(row).collect()
}

/// The position after a line, and after one more move if it is given.
fn after(text: &str, played: Option<&str>) -> String {
    let line = played.into_iter().fold(read(text), |line, played| play(line, played, &mut ()));
    line.position().to_string()
}

#[test]
fn worked_examples_are_true() {
    let mut examples = 0;
    for (text, page) in pages().into_iter().chain(french_pages()) {
        for block in text.split("```").skip(1).step_by(2) {
            let field = |name: &str| {
                let line = block.lines().find(|line| line.split_whitespace().next() == Some(name))?;
                // In the grammar of the notation, these names are followed by `=`.
                Some(line[name.len()..].trim()).filter(|text| !text.starts_with('='))
            };
            // The example of a handle is about what is around its token.
            if field("handle").is_some() {
                continue;
            }
            let (result, expected) = match (field("before"), field("line"), field("given")) {
                (Some(before), ..) => (after(before, field("move")), field("after")),
                (_, Some(line), _) => (after(line, None), field("after")),
                (.., Some(given)) => (after(given, None), field("settled")),
                (None, None, None) => continue,
            };
            assert_eq!(Some(result.as_str()), expected, "{page}: {block}");
            examples += 1;
        }
    }
    assert!(examples > 50, "only {examples} examples were found");
}

#[test]
fn the_documentation_has_every_ruling_of_the_code() {
    let pages: String = pages().into_iter().map(|(text, _)| text).collect();
    for ruling in ruling::all() {
        assert!(pages.contains(ruling.number()), "{ruling} is nowhere in docs/");
    }
    for about in Variant::ALL.iter().map(|variant| variant.about()) {
        let prefix = format!("{}-", about.ruling_prefix);
        assert!(
            about.rulings.iter().all(|ruling| ruling.number().starts_with(&prefix)),
            "{prefix} {:?}",
            about.rulings
        );
    }
}

#[test]
fn the_tables_in_french_have_the_figures_of_those_in_english() {
    for (text, path) in french_pages() {
        let english = figures(&page(&path.replace("rules/fr/", "rules/")));
        let french = figures(&text);
        assert!(!english.is_empty(), "{path} has no tables");
        assert_eq!(french, english, "{path}");
    }
}

#[test]
fn french_has_no_space_at_which_a_line_may_break_beside_punctuation() {
    for (text, path) in french_pages() {
        let prose = text.split("```").step_by(2);
        for line in prose.flat_map(str::lines) {
            let words = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
            for bad in [" :", " ;", " ?", " !", " »", "« ", "\""] {
                assert!(!words.contains(bad), "{path}: {bad:?} in {line}");
            }
        }
    }
}

#[test]
fn a_game_whose_positions_recur_has_the_option_for_it() {
    for variant in Variant::ALL {
        let has_option = variant.options().iter().any(|option| option.name == "repetition");
        assert_eq!(variant.about().can_recur(), has_option, "{variant}");
    }
}

/// The values of an option as the pages list them: the default first.
fn values(option: &OptionInfo, default: Value) -> String {
    let names = match option.domain {
        Domain::Flag => vec!["false", "true"],
        Domain::Word(words) => words.to_vec(),
        Domain::Number(spans) => {
            let spans: Vec<_> = spans.iter().map(|&span| numbers(span, "..")).collect();
            return format!("{default}; {}", spans.join(", "));
        }
    };
    let default = default.to_string();
    let others = names.into_iter().filter(|&name| name != default);
    [default.as_str()].into_iter().chain(others).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A span of numbers as the pages write it.
fn numbers(span: Span, to: &str) -> String {
    match span {
        Span { min, max, .. } if min == max => min.to_string(),
        Span { min, max, step: 1 } => format!("{min}{to}{max}"),
        Span { min, max, step } => format!("a multiple of {step} from {min} to {max}"),
    }
}

/// A span of numbers as the French pages write it.
fn french(span: Span) -> String {
    match span {
        Span { min, max, .. } if min == max => min.to_string(),
        Span { min, max, step: 1 } => format!("de {min} à {max}"),
        Span { min, max, step } => format!("un multiple de {step}, de {min} à {max}"),
    }
}

/// Whether a cell has this text, and perhaps a condition after it.
fn begins(cell: &str, text: &str) -> bool {
    cell.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ';']))
}

#[test]
fn the_tables_of_options_have_the_values_and_rulings_of_the_code() {
    for &variant in Variant::ALL {
        let documented =
            table(&page(&variant.document()), "| option | values (default first) | what it changes | ruling |");
        let options = variant.default_rules().options();
        assert_eq!(documented.len(), options.len(), "{variant}");
        for (option, default) in options {
            let named = format!("`{}`", option.name);
            let row = documented.iter().find(|row| row[0] == named).unwrap_or_else(|| panic!("{variant}: no {named}"));
            let values = values(option, default);
            assert!(begins(&row[1], &values), "{variant}: {row:?}, and not {values}");
            let cited: BTreeSet<_> = row[3].split(", ").collect();
            assert_eq!(cited, option.rulings.iter().map(|ruling| ruling.number()).collect(), "{variant}: {named}");
        }
    }
}

/// The heads of the rows that say in brief what a game has of what is common to all, in English and in French.
const BRIEF: [[&str; 2]; 11] = [
    ["houses in a row (C-7)", "cases par rangée (C-7)"],
    ["most seeds of a position (C-7)", "graines d'une position, au plus (C-7)"],
    ["a sowing passes (C-2)", "un semis passe par (C-2)"],
    ["moves that name no house (C-3)", "coups qui ne nomment pas de case (C-3)"],
    ["the same player may move again", "le même camp peut rejouer"],
    ["sowings without an end (C-6)", "semis sans fin (C-6)"],
    ["over as submitted (C-8)", "position finie telle quelle (C-8)"],
    ["ruling cited for an empty house (C-9)", "règle citée pour une case vide (C-9)"],
    ["play without an end (C-10)", "partie sans fin (C-10)"],
    ["reasons of an ending (N-5)", "raisons de fin (N-5)"],
    ["flags of a position (N-3)", "indications d'une position (N-3)"],
];

#[test]
fn every_game_says_in_brief_what_it_has_of_what_is_common_to_all() {
    for &variant in Variant::ALL {
        let path = variant.document();
        let about = variant.about();
        for (language, path, head) in [
            (0, path.clone(), "| in brief | in this game |"),
            (1, path.replace("rules/", "rules/fr/"), "| en bref | dans ce jeu |"),
        ] {
            let rows = table(&page(&path), head);
            let heads: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
            assert_eq!(heads, BRIEF.map(|heads| heads[language]), "{path}");
            let code = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
            let kinds = about.moves.iter().filter(|&&kind| kind != MoveKind::House);
            assert_eq!(code(&rows[3][1]), kinds.map(|kind| kind.name().to_owned()).collect(), "{path}");
            assert_eq!(code(&rows[9][1]), about.endings.iter().map(ToString::to_string).collect(), "{path}");
            let houses = [numbers(about.houses, " to "), french(about.houses)];
            assert_eq!(rows[0][1], houses[language], "{path}");
        }
    }
}

/// The comments above each line of a text that names a reason of an ending.
fn comments_of_endings(text: &str, line_of: impl Fn(EndReason) -> String) -> Vec<(EndReason, Vec<&str>)> {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let comment = |&reason: &EndReason| {
        let line = line_of(reason);
        let at = lines.iter().position(|found| found.starts_with(&line)).unwrap_or_else(|| panic!("no line {line}"));
        let above = lines[..at].iter().rev().take_while(|line| line.starts_with("//"));
        (reason, above.copied().collect())
    };
    EndReason::ALL.iter().map(comment).collect()
}

/// What a reason means is said for all games that end for it, not for some of them.
#[test]
fn reasons_of_endings_are_explained_for_every_game_that_has_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
    let contract = text("../../proto/mancala/v1/status.proto");
    let code = text("src/games.rs");
    let value = |reason: EndReason| format!("END_REASON_{} =", reason.name().to_uppercase().replace('-', "_"));
    let mut comments = comments_of_endings(&contract, value);
    comments.extend(comments_of_endings(&code, |reason| format!("{reason:?} = ")));
    for (reason, comment) in comments {
        let games: Vec<_> = Variant::ALL.iter().filter(|game| game.about().endings.contains(&reason)).collect();
        assert!(!games.is_empty() && !comment.is_empty(), "{reason}");
        let comment = comment.join(" ");
        let is_named = |game: &Variant| {
            comment.contains(&format!("{}-", game.about().ruling_prefix)) || comment.contains(game.title())
        };
        let named: Vec<_> = Variant::ALL.iter().filter(|game| is_named(game)).collect();
        assert!(
            named.is_empty() || named == games,
            "{reason} is an ending of {games:?}, and said of {named:?}: {comment}"
        );
    }
}

#[test]
fn the_notation_has_the_places_of_the_endings() {
    let places: Vec<_> = EndReason::NAMES.iter().enumerate().map(|(place, name)| format!("{place} `{name}`")).collect();
    assert!(page("notation.md").contains(&places.join(", ")), "{places:?}");
}

//! The parts of the pages that are made of the list of the games. `AYLA_MEND=1 cargo test --test rules lists` writes them.

use ayla_rules::about::Strength;
use ayla_rules::{EndReason, Variant};
use ayla_test_games::lists::{check, check_names};
use ayla_test_games::vectors::{folder, rows};

/// Something for each game, one after the other.
fn of_each(say: impl Fn(Variant) -> String) -> String {
    Variant::ALL.iter().map(|&variant| say(variant)).collect()
}

/// A row of a table.
fn row(cells: impl IntoIterator<Item = String>) -> String {
    cells.into_iter().fold("|".to_owned(), |row, cell| format!("{row} {cell} |")) + "\n"
}

/// A table with a column for each game, below this head.
fn columns(head: &str, rows: impl IntoIterator<Item = (String, Vec<String>)>) -> String {
    let heads = Variant::ALL.iter().map(|variant| variant.title().to_owned());
    let dashes = format!("|---|{}\n", "---|".repeat(Variant::ALL.len()));
    let rows: String = rows.into_iter().map(|(name, cells)| row([name].into_iter().chain(cells))).collect();
    row([head.to_owned()].into_iter().chain(heads)) + &dashes + &rows
}

#[test]
fn every_part_of_a_page_is_checked() {
    check_names();
}

#[test]
fn every_game_is_linked() {
    let link = |variant: Variant| format!("- [{}]({variant}.md)\n", variant.title());
    check("docs/rules/common.md", "links", &of_each(link));
    check("docs/rules/fr/common.md", "links", &of_each(link));
    let pages = of_each(|variant| {
        let links = ["rules", "rules/fr"].map(|folder| format!("[{variant}.md]({folder}/{variant}.md)"));
        row([variant.title().to_owned()].into_iter().chain(links))
    });
    check("docs/README.md", "pages", &format!("| game | in English | in French |\n|---|---|---|\n{pages}"));
}

#[test]
fn the_notation_has_every_game() {
    let games = of_each(|variant| {
        let reasons: Vec<_> = variant.about().endings.iter().map(|ending: &EndReason| format!("`{ending}`")).collect();
        row([variant.title().to_owned(), format!("`{variant}`"), (variant as usize).to_string(), reasons.join(", ")])
    });
    for (page, head) in [
        ("docs/notation.md", "| game | name | number | reasons |"),
        ("docs/rules/fr/notation.md", "| jeu | nom | numéro | raisons |"),
    ] {
        check(page, "reasons", &format!("{head}\n|---|---|---|---|\n{games}"));
    }
}

#[test]
fn every_game_is_drawn() {
    let picture = |variant, kind: &str| format!("![](pictures/{variant}-{kind}.png)");
    let themes = of_each(|variant| row(["light", "dark", "contrast"].map(|theme| picture(variant, theme))));
    let table = format!("| light | dark | contrast |\n|---|---|---|\n{themes}");
    check("docs/pictures.md", "pictures", &table);
    for (name, kind) in [("deuteranopia", "deuteranopia"), ("phones", "320")] {
        check("docs/pictures.md", name, &of_each(|variant| picture(variant, kind) + "\n"));
    }
}

#[test]
fn the_levels_have_their_strengths() {
    const PAGE: &str = "docs/levels.md";
    let strength = |&Strength { depth, nodes, error }: &Strength| match depth {
        Some(depth) => format!("depth {depth}, {error}"),
        None if nodes < 1_000 => format!("{nodes} nodes, {error}"),
        None => format!("{},{:03} nodes, {error}", nodes / 1_000, nodes % 1_000),
    };
    let levels = Variant::ALL[0].about().levels.len();
    let limits = (0..levels).map(|level| {
        let cells = Variant::ALL.iter().map(|variant| strength(&variant.about().levels[level])).collect();
        ((level + 1).to_string(), cells)
    });
    let highest = ((levels + 1).to_string(), vec!["that of the request".to_owned(); Variant::ALL.len()]);
    check(PAGE, "levels", &columns("level", limits.chain([highest])));

    let pairs = (1..=levels).map(|level| format!("{} against {level}", level + 1));
    let pairs: Vec<_> = std::iter::once("1 against random moves".to_owned()).chain(pairs).collect();
    let scores: Vec<_> = Variant::ALL.iter().map(|&variant| rows(&folder(variant).join("levels.txt"))).collect();
    for (scores, variant) in scores.iter().zip(Variant::ALL) {
        assert_eq!(scores.len(), pairs.len(), "{variant}/levels.txt");
    }
    let scores = pairs.into_iter().enumerate().map(|(place, pair)| {
        let cells = scores.iter().map(|scores| scores[place].clone()).collect();
        (pair, cells)
    });
    check(PAGE, "strengths", &columns("levels", scores));
}

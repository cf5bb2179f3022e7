//! The parts of the pages that are made of the list of the games. `AYLA_MEND=1 cargo test --test rules lists` writes
//! them.

use ayla_rules::{EndReason, Variant};
use ayla_test_games::lists::{check, check_names};

/// Something for each game, one after the other.
fn of_each(say: impl Fn(Variant) -> String) -> String {
    Variant::ALL.iter().map(|&variant| say(variant)).collect()
}

/// A row of a table.
fn row(cells: impl IntoIterator<Item = String>) -> String {
    cells.into_iter().fold("|".to_owned(), |row, cell| format!("{row} {cell} |")) + "\n"
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

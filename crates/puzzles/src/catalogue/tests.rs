use super::*;

#[test]
fn an_id_has_one_spelling() {
    let id = Id { variant: Variant::Awale, number: 17 };
    assert_eq!("awale-17".parse(), Ok(id));
    assert_eq!(id.to_string(), "awale-17");
    for text in ["", "awale", "awale-", "awale-0", "awale-017", "awale-+1", "oware-1", "awale-1-1", "awale--1"] {
        assert_eq!(text.parse::<Id>(), Err(()), "{text}");
    }
    assert_eq!(Id { variant: Variant::Awale, number: usize::MAX }.puzzle(), None);
}

#[test]
fn days_are_counted_from_1970() {
    for (text, days) in [
        ("1970-01-01", 0),
        ("1969-12-31", -1),
        ("2000-02-29", 11_016),
        ("2026-12-01", 20_788),
        ("0001-01-01", -719_162),
        ("9999-12-31", 2_932_896),
    ] {
        assert_eq!(text.parse(), Ok(Day(days)), "{text}");
    }
    for text in [
        "",
        "2026-12-1",
        "2026-13-01",
        "2026-00-01",
        "2026-02-29",
        "1900-02-29",
        "2026-12-32",
        "2026-12-00",
        "0000-01-01",
        "2026/12/01",
        "+026-12-01",
        "2026-12-01 ",
    ] {
        assert_eq!(text.parse::<Day>(), Err(()), "{text}");
    }
}

#[test]
fn each_day_has_the_next_puzzle_that_matches() {
    let filter = Filter { theme: Some(PuzzleTheme::ExtraMove), grade: Some(2) };
    let of_day = |day| filter.of_day(Variant::Kalah, Day(day));
    let all: Vec<Id> = filter.ids(Variant::Kalah).collect();
    let count = all.len() as i64;
    assert!(count > 10);
    for (at, day) in [(0, 0), (1, 1), (0, count), (all.len() - 1, -1)] {
        assert_eq!(of_day(day), Some(all[at]));
    }
    let none = Filter { theme: Some(PuzzleTheme::Tuzdik), grade: None };
    assert_eq!(none.of_day(Variant::Kalah, Day(1)), None);
    let matches = |puzzle: &Puzzle| puzzle.grade == 2 && puzzle.themes.contains(&PuzzleTheme::ExtraMove);
    let matching = (1..).zip(crate::puzzles(Variant::Kalah)).filter(|(_, puzzle)| puzzle.as_ref().is_some_and(matches));
    assert_eq!(all, matching.map(|(number, _)| Id { variant: Variant::Kalah, number }).collect::<Vec<_>>());
}

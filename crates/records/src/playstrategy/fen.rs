//! The FEN of PlayStrategy: `4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1`. North's row stands first, both rows from
//! South's left to right; a number alone is that many empty houses, and `t` is a tuzdik. The scores, the player to move
//! and the number of the turn follow.

use ayla_rules::{BySide, Rules, Setup, Side, Variant};

use super::Site;
use crate::assumption::Assumption;
use crate::fault::{Expected, FaultKind};
use crate::replay::Output;
use crate::text::Word;

/// The houses in the first row of a board.
pub(super) fn houses(board: &str) -> Option<u32> {
    let row = board.split('/').next()?;
    row.split(',').try_fold(0_u32, |houses, part| match part.parse::<u32>() {
        Ok(empty) => houses.checked_add(empty),
        Err(_) => houses.checked_add(1),
    })
}

/// Reads the fields of a FEN: the position, and the number of the turn.
pub(super) fn read_fen(
    fields: &[Word<'_>],
    rules: Rules,
    site: &Site,
    assumed: &mut Vec<Assumption>,
    out: &mut Output,
) -> Option<(Setup<Rules>, u32)> {
    let (&board, rest) = fields.split_first()?;
    let before = out.faults;
    let rows: Vec<_> = board.split(|character| character == '/').collect();
    let [north, south] = rows[..] else { return out.refuse(board, Expected::Board) };
    let (north, south_tuzdik) = read_row(north, out);
    let (south, north_tuzdik) = read_row(south, out);
    let field = |index: usize, expected: Expected, out: &mut Output| {
        let field = rest.get(index).copied();
        if field.is_none() {
            out.ends(*fields.last()?, expected);
        }
        field
    };
    let mut number = |index| field(index, Expected::Number, out).and_then(|field| out.number(field));
    let scores = [number(0), number(1)];
    let turn = field(2, Expected::Turn, out).and_then(|field| match field.text {
        "S" => Some(Side::South),
        "N" => Some(Side::North),
        _ => out.refuse(field, Expected::Turn),
    });
    let turns = rest.get(3).map_or(Some(1), |&turns| out.number(turns));
    if out.faults > before {
        return None;
    }
    let mut scores = BySide { south: scores[0]?, north: scores[1]? };
    let sum = |row: &[u32]| row.iter().copied().map(u64::from).sum::<u64>();
    let stored = |scores: BySide<u32>| scores.into_iter().map(u64::from).sum::<u64>();
    let expected = u64::from(2 * site.houses * site.seeds);
    let in_play = BySide { south: sum(&south), north: sum(&north) };
    let all_in_play = in_play.south + in_play.north;
    // The scores of a game of Oware that has ended have the seeds in the houses added to them.
    if site.variant == Variant::Awale && stored(scores) == expected && all_in_play > 0 {
        scores = BySide::from_fn(|side| scores[side].saturating_sub(in_play[side] as u32));
        assumed.push(Assumption::ScoresIncludeHouses);
    }
    let seeds = all_in_play + stored(scores);
    if seeds != expected {
        out.fault(board.place, FaultKind::SeedCount { seeds, expected });
        return None;
    }
    // North's row was read from South's left.
    let north: Vec<_> = north.into_iter().rev().collect();
    let from_right = |index: usize| north.len() as u32 - index as u32;
    let tuzdiks = BySide { south: south_tuzdik.map(from_right), north: north_tuzdik.map(|index| index as u32 + 1) };
    let setup = Setup { tuzdiks, stores: Some(scores), ..Setup::of_rows(rules, BySide { south, north }, turn?) };
    Some((setup, turns?.max(1)))
}

/// Reads a row: the seeds of its houses, and the index of a tuzdik in it.
fn read_row(row: Word<'_>, out: &mut Output) -> (Vec<u32>, Option<usize>) {
    let mut houses = Vec::new();
    let mut tuzdik = None;
    for part in row.split(|character| character == ',') {
        if let Some(empty) = part.number().filter(|empty| (1..=9).contains(empty)) {
            houses.extend(std::iter::repeat_n(0, empty as usize));
        } else if let Some(seeds) = part.text.strip_suffix(['S', 's']).and_then(crate::text::number) {
            houses.push(seeds);
        } else if ["t", "T"].contains(&part.text) && tuzdik.is_none() {
            tuzdik = Some(houses.len());
            houses.push(0);
        } else {
            out.unexpected(part, Expected::Row);
        }
    }
    (houses, tuzdik)
}

/// The FEN of a position.
pub(super) fn write_fen(setup: &Setup<Rules>, turns: u32) -> String {
    let BySide { south, north } = setup.stores.unwrap_or_default();
    let turn = setup.turn.letter();
    let houses = setup.north.len() as u32;
    let far: Vec<_> = setup.north.iter().copied().rev().collect();
    let far = write_row(&far, setup.tuzdiks.south.map(|number| houses - number));
    let near = write_row(&setup.south, setup.tuzdiks.north.map(|number| number - 1));
    format!("{far}/{near} {south} {north} {turn} {turns}")
}

fn write_row(row: &[u32], tuzdik: Option<u32>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut empty = 0;
    for (index, &seeds) in (0..).zip(row) {
        let is_tuzdik = tuzdik == Some(index);
        if seeds == 0 && !is_tuzdik {
            empty += 1;
            continue;
        }
        if empty > 0 {
            parts.push(empty.to_string());
            empty = 0;
        }
        parts.push(if is_tuzdik { "t".to_owned() } else { format!("{seeds}S") });
    }
    if empty > 0 {
        parts.push(empty.to_string());
    }
    parts.join(",")
}

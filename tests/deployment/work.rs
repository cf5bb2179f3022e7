//! The table of `docs/operations.md` that says how the work of each operation is counted and bounded.

use ayla::operation::Work;
use ayla::operation::{Operation, Searches};
use ayla_test_games::lists;

/// What bounds the work of an operation by the rules. An operation that is new has to say it here.
const fn bound(operation: Operation) -> Option<&'static str> {
    Some(match operation {
        Operation::ListVariants | Operation::GetVariant | Operation::GetServerInfo => "the variants and their options",
        Operation::StartGame => "one position",
        Operation::GetPuzzle | Operation::FindPuzzle => "the puzzles",
        Operation::LegalMoves | Operation::ValidateMove | Operation::ApplyMove | Operation::SuggestMove => {
            "1,000 moves of the line, of 10,000 laps each"
        }
        Operation::SuggestMoveStream | Operation::PlayTurn => "1,000 moves of the line, of 10,000 laps each",
        Operation::ReplayGame => "1,000 moves, of 10,000 laps each, 50 of them told in full",
        Operation::ReviewGame => "1,000 moves, of 10,000 laps each, 50 of them reviewed",
        Operation::ReadGame => "3,000,000 steps",
        Operation::RenderBoard => "1,000 moves, of 10,000 laps each; 120 frames of at most 1,280 pixels in width",
        Operation::Batch => "1,000 positions, each with 1,000 moves of 10,000 laps",
        Operation::Health
        | Operation::HealthWatch
        | Operation::Reflection
        | Operation::Mcp
        | Operation::Documentation
        | Operation::Unknown => return None,
    })
}

#[test]
fn the_page_says_how_the_work_of_each_operation_is_counted() {
    let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
    for (operation, contract) in Operation::in_contract() {
        let (small, turns) = match (operation.always_does(), operation) {
            (Some(Work::Picture), _) => ("in picture slots", "always"),
            (_, Operation::Batch) => ("in the slots of batches", "always"),
            _ => ("at once", "when it is large"),
        };
        let searches = match contract.searches {
            Searches::Never => "",
            Searches::Once => "; one search",
            Searches::AsAsked => "; searches, if asked for",
            Searches::OnceAndAsAsked => "; a search for each ply",
        };
        let bound = bound(operation).expect("an operation of the contract");
        let cells = format!("{small} | {turns}{searches} | {bound}");
        match rows.iter_mut().find(|(known, _)| *known == cells) {
            Some((_, names)) => names.push(operation.name()),
            None => rows.push((cells, vec![operation.name()])),
        }
    }
    let mut table = "| operations | work by the rules | takes turns | bounded by |\n|---|---|---|---|\n".to_owned();
    for (cells, names) in rows {
        table += &format!("| {} | {cells} |\n", names.join(", "));
    }
    table +=
        "| the tools at /mcp | at once | when it is large; searches, if asked for | the operations that they call |\n";
    lists::check("docs/operations.md", "work", &table);
}

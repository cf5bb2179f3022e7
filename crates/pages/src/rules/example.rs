//! The examples in the documents: blocks of positions and diagrams, shown as boards.

use ayla_rules::notation::{read_line, read_move};
use ayla_rules::option::Given;
use ayla_rules::{Line, Position, Proposal, Side, Status};

use super::edition::Edition;

/// The words at the beginning of the lines of an example.
const WORDS: [&str; 6] = ["before", "move", "after", "line", "given", "settled"];

/// An example as HTML; none if the block shows no board. Its number tells it from the others of its page.
pub(super) fn render(edition: &Edition, block: &str, number: usize) -> Option<String> {
    let (lines, diagrams) = block.split_once("\n\n").unwrap_or((block, ""));
    let mut diagrams = split_diagrams(diagrams, edition.side(Side::North)).into_iter();
    let mut board = |part: &str, label: &str, text: &str| {
        figure(edition, &format!("e{number}-{part}"), label, text, &diagrams.next().unwrap_or_default())
    };
    let fields: Vec<(&str, &str)> = lines.lines().filter_map(|line| line.split_once(char::is_whitespace)).collect();
    let fields: Vec<_> = fields.into_iter().map(|(word, text)| (word, text.trim())).collect();
    if let (&[_], Ok(_)) = (&fields[..], read_line(lines.trim())) {
        let text = lines.trim();
        return Some(format!("<div class=\"{}\">\n{}</div>\n", class(text)?, board("board", "document-board", text)?));
    }
    if fields.iter().any(|(word, _)| !WORDS.contains(word)) {
        return None;
    }
    let field = |name| fields.iter().find(|(word, _)| *word == name).map(|(_, text)| *text);
    let (told, moves, boards) = match (field("before"), field("line"), field("given")) {
        (Some(before), ..) => {
            let played = field("move")?;
            let boards = [("document-before", before), ("document-after", field("after")?)];
            (move_sentence(edition, before, played)?, played, boards)
        }
        (_, Some(line), _) => {
            let (before, moves) = line.split_once(" moves ")?;
            let boards = [("document-before", before), ("document-after", field("after")?)];
            (edition.say("document-moves").replace("{ $moves }", moves), moves, boards)
        }
        (.., given) => {
            let boards = [("document-submitted", given?), ("document-settled", field("settled")?)];
            (edition.say("document-over").to_owned(), "", boards)
        }
    };
    let [(first, before), (second, after)] = boards;
    let sows = moves.split(' ').any(|played| played.parse::<u8>().is_ok());
    let moves = if sows { format!(" data-moves=\"{moves}\"") } else { String::new() };
    Some(format!(
        "<div class=\"{}\" role=\"group\" aria-labelledby=\"e{number}\"{moves}>\n\
         <p class=\"told\"><strong id=\"e{number}\">{told}</strong></p>\n{}{}</div>\n",
        class(before)?,
        board("before", first, before)?,
        board("after", second, after)?,
    ))
}

/// A board with its notation and the message of this label. Where the board is not drawn, its diagram is shown.
fn figure(edition: &Edition, id: &str, label: &str, text: &str, diagram: &str) -> Option<String> {
    let play = to_play_on(&Position::read(text).ok()?).map(|from| {
        let variant = from.rules().variant().name();
        let token = Line::from(from).token();
        let root = edition.root();
        let label = edition.say("page-play-here");
        format!(" <a href=\"{root}play#{variant}/{token}/\">{label}</a>")
    });
    let play = play.unwrap_or_default();
    // A board that stands alone needs its label for screen readers only.
    let hidden = if label == "document-board" { " class=\"hidden\"" } else { "" };
    let label = edition.say(label);
    let diagram = if diagram.is_empty() { String::new() } else { format!("<pre>{diagram}</pre>") };
    Some(format!(
        "<figure aria-labelledby=\"{id}\">\n<ayla-board position=\"{text}\" lazy>{diagram}</ayla-board>\n\
         <figcaption><span id=\"{id}\"{hidden}>{label}</span> <code>{text}</code>{play}</figcaption>\n</figure>\n"
    ))
}

/// The position to play on from, if the game goes on. Of the preset that is offered first, so that the game ends, it
/// has the options that the example leaves at their defaults.
fn to_play_on(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    let variant = setup.rules.variant();
    let given = setup.rules.options();
    let defaults = variant.default_rules().options();
    for &(name, value) in variant.about().first_preset().options {
        if given.iter().zip(&defaults).all(|(given, default)| given.0.name != name || given == default) {
            setup.rules.set(name, Given::Text(value)).ok()?;
        }
    }
    setup.position().ok().filter(|position| matches!(position.status(), Status::InProgress { .. }))
}

/// The class of an example, whose boards stand one below the other if their rows are long.
fn class(text: &str) -> Option<&'static str> {
    let position = Position::read(text).ok()?;
    Some(if position.setup().south.len() > 8 { "example wide" } else { "example" })
}

/// What somebody does who makes this move.
fn move_sentence(edition: &Edition, before: &str, played: &str) -> Option<String> {
    let position = Position::read(before).ok()?;
    let proposal = read_move(played, &position.rules())?;
    let sentence = edition.say(match proposal {
        Proposal::House { .. } => "document-house",
        Proposal::Pass => "document-pass",
        Proposal::Take => "document-take",
        Proposal::Give => "document-give",
        Proposal::Agree => "document-agree",
        Proposal::Swap => "document-swap",
    });
    Some(sentence.replace("{ $side }", edition.side(position.turn())).replace("{ $house }", played))
}

/// The diagrams of a block: side by side with an arrow between them, or one below the other.
fn split_diagrams(diagrams: &str, north: &str) -> Vec<String> {
    let parts = diagrams.split("\n\n").filter(|part| !part.trim().is_empty());
    let halves = parts.flat_map(|part| {
        let columns = part.lines().find(|line| line.contains("->")).and_then(|line| line.rfind(north));
        let half = |line: &str, column| {
            (line.get(..column).unwrap_or(line).replace("->", ""), line.get(column..).unwrap_or("").to_owned())
        };
        match columns {
            Some(column) => {
                let (left, right): (Vec<_>, Vec<_>) = part.lines().map(|line| half(line, column)).unzip();
                vec![left, right]
            }
            None => vec![part.lines().map(str::to_owned).collect()],
        }
    });
    let trimmed = |lines: Vec<String>| lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    halves.map(trimmed).collect()
}

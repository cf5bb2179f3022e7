//! Arguments of commands, and hints for those that are not as meant.

use std::ffi::OsString;
use std::io;
use std::ops::RangeInclusive;

use ayla_api::error::Result;
use ayla_api::request::LegalMovesRequest;
use ayla_api::rule_calls;
use ayla_api::words::{self, nearest};
use ayla_rules::notation::{read_rules, read_text};
use ayla_rules::string_enum::StringEnum;
use ayla_rules::{Line, Rules, Variant};
use clap::error::ErrorKind;
use clap::{Args, Parser};

/// The position that a command is about.
#[derive(Debug, Args)]
pub struct StartPosition {
    /// The position or line in text notation, in quotation marks or with underscores for spaces, such as
    /// awale_444444/444444_0/0_s, or a token, such as EAAAMPe973ve973gDf; `-` reads it from standard input.
    #[arg(value_name = "POSITION", value_parser = position_text)]
    position: String,
}

impl StartPosition {
    /// The request for its legal moves.
    pub fn request(&self) -> LegalMovesRequest {
        let text = Some(self.position.clone());
        // A game is written in small letters, and the first of a token is a capital. A position has a slash.
        if self.position.starts_with(|first: char| first.is_ascii_uppercase()) && !self.position.contains('/') {
            LegalMovesRequest { token: text, ..LegalMovesRequest::default() }
        } else {
            LegalMovesRequest { position: text, ..LegalMovesRequest::default() }
        }
    }

    /// The line, played to its end.
    ///
    /// # Errors
    ///
    /// Faults of the position and its moves.
    pub fn line(&self) -> Result<Line> {
        rule_calls::line(&self.request())
    }
}

/// The text of a position, which `-` says is on standard input.
fn position_text(text: &str) -> io::Result<String> {
    let input = || io::read_to_string(io::stdin());
    // Some programs put a mark before the text.
    if text == "-" { Ok(input()?.trim_start_matches('\u{feff}').trim().to_owned()) } else { Ok(text.to_owned()) }
}

/// Parses rules in text notation, such as `awale:capture=two`.
///
/// # Errors
///
/// The faults of the text, in one sentence.
pub fn parse_rules(text: &str) -> std::result::Result<Rules, String> {
    let hint = || similar_game(text).map_or_else(String::new, |meant| format!(". Did you mean {meant}?"));
    read_rules(text).map_err(|faults| words::faults(&faults) + &hint())
}

/// Creates a parser for whole numbers in a range. `name` is the flag or argument for its errors.
pub fn number<T: TryFrom<u64>>(
    name: &'static str,
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> std::result::Result<T, String> + Clone {
    move |text| {
        let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok()).filter(|number| range.contains(number));
        number
            .and_then(|number| number.try_into().ok())
            .ok_or_else(|| format!("{name} is a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Creates a parser for the names of an enum, which follow `known` in its error.
pub fn word<T: StringEnum>(known: &'static str) -> impl Fn(&str) -> std::result::Result<T, String> + Clone {
    move |name| T::from_name(name).ok_or_else(|| format!("{known} {}", T::NAMES.join(", ")))
}

/// Parses the command line of a program.
///
/// # Errors
///
/// The command line is invalid, or requests help or the version.
pub fn parse_as<C: Parser>(arguments: impl IntoIterator<Item = OsString>) -> std::result::Result<C, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let unquoted = unquoted_position(&mut C::command(), &arguments);
    unquoted.map_or_else(|| C::try_parse_from(&arguments), Err)
}

/// The game which was meant, if this text begins with a name similar to its.
fn similar_game(text: &str) -> Option<&'static str> {
    let name = text.split([':', ' ', '_']).next().unwrap_or_default();
    nearest(name, Variant::names()).filter(|_| Variant::from_name(name).is_none())
}

/// The fault of a command line in which some arguments together are the position, which the shell has split.
fn unquoted_position(program: &mut clap::Command, arguments: &[OsString]) -> Option<clap::Error> {
    let words: Vec<&str> = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).collect();
    let [_, command, words @ ..] = &words[..] else { return None };
    // As in StartPosition.
    program.find_subcommand(command)?.get_arguments().find(|argument| argument.get_id() == "position")?;
    let split = |begin: usize| {
        // Without flags the shortest position is variant, rows, stores and turn.
        let ends = (begin + 4..=words.len()).rev();
        ends.map(|end| words[begin..end].join(" ")).find(|text| read_text(text).is_ok())
    };
    let position = (0..words.len()).filter(|begin| !words[*begin].contains([' ', '_'])).find_map(split)?;
    let quoted = format!("{} {command} '{position}'", program.get_name());
    let hint = format!("the position is several arguments; put it in quotation marks: {quoted}");
    Some(program.error(ErrorKind::UnknownArgument, hint))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[derive(Debug, Parser)]
    #[command(name = "ayla")]
    enum Program {
        Legal(StartPosition),
        Apply {
            #[command(flatten)]
            _start: StartPosition,
            _moves: Vec<String>,
        },
        Start {
            _game: String,
        },
    }

    #[test]
    fn a_game_with_a_similar_name_is_hinted_at() {
        for (text, meant) in
            [("owares", "oware"), ("Awale:limit=3", "awale"), ("awalle 4/4", "awale"), ("andara", "andada")]
        {
            assert_eq!(similar_game(text), Some(meant));
        }
        for text in ["chess 8/8", "awale 44/44", "oware 44/44", "awalé:limit=3", "", "bao"] {
            assert_eq!(similar_game(text), None, "{text}");
        }
    }

    #[test]
    fn a_position_in_several_arguments_is_recognized() {
        let hint = |line: &str| {
            let arguments: Vec<_> = line.split(' ').map(OsString::from).collect();
            unquoted_position(&mut Program::command(), &arguments).map(|fault| fault.to_string())
        };
        for (line, position) in [
            ("ayla legal awale 444444/444444 0/0 s", "awale 444444/444444 0/0 s"),
            ("ayla apply andada:team=2 101101/110011 - s b 6", "andada:team=2 101101/110011 - s b"),
            ("ayla legal --depth 3 oware 44/44 0/0 s q2 --json", "oware 44/44 0/0 s q2"),
        ] {
            let hint = hint(line).unwrap_or_default();
            assert!(hint.contains(&format!(" '{position}'\n")), "{line}: {hint}");
        }
        for line in ["ayla", "ayla legal", "ayla apply awale_444444/444444_0/0_s 1 2 3", "ayla start awale 4/4 0/0 s"] {
            assert_eq!(hint(line), None, "{line}");
        }
    }
}

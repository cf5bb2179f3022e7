//! `ayla convert`: games from a text format of other programs in another.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::string::FromUtf8Error;

use ayla_api::error::Result;
use ayla_api::words::{self, Language, Message, message};
use ayla_records::{Format as TextFormat, Reading, read, separator, write};
use ayla_terminal::{language, print, report, system_error, word};
use clap::Args;

/// The name of standard input among files.
const STANDARD_INPUT: &str = "-";
/// What stands before the names of the formats in an error.
const KNOWN: &str = "the formats are";

#[derive(Debug, Args)]
pub struct Convert {
    /// The format of the files [default: found from each text]. docs/formats.md has the formats: ayla, playstrategy,
    /// ogn, auale, wikimanqala, score-sheet, openspiel, kgp, letters.
    #[arg(long, value_name = "FORMAT", value_parser = word::<TextFormat>(KNOWN))]
    from: Option<TextFormat>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", default_value_t = TextFormat::Ayla, value_parser = word::<TextFormat>(KNOWN))]
    to: TextFormat,
    /// The files; - is standard input, as if none is given.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The language of messages, such as fr [default: as LC_ALL, LC_MESSAGES or LANG says, or English].
    #[arg(long, value_name = "TAG")]
    lang: Option<String>,
}

/// What is written, and what is said of it.
#[derive(Default)]
struct Converted {
    text: String,
    games: usize,
    /// Whether something could not be read or written.
    failed: bool,
    messages: Vec<String>,
}

impl Convert {
    pub(super) fn run(&self) -> ExitCode {
        let standard_input = [PathBuf::from(STANDARD_INPUT)];
        let files = if self.files.is_empty() { &standard_input } else { &self.files[..] };
        let language = language(self.lang.as_deref());
        let mut converted = Converted::default();
        for file in files {
            match read_file(file) {
                Ok(text) => self.convert(file, &text, language, &mut converted),
                Err(error) => {
                    converted.failed = true;
                    report(&error.detail(language));
                }
            }
        }
        let printed = print(&converted.text);
        for message in &converted.messages {
            // As of compilers, the place comes first. If it cannot be printed, the exit code still says it.
            let _ = writeln!(io::stderr(), "{message}");
        }
        if converted.failed { ExitCode::FAILURE } else { printed }
    }

    /// Converts the games of one file.
    fn convert(&self, file: &Path, text: &str, language: Language, converted: &mut Converted) {
        let reading = read(text, self.from);
        for fault in &reading.faults {
            let place = format!("{}:{}:{}", file.display(), fault.place.line, fault.place.column);
            converted.failed = true;
            converted.messages.push(format!("{place}: {}", language.say(&(&fault.kind).into())));
        }
        let mut notes = Notes::assumed(&reading, language);
        for record in &reading.records {
            match write(&record.game, self.to) {
                Ok(written) => {
                    if converted.games > 0 {
                        converted.text += separator(self.to);
                    }
                    converted.games += 1;
                    converted.text += &written.text;
                    notes.add(written.omitted.iter().map(Into::into), language);
                }
                Err(why) => {
                    converted.failed = true;
                    let place = format!("{}:{}", file.display(), record.place.line);
                    converted.messages.extend(why.iter().map(|why| format!("{place}: {}", language.say(&why.into()))));
                }
            }
        }
        converted.messages.extend(notes.lines(file, language));
    }
}

/// What is said of games, each once with the number of the games that it holds for.
#[derive(Default)]
struct Notes(BTreeMap<String, usize>);

impl Notes {
    /// What the text of games does not say.
    fn assumed(reading: &Reading, language: Language) -> Self {
        let mut notes = Self::default();
        for record in &reading.records {
            notes.add(record.assumed.iter().map(Into::into), language);
        }
        notes
    }

    fn add(&mut self, messages: impl Iterator<Item = Message>, language: Language) {
        messages.for_each(|message| *self.0.entry(language.say(&message)).or_default() += 1);
    }

    fn lines(self, file: &Path, language: Language) -> impl Iterator<Item = String> {
        self.0.into_iter().map(move |(note, games)| {
            let games = language.say(&message!("games-converted", games));
            format!("{}: {} ({games})", file.display(), words::sentence(&note, language).trim_end_matches('.'))
        })
    }
}

/// The text of a file, or of standard input.
fn read_file(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == STANDARD_INPUT {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let file = file.display();
    let bytes = read.map_err(|error| system_error(format!("cannot read {file}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(FromUtf8Error::into_bytes);
    // UTF-16 of Latin letters is UTF-8 too, with a character 0 beside each.
    let text = text.and_then(|text| if text.contains('\0') { Err(text.into_bytes()) } else { Ok(text) });
    text.map_err(|bytes| {
        let (name, encoding) = likely_encoding(&bytes);
        system_error(format!(
            "{file} is not UTF-8. It looks like {name}: convert it first, with iconv -f {encoding} -t UTF-8 {file}"
        ))
    })
}

/// The encoding that a text has which is not UTF-8, as far as its bytes tell: what people call it, and its name for
/// `iconv`.
fn likely_encoding(bytes: &[u8]) -> (&'static str, &'static str) {
    let share = |is: fn(&u8) -> bool| bytes.iter().filter(|byte| is(byte)).count() * 100 / bytes.len().max(1);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || share(|&byte| byte == 0) > 20 {
        ("UTF-16", "UTF-16")
    } else if bytes.windows(3).any(|three| three.iter().all(|&byte| byte >= 0xc0)) {
        // Words of Cyrillic letters; in Latin-1, such a byte is a single letter with an accent.
        ("Windows-1251 (Cyrillic)", "CP1251")
    } else {
        ("Latin-1 (Western European)", "ISO-8859-1")
    }
}

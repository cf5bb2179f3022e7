//! `ayla engine`: an engine on a pipe, in the manner of the Universal Chess Interface (UCI).

mod limits;
mod search;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::thread;

use ayla_api::request::LegalMovesRequest;
use ayla_api::rule_calls;
use ayla_api::words;
use ayla_engine::tablebase::{Class, Table};
use ayla_engine::{Level, TranspositionTable};
use ayla_fair::thread::lower_priority;
use ayla_rules::fault::Fault;
use ayla_rules::notation::read_variant;
use ayla_rules::option::{Domain, Given};
use ayla_rules::{Line, Rules, Side, Variant};
use ayla_terminal::number;

use crate::config::processors;
use crate::service::NICENESS;
use limits::Go;
use search::{RunningSearch, Task};

/// The MiB in which searches keep their results for later ones: the default, and the most. With 0 they keep none, as
/// those of a server.
const HASH: u64 = 64;
const MOST_HASH: u64 = 4096;
/// The most lines of information about one depth.
const MOST_LINES: u64 = 256;
/// The greatest seed, since hosts read the range of a number as 32 bits.
const GREATEST_SEED: u64 = i32::MAX as u64;

/// The state between two commands.
struct Engine {
    /// The rules of `position startpos`.
    rules: Rules,
    /// The line at whose end a move is wanted; none after a position that was refused.
    line: Option<Line>,
    play: Play,
    table: Option<Arc<Table>>,
    /// The larger table for searches with a time limit, once a thread has built it.
    larger: Arc<OnceLock<Arc<Table>>>,
    hash: u64,
    /// The results of the searches so far, unless one runs.
    memory: Option<TranspositionTable>,
    /// Whether the next search begins without results.
    forgets: bool,
    search: Option<RunningSearch>,
}

/// The options that are not of a game.
#[derive(Copy, Clone)]
struct Play {
    level: Option<Level>,
    /// The seed for the random choices of a level.
    seed: u64,
    /// The moves that information is about.
    lines: usize,
}

/// Reads commands from standard input until `quit` or the end of the input.
pub(super) fn run() -> Result<ExitCode, String> {
    let mut engine = Engine {
        rules: Variant::Awale.default_rules(),
        line: None,
        play: Play { level: None, seed: 0, lines: 1 },
        table: None,
        larger: Arc::default(),
        hash: HASH,
        memory: None,
        forgets: false,
        search: None,
    };
    engine.set_start(engine.rules);
    for line in io::stdin().lock().lines() {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                engine.finish(true);
                return Err(format!("standard input cannot be read: {error}"));
            }
        };
        if line.trim() == "quit" {
            engine.finish(true);
            return Ok(ExitCode::SUCCESS);
        }
        if let Err(why) = engine.obey(line.trim()) {
            send(&format!("info string {why}"));
        }
    }
    // Nobody is left who could stop it.
    engine.finish(engine.search.as_ref().is_some_and(|search| search.is_held));
    Ok(ExitCode::SUCCESS)
}

/// Prints a line. Whoever closes the pipe does not read it.
fn send(text: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

impl Engine {
    fn obey(&mut self, command: &str) -> Result<(), String> {
        let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match name {
            "" => {}
            "ucinewgame" => self.forgets = true,
            "uci" => self.introduce(),
            "isready" => {
                if self.search.as_ref().is_none_or(|search| !search.is_running()) {
                    self.build_tables();
                }
                send("readyok");
            }
            "stop" => self.finish(true),
            "setoption" => self.set_option(rest.trim())?,
            "position" => self.set_position(rest.trim())?,
            "go" => {
                if let Err(why) = self.go(rest) {
                    send(&format!("info string {why}"));
                    // A host waits for it.
                    send("bestmove (none)");
                }
            }
            _ => return Err(format!("there is no command {name}")),
        }
        Ok(())
    }

    fn introduce(&self) {
        send(&format!("id name Ayla {} ({})", crate::VERSION, ayla_engine::ENGINE));
        send("id author the authors of Ayla");
        let games: Vec<String> = Variant::ALL.iter().map(|variant| format!(" var {variant}")).collect();
        send(&format!("option name game type combo default {}{}", Variant::Awale, games.concat()));
        send(&format!("option name Hash type spin default {HASH} min 0 max {MOST_HASH}"));
        let highest = Level::HIGHEST;
        send(&format!("option name Level type spin default {highest} min {} max {highest}", Level::LOWEST));
        send(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        send(&format!("option name Seed type spin default 0 min 0 max {GREATEST_SEED}"));
        for (option, value) in self.rules.options() {
            let (kind, range) = match option.domain {
                Domain::Flag => ("check", String::new()),
                Domain::Number(spans) => {
                    let least = spans.iter().map(|span| span.min).min().unwrap_or(0);
                    let greatest = spans.iter().map(|span| span.max).max().unwrap_or(u32::MAX);
                    ("spin", format!(" min {least} max {greatest}"))
                }
                Domain::Word(words) => ("combo", words.iter().map(|word| format!(" var {word}")).collect()),
            };
            send(&format!("option name {} type {kind} default {value}{range}", option.name));
        }
        send("uciok");
    }

    /// Sets the game, with its default options, one of its options, or how to play. Names are read in any case, as in
    /// UCI, but for those of a game's options.
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let parts = text.strip_prefix("name ").and_then(|text| text.split_once(" value "));
        let Some((name, value)) = parts.map(|(name, value)| (name.trim(), value.trim())) else {
            return Err("an option is set with: setoption name NAME value VALUE".to_owned());
        };
        let say = |fault: Fault| words::faults(&fault.into());
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number("Hash", 0..=MOST_HASH)(value)?;
                self.forgets = true;
            }
            "level" => {
                let level = number("Level", Level::LOWEST.into()..=Level::HIGHEST.into())(value)?;
                self.play.level = Level::new(level);
            }
            "multipv" => self.play.lines = number("MultiPV", 1..=MOST_LINES)(value)?,
            "seed" => self.play.seed = number("Seed", 0..=GREATEST_SEED)(value)?,
            "game" => self.set_start(read_variant(value).map_err(say)?.default_rules()),
            _ => {
                let mut rules = self.rules;
                rules.set(name, Given::Text(value)).map_err(say)?;
                self.set_start(rules);
            }
        }
        Ok(())
    }

    /// Plays by these rules from their first position, if there is one.
    fn set_start(&mut self, rules: Rules) {
        self.rules = rules;
        self.line = rules.first_position(Side::South).ok().map(Line::from);
    }

    /// Reads `startpos` or a position, with `moves` and the moves made since.
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        self.line = None;
        let first = || self.rules.first_position(Side::South).map_err(|faults| words::faults(&faults));
        if text.starts_with("fen") {
            let example = first()?;
            return Err(format!("this is no chess engine: it plays mancala. Set a position with: position {example}"));
        }
        let line = match text.strip_prefix("startpos").filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Some(moves) => format!("{}{moves}", first()?),
            None => text.to_owned(),
        };
        let request = LegalMovesRequest { position: Some(line), ..LegalMovesRequest::default() };
        self.line = Some(rule_calls::line(&request).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Builds the endgame table for the rules of the line, if it is not there, and begins to build a larger one, for
    /// which nothing waits.
    fn build_tables(&mut self) {
        let Some(class) = self.line.as_ref().and_then(|line| Class::of(&line.position().rules())) else { return };
        if self.table.as_ref().is_none_or(|table| *table.class() != class) {
            let threads = processors();
            self.table = Some(Arc::new(Table::build(class, class.few_seeds(), threads)));
        }
        // The thread holds the second reference.
        let is_building = Arc::strong_count(&self.larger) > 1;
        let is_there = self.larger.get().is_some_and(|table| *table.class() == class);
        if !is_building && !is_there && class.many_seeds() > class.few_seeds() {
            self.larger = Arc::default();
            let larger = Arc::clone(&self.larger);
            let build = move || {
                lower_priority(NICENESS);
                let _ = larger.set(Arc::new(Table::build(class, class.many_seeds(), 1)));
            };
            // Without a thread there is the first one.
            let _ = thread::Builder::new().name("table".to_owned()).spawn(build);
        }
    }

    /// The table for a search.
    fn table(&self, is_timed: bool) -> Option<Arc<Table>> {
        let first = self.table.as_ref()?;
        // A search that nodes or depth alone limit has the same result each time.
        let larger = self.larger.get().filter(|larger| is_timed && larger.class() == first.class());
        Some(Arc::clone(larger.unwrap_or(first)))
    }

    /// Stops the search that runs, if one does, and begins another.
    fn go(&mut self, text: &str) -> Result<(), String> {
        let go = Go::read(text)?;
        let line = self.line.clone().ok_or("there is no position")?;
        let turn = line.position().turn();
        self.finish(true);
        let limits = go.limits(turn);
        let table = self.table(limits.time.is_some());
        let task = Task { line, limits, is_held: go.is_held(turn), play: self.play, table };
        if std::mem::take(&mut self.forgets) {
            self.memory = None;
        }
        let memory = self.memory.take().unwrap_or_else(|| match self.hash {
            0 => TranspositionTable::default(),
            mib => TranspositionTable::lasting(mib << 20),
        });
        let search = RunningSearch::start(task, memory);
        self.search = Some(search.map_err(|error| format!("the search cannot start: {error}"))?);
        Ok(())
    }

    /// Waits for the end of the search, and stops it first if it should be.
    fn finish(&mut self, stops: bool) {
        if let Some(search) = self.search.take() {
            if stops {
                search.stop();
            }
            self.memory = search.wait();
        }
    }
}

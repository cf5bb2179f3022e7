//! `ayla engine`: an engine on a pipe, in the manner of the Universal Chess Interface (UCI).

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ayla_api::request::LegalMovesRequest;
use ayla_api::rule_calls;
use ayla_api::words;
use ayla_engine::tablebase::{Class, Table};
use ayla_engine::{Interrupt, Limits, Report, Request, TranspositionTable, suggest_watched};
use ayla_rules::notation::read_variant;
use ayla_rules::option::Given;
use ayla_rules::{Line, Rules, Side, Variant, Winner};

use super::fail;

/// The part of a move's time that is kept back for the answer, and the most of it.
const MARGIN_SHARE: u32 = 20;
const MOST_MARGIN: Duration = Duration::from_millis(5);

/// The state between two commands.
struct Engine {
    /// The rules of `position start`.
    rules: Rules,
    /// The line at whose end a move is wanted; none after a position that was refused.
    line: Option<Line>,
    table: Option<Arc<Table>>,
    memory: TranspositionTable,
    search: Option<Search>,
}

/// A running search.
struct Search {
    /// Whether it has to stop, or its last line is about to be printed.
    stop: Arc<AtomicBool>,
    /// Whether a limit ends it.
    is_bounded: bool,
    thread: JoinHandle<TranspositionTable>,
}

impl Search {
    /// Whether its last line is still to come. The thread may take a moment longer.
    fn is_running(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

/// Reads commands from standard input until `quit` or the end of the input.
pub(super) fn run() -> ExitCode {
    let mut engine = Engine {
        rules: Variant::Awale.default_rules(),
        line: None,
        table: None,
        memory: TranspositionTable::default(),
        search: None,
    };
    engine.set_start(engine.rules);
    let end = io::stdin().lock().lines().try_for_each(|line| match line {
        Ok(line) if line.trim() == "quit" => Err(None),
        Ok(line) => {
            if let Err(why) = engine.obey(line.trim()) {
                send(&format!("info string {why}"));
            }
            Ok(())
        }
        Err(error) => Err(Some(error)),
    });
    // A search without limits would never end.
    engine.finish(engine.search.as_ref().is_some_and(|search| !search.is_bounded));
    match end {
        Ok(()) | Err(None) => ExitCode::SUCCESS,
        Err(Some(error)) => fail(&format!("standard input cannot be read: {error}")),
    }
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
            "" | "ucinewgame" => Ok(()),
            "uci" => {
                self.introduce();
                Ok(())
            }
            "isready" => {
                if self.search.as_ref().is_none_or(|search| !search.is_running()) {
                    self.finish(false);
                    self.build_table();
                }
                send("readyok");
                Ok(())
            }
            "stop" => {
                self.finish(true);
                Ok(())
            }
            "setoption" | "position" | "go" => {
                if self.search.as_ref().is_some_and(|search| search.is_running()) {
                    return Err(format!("{name} has to wait for the end of the search, or for stop"));
                }
                self.finish(false);
                match name {
                    "setoption" => self.set_option(rest),
                    "position" => self.set_position(rest.trim()),
                    _ => self.go(rest),
                }
            }
            _ => Err(format!("there is no command {name}")),
        }
    }

    fn introduce(&self) {
        send(&format!("id name Ayla {} ({})", crate::VERSION, ayla_engine::ENGINE));
        send("id author the authors of Ayla");
        let games: Vec<String> = Variant::ALL.iter().map(|variant| format!(" var {variant}")).collect();
        send(&format!("option name game type combo default {}{}", Variant::Awale, games.concat()));
        for (option, value) in self.rules.options() {
            send(&format!("option name {} type string default {value}", option.name));
        }
        send("uciok");
    }

    /// Sets the game, with its default options, or one of its options.
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let parts = text.trim().strip_prefix("name ").and_then(|text| text.split_once(" value "));
        let Some((name, value)) = parts.map(|(name, value)| (name.trim(), value.trim())) else {
            return Err("an option is set with: setoption name NAME value VALUE".to_owned());
        };
        let mut rules = self.rules;
        let set = if name == "game" {
            read_variant(value).map(|variant| rules = variant.default_rules())
        } else {
            rules.set(name, Given::Text(value))
        };
        set.map_err(|fault| words::faults(&fault.into()))?;
        self.set_start(rules);
        Ok(())
    }

    /// Plays by these rules from their first position, if there is one.
    fn set_start(&mut self, rules: Rules) {
        self.rules = rules;
        self.line = rules.first_position(Side::South).ok().map(Line::from);
    }

    /// Reads `start` or a position, with `moves` and the moves made since.
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        self.line = None;
        let line = match text.strip_prefix("start").filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Some(moves) => {
                let first = self.rules.first_position(Side::South).map_err(|faults| words::faults(&faults))?;
                format!("{first}{moves}")
            }
            None => text.to_owned(),
        };
        let request = LegalMovesRequest { position: Some(line), ..LegalMovesRequest::default() };
        self.line = Some(rule_calls::line(&request).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Builds the endgame table for the rules of the line, if it is not there.
    fn build_table(&mut self) {
        let class = self.line.as_ref().and_then(|line| Class::of(&line.position().rules()));
        if let Some(class) = class.filter(|class| self.table.as_ref().is_none_or(|table| table.class() != class)) {
            let threads = thread::available_parallelism().map_or(1, Into::into);
            self.table = Some(Arc::new(Table::build(class, class.few_seeds(), threads)));
        }
    }

    /// Begins a search. Its last line of output is `bestmove`.
    fn go(&mut self, text: &str) -> Result<(), String> {
        let mut limits = Limits::default();
        let mut time = None;
        let mut words = text.split_whitespace();
        while let Some(name) = words.next() {
            if name == "infinite" {
                continue;
            }
            let number = words.next().and_then(|word| word.parse::<u64>().ok()).filter(|&number| number > 0);
            let number = number.ok_or_else(|| format!("{name} needs a whole number from 1"))?;
            match name {
                "movetime" => time = Some(Duration::from_millis(number)),
                "nodes" => limits.nodes = Some(number),
                "depth" => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
                _ => return Err(format!("there is no limit {name}; there are movetime, nodes and depth")),
            }
        }
        let line = self.line.clone().ok_or("there is no position")?;
        if line.position().legal_moves().is_empty() {
            send("bestmove (none)");
            return Ok(());
        }
        let begun = Instant::now();
        let time = time.map(|time| time - (time / MARGIN_SHARE).min(MOST_MARGIN));
        let is_bounded = time.is_some() || limits.nodes.is_some() || limits.depth.is_some();
        // Without any limit the search goes on until `stop`, as if it had much time.
        limits.time = if is_bounded { time } else { Some(Duration::MAX) };
        let stop = Arc::new(AtomicBool::new(false));
        let table = self.table.clone();
        let mut memory = std::mem::take(&mut self.memory);
        let stopped = Arc::clone(&stop);
        let search = move || {
            let interrupt = || {
                let is_late = time.is_some_and(|time| begun.elapsed() >= time);
                (is_late || stopped.load(Ordering::Relaxed)).then_some(Interrupt::Time)
            };
            let request = Request { limits, endgame: table.as_deref(), interrupt: &interrupt, ..Request::new(&line) };
            let mut watch = |report: Report| send(&information(&line, &report, begun));
            if let Some(report) = suggest_watched(&mut memory, &request, &mut watch) {
                send(&information(&line, &report, begun));
                stopped.store(true, Ordering::Relaxed);
                send(&format!("bestmove {}", report.best.played));
            }
            memory
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(search);
        let thread = thread.map_err(|error| format!("the search cannot start: {error}"))?;
        self.search = Some(Search { stop, is_bounded, thread });
        Ok(())
    }

    /// Waits for the end of the search, and stops it first if it should be.
    fn finish(&mut self, stops: bool) {
        if let Some(search) = self.search.take() {
            search.stop.fetch_or(stops, Ordering::Relaxed);
            self.memory = search.thread.join().unwrap_or_default();
        }
    }
}

/// The line of information about a report. The value is that of a proven or estimated result to the player to move.
fn information(line: &Line, report: &Report, begun: Instant) -> String {
    let Report { best, winner, depth, nodes, .. } = report;
    let moves: Vec<String> = best.line.iter().map(ToString::to_string).collect();
    let winner = winner.map_or(String::new(), |winner: Winner| format!(" winner {winner}"));
    format!(
        "info depth {depth} nodes {nodes} time {} value {} {}{winner} pv {}",
        begun.elapsed().as_millis(),
        line.position().nearest_result(best.value),
        best.certainty,
        moves.join(" ")
    )
}

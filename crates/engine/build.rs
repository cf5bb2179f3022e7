//! Reads the data of the games, which are text: writes the weights of the evaluation as the numbers that the engine
//! reads, 16 bits each, the lower byte first, and everything else as Rust. The program is smaller by half a megabyte
//! than with the text in it.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[allow(dead_code, reason = "of the hashes, only one is for bytes")]
#[path = "src/hash.rs"]
mod hash;

/// The words of a phase, which stand before its numbers. A network has four phases.
const PHASE: [&str; 4] = ["seeds", "bias", "output", "rows"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=games");
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let mut files = fs::read_dir("games")?.map(|file| Ok(file?.path())).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    files.retain(|file| file.extension() == Some(OsStr::new("txt")));
    files.sort();
    let mut games = String::from("[\n");
    let mut weights_of_games = String::from("[\n");
    for file in files {
        let fault = |what: &str| format!("{}: {what}", file.display());
        let name = file.file_stem().and_then(OsStr::to_str).ok_or("the name of a game is a word")?;
        let text = fs::read_to_string(&file)?;
        let lines = text.lines().filter_map(|line| line.split('#').next());
        let (weights, rest): (Vec<_>, Vec<_>) =
            lines.skip_while(|line| line.trim().is_empty()).partition(is_of_weights);
        let hash = write_weights(&weights, &folder.join(name)).map_err(|error| fault(&error.to_string()))?;
        let data = data(&rest, weights.first().copied().unwrap_or_default(), hash)
            .map_err(|error| fault(&error.to_string()))?;
        writeln!(games, "    ({name:?}, {data}),")?;
        writeln!(weights_of_games, "    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.weights\"))),")?;
    }
    fs::write(folder.join("weights.rs"), weights_of_games + "]\n")?;
    Ok(fs::write(folder.join("games.rs"), games + "]\n")?)
}

/// Whether a line has weights, or begins with one of their words.
fn is_of_weights(line: &&str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.parse::<i16>().is_ok() || ["shift", "houses"].contains(&word) || PHASE.contains(&word)
}

/// Writes the numbers of networks, none for a game that has no networks yet, and returns their hash.
fn write_weights(lines: &[&str], file: &Path) -> Result<u64, Box<dyn Error>> {
    let mut words = Vec::new();
    let mut numbers = Vec::new();
    for word in lines.iter().flat_map(|line| line.split_whitespace()) {
        match word.parse::<i16>() {
            Ok(number) => numbers.extend(number.to_le_bytes()),
            Err(_) => words.push(word),
        }
    }
    let network = [&["houses"][..], &PHASE.repeat(4)].concat();
    let networks = words.strip_prefix(&["shift"]).unwrap_or_default();
    if words.len() != 1 + networks.len() && !words.is_empty() || networks.chunks(network.len()).any(|it| it != network)
    {
        return Err("the weights do not have the form that README.md describes".into());
    }
    fs::write(file.with_extension("weights"), &numbers)?;
    Ok(hash::hash_bytes(&numbers))
}

/// The Rust expression of the levels, of what networks are trained to, and of the hash of their weights, which begin
/// with a line that belongs to both.
fn data(lines: &[&str], first_of_weights: &str, hash: u64) -> Result<String, Box<dyn Error>> {
    let mut levels = String::new();
    let mut starts = Vec::new();
    let mut training = String::new();
    for line in lines.iter().copied().chain([first_of_weights]).filter(|line| !line.trim().is_empty()) {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match (word, &rest.split(' ').collect::<Vec<_>>()[..]) {
            ("level", ["depth", depth, "error", error]) => {
                write!(levels, "Strength::to_depth({depth}, {error}_f64), ")?;
            }
            ("level", ["nodes", nodes, "error", error]) => write!(levels, "Strength::within({nodes}, {error}_f64), ")?,
            ("start", _) => starts.push(rest),
            ("table", _) => training += "with_table: true, ",
            ("opening" | "phases", numbers) => write!(training, "{word}: [{}], ", numbers.join(", "))?,
            ("greatest-error" | "unit", [number]) => write!(training, "{}: {number}_f32, ", word.replace('-', "_"))?,
            ("aside" | "most-seeds" | "epochs" | "hidden" | "shift", [number]) => {
                write!(training, "{}: {number}, ", word.replace('-', "_"))?;
            }
            _ => return Err(format!("README.md has no line of this form: {line}").into()),
        }
    }
    Ok(format!(
        "Data {{ levels: &[{levels}], training: Training {{ starts: &{starts:?}, {training}..Training::NONE }}, weights: {hash} }}"
    ))
}

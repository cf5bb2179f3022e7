//! Writes the weights of the evaluation, which are text, as the numbers that the engine reads: 16 bits each, the lower byte
//! first. The program is smaller by half a megabyte than with the text in it.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

/// The words of a phase, which stand before its numbers. A network has four phases.
const PHASE: [&str; 4] = ["seeds", "bias", "output", "rows"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=weights");
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    for file in fs::read_dir("weights")? {
        let file = file?.path();
        let text = fs::read_to_string(&file)?;
        let mut words = Vec::new();
        let mut numbers = Vec::new();
        let lines = text.lines().filter_map(|line| line.split('#').next());
        for word in lines.flat_map(str::split_whitespace) {
            match word.parse::<i16>() {
                Ok(number) => numbers.extend(number.to_le_bytes()),
                Err(_) => words.push(word),
            }
        }
        let network = [&["houses"][..], &PHASE.repeat(4)].concat();
        let networks = words.strip_prefix(&["shift"]).map(|words| words.chunks(network.len()));
        if !networks.is_some_and(|mut networks| networks.all(|words| words == network)) {
            return Err(format!("{} does not have the format that it describes", file.display()).into());
        }
        let name = file.file_stem().ok_or("a file of weights has a name")?;
        fs::write(folder.join(name).with_extension("weights"), numbers)?;
    }
    Ok(())
}

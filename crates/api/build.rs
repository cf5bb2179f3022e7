//! Collects the catalogues of languages.

use std::error::Error;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::{env, fs};

/// The folder of the Fluent catalogues, one file a language, called by its tag.
const CATALOGUES: &str = "../../locales";
/// The tag of the language that texts fall back to, which comes first.
const FALLBACK: &str = "en";

/// Writes the tags and texts of the catalogues as a Rust constant.
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    // The folder: a catalogue added or removed changes no other file.
    println!("cargo:rerun-if-changed={CATALOGUES}");
    let mut tags = Vec::new();
    for entry in fs::read_dir(CATALOGUES)? {
        let path = entry?.path();
        if let (Some("ftl"), Some(tag)) =
            (path.extension().and_then(OsStr::to_str), path.file_stem().and_then(OsStr::to_str))
        {
            tags.push(tag.to_owned());
        }
    }
    tags.sort_by_key(|tag| (tag != FALLBACK, tag.clone()));
    let mut constant =
        String::from("/// The tag and the text of each catalogue.\nconst LOCALES: &[(&str, &str)] = &[\n");
    for tag in tags {
        let file = format!("/{CATALOGUES}/{tag}.ftl");
        constant += &format!("    ({tag:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?}))),\n");
    }
    constant += "];\n";
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    Ok(fs::write(out_dir.join("locales.rs"), constant)?)
}

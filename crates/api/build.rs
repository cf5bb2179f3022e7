//! Collects the catalogues of languages.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder with a folder of Fluent files for each language, called by its tag.
const CATALOGUES: &str = "../../locales";
/// The tag of the language that texts fall back to, which comes first.
const FALLBACK: &str = "en";

/// Writes the tags and texts of the catalogues as a Rust constant. A catalogue is all files of its folder.
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    // The folder: a file added or removed changes no other file.
    println!("cargo:rerun-if-changed={CATALOGUES}");
    let mut folders = entries(Path::new(CATALOGUES))?;
    folders.sort_by_key(|folder| (folder.file_name() != Some(OsStr::new(FALLBACK)), folder.clone()));
    let mut constant =
        String::from("/// The tag and the text of each catalogue.\nconst LOCALES: &[(&str, &str)] = &[\n");
    for folder in folders {
        let tag = folder.file_name().and_then(OsStr::to_str).ok_or("the tag of a language is not UTF-8")?;
        let mut files = entries(&folder)?;
        files.retain(|file| file.extension() == Some(OsStr::new("ftl")));
        files.sort();
        let mut texts = String::new();
        for file in files {
            let file = format!("/{}", file.to_str().ok_or("the name of a file is not UTF-8")?);
            texts += &format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?})), ");
        }
        constant += &format!("    ({tag:?}, concat!({texts})),\n");
    }
    constant += "];\n";
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    Ok(fs::write(out_dir.join("locales.rs"), constant)?)
}

/// The paths of what is in a folder.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

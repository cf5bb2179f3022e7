//! Collects the files of the pages and the documents, and compresses what is served as it is.

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

fn main() -> Result<(), Box<dyn Error>> {
    // The folders too: a file added or removed changes no other file.
    for path in ["build.rs", CODE, FILES, RULES] {
        println!("cargo:rerun-if-changed={path}");
    }
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    pack_module(&out_dir)?;
    collect_files(&out_dir)?;
    collect_documents(&out_dir)?;
    unpack_swagger_ui(&out_dir.join("swagger-ui"))?;
    sign(&out_dir)
}

/// The environment variable that names the module of the rules in WebAssembly, from the folder of the workspace, if the
/// pages are to have it.
const MODULE: &str = "AYLA_RULES_MODULE";

/// Compresses the module of the rules, if there is one.
fn pack_module(out_dir: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed={MODULE}");
    let mut constant = String::from("/// The rules in WebAssembly, compressed.\nconst MODULE: Option<&[u8]> = ");
    if let Some(path) = env::var_os(MODULE).filter(|path| !path.is_empty()) {
        let path = Path::new("../..").join(path);
        println!("cargo:rerun-if-changed={}", path.display());
        let module = File::open(&path).map_err(|error| format!("{MODULE}, {}: {error}", path.display()))?;
        compress(module, &out_dir.join("rules.wasm.gz"))?;
        constant += "Some(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/rules.wasm.gz\")));\n";
    } else {
        constant += "None;\n";
    }
    Ok(fs::write(out_dir.join("module.rs"), constant)?)
}

/// Writes a file with this content, compressed.
fn compress(mut content: impl io::Read, path: &Path) -> io::Result<File> {
    let mut encoder = GzEncoder::new(File::create(path)?, Compression::best());
    io::copy(&mut content, &mut encoder)?;
    encoder.finish()
}

/// The folder of the code that writes the pages.
const CODE: &str = "src";

/// Writes a constant that changes with everything else that the build has written, with the templates, and with the
/// code.
fn sign(out_dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut hasher = DefaultHasher::new();
    for folder in [Path::new(CODE), Path::new(FILES), out_dir] {
        for path in find_files(folder, &["css", "html", "js", "rs", "svg"])? {
            if !path.ends_with("signature.rs") {
                fs::read(path)?.hash(&mut hasher);
            }
        }
    }
    let constant = format!("/// Changes with what the build has put in.\nconst BUILD: u64 = {};\n", hasher.finish());
    Ok(fs::write(out_dir.join("signature.rs"), constant)?)
}

/// Unpacks the files of Swagger UI that are served.
fn unpack_swagger_ui(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    for at in 0..archive.len() {
        let file = archive.by_index(at)?;
        let path = file.enclosed_name().ok_or("an archive has a file that belongs outside of it")?;
        if file.is_file() && path.parent().is_some_and(|parent| parent.ends_with("dist") && parent.iter().count() == 2)
        {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            compress(file, &folder.join(format!("{name}.gz")))?;
        }
    }
    Ok(())
}

/// The folder of the files that the pages load, and of their templates.
const FILES: &str = "files";

/// Writes a Rust constant of the names and texts of the files that the pages load.
fn collect_files(out_dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut constant = String::from("/// The name and the text of each file.\nconst FILES: &[(&str, &str)] = &[\n");
    for path in find_files(Path::new(FILES), &["css", "js", "svg"])? {
        let name = path.strip_prefix(FILES)?.to_str().ok_or("the name of a file is not UTF-8")?;
        // What libraries are made from.
        if name.ends_with(".entry.js") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let text = if name.ends_with(".js") { without_comments(&text) } else { text };
        writeln!(constant, "    ({name:?}, {text:?}),")?;
    }
    constant += "];\n";
    Ok(fs::write(out_dir.join("files.rs"), constant)?)
}

/// The folder of the documents, beside the folder of the crates, and that of the rules in it.
const DOCS: &str = "../../docs";
const RULES: &str = "../../docs/rules";

/// Writes Rust constants of the documents, with the lessons beside them, and of the languages into which the rules are
/// translated.
fn collect_documents(out_dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut constant = String::from("/// The path and the text of each document.\nconst DOCS: &[(&str, &str)] = &[\n");
    let mut paths = find_files(Path::new(RULES), &["md", "json"])?;
    paths.extend(["notation.md", "glossary.md"].map(|name| Path::new(DOCS).join(name)));
    let mut translations = BTreeSet::new();
    for path in paths {
        let name = path.strip_prefix(DOCS)?.to_str().ok_or("the name of a document is not UTF-8")?;
        translations.extend(name.strip_prefix("rules/").and_then(|name| Some(name.split_once('/')?.0.to_owned())));
        println!("cargo:rerun-if-changed={}", path.display());
        writeln!(constant, "    ({name:?}, {:?}),", fs::read_to_string(&path)?)?;
    }
    let translations: Vec<_> = translations.into_iter().collect();
    let tags = "/// The tags of the languages of the translations.\nconst TRANSLATIONS: &[&str]";
    writeln!(constant, "];\n{tags} = &{translations:?};")?;
    Ok(fs::write(out_dir.join("documents.rs"), constant)?)
}

/// Leaves out the comments that have lines of their own, with the types of the code: a quarter of the bytes of the
/// scripts, even compressed. A line that goes on after such a comment keeps the rest.
fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines() {
        let text = line.trim_start();
        in_comment |= text.starts_with("/**");
        let rest = if in_comment { text.split_once("*/").map_or("", |(_, rest)| rest) } else { line };
        in_comment &= !text.contains("*/");
        if !rest.trim().is_empty() && !rest.trim_start().starts_with("//") {
            kept.push_str(rest);
            kept.push('\n');
        }
    }
    kept
}

/// Finds the files with these endings in a folder and its folders, in the order of their paths.
fn find_files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(find_files(&path, endings)?);
        } else if path.extension().and_then(OsStr::to_str).is_some_and(|ending| endings.contains(&ending)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

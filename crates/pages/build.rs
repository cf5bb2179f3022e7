//! Collects the files of the pages, writes what they know of the games, and renders the rules.

#[path = "build/documents.rs"]
mod documents;
#[path = "build/door.rs"]
mod door;
#[path = "build/games.rs"]
mod games;
#[path = "src/markdown.rs"]
mod markdown;
#[path = "src/message.rs"]
mod message;

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
    // The folder of the files too: a file added or removed changes no other file.
    for path in ["build.rs", "build", FILES] {
        println!("cargo:rerun-if-changed={path}");
    }
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let has_module = pack_module(&out_dir)?;
    collect_files(&out_dir, has_module)?;
    fs::write(out_dir.join("door.html"), greeting()?)?;
    let missing = fs::read_to_string(Path::new(FILES).join("missing.html"))?;
    fs::write(out_dir.join("missing.html"), missing.replace("{{empty-board}}", &door::empty_board()?))?;
    unpack_swagger_ui(&out_dir.join("swagger-ui"))?;
    documents::render(&out_dir)?;
    sign(&out_dir)
}

/// The environment variable that names the module of the rules in WebAssembly, from the folder of the workspace, if the
/// pages are to have it.
const MODULE: &str = "AYLA_RULES_MODULE";

/// Compresses the module of the rules, and returns whether there is one.
fn pack_module(out_dir: &Path) -> Result<bool, Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed={MODULE}");
    let named = env::var_os(MODULE).filter(|path| !path.is_empty());
    let mut constant = String::from("/// The rules in WebAssembly, compressed.\nconst MODULE: Option<&[u8]> = ");
    if let Some(path) = &named {
        let path = Path::new("../..").join(path);
        println!("cargo:rerun-if-changed={}", path.display());
        let module = File::open(&path).map_err(|error| format!("{MODULE}, {}: {error}", path.display()))?;
        compress(module, &out_dir.join("rules.wasm.gz"))?;
        constant += "Some(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/rules.wasm.gz\")));\n";
    } else {
        constant += "None;\n";
    }
    fs::write(out_dir.join("module.rs"), constant)?;
    Ok(named.is_some())
}

/// Writes a file with this content, compressed.
fn compress(mut content: impl io::Read, path: &Path) -> io::Result<File> {
    let mut encoder = GzEncoder::new(File::create(path)?, Compression::best());
    io::copy(&mut content, &mut encoder)?;
    encoder.finish()
}

/// Writes a constant that changes with everything else that the build has written, and with the templates.
fn sign(out_dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut hasher = DefaultHasher::new();
    for folder in [Path::new(FILES), out_dir] {
        let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        paths.retain(|path| path.is_file() && !path.ends_with("signature.rs"));
        paths.sort();
        for path in paths {
            fs::read(path)?.hash(&mut hasher);
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

/// Writes Rust constants of the names and texts of the files that the pages load, and of the titles of the games.
fn collect_files(out_dir: &Path, has_module: bool) -> Result<(), Box<dyn Error>> {
    let mut paths = Vec::new();
    find_files(Path::new(FILES), &mut paths)?;
    paths.sort();
    let mut constant = String::from("/// The name and the text of each file.\nconst FILES: &[(&str, &str)] = &[\n");
    for path in paths {
        let name = path.strip_prefix(FILES)?.to_str().ok_or("the name of a file is not UTF-8")?;
        let text = fs::read_to_string(&path)?;
        let text = if name.ends_with(".js") { without_comments(&text) } else { text };
        let text = if name == "lessons.js" { games::with_lessons(&text)? } else { text };
        writeln!(constant, "    ({name:?}, {text:?}),")?;
    }
    fs::write(out_dir.join("games.js"), games::module(has_module))?;
    constant += "    (\"games.js\", include_str!(concat!(env!(\"OUT_DIR\"), \"/games.js\"))),\n];\n";
    writeln!(constant, "/// The titles of the games.\nconst TITLES: &str = {:?};", games::titles())?;
    Ok(fs::write(out_dir.join("files.rs"), constant)?)
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

/// The page that greets with its boards, and with the keys of its texts.
fn greeting() -> Result<String, Box<dyn Error>> {
    let template = fs::read_to_string(Path::new(FILES).join("door.html"))?;
    Ok(template
        .replace("{{first-board}}", door::first_board()?.trim_end())
        .replace("{{games}}", door::games()?.trim_end()))
}

/// Finds the files that the pages load: not templates, types, licences, or what libraries are made from.
fn find_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_loaded = matches!(path.extension().and_then(OsStr::to_str), Some("css" | "js" | "svg"));
        if path.is_dir() {
            find_files(&path, found)?;
        } else if is_loaded && !path.to_string_lossy().ends_with(".entry.js") {
            found.push(path);
        }
    }
    Ok(())
}

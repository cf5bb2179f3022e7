//! Notes the commit, and compiles the protobuf contract: without protoc, and once, for the Rust types and for server
//! reflection alike.

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    note_commit();
    contract::compile()
}

/// The digits of a commit that the version shows.
const SHOWN_DIGITS: usize = 12;

/// Passes the commit to the compiler as `AYLA_COMMIT`, unless the environment already does, and the version with its first
/// digits as `AYLA_VERSION`.
fn note_commit() {
    println!("cargo:rerun-if-env-changed=AYLA_COMMIT");
    let mut commit = env::var("AYLA_COMMIT").ok().filter(|commit| !commit.is_empty());
    // A debug build knows no commit, so that a commit does not compile the service again.
    if commit.is_none() && env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        commit = checked_out();
        commit.iter().for_each(|commit| println!("cargo:rustc-env=AYLA_COMMIT={commit}"));
    }
    let shown = commit.map(|commit| format!(" ({})", commit.chars().take(SHOWN_DIGITS).collect::<String>()));
    println!("cargo:rustc-env=AYLA_VERSION={}{}", env!("CARGO_PKG_VERSION"), shown.unwrap_or_default());
}

/// The commit that is checked out in this folder; none without git, without a commit, or if the folder is only a part of a
/// checkout, such as an unpacked archive inside another repository.
fn checked_out() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim_end().to_owned())
    };
    git(&["rev-parse", "--show-prefix"]).filter(String::is_empty)?;
    // The log of HEAD changes with each commit and checkout. Cargo would build again each time if a file were missing.
    for file in ["HEAD", "logs/HEAD"].iter().filter_map(|file| git(&["rev-parse", "--git-path", file])) {
        if Path::new(&file).exists() {
            println!("cargo:rerun-if-changed={file}");
        }
    }
    git(&["rev-parse", "HEAD"])
}

mod contract {
    use std::error::Error;
    use std::path::{Path, PathBuf};
    use std::{env, fs, io};

    use super::options;

    /// The root of the imports; `buf.yaml` lies beside.
    const ROOT: &str = "proto";
    /// The package's folder. Each of its files is compiled, also one that no other imports.
    const PACKAGE: &str = "proto/mancala/v1";

    /// Compiles the contract.
    pub(super) fn compile() -> Result<(), Box<dyn Error>> {
        let files = proto_files(Path::new(PACKAGE))?;
        // The folder too: a file added or removed changes no other file.
        println!("cargo:rerun-if-changed={PACKAGE}");
        for file in &files {
            println!("cargo:rerun-if-changed={}", file.display());
        }

        let mut compiler = protox::Compiler::new([ROOT])?;
        compiler
            .include_imports(true)
            // The comments, which become the documentation of the Rust types and of reflection.
            .include_source_info(true)
            .open_files(&files)?;

        let out_dir = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
        fs::write(out_dir.join("mancala_descriptor.bin"), compiler.encode_file_descriptor_set())?;
        fs::write(out_dir.join("options.rs"), options::table(&compiler.descriptor_pool())?)?;
        tonic_prost_build::configure().compile_fds(compiler.file_descriptor_set())?;
        Ok(())
    }

    /// The proto files of a folder, sorted, so that the same sources give the same descriptor set on every machine.
    fn proto_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "proto") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

/// The table of the options of all games, for the macro `options!` of `src/grpc/options.rs`.
mod options {
    use std::error::Error;

    use protox::prost_reflect::{
        DescriptorPool, EnumDescriptor, EnumValueDescriptor, FieldDescriptor, Kind, MessageDescriptor,
    };

    /// A row for each game that the message `Options` has a field for.
    pub(super) fn table(pool: &DescriptorPool) -> Result<String, Box<dyn Error>> {
        let options = pool.get_message_by_name("mancala.v1.Options").ok_or("the contract has no message Options")?;
        let games: Result<Vec<_>, _> = options.fields().map(|field| game(&field)).collect();
        Ok(format!("options! {{\n{}}}\n", games?.concat()))
    }

    fn game(field: &FieldDescriptor) -> Result<String, String> {
        let Kind::Message(message) = field.kind() else { return Err(format!("{} is no message", field.full_name())) };
        Ok(format!("{} {} {{\n{}}}\n", upper_camel(field.name()), message.name(), fields(&message)?))
    }

    /// The name of each option and its field, in alphabetical order. That of a word has the words by their numbers.
    fn fields(message: &MessageDescriptor) -> Result<String, String> {
        let field = |field: FieldDescriptor| {
            let words = match field.kind() {
                Kind::Enum(of) => format!(": [{}]", words(&of)?),
                _ => String::new(),
            };
            Ok(format!("    {:?} {}{words},\n", spelled(field.name()), field.name()))
        };
        let mut rows = message.fields().map(field).collect::<Result<Vec<_>, String>>()?;
        rows.sort_unstable();
        Ok(rows.concat())
    }

    fn words(of: &EnumDescriptor) -> Result<String, String> {
        let prefix = upper_snake(of.name()) + "_";
        let given = of.values().filter(|value| value.number() != 0);
        let word = |value: EnumValueDescriptor| {
            let word = value.name().strip_prefix(&prefix).ok_or(format!("{} lacks {prefix}", value.full_name()))?;
            Ok(format!("({}, {:?})", value.number(), spelled(word)))
        };
        Ok(given.map(word).collect::<Result<Vec<_>, String>>()?.join(", "))
    }

    /// A name of the contract as the rules spell it.
    fn spelled(name: &str) -> String {
        name.replace('_', "-").to_lowercase()
    }

    fn upper_camel(name: &str) -> String {
        name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
    }

    fn upper_snake(name: &str) -> String {
        let gap = |at, letter: char| if at > 0 && letter.is_uppercase() { "_" } else { "" };
        let letters = name.chars().enumerate().map(|(at, letter)| format!("{}{letter}", gap(at, letter)));
        letters.collect::<String>().to_uppercase()
    }
}

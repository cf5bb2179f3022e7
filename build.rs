//! Notes the commit, and compiles the protobuf contract: without protoc, and once, for the Rust types and for server
//! reflection alike.

#[path = "build/mapping.rs"]
mod mapping;
#[path = "build/options.rs"]
mod options;

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    note_commit();
    contract::compile()
}

/// The digits of a commit that the version shows.
const SHOWN_DIGITS: usize = 12;

/// Passes the commit to the compiler as `AYLA_COMMIT`, unless the environment already does, and the version with its
/// first digits as `AYLA_VERSION`.
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

/// The commit that is checked out in this folder; none without git, without a commit, or if the folder is only a part
/// of a checkout, such as an unpacked archive inside another repository.
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

    use super::{mapping, options};

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
        let contract = compiler.descriptor_pool();
        fs::write(out_dir.join("options.rs"), options::table(&contract)?)?;
        fs::write(out_dir.join("mapping.rs"), mapping::mapping(&contract)?)?;
        fs::write(out_dir.join("rpcs.rs"), mapping::rpcs(&contract)?)?;
        tonic_prost_build::configure()
            .extern_path(".mancala.v1.PackedBatchRequest", "crate::proto::PackedBatchRequest")
            .compile_fds(compiler.file_descriptor_set())?;
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

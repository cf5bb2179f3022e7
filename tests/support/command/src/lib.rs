//! The `ayla` binary as a user runs it, and how commands end.
#![allow(missing_docs, reason = "only tests use this package, and most of its names say all there is to say")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The path of the `ayla` binary: that of the variable `SERVER_BINARY`, or else the one that cargo builds beside the tests
/// of the root package.
pub fn ayla() -> PathBuf {
    if let Some(binary) = std::env::var_os("SERVER_BINARY") {
        return binary.into();
    }
    let binary = built("ayla").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(binary.exists(), "{} is missing: build it with `cargo build`", binary.display());
    binary
}

/// A path in the folder of the profile that this test was built with.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    test.ancestors().nth(2).expect("tests are in target/PROFILE/deps").join(name)
}

/// An empty folder of a test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = built("../tmp").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.canonicalize().expect("a folder")
}

/// The text of a path.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The `ayla` command with these arguments, and no settings but those of the test. A server that it starts listens on free ports.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = configured(Command::new(ayla()));
    command.args(arguments);
    command
}

/// A command with no settings but those of the test, and free ports for a server that it starts.
pub fn configured(mut command: Command) -> Command {
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("AYLA_")) {
        command.env_remove(name);
    }
    command.envs([("AYLA_LISTEN", "127.0.0.1:0"), ("AYLA_ADMIN_LISTEN", "127.0.0.1:0")]);
    command
}

/// The end of a command, and what it printed.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// The standard output of a command that succeeded.
    pub fn answer(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// The standard output of a command that succeeded and printed nothing else.
    pub fn only_answer(self) -> String {
        assert_eq!(self.stderr, "");
        self.answer()
    }

    /// The JSON, in one line, of a command that succeeded and printed nothing else.
    pub fn json(self) -> Value {
        line(&self.only_answer())
    }

    /// The standard error of a command that printed no answer and failed with this exit code.
    pub fn refusal(self, code: i32) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        self.stderr
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        Self { code: output.status.code(), stdout, stderr }
    }
}

/// The JSON of a single line.
fn line(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Checks that a command fails with this exit code, and that its error with `--json` is a problem document of this status and
/// reason.
pub fn assert_problem(run: impl Fn(&[&str]) -> Ended, arguments: &[&str], code: i32, status: u16, reason: &str) {
    let problem = line(&run(&[arguments, &["--json"]].concat()).refusal(code));
    assert_eq!((&problem["status"], &problem["reason"]), (&status.into(), &reason.into()), "{problem}");
    // The detail is the message for people.
    let detail = problem["detail"].as_str().expect("a text");
    let said = run(arguments).refusal(code);
    assert!(code == 64 || said == format!("ayla: {detail}\n"), "{said}{detail}");
}

/// Runs the command with these arguments to its end.
pub fn run(arguments: &[&str]) -> Ended {
    run_with(arguments, &[])
}

/// Runs the command with these arguments and environment variables to its end.
pub fn run_with(arguments: &[&str], settings: &[(&str, &str)]) -> Ended {
    command(arguments).envs(settings.iter().copied()).output().expect("it runs").into()
}

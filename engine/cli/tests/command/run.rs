//! One run of the command.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("the command ends by itself"),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

impl Run {
    /// Checks that the input was refused with a message that contains all of `parts`.
    #[track_caller]
    pub(crate) fn refused(&self, parts: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{self:?}");
        assert!(self.err.starts_with("pathlength: ") && !self.err.contains("panicked"), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "{:?} does not say {part:?}", self.err);
        }
    }

    /// Checks that the input was refused, possibly after some output, with a message that contains all of `parts`.
    #[track_caller]
    pub(crate) fn refused_after_rows(self, parts: &[&str]) {
        Self { out: String::new(), ..self }.refused(parts);
    }

    /// Returns the output of a run that must have succeeded.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }
}

pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathlength"));
    // The width of reports does not depend on the shell that runs the tests.
    command.current_dir(repository()).env_remove("COLUMNS");
    command
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    command().args(arguments).stdin(Stdio::null()).output().expect("the command starts").into()
}

/// Runs the command with `COLUMNS`, the width at which reports are wrapped.
pub(crate) fn run_in_columns(columns: &str, arguments: &[&str]) -> Run {
    let mut command = command();
    command.env("COLUMNS", columns).args(arguments).stdin(Stdio::null());
    command.output().expect("the command starts").into()
}

/// Runs the command with `input` on standard input.
pub(crate) fn feed(arguments: &[&str], input: &[u8]) -> Run {
    feed_bytes(arguments, input).into()
}

/// Runs the command with `input` on standard input, for an output that need not be text.
pub(crate) fn feed_bytes(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that does not read its input may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the command ends")
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

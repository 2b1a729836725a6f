//! A console that accepts zFS commands and prints their output as far as this output is known.
//!
//! Commands operate on complete aggregates of this model, which exist as long as the console. The output of zFS is only
//! partly known: a message with an id is printed only if that message appears in a document ([`Kind::Message`]). All
//! other answers are sentences without an id. `words.rs` splits a line. `zfsadm.rs`, `utility.rs`, and `unix.rs`
//! contain the commands of z/OS, `local_commands.rs` contains those specific to this console, and `initial_state.rs`
//! contains the initial aggregates.

mod initial_state;
mod local_commands;
#[cfg(test)]
mod tests;
mod unix;
mod utility;
mod words;
mod zfsadm;

use super::error::FileSystemError;
use super::file_system::FileSystem;
use super::mount::{Parameters, Sysplex};
use words::Words;

/// Maximum length of a line, in characters.
const MAX_LINE_CHARS: usize = 1000;

/// Maximum number of data sets.
const MAX_DATA_SETS: usize = 24;

/// Kind of an answer line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A zFS message with its id, as seen in a document.
    Message,
    /// A line of a zFS or shell report, in a layout seen in a document.
    Report,
    /// The result of a command, in this console's own words.
    Done,
    /// Reason why a command failed, and the remedy, in this console's own words.
    Refused,
    /// A remark on the result.
    Remark,
}

impl Kind {
    /// Returns the name of the kind.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Report => "report",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Remark => "remark",
        }
    }
}

/// A line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Kind of the line.
    pub kind: Kind,
    /// Text of the line.
    pub text: String,
}

/// The lines of the answer to a command.
#[derive(Debug, Default)]
struct Answer(Vec<Line>);

impl Answer {
    fn add(&mut self, kind: Kind, text: impl Into<String>) {
        self.0.push(Line { kind, text: text.into() });
    }

    fn message(&mut self, text: impl Into<String>) {
        self.add(Kind::Message, text);
    }

    fn report(&mut self, text: impl Into<String>) {
        self.add(Kind::Report, text);
    }

    fn done(&mut self, text: impl Into<String>) {
        self.add(Kind::Done, text);
    }

    fn remark(&mut self, text: impl Into<String>) {
        self.add(Kind::Remark, text);
    }
}

/// Reason why a command failed, as a sentence.
#[derive(Debug)]
struct CommandError(String);

impl From<FileSystemError> for CommandError {
    fn from(error: FileSystemError) -> Self {
        let text = error.to_string();
        let mut letters = text.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        Self(format!("{first}{}.", letters.as_str()))
    }
}

fn refuse<T>(text: impl Into<String>) -> Result<T, CommandError> {
    Err(CommandError(text.into()))
}

/// A data set and its file system.
#[derive(Debug)]
struct DataSet {
    /// Name of the data set.
    name: String,
    /// Size of the data set and size of its growth steps, in blocks.
    size: (u32, u32),
    /// File system, if the data set is formatted.
    fs: Option<FileSystem>,
    /// The path at which the file system is mounted; `None` if it is not mounted.
    mount_point: Option<String>,
}

/// The console.
#[derive(Debug)]
pub struct Console {
    data_sets: Vec<DataSet>,
    parameters: Parameters,
    sysplex: Sysplex,
}

impl Default for Console {
    fn default() -> Self {
        Self { data_sets: initial_state::data_sets(), parameters: Parameters::default(), sysplex: Sysplex::default() }
    }
}

impl Console {
    /// Creates a console with a few aggregates, some of them mounted.
    pub fn new() -> Self {
        Self::default()
    }

    /// Executes the command in a line and returns the answer, which is empty if the line contains no command.
    pub fn answer(&mut self, line: &str) -> Vec<Line> {
        let mut answer = Answer::default();
        if let Err(CommandError(text)) = self.execute(line, &mut answer) {
            answer.add(Kind::Refused, text);
        }
        answer.0
    }

    fn execute(&mut self, line: &str, answer: &mut Answer) -> Result<(), CommandError> {
        if line.chars().nth(MAX_LINE_CHARS).is_some() {
            return refuse(format!("A command has at most {MAX_LINE_CHARS} characters; enter one command at a time."));
        }
        let words = Words::parse(line)?;
        if words.long_dash {
            answer.remark("A long dash was read as a hyphen: slides and word processors replace hyphens with dashes.");
        }
        let Some((command, rest)) = words.all.split_first() else { return Ok(()) };
        match &command.to_ascii_lowercase()[..] {
            "help" => Self::help(answer),
            "aggregates" => self.aggregates(answer),
            "check" => self.check(answer),
            "begin" => {
                *self = Self::default();
                answer.done("The console is back in its initial state.");
            }
            other => return self.run_command(other, rest, answer),
        }
        Ok(())
    }

    /// Executes a command that may fail; `command` is its name in lower case.
    fn run_command(&mut self, command: &str, rest: &[String], answer: &mut Answer) -> Result<(), CommandError> {
        match command {
            "zfsadm" => self.zfsadm(rest, answer),
            "ioefsutl" | "ioeagfmt" => self.utility(command, rest, answer),
            "i0efsutl" => refuse(
                "The program's name is IOEFSUTL, with the letter O. This line has a zero, as in a damaged copy of the \
                 slides; use the corrected JCL of this lab.",
            ),
            "mount" => self.mount(rest, answer),
            "unmount" | "umount" => self.unmount(rest, answer),
            "ls" => self.list(rest, answer),
            "mkdir" => self.make_directory(rest, answer),
            "f" | "modify" => refuse(
                "Only a running system answers operator commands. Paste your system's output into this lab's \
                 planner.",
            ),
            "fill" => self.fill(rest, answer),
            "empty" => self.empty(rest, answer),
            "sysplex" => self.set_oldest_release(rest, answer),
            "crash" => self.crash(answer),
            other => refuse(format!("Unknown command {other:?}. Enter help for a list of commands.")),
        }
    }

    /// Returns the data set with this name.
    fn data_set(&mut self, name: &str) -> Result<&mut DataSet, CommandError> {
        let name = normalize_name(name)?;
        match self.data_sets.iter_mut().find(|data_set| data_set.name == name) {
            Some(data_set) => Ok(data_set),
            None => refuse(format!(
                "There is no data set {name}. Define it with zfsadm define, or enter aggregates for a list of data \
                 sets."
            )),
        }
    }

    /// Returns the file system of the data set with this name.
    fn aggregate(&mut self, name: &str) -> Result<&mut FileSystem, CommandError> {
        let data_set = self.data_set(name)?;
        let name = &data_set.name;
        match &mut data_set.fs {
            Some(fs) => Ok(fs),
            None => refuse(format!(
                "{name} is defined but not formatted. Format it first: zfsadm format -aggregate {name} -version5"
            )),
        }
    }

    /// Returns the data set of the mounted file system that contains a path, and the path within that file system.
    fn mounted<'a>(&mut self, path: &'a str) -> Result<(&mut DataSet, &'a str), CommandError> {
        if !path.starts_with('/') {
            return refuse(format!("A path begins with a slash, but {path:?} does not."));
        }
        if path.split('/').any(|name| name == "." || name == "..") {
            return refuse("Give the path without . and .. in it.");
        }
        let inside = |at: &str| path.strip_prefix(at).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let found = self.data_sets.iter_mut().filter_map(|data_set| {
            let rest = inside(data_set.mount_point.as_deref()?)?;
            Some((data_set, rest))
        });
        match found.min_by_key(|(_, rest)| rest.len()) {
            Some((data_set, "")) => Ok((data_set, "/")),
            Some(found) => Ok(found),
            None => refuse(format!(
                "No file system is mounted at or above {path}. Enter aggregates for a list of mounted file systems."
            )),
        }
    }
}

impl DataSet {
    /// Returns the data set's file system.
    fn fs(&mut self) -> Result<&mut FileSystem, CommandError> {
        self.fs.as_mut().ok_or_else(|| FileSystemError::NotMounted.into())
    }
}

/// Checks the syntax of a data set name and returns the name in upper case.
fn normalize_name(name: &str) -> Result<String, CommandError> {
    let name = name.to_ascii_uppercase();
    let fits = |part: &str| {
        let first = part.chars().next().is_some_and(|first| first.is_ascii_alphabetic() || "@#$".contains(first));
        first && part.len() <= 8 && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "@#$-".contains(letter))
    };
    if name.len() > 44 || !name.split('.').all(fits) {
        return refuse(format!(
            "{name:?} is not a valid data set name: give parts of 1 to 8 letters and digits that begin with a \
                 letter, with dots between them, and at most 44 characters."
        ));
    }
    Ok(name)
}

//! A console that takes the commands of zFS and answers as far as their answers are known.
//!
//! Commands work on real aggregates of this model; those of a console are gone with it. What zFS prints is only partly
//! known: a message with an id stands here only if that very message was seen in a document ([`Kind::Message`]). All
//! else is said in sentences without an id. `words.rs` takes a line apart, `zfsadm.rs`, `utility.rs` and `unix.rs` have
//! the commands, `own.rs` those that only this console has, `scene.rs` what is there at the beginning.

mod own;
mod scene;
#[cfg(test)]
mod tests;
mod unix;
mod utility;
mod words;
mod zfsadm;

use super::file_system::FileSystem;
use super::mount::{Parameters, Sysplex};
use super::refusal::Refusal;
use words::Words;

/// The longest line that is taken, in characters.
const LONGEST_LINE: usize = 1000;

/// The most aggregates that there may be.
const MOST_AGGREGATES: usize = 24;

/// What a line of an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message of zFS, with its id, as it was seen.
    Message,
    /// A line of a report that zFS or the shell prints, in a layout that was seen.
    Report,
    /// What happened, in this console's own words.
    Done,
    /// Why nothing happened and what to do, in this console's own words.
    Refused,
    /// A remark on what happened.
    Remark,
}

impl Kind {
    /// What it is in a word.
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
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: String,
}

/// The lines that answer a command.
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

/// Why a command was refused, as a sentence.
#[derive(Debug)]
struct Refused(String);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let text = refusal.to_string();
        let mut letters = text.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        Self(format!("{first}{}.", letters.as_str()))
    }
}

fn refuse<T>(text: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(text.into()))
}

/// A data set, and what is in it.
#[derive(Debug)]
struct Held {
    /// Its name.
    name: String,
    /// Its size, and by how much it may grow, in blocks.
    size: (u32, u32),
    /// What it was formatted with, if it was.
    fs: Option<FileSystem>,
    /// Where it is mounted.
    at: Option<String>,
}

/// The console.
#[derive(Debug)]
pub struct Console {
    held: Vec<Held>,
    parameters: Parameters,
    sysplex: Sysplex,
}

impl Default for Console {
    fn default() -> Self {
        Self { held: scene::held(), parameters: Parameters::default(), sysplex: Sysplex::default() }
    }
}

impl Console {
    /// A console with a few aggregates, some of them mounted.
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a line. A line without a command has no answer.
    pub fn answer(&mut self, line: &str) -> Vec<Line> {
        let mut answer = Answer::default();
        if let Err(Refused(text)) = self.obey(line, &mut answer) {
            answer.add(Kind::Refused, text);
        }
        answer.0
    }

    fn obey(&mut self, line: &str, answer: &mut Answer) -> Result<(), Refused> {
        if line.chars().nth(LONGEST_LINE).is_some() {
            return refuse(format!("A command has {LONGEST_LINE} characters at most; enter one command at a time."));
        }
        let words = Words::of(line)?;
        if words.long_dash {
            answer.remark("A long dash was read as a hyphen: slides and word processors put it there.");
        }
        let Some((command, rest)) = words.all.split_first() else { return Ok(()) };
        match &command.to_ascii_lowercase()[..] {
            "help" => Self::help(answer),
            "aggregates" => self.aggregates(answer),
            "check" => self.check(answer),
            "begin" => {
                *self = Self::default();
                answer.done("Everything is as it was at the beginning.");
            }
            other => return self.act(other, rest, answer),
        }
        Ok(())
    }

    /// Answers a command that may be refused, by its name in small letters.
    fn act(&mut self, command: &str, rest: &[String], answer: &mut Answer) -> Result<(), Refused> {
        match command {
            "zfsadm" => self.zfsadm(rest, answer),
            "ioefsutl" | "ioeagfmt" => self.utility(command, rest, answer),
            "i0efsutl" => refuse(
                "The program's name is IOEFSUTL, with the letter O. A zero stands there, as in a copy of the slides \
                 that was damaged; use the JCL of this lab, which is repaired.",
            ),
            "mount" => self.mount(rest, answer),
            "unmount" | "umount" => self.unmount(rest, answer),
            "ls" => self.list(rest, answer),
            "mkdir" => self.make_directory(rest, answer),
            "f" | "modify" => refuse(
                "Reports of operator commands come from a running system. Paste what yours printed into the planner \
                 of this lab.",
            ),
            "fill" => self.fill(rest, answer),
            "empty" => self.empty(rest, answer),
            "sysplex" => self.members(rest, answer),
            "crash" => self.crash(answer),
            other => refuse(format!("There is no command {other:?} here. Enter help to see those that there are.")),
        }
    }

    /// The data set of this name.
    fn held(&mut self, name: &str) -> Result<&mut Held, Refused> {
        let name = data_set(name)?;
        match self.held.iter_mut().find(|held| held.name == name) {
            Some(held) => Ok(held),
            None => refuse(format!(
                "There is no data set {name}. Enter aggregates to see those that there are, or define it with zfsadm \
                 define."
            )),
        }
    }

    /// The aggregate of this name.
    fn aggregate(&mut self, name: &str) -> Result<&mut FileSystem, Refused> {
        let held = self.held(name)?;
        let name = &held.name;
        match &mut held.fs {
            Some(fs) => Ok(fs),
            None => refuse(format!(
                "{name} is defined and not formatted. Format it first: zfsadm format -aggregate {name} -version5"
            )),
        }
    }

    /// The mounted file system that has a path, and the path in it.
    fn mounted<'a>(&mut self, path: &'a str) -> Result<(&mut Held, &'a str), Refused> {
        if !path.starts_with('/') {
            return refuse(format!("A path begins with a slash, and {path:?} does not."));
        }
        if path.split('/').any(|name| name == "." || name == "..") {
            return refuse("Give the path without . and .. in it.");
        }
        let inside = |at: &str| path.strip_prefix(at).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let found = self.held.iter_mut().filter_map(|held| {
            let rest = inside(held.at.as_deref()?)?;
            Some((held, rest))
        });
        match found.min_by_key(|(_, rest)| rest.len()) {
            Some((held, "")) => Ok((held, "/")),
            Some(found) => Ok(found),
            None => refuse(format!(
                "No file system is mounted where {path} would be. Enter aggregates to see what is mounted where."
            )),
        }
    }
}

impl Held {
    /// The file system of what is mounted.
    fn fs(&mut self) -> Result<&mut FileSystem, Refused> {
        self.fs.as_mut().ok_or_else(|| Refusal::NotMounted.into())
    }
}

/// A data set's name as it is kept.
fn data_set(name: &str) -> Result<String, Refused> {
    let name = name.to_ascii_uppercase();
    let fits = |part: &str| {
        let first = part.chars().next().is_some_and(|first| first.is_ascii_alphabetic() || "@#$".contains(first));
        first && part.len() <= 8 && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "@#$-".contains(letter))
    };
    if name.len() > 44 || !name.split('.').all(fits) {
        return refuse(format!(
            "{name:?} is no name of a data set: it has parts of 1 to 8 letters and digits with dots between them, and \
             44 characters at most."
        ));
    }
    Ok(name)
}

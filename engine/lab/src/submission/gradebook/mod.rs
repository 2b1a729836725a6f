//! The gradebook of a class. The command line and the teachers' page write it with the same code, so that the same
//! files produce the same bytes.

mod course;
mod csv;
mod detail;
mod encrypted;
mod json;
mod lms;
mod roster;
mod statistics;
mod time;
mod words;

pub use course::CourseTable;
pub use roster::{Roster, RosterEntry};
pub use statistics::{QuestionStatistics, WrongAnswer};

use super::envelope::is_key_file;
use super::{
    Assignment, Envelope, Flag, OpenedLab, ParsedSubmission, Replay, SetAssignment, compare, json_of, replay,
    replay_for,
};
use std::collections::BTreeMap;

/// Maximum size of a submission: hours of work produce a few hundred kilobytes.
pub const MAX_SUBMISSION_BYTES: usize = 16 << 20;

/// A file with its grade.
#[derive(Debug)]
pub struct GradedFile {
    /// Path, as the teacher gave it.
    pub file: String,
    /// The submission, if the file can be read.
    pub submission: Option<ParsedSubmission>,
    /// The encrypted submission, until it is decrypted.
    pub envelope: Option<Envelope>,
    /// The grade; empty before [`Gradebook::grade`].
    pub replay: Replay,
}

/// A file that is not a submission.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SkippedFile {
    /// Path, as the teacher gave it.
    pub file: String,
    /// A description of the file.
    pub reason: String,
}

/// The files of a class and their grades.
#[derive(Debug, Default)]
pub struct Gradebook {
    /// The submissions, and files that should be submissions.
    pub files: Vec<GradedFile>,
    /// Files that are not submissions.
    pub skipped: Vec<SkippedFile>,
    /// The assignment against which all files are graded; without it, each file is graded against its own.
    pub set: Option<SetAssignment>,
    /// The students who should submit.
    pub roster: Option<Roster>,
}

impl Gradebook {
    /// Adds a file. Its name need not end in `.json`: mail programs and learning platforms rename submissions.
    pub fn add(&mut self, file: String, bytes: &[u8]) {
        match not_a_submission(&file, bytes) {
            Some(reason) => self.skip(file, reason.to_owned()),
            None if bytes.len() > MAX_SUBMISSION_BYTES => {
                let limit = MAX_SUBMISSION_BYTES >> 20;
                self.add_unreadable(file, format!("the file is larger than {limit} MiB"));
            }
            None => match json_of(without_mark(bytes)) {
                Ok(value) if is_key_file(&value) => self.skip(file, KEY_FILE.to_owned()),
                Ok(value) if Envelope::is_one(&value) => match Envelope::read(&value) {
                    Ok(envelope) => self.add_envelope(file, envelope),
                    Err(reason) => self.add_unreadable(file, reason),
                },
                Ok(value) => self.add_read(file, ParsedSubmission::from_value(value)),
                Err(reason) => self.add_unreadable(file, reason),
            },
        }
    }

    fn add_read(&mut self, file: String, read: Result<ParsedSubmission, String>) {
        match read {
            Ok(submission) => self.files.push(GradedFile {
                file,
                submission: Some(submission),
                envelope: None,
                replay: Replay::default(),
            }),
            Err(reason) => self.add_unreadable(file, reason),
        }
    }

    /// Adds a file that should be a submission but cannot be read.
    pub fn add_unreadable(&mut self, file: String, reason: String) {
        self.files.push(GradedFile { file, submission: None, envelope: None, replay: unreadable(reason) });
    }

    /// Adds a file that is not a submission.
    pub fn skip(&mut self, file: String, reason: String) {
        self.skipped.push(SkippedFile { file, reason });
    }

    /// Sorts the files by path, folder by folder, as the command line does.
    pub fn sort(&mut self) {
        self.files.sort_by(|one, other| one.file.split('/').cmp(other.file.split('/')));
        self.skipped.sort_by(|one, other| one.file.split('/').cmp(other.file.split('/')));
    }

    /// Returns the short names of the assignments in the files, each with its number of files, the most frequent one
    /// first.
    pub fn assignments(&self) -> Vec<(String, usize)> {
        let mut counts = BTreeMap::<String, usize>::new();
        for submission in self.files.iter().filter_map(|file| file.submission.as_ref()) {
            *counts.entry(submission.assignment_id()).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, files)| std::cmp::Reverse(*files));
        counts
    }

    /// Returns the reason why the files cannot be graded against their own assignments; `None` if they can.
    pub fn undecided(&self) -> Option<String> {
        let counts = self.assignments();
        if self.set.is_some() || counts.len() < 2 {
            return None;
        }
        let listed: Vec<_> = counts.iter().map(|(id, files)| format!("{files} × {id}")).collect();
        Some(format!("the files belong to {} assignments ({})", counts.len(), listed.join(", ")))
    }

    /// Returns the assignment against which file `at` is graded: the one set for all files or, without such an
    /// assignment, the file's own. `None` if neither exists, because the file cannot be read.
    fn rules(&self, at: usize) -> Option<&Assignment> {
        let own = || self.files[at].submission.as_ref().map(|submission| &submission.submission.assignment);
        self.set.as_ref().map(|set| &set.assignment).or_else(own)
    }

    /// Returns the ids of the labs that grading needs.
    pub fn labs(&self) -> Vec<String> {
        let labs = (0..self.files.len()).filter_map(|at| self.rules(at)).map(|rules| rules.lab.clone());
        let labs: std::collections::BTreeSet<_> = labs.collect();
        labs.into_iter().collect()
    }

    /// Grades file `at`.
    ///
    /// # Panics
    /// Panics if there is no file `at`.
    pub fn grade(&mut self, at: usize, labs: &mut BTreeMap<String, OpenedLab>) {
        let file = &mut self.files[at];
        let Some(submission) = &file.submission else { return };
        file.replay = match &self.set {
            Some(set) => replay_for(submission, set, labs.get_mut(&set.assignment.lab)),
            None => replay(submission, labs.get_mut(&submission.submission.assignment.lab)),
        };
        if self.is_early(at) {
            self.files[at].replay.flags.push(Flag::Early);
        }
    }

    /// Looks for copies among the graded files.
    pub fn compare(&mut self) {
        let class: Vec<_> =
            self.files.iter().filter_map(|file| Some((file.file.as_str(), file.submission.as_ref()?))).collect();
        let common = compare(&class);
        let changed: BTreeMap<String, bool> =
            self.files.iter().map(|file| (file.file.clone(), is_changed(&file.replay.flags))).collect();
        let readable = self.files.iter_mut().filter(|file| file.submission.is_some());
        for (file, flags) in readable.zip(common) {
            let own = is_changed(&file.replay.flags);
            file.replay.flags.extend(flags.into_iter().map(|flag| match flag {
                Flag::SameLog(other) | Flag::SameTimes(other) if !own && changed.get(&other) == Some(&true) => {
                    Flag::CopiedBy(other)
                }
                flag => flag,
            }));
        }
    }

    /// Returns the number of files that the teacher should look at.
    pub fn to_review(&self) -> usize {
        self.files.iter().filter(|file| file.replay.flags.iter().any(Flag::is_for_review)).count()
    }

    /// Returns the questions that count. All files are graded against one assignment, so the first file with questions
    /// lists all of them.
    fn columns(&self) -> Vec<&str> {
        let first = self.files.iter().map(|file| &file.replay.questions).find(|questions| !questions.is_empty());
        first.into_iter().flatten().map(|grade| grade.id.as_str()).collect()
    }

    /// Returns the students on the roster who have no file.
    pub fn missing(&self) -> Vec<&RosterEntry> {
        let Some(roster) = &self.roster else { return Vec::new() };
        let found: Vec<_> = self.files.iter().filter_map(|file| roster.position(&file.student()?.id)).collect();
        roster.entries.iter().enumerate().filter(|(at, _)| !found.contains(at)).map(|(_, entry)| entry).collect()
    }

    /// Returns whether file `at` was submitted after the due time, by the student's clock; `None` without a due time or
    /// a valid submission time.
    pub fn is_late(&self, at: usize) -> Option<bool> {
        let due = time::seconds(self.rules(at)?.due.as_deref()?)?;
        Some(time::seconds(&self.files[at].submission.as_ref()?.submission.ended)? > due)
    }

    /// Returns whether file `at` was started before the opening time, by the student's clock.
    fn is_early(&self, at: usize) -> bool {
        let opens = self.rules(at).and_then(|rules| time::seconds(rules.opens.as_deref()?));
        let started = || time::seconds(&self.files[at].submission.as_ref()?.submission.started);
        opens.is_some_and(|opens| started().is_some_and(|started| started < opens))
    }

    /// Returns a title for the assignment.
    fn title(&self) -> String {
        let rules = (0..self.files.len()).find_map(|at| self.rules(at));
        let title = rules.map(|rules| rules.title.clone().unwrap_or_else(|| rules.lab.clone()));
        title.unwrap_or_else(|| "Pathlength".to_owned())
    }
}

impl GradedFile {
    /// Returns the student, if the file can be read.
    pub fn student(&self) -> Option<&super::Student> {
        self.submission.as_ref().map(|submission| &submission.submission.student)
    }

    /// Returns the number of answers to all questions.
    pub fn attempts(&self) -> u32 {
        self.replay.questions.iter().map(|grade| grade.attempts).sum()
    }
}

/// Returns the grade of a file that cannot be read.
fn unreadable(reason: String) -> Replay {
    Replay { flags: vec![Flag::Unreadable(reason)], ..Replay::default() }
}

/// A key opens the files of a class, so the key is never taken from among these files: a student could have submitted
/// it.
const KEY_FILE: &str = "a key file, not a submission: choose it as the key, or give it with --key";

/// Returns whether the flags show a changed file or another student's numbers.
fn is_changed(flags: &[Flag]) -> bool {
    flags.iter().any(|flag| matches!(flag, Flag::Chain(_) | Flag::Seed | Flag::Claimed))
}

/// The byte order mark, which some programs write at the start of a text file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// Returns the kind of a file that is not a submission; `None` if the file should be one.
fn not_a_submission(file: &str, bytes: &[u8]) -> Option<&'static str> {
    if file.len() >= 5 && file.as_bytes()[file.len() - 5..].eq_ignore_ascii_case(b".json") {
        return None;
    }
    let text = without_mark(bytes);
    match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => None,
        None => Some("an empty file"),
        _ if bytes.starts_with(b"PK\x03\x04") => Some("a zip archive: unpack it"),
        _ if bytes.starts_with(b"%PDF") => Some("a PDF, not a submission"),
        Some(b'<') => Some("a web page, not a submission"),
        _ => Some("not a submission"),
    }
}

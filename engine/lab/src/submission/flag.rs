//! What a teacher should look at.

use super::Broken;
use std::fmt;

/// Something about a submission that a teacher should look at. Its text is a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flag {
    /// It is not as it was sealed.
    Chain(Broken),
    /// Its seed is not the one that assignment and student make.
    Seed,
    /// It was done for another assignment than the one it is scored by.
    OtherAssignment {
        /// The short name of the one in the file.
        found: String,
        /// The short name of the one it is scored by.
        wanted: String,
    },
    /// The lab is not among those that are given.
    UnknownLab(String),
    /// The lab was compiled from something else.
    OtherLab,
    /// Another version of the engine made it.
    OtherEngine(String),
    /// The assignment asks a question, or an answer is to one, that the lab does not have.
    UnknownQuestion(String),
    /// A question cannot be judged: the lab is wrong.
    Unjudged(String),
    /// A logged run does not come out again.
    Run {
        /// The event, counted from 1.
        event: usize,
        /// What comes out, or why nothing does.
        found: String,
    },
    /// There are more runs than are worth the time.
    TooManyRuns {
        /// The first event, counted from 1, that was not run.
        event: usize,
    },
    /// A question was answered before the run that it is about.
    AnswerBeforeRun(String),
    /// An event is earlier than the one before it.
    Time {
        /// The event, counted from 1.
        event: usize,
    },
    /// A setting was changed that the assignment locks.
    Locked(String),
    /// What follows a prediction was shown without one, and the assignment does not allow it.
    Skipped(String),
    /// The page claims something else than what comes out.
    Claimed,
    /// Another file has the same log.
    SameLog(String),
    /// Another file has predictions or answers of the same content at the same milliseconds.
    SameTimes(String),
    /// Another file is from the same student.
    SameStudent(String),
    /// The file could not be read.
    Unreadable(String),
}

impl Flag {
    /// One word for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Chain(_) => "chain",
            Self::Seed => "seed",
            Self::OtherAssignment { .. } => "other-assignment",
            Self::UnknownLab(_) => "unknown-lab",
            Self::OtherLab => "other-lab",
            Self::OtherEngine(_) => "other-engine",
            Self::UnknownQuestion(_) => "unknown-question",
            Self::Unjudged(_) => "unjudged",
            Self::Run { .. } => "run",
            Self::TooManyRuns { .. } => "too-many-runs",
            Self::AnswerBeforeRun(_) => "answer-before-run",
            Self::Time { .. } => "time",
            Self::Locked(_) => "locked",
            Self::Skipped(_) => "skipped",
            Self::Claimed => "claimed",
            Self::SameLog(_) => "same-log",
            Self::SameTimes(_) => "same-times",
            Self::SameStudent(_) => "same-student",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain(Broken::Beginning) => f.write_str("changed after it was sealed: its beginning or first event"),
            Self::Chain(Broken::Event(event)) => write!(f, "changed after it was sealed: event {event}"),
            Self::Chain(Broken::Length { found, sealed }) => {
                write!(f, "changed after it was sealed: {found} events of {sealed}")
            }
            Self::Chain(Broken::End) => f.write_str("changed after it was sealed: what stands after the events"),
            Self::Seed => f.write_str("the seed is not that of this student and assignment"),
            Self::OtherAssignment { found, wanted } => {
                write!(f, "done for assignment {found}, scored by the questions and numbers of {wanted}")
            }
            Self::UnknownLab(lab) => write!(f, "the lab {lab:?} is not among those given"),
            Self::OtherLab => f.write_str("made with another version of the lab"),
            Self::OtherEngine(version) => write!(f, "made with version {version:?} of the engine"),
            Self::UnknownQuestion(question) => write!(f, "the lab has no question {question:?}"),
            Self::Unjudged(why) => write!(f, "an answer cannot be judged: {why}"),
            Self::Run { event, found } => write!(f, "the run of event {event} comes out as {found}"),
            Self::TooManyRuns { event } => {
                write!(f, "the runs from event {event} on are too many to be computed again")
            }
            Self::AnswerBeforeRun(question) => write!(f, "{question} was answered before the run that it is about"),
            Self::Time { event } => write!(f, "time goes backwards at event {event}"),
            Self::Locked(setting) => write!(f, "the locked setting {setting} was changed"),
            Self::Skipped(block) => write!(f, "what follows prediction {block} was shown without one"),
            Self::Claimed => f.write_str("the page claims other points than its answers are worth"),
            Self::SameLog(other) => write!(f, "the same log as {other}"),
            Self::SameTimes(other) => write!(f, "predictions or answers at the same moments as {other}"),
            Self::SameStudent(other) => write!(f, "the same student as {other}"),
            Self::Unreadable(why) => write!(f, "unreadable: {why}"),
        }
    }
}

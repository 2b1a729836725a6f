//! Flags for review.

use super::SealError;
use std::fmt;

/// A reason to review a submission, or information about it. The text of a flag has no full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flag {
    /// The file differs from its seal.
    Chain(SealError),
    /// The seed is not that of the assignment and the student.
    Seed,
    /// The file's assignment is not the one against which the file is graded.
    OtherAssignment {
        /// Short name of the assignment in the file.
        found: String,
        /// Short name of the assignment against which the file is graded.
        wanted: String,
    },
    /// The lab is not among the available ones.
    UnknownLab(String),
    /// The lab was compiled from other sources.
    OtherLab,
    /// Another version of the engine made the file.
    OtherEngine(String),
    /// The assignment or an answer names a question that the lab does not have.
    UnknownQuestion(String),
    /// An answer cannot be graded because of an error in the lab.
    Unjudged(String),
    /// A logged run has a different result when it is repeated.
    Run {
        /// Number of the event, counted from 1.
        event: usize,
        /// The expected and computed values, or the error that the model returned.
        found: String,
    },
    /// Recomputing all runs would take too long.
    TooManyRuns {
        /// Number, counted from 1, of the first event that was not recomputed.
        event: usize,
    },
    /// A question was answered before the run that it is about.
    AnswerBeforeRun(String),
    /// An event is earlier than the one before it.
    Time {
        /// Number of the event, counted from 1.
        event: usize,
    },
    /// A setting that the assignment locks was changed.
    Locked(String),
    /// The content that a prediction hides was revealed without the prediction, which the assignment does not allow.
    Skipped(String),
    /// A question was answered more often than the assignment allows.
    Attempts(String),
    /// The work was started before the assignment's opening time, by the student's clock.
    Early,
    /// The grade that the page computed differs from the recomputed one.
    Claimed,
    /// Another file has the same log.
    SameLog(String),
    /// Another file has the same predictions or answers at the same times, to the millisecond.
    SameTimes(String),
    /// Another file has the same log or times, and only that file was changed or has another student's numbers: this
    /// file shows nothing unusual.
    CopiedBy(String),
    /// Another file is from the same student.
    SameStudent(String),
    /// The file could not be read.
    Unreadable(String),
}

impl Flag {
    /// Returns whether the teacher should look at the file; other flags are for information only.
    pub fn is_for_review(&self) -> bool {
        !matches!(self, Self::CopiedBy(_) | Self::Early)
    }

    /// Returns the flag's name for programs.
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
            Self::Attempts(_) => "attempts",
            Self::Early => "early",
            Self::Claimed => "claimed",
            Self::SameLog(_) => "same-log",
            Self::SameTimes(_) => "same-times",
            Self::CopiedBy(_) => "copied-by",
            Self::SameStudent(_) => "same-student",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain(SealError::Beginning) => {
                f.write_str("changed after it was sealed: its beginning or first event")
            }
            Self::Chain(SealError::Event(event)) => write!(f, "changed after it was sealed: event {event}"),
            Self::Chain(SealError::Length { found, sealed }) => {
                write!(f, "changed after it was sealed: the number of events is {found} instead of {sealed}")
            }
            Self::Chain(SealError::End) => f.write_str("changed after it was sealed: its end time or grade"),
            Self::Seed => f.write_str("the seed is not that of this student and assignment"),
            Self::OtherAssignment { found, wanted } => {
                write!(f, "made for assignment {found}, but graded with the questions and numbers of {wanted}")
            }
            Self::UnknownLab(lab) => write!(f, "the lab {lab:?} is not among the given labs"),
            Self::OtherLab => f.write_str("made with another version of the lab"),
            Self::OtherEngine(version) => write!(f, "made with version {version:?} of the engine"),
            Self::UnknownQuestion(question) => write!(f, "the lab has no question {question:?}"),
            Self::Unjudged(why) => write!(f, "an answer cannot be graded: {why}"),
            Self::Run { event, found } => write!(f, "the run of event {event} cannot be reproduced: {found}"),
            Self::TooManyRuns { event } => {
                write!(f, "from event {event} onward, there are too many runs to recompute")
            }
            Self::AnswerBeforeRun(question) => write!(f, "{question} was answered before the run that it is about"),
            Self::Time { event } => write!(f, "event {event} is earlier than the event before it"),
            Self::Locked(setting) => write!(f, "the locked setting {setting} was changed"),
            Self::Skipped(block) => write!(f, "the content after prediction {block} was shown without a prediction"),
            Self::Attempts(question) => {
                write!(f, "{question} was answered more often than the assignment allows; later answers do not count")
            }
            Self::Early => f.write_str("started before the opening time, by the student’s clock"),
            Self::Claimed => f.write_str("the points in the file differ from the recomputed points"),
            Self::SameLog(other) => write!(f, "the same log as {other}"),
            Self::SameTimes(other) => write!(f, "predictions or answers at the same times as in {other}"),
            Self::CopiedBy(other) => {
                write!(
                    f,
                    "the same log or times as {other}, which was changed or has another student’s numbers; nothing is \
                     unusual about this file"
                )
            }
            Self::SameStudent(other) => write!(f, "the same student as {other}"),
            Self::Unreadable(why) => write!(f, "unreadable: {why}"),
        }
    }
}

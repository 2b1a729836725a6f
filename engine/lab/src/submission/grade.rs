//! Grades of submissions.

use super::{Flag, PageGrade};
use serde::Serialize;

/// The grade of a question, or of a prediction, which counts as correct once it is made and has no points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// Id of the question.
    pub id: String,
    /// Whether any answer was right.
    pub right: bool,
    /// Points.
    pub points: u32,
    /// Maximum of points.
    pub max: u32,
    /// Number of answers, without those that could not be graded.
    pub attempts: u32,
    /// Whether the first of these answers was right.
    pub first_right: bool,
    /// All answers in their order.
    #[serde(skip)]
    pub answers: Vec<AnswerRecord>,
}

/// An answer with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRecord {
    /// Index of its event in the log.
    pub event: usize,
    /// Whether it was right.
    pub right: bool,
    /// Index of its feedback in the question's `feedback`.
    pub feedback: Option<u32>,
    /// The reason why it could not be graded and does not count.
    pub problem: Option<String>,
}

/// The result of replaying a submission.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replay {
    /// Grades of the questions, in the order of the assignment.
    pub questions: Vec<Grade>,
    /// Flags for review.
    pub flags: Vec<Flag>,
}

impl Replay {
    /// Returns the points.
    pub fn points(&self) -> u64 {
        self.questions.iter().map(|grade| u64::from(grade.points)).sum()
    }

    /// Returns the maximum of points.
    pub fn max(&self) -> u64 {
        self.questions.iter().map(|grade| u64::from(grade.max)).sum()
    }

    /// Returns points divided by the maximum; 0 if the maximum is 0.
    pub fn score(&self) -> f64 {
        self.points() as f64 / self.max().max(1) as f64
    }

    /// Returns whether the page computed the same grade.
    pub(super) fn agrees(&self, claimed: &PageGrade) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let same = |grade: &Grade| {
            let claimed = claimed.questions.get(&grade.id);
            claimed.is_some_and(|claimed| claimed.right == grade.right && near(claimed.points, f64::from(grade.points)))
        };
        near(claimed.score, self.score())
            && near(claimed.points, self.points() as f64)
            && claimed.questions.len() == self.questions.len()
            && self.questions.iter().all(same)
    }
}

//! Grades of submissions.

use super::{Flag, PageGrade, Points};
use serde::Serialize;

/// The grade of a question, or of a prediction, which counts as correct once it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// Id of the question.
    pub id: String,
    /// Whether any counted answer was right.
    pub right: bool,
    /// Points.
    pub points: Points,
    /// Maximum number of points.
    pub max: u32,
    /// Number of answers, excluding those that could not be graded.
    pub attempts: u32,
    /// Whether the first of these answers was right.
    pub first_right: bool,
    /// All answers, in order.
    #[serde(skip)]
    pub answers: Vec<AnswerRecord>,
}

/// An answer with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRecord {
    /// Index of the answer's event in the log.
    pub event: usize,
    /// Whether the answer was right.
    pub right: bool,
    /// Index of the answer's feedback in the question's `feedback`.
    pub feedback: Option<u32>,
    /// The reason why the answer could not be graded and does not count.
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
    pub fn points(&self) -> Points {
        self.questions.iter().map(|grade| grade.points).sum()
    }

    /// Returns the maximum number of points.
    pub fn max(&self) -> Points {
        self.questions.iter().map(|grade| Points::whole(grade.max)).sum()
    }

    /// Returns the points divided by the maximum; 0 if the maximum is 0.
    pub fn score(&self) -> f64 {
        self.points().share_of(self.max())
    }

    /// Returns whether the page computed the same grade.
    pub(super) fn agrees(&self, claimed: &PageGrade) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let same = |grade: &Grade| {
            let claimed = claimed.questions.get(&grade.id);
            claimed.is_some_and(|claimed| claimed.right == grade.right && near(claimed.points, grade.points.into()))
        };
        near(claimed.score, self.score())
            && near(claimed.points, self.points().into())
            && claimed.questions.len() == self.questions.len()
            && self.questions.iter().all(same)
    }
}

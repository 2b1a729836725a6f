//! What a submission is worth.

use super::{Claimed, Flag};
use serde::Serialize;

/// What came of one question, or of one prediction: that is right once it is made, and has no points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The question's id.
    pub id: String,
    /// Whether any answer to it was right.
    pub right: bool,
    /// Points that were got.
    pub points: u32,
    /// Points there are.
    pub max: u32,
    /// How many answers were given; what could not be read as an answer does not count.
    pub attempts: u32,
}

/// What came of a submission when it was replayed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replay {
    /// What came of the assignment's questions, in its order.
    pub questions: Vec<Grade>,
    /// What a teacher should look at.
    pub flags: Vec<Flag>,
}

impl Replay {
    /// Points that were got.
    pub fn points(&self) -> u64 {
        self.questions.iter().map(|grade| u64::from(grade.points)).sum()
    }

    /// Points there are.
    pub fn max(&self) -> u64 {
        self.questions.iter().map(|grade| u64::from(grade.max)).sum()
    }

    /// Points over points there are; 0 where there are none.
    pub fn score(&self) -> f64 {
        self.points() as f64 / self.max().max(1) as f64
    }

    /// Whether the page said the same.
    pub(super) fn agrees(&self, claimed: &Claimed) -> bool {
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

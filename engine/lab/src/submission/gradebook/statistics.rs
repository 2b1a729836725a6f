//! Statistics by question for a class.

use super::words::{first_paragraph, plain};
use super::{Gradebook, GradedFile};
use crate::submission::opened::GradedItem;
use crate::submission::{AnswerRecord, EventKind, OpenedLab};
use crate::{Answer, FeedbackTo, Question, SubmittedAnswer};
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum number of wrong answers that are listed for a question.
const MAX_WRONG: usize = 5;

/// Statistics for a question or a prediction in a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuestionStatistics {
    /// Id.
    pub id: String,
    /// Whether this is a prediction, which counts as correct once it is made.
    pub prediction: bool,
    /// Number of files that were graded.
    pub files: usize,
    /// Number of files with an answer.
    pub answered: usize,
    /// Number of files with a right answer.
    pub right: usize,
    /// Number of files whose first answer was right.
    pub first_right: usize,
    /// Number of answers in all files.
    pub attempts: u32,
    /// The most frequent wrong answers.
    pub wrong: Vec<WrongAnswer>,
}

/// A wrong answer that students gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongAnswer {
    /// The answer: the texts of the choices, or the number in the first file with this mistake.
    pub answer: String,
    /// The lab's feedback for this mistake, if any.
    pub feedback: Option<String>,
    /// Number of files with this mistake.
    pub files: usize,
}

impl Gradebook {
    /// Returns the statistics of the questions that count, in the order of the assignment.
    pub fn statistics(&self, labs: &BTreeMap<String, OpenedLab>) -> Vec<QuestionStatistics> {
        self.columns().into_iter().map(|id| self.statistics_of(id, labs)).collect()
    }

    fn statistics_of(&self, id: &str, labs: &BTreeMap<String, OpenedLab>) -> QuestionStatistics {
        let lab = (0..self.files.len()).find_map(|at| labs.get(&self.rules(at)?.lab));
        let item = lab.and_then(|lab| lab.graded_item(id));
        let question = match item {
            Some(GradedItem::Question(question)) => Some(question),
            _ => None,
        };
        let mut statistics = QuestionStatistics {
            id: id.to_owned(),
            prediction: matches!(item, Some(GradedItem::Prediction(_))),
            files: 0,
            answered: 0,
            right: 0,
            first_right: 0,
            attempts: 0,
            wrong: Vec::new(),
        };
        // Keyed by the mistake, which can be the same for different answers.
        let mut wrong = BTreeMap::<String, WrongAnswer>::new();
        for file in &self.files {
            let Some(grade) = file.replay.questions.iter().find(|grade| grade.id == id) else { continue };
            statistics.files += 1;
            statistics.answered += usize::from(grade.attempts > 0);
            statistics.right += usize::from(grade.right);
            statistics.first_right += usize::from(grade.first_right);
            statistics.attempts += grade.attempts;
            let Some(question) = question else { continue };
            let mut own = BTreeMap::new();
            for record in grade.answers.iter().filter(|record| record.problem.is_none() && !record.right) {
                if let Some((key, answer)) = mistake(question, file, record) {
                    own.entry(key).or_insert(answer);
                }
            }
            for (key, answer) in own {
                wrong.entry(key).or_insert(answer).files += 1;
            }
        }
        statistics.wrong = wrong.into_values().collect();
        statistics.wrong.sort_by_key(|answer| std::cmp::Reverse(answer.files));
        statistics.wrong.truncate(MAX_WRONG);
        statistics
    }
}

/// Returns a wrong answer with a key that is the same for the same mistake by other students; `None` if the answer's
/// event is missing. Different numbers from different students count as the same mistake if the same condition in the
/// lab's feedback applies to them.
fn mistake(question: &Question, file: &GradedFile, record: &AnswerRecord) -> Option<(String, WrongAnswer)> {
    let events = &file.submission.as_ref()?.submission.events;
    let EventKind::Answer { given, .. } = &events.get(record.event)?.what else { return None };
    let feedback = record.feedback.and_then(|at| Some((at, question.feedback.get(at as usize)?)));
    let feedback = feedback.filter(|(_, feedback)| !matches!(feedback.to, FeedbackTo::Wrong | FeedbackTo::Right));
    let answer = answer_text(question, given);
    let key = match (&feedback, given) {
        (Some((at, feedback)), SubmittedAnswer::Number { .. }) if matches!(feedback.to, FeedbackTo::When { .. }) => {
            format!("feedback {at}")
        }
        _ => format!("answer {answer}"),
    };
    let feedback = feedback.map(|(_, feedback)| first_paragraph(&feedback.blocks)).filter(|text| !text.is_empty());
    Some((key, WrongAnswer { answer, feedback, files: 0 }))
}

/// Returns an answer as the student saw it.
pub(super) fn answer_text(question: &Question, given: &SubmittedAnswer) -> String {
    match (given, &question.answer) {
        (SubmittedAnswer::Number { text }, _) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        (SubmittedAnswer::Choice { ids }, Answer::Choice { choices, .. }) => {
            let chosen =
                choices.iter().filter(|choice| ids.contains(&choice.id)).map(|choice| match plain(&choice.text) {
                    text if text.is_empty() => choice.id.clone(),
                    text => text,
                });
            chosen.collect::<Vec<_>>().join(" + ")
        }
        (SubmittedAnswer::Choice { ids }, Answer::Number { .. }) => ids.join(" + "),
    }
}

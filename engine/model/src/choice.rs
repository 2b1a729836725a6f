//! An advisor's multiple-choice questions.

use crate::ModelError;
use serde::Serialize;
use std::collections::BTreeMap;

/// Answers by the id of their question.
pub type Answers = BTreeMap<String, String>;

/// A question of an advisor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ChoiceQuestion {
    /// Name in requests and tables.
    pub id: &'static str,
    /// The wording of the question for readers.
    pub title: &'static str,
    /// The answers; the first one is the default.
    pub options: &'static [ChoiceOption],
    /// Answers to other questions that make this question relevant; all of them are required.
    #[serde(skip)]
    pub after: &'static [(&'static str, &'static str)],
}

/// An answer to a [`ChoiceQuestion`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ChoiceOption {
    /// Name in requests and tables.
    pub value: &'static str,
    /// The wording of the answer for readers.
    pub title: &'static str,
}

impl ChoiceOption {
    /// Creates an answer.
    pub const fn new(value: &'static str, title: &'static str) -> Self {
        Self { value, title }
    }
}

/// A relevant question with its answer.
pub type AnsweredQuestion = (&'static ChoiceQuestion, &'static ChoiceOption);

/// Returns the questions that are relevant given the answers, in order, each with its answer or the default.
///
/// # Errors
/// Returns [`ModelError`] if the name of a question or of an answer is unknown; the error lists the known names.
pub fn applicable_answers(
    questions: &'static [ChoiceQuestion],
    answers: &Answers,
) -> Result<Vec<AnsweredQuestion>, ModelError> {
    for (id, value) in answers {
        find_option(find_question(questions, id)?, value)?;
    }
    let all: Vec<AnsweredQuestion> = questions
        .iter()
        .map(|question| {
            let given = answers.get(question.id).map_or(question.options[0].value, String::as_str);
            find_option(question, given).map(|option| (question, option))
        })
        .collect::<Result<_, _>>()?;
    let is_answered = |(id, value): &(&str, &str)| all.iter().any(|(q, option)| q.id == *id && option.value == *value);
    Ok(all.iter().filter(|(question, _)| question.after.iter().all(is_answered)).copied().collect())
}

/// Returns the question called `id`.
///
/// # Errors
/// Returns [`ModelError`] that lists the questions if none has this name.
pub fn find_question(questions: &'static [ChoiceQuestion], id: &str) -> Result<&'static ChoiceQuestion, ModelError> {
    questions.iter().find(|question| question.id == id).ok_or_else(|| {
        let ids: Vec<_> = questions.iter().map(|question| question.id).collect();
        ModelError::new(format!("unknown question \"{id}\": choose one of {}", ids.join(", ")))
    })
}

/// Returns a question's answer called `value`.
///
/// # Errors
/// Returns [`ModelError`] that lists the answers if none has this name.
pub fn find_option(question: &'static ChoiceQuestion, value: &str) -> Result<&'static ChoiceOption, ModelError> {
    question.options.iter().find(|option| option.value == value).ok_or_else(|| {
        let values: Vec<_> = question.options.iter().map(|option| option.value).collect();
        let (id, values) = (question.id, values.join(", "));
        ModelError::new(format!("unknown answer \"{value}\" to \"{id}\": choose one of {values}"))
    })
}

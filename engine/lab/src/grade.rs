//! Grades answers and chooses their feedback. The random numbers of a question are drawn with the reader's seed.

use super::expression::{
    Expression, ExpressionError, NameScope, Quantity, Request, Unit, Value, measure, within, written_figures,
};
use super::figures::{Tolerance, half_unit};
use super::{Answer, Choice, Draw, FeedbackTo, Lab, Question};
use pathlength_model::{Description, ModelError, Settings};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A reader's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SubmittedAnswer {
    /// A number as the reader wrote it: "12.5k", "1.2 ms", "1,200".
    Number {
        /// The text.
        text: String,
    },
    /// Answer choices.
    Choice {
        /// The ids of the choices.
        ids: Vec<String>,
    },
}

/// The grade of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Verdict {
    /// Whether the answer is right.
    pub right: bool,
    /// Index of the answer's feedback in the question's `feedback`.
    pub feedback: Option<u32>,
    /// The reader's number in the question's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub value: Option<f64>,
    /// The reason why the answer cannot be graded, such as text that is not a number. Such an answer does not count as
    /// an attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub problem: Option<String>,
}

/// A question with its drawn numbers.
#[derive(Debug)]
pub struct Grader<'a> {
    lab: &'a Lab,
    description: &'a Description,
    question: &'a Question,
    draws: BTreeMap<String, Quantity>,
}

/// A function that returns the model's value of an output for a scenario.
pub type ModelQuery<'a> = &'a mut dyn FnMut(&str, &Settings) -> Result<f64, ModelError>;

/// Returns the number drawn for `draw` in `question`, in the draw's unit; without a seed, the first value. Returns
/// `None` if the draw has no values. Each draw of each question has a separate random-number stream, so that none
/// changes when another is added.
pub fn drawn(question: &str, draw: &Draw, seed: Option<&str>) -> Option<f64> {
    let Some(seed) = seed else { return draw.values.first().copied() };
    let mut hash = Sha256::new();
    for text in [seed, question, &draw.name] {
        // The length precedes each text, so that no two triples hash the same bytes.
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    let hash = hash.finalize();
    let number = hash.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let at = number.checked_rem(draw.values.len() as u64)?;
    draw.values.get(at as usize).copied()
}

/// Returns the drawn numbers of `question` with their units.
///
/// # Errors
/// Returns [`ModelError`] if a draw has no values or an unknown unit.
pub fn draws(question: &Question, seed: Option<&str>) -> Result<BTreeMap<String, Quantity>, ModelError> {
    let one = |draw: &Draw| {
        let wrong = |what: &str| ModelError::new(format!("question {}, draw {}: {what}", question.id, draw.name));
        let value = drawn(&question.id, draw, seed).ok_or_else(|| wrong("there are no values: list at least one"))?;
        let unit = Unit::parse(&draw.unit).map_err(|error| wrong(&error))?;
        Ok((draw.name.clone(), Quantity::new(value, &unit)))
    };
    question.draws.iter().map(one).collect()
}

impl<'a> Grader<'a> {
    /// Creates a grader for `question` with the numbers drawn with `seed`.
    ///
    /// # Errors
    /// Returns the errors of [`draws`].
    pub fn new(
        lab: &'a Lab,
        description: &'a Description,
        question: &'a Question,
        seed: Option<&str>,
    ) -> Result<Self, ModelError> {
        Ok(Self { lab, description, question, draws: draws(question, seed)? })
    }

    /// Returns the outputs that grading needs, whatever the answer.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the question's unit or one of its expressions is invalid.
    pub fn requests(&self) -> Result<Vec<Request>, ModelError> {
        let Answer::Number { value, unit, tolerance } = &self.question.answer else { return Ok(Vec::new()) };
        let given = Quantity::new(0.0, &self.unit(unit)?);
        let conditions = self.question.feedback.iter().filter_map(|feedback| match &feedback.to {
            FeedbackTo::When { condition } => Some((condition.as_str(), Some(&given))),
            _ => None,
        });
        let mut all = Vec::new();
        let tolerance = match Tolerance::parse(tolerance) {
            Tolerance::Figures(_) => None,
            Tolerance::Expression(text) => Some((text, None)),
        };
        for (text, given) in [(value.as_str(), None)].into_iter().chain(tolerance).chain(conditions) {
            let requests = Expression::parse(text).and_then(|expression| expression.requests(&self.scope(given)));
            all.extend(requests.map_err(|error| self.wrong(text, &error))?);
        }
        Ok(all)
    }

    /// Grades an answer.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the question's unit or one of its expressions is invalid, or if the model returns an
    /// error. An answer that cannot be graded is not an error: its [`Verdict`] contains a `problem`.
    pub fn judge(&self, given: &SubmittedAnswer, model: ModelQuery<'_>) -> Result<Verdict, ModelError> {
        match (&self.question.answer, given) {
            (Answer::Number { value, unit, tolerance }, SubmittedAnswer::Number { text }) => {
                let unit = self.unit(unit)?;
                let number = match measure(text, &unit) {
                    Ok(number) => number,
                    Err(message) => return Ok(problem(&message)),
                };
                match Tolerance::parse(tolerance) {
                    Tolerance::Figures(figures) if written_figures(text) < figures => {
                        Ok(problem(&format!("write at least {figures} significant figures")))
                    }
                    tolerance => self.judge_number(number, &unit, (value, tolerance), model),
                }
            }
            (Answer::Choice { choices, many }, SubmittedAnswer::Choice { ids }) => {
                Ok(self.judge_choice(choices, *many, ids))
            }
            (Answer::Number { .. }, SubmittedAnswer::Choice { .. }) => {
                Ok(problem("this question asks for a number: give a number"))
            }
            (Answer::Choice { .. }, SubmittedAnswer::Number { .. }) => {
                Ok(problem("this question asks for a choice: choose an answer"))
            }
        }
    }

    fn judge_number(
        &self,
        number: f64,
        unit: &Unit,
        (value, tolerance): (&str, Tolerance<'_>),
        model: ModelQuery<'_>,
    ) -> Result<Verdict, ModelError> {
        let answer = self.quantity(value, model)?;
        let right = answer.in_unit(unit).ok_or_else(|| {
            let message = format!("the answer has the unit \"{}\": use this unit instead of \"{unit}\"", answer.unit);
            ModelError::new(format!("question {}: {message}", self.question.id))
        })?;
        let right = within(number, right, self.allowed(tolerance, right, unit, model)?);
        let given = Quantity::new(number, unit);
        let feedback = if right {
            self.first(|to| matches!(to, FeedbackTo::Right))
        } else {
            // A condition that cannot be evaluated, such as one that divides by zero for this answer, does not hold.
            let mut holds = |to: &FeedbackTo| {
                let FeedbackTo::When { condition } = to else { return false };
                let value = Expression::parse(condition)
                    .and_then(|condition| condition.evaluate(&self.scope(Some(&given)), model));
                value == Ok(Value::Condition(true))
            };
            self.first(&mut holds).or_else(|| self.first(|to| matches!(to, FeedbackTo::Wrong)))
        };
        Ok(Verdict { right, feedback, value: Some(number), problem: None })
    }

    /// Returns the maximum difference between an accepted number and the right one, in the question's unit.
    fn allowed(
        &self,
        tolerance: Tolerance<'_>,
        right: f64,
        unit: &Unit,
        model: ModelQuery<'_>,
    ) -> Result<f64, ModelError> {
        let tolerance = match tolerance {
            Tolerance::Figures(figures) => return Ok(half_unit(right, figures)),
            Tolerance::Expression(text) => text,
        };
        let allowed = self.quantity(tolerance, model)?;
        let allowed = if allowed.unit.is_plain() { Some(allowed.value * right.abs()) } else { allowed.in_unit(unit) };
        allowed.ok_or_else(|| {
            ModelError::new(format!(
                "question {}: the tolerance \"{tolerance}\" is not in {unit}: give a percentage, or an amount in {unit}",
                self.question.id
            ))
        })
    }

    fn judge_choice(&self, choices: &[Choice], many: bool, ids: &[String]) -> Verdict {
        if let Some(id) = ids.iter().find(|id| choices.iter().all(|choice| choice.id != **id)) {
            return problem(&format!("there is no choice \"{}\"", super::expression::shortened(id)));
        }
        let chosen = |choice: &Choice| ids.contains(&choice.id);
        let right = match choices.iter().filter(|choice| chosen(choice)).collect::<Vec<_>>().as_slice() {
            [] => return problem("choose an answer"),
            [one] if !many => one.right,
            _ if !many => return problem("choose only one answer"),
            _ => choices.iter().all(|choice| choice.right == chosen(choice)),
        };
        let whole = |to: &FeedbackTo| matches!((to, right), (FeedbackTo::Right, true) | (FeedbackTo::Wrong, false));
        let choice = |to: &FeedbackTo| matches!(to, FeedbackTo::Choice { id } if ids.contains(id));
        let feedback = if right {
            self.first(whole).or_else(|| self.first(choice))
        } else {
            self.first(choice).or_else(|| self.first(whole))
        };
        Verdict { right, feedback, value: None, problem: None }
    }

    /// Returns the index of the first entry in `feedback` that applies; `None` if none does.
    fn first(&self, mut fits: impl FnMut(&FeedbackTo) -> bool) -> Option<u32> {
        self.question.feedback.iter().position(|feedback| fits(&feedback.to)).map(|at| at as u32)
    }

    fn quantity(&self, text: &str, model: ModelQuery<'_>) -> Result<Quantity, ModelError> {
        let value = Expression::parse(text).and_then(|expression| expression.evaluate(&self.scope(None), model));
        match value.map_err(|error| self.wrong(text, &error))? {
            Value::Quantity(quantity) => Ok(quantity),
            Value::Condition(_) => {
                Err(ModelError::new(format!("question {}: \"{text}\" is a condition: give a number", self.question.id)))
            }
        }
    }

    fn scope<'k>(&'k self, given: Option<&'k Quantity>) -> NameScope<'k> {
        NameScope { lab: self.lab, description: self.description, draws: &self.draws, given }
    }

    fn unit(&self, text: &str) -> Result<Unit, ModelError> {
        Unit::parse(text).map_err(|error| ModelError::new(format!("question {}: {error}", self.question.id)))
    }

    fn wrong(&self, text: &str, error: &ExpressionError) -> ModelError {
        ModelError::new(format!("question {}: \"{text}\": {error}", self.question.id))
    }
}

fn problem(what: &str) -> Verdict {
    Verdict { problem: Some(what.to_owned()), ..Verdict::default() }
}

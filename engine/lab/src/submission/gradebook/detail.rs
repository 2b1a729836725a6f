//! The work of one student, answer by answer.

use super::Gradebook;
use super::statistics::answer_text;
use super::words::plain;
use crate::submission::opened::GradedItem;
use crate::submission::{EventKind, OpenedLab, Prediction};
use crate::{Choice, Guess, Predict, Question, draws};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

impl Gradebook {
    /// Returns the questions of file `at` as JSON, each with the student's drawn numbers and all answers in order. The
    /// list is empty if the file was not graded.
    pub fn detail(&self, at: usize, labs: &BTreeMap<String, OpenedLab>) -> Value {
        let Some(file) = self.files.get(at) else { return json!([]) };
        let (Some(submission), Some(rules)) = (&file.submission, self.rules(at)) else { return json!([]) };
        let Some(lab) = labs.get(&rules.lab) else { return json!([]) };
        let seed = self.seed(at);
        let events = &submission.submission.events;
        let questions = file.replay.questions.iter().map(|grade| {
            let mut drawn = Map::new();
            let mut answers = Vec::new();
            match lab.graded_item(&grade.id) {
                Some(GradedItem::Question(question)) => {
                    let asked = grade.answers.iter().find_map(|record| match &events.get(record.event)?.what {
                        EventKind::Answer { question, .. } => Some(question),
                        _ => None,
                    });
                    // The page drew the numbers with the id that the question had when it was answered.
                    let then = Question { id: asked.unwrap_or(&grade.id).clone(), ..question.clone() };
                    for (name, quantity) in draws(&then, seed.as_deref()).unwrap_or_default() {
                        drawn.insert(name, json!(quantity.value));
                    }
                    for record in &grade.answers {
                        let Some(event) = events.get(record.event) else { continue };
                        let EventKind::Answer { given, .. } = &event.what else { continue };
                        answers.push(json!({
                            "t": event.t, "text": answer_text(question, given), "right": record.right,
                            "problem": record.problem, "feedback": record.feedback,
                        }));
                    }
                }
                Some(GradedItem::Prediction(predict)) => {
                    let made = events.iter().filter_map(|event| match &event.what {
                        EventKind::Predict { block, prediction } if lab.is_same_block(block, &grade.id) => {
                            Some((event.t, prediction))
                        }
                        _ => None,
                    });
                    answers.extend(
                        made.map(|(t, prediction)| json!({ "t": t, "text": prediction_text(predict, prediction) })),
                    );
                }
                None => {}
            }
            json!({ "id": grade.id, "right": grade.right, "points": grade.points, "max": grade.max, "drawn": drawn,
                    "answers": answers })
        });
        questions.collect()
    }

    /// Returns the seed with which file `at` is graded; `None` if the file cannot be read.
    fn seed(&self, at: usize) -> Option<String> {
        let submission = self.files[at].submission.as_ref()?;
        let student = &submission.submission.student.id;
        Some(self.set.as_ref().map_or_else(|| submission.assignment().seed(student), |set| set.seed(student)))
    }
}

fn prediction_text(predict: &Predict, prediction: &Prediction) -> String {
    match prediction {
        Prediction::Choice { id } => {
            let choices: &[Choice] = if let Guess::Choice { choices } = &predict.guess { choices } else { &[] };
            let chosen = choices.iter().find(|choice| choice.id == *id).map(|choice| plain(&choice.text));
            chosen.filter(|text| !text.is_empty()).unwrap_or_else(|| id.clone())
        }
        Prediction::Number { text, .. } => text.clone(),
        Prediction::Curve { values } => values.iter().map(f64::to_string).collect::<Vec<_>>().join(", "),
    }
}

//! Judges every answer of a submission anew and computes every logged run again.

use super::{
    Assignment, Event, Flag, Given, Grade, HandedIn, Happening, Hash, Replay, SetAssignment, canonical, sha256,
};
use crate::{Block, Grader, Lab, Question};
use pathlength_model::{Description, Model, ModelError, Settings};
use serde::Deserialize;
use serde_json::Value;

/// A compiled lab that submissions are replayed in.
#[derive(Debug)]
pub struct OpenedLab {
    /// The lab.
    pub lab: Lab,
    hash: Hash,
    description: Description,
    model: Box<dyn Model>,
}

impl OpenedLab {
    /// Opens a compiled lab from its file.
    ///
    /// # Errors
    /// Why it is no lab of this engine.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let lab = Lab::deserialize(&value).map_err(|error| error.to_string())?;
        if !(Lab::MIN_FORMAT..=Lab::FORMAT).contains(&lab.format) {
            let (min, max) = (Lab::MIN_FORMAT, Lab::FORMAT);
            return Err(format!("lab format {} is unknown: give a lab of format {min} to {max}", lab.format));
        }
        lab.check().map_err(|error| error.to_string())?;
        let model = lab.open().map_err(|error| error.to_string())?;
        let description = lab.describe_model().map_err(|error| error.to_string())?;
        Ok(Self { lab, hash: sha256(canonical(&value)), description, model })
    }

    /// The hash of the compiled lab, which assignments name.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    fn asked(&self, id: &str) -> Option<Asked<'_>> {
        let steps = self.lab.steps.iter().map(|step| &step.blocks);
        steps.chain([&self.lab.introduction]).find_map(|blocks| asked(blocks, id))
    }
}

/// What may count in an assignment.
enum Asked<'a> {
    Question(&'a Question),
    Prediction,
}

fn asked<'a>(blocks: &'a [Block], id: &str) -> Option<Asked<'a>> {
    blocks.iter().find_map(|block| match block {
        Block::Question(found) => (found.id == id).then_some(Asked::Question(found)),
        Block::Predict(found) => (found.id == id).then_some(Asked::Prediction),
        Block::Quote { blocks } | Block::Note { blocks, .. } | Block::Reveal { blocks, .. } => asked(blocks, id),
        Block::List { items, .. } => items.iter().find_map(|blocks| asked(blocks, id)),
        _ => None,
    })
}

/// How many slices of measuring the runs of one submission may take, a few milliseconds each: about a minute. Nobody
/// who works through a lab comes near it.
const MOST_SLICES: u32 = 20_000;

/// Replays what was handed in by the assignment in the file, which anybody may have written; without the lab only what
/// can be said of the file alone is said.
pub fn replay(handed_in: &HandedIn, lab: Option<&mut OpenedLab>) -> Replay {
    replay_for(handed_in, &handed_in.assignment(), lab)
}

/// Replays what was handed in by the assignment `set`: by its questions, its drawn numbers and its rules, whatever the
/// file says. An answer to another assignment's numbers is judged by the numbers of `set`, so that nobody can choose
/// theirs. Without the lab of `set` only what can be said of the file alone is said.
pub fn replay_for(handed_in: &HandedIn, set: &SetAssignment, lab: Option<&mut OpenedLab>) -> Replay {
    let submission = &handed_in.submission;
    let assignment = &set.assignment;
    let mut replay = Replay::default();
    replay.flags.extend(handed_in.intact().err().map(Flag::Chain));
    let other = canonical(&set.value) != canonical(&handed_in.value["assignment"]);
    if other {
        replay.flags.push(Flag::OtherAssignment { found: handed_in.assignment_id(), wanted: set.id() });
    }
    if handed_in.seed() != submission.seed {
        replay.flags.push(Flag::Seed);
    }
    // What was done in another lab answers nothing in this one.
    let events = if submission.assignment.lab == assignment.lab { submission.events.as_slice() } else { &[] };
    replay.flags.extend(log_flags(events, assignment));
    let Some(opened) = lab else {
        replay.flags.push(Flag::UnknownLab(assignment.lab.clone()));
        return replay;
    };
    if assignment.lab_hash != opened.hash.to_string() {
        replay.flags.push(Flag::OtherLab);
    }
    if assignment.engine != env!("CARGO_PKG_VERSION") {
        replay.flags.push(Flag::OtherEngine(assignment.engine.clone()));
    }
    replay.flags.extend(wrong_run(events, &mut opened.model, MOST_SLICES));
    let seed = set.seed(&submission.student.id);
    for id in &assignment.questions {
        match grade(id, events, &seed, opened, &mut replay.flags) {
            Some(grade) => replay.questions.push(grade),
            None => replay.flags.push(Flag::UnknownQuestion(id.clone())),
        }
    }
    let answered = events.iter().filter_map(|event| match &event.what {
        Happening::Answer { question, .. } => Some(question),
        _ => None,
    });
    // A question of the lab that does not count may be answered all the same.
    replay
        .flags
        .extend(answered.filter(|id| opened.asked(id).is_none()).take(1).map(|id| Flag::UnknownQuestion(id.clone())));
    // The page's claim is about the assignment in the file.
    if !other && !replay.agrees(&submission.claimed) {
        replay.flags.push(Flag::Claimed);
    }
    replay
}

/// What the log says of itself.
fn log_flags(events: &[Event], assignment: &Assignment) -> Vec<Flag> {
    let mut flags = Vec::new();
    let mut last = 0.0;
    for (at, event) in events.iter().enumerate() {
        if event.t < last {
            flags.push(Flag::Time { event: at + 1 });
            break;
        }
        last = event.t;
    }
    flags.extend(events.iter().find_map(|event| match &event.what {
        Happening::Set { setting, value } => {
            let locked = assignment.locked.get(setting).is_some_and(|locked| locked != value);
            locked.then(|| Flag::Locked(setting.clone()))
        }
        _ => None,
    }));
    if assignment.skip == Some(false) {
        flags.extend(events.iter().find_map(|event| match &event.what {
            Happening::Skip { block } => Some(Flag::Skipped(block.clone())),
            _ => None,
        }));
    }
    flags
}

/// The first logged run that does not come out again, in at most so many slices.
fn wrong_run(events: &[Event], model: &mut dyn Model, mut slices: u32) -> Option<Flag> {
    for (at, event) in events.iter().enumerate() {
        let Happening::Run { scenario, output, value, .. } = &event.what else { continue };
        let event = at + 1;
        let found = loop {
            match model.prepare(scenario) {
                Ok(true) => break answer(model, output, scenario),
                Ok(false) if slices == 0 => return Some(Flag::TooManyRuns { event }),
                Ok(false) => slices -= 1,
                Err(error) => break Err(error),
            }
        };
        match found {
            // A browser's engine gives the same bits; another version of it might round elsewhere.
            Ok(found) if (found - value).abs() <= 1e-12 * found.abs() => {}
            Ok(found) => return Some(Flag::Run { event, found: format!("{found} and not {value}") }),
            Err(error) => return Some(Flag::Run { event, found: format!("an error: {error}") }),
        }
    }
    None
}

fn answer(model: &mut dyn Model, output: &str, scenario: &Settings) -> Result<f64, ModelError> {
    model.evaluate(scenario)?.output(output)
}

/// What came of question or prediction `id`; nothing if the lab does not have it.
fn grade(id: &str, events: &[Event], seed: &str, opened: &mut OpenedLab, flags: &mut Vec<Flag>) -> Option<Grade> {
    let question = match opened.asked(id)? {
        Asked::Question(question) => question.clone(),
        Asked::Prediction => return Some(made(id, events)),
    };
    let mut grade = Grade { id: id.to_owned(), right: false, points: 0, max: question.points, attempts: 0 };
    let mut ran = question.after.is_none();
    let mut early = false;
    for event in events {
        match &event.what {
            Happening::Run { block, .. } => ran |= question.after.as_ref() == Some(block),
            Happening::Answer { question: asked, given } if asked == id => {
                early |= !ran;
                match judge(&question, given, seed, opened) {
                    Ok(Some(right)) => {
                        grade.attempts += 1;
                        grade.right |= right;
                    }
                    Ok(None) => {}
                    Err(error) => {
                        flags.push(Flag::Unjudged(error.to_string()));
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    if early {
        flags.push(Flag::AnswerBeforeRun(id.to_owned()));
    }
    grade.points = if grade.right { grade.max } else { 0 };
    Some(grade)
}

/// Whether a prediction was made: there is no other right in it, and no points.
fn made(id: &str, events: &[Event]) -> Grade {
    let made = events.iter().any(|event| matches!(&event.what, Happening::Predict { block, .. } if block == id));
    Grade { id: id.to_owned(), right: made, points: 0, max: 0, attempts: made.into() }
}

/// Whether an answer is right; nothing if it is none.
fn judge(question: &Question, given: &Given, seed: &str, opened: &mut OpenedLab) -> Result<Option<bool>, ModelError> {
    let OpenedLab { lab, description, model, .. } = opened;
    let grader = Grader::new(lab, description, question, Some(seed))?;
    let verdict = grader.judge(given, &mut |output, scenario| answer(model, output, scenario))?;
    Ok(verdict.problem.is_none().then_some(verdict.right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn runs_that_would_take_hours_are_told_and_not_run() {
        let mut model = crate::open_model("directory", &|_| Some(1.0)).expect("a model");
        let run = |names: u32, value: f64| {
            let scenario = json!({ "workload": "ptestDL2", "machine": "z9", "release": "V2R1", "format": "v4",
                                   "plex": "monoplex", "names": names });
            let run = json!({ "t": 0, "k": "run", "block": "c", "scenario": scenario, "output": "elapsed_us",
                              "value": value });
            Event::deserialize(run).expect("an event")
        };
        let events = [run(1_000_000, 0.0), run(1, 0.0)];
        assert_eq!(wrong_run(&events, &mut model, 1), Some(Flag::TooManyRuns { event: 1 }));
        assert!(matches!(wrong_run(&events[1..], &mut model, 1000), Some(Flag::Run { event: 1, .. })));
    }
}

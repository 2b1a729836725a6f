//! Grades every answer in a submission and recomputes every logged run.

use super::opened::GradedItem;
use super::{
    AnswerRecord, Assignment, Event, EventKind, Flag, Grade, LabModel, OpenedLab, ParsedSubmission, Points, Replay,
    SetAssignment, SubmittedAnswer, canonical,
};
use crate::{Grader, Question, Verdict};
use pathlength_model::ModelError;

/// Maximum number of slices, a few milliseconds each, for the runs in one submission: about a minute, far more than a
/// student's work needs. Each run takes at least one slice.
const MAX_SLICES: u32 = 20_000;

/// Replays a submission against the assignment in the file, which could be forged. Without the lab, the replay only
/// flags the file.
pub fn replay(parsed: &ParsedSubmission, lab: Option<&mut OpenedLab>) -> Replay {
    replay_for(parsed, &parsed.assignment(), lab)
}

/// Replays a submission against the assignment `set`: with its questions, drawn numbers, and rules instead of those in
/// the file. An answer that was given for other numbers is graded with the numbers from `set`, so that students cannot
/// choose their numbers. Without the lab of `set`, the replay only flags the file.
pub fn replay_for(parsed: &ParsedSubmission, set: &SetAssignment, lab: Option<&mut OpenedLab>) -> Replay {
    let submission = &parsed.submission;
    let assignment = &set.assignment;
    let mut replay = Replay::default();
    replay.flags.extend(parsed.intact().err().map(Flag::Chain));
    let other = canonical(&set.value) != canonical(&parsed.value["assignment"]);
    if other {
        replay.flags.push(Flag::OtherAssignment { found: parsed.assignment_id(), wanted: set.id() });
    }
    if parsed.seed() != submission.seed {
        replay.flags.push(Flag::Seed);
    }
    // Events from another lab do not count.
    let events = if submission.assignment.lab == assignment.lab { submission.events.as_slice() } else { &[] };
    replay.flags.extend(log_flags(events, assignment));
    let Some(opened) = lab else {
        replay.flags.push(Flag::UnknownLab(assignment.lab.clone()));
        return replay;
    };
    if assignment.lab_hash != opened.hash().to_string() {
        replay.flags.push(Flag::OtherLab);
    }
    if assignment.engine != env!("CARGO_PKG_VERSION") {
        replay.flags.push(Flag::OtherEngine(assignment.engine.clone()));
    }
    replay.flags.extend(wrong_run(events, opened.model.as_mut(), MAX_SLICES));
    let seed = set.seed(&submission.student.id);
    for id in &assignment.questions {
        match grade(id, events, (assignment, &seed), opened, &mut replay.flags) {
            Some(grade) => replay.questions.push(grade),
            None => replay.flags.push(Flag::UnknownQuestion(id.clone())),
        }
    }
    let answered = events.iter().filter_map(|event| match &event.what {
        EventKind::Answer { question, .. } => Some(question),
        _ => None,
    });
    // Students can also answer questions that do not count.
    replay.flags.extend(
        answered.filter(|id| opened.graded_item(id).is_none()).take(1).map(|id| Flag::UnknownQuestion(id.clone())),
    );
    // The page graded the work against the assignment in the file.
    if !other && !replay.agrees(&submission.claimed) {
        replay.flags.push(Flag::Claimed);
    }
    replay
}

/// Returns the flags that depend only on the log and the assignment.
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
        EventKind::Set { setting, value } => {
            let locked = assignment.locked.get(setting).is_some_and(|locked| locked != value);
            locked.then(|| Flag::Locked(setting.clone()))
        }
        _ => None,
    }));
    if assignment.skip == Some(false) {
        flags.extend(events.iter().find_map(|event| match &event.what {
            EventKind::Skip { block } => Some(Flag::Skipped(block.clone())),
            _ => None,
        }));
    }
    flags
}

/// Returns a flag for the first logged run with a different result, or for the first run at which all runs together
/// exceed `slices` slices.
fn wrong_run(events: &[Event], model: &mut dyn LabModel, mut slices: u32) -> Option<Flag> {
    for (at, event) in events.iter().enumerate() {
        let EventKind::Run { scenario, output, value, .. } = &event.what else { continue };
        let event = at + 1;
        // Reading a result takes time, too, so even a run whose result is ready costs a slice.
        let Some(left) = slices.checked_sub(1) else { return Some(Flag::TooManyRuns { event }) };
        slices = left;
        let found = loop {
            match model.prepare(scenario) {
                Ok(true) => break model.output(output, scenario),
                Ok(false) if slices == 0 => return Some(Flag::TooManyRuns { event }),
                Ok(false) => slices -= 1,
                Err(error) => break Err(error),
            }
        };
        match found {
            // The same version computes the same bits; another version can round differently.
            Ok(found) if (found - value).abs() <= 1e-12 * found.abs() => {}
            Ok(found) => return Some(Flag::Run { event, found: format!("expected {value}, got {found}") }),
            Err(error) => return Some(Flag::Run { event, found: format!("an error: {error}") }),
        }
    }
    None
}

/// Grades the question or prediction `id` under the rules of an assignment, with the student's seed; `None` if the lab
/// does not have it.
fn grade(
    id: &str,
    events: &[Event],
    (rules, seed): (&Assignment, &str),
    opened: &mut OpenedLab,
    flags: &mut Vec<Flag>,
) -> Option<Grade> {
    let question = match opened.graded_item(id)? {
        GradedItem::Question(question) => question.clone(),
        GradedItem::Prediction(_) => return Some(grade_prediction(id, events, rules, opened)),
    };
    let max = rules.max_points(id, question.points);
    let mut grade = Grade { id: id.to_owned(), max, ..Grade::default() };
    let mut ran = question.after.is_none();
    let mut early = false;
    for (at, event) in events.iter().enumerate() {
        match &event.what {
            EventKind::Run { block, .. } => {
                ran |= question.after.as_ref().is_some_and(|after| opened.is_same_block(after, block));
            }
            EventKind::Answer { question: asked, given } if opened.is_same_block(asked, id) => {
                early |= !ran;
                // The page drew the numbers with the id that the question had when it was answered.
                let question = Question { id: asked.clone(), ..question.clone() };
                match judge(&question, given, seed, opened) {
                    Ok(Verdict { right, feedback, problem, .. }) => {
                        if problem.is_none() {
                            if right && !grade.right && rules.counts(grade.attempts) {
                                grade.right = true;
                                grade.first_right = grade.attempts == 0;
                                grade.points = rules.points_after(max, grade.attempts);
                            }
                            grade.attempts += 1;
                        }
                        grade.answers.push(AnswerRecord { event: at, right, feedback, problem });
                    }
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
    if !grade.right && grade.attempts > 0 && !rules.counts(grade.attempts - 1) {
        flags.push(Flag::Attempts(id.to_owned()));
    }
    Some(grade)
}

/// Grades a prediction: it counts as correct if it was made, and earns only the points that the assignment gives it.
fn grade_prediction(id: &str, events: &[Event], rules: &Assignment, opened: &OpenedLab) -> Grade {
    let is_made =
        |event: &Event| matches!(&event.what, EventKind::Predict { block, .. } if opened.is_same_block(block, id));
    let made = events.iter().any(is_made);
    let max = rules.max_points(id, 0);
    let points = if made { Points::whole(max) } else { Points::default() };
    Grade { id: id.to_owned(), right: made, points, max, first_right: made, attempts: made.into(), ..Grade::default() }
}

/// Grades an answer.
fn judge(
    question: &Question,
    given: &SubmittedAnswer,
    seed: &str,
    opened: &mut OpenedLab,
) -> Result<Verdict, ModelError> {
    let OpenedLab { lab, description, model, .. } = opened;
    let grader = Grader::new(lab, description, question, Some(seed))?;
    grader.judge(given, &mut |output, scenario| model.output(output, scenario))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[test]
    fn runs_over_the_slice_limit_are_flagged_and_not_run() {
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

        // Runs whose result is ready count toward the limit, too.
        let scenario = match &events[1].what {
            EventKind::Run { scenario, .. } => scenario.clone(),
            other => panic!("{other:?} is not a run"),
        };
        let ready = model.output("elapsed_us", &scenario).expect("a value");
        let events = [run(1, ready), run(1, ready), run(1, ready)];
        assert_eq!(wrong_run(&events, &mut model, 3), None);
        assert_eq!(wrong_run(&events, &mut model, 2), Some(Flag::TooManyRuns { event: 3 }));
    }
}

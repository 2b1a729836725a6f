//! `pathlength check`: replays submissions and writes the gradebook.

use super::assignment;
use super::output::{csv_row, read};
use super::{Failure, Format, OutputOption};
use pathlength_lab::submission::{
    Flag, OpenedLab, ParsedSubmission, Replay, SetAssignment, compare, replay, replay_for,
};
use pathlength_model::csv::text;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum size of a file: a submission of hours has a few hundred kilobytes, a compiled lab less.
const MAX_BYTES: u64 = 16 << 20;

/// A file with its grade.
struct GradedFile {
    file: String,
    /// The submission, if the file can be read.
    submission: Option<ParsedSubmission>,
    replay: Replay,
}

impl GradedFile {
    /// Reads a file without grading it.
    fn read(path: &Path) -> Self {
        let file = path.display().to_string();
        match read(path, MAX_BYTES).map_err(reason).and_then(|bytes| ParsedSubmission::read(&bytes)) {
            Ok(submission) => Self { file, submission: Some(submission), replay: Replay::default() },
            Err(why) => {
                let replay = Replay { flags: vec![Flag::Unreadable(why)], ..Replay::default() };
                Self { file, submission: None, replay }
            }
        }
    }

    /// Grades the submission, by the assignment `set` if there is one.
    fn grade(&mut self, set: Option<&SetAssignment>, labs: &mut BTreeMap<String, OpenedLab>) {
        let Some(submission) = &self.submission else { return };
        self.replay = match set {
            Some(set) => replay_for(submission, set, labs.get_mut(&set.assignment.lab)),
            None => replay(submission, labs.get_mut(&submission.submission.assignment.lab)),
        };
    }

    fn attempts(&self) -> u32 {
        self.replay.questions.iter().map(|grade| grade.attempts).sum()
    }

    fn flags(&self) -> String {
        self.replay.flags.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    fn as_json(&self, set: Option<&SetAssignment>) -> Value {
        let Replay { questions, flags } = &self.replay;
        let flags: Vec<_> = flags.iter().map(|flag| json!({ "name": flag.name(), "text": flag.to_string() })).collect();
        let Some(submission) = &self.submission else { return json!({ "file": self.file, "flags": flags }) };
        let assignment = &submission.submission.assignment;
        json!({
            "file": self.file,
            "student": submission.submission.student,
            "assignment": { "id": submission.assignment_id(), "lab": assignment.lab, "title": assignment.title },
            "score": self.replay.score(),
            "points": self.replay.points(),
            "max": self.replay.max(),
            "passed": set.map_or(assignment, |set| &set.assignment).pass.map(|pass| self.replay.score() >= pass),
            "questions": questions,
            "flags": flags,
            "receipt": submission.receipt(),
        })
    }
}

fn reason(failure: Failure) -> String {
    match failure {
        Failure::Input(message) => message,
        Failure::No => String::new(),
    }
}

/// `pathlength check`
pub(crate) fn check(
    paths: &[PathBuf],
    lab: &[PathBuf],
    assignment: Option<&str>,
    format: Option<Format>,
    output: &OutputOption,
) -> Result<(), Failure> {
    let mut labs = open_labs(lab)?;
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Err(Failure::Input("no .json files found: give submission files or folders".to_owned()));
    }
    let mut checked: Vec<_> = files.iter().map(|file| GradedFile::read(file)).collect();
    let set = set_for(assignment, &checked, &labs)?;
    for file in &mut checked {
        file.grade(set.as_ref(), &mut labs);
    }
    let class: Vec<_> =
        checked.iter().filter_map(|checked| Some((checked.file.as_str(), checked.submission.as_ref()?))).collect();
    let common = compare(&class);
    let readable = checked.iter_mut().filter(|checked| checked.submission.is_some());
    readable.zip(common).for_each(|(checked, flags)| checked.replay.flags.extend(flags));
    match output.format(format, Format::Csv) {
        Format::Text => output.print(&as_text(&checked, set.as_ref())?)?,
        Format::Json => {
            let submissions: Vec<_> = checked.iter().map(|checked| checked.as_json(set.as_ref())).collect();
            let report = json!({
                "engine": env!("CARGO_PKG_VERSION"),
                "assignment": set.as_ref().map(SetAssignment::id),
                "submissions": submissions,
            });
            output.print(&(serde_json::to_string_pretty(&report)? + "\n"))?;
        }
        _ => output.print(&as_csv(&checked))?,
    }
    if checked.iter().all(|checked| checked.replay.flags.is_empty()) { Ok(()) } else { Err(Failure::No) }
}

/// Returns the assignment by which the class is graded, if one is `given`; otherwise all files must have the same.
fn set_for(
    given: Option<&str>,
    checked: &[GradedFile],
    labs: &BTreeMap<String, OpenedLab>,
) -> Result<Option<SetAssignment>, Failure> {
    let class: Vec<_> = checked.iter().filter_map(|checked| checked.submission.as_ref()).collect();
    if let Some(given) = given {
        let set = assignment::named(given, &class)?;
        let lab = &set.assignment.lab;
        if labs.contains_key(lab) {
            return Ok(Some(set));
        }
        let remedy = "give its compiled file with --lab";
        return Err(Failure::Input(format!("the assignment's lab {lab:?} is not among the given labs: {remedy}")));
    }
    let mut counts = BTreeMap::<String, usize>::new();
    for submission in class {
        *counts.entry(submission.assignment_id()).or_default() += 1;
    }
    if counts.len() < 2 {
        return Ok(None);
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, files)| std::cmp::Reverse(*files));
    let listed: Vec<_> = counts.iter().map(|(id, files)| format!("{files} × {id}")).collect();
    let (number, listed) = (counts.len(), listed.join(", "));
    Err(Failure::Input(format!("{number} assignments in these files: {listed}: give --assignment LINK")))
}

/// Collects the files of a path: the file itself, or all submissions in a folder, in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let wrong = |error| Failure::Input(format!("cannot read {}: {error}", path.display()));
    let entries = std::fs::read_dir(path).map_err(wrong)?;
    let mut entries =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    entries.sort();
    for entry in entries {
        // A link to a folder can be circular.
        let folder = entry.is_dir() && !entry.is_symlink();
        if folder || entry.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

/// The compiled labs of a site that was built in a checkout.
const SITE_LABS: &str = "web/dist/site/labs";

/// Opens compiled labs: files, or folders that have them as `<id>/lab.json`. By default, these are the labs of the site that
/// was built in this folder or one above.
pub(crate) fn open_labs(named: &[PathBuf]) -> Result<BTreeMap<String, OpenedLab>, Failure> {
    let mut places = named.to_vec();
    if named.is_empty() {
        let here = std::env::current_dir()?;
        places.extend(here.ancestors().map(|above| above.join(SITE_LABS)).find(|site| site.is_dir()));
    }
    let mut files = Vec::new();
    for place in places {
        if place.is_dir() {
            let labs = std::fs::read_dir(&place)?.collect::<Result<Vec<_>, _>>()?;
            files.extend(labs.iter().map(|lab| lab.path().join("lab.json")).filter(|lab| lab.is_file()));
        } else {
            files.push(place);
        }
    }
    if files.is_empty() {
        let remedy = "make it with `npm run labs -- compile <id> --out lab.json` and give it with --lab lab.json";
        return Err(Failure::Input(format!("there is no compiled lab: {remedy}")));
    }
    let mut labs = BTreeMap::new();
    for file in files {
        let lab = OpenedLab::read(&read(&file, MAX_BYTES)?)
            .map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
        labs.insert(lab.lab.id.clone(), lab);
    }
    Ok(labs)
}

/// Returns the questions that count. One assignment grades all files, so the first file with questions has all of them.
fn columns(checked: &[GradedFile]) -> Vec<&str> {
    let first = checked.iter().map(|file| &file.replay.questions).find(|questions| !questions.is_empty());
    first.into_iter().flatten().map(|grade| grade.id.as_str()).collect()
}

fn as_csv(checked: &[GradedFile]) -> String {
    let columns = columns(checked);
    let before = ["id", "name", "score", "points", "max"];
    let after = ["attempts", "flags", "receipt", "assignment", "file"];
    let mut out = csv_row(before.iter().chain(&columns).chain(&after).map(|title| text(title)));
    for file in checked {
        let replay = &file.replay;
        let mut row = vec![String::new(); before.len()];
        if let Some(submission) = &file.submission {
            let student = &submission.submission.student;
            let numbers = [format!("{:.4}", replay.score()), replay.points().to_string(), replay.max().to_string()];
            row = [text(&student.id), text(&student.name)].into_iter().chain(numbers).collect();
        }
        row.extend(columns.iter().map(|id| {
            let grade = replay.questions.iter().find(|grade| grade.id == *id);
            grade.map_or_else(String::new, |grade| grade.points.to_string())
        }));
        let (receipt, assignment) = file
            .submission
            .as_ref()
            .map_or_else(Default::default, |submission| (submission.receipt(), submission.assignment_id()));
        row.push(file.attempts().to_string());
        row.extend([file.flags(), receipt, assignment, file.file.clone()].map(|cell| text(&cell)));
        out += &csv_row(row);
    }
    out
}

fn as_text(checked: &[GradedFile], set: Option<&SetAssignment>) -> Result<String, Failure> {
    let mut out = String::new();
    for file in checked {
        match &file.submission {
            None => writeln!(out, "{}", file.file)?,
            Some(submission) => {
                let student = &submission.submission.student;
                let (points, max) = (file.replay.points(), file.replay.max());
                // Control characters could change the text on a terminal.
                let student = format!("{} {}", student.id, student.name).replace(char::is_control, "?");
                writeln!(
                    out,
                    "{student}: {points} of {max} points, receipt {}  ({})",
                    submission.receipt(),
                    file.file
                )?;
            }
        }
        for flag in &file.replay.flags {
            writeln!(out, "  {}", flag.to_string().replace(char::is_control, "?"))?;
        }
    }
    let first = checked.iter().find_map(|file| file.submission.as_ref());
    if let (None, Some(first)) = (set, first) {
        let id = first.assignment_id();
        writeln!(out, "graded by assignment {id} as it is in the files: give --assignment LINK to grade by yours")?;
    }
    let flagged = checked.iter().filter(|file| !file.replay.flags.is_empty()).count();
    writeln!(out, "{} files, {flagged} to review", checked.len())?;
    Ok(out)
}

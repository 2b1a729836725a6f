//! The file of a course: labs in order, each with its assignment. `web/src/classroom/course.ts` reads the same format.

use super::Failure;
use super::assignment::in_text;
use super::output::read;
use pathlength_lab::submission::{OpenedLab, SetAssignment};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The limits of the page.
const MAX_BYTES: u64 = 1_000_000;
const MAX_LABS: usize = 100;

/// A course with its assignments and their titles, in order.
#[derive(Debug)]
pub(crate) struct Course {
    pub(crate) title: String,
    pub(crate) assignments: Vec<(String, SetAssignment)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CourseFile {
    #[serde(default)]
    title: String,
    #[serde(default, rename = "description")]
    _description: String,
    #[serde(default)]
    lab: Vec<CourseLab>,
}

/// A lab. The command grades assignments, so it does not need the lab's own address.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CourseLab {
    #[serde(default, rename = "lab")]
    _lab: String,
    #[serde(default)]
    title: String,
    #[serde(default, rename = "description")]
    _description: String,
    #[serde(default)]
    assignment: String,
}

/// Reads a course. An assignment without a title gets the title of its lab in `labs`.
///
/// # Errors
/// Returns [`Failure::Input`] if the file cannot be read, is not a valid course, or has no assignment.
pub(crate) fn read_course(path: &Path, labs: &BTreeMap<String, OpenedLab>) -> Result<Course, Failure> {
    let bytes = read(path, MAX_BYTES)?;
    let course = std::str::from_utf8(&bytes).map_err(|_| "not UTF-8 text: save the file as UTF-8".to_owned());
    course.and_then(|text| parse(text, labs)).map_err(|why| Failure::Input(format!("{}: {why}", path.display())))
}

fn parse(text: &str, labs: &BTreeMap<String, OpenedLab>) -> Result<Course, String> {
    let file: CourseFile = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    if file.lab.is_empty() {
        return Err("the course has no labs: add one with [[lab]]".to_owned());
    }
    if file.lab.len() > MAX_LABS {
        return Err(format!("the course has more than {MAX_LABS} labs: split it into several courses"));
    }
    let mut assignments = Vec::new();
    for (at, CourseLab { title, assignment, .. }) in file.lab.iter().enumerate() {
        let (title, link, place) = (title.trim(), assignment.trim(), format!("Lab {}", at + 1));
        if link.is_empty() {
            continue;
        }
        let set = in_text(link).map_err(|why| format!("{place}: {why}"))?;
        let lab = || labs.get(&set.assignment.lab).map(|opened| opened.lab.title.clone());
        let title = match title {
            "" => set.assignment.title.clone().or_else(lab).unwrap_or(place),
            title => title.to_owned(),
        };
        assignments.push((title, set));
    }
    if assignments.is_empty() {
        return Err("the course has no assignment: give at least one lab its assignment's link".to_owned());
    }
    let title = Some(file.title.trim()).filter(|title| !title.is_empty()).unwrap_or("Course");
    Ok(Course { title: title.to_owned(), assignments })
}

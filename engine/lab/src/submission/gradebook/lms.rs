//! Gradebooks that Canvas and Moodle can import.

use super::{Gradebook, GradedFile, Roster, RosterEntry};
use crate::submission::Points;
use pathlength_model::csv::{row, text};
use serde::Serialize;

impl Gradebook {
    /// Returns the last file of each student in roster order or, without a roster, in file order. Students on the
    /// roster are included even without a file. Files from students who are not on the roster are left out, because a
    /// single unknown id makes Moodle reject the whole import.
    fn last_files(&self) -> Vec<(RosterEntry, Option<&GradedFile>)> {
        let mut rows: Vec<(RosterEntry, Option<&GradedFile>)> = match &self.roster {
            Some(roster) => roster.entries.iter().map(|entry| (entry.clone(), None)).collect(),
            None => Vec::new(),
        };
        let mut seen = std::collections::BTreeMap::<String, usize>::new();
        for file in &self.files {
            let Some(student) = file.student() else { continue };
            let key = student.id.trim().to_lowercase();
            let at = match &self.roster {
                Some(roster) => roster.position(&student.id),
                None => Some(*seen.entry(key).or_insert_with(|| {
                    let (id, name) = (student.id.trim().to_owned(), student.name.trim().to_owned());
                    rows.push((RosterEntry { number: id, name, ..RosterEntry::default() }, None));
                    rows.len() - 1
                })),
            };
            let Some((_, kept)) = at.and_then(|at| rows.get_mut(at)) else { continue };
            let ended = |file: &GradedFile| file.submission.as_ref().map(|found| found.submission.ended.clone());
            if kept.is_none_or(|kept| ended(kept) <= ended(file)) {
                *kept = Some(file);
            }
        }
        rows
    }

    /// Returns a gradebook that Canvas can import: its header, the row of possible points, and a row for each student.
    /// The roster should be an export of Canvas's own gradebook, which contains Canvas's ids and the assignment's
    /// column.
    pub fn to_canvas(&self) -> String {
        canvas(self.roster.as_ref(), &[self.column()], &self.last_points())
    }

    /// Returns a gradebook that Moodle can import. Map the first column to the ID number, or the second to the e-mail
    /// address, and the last to the grade item.
    pub fn to_moodle(&self) -> String {
        moodle(&[self.column()], &self.last_points())
    }

    fn column(&self) -> Column {
        let max = self.files.iter().map(|file| file.replay.max()).max().unwrap_or_default();
        Column { title: self.title(), max }
    }

    fn last_points(&self) -> Vec<StudentPoints> {
        let points = |file: Option<&GradedFile>| vec![file.map(|file| file.replay.points())];
        self.last_files().into_iter().map(|(entry, file)| (entry, points(file))).collect()
    }
}

/// An assignment as a column.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Column {
    /// Title.
    pub(super) title: String,
    /// Maximum number of points.
    pub(super) max: Points,
}

/// A student with the points for each assignment; `None` for an assignment without a file.
pub(super) type StudentPoints = (RosterEntry, Vec<Option<Points>>);

/// Returns a gradebook that Canvas can import.
pub(super) fn canvas(roster: Option<&Roster>, columns: &[Column], rows: &[StudentPoints]) -> String {
    let known = |Column { title, .. }: &Column| {
        // In a Canvas export, the assignment's id follows the title in parentheses.
        let numbered = format!("{title} (");
        let titles = roster.iter().flat_map(|roster| &roster.titles);
        let known = titles.into_iter().find(|known| *known == title || known.starts_with(&numbered));
        known.unwrap_or(title).clone()
    };
    let before = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];
    let mut out = row(before.map(text).into_iter().chain(columns.iter().map(|column| text(&known(column)))));
    let max = columns.iter().map(|column| column.max.to_string());
    out += &row(["    Points Possible", "", "", "", ""].map(text).into_iter().chain(max));
    // Only a Canvas export contains Canvas's own ids: an id from another list could be another person's Canvas id.
    let is_export = roster.is_some_and(|roster| {
        ["student", "id", "section"]
            .iter()
            .all(|title| roster.titles.iter().any(|known| known.to_lowercase() == *title))
    });
    for (entry, points) in rows {
        let id = if is_export { entry.id.as_str() } else { "" };
        let number = if entry.number.is_empty() && !is_export { &entry.id } else { &entry.number };
        let cells = [&entry.name, id, number, &entry.login, &entry.section].map(text);
        let points = points.iter().map(|points| points.as_ref().map_or_else(String::new, ToString::to_string));
        out += &row(cells.into_iter().chain(points));
    }
    out
}

/// Returns a gradebook that Moodle can import.
pub(super) fn moodle(columns: &[Column], rows: &[StudentPoints]) -> String {
    let titles = columns.iter().map(|column| column.title.as_str());
    let mut out = row(["ID number", "Email address", "Name"].into_iter().chain(titles).map(text));
    for (entry, points) in rows {
        let number = if entry.number.is_empty() { &entry.id } else { &entry.number };
        let cells = [number, &entry.email, &entry.name].map(|cell| text(cell));
        // Moodle reads a dash as "no grade".
        let points = points.iter().map(|points| points.as_ref().map_or_else(|| text("-"), ToString::to_string));
        out += &row(cells.into_iter().chain(points));
    }
    out
}

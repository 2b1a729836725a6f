//! A course: several assignments, whose files a teacher grades together.

use super::lms::{Column, StudentPoints, canvas, moodle};
use super::{Gradebook, GradedFile, Roster, RosterEntry};
use crate::submission::{Flag, ParsedSubmission, Points, SetAssignment};
use pathlength_model::csv::{row, text};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Gradebook {
    /// Moves the files of a course to separate gradebooks with this roster, one for each assignment. A file belongs to
    /// the assignment that it contains or, if that assignment is not in the course, to the course's only assignment for
    /// the same lab. Files that cannot be read stay in this gradebook, and files for other assignments are listed in it
    /// as skipped.
    pub fn split(&mut self, course: Vec<SetAssignment>) -> Vec<Self> {
        let ids: Vec<_> = course.iter().map(SetAssignment::id).collect();
        let find = |found: &ParsedSubmission| {
            let id = found.assignment_id();
            ids.iter().position(|known| *known == id).or_else(|| {
                let lab = &found.submission.assignment.lab;
                let mut same = course.iter().enumerate().filter(|(_, set)| set.assignment.lab == *lab);
                same.next().filter(|_| same.next().is_none()).map(|(at, _)| at)
            })
        };
        let mut parts: Vec<Vec<GradedFile>> = course.iter().map(|_| Vec::new()).collect();
        for file in std::mem::take(&mut self.files) {
            match file.submission.as_ref().map(|found| (find(found), found.assignment_id())) {
                None => self.files.push(file),
                Some((Some(at), _)) => parts[at].push(file),
                Some((None, id)) => self.skip(file.file, format!("for assignment {id}, which is not in the course")),
            }
        }
        let books = parts.into_iter().zip(course);
        let book = |(files, set)| Self { files, set: Some(set), roster: self.roster.clone(), skipped: Vec::new() };
        books.map(book).collect()
    }
}

/// The last file of a student for an assignment.
#[derive(Clone, Debug)]
struct LastFile {
    /// The file's position in the assignment's gradebook.
    at: usize,
    ended: String,
    points: Points,
    is_for_review: bool,
}

/// A student's work in a course.
#[derive(Clone, Debug)]
struct CourseRow {
    entry: RosterEntry,
    is_listed: bool,
    /// The last file for each assignment; `None` without a file.
    files: Vec<Option<LastFile>>,
}

impl CourseRow {
    fn points(&self) -> Points {
        self.files.iter().flatten().map(|file| file.points).sum()
    }
}

/// One table for all assignments of a course: a row for each student with a file or on the roster. The command line and
/// the teachers' page write it with the same code.
#[derive(Clone, Debug, Default)]
pub struct CourseTable {
    roster: Option<Roster>,
    columns: Vec<Column>,
    /// The students on the roster, in roster order, then all others.
    rows: Vec<CourseRow>,
    /// Positions in `rows` of the students who are not on the roster, by id.
    others: BTreeMap<String, usize>,
}

impl CourseTable {
    /// Creates a course table without assignments.
    pub fn new(roster: Option<Roster>) -> Self {
        let entries = roster.iter().flat_map(|roster| &roster.entries);
        let rows =
            entries.map(|entry| CourseRow { entry: entry.clone(), is_listed: true, files: Vec::new() }).collect();
        Self { roster, rows, ..Self::default() }
    }

    /// Adds an assignment with its graded files. An assignment whose title is already used gets a number.
    pub fn add(&mut self, title: &str, book: &Gradebook) {
        let is_used = |title: &String| self.columns.iter().any(|column| column.title == *title);
        let mut titles = std::iter::once(title.to_owned()).chain((2..).map(|n| format!("{title} #{n}")));
        let title = titles.find(|title| !is_used(title)).unwrap_or_default();
        let max = book.files.iter().map(|file| file.replay.max()).max().unwrap_or_default();
        let column = self.columns.len();
        self.columns.push(Column { title, max });
        for (at, file) in book.files.iter().enumerate() {
            let Some(submission) = &file.submission else { continue };
            let student = &submission.submission.student;
            let row = self.row_of(&student.id);
            if row.entry.name.is_empty() {
                student.name.trim().clone_into(&mut row.entry.name);
            }
            row.files.resize(column + 1, None);
            let ended = submission.submission.ended.clone();
            if row.files[column].as_ref().is_none_or(|kept| kept.ended <= ended) {
                let is_for_review = file.replay.flags.iter().any(Flag::is_for_review);
                row.files[column] = Some(LastFile { at, ended, points: file.replay.points(), is_for_review });
            }
        }
        for row in &mut self.rows {
            row.files.resize(column + 1, None);
        }
    }

    /// Returns the row of the student with this id. If the roster does not contain the id, the first call with this id
    /// adds a row.
    fn row_of(&mut self, id: &str) -> &mut CourseRow {
        let id = id.trim();
        let listed = self.roster.as_ref().and_then(|roster| roster.position(id));
        let at = listed.unwrap_or_else(|| {
            *self.others.entry(id.to_lowercase()).or_insert_with(|| {
                let entry = RosterEntry { number: id.to_owned(), ..RosterEntry::default() };
                self.rows.push(CourseRow { entry, is_listed: false, files: Vec::new() });
                self.rows.len() - 1
            })
        });
        &mut self.rows[at]
    }

    fn max(&self) -> Points {
        self.columns.iter().map(|column| column.max).sum()
    }

    /// Returns the rows, sorted by id.
    fn sorted(&self) -> Vec<&CourseRow> {
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by_cached_key(|row| (row.entry.key().to_lowercase(), row.entry.key().to_owned()));
        rows
    }

    /// Returns a table with a row for each student. The points for an assignment are empty if the student has no file
    /// for it.
    pub fn to_csv(&self) -> String {
        let titles = self.columns.iter().map(|column| column.title.as_str());
        let before = ["id", "name", "score", "points", "max"].into_iter();
        let mut out = row(before.chain(titles).chain(["missing", "review"]).map(text));
        let max = self.max();
        for student in self.sorted() {
            let points = student.points();
            let mut cells = vec![text(student.entry.key()), text(&student.entry.name)];
            cells.extend([format!("{:.4}", points.share_of(max)), points.to_string(), max.to_string()]);
            let files = &student.files;
            cells.extend(
                files.iter().map(|file| file.as_ref().map_or_else(String::new, |file| file.points.to_string())),
            );
            let missing = files.iter().filter(|file| file.is_none()).count();
            let review = files.iter().flatten().filter(|file| file.is_for_review).count();
            cells.extend([missing.to_string(), review.to_string()]);
            out += &row(cells);
        }
        out
    }

    /// Returns the columns and rows for a learning platform: the assignments with a file, and the students on the
    /// roster or, without a roster, all students. An assignment without any file is left out, because its maximum
    /// number of points is not known.
    fn for_platform(&self) -> (Vec<Column>, Vec<StudentPoints>) {
        let used = |column: &usize| self.rows.iter().any(|row| row.files.get(*column).is_some_and(Option::is_some));
        let used: Vec<_> = (0..self.columns.len()).filter(used).collect();
        let rows = self.rows.iter().filter(|row| self.roster.is_none() || row.is_listed);
        let points = |row: &CourseRow| used.iter().map(|&at| row.files[at].as_ref().map(|file| file.points)).collect();
        (
            used.iter().map(|&at| self.columns[at].clone()).collect(),
            rows.map(|row| (row.entry.clone(), points(row))).collect(),
        )
    }

    /// Returns a gradebook that Canvas can import, with a column for each assignment: see [`Gradebook::to_canvas`].
    pub fn to_canvas(&self) -> String {
        let (columns, rows) = self.for_platform();
        canvas(self.roster.as_ref(), &columns, &rows)
    }

    /// Returns a gradebook that Moodle can import, with a column for each assignment: see [`Gradebook::to_moodle`].
    pub fn to_moodle(&self) -> String {
        let (columns, rows) = self.for_platform();
        moodle(&columns, &rows)
    }

    /// Returns as JSON the assignments, and the students with the positions of their last files in the gradebooks.
    pub fn to_value(&self) -> Value {
        let max = self.max();
        let student = |row: &CourseRow| {
            json!({
                "id": row.entry.key(),
                "name": row.entry.name,
                "score": row.points().share_of(max),
                "points": row.points(),
                "files": row.files.iter().map(|file| file.as_ref().map(|file| file.at)).collect::<Vec<_>>(),
            })
        };
        let students: Vec<_> = self.sorted().into_iter().map(student).collect();
        json!({ "assignments": self.columns, "max": max, "students": students })
    }
}

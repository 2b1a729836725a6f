//! The students of a class, from a list that the teacher or a learning platform provides.

use serde::Serialize;

/// Maximum number of students.
const MAX_ENTRIES: usize = 20_000;

/// A student on the roster. Fields that are not in the list are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RosterEntry {
    /// Id from the column `ID`, which in Canvas is Canvas's own id; without a header row, from the first column.
    pub id: String,
    /// Name as in the list.
    pub name: String,
    /// The institution's id: `SIS User ID` in Canvas, `ID number` in Moodle.
    pub number: String,
    /// Login or user name.
    pub login: String,
    /// E-mail address.
    pub email: String,
    /// Section in Canvas.
    pub section: String,
}

impl RosterEntry {
    /// Returns the id under which the teacher knows the student.
    pub fn key(&self) -> &str {
        [&self.number, &self.login, &self.id, &self.email].into_iter().find(|key| !key.is_empty()).map_or("", |key| key)
    }
}

/// The students who should submit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The students, in the order of the list.
    pub entries: Vec<RosterEntry>,
    /// The list's column titles; empty without a header row.
    pub(super) titles: Vec<String>,
}

/// The kind of data in a column of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Id,
    Name,
    FirstName,
    LastName,
    Number,
    Login,
    Email,
    Section,
}

/// Returns the kind of data in the column with this title; `None` for an unknown title. Known titles are those of
/// Canvas and Moodle exports, and other common titles.
fn column(title: &str) -> Option<Column> {
    Some(match title.trim().to_lowercase().as_str() {
        "id" | "student id" | "studentid" | "student_id" => Column::Id,
        "name" | "student" | "student name" | "full name" => Column::Name,
        "first name" | "firstname" => Column::FirstName,
        "last name" | "lastname" | "surname" => Column::LastName,
        "sis user id" | "id number" | "idnumber" | "matriculation number" => Column::Number,
        "sis login id" | "username" | "user name" | "login" => Column::Login,
        "email" | "e-mail" | "email address" => Column::Email,
        "section" => Column::Section,
        _ => return None,
    })
}

impl Roster {
    /// Reads a list of values separated by commas, semicolons, or tabs. Without a header row, its columns are id and
    /// name.
    ///
    /// # Errors
    /// Returns a message if the list is not CSV, or if it names no students or too many.
    pub fn read(list: &str) -> Result<Self, String> {
        let list = list.trim_start_matches('\u{feff}');
        let first = list
            .lines()
            .find(|line| !line.trim().is_empty())
            .ok_or("the roster is empty: give a line for each student")?;
        let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
        let separator = [b',', b';', b'\t'].into_iter().rev().max_by_key(count).unwrap_or(b',');
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(list.as_bytes());
        let mut roster = Self::default();
        let mut columns = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| format!("the roster is not CSV: {error}"))?;
            let cells: Vec<_> = record.iter().map(str::trim).collect();
            if cells.iter().all(|cell| cell.is_empty()) {
                continue;
            }
            if columns.is_empty() {
                let titles: Vec<_> = cells.iter().map(|title| column(title)).collect();
                if titles.iter().any(Option::is_some) {
                    roster.titles = cells.iter().map(|&title| title.to_owned()).collect();
                    columns = titles;
                    continue;
                }
                columns = vec![Some(Column::Id), Some(Column::Name)];
            }
            let entry = entry(&columns, &cells);
            let is_named = [&entry.id, &entry.number, &entry.login, &entry.email].iter().any(|id| !id.is_empty());
            // Canvas's own rows are skipped: the possible points, and the test student of each course.
            if is_named && !entry.name.contains("Points Possible") && entry.name != "Student, Test" {
                roster.entries.push(entry);
            }
            if roster.entries.len() > MAX_ENTRIES {
                return Err(format!("the roster has more than {MAX_ENTRIES} students: split it"));
            }
        }
        if roster.entries.is_empty() {
            return Err("the roster contains no student ids: add a column `id`".to_owned());
        }
        Ok(roster)
    }

    /// Returns the position of the student with this `id`: the institution's id, the login, the e-mail address, or the
    /// list's own id. `None` if the student is not on the roster.
    pub fn position(&self, id: &str) -> Option<usize> {
        let wanted = id.trim().to_lowercase();
        let find = |key: fn(&RosterEntry) -> &String| {
            self.entries.iter().position(|entry| !wanted.is_empty() && key(entry).to_lowercase() == wanted)
        };
        find(|entry| &entry.number)
            .or_else(|| find(|entry| &entry.login))
            .or_else(|| find(|entry| &entry.email))
            .or_else(|| find(|entry| &entry.id))
    }
}

fn entry(columns: &[Option<Column>], cells: &[&str]) -> RosterEntry {
    let cell = |wanted: Column| {
        let at = columns.iter().position(|column| *column == Some(wanted));
        at.and_then(|at| cells.get(at)).map(|cell| (*cell).to_owned()).unwrap_or_default()
    };
    let parts = [cell(Column::FirstName), cell(Column::LastName)];
    let name = match cell(Column::Name) {
        name if name.is_empty() => parts.join(" ").trim().to_owned(),
        name => name,
    };
    RosterEntry {
        id: cell(Column::Id),
        name,
        number: cell(Column::Number),
        login: cell(Column::Login),
        email: cell(Column::Email),
        section: cell(Column::Section),
    }
}

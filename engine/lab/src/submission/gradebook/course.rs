//! A course: several assignments, whose files a teacher gives together.

use super::{Gradebook, GradedFile};
use crate::submission::{ParsedSubmission, SetAssignment};

impl Gradebook {
    /// Moves the files of a course to a gradebook for each of its assignments, with this roster. A file belongs to the
    /// assignment that it contains or, if that is not one of the course, to the course's only assignment of its lab.
    /// Files that cannot be read stay here, and those for other assignments are listed here as skipped.
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

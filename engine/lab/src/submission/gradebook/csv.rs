//! The gradebook as CSV.

use super::Gradebook;
use pathlength_model::csv::{row, text};

impl Gradebook {
    /// Returns a table with one row per file. New columns are added only at the end, so that existing programs keep
    /// working.
    pub fn to_csv(&self) -> String {
        let columns = self.columns();
        let before = ["id", "name", "score", "points", "max"];
        let after = ["attempts", "flags", "receipt", "assignment", "file", "started", "ended", "late"];
        let mut out = row(before.iter().chain(&columns).chain(&after).map(|title| text(title)));
        for (at, file) in self.files.iter().enumerate() {
            let replay = &file.replay;
            let mut cells = vec![String::new(); before.len()];
            if let Some(student) = file.student() {
                let numbers = [format!("{:.4}", replay.score()), replay.points().to_string(), replay.max().to_string()];
                cells = [text(&student.id), text(&student.name)].into_iter().chain(numbers).collect();
            }
            cells.extend(columns.iter().map(|id| {
                let grade = replay.questions.iter().find(|grade| grade.id == *id);
                grade.map_or_else(String::new, |grade| grade.points.to_string())
            }));
            let flags = replay.flags.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            let [receipt, assignment, started, ended] =
                file.submission.as_ref().map_or_else(Default::default, |found| {
                    let content = &found.submission;
                    [found.receipt(), found.assignment_id(), content.started.clone(), content.ended.clone()]
                });
            let late = self.is_late(at).map_or("", |late| if late { "late" } else { "in time" });
            cells.push(file.attempts().to_string());
            cells.extend([&flags, &receipt, &assignment, &file.file, &started, &ended].map(|cell| text(cell)));
            cells.push(text(late));
            out += &row(cells);
        }
        out
    }
}

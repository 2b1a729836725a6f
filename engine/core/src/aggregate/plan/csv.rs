//! A plan for spreadsheets. The page saves the same bytes as the command prints.

use super::{Benefit, Form, Report};
use std::fmt::Write;

impl Benefit {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Some => "some",
            Self::Considerable => "considerable",
        }
    }
}

impl Report {
    /// As CSV: the directories, or the file systems, or the operations.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        let seconds: Vec<String> = self.rates.iter().map(|rate| format!("seconds_{}", rate.title)).collect();
        match self.form {
            Form::FileSystems => {
                let head = ["mounted_on", "name", "free_kilobytes", "total_kilobytes", "objects", "at_most"];
                line(&mut out, head.into_iter().map(str::to_owned).chain(seconds));
                for row in &self.file_systems {
                    let mut cells = vec![cell(&row.mounted_on), cell(&row.name)];
                    cells.extend([row.free_kilobytes, row.total_kilobytes].map(|size| format!("{size:.0}")));
                    cells.push(row.objects.map_or_else(String::new, |objects| format!("{objects:.0}")));
                    cells.push(row.at_most.map_or("", Benefit::word).to_owned());
                    let unknown = self.rates.len() - row.seconds.len();
                    cells.extend(row.seconds.iter().map(|seconds| format!("{seconds:.2}")));
                    cells.extend(std::iter::repeat_n(String::new(), unknown));
                    line(&mut out, cells);
                }
            }
            Form::Operations => {
                line(&mut out, ["operation", "count", "share", "on_names"].map(str::to_owned));
                for row in &self.operations {
                    let (count, share) = (format!("{:.0}", row.count), format!("{:.6}", row.share));
                    line(&mut out, [cell(&row.operation), count, share, row.on_names.to_string()]);
                }
            }
            Form::Listing | Form::Csv => self.directories_csv(&mut out, seconds),
        }
        out
    }

    fn directories_csv(&self, out: &mut String, seconds: Vec<String>) {
        let head =
            ["path", "entries", "entries_estimated", "kilobytes", "kilobytes_estimated", "operations", "benefit"];
        let rates = ["lookups_before", "lookups_after", "reads_before", "reads_after"];
        let head = head.into_iter().chain(rates).map(str::to_owned).chain(seconds);
        line(out, head.chain(["free_kilobytes".to_owned()]));
        for row in &self.directories {
            // Row by row into one text: there may be a million.
            let _ = write!(
                out,
                "{},{},{},{},{},",
                cell(&row.path),
                whole(row.entries),
                row.entries_estimated,
                whole(row.kilobytes),
                row.kilobytes_estimated
            );
            if let Some(operations) = row.operations {
                let _ = write!(out, "{}", whole(operations));
            }
            let _ = write!(out, ",{},{},{}", row.benefit.word(), whole(row.lookups_before), whole(row.lookups_after));
            for value in [row.reads_before, row.reads_after].iter().chain(&row.seconds) {
                let hundredths = whole(value * 100.0);
                let _ = write!(out, ",{}.{:02}", hundredths / 100, hundredths % 100);
            }
            let _ = writeln!(out, ",{}", whole(row.free_kilobytes));
        }
    }
}

/// A number of the plan, none of which is below 0, without its fraction: whole numbers are written several times faster.
fn whole(value: f64) -> u64 {
    value.round() as u64
}

fn line(out: &mut String, cells: impl IntoIterator<Item = String>) {
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&cell);
    }
    out.push('\n');
}

/// A text that no spreadsheet takes for a formula, in quotes if it needs them.
fn cell(text: &str) -> String {
    let harmful = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if harmful { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

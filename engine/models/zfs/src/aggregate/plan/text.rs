//! A plan as text.

use super::{InputFormat, Report};
use std::fmt::{Display, Write};

impl Report<'_> {
    /// Returns the report as text: the data, its order, and the recommended steps.
    pub fn text(&self) -> String {
        let mut out = String::new();
        write_line(&mut out, format_args!("{} {}\n", self.reading, self.order));
        match self.form {
            InputFormat::FileSystems => self.file_systems_text(&mut out),
            InputFormat::Operations => self.operations_text(&mut out),
            InputFormat::Listing | InputFormat::Csv => self.directories_text(&mut out),
        }
        for (at, step) in self.strategy.iter().enumerate() {
            write_line(&mut out, format_args!("{}. {}\n   {}", at + 1, step.title, printable(&step.advice)));
        }
        out
    }

    /// Returns the headers of the columns of seconds.
    fn seconds_columns(&self) -> String {
        joined(self.rates.iter().map(|rate| format!(" {:>9}", format!("{} s", rate.title))))
    }

    fn directories_text(&self, out: &mut String) {
        let totals = &self.totals;
        write_line(
            out,
            format_args!(
                "{} directories with {} names; converting is of considerable benefit for {}, of some for {}, of little \
                 for {}\n",
                group_digits(totals.directories as f64),
                group_digits(totals.entries),
                group_digits(totals.considerable as f64),
                group_digits(totals.some as f64),
                group_digits(totals.little as f64)
            ),
        );
        write_line(
            out,
            format_args!(
                "{:>10} {:<12} {:>9} {:>9} {:>12} {:>12}{} {:>9}  path",
                "saved s",
                "benefit",
                "names",
                "KB",
                "lookups/s v4",
                "lookups/s v5",
                self.seconds_columns(),
                "KB free"
            ),
        );
        for row in self.directories.iter() {
            let estimate = |value: u64, estimated| format!("{}{value}", if estimated { "~" } else { "" });
            let seconds = joined(row.seconds.iter().map(|seconds| format!(" {seconds:>9.1}")));
            write_line(
                out,
                format_args!(
                    "{:>10} {:<12} {:>9} {:>9} {:>12} {:>12}{seconds} {:>9}  {}",
                    row.seconds_saved.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.3}")),
                    row.benefit.word(),
                    estimate(row.entries, row.entries_estimated),
                    estimate(row.kilobytes, row.kilobytes_estimated),
                    estimate(row.lookups_before.round() as u64, row.lookups_extrapolated),
                    estimate(row.lookups_after.round() as u64, row.lookups_extrapolated),
                    row.free_kilobytes,
                    printable(row.path)
                ),
            );
        }
        let left = totals.directories - self.directories.iter().len() as u64;
        if left > 0 {
            write_line(out, format_args!("and {} more", group_digits(left as f64)));
        }
        write_line(
            out,
            format_args!(
                "\n\"saved s\" is the time that the operations take less as v5, if all are lookups. Rates of lookups are \
                 predictions; measurements were published for {} to {} names. No measurement of reads of a whole \
                 directory was published, so none is predicted. \"KB free\" is the space that must be free while both \
                 formats exist, at most {} KB at one time. ~ is an estimate.\n",
                group_digits(self.measured_entries[0] as f64),
                group_digits(self.measured_entries[1] as f64),
                group_digits(totals.max_free_kilobytes as f64)
            ),
        );
    }

    fn file_systems_text(&self, out: &mut String) {
        write_line(out, format_args!("{} file systems\n", self.file_systems.len()));
        write_line(
            out,
            format_args!("{:<12} {:>10}{} {:>12}  mounted on", "at most", "objects", self.seconds_columns(), "KB free"),
        );
        for row in &self.file_systems {
            let cell = |at| row.seconds.get(at).map_or_else(|| format!(" {:>9}", "-"), |s| format!(" {s:>9.1}"));
            let seconds = joined((0..self.rates.len()).map(cell));
            let objects = row.objects.map_or_else(|| "-".to_owned(), |objects| format!("{objects:.0}"));
            let at_most = row.at_most.map_or("unknown", super::Benefit::word);
            let place = printable(&row.mounted_on);
            write_line(out, format_args!("{at_most:<12} {objects:>10}{seconds} {:>12.0}  {place}", row.free_kilobytes));
        }
        write_line(
            out,
            "\n\"At most\" is the benefit if all objects of the file system were in one directory; the seconds are for as \
             many names.\n",
        );
    }

    fn operations_text(&self, out: &mut String) {
        write_line(out, format_args!("{:>12} {:>7}  operation", "count", "share"));
        for row in &self.operations {
            let mark = if row.on_names { "  (on names)" } else { "" };
            let (share, operation) = (100.0 * row.share, printable(&row.operation));
            write_line(out, format_args!("{:>12} {share:>5.1} %  {operation}{mark}", row.count));
        }
        out.push('\n');
    }
}

/// Returns a whole number with a comma between thousands.
pub(super) fn group_digits(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().concat()
}

fn write_line(out: &mut String, line: impl Display) {
    let _ = writeln!(out, "{line}");
}

/// Returns a text without control characters, which a terminal would execute.
fn printable(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect()
}

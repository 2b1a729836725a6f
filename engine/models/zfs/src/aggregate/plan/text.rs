//! A plan as text.

use super::{InputFormat, Report};
use pathlength_listings::group_digits;
use std::fmt::{Display, Write};

impl Report<'_> {
    /// Returns the report as text: the data, its order, and the recommended steps.
    pub fn text(&self) -> String {
        let mut out = String::new();
        write_line(&mut out, format_args!("{}\n{}", self.reading, self.facts));
        if !self.estimates.is_empty() {
            write_line(&mut out, &self.estimates);
        }
        write_line(&mut out, format_args!("{}\n", self.order));
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

    /// Returns the headers of the columns with seconds.
    fn seconds_columns(&self) -> String {
        joined(self.rates.iter().map(|rate| format!(" {:>9}", format!("{} s", rate.title))))
    }

    fn directories_text(&self, out: &mut String) {
        let totals = &self.totals;
        write_line(
            out,
            format_args!(
                "{:>12} {:<12} {:>9} {:>9}{} {:>9}  {:<34} path",
                "saved s",
                "benefit",
                "names",
                "KB",
                self.seconds_columns(),
                "KB free",
                "lookups/s v4 → v5"
            ),
        );
        for row in self.directories.iter() {
            let estimate = |value: u64, estimated| format!("{}{value}", if estimated { "~" } else { "" });
            let seconds = joined(row.seconds.iter().map(|seconds| format!(" {seconds:>9.1}")));
            write_line(
                out,
                format_args!(
                    "{:>12} {:<12} {:>9} {:>9}{seconds} {:>9}  {:<34} {}",
                    if row.saved_text.is_empty() { "-" } else { &row.saved_text },
                    row.benefit.word(),
                    estimate(row.entries, row.entries_estimated),
                    estimate(row.kilobytes, row.kilobytes_estimated),
                    row.free_kilobytes,
                    row.lookups_text,
                    printable(row.path)
                ),
            );
        }
        let left = totals.directories - self.directories.iter().len() as u64;
        if left > 0 {
            write_line(out, format_args!("and {} more", group_digits(left as f64)));
        }
        write_line(out, format_args!("\n{}\n", self.basis));
    }

    fn file_systems_text(&self, out: &mut String) {
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
        out.push('\n');
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

/// Returns an interval with as many digits as its width justifies.
pub(super) fn range_text([low, high]: [f64; 2]) -> String {
    // The rounding step is at most half the width of the interval; a width of 0 would keep all digits.
    let half = ((high - low) / 2.0).max(high.abs() * 1e-3).max(1e-9);
    let (mut step, mut decimals) = (1.0, 0);
    while step > half {
        (step, decimals) = (step / 10.0, decimals + 1);
    }
    while step * 10.0 <= half {
        step *= 10.0;
    }
    let text = |value: f64| {
        if decimals > 0 {
            return format!("{value:.decimals$}");
        }
        let rounded = (value / step).round() * step;
        [if rounded < 0.0 { "-" } else { "" }, &group_digits(rounded.abs())].concat()
    };
    let dash = if low < 0.0 { " to " } else { "–" };
    [text(low), dash.to_owned(), text(high)].concat()
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().concat()
}

fn write_line(out: &mut String, line: impl Display) {
    let _ = writeln!(out, "{line}");
}

/// Returns text without control characters, which a terminal would interpret.
fn printable(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect()
}

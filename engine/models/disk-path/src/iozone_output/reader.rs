//! Reads the lines of an output one by one.

use super::command_line::Run;
use super::text::{is_word, kb_per_unit, parse_row, read_after, strip_number, strip_space, word_ends};
use super::{IozonePhase, IozoneReading, MAX_LINE_BYTES, MAX_READINGS};
use std::collections::BTreeSet;

const HEADINGS: [&str; 6] = ["kb", "reclen", "write", "rewrite", "read", "reread"];
/// Names of the phases in throughput mode, and in the report of this mode.
const CHILDREN: [&str; 4] = ["initial writers", "rewriters", "readers", "re-readers"];
const TESTS: [&str; 4] = ["initial write", "rewrite", "read", "re-read"];

/// The section to which a line belongs.
#[derive(Clone, Debug, Default)]
enum Section {
    #[default]
    None,
    /// The table, with the end column of each word in its heading.
    Table(Vec<usize>),
    /// A report of -R, with its record sizes once they are read.
    Report(IozonePhase, Option<Vec<f64>>),
    /// The report of throughput mode.
    Throughput,
}

/// A line reader. Throughputs are kept by section, because `IOzone` prints the same throughputs in two sections.
#[derive(Debug, Default)]
pub(super) struct Reader {
    rows: Vec<IozoneReading>,
    reports: Vec<IozoneReading>,
    children: Vec<IozoneReading>,
    summary: Vec<IozoneReading>,
    /// The first line whose numbers are not throughputs; 0 if there is no such line.
    pub(super) other_unit_line: usize,
    /// The first line whose columns are unclear; 0 if there is no such line.
    pub(super) unclear_line: usize,
    /// The phases found in the last run.
    pub(super) found: BTreeSet<IozonePhase>,
    run: Run,
    section: Section,
}

/// Returns whether a line can come only from `IOzone` output.
pub(super) fn is_mark(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let start = lower.trim_start_matches(|symbol: char| symbol.is_whitespace() || "\",;>".contains(symbol));
    let marks =
        ["iozone: performance test", "command line used:", "children see throughput", "throughput report y-axis"];
    let start = start.strip_prefix("re-").unwrap_or(start);
    let report = ["writer report", "reader report"].iter().find_map(|name| start.strip_prefix(name));
    let words: Vec<_> = lower.split_whitespace().collect();
    marks.iter().any(|mark| lower.contains(mark))
        || report.is_some_and(|rest| !rest.starts_with(is_word))
        || words.windows(2).any(|pair| pair == &HEADINGS[..2])
}

impl Reader {
    /// Returns the phases that the command line of the last run requests; `None` without a command line.
    pub(super) fn requested(&self) -> Option<Vec<IozonePhase>> {
        self.run.requested.clone()
    }

    /// Returns whether the table or a report of -R was found.
    pub(super) fn has_reports(&self) -> bool {
        !self.rows.is_empty() || !self.reports.is_empty()
    }

    /// Returns whether further rows can follow.
    pub(super) fn expects_rows(&self) -> bool {
        !matches!(self.section, Section::None)
    }

    /// Returns whether the maximum number of throughputs is reached.
    pub(super) fn is_full(&self) -> bool {
        self.rows.len() + self.reports.len() + self.children.len() + self.summary.len() >= MAX_READINGS
    }

    /// Reads line number `n`.
    pub(super) fn read_line(&mut self, line: &str, n: usize) {
        if line.len() > MAX_LINE_BYTES {
            return;
        }
        // The quote marks of an e-mail reply become spaces, so that the columns are preserved.
        let content = line.trim_start_matches(|symbol: char| symbol.is_whitespace() || ">|".contains(symbol));
        let indent = line[..line.len() - content.len()].chars().count();
        let line = " ".repeat(indent) + content;
        let lower = line.to_ascii_lowercase();
        if self.read_banner(&line, &lower) || self.read_child(&lower, n) || self.read_title(&lower) {
            return;
        }
        match std::mem::take(&mut self.section) {
            Section::None => {}
            Section::Table(heads) => {
                self.read_row(&line, n, &heads);
                self.section = Section::Table(heads);
            }
            Section::Report(phase, records) => self.read_report(&line, n, phase, records),
            Section::Throughput => {
                self.read_throughput(&lower, n);
                self.section = Section::Throughput;
            }
        }
    }

    /// Returns every throughput once.
    pub(super) fn into_readings(self) -> Vec<IozoneReading> {
        let key = |reading: &IozoneReading| (reading.phase, reading.file_kb, reading.record_kb);
        let in_table = |reading: &IozoneReading| self.rows.iter().any(|row| key(row) == key(reading));
        let reports: Vec<_> = self.reports.iter().filter(|reading| !in_table(reading)).copied().collect();
        let of_children: BTreeSet<_> = self.children.iter().map(|reading| reading.phase).collect();
        let summary = self.summary.iter().filter(|reading| !of_children.contains(&reading.phase)).copied();
        let summary: Vec<_> = summary.collect();
        [self.rows, reports, self.children, summary].concat()
    }

    fn begin(&mut self, run: Run) {
        self.run = run;
        self.section = Section::None;
        self.found.clear();
    }

    /// Checks a throughput and converts it to KB/s; returns `None` if the value is invalid or not a throughput.
    fn check(&mut self, n: usize, reading: IozoneReading, unit: Option<f64>) -> Option<IozoneReading> {
        self.found.insert(reading.phase);
        let Some(unit) = unit else {
            if self.other_unit_line == 0 {
                self.other_unit_line = n;
            }
            return None;
        };
        let kb_per_s = reading.kb_per_s * unit;
        // `IOzone` prints 0 for sizes that were not measured.
        let is_valid = reading.kb_per_s > 0.0 && kb_per_s.is_finite() && !self.is_full();
        is_valid.then_some(IozoneReading { kb_per_s, ..reading })
    }

    /// Reads a line before the results; returns `false` for any other line.
    fn read_banner(&mut self, line: &str, lower: &str) -> bool {
        let command = lower.find("command line used:").map(|at| &line[at + "command line used:".len()..]);
        let command = command.or_else(|| {
            let start = line.trim_start_matches(|symbol: char| symbol.is_whitespace() || "\",;".contains(symbol));
            let (program, options) = start.split_at(start.find(char::is_whitespace)?);
            let at = program.len().checked_sub("iozone".len())?;
            let is_iozone = program.is_char_boundary(at)
                && program[at..].eq_ignore_ascii_case("iozone")
                && !program[..at].ends_with(is_word);
            (is_iozone && options.trim_start().starts_with('-')).then_some(options)
        });
        let each = || read_after(lower, "writes a", parse_process_sizes);
        let record = || {
            read_after(lower, "record size", |rest| {
                let (number, rest) = strip_number(rest.trim_start_matches([' ', '=']), 12)?;
                rest.trim_start_matches(' ').starts_with('k').then_some(number)
            })
        };
        if lower.contains("iozone: performance test") {
            self.begin(Run::default());
        } else if let Some(command) = command {
            // `IOzone` announces -O and -N before the command line, so the unit of the results is kept.
            self.begin(Run { kb_per_unit: self.run.kb_per_unit, ..Run::from_command(command) });
        } else if lower.contains("output is in") {
            self.run.kb_per_unit = kb_per_unit(lower);
        } else if let Some((file_kb, record_kb)) = each() {
            self.begin(Run { file_kb: Some(file_kb), record_kb: Some(record_kb), ..self.run.clone() });
        } else if let Some(record_kb) = record() {
            self.run.record_kb = Some(record_kb);
        } else {
            return false;
        }
        true
    }

    /// Reads a line of throughput mode; returns `false` for any other line.
    fn read_child(&mut self, lower: &str, n: usize) -> bool {
        let Some((processes, phase, value, unit)) = read_after(lower, "children see throughput for", parse_child)
        else {
            return false;
        };
        let Run { file_kb, record_kb, .. } = self.run;
        let reading = IozoneReading { phase, file_kb, record_kb, kb_per_s: value, processes: Some(processes) };
        let reading = self.check(n, reading, unit);
        self.children.extend(reading);
        true
    }

    /// Reads the heading of a section; any other heading ends the current section. Returns `false` for a line that is
    /// not a heading.
    fn read_title(&mut self, lower: &str) -> bool {
        let title = lower.trim_matches(|symbol| !is_word(symbol));
        let report = title.strip_suffix(" report");
        let phase = IozonePhase::ALL.into_iter().find(|phase| report == Some(phase.report_name()));
        let words: Vec<_> = lower.split_whitespace().collect();
        let is_heading = |words: &[&str]| {
            let clean = |word: &str| word.trim_matches(|symbol| !is_word(symbol)).to_owned();
            words.iter().map(|word| clean(word)).eq(HEADINGS.iter().map(|head| (*head).to_owned()))
        };
        let mut all_words = lower.split(|symbol| !is_word(symbol));
        self.section = if words.windows(HEADINGS.len()).any(is_heading) {
            Section::Table(word_ends(lower))
        } else if let Some(phase) = phase {
            Section::Report(phase, None)
        } else if lower.contains("throughput report y-axis") {
            Section::Throughput
        } else if all_words.any(|word| word == "report") || lower.contains("iozone test complete") {
            Section::None
        } else {
            return false;
        };
        true
    }

    fn read_row(&mut self, line: &str, n: usize, heads: &[usize]) {
        let words: Vec<_> = line.split_whitespace().collect();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        if words.len() < 3 || !words.iter().all(is_number) || words[0].len() > 15 || words[1].len() > 12 {
            return;
        }
        let numbers: Vec<f64> = words.iter().filter_map(|word| word.parse().ok()).collect();
        let values = row_values(line, &numbers[2..], heads, self.run.requested.as_deref());
        if values.is_none() && self.unclear_line == 0 {
            self.unclear_line = n;
        }
        let (file_kb, record_kb) = (Some(numbers[0]), Some(numbers[1]));
        for (phase, value) in IozonePhase::ALL.into_iter().zip(values.into_iter().flatten()) {
            if let Some(kb_per_s) = value {
                let reading = IozoneReading { phase, file_kb, record_kb, kb_per_s, processes: Some(1.0) };
                let reading = self.check(n, reading, self.run.kb_per_unit);
                self.rows.extend(reading);
            }
        }
    }

    fn read_report(&mut self, line: &str, n: usize, phase: IozonePhase, records: Option<Vec<f64>>) {
        // Anything but numbers ends the report.
        let Some(numbers) = parse_row(line) else { return };
        let records = match (numbers.split_first(), records) {
            (None, records) => records,
            (Some(_), None) => Some(numbers),
            (Some((file_kb, values)), Some(records)) => {
                for (value, record_kb) in values.iter().zip(&records) {
                    let (file_kb, record_kb) = (Some(*file_kb), Some(*record_kb));
                    let reading = IozoneReading { phase, file_kb, record_kb, kb_per_s: *value, processes: Some(1.0) };
                    let reading = self.check(n, reading, self.run.kb_per_unit);
                    self.reports.extend(reading);
                }
                Some(records)
            }
        };
        self.section = Section::Report(phase, records);
    }

    fn read_throughput(&mut self, lower: &str, n: usize) {
        let start = lower.trim_start_matches(|symbol: char| symbol.is_whitespace() || symbol == '"');
        let ends = |symbol: char| symbol.is_whitespace() || "\",;".contains(symbol);
        let test = IozonePhase::ALL.into_iter().find_map(|phase| {
            let rest = start.strip_prefix(TESTS[phase as usize])?;
            rest.starts_with(ends).then_some((phase, rest))
        });
        let Some((phase, rest)) = test else { return };
        let Run { file_kb, record_kb, processes, kb_per_unit, .. } = self.run;
        for (column, kb_per_s) in parse_row(rest).unwrap_or_default().into_iter().enumerate() {
            let processes = processes.map(|first| first + column as f64);
            let reading = IozoneReading { phase, file_kb, record_kb, kb_per_s, processes };
            let reading = self.check(n, reading, kb_per_unit);
            self.summary.extend(reading);
        }
    }
}

/// Reads the sizes from the text after `writes a`, such as ` 1024 kByte file in 64 kByte records`; returns `None` for
/// any other text.
fn parse_process_sizes(rest: &str) -> Option<(f64, f64)> {
    let rest = rest.strip_prefix('n').unwrap_or(rest).strip_prefix(' ')?;
    let kb = |rest: &str| {
        let rest = rest.strip_prefix(' ').unwrap_or(rest).strip_prefix("kbyte")?;
        Some(rest.strip_prefix('s').unwrap_or(rest).len())
    };
    let (file_kb, rest) = strip_number(rest, 15)?;
    let rest = rest[rest.len() - kb(rest)?..].strip_prefix(" file in ")?;
    let (record_kb, rest) = strip_number(rest, 12)?;
    rest[rest.len() - kb(rest)?..].starts_with(" records").then_some((file_kb, record_kb))
}

/// Reads a line of throughput mode after `children see throughput for`: processes, phase, value, and KB per unit.
/// Returns `None` for any other text.
fn parse_child(rest: &str) -> Option<(f64, IozonePhase, f64, Option<f64>)> {
    let (processes, rest) = strip_number(strip_space(rest)?, 9)?;
    let rest = strip_space(rest)?;
    IozonePhase::ALL.into_iter().find_map(|phase| {
        let rest = rest.strip_prefix(CHILDREN[phase as usize])?.trim_start().strip_prefix('=')?.trim_start();
        let number = rest.find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.')?;
        let unit = rest[number..].trim_start_matches(' ');
        let letters = unit.find(|symbol: char| !symbol.is_ascii_lowercase())?;
        if number == 0 || number > 24 || letters == 0 || !unit[letters..].starts_with("/sec") {
            return None;
        }
        let value = rest[..number].parse().unwrap_or(f64::NAN);
        Some((processes, phase, value, kb_per_unit(&unit[..letters + 2])))
    })
}

/// Returns the values of a row of the table by phase.
///
/// A test that was not run leaves its columns blank, so a value belongs to the heading that ends in the same column. If
/// the spaces are lost, the requested tests determine the columns. Returns `None` if the columns remain unclear.
fn row_values(
    line: &str,
    values: &[f64],
    heads: &[usize],
    requested: Option<&[IozonePhase]>,
) -> Option<[Option<f64>; 4]> {
    if values.len() + 2 == heads.len() {
        return Some([0, 1, 2, 3].map(|column| values.get(column).copied()));
    }
    let ends = word_ends(line);
    let is_near = |end: usize, head: usize| heads.get(head).is_some_and(|head| end.abs_diff(*head) <= 2);
    // IOzone prints two spaces between the first two headings.
    let has_columns = heads[1] >= heads[0] + "reclen".len() + 2;
    if has_columns && is_near(ends[0], 0) && is_near(ends[1], 1) {
        let in_column = |column: usize| ends[2..].iter().position(|end| is_near(*end, column + 2));
        return Some([0, 1, 2, 3].map(|column| in_column(column).and_then(|at| values.get(at).copied())));
    }
    let requested = requested.filter(|requested| values.len() >= requested.len())?;
    Some(IozonePhase::ALL.map(|phase| {
        let column = requested.iter().position(|requested| *requested == phase)?;
        values.get(column).copied()
    }))
}

//! Rows of a report like PRF083: response-time breakdown of file pool requests, and utilization of the server.
//!
//! The report has two parts, each with one row per server; both parts may be joined in one long row. Columns are
//! identified by position, because the headings span several lines.

use super::MeasurementError;
use super::line::{Line, PrintedNumber, shown};

/// Maximum number of rows; a text with more rows is rejected.
const MAX_ROWS: usize = 200;
/// Maximum length of a user id.
const MAX_ID_CHARACTERS: usize = 8;
/// Number of columns in the part with times; a report may have another column between ESM and Other.
const TIMES: usize = 8;
/// Number of columns in the part with utilizations and agents.
const UTILIZATIONS: usize = 8;

/// The row of a server for an interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// User id of the server.
    pub name: String,
    /// The start of the interval, as printed; empty if missing.
    pub from: String,
    /// The end of the interval, as printed; empty if missing.
    pub to: String,
    /// Response-time breakdown.
    pub times: Times,
    /// Utilizations, if the text contains them.
    pub utilizations: Option<Utilizations>,
    /// Line number of the row.
    pub line: u32,
}

impl Server {
    /// Returns the length of the interval in seconds, from its times of day; `None` if one of these times is missing.
    pub fn interval_s(&self) -> Option<PrintedNumber> {
        let [from, to] = [&self.from, &self.to].map(|time| seconds(time));
        let ((from, from_step), (to, to_step)) = (from?, to?);
        // An interval may end after midnight.
        let value = if to > from { to - from } else { to - from + 86_400.0 };
        Some(PrintedNumber { value, half: from_step.max(to_step) })
    }
}

/// The response-time breakdown of file pool requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// Requests.
    pub count: PrintedNumber,
    /// Requests per second.
    pub rate: PrintedNumber,
    /// Response time in seconds; its components are in the following fields.
    pub total: PrintedNumber,
    /// Processor.
    pub cpu: PrintedNumber,
    /// Waiting for locks.
    pub lock: PrintedNumber,
    /// Block I/O.
    pub block_io: PrintedNumber,
    /// External security manager.
    pub esm: PrintedNumber,
    /// A column between ESM and Other whose heading is missing in the source; 0 if there is no such column.
    pub unnamed: PrintedNumber,
    /// Everything else.
    pub other: PrintedNumber,
}

/// Utilizations of a server in percent, and its agents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utilizations {
    /// Total utilization: the sum of the next four fields.
    pub total: PrintedNumber,
    /// Processor.
    pub cpu: PrintedNumber,
    /// Waiting for pages.
    pub page: PrintedNumber,
    /// Checkpoints.
    pub checkpoint: PrintedNumber,
    /// QSAM.
    pub qsam: PrintedNumber,
    /// Mean number of agents that are processing requests.
    pub active: PrintedNumber,
    /// Mean number of agents that are held by units of work.
    pub held: PrintedNumber,
    /// Deadlocks with rollback.
    pub deadlocks: PrintedNumber,
}

const ZERO: PrintedNumber = PrintedNumber { value: 0.0, half: 0.0 };

impl Times {
    fn new(numbers: &[PrintedNumber]) -> Self {
        let [count, rate, total, cpu, lock, block_io, esm, ..] = *numbers else { unreachable!("counted before") };
        let (unnamed, other) = match numbers[7..] {
            [other] => (ZERO, other),
            [unnamed, other] => (unnamed, other),
            _ => unreachable!("counted before"),
        };
        Self { count, rate, total, cpu, lock, block_io, esm, unnamed, other }
    }
}

impl Utilizations {
    fn new(numbers: &[PrintedNumber]) -> Self {
        let [total, cpu, page, checkpoint, qsam, active, held, deadlocks] = *numbers else {
            unreachable!("counted before")
        };
        Self { total, cpu, page, checkpoint, qsam, active, held, deadlocks }
    }
}

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReportPart {
    Times,
    Utilizations,
}

/// A reader that collects rows line by line.
#[derive(Debug, Default)]
pub(super) struct ServerReader {
    found: Vec<Server>,
    announced: Option<ReportPart>,
    /// Line number and user id of the first row of utilizations without a matching row of times.
    unmatched: Option<(u32, String)>,
}

impl ServerReader {
    /// Parses a line with a row; returns `false` for any other line.
    pub(super) fn take(&mut self, line: &Line) -> Result<bool, MeasurementError> {
        let dated = line.words.len() > 2 && is_time(line.words[0]) && is_time(line.words[1]);
        let at = if dated { 2 } else { 0 };
        let name = line.words[at];
        let numbers = line.numbers(at + 1);
        let count = numbers.len();
        if is_id(name) {
            line.check_numbers(at + 1)?;
        }
        if !is_id(name) || line.words.len() != at + 1 + count || count == 0 {
            if dated && PrintedNumber::read(name).is_none() {
                let word = line.words.get(at + 1 + count).unwrap_or(&name);
                return Err(line.wrong(&format!(
                    "“{}” is not a number: a row has only numbers after the times and the user id",
                    shown(word)
                )));
            }
            // A line that is not a row can be a heading.
            self.announce(line);
            return Ok(false);
        }
        let part = match count {
            _ if !dated && count < 5 => return Ok(false),
            TIMES if dated => Some(ReportPart::Times),
            TIMES => Some(self.expected(name)),
            9 => Some(ReportPart::Times),
            16 | 17 => None,
            _ => return Err(line.wrong(&wrong_count(name, count))),
        };
        match part {
            Some(ReportPart::Times) => self.row(line, at, Times::new(&numbers), None)?,
            Some(ReportPart::Utilizations) => self.attach(line, name, Utilizations::new(&numbers)),
            None => {
                let (times, rest) = numbers.split_at(count - UTILIZATIONS);
                self.row(line, at, Times::new(times), Some(Utilizations::new(rest)))?;
            }
        }
        Ok(true)
    }

    /// Returns the rows; `None` if the text contains no row.
    pub(super) fn finish(self) -> Result<Option<Vec<Server>>, MeasurementError> {
        if let Some((line, name)) = self.unmatched {
            return Err(MeasurementError::Unreadable(format!(
                "line {line}: {name} has utilizations, but no earlier row has its request times: paste that part of the \
                 report too"
            )));
        }
        Ok((!self.found.is_empty()).then_some(self.found))
    }

    fn announce(&mut self, line: &Line) {
        match (line.has("time per file pool request"), line.has("server utilization")) {
            (true, false) => self.announced = Some(ReportPart::Times),
            (false, true) => self.announced = Some(ReportPart::Utilizations),
            _ => {}
        }
    }

    /// Returns the part to which a row without times of day belongs: the part that the heading announced. Without a
    /// heading, the row contains utilizations if an earlier row of the same server lacks them, and times otherwise.
    fn expected(&self, name: &str) -> ReportPart {
        let lacking = self.found.iter().any(|server| server.name == name && server.utilizations.is_none());
        self.announced.unwrap_or(if lacking { ReportPart::Utilizations } else { ReportPart::Times })
    }

    fn row(
        &mut self,
        line: &Line,
        at: usize,
        times: Times,
        utilizations: Option<Utilizations>,
    ) -> Result<(), MeasurementError> {
        if self.found.len() == MAX_ROWS {
            return Err(line.wrong(&format!("there are more than {MAX_ROWS} rows: remove some")));
        }
        let [from, to] = if at == 0 { ["", ""] } else { [line.words[0], line.words[1]] };
        self.found.push(Server {
            name: line.words[at].to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            times,
            utilizations,
            line: line.number,
        });
        Ok(())
    }

    /// Attaches utilizations to the server's first row that has none.
    fn attach(&mut self, line: &Line, name: &str, utilizations: Utilizations) {
        let row = self.found.iter_mut().find(|server| server.name == name && server.utilizations.is_none());
        match row {
            Some(server) => server.utilizations = Some(utilizations),
            None => _ = self.unmatched.get_or_insert((line.number, name.to_owned())),
        }
    }
}

fn wrong_count(name: &str, count: usize) -> String {
    let numbers = if count == 1 { "number" } else { "numbers" };
    format!(
        "{name} has {count} {numbers}: give 8 from FPR Count to Other (9 with a column between ESM and Other), \
         8 from the server’s total utilization to the deadlocks, or both parts joined"
    )
}

/// Returns whether a word is a user id.
fn is_id(word: &str) -> bool {
    let sign = |byte: u8| byte.is_ascii_alphanumeric() || b"@#$_-+:".contains(&byte);
    word.len() <= MAX_ID_CHARACTERS
        && word.bytes().all(sign)
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !is_time(word)
}

/// Returns a time of day in seconds, and its resolution in seconds, 1 or 60; `None` for any other word.
fn seconds(time: &str) -> Option<(f64, f64)> {
    let mut parts = time.split(':').map(|part| part.parse::<f64>().ok());
    let (hours, minutes) = (parts.next()??, parts.next()??);
    let (seconds, step) = parts.next().map_or((Some(0.0), 60.0), |seconds| (seconds, 1.0));
    Some((3600.0 * hours + 60.0 * minutes + seconds?, step))
}

/// Returns whether a word is a time of day, such as 09:24 or 09:24:30.
fn is_time(word: &str) -> bool {
    let mut parts = word.split(':');
    let two = |part: Option<&str>| {
        part.is_some_and(|part| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    two(parts.next()) && two(parts.next()) && parts.next().is_none_or(|part| two(Some(part))) && parts.next().is_none()
}

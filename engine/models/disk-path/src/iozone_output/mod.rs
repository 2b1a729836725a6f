//! Reader for `IOzone` output: its table, the reports of -R and -Rb, and its throughput mode.
//!
//! The output is untrusted text. The reader returns complete results and describes incomplete ones in messages.

mod command_line;
mod reader;
mod text;

use pathlength_model::ModelError;
use reader::Reader;
use serde::Serialize;
use std::collections::BTreeSet;
use text::split_lines;

/// Maximum size of an output in bytes.
pub const MAX_BYTES: usize = 5_000_000;
/// Maximum number of throughputs that are read.
pub const MAX_READINGS: usize = 2000;
/// Maximum length of a line in bytes: results have shorter lines, so longer lines are skipped.
const MAX_LINE_BYTES: usize = 2000;

/// The phases of an `IOzone` run; the results of other tests are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum IozonePhase {
    /// Test 0, first half.
    Write,
    /// Test 0, second half.
    Rewrite,
    /// Test 1, first half.
    Read,
    /// Test 1, second half.
    Reread,
}

impl IozonePhase {
    /// All phases, in the order of the table's columns.
    pub const ALL: [Self; 4] = [Self::Write, Self::Rewrite, Self::Read, Self::Reread];

    /// Returns the phase's name in the reports of -R.
    fn report_name(self) -> &'static str {
        ["writer", "re-writer", "reader", "re-reader"][self as usize]
    }
}

/// A measured throughput; values that the output does not contain are missing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct IozoneReading {
    /// Phase.
    pub phase: IozonePhase,
    /// File size in KB.
    pub file_kb: Option<f64>,
    /// Record size in KB.
    pub record_kb: Option<f64>,
    /// Throughput of all processes together, in KB/s.
    pub kb_per_s: f64,
    /// Number of processes.
    pub processes: Option<f64>,
}

/// The throughputs of an output.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct IozoneOutput {
    /// The throughputs.
    pub readings: Vec<IozoneReading>,
    /// Sentences about unusable parts of the output; empty if all parts are usable.
    pub notes: String,
}

/// Returns whether the text is `IOzone` output.
pub fn is_iozone(text: &str) -> bool {
    text.len() <= MAX_BYTES && split_lines(text).0.into_iter().any(reader::is_mark)
}

/// Reads `IOzone` output.
///
/// # Errors
/// Returns [`ModelError`] with an explanation if there are no results: the input is too large, is not text, or has the
/// wrong units.
pub fn read_iozone(text: &str) -> Result<IozoneOutput, ModelError> {
    if text.len() > MAX_BYTES {
        return Err(ModelError::new(
            "The file is larger than 5 MB, too large for IOzone output. Choose the file that IOzone wrote.",
        ));
    }
    if text.as_bytes().iter().take(2000).any(|byte| *byte == 0) {
        return Err(ModelError::new(
            "This is not text. If it is the spreadsheet that -b wrote, open it and save it as CSV. Otherwise, choose \
             the text that IOzone printed.",
        ));
    }
    let (lines, is_cut) = split_lines(text);
    let mut reader = Reader::default();
    for (n, line) in lines.iter().enumerate() {
        reader.read_line(line, n + 1);
    }
    let mut notes = Vec::new();
    if reader.other_unit_line > 0 {
        notes.push(format!(
            "Line {} counts operations or microseconds, not KB/s. Run IOzone without -O and -N.",
            reader.other_unit_line
        ));
    }
    if reader.unclear_line > 0 {
        notes.push(format!(
            "Line {} has fewer values than the table has columns, and the spaces that would show which values are \
             missing are lost. Choose the file as IOzone wrote it.",
            reader.unclear_line
        ));
    }
    notes.extend(describe_end(&reader, lines.len(), is_cut));
    if reader.is_full() {
        notes.push(format!("Only the first {MAX_READINGS} throughputs are used."));
    }
    let (readings, notes) = (reader.into_readings(), notes.join(" "));
    if !readings.is_empty() {
        Ok(IozoneOutput { readings, notes })
    } else if notes.is_empty() {
        Err(ModelError::new(
            "No IOzone result was found. Expected: the table below “kB reclen write rewrite read reread”, the reports \
             of -R (“Writer report”), or lines that begin with “Children see throughput for”.",
        ))
    } else {
        Err(ModelError::new(notes))
    }
}

/// Describes where the output is truncated, and what is missing; returns `None` if nothing is missing.
fn describe_end(reader: &Reader, lines: usize, is_cut: bool) -> Option<String> {
    let found: &BTreeSet<IozonePhase> = &reader.found;
    // The second phase of a pair always follows the first, unless the command line requests only the first.
    let second_due = |phase: &IozonePhase| match phase {
        IozonePhase::Rewrite => found.contains(&IozonePhase::Write),
        IozonePhase::Reread => found.contains(&IozonePhase::Read),
        IozonePhase::Write | IozonePhase::Read => false,
    };
    let due = reader.requested().unwrap_or_else(|| IozonePhase::ALL.into_iter().filter(second_due).collect());
    let missing: Vec<_> =
        due.into_iter().filter(|phase| !found.contains(phase)).map(IozonePhase::report_name).collect();
    let loss = if !missing.is_empty() {
        let kind = if reader.has_reports() { "report" } else { "throughput" };
        let verb = if missing.len() == 1 { " is" } else { "s are" };
        format!("the {} {kind}{verb} missing", missing.join(", "))
    } else if is_cut && reader.expects_rows() {
        "its last number may be incomplete and is omitted".to_owned()
    } else {
        return None;
    };
    let end = if is_cut { "in the middle of" } else { "with" };
    Some(format!("The output ends {end} line {lines}: {loss}."))
}

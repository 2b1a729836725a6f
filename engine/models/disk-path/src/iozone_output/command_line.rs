//! The command line of a run.

use super::IozonePhase;
use super::text::{is_word, strip_number};

/// Facts about a run, from its command line and its banner.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// KB per unit of the results; missing if the results are not throughputs.
    pub(super) kb_per_unit: Option<f64>,
    /// File size.
    pub(super) file_kb: Option<f64>,
    /// Record size.
    pub(super) record_kb: Option<f64>,
    /// Number of processes in the first column of a throughput report.
    pub(super) processes: Option<f64>,
    /// Phases that the command line requests; missing without a command line.
    pub(super) requested: Option<Vec<IozonePhase>>,
}

impl Default for Run {
    fn default() -> Self {
        Self { kb_per_unit: Some(1.0), file_kb: None, record_kb: None, processes: None, requested: None }
    }
}

impl Run {
    /// Reads the options of a command line.
    pub(super) fn from_command(command: &str) -> Self {
        let lower = command.to_ascii_lowercase();
        let tests: Vec<f64> = options(command).filter_map(test_number).collect();
        let has_retests =
            !options(command).any(|option| option.strip_prefix("+n").is_some_and(|rest| !rest.starts_with(is_word)));
        let is_requested = |phase: &IozonePhase| {
            let test = if *phase < IozonePhase::Read { 0.0 } else { 1.0 };
            let is_first = matches!(phase, IozonePhase::Write | IozonePhase::Read);
            (tests.is_empty() || tests.contains(&test)) && (has_retests || is_first)
        };
        let size = |letter: char| options(&lower).find_map(|option| option_size(option, letter));
        Self {
            file_kb: size('s'),
            record_kb: size('r'),
            processes: size('t').or_else(|| size('l')),
            requested: Some(IozonePhase::ALL.into_iter().filter(is_requested).collect()),
            ..Self::default()
        }
    }
}

/// Returns the text after each hyphen that starts an option.
fn options(command: &str) -> impl Iterator<Item = &str> {
    let begins = |at: usize| command[..at].ends_with(char::is_whitespace);
    command.match_indices('-').filter(move |(at, _)| begins(*at)).map(|(at, _)| &command[at + 1..])
}

/// Reads the size in an option, and converts a size with a unit to KB. Returns `None` if the option has no size.
fn option_size(option: &str, letter: char) -> Option<f64> {
    let (number, rest) = strip_number(option.strip_prefix(letter)?.trim_start(), 12)?;
    let unit = match rest.bytes().next() {
        Some(b'm') => 1024.0,
        Some(b'g') => 1024.0 * 1024.0,
        _ => 1.0,
    };
    Some(number * unit)
}

/// Reads a test number from an option such as `i 0` or `Rai 0`; returns `None` for other options.
fn test_number(option: &str) -> Option<f64> {
    let letters = option.find(|symbol| !is_word(symbol)).unwrap_or(option.len());
    let after_i = option[..letters].match_indices('i').map(|(at, _)| option[at + 1..].trim_start());
    after_i.filter_map(|rest| strip_number(rest, 15)).map(|(number, _)| number).next()
}

//! A line of a pasted text, split into words.

use super::MeasurementError;
/// A number as printed in a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedNumber {
    /// Value of the number.
    pub value: f64,
    /// Maximum rounding error: half a unit in the last printed place. A 0 without decimals is exact.
    pub half: f64,
}

/// The time unit of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Thousandths of a second.
    Milliseconds,
    /// Seconds.
    Seconds,
}

/// Maximum length of a number.
const MAX_NUMBER_CHARACTERS: usize = 20;

impl PrintedNumber {
    /// Reads an unsigned number, optionally with commas as thousands separators; returns `None` for any other word.
    pub(super) fn read(word: &str) -> Option<Self> {
        if word.len() > MAX_NUMBER_CHARACTERS {
            return None;
        }
        let (whole, fraction) = word.split_once('.').map_or((word, None), |(whole, rest)| (whole, Some(rest)));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let mut groups = whole.split(',');
        let first = groups.next()?;
        let grouped = whole.contains(',');
        let sound = (digits(first) || (first.is_empty() && !grouped && fraction.is_some()))
            && (!grouped || first.len() <= 3)
            && groups.all(|group| group.len() == 3 && digits(group))
            && fraction.is_none_or(digits);
        if !sound {
            return None;
        }
        let value: f64 = word.replace(',', "").parse().ok()?;
        let half = match fraction {
            None if value == 0.0 => 0.0,
            None => 0.5,
            Some(decimals) => 0.5 / libm::pow(10.0, decimals.len() as f64),
        };
        Some(Self { value, half })
    }
}

/// A line and its words.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: u32,
    pub(super) text: &'a str,
    pub(super) words: Vec<&'a str>,
}

impl<'a> Line<'a> {
    pub(super) fn new(number: u32, text: &'a str) -> Self {
        Self { number, text, words: text.split_whitespace().collect() }
    }

    /// Returns whether the line contains a letter or a digit.
    pub(super) fn says_something(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }

    /// Returns the numbers from word `at` onward, up to the first word that is not a number.
    pub(super) fn numbers(&self, at: usize) -> Vec<PrintedNumber> {
        self.words.iter().skip(at).map_while(|word| PrintedNumber::read(word)).collect()
    }

    /// Returns whether the line contains `words`, regardless of case, spaces, and punctuation.
    pub(super) fn has(&self, words: &str) -> bool {
        bare(self.text).contains(&bare(words))
    }

    /// Returns an error that consists of the line number and `what`.
    pub(super) fn wrong(&self, what: &str) -> MeasurementError {
        MeasurementError::Unreadable(format!("line {}: {what}", self.number))
    }

    /// Returns an error if one of the numbers from word `at` onward is negative or in an unsupported notation.
    pub(super) fn check_numbers(&self, at: usize) -> Result<(), MeasurementError> {
        let numeric = |word: &&&str| {
            word.contains(|c: char| c.is_ascii_digit())
                && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’' | '-' | '−' | '+'))
        };
        let bad = |word: &&&str| PrintedNumber::read(word).is_none() && !is_date(word);
        let Some(word) = self.words.iter().skip(at).take_while(|word| numeric(word)).find(bad) else { return Ok(()) };
        let what = if word.starts_with(['-', '−']) {
            "is negative: give 0 or more for a counter, a time, or a share"
        } else {
            "is not a readable number: write a number like 1234567.8 or 1,234,567.8"
        };
        Err(MeasurementError::Impossible(format!("line {}: {} {what}", self.number, shown(word))))
    }
}

/// Returns whether a word is a date such as 2015-08-12, 12.08.2015, or 12.08.15.
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['-', '.']).collect();
    let digits = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let short = |part: &str| part.len() <= 2;
    parts.len() == 3 && parts.iter().all(digits) && short(parts[1]) && (short(parts[0]) || short(parts[2]))
}

/// Returns a name in lowercase, without spaces or punctuation, which differ between releases and programs.
pub(super) fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the start of a word, short enough for a message, without control characters.
pub(super) fn shown(word: &str) -> String {
    word.chars().take(MAX_NUMBER_CHARACTERS).filter(|c| !c.is_control()).collect()
}

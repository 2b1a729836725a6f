//! Parts of lines: words, numbers, and their columns.

use super::MAX_LINE_BYTES;

/// Splits text into lines and returns whether the last line is cut off. The last word of a cut-off line is removed,
/// because the word may be a number that has lost digits.
pub(super) fn split_lines(text: &str) -> (Vec<&str>, bool) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        lines.push(&rest[..at]);
        let end = if rest[at..].starts_with("\r\n") { at + 2 } else { at + 1 };
        rest = &rest[end..];
    }
    if rest.is_empty() {
        return (lines, false);
    }
    let lower = |suffix: &str| {
        let at = rest.len().saturating_sub(suffix.len());
        rest.is_char_boundary(at) && rest[at..].eq_ignore_ascii_case(suffix)
    };
    let is_complete = rest.ends_with(char::is_whitespace) || lower("/sec") || lower("complete.");
    if is_complete && rest.len() <= MAX_LINE_BYTES {
        lines.push(rest);
        return (lines, false);
    }
    let mut end = rest.len().min(MAX_LINE_BYTES);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    lines.push(rest[..end].trim_end_matches(|symbol: char| !symbol.is_whitespace()));
    (lines, true)
}

/// Returns whether a symbol is a letter, a digit, or an underscore.
pub(super) fn is_word(symbol: char) -> bool {
    symbol.is_ascii_alphanumeric() || symbol == '_'
}

/// Splits off at most `max` leading digits; returns their value and the rest of the text, or `None` without digits.
pub(super) fn strip_number(text: &str, max: usize) -> Option<(f64, &str)> {
    let digits = text.bytes().take(max).take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok().map(|number| (number, &text[digits..]))
}

/// Returns the text without its leading white space; `None` if the text does not begin with white space.
pub(super) fn strip_space(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    (rest.len() < text.len()).then_some(rest)
}

/// Tries `read` on the text after each occurrence of `mark` and returns the first result; `None` if all attempts fail.
pub(super) fn read_after<'a, T>(text: &'a str, mark: &str, read: impl Fn(&'a str) -> Option<T>) -> Option<T> {
    text.match_indices(mark).find_map(|(at, _)| read(&text[at + mark.len()..]))
}

/// Returns the end column of each word in a line; columns are counted in symbols.
pub(super) fn word_ends(line: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut previous = ' ';
    let mut columns = 0;
    for symbol in line.chars() {
        if symbol.is_whitespace() && !previous.is_whitespace() {
            ends.push(columns);
        }
        (previous, columns) = (symbol, columns + 1);
    }
    if !previous.is_whitespace() {
        ends.push(columns);
    }
    ends
}

/// Returns the number of KB in one unit of throughput such as `MBytes/sec`; `None` if it is not a unit of
/// throughput.
pub(super) fn kb_per_unit(lower: &str) -> Option<f64> {
    lower.match_indices("/s").find_map(|(at, _)| {
        let before = &lower[..at];
        match &before[before.trim_end_matches(is_word).len()..] {
            "kb" | "kbyte" | "kbytes" => Some(1.0),
            "mb" | "mbyte" | "mbytes" => Some(1024.0),
            _ => None,
        }
    })
}

/// Reads a number as spreadsheets write it, with a decimal point or comma and perhaps with thousands separators;
/// returns `None` for any other text.
fn parse_number(text: &str) -> Option<f64> {
    let plain: String = text.chars().filter(|symbol| !matches!(symbol, '\'' | '’')).collect();
    let digits = plain.trim_start_matches(['+', '-']);
    let groups: Vec<_> = digits.split('.').next().unwrap_or_default().split(',').collect();
    let is_digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_grouped = groups.len() > 1
        && groups.iter().all(is_digits)
        && matches!(groups[0].len(), 1..=3)
        && groups[1..].iter().all(|group| group.len() == 3);
    let number = if is_grouped {
        plain.replace(',', "")
    } else if plain.contains(',') {
        // A decimal comma has digits after it.
        let after = plain.split(',').nth(1)?;
        if plain.contains('.') || !after.starts_with(|symbol: char| symbol.is_ascii_digit()) {
            return None;
        }
        plain.replace(',', ".")
    } else {
        plain
    };
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'+' | b'-' | b'e' | b'E');
    if !number.bytes().all(is_part) {
        return None;
    }
    number.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Reads the numbers of a report row with any separators; `None` if the row contains anything else.
pub(super) fn parse_row(line: &str) -> Option<Vec<f64>> {
    let comma = if line.contains([';', '\t']) { ';' } else { ',' };
    let is_separator = |symbol: char| symbol.is_whitespace() || symbol == '"' || symbol == comma;
    line.split(is_separator).filter(|word| !word.is_empty()).map(parse_number).collect()
}

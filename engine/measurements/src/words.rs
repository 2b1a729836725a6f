//! Numbers and names in sentences.

/// Maximum length, in characters, of a name from a file in a sentence: names of devices and jobs are shorter.
const MAX_NAME_CHARS: usize = 60;

/// Returns a number, rounded to three significant digits or to a whole number, with thousands separators.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "infinitely many".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.abs() >= 1e15 {
        return format!("{value:.2e}");
    }
    let decimals = (2.0 - libm::log10(value.abs()).floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let after = whole.len() - at;
        if at > 0 && after.is_multiple_of(3) && !grouped.ends_with('-') {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

/// Returns a share as a percentage with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns a time in milliseconds, with its unit.
pub(crate) fn milliseconds(seconds: f64) -> String {
    format!("{} ms", number(1000.0 * seconds))
}

/// Returns a name from a file, shortened, with control characters replaced.
pub(crate) fn name(text: &str) -> String {
    let mut short: String =
        text.chars().take(MAX_NAME_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(MAX_NAME_CHARS).is_some() {
        short.push('…');
    }
    short
}

/// Returns a count with a noun, which is plural unless the count is 1.
pub(crate) fn count(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", number(count as f64), if count == 1 { "" } else { "s" })
}

/// Returns a number, followed by “entry” or “entries”.
pub(crate) fn entries(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{} entries", number(count as f64)) }
}

/// Returns a number with its unit, which is singular for 1.
pub(crate) fn with_unit(value: f64, unit: &str) -> String {
    let value = number(value);
    let unit = if value == "1" { unit.strip_suffix('s').filter(|_| !unit.contains('/')).unwrap_or(unit) } else { unit };
    format!("{value} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_groups() {
        for (value, text) in [
            (0.0, "0"),
            (0.012_345, "0.0123"),
            (0.97, "0.97"),
            (1.0, "1"),
            (31.96, "32"),
            (85_862.4, "85,862"),
            (1_234_567.0, "1,234,567"),
            (-123_456.0, "-123,456"),
            (1e300, "1.00e300"),
            (f64::INFINITY, "infinitely many"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}

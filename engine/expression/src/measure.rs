//! Numbers in readers' notation.

use super::lexer::numeral;
use super::{Quantity, Unit};

const MAX_NUMBER_BYTES: usize = 100;

/// Suffixes of numbers, with their factors.
const MULTIPLES: [(&str, f64); 4] = [("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9)];

/// Reads "12.5k", "1.2 ms", "1,200", "1 200", "12 %", or "2.5:1" as a quantity in `unit`, the default unit.
///
/// # Errors
/// Returns a message for the reader if the text is not a number, is ambiguous, or is too large. Also returns a message
/// if the text contains an unknown unit, or a unit that cannot be converted to `unit`.
pub fn measure(text: &str, unit: &Unit) -> Result<f64, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("write a number".to_owned());
    }
    if text.len() > MAX_NUMBER_BYTES {
        return Err("this text is too long for a number: write digits and a unit".to_owned());
    }
    let (negative, number) = unsigned(text);
    let number = ungrouped(number);
    let (digits, rest) = number.split_at(numeral(&number));
    let value: f64 =
        digits.parse().map_err(|_| format!("\"{text}\" is not a number: write one such as 1200 or 1.2"))?;
    if rest.starts_with([',', '.', '\'']) {
        return Err(format!(
            "\"{text}\" can be read in two ways: use commas only for thousands (1,200) and a point for decimals (1.2)"
        ));
    }
    let rest = rest.trim();
    let multiple = MULTIPLES.iter().find(|(letter, _)| {
        rest.strip_prefix(letter).is_some_and(|after| after.is_empty() || after.starts_with(char::is_whitespace))
    });
    let (value, rest) = match multiple {
        Some((letter, factor)) => (value * factor, rest[letter.len()..].trim()),
        None => (value, rest),
    };
    let value = if negative { -value } else { value };
    let written = match rest {
        "" => unit.clone(),
        // A compression ratio is usually written as 2.5:1.
        _ if rest.strip_prefix(':').is_some_and(|to| to.trim() == "1") => Unit::parse("ratio")?,
        _ => Unit::parse(rest)?,
    };
    let value = Quantity::new(value, &written).in_unit(unit).ok_or_else(|| match unit.to_string() {
        plain if plain.is_empty() => {
            format!("the question has no unit: write the number without {written}")
        }
        unit => format!("{written} cannot be converted to {unit}: write the answer in {unit}"),
    })?;
    if value.is_finite() { Ok(value) } else { Err("this number is too large: write a smaller one".to_owned()) }
}

/// Returns the number of significant figures with which a number is written, such as 3 for "0.0120 ms" and "12.5k".
/// Zeros at the end count, and a number that contains only zeros has as many figures as digits. Text without a number
/// has no figures.
pub fn written_figures(text: &str) -> usize {
    let number = ungrouped(unsigned(text.trim()).1);
    let mantissa = number.bytes().take(numeral(&number)).take_while(|byte| !byte.eq_ignore_ascii_case(&b'e'));
    let digits = mantissa.filter(u8::is_ascii_digit);
    let zeros = digits.clone().take_while(|digit| *digit == b'0').count();
    match digits.count() {
        count if count == zeros => count,
        count => count - zeros,
    }
}

/// Returns whether a number is negative, and the number without its sign.
fn unsigned(text: &str) -> (bool, &str) {
    match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Removes the separators between groups of three digits and adds a zero before a leading decimal point.
fn ungrouped(text: &str) -> String {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let first = digits(text);
    if first == 0 && text.starts_with('.') {
        return format!("0{text}");
    }
    let (mut number, mut rest) = (text[..first].to_owned(), &text[first..]);
    if first > 3 || text.starts_with('0') {
        return text.to_owned();
    }
    let mark =
        rest.chars().next().filter(|mark| [',', '\'', '’', '_', ' ', '\u{a0}', '\u{202f}', '\u{2009}'].contains(mark));
    while let Some(group) = mark.and_then(|mark| rest.strip_prefix(mark)).filter(|group| digits(group) == 3) {
        number.push_str(&group[..3]);
        rest = &group[3..];
    }
    number + rest
}

#[cfg(test)]
mod tests {
    use super::{Unit, measure, written_figures};

    fn read(text: &str, unit: &str) -> Result<f64, String> {
        measure(text, &Unit::parse(unit).expect("a unit"))
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, unit, expected) in [
            ("12.5k", "operations/s", 12_500.0),
            ("12.5 k operations/s", "operations/s", 12_500.0),
            ("3M", "names", 3e6),
            ("1.2 ms", "us", 1200.0),
            ("1200", "us", 1200.0),
            ("1,200", "names", 1200.0),
            ("1 200", "names", 1200.0),
            ("1\u{202f}200\u{202f}300 names", "names", 1_200_300.0),
            ("1'200", "names", 1200.0),
            ("1,200.5", "names", 1200.5),
            ("12 %", "ratio", 0.12),
            ("12", "%", 12.0),
            ("0.12 ratio", "%", 12.0),
            ("7.3×", "ratio", 7.3),
            ("2.5:1", "ratio", 2.5),
            ("2.5 : 1", "%", 250.0),
            ("7.3 x", "1", 7.3),
            ("-5", "", -5.0),
            ("− 5", "", -5.0),
            ("+.5", "", 0.5),
            ("2e3", "names", 2000.0),
            ("8 KB", "bytes", 8192.0),
            ("3 ops/s", "operations/s", 3.0),
        ] {
            assert_eq!(read(text, unit), Ok(expected), "{text} in {unit}");
        }
    }

    #[test]
    fn figures_are_counted_from_the_first_that_is_not_zero() {
        for (text, figures) in [
            ("1.2 ms", 2),
            ("0.0120 ms", 3),
            ("12.5k operations/s", 3),
            ("-1,200.50", 6),
            ("1200", 4),
            ("1 200 300", 7),
            ("+.5", 1),
            ("1.20e-3 s", 3),
            ("5 MB/16 s", 1),
            ("0", 1),
            ("0.00", 3),
            ("12 %", 2),
            ("− 5.0", 2),
            ("2.50:1", 3),
            ("", 0),
            ("many", 0),
        ] {
            assert_eq!(written_figures(text), figures, "{text}");
        }
    }

    #[test]
    fn text_that_is_not_a_number_is_refused() {
        for (text, unit, message) in [
            ("", "us", "write a number"),
            ("  ", "us", "write a number"),
            ("many", "us", "is not a number"),
            ("NaN", "us", "is not a number"),
            ("Infinity", "us", "is not a number"),
            ("-", "us", "is not a number"),
            ("--5", "us", "is not a number"),
            ("1,5", "us", "two ways"),
            ("0,125", "us", "two ways"),
            ("1,2000", "us", "two ways"),
            ("1.234,5", "us", "two ways"),
            ("1.2.3", "us", "two ways"),
            ("1e999", "us", "too large"),
            ("5 pages", "us", "converted to us"),
            ("5 us", "", "the question has no unit"),
            ("5:1", "us", "converted to us"),
            ("5:2", "ratio", "is not a unit"),
            ("5 Us", "us", "did you mean us"),
            ("5 us 6", "us", "is not a unit"),
            ("٣", "", "is not a number"),
        ] {
            let error = read(text, unit).expect_err(text);
            assert!(error.contains(message), "{text} in {unit}: {error}");
        }
        assert!(read(&"9".repeat(100_000), "us").is_err_and(|error| error.len() < 100));
    }
}

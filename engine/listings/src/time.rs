//! The time in a line of `ls -l`, in the styles of several commands.

/// Splits off the first word, without the blanks before it.
pub(super) fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Returns the text after a time, with the blank before the name, or `None` for an unknown style. If too few
/// words were skipped, part of a time would be taken for a name.
pub(super) fn skip_time(text: &str) -> Option<&str> {
    let (first, rest) = word(text);
    if is_date(first) {
        // 2015-08-12 13:45 name, 2015-08-12 13:45:10.123456789 +0200 name, or 2015-08-12  name.
        if rest.starts_with("  ") {
            return rest.get(1..);
        }
        let (time, rest) = word(rest);
        if is_clock(time) {
            return Some(rest);
        }
        let (zone, rest) = word(rest);
        return (is_clock_with_seconds(time) && is_zone(zone)).then_some(rest);
    }
    let (second, rest) = word(rest);
    if is_month_and_day(first) {
        // 08-12 13:45 name.
        return is_clock(second).then_some(rest);
    }
    // Aug 12 13:45 name, Aug 12  2015 name, 12. Aug 13:45 name.
    let dated = is_month(first) && is_day(second) || is_day(first) && is_month(second);
    let (third, rest) = word(rest);
    (dated && (is_clock(third) || is_year(third))).then_some(rest)
}

/// Returns whether the text is a whole number without a sign, of at most `digits` digits, in `range`.
fn is_number(text: &str, digits: usize, range: std::ops::RangeInclusive<u32>) -> bool {
    text.len() <= digits
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse().is_ok_and(|number| range.contains(&number))
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && is_number(text, 4, 0..=9999)
}

fn is_day(text: &str) -> bool {
    is_number(text.strip_suffix(['.', ',']).unwrap_or(text), 2, 1..=31)
}

/// Returns whether the text can be the name of a month in any language; some names contain digits (`8月`).
fn is_month(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && text.chars().all(|char| char.is_alphanumeric() || char == '.')
}

fn is_month_and_day(text: &str) -> bool {
    text.split_once('-').is_some_and(|(month, day)| is_number(month, 2, 1..=12) && is_number(day, 2, 1..=31))
}

fn is_date(text: &str) -> bool {
    text.split_once('-').is_some_and(|(year, rest)| is_year(year) && is_month_and_day(rest))
}

fn is_clock(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(hour, minute)| minute.len() == 2 && is_number(hour, 2, 0..=24) && is_number(minute, 2, 0..=59))
}

fn is_clock_with_seconds(text: &str) -> bool {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, ""));
    fraction.bytes().all(|byte| byte.is_ascii_digit())
        && clock.rsplit_once(':').is_some_and(|(clock, second)| is_clock(clock) && is_number(second, 2, 0..=60))
}

fn is_zone(text: &str) -> bool {
    text.strip_prefix(['+', '-']).is_some_and(|digits| digits.len() == 4 && is_number(digits, 4, 0..=2359))
}

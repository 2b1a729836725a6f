//! Times of files and assignments.

/// Returns the seconds since 1970 for a UTC time in ISO 8601, such as `2026-05-03T12:00:00.000Z`; `None` for any other
/// text.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let text = text.strip_suffix('Z')?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let shape = b"0000-00-00T00:00:00";
    let fits = |(found, wanted): (u8, &u8)| if *wanted == b'0' { found.is_ascii_digit() } else { found == *wanted };
    let numeric = !fraction.is_empty() && fraction.bytes().all(|digit| digit.is_ascii_digit());
    if whole.len() != shape.len() || !whole.bytes().zip(shape).all(fits) || !numeric {
        return None;
    }
    let number = |from: usize, to: usize| whole[from..to].parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days since 1970 in the civil calendar, with years that begin in March: Hinnant, "chrono-Compatible Low-Level Date
    // Algorithms".
    let shifted = if month > 2 { year } else { year - 1 };
    let (era, month) = (shifted.div_euclid(400), (month + 9) % 12);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let days = era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    Some(days * 86_400 + number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_are_read_as_unix_seconds() {
        assert_eq!(seconds("1970-01-01T00:00:00Z"), Some(0));
        // `date -u -d 2026-05-03T12:00:00Z +%s`
        assert_eq!(seconds("2026-05-03T12:00:00.000Z"), Some(1_777_809_600));
        assert_eq!(seconds("2000-02-29T23:59:59Z"), Some(951_868_799));
    }

    #[test]
    fn other_texts_are_not_times() {
        for text in [
            "",
            "Z",
            "2026-05-03",
            "2026-05-03T12:00:00",
            "2026-13-03T12:00:00Z",
            "2026-05-03T12:00:00.xZ",
            "2026é05-03T12:00:0Z",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}

//! Numbers in the cells of a CSV file.

use super::mapping::DecimalPoint;

/// Returns the number in a cell; `None` for other text, and for grouped digits, whose value would be a guess.
pub(crate) fn number(cell: &str, point: DecimalPoint) -> Option<f64> {
    let is_numeric = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'e' | b'E');
    let mark = if point == DecimalPoint::Comma { b',' } else { b'.' };
    if !cell.bytes().all(|byte| is_numeric(byte) || byte == mark) {
        return None;
    }
    let number = if mark == b',' { cell.replace(',', ".").parse() } else { cell.parse() };
    number.ok().filter(|number: &f64| number.is_finite())
}

/// Returns the number of decimals in a cell's number; `None` if there is no number. The result is negative if an
/// exponent makes the last digit worth more than 1.
pub(crate) fn decimals(cell: &str, point: DecimalPoint) -> Option<i32> {
    number(cell, point)?;
    let (digits, exponent) = cell.split_once(['e', 'E']).unwrap_or((cell, "0"));
    let after = digits.split_once(['.', ',']).map_or(0, |(_, after)| after.len());
    Some(i32::try_from(after).ok()? - exponent.parse::<i32>().ok()?.clamp(-300, 300))
}

/// Returns half a unit in the last decimal place.
pub(crate) fn half_unit(decimals: i32) -> f64 {
    0.5 * libm::pow(10.0, f64::from(-decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_need_the_decimal_point_of_the_mapping() {
        let point = |cell| number(cell, DecimalPoint::Point);
        assert_eq!((point("12.5"), point("1e3"), point("1,234")), (Some(12.5), Some(1000.0), None));
        assert_eq!((number("1,25", DecimalPoint::Comma), number("1.25", DecimalPoint::Comma)), (Some(1.25), None));
        assert_eq!([point(""), point("n/a"), point("inf"), point("1 2")], [None; 4]);
    }

    #[test]
    fn half_unit_follows_the_last_digit() {
        let half = |cell| decimals(cell, DecimalPoint::Point).map(half_unit);
        assert_eq!((half("12"), half("1e3"), half("-"), half("1.5e1")), (Some(0.5), Some(500.0), None, Some(0.5)));
        assert!(half("0.27").is_some_and(|half| (half - 0.005).abs() < 1e-15));
    }
}

//! Numbers in sentences.

/// Formats a number with about as many decimals as reports print.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if size < 9.9995 {
        format!("{value:.3}")
    } else if size < 99.95 {
        format!("{value:.2}")
    } else if size < 9999.5 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

/// Formats a share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Describes a change from one value to another; includes the percentage if the first value is not 0.
pub(super) fn went(before: f64, after: f64, unit: &str) -> String {
    let (from, to) = (number(before), number(after));
    let space = if unit.is_empty() { "" } else { " " };
    match relative(before, after) {
        Some(change) => {
            let sign = if change < 0.0 { "−" } else { "+" };
            format!("from {from} to {to}{space}{unit} ({sign}{:.0} %)", 100.0 * change.abs())
        }
        None => format!("from {from} to {to}{space}{unit}"),
    }
}

/// Returns the change relative to the first value; `None` if the first value is 0.
pub(super) fn relative(before: f64, after: f64) -> Option<f64> {
    (before > 0.0).then(|| after / before - 1.0)
}

/// Returns a title in the form used in the middle of a sentence.
pub(super) fn mid_sentence(title: &str) -> String {
    let mut letters = title.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => title.to_owned(),
    }
}

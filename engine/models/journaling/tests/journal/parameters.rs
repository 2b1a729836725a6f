//! The lab's parameters and its published load statistics.

use std::collections::BTreeMap;

/// Returns the values of the lab's parameters by name.
pub(crate) fn parameters() -> BTreeMap<String, f64> {
    let mut values = BTreeMap::new();
    let mut name = "";
    for line in include_str!("../../../../../labs/journaling/parameters.toml").lines() {
        if let Some(inner) = line.strip_prefix('[') {
            name = inner.trim_end_matches(']');
        } else if let Some(value) = line.strip_prefix("value = ") {
            values.insert(name.to_owned(), value.parse().unwrap());
        }
    }
    values
}

/// Returns the published statistics of the load: for each name, the value and its tolerance as a share.
pub(crate) fn measured() -> BTreeMap<String, (f64, f64)> {
    let rows = include_str!("../../../../../labs/journaling/data/load.csv").lines().skip(1);
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells[at].parse::<f64>().unwrap();
        (cells[0].to_owned(), (number(2), number(3) / 100.0))
    };
    rows.map(row).collect()
}

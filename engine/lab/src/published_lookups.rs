//! The planner's input from a lab's tables: published lookup rates.

use crate::{PublishedCell, Table};
use pathlength_model::ModelError;
use pathlength_zfs::aggregate::model::Scenario;
use pathlength_zfs::aggregate::plan::PublishedLookups;

/// The output that the planner forecasts.
const LOOKUPS: &str = "lookups";

/// Returns the published lookup rates in `tables`; a ratio is multiplied by the value in its base cell.
///
/// # Errors
/// Returns [`ModelError`] if the scenario of a cell is invalid.
pub fn published_lookups(tables: &[Table]) -> Result<Vec<PublishedLookups>, ModelError> {
    let mut all = Vec::new();
    for table in tables {
        let value = |row: usize, column: usize| table.cells[row][column].and_then(PublishedCell::value);
        for (row, cells) in table.cells.iter().enumerate() {
            for column in 0..cells.len() {
                if table.output(row, column) != Some(LOOKUPS) {
                    continue;
                }
                let base = table.base(row, column).map_or(Some(1.0), |(row, column)| value(row, column));
                if let Some((ratio, base)) = value(row, column).zip(base) {
                    let scenario = Scenario::from_settings(&table.scenario(row, column))?;
                    all.push(PublishedLookups { scenario, per_s: ratio * base });
                }
            }
        }
    }
    Ok(all)
}

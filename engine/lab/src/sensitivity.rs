//! Sensitivity of satisfied bounds to choices. The bounds of a table are recomputed with other values of the parameters
//! that were fitted to the table or chosen with knowledge of it.

use crate::{Key, Lab, Table, compute};
use pathlength_model::{Model, ModelError};
use pathlength_queueing::Random;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results for the bounds of a table with randomly drawn parameter values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// The parameters that were drawn.
    pub parameters: Vec<String>,
    /// Each value was drawn uniformly from the range within this share of the lab's value.
    pub within: f64,
    /// For each draw, the number of bounds that the model satisfies, in ascending order.
    pub satisfied: Vec<usize>,
    /// The bounds of the table, row by row.
    pub bounds: Vec<BoundSensitivity>,
}

/// The result for a bound with randomly drawn parameter values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoundSensitivity {
    /// Key of the row.
    pub row: Key,
    /// Name of the column.
    pub column: String,
    /// Whether the model satisfies the bound with the lab's parameter values.
    pub stored: bool,
    /// Share of the draws in which the model satisfies the bound.
    pub share: f64,
}

impl Sensitivity {
    /// Returns the share of the draws that satisfy at least `count` bounds.
    pub fn share_of(&self, count: usize) -> f64 {
        let reached = self.satisfied.iter().filter(|satisfied| **satisfied >= count).count();
        reached as f64 / self.satisfied.len() as f64
    }
}

/// Returns the names of the parameters that were fitted to this table, or chosen with knowledge of it or of its rows.
fn chosen_or_fitted(lab: &Lab, table: &Table) -> Vec<String> {
    let names = |entry: &String| entry.split(':').next() == Some(&table.id);
    let rests = lab.parameters.iter().filter(|(_, own)| own.chosen_with.iter().chain(&own.fitted_on).any(names));
    rests.map(|(name, _)| name.clone()).collect()
}

/// Evaluates the bounds of a table for `draws` random sets of values of the parameters that were fitted to the table or
/// chosen with knowledge of it. A whole number stays whole, because it may be a count. A draw that the model rejects
/// satisfies no bound.
///
/// # Errors
/// Returns [`ModelError`] if no parameter names the table, if the table has no bound, or if the model rejects the lab's
/// own values.
pub fn sensitivity(
    lab: &Lab,
    table: &Table,
    within: f64,
    draws: usize,
    seed: u64,
    model: &mut dyn Model,
) -> Result<Sensitivity, ModelError> {
    let parameters = chosen_or_fitted(lab, table);
    if parameters.is_empty() {
        return Err(ModelError::new(format!(
            "no parameter was fitted to table {}, or chosen with knowledge of its values: choose another table",
            table.id
        )));
    }
    model.set_parameters(&|name| lab.value(name))?;
    let cells: Vec<_> = compute(table, model)?.into_iter().filter(|cell| cell.met.is_some()).collect();
    if cells.is_empty() {
        return Err(ModelError::new(format!("table {} has no bounds: choose a table with bounds", table.id)));
    }
    let mut random = Random::new(seed, 0);
    let mut counts = vec![0_usize; cells.len()];
    let mut satisfied = Vec::with_capacity(draws);
    for _ in 0..draws {
        let mut varied = BTreeMap::new();
        for name in &parameters {
            let stored = lab.value(name).unwrap_or(f64::NAN);
            let value = stored * (1.0 + within * (2.0 * random.uniform() - 1.0));
            varied.insert(name.as_str(), if stored.fract() == 0.0 { libm::round(value) } else { value });
        }
        let value = |name: &str| varied.get(name).copied().or_else(|| lab.value(name));
        let computed = model.set_parameters(&value).and_then(|()| compute(table, model)).unwrap_or_default();
        let met: Vec<bool> = computed.into_iter().filter_map(|cell| cell.met).collect();
        for (count, met) in counts.iter_mut().zip(&met) {
            *count += usize::from(*met);
        }
        satisfied.push(met.iter().filter(|met| **met).count());
    }
    satisfied.sort_unstable();
    let bounds = cells.into_iter().zip(counts).map(|(cell, count)| BoundSensitivity {
        row: cell.row,
        column: cell.column,
        stored: cell.met == Some(true),
        share: count as f64 / draws as f64,
    });
    Ok(Sensitivity { parameters, within, satisfied, bounds: bounds.collect() })
}

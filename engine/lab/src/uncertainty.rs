//! Prediction intervals, from the uncertainty that remains after fits.

use crate::{Cell, FitRecord, Lab, Reproduction, Role, Table, compute};
use pathlength_model::{Model, ModelError};
use serde::{Deserialize, Serialize};

/// Number of standard deviations on each side of the mean that enclose 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Smallest change in a logarithm that is not attributed to rounding.
const MIN_CHANGE: f64 = 1e-9;

/// Returns the number of standard errors on each side of the mean that enclose 95 % of Student's t distribution. The
/// expansion of Abramowitz and Stegun (26.7.5) is accurate to 1 % for three or more degrees of freedom, and too small
/// for fewer.
pub(crate) fn student_95(freedom: usize) -> f64 {
    let (z, n) = (NORMAL_95, freedom as f64);
    let z2 = z * z;
    let [z3, z5, z7] = [z2 * z, z2 * z2 * z, z2 * z2 * z2 * z];
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
}

/// Returns the 95 % prediction interval of a published value. `center` is the logarithm of the model's value, and
/// `draws` are the logarithms of the model's values for draws of the fitted parameters. `scatter` is the standard
/// deviation of the logarithms of the ratios of published values to model values, estimated with `freedom` degrees of
/// freedom.
pub fn prediction_interval(center: f64, draws: impl Iterator<Item = f64>, scatter: f64, freedom: usize) -> [f64; 2] {
    let (mut count, mut squares) = (0.0, 0.0);
    for draw in draws {
        count += 1.0;
        squares += (draw - center) * (draw - center);
    }
    let variance = if count > 0.0 { squares / count } else { 0.0 };
    let half = student_95(freedom) * libm::sqrt(variance + scatter * scatter);
    [libm::exp(center - half), libm::exp(center + half)]
}

/// Returns the [`prediction_interval`] for a model value, from the model's values for draws of the fitted parameters;
/// `None` if no draw changes the value. Draws for which the model has no value are left out: they are extreme, and the
/// other draws still show a wide spread.
pub fn value_interval(value: f64, draws: &[f64], scatter: f64, freedom: usize) -> Option<[f64; 2]> {
    let center = libm::log(value);
    let logarithms = || draws.iter().map(|draw| libm::log(*draw)).filter(|draw| draw.is_finite());
    let is_moved = logarithms().any(|draw| (draw - center).abs() > MIN_CHANGE);
    (center.is_finite() && is_moved).then(|| prediction_interval(center, logarithms(), scatter, freedom))
}

/// The coverage of published values by their prediction intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// Number of values that are in their intervals.
    pub inside: usize,
    /// Number of cells with a published value and an interval.
    pub cells: usize,
}

/// Returns the 95 % prediction interval of the published value in each cell of a table, row by row. The interval
/// follows from the draws of the fitted parameters, the scatter of the cells around the fit, and the noise of a
/// simulation. A cell that depends on no fitted parameter has no interval. A table to which no parameter was fitted
/// gets the largest scatter among the lab's fits. The list is empty if there are no draws, and for a table with a
/// saturated fit.
///
/// # Errors
/// Returns [`ModelError`] if the model rejects the lab's own values.
pub fn table_intervals(
    table: &Table,
    lab: &Lab,
    record: &FitRecord,
    model: &mut dyn Model,
) -> Result<Vec<Option<[f64; 2]>>, ModelError> {
    let Some((scatter, freedom)) = record.scatter(&table.id) else { return Ok(Vec::new()) };
    model.set_parameters(&|name| lab.value(name))?;
    let cells = compute(table, model)?;
    let mut draws: Vec<Vec<f64>> = vec![Vec::new(); cells.len()];
    for draw in 0..record.draws.values.len() {
        let value = |name: &str| record.draws.value(draw, name).or_else(|| lab.value(name));
        let is_accepted = model.set_parameters(&value).is_ok();
        // A draw that the model rejects is extreme; the other draws still show a wide spread.
        let Some(moved) = is_accepted.then(|| compute(table, model).ok()).flatten() else { continue };
        for (draws, cell) in draws.iter_mut().zip(moved) {
            draws.push(cell.model);
        }
    }
    let interval = |(cell, draws): (Cell, Vec<f64>)| {
        let noise = cell.half_width.map_or(0.0, |half| half / (NORMAL_95 * cell.model));
        let spread = libm::sqrt(scatter * scatter + noise * noise);
        value_interval(cell.model, &draws, spread, freedom).filter(|_| cell.role != Role::Baseline)
    };
    Ok(cells.into_iter().zip(draws).map(interval).collect())
}

/// Adds the intervals in a fit record to the cells of a reproduced table, and counts the held-out values that are in
/// their intervals.
pub fn add_intervals(reproduction: &mut Reproduction, record: &FitRecord) {
    let Some(intervals) = record.intervals.get(&reproduction.id) else { return };
    for (cell, interval) in reproduction.cells.iter_mut().zip(intervals) {
        cell.interval = *interval;
    }
    reproduction.summary.coverage = coverage(reproduction);
}

/// Returns how many held-out values are in their intervals; `None` if no held-out cell has an interval.
fn coverage(reproduction: &Reproduction) -> Option<Coverage> {
    let held_out = reproduction.cells.iter().filter(|cell| cell.role == Role::HeldOut);
    let inside: Vec<bool> = held_out
        .filter_map(|cell| cell.interval.zip(cell.published))
        .map(|([low, high], published)| (low..=high).contains(&published))
        .collect();
    let counted = Coverage { inside: inside.iter().filter(|inside| **inside).count(), cells: inside.len() };
    (counted.cells > 0).then_some(counted)
}

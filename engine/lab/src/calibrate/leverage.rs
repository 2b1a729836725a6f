//! Leverage of chosen parameters: how a lab's errors change with each of them, before and after a refit.

use super::{Calibration, FitStart, ProgressListener, StudyProgress, calibrate_open, fix_parameter, open_sliced};
use crate::reproduce::{median, sorted};
use crate::{Key, Lab, Reproduction, Role, Summary, reproduce_table, summarize_lab};
use pathlength_model::{Model, ModelError, Provenance};
use serde::Serialize;

/// The leverage of all chosen parameters of a lab.
#[derive(Clone, Debug, PartialEq)]
pub struct LeverageStudy {
    /// The errors after the fit, before a chosen parameter changes.
    pub unchanged: LeverageErrors,
    /// The errors for each other value of a chosen parameter.
    pub changes: Vec<Leverage>,
}

/// The errors of a lab with another value of one chosen parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Leverage {
    /// The parameter.
    pub parameter: String,
    /// The parameter's value, in its unit.
    pub value: f64,
    /// The errors in all tables for this value; `None` if the model refuses it.
    pub moved: Option<LeverageErrors>,
    /// The errors after a refit of the fitted parameters with this value; `None` without fitted parameters, and if the
    /// model refuses the value.
    pub refitted: Option<LeverageErrors>,
}

/// The errors in all tables of a lab: the errors of held-out cells are in the summary, and those of fitted cells are
/// next to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeverageErrors {
    /// A summary of the errors.
    #[serde(flatten)]
    pub summary: Summary,
    /// Number of cells of role `fit` with an error.
    pub fit_cells: usize,
    /// Median of the absolute errors of these cells.
    pub fit_median_error: Option<f64>,
    /// Largest absolute error of such a cell.
    pub fit_max_error: Option<f64>,
    /// The independent cell with the largest absolute error.
    pub worst: Option<WorstCell>,
}

/// The cell with the largest error.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorstCell {
    /// Id of the table.
    pub table: String,
    /// Key of the row.
    pub row: Key,
    /// Name of the column.
    pub column: String,
    /// Error of the model relative to the published value.
    pub error: f64,
}

impl LeverageErrors {
    fn of(lab: &Lab, (tables, summary): (Vec<Reproduction>, Summary)) -> Self {
        let counted = tables.iter().filter(|table| !lab.is_repeated(&table.id));
        let cells: Vec<_> = counted
            .flat_map(|table| table.cells.iter().map(move |cell| (table, cell)))
            .filter(|(_, cell)| cell.role.is_independent())
            .filter_map(|(table, cell)| Some((table, cell, cell.error?)))
            .collect();
        let of_fit = cells.iter().filter(|(_, cell, _)| cell.role == Role::Fit);
        let fit = sorted(of_fit.map(|(.., error)| error.abs()));
        // `max_by` returns the last of several equally large errors, so the reversed order yields the first one.
        let worst = cells.iter().rev().max_by(|(.., a), (.., b)| a.abs().total_cmp(&b.abs()));
        Self {
            summary,
            fit_cells: fit.len(),
            fit_median_error: median(&fit),
            fit_max_error: fit.last().copied(),
            worst: worst.map(|(table, cell, error)| WorstCell {
                table: table.id.clone(),
                row: cell.row.clone(),
                column: cell.column.clone(),
                error: *error,
            }),
        }
    }
}

/// Returns the errors in all tables of a lab, computed by the model with the lab's parameters.
///
/// # Errors
/// Returns [`ModelError`] if the model refuses a value or a scenario.
pub(super) fn errors(lab: &Lab, model: &mut dyn Model) -> Result<(Vec<Reproduction>, Summary), ModelError> {
    model.set_parameters(&|name| lab.value(name))?;
    let tables = lab.tables.iter().map(|table| reproduce_table(lab, table, model)).collect::<Result<Vec<_>, _>>()?;
    let summary = summarize_lab(lab, &tables);
    Ok((tables, summary))
}

/// Computes the errors of a lab with one chosen parameter (provenance `assumed`) at a time decreased and increased by
/// `share`. The first errors are those with all other parameters as after `calibration`, and the second are those after
/// a refit of the fitted parameters. A whole number stays whole, because it may be a count, unless it would then not
/// change: 2 becomes 1.6 and 2.4. Parameters with the value 0 are left out. `progress` receives the number of finished
/// values and the total, and every slice of the work; its error ends the work.
///
/// # Errors
/// Returns [`ModelError`] if `share` is not between 0 and 1, or if the model refuses the values of `calibration`, or
/// the error of `progress`.
pub fn leverage(
    lab: &Lab,
    calibration: &Calibration,
    share: f64,
    progress: ProgressListener<'_>,
) -> Result<LeverageStudy, ModelError> {
    if !(share > 0.0 && share < 1.0) {
        let percent = 100.0 * share;
        return Err(ModelError::new(format!("leverage is {percent:.0} %: give more than 0 % and less than 100 %")));
    }
    let fitted = calibration.apply(lab);
    let chosen = fitted.parameters.iter().filter(|(_, parameter)| parameter.provenance == Provenance::Assumed);
    let values: Vec<(&String, f64)> = chosen
        .flat_map(|(name, parameter)| {
            let stored = parameter.value;
            let moved = [1.0 - share, 1.0 + share].map(|factor| {
                let value = stored * factor;
                let rounded = libm::round(value);
                if stored.fract() == 0.0 && rounded.to_bits() != stored.to_bits() { rounded } else { value }
            });
            moved.into_iter().filter(move |value| value.to_bits() != stored.to_bits()).map(move |value| (name, value))
        })
        .collect();
    // One model serves all fits, because it caches its measurements.
    let mut model = open_sliced(&fitted, &|name| fitted.value(name), progress)?;
    let unchanged = LeverageErrors::of(&fitted, errors(&fitted, &mut model)?);
    let mut changes = Vec::new();
    for (at, (name, value)) in values.iter().enumerate() {
        let mut moved = fitted.clone();
        fix_parameter(&mut moved, name, Some(*value))?;
        let as_moved = errors(&moved, &mut model).ok();
        // A refit starts at the current values, so a parameter that no cell determines keeps its value.
        let mut refit = || {
            let refit = calibrate_open(&moved, FitStart::Stored, &mut model)?;
            errors(&refit.apply(&moved), &mut model)
        };
        let refitted = if calibration.groups.is_empty() { None } else { refit().ok() };
        let of = |errors| LeverageErrors::of(&moved, errors);
        changes.push(Leverage {
            parameter: (*name).clone(),
            value: *value,
            moved: as_moved.map(of),
            refitted: refitted.map(of),
        });
        progress(StudyProgress::Value(at + 1, values.len()))?;
    }
    Ok(LeverageStudy { unchanged, changes })
}

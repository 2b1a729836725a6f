//! Leverage of chosen parameters: how a lab's errors change with each of them, before and after a refit.

use super::{Calibration, FitStart, ProgressListener, StudyProgress, calibrate_open, fix_parameter, open_sliced};
use crate::{Lab, Reproduction, Summary, reproduce_table, summarize_lab};
use pathlength_model::{Model, ModelError, Provenance};
use serde::Serialize;

/// The errors of a lab with another value of one chosen parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Leverage {
    /// The parameter.
    pub parameter: String,
    /// Its value, in its unit.
    pub value: f64,
    /// The errors of all tables for this value; `None` if the model refuses it.
    pub moved: Option<Summary>,
    /// The errors after a refit of the fitted parameters with this value; `None` without fitted parameters, and if the
    /// model refuses the value.
    pub refitted: Option<Summary>,
}

/// Returns the errors of all tables of a lab, with its parameters and a model of it.
///
/// # Errors
/// Returns [`ModelError`] if the model refuses a value or a scenario.
pub(super) fn errors(lab: &Lab, model: &mut dyn Model) -> Result<(Vec<Reproduction>, Summary), ModelError> {
    model.set_parameters(&|name| lab.value(name))?;
    let tables = lab.tables.iter().map(|table| reproduce_table(lab, table, model)).collect::<Result<Vec<_>, _>>()?;
    let summary = summarize_lab(lab, &tables);
    Ok((tables, summary))
}

/// Computes the errors of a lab with one chosen parameter (provenance `assumed`) at a time smaller and larger by
/// `share`: first with all other parameters as after `calibration`, then after a refit of the fitted ones. A whole
/// number stays whole, because it may be a count; a value that rounds to the parameter's own is left out. `progress`
/// receives the number of finished values and the total, and every slice of the work; its error ends the work.
///
/// # Errors
/// Returns [`ModelError`] if `share` is not between 0 and 1, or the error of `progress`.
pub fn leverage(
    lab: &Lab,
    calibration: &Calibration,
    share: f64,
    progress: ProgressListener<'_>,
) -> Result<Vec<Leverage>, ModelError> {
    if !(share > 0.0 && share < 1.0) {
        return Err(ModelError::new("a chosen value can change by more than 0 and less than 100 percent"));
    }
    let fitted = calibration.apply(lab);
    let chosen = fitted.parameters.iter().filter(|(_, parameter)| parameter.provenance == Provenance::Assumed);
    let values: Vec<(&String, f64)> = chosen
        .flat_map(|(name, parameter)| {
            let stored = parameter.value;
            let moved = [1.0 - share, 1.0 + share].map(|factor| {
                let value = stored * factor;
                if stored.fract() == 0.0 { libm::round(value) } else { value }
            });
            moved.into_iter().filter(move |value| value.to_bits() != stored.to_bits()).map(move |value| (name, value))
        })
        .collect();
    // One model for everything: it caches its measurements.
    let mut model = open_sliced(&fitted, &|name| fitted.value(name), progress)?;
    let mut all = Vec::new();
    for (at, (name, value)) in values.iter().enumerate() {
        let mut moved = fitted.clone();
        fix_parameter(&mut moved, name, Some(*value))?;
        let as_moved = errors(&moved, &mut model).ok();
        // A refit starts at the present values: a value that nothing determines stays.
        let mut refit = || {
            let refit = calibrate_open(&moved, FitStart::Stored, &mut model)?;
            errors(&refit.apply(&moved), &mut model)
        };
        let refitted = if calibration.groups.is_empty() { None } else { refit().ok() };
        all.push(Leverage {
            parameter: (*name).clone(),
            value: *value,
            moved: as_moved.map(|(_, summary)| summary),
            refitted: refitted.map(|(_, summary)| summary),
        });
        progress(StudyProgress::Value(at + 1, values.len()))?;
    }
    Ok(all)
}

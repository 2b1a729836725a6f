//! The record of a fit: `fit.json` in the folder of a lab.

use crate::{Lab, PublishedCell};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Intervals by table: one for each cell, row by row.
pub type Intervals = BTreeMap<String, Vec<Option<[f64; 2]>>>;

/// The result of a fit, and the values for which it holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FitRecord {
    /// Id of the lab.
    pub lab: String,
    /// Version of the engine that made the record.
    pub engine: String,
    /// Number of draws of the bootstrap behind the intervals; 0 without intervals.
    pub bootstrap: usize,
    /// The groups of parameters that were fitted together.
    pub groups: Vec<GroupRecord>,
    /// The fitted parameters by name.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, ParameterRecord>"))]
    pub parameters: BTreeMap<String, ParameterRecord>,
    /// The values of all parameters of the lab: the record holds only for these values.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number>"))]
    pub values: BTreeMap<String, f64>,
    /// Draws of the fitted parameters, inherited ones included.
    pub draws: DrawRecord,
    /// The 95 % prediction intervals of the published values: by table, for each cell, row by row.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional, type = "Record<string, ([number, number] | null)[]>"))]
    pub intervals: Intervals,
}

/// Parameters that were fitted together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GroupRecord {
    /// The tables to whose cells they were fitted. For an inherited group: the tables of this lab with the same cells.
    pub tables: Vec<String>,
    /// The lab that fitted the parameters, if the group is inherited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub inherited_from: Option<String>,
    /// Number of the tables' cells that have a published value and an output, excluding baselines.
    pub cells: usize,
    /// Number of cells of role `fit` among them.
    pub independent_cells: usize,
    /// Sum of the natural logarithms of their published values, which shows whether a value was changed.
    pub sum_of_logarithms: f64,
    /// Number of parameters.
    pub parameters: usize,
    /// Whether there are at least as many parameters as independent cells or scenarios.
    pub saturated: bool,
    /// Median of the absolute relative errors.
    pub median_error: f64,
    /// Largest absolute relative error.
    pub max_error: f64,
    /// Root mean square of the logarithms of model over published value.
    pub rms_log_error: f64,
    /// Standard deviation of these logarithms; absent if the fit is saturated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub scatter: Option<f64>,
    /// Number of scenarios that the parameters do not use up, at least 1.
    pub freedom: usize,
    /// Whether the fit met its convergence criterion.
    pub converged: bool,
}

/// A fitted parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ParameterRecord {
    /// Value in the lab.
    pub stored: f64,
    /// Value that the fit finds.
    pub fitted: f64,
    /// The 95 % interval of the value; absent without draws, for a saturated fit, and for a parameter that is not
    /// determined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub interval: Option<[f64; 2]>,
    /// Whether the cells determine the parameter.
    pub determined: bool,
}

/// Draws of the fitted parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DrawRecord {
    /// The parameters.
    pub names: Vec<String>,
    /// One list of values for each draw, in the order of the names.
    pub values: Vec<Vec<f64>>,
}

/// Returns the number of cells of role `fit` in the tables with these ids, and the sum of the natural logarithms of
/// their published values.
pub fn fit_cell_sum(lab: &Lab, tables: &[String]) -> (usize, f64) {
    let (mut count, mut sum) = (0, 0.0);
    for table in lab.tables.iter().filter(|table| tables.contains(&table.id)) {
        let values =
            table.fit_cells().filter_map(|(row, field)| table.cells[row][field].and_then(PublishedCell::value));
        for value in values {
            count += 1;
            sum += libm::log(value);
        }
    }
    (count, sum)
}

impl DrawRecord {
    /// Returns the values of a parameter in all draws; an empty list if it was not drawn.
    pub fn of(&self, name: &str) -> Vec<f64> {
        (0..self.values.len()).filter_map(|draw| self.value(draw, name)).collect()
    }

    /// Returns the value of a parameter in one draw; `None` if it was not drawn.
    pub fn value(&self, draw: usize, name: &str) -> Option<f64> {
        self.names.iter().position(|known| known == name).map(|at| self.values[draw][at])
    }
}

impl FitRecord {
    /// Returns the scatter and the degrees of freedom for the cells of a table: those of its group, or the largest
    /// scatter if no group names the table. `None` without draws, and for a saturated group.
    pub(crate) fn scatter(&self, table: &str) -> Option<(f64, usize)> {
        if self.draws.values.is_empty() {
            return None;
        }
        let known = |group: &GroupRecord| Some((group.scatter?, group.freedom));
        match self.groups.iter().find(|group| group.tables.iter().any(|id| id == table)) {
            Some(group) => known(group),
            None => self.groups.iter().filter_map(known).max_by(|one, other| one.0.total_cmp(&other.0)),
        }
    }

    /// Returns the first difference between the lab and the lab for which the record was made; `None` if the record is
    /// up to date.
    pub fn staleness(&self, lab: &Lab) -> Option<String> {
        for (name, parameter) in &lab.parameters {
            match self.values.get(name) {
                None => return Some(format!("parameter {name} is not in the record")),
                Some(value) if value.to_bits() != parameter.value.to_bits() => {
                    return Some(format!(
                        "the record was made with {name} = {value}, but the lab has {}",
                        parameter.value
                    ));
                }
                Some(_) => {}
            }
            if (parameter.provenance == pathlength_model::Provenance::Fitted) != self.parameters.contains_key(name) {
                return Some(format!("parameter {name} is fitted in the lab or in the record, but not in both"));
            }
        }
        for group in self.groups.iter().filter(|group| group.inherited_from.is_none()) {
            let (count, sum) = fit_cell_sum(lab, &group.tables);
            let tables = group.tables.join(", ");
            if count != group.independent_cells {
                return Some(format!(
                    "the number of `fit` cells of {tables} is {count}, but {} in the record",
                    group.independent_cells
                ));
            }
            if (sum - group.sum_of_logarithms).abs() > 1e-6 {
                return Some(format!("a published value in {tables} has changed"));
            }
        }
        None
    }
}

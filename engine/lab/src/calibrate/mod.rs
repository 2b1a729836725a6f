//! Fits parameters to published cells, with intervals and predictions of left-out cells.

mod bootstrap;
mod cross_validation;
mod edits;
mod leverage;
mod request;
mod solve;
mod study;
mod targets;
#[cfg(test)]
#[allow(clippy::disallowed_methods)] // these results need not be the same on every machine
mod tests;

pub use bootstrap::{Bootstrap, bootstrap};
pub use cross_validation::{CrossValidation, Draws, LeftOutCell, cross_validate};
pub use edits::{fix_parameter, free_parameter, set_role, set_value};
pub use leverage::{Leverage, LeverageErrors, LeverageStudy, WorstCell, leverage};
pub use request::{FitRequest, MAX_DRAWS};
pub use solve::Undetermined;
pub use study::{ProgressListener, Study, StudyContext, StudyProgress, StudyReport, study};
pub use targets::CellPosition;

use crate::{Lab, PublishedCell, Role, median};
use pathlength_model::{Model, ModelError, ParameterValues, SlicedModel};
use solve::{Precision, Problem, Range, Solution, Values, stored_values};
use targets::{Group, Targets, fit_cells, groups};

/// A parameter after the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedParameter {
    /// Name.
    pub name: String,
    /// Value in the lab.
    pub stored: f64,
    /// Value that the fit finds.
    pub value: f64,
    /// Standard error relative to the value, from the spread of the cells; `None` if the fit is saturated or the cells
    /// do not determine the parameter.
    pub relative_error: Option<f64>,
    /// The reason why the cells do not determine the parameter, if they do not.
    pub undetermined: Option<Undetermined>,
}

impl FittedParameter {
    /// Returns the relative difference between the stored value and the fit.
    pub fn difference(&self) -> f64 {
        self.stored / self.value - 1.0
    }
}

/// Parameters that were fitted together.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedGroup {
    /// The tables with the cells to which they were fitted.
    pub tables: Vec<String>,
    /// The parameters.
    pub parameters: Vec<FittedParameter>,
    /// Number of the tables' cells that have a published value and an output, excluding baselines.
    pub cells: usize,
    /// Number of cells that the parameters were fitted to.
    pub independent_cells: usize,
    /// Number of scenarios of these cells. Cells of one scenario come from one run, so their errors are correlated.
    pub scenarios: usize,
    /// Median of the absolute relative errors of these cells.
    pub median_error: f64,
    /// Largest absolute relative error.
    pub max_error: f64,
    /// Root mean square of the logarithms of model over published value.
    pub rms_log_error: f64,
    /// Standard deviation of these logarithms, corrected for the number of fitted parameters; `None` if the fit is
    /// saturated.
    pub scatter: Option<f64>,
    /// Whether the solver met its convergence criterion. If not, the values are the best ones that it found.
    pub has_converged: bool,
    /// Whether a parameter has its own step for the numerical derivative, because the model simulates.
    pub is_simulated: bool,
}

impl FittedGroup {
    /// Returns the number of scenarios that the parameters do not use up, at least 1.
    pub fn freedom(&self) -> usize {
        self.scenarios.saturating_sub(self.parameters.len()).max(1)
    }

    /// Returns whether there are at least as many parameters as independent cells or scenarios. The residuals then
    /// measure the rounding of the published digits, not how well the parameters are known.
    pub fn is_saturated(&self) -> bool {
        self.parameters.len() >= self.independent_cells.min(self.scenarios)
    }
}

/// The result of [`calibrate`].
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The groups of parameters, in the order in which they were fitted.
    pub groups: Vec<FittedGroup>,
    fits: Vec<Fit>,
    /// Values of all parameters after the fit.
    values: Values,
}

impl Calibration {
    /// Returns all fitted parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &FittedParameter> {
        self.groups.iter().flat_map(|group| &group.parameters)
    }

    /// Returns a lab with the fitted values.
    pub fn apply(&self, lab: &Lab) -> Lab {
        let mut lab = lab.clone();
        for (name, parameter) in &mut lab.parameters {
            parameter.value = self.values[name];
        }
        lab
    }
}

/// A group with its fitted parameters.
#[derive(Clone, Debug)]
struct Fit {
    group: Group,
    ranges: Vec<Range>,
    targets: Targets,
    solution: Solution,
}

/// The values at which a fit starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitStart {
    /// The start of each parameter, so that the result does not depend on the stored values.
    Start,
    /// The stored values: near the result if the lab has hardly changed since they were fitted.
    Stored,
}

/// Refits every fitted parameter to the cells of role `fit` in the tables that it names. Parameters that name the same
/// tables are fitted together, group by group in the order of the tables. Each parameter is kept within a factor of
/// 1,000 of its start.
///
/// `progress` receives every slice of the work, and its error ends the fit.
///
/// # Errors
/// Returns [`ModelError`] if a fitted parameter has no start or names no table, a group has no cells, or the
/// model refuses the start values. Returns the error of `progress`.
pub fn calibrate(lab: &Lab, start: FitStart, progress: ProgressListener<'_>) -> Result<Calibration, ModelError> {
    calibrate_model(lab, start, &|values| open_sliced(lab, values, progress))
}

/// A function that opens the model of a fit; each thread has a separate model.
type Opener<'a, 'm> = &'a (dyn Fn(ParameterValues<'_>) -> Result<Box<dyn Model + 'm>, ModelError> + Sync);

/// Opens a lab's model so that `progress` receives every slice of the model's work, and can end the work.
fn open_sliced<'m>(
    lab: &Lab,
    values: ParameterValues<'_>,
    progress: ProgressListener<'m>,
) -> Result<Box<dyn Model + 'm>, ModelError> {
    Ok(Box::new(SlicedModel::new(lab.open_with(values)?, move |_| progress(StudyProgress::Slice))))
}

/// Does the work of [`calibrate`] with a model that need not be in the registry.
fn calibrate_model(lab: &Lab, start: FitStart, open: Opener<'_, '_>) -> Result<Calibration, ModelError> {
    let stored = stored_values(lab);
    let mut model = open(&|name| stored.get(name).copied())?;
    calibrate_open(lab, start, &mut model)
}

/// Does the work of [`calibrate`] with an open model, which caches its measurements.
fn calibrate_open(lab: &Lab, start: FitStart, model: &mut dyn Model) -> Result<Calibration, ModelError> {
    let groups = groups(lab)?;
    let mut values = stored_values(lab);
    if start == FitStart::Start {
        for name in groups.iter().flat_map(|group| &group.names) {
            values.insert(name.clone(), lab.parameters[name].start.expect("the groups were checked"));
        }
    }
    model.set_parameters(&|name| values.get(name).copied())?;
    let mut calibration = Calibration { groups: Vec::new(), fits: Vec::new(), values };
    for group in groups {
        let cells = fit_cells(lab, &group.tables)?;
        if cells.is_empty() {
            let tables = group.tables.join(", ");
            return Err(ModelError::new(format!(
                "tables {tables} have no cells with the role `fit`: give cells that role"
            )));
        }
        let (ranges, targets) = (Range::of(lab, &group), Targets::new(lab, cells));
        let problem = Problem { group: &group, ranges: &ranges, targets: &targets, published: &targets.published };
        let solution = problem.solve(Precision::Full, &mut calibration.values, model)?;
        let fit = Fit { group, ranges, targets, solution };
        calibration.groups.push(summary(lab, &fit)?);
        calibration.fits.push(fit);
    }
    Ok(calibration)
}

fn summary(lab: &Lab, fit: &Fit) -> Result<FittedGroup, ModelError> {
    let Fit { group, targets, solution, .. } = fit;
    let differences = solution.model.iter().zip(&targets.published).map(|(model, published)| model - published);
    let squares: f64 = differences.clone().map(|difference| difference * difference).sum();
    let mut errors: Vec<f64> = differences.map(|difference| (libm::exp(difference) - 1.0).abs()).collect();
    errors.sort_by(f64::total_cmp);
    let tables = group.tables.iter().map(|id| lab.table(id)).collect::<Result<Vec<_>, _>>()?;
    let compared = |table: &&crate::Table| {
        let all = (0..table.rows.len()).flat_map(|row| (0..table.fields.len()).map(move |field| (row, field)));
        let is_compared = |(row, field): &(usize, usize)| {
            let has_value = table.cells[*row][*field].and_then(PublishedCell::value).is_some();
            let role = table.role(*row, *field);
            has_value
                && !matches!(role, Role::Baseline | Role::Measured | Role::Damaged | Role::Missing | Role::Predicted)
        };
        all.filter(is_compared).count()
    };
    let mut scenarios = targets.clusters();
    scenarios.sort_unstable();
    scenarios.dedup();
    let count = errors.len();
    let mut fitted = FittedGroup {
        tables: group.tables.clone(),
        parameters: Vec::new(),
        cells: tables.iter().map(compared).sum(),
        independent_cells: count,
        scenarios: scenarios.len(),
        median_error: median(&errors).expect("a fit has cells"),
        max_error: errors[count - 1],
        rms_log_error: libm::sqrt(squares / count as f64),
        scatter: None,
        has_converged: solution.has_converged,
        is_simulated: group.names.iter().any(|name| lab.parameters[name].step.is_some()),
    };
    let parameter = |(at, name): (usize, &String)| FittedParameter {
        name: name.clone(),
        stored: lab.parameters[name].value,
        value: solution.values[at],
        relative_error: None,
        undetermined: solution.undetermined[at],
    };
    fitted.parameters = group.names.iter().enumerate().map(parameter).collect();
    if !fitted.is_saturated() {
        let freedom = count - group.names.len();
        fitted.scatter = Some(libm::sqrt(squares / freedom as f64));
        for (parameter, error) in fitted.parameters.iter_mut().zip(&solution.standard_errors) {
            parameter.relative_error = Some(*error).filter(|error| error.is_finite());
        }
    }
    Ok(fitted)
}

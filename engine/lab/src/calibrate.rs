//! Fits parameters to published cells: Levenberg–Marquardt on the logarithms of model over publication.

use super::{Key, Lab, PublishedCell, Role, RoleRule, open_model};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::storage::Owned;
use nalgebra::{DMatrix, DVector, Dyn};
use pathlength_model::{Model, ModelError, Provenance, Settings};
use std::cell::RefCell;

/// A parameter after the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedParameter {
    /// Name.
    pub name: String,
    /// Value in the lab.
    pub stored: f64,
    /// Value that the fit finds.
    pub value: f64,
    /// Standard error of the value relative to it, from the spread of the cells; infinite if no cell depends on it.
    pub relative_error: f64,
}

impl FittedParameter {
    /// Returns the relative difference between the stored value and the fit.
    pub fn difference(&self) -> f64 {
        self.stored / self.value - 1.0
    }
}

/// Fits every fitted parameter again, from its `start`, to the cells of role `fit` in the tables that it names.
/// Parameters that name the same tables are fitted together, group by group in the order of the tables.
///
/// # Errors
/// Returns [`ModelError`] if a fitted parameter has no start or names no table, or if a fit does not converge.
pub fn calibrate(lab: &Lab) -> Result<Vec<FittedParameter>, ModelError> {
    let mut lab = lab.clone();
    let stored = lab.parameters.clone();
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (name, parameter) in &mut lab.parameters {
        if parameter.provenance != Provenance::Fitted {
            continue;
        }
        parameter.value = parameter
            .start
            .filter(|start| *start > 0.0)
            .ok_or_else(|| ModelError::new(format!("fitted parameter {name} needs a start greater than 0")))?;
        if parameter.fitted_on.is_empty() {
            return Err(ModelError::new(format!("fitted parameter {name} must say which tables it is fitted on")));
        }
        match groups.iter_mut().find(|(tables, _)| *tables == parameter.fitted_on) {
            Some((_, names)) => names.push(name.clone()),
            None => groups.push((parameter.fitted_on.clone(), vec![name.clone()])),
        }
    }
    let place = |tables: &[String]| lab.tables.iter().position(|table| tables.contains(&table.id));
    groups.sort_by_key(|(tables, _)| place(tables));
    let mut model = lab.open()?;
    let mut fitted = Vec::new();
    for (tables, names) in groups {
        fitted.extend(fit(&mut lab, &mut model, &tables, &names)?);
    }
    for parameter in &mut fitted {
        parameter.stored = stored[&parameter.name].value;
    }
    Ok(fitted)
}

/// A cell that was predicted by a fit without its row.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossValidatedCell {
    /// The row.
    pub row: Key,
    /// The table's id.
    pub table: String,
    /// The model's output.
    pub metric: String,
    /// Relative error; `None` if the other rows do not determine a parameter that the cell depends on.
    pub error: Option<f64>,
}

/// Cross-validates a fit: leaves out one configuration after the other, fits the parameters to the others and predicts its
/// cells. A configuration is a row that has a word as its key and is not a baseline; leaving out a size would mean
/// extrapolation. With fewer than three configurations, none is left out.
///
/// # Errors
/// Returns the errors of [`calibrate`].
pub fn leave_one_out(lab: &Lab) -> Result<Vec<CrossValidatedCell>, ModelError> {
    let mut rows: Vec<&Key> = Vec::new();
    for table in lab.tables.iter().filter(|table| lab.fitted_parameters(&table.id) > 0) {
        for (at, key) in table.rows.iter().enumerate() {
            let is_base = (0..table.fields.len()).any(|field| table.role(at, field) == Role::Baseline);
            let is_fitted = (0..table.fields.len()).any(|field| {
                table.role(at, field) == Role::Fit && table.cells[at][field].and_then(PublishedCell::value).is_some()
            });
            if is_fitted && !is_base && table.row.key.is_none() && !rows.contains(&key) {
                rows.push(key);
            }
        }
    }
    let mut left_out = Vec::new();
    // One of two configurations determines too little.
    if rows.len() < 3 {
        return Ok(left_out);
    }
    for key in rows {
        let mut without = lab.clone();
        for table in without.tables.iter_mut().filter(|table| table.rows.contains(key)) {
            table.roles.push(RoleRule {
                rows: vec![key.clone()],
                fields: Vec::new(),
                role: Role::Predicted,
                because: None,
                from: None,
            });
        }
        // The fit begins at the values of the whole fit: a parameter that nothing determines now keeps its value.
        for parameter in without.parameters.values_mut().filter(|parameter| parameter.start.is_some()) {
            parameter.start = Some(parameter.value);
        }
        let fitted = calibrate(&without)?;
        for parameter in &fitted {
            if let Some(known) = without.parameters.get_mut(&parameter.name) {
                known.value = parameter.value;
            }
        }
        let free = |name: &str| fitted.iter().any(|known| known.name == name && known.relative_error.is_infinite());
        let mut model = without.open()?;
        let mut moved =
            open_model(&lab.model, &|name| without.value(name).map(|v| if free(name) { 1.1 * v } else { v }))?;
        for table in lab.tables.iter().filter(|table| table.rows.contains(key)) {
            let fitted = lab.fitted_parameters(&table.id);
            if fitted == 0 {
                continue;
            }
            let with_free = super::reproduce(table, fitted, &mut moved)?.cells;
            for (cell, moved) in super::reproduce(table, fitted, &mut model)?.cells.into_iter().zip(with_free) {
                if cell.row == *key && cell.role == Role::Fit {
                    let error = cell.error.filter(|_| (moved.model / cell.model - 1.0).abs() < 1e-9);
                    left_out.push(CrossValidatedCell {
                        row: cell.row,
                        table: table.id.clone(),
                        metric: cell.metric,
                        error,
                    });
                }
            }
        }
    }
    Ok(left_out)
}

fn fit(
    lab: &mut Lab,
    model: &mut dyn Model,
    tables: &[String],
    names: &[String],
) -> Result<Vec<FittedParameter>, ModelError> {
    let mut targets = Vec::new();
    for id in tables {
        let table = lab.table(id)?;
        for row in 0..table.rows.len() {
            for field in (0..table.fields.len()).filter(|field| table.role(row, *field) == Role::Fit) {
                // The distance from a bound is not an error.
                let Some(published) = table.cells[row][field].and_then(PublishedCell::value) else { continue };
                let output = |field: usize| table.fields[field].output.clone().expect("a cell to fit has an output");
                let base = table.base(row, field).map(|(row, base)| (table.scenario(row, base), output(base)));
                targets.push(FitTarget {
                    scenario: table.scenario(row, field),
                    output: output(field),
                    base,
                    published,
                    scatter: table.fields[field].scatter,
                });
            }
        }
    }
    if targets.is_empty() {
        return Err(ModelError::new(format!("tables {} have no cells of role fit", tables.join(", "))));
    }
    let start = names.iter().map(|name| libm::log(lab.parameters[name].value));
    let given_steps: Vec<Option<f64>> = names.iter().map(|name| lab.parameters[name].step).collect();
    let mut problem = Problem {
        logarithms: DVector::from_iterator(names.len(), start),
        steps: given_steps.iter().map(|step| step.unwrap_or(1e-5)).collect(),
        names,
        targets: &targets,
        engine: RefCell::new(Engine { lab, model, failure: None }),
    };
    // The publication has three or four digits; the fit goes far beyond, so that its result does not depend on the start.
    // Where the model is rough, its noise sets the limit.
    let rough = given_steps.iter().flatten().copied().reduce(f64::max);
    let (ftol, xtol) = rough.map_or((1e-14, 1e-12), |step| (1e-6, step * 1e-3));
    let (solved, report) = LevenbergMarquardt::new().with_ftol(ftol).with_xtol(xtol).minimize(problem);
    problem = solved;
    if let Some(error) = problem.engine.borrow_mut().failure.take() {
        return Err(error);
    }
    if !report.termination.was_successful() {
        let (names, tables) = (names.join(", "), tables.join(", "));
        return Err(ModelError::new(format!("the fit of {names} to {tables} failed: {:?}", report.termination)));
    }
    let errors = problem.relative_errors(report.objective_function);
    // The last set of parameters that the solver tried is not always the best one.
    problem.residuals();
    let fitted = names.iter().zip(problem.logarithms.iter()).zip(errors).map(|((name, logarithm), relative_error)| {
        let value = libm::exp(*logarithm);
        FittedParameter { name: name.clone(), stored: value, value, relative_error }
    });
    Ok(fitted.collect())
}

/// A cell of the fit.
#[derive(Debug)]
struct FitTarget {
    scenario: Settings,
    output: String,
    base: Option<(Settings, String)>,
    published: f64,
    scatter: Option<f64>,
}

impl FitTarget {
    /// Returns the residual, of which the fit minimizes the sum of squares, from the logarithm of model over publication.
    fn residual(&self, difference: f64) -> f64 {
        let Some(scatter) = self.scatter else { return difference };
        // Half the square of this is 1 less than the root of 1 + x²: quadratic near 0, linear far away.
        let x = difference / scatter;
        libm::copysign(libm::sqrt(2.0 * (libm::sqrt(1.0 + x * x) - 1.0)), x)
    }
}

/// The model whose parameters the solver varies.
struct Engine<'a> {
    lab: &'a mut Lab,
    model: &'a mut dyn Model,
    failure: Option<ModelError>,
}

/// The solver's view: logarithms of the parameters in, logarithms of model over publication out.
struct Problem<'a> {
    logarithms: DVector<f64>,
    /// Step of each parameter in the numerical derivative.
    steps: Vec<f64>,
    names: &'a [String],
    targets: &'a [FitTarget],
    /// The solver has a shared reference; the model caches its measurements.
    engine: RefCell<Engine<'a>>,
}

impl Problem<'_> {
    fn residuals_at(&self, logarithms: &DVector<f64>) -> Option<DVector<f64>> {
        let mut engine = self.engine.borrow_mut();
        let Engine { lab, model, failure } = &mut *engine;
        for (name, value) in self.names.iter().zip(logarithms.iter()) {
            lab.parameters.get_mut(name).expect("a known parameter").value = libm::exp(*value);
        }
        let answer = model.set_parameters(&|name| lab.value(name)).and_then(|()| {
            let mut residuals = DVector::zeros(self.targets.len());
            for (residual, target) in residuals.iter_mut().zip(self.targets) {
                let mut value = model.evaluate(&target.scenario)?.output(&target.output)?;
                if let Some((scenario, output)) = &target.base {
                    value /= model.evaluate(scenario)?.output(output)?;
                }
                *residual = target.residual(libm::log(value / target.published));
            }
            Ok(residuals)
        });
        answer.map_err(|error| *failure = Some(error)).ok()
    }

    /// Standard errors of the logarithms: the diagonal of the inverse of J'J, scaled by the variance of the residuals.
    fn relative_errors(&self, objective: f64) -> Vec<f64> {
        let parameters = self.names.len();
        let free = self.targets.len().saturating_sub(parameters).max(1);
        let variance = 2.0 * objective / free as f64;
        let Some(jacobian) = self.jacobian() else { return vec![f64::INFINITY; parameters] };
        let mut normal = jacobian.transpose() * &jacobian;
        // A parameter on which no cell depends would make the matrix singular.
        let free: Vec<bool> = (0..parameters).map(|at| normal[(at, at)] == 0.0).collect();
        for at in (0..parameters).filter(|at| free[*at]) {
            normal[(at, at)] = 1.0;
        }
        normal.try_inverse().map_or(vec![f64::INFINITY; parameters], |inverse| {
            let error = |at: usize| if free[at] { f64::INFINITY } else { (inverse[(at, at)] * variance).sqrt() };
            (0..parameters).map(error).collect()
        })
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_> {
    type ParameterStorage = Owned<f64, Dyn>;
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;

    fn set_params(&mut self, logarithms: &DVector<f64>) {
        self.logarithms.copy_from(logarithms);
    }

    fn params(&self) -> DVector<f64> {
        self.logarithms.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        self.residuals_at(&self.logarithms)
    }

    /// Central differences: over their steps the residuals are smooth in the logarithms.
    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let mut jacobian = DMatrix::zeros(self.targets.len(), self.names.len());
        for (at, step) in self.steps.iter().enumerate() {
            let mut moved = self.logarithms.clone();
            moved[at] += step;
            let above = self.residuals_at(&moved)?;
            moved[at] -= 2.0 * step;
            let below = self.residuals_at(&moved)?;
            jacobian.set_column(at, &((above - below) / (2.0 * step)));
        }
        Some(jacobian)
    }
}

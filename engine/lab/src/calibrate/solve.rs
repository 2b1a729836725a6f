//! One fit: Levenberg–Marquardt on the logarithms of model over published values.

use super::targets::{Group, Targets};
use crate::Lab;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::storage::Owned;
use nalgebra::{DMatrix, DVector, Dyn};
use pathlength_model::{Model, ModelError};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// Maximum distance of a fitted value from its start, as the logarithm of a factor: 1,000. No published cell
/// distinguishes a thousandth of the expected cost from no cost.
const MAX_DISTANCE: f64 = 3.0 * LN_10;

/// A value at least this share of [`MAX_DISTANCE`] away from its start has reached the bound.
const BOUND: f64 = 0.99;

/// Residual of every cell if the model refuses the parameters: larger than any real one, but finite, so that the solver
/// tries a shorter step.
const REFUSED: f64 = 1e6;

/// Minimum effect of a parameter on the logarithm of any cell, per unit of the parameter's logarithm, for the cells to
/// depend on it.
const MIN_EFFECT: f64 = 1e-9;

/// Values of all parameters of a model by name.
pub(super) type Values = BTreeMap<String, f64>;

/// Returns the stored values of a lab's parameters.
pub(super) fn stored_values(lab: &Lab) -> Values {
    lab.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.value)).collect()
}

/// The range of one parameter: its logarithm is a sine of the solver's variable, as in MINUIT. In the middle, the
/// variable is nearly the logarithm itself, so an optimum inside the bounds is the unbounded optimum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// Logarithm of the start.
    middle: f64,
    /// Step of the numerical derivative.
    step: Option<f64>,
}

impl Range {
    /// Returns the ranges of the parameters of a group.
    pub(super) fn of(lab: &Lab, group: &Group) -> Vec<Self> {
        let range = |name: &String| {
            let parameter = &lab.parameters[name];
            Self { middle: libm::log(parameter.start.expect("a start")), step: parameter.step }
        };
        group.names.iter().map(range).collect()
    }

    fn value(self, variable: f64) -> f64 {
        libm::exp(self.middle + MAX_DISTANCE * libm::sin(variable / MAX_DISTANCE))
    }

    /// Returns the variable of a value. Exactly on a bound, the derivative is 0, and the solver could not leave the
    /// bound.
    fn variable(self, value: f64) -> f64 {
        let share = (libm::log(value) - self.middle) / MAX_DISTANCE;
        MAX_DISTANCE * libm::asin(share.clamp(-BOUND, BOUND))
    }

    fn is_at_bound(variable: f64) -> bool {
        libm::sin(variable / MAX_DISTANCE).abs() >= BOUND
    }

    /// Returns the change of the value's logarithm per unit of the variable.
    fn slope(variable: f64) -> f64 {
        libm::cos(variable / MAX_DISTANCE).abs()
    }
}

/// Reason why cells do not determine a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Undetermined {
    /// No cell depends on the parameter.
    NoCell,
    /// The best value is at or beyond 1,000 times the start or a thousandth of it.
    Bound,
}

/// The result of one fit.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// Values of the group's parameters.
    pub(super) values: Vec<f64>,
    pub(super) undetermined: Vec<Option<Undetermined>>,
    /// Standard errors of the logarithms; infinite if undetermined.
    pub(super) standard_errors: Vec<f64>,
    /// Logarithms of the model's values.
    pub(super) model: Vec<f64>,
    /// Derivatives of the residuals with respect to the determined parameters.
    pub(super) jacobian: DMatrix<f64>,
    /// Whether the solver met its convergence criterion within its maximum number of steps.
    pub(super) has_converged: bool,
}

/// The precision with which the solver approaches the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// Far more precise than the three or four published digits, so that the result does not depend on the start.
    Full,
    /// Less precise, but still far finer than the differences between bootstrap draws, because a bootstrap needs
    /// hundreds of fits.
    Draw,
}

/// A fit of some parameters of an open model.
pub(super) struct Problem<'a> {
    pub(super) group: &'a Group,
    pub(super) ranges: &'a [Range],
    pub(super) targets: &'a Targets,
    /// Logarithms of the values to fit to: the published ones, or those of a bootstrap draw.
    pub(super) published: &'a [f64],
}

impl Problem<'_> {
    /// Fits the parameters, starting from `values`, and stores the fitted values there.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the model refuses the values at the start.
    pub(super) fn solve(
        &self,
        precision: Precision,
        values: &mut Values,
        model: &mut dyn Model,
    ) -> Result<Solution, ModelError> {
        let start = self.group.names.iter().zip(self.ranges).map(|(name, range)| range.variable(values[name]));
        let search = Search {
            variables: DVector::from_iterator(self.ranges.len(), start),
            problem: self,
            engine: RefCell::new((values, model)),
        };
        search.evaluate(&search.variables).map_err(|error| {
            ModelError::new(format!("the fit of {} cannot start: {error}", self.group.names.join(", ")))
        })?;
        // If the model is not smooth, its noise limits the precision.
        let rough = self.ranges.iter().filter_map(|range| range.step).reduce(f64::max);
        let (ftol, xtol, patience) = match (rough, precision) {
            (Some(step), _) => (1e-6, step * 1e-3, 100),
            (None, Precision::Full) => (1e-14, 1e-12, 100),
            (None, Precision::Draw) => (1e-6, 1e-4, 10),
        };
        let solver = LevenbergMarquardt::new().with_ftol(ftol).with_xtol(xtol).with_patience(patience);
        let (search, report) = solver.minimize(search);
        search.solution(report.termination.was_successful())
    }
}

/// The solver's view: variables of the parameters in, residuals out.
struct Search<'a> {
    variables: DVector<f64>,
    problem: &'a Problem<'a>,
    /// The solver holds only a shared reference, but the model caches its measurements.
    engine: RefCell<(&'a mut Values, &'a mut dyn Model)>,
}

impl Search<'_> {
    /// Returns the logarithms of the model's values.
    fn evaluate(&self, variables: &DVector<f64>) -> Result<Vec<f64>, ModelError> {
        let (values, model) = &mut *self.engine.borrow_mut();
        for ((name, range), variable) in self.problem.group.names.iter().zip(self.problem.ranges).zip(variables.iter())
        {
            *values.get_mut(name).expect("a known parameter") = range.value(*variable);
        }
        model.set_parameters(&|name| values.get(name).copied())?;
        self.problem.targets.evaluate(*model)
    }

    fn residuals_at(&self, variables: &DVector<f64>) -> Option<DVector<f64>> {
        Some(self.residuals_of(&self.evaluate(variables).ok()?))
    }

    /// Returns the residuals of the logarithms of the model's values.
    fn residuals_of(&self, answers: &[f64]) -> DVector<f64> {
        let cells = answers.iter().zip(self.problem.published).enumerate();
        let residual =
            |(at, (model, published)): (usize, (&f64, &f64))| self.problem.targets.residual(at, model - published);
        DVector::from_iterator(answers.len(), cells.map(residual))
    }

    /// Returns the derivatives with respect to one variable: central differences, over whose steps the residuals are
    /// smooth. If the model refuses one side, the other is used alone.
    fn column(&self, at: usize) -> DVector<f64> {
        let step = self.problem.ranges[at].step.unwrap_or(1e-5);
        let moved = |by: f64| {
            let mut moved = self.variables.clone();
            moved[at] += by;
            self.residuals_at(&moved)
        };
        let here = || self.residuals_at(&self.variables);
        match (moved(step), moved(-step)) {
            (Some(above), Some(below)) => Some((above - below) / (2.0 * step)),
            (Some(above), None) => here().map(|here| (above - here) / step),
            (None, Some(below)) => here().map(|here| (here - below) / step),
            (None, None) => None,
        }
        .unwrap_or_else(|| DVector::zeros(self.problem.published.len()))
    }

    fn solution(&self, has_converged: bool) -> Result<Solution, ModelError> {
        let jacobian = self.jacobian().expect("a missing derivative is 0");
        let ranges = self.problem.ranges;
        let undetermined: Vec<Option<Undetermined>> = (0..ranges.len())
            .map(|at| {
                // Close to a bound, the derivative is small because of the bound.
                if Range::is_at_bound(self.variables[at]) {
                    Some(Undetermined::Bound)
                } else {
                    (jacobian.column(at).amax() < MIN_EFFECT).then_some(Undetermined::NoCell)
                }
            })
            .collect();
        let determined: Vec<usize> = (0..ranges.len()).filter(|at| undetermined[*at].is_none()).collect();
        let jacobian = jacobian.select_columns(&determined);
        // The last set of parameters that the solver tried is not always the best one.
        let model = self.evaluate(&self.variables)?;
        let residuals = self.residuals_of(&model);
        let freedom = residuals.len().saturating_sub(ranges.len()).max(1);
        let variance = residuals.norm_squared() / freedom as f64;
        let inverse = (jacobian.transpose() * &jacobian).try_inverse();
        let mut standard_errors = vec![f64::INFINITY; ranges.len()];
        for (column, at) in determined.into_iter().enumerate() {
            let slope = Range::slope(self.variables[at]);
            let error = |inverse: &DMatrix<f64>| libm::sqrt(inverse[(column, column)] * variance) * slope;
            standard_errors[at] = inverse.as_ref().map_or(f64::INFINITY, error);
        }
        let value = |(range, variable): (&Range, &f64)| range.value(*variable);
        let values = ranges.iter().zip(self.variables.iter()).map(value).collect();
        Ok(Solution { values, undetermined, standard_errors, model, jacobian, has_converged })
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Search<'_> {
    type ParameterStorage = Owned<f64, Dyn>;
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;

    fn set_params(&mut self, variables: &DVector<f64>) {
        self.variables.copy_from(variables);
    }

    fn params(&self) -> DVector<f64> {
        self.variables.clone()
    }

    /// Returns the residuals, never `None`: parameters that the model refuses are a bad step, not the end of the
    /// search.
    fn residuals(&self) -> Option<DVector<f64>> {
        let refused = || DVector::from_element(self.problem.published.len(), REFUSED);
        Some(self.residuals_at(&self.variables).unwrap_or_else(refused))
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let columns: Vec<_> = (0..self.problem.ranges.len()).map(|at| self.column(at)).collect();
        Some(DMatrix::from_columns(&columns))
    }
}

//! Groups of parameters that are fitted together, and the cells to which they are fitted.

use crate::{Lab, PublishedCell, Role};
use pathlength_model::{Model, ModelError, Provenance, Settings};

/// Parameters that name the same tables.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) tables: Vec<String>,
    pub(super) names: Vec<String>,
}

/// Returns the groups of a lab in the order of its tables.
pub(super) fn groups(lab: &Lab) -> Result<Vec<Group>, ModelError> {
    let mut groups: Vec<Group> = Vec::new();
    for (name, parameter) in &lab.parameters {
        if parameter.provenance != Provenance::Fitted {
            continue;
        }
        if !parameter.start.is_some_and(|start| start > 0.0 && start.is_finite()) {
            return Err(ModelError::new(format!(
                "fitted parameter {name} has no start value greater than 0: give one"
            )));
        }
        if parameter.fitted_on.is_empty() {
            return Err(ModelError::new(format!("fitted parameter {name} has no tables: list them in fitted_on")));
        }
        match groups.iter_mut().find(|group| group.tables == parameter.fitted_on) {
            Some(group) => group.names.push(name.clone()),
            None => groups.push(Group { tables: parameter.fitted_on.clone(), names: vec![name.clone()] }),
        }
    }
    groups.sort_by_key(|group| lab.tables.iter().position(|table| group.tables.contains(&table.id)));
    Ok(groups)
}

/// Position of a cell in a lab: the indexes of its table, row, and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellPosition {
    /// Index of the table.
    pub table: usize,
    /// Index of the row.
    pub row: usize,
    /// Index of the column.
    pub field: usize,
}

/// Returns the cells of role `fit` in the tables with these ids. Bounds are excluded: a distance from a bound is not an
/// error.
pub(super) fn fit_cells(lab: &Lab, tables: &[String]) -> Result<Vec<CellPosition>, ModelError> {
    let mut cells = Vec::new();
    for id in tables {
        let table = lab.table(id)?;
        let at = lab.tables.iter().position(|other| other.id == *id).expect("a known table");
        for row in 0..table.rows.len() {
            for field in 0..table.fields.len() {
                let has_value = table.cells[row][field].and_then(PublishedCell::value).is_some();
                if has_value && table.role(row, field) == Role::Fit {
                    cells.push(CellPosition { table: at, row, field });
                }
            }
        }
    }
    Ok(cells)
}

/// An output of a scenario in [`Targets`].
#[derive(Clone, Debug)]
struct Query {
    scenario: usize,
    output: String,
}

/// The outputs that a cell needs from the model.
#[derive(Clone, Debug)]
struct Target {
    value: Query,
    base: Option<Query>,
    scatter: Option<f64>,
}

/// Cells with which the model is compared. Each scenario is evaluated once, even if several cells show its outputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    pub(super) cells: Vec<CellPosition>,
    /// Logarithms of the published values.
    pub(super) published: Vec<f64>,
    scenarios: Vec<Settings>,
    queries: Vec<Target>,
}

impl Targets {
    pub(super) fn new(lab: &Lab, cells: Vec<CellPosition>) -> Self {
        let mut all = Self::default();
        for at in &cells {
            let table = &lab.tables[at.table];
            let mut query = |(row, field): (usize, usize)| {
                let scenario = table.scenario(row, field);
                let known = all.scenarios.iter().position(|known| *known == scenario);
                let scenario = known.unwrap_or_else(|| {
                    all.scenarios.push(scenario);
                    all.scenarios.len() - 1
                });
                let output = table.fields[field].output.clone().expect("a cell to fit has an output");
                Query { scenario, output }
            };
            let value = query((at.row, at.field));
            let base = table.base(at.row, at.field).map(query);
            all.queries.push(Target { value, base, scatter: table.fields[at.field].scatter });
            let published = table.cells[at.row][at.field].and_then(PublishedCell::value);
            all.published.push(libm::log(published.expect("a cell to fit has a value")));
        }
        all.cells = cells;
        all
    }

    /// Returns the scenario index of each cell: cells with the same index come from the same run.
    pub(super) fn clusters(&self) -> Vec<usize> {
        self.queries.iter().map(|target| target.value.scenario).collect()
    }

    /// Returns the logarithms of the model's values.
    pub(super) fn evaluate(&self, model: &mut dyn Model) -> Result<Vec<f64>, ModelError> {
        let answers = self.scenarios.iter().map(|scenario| model.evaluate(scenario)).collect::<Result<Vec<_>, _>>()?;
        let value = |query: &Query| answers[query.scenario].output(&query.output);
        let logarithm = |target: &Target| {
            let base = target.base.as_ref().map_or(Ok(1.0), value)?;
            let logarithm = libm::log(value(&target.value)? / base);
            let output = &target.value.output;
            let wrong = || {
                ModelError::new(format!(
                    "{output} or its ratio is not greater than 0, so it has no logarithm: change the parameters"
                ))
            };
            if logarithm.is_finite() { Ok(logarithm) } else { Err(wrong()) }
        };
        self.queries.iter().map(logarithm).collect()
    }

    /// Returns the residual of a cell from the logarithm of model over published value. A fit minimizes the sum of the
    /// squared residuals.
    pub(super) fn residual(&self, cell: usize, difference: f64) -> f64 {
        let Some(scatter) = self.queries[cell].scatter else { return difference };
        // Half the square of the residual is the square root of 1 + x², minus 1: quadratic near 0, linear far away.
        let x = difference / scatter;
        libm::copysign(libm::sqrt(2.0 * (libm::sqrt(1.0 + x * x) - 1.0)), x)
    }
}

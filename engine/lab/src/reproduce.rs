//! Published tables compared with the model.

use super::{BaselineKind, Bound, Claim, Coverage, Key, Lab, PublishedCell, Role, Table, add_intervals};
use pathlength_model::{Model, ModelError};
use serde::{Deserialize, Serialize};

/// One cell of a reproduced table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Key of the row.
    pub row: Key,
    /// Name of the column.
    pub column: String,
    /// The output that the cell shows; empty if it shows no output.
    pub metric: String,
    /// Unit.
    pub unit: String,
    /// The published value, if there is one.
    pub published: Option<f64>,
    /// The published bound, if only a bound was published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    /// Whether the model's value satisfies the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<bool>,
    /// The smaller distance between the model's value and a limit of the bound, as a share of that limit; negative
    /// outside the bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Verdict on the claim in the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The model's value; NaN (`null` in JSON) if the cell shows no output.
    pub model: f64,
    /// Half-width of the 95 % confidence interval of the model's value, in the value's unit. `None` for a ratio and for
    /// a value computed without random numbers.
    pub half_width: Option<f64>,
    /// The 95 % prediction interval of the published value, if the model's value depends on fitted parameters and the
    /// lab has a record of their fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Relative error of the model: 0.03 means 3 % too high. 0 if the model's value is in `rounding`. `None` for a
    /// baseline, for a damaged value, and for a cell without a published value or an output.
    pub error: Option<f64>,
    /// The values that round to the published one, if it is printed with a single significant digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounding: Option<[f64; 2]>,
    /// The baseline's value for this cell, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<f64>,
    /// Whether a choice on which the model rests was made with knowledge of this cell.
    pub chosen_in_view: bool,
    /// Role of the cell.
    pub role: Role,
    /// The reason for the role, if the lab gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The table in another lab that contains this cell, if the cell is inherited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl Cell {
    /// Returns whether the model is judged by this cell: by its error, or by a bound.
    fn is_judged(&self) -> bool {
        self.error.is_some() || self.met.is_some()
    }

    /// Returns the error of a value, computed like the model's error; `None` without a published value.
    fn error_of(&self, value: f64) -> Option<f64> {
        self.published.map(|published| relative_error(value, published, self.rounding))
    }
}

/// Returns the error of a value relative to the published one; 0 if the value is in `rounding`.
fn relative_error(value: f64, published: f64, rounding: Option<[f64; 2]>) -> f64 {
    match rounding {
        Some([low, high]) if (low..=high).contains(&value) => 0.0,
        _ => value / published - 1.0,
    }
}

/// A summary of the errors in a table. Only independent cells count: see [`Role::is_independent`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Summary {
    /// Number of cells with an error, of any role.
    pub cells: usize,
    /// Number of independent cells with an error.
    pub independent_cells: usize,
    /// Number of cells with only a bound.
    pub bounds: usize,
    /// Number of bounds that the model satisfies.
    pub bounds_met: usize,
    /// Number of parameters that were fitted to cells of this table.
    pub fitted_parameters: usize,
    /// Number of the lab's chosen parameters, which have the provenance `assumed`. All of them count, because finding
    /// those that affect this table would take a model run for each parameter.
    pub chosen_parameters: usize,
    /// Number of independent cells and bounds that were known when a choice was made.
    pub chosen_in_view_cells: usize,
    /// Whether a fit to cells of this table has at least as many parameters as independent cells or as scenarios: such
    /// a fit can reproduce any values.
    pub saturated: bool,
    /// Median of the absolute errors of independent cells.
    pub median_error: Option<f64>,
    /// Largest absolute error of an independent cell.
    pub max_error: Option<f64>,
    /// Number of held-out cells with an error.
    pub held_out_cells: usize,
    /// Median of the absolute errors of held-out cells.
    pub held_out_median_error: Option<f64>,
    /// Largest absolute error of a held-out cell.
    pub held_out_max_error: Option<f64>,
    /// The coverage of the held-out values by their intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub coverage: Option<Coverage>,
    /// The errors of the table's baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub baseline: Option<BaselineSummary>,
}

/// The errors of a baseline, and those of the model, in the independent cells that have both.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BaselineSummary {
    /// Kind of baseline.
    pub kind: BaselineKind,
    /// Number of independent cells that have both errors.
    pub cells: usize,
    /// Median of the baseline's absolute errors.
    pub median_error: Option<f64>,
    /// Largest absolute error of the baseline.
    pub max_error: Option<f64>,
    /// Median of the model's absolute errors.
    pub model_median_error: Option<f64>,
    /// The model's largest absolute error.
    pub model_max_error: Option<f64>,
    /// Number of held-out cells that have both errors.
    pub held_out_cells: usize,
    /// Median of the baseline's absolute errors in held-out cells.
    pub held_out_median_error: Option<f64>,
    /// Largest absolute error of the baseline in a held-out cell.
    pub held_out_max_error: Option<f64>,
}

/// A reproduced table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduction {
    /// Id of the table.
    pub id: String,
    /// Title.
    pub title: String,
    /// Source.
    pub source: String,
    /// All cells, row by row.
    pub cells: Vec<Cell>,
    /// A summary of the errors.
    pub summary: Summary,
}

/// Computes every cell of `table`, to which `fitted_parameters` parameters were fitted, and summarizes the errors.
///
/// # Errors
/// Returns [`ModelError`] if the model rejects the scenario of a cell.
pub fn reproduce(table: &Table, fitted_parameters: usize, model: &mut dyn Model) -> Result<Reproduction, ModelError> {
    let cells = compute(table, model)?;
    let summary = summarize(&cells.iter().collect::<Vec<_>>(), fitted_parameters);
    Ok(Reproduction { id: table.id.clone(), title: table.title.clone(), source: table.source.clone(), cells, summary })
}

/// Reproduces a table with the data that the lab adds: the baseline, the choices, the reasons for roles, and the
/// intervals if the lab has a fit record.
///
/// # Errors
/// Returns the errors of [`reproduce`].
pub fn reproduce_table(lab: &Lab, table: &Table, model: &mut dyn Model) -> Result<Reproduction, ModelError> {
    let mut reproduction = reproduce(table, lab.fitted_parameters(&table.id), model)?;
    add_context(&mut reproduction, table, lab);
    if let Some(record) = &lab.fit {
        add_intervals(&mut reproduction, record);
    }
    Ok(reproduction)
}

/// Computes every cell of `table`, row by row. The page summarizes the cells itself, so that its WebAssembly module
/// stays smaller.
///
/// # Errors
/// Returns [`ModelError`] if the model rejects the scenario of a cell.
pub fn compute(table: &Table, model: &mut dyn Model) -> Result<Vec<Cell>, ModelError> {
    let mut cells = Vec::with_capacity(table.rows.len() * table.fields.len());
    for row in 0..table.rows.len() {
        for (at, field) in table.fields.iter().enumerate() {
            let output = table.output(row, at);
            let (value, half_width) = match output {
                Some(output) => answer(table, (row, at), output, model)?,
                None => (f64::NAN, None),
            };
            let role = table.role(row, at);
            let printed = table.cells[row][at].filter(|_| role != Role::Predicted);
            let published = printed.and_then(PublishedCell::value);
            let bound = printed.and_then(PublishedCell::bound);
            // A baseline is 1 by definition and contains no information about the model; neither does a damaged value.
            let compared = output.is_some() && !matches!(role, Role::Baseline | Role::Damaged);
            let judged = bound.filter(|_| output.is_some());
            let met = judged.map(|bound| bound.is_met(value));
            let rounding = table.rounding(row, at).filter(|_| compared);
            cells.push(Cell {
                row: table.rows[row].clone(),
                column: field.name.clone(),
                metric: output.unwrap_or_default().to_owned(),
                unit: field.unit.clone(),
                published,
                bound,
                met,
                margin: judged.and_then(|bound| bound.margin(value)),
                claim: table.claim(row, met),
                model: value,
                half_width,
                interval: None,
                error: published.filter(|_| compared).map(|published| relative_error(value, published, rounding)),
                rounding,
                baseline: None,
                chosen_in_view: false,
                role,
                because: None,
                from: None,
            });
        }
    }
    Ok(cells)
}

/// Returns the model's value for the cell in row and column `at`, and the half-width of its confidence interval.
fn answer(
    table: &Table,
    at: (usize, usize),
    output: &str,
    model: &mut dyn Model,
) -> Result<(f64, Option<f64>), ModelError> {
    let evaluation = model.evaluate(&table.scenario(at.0, at.1))?;
    let value = evaluation.output(output)?;
    let Some((row, base)) = table.base(at.0, at.1) else {
        let half_width = model.half_width(output).map(|name| evaluation.output(name)).transpose()?;
        return Ok((value, half_width.filter(|half_width| *half_width > 0.0)));
    };
    let name = table.fields[base].output.as_deref().unwrap_or(output);
    Ok((value / model.evaluate(&table.scenario(row, base))?.output(name)?, None))
}

/// Adds the lab's data to a reproduction of `table`: the baseline, the choices made with knowledge of cells, and the
/// reasons for roles.
pub fn add_context(reproduction: &mut Reproduction, table: &Table, lab: &Lab) {
    let baseline = table.baseline.as_ref().map(|baseline| baseline.values(table, lab));
    for (at, cell) in reproduction.cells.iter_mut().enumerate() {
        let (row, field) = (at / table.fields.len(), at % table.fields.len());
        let is_chosen = table.chosen_in_view.is_some() || lab.chosen_with(&table.id, &table.rows[row]).next().is_some();
        cell.chosen_in_view = cell.is_judged() && is_chosen;
        cell.baseline = baseline.as_ref().and_then(|values| values[at]);
        let (because, from) = table.reason(row, field);
        cell.because = because.map(str::to_owned);
        cell.from = from.map(str::to_owned);
    }
    let cells: Vec<_> = reproduction.cells.iter().collect();
    let summary = &mut reproduction.summary;
    summary.chosen_parameters = lab.chosen_parameters();
    summary.saturated = lab.is_saturated(&table.id);
    summary.chosen_in_view_cells = chosen_in_view(&cells);
    summary.baseline = table.baseline.as_ref().and_then(|baseline| summarize_baseline(&cells, baseline.kind()));
}

/// Returns the number of independent cells and bounds in `cells` that were known when a choice was made.
fn chosen_in_view(cells: &[&Cell]) -> usize {
    let counts = |cell: &&&Cell| cell.chosen_in_view && (cell.role.is_independent() || cell.met.is_some());
    cells.iter().filter(counts).count()
}

/// Summarizes the errors of a baseline and those of the model; `None` if no independent cell has both.
fn summarize_baseline(cells: &[&Cell], kind: BaselineKind) -> Option<BaselineSummary> {
    let both: Vec<(Role, f64, f64)> = cells
        .iter()
        .filter(|cell| cell.role.is_independent())
        .filter_map(|cell| Some((cell.role, cell.error_of(cell.baseline?)?.abs(), cell.error?.abs())))
        .collect();
    let of_baseline = sorted(both.iter().map(|(_, baseline, _)| *baseline));
    let of_model = sorted(both.iter().map(|(_, _, model)| *model));
    let held_out = sorted(both.iter().filter(|(role, ..)| *role == Role::HeldOut).map(|(_, baseline, _)| *baseline));
    (!both.is_empty()).then(|| BaselineSummary {
        kind,
        cells: both.len(),
        median_error: median(&of_baseline),
        max_error: of_baseline.last().copied(),
        model_median_error: median(&of_model),
        model_max_error: of_model.last().copied(),
        held_out_cells: held_out.len(),
        held_out_median_error: median(&held_out),
        held_out_max_error: held_out.last().copied(),
    })
}

/// Summarizes a lab's tables together and counts each published cell and bound once: a bound of role `identity` repeats
/// another bound.
pub fn summarize_lab(lab: &Lab, tables: &[Reproduction]) -> Summary {
    let counted = tables.iter().filter(|table| !lab.is_repeated(&table.id));
    let cells = counted.flat_map(|table| &table.cells);
    let cells: Vec<_> = cells.filter(|cell| cell.met.is_none() || cell.role != Role::Identity).collect();
    let fitted = lab.parameters.values().filter(|parameter| parameter.is_fitted()).count();
    let kind = tables.iter().find_map(|table| table.summary.baseline).map(|baseline| baseline.kind);
    Summary {
        chosen_parameters: lab.chosen_parameters(),
        chosen_in_view_cells: chosen_in_view(&cells),
        saturated: tables.iter().any(|table| table.summary.saturated),
        baseline: kind.and_then(|kind| summarize_baseline(&cells, kind)),
        ..summarize(&cells, fitted)
    }
}

/// Returns the values in ascending order.
pub(crate) fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Summarizes the errors of `cells`.
pub fn summarize(cells: &[&Cell], fitted_parameters: usize) -> Summary {
    let errors = |counts: fn(Role) -> bool| {
        sorted(cells.iter().filter(|cell| counts(cell.role)).filter_map(|cell| cell.error.map(f64::abs)))
    };
    let independent = errors(Role::is_independent);
    let held_out = errors(|role| role == Role::HeldOut);
    Summary {
        cells: cells.iter().filter(|cell| cell.error.is_some()).count(),
        independent_cells: independent.len(),
        bounds: cells.iter().filter(|cell| cell.met.is_some()).count(),
        bounds_met: cells.iter().filter(|cell| cell.met == Some(true)).count(),
        fitted_parameters,
        median_error: median(&independent),
        max_error: independent.last().copied(),
        held_out_cells: held_out.len(),
        held_out_median_error: median(&held_out),
        held_out_max_error: held_out.last().copied(),
        ..Summary::default()
    }
}

/// Returns the median of sorted values; `None` without values.
pub fn median(sorted: &[f64]) -> Option<f64> {
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[half]),
        _ => Some(f64::midpoint(sorted[half - 1], sorted[half])),
    }
}

//! Published tables compared with the model.

use super::{Bound, Claim, Coverage, Key, PublishedCell, Role, Table};
use pathlength_model::{Model, ModelError};
use serde::Serialize;

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
    /// Distance of the model's value from the nearest limit of the bound, as a share of that limit; negative outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Verdict on the claim of the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The model's value; NaN (`null` in JSON) if the cell shows no output.
    pub model: f64,
    /// Half-width of the 95 % confidence interval of the model's value, in its unit. `None` for a ratio and for a value
    /// without random numbers.
    pub half_width: Option<f64>,
    /// The interval in which the published value is expected with 95 %, if fitted parameters are behind the model's value and
    /// the lab has a record of their fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Relative error of the model: 0.03 is 3 % too high. `None` for a baseline and for a damaged value.
    pub error: Option<f64>,
    /// Role of the cell.
    pub role: Role,
}

/// The errors of a table in a few numbers. Only independent cells count: see [`Role::is_independent`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
    /// How many held-out values are in their intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
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
    /// The errors in a few numbers.
    pub summary: Summary,
}

/// Computes every cell of `table`, to which `fitted_parameters` parameters were fitted, and summarizes the errors.
///
/// # Errors
/// Returns [`ModelError`] if the model refuses the scenario of a cell.
pub fn reproduce(table: &Table, fitted_parameters: usize, model: &mut dyn Model) -> Result<Reproduction, ModelError> {
    let cells = compute(table, model)?;
    let summary = summarize(&cells.iter().collect::<Vec<_>>(), fitted_parameters);
    Ok(Reproduction { id: table.id.clone(), title: table.title.clone(), source: table.source.clone(), cells, summary })
}

/// Computes every cell of `table`, row by row. The page summarizes them itself: its module stays smaller.
///
/// # Errors
/// Returns [`ModelError`] if the model refuses the scenario of a cell.
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
            // A baseline is 1 by definition and says nothing about the model; nor does a value that the source misprints.
            let compared = output.is_some() && !matches!(role, Role::Baseline | Role::Damaged);
            let judged = bound.filter(|_| output.is_some());
            let met = judged.map(|bound| bound.is_met(value));
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
                error: published.filter(|_| compared).map(|published| value / published - 1.0),
                role,
            });
        }
    }
    Ok(cells)
}

/// Returns the model's value of the cell in row and column `at`, and the half-width of its confidence interval.
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

/// Summarizes the errors of `cells`.
pub fn summarize(cells: &[&Cell], fitted_parameters: usize) -> Summary {
    let errors = |counts: fn(Role) -> bool| {
        let counted = cells.iter().filter(|cell| counts(cell.role));
        let mut errors: Vec<f64> = counted.filter_map(|cell| cell.error.map(f64::abs)).collect();
        errors.sort_by(f64::total_cmp);
        errors
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
        coverage: None,
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

//! Cross-validation: cells left out of a fit, and the fit's predictions for them.

use super::targets::{CellPosition, Targets, fit_cells, groups};
use super::{Calibration, FitStart, ProgressListener, StudyProgress, bootstrap, calibrate, fix_parameter, open_sliced};
use crate::{Key, Lab, Role, RoleRule, prediction_interval};
use pathlength_model::ModelError;
use pathlength_queueing::Random;

/// Smallest relative change of a prediction that shows that the prediction depends on a parameter.
const MIN_CHANGE: f64 = 1e-9;

/// The cells that are left out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossValidation {
    /// The cells of one row of one table.
    Row,
    /// The cells of one column of one table.
    Column,
    /// The rows of one configuration in all tables. A configuration is a row that has a word as its key and is not a
    /// baseline. Sizes are not left out, because their values would be extrapolated. With fewer than three
    /// configurations, nothing is left out.
    Configuration,
    /// The cells of one random fold; the value is the number of folds.
    Random(usize),
}

/// A cell that was predicted by a fit without it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LeftOutCell {
    /// The table's id.
    pub table: String,
    /// The row.
    pub row: Key,
    /// The column.
    pub column: String,
    /// The model's output.
    pub metric: String,
    /// Published value.
    pub published: f64,
    /// Relative error; `None` if the other cells do not determine a parameter that the cell depends on.
    pub error: Option<f64>,
    /// The 95 % prediction interval of the published value, if draws were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

impl LeftOutCell {
    /// Returns whether the published value is in its interval, if it has one.
    pub fn is_inside(&self) -> Option<bool> {
        self.interval.map(|[low, high]| (low..=high).contains(&self.published))
    }
}

/// Settings of the draws that give predictions an interval.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    /// Number of draws for each fit; 0 for predictions without intervals.
    pub draws: usize,
    /// Seed of the draws and of the random folds.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
}

/// Cross-validates a lab whose parameters have their fitted values: predicts each fold of the fitted cells from a fit
/// to the other cells. `progress` receives the number of finished folds and the total, and every slice of the work; its
/// error ends the work.
///
/// # Errors
/// Returns the errors of [`calibrate`], or the error of `progress`.
pub fn cross_validate(
    lab: &Lab,
    by: CrossValidation,
    draws: Draws,
    progress: ProgressListener<'_>,
) -> Result<Vec<LeftOutCell>, ModelError> {
    let folds = folds(lab, by, draws.seed)?;
    let mut left_out = Vec::new();
    for (at, fold) in folds.iter().enumerate() {
        left_out.extend(predict(lab, fold, draws, progress)?);
        progress(StudyProgress::Fold(at + 1, folds.len()))?;
    }
    Ok(left_out)
}

/// Returns the cells of each fold, in the order of the lab.
fn folds(lab: &Lab, by: CrossValidation, seed: u64) -> Result<Vec<Vec<CellPosition>>, ModelError> {
    let mut cells = Vec::new();
    for group in groups(lab)? {
        cells.extend(fit_cells(lab, &group.tables)?);
    }
    cells.sort();
    cells.dedup();
    if let CrossValidation::Random(count) = by {
        return Ok(random_folds(cells, count, seed));
    }
    let key = |cell: &CellPosition| &lab.tables[cell.table].rows[cell.row];
    if by == CrossValidation::Configuration {
        cells.retain(|cell| {
            let table = &lab.tables[cell.table];
            let is_base = (0..table.fields.len()).any(|field| table.role(cell.row, field) == Role::Baseline);
            !is_base && table.row.key.is_none()
        });
    }
    let are_together = |one: &CellPosition, other: &CellPosition| match by {
        CrossValidation::Row => (one.table, one.row) == (other.table, other.row),
        CrossValidation::Column => (one.table, one.field) == (other.table, other.field),
        _ => key(one) == key(other),
    };
    let mut folds: Vec<Vec<CellPosition>> = Vec::new();
    for cell in cells {
        match folds.iter_mut().find(|fold| are_together(&fold[0], &cell)) {
            Some(fold) => fold.push(cell),
            None => folds.push(vec![cell]),
        }
    }
    // With two configurations, one of them alone determines too little.
    if by == CrossValidation::Configuration && folds.len() < 3 {
        folds.clear();
    }
    Ok(folds)
}

fn random_folds(mut cells: Vec<CellPosition>, count: usize, seed: u64) -> Vec<Vec<CellPosition>> {
    let mut random = Random::new(seed, u64::MAX);
    for last in (1..cells.len()).rev() {
        cells.swap(last, random.uniform_below(last as u64 + 1) as usize);
    }
    let count = count.clamp(1, cells.len().max(1));
    let mut folds = vec![Vec::new(); count];
    for (at, cell) in cells.into_iter().enumerate() {
        folds[at % count].push(cell);
    }
    for fold in &mut folds {
        fold.sort();
    }
    folds
}

/// Predicts the cells of a fold by a fit without them.
fn predict(
    lab: &Lab,
    fold: &[CellPosition],
    draws: Draws,
    progress: ProgressListener<'_>,
) -> Result<Vec<LeftOutCell>, ModelError> {
    let mut without = lab.clone();
    for cell in fold {
        let table = &mut without.tables[cell.table];
        let (rows, fields) = (vec![table.rows[cell.row].clone()], vec![table.fields[cell.field].name.clone()]);
        table.roles.push(RoleRule { rows, fields, role: Role::Predicted, because: None, from: None });
    }
    // A group that loses its last cell is not fitted: its parameters keep their values and are undetermined.
    let mut open = Vec::new();
    for group in groups(&without)? {
        if fit_cells(&without, &group.tables)?.is_empty() {
            open.extend(group.names);
        }
    }
    for name in &open {
        fix_parameter(&mut without, name, None)?;
    }
    // The fit starts at the values of the full fit, so a parameter that no cell determines any longer keeps its value.
    let fitted = calibrate(&without, FitStart::Stored, progress)?;
    let targets = Targets::new(lab, fold.to_vec());
    let value = |name: &str| fitted.values.get(name).copied();
    let mut model = open_sliced(lab, &value, progress)?;
    let predicted = targets.evaluate(&mut model)?;
    let is_open = |name: &str| {
        let is_undetermined = fitted.parameters().any(|known| known.name == name && known.undetermined.is_some());
        is_undetermined || open.iter().any(|known| known == name)
    };
    model.set_parameters(&|name| value(name).map(|value| if is_open(name) { 1.1 * value } else { value }))?;
    let moved = targets.evaluate(&mut model)?;
    let answers = draw_predictions(&without, &fitted, &targets, draws, progress)?;
    let cell = |(at, position): (usize, &CellPosition)| {
        let table = &lab.tables[position.table];
        let published = targets.published[at];
        let is_determined = (moved[at] - predicted[at]).abs() < MIN_CHANGE;
        let group = fitted.groups.iter().find(|group| group.tables.contains(&table.id));
        let scatter = group.and_then(|group| Some((group.scatter?, group.freedom())));
        let scatter = scatter.filter(|_| is_determined && !answers.is_empty());
        LeftOutCell {
            table: table.id.clone(),
            row: table.rows[position.row].clone(),
            column: table.fields[position.field].name.clone(),
            metric: table.fields[position.field].output.clone().unwrap_or_default(),
            published: libm::exp(published),
            error: is_determined.then(|| libm::exp(predicted[at] - published) - 1.0),
            interval: scatter.map(|(scatter, freedom)| {
                prediction_interval(predicted[at], answers.iter().map(|answer| answer[at]), scatter, freedom)
            }),
        }
    };
    Ok(fold.iter().enumerate().map(cell).collect())
}

/// Returns the logarithms of the model's values for each draw of the parameters.
fn draw_predictions(
    without: &Lab,
    fitted: &Calibration,
    targets: &Targets,
    settings: Draws,
    progress: ProgressListener<'_>,
) -> Result<Vec<Vec<f64>>, ModelError> {
    if settings.draws == 0 {
        return Ok(Vec::new());
    }
    // The progress counts the folds, not their draws.
    let slices = |work| if work == StudyProgress::Slice { progress(work) } else { Ok(()) };
    let drawn = bootstrap(without, fitted, settings, &slices)?;
    let mut values = fitted.values.clone();
    let mut model = open_sliced(without, &|name| values.get(name).copied(), progress)?;
    let mut answers = Vec::new();
    for draw in &drawn.draws {
        values.extend(drawn.names.iter().cloned().zip(draw.iter().copied()));
        model.set_parameters(&|name| values.get(name).copied())?;
        // If the model refuses a draw at a left-out cell, the draw is extreme; the other draws still show a wide
        // spread.
        if let Ok(answer) = targets.evaluate(&mut model) {
            answers.push(answer);
        }
    }
    Ok(answers)
}

//! A requested fit, with its record.

use super::leverage::errors;
use super::request::FitRequest;
use super::{
    Bootstrap, Calibration, CrossValidation, FitStart, FittedGroup, FittedParameter, LeftOutCell, LeverageStudy,
};
use super::{Leverage, LeverageErrors, bootstrap, calibrate, cross_validate, leverage, open_sliced};
use crate::{
    DrawRecord, FitRecord, GroupRecord, Intervals, Lab, ParameterRecord, Reproduction, Summary, Table, fit_cell_sum,
    table_intervals,
};
use pathlength_model::{Model, ModelError};
use serde::Serialize;
use std::collections::BTreeMap;

/// Number of draws in a record: enough to estimate the variance of a value.
const KEPT_DRAWS: usize = 50;

/// The progress of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyProgress {
    /// Finished draws of the bootstrap, and their total.
    Draw(usize, usize),
    /// Finished folds of the cross-validation, and their total.
    Fold(usize, usize),
    /// Finished values of chosen parameters, and their total.
    Value(usize, usize),
    /// One more slice of a model's work, a few milliseconds.
    Slice,
}

/// A listener for the progress of a study; an error that it returns ends the work.
pub type ProgressListener<'a> = &'a (dyn Fn(StudyProgress) -> Result<(), ModelError> + Sync);

/// The context of a study: threads, the records of other labs, and a listener for its progress.
#[allow(missing_debug_implementations, reason = "functions do not implement Debug")]
#[derive(Clone, Copy)]
pub struct StudyContext<'a> {
    /// Number of threads for draws; the results are the same for any number.
    pub threads: usize,
    /// The records of other labs by id, from which this lab inherits parameters.
    pub records: &'a BTreeMap<String, FitRecord>,
    /// Listener for the progress; an error that it returns ends the work.
    pub progress: ProgressListener<'a>,
}

/// The result of a requested fit.
#[derive(Clone, Debug)]
pub struct Study {
    /// The lab with the changes of the request.
    pub lab: Lab,
    /// The fit.
    pub calibration: Calibration,
    /// The draws of the parameters, if the request has a bootstrap.
    pub drawn: Option<Bootstrap>,
    /// The cells that were left out, if the request has a cross-validation.
    pub left_out: Option<Vec<LeftOutCell>>,
    /// The errors with other values of chosen parameters, if requested.
    pub leverage: Option<LeverageStudy>,
    /// The record of the fit, with intervals at the stored values.
    pub record: FitRecord,
}

/// The JSON of a study: the record of the fit, the cells left out, and the changes to chosen parameters.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StudyReport<'a> {
    #[serde(flatten)]
    record: &'a FitRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross_validation: Option<&'a [LeftOutCell]>,
    /// The errors without a change.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchanged: Option<&'a LeverageErrors>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leverage: Option<&'a [Leverage]>,
}

impl Study {
    /// Returns the JSON that the command prints and the page saves.
    pub fn report(&self) -> StudyReport<'_> {
        let leverage = self.leverage.as_ref();
        StudyReport {
            record: &self.record,
            cross_validation: self.left_out.as_deref(),
            unchanged: leverage.map(|study| &study.unchanged),
            leverage: leverage.map(|study| study.changes.as_slice()),
        }
    }

    /// Returns the tables before and after the fit, each with the roles of the request, and the errors in all tables
    /// together. Before the fit, the parameters have the values of `stored`, the lab without the changes of the
    /// request.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the model refuses the values.
    pub fn before_and_after(&self, stored: &Lab) -> Result<[(Vec<Reproduction>, Summary); 2], ModelError> {
        let mut before = stored.clone();
        before.tables.clone_from(&self.lab.tables);
        let mut model = stored.open()?;
        Ok([errors(&before, &mut model)?, errors(&self.fitted_lab()?, &mut model)?])
    }

    /// Returns the lab as its tables show it after the fit, with the fitted values and the record of this fit.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the model refuses the fitted values.
    pub fn fitted_lab(&self) -> Result<Lab, ModelError> {
        let mut lab = self.calibration.apply(&self.lab);
        let mut record = self.record.clone();
        record.values = lab.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.value)).collect();
        record.intervals = intervals(&lab, &record, &mut lab.open()?)?;
        lab.fit = Some(record);
        Ok(lab)
    }
}

/// Fits a lab as requested.
///
/// # Errors
/// Returns [`ModelError`] if the request contains an unknown name, and the errors of [`calibrate`] and of the listener.
pub fn study(lab: &Lab, request: &FitRequest, context: &StudyContext<'_>) -> Result<Study, ModelError> {
    let draws = request.draws(context.threads)?;
    let folds = request
        .cross_validate
        .as_deref()
        .map(CrossValidation::read)
        .transpose()
        .map_err(|message| ModelError::new(format!("cross_validate: {message}")))?;
    let mut lab = lab.clone();
    request.edit(&mut lab)?;
    let progress = context.progress;
    let calibration = calibrate(&lab, FitStart::Start, progress)?;
    let fitted = calibration.apply(&lab);
    let bootstrapped = if draws.draws > 0 { Some(bootstrap(&fitted, &calibration, draws, progress)?) } else { None };
    let left_out = folds.map(|by| cross_validate(&fitted, by, draws, progress)).transpose()?;
    let moved = request.leverage.map(|percent| leverage(&lab, &calibration, percent / 100.0, progress)).transpose()?;
    let mut record = record(&lab, &calibration, bootstrapped.as_ref());
    inherit(context.records, &lab, &mut record);
    record.intervals = intervals(&lab, &record, &mut open_sliced(&lab, &|name| lab.value(name), progress)?)?;
    Ok(Study { lab, calibration, drawn: bootstrapped, left_out, leverage: moved, record })
}

/// Rounds a number to the given number of significant digits: the other digits are noise of the draws, or of the
/// platform.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().expect("the text is a number")
}

fn record(lab: &Lab, calibration: &Calibration, drawn: Option<&Bootstrap>) -> FitRecord {
    let group = |group: &FittedGroup| GroupRecord {
        tables: group.tables.clone(),
        inherited_from: None,
        cells: group.cells,
        independent_cells: group.independent_cells,
        sum_of_logarithms: rounded(fit_cell_sum(lab, &group.tables).1, 12),
        parameters: group.parameters.len(),
        saturated: group.is_saturated(),
        median_error: rounded(group.median_error, 4),
        max_error: rounded(group.max_error, 4),
        rms_log_error: rounded(group.rms_log_error, 4),
        scatter: group.scatter.map(|scatter| rounded(scatter, 4)),
        freedom: group.freedom(),
        converged: group.has_converged,
    };
    let parameter = |parameter: &FittedParameter| {
        let is_determined = drawn.and_then(|drawn| drawn.is_determined(&parameter.name));
        let interval = drawn.and_then(|drawn| drawn.interval(&parameter.name));
        let record = ParameterRecord {
            stored: parameter.stored,
            fitted: rounded(parameter.value, 6),
            interval: interval.map(|ends| ends.map(|end| rounded(end, 3))),
            determined: is_determined.unwrap_or(parameter.undetermined.is_none()),
        };
        (parameter.name.clone(), record)
    };
    let values = |draw: &Vec<f64>| draw.iter().map(|value| rounded(*value, 5)).collect();
    let kept = |drawn: &Bootstrap| DrawRecord {
        names: drawn.names.clone(),
        values: drawn.draws.iter().take(KEPT_DRAWS).map(values).collect(),
    };
    FitRecord {
        lab: lab.id.clone(),
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        bootstrap: drawn.map_or(0, |drawn| drawn.draws.len()),
        groups: calibration.groups.iter().map(group).collect(),
        parameters: calibration.parameters().map(parameter).collect(),
        values: lab.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.value)).collect(),
        draws: drawn.map_or_else(DrawRecord::default, kept),
        intervals: Intervals::new(),
    }
}

/// Adds the draws of inherited parameters from the records of the labs that fitted them, with the scatter of their
/// groups. The draws of several labs are combined one by one, because they are independent.
fn inherit(records: &BTreeMap<String, FitRecord>, lab: &Lab, record: &mut FitRecord) {
    let mut lenders: Vec<&String> = lab.parameters.values().filter_map(|own| own.inherited_from.as_ref()).collect();
    lenders.sort_unstable();
    lenders.dedup();
    for lender in lenders {
        let Some(there) = records.get(lender) else { continue };
        let is_lent =
            |name: &&String| lab.parameters.get(*name).is_some_and(|own| own.inherited_from.as_ref() == Some(lender));
        let names: Vec<&String> = there.draws.names.iter().filter(is_lent).collect();
        if names.is_empty() {
            continue;
        }
        let count = there.draws.values.len();
        let rows = &mut record.draws.values;
        if record.draws.names.is_empty() {
            *rows = vec![Vec::new(); count];
            record.bootstrap = there.bootstrap;
        }
        rows.truncate(count);
        for (draw, row) in rows.iter_mut().enumerate() {
            row.extend(names.iter().filter_map(|name| there.draws.value(draw, name)));
        }
        record.draws.names.extend(names.into_iter().cloned());
        record.groups.extend(there.groups.iter().map(|group| GroupRecord {
            tables: shared_tables(lab, lender, &group.tables),
            inherited_from: Some(lender.clone()),
            ..group.clone()
        }));
    }
}

/// Returns the tables of a lab that contain cells `from` these tables of another lab.
fn shared_tables(lab: &Lab, lender: &str, tables: &[String]) -> Vec<String> {
    let is_shared = |table: &&Table| {
        let from = std::iter::once(&table.from).chain(table.roles.iter().map(|rule| &rule.from));
        let mut from = from.flatten().filter_map(|from| from.split_once('/'));
        from.any(|(id, table)| id == lender && tables.iter().any(|known| known == table))
    };
    lab.tables.iter().filter(is_shared).map(|table| table.id.clone()).collect()
}

/// Returns the intervals of published values by table, at the parameter values with which the lab's tables are
/// computed.
fn intervals(lab: &Lab, record: &FitRecord, model: &mut dyn Model) -> Result<Intervals, ModelError> {
    let mut all = Intervals::new();
    for table in &lab.tables {
        let found = table_intervals(table, lab, record, model)?;
        if found.iter().any(Option::is_some) {
            let round = |ends: [f64; 2]| ends.map(|end| rounded(end, 4));
            all.insert(table.id.clone(), found.into_iter().map(|interval| interval.map(round)).collect());
        }
    }
    Ok(all)
}

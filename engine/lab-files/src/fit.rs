//! Fits of a lab's parameters, with their record: `fit.json` in the folder of a lab.

use crate::{ENGINE, LabError, LabFiles};
use pathlength_lab::{
    Bootstrap, Calibration, CrossValidation, DrawRecord, Draws, FitRecord, FitStart, FittedGroup, FittedParameter,
    GroupRecord, Intervals, Lab, LeftOutCell, ParameterRecord, Role, Table, bootstrap, calibrate, cross_validate,
    fit_cell_sum, set_role, table_intervals,
};
use pathlength_model::ModelError;
use serde::Serialize;

/// Number of draws that a record keeps: enough for the variance of a value.
const KEPT_DRAWS: usize = 50;

/// The record of a fit in the folder of a lab.
pub const FIT_FILE: &str = "fit.json";

/// The cells that are predicted by fits without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// None.
    Nothing,
    /// All, in these parts.
    Parts(CrossValidation),
    /// All, by configuration and without draws, if the model does not simulate: a dozen refits then take seconds.
    ConfigurationsIfQuick,
}

/// What a fit computes besides the fitted values.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// The cells that are predicted by fits without them.
    pub left_out: LeftOut,
    /// Draws of a wild cluster bootstrap; 0 for none.
    pub draws: usize,
    /// Seed of the draws and of random parts.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
}

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitProgress {
    /// The draws that are finished.
    Draw(usize),
    /// The left-out parts that are predicted, and all.
    Part(usize, usize),
}

/// The result of [`fit`].
#[derive(Debug)]
pub struct Fit {
    /// The fitted values.
    pub calibration: Calibration,
    /// The draws of the bootstrap, if it was asked for.
    pub drawn: Option<Bootstrap>,
    /// Predictions of left-out cells, if they were asked for.
    pub left_out: Option<Vec<LeftOutCell>>,
    /// Name of the part that cross-validation leaves out.
    pub part: &'static str,
    /// The record of the fit.
    pub record: FitRecord,
}

/// The JSON of a fit: its record, and the cells left out.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    record: &'a FitRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross_validation: Option<&'a [LeftOutCell]>,
}

/// Returns a fit as JSON: its record, and the cells left out.
///
/// # Errors
///
/// Does not fail: a record is plain data.
pub fn fit_json(fit: &Fit) -> Result<String, LabError> {
    let report = Report { record: &fit.record, cross_validation: fit.left_out.as_deref() };
    Ok(serde_json::to_string(&report)? + "\n")
}

/// Reads the division of cross-validation: `row`, `column`, `configuration`, `random`, or `random:K` for K parts.
///
/// # Errors
///
/// The text is none of these.
pub fn parse_division(text: &str) -> Result<CrossValidation, String> {
    let (name, parts) = text.split_once(':').map_or((text, None), |(name, parts)| (name, Some(parts)));
    match (name, parts) {
        ("row", None) => Ok(CrossValidation::Row),
        ("column", None) => Ok(CrossValidation::Column),
        ("configuration", None) => Ok(CrossValidation::Configuration),
        ("random", None) => Ok(CrossValidation::Random(10)),
        ("random", Some(parts)) => match parts.parse() {
            Ok(parts) if parts >= 2 => Ok(CrossValidation::Random(parts)),
            _ => Err("the number of parts must be 2 or more, as in random:10".to_owned()),
        },
        _ => Err("use row, column, configuration, random or random:K".to_owned()),
    }
}

/// Gives cells another role: those of a table, a row or one cell, as in `table:row:column`; `*` is every row or column.
///
/// # Errors
///
/// The lab has no such table, row or column.
pub fn set_cells(lab: &mut Lab, cells: &str, role: Role) -> Result<(), ModelError> {
    let mut parts = cells.splitn(3, ':');
    let table = parts.next().unwrap_or_default();
    set_role(lab, table, parts.next(), parts.next(), role)
}

/// Fits the fitted parameters of a lab again. `progress` is called after each draw and each left-out part, and its error ends
/// the work.
///
/// # Errors
///
/// The errors of [`calibrate`], of the records of labs that lend parameters, or of `progress`.
pub fn fit(
    labs: &LabFiles,
    lab: &Lab,
    options: FitOptions,
    progress: &(dyn Fn(FitProgress) -> Result<(), ModelError> + Sync),
) -> Result<Fit, LabError> {
    let FitOptions { left_out, draws, seed, threads } = options;
    let calibration = calibrate(lab, FitStart::Start)?;
    let fitted = calibration.apply(lab);
    let bootstrap_draws = if draws > 0 {
        let show = |finished: usize| progress(FitProgress::Draw(finished));
        Some(bootstrap(&fitted, &calibration, draws, seed, threads, &show)?)
    } else {
        None
    };
    let division = match left_out {
        LeftOut::Parts(by) => Some((by, draws)),
        LeftOut::ConfigurationsIfQuick if calibration.groups.iter().all(|group| !group.is_simulated) => {
            Some((CrossValidation::Configuration, 0))
        }
        _ => None,
    };
    let left_out = match division {
        None => None,
        Some((by, draws)) => {
            let show = |part: usize, parts: usize| progress(FitProgress::Part(part, parts));
            Some(cross_validate(&fitted, by, Draws { draws, seed, threads }, &show)?)
        }
    };
    let part = match division {
        Some((CrossValidation::Row, _)) => "row",
        Some((CrossValidation::Column, _)) => "column",
        Some((CrossValidation::Random(_), _)) => "random part",
        _ => "configuration",
    };
    let mut record = record(lab, &calibration, bootstrap_draws.as_ref());
    inherit(labs, lab, &mut record)?;
    record.intervals = intervals(lab, &record)?;
    Ok(Fit { calibration, drawn: bootstrap_draws, left_out, part, record })
}

/// Returns a number with the given number of significant digits: the rest is noise of the draws, or of the platform.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().expect("a number in its own notation")
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
        engine: ENGINE.to_owned(),
        bootstrap: drawn.map_or(0, |drawn| drawn.draws.len()),
        groups: calibration.groups.iter().map(group).collect(),
        parameters: calibration.parameters().map(parameter).collect(),
        values: lab.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.value)).collect(),
        draws: drawn.map_or_else(DrawRecord::default, kept),
        intervals: Intervals::new(),
    }
}

/// Adds the draws of inherited parameters from the records of the labs that fitted them, with the scatter of their groups.
/// The draws of several labs are combined one by one: they are independent.
fn inherit(labs: &LabFiles, lab: &Lab, record: &mut FitRecord) -> Result<(), LabError> {
    let mut lenders: Vec<&String> = lab.parameters.values().filter_map(|own| own.inherited_from.as_ref()).collect();
    lenders.sort_unstable();
    lenders.dedup();
    for lender in lenders {
        let Some(there) = read_record(labs, lender)? else { continue };
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
    Ok(())
}

/// Returns the tables of a lab with cells that are `from` these tables of another lab.
fn shared_tables(lab: &Lab, lender: &str, tables: &[String]) -> Vec<String> {
    let is_shared = |table: &&Table| {
        let from = std::iter::once(&table.from).chain(table.roles.iter().map(|rule| &rule.from));
        let mut from = from.flatten().filter_map(|from| from.split_once('/'));
        from.any(|(id, table)| id == lender && tables.iter().any(|known| known == table))
    };
    lab.tables.iter().filter(is_shared).map(|table| table.id.clone()).collect()
}

/// Returns the intervals of published values by table, from the stored values of the lab, which its tables show.
fn intervals(lab: &Lab, record: &FitRecord) -> Result<Intervals, LabError> {
    let mut model = lab.open()?;
    let mut all = Intervals::new();
    for table in &lab.tables {
        let found = table_intervals(table, lab, record, &mut model)?;
        if found.iter().any(Option::is_some) {
            let round = |ends: [f64; 2]| ends.map(|end| rounded(end, 4));
            all.insert(table.id.clone(), found.into_iter().map(|interval| interval.map(round)).collect());
        }
    }
    Ok(all)
}

/// Reads the record of a lab's fit, if it has one.
///
/// # Errors
///
/// The file cannot be read, or is not a record.
pub fn read_record(labs: &LabFiles, id: &str) -> Result<Option<FitRecord>, LabError> {
    let path = labs.lab(id).join(FIT_FILE);
    let Some(bytes) = labs.find(&path)? else { return Ok(None) };
    let wrong = |error: serde_json::Error| {
        LabError::new(format!("{}:{}: {error}: make it again with pathlength calibrate", path.display(), error.line()))
    };
    serde_json::from_slice(&bytes).map(Some).map_err(wrong)
}

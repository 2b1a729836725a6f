//! `pathlength calibrate`: fits of a lab's parameters, their intervals, and predictions of cells left out.

mod print;

use super::lab_files::{LabFiles, LabsOption};
use super::labs::load;
use super::output::{ProgressLine, say};
use super::{Failure, Format, OutputOption, one_of};
use clap::Args;
use pathlength_lab::{
    Bootstrap, Calibration, CrossValidation, DrawRecord, Draws, FitRecord, FitStart, GroupRecord, Intervals, Lab,
    LeftOutCell, ParameterRecord, Role, bootstrap, calibrate, cross_validate, fit_cell_sum, fix_parameter,
    free_parameter, set_role, table_intervals,
};
use pathlength_model::Word;
use serde::Serialize;

/// Number of draws that a record keeps: enough for the variance of a value.
const KEPT_DRAWS: usize = 50;

/// Stored values have four digits; a larger difference is a change.
const TOLERANCE: f64 = 0.01;

/// The record of a fit in the folder of a lab.
pub(crate) const FIT_FILE: &str = "fit.json";

/// Options of `pathlength calibrate`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  pathlength calibrate zfs-directories --check
  pathlength calibrate zfs-directories --fix page_wait=5 --hide v2r1-ptestdl:50000
  pathlength calibrate disk-paths --free small_block_copy --cross-validate configuration
  pathlength calibrate zfs-directories --bootstrap 400 --format json -o labs/zfs-directories/fit.json")]
pub(crate) struct CalibrateArgs {
    /// The lab.
    lab: String,
    /// Exit with 1 if a stored value differs by more than 1 % from its fit, or if the lab's fit.json is stale.
    #[arg(long, conflicts_with_all = ["fix", "free", "hide", "role"])]
    check: bool,
    /// Parameter to keep out of the fit, at its stored value or another; repeatable.
    #[arg(long, value_name = "NAME[=VALUE]")]
    fix: Vec<String>,
    /// Parameter to fit that the lab does not fit; repeatable.
    #[arg(long, value_name = "NAME")]
    free: Vec<String>,
    /// Cells to hold out of the fit: a table, a row, or one cell; * is every row or column; repeatable.
    #[arg(long, value_name = "TABLE[:ROW[:COLUMN]]")]
    hide: Vec<String>,
    /// Another role for cells, as in v2r1-ptestdl:20000:*=fit; repeatable.
    #[arg(long, value_name = "TABLE:ROW:COLUMN=ROLE")]
    role: Vec<String>,
    /// Predict each row, column, configuration, or one of K random parts (10 by default) by a fit without it.
    #[arg(long, value_name = "row|column|configuration|random[:K]", value_parser = division)]
    cross_validate: Option<CrossValidation>,
    /// Draws of a wild cluster bootstrap, for 95 % intervals: 400 for parameters, 50 for predictions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    bootstrap: Option<u32>,
    /// Seed of the draws and of random parts.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output format; csv has the parameters, or with --cross-validate the cells.
    #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
    #[command(flatten)]
    labs: LabsOption,
}

fn division(text: &str) -> Result<CrossValidation, String> {
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

/// What a run of the command found.
struct Findings {
    calibration: Calibration,
    drawn: Option<Bootstrap>,
    left_out: Option<Vec<LeftOutCell>>,
    /// Name of the part that cross-validation leaves out.
    part: &'static str,
    record: FitRecord,
}

/// The JSON of a run: the record of the fit, and the cells left out.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    record: &'a FitRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross_validation: Option<&'a [LeftOutCell]>,
}

/// `pathlength calibrate`
pub(crate) fn answer(arguments: &CalibrateArgs) -> Result<(), Failure> {
    let labs = arguments.labs.clone().files();
    let mut lab = load(&labs, &arguments.lab)?;
    edit(&mut lab, arguments)?;
    let findings = find(&labs, &lab, arguments)?;
    let text = match arguments.format {
        Format::Csv => print::as_csv(&findings),
        Format::Json => {
            let report = Report { record: &findings.record, cross_validation: findings.left_out.as_deref() };
            serde_json::to_string(&report)? + "\n"
        }
        _ => print::as_text(&findings)?,
    };
    arguments.output.print(&text)?;
    if arguments.check { check(&lab, &labs, &findings) } else { Ok(()) }
}

fn edit(lab: &mut Lab, arguments: &CalibrateArgs) -> Result<(), Failure> {
    for fix in &arguments.fix {
        let (name, value) = fix.split_once('=').map_or((fix.as_str(), None), |(name, value)| (name, Some(value)));
        let number = |text: &str| {
            let wrong = || Failure::Input(format!("--fix {fix}: {text:?} is not a number: give NAME=VALUE"));
            text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(wrong)
        };
        fix_parameter(lab, name, value.map(number).transpose()?)?;
    }
    for name in &arguments.free {
        free_parameter(lab, name)?;
    }
    for cells in &arguments.hide {
        set_cells(lab, cells, Role::HeldOut)?;
    }
    for rule in &arguments.role {
        let wrong = |what: &str| Failure::Input(format!("--role {rule}: {what}"));
        let (cells, role) = rule.split_once('=').ok_or_else(|| wrong("has no role: give TABLE:ROW:COLUMN=ROLE"))?;
        let known = || wrong(&format!("unknown role {role:?}: use one of {}", Role::WORDS.join(", ")));
        set_cells(lab, cells, Role::from_word(role).ok_or_else(known)?)?;
    }
    Ok(())
}

fn set_cells(lab: &mut Lab, cells: &str, role: Role) -> Result<(), Failure> {
    let mut parts = cells.splitn(3, ':');
    let table = parts.next().unwrap_or_default();
    Ok(set_role(lab, table, parts.next(), parts.next(), role)?)
}

fn find(labs: &LabFiles, lab: &Lab, arguments: &CalibrateArgs) -> Result<Findings, Failure> {
    let progress = ProgressLine::new();
    let calibration = calibrate(lab, FitStart::Start)?;
    let fitted = calibration.apply(lab);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let count = arguments.bootstrap.map_or(0, |draws| draws as usize);
    let drawn = if count > 0 {
        let show = |finished: usize| progress.show(|| format!("draw {finished} of {count}"));
        Some(bootstrap(&fitted, &calibration, count, arguments.seed, threads, &show)?)
    } else {
        None
    };
    let division = match (arguments.cross_validate, arguments.format) {
        (Some(by), _) => Some((by, count)),
        // A dozen refits of a model that does not simulate take seconds; their draws would take minutes.
        (None, Format::Text) if calibration.groups.iter().all(|group| !group.is_simulated) => {
            Some((CrossValidation::Configuration, 0))
        }
        _ => None,
    };
    let left_out = match division {
        None => None,
        Some((by, count)) => {
            let show = |part: usize, parts: usize| progress.show(|| format!("part {part} of {parts}"));
            Some(cross_validate(&fitted, by, Draws { draws: count, seed: arguments.seed, threads }, &show)?)
        }
    };
    progress.end();
    let part = match division {
        Some((CrossValidation::Row, _)) => "row",
        Some((CrossValidation::Column, _)) => "column",
        Some((CrossValidation::Random(_), _)) => "random part",
        _ => "configuration",
    };
    let mut record = record(lab, &calibration, drawn.as_ref());
    inherit(labs, lab, &mut record)?;
    record.intervals = intervals(lab, &record)?;
    Ok(Findings { calibration, drawn, left_out, part, record })
}

/// Returns a number with the given number of significant digits: the rest is noise of the draws, or of the platform.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().expect("a number in its own notation")
}

fn record(lab: &Lab, calibration: &Calibration, drawn: Option<&Bootstrap>) -> FitRecord {
    let group = |group: &pathlength_lab::FittedGroup| GroupRecord {
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
    let parameter = |parameter: &pathlength_lab::FittedParameter| {
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

/// Adds the draws of inherited parameters from the records of the labs that fitted them, with the scatter of their groups.
/// The draws of several labs are combined one by one: they are independent.
fn inherit(labs: &LabFiles, lab: &Lab, record: &mut FitRecord) -> Result<(), Failure> {
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
    let is_shared = |table: &&pathlength_lab::Table| {
        let from = std::iter::once(&table.from).chain(table.roles.iter().map(|rule| &rule.from));
        let mut from = from.flatten().filter_map(|from| from.split_once('/'));
        from.any(|(id, table)| id == lender && tables.iter().any(|known| known == table))
    };
    lab.tables.iter().filter(is_shared).map(|table| table.id.clone()).collect()
}

/// Returns the intervals of published values by table, from the stored values of the lab, which its tables show.
fn intervals(lab: &Lab, record: &FitRecord) -> Result<Intervals, Failure> {
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
pub(crate) fn read_record(labs: &LabFiles, id: &str) -> Result<Option<FitRecord>, Failure> {
    let path = labs.lab(id).join(FIT_FILE);
    let Some(bytes) = labs.find(&path)? else { return Ok(None) };
    let wrong = |error: serde_json::Error| {
        Failure::Input(format!("{}:{}: {error}: make it again with pathlength calibrate", path.display(), error.line()))
    };
    serde_json::from_slice(&bytes).map(Some).map_err(wrong)
}

fn check(lab: &Lab, labs: &LabFiles, findings: &Findings) -> Result<(), Failure> {
    if findings.calibration.parameters().any(|parameter| parameter.difference().abs() > TOLERANCE) {
        say(
            "pathlength: a stored value differs by more than 1 % from its fit: put the fitted values into parameters.toml",
        );
        return Err(Failure::No);
    }
    let id = &lab.id;
    let stale = |record: FitRecord| {
        let lent = lab.parameters.iter().filter(|(_, own)| own.inherited_from.is_some()).map(|(name, _)| name);
        let changed = lent.into_iter().find(|name| record.draws.of(name) != findings.record.draws.of(name));
        record.staleness(lab).or_else(|| changed.map(|name| format!("the lab that fitted {name} has other draws now")))
    };
    if let Some(difference) = read_record(labs, id)?.and_then(stale) {
        say(&format!(
            "pathlength: {id}/{FIT_FILE} is stale: {difference}: make it again with \
             pathlength calibrate {id} --bootstrap 400 --format json -o labs/{id}/{FIT_FILE}"
        ));
        return Err(Failure::No);
    }
    Ok(())
}

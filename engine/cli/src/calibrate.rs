//! `pathlength calibrate`: fits of a lab's parameters, their intervals, and predictions of left-out cells.

mod print;

use super::output::{ProgressLine, say};
use super::{Failure, Format, LabsOption, OutputOption, one_of};
use clap::Args;
use pathlength_lab::{CrossValidation, Draws, FitRecord, FitRequest, Lab, Study, StudyProgress, cross_validate};
use pathlength_lab_files::{FIT_FILE, LabFiles, fit, fit_json, load, read_record};

/// The default folds for cross-validation.
const DEFAULT_FOLDS: CrossValidation = CrossValidation::Configuration;

/// Maximum relative difference between a stored value, which has four digits, and its fit.
const TOLERANCE: f64 = 0.01;

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
    #[arg(long, conflicts_with_all = ["fix", "free", "hide", "value", "role"])]
    check: bool,
    /// Parameter to hold fixed, at its stored value or a given one; repeatable.
    #[arg(long, value_name = "NAME[=VALUE]")]
    fix: Vec<String>,
    /// Parameter to fit in addition to those that the lab fits; repeatable.
    #[arg(long, value_name = "NAME")]
    free: Vec<String>,
    /// Cells to hold out of the fit: a table, a row, or one cell; * is every row or column; repeatable.
    #[arg(long, value_name = "TABLE[:ROW[:COLUMN]]")]
    hide: Vec<String>,
    /// Value to use in a cell instead of the published one, such as your own measurement; repeatable.
    #[arg(long, value_name = "TABLE:ROW:COLUMN=NUMBER")]
    value: Vec<String>,
    /// Role to use for cells instead of the lab's, as in v2r1-ptestdl:20000:*=fit; repeatable.
    #[arg(long, value_name = "TABLE:ROW:COLUMN=ROLE")]
    role: Vec<String>,
    /// Folds for cross-validation, each predicted from a fit without it: rows, columns, configurations, or K (default
    /// 10) random folds.
    #[arg(long, value_name = "row|column|configuration|random[:K]", value_parser = folds)]
    cross_validate: Option<String>,
    /// Percentage by which each chosen parameter is decreased and increased; prints errors without and with a refit.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..100))]
    leverage: Option<u8>,
    /// Draws of a wild cluster bootstrap, for 95 % intervals; use 400 for parameters, 50 for predictions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    bootstrap: Option<u32>,
    /// Seed of the draws and of random folds.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output format; csv contains the parameters, the cells (--cross-validate), or the changes (--leverage).
    #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
    #[command(flatten)]
    labs: LabsOption,
}

/// Rejects invalid folds while the options are being parsed.
fn folds(text: &str) -> Result<String, String> {
    CrossValidation::read(text).map(|_| text.to_owned())
}

/// Runs `pathlength calibrate`.
pub(crate) fn answer(arguments: &CalibrateArgs) -> Result<(), Failure> {
    let labs = arguments.labs.clone().files();
    let lab = load(&labs, &arguments.lab)?;
    let findings = find(&labs, &lab, arguments)?;
    let text = match arguments.format {
        Format::Csv => print::as_csv(&findings),
        Format::Json => fit_json(&findings)?,
        _ => {
            let folds = arguments.cross_validate.as_deref().map_or(Ok(DEFAULT_FOLDS), CrossValidation::read);
            print::as_text(&findings, folds.map_err(Failure::Input)?.fold())?
        }
    };
    arguments.output.print(&text)?;
    if arguments.check { check(&labs, &findings) } else { Ok(()) }
}

/// Fits the lab according to the options and shows the progress.
fn find(labs: &LabFiles, lab: &Lab, arguments: &CalibrateArgs) -> Result<Study, Failure> {
    let request = FitRequest {
        fix: arguments.fix.clone(),
        free: arguments.free.clone(),
        hide: arguments.hide.clone(),
        value: arguments.value.clone(),
        role: arguments.role.clone(),
        cross_validate: arguments.cross_validate.clone(),
        leverage: arguments.leverage.map(f64::from),
        bootstrap: arguments.bootstrap.map_or(0, |draws| draws as usize),
        seed: arguments.seed,
    };
    let line = ProgressLine::new();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let progress = |progress: StudyProgress| {
        show(&line, progress);
        Ok(())
    };
    let mut found = fit(labs, lab, &request, threads, &progress)?;
    // A dozen refits of an analytic model take seconds; their bootstrap draws would take minutes.
    let is_quick = found.calibration.groups.iter().all(|group| !group.is_simulated);
    let is_asked = request.cross_validate.is_some() || request.leverage.is_some();
    if arguments.format == Format::Text && !is_asked && is_quick {
        let fitted = found.calibration.apply(&found.lab);
        let draws = Draws { draws: 0, seed: arguments.seed, threads };
        found.left_out = Some(cross_validate(&fitted, DEFAULT_FOLDS, draws, &progress)?);
    }
    line.end();
    Ok(found)
}

/// Shows the progress of a fit.
pub(crate) fn show(line: &ProgressLine, progress: StudyProgress) {
    let (work, done, all) = match progress {
        StudyProgress::Draw(done, all) => ("draw", done, all),
        StudyProgress::Fold(done, all) => ("fold", done, all),
        StudyProgress::Value(done, all) => ("value", done, all),
        StudyProgress::Slice => return,
    };
    line.show(|| format!("{work} {done} of {all}"));
}

fn check(labs: &LabFiles, findings: &Study) -> Result<(), Failure> {
    if findings.calibration.parameters().any(|parameter| parameter.difference().abs() > TOLERANCE) {
        say(
            "pathlength: a stored value differs by more than 1 % from its fit: put the fitted values into parameters.toml",
        );
        return Err(Failure::No);
    }
    let lab = &findings.lab;
    let id = &lab.id;
    let stale = |record: FitRecord| {
        let lent = lab.parameters.iter().filter(|(_, own)| own.inherited_from.is_some()).map(|(name, _)| name);
        let changed = lent.into_iter().find(|name| record.draws.of(name) != findings.record.draws.of(name));
        record
            .staleness(lab)
            .or_else(|| changed.map(|name| format!("the draws of the lab that fitted {name} have changed")))
    };
    if let Some(difference) = read_record(labs, id)?.and_then(stale) {
        say(&format!(
            "pathlength: {id}/{FIT_FILE} is stale, because {difference}: regenerate it with \
             pathlength calibrate {id} --bootstrap 400 --format json -o labs/{id}/{FIT_FILE}"
        ));
        return Err(Failure::No);
    }
    Ok(())
}

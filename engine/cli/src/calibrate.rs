//! `pathlength calibrate`: fits of a lab's parameters, their intervals, and predictions of cells left out.

mod print;

use super::output::{ProgressLine, say};
use super::{Failure, Format, LabsOption, OutputOption, one_of};
use clap::Args;
use pathlength_lab::{CrossValidation, FitRecord, Lab, Role, fix_parameter, free_parameter};
use pathlength_lab_files::{
    FIT_FILE, Fit, FitOptions, FitProgress, LabFiles, LeftOut, fit, fit_json, load, parse_division, read_record,
    set_cells,
};
use pathlength_model::Word;

/// Stored values have four digits; a larger difference is a change.
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
    #[arg(long, value_name = "row|column|configuration|random[:K]", value_parser = parse_division)]
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

/// `pathlength calibrate`
pub(crate) fn answer(arguments: &CalibrateArgs) -> Result<(), Failure> {
    let labs = arguments.labs.clone().files();
    let mut lab = load(&labs, &arguments.lab)?;
    edit(&mut lab, arguments)?;
    let findings = find(&labs, &lab, arguments)?;
    let text = match arguments.format {
        Format::Csv => print::as_csv(&findings),
        Format::Json => fit_json(&findings)?,
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

/// Fits the lab and shows the progress.
fn find(labs: &LabFiles, lab: &Lab, arguments: &CalibrateArgs) -> Result<Fit, Failure> {
    let line = ProgressLine::new();
    let draws = arguments.bootstrap.map_or(0, |draws| draws as usize);
    let left_out = match (arguments.cross_validate, arguments.format) {
        (Some(by), _) => LeftOut::Parts(by),
        (None, Format::Text) => LeftOut::ConfigurationsIfQuick,
        _ => LeftOut::Nothing,
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let options = FitOptions { left_out, draws, seed: arguments.seed, threads };
    let fit = fit(labs, lab, options, &|progress| {
        line.show(|| match progress {
            FitProgress::Draw(finished) => format!("draw {finished} of {draws}"),
            FitProgress::Part(part, parts) => format!("part {part} of {parts}"),
        });
        Ok(())
    })?;
    line.end();
    Ok(fit)
}

fn check(lab: &Lab, labs: &LabFiles, findings: &Fit) -> Result<(), Failure> {
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

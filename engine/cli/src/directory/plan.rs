//! `pathlength directory plan`: the order in which to convert directories.

use crate::labs::{DatedAnswer, as_of};
use crate::output::read;
use crate::sheet::{Sheet, SheetCell};
use crate::{Failure, Format, LabsOption, OutputOption, one_of};
use clap::{Args, ValueEnum};
use pathlength_lab::published_lookups;
use pathlength_lab_files::load;
use pathlength_zfs::aggregate::model::Machine;
use pathlength_zfs::aggregate::plan::{Benefit, InputFormat, PlanRequest, Planner, Report, SpaceUnit};
use pathlength_zfs::directory::ptest::Plex;
use std::path::PathBuf;

/// Maximum size of a listing.
const MAX_BYTES: u64 = 1 << 30;

/// Default number of directories in the text output.
const MAX_TEXT_ROWS: usize = 20;

/// The lab with the thresholds, rates, and costs.
const LAB: &str = "zfs-migration";

/// The arguments of `plan`.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// Output of a command, or a CSV file; `-` for standard input.
    file: PathBuf,
    /// Machine for which lookups are predicted.
    #[arg(long, value_enum, default_value_t = MachineName::Z9)]
    machine: MachineName,
    /// Predict for tasks on a sysplex client, which does not own the file systems.
    #[arg(long)]
    client: bool,
    /// Number of names that your own machine converts per second.
    #[arg(long, value_name = "NAMES")]
    rate: Option<f64>,
    /// Space unit of the df output, in bytes: 512, or 1024 with -k.
    #[arg(long, value_name = "BYTES", value_parser = df_unit)]
    df_units: Option<SpaceUnit>,
    /// Maximum number of directories to print [default: 20 for text, otherwise all].
    #[arg(long = "most", value_name = "N")]
    max_directories: Option<usize>,
    /// Output format
    #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv, Format::Markdown]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
    #[command(flatten)]
    labs: LabsOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MachineName {
    Z9,
    Z196,
    #[value(name = "zEC12")]
    ZEc12,
}

fn df_unit(text: &str) -> Result<SpaceUnit, String> {
    text.parse()
        .ok()
        .and_then(SpaceUnit::of_bytes)
        .ok_or_else(|| "df prints sizes in units of 512 or 1024 bytes: give 512 or 1024".to_owned())
}

pub(super) fn answer(arguments: &Plan) -> Result<(), Failure> {
    let request = PlanRequest {
        machine: match arguments.machine {
            MachineName::Z9 => Machine::Z9,
            MachineName::Z196 => Machine::Z196,
            MachineName::ZEc12 => Machine::ZEc12,
        },
        plex: if arguments.client { Plex::Client } else { Plex::Monoplex },
        conversion_rate: arguments.rate,
        unit: arguments.df_units,
    };
    let lab = load(&arguments.labs.clone().files(), LAB)?;
    let mut planner = Planner::new(&|name| lab.value(name), &published_lookups(&lab.tables)?, request)?;
    let wrong = |error| Failure::Input(format!("{}: {error}", arguments.file.display()));
    planner.read(&read(&arguments.file, MAX_BYTES)?).map_err(wrong)?;
    planner.finish().map_err(wrong)?;
    let max_directories =
        arguments.max_directories.unwrap_or(if arguments.format == Format::Text { MAX_TEXT_ROWS } else { usize::MAX });
    let report = planner.report(max_directories)?;
    let date = as_of(&lab);
    let output = &arguments.output;
    match arguments.format {
        Format::Text => {
            output.print(&(report.text() + &date.as_ref().map_or_else(String::new, |date| format!("\n{date}\n"))))
        }
        Format::Csv => output.print_with(|mut out| report.csv(&mut out)),
        Format::Markdown => output.print(&as_markdown(&report, date.as_deref())),
        // Printed on one line, because there can be a million directories.
        Format::Json => output.print_with(|out| {
            serde_json::to_writer(&mut *out, &DatedAnswer::new(&report, date.as_deref()))?;
            writeln!(out)
        }),
    }?;
    // The process ends here; freeing the memory of a million paths would only cost time.
    std::mem::forget(planner);
    Ok(())
}

/// Returns the plan as a Markdown table, below a description of the input and above the basis of the forecasts.
fn as_markdown(report: &Report<'_>, date: Option<&str>) -> String {
    let rates = report.rates.iter().map(|rate| format!("{} s", rate.title));
    let sheet = match report.form {
        InputFormat::Listing | InputFormat::Csv => {
            let titles = ["path", "names", "KB", "benefit", "saved s"].map(str::to_owned);
            let mut sheet = Sheet::new(titles.into_iter().chain(rates).chain(["lookups/s v4 → v5".to_owned()]));
            for row in report.directories.iter() {
                let estimate = |value: u64, estimated| format!("{}{value}", if estimated { "~" } else { "" });
                let (names, size) = (row.entries, row.kilobytes);
                let texts = [
                    row.path.to_owned(),
                    estimate(names, row.entries_estimated),
                    estimate(size, row.kilobytes_estimated),
                    row.benefit.word().to_owned(),
                    row.saved_text.clone(),
                ];
                let times = row.seconds.iter().map(|seconds| (*seconds).into());
                let cells = texts.map(SheetCell::from).into_iter().chain(times);
                sheet.push(cells.chain([row.lookups_text.as_str().into()]));
            }
            sheet
        }
        InputFormat::FileSystems => {
            let mut sheet = Sheet::new(["mounted on", "objects", "benefit at most", "KB free"]);
            for row in &report.file_systems {
                let objects = row.objects.map_or(f64::NAN, |objects| objects as f64);
                let at_most = row.at_most.map_or("unknown", Benefit::word);
                sheet.push([row.mounted_on.as_str().into(), objects.into(), at_most.into(), row.free_kilobytes.into()]);
            }
            sheet
        }
        InputFormat::Operations => {
            let mut sheet = Sheet::new(["operation", "count", "share %"]);
            for row in &report.operations {
                let numbers = [row.count as f64, 100.0 * row.share].map(SheetCell::from);
                sheet.push(std::iter::once(row.operation.as_str().into()).chain(numbers));
            }
            sheet
        }
    };
    let notes = [&report.basis, date.unwrap_or_default()]
        .map(|note| if note.is_empty() { String::new() } else { format!("\n{note}\n") });
    format!(
        "{} {} {}\n\n{}{}",
        report.reading,
        report.facts,
        report.order,
        sheet.as_format(Format::Markdown),
        notes.concat()
    )
}

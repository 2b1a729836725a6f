//! `pathlength directory plan`: which directories to convert first.

use crate::lab_files::LabsOption;
use crate::labs::{DatedAnswer, as_of, load};
use crate::output::{print, print_with, read};
use crate::{Failure, Format};
use clap::{Args, ValueEnum};
use pathlength_lab::published_lookups;
use pathlength_zfs::aggregate::model::Machine;
use pathlength_zfs::aggregate::plan::{PlanRequest, Planner, SpaceUnit};
use pathlength_zfs::directory::ptest::Plex;
use std::io::Write;
use std::path::PathBuf;

/// Maximum size of a listing.
const MAX_BYTES: u64 = 1 << 30;

/// Default number of directories in the text output.
const MAX_TEXT_ROWS: usize = 20;

/// The lab with the thresholds, rates and costs.
const LAB: &str = "zfs-migration";

/// The arguments of `plan`.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// Output of a command, or a CSV; `-` for standard input.
    file: PathBuf,
    /// Machine for which lookups are predicted.
    #[arg(long, value_enum, default_value_t = MachineName::Z9)]
    machine: MachineName,
    /// Predict for tasks on a sysplex client, which does not own the file systems.
    #[arg(long)]
    client: bool,
    /// Names that your own machine converts per second.
    #[arg(long, value_name = "NAMES")]
    rate: Option<f64>,
    /// Unit of space in the output of df, in bytes: 512, or 1024 with -k.
    #[arg(long, value_name = "BYTES", value_parser = df_unit)]
    df_units: Option<SpaceUnit>,
    /// Maximum number of directories to print [default: 20 as text, otherwise all].
    #[arg(long = "most", value_name = "N")]
    max_directories: Option<usize>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
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
        .ok_or_else(|| "df prints units of 512 or 1024 bytes: give one of them".to_owned())
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
    match arguments.format {
        Format::Text => print(&(report.text() + &date.as_ref().map_or_else(String::new, |date| format!("\n{date}\n")))),
        Format::Csv => print_with(|out| report.csv(out)),
        // In one line, because there can be a million directories.
        Format::Json => print_with(|out| {
            serde_json::to_writer(&mut *out, &DatedAnswer::new(&report, date.as_deref()))?;
            writeln!(out)
        }),
    }?;
    // The process ends, so that freeing the memory of a million paths would only cost time.
    std::mem::forget(planner);
    Ok(())
}

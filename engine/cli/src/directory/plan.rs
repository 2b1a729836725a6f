//! `pathlength directory plan`: which directories to convert first.

use crate::labs::{folder, parameters};
use crate::output::{print, print_with, read};
use crate::{Failure, Format};
use clap::{Args, ValueEnum};
use pathlength_zfs::aggregate::model::Machine;
use pathlength_zfs::aggregate::plan::{PlanRequest, Planner, SpaceUnit};
use pathlength_zfs::directory::ptest::Plex;
use std::io::Write;
use std::path::PathBuf;

/// The most a listing may have.
const MOST_BYTES: u64 = 1 << 30;

/// Directories of a plan for reading, unless more are asked for.
const MOST_READ: usize = 20;

/// The lab that has the thresholds, rates and costs.
const LAB: &str = "zfs-migration";

/// What is asked.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// What a command printed, or a CSV; `-` for standard input.
    file: PathBuf,
    /// The machine whose lookups are predicted.
    #[arg(long, value_enum, default_value_t = On::Z9)]
    machine: On,
    /// Predict for tasks on a sysplex client, which does not own the file systems.
    #[arg(long)]
    client: bool,
    /// Names that your own machine converts in a second.
    #[arg(long, value_name = "NAMES")]
    rate: Option<f64>,
    /// Bytes of the unit in which df printed space: 512, or 1024 with -k.
    #[arg(long, value_name = "BYTES", value_parser = df_unit)]
    df_units: Option<SpaceUnit>,
    /// The most directories to print [default: 20 as text, else all].
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum On {
    Z9,
    Z196,
    #[value(name = "zEC12")]
    ZEc12,
}

fn df_unit(text: &str) -> Result<SpaceUnit, String> {
    text.parse().ok().and_then(SpaceUnit::of_bytes).ok_or_else(|| "df prints units of 512 or 1024 bytes".to_owned())
}

pub(super) fn answer(labs: Option<PathBuf>, asked: &Plan) -> Result<(), Failure> {
    let request = PlanRequest {
        machine: match asked.machine {
            On::Z9 => Machine::Z9,
            On::Z196 => Machine::Z196,
            On::ZEc12 => Machine::ZEc12,
        },
        plex: if asked.client { Plex::Client } else { Plex::Monoplex },
        conversion_rate: asked.rate,
        unit: asked.df_units,
    };
    let parameters = parameters(&folder(labs)?, LAB)?;
    let mut planner = Planner::new(&|name| parameters.get(name).map(|parameter| parameter.value), request)?;
    let wrong = |error| Failure::Input(format!("{}: {error}", asked.file.display()));
    planner.read(&read(&asked.file, MOST_BYTES)?).map_err(wrong)?;
    planner.finish().map_err(wrong)?;
    let most = asked.most.unwrap_or(if asked.format == Format::Text { MOST_READ } else { usize::MAX });
    let report = planner.report(most)?;
    match asked.format {
        Format::Text => print(&report.text()),
        Format::Csv => print_with(|out| report.csv(out)),
        // In one line: there may be a million directories.
        Format::Json => print_with(|out| {
            serde_json::to_writer(&mut *out, &report)?;
            writeln!(out)
        }),
    }?;
    // The process ends: giving back what a million paths take would only take time.
    std::mem::forget(planner);
    Ok(())
}

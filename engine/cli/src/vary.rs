//! `pathlength vary`: counts a table's satisfied bounds with other values of its chosen and fitted parameters.

use super::output::{csv_row, number};
use super::report::counted;
use super::sheet::Sheet;
use super::{Failure, Format, LabsOption, OutputOption, one_of};
use clap::Args;
use pathlength_lab::{Sensitivity, median, sensitivity};
use pathlength_lab_files::load;
use std::fmt::Write as _;

/// Options of `pathlength vary`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  pathlength vary tape-compression rates
  pathlength vary tape-compression rates --within 5 --format csv")]
pub(crate) struct VaryArgs {
    /// The lab.
    lab: String,
    /// The table with the bounds.
    table: String,
    /// Maximum change of a value, in percent; repeatable.
    #[arg(long, value_name = "PERCENT", default_values_t = [10, 20], value_parser = clap::value_parser!(u8).range(1..100))]
    within: Vec<u8>,
    /// Number of draws.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    draws: u32,
    /// Seed of the draws.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output format; csv and markdown contain the share of draws that satisfy each bound, in percent
    #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv, Format::Markdown]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
    #[command(flatten)]
    labs: LabsOption,
}

/// Runs `pathlength vary`.
pub(crate) fn answer(arguments: &VaryArgs) -> Result<(), Failure> {
    let lab = load(&arguments.labs.clone().files(), &arguments.lab)?;
    let table = lab.table(&arguments.table)?;
    let mut model = lab.open()?;
    let mut all = Vec::new();
    for within in &arguments.within {
        let share = f64::from(*within) / 100.0;
        all.push(sensitivity(&lab, table, share, arguments.draws as usize, arguments.seed, &mut model)?);
    }
    match arguments.format {
        Format::Text => arguments.output.print(&as_text(&all)?),
        Format::Json => arguments.output.print(&(serde_json::to_string_pretty(&all)? + "\n")),
        Format::Csv => arguments.output.print(&as_csv(&table.row.name, &all)),
        Format::Markdown => arguments.output.print(&sheet(&table.row.name, &all).as_format(Format::Markdown)),
    }
}

/// Returns a share in whole percent.
fn percent(share: f64) -> f64 {
    (100.0 * share).round()
}

fn as_text(all: &[Sensitivity]) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for study in all {
        let counts: Vec<f64> = study.satisfied.iter().map(|count| *count as f64).collect();
        let stored = study.bounds.iter().filter(|bound| bound.stored).count();
        writeln!(
            text,
            "{} within {} %, {}: the lab's values satisfy {stored} of {} bounds, and the median draw satisfies {}; \
             {} % of the draws satisfy at least as many bounds as the lab's values",
            counted(study.parameters.len() as u64, "parameter"),
            percent(study.within),
            counted(counts.len() as u64, "draw"),
            study.bounds.len(),
            number(median(&counts).unwrap_or(f64::NAN)),
            percent(study.share_of(stored)),
        )?;
        for bound in &study.bounds {
            let mark = if bound.stored { "" } else { ", not satisfied by the lab's values" };
            writeln!(text, "  {} {}: {} %{mark}", bound.row, bound.column, percent(bound.share))?;
        }
    }
    Ok(text)
}

/// Returns the shares in the format of the table in which a lab stores them.
fn as_csv(row: &str, all: &[Sensitivity]) -> String {
    let head = all.iter().map(|study| format!("within_{}", percent(study.within)));
    let mut text = csv_row(std::iter::once(row.to_owned()).chain(head));
    let Some(first) = all.first() else { return text };
    for (at, bound) in first.bounds.iter().enumerate() {
        let shares = all.iter().map(|study| number(percent(study.bounds[at].share)));
        text += &csv_row(std::iter::once(bound.row.to_string()).chain(shares));
    }
    text
}

fn sheet(row: &str, all: &[Sensitivity]) -> Sheet {
    let head = all.iter().map(|study| format!("within_{}", percent(study.within)));
    let mut sheet = Sheet::new(std::iter::once(row.to_owned()).chain(head));
    for (at, bound) in all.first().iter().flat_map(|first| first.bounds.iter().enumerate()) {
        let shares = all.iter().map(|study| percent(study.bounds[at].share).into());
        sheet.push(std::iter::once(bound.row.to_string().into()).chain(shares));
    }
    sheet
}

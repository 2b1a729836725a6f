//! `pathlength advise`: ranks I/O paths, recommends the codec for a tape server, or compares file systems.

use super::Failure;
use super::labs::as_of;
use super::output::read;
use super::report::short;
use super::sheet::{Sheet, SheetCell};
use super::{Format, OutputOption};
use pathlength_disk_path::advice::{Advice, Enquiry, Published, advise as rank_paths};
use pathlength_journaling::advice::{FileSystemAdvice, FileSystemAdvisor};
use pathlength_lab::path_advice::published_paths;
use pathlength_lab_files::{ENGINE, LabFiles, load};
use pathlength_model::{Answers, NamedModel, Settings};
use pathlength_tape::advice::{AdviceRules, CodecAdvice};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Maximum size of a request, which is a few lines long.
const MAX_BYTES: u64 = 1 << 20;

/// Runs `pathlength advise`.
pub(crate) fn advise(
    labs: &LabFiles,
    id: &str,
    enquiry: &Path,
    format: Option<Format>,
    output: &OutputOption,
) -> Result<(), Failure> {
    let lab = load(labs, id)?;
    let (disk_path, tape) = (pathlength_disk_path::Model::NAME, pathlength_tape::Model::NAME);
    let journaling = pathlength_journaling::Model::NAME;
    let data = labs.lab(id).join("data");
    let bytes = read(enquiry, MAX_BYTES)?;
    let advice = if lab.model == disk_path {
        let mut model = pathlength_disk_path::Model::open(&|name| lab.value(name))?;
        let request: Enquiry = parse(enquiry, &bytes)?;
        let published = Published::new(&published_paths(&lab.tables));
        ranked_paths(&rank_paths(&mut model, &published, &request)?)?
    } else if lab.model == tape {
        let path = data.join("advice.csv");
        let (columns, rows) = read_table(labs, &path)?;
        let rules = AdviceRules::new(&columns, &rows).map_err(|error| in_file(&path, &error))?;
        let answers: Answers = parse(enquiry, &bytes)?;
        ranked_codecs(&rules.advise(&answers).map_err(|error| in_file(enquiry, &error))?)?
    } else if lab.model == journaling {
        let path = data.join("resize.csv");
        let (columns, rows) = read_table(labs, &path)?;
        let mut advisor =
            FileSystemAdvisor::new(&|name| lab.value(name), &columns, &rows).map_err(|error| in_file(&path, &error))?;
        let request: Settings = parse(enquiry, &bytes)?;
        compared_file_systems(&advisor.advise(&request).map_err(|error| in_file(enquiry, &error))?)?
    } else {
        return Err(Failure::Input(format!(
            "lab {id} uses the model {}, which gives no advice: choose a lab with the model {disk_path}, {tape}, or \
             {journaling}",
            lab.model
        )));
    };
    let RankedAdvice { advice, units, sheet } = advice;
    let lab_hash = labs.hash(id)?;
    let as_of = as_of(&lab);
    let text = match output.format(format, Format::Json) {
        Format::Json => {
            let question = parse(enquiry, &bytes)?;
            let as_of = as_of.as_deref();
            let answer = Answer { lab: id, lab_hash: &lab_hash, engine: ENGINE, question, units, as_of, advice };
            serde_json::to_string_pretty(&answer)? + "\n"
        }
        format @ Format::Csv => sheet.as_format(format),
        format => {
            let dated = as_of.map_or_else(String::new, |sentence| format!("\n{sentence}\n"));
            sheet.as_format(format) + &dated
        }
    };
    output.print(&text)
}

/// The JSON of advice, with everything needed to repeat it.
#[derive(Serialize)]
struct Answer<'a> {
    lab: &'a str,
    lab_hash: &'a str,
    engine: &'static str,
    question: Value,
    /// Units by the names of the numbers.
    units: Units,
    /// The date of the source, and later changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<&'a str>,
    advice: Value,
}

/// Units by the names of the numbers.
type Units = BTreeMap<&'static str, &'static str>;

/// Advice, best first, as JSON and as a table.
struct RankedAdvice {
    advice: Value,
    units: Units,
    sheet: Sheet,
}

fn ranked_paths(advice: &[Advice]) -> Result<RankedAdvice, Failure> {
    let mut sheet = Sheet::new(["place", "path", "score", "throughput", "cpu", "reason"]);
    for one in advice {
        let place = if one.place == 0 { f64::NAN } else { f64::from(one.place) };
        let reason = if one.set_aside.is_empty() { one.reason.clone() } else { one.set_aside.join(" ") };
        let numbers = [one.score, one.throughput, one.cpu].map(SheetCell::from);
        let [score, throughput, cpu] = numbers;
        sheet.push([place.into(), one.way.into(), score, throughput, cpu, reason.into()]);
    }
    let relative = "relative to dedicated ECKD";
    let units = [("score", relative), ("throughput", relative), ("cpu", relative), ("hit_ratio", "share of KB read")];
    Ok(RankedAdvice { advice: serde_json::to_value(advice)?, units: units.into(), sheet })
}

fn ranked_codecs(advice: &[CodecAdvice]) -> Result<RankedAdvice, Failure> {
    let mut sheet = Sheet::new(["rank", "advice", "title", "reason", "source"]);
    for one in advice {
        let texts = [one.advice, one.title, &one.reason, &one.source].map(SheetCell::from);
        sheet.push(std::iter::once((one.rank as f64).into()).chain(texts));
    }
    Ok(RankedAdvice { advice: serde_json::to_value(advice)?, units: Units::new(), sheet })
}

fn compared_file_systems(advice: &[FileSystemAdvice]) -> Result<RankedAdvice, Failure> {
    let mut sheet = Sheet::new(["file system", "fit", "recovery s", "reasons"]);
    for one in advice {
        let fit = serde_json::to_value(one.fit)?;
        let seconds = one.recovery.as_ref().map_or_else(String::new, |recovery| {
            let [low, high] = recovery.seconds.map(short);
            format!("{low} to {high}")
        });
        let reasons = one.checks.iter().map(|check| check.reason.as_str());
        let reasons = reasons.chain(Some(one.problem.as_str()).filter(|problem| !problem.is_empty()));
        let reasons = reasons.collect::<Vec<_>>().join(" ");
        sheet.push([one.title.into(), fit.as_str().unwrap_or_default().into(), seconds.into(), reasons.into()]);
    }
    Ok(RankedAdvice { advice: serde_json::to_value(advice)?, units: [("seconds", "s")].into(), sheet })
}

fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(bytes)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", path.display(), error.line())))
}

fn in_file(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// A table's column names and rows.
type LabTable = (Vec<String>, Vec<Vec<String>>);

/// Reads a lab's table with the rules of an advisor.
fn read_table(labs: &LabFiles, path: &Path) -> Result<LabTable, Failure> {
    let text = labs.text(path)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let columns = cells(reader.headers().map_err(|error| in_file(path, &error))?);
    let rows: Result<Vec<_>, _> = reader.records().map(|row| row.map(|row| cells(&row))).collect();
    Ok((columns, rows.map_err(|error| in_file(path, &error))?))
}

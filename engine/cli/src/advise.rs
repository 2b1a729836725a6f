//! `pathlength advise`: ranks I/O paths, recommends the codec for a tape server, or compares file systems.

use super::Failure;
use super::lab_files::LabFiles;
use super::labs::{DatedAnswer, as_of, load};
use super::output::{print, read};
use pathlength_disk_path::advice::{Enquiry, Published, advise as rank_paths};
use pathlength_journaling::advice::FileSystemAdvisor;
use pathlength_lab::path_advice::published_paths;
use pathlength_model::{Answers, NamedModel, Settings};
use pathlength_tape::advice::AdviceRules;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// Maximum size of a request, which has a few lines.
const MAX_BYTES: u64 = 1 << 20;

/// `pathlength advise`.
pub(crate) fn advise(labs: &LabFiles, id: &str, enquiry: &Path) -> Result<(), Failure> {
    let lab = load(labs, id)?;
    let (disk_path, tape) = (pathlength_disk_path::Model::NAME, pathlength_tape::Model::NAME);
    let journaling = pathlength_journaling::Model::NAME;
    let data = labs.lab(id).join("data");
    let as_of = as_of(&lab);
    let as_of = as_of.as_deref();
    let advice = if lab.model == disk_path {
        let mut model = pathlength_disk_path::Model::open(&|name| lab.value(name))?;
        let request: Enquiry = parse(enquiry)?;
        let published = Published::new(&published_paths(&lab.tables));
        dated(rank_paths(&mut model, &published, &request)?, as_of)?
    } else if lab.model == tape {
        let path = data.join("advice.csv");
        let (columns, rows) = read_table(labs, &path)?;
        let rules = AdviceRules::new(&columns, &rows).map_err(|error| in_file(&path, &error))?;
        let answers: Answers = parse(enquiry)?;
        let advice = rules.advise(&answers).map_err(|error| in_file(enquiry, &error))?;
        dated(advice, as_of)?
    } else if lab.model == journaling {
        let path = data.join("resize.csv");
        let (columns, rows) = read_table(labs, &path)?;
        let mut advisor =
            FileSystemAdvisor::new(&|name| lab.value(name), &columns, &rows).map_err(|error| in_file(&path, &error))?;
        let request: Settings = parse(enquiry)?;
        dated(advisor.advise(&request).map_err(|error| in_file(enquiry, &error))?, as_of)?
    } else {
        return Err(Failure::Input(format!(
            "lab {id} has the model {}, which gives no advice: choose a lab with the model {disk_path}, {tape} or \
             {journaling}",
            lab.model
        )));
    };
    print(&(advice + "\n"))
}

/// Returns advice as JSON, each piece with the date of its source.
fn dated<T: Serialize>(advice: Vec<T>, as_of: Option<&str>) -> serde_json::Result<String> {
    let dated: Vec<_> = advice.into_iter().map(|advice| DatedAnswer::new(advice, as_of)).collect();
    serde_json::to_string_pretty(&dated)
}

fn parse<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    serde_json::from_slice(&read(path, MAX_BYTES)?)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", path.display(), error.line())))
}

fn in_file(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// A table's column names and rows.
type Sheet = (Vec<String>, Vec<Vec<String>>);

/// Reads a table of a lab by which an advisor works.
fn read_table(labs: &LabFiles, path: &Path) -> Result<Sheet, Failure> {
    let text = labs.text(path)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let columns = cells(reader.headers().map_err(|error| in_file(path, &error))?);
    let rows: Result<Vec<_>, _> = reader.records().map(|row| row.map(|row| cells(&row))).collect();
    Ok((columns, rows.map_err(|error| in_file(path, &error))?))
}

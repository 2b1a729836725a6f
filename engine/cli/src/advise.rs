//! Ranks a lab's ways to a disk for some work.

use super::Failure;
use super::labs::{folder, load};
use super::output::{print, read};
use pathlength_disk_path::Model;
use pathlength_disk_path::advice::{Enquiry, Published, PublishedCell, advise as ranked};
use pathlength_lab::{Lab, Printed};
use pathlength_model::{NamedModel, Setting};
use std::path::{Path, PathBuf};

/// An enquiry is a few lines.
const MOST_BYTES: u64 = 1 << 20;

/// `pathlength advise`.
pub(crate) fn advise(labs: Option<PathBuf>, id: &str, enquiry: &Path) -> Result<(), Failure> {
    let lab = load(&folder(labs)?, id)?;
    if lab.model != Model::NAME {
        return Err(Failure::Input(format!(
            "lab {id} has the model {}, which gives no advice; choose a lab with the model {}",
            lab.model,
            Model::NAME
        )));
    }
    let mut model = Model::open(&|name| lab.value(name))?;
    let asked: Enquiry = serde_json::from_slice(&read(enquiry, MOST_BYTES)?)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", enquiry.display(), error.line())))?;
    let published = Published::new(&published_cells(&lab));
    print(&(serde_json::to_string_pretty(&ranked(&mut model, &published, &asked)?)? + "\n"))
}

/// The cells of a lab's tables that are relative to a row and belong to a phase.
fn published_cells(lab: &Lab) -> Vec<PublishedCell> {
    let mut all = Vec::new();
    for table in &lab.tables {
        for (row, cells) in table.cells.iter().enumerate() {
            for (column, (field, cell)) in table.fields.iter().zip(cells).enumerate() {
                let (Some(value), Some(output), Some(base)) =
                    (cell.and_then(Printed::value), &field.output, &field.relative_to_row)
                else {
                    continue;
                };
                let settings = table.scenario(row, column);
                let Some(Setting::Word(phase)) = settings.get("phase") else { continue };
                all.push(PublishedCell {
                    row: table.rows[row].to_string(),
                    relative_to: base.to_string(),
                    phase: phase.clone(),
                    output: output.clone(),
                    value,
                });
            }
        }
    }
    all
}

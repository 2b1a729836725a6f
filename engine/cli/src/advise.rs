//! Ranks a lab's ways to a disk for some work.

use super::Failure;
use super::labs::{folder, load};
use super::output::{print, read};
use pathlength::disk_path::advice::{Enquiry, Published, PublishedCell, advise as ranked};
use pathlength::lab::LabModel;
use std::path::{Path, PathBuf};

/// An enquiry is a few lines.
const MOST_BYTES: u64 = 1 << 20;

/// `pathlength advise`.
pub(crate) fn advise(labs: Option<PathBuf>, id: &str, enquiry: &Path) -> Result<(), Failure> {
    let lab = load(&folder(labs)?, id)?;
    let LabModel::DiskPath(mut model) = lab.open()? else {
        return Err(Failure::Input(format!(
            "lab {id} has the model {}, which gives no advice; choose a lab with the model disk_path",
            lab.model
        )));
    };
    let asked: Enquiry = serde_json::from_slice(&read(enquiry, MOST_BYTES)?)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", enquiry.display(), error.line())))?;
    let published = Published::new(&PublishedCell::all_of(&lab));
    print(&(serde_json::to_string_pretty(&ranked(&mut model, &published, &asked)?)? + "\n"))
}

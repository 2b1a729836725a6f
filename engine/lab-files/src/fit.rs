//! Fits of labs that are read from files, and their records: `fit.json` in the folder of each lab.

use crate::{LabError, LabFiles};
use pathlength_lab::{FitRecord, FitRequest, Lab, ProgressListener, Study, StudyContext, study};
use std::collections::BTreeMap;

/// Name of the file that contains the record of a fit, in the folder of a lab.
pub const FIT_FILE: &str = "fit.json";

/// Returns a fit as JSON: its record, the cells left out, and the changes to chosen parameters.
///
/// # Errors
/// Returns no error: a record is plain data.
pub fn fit_json(fit: &Study) -> Result<String, LabError> {
    Ok(serde_json::to_string(&fit.report())? + "\n")
}

/// Refits the fitted parameters of a lab as requested. `progress` is called after each finished draw, fold, or changed
/// value, and after each slice of the work; its error ends the work.
///
/// # Errors
/// Returns the errors of [`study`], of the records of labs that lend parameters, or of `progress`.
pub fn fit(
    labs: &LabFiles,
    lab: &Lab,
    request: &FitRequest,
    threads: usize,
    progress: ProgressListener<'_>,
) -> Result<Study, LabError> {
    let mut records = BTreeMap::new();
    for id in lab.parameters.values().filter_map(|parameter| parameter.inherited_from.as_ref()) {
        if let Some(record) = read_record(labs, id)? {
            records.insert(id.clone(), record);
        }
    }
    Ok(study(lab, request, &StudyContext { threads, records: &records, progress })?)
}

/// Reads the record of a lab's fit, if it has one.
///
/// # Errors
/// Returns [`LabError`] if the file cannot be read or is not a record.
pub fn read_record(labs: &LabFiles, id: &str) -> Result<Option<FitRecord>, LabError> {
    let path = labs.lab(id).join(FIT_FILE);
    let Some(bytes) = labs.find(&path)? else { return Ok(None) };
    let wrong = |error: serde_json::Error| {
        LabError::new(format!(
            "{}:{}: {error}: regenerate the file with `pathlength calibrate`",
            path.display(),
            error.line()
        ))
    };
    serde_json::from_slice(&bytes).map(Some).map_err(wrong)
}

//! Reads the model that a lab declares in `model.toml`.

use crate::load::{parse, wrong};
use crate::{LabError, LabFiles};
use pathlength_lab::declared::{DECLARED, check_kind};
use pathlength_lab::{Declaration, DeclarationError, DeclaredModel, Lab, is_declared};
use pathlength_model::WordEnum;
use std::path::Path;

const FILE: &str = "model.toml";

/// Reads the declaration of a lab, if its model is a declared one.
///
/// # Errors
/// Returns [`LabError`] if the file is missing, cannot be read, or is not a declaration, or if a lab with another kind
/// of model has such a file.
pub(super) fn read(labs: &LabFiles, folder: &Path, model: &str) -> Result<Option<Declaration>, LabError> {
    let path = folder.join(FILE);
    if is_declared(model) {
        return parse(&path, &labs.text(&path)?).map(Some);
    }
    match labs.find(&path)? {
        Some(_) => {
            let declared = DECLARED.join(", ");
            Err(wrong(
                &path,
                1,
                &format!(
                    "the model {model} takes no declaration: remove this file, or set `model` in lab.md to one of \
                     {declared}"
                ),
            ))
        }
        None => Ok(None),
    }
}

/// Checks the declaration of a lab with its parameters.
///
/// # Errors
/// Returns [`LabError`] with the line of the first mistake if the declaration is wrong.
pub(super) fn check(labs: &LabFiles, folder: &Path, lab: &Lab) -> Result<(), LabError> {
    let Some(declaration) = &lab.declaration else { return Ok(()) };
    let units: Vec<_> = lab.parameters.iter().map(|(name, known)| (name.clone(), known.unit.clone())).collect();
    match check_kind(&lab.model, declaration).and_then(|()| DeclaredModel::new(declaration, &units)) {
        Ok(_) => Ok(()),
        Err(error) => {
            let path = folder.join(FILE);
            Err(wrong(&path, line_of(&labs.text(&path)?, &error), &format!("{}: {}", error.field, error.message)))
        }
    }
}

/// Returns the line number of the field that an error names, or of its entry.
fn line_of(text: &str, error: &DeclarationError) -> u64 {
    let name = error.list.word();
    let header = if error.list.is_table() { format!("[{name}]") } else { format!("[[{name}]]") };
    let lines = || text.lines().enumerate();
    let Some((entry, _)) = lines().filter(|(_, line)| line.trim() == header).nth(error.at) else { return 1 };
    let fields = lines().skip(entry + 1).take_while(|(_, line)| !line.trim_start().starts_with('['));
    let is_field =
        |line: &str| line.trim_start().strip_prefix(error.field).is_some_and(|rest| rest.trim_start().starts_with('='));
    fields.into_iter().find(|(_, line)| is_field(line)).map_or(entry, |(at, _)| at) as u64 + 1
}

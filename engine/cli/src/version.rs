//! The version of the command: of the engine, the commit, and the labs inside.

use super::Failure;
use pathlength_lab_files::LabFiles;
use std::fmt::Write as _;

/// Returns the version, with the commit from which the command was built, unless it was built outside a repository.
pub(crate) fn short() -> String {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("PATHLENGTH_COMMIT"));
    if commit.is_empty() { version.to_owned() } else { format!("{version} ({commit})") }
}

/// Returns [`short`] with a line for each embedded lab: its id and the first digits of its hash.
pub(crate) fn long() -> Result<String, Failure> {
    let mut text = short() + "\n";
    for id in LabFiles::Embedded.ids()? {
        write!(text, "\n{id:<18} {}", LabFiles::Embedded.hash(&id)?)?;
    }
    Ok(text)
}

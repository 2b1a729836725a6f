//! A client's operation list.

use super::draft::Draft;
use super::profile::Profile;
use pathlength_model::ModelError;

/// Operation of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Creates and opens a file.
    Create,
    /// Opens a file, or attempts to open a missing file.
    Open,
    /// Closes a file.
    Close,
    /// Reads bytes.
    Read,
    /// Writes bytes.
    Write,
    /// Reads the attributes of a file by name.
    Stat,
    /// Reads the attributes of an open file.
    Fstat,
    /// Lists a directory.
    List,
    /// Reads the attributes of the file system.
    Query,
    /// Requests a flush of a file; dbench does not forward this request.
    Flush,
    /// Deletes a file.
    Unlink,
    /// Renames a file.
    Rename,
    /// Creates a directory.
    MakeDirectory,
    /// Deletes an empty directory.
    RemoveDirectory,
    /// Deletes the files of an earlier run.
    DeleteTree,
}

/// Marks the absence of a file: the operation needs no file, or its file is missing.
pub const NO_FILE: u32 = u32::MAX;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The operation.
    pub operation: Operation,
    /// Number of the file in the plan; for directories that are created and deleted, the number of the directory.
    pub file: u32,
    /// First byte that is read or written.
    pub offset: u64,
    /// Number of bytes that are read or written.
    pub bytes: u64,
}

/// All operations of a client.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The operations in order.
    pub steps: Vec<Step>,
    /// Number of created files.
    pub files: u32,
    /// Number of initial directories: file n is in directory n modulo this number.
    pub directories: u32,
}

impl Plan {
    /// Creates the plan for the first `cycles` cycles of a client with this profile.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the number of cycles is out of range.
    pub fn new(profile: &Profile, cycles: u32, seed: u64) -> Result<Self, ModelError> {
        if cycles == 0 || f64::from(cycles) > profile.cycles {
            return Err(ModelError::new(format!("{cycles} cycles is out of range: give 1 to {}", profile.cycles)));
        }
        let mut draft = Draft::new(profile, cycles, seed);
        draft.add_fillers();
        draft.add_work_files();
        draft.add_empty_files();
        draft.add_directories();
        draft.fill_gaps();
        Ok(draft.finish())
    }

    /// Returns the number of bytes read and written, from which throughput is computed.
    pub fn moved_bytes(&self) -> u64 {
        self.steps.iter().map(|step| step.bytes).sum()
    }
}

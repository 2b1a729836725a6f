//! The list of operations that a client does one after the other.

use super::draft::Draft;
use super::profile::Profile;
use pathlength_model::ModelError;

/// What a client asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Makes a file and opens it.
    Create,
    /// Opens a file, or tries to open one that is not there.
    Open,
    /// Closes a file.
    Close,
    /// Reads bytes.
    Read,
    /// Writes bytes.
    Write,
    /// Asks about a file by its name.
    Stat,
    /// Asks about an open file.
    Fstat,
    /// Reads a whole directory.
    List,
    /// Asks about the file system.
    Query,
    /// Flushes a file: dbench does nothing then.
    Flush,
    /// Deletes a file.
    Unlink,
    /// Gives a file another name.
    Rename,
    /// Makes a directory.
    MakeDirectory,
    /// Deletes an empty directory.
    RemoveDirectory,
    /// Deletes what a run before left.
    DeleteTree,
}

/// No file: the operation is about none, or about one that is not there.
pub const NO_FILE: u32 = u32::MAX;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is asked for.
    pub operation: Operation,
    /// The file, counted over the plan; of directories that are made and deleted, the directory.
    pub file: u32,
    /// First byte that is read or written.
    pub offset: u64,
    /// Bytes that are read or written.
    pub bytes: u64,
}

/// All operations of a client.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The operations in order.
    pub steps: Vec<Step>,
    /// Files that are made.
    pub files: u32,
    /// Directories that are there at the beginning: file number n lies in directory n modulo this.
    pub directories: u32,
}

impl Plan {
    /// The first `cycles` cycles of a client with this profile.
    ///
    /// # Errors
    /// [`ModelError`] if there are no such cycles.
    pub fn new(profile: &Profile, cycles: u32, seed: u64) -> Result<Self, ModelError> {
        if cycles == 0 || f64::from(cycles) > profile.cycles {
            return Err(ModelError::new(format!("{cycles} cycles is out of range: give 1 to {}", profile.cycles)));
        }
        let mut draft = Draft::new(profile, cycles, seed);
        draft.fillers();
        draft.works();
        draft.empties();
        draft.directories();
        draft.fill();
        Ok(draft.finish())
    }

    /// Bytes that are read and written: what throughput is counted in.
    pub fn moved_bytes(&self) -> u64 {
        self.steps.iter().map(|step| step.bytes).sum()
    }
}

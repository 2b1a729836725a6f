//! A v4 directory.

use super::anode::Anode;
use super::{Aggregate, DirectoryError, Fid};

/// A v4 directory.
#[derive(Clone, Debug)]
pub struct V4Directory {
    anode: Anode,
}

impl V4Directory {
    /// An empty directory below `parent` (or a root directory, its own parent).
    ///
    /// # Errors
    /// [`DirectoryError::AggregateFull`].
    pub fn create(store: &mut Aggregate, parent: Option<Fid>) -> Result<Self, DirectoryError> {
        let anode = Anode::create(store, super::Format::V4, parent)?;
        Ok(Self { anode })
    }
}

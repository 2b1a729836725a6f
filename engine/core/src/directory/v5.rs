//! An extended v5 directory.

use super::anode::Anode;
use super::{Aggregate, DirectoryError, Fid};

/// An extended v5 directory.
#[derive(Clone, Debug)]
pub struct V5Directory {
    anode: Anode,
}

impl V5Directory {
    /// An empty directory below `parent` (or a root directory, its own parent).
    ///
    /// # Errors
    /// [`DirectoryError::AggregateFull`].
    pub fn create(store: &mut Aggregate, parent: Option<Fid>) -> Result<Self, DirectoryError> {
        let anode = Anode::create(store, super::Format::V5, parent)?;
        Ok(Self { anode })
    }
}

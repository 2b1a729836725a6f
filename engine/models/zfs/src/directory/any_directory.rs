//! A directory whose format is known only at run time.

use super::{Aggregate, DirectoryError, Format, V4Directory, V5Directory};

/// A directory in either format. The methods of [`Directory`](super::Directory) are generic over their observer, so
/// there are no trait objects of [`Directory`](super::Directory).
#[derive(Debug)]
pub enum AnyDirectory {
    /// In the v4 format.
    V4(V4Directory),
    /// In the v5 format.
    V5(V5Directory),
}

impl AnyDirectory {
    /// Creates an empty root directory.
    ///
    /// # Errors
    /// Returns [`DirectoryError::AggregateFull`] if too few blocks are free.
    pub fn empty(store: &mut Aggregate, format: Format) -> Result<Self, DirectoryError> {
        Ok(match format {
            Format::V4 => Self::V4(V4Directory::create(store, None)?),
            Format::V5 => Self::V5(V5Directory::create(store, None)?),
        })
    }

    /// Discards the result of the last search, as if the directory had just been opened.
    pub(super) fn clear_lookup_cache(&mut self) {
        if let Self::V4(directory) = self {
            directory.clear_lookup_cache();
        }
    }
}

/// Evaluates the same expression for a directory in either format.
macro_rules! dispatch {
    ($on:expr, $directory:ident => $body:expr) => {
        match $on {
            AnyDirectory::V4($directory) => $body,
            AnyDirectory::V5($directory) => $body,
        }
    };
}
pub(crate) use dispatch;

//! A directory of either format, for those who learn the format only when they run.

use super::{Aggregate, DirectoryError, Format, V4Directory, V5Directory};

/// A directory of either format. [`Directory`](super::Directory) is generic over its observer, so there is no trait object of it.
#[derive(Debug)]
pub(crate) enum Either {
    V4(V4Directory),
    V5(V5Directory),
}

impl Either {
    /// An empty root directory.
    pub(super) fn empty(store: &mut Aggregate, format: Format) -> Result<Self, DirectoryError> {
        Ok(match format {
            Format::V4 => Self::V4(V4Directory::create(store, None)?),
            Format::V5 => Self::V5(V5Directory::create(store, None)?),
        })
    }

    /// Forgets the last search, as if the directory had been opened just now.
    pub(super) fn forget(&mut self) {
        if let Self::V4(directory) = self {
            directory.forget();
        }
    }
}

/// Runs the same expression on either format.
macro_rules! either {
    ($on:expr, $directory:ident => $body:expr) => {
        match $on {
            Either::V4($directory) => $body,
            Either::V5($directory) => $body,
        }
    };
}
pub(crate) use either;

//! A valid name of a directory entry.

use super::DirectoryError;

/// Maximum length of a name, in bytes.
pub const MAX_NAME_BYTES: usize = 256;

/// A valid name: 1 to [`MAX_NAME_BYTES`] bytes, none of which is NUL or a slash, in any encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name<'a>(&'a [u8]);

impl<'a> Name<'a> {
    /// The directory itself.
    pub const DOT: Name<'static> = Name(b".");
    /// The directory's parent.
    pub const DOT_DOT: Name<'static> = Name(b"..");

    /// Checks `bytes` and returns them as a name.
    ///
    /// # Errors
    /// Returns [`DirectoryError::EmptyName`], [`DirectoryError::NameTooLong`], or [`DirectoryError::ForbiddenByte`].
    pub fn new(bytes: &'a [u8]) -> Result<Self, DirectoryError> {
        if bytes.is_empty() {
            return Err(DirectoryError::EmptyName);
        }
        if bytes.len() > MAX_NAME_BYTES {
            return Err(DirectoryError::NameTooLong { bytes: bytes.len() });
        }
        match bytes.iter().position(|b| matches!(b, 0 | b'/')) {
            Some(at) => Err(DirectoryError::ForbiddenByte { byte: bytes[at], at }),
            None => Ok(Self(bytes)),
        }
    }

    /// Returns the name's bytes.
    pub const fn bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns whether this is `.` or `..`, which every directory adds automatically.
    pub fn is_reserved(self) -> bool {
        self == Self::DOT || self == Self::DOT_DOT
    }
}

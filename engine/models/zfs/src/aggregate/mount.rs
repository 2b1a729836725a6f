//! Mounting: the attributes of a mounted file system, and the parameters that set them.

use super::error::FileSystemError;
use super::file_system::FileSystem;
use super::layout::Version;
use std::fmt;

/// A release of z/OS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    /// The version: 2 in V2R1.
    pub version: u8,
    /// The release: 1 in V2R1.
    pub release: u8,
}

impl Release {
    /// The first release that supports version 1.5 aggregates.
    pub const V2R1: Self = Self { version: 2, release: 1 };
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{}R{}", self.version, self.release)
    }
}

/// The sysplex whose systems share the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sysplex {
    /// The oldest release in the sysplex.
    pub oldest: Release,
}

impl Sysplex {
    /// Checks that all systems support version 1.5.
    pub(super) fn check_v5_support(self) -> Result<(), FileSystemError> {
        if self.oldest < Release::V2R1 { Err(FileSystemError::OlderMember { release: self.oldest }) } else { Ok(()) }
    }
}

impl Default for Sysplex {
    fn default() -> Self {
        Self { oldest: Release::V2R1 }
    }
}

/// The version parameters of IOEFSPRM, under the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The version of aggregates that are formatted without an explicit version.
    pub format_aggrversion: Version,
    /// Whether mounting changes the version to 1.5.
    pub change_aggrversion_on_mount: bool,
    /// Whether mounting changes the version to 1.5, and each access to a v4 directory converts the directory.
    pub converttov5: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { format_aggrversion: Version::V1_4, change_aggrversion_on_mount: false, converttov5: false }
    }
}

/// The conversion option of a mount. The option takes precedence over the parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MountOption {
    /// No option: the parameters decide.
    #[default]
    Unspecified,
    /// `CONVERTTOV5`.
    ConvertToV5,
    /// `NOCONVERTTOV5`.
    NoConvertToV5,
}

/// Access mode of a mounted file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading and writing.
    ReadWrite,
    /// Reading only.
    ReadOnly,
}

/// State of a mounted file system.
#[derive(Clone, Copy, Debug)]
pub(super) struct MountState {
    pub(super) access: Access,
    /// The attribute `converttov5`.
    pub(super) converttov5: bool,
    pub(super) sysplex: Sysplex,
}

impl MountState {
    /// Returns whether an access to a v4 directory converts the directory.
    pub(super) fn converts_on_access(self) -> bool {
        self.converttov5 && self.access == Access::ReadWrite && self.sysplex.check_v5_support().is_ok()
    }
}

impl FileSystem {
    /// Mounts the file system. The version changes to 1.5 if the mount option or, without an option, the parameters
    /// require it. The version does not change if the mount is read-only or a system of the sysplex does not support
    /// version 1.5.
    ///
    /// # Errors
    /// Returns [`FileSystemError::Mounted`] if the file system is already mounted.
    pub fn mount(
        &mut self,
        access: Access,
        option: MountOption,
        parameters: &Parameters,
        sysplex: Sysplex,
    ) -> Result<(), FileSystemError> {
        if self.mounted.is_some() {
            return Err(FileSystemError::Mounted);
        }
        let (converttov5, changes_version) = match option {
            MountOption::ConvertToV5 => (true, true),
            MountOption::NoConvertToV5 => (false, false),
            MountOption::Unspecified => {
                (parameters.converttov5, parameters.converttov5 || parameters.change_aggrversion_on_mount)
            }
        };
        self.mounted = Some(MountState { access, converttov5, sysplex });
        if changes_version && access == Access::ReadWrite && sysplex.check_v5_support().is_ok() {
            self.set_version(Version::V1_5)?;
        }
        Ok(())
    }

    /// Writes all changes to their home locations and unmounts the file system.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`] or [`FileSystemError::LogTooSmall`].
    pub fn unmount(&mut self) -> Result<(), FileSystemError> {
        if self.mounted.is_none() {
            return Err(FileSystemError::NotMounted);
        }
        self.sync()?;
        self.checkpoint();
        self.mounted = None;
        Ok(())
    }

    /// Changes the version from 1.4 to 1.5, without converting directories.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`], [`FileSystemError::ReadOnly`], [`FileSystemError::HasVersion`], or
    /// [`FileSystemError::OlderMember`].
    pub fn change_version(&mut self) -> Result<(), FileSystemError> {
        self.writable()?.sysplex.check_v5_support()?;
        if self.version() == Version::V1_5 {
            return Err(FileSystemError::HasVersion(Version::V1_5));
        }
        self.set_version(Version::V1_5)
    }

    /// Sets and syncs the version.
    pub(super) fn set_version(&mut self, version: Version) -> Result<(), FileSystemError> {
        let mut header = self.header();
        if header.version == version {
            return Ok(());
        }
        header.version = version;
        header.write(&mut self.store);
        self.sync()
    }

    /// Returns the mount state, or an error if the file system is not mounted for reading and writing.
    pub(super) fn writable(&self) -> Result<MountState, FileSystemError> {
        match self.mounted {
            None => Err(FileSystemError::NotMounted),
            Some(MountState { access: Access::ReadOnly, .. }) => Err(FileSystemError::ReadOnly),
            Some(mounted) => Ok(mounted),
        }
    }
}

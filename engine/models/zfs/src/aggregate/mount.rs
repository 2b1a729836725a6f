//! Mounting: what a file system may do while it is in use, and who decides that.

use super::file_system::FileSystem;
use super::layout::Version;
use super::refusal::Refusal;
use std::fmt;

/// A release of z/OS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    /// Its version, as the 2 of V2R1.
    pub version: u8,
    /// Its release, as the 1 of V2R1.
    pub release: u8,
}

impl Release {
    /// The first that knows version 1.5 aggregates.
    pub const V2R1: Self = Self { version: 2, release: 1 };
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{}R{}", self.version, self.release)
    }
}

/// The systems that share the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sysplex {
    /// The oldest release that one of them runs.
    pub oldest: Release,
}

impl Sysplex {
    /// Whether all of them know version 1.5.
    pub(super) fn allows_v5(self) -> Result<(), Refusal> {
        if self.oldest < Release::V2R1 { Err(Refusal::OlderMember { release: self.oldest }) } else { Ok(()) }
    }
}

impl Default for Sysplex {
    fn default() -> Self {
        Self { oldest: Release::V2R1 }
    }
}

/// The parameters of IOEFSPRM that have to do with versions; the names are theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The version of aggregates that are formatted without naming one.
    pub format_aggrversion: Version,
    /// Whether mounting changes the version to 1.5, and nothing else.
    pub change_aggrversion_on_mount: bool,
    /// Whether directories are converted when they are accessed, and the version when mounted.
    pub converttov5: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { format_aggrversion: Version::V1_4, change_aggrversion_on_mount: false, converttov5: false }
    }
}

/// What a mount says of conversion. It comes before what the parameters say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MountOption {
    /// Nothing: the parameters decide.
    #[default]
    Unspecified,
    /// `CONVERTTOV5`.
    ConvertToV5,
    /// `NOCONVERTTOV5`.
    NoConvertToV5,
}

/// What may be done with a mounted file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading and writing.
    ReadWrite,
    /// Reading.
    ReadOnly,
}

/// How it is mounted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mounted {
    pub(super) access: Access,
    /// Its attribute `converttov5`.
    pub(super) converttov5: bool,
    pub(super) sysplex: Sysplex,
}

impl Mounted {
    /// Whether directories are converted when they are accessed.
    pub(super) fn converts_on_access(self) -> bool {
        self.converttov5 && self.access == Access::ReadWrite && self.sysplex.allows_v5().is_ok()
    }
}

impl FileSystem {
    /// Mounts it. Its version changes to 1.5 if the option says so, or without an option the parameters, unless it is
    /// mounted for reading only or the sysplex has a system that does not know version 1.5.
    ///
    /// # Errors
    /// [`Refusal::Mounted`].
    pub fn mount(
        &mut self,
        access: Access,
        option: MountOption,
        parameters: &Parameters,
        sysplex: Sysplex,
    ) -> Result<(), Refusal> {
        if self.mounted.is_some() {
            return Err(Refusal::Mounted);
        }
        let (converttov5, changes_version) = match option {
            MountOption::ConvertToV5 => (true, true),
            MountOption::NoConvertToV5 => (false, false),
            MountOption::Unspecified => {
                (parameters.converttov5, parameters.converttov5 || parameters.change_aggrversion_on_mount)
            }
        };
        self.mounted = Some(Mounted { access, converttov5, sysplex });
        if changes_version && access == Access::ReadWrite && sysplex.allows_v5().is_ok() {
            self.set_version(Version::V1_5)?;
        }
        Ok(())
    }

    /// Writes everything home and ends its use.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::LogTooSmall`].
    pub fn unmount(&mut self) -> Result<(), Refusal> {
        if self.mounted.is_none() {
            return Err(Refusal::NotMounted);
        }
        self.sync()?;
        self.checkpoint();
        self.mounted = None;
        Ok(())
    }

    /// Changes the version from 1.4 to 1.5, and no directory.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::ReadOnly`], [`Refusal::HasVersion`], [`Refusal::OlderMember`].
    pub fn change_version(&mut self) -> Result<(), Refusal> {
        self.writable()?.sysplex.allows_v5()?;
        if self.version() == Version::V1_5 {
            return Err(Refusal::HasVersion(Version::V1_5));
        }
        self.set_version(Version::V1_5)
    }

    /// Sets the version, and has that in the log.
    pub(super) fn set_version(&mut self, version: Version) -> Result<(), Refusal> {
        let mut header = self.header();
        if header.version == version {
            return Ok(());
        }
        header.version = version;
        header.write(&mut self.store);
        self.sync()
    }

    /// How it is mounted, if it may be written to.
    pub(super) fn writable(&self) -> Result<Mounted, Refusal> {
        match self.mounted {
            None => Err(Refusal::NotMounted),
            Some(Mounted { access: Access::ReadOnly, .. }) => Err(Refusal::ReadOnly),
            Some(mounted) => Ok(mounted),
        }
    }
}

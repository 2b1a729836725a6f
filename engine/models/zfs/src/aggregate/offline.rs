//! The utilities for a file system that is not mounted: they convert all its directories.

use super::convert::Conversion;
use super::error::FileSystemError;
use super::file_system::FileSystem;
use super::layout::{BLOCK_KILOBYTES, Version};
use super::mount::Sysplex;
use crate::directory::{Fid, Format, Object};

/// Result of a utility.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfflineReport {
    /// The directories that were converted, by path, in the order of their conversion.
    pub converted: Vec<(String, Conversion)>,
    /// The directories that were not converted, with the reasons.
    pub skipped: Vec<SkippedDirectory>,
}

/// A directory that was not converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedDirectory {
    /// Path of the directory.
    pub path: String,
    /// Reason why the directory was not converted.
    pub error: FileSystemError,
}

impl FileSystem {
    /// Changes the version to 1.5 and, unless `version_only`, converts all directories.
    ///
    /// # Errors
    /// Returns [`FileSystemError::Mounted`] or [`FileSystemError::OlderMember`]; with `version_only`, also
    /// [`FileSystemError::HasVersion`].
    pub fn convert_to_v5_offline(
        &mut self,
        sysplex: Sysplex,
        version_only: bool,
    ) -> Result<OfflineReport, FileSystemError> {
        self.require_unmounted()?;
        sysplex.check_v5_support()?;
        if version_only && self.version() == Version::V1_5 {
            return Err(FileSystemError::HasVersion(Version::V1_5));
        }
        self.set_version(Version::V1_5)?;
        if version_only { Ok(OfflineReport::default()) } else { self.convert_all(Format::V5) }
    }

    /// Converts all directories to v4 and, if all conversions succeed, changes the version to 1.4.
    ///
    /// # Errors
    /// Returns [`FileSystemError::Mounted`], [`FileSystemError::HasVersion`], [`FileSystemError::TooLarge`],
    /// [`FileSystemError::FromHfs`], [`FileSystemError::Encrypted`], or [`FileSystemError::Compressed`].
    /// [`FileSystemError::TooManySubdirectories`] and [`FileSystemError::NoRoomForBoth`] concern individual directories
    /// and are in the report; in that case, the version is unchanged.
    pub fn convert_to_v4_offline(&mut self) -> Result<OfflineReport, FileSystemError> {
        self.require_unmounted()?;
        let header = self.header();
        if header.version == Version::V1_4 {
            return Err(FileSystemError::HasVersion(Version::V1_4));
        }
        self.check_v1_4_size()?;
        for (is, error) in [
            (header.attributes.from_hfs, FileSystemError::FromHfs),
            (header.attributes.encrypted, FileSystemError::Encrypted),
            (header.attributes.compressed, FileSystemError::Compressed),
        ] {
            if is {
                return Err(error);
            }
        }
        let report = self.convert_all(Format::V4)?;
        if report.skipped.is_empty() {
            // The aggregate may have grown during the conversions.
            self.check_v1_4_size()?;
            self.set_version(Version::V1_4)?;
        }
        Ok(report)
    }

    /// Returns all directories with their paths, parents before children.
    ///
    /// # Errors
    /// Returns [`FileSystemError::Directory`] if a directory is damaged.
    pub fn directories(&self) -> Result<Vec<(String, Fid)>, FileSystemError> {
        let mut found = vec![("/".to_owned(), self.root())];
        let mut next = 0;
        while let Some((path, fid)) = found.get(next).cloned() {
            for (name, child) in self.list_unaccessed(fid)? {
                if matches!(self.object(child), Some(Object::Directory(_))) {
                    let separator = if path == "/" { "" } else { "/" };
                    found.push((format!("{path}{separator}{}", String::from_utf8_lossy(&name)), child));
                }
            }
            next += 1;
        }
        Ok(found)
    }

    fn convert_all(&mut self, to: Format) -> Result<OfflineReport, FileSystemError> {
        let mut report = OfflineReport::default();
        for (path, fid) in self.directories()? {
            if self.object(fid) == Some(Object::Directory(to)) {
                continue;
            }
            match self.convert_unchecked(fid, to) {
                Ok(conversion) => report.converted.push((path, conversion)),
                Err(error) => report.skipped.push(SkippedDirectory { path, error }),
            }
        }
        Ok(report)
    }

    fn require_unmounted(&self) -> Result<(), FileSystemError> {
        if self.mounted.is_some() { Err(FileSystemError::Mounted) } else { Ok(()) }
    }

    /// Checks that the size is valid in version 1.4.
    fn check_v1_4_size(&self) -> Result<(), FileSystemError> {
        let (size, version) = (self.size_blocks(), Version::V1_4);
        if size > version.max_blocks() {
            return Err(FileSystemError::TooLarge { kilobytes: u64::from(size) * BLOCK_KILOBYTES, version });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::FormatOptions;
    use crate::directory::{AnyDirectory, Directory, Name, ObjectKind};

    #[test]
    fn convert_to_v4_above_max_subdirectories_keeps_v5() {
        let mut fs = FileSystem::format(FormatOptions::new(1000, Version::V1_5)).unwrap();
        // Only the entries are created: 65,534 directories would take half a gigabyte.
        let Ok(AnyDirectory::V5(mut root)) = fs.open_directory(fs.root()) else { panic!("a v5 directory") };
        let nowhere = Fid { index: u32::MAX, unique: 1 };
        for at in 0..65_534 {
            let name = at.to_string();
            let name = Name::new(name.as_bytes()).unwrap();
            root.create(&mut fs.store, name, nowhere, ObjectKind::Directory, &mut ()).unwrap();
            fs.sync_if_over_threshold().unwrap();
        }
        let report = fs.convert_to_v4_offline().unwrap();
        let [SkippedDirectory { path, error }] = &report.skipped[..] else { panic!("{report:?}") };
        assert_eq!(path, "/");
        assert_eq!(
            error.to_string(),
            "the directory has 65534 subdirectories, but format v4 allows 65533: copy parts of it to several \
             directories of a version 1.4 aggregate"
        );
        assert_eq!((fs.version(), fs.stat(fs.root()).unwrap().format), (Version::V1_5, Format::V5));

        // With one subdirectory fewer, the directory can be converted.
        root.remove(&mut fs.store, Name::new(b"7").unwrap(), ObjectKind::Directory, &mut ()).unwrap();
        let report = fs.convert_to_v4_offline().unwrap();
        assert_eq!((report.converted.len(), report.skipped), (1, Vec::new()));
        assert_eq!((fs.version(), fs.stat(fs.root()).unwrap().links), (Version::V1_4, 65_535));
    }
}

//! The utilities for a file system that nobody uses: all directories one after the other.

use super::convert::Conversion;
use super::file_system::FileSystem;
use super::layout::{BLOCK_KILOBYTES, Version};
use super::mount::Sysplex;
use super::refusal::Refusal;
use crate::directory::{Fid, Format, Object};

/// What a utility did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfflineReport {
    /// The directories that were converted, by path, in the order of their conversion.
    pub converted: Vec<(String, Conversion)>,
    /// The directories that were not, and why.
    pub unconverted: Vec<Unconverted>,
}

/// A directory that stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconverted {
    /// Its path.
    pub path: String,
    /// Why.
    pub refusal: Refusal,
}

impl FileSystem {
    /// Changes the version to 1.5 and, unless `version_only`, converts all directories.
    ///
    /// # Errors
    /// [`Refusal::Mounted`], [`Refusal::OlderMember`]; [`Refusal::HasVersion`] if there is only the version to change.
    pub fn convert_to_v5_offline(&mut self, sysplex: Sysplex, version_only: bool) -> Result<OfflineReport, Refusal> {
        self.unused()?;
        sysplex.allows_v5()?;
        if version_only && self.version() == Version::V1_5 {
            return Err(Refusal::HasVersion(Version::V1_5));
        }
        self.set_version(Version::V1_5)?;
        if version_only { Ok(OfflineReport::default()) } else { self.exchange_all(Format::V5) }
    }

    /// Converts all directories to v4 and, if that succeeded for each, changes the version to 1.4.
    ///
    /// # Errors
    /// [`Refusal::Mounted`], [`Refusal::HasVersion`], [`Refusal::TooLarge`], [`Refusal::FromHfs`],
    /// [`Refusal::Encrypted`], [`Refusal::Compressed`]. A single directory is refused, and the version stays, by
    /// [`Refusal::TooManySubdirectories`] and [`Refusal::NoRoomForBoth`].
    pub fn convert_to_v4_offline(&mut self) -> Result<OfflineReport, Refusal> {
        self.unused()?;
        let header = self.header();
        if header.version == Version::V1_4 {
            return Err(Refusal::HasVersion(Version::V1_4));
        }
        self.small_enough()?;
        for (is, refusal) in [
            (header.attributes.from_hfs, Refusal::FromHfs),
            (header.attributes.encrypted, Refusal::Encrypted),
            (header.attributes.compressed, Refusal::Compressed),
        ] {
            if is {
                return Err(refusal);
            }
        }
        let report = self.exchange_all(Format::V4)?;
        if report.unconverted.is_empty() {
            // It may have grown meanwhile.
            self.small_enough()?;
            self.set_version(Version::V1_4)?;
        }
        Ok(report)
    }

    /// All directories with their paths, parents before children.
    ///
    /// # Errors
    /// [`Refusal::Directory`] if a directory is damaged.
    pub fn directories(&self) -> Result<Vec<(String, Fid)>, Refusal> {
        let mut found = vec![("/".to_owned(), self.root())];
        let mut next = 0;
        while let Some((path, fid)) = found.get(next).cloned() {
            for (name, child) in self.names_of(fid)? {
                if matches!(self.object(child), Some(Object::Directory(_))) {
                    let separator = if path == "/" { "" } else { "/" };
                    found.push((format!("{path}{separator}{}", String::from_utf8_lossy(&name)), child));
                }
            }
            next += 1;
        }
        Ok(found)
    }

    fn exchange_all(&mut self, to: Format) -> Result<OfflineReport, Refusal> {
        let mut report = OfflineReport::default();
        for (path, fid) in self.directories()? {
            if self.object(fid) == Some(Object::Directory(to)) {
                continue;
            }
            match self.exchange(fid, to) {
                Ok(conversion) => report.converted.push((path, conversion)),
                Err(refusal) => report.unconverted.push(Unconverted { path, refusal }),
            }
        }
        Ok(report)
    }

    fn unused(&self) -> Result<(), Refusal> {
        if self.mounted.is_some() { Err(Refusal::Mounted) } else { Ok(()) }
    }

    /// Whether the aggregate is as small as version 1.4 must be.
    fn small_enough(&self) -> Result<(), Refusal> {
        let (size, version) = (self.size_blocks(), Version::V1_4);
        if size > version.most_blocks() {
            return Err(Refusal::TooLarge { kilobytes: u64::from(size) * BLOCK_KILOBYTES, version });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::FormatOptions;
    use crate::directory::{Directory, Either, Name, ObjectKind};

    #[test]
    fn a_directory_with_more_sub_directories_than_v4_allows_stays_v5() {
        let mut fs = FileSystem::format(FormatOptions::new(1000, Version::V1_5)).unwrap();
        // Entries alone: that many directories of their own would take half a gigabyte.
        let Ok(Either::V5(mut root)) = fs.opened(fs.root()) else { panic!("a v5 directory") };
        let nowhere = Fid { index: u32::MAX, unique: 1 };
        for at in 0..65_534 {
            let name = at.to_string();
            let name = Name::new(name.as_bytes()).unwrap();
            root.create(&mut fs.store, name, nowhere, ObjectKind::Directory, &mut ()).unwrap();
            fs.sync_if_much().unwrap();
        }
        let report = fs.convert_to_v4_offline().unwrap();
        let [Unconverted { path, refusal }] = &report.unconverted[..] else { panic!("{report:?}") };
        assert_eq!(path, "/");
        assert_eq!(
            refusal.to_string(),
            "the directory has 65534 sub-directories, and format v4 allows 65533; copy parts of it to several \
             directories of a version 1.4 aggregate"
        );
        assert_eq!((fs.version(), fs.stat(fs.root()).unwrap().format), (Version::V1_5, Format::V5));

        // With one less it fits.
        root.remove(&mut fs.store, Name::new(b"7").unwrap(), ObjectKind::Directory, &mut ()).unwrap();
        let report = fs.convert_to_v4_offline().unwrap();
        assert_eq!((report.converted.len(), report.unconverted), (1, Vec::new()));
        assert_eq!((fs.version(), fs.stat(fs.root()).unwrap().links), (Version::V1_4, 65_535));
    }
}

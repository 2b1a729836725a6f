//! Reports of the commands that inspect an aggregate or a file.

use super::error::FileSystemError;
use super::file_system::FileSystem;
use super::layout::{BLOCK_KILOBYTES, Version};
use crate::directory::{BLOCK_BYTES, Fid, Format, Object};

/// The report of `aggrinfo -long`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AggregateInfo {
    /// Free kilobytes in whole blocks and in fragments.
    pub free_kilobytes: u64,
    /// Total kilobytes.
    pub total_kilobytes: u64,
    /// The version.
    pub version: Version,
    /// Whether the aggregate has the attribute `converttov5`.
    pub converttov5: bool,
    /// Number of free whole blocks.
    pub free_blocks: u32,
    /// Number of free fragments in partially used blocks.
    pub free_fragments: u64,
    /// Size of the log in kilobytes.
    pub log_kilobytes: u64,
}

/// The report of `fileinfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// Fid of the object.
    pub fid: Fid,
    /// Kind of the object.
    pub object: Object,
    /// Link count.
    pub links: u32,
    /// Length in bytes.
    pub length: u64,
    /// Kilobytes allocated in the aggregate.
    pub kilobytes: u64,
    /// Number of names. Only a v5 directory provides the number for this report.
    pub names: Option<u64>,
    /// Number of changes to a directory.
    pub data_version: Option<u64>,
}

impl FileSystem {
    /// Returns the report of `aggrinfo -long`.
    pub fn aggregate_info(&self) -> AggregateInfo {
        AggregateInfo {
            free_kilobytes: self.free_kilobytes(),
            total_kilobytes: u64::from(self.size_blocks()) * BLOCK_KILOBYTES,
            version: self.version(),
            converttov5: self.mounted.is_some_and(|mounted| mounted.converttov5),
            free_blocks: self.free_blocks(),
            free_fragments: self.free_fragments(),
            log_kilobytes: self.log_bytes() / 1024,
        }
    }

    /// Returns the report of `fileinfo`. It accesses all directories on the path, so they may be converted.
    ///
    /// # Errors
    /// Returns [`FileSystemError::NotMounted`] or [`FileSystemError::NoSuchPath`].
    pub fn file_info(&mut self, path: &str) -> Result<FileInfo, FileSystemError> {
        let fid = self.find(path)?;
        self.access(fid)?;
        let object = self.object(fid).ok_or_else(|| FileSystemError::NoSuchPath { path: path.to_owned() })?;
        let Object::Directory(format) = object else {
            let kilobytes = u64::from(self.store.file_space(fid).unwrap_or_default().kilobytes);
            let length = kilobytes * 1024;
            return Ok(FileInfo { fid, object, links: 1, length, kilobytes, names: None, data_version: None });
        };
        let stat = self.stat(fid)?;
        let blocks = self.store.directory_blocks(fid)?.len() as u64;
        Ok(FileInfo {
            fid,
            object,
            links: stat.links,
            length: u64::from(stat.pages) * BLOCK_BYTES as u64,
            kilobytes: blocks * BLOCK_KILOBYTES,
            names: (format == Format::V5).then_some(stat.names),
            data_version: Some(stat.data_version),
        })
    }
}

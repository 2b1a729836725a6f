//! What the commands that look at an aggregate or a file have to say.

use super::file_system::FileSystem;
use super::layout::{BLOCK_KILOBYTES, Version};
use super::refusal::Refusal;
use crate::directory::{BLOCK_BYTES, Fid, Format, Object};

/// What `aggrinfo -long` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AggregateInfo {
    /// Kilobytes free: those of whole blocks and those of fragments.
    pub free_kilobytes: u64,
    /// Kilobytes in all.
    pub total_kilobytes: u64,
    /// The version.
    pub version: Version,
    /// Whether it has the attribute `converttov5`.
    pub converttov5: bool,
    /// Whole blocks that are free.
    pub free_blocks: u32,
    /// Fragments that are free in blocks of which a part is in use.
    pub free_fragments: u64,
    /// Kilobytes of the log.
    pub log_kilobytes: u64,
}

/// What `fileinfo` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// The object.
    pub fid: Fid,
    /// What it is.
    pub object: Object,
    /// Links.
    pub links: u32,
    /// Bytes.
    pub length: u64,
    /// Kilobytes that it takes in the aggregate.
    pub kilobytes: u64,
    /// Names in it. Only a v5 directory keeps count of them for this report.
    pub names: Option<u64>,
    /// Changes to a directory.
    pub data_version: Option<u64>,
}

impl FileSystem {
    /// What `aggrinfo -long` shows.
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

    /// What `fileinfo` shows. To look at a directory is to access it, so it may be converted on the way.
    ///
    /// # Errors
    /// [`Refusal::NotMounted`], [`Refusal::NoSuchPath`].
    pub fn file_info(&mut self, path: &str) -> Result<FileInfo, Refusal> {
        let fid = self.find(path)?;
        self.access(fid)?;
        let object = self.object(fid).ok_or_else(|| Refusal::NoSuchPath { path: path.to_owned() })?;
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

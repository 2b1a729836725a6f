//! An aggregate with its file system in memory: formatting, opening, growth, and undo.

use super::error::{FileSystemError, GrowthBlocker, UnreadableMedium};
use super::header::{Attributes, Growth, Header};
use super::layout::{BLOCK_KILOBYTES, BLOCKS_PER_BITMAP_BLOCK, Layout, Version};
use super::log::{Recovery, start_block};
use super::medium::Medium;
use super::mount::MountState;
use super::space::AllocationBitmap;
use crate::directory::{self, BLOCK_BYTES, BlockNumber, DirectoryError, Fid, Format, V4Directory, V5Directory};
use std::collections::BTreeSet;

/// Minimum number of log blocks. A change to a directory fits into a log of this size unless the directory's index has
/// several pages.
const MIN_LOG_BLOCKS: u32 = 16;

/// Number of blocks in an empty file system, without its log. They are the start block, a bitmap block, the header, an
/// anode block, and a root directory in either format.
const MIN_OTHER_BLOCKS: u32 = 7;

/// Options for formatting an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatOptions {
    /// Size in blocks of 8 KB, log and bitmap included.
    pub size_blocks: u32,
    /// Number of log blocks; at least 16.
    pub log_blocks: u32,
    /// Version of the aggregate.
    pub version: Version,
    /// Automatic growth.
    pub growth: Growth,
    /// Attributes of the aggregate's data.
    pub attributes: Attributes,
}

impl FormatOptions {
    /// Returns the options for an aggregate of this size and version without growth. The log takes 1 % of the size, but
    /// at least 16 and at most 4,096 blocks.
    pub fn new(size_blocks: u32, version: Version) -> Self {
        Self {
            size_blocks,
            log_blocks: (size_blocks / 100).clamp(MIN_LOG_BLOCKS, 4096),
            version,
            growth: Growth { by_blocks: 0, to_blocks: size_blocks },
            attributes: Attributes::default(),
        }
    }
}

/// An aggregate, its file system, and the medium on which they are stored.
///
/// Operations change blocks in memory. [`FileSystem::sync`] logs the changes; after a power failure, the file system is
/// in the state of the last sync. Operations also sync automatically, before the changes outgrow the log.
#[derive(Clone, Debug)]
pub struct FileSystem {
    pub(super) medium: Medium,
    pub(super) layout: Layout,
    pub(super) store: directory::Aggregate,
    pub(super) space: AllocationBitmap,
    /// Number of the next transaction, and the index of its first log block.
    pub(super) next_transaction: (u64, u32),
    /// Blocks whose newest synced contents are only in the log.
    pub(super) dirty: BTreeSet<BlockNumber>,
    /// Bitmap blocks whose newest synced contents are only in the log, each given by the first block that it describes.
    pub(super) dirty_bitmap: BTreeSet<BlockNumber>,
    pub(super) mounted: Option<MountState>,
    /// Result of the recovery when the medium was opened.
    recovery: Recovery,
}

impl FileSystem {
    /// Formats an empty medium.
    ///
    /// # Errors
    /// Returns [`FileSystemError::TooLarge`] or [`FileSystemError::TooSmall`] if the size is out of range.
    pub fn format(options: FormatOptions) -> Result<Self, FileSystemError> {
        let FormatOptions { size_blocks, version, growth, attributes, .. } = options;
        let log_blocks = options.log_blocks.max(MIN_LOG_BLOCKS);
        if size_blocks > version.max_blocks() {
            return Err(FileSystemError::TooLarge { kilobytes: u64::from(size_blocks) * BLOCK_KILOBYTES, version });
        }
        let needed = log_blocks.saturating_add(MIN_OTHER_BLOCKS);
        if size_blocks < needed {
            return Err(FileSystemError::TooSmall { blocks: size_blocks, needed });
        }
        let layout = Layout { log_blocks };
        // Block 0 exists from the beginning; the bitmap must record that it is in use.
        let mut store = directory::Aggregate::from_blocks(Vec::new(), Vec::new(), layout.described_in(size_blocks));
        store.commit();
        store.allocate()?;
        let root = match version.directories() {
            Format::V4 => V4Directory::create(&mut store, None)?.fid(&store),
            Format::V5 => V5Directory::create(&mut store, None)?.fid(&store),
        };
        Header { root, version, attributes, size: size_blocks, growth }.write(&mut store);
        let mut medium = Medium::default();
        medium.write(0, start_block(log_blocks, 1));
        let mut formatted = Self {
            medium,
            layout,
            store,
            space: AllocationBitmap::default(),
            next_transaction: (1, 0),
            dirty: BTreeSet::new(),
            dirty_bitmap: BTreeSet::new(),
            mounted: None,
            recovery: Recovery::default(),
        };
        formatted.sync()?;
        formatted.checkpoint();
        Ok(formatted)
    }

    /// Opens a medium: replays its log and reads its contents. The file system is not mounted yet.
    ///
    /// # Errors
    /// Returns [`UnreadableMedium`] if the medium does not contain an aggregate, or if its log or header is invalid.
    pub fn open(mut medium: Medium) -> Result<Self, UnreadableMedium> {
        let recovery = medium.recover()?;
        let (layout, number) = medium.restart_log()?;
        let mut masks = Vec::new();
        for (block, bytes) in medium.blocks_from(1 + layout.log_blocks) {
            if let Some(first) = layout.described_by(block) {
                masks.resize(first as usize + BLOCKS_PER_BITMAP_BLOCK as usize, 0);
                masks[first as usize..].copy_from_slice(bytes);
            }
        }
        masks.truncate(masks.iter().rposition(|&mask| mask != 0).map_or(0, |last| last + 1));
        if masks.is_empty() {
            return Err(UnreadableMedium::InvalidHeader);
        }
        let blocks = (0..masks.len() as u32).map(|block| *medium.read(layout.home(block))).collect();
        let free = (0..masks.len() as u32).rev().filter(|&block| masks[block as usize] == 0).collect();
        let mut store = directory::Aggregate::from_blocks(blocks, free, 0);
        let header = Header::read(&store).ok_or(UnreadableMedium::InvalidHeader)?;
        store.set_limit(layout.described_in(header.size));
        store.commit();
        Ok(Self {
            medium,
            layout,
            store,
            space: AllocationBitmap::from_masks(masks),
            next_transaction: (number, 0),
            dirty: BTreeSet::new(),
            dirty_bitmap: BTreeSet::new(),
            mounted: None,
            recovery,
        })
    }

    /// Returns the medium, which lacks the changes that have not been synced.
    pub const fn medium(&self) -> &Medium {
        &self.medium
    }

    /// Returns a mutable reference to the medium, to record its writes.
    pub fn medium_mut(&mut self) -> &mut Medium {
        &mut self.medium
    }

    /// Returns the result of the recovery when the medium was opened.
    pub const fn recovery(&self) -> Recovery {
        self.recovery
    }

    /// Returns the root directory.
    pub fn root(&self) -> Fid {
        self.header().root
    }

    /// Returns the version.
    pub fn version(&self) -> Version {
        self.header().version
    }

    /// Returns the number of blocks in the medium, log and bitmap included.
    pub fn size_blocks(&self) -> u32 {
        self.header().size
    }

    /// Returns the number of free blocks.
    pub fn free_blocks(&self) -> u32 {
        self.store.available()
    }

    /// Returns the number of free fragments of 1 KB in partially used blocks.
    pub fn free_fragments(&self) -> u64 {
        self.space.free_fragments()
    }

    /// Returns the number of free kilobytes.
    pub fn free_kilobytes(&self) -> u64 {
        u64::from(self.free_blocks()) * BLOCK_KILOBYTES + self.free_fragments()
    }

    /// Returns the size of the log in bytes.
    pub fn log_bytes(&self) -> u64 {
        u64::from(self.layout.log_blocks) * BLOCK_BYTES as u64
    }

    pub(super) fn header(&self) -> Header {
        Header::read(&self.store).expect("the header was checked when the medium was opened")
    }

    /// Grows the aggregate by one step of its automatic growth.
    pub(super) fn grow(&mut self) -> Result<(), GrowthBlocker> {
        let mut header = self.header();
        let max_blocks = header.version.max_blocks();
        if header.size == max_blocks {
            return Err(GrowthBlocker::Largest(header.version));
        }
        if header.growth.by_blocks == 0 {
            return Err(GrowthBlocker::Off);
        }
        let size = header.size.saturating_add(header.growth.by_blocks).min(header.growth.to_blocks).min(max_blocks);
        if size <= header.size {
            return Err(GrowthBlocker::VolumesFull);
        }
        header.size = size;
        header.write(&mut self.store);
        self.store.set_limit(self.layout.described_in(size));
        Ok(())
    }

    /// Undoes all changes since the last sync.
    pub(super) fn undo(&mut self) {
        self.store.undo();
        self.space.undo();
        let limit = self.layout.described_in(self.header().size);
        self.store.set_limit(limit);
    }

    /// Performs a change to the file system; if space is lacking, grows the aggregate and retries.
    ///
    /// A change that fails must leave everything unchanged.
    pub(super) fn apply_change<T>(
        &mut self,
        mut what: impl FnMut(&mut Self) -> Result<T, FileSystemError>,
    ) -> Result<T, FileSystemError> {
        self.writable()?;
        loop {
            match what(self) {
                Err(FileSystemError::Directory(DirectoryError::AggregateFull { .. })) => {
                    self.grow().map_err(|growth| FileSystemError::Full { growth })?;
                }
                Err(error) => return Err(error),
                Ok(done) => {
                    self.sync_if_over_threshold()?;
                    return Ok(done);
                }
            }
        }
    }
}

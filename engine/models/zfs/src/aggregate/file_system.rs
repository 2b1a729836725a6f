//! An aggregate with its file system in memory: how it begins, grows and takes changes back.

use super::header::{Attributes, Growth, Header};
use super::layout::{BLOCK_KILOBYTES, DESCRIBED, Layout, Version};
use super::log::{Recovery, read_start, start_block};
use super::medium::Medium;
use super::mount::Mounted;
use super::refusal::{NoGrowth, Refusal, UnreadableMedium};
use super::space::Space;
use crate::directory::{self, BLOCK_BYTES, BlockNumber, DirectoryError, Fid, Format, V4Directory, V5Directory};
use std::collections::BTreeSet;

/// The fewest blocks of a log: a change of a directory fits into it unless its index has several pages.
const LEAST_LOG_BLOCKS: u32 = 16;

/// Blocks besides the log that an empty file system needs: the start, a block of the map, the header, a block of the
/// anode table, and a root directory of either format.
const LEAST_OTHER_BLOCKS: u32 = 7;

/// How to format an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatOptions {
    /// Its size in blocks of 8 KB, the log and the map included.
    pub size_blocks: u32,
    /// Blocks of the log; at least 16.
    pub log_blocks: u32,
    /// Its version.
    pub version: Version,
    /// Whether and how it grows.
    pub growth: Growth,
    /// What its data went through.
    pub attributes: Attributes,
}

impl FormatOptions {
    /// An aggregate of this size and version, with a log of a hundredth of it and no growth.
    pub fn new(size_blocks: u32, version: Version) -> Self {
        Self {
            size_blocks,
            log_blocks: (size_blocks / 100).clamp(LEAST_LOG_BLOCKS, 4096),
            version,
            growth: Growth { by_blocks: 0, to_blocks: size_blocks },
            attributes: Attributes::default(),
        }
    }
}

/// An aggregate, its file system, and the medium they are on.
///
/// Operations change the blocks in memory. [`FileSystem::sync`] writes the changes to the log, and after a loss of power
/// everything is as it was at the last sync. A sync also happens by itself before the changes are too many for the log.
#[derive(Clone, Debug)]
pub struct FileSystem {
    pub(super) medium: Medium,
    pub(super) layout: Layout,
    pub(super) store: directory::Aggregate,
    pub(super) space: Space,
    /// Number of the next transaction, and where in the log it begins.
    pub(super) next: (u64, u32),
    /// Blocks that are newer in the log than at home.
    pub(super) dirty: BTreeSet<BlockNumber>,
    /// Blocks of the map of which the same is true, by the first block that they describe.
    pub(super) dirty_map: BTreeSet<BlockNumber>,
    pub(super) mounted: Option<Mounted>,
    /// What recovery did when the medium was opened.
    recovery: Recovery,
}

impl FileSystem {
    /// Formats an empty medium.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`], [`Refusal::TooSmall`].
    pub fn format(options: FormatOptions) -> Result<Self, Refusal> {
        let FormatOptions { size_blocks, version, growth, attributes, .. } = options;
        let log_blocks = options.log_blocks.max(LEAST_LOG_BLOCKS);
        if size_blocks > version.most_blocks() {
            return Err(Refusal::TooLarge { kilobytes: u64::from(size_blocks) * BLOCK_KILOBYTES, version });
        }
        let needed = log_blocks.saturating_add(LEAST_OTHER_BLOCKS);
        if size_blocks < needed {
            return Err(Refusal::TooSmall { blocks: size_blocks, needed });
        }
        let layout = Layout { log_blocks };
        // Block 0 is there from the beginning; the map must learn that it is in use.
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
            space: Space::default(),
            next: (1, 0),
            dirty: BTreeSet::new(),
            dirty_map: BTreeSet::new(),
            mounted: None,
            recovery: Recovery::default(),
        };
        formatted.sync()?;
        formatted.checkpoint();
        Ok(formatted)
    }

    /// Opens a medium: replays its log and reads what is on it. The file system is not mounted yet.
    ///
    /// # Errors
    /// [`UnreadableMedium`].
    pub fn open(mut medium: Medium) -> Result<Self, UnreadableMedium> {
        let recovery = medium.recover()?;
        let (layout, number) = read_start(&medium)?;
        let mut masks = Vec::new();
        for (block, bytes) in medium.blocks_from(1 + layout.log_blocks) {
            if let Some(first) = layout.described_by(block) {
                masks.resize(first as usize + DESCRIBED as usize, 0);
                masks[first as usize..].copy_from_slice(bytes);
            }
        }
        masks.truncate(masks.iter().rposition(|&mask| mask != 0).map_or(0, |last| last + 1));
        if masks.is_empty() {
            return Err(UnreadableMedium::SenselessHeader);
        }
        let blocks = (0..masks.len() as u32).map(|block| *medium.read(layout.home(block))).collect();
        let free = (0..masks.len() as u32).rev().filter(|&block| masks[block as usize] == 0).collect();
        let mut store = directory::Aggregate::from_blocks(blocks, free, 0);
        let header = Header::read(&store).ok_or(UnreadableMedium::SenselessHeader)?;
        store.set_limit(layout.described_in(header.size));
        store.commit();
        Ok(Self {
            medium,
            layout,
            store,
            space: Space::from_masks(masks),
            next: (number, 0),
            dirty: BTreeSet::new(),
            dirty_map: BTreeSet::new(),
            mounted: None,
            recovery,
        })
    }

    /// The medium, as it is without what was not synced.
    pub const fn medium(&self) -> &Medium {
        &self.medium
    }

    /// The medium, to record what is written to it.
    pub fn medium_mut(&mut self) -> &mut Medium {
        &mut self.medium
    }

    /// What recovery did when the medium was opened.
    pub const fn recovery(&self) -> Recovery {
        self.recovery
    }

    /// The blocks, for those who draw them.
    pub const fn store(&self) -> &directory::Aggregate {
        &self.store
    }

    /// The root directory.
    pub fn root(&self) -> Fid {
        self.header().root
    }

    /// The version.
    pub fn version(&self) -> Version {
        self.header().version
    }

    /// Blocks of the medium, the log and the map included.
    pub fn size_blocks(&self) -> u32 {
        self.header().size
    }

    /// Whole blocks that are free.
    pub fn free_blocks(&self) -> u32 {
        self.store.available()
    }

    /// Fragments of 1 KB that are free in blocks of which a part is in use.
    pub fn free_fragments(&self) -> u64 {
        self.space.free_fragments()
    }

    /// Kilobytes that are free.
    pub fn free_kilobytes(&self) -> u64 {
        u64::from(self.free_blocks()) * BLOCK_KILOBYTES + self.free_fragments()
    }

    /// Bytes of the log.
    pub fn log_bytes(&self) -> u64 {
        u64::from(self.layout.log_blocks) * BLOCK_BYTES as u64
    }

    pub(super) fn header(&self) -> Header {
        Header::read(&self.store).expect("the header was checked when the medium was opened")
    }

    /// Makes the aggregate larger by its own rule.
    pub(super) fn grow(&mut self) -> Result<(), NoGrowth> {
        let mut header = self.header();
        let most = header.version.most_blocks();
        if header.size == most {
            return Err(NoGrowth::Largest(header.version));
        }
        if header.growth.by_blocks == 0 {
            return Err(NoGrowth::Off);
        }
        let size = header.size.saturating_add(header.growth.by_blocks).min(header.growth.to_blocks).min(most);
        if size <= header.size {
            return Err(NoGrowth::VolumesFull);
        }
        header.size = size;
        header.write(&mut self.store);
        self.store.set_limit(self.layout.described_in(size));
        Ok(())
    }

    /// Takes back all that happened since the last sync.
    pub(super) fn undo(&mut self) {
        self.store.undo();
        self.space.undo();
        let limit = self.layout.described_in(self.header().size);
        self.store.set_limit(limit);
    }

    /// Does what changes the file system; grows while it finds no room.
    ///
    /// What is done must have changed nothing where it fails.
    pub(super) fn change<T>(&mut self, mut what: impl FnMut(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.writable()?;
        loop {
            match what(self) {
                Err(Refusal::Directory(DirectoryError::AggregateFull { .. })) => {
                    self.grow().map_err(|growth| Refusal::Full { growth })?;
                }
                Err(refusal) => return Err(refusal),
                Ok(done) => {
                    self.sync_if_much()?;
                    return Ok(done);
                }
            }
        }
    }
}

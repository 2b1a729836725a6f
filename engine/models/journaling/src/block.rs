//! Contents of blocks. The contents are typed and shared: a copy only increments a reference count.

use std::rc::Rc;

/// Bytes per block, and per page of a file.
pub const BLOCK_BYTES: u64 = 4096;
/// Direct block pointers per inode.
pub(super) const DIRECT: usize = 12;
/// Maximum number of extents in an inode; a file with more extents stores all of them in a tree.
pub(super) const INLINE_EXTENTS: usize = 5;
/// Maximum number of directory entries in an inode.
pub(super) const INLINE_NAMES: usize = 7;
/// Inodes per block of the inode table.
pub const INODES_PER_BLOCK: u32 = 32;

/// Number of a block on the device. 0 is the superblock; in a pointer, 0 means "none".
pub type BlockNo = u32;
/// Number of an inode. 0 means "none".
pub type InodeNo = u32;
/// A name. The file system stores a number instead of the characters.
pub type Name = u32;

/// Bytes of a tail item in addition to its data.
pub(super) const TAIL_HEAD: u64 = 24;

/// Content of a file page, stored in place of its bytes: the file, the page, and the write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The file, by its unique identity.
    pub identity: u32,
    /// Page within the file.
    pub page: u32,
    /// Number of the write, counted over all files.
    pub version: u32,
}

/// Content of a block.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub enum Content {
    /// Never written.
    #[default]
    Empty,
    /// A file page.
    Data(Stamp),
    /// One bit for each block or inode of a group; a set bit means allocated.
    Bitmap(Rc<[u64]>),
    /// Part of the inode table.
    Inodes(Rc<[Inode]>),
    /// Block pointers of a large file.
    Pointers(Rc<[BlockNo]>),
    /// A tree node, or a directory block.
    Node(Rc<Node>),
    /// The log superblock, which contains the start position of recovery.
    LogStart(LogStart),
    /// A log block other than an image.
    Log(Rc<LogBlock>),
    /// Invalid bytes.
    Garbage,
}

/// The log superblock: everything before `position` has been checkpointed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LogStart {
    /// Sequence number that the first log entry must have.
    pub sequence: u32,
    /// Position of the first log entry in the log.
    pub position: u32,
}

/// Type of an inode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Not in use.
    #[default]
    Free,
    /// A file.
    File,
    /// A directory.
    Directory,
}

/// A file or directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Inode {
    /// Type of the inode.
    pub kind: FileKind,
    /// Link count: the number of names; for a directory, 2 plus one for each subdirectory.
    pub links: u32,
    /// Unique identity of the file or directory.
    pub identity: u32,
    /// File size in bytes.
    pub size: u64,
    /// Time of the last change, in seconds.
    pub changed_s: u32,
    /// Locations of the inode's pages or entries.
    pub map: FileMap,
}

/// Locations of the pages or entries of an inode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileMap {
    /// No locations yet, or (`ReiserFS`) locations in the tree of the whole file system.
    #[default]
    None,
    /// Block pointers: direct, indirect, and double indirect.
    Pointers {
        /// The first pages.
        direct: [BlockNo; DIRECT],
        /// Indirect block: pointers to the following pages.
        single: BlockNo,
        /// Double indirect block: pointers to indirect blocks.
        double: BlockNo,
    },
    /// Extents in the inode, ordered by first page.
    Extents {
        /// Number of extents.
        count: u8,
        /// The extents.
        runs: [Run; INLINE_EXTENTS],
    },
    /// Root of a tree of extents.
    ExtentTree(BlockNo),
    /// Directory entries in the inode.
    Names {
        /// Number of entries.
        count: u8,
        /// The entries, in order.
        names: [Entry; INLINE_NAMES],
    },
    /// Root of a tree of directory entries.
    NameTree(BlockNo),
}

/// An extent: pages in consecutive blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Run {
    /// First page.
    pub page: u32,
    /// Block of the first page.
    pub block: BlockNo,
    /// Number of pages.
    pub count: u32,
}

/// A directory entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The name.
    pub name: Name,
    /// The inode.
    pub inode: InodeNo,
}

/// A tree node. Nodes at level 0 are leaves; all other nodes contain only children.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Node {
    /// Distance from the leaves.
    pub level: u8,
    /// Items in key order.
    pub items: Vec<(u64, Item)>,
    /// Bytes of all items.
    pub bytes: u32,
}

/// An item of a tree node.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Item {
    /// A child node, whose keys are not less than the key of this item.
    Child(BlockNo),
    /// A directory entry.
    Name(Entry),
    /// An extent of a file.
    Run(Run),
    /// An inode (`ReiserFS`).
    Inode(Rc<Inode>),
    /// Block pointers of file pages (`ReiserFS`).
    Body(Rc<[BlockNo]>),
    /// The partly filled last page of a small file (`ReiserFS`).
    Tail(Stamp, u16),
}

impl Item {
    /// Returns the number of bytes that the item occupies in a node, including its header. An entry counts as 34 bytes,
    /// so that a block holds 120 entries.
    pub(super) fn bytes(&self) -> u32 {
        match self {
            Self::Child(_) | Self::Run(_) => 16,
            Self::Name(_) => 34,
            Self::Inode(_) => 24 + 44,
            Self::Body(blocks) => 24 + 4 * blocks.len() as u32,
            Self::Tail(_, bytes) => TAIL_HEAD as u32 + u32::from(*bytes),
        }
    }
}

impl Node {
    pub(super) fn new(level: u8, items: Vec<(u64, Item)>) -> Self {
        let bytes = items.iter().map(|(_, item)| item.bytes()).sum();
        Self { level, items, bytes }
    }

    /// Returns the index of `key`, or its insertion point as an error.
    pub(super) fn find(&self, key: u64) -> Result<usize, usize> {
        self.items.binary_search_by_key(&key, |(key, _)| *key)
    }

    /// Returns the index and the block of the child for `key`; `None` in a leaf or an empty node.
    pub(super) fn child(&self, key: u64) -> Option<(usize, BlockNo)> {
        let at = self.find(key).unwrap_or_else(|next| next.saturating_sub(1));
        match self.items.get(at)?.1 {
            Item::Child(block) => Some((at, block)),
            _ => None,
        }
    }
}

/// A log block other than an image, with the sequence number of its transaction or log page.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct LogBlock {
    /// Sequence number of the transaction or log page.
    pub sequence: u32,
    /// Contents of the block.
    pub body: LogBody,
}

/// Contents of a log block.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum LogBody {
    /// Home locations of the images in the following blocks.
    Descriptor(Vec<BlockNo>),
    /// Revoked blocks, whose earlier images must not be replayed.
    Revoke(Vec<BlockNo>),
    /// The transaction is complete.
    Commit {
        /// Checksum of the transaction's images and revoked blocks, in a log with checksums.
        checksum: Option<u64>,
    },
    /// Logical records: the operations that end in this buffer of `of` blocks.
    Records {
        /// Index of the block in the buffer.
        index: u8,
        /// Number of blocks in the buffer.
        of: u8,
        /// Changes of complete operations, in order. Present only in the buffer's last block.
        changes: Vec<(BlockNo, Change)>,
        /// Checksum of the changes, in a log with checksums.
        checksum: Option<u64>,
    },
}

/// A change to one block: an after-image of the changed range, so that replay is idempotent.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Change {
    /// An inode in the inode table.
    Inode(u8, Inode),
    /// Bits `first..first + count` of a bitmap.
    Bits {
        /// First bit.
        first: u32,
        /// Number of bits.
        count: u32,
        /// New value of the bits.
        set: bool,
    },
    /// A pointer in a pointer block.
    Pointer(u16, BlockNo),
    /// An inserted or replaced item of a node.
    Put(u64, Item),
    /// A removed item of a node.
    Drop(u64),
    /// The whole block.
    Whole(Content),
    /// The block was freed: earlier records for this block must not be replayed.
    Cancel,
}

impl Change {
    /// Returns the number of bytes in the changed range.
    pub(super) fn bytes(&self) -> u32 {
        match self {
            Self::Inode(..) => 128,
            Self::Pointer(..) => 4,
            Self::Put(_, item) => item.bytes(),
            Self::Bits { .. } | Self::Drop(_) | Self::Cancel => 8,
            Self::Whole(Content::Node(node)) => 24 + node.bytes,
            Self::Whole(_) => BLOCK_BYTES as u32,
        }
    }

    /// Changes `content`. Inode table blocks that were never written contain only free inodes.
    pub(super) fn apply_to_table(&self, content: &mut Content) {
        if let (Self::Inode(..), Content::Empty) = (self, &content) {
            *content = Content::Inodes(Rc::from(vec![Inode::default(); INODES_PER_BLOCK as usize]));
        }
        self.apply(content);
    }

    /// Changes `content`. A block that holds content of another type becomes garbage.
    fn apply(&self, content: &mut Content) {
        match (self, content) {
            (Self::Whole(whole), content) => *content = whole.clone(),
            (Self::Cancel, content) => *content = Content::Empty,
            (Self::Inode(slot, inode), Content::Inodes(inodes)) if usize::from(*slot) < inodes.len() => {
                Rc::make_mut(inodes)[usize::from(*slot)] = *inode;
            }
            (Self::Bits { first, count, set }, Content::Bitmap(words))
                if ((first + count) as usize) <= words.len() * 64 =>
            {
                let words = Rc::make_mut(words);
                for bit in *first..first + count {
                    let mask = 1 << (bit % 64);
                    let word = &mut words[bit as usize / 64];
                    *word = if *set { *word | mask } else { *word & !mask };
                }
            }
            (Self::Pointer(slot, block), Content::Pointers(pointers)) if usize::from(*slot) < pointers.len() => {
                Rc::make_mut(pointers)[usize::from(*slot)] = *block;
            }
            (Self::Put(key, item), Content::Node(node)) => {
                let node = Rc::make_mut(node);
                node.bytes += item.bytes();
                match node.find(*key) {
                    Ok(at) => node.bytes -= std::mem::replace(&mut node.items[at].1, item.clone()).bytes(),
                    Err(at) => node.items.insert(at, (*key, item.clone())),
                }
            }
            (Self::Drop(key), Content::Node(node)) => {
                if let Ok(at) = node.find(*key) {
                    let node = Rc::make_mut(node);
                    node.bytes -= node.items.remove(at).1.bytes();
                }
            }
            (_, content) => *content = Content::Garbage,
        }
    }
}

//! What a block can hold. Contents are typed and shared: copying one is counting a reference.

use std::rc::Rc;

/// Bytes in a block, and in a page of a file.
pub const BLOCK_BYTES: u64 = 4096;
/// Block pointers that an inode holds itself.
pub(super) const DIRECT: usize = 12;
/// Extents that an inode holds itself; further ones go into a tree.
pub(super) const INLINE_EXTENTS: usize = 5;
/// Names that an inode holds itself where directories may be inline: fewer than eight.
pub(super) const INLINE_NAMES: usize = 7;
/// Inodes in a block of the inode table.
pub const INODES_PER_BLOCK: u32 = 32;

/// Number of a block on the device. 0 is the superblock and stands for "none" in a pointer.
pub type BlockNo = u32;
/// Number of an inode. 0 stands for "none".
pub type InodeNo = u32;
/// A name: whoever drives the file system keeps the letters.
pub type Name = u32;

/// Bytes of a tail in a leaf, beside its own.
pub(super) const TAIL_HEAD: u64 = 24;

/// What stands in a page of a file instead of its bytes: whose page it is, and which write it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The file, by a number that no other file ever had.
    pub identity: u32,
    /// Page within the file.
    pub page: u32,
    /// Number of the write, counted over all files.
    pub version: u32,
}

/// What a block holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Content {
    /// Nothing was ever written here.
    #[default]
    Empty,
    /// A page of a file.
    Data(Stamp),
    /// One bit for each block or inode of a group; set means in use.
    Bitmap(Rc<[u64]>),
    /// Part of the inode table.
    Inodes(Rc<[Inode]>),
    /// Block pointers of a large file.
    Pointers(Rc<[BlockNo]>),
    /// A node of a tree, or a block of names.
    Node(Rc<Node>),
    /// Where recovery begins to read the log.
    LogStart(LogStart),
    /// A block of the log that is no image.
    Log(Rc<LogBlock>),
    /// Bytes that make no sense.
    Garbage,
}

/// The log's own superblock: everything before this place of the log is home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogStart {
    /// Sequence number that the first log entry must have.
    pub sequence: u32,
    /// Its block in the log, counted from the log's beginning.
    pub position: u32,
}

/// Kind of an inode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inode {
    /// What it is.
    pub kind: FileKind,
    /// Names that stand for it; a directory has 2 and one for each sub-directory.
    pub links: u32,
    /// A number that no other file or directory ever had.
    pub identity: u32,
    /// Bytes in the file.
    pub size: u64,
    /// Second of the last change.
    pub changed_s: u32,
    /// Where its pages or names are.
    pub map: FileMap,
}

/// Where an inode's pages or names are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileMap {
    /// Nowhere yet, or (`ReiserFS`) in the tree of the whole file system.
    #[default]
    None,
    /// Block pointers: direct, by one block of pointers, by two levels of them.
    Pointers {
        /// The first pages.
        direct: [BlockNo; DIRECT],
        /// Block of pointers to the next ones.
        single: BlockNo,
        /// Block of pointers to blocks of pointers.
        double: BlockNo,
    },
    /// Extents in the inode, by first page.
    Extents {
        /// How many.
        count: u8,
        /// The extents.
        runs: [Run; INLINE_EXTENTS],
    },
    /// Root of a tree of extents.
    ExtentTree(BlockNo),
    /// Names in the inode.
    Names {
        /// How many.
        count: u8,
        /// The names, in order.
        names: [Entry; INLINE_NAMES],
    },
    /// Root of a tree of names.
    NameTree(BlockNo),
}

/// Pages in consecutive blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// First page.
    pub page: u32,
    /// Its block.
    pub block: BlockNo,
    /// Pages.
    pub count: u32,
}

/// A name in a directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: Name,
    /// What it stands for.
    pub inode: InodeNo,
}

/// A node of a tree. Level 0 has the items, the others have children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Distance from the leaves.
    pub level: u8,
    /// What is in it, in order of the keys.
    pub items: Vec<(u64, Item)>,
    /// Bytes of all items.
    pub bytes: u32,
}

/// An item of a tree's node.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A node whose keys are not below this one.
    Child(BlockNo),
    /// A name.
    Name(Entry),
    /// Blocks of a file.
    Run(Run),
    /// An inode (`ReiserFS`).
    Inode(Rc<Inode>),
    /// Block pointers of a file's pages (`ReiserFS`).
    Body(Rc<[BlockNo]>),
    /// The last, partly filled page of a small file (`ReiserFS`).
    Tail(Stamp, u16),
}

impl Item {
    /// Bytes in a node, head included. A name counts with 34 bytes, which makes 120 in a block.
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

    /// Where `key` is, or would be.
    pub(super) fn find(&self, key: u64) -> Result<usize, usize> {
        self.items.binary_search_by_key(&key, |(key, _)| *key)
    }

    /// The child in which `key` belongs: its place and block.
    pub(super) fn child(&self, key: u64) -> Option<(usize, BlockNo)> {
        let at = self.find(key).unwrap_or_else(|next| next.saturating_sub(1));
        match self.items.get(at)?.1 {
            Item::Child(block) => Some((at, block)),
            _ => None,
        }
    }
}

/// A block of the log that is no image. All carry the sequence number of what they belong to.
#[derive(Clone, Debug, PartialEq)]
pub struct LogBlock {
    /// Sequence number: of the transaction, or of the log page.
    pub sequence: u32,
    /// What it says.
    pub body: LogBody,
}

/// What a block of the log says.
#[derive(Clone, Debug, PartialEq)]
pub enum LogBody {
    /// The homes of the images in the blocks that follow.
    Descriptor(Vec<BlockNo>),
    /// Blocks of which no earlier image may be replayed.
    Revoke(Vec<BlockNo>),
    /// The transaction is complete.
    Commit,
    /// Logical records: the operations that end in this buffer of `of` blocks.
    Records {
        /// Which block of the buffer this is.
        index: u8,
        /// Blocks in the buffer.
        of: u8,
        /// Changes of complete operations, in order. Only in the buffer's last block.
        changes: Vec<(BlockNo, Change)>,
    },
}

/// A change of one block: an after-image of the range that changed, so that doing it twice is doing it once.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// An inode in the inode table.
    Inode(u8, Inode),
    /// Bits `first..first + count` of a bitmap.
    Bits {
        /// First bit.
        first: u32,
        /// Number of bits.
        count: u32,
        /// Their new value.
        set: bool,
    },
    /// A pointer in a block of pointers.
    Pointer(u16, BlockNo),
    /// An item of a node.
    Put(u64, Item),
    /// An item that is no longer there.
    Drop(u64),
    /// The whole block.
    Whole(Content),
    /// The block was freed: earlier records of it must not be replayed.
    Cancel,
}

impl Change {
    /// Bytes of the range that changed.
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

    /// As [`Self::apply`]; a part of the inode table that was never written has only free inodes.
    pub(super) fn apply_to_table(&self, content: &mut Content) {
        if let (Self::Inode(..), Content::Empty) = (self, &content) {
            *content = Content::Inodes(Rc::from(vec![Inode::default(); INODES_PER_BLOCK as usize]));
        }
        self.apply(content);
    }

    /// Changes `content`. A block that holds something of another type becomes garbage.
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

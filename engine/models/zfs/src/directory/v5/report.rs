//! Contents of the pages of a directory, for inspection.

use super::V5Directory;
use super::index::{Index, PAGE_SLOTS};
use super::key::hash_of;
use super::page::Page;
use crate::directory::{Aggregate, BLOCK_BYTES, BlockNumber, Damage, DirectoryError, Fid, MAX_NAME_BYTES};

/// Kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// A page of pointers.
    Index,
    /// A page of names.
    Entries,
}

/// One page of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageReport {
    /// Block of the page.
    pub block: BlockNumber,
    /// Kind of the page.
    pub kind: PageKind,
    /// Number of hash bits that the page's names share; for an index page, the depth of the index.
    pub depth: u8,
    /// Value of the shared hash bits; 0 for an index page.
    pub hash_bits: u32,
    /// Common prefix of all names.
    pub prefix: Vec<u8>,
    /// Common suffix of all names.
    pub suffix: Vec<u8>,
    /// Number of names, or of pointers in an index page.
    pub count: u32,
    /// Bytes of the heap that entries use.
    pub live_bytes: u32,
    /// Bytes available for entries: the unused end of the heap, and its holes.
    pub free_bytes: u32,
    /// Number of slots, or of pointers for which an index page has space.
    pub slots: u32,
    /// The entries in the order of their hash.
    pub entries: Vec<EntryReport>,
}

/// One entry of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryReport {
    /// Slot of the entry.
    pub slot: u32,
    /// The 16 hash bits in the slot.
    pub fragment: u16,
    /// The hash of the name.
    pub hash: u64,
    /// Byte offset of the entry in its page.
    pub offset: u32,
    /// Bytes of the entry: the stored part of the name, and 9 more.
    pub bytes: u32,
    /// The whole name.
    pub name: Vec<u8>,
    /// Object of the entry.
    pub fid: Fid,
}

impl V5Directory {
    /// Returns the blocks of the directory's pages: index pages first, then entry pages in the order of the hash.
    /// Damaged entry pages are included, because only the index is read.
    ///
    /// # Errors
    /// Returns [`DirectoryError::Damaged`] if the index is invalid.
    pub fn pages(&self, store: &Aggregate) -> Result<Vec<BlockNumber>, DirectoryError> {
        let index = Index::read(self.anode, store)?;
        let mut pages = index.pages(store)?;
        let mut slot = 0;
        while slot < index.slots() {
            let number = index.get(store, slot)?;
            pages.push(number);
            slot += 1;
            while slot < index.slots() && index.get(store, slot)? == number {
                slot += 1;
            }
        }
        Ok(pages)
    }

    /// Returns the contents of one page of the directory.
    ///
    /// # Errors
    /// Returns [`DirectoryError::Damaged`] if the index is invalid or the block is not a valid page of a v5 directory.
    pub fn page_report(&self, store: &Aggregate, block: BlockNumber) -> Result<PageReport, DirectoryError> {
        let index = Index::read(self.anode, store)?;
        if let Some(count) = index.pointers_in(store, block) {
            return Ok(PageReport {
                block,
                kind: PageKind::Index,
                depth: index.depth,
                hash_bits: 0,
                prefix: Vec::new(),
                suffix: Vec::new(),
                count,
                live_bytes: 4 * count,
                free_bytes: 4 * (PAGE_SLOTS as u32 - count),
                slots: PAGE_SLOTS as u32,
                entries: Vec::new(),
            });
        }
        if !store.has(block) {
            return Err(Damage { block, offset: 0, what: "the aggregate has no such block" }.into());
        }
        let page = Page::open(store, block)?;
        let mut name = [0; MAX_NAME_BYTES];
        let mut entries = Vec::new();
        for (slot, fragment, at) in page.slots_from(0).filter(|&(_, _, at)| at != 0) {
            let entry = page.entry(at)?;
            let length = page.assemble(entry, &mut name);
            entries.push(EntryReport {
                slot: slot as u32,
                fragment,
                hash: hash_of(&name[..length]),
                offset: at as u32,
                bytes: entry.size() as u32,
                name: name[..length].to_vec(),
                fid: entry.fid,
            });
        }
        let header = page.header;
        Ok(PageReport {
            block,
            kind: PageKind::Entries,
            depth: header.depth,
            hash_bits: header.bits,
            prefix: page.prefix().to_vec(),
            suffix: page.suffix().to_vec(),
            count: u32::from(header.count),
            live_bytes: u32::from(header.live),
            free_bytes: (BLOCK_BYTES - header.heap_at()).saturating_sub(usize::from(header.live)) as u32,
            slots: u32::from(header.slots),
            entries,
        })
    }
}

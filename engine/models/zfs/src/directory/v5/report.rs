//! What is in the pages of a directory, for those who want to look.

use super::V5Directory;
use super::index::{Index, PAGE_SLOTS};
use super::key::hash_of;
use super::page::Page;
use crate::directory::{Aggregate, BLOCK_BYTES, BlockNumber, Damage, DirectoryError, Fid, MAX_NAME_BYTES};

/// What a page is for.
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
    /// Its block.
    pub block: BlockNumber,
    /// What it is for.
    pub kind: PageKind,
    /// Hash bits that its names share; the depth of the index for an index page.
    pub depth: u8,
    /// The value of those bits; 0 for an index page.
    pub hash_bits: u32,
    /// What all names begin with.
    pub prefix: Vec<u8>,
    /// What all names end with.
    pub suffix: Vec<u8>,
    /// Names, or pointers of an index page.
    pub count: u32,
    /// Bytes of the heap that entries use.
    pub live_bytes: u32,
    /// Bytes that could be used for entries: the unused end of the heap, and its holes.
    pub free_bytes: u32,
    /// Slots, or pointers that an index page has room for.
    pub slots: u32,
    /// The entries in the order of their hash.
    pub entries: Vec<EntryReport>,
}

/// One entry of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryReport {
    /// Its slot.
    pub slot: u32,
    /// The 16 hash bits in the slot.
    pub fragment: u16,
    /// The hash of the name.
    pub hash: u64,
    /// Byte offset of the entry in its page.
    pub offset: u32,
    /// Bytes that the entry takes: what the page has of the name, and 9 more.
    pub bytes: u32,
    /// The whole name.
    pub name: Vec<u8>,
    /// What it points to.
    pub fid: Fid,
}

impl V5Directory {
    /// The blocks of the directory's pages: index pages first, then entry pages in the order of the hash. An entry page
    /// that makes no sense is among them: its pointers stand side by side and tell how far it reaches.
    ///
    /// # Errors
    /// [`DirectoryError::Damaged`] where the index makes no sense.
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

    /// What is in one page of the directory.
    ///
    /// # Errors
    /// [`DirectoryError::Damaged`] if the block is no page of a v5 directory, or makes no sense as one.
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

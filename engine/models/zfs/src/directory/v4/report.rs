//! The contents of a page, for an interactive diagram.

use super::map;
use super::page::{self, FIRST_PIECE, PIECES, Page, PageItem};
use super::{BLOCK_BYTES, V4Directory};
use crate::directory::{Aggregate, BlockNumber, DirectoryError, Fid, Format};

/// One page of a v4 directory. A piece is 32 bytes; the page has 256 pieces, and its header takes the first five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct V4PageReport {
    /// The block that holds the page.
    pub block: BlockNumber,
    /// Number of pieces in entries.
    pub used_pieces: u32,
    /// Number of pieces in free runs. Entries, free runs, and the header take 256 pieces in total.
    pub free_pieces: u32,
    /// First piece of each of the 128 hash chains, 0 if the chain is empty.
    pub heads: Vec<u8>,
    /// The free runs in address order.
    pub free_runs: Vec<FreeRun>,
    /// The entries in address order.
    pub entries: Vec<V4EntryReport>,
}

/// Contiguous free pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeRun {
    /// The first piece.
    pub piece: u8,
    /// Number of pieces.
    pub pieces: u8,
}

/// One entry of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct V4EntryReport {
    /// First piece of the entry.
    pub piece: u8,
    /// Number of pieces.
    pub pieces: u8,
    /// The hash chain of the entry's name, 0 to 127.
    pub bucket: u8,
    /// The next piece of the chain, 0 at the end.
    pub next: u8,
    /// Name of the entry.
    pub name: Vec<u8>,
    /// Object of the entry.
    pub fid: Fid,
}

impl V4Directory {
    /// Returns the block of page `logical`.
    ///
    /// # Errors
    /// Returns [`DirectoryError::Damaged`] if the page map is invalid.
    pub fn block(&self, store: &Aggregate, logical: u32) -> Result<BlockNumber, DirectoryError> {
        Ok(map::block_of(store, self.anode, logical)?)
    }

    /// Returns the contents of page `logical` of the directory.
    ///
    /// # Errors
    /// Returns [`DirectoryError::BadCookie`] with the page's byte position if the directory has no such page, or
    /// [`DirectoryError::Damaged`].
    pub fn page_report(&self, store: &Aggregate, logical: u32) -> Result<V4PageReport, DirectoryError> {
        self.anode.check(store, Format::V4)?;
        if logical >= map::pages(store, self.anode)? {
            return Err(DirectoryError::BadCookie { cookie: u64::from(logical) * BLOCK_BYTES as u64 });
        }
        let block = map::block_of(store, self.anode, logical)?;
        let page = Page::open(store, block)?;
        let mut report = V4PageReport {
            block,
            used_pieces: 0,
            free_pieces: 0,
            heads: page.heads().to_vec(),
            free_runs: Vec::new(),
            entries: Vec::new(),
        };
        let mut next = usize::from(FIRST_PIECE);
        while next < PIECES {
            let piece = next as u8;
            let item = page.item_at(piece)?;
            let pieces = item.length();
            match item {
                PageItem::Free(_) => {
                    report.free_pieces += u32::from(pieces);
                    report.free_runs.push(FreeRun { piece, pieces });
                }
                PageItem::Entry(head) => {
                    report.used_pieces += u32::from(pieces);
                    let name = page.name(piece, head)?.to_vec();
                    let bucket = page::bucket_of(&name);
                    report.entries.push(V4EntryReport { piece, pieces, bucket, next: head.next, name, fid: head.fid });
                }
            }
            next += usize::from(pieces);
        }
        Ok(report)
    }
}

//! What one page holds, for a live picture of it.

use super::map;
use super::page::{self, FIRST_PIECE, PIECES, Page, Part};
use super::{BLOCK_BYTES, V4Directory};
use crate::directory::{Aggregate, BlockNumber, DirectoryError, Fid, Format};

/// One page of a v4 directory. Pieces are 32 bytes; the page has 256, and its header takes the first five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct V4PageReport {
    /// The block that holds the page.
    pub block: BlockNumber,
    /// Pieces of entries.
    pub used_pieces: u32,
    /// Pieces of free runs. With those of entries and the header they make 256.
    pub free_pieces: u32,
    /// First piece of each of the 128 hash chains, 0 if the chain is empty.
    pub heads: Vec<u8>,
    /// The free runs in address order.
    pub free_runs: Vec<FreeRun>,
    /// The entries in address order.
    pub entries: Vec<V4EntryReport>,
}

/// Neighbouring free pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeRun {
    /// The first piece.
    pub piece: u8,
    /// How many there are.
    pub pieces: u8,
}

/// One entry of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct V4EntryReport {
    /// Its first piece.
    pub piece: u8,
    /// How many pieces it has.
    pub pieces: u8,
    /// The chain its name belongs to, 0 to 127.
    pub bucket: u8,
    /// The next piece of the chain, 0 at the end.
    pub next: u8,
    /// Its name.
    pub name: Vec<u8>,
    /// What it points to.
    pub fid: Fid,
}

impl V4Directory {
    /// The block of page `logical`.
    ///
    /// # Errors
    /// [`DirectoryError::Damaged`] where the map of the directory's pages makes no sense.
    pub fn block(&self, store: &Aggregate, logical: u32) -> Result<BlockNumber, DirectoryError> {
        Ok(map::block_of(store, self.anode, logical)?)
    }

    /// What page `logical` of the directory holds.
    ///
    /// # Errors
    /// [`DirectoryError::BadCookie`] with the page's place in bytes where the directory has no such page, or
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
            let part = page.part(piece)?;
            let pieces = part.length();
            match part {
                Part::Free(_) => {
                    report.free_pieces += u32::from(pieces);
                    report.free_runs.push(FreeRun { piece, pieces });
                }
                Part::Entry(head) => {
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

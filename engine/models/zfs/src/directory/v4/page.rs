//! One page of a v4 directory: 256 pieces of 32 bytes (Episode geometry).
//!
//! | bytes | content |
//! |---|---|
//! | 0..4 | magic number of a directory |
//! | 4..8 | magic number of a page |
//! | 8 | first piece of the free list, 0 if the page is full |
//! | 9..32 | zero |
//! | 32..160 | the first piece of each of the 128 hash chains, 0 if the chain is empty |
//! | 160..8192 | pieces 5 to 255: entries and free runs, without gaps |
//!
//! An entry: magic (4 bytes), fid index (4), fid unique (4), next piece of its chain (1), its length in pieces (1), and
//! 1 for "in use" (1). The name, a NUL, and zeros up to the end of the last piece follow. A free run: magic (4 bytes),
//! first piece of the next run (1), the length of this run in pieces (1). The free list is in address order, and two
//! runs never touch.
//!
//! Numbers are little-endian. Everything read from a page is checked before use.

use crate::directory::aggregate::{read_u32, write_u32};
use crate::directory::{Aggregate, BLOCK_BYTES, BlockNumber, Damage, Event, Fid, Name, Observer};

/// Bytes of a piece.
pub(super) const PIECE_BYTES: usize = 32;

/// Pieces of a page, header included.
pub(super) const PIECES: usize = BLOCK_BYTES / PIECE_BYTES;

/// The first piece after the header.
pub(super) const FIRST_PIECE: u8 = 5;

/// Hash chains of a page.
pub(super) const BUCKETS: usize = 128;

/// Maximum number of pieces in an entry, for a name of 256 bytes.
pub(super) const MAX_ENTRY_PIECES: u8 = 9;

const DIRECTORY_MAGIC: u32 = 0x2c70_bf7f;
const PAGE_MAGIC: u32 = 0xb631_85f6;
const ENTRY_MAGIC: u32 = 0x76e6_94c1;
const FREE_MAGIC: u32 = 0xb937_c268;

const FREE_HEAD: usize = 8;
const RESERVED: std::ops::Range<usize> = 9..32;
const HEADS: usize = 32;

// Offsets in an entry.
const FID_INDEX: usize = 4;
const FID_UNIQUE: usize = 8;
const CHAIN_NEXT: usize = 12;
const LENGTH: usize = 13;
const IN_USE: usize = 14;
const NAME: usize = 15;

// Offsets in a free run.
const FREE_NEXT: usize = 4;
const FREE_LENGTH: usize = 5;

/// Returns the number of pieces in an entry with this name.
#[inline]
pub(super) fn pieces_for(name: &[u8]) -> u8 {
    ((name.len() + NAME + PIECE_BYTES) / PIECE_BYTES) as u8
}

/// Returns the hash chain of a name.
#[inline]
pub(super) fn bucket_of(name: &[u8]) -> u8 {
    let hash = name.iter().fold(0_u32, |hash, &byte| hash.wrapping_mul(173).wrapping_add(u32::from(byte)));
    let bucket = (hash % BUCKETS as u32) as u8;
    if hash.cast_signed() < 0 && bucket != 0 { BUCKETS as u8 - bucket } else { bucket }
}

#[inline]
fn offset_of(piece: u8) -> usize {
    usize::from(piece) * PIECE_BYTES
}

/// A free run into which an entry fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// The run before this run in the free list; 0 if this run is the first.
    previous: u8,
    /// First piece of the run.
    piece: u8,
}

impl Fit {
    /// The only run of a new page.
    pub(super) const NEW_PAGE: Self = Self { previous: 0, piece: FIRST_PIECE };
}

/// A free run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// First piece of the next run, 0 at the end of the list.
    pub(super) next: u8,
    /// Length of the run in pieces.
    pub(super) length: u8,
}

/// An entry without its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryHeader {
    /// First piece of the next entry in the chain, 0 at the end.
    pub(super) next: u8,
    /// Length of the entry in pieces.
    pub(super) length: u8,
    /// The object of the entry.
    pub(super) fid: Fid,
}

/// The entry or free run that begins at a piece.
#[derive(Clone, Copy, Debug)]
pub(super) enum PageItem {
    Entry(EntryHeader),
    Free(Run),
}

impl PageItem {
    /// Returns the length in pieces.
    pub(super) fn length(self) -> u8 {
        match self {
            Self::Entry(head) => head.length,
            Self::Free(run) => run.length,
        }
    }
}

/// The changes that remove an entry: a chain link, and the free list around the entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removal {
    /// The byte that links to the entry in its chain, and its new value.
    chain_link: (usize, u8),
    /// The byte of the free list that will link to the new run, and the first piece of that run. `None` if the pieces
    /// join the run before them.
    free_link: Option<(usize, u8)>,
    /// First piece of the run that the entry's pieces form or join.
    start: u8,
    run: Run,
}

/// A read-only view of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page<'a> {
    bytes: &'a [u8; BLOCK_BYTES],
    block: BlockNumber,
}

impl<'a> Page<'a> {
    /// Returns the page in `block`, a block of the aggregate.
    #[inline]
    pub(super) fn open(store: &'a Aggregate, block: BlockNumber) -> Result<Self, Damage> {
        let page = Self { bytes: store.block(block), block };
        if read_u32(page.bytes, 0) != DIRECTORY_MAGIC {
            return Err(page.damage(0, "the directory's magic number is wrong"));
        }
        if read_u32(page.bytes, 4) != PAGE_MAGIC {
            return Err(page.damage(4, "the page's magic number is wrong"));
        }
        Ok(page)
    }

    /// Returns damage to this page at byte `offset`.
    pub(super) fn damage(self, offset: usize, what: &'static str) -> Damage {
        Damage { block: self.block, offset: offset as u32, what }
    }

    /// Returns damage to this page at `piece`.
    pub(super) fn damage_at(self, piece: u8, what: &'static str) -> Damage {
        self.damage(offset_of(piece), what)
    }

    /// Returns the first piece of each chain.
    pub(super) fn heads(self) -> &'a [u8; BUCKETS] {
        self.bytes[HEADS..HEADS + BUCKETS].try_into().expect("128 bytes")
    }

    /// Returns the first piece of the free list.
    pub(super) fn free_head(self) -> u8 {
        self.bytes[FREE_HEAD]
    }

    /// Returns the first reserved byte of the header that is not zero; `None` if all are zero.
    pub(super) fn first_nonzero_reserved(self) -> Option<usize> {
        RESERVED.into_iter().find(|&at| self.bytes[at] != 0)
    }

    /// Returns the entry or free run at `piece`, which is at or after [`FIRST_PIECE`].
    #[inline]
    pub(super) fn item_at(self, piece: u8) -> Result<PageItem, Damage> {
        match read_u32(self.bytes, offset_of(piece)) {
            ENTRY_MAGIC => self.entry(piece).map(PageItem::Entry),
            FREE_MAGIC => self.run(piece).map(PageItem::Free),
            _ => Err(self.damage_at(piece, "neither an entry nor a free run begins here")),
        }
    }

    /// Returns the entry at `piece`.
    #[inline]
    pub(super) fn entry(self, piece: u8) -> Result<EntryHeader, Damage> {
        let start = offset_of(piece);
        if piece < FIRST_PIECE {
            return Err(self.damage_at(piece, "a chain leads into the header"));
        }
        if read_u32(self.bytes, start) != ENTRY_MAGIC {
            return Err(self.damage_at(piece, "the entry's magic number is wrong"));
        }
        let length = self.bytes[start + LENGTH];
        if length == 0 || length > MAX_ENTRY_PIECES || usize::from(piece) + usize::from(length) > PIECES {
            return Err(self.damage(start + LENGTH, "the entry's length is impossible"));
        }
        if self.bytes[start + IN_USE] != 1 {
            return Err(self.damage(start + IN_USE, "the entry is not marked as in use"));
        }
        let fid =
            Fid { index: read_u32(self.bytes, start + FID_INDEX), unique: read_u32(self.bytes, start + FID_UNIQUE) };
        Ok(EntryHeader { next: self.bytes[start + CHAIN_NEXT], length, fid })
    }

    /// Returns the name of the entry at `piece`, which was read with [`Page::entry`].
    pub(super) fn name(self, piece: u8, head: EntryHeader) -> Result<&'a [u8], Damage> {
        let start = offset_of(piece) + NAME;
        let end = offset_of(piece) + usize::from(head.length) * PIECE_BYTES;
        let field = &self.bytes[start..end];
        let Some(length) = field.iter().position(|&byte| byte == 0) else {
            return Err(self.damage(end - 1, "the name is not terminated by a NUL"));
        };
        let name = &field[..length];
        if Name::new(name).is_err() {
            return Err(self.damage(start, "the name is empty, is too long, or contains a slash"));
        }
        if pieces_for(name) != head.length {
            return Err(self.damage(offset_of(piece) + LENGTH, "the entry's length does not match its name"));
        }
        if field[length..].iter().any(|&byte| byte != 0) {
            return Err(self.damage(start + length, "the bytes after the name are not zero"));
        }
        Ok(name)
    }

    /// Returns the free run at `piece`.
    #[inline]
    pub(super) fn run(self, piece: u8) -> Result<Run, Damage> {
        let start = offset_of(piece);
        if piece < FIRST_PIECE {
            return Err(self.damage_at(piece, "the free list leads into the header"));
        }
        if read_u32(self.bytes, start) != FREE_MAGIC {
            return Err(self.damage_at(piece, "the free run's magic number is wrong"));
        }
        let run = Run { next: self.bytes[start + FREE_NEXT], length: self.bytes[start + FREE_LENGTH] };
        let end = usize::from(piece) + usize::from(run.length);
        if run.length == 0 || end > PIECES {
            return Err(self.damage(start + FREE_LENGTH, "the free run's length is impossible"));
        }
        // A run that touches the next run would have been merged with it. This check also rules out a circular list.
        if run.next != 0 && usize::from(run.next) <= end {
            return Err(self.damage(start + FREE_NEXT, "the free list is not in address order"));
        }
        Ok(run)
    }

    /// Searches the chain of `bucket` for `name`; returns the piece and the entry, or `None` if the name is missing.
    #[inline]
    pub(super) fn find(
        self,
        bucket: u8,
        name: &[u8],
        observer: &mut impl Observer,
    ) -> Result<Option<(u8, EntryHeader)>, Damage> {
        let pieces = pieces_for(name);
        let mut piece = self.heads()[usize::from(bucket)];
        let mut steps = 0;
        while piece != 0 {
            let head = self.entry(piece)?;
            observer.note(Event::NameCompared(offset_of(piece) as u32));
            let start = offset_of(piece) + NAME;
            if head.length == pieces
                && self.bytes[start..start + name.len()] == *name
                && self.bytes[start + name.len()] == 0
            {
                return Ok(Some((piece, head)));
            }
            steps += 1;
            if steps == PIECES {
                return Err(self.damage(HEADS + usize::from(bucket), "the chain is circular"));
            }
            piece = head.next;
        }
        Ok(None)
    }

    /// Returns the first free run of at least `pieces` pieces; `None` if all free runs are shorter.
    #[inline]
    pub(super) fn first_fit(self, pieces: u8, observer: &mut impl Observer) -> Result<Option<Fit>, Damage> {
        let mut fit = Fit { previous: 0, piece: self.free_head() };
        while fit.piece != 0 {
            observer.note(Event::PieceWalked);
            let run = self.run(fit.piece)?;
            if run.length >= pieces {
                return Ok(Some(fit));
            }
            fit = Fit { previous: fit.piece, piece: run.next };
        }
        Ok(None)
    }

    /// Plans the removal of the entry at `piece` from the chain of `bucket`.
    pub(super) fn plan_removal(self, bucket: u8, piece: u8, observer: &mut impl Observer) -> Result<Removal, Damage> {
        let head = self.entry(piece)?;
        let link = self.chain_link(bucket, piece)?;
        let overlap = || self.damage_at(piece, "the entry overlaps a free run");

        let (mut before, mut after) = (0, self.free_head());
        let mut before_run = None;
        while after != 0 && after < piece {
            observer.note(Event::PieceWalked);
            let run = self.run(after)?;
            before = after;
            before_run = Some(run);
            after = run.next;
        }
        let mut run = Run { next: after, length: head.length };
        if after != 0 {
            let end = piece.checked_add(head.length).filter(|&end| end <= after).ok_or_else(overlap)?;
            let following = self.run(after)?;
            if end == after {
                run = Run { next: following.next, length: head.length + following.length };
            }
        }
        let mut removal =
            Removal { chain_link: (link, head.next), free_link: Some((free_link(before), piece)), start: piece, run };
        if let Some(previous) = before_run {
            // The run is within the page, so its end is at most 256 and the sum below at most 251.
            let end = usize::from(before) + usize::from(previous.length);
            if end > usize::from(piece) {
                return Err(overlap());
            }
            if end == usize::from(piece) {
                removal.free_link = None;
                removal.start = before;
                removal.run.length += previous.length;
            }
        }
        Ok(removal)
    }

    /// Returns the byte that links to `piece` in the chain of `bucket`.
    fn chain_link(self, bucket: u8, piece: u8) -> Result<usize, Damage> {
        let head = HEADS + usize::from(bucket);
        let mut link = head;
        for _ in 0..PIECES {
            match self.bytes[link] {
                0 => break,
                found if found == piece => return Ok(link),
                other => {
                    self.entry(other)?;
                    link = offset_of(other) + CHAIN_NEXT;
                }
            }
        }
        Err(self.damage(head, "the chain does not lead to its entry"))
    }
}

/// Returns the byte that links to the run after `previous` in the free list.
fn free_link(previous: u8) -> usize {
    if previous == 0 { FREE_HEAD } else { offset_of(previous) + FREE_NEXT }
}

fn write_run(bytes: &mut [u8; BLOCK_BYTES], piece: u8, run: Run) {
    let start = offset_of(piece);
    write_u32(bytes, start, FREE_MAGIC);
    bytes[start + FREE_NEXT] = run.next;
    bytes[start + FREE_LENGTH] = run.length;
}

/// Formats a block of zeros as an empty page.
pub(super) fn format(bytes: &mut [u8; BLOCK_BYTES]) {
    write_u32(bytes, 0, DIRECTORY_MAGIC);
    write_u32(bytes, 4, PAGE_MAGIC);
    bytes[FREE_HEAD] = FIRST_PIECE;
    write_run(bytes, FIRST_PIECE, Run { next: 0, length: (PIECES - usize::from(FIRST_PIECE)) as u8 });
}

/// Adds an entry at the front of the run `fit` and at the head of its chain; the rest of the run stays free.
pub(super) fn insert(store: &mut Aggregate, block: BlockNumber, fit: Fit, name: &[u8], fid: Fid) -> Result<(), Damage> {
    let page = Page::open(store, block)?;
    let run = page.run(fit.piece)?;
    let length = pieces_for(name);
    let link = free_link(fit.previous);
    if page.bytes[link] != fit.piece || run.length < length {
        return Err(page.damage(link, "the free list does not lead to the run chosen for the entry"));
    }

    let bytes = store.block_mut(block);
    if run.length > length {
        let rest = fit.piece + length;
        write_run(bytes, rest, Run { next: run.next, length: run.length - length });
        bytes[link] = rest;
    } else {
        bytes[link] = run.next;
    }
    let head = HEADS + usize::from(bucket_of(name));
    let start = offset_of(fit.piece);
    write_u32(bytes, start, ENTRY_MAGIC);
    write_u32(bytes, start + FID_INDEX, fid.index);
    write_u32(bytes, start + FID_UNIQUE, fid.unique);
    bytes[start + CHAIN_NEXT] = bytes[head];
    bytes[start + LENGTH] = length;
    bytes[start + IN_USE] = 1;
    bytes[start + NAME..start + NAME + name.len()].copy_from_slice(name);
    bytes[start + NAME + name.len()..start + usize::from(length) * PIECE_BYTES].fill(0);
    bytes[head] = fit.piece;
    Ok(())
}

/// Removes an entry as planned by [`Page::plan_removal`].
pub(super) fn remove(bytes: &mut [u8; BLOCK_BYTES], removal: Removal) {
    bytes[removal.chain_link.0] = removal.chain_link.1;
    write_run(bytes, removal.start, removal.run);
    if let Some((link, piece)) = removal.free_link {
        bytes[link] = piece;
    }
}

/// Sets the object of the entry at `piece`.
pub(super) fn set_fid(bytes: &mut [u8; BLOCK_BYTES], piece: u8, fid: Fid) {
    write_u32(bytes, offset_of(piece) + FID_INDEX, fid.index);
    write_u32(bytes, offset_of(piece) + FID_UNIQUE, fid.unique);
}

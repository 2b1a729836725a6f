//! Building a large directory quickly.

use super::map::{self, ChangedBlocks};
use super::page::{self, MAX_ENTRY_PIECES, Page};
use super::{InsertionPoint, V4Directory};
use crate::directory::{Aggregate, DirectoryError, Fid, Format, Name};

impl V4Directory {
    /// Adds many files at once, without searches and without events. The resulting bytes are the same as if the files
    /// were created one after another. The caller ensures that the names are new and all different.
    ///
    /// # Errors
    /// Returns the errors of [`Directory::create`](crate::directory::Directory::create); the names before the failed
    /// name have been added.
    pub fn fill<'a>(
        &mut self,
        store: &mut Aggregate,
        names: impl IntoIterator<Item = (Name<'a>, Fid)>,
    ) -> Result<(), DirectoryError> {
        self.anode.check(store, Format::V4)?;
        // For each entry length, the first page that may have space. Adding entries only reduces the space, so the
        // first such page never moves back, and all calls together pass each page at most once per length.
        let mut first_page = [0; MAX_ENTRY_PIECES as usize + 1];
        for (name, fid) in names {
            if name.is_reserved() {
                return Err(DirectoryError::Exists);
            }
            let pieces = page::pieces_for(name.bytes());
            let insertion_point = self.next_insertion_point(store, pieces, &mut first_page[usize::from(pieces)])?;
            let mut changed = ChangedBlocks::default();
            self.add_entry(store, insertion_point, name, fid, &mut changed, &mut ())?;
            self.finish(store, 1, changed, &mut ());
        }
        Ok(())
    }

    /// Returns the first insertion point for `pieces` pieces in `first_page` or after it, and advances `first_page`.
    pub(super) fn next_insertion_point(
        &self,
        store: &Aggregate,
        pieces: u8,
        first_page: &mut u32,
    ) -> Result<Option<InsertionPoint>, DirectoryError> {
        while *first_page < map::pages(store, self.anode)? {
            let block = map::block_of(store, self.anode, *first_page)?;
            if let Some(fit) = Page::open(store, block)?.first_fit(pieces, &mut ())? {
                return Ok(Some(InsertionPoint { block, fit }));
            }
            *first_page += 1;
        }
        Ok(None)
    }
}

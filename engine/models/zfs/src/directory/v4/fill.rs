//! Building a big directory quickly.

use super::map::{self, Changed};
use super::page::{self, MAX_ENTRY_PIECES, Page};
use super::{Slot, V4Directory};
use crate::directory::{Aggregate, DirectoryError, Fid, Format, Name};

impl V4Directory {
    /// Enters many files at once, without searching and uncounted. Every byte becomes what plain creates in the same
    /// order would make it. The caller promises that none of the names is in the directory and none comes twice.
    ///
    /// # Errors
    /// As [`Directory::create`](crate::directory::Directory::create); the names before the one that failed have been
    /// entered.
    pub fn fill<'a>(
        &mut self,
        store: &mut Aggregate,
        names: impl IntoIterator<Item = (Name<'a>, Fid)>,
    ) -> Result<(), DirectoryError> {
        self.anode.check(store, Format::V4)?;
        // For each length of entry the first page that may have room. Entries only take room away, so these never go
        // back, and all of the filling passes each page at most once for each length.
        let mut first_page = [0; MAX_ENTRY_PIECES as usize + 1];
        for (name, fid) in names {
            if name.is_reserved() {
                return Err(DirectoryError::Exists);
            }
            let pieces = page::pieces_for(name.bytes());
            let slot = self.next_slot(store, pieces, &mut first_page[usize::from(pieces)])?;
            let mut changed = Changed::default();
            self.enter(store, slot, name, fid, &mut changed, &mut ())?;
            self.finish(store, 1, changed, &mut ());
        }
        Ok(())
    }

    /// The first place for `pieces` pieces in `first_page` or after it; `first_page` follows.
    pub(super) fn next_slot(
        &self,
        store: &Aggregate,
        pieces: u8,
        first_page: &mut u32,
    ) -> Result<Option<Slot>, DirectoryError> {
        while *first_page < map::pages(store, self.anode)? {
            let block = map::block_of(store, self.anode, *first_page)?;
            if let Some(fit) = Page::open(store, block)?.first_fit(pieces, &mut ())? {
                return Ok(Some(Slot { block, fit }));
            }
            *first_page += 1;
        }
        Ok(None)
    }
}

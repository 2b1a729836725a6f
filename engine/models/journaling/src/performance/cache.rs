//! The page cache, with two lists as in Linux.
//!
//! The first use of a page adds it to the *inactive* list; the second use moves it to the *active* list. Pages are
//! evicted from the inactive list. If the active list exceeds its share, its oldest pages return to the inactive list.
//! A long stream of pages that are written once therefore does not evict reused pages.

use super::super::block::InodeNo;

/// No slot.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    older: u32,
    younger: u32,
    active: bool,
    inode: InodeNo,
    page: u32,
}

/// First and last page of a list, and its length.
#[derive(Clone, Copy, Debug)]
struct List {
    oldest: u32,
    youngest: u32,
    length: usize,
}

/// Pages in order of their last use.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// Slots by file and page.
    places: Vec<Vec<u32>>,
    /// The lists of inactive and active pages.
    lists: [List; 2],
    room: usize,
    /// Maximum length of the active list.
    active_room: usize,
}

impl Cache {
    /// Creates an empty cache for `room` pages, of which the share `active` may be active.
    pub(super) fn new(room: usize, active: f64) -> Self {
        let empty = List { oldest: NONE, youngest: NONE, length: 0 };
        let active_room = (room as f64 * active) as usize;
        Self { entries: Vec::new(), free: Vec::new(), places: Vec::new(), lists: [empty; 2], room, active_room }
    }

    /// Returns whether the cache has too many pages.
    pub(super) fn is_over(&self) -> bool {
        self.lists[0].length + self.lists[1].length > self.room
    }

    pub(super) fn has(&self, inode: InodeNo, page: u32) -> bool {
        let pages = self.places.get(inode as usize);
        pages.and_then(|pages| pages.get(page as usize)).is_some_and(|place| *place != NONE)
    }

    /// Records the use of a page, and adds the page to the cache if it is not there.
    pub(super) fn touch(&mut self, inode: InodeNo, page: u32) {
        let place = self.place(inode, page);
        if place == NONE {
            let entry = Entry { older: NONE, younger: NONE, active: false, inode, page };
            let new = self.free.pop().unwrap_or(self.entries.len() as u32);
            match self.entries.get_mut(new as usize) {
                Some(old) => *old = entry,
                None => self.entries.push(entry),
            }
            self.places[inode as usize][page as usize] = new;
            self.append(new, false);
        } else if place != self.lists[1].youngest {
            self.unlink(place);
            self.append(place, true);
        }
    }

    /// Returns the next page to evict; `None` if the cache is empty.
    pub(super) fn oldest(&mut self) -> Option<(InodeNo, u32)> {
        while self.lists[1].length > self.active_room || (self.lists[0].length == 0 && self.lists[1].length > 0) {
            let place = self.lists[1].oldest;
            self.unlink(place);
            self.append(place, false);
        }
        self.entries.get(self.lists[0].oldest as usize).map(|entry| (entry.inode, entry.page))
    }

    /// Moves a page that cannot be evicted now to the young end of the inactive list.
    pub(super) fn keep(&mut self, inode: InodeNo, page: u32) {
        let place = self.place(inode, page);
        if place != NONE {
            self.unlink(place);
            self.append(place, false);
        }
    }

    /// Evicts a page.
    pub(super) fn drop_page(&mut self, inode: InodeNo, page: u32) {
        let place = self.place(inode, page);
        if place != NONE {
            self.places[inode as usize][page as usize] = NONE;
            self.release(place);
        }
    }

    /// Drops all pages of a removed file.
    pub(super) fn drop_file(&mut self, inode: InodeNo) {
        let Some(places) = self.places.get_mut(inode as usize) else { return };
        for place in std::mem::take(places) {
            if place != NONE {
                self.release(place);
            }
        }
    }

    fn place(&mut self, inode: InodeNo, page: u32) -> u32 {
        let (inode, page) = (inode as usize, page as usize);
        if self.places.len() <= inode {
            self.places.resize_with(inode + 1, Vec::new);
        }
        let pages = &mut self.places[inode];
        if pages.len() <= page {
            pages.resize(page + 1, NONE);
        }
        pages[page]
    }

    fn release(&mut self, place: u32) {
        self.unlink(place);
        self.free.push(place);
    }

    fn unlink(&mut self, place: u32) {
        let Entry { older, younger, active, .. } = self.entries[place as usize];
        let list = &mut self.lists[usize::from(active)];
        list.length -= 1;
        match self.entries.get_mut(older as usize) {
            Some(entry) => entry.younger = younger,
            None => list.oldest = younger,
        }
        match self.entries.get_mut(younger as usize) {
            Some(entry) => entry.older = older,
            None => list.youngest = older,
        }
    }

    /// Appends a page to the young end of a list.
    fn append(&mut self, place: u32, active: bool) {
        let list = &mut self.lists[usize::from(active)];
        let older = list.youngest;
        list.youngest = place;
        list.length += 1;
        match self.entries.get_mut(older as usize) {
            Some(entry) => entry.younger = place,
            None => list.oldest = place,
        }
        let entry = &mut self.entries[place as usize];
        (entry.older, entry.younger, entry.active) = (older, NONE, active);
    }
}

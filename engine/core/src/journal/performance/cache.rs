//! Pages of files in memory: those that were used last.

use super::super::block::InodeNo;

/// No place.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    older: u32,
    younger: u32,
    inode: InodeNo,
    page: u32,
}

/// A list of pages by their last use.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// Places by file and page.
    places: Vec<Vec<u32>>,
    oldest: u32,
    youngest: u32,
    used: usize,
    room: usize,
}

impl Cache {
    pub(super) fn new(room: usize) -> Self {
        Self { entries: Vec::new(), free: Vec::new(), places: Vec::new(), oldest: NONE, youngest: NONE, used: 0, room }
    }

    /// Whether there are more pages than there is room for.
    pub(super) fn is_over(&self) -> bool {
        self.used > self.room
    }

    pub(super) fn has(&self, inode: InodeNo, page: u32) -> bool {
        let pages = self.places.get(inode as usize);
        pages.and_then(|pages| pages.get(page as usize)).is_some_and(|place| *place != NONE)
    }

    /// A page is used; from now on it is in memory.
    pub(super) fn touch(&mut self, inode: InodeNo, page: u32) {
        let place = self.place(inode, page);
        if place == NONE {
            let entry = Entry { older: NONE, younger: NONE, inode, page };
            let new = self.free.pop().unwrap_or(self.entries.len() as u32);
            match self.entries.get_mut(new as usize) {
                Some(old) => *old = entry,
                None => self.entries.push(entry),
            }
            self.places[inode as usize][page as usize] = new;
            self.used += 1;
            self.append(new);
        } else if place != self.youngest {
            self.unlink(place);
            self.append(place);
        }
    }

    /// The page that was not used for longest.
    pub(super) fn oldest(&self) -> Option<(InodeNo, u32)> {
        self.entries.get(self.oldest as usize).map(|entry| (entry.inode, entry.page))
    }

    /// A page is in memory no longer.
    pub(super) fn drop_page(&mut self, inode: InodeNo, page: u32) {
        let place = self.place(inode, page);
        if place != NONE {
            self.places[inode as usize][page as usize] = NONE;
            self.release(place);
        }
    }

    /// A file is gone.
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
        self.used -= 1;
    }

    fn unlink(&mut self, place: u32) {
        let Entry { older, younger, .. } = self.entries[place as usize];
        match self.entries.get_mut(older as usize) {
            Some(entry) => entry.younger = younger,
            None => self.oldest = younger,
        }
        match self.entries.get_mut(younger as usize) {
            Some(entry) => entry.older = older,
            None => self.youngest = older,
        }
    }

    fn append(&mut self, place: u32) {
        let older = self.youngest;
        let entry = &mut self.entries[place as usize];
        (entry.older, entry.younger) = (older, NONE);
        match self.entries.get_mut(older as usize) {
            Some(entry) => entry.younger = place,
            None => self.oldest = place,
        }
        self.youngest = place;
    }
}

//! What programs ask for. Each operation changes what is in memory as a whole, or not at all.

use super::Nanoseconds;
use super::block::{BLOCK_BYTES, BlockNo, Content, Entry, FileKind, Inode, InodeNo, Name, Stamp, TAIL_HEAD};
use super::file_system::{FileSystem, LOST_AND_FOUND, LOST_AND_FOUND_NAME, ROOT, Refused, Wait};
use super::pages::{Page, PageId};
use super::rules::{DataRule, Format};

/// Blocks of metadata that an operation may change.
pub(super) const CREDITS: u32 = 12;
/// Pages that one call of [`FileSystem::write`] writes at most; a longer write is a short one, as in `write(2)`.
pub const PAGES_PER_WRITE: u32 = 8;
/// Files up to this size keep the end that does not fill a page in a leaf of the tree.
const TAIL_LIMIT: u64 = 4 * BLOCK_BYTES;

/// A file or directory that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Created {
    /// Its inode.
    pub inode: InodeNo,
    /// A number that no other ever had.
    pub identity: u32,
}

/// What a write wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Bytes, maybe fewer than were asked for.
    pub bytes: u64,
    /// The file.
    pub identity: u32,
    /// First page.
    pub page: u32,
    /// Pages.
    pub pages: u32,
    /// Version of the first page; the others follow.
    pub version: u32,
}

impl FileSystem {
    fn directory(&self, number: InodeNo) -> Result<Inode, Refused> {
        let inode = self.inode(number).ok_or(Refused::NotFound)?;
        if inode.kind == FileKind::Directory { Ok(inode) } else { Err(Refused::WrongKind) }
    }

    fn touch(&self, inode: &mut Inode) {
        inode.changed_s = (self.now / 1_000_000_000) as u32;
    }

    /// A block near an inode: the start of its group.
    pub(super) fn home_of(&self, number: InodeNo) -> BlockNo {
        let group = match self.rules.format {
            Format::Tree => 0,
            _ => number.saturating_sub(1) / self.geometry.group_inodes,
        };
        self.geometry.group_start(group)
    }

    /// Where a page would best be: behind the page before it.
    pub(super) fn goal(&self, number: InodeNo, inode: &Inode, page: u32) -> BlockNo {
        let before = page.checked_sub(1).map_or(0, |before| self.block_of(number, inode, before));
        if before == 0 { self.home_of(number) } else { before + 1 }
    }

    fn room(&self, more: u32) -> Result<(), Refused> {
        if self.space.free < self.space.reserved + CREDITS + more { Err(Refused::NoSpace) } else { Ok(()) }
    }

    /// What a name stands for.
    pub fn lookup(&self, directory: InodeNo, name: Name) -> Option<InodeNo> {
        self.find_name(directory, &self.inode(directory)?, name)
    }

    /// All names of a directory.
    pub fn list(&self, directory: InodeNo) -> Vec<Entry> {
        self.inode(directory).map_or_else(Vec::new, |inode| self.names_of(directory, &inode))
    }

    /// Bytes in a file.
    pub fn size(&self, inode: InodeNo) -> Option<u64> {
        Some(self.inode(inode)?.size)
    }

    /// Makes an empty file.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn create(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<Created, Refused> {
        self.make(directory, name, FileKind::File, now)
    }

    /// Makes an empty directory.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn mkdir(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<Created, Refused> {
        self.make(directory, name, FileKind::Directory, now)
    }

    fn make(&mut self, parent: InodeNo, name: Name, kind: FileKind, now: Nanoseconds) -> Result<Created, Refused> {
        let mut directory = self.directory(parent)?;
        if self.find_name(parent, &directory, name).is_some() {
            return Err(Refused::Exists);
        }
        self.room(0)?;
        self.begin(now, CREDITS)?;
        let below = kind == FileKind::Directory;
        let Some(number) = self.allocate_inode(parent, below) else { return Err(Refused::NoInodes) };
        let identity = self.next_identity;
        self.next_identity += 1;
        let mut inode = Inode { kind, links: 1 + u32::from(below), identity, ..Inode::default() };
        self.touch(&mut inode);
        self.put_inode(number, inode);
        self.enter_name(parent, &mut directory, Entry { name, inode: number });
        directory.links += u32::from(below);
        self.touch(&mut directory);
        self.put_inode(parent, directory);
        let file = self.open_file(number);
        file.identity = identity;
        file.parent = parent;
        file.pages.clear();
        self.end();
        Ok(Created { inode: number, identity })
    }

    pub(super) fn make_lost_and_found(&mut self) {
        let made = self.mkdir(ROOT, LOST_AND_FOUND_NAME, 0);
        debug_assert!(made.is_ok_and(|made| made.inode == LOST_AND_FOUND), "it is the second inode");
    }

    /// Takes a file's name away, and the file with it.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn unlink(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<(), Refused> {
        self.remove(directory, name, FileKind::File, now)
    }

    /// Takes an empty directory away.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn rmdir(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<(), Refused> {
        self.remove(directory, name, FileKind::Directory, now)
    }

    fn remove(&mut self, parent: InodeNo, name: Name, kind: FileKind, now: Nanoseconds) -> Result<(), Refused> {
        let mut directory = self.directory(parent)?;
        let number = self.find_name(parent, &directory, name).ok_or(Refused::NotFound)?;
        let inode = self.inode(number).ok_or(Refused::NotFound)?;
        if inode.kind != kind || number == LOST_AND_FOUND {
            return Err(Refused::WrongKind);
        }
        if kind == FileKind::Directory && !self.names_of(number, &inode).is_empty() {
            return Err(Refused::NotEmpty);
        }
        self.begin(now, CREDITS)?;
        self.leave_name(parent, &mut directory, name);
        directory.links -= u32::from(kind == FileKind::Directory);
        self.touch(&mut directory);
        self.put_inode(parent, directory);
        self.destroy(number, inode);
        self.end();
        Ok(())
    }

    /// Frees an inode that has lost its name, with all it has.
    fn destroy(&mut self, number: InodeNo, mut inode: Inode) {
        self.drop_pages(number, 0);
        if inode.kind == FileKind::Directory {
            self.drop_names(number, &mut inode);
        } else {
            self.unmap_from(number, &mut inode, 0);
            if self.rules.format == Format::Tree {
                self.take_tail(number);
            }
        }
        self.drop_inode(number);
        self.free_inode(number, inode.kind == FileKind::Directory);
        self.open_file(number).identity = 0;
    }

    /// Gives something another name, maybe in another directory. A file that had that name is gone.
    ///
    /// # Errors
    /// [`Refused`]; [`Refused::WrongKind`] if a directory has that name, or if a directory would go into itself.
    pub fn rename(&mut self, from: (InodeNo, Name), to: (InodeNo, Name), now: Nanoseconds) -> Result<(), Refused> {
        let mut source = self.directory(from.0)?;
        let mut target = self.directory(to.0)?;
        let number = self.find_name(from.0, &source, from.1).ok_or(Refused::NotFound)?;
        let moved = self.inode(number).ok_or(Refused::NotFound)?;
        let replaced = self.find_name(to.0, &target, to.1);
        if from == to || replaced == Some(number) {
            return Ok(());
        }
        let below = moved.kind == FileKind::Directory;
        if number == LOST_AND_FOUND || (below && self.is_inside(to.0, number)) {
            return Err(Refused::WrongKind);
        }
        let victim = match replaced {
            Some(victim) => Some((victim, self.inode(victim).ok_or(Refused::NotFound)?)),
            None => None,
        };
        if victim.is_some_and(|(_, victim)| victim.kind == FileKind::Directory || below) {
            return Err(Refused::WrongKind);
        }
        self.room(0)?;
        self.begin(now, CREDITS + 4)?;
        let entry = Entry { name: to.1, inode: number };
        if from.0 == to.0 {
            self.enter_name(to.0, &mut source, entry);
            self.leave_name(from.0, &mut source, from.1);
            self.touch(&mut source);
        } else {
            self.enter_name(to.0, &mut target, entry);
            target.links += u32::from(below);
            self.touch(&mut target);
            self.put_inode(to.0, target);
            self.leave_name(from.0, &mut source, from.1);
            source.links -= u32::from(below);
            self.touch(&mut source);
        }
        self.put_inode(from.0, source);
        if let Some((victim, inode)) = victim {
            self.destroy(victim, inode);
        }
        self.open_file(number).parent = to.0;
        self.end();
        Ok(())
    }

    fn is_inside(&self, mut directory: InodeNo, ancestor: InodeNo) -> bool {
        while directory != ROOT && directory != 0 {
            if directory == ancestor {
                return true;
            }
            directory = self.files.get(directory as usize).map_or(0, |file| file.parent);
        }
        false
    }

    /// Writes `bytes` at `offset`.
    ///
    /// # Errors
    /// [`Refused`]; [`Wait::Overwrite`] if a page is on its way to the disk with a commit.
    pub fn write(&mut self, number: InodeNo, offset: u64, bytes: u64, now: Nanoseconds) -> Result<Written, Refused> {
        let mut inode = self.inode(number).ok_or(Refused::NotFound)?;
        if inode.kind != FileKind::File {
            return Err(Refused::WrongKind);
        }
        let first = u32::try_from(offset / BLOCK_BYTES).map_err(|_| Refused::TooLarge)?;
        let limit = (u64::from(first) + u64::from(PAGES_PER_WRITE)) * BLOCK_BYTES;
        let end = offset.saturating_add(bytes).min(limit);
        if u64::from(first) + u64::from(PAGES_PER_WRITE) > self.most_pages() {
            return Err(Refused::TooLarge);
        }
        let after = (end.div_ceil(BLOCK_BYTES) as u32).max(first);
        let file = self.open_file(number);
        let known = &file.pages[(first as usize).min(file.pages.len())..(after as usize).min(file.pages.len())];
        if known.iter().any(|page| page.committing > 0) {
            return Err(Refused::Wait(Wait::Overwrite));
        }
        self.room(after - first)?;
        let journaled = self.rules.data == DataRule::Journaled;
        self.begin(now, CREDITS + if journaled { after - first + 1 } else { 0 })?;
        let (before, version) = (inode, self.next_version);
        let size = inode.size.max(end);
        let file = self.open_file(number);
        let identity = file.identity;
        if file.pages.len() < after as usize {
            file.pages.resize_with(after as usize, Page::default);
        }
        if self.rules.format == Format::Tree {
            self.settle_tail(number, &mut inode, size, first..after);
        }
        let mut done = first;
        while done < after && self.write_page(number, &mut inode, PageId { inode: number, identity, page: done }, size)
        {
            done += 1;
        }
        if done == first && after > first {
            self.end();
            return Err(Refused::TooLarge);
        }
        let end = end.min(u64::from(done) * BLOCK_BYTES).max(offset);
        inode.size = inode.size.max(end);
        self.touch(&mut inode);
        if inode != before {
            self.put_inode(number, inode);
        }
        self.end();
        Ok(Written { bytes: end - offset, identity, page: first, pages: done - first, version })
    }

    /// Pages that a file's map can name.
    fn most_pages(&self) -> u64 {
        let per = u64::from(self.geometry.pointers);
        match self.rules.format {
            Format::Pointers => super::block::DIRECT as u64 + per + per * per,
            Format::Extents | Format::Tree => 1 << 30,
        }
    }

    fn write_page(&mut self, number: InodeNo, inode: &mut Inode, id: PageId, size: u64) -> bool {
        let page = self.files[number as usize].pages[id.page as usize];
        let version = self.next_version;
        let stamp = Stamp { identity: id.identity, page: id.page, version };
        let bytes = self.tail_bytes(size, id.page);
        if page.block == 0 && bytes > 0 {
            if !self.put_tail(number, stamp, bytes) {
                return false;
            }
            self.files[number as usize].pages[id.page as usize] = Page { version, tail: true, ..page };
        } else {
            let delayed = self.rules.delayed_allocation;
            if page.block == 0 && delayed {
                self.space.reserved += u32::from(!page.dirty);
            } else if page.block == 0 {
                let goal = self.goal(number, inode, id.page);
                let Some(block) = self.allocate(goal) else { return false };
                if !self.map_page(number, inode, id.page, block) {
                    self.free_block(block, false);
                    return false;
                }
                self.files[number as usize].pages[id.page as usize].block = block;
            }
            self.files[number as usize].pages[id.page as usize].version = version;
            self.write_stamp(id, stamp);
        }
        self.next_version += 1;
        true
    }

    /// What was written to a page waits to be written to the disk.
    fn write_stamp(&mut self, id: PageId, stamp: Stamp) {
        match self.rules.data {
            DataRule::Journaled => {
                let block = self.files[id.inode as usize].pages[id.page as usize].block;
                self.cache.set(block, Content::Data(stamp));
                self.add_to_transaction(block);
            }
            DataRule::Ordered => {
                if self.dirty_page(id) {
                    self.add_page_to_transaction(id);
                }
            }
            DataRule::Unordered => {
                self.dirty_page(id);
            }
        }
    }

    /// Bytes of `page` that would be a tail in a file of `size` bytes; 0 if it would have a block.
    fn tail_bytes(&self, size: u64, page: u32) -> u16 {
        let bytes = size % BLOCK_BYTES;
        // Two of them fit into a leaf: with one too large for that alone in it, a leaf could not be split.
        let fits = size <= TAIL_LIMIT && (bytes + TAIL_HEAD) * 2 <= u64::from(self.geometry.node_bytes);
        let last = size / BLOCK_BYTES == u64::from(page);
        if self.rules.format == Format::Tree && fits && last { bytes as u16 } else { 0 }
    }

    /// Moves the tail of a file into a block of its own if the file grows beyond it.
    fn settle_tail(&mut self, number: InodeNo, inode: &mut Inode, size: u64, written: std::ops::Range<u32>) {
        let Some(page) = self.files[number as usize].pages.iter().position(|page| page.tail) else { return };
        let page = page as u32;
        if self.tail_bytes(size, page) > 0 {
            return;
        }
        let stamp = self.take_tail(number);
        self.files[number as usize].pages[page as usize].tail = false;
        if written.contains(&page) {
            return;
        }
        let goal = self.goal(number, inode, page);
        let (Some(stamp), Some(block)) = (stamp, self.allocate(goal)) else { return };
        self.map_page(number, inode, page, block);
        self.files[number as usize].pages[page as usize].block = block;
        self.write_stamp(PageId { inode: number, identity: stamp.identity, page }, stamp);
    }

    /// Cuts a file, or makes it longer without giving it blocks. Returns the first page that is gone.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn truncate(&mut self, number: InodeNo, size: u64, now: Nanoseconds) -> Result<u32, Refused> {
        let mut inode = self.inode(number).ok_or(Refused::NotFound)?;
        if inode.kind != FileKind::File {
            return Err(Refused::WrongKind);
        }
        let pages = size.div_ceil(BLOCK_BYTES);
        if pages > self.most_pages() {
            return Err(Refused::TooLarge);
        }
        let from = pages as u32;
        let kept = &self.open_file(number).pages;
        if kept.iter().any(|page| page.committing > 0) {
            return Err(Refused::Wait(Wait::Overwrite));
        }
        self.room(1)?;
        self.begin(now, CREDITS + 1)?;
        if self.rules.format == Format::Tree {
            let tail = self.open_file(number).pages.iter().position(|page| page.tail);
            if tail.is_some_and(|page| page as u32 >= from) {
                self.take_tail(number);
            } else {
                self.settle_tail(number, &mut inode, size, 0..0);
            }
        }
        self.drop_pages(number, from);
        self.unmap_from(number, &mut inode, from);
        inode.size = size;
        self.touch(&mut inode);
        self.put_inode(number, inode);
        self.end();
        Ok(from)
    }
}

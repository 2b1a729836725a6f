//! File system calls. Each operation makes all its changes in memory, or none.

use super::Nanoseconds;
use super::block::{BLOCK_BYTES, BlockNo, Content, Entry, FileKind, Inode, InodeNo, Name, Stamp, TAIL_HEAD};
use super::file_system::{FileSystem, LOST_AND_FOUND, LOST_AND_FOUND_NAME, OperationError, ROOT, Wait};
use super::pages::{Page, PageId};
use super::rules::{DataRule, Format};

/// Maximum number of metadata blocks that an operation changes, except that renames and truncations can change a few
/// more.
pub(super) const CREDITS: u32 = 12;
/// Maximum number of pages per call of [`FileSystem::write`]; a longer write is cut short, as in `write(2)`.
pub const PAGES_PER_WRITE: u32 = 8;
/// Maximum size of a file with tail packing, whose partly filled last page is in a leaf of the tree.
const TAIL_LIMIT: u64 = 4 * BLOCK_BYTES;

/// A new file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewObject {
    /// Inode of the object.
    pub inode: InodeNo,
    /// Unique identity of the object.
    pub identity: u32,
}

/// Result of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteResult {
    /// Bytes written, possibly fewer than requested.
    pub bytes: u64,
    /// The file.
    pub identity: u32,
    /// First page.
    pub page: u32,
    /// Pages.
    pub pages: u32,
    /// Version of the first page; the following pages have consecutive versions.
    pub version: u32,
}

impl FileSystem {
    fn directory(&self, number: InodeNo) -> Result<Inode, OperationError> {
        let inode = self.inode(number).ok_or(OperationError::NotFound)?;
        if inode.kind == FileKind::Directory { Ok(inode) } else { Err(OperationError::WrongKind) }
    }

    fn set_change_time(&self, inode: &mut Inode) {
        inode.changed_s = (self.now / 1_000_000_000) as u32;
    }

    /// Returns the first block of an inode's group, which is near the inode.
    pub(super) fn group_start_of(&self, number: InodeNo) -> BlockNo {
        let group = match self.rules.format {
            Format::Tree => 0,
            _ => number.saturating_sub(1) / self.geometry.group_inodes,
        };
        self.geometry.group_start(group)
    }

    /// Returns the preferred block for a page: the block after the preceding page's block, or else the start of the
    /// inode's group.
    pub(super) fn goal(&self, number: InodeNo, inode: &Inode, page: u32) -> BlockNo {
        let before = page.checked_sub(1).map_or(0, |before| self.block_of(number, inode, before));
        if before == 0 { self.group_start_of(number) } else { before + 1 }
    }

    fn check_free_space(&self, more: u32) -> Result<(), OperationError> {
        if self.space.free < self.space.reserved + CREDITS + more { Err(OperationError::NoSpace) } else { Ok(()) }
    }

    /// Looks up a name; returns `None` if the name or the directory does not exist.
    pub fn lookup(&self, directory: InodeNo, name: Name) -> Option<InodeNo> {
        self.find_entry(directory, &self.inode(directory)?, name)
    }

    /// Lists the entries of a directory.
    pub fn list(&self, directory: InodeNo) -> Vec<Entry> {
        self.inode(directory).map_or_else(Vec::new, |inode| self.entries_of(directory, &inode))
    }

    /// Returns whether an inode is a directory.
    pub(super) fn is_directory(&self, inode: InodeNo) -> bool {
        self.directory(inode).is_ok()
    }

    /// Returns the size of a file in bytes; `None` if the file does not exist.
    pub fn size(&self, inode: InodeNo) -> Option<u64> {
        Some(self.inode(inode)?.size)
    }

    /// Creates an empty file.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails or must wait.
    pub fn create(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<NewObject, OperationError> {
        self.make(directory, name, FileKind::File, now)
    }

    /// Creates an empty directory.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails or must wait.
    pub fn mkdir(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<NewObject, OperationError> {
        self.make(directory, name, FileKind::Directory, now)
    }

    fn make(
        &mut self,
        parent: InodeNo,
        name: Name,
        kind: FileKind,
        now: Nanoseconds,
    ) -> Result<NewObject, OperationError> {
        let mut directory = self.directory(parent)?;
        if self.find_entry(parent, &directory, name).is_some() {
            return Err(OperationError::Exists);
        }
        self.check_free_space(0)?;
        self.begin(now, CREDITS)?;
        let is_directory = kind == FileKind::Directory;
        let Some(number) = self.allocate_inode(parent, is_directory) else { return Err(OperationError::NoInodes) };
        let identity = self.next_identity;
        self.next_identity += 1;
        let mut inode = Inode { kind, links: 1 + u32::from(is_directory), identity, ..Inode::default() };
        self.set_change_time(&mut inode);
        self.put_inode(number, inode);
        self.add_entry(parent, &mut directory, Entry { name, inode: number });
        directory.links += u32::from(is_directory);
        self.set_change_time(&mut directory);
        self.put_inode(parent, directory);
        let file = self.open_file(number);
        file.identity = identity;
        file.parent = parent;
        file.pages.clear();
        self.end();
        Ok(NewObject { inode: number, identity })
    }

    pub(super) fn make_lost_and_found(&mut self) {
        let made = self.mkdir(ROOT, LOST_AND_FOUND_NAME, 0);
        debug_assert!(made.is_ok_and(|made| made.inode == LOST_AND_FOUND), "it is the second inode");
    }

    /// Removes the name of a file, and the file itself if it has no other name.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails or must wait.
    pub fn unlink(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<(), OperationError> {
        self.remove(directory, name, FileKind::File, now)
    }

    /// Removes an empty directory.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails or must wait.
    pub fn rmdir(&mut self, directory: InodeNo, name: Name, now: Nanoseconds) -> Result<(), OperationError> {
        self.remove(directory, name, FileKind::Directory, now)
    }

    fn remove(&mut self, parent: InodeNo, name: Name, kind: FileKind, now: Nanoseconds) -> Result<(), OperationError> {
        let mut directory = self.directory(parent)?;
        let number = self.find_entry(parent, &directory, name).ok_or(OperationError::NotFound)?;
        let inode = self.inode(number).ok_or(OperationError::NotFound)?;
        if inode.kind != kind || number == LOST_AND_FOUND {
            return Err(OperationError::WrongKind);
        }
        if kind == FileKind::Directory && !self.entries_of(number, &inode).is_empty() {
            return Err(OperationError::NotEmpty);
        }
        self.begin(now, CREDITS)?;
        self.remove_entry(parent, &mut directory, name);
        directory.links -= u32::from(kind == FileKind::Directory);
        self.set_change_time(&mut directory);
        self.put_inode(parent, directory);
        self.free_object(number, inode);
        self.end();
        Ok(())
    }

    /// Removes a name from an inode; if that was the last name, frees the inode with all its blocks. A crash of a file
    /// system without a log can leave a file with two names.
    fn free_object(&mut self, number: InodeNo, mut inode: Inode) {
        if inode.kind == FileKind::File && inode.links > 1 {
            inode.links -= 1;
            self.set_change_time(&mut inode);
            return self.put_inode(number, inode);
        }
        self.drop_pages(number, 0);
        if inode.kind == FileKind::Directory {
            self.free_directory(number, &mut inode);
        } else {
            self.unmap_from(number, &mut inode, 0);
            if self.rules.format == Format::Tree {
                self.remove_tail(number);
            }
        }
        self.drop_inode(number);
        self.free_inode(number, inode.kind == FileKind::Directory);
        self.open_file(number).identity = 0;
    }

    /// Renames a file or directory, possibly into another directory. Any existing file with the new name is replaced.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails or must wait; [`OperationError::WrongKind`] if a directory
    /// would be replaced, replace a file, or move into itself.
    pub fn rename(
        &mut self,
        from: (InodeNo, Name),
        to: (InodeNo, Name),
        now: Nanoseconds,
    ) -> Result<(), OperationError> {
        let mut source = self.directory(from.0)?;
        let mut target = self.directory(to.0)?;
        let number = self.find_entry(from.0, &source, from.1).ok_or(OperationError::NotFound)?;
        let moved = self.inode(number).ok_or(OperationError::NotFound)?;
        let replaced = self.find_entry(to.0, &target, to.1);
        if from == to || replaced == Some(number) {
            return Ok(());
        }
        let is_directory = moved.kind == FileKind::Directory;
        if number == LOST_AND_FOUND || (is_directory && self.is_inside(to.0, number)) {
            return Err(OperationError::WrongKind);
        }
        let replaced = match replaced {
            Some(replaced) => Some((replaced, self.inode(replaced).ok_or(OperationError::NotFound)?)),
            None => None,
        };
        if replaced.is_some_and(|(_, replaced)| replaced.kind == FileKind::Directory || is_directory) {
            return Err(OperationError::WrongKind);
        }
        self.check_free_space(0)?;
        self.begin(now, CREDITS + 4)?;
        let entry = Entry { name: to.1, inode: number };
        if from.0 == to.0 {
            self.add_entry(to.0, &mut source, entry);
            self.remove_entry(from.0, &mut source, from.1);
            self.set_change_time(&mut source);
        } else {
            self.add_entry(to.0, &mut target, entry);
            target.links += u32::from(is_directory);
            self.set_change_time(&mut target);
            self.put_inode(to.0, target);
            self.remove_entry(from.0, &mut source, from.1);
            source.links -= u32::from(is_directory);
            self.set_change_time(&mut source);
        }
        self.put_inode(from.0, source);
        if let Some((replaced, inode)) = replaced {
            self.free_object(replaced, inode);
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
    /// Returns [`OperationError`] if the operation fails or must wait; [`Wait::Overwrite`] if a page belongs to the
    /// committing transaction.
    pub fn write(
        &mut self,
        number: InodeNo,
        offset: u64,
        bytes: u64,
        now: Nanoseconds,
    ) -> Result<WriteResult, OperationError> {
        let mut inode = self.inode(number).ok_or(OperationError::NotFound)?;
        if inode.kind != FileKind::File {
            return Err(OperationError::WrongKind);
        }
        let first = u32::try_from(offset / BLOCK_BYTES).map_err(|_| OperationError::TooLarge)?;
        let limit = (u64::from(first) + u64::from(PAGES_PER_WRITE)) * BLOCK_BYTES;
        let end = offset.saturating_add(bytes).min(limit);
        if u64::from(first) + u64::from(PAGES_PER_WRITE) > self.max_pages() {
            return Err(OperationError::TooLarge);
        }
        let after = (end.div_ceil(BLOCK_BYTES) as u32).max(first);
        let file = self.open_file(number);
        let known = &file.pages[(first as usize).min(file.pages.len())..(after as usize).min(file.pages.len())];
        if known.iter().any(|page| page.committing > 0) {
            return Err(OperationError::Wait(Wait::Overwrite));
        }
        self.check_free_space(after - first)?;
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
            self.move_tail_to_block(number, &mut inode, size, first..after);
        }
        let mut done = first;
        while done < after && self.write_page(number, &mut inode, PageId { inode: number, identity, page: done }, size)
        {
            done += 1;
        }
        if done == first && after > first {
            self.end();
            return Err(OperationError::TooLarge);
        }
        let end = end.min(u64::from(done) * BLOCK_BYTES).max(offset);
        inode.size = inode.size.max(end);
        self.set_change_time(&mut inode);
        if inode != before {
            self.put_inode(number, inode);
        }
        self.end();
        Ok(WriteResult { bytes: end - offset, identity, page: first, pages: done - first, version })
    }

    /// Returns the maximum number of pages that a file can map.
    fn max_pages(&self) -> u64 {
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

    /// Marks a written page for write-back or for the running transaction.
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

    /// Returns the number of bytes of `page` that form the tail of a file of `size` bytes; 0 if the page has a block.
    fn tail_bytes(&self, size: u64, page: u32) -> u16 {
        let bytes = size % BLOCK_BYTES;
        // Two tails must fit into a leaf: a leaf with a single larger tail could not be split.
        let fits = size <= TAIL_LIMIT && (bytes + TAIL_HEAD) * 2 <= u64::from(self.geometry.node_bytes);
        let last = size / BLOCK_BYTES == u64::from(page);
        if self.rules.format == Format::Tree && fits && last { bytes as u16 } else { 0 }
    }

    /// Moves the tail of a file into a separate block if the file grows beyond the tail.
    fn move_tail_to_block(&mut self, number: InodeNo, inode: &mut Inode, size: u64, written: std::ops::Range<u32>) {
        let Some(page) = self.files[number as usize].pages.iter().position(|page| page.tail) else { return };
        let page = page as u32;
        if self.tail_bytes(size, page) > 0 {
            return;
        }
        let stamp = self.remove_tail(number);
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

    /// Truncates a file, or extends it without allocating blocks. Returns the first page that was removed.
    ///
    /// # Errors
    /// Returns [`OperationError`] if the operation fails or must wait.
    pub fn truncate(&mut self, number: InodeNo, size: u64, now: Nanoseconds) -> Result<u32, OperationError> {
        let mut inode = self.inode(number).ok_or(OperationError::NotFound)?;
        if inode.kind != FileKind::File {
            return Err(OperationError::WrongKind);
        }
        let pages = size.div_ceil(BLOCK_BYTES);
        if pages > self.max_pages() {
            return Err(OperationError::TooLarge);
        }
        let from = pages as u32;
        let kept = &self.open_file(number).pages;
        if kept.iter().any(|page| page.committing > 0) {
            return Err(OperationError::Wait(Wait::Overwrite));
        }
        self.check_free_space(1)?;
        self.begin(now, CREDITS + 1)?;
        if self.rules.format == Format::Tree {
            let tail = self.open_file(number).pages.iter().position(|page| page.tail);
            if tail.is_some_and(|page| page as u32 >= from) {
                self.remove_tail(number);
            } else {
                self.move_tail_to_block(number, &mut inode, size, 0..0);
            }
        }
        self.drop_pages(number, from);
        self.unmap_from(number, &mut inode, from);
        inode.size = size;
        self.set_change_time(&mut inode);
        self.put_inode(number, inode);
        self.end();
        Ok(from)
    }
}

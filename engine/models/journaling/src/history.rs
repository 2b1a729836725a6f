//! The true history of every file and directory, with which the result of a recovery is compared.

use super::Nanoseconds;
use super::block::{BLOCK_BYTES, Content, FileKind, InodeNo, Name};
use super::check::{ConsistencyReport, InodeRecord, PageLocation};
use super::file_system::{LOST_AND_FOUND, ROOT};
use super::image::Image;
use pathlength_model::words;
use std::collections::BTreeMap;

/// All operations of a run, grouped by the identity of the file or directory.
#[derive(Clone, Debug, Default)]
pub struct History {
    objects: Vec<ObjectHistory>,
}

#[derive(Clone, Debug)]
struct ObjectHistory {
    kind: FileKind,
    created_at: Nanoseconds,
    removed_at: Option<Nanoseconds>,
    /// For each name: its start time, parent directory (by identity), and the name itself.
    names: Vec<(Nanoseconds, u32, Name)>,
    /// For each page, the times and versions of its writes. Version 0 means that a truncation removed the page.
    pages: Vec<Vec<(Nanoseconds, u32)>>,
    /// For each sync, its completion time and the time up to which it made operations durable.
    syncs: Vec<(Nanoseconds, Nanoseconds)>,
}

/// Kinds of losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// A page has an older version, or is missing although a write had extended the file to it.
    OldPage,
    /// A page reads as zeros although no zeros were written.
    ZeroPage,
    /// A file or directory is missing.
    Missing,
    /// A file or directory exists again although it was removed.
    Resurrected,
    /// A file or directory has an earlier name.
    OldName,
}

/// A lost operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Kind of the loss.
    pub kind: LossKind,
    /// The file or directory.
    pub identity: u32,
    /// Time of the first lost operation.
    pub since: Nanoseconds,
}

/// Result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Pages with their last version.
    pub intact_pages: u32,
    /// Pages that expose stale data: contents of another file, or contents that were never written to this page.
    pub stale_pages: u32,
    /// Names and files that never existed in this form.
    pub phantom_objects: u32,
    /// The losses.
    pub losses: Vec<Loss>,
    /// Losses and stale pages among data that a sync had reported as durable.
    pub lost_synced: u32,
}

/// State of a file's page after recovery, compared with the last version before the crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFate {
    /// The page has its last version.
    Kept,
    /// The page has an older version, or none.
    Lost,
    /// The page reads as zeros, but no zeros were written.
    Zero,
    /// The page exposes stale data.
    Foreign,
}

words! { PageFate { Kept = "kept", Lost = "lost", Zero = "zero", Foreign = "foreign" } }

/// State of a file after recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFate {
    /// The file exists.
    Present,
    /// The file is missing.
    Missing,
    /// The file exists again although it was removed.
    Resurrected,
}

words! { FileFate { Present = "present", Missing = "missing", Resurrected = "resurrected" } }

/// A file after recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredFile {
    /// The file.
    pub identity: u32,
    /// State of the file.
    pub fate: FileFate,
    /// States of the file's pages, in order.
    pub pages: Vec<PageFate>,
}

impl Comparison {
    /// Counts the losses of one kind.
    pub fn count(&self, kind: LossKind) -> usize {
        self.losses.iter().filter(|loss| loss.kind == kind).count()
    }

    /// Returns the time of the oldest loss among `kinds`; `None` if there is no such loss.
    pub fn oldest(&self, kinds: &[LossKind]) -> Option<Nanoseconds> {
        self.losses.iter().filter(|loss| kinds.contains(&loss.kind)).map(|loss| loss.since).min()
    }
}

impl History {
    pub(super) fn record_create(&mut self, identity: u32, kind: FileKind, name: (u32, Name), now: Nanoseconds) {
        debug_assert_eq!(identity as usize, self.objects.len() + 1, "identities are assigned in order");
        let (parent, name) = name;
        self.objects.push(ObjectHistory {
            kind,
            created_at: now,
            removed_at: None,
            names: vec![(now, parent, name)],
            pages: Vec::new(),
            syncs: Vec::new(),
        });
    }

    fn object_mut(&mut self, identity: u32) -> &mut ObjectHistory {
        &mut self.objects[identity as usize - 1]
    }

    pub(super) fn record_remove(&mut self, identity: u32, now: Nanoseconds) {
        self.object_mut(identity).removed_at = Some(now);
    }

    pub(super) fn record_rename(&mut self, identity: u32, name: (u32, Name), now: Nanoseconds) {
        self.object_mut(identity).names.push((now, name.0, name.1));
    }

    pub(super) fn record_write(&mut self, identity: u32, page: u32, version: u32, now: Nanoseconds) {
        let pages = &mut self.object_mut(identity).pages;
        if pages.len() <= page as usize {
            pages.resize_with(page as usize + 1, Vec::new);
        }
        pages[page as usize].push((now, version));
    }

    pub(super) fn record_truncate(&mut self, identity: u32, from: u32, now: Nanoseconds) {
        for page in self.object_mut(identity).pages.iter_mut().skip(from as usize).filter(|page| !page.is_empty()) {
            page.push((now, 0));
        }
    }

    /// Records that a sync completed at `now` and made all operations on a file up to `until` durable.
    pub(super) fn record_sync(&mut self, identity: u32, until: Nanoseconds, now: Nanoseconds) {
        self.object_mut(identity).syncs.push((now, until));
    }

    /// Records a sync of all files, as [`Self::record_sync`] does for one file.
    pub(super) fn record_sync_all(&mut self, until: Nanoseconds, now: Nanoseconds) {
        for object in &mut self.objects {
            object.syncs.push((now, until));
        }
    }

    /// Returns the identity of the next file or directory.
    pub(super) fn next_identity(&self) -> u32 {
        self.objects.len() as u32 + 1
    }

    /// Returns a version that is higher than those of all writes.
    pub(super) fn next_version(&self) -> u32 {
        let versions = self.objects.iter().flat_map(|object| object.pages.iter().flatten());
        versions.map(|(_, version)| *version).filter(|version| *version != NOT_WRITTEN).max().unwrap_or(0) + 1
    }

    /// Starts again after a crash at `now`: the recovered state becomes the true state and is durable.
    pub(super) fn restart(&mut self, report: &ConsistencyReport, image: &mut Image, now: Nanoseconds) {
        self.objects.truncate(self.objects.partition_point(|object| object.created_at <= now));
        for object in &mut self.objects {
            object.syncs = vec![(now, now)];
            object.removed_at = Some(object.removed_at.map_or(now, |removed_at| removed_at.min(now)));
        }
        for (number, record) in &report.inodes {
            let Some(object) = self.objects.get_mut((record.inode.identity as usize).wrapping_sub(1)) else { continue };
            object.removed_at = None;
            if let Some((directory, name, _)) = report.names.get(number).filter(|_| *number != ROOT) {
                let parent = report.inodes.get(directory).map_or(0, |record| record.inode.identity);
                object.names = vec![(now, parent, *name)];
            }
            if object.kind == FileKind::File {
                object.pages.clear();
                for (page, location) in &record.pages {
                    let content = match location {
                        PageLocation::Block(block) => image.read(*block),
                        PageLocation::Tail(stamp) => Content::Data(*stamp),
                    };
                    if object.pages.len() <= *page as usize {
                        object.pages.resize_with(*page as usize + 1, Vec::new);
                    }
                    object.pages[*page as usize].push((now, version_of(&content)));
                }
            }
        }
    }

    /// Compares the file system after recovery with its true state at the time `now` of the crash.
    pub fn compare(&self, report: &ConsistencyReport, image: &Image, now: Nanoseconds) -> Comparison {
        let mut comparison = Comparison::default();
        let mut is_present = vec![false; self.objects.len()];
        for (number, record) in &report.inodes {
            let identity = record.inode.identity;
            let object = self.objects.get((identity as usize).wrapping_sub(1));
            let Some(object) = object.filter(|object| object.created_at <= now) else {
                comparison.phantom_objects += u32::from(*number != LOST_AND_FOUND && *number != ROOT);
                continue;
            };
            if std::mem::replace(&mut is_present[identity as usize - 1], true) || object.kind != record.inode.kind {
                comparison.phantom_objects += 1;
                continue;
            }
            if let Some(removed_at) = object.removed_at.filter(|removed_at| *removed_at <= now) {
                comparison.losses.push(Loss { kind: LossKind::Resurrected, identity, since: removed_at });
            }
            if *number != ROOT && *number != LOST_AND_FOUND {
                object.compare_name(identity, report, *number, now, &mut comparison);
            }
            if object.kind == FileKind::File {
                object.compare_pages(identity, record, image, now, &mut comparison);
            }
        }
        for (index, object) in self.objects.iter().enumerate().filter(|(index, _)| !is_present[*index]) {
            if object.created_at <= now && object.removed_at.is_none_or(|removed_at| removed_at > now) {
                let loss = Loss { kind: LossKind::Missing, identity: index as u32 + 1, since: object.created_at };
                comparison.losses.push(loss);
            }
        }
        for loss in &comparison.losses {
            let was_synced = self.objects[loss.identity as usize - 1].was_synced(loss.since, now);
            comparison.lost_synced += u32::from(was_synced);
        }
        comparison
    }

    /// Returns every file that existed at the time `now` of the crash or exists after recovery, in order of identity.
    pub fn recovered_files(&self, report: &ConsistencyReport, image: &Image, now: Nanoseconds) -> Vec<RecoveredFile> {
        let records: BTreeMap<u32, &InodeRecord> = report
            .inodes
            .values()
            .filter(|record| record.inode.kind == FileKind::File)
            .map(|record| (record.inode.identity, record))
            .collect();
        let created = (1..).zip(&self.objects).filter(|(_, object)| object.created_at <= now);
        created
            .filter(|(_, object)| object.kind == FileKind::File)
            .filter_map(|(identity, object)| {
                let was_removed = object.removed_at.is_some_and(|removed_at| removed_at <= now);
                match records.get(&identity) {
                    Some(record) => {
                        let mut pages = BTreeMap::new();
                        object.visit_pages(record, image, now, &mut |page, is_stale, loss| {
                            let fate = match loss {
                                _ if is_stale => PageFate::Foreign,
                                Some((LossKind::ZeroPage, _)) => PageFate::Zero,
                                Some(_) => PageFate::Lost,
                                None => PageFate::Kept,
                            };
                            pages.insert(page, fate);
                        });
                        let fate = if was_removed { FileFate::Resurrected } else { FileFate::Present };
                        Some(RecoveredFile { identity, fate, pages: pages.into_values().collect() })
                    }
                    None if was_removed => None,
                    None => {
                        let is_there = |versions: &&Vec<(Nanoseconds, u32)>| {
                            versions_until(versions, now).last().is_some_and(|(_, version)| *version != 0)
                        };
                        let pages = object.pages.iter().filter(is_there).map(|_| PageFate::Lost).collect();
                        Some(RecoveredFile { identity, fate: FileFate::Missing, pages })
                    }
                }
            })
            .collect()
    }
}

impl ObjectHistory {
    /// Returns whether a sync that completed before `now` had made the operations at `since` durable.
    fn was_synced(&self, since: Nanoseconds, now: Nanoseconds) -> bool {
        self.syncs.iter().any(|(completed_at, until)| *completed_at < now && since <= *until)
    }

    fn compare_name(
        &self,
        identity: u32,
        report: &ConsistencyReport,
        number: InodeNo,
        now: Nanoseconds,
        comparison: &mut Comparison,
    ) {
        let Some((directory, name, name_count)) = report.names.get(&number) else { return };
        let parent = report.inodes.get(directory).map_or(0, |record| record.inode.identity);
        let names = &self.names[..self.names.partition_point(|(since, ..)| *since <= now)];
        match names.iter().rposition(|(_, at, known)| (*at, *known) == (parent, *name)) {
            Some(at) if at + 1 == names.len() && *name_count == 1 => {}
            Some(at) if at + 1 < names.len() => {
                comparison.losses.push(Loss { kind: LossKind::OldName, identity, since: names[at + 1].0 });
            }
            _ => comparison.phantom_objects += 1,
        }
    }

    fn compare_pages(
        &self,
        identity: u32,
        record: &InodeRecord,
        image: &Image,
        now: Nanoseconds,
        comparison: &mut Comparison,
    ) {
        self.visit_pages(record, image, now, &mut |page, is_stale, loss| {
            comparison.stale_pages += u32::from(is_stale);
            let last = self.pages.get(page as usize).and_then(|versions| versions_until(versions, now).last());
            if is_stale && last.is_some_and(|(since, version)| *version != 0 && self.was_synced(*since, now)) {
                comparison.lost_synced += 1;
            }
            match loss {
                Some((kind, since)) => comparison.losses.push(Loss { kind, identity, since }),
                None => comparison.intact_pages += u32::from(!is_stale),
            }
        });
    }

    /// Visits every page that the file has or should have: its number, whether it exposes stale data, and its loss with
    /// the time of the first lost write.
    fn visit_pages(
        &self,
        record: &InodeRecord,
        image: &Image,
        now: Nanoseconds,
        visit: &mut dyn FnMut(u32, bool, Option<(LossKind, Nanoseconds)>),
    ) {
        let mut is_present = vec![false; self.pages.len()];
        for (page, location) in &record.pages {
            if let Some(is_present) = is_present.get_mut(*page as usize) {
                *is_present = true;
            }
            // If a block can have several contents, the worst of them counts.
            let contents = match location {
                PageLocation::Block(block) => image.possible_contents(*block),
                PageLocation::Tail(stamp) => &[Content::Data(*stamp)],
            };
            let mut since = None;
            let mut is_stale = false;
            for content in contents {
                match self.first_lost_write(*page, version_of(content), now) {
                    Ok(lost) => since = since.into_iter().chain(lost).min(),
                    Err(StalePage) => is_stale = true,
                }
            }
            visit(*page, is_stale, since.map(|since| (LossKind::OldPage, since)));
        }
        for (page, versions) in (0..).zip(&self.pages).filter(|(page, _)| !is_present[*page as usize]) {
            let versions = versions_until(versions, now);
            // The absence of a page that was truncated or never written is not a loss.
            if versions.last().is_none_or(|(_, version)| *version == 0) {
                continue;
            }
            let first_lost = versions.iter().rposition(|(_, version)| *version == 0).map_or(0, |at| at + 1);
            let is_hole = u64::from(page) < record.inode.size.div_ceil(BLOCK_BYTES);
            let kind = if is_hole { LossKind::ZeroPage } else { LossKind::OldPage };
            visit(page, false, Some((kind, versions[first_lost].0)));
        }
    }

    /// Returns the time of the first lost write to a page that holds this version, or `None` if no write is lost.
    ///
    /// # Errors
    /// Returns [`StalePage`] if the page exposes stale data.
    fn first_lost_write(&self, page: u32, version: u32, now: Nanoseconds) -> Result<Option<Nanoseconds>, StalePage> {
        let versions = versions_until(self.pages.get(page as usize).ok_or(StalePage)?, now);
        let at = versions.iter().rposition(|(_, known)| *known == version).ok_or(StalePage)?;
        let later = &versions[at + 1..];
        // Data that is older than a durable truncation is stale: the block was reused without being overwritten. Blocks
        // that no write has filled look alike, so after any truncation, such a block counts as a different block.
        let is_unknown = version == NOT_WRITTEN;
        if later.iter().any(|(since, version)| *version == 0 && (is_unknown || self.was_synced(*since, now))) {
            return Err(StalePage);
        }
        Ok(later.first().map(|(since, _)| *since))
    }
}

/// Version of contents that no write created.
const NOT_WRITTEN: u32 = u32::MAX;

/// Returns the version of the write that created the contents of a page; versions are counted over all files.
fn version_of(content: &Content) -> u32 {
    if let Content::Data(stamp) = content { stamp.version } else { NOT_WRITTEN }
}

/// Error for a page that exposes stale data.
struct StalePage;

fn versions_until(versions: &[(Nanoseconds, u32)], now: Nanoseconds) -> &[(Nanoseconds, u32)] {
    &versions[..versions.partition_point(|(since, _)| *since <= now)]
}

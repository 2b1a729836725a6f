//! What really happened to every file, to compare with what a recovery brought back.

use super::Nanoseconds;
use super::block::{Content, FileKind, InodeNo, Name, Stamp};
use super::file_system::{LOST_AND_FOUND, ROOT};
use super::image::Image;
use super::survey::{Place, Survey};

/// Everything that was done, by the identity of files and directories.
#[derive(Clone, Debug, Default)]
pub struct History {
    lives: Vec<Life>,
}

#[derive(Clone, Debug)]
struct Life {
    kind: FileKind,
    born: Nanoseconds,
    died: Option<Nanoseconds>,
    /// Directory (by identity) and name, since when.
    places: Vec<(Nanoseconds, u32, Name)>,
    /// Of each page, its versions and when they were written. Version 0: the page was cut off.
    pages: Vec<Vec<(Nanoseconds, u32)>>,
    /// When somebody was told that something is durable, and until when it was done.
    promises: Vec<(Nanoseconds, Nanoseconds)>,
}

/// What is not as it was when the power failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// A page has an older content, or none where a write made the file longer.
    Page,
    /// A page reads as zeros that were never written.
    Hole,
    /// A file or directory is gone.
    Missing,
    /// A file or directory is back that had been removed.
    Returned,
    /// It has a name that it had before.
    Name,
}

/// Something that was done and is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which kind.
    pub kind: LossKind,
    /// The file or directory.
    pub identity: u32,
    /// When the first thing was done that is lost.
    pub since: Nanoseconds,
}

/// What a comparison gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Pages that are as they were.
    pub right: u32,
    /// Pages with what another file wrote, or what was never written.
    pub foreign: u32,
    /// Names and files that never were like that.
    pub strange: u32,
    /// What is lost.
    pub losses: Vec<Loss>,
    /// What somebody had been told is durable, and that is lost or written over.
    pub broken_promises: u32,
}

impl Comparison {
    /// How many losses of a kind.
    pub fn count(&self, kind: LossKind) -> usize {
        self.losses.iter().filter(|loss| loss.kind == kind).count()
    }

    /// When the oldest of those losses was done that `kinds` names.
    pub fn oldest(&self, kinds: &[LossKind]) -> Option<Nanoseconds> {
        self.losses.iter().filter(|loss| kinds.contains(&loss.kind)).map(|loss| loss.since).min()
    }
}

impl History {
    pub(super) fn created(&mut self, identity: u32, kind: FileKind, place: (u32, Name), now: Nanoseconds) {
        debug_assert_eq!(identity as usize, self.lives.len() + 1, "identities are given out in order");
        let (parent, name) = place;
        self.lives.push(Life {
            kind,
            born: now,
            died: None,
            places: vec![(now, parent, name)],
            pages: Vec::new(),
            promises: Vec::new(),
        });
    }

    fn life(&mut self, identity: u32) -> &mut Life {
        &mut self.lives[identity as usize - 1]
    }

    pub(super) fn removed(&mut self, identity: u32, now: Nanoseconds) {
        self.life(identity).died = Some(now);
    }

    pub(super) fn moved(&mut self, identity: u32, place: (u32, Name), now: Nanoseconds) {
        self.life(identity).places.push((now, place.0, place.1));
    }

    pub(super) fn wrote(&mut self, identity: u32, page: u32, version: u32, now: Nanoseconds) {
        let pages = &mut self.life(identity).pages;
        if pages.len() <= page as usize {
            pages.resize_with(page as usize + 1, Vec::new);
        }
        pages[page as usize].push((now, version));
    }

    pub(super) fn cut(&mut self, identity: u32, from: u32, now: Nanoseconds) {
        for page in self.life(identity).pages.iter_mut().skip(from as usize).filter(|page| !page.is_empty()) {
            page.push((now, 0));
        }
    }

    /// At `now` somebody was told that what was done to a file until `until` is durable.
    pub(super) fn promised(&mut self, identity: u32, until: Nanoseconds, now: Nanoseconds) {
        self.life(identity).promises.push((now, until));
    }

    /// As [`Self::promised`], for everything.
    pub(super) fn promised_all(&mut self, until: Nanoseconds, now: Nanoseconds) {
        for life in &mut self.lives {
            life.promises.push((now, until));
        }
    }

    /// Compares what a recovery brought back with what there was at the moment `now` of the power cut.
    pub fn compare(&self, survey: &Survey, image: &Image, now: Nanoseconds) -> Comparison {
        let mut comparison = Comparison::default();
        let mut seen = vec![false; self.lives.len()];
        for (number, found) in &survey.found {
            let identity = found.inode.identity;
            let life = self.lives.get((identity as usize).wrapping_sub(1)).filter(|life| life.born <= now);
            let Some(life) = life else {
                comparison.strange += u32::from(*number != LOST_AND_FOUND && *number != ROOT);
                continue;
            };
            if std::mem::replace(&mut seen[identity as usize - 1], true) || life.kind != found.inode.kind {
                comparison.strange += 1;
                continue;
            }
            if let Some(died) = life.died.filter(|died| *died <= now) {
                comparison.losses.push(Loss { kind: LossKind::Returned, identity, since: died });
            }
            if *number != ROOT && *number != LOST_AND_FOUND {
                life.compare_place(identity, survey, *number, now, &mut comparison);
            }
            if life.kind == FileKind::File {
                life.compare_pages(identity, found, image, now, &mut comparison);
            }
        }
        for (at, life) in self.lives.iter().enumerate().filter(|(at, _)| !seen[*at]) {
            if life.born <= now && life.died.is_none_or(|died| died > now) {
                let loss = Loss { kind: LossKind::Missing, identity: at as u32 + 1, since: life.born };
                comparison.losses.push(loss);
            }
        }
        for loss in &comparison.losses {
            let broken = self.lives[loss.identity as usize - 1].is_promised(loss.since, now);
            comparison.broken_promises += u32::from(broken);
        }
        comparison
    }
}

impl Life {
    /// Whether somebody was told before `now` that what was done at `since` is durable.
    fn is_promised(&self, since: Nanoseconds, now: Nanoseconds) -> bool {
        self.promises.iter().any(|(told, until)| *told < now && since <= *until)
    }

    fn compare_place(&self, identity: u32, survey: &Survey, number: InodeNo, now: Nanoseconds, into: &mut Comparison) {
        let Some((directory, name, names)) = survey.named.get(&number) else { return };
        let parent = survey.found.get(directory).map_or(0, |found| found.inode.identity);
        let places = &self.places[..self.places.partition_point(|(since, ..)| *since <= now)];
        match places.iter().rposition(|(_, at, known)| (*at, *known) == (parent, *name)) {
            Some(at) if at + 1 == places.len() && *names == 1 => {}
            Some(at) if at + 1 < places.len() => {
                into.losses.push(Loss { kind: LossKind::Name, identity, since: places[at + 1].0 });
            }
            _ => into.strange += 1,
        }
    }

    fn compare_pages(
        &self,
        identity: u32,
        found: &super::survey::Found,
        image: &Image,
        now: Nanoseconds,
        into: &mut Comparison,
    ) {
        let mut present = vec![false; self.pages.len()];
        for (page, place) in &found.pages {
            if let Some(present) = present.get_mut(*page as usize) {
                *present = true;
            }
            // Of the contents that a block may have, each page is judged by its worst.
            let contents = match place {
                Place::Block(block) => image.possible(*block),
                Place::Tail(stamp) => &[Content::Data(*stamp)],
            };
            let mut since = None;
            let mut foreign = false;
            for content in contents {
                match content {
                    Content::Data(stamp) if stamp.identity == identity && stamp.page == *page => {
                        match self.lost_after(stamp, now) {
                            Ok(lost) => since = since.into_iter().chain(lost).min(),
                            Err(()) => foreign = true,
                        }
                    }
                    _ => foreign = true,
                }
            }
            into.foreign += u32::from(foreign);
            let last = self.pages.get(*page as usize).and_then(|versions| until(versions, now).last());
            if foreign && last.is_some_and(|(since, version)| *version != 0 && self.is_promised(*since, now)) {
                into.broken_promises += 1;
            }
            if let Some(since) = since {
                into.losses.push(Loss { kind: LossKind::Page, identity, since });
            } else if !foreign {
                into.right += 1;
            }
        }
        for (page, versions) in self.pages.iter().enumerate().filter(|(page, _)| !present[*page]) {
            let versions = until(versions, now);
            // The page is not there: right where it was cut off, or never written.
            if versions.last().is_none_or(|(_, version)| *version == 0) {
                continue;
            }
            let absent = versions.iter().rposition(|(_, version)| *version == 0).map_or(0, |at| at + 1);
            let hole = (page as u64) < found.inode.size.div_ceil(super::block::BLOCK_BYTES);
            let kind = if hole { LossKind::Hole } else { LossKind::Page };
            into.losses.push(Loss { kind, identity, since: versions[absent].0 });
        }
    }

    /// What is lost if a page holds `stamp`: when the first later write was done. An error if no write ever made that.
    fn lost_after(&self, stamp: &Stamp, now: Nanoseconds) -> Result<Option<Nanoseconds>, ()> {
        let versions = until(self.pages.get(stamp.page as usize).ok_or(())?, now);
        let at = versions.iter().rposition(|(_, version)| *version == stamp.version).ok_or(())?;
        let later = &versions[at + 1..];
        // Bytes from before a cut that is known to be durable: the block was not cleared when it was used again.
        if later.iter().any(|(since, version)| *version == 0 && self.is_promised(*since, now)) {
            return Err(());
        }
        Ok(later.first().map(|(since, _)| *since))
    }
}

fn until(versions: &[(Nanoseconds, u32)], now: Nanoseconds) -> &[(Nanoseconds, u32)] {
    &versions[..versions.partition_point(|(since, _)| *since <= now)]
}

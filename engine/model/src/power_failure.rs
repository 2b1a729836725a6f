//! Power failures: a disk's guarantee about the order of writes, and the effect of a failure on unflushed writes.

use crate::words;
use std::ops::Range;

/// The disk's guarantee about the order of writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Disk {
    /// The disk has no write cache: writes reach the medium in the order in which they are issued.
    InOrder,
    /// The disk has a write cache and executes flushes.
    #[default]
    Cached,
    /// The disk has a write cache and did not execute the last flush before the power failure.
    LostFlush,
}

words! { Disk { InOrder = "in-order", Cached = "cached", LostFlush = "lost-flush" } }

impl Disk {
    /// Returns the writes among the first `issued` that a power failure can lose. A flush separates the writes of one
    /// epoch from those of the next; `epoch` returns the epoch of a write.
    pub fn unflushed<W>(self, writes: &[W], issued: usize, epoch: impl Fn(&W) -> u32) -> Range<usize> {
        let issued = issued.min(writes.len());
        let Some(last) = issued.checked_sub(1) else { return 0..0 };
        let start_of = |write: usize| writes.partition_point(|other| epoch(other) < epoch(&writes[write]));
        let start = match self {
            Self::InOrder => last,
            Self::Cached => start_of(last),
            Self::LostFlush => start_of(last).checked_sub(1).map_or(0, start_of),
        };
        start..issued
    }
}

/// The effect of a power failure on unflushed writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All unflushed writes are on the medium.
    Nothing,
    /// The oldest unflushed write is lost.
    Oldest,
    /// Every other unflushed write is lost, beginning with the second oldest.
    Alternate,
    /// All unflushed writes are lost.
    All,
    /// The newest unflushed write is torn: its first half is on the medium.
    Torn,
    /// All unflushed writes are on the medium, but one bit of the log has changed.
    Rot,
}

words! {
    Loss { Nothing = "nothing", Oldest = "oldest", Alternate = "alternate", All = "all", Torn = "torn", Rot = "rot" }
}

impl Loss {
    /// Returns the lost writes among the unflushed ones.
    pub fn lost(self, unflushed: Range<usize>) -> Vec<usize> {
        match self {
            Self::Nothing | Self::Torn | Self::Rot => Vec::new(),
            Self::Oldest => unflushed.take(1).collect(),
            Self::Alternate => unflushed.skip(1).step_by(2).collect(),
            Self::All => unflushed.collect(),
        }
    }

    /// Returns the torn write among the unflushed ones; `None` if no write is torn.
    pub fn torn(self, unflushed: Range<usize>) -> Option<usize> {
        unflushed.last().filter(|_| self == Self::Torn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;

    #[test]
    fn lost_flush_leaves_more_writes_to_lose() {
        let epochs = [0, 0, 1, 1, 1, 3];
        for issued in 0..=epochs.len() {
            let [in_order, cached, lost_flush] = [Disk::InOrder, Disk::Cached, Disk::LostFlush]
                .map(|disk| disk.unflushed(&epochs, issued, |epoch| *epoch));
            assert!(lost_flush.start <= cached.start && cached.start <= in_order.start);
            assert!([&in_order, &cached, &lost_flush].iter().all(|range| range.end == issued));
            assert!(epochs[..cached.start].iter().all(|epoch| *epoch < epochs[issued - 1]));
            assert!(cached.clone().all(|at| epochs[at] == epochs[issued - 1]));
            let kept: Vec<_> = epochs[..lost_flush.start].to_vec();
            assert!(kept.iter().all(|epoch| cached.start == 0 || *epoch < epochs[cached.start - 1]));
            for loss in Loss::MEANINGS {
                assert!(loss.lost(cached.clone()).iter().all(|at| cached.contains(at)));
                assert_eq!(loss.torn(cached.clone()).is_some(), *loss == Loss::Torn && !cached.is_empty());
            }
        }
    }
}

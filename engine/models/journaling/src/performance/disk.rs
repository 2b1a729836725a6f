//! Disks in a stripe set behind one channel.

use super::super::block::{BLOCK_BYTES, BlockNo};
use super::costs::Costs;
use super::setup::DiskCache;
use pathlength_queueing::station::Queue;
use pathlength_queueing::{Ticks, Timers, ticks};

/// A piece of a request: consecutive blocks on one disk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piece {
    /// The request.
    pub(super) request: u32,
    /// First block, counted from the start of the disk.
    at: u64,
    blocks: u32,
}

/// Position and timing of a disk.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// The block after the last accessed block.
    next: u64,
    command: f64,
    /// Positioning time before an access to block `next`, in seconds.
    consecutive: f64,
    /// Positioning time before an access to any other block, in seconds.
    position: f64,
    /// Transfer time for a block, in seconds.
    block: f64,
}

impl Head {
    fn serve(&mut self, piece: &Piece) -> Ticks {
        let position = if self.next == piece.at { self.consecutive } else { self.position };
        self.next = piece.at + u64::from(piece.blocks);
        ticks(self.command + position + self.block * f64::from(piece.blocks))
    }
}

/// The disks.
#[derive(Debug)]
pub(super) struct Stripes {
    disks: Vec<(Queue<Piece>, Head)>,
    channel: Queue<Piece>,
    /// Timer slot of the first disk. The channel uses the slot after that of the last disk.
    slot: usize,
    stripe: u32,
    /// Channel time for a block, in seconds.
    block: f64,
}

impl Stripes {
    pub(super) fn new(disks: u32, cache: DiskCache, slot: usize, costs: &Costs) -> Self {
        let block = |mb_s: f64| BLOCK_BYTES as f64 / (mb_s * 1e6);
        let revolution = costs.revolution_ms / 1e3;
        let (consecutive, position) = match cache {
            DiskCache::NonVolatile => (0.0, costs.position_ms / 1e3),
            // When the next command arrives, the next block has just passed the head.
            DiskCache::None => (revolution, costs.uncached_seek_ms / 1e3 + revolution / 2.0),
        };
        let head =
            Head { next: 0, command: costs.command_ms / 1e3, consecutive, position, block: block(costs.disk_mb_s) };
        let channel = slot + disks as usize;
        Self {
            disks: (slot..channel).map(|slot| (Queue::new(slot..slot + 1), head)).collect(),
            channel: Queue::new(channel..channel + 1),
            slot,
            stripe: costs.stripe_blocks as u32,
            block: block(costs.channel_mb_s),
        }
    }

    /// Returns the number of timer slots for the disks and the channel.
    pub(super) fn slots(disks: u32) -> usize {
        disks as usize + 1
    }

    /// Submits blocks to their disks. Returns the number of pieces into which the request was split.
    pub(super) fn send(&mut self, request: u32, first: BlockNo, blocks: u32, now: Ticks, timers: &mut Timers) -> u32 {
        let (mut at, end) = (u64::from(first), u64::from(first) + u64::from(blocks));
        let (stripe, count) = (u64::from(self.stripe), self.disks.len() as u64);
        let mut pieces = 0;
        while at < end {
            let (chunk, within) = (at / stripe, at % stripe);
            let blocks = (stripe - within).min(end - at);
            let disk = chunk % count;
            let piece = Piece { request, at: chunk / count * stripe + within, blocks: blocks as u32 };
            let (queue, head) = &mut self.disks[disk as usize];
            queue.arrive(piece, now, timers, |piece| head.serve(piece));
            at += blocks;
            pieces += 1;
        }
        pieces
    }

    /// Handles the timer of a disk or of the channel. Returns the request if one of its pieces is complete; otherwise,
    /// `None`.
    pub(super) fn finish(&mut self, slot: usize, now: Ticks, timers: &mut Timers) -> Option<u32> {
        let block = self.block;
        let service = |piece: &Piece| ticks(block * f64::from(piece.blocks));
        if slot == self.slot + self.disks.len() {
            return Some(self.channel.finish(slot, now, timers, service).request);
        }
        let (queue, head) = &mut self.disks[slot - self.slot];
        let piece = queue.finish(slot, now, timers, |piece| head.serve(piece));
        self.channel.arrive(piece, now, timers, service);
        None
    }

    /// Returns the mean utilization of the disks.
    pub(super) fn load(&self, now: Ticks) -> f64 {
        let busy: f64 = self.disks.iter().map(|(queue, _)| queue.stats().mean_busy(now)).sum();
        busy / self.disks.len() as f64
    }
}

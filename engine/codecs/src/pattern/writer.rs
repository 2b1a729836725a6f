//! The records and pages of one pattern, in sequence.

use super::Shape;
use super::field::{Code, Field, Layout, Page, Repeats};
use super::prepare::Maker;
use super::random::{Random, chance};
use super::slot::{Slot, write_all};

/// A writer that appends one pattern, record by record.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    code: Code,
    random: Random,
    slots: Vec<Slot>,
    /// Length of a record in bytes, if all records have the same length.
    length: Option<usize>,
    page: Option<Page>,
    head: Vec<Slot>,
    repeats: Option<Repeats>,
    repeat_chance: u64,
}

/// Minimum distance of a repeated piece in bytes: just beyond a history of 512 bytes.
const MIN_DISTANCE: usize = 600;
/// Maximum share of records that repeated pieces replace.
const MAX_REPEATED_SHARE: f64 = 0.95;

impl Writer {
    pub(super) fn new(layout: &Layout, shape: &Shape) -> Self {
        let mut maker = Maker::new(layout.code, shape.entropy, layout.seed);
        let head = maker.slots(layout.page.map_or(&[], |page| page.head));
        let fields = layout.record.concat();
        let widths: Vec<_> = fields.iter().map(Field::width).collect();
        let total: usize = widths.iter().map(|width| width.typical).sum();
        let target = (libm::round(total as f64 * shape.period) as usize).max(1);
        let mut slots = Vec::new();
        let mut reached = 0;
        while reached < target {
            let at = slots.len() % fields.len();
            slots.push(maker.slot(&fields[at]));
            reached += widths[at].typical;
        }
        let fixed = widths.iter().all(|width| width.fixed);
        let often = layout.repeats.map_or(0.0, |repeats| f64::from(repeats.percent) / 100.0 * shape.relocality);
        Self {
            code: layout.code,
            random: Random::new(layout.seed),
            slots,
            length: fixed.then_some(target),
            page: layout.page,
            head,
            repeats: layout.repeats,
            repeat_chance: chance(often.min(MAX_REPEATED_SHARE)),
        }
    }

    /// Appends records, or whole pages of them, until `out` has at least this many bytes.
    pub(super) fn fill(&mut self, out: &mut Vec<u8>, length: usize) {
        while out.len() < length {
            if let Some(page) = self.page {
                self.page(page, out);
            } else if !self.repeat(usize::MAX, out) {
                self.record(out);
            }
        }
    }

    fn page(&mut self, page: Page, out: &mut Vec<u8>) {
        let end = out.len() + page.size;
        let limit = end - page.free;
        write_all(&mut self.head, self.code, &mut self.random, out);
        while out.len() < limit {
            if self.repeat(limit - out.len(), out) {
                continue;
            }
            let start = out.len();
            self.record(out);
            if out.len() > limit {
                out.truncate(start);
                break;
            }
        }
        out.resize(end, 0);
    }

    fn record(&mut self, out: &mut Vec<u8>) {
        let start = out.len();
        write_all(&mut self.slots, self.code, &mut self.random, out);
        if let Some(length) = self.length {
            out.truncate(start + length);
        }
    }

    /// Appends a piece of earlier data, of at most `max_bytes`, if one is due. Returns whether a piece was due.
    fn repeat(&mut self, max_bytes: usize, out: &mut Vec<u8>) -> bool {
        let Some(Repeats { length: [min_length, max_length], max_distance, .. }) = self.repeats else { return false };
        if !self.random.happens(self.repeat_chance) || out.len() < MIN_DISTANCE + max_length {
            return false;
        }
        let length = (min_length + self.random.uniform(max_length - min_length + 1)).min(max_bytes);
        let min_distance = MIN_DISTANCE.max(length);
        let spread = max_distance.min(out.len()).saturating_sub(min_distance);
        let from = out.len().saturating_sub(min_distance + self.random.uniform(spread + 1));
        out.extend_from_within(from..from + length);
        true
    }
}

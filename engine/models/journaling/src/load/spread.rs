//! Operations that may come at any time fill up what the others leave: a run is equally busy from beginning to end.

use pathlength_queueing::Random;

/// How many more go to each place, so that all end up as equal as they can.
pub(super) fn level(present: &[u64], more: u64) -> Vec<u64> {
    let needed = |level: u64| present.iter().map(|count| level.saturating_sub(*count)).sum::<u64>();
    let (mut low, mut high) = (0, present.iter().max().map_or(0, |most| most + more + 1));
    // The highest level that can be reached everywhere.
    while high - low > 1 {
        let middle = low.midpoint(high);
        if needed(middle) <= more {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mut left = more - needed(low);
    let fill = |count: &u64| {
        let extra = u64::from(left > 0 && *count <= low);
        left -= extra;
        low.saturating_sub(*count) + extra
    };
    present.iter().map(fill).collect()
}

/// Puts things into a random order.
pub(super) fn shuffle<T>(things: &mut [T], random: &mut Random) {
    for last in (1..things.len()).rev() {
        things.swap(last, random.uniform_below(last as u64 + 1) as usize);
    }
}

/// Whether number `at` is taken when `some` of `all` are taken evenly.
pub(super) fn taken(at: u64, some: u64, all: u64) -> bool {
    all > 0 && (at + 1) * some / all > at * some / all
}

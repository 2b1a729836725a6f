//! Distribution of operations without a fixed time, so that a run is equally busy throughout.

use pathlength_queueing::Random;

/// Distributes `more` operations over time slots so that the totals of the slots are as equal as possible.
pub(super) fn level_out(present: &[u64], more: u64) -> Vec<u64> {
    let needed = |level: u64| present.iter().map(|count| level.saturating_sub(*count)).sum::<u64>();
    let (mut low, mut high) = (0, present.iter().max().map_or(0, |most| most + more + 1));
    // Find the highest level that every slot can reach.
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

/// Shuffles the items.
pub(super) fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.uniform_below(last as u64 + 1) as usize);
    }
}

/// Returns whether item `at` belongs to an evenly spaced selection of `some` of `all` items.
pub(super) fn is_selected(at: u64, some: u64, all: u64) -> bool {
    all > 0 && (at + 1) * some / all > at * some / all
}

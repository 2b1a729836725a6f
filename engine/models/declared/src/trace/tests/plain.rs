//! The caches, checked against plain implementations of their policies.

use super::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Returns the hits of LRU, implemented as a list of blocks from the most to the least recently used.
fn plain_lru(capacity: usize, blocks: &[u64]) -> Vec<bool> {
    let mut list: Vec<u64> = Vec::new();
    let request = |block: &u64| {
        let found = list.iter().position(|known| known == block);
        found.map(|at| list.remove(at));
        list.insert(0, *block);
        list.truncate(capacity);
        found.is_some()
    };
    blocks.iter().map(request).collect()
}

fn plain_fifo(capacity: usize, blocks: &[u64]) -> Vec<bool> {
    let mut queue = VecDeque::new();
    let request = |block: &u64| {
        let is_hit = queue.contains(block);
        if !is_hit {
            queue.push_back(*block);
            if queue.len() > capacity {
                queue.pop_front();
            }
        }
        is_hit
    };
    blocks.iter().map(request).collect()
}

/// Returns the hits of CLOCK, implemented as a queue with a second chance: a used block moves to the end instead of
/// being evicted.
fn plain_clock(capacity: usize, blocks: &[u64]) -> Vec<bool> {
    let mut queue: VecDeque<(u64, bool)> = VecDeque::new();
    let request = |block: &u64| {
        if let Some((_, used)) = queue.iter_mut().find(|(known, _)| known == block) {
            *used = true;
            return true;
        }
        while queue.len() >= capacity.max(1) {
            match queue.pop_front() {
                Some((old, true)) => queue.push_back((old, false)),
                _ => break,
            }
        }
        if capacity > 0 {
            queue.push_back((*block, false));
        }
        false
    };
    blocks.iter().map(request).collect()
}

/// Returns the hits of 2Q. The lists have the names that its authors use; the newest block in each list comes first.
fn plain_twoq(capacity: usize, max_new: usize, max_remembered: usize, blocks: &[u64]) -> Vec<bool> {
    let (mut am, mut a1in, mut a1out): (Vec<u64>, Vec<u64>, Vec<u64>) = (vec![], vec![], vec![]);
    let request = |x: &u64| {
        if capacity == 0 {
            return false;
        }
        if let Some(at) = am.iter().position(|known| known == x) {
            am.remove(at);
            am.insert(0, *x);
            return true;
        }
        if a1in.contains(x) {
            return true;
        }
        let returns = a1out.contains(x);
        a1out.retain(|known| known != x);
        if am.len() + a1in.len() == capacity {
            if a1in.len() > max_new || am.is_empty() {
                a1out.insert(0, a1in.pop().expect("a new block"));
                a1out.truncate(max_remembered);
            } else {
                am.pop();
            }
        }
        if returns {
            am.insert(0, *x);
        } else {
            a1in.insert(0, *x);
        }
        false
    };
    blocks.iter().map(request).collect()
}

/// Returns the number of hits of the optimal policy: the policy looks for the farthest next use among all cached
/// blocks.
fn plain_optimal(capacity: usize, blocks: &[u64]) -> usize {
    let mut cached = BTreeSet::new();
    let mut hits = 0;
    for (at, block) in blocks.iter().enumerate() {
        if cached.contains(block) {
            hits += 1;
            continue;
        }
        if cached.len() == capacity {
            let next = |cached: &u64| blocks[at..].iter().position(|later| later == cached).unwrap_or(usize::MAX);
            let Some(farthest) = cached.iter().copied().max_by_key(next) else { continue };
            cached.remove(&farthest);
        }
        cached.insert(*block);
    }
    hits
}

/// Returns the hits of the minidisk cache, implemented as a list of units in order of use, each with its guest.
fn plain_minidisk(capacity: usize, share: usize, unit: u64, requests: &[(usize, u64)]) -> Vec<bool> {
    // The least recently used unit comes first.
    let mut list: Vec<(usize, u64)> = Vec::new();
    let request = |(guest, block): &(usize, u64)| {
        let unit = (block >> 32, (block & 0xffff_ffff) / unit);
        let unit = (unit.0 << 32) + unit.1;
        if let Some(at) = list.iter().position(|(_, known)| *known == unit) {
            let known = list.remove(at);
            list.push(known);
            return true;
        }
        if share > 0 {
            if list.iter().filter(|(owner, _)| owner == guest).count() >= share {
                let own = list.iter().position(|(owner, _)| owner == guest).expect("a unit of the guest");
                list.remove(own);
            } else if list.len() == capacity {
                list.remove(0);
            }
            list.push((*guest, unit));
        }
        false
    };
    requests.iter().map(request).collect()
}

#[test]
fn policies_hit_where_plain_implementations_hit() {
    let mut hit = 0;
    for trace in traces() {
        let requests = sent(&trace);
        let blocks: Vec<u64> = requests.iter().map(|(_, block)| *block).collect();
        let capacity = trace.blocks as usize;
        let share = |share: f64| libm::floor(share * capacity as f64) as usize;
        let (max_new, max_remembered) = (share(trace.new_share).max(1), share(trace.remembered_share));
        let guests = trace.streams.len();
        for (policy, expected) in [
            (Policy::Lru, plain_lru(capacity, &blocks)),
            (Policy::Fifo, plain_fifo(capacity, &blocks)),
            (Policy::Clock, plain_clock(capacity, &blocks)),
            (Policy::TwoQ, plain_twoq(capacity, max_new, max_remembered, &blocks)),
            (Policy::Minidisk, plain_minidisk(capacity, capacity / guests, 1, &requests)),
            (Policy::Nomdcfs, plain_minidisk(capacity, capacity, 1, &requests)),
        ] {
            let found = hits(&Problem { policy, ..trace.clone() }, &requests);
            assert!(found == expected, "{policy:?} {trace:?}");
            hit += found.iter().filter(|is_hit| **is_hit).count();
        }
        let found = hits(&Problem { policy: Policy::Optimal, ..trace.clone() }, &requests);
        let found = found.iter().filter(|is_hit| **is_hit).count();
        assert_eq!(found, plain_optimal(capacity, &blocks), "{trace:?}");
        hit += found;
    }
    assert!(hit > 50_000, "{hit}");
}

#[test]
fn minidisk_units_hit_where_a_plain_implementation_hits() {
    for trace in traces() {
        for unit in [2, 5] {
            let requests = sent(&trace);
            let guests = trace.streams.len() as u32;
            let units = trace.blocks / unit;
            let expected = plain_minidisk(units as usize, (units / guests) as usize, unit.into(), &requests);
            let found = hits(&Problem { policy: Policy::Minidisk, unit, ..trace.clone() }, &requests);
            assert!(found == expected, "{unit} {trace:?}");
        }
    }
}

/// Returns the minimum number of misses of a cache that inserts each missed block, found by trying all evictions.
fn min_misses(capacity: usize, blocks: &[u64]) -> usize {
    let mut states = BTreeMap::from([(BTreeSet::new(), 0_usize)]);
    for block in blocks {
        let mut next: BTreeMap<BTreeSet<u64>, usize> = BTreeMap::new();
        let mut add = |state, misses: usize| {
            let known = next.entry(state).or_insert(usize::MAX);
            *known = misses.min(*known);
        };
        for (state, misses) in states {
            if state.contains(block) {
                add(state, misses);
                continue;
            }
            let with = |mut state: BTreeSet<u64>| {
                state.insert(*block);
                state
            };
            if state.len() < capacity {
                add(with(state), misses + 1);
                continue;
            }
            for evicted in &state {
                add(with(state.iter().copied().filter(|known| known != evicted).collect()), misses + 1);
            }
        }
        states = next;
    }
    states.into_values().min().expect("a state")
}

#[test]
fn optimal_cache_has_the_fewest_possible_misses() {
    for seed in 0..60 {
        for (capacity, size) in [(1, 3), (2, 4), (3, 6), (4, 7)] {
            let mut trace = problem(Policy::Optimal, capacity, vec![stream(StreamKind::Uniform, size)], 40);
            trace.seed = seed;
            let requests = sent(&trace);
            let misses = hits(&trace, &requests).iter().filter(|is_hit| !**is_hit).count();
            let blocks: Vec<u64> = requests.iter().map(|(_, block)| *block).collect();
            assert_eq!(misses, min_misses(capacity as usize, &blocks), "{trace:?}");
        }
    }
}

#[test]
fn no_policy_has_more_hits_than_the_optimal_one() {
    for trace in traces() {
        let requests = sent(&trace);
        let count = |policy| hits(&Problem { policy, ..trace.clone() }, &requests).iter().filter(|hit| **hit).count();
        let max_hits = count(Policy::Optimal);
        for policy in [Policy::Lru, Policy::Fifo, Policy::Clock, Policy::TwoQ, Policy::Minidisk, Policy::Nomdcfs] {
            assert!(count(policy) <= max_hits, "{policy:?} {trace:?}");
        }
    }
}

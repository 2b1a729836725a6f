//! The caches and the streams, checked against laws and known results.

use super::*;
use crate::trace::zipf::Zipf;
use pathlength_queueing::Random;

#[test]
fn larger_lru_cache_hits_where_a_smaller_one_hits() {
    let mut grown = 0;
    for trace in traces() {
        let requests = sent(&trace);
        let mut smaller = vec![false; requests.len()];
        for blocks in 1..50 {
            let larger = hits(&Problem { blocks, ..trace.clone() }, &requests);
            assert!(smaller.iter().zip(&larger).all(|(small, large)| large >= small), "{blocks} {trace:?}");
            grown += usize::from(smaller != larger);
            smaller = larger;
        }
    }
    assert!(grown > 1000, "{grown}");
}

#[test]
fn fifo_can_miss_more_with_a_larger_cache() {
    // L. A. Belady, R. A. Nelson, and G. S. Shedler, "An anomaly in space-time characteristics" (1969).
    let requests = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5].map(|block| (0, block));
    let misses = |policy, blocks| {
        let trace = problem(policy, blocks, vec![stream(StreamKind::Uniform, 5)], 12);
        hits(&trace, &requests).iter().filter(|is_hit| !**is_hit).count()
    };
    assert_eq!([misses(Policy::Fifo, 3), misses(Policy::Fifo, 4)], [9, 10]);
    assert_eq!([misses(Policy::Lru, 3), misses(Policy::Lru, 4)], [10, 8]);
    assert_eq!([misses(Policy::Optimal, 3), misses(Policy::Optimal, 4)], [7, 6]);
}

/// Returns the probabilities of the ranks of a Zipf distribution.
fn zipf_probabilities(size: u32, skew: f64) -> Vec<f64> {
    let weights: Vec<f64> = (1..=size).map(|place| libm::pow(f64::from(place), -skew)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

#[test]
fn zipf_variates_have_their_probabilities() {
    const DRAWS: u32 = 200_000;
    for (size, skew) in [(1, 1.0), (2, 0.5), (10, 0.0), (10, 1.0), (50, 0.8), (50, 1.0 + 1e-12), (50, 2.5), (7, 10.0)] {
        let (zipf, mut random) = (Zipf::new(size, skew), Random::new(7, 0));
        let mut found = vec![0_u32; size as usize];
        (0..DRAWS).for_each(|_| found[zipf.draw(&mut random) as usize] += 1);
        // The chi-square statistic; all rare ranks are one cell.
        let (mut sum, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
        let mut add = |observed: f64, expected: f64| {
            sum += (observed - expected) * (observed - expected) / expected;
            cells += 1.0;
        };
        for (count, probability) in found.iter().zip(zipf_probabilities(size, skew)) {
            let expected = probability * f64::from(DRAWS);
            if expected < 20.0 {
                rare = (rare.0 + f64::from(*count), rare.1 + expected);
            } else {
                add(f64::from(*count), expected);
            }
        }
        if rare.1 > 5.0 {
            add(rare.0, rare.1);
        }
        // Five standard deviations above the mean of the chi-square distribution.
        let freedom: f64 = cells - 1.0;
        assert!(
            sum <= freedom + 5.0 * (2.0 * freedom).sqrt(),
            "{size} {skew}: {sum} with {freedom} degrees of freedom"
        );
    }
}

/// Returns Che's approximation of the hit ratio of an LRU cache: H. Che, Y. Tung, and Z. Wang, "Hierarchical Web
/// caching systems: modeling, design and experimental results" (2002).
fn che(probabilities: &[f64], capacity: f64) -> f64 {
    let cached = |time: f64| probabilities.iter().map(|p| 1.0 - libm::exp(-p * time)).sum::<f64>();
    let (mut low, mut high) = (0.0, 1e12);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if cached(middle) < capacity { low = middle } else { high = middle }
    }
    probabilities.iter().map(|p| p * (1.0 - libm::exp(-p * low))).sum()
}

#[test]
fn lru_hit_ratio_of_zipf_requests_is_that_of_che() {
    for (skew, blocks) in [(0.6, 500), (0.8, 100), (0.8, 1000), (0.8, 4000), (1.0, 1000), (1.2, 300)] {
        let zipf = Stream { skew, ..stream(StreamKind::Zipf, 10_000) };
        let mut trace = problem(Policy::Lru, blocks, vec![zipf], 400_000);
        trace.ranges = span(100_000..400_000);
        let expected = che(&zipf_probabilities(10_000, skew), f64::from(blocks));
        let found = hit_ratio(&trace);
        // The sampling error is below 0.1 percentage points, and so is the error of the approximation for these sizes.
        assert!((found - expected).abs() < 0.003, "{skew} {blocks}: {found} and {expected}");
    }
}

#[test]
fn uniform_requests_hit_in_proportion_to_the_cache() {
    for policy in [Policy::Lru, Policy::Fifo, Policy::Clock, Policy::TwoQ] {
        let mut trace = problem(policy, 300, vec![stream(StreamKind::Uniform, 1000)], 200_000);
        trace.ranges = span(20_000..200_000);
        let found = hit_ratio(&trace);
        assert!((found - 0.3).abs() < 0.005, "{policy:?}: {found}");
    }
}

#[test]
fn loop_one_block_larger_than_the_cache_never_hits_in_lru() {
    let of = |policy, blocks| hit_ratio(&problem(policy, blocks, vec![stream(StreamKind::Loop, 101)], 101 * 50));
    for policy in [Policy::Lru, Policy::Fifo, Policy::Clock] {
        assert_eq!(of(policy, 100), 0.0, "{policy:?}");
        assert_eq!(of(policy, 101), 0.98, "{policy:?}");
    }
    // The optimal policy keeps all but one block in each round: 99 hits of 100 requests, on average.
    assert!((of(Policy::Optimal, 100) - 0.98 * 99.0 / 100.0).abs() < 0.001, "{}", of(Policy::Optimal, 100));
}

#[test]
fn scan_costs_2q_less_than_lru() {
    let ratio = |policy, scans: bool| {
        let mut streams = vec![stream(StreamKind::Zipf, 10_000)];
        if scans {
            streams.push(stream(StreamKind::Scan, 1 << 30));
        }
        let trace = problem(policy, 1000, streams, 400_000);
        let count = counted(&trace, 10_000).of(Some(0), 0);
        count.hits as f64 / count.requests as f64
    };
    let lost = |policy| ratio(policy, false) - ratio(policy, true);
    let (lru, twoq) = (lost(Policy::Lru), lost(Policy::TwoQ));
    assert!(lru > 0.1 && twoq < 0.5 * lru, "LRU loses {lru}, 2Q {twoq}");
}

#[test]
fn streams_take_part_by_weight_and_range() {
    let first = Stream { weight: 3.0, ..stream(StreamKind::Loop, 10) };
    let second = Stream { from: 1000, to: 9000, ..stream(StreamKind::Scan, 1 << 30) };
    let mut trace = problem(Policy::Lru, 10, vec![first, second], 10_000);
    trace.streams[1].region = 0;
    let requests = sent(&trace);
    let of_second: Vec<usize> = (0..10_000).filter(|at| requests[*at].0 == 1).collect();
    assert!(of_second.iter().all(|at| (1000..9000).contains(at)));
    let share = of_second.len() as f64 / 8000.0;
    assert!((share - 0.25).abs() < 0.02, "{share}");
    // Both streams request the blocks of the first stream.
    assert!(of_second.iter().enumerate().all(|(at, position)| requests[*position].1 == at as u64));
    let counts = counted(&Problem { ranges: vec![0..10_000, 0..1000, 1000..9000, 9000..10_000], ..trace }, 20_000);
    let total = counts.of(None, 1) + counts.of(None, 2) + counts.of(None, 3);
    assert_eq!(counts.of(None, 0), total);
    assert_eq!(counts.of(None, 0), counts.of(Some(0), 0) + counts.of(Some(1), 0));
    // The loop fits in the cache: until the scan begins, it misses only once for each block.
    assert_eq!((counts.of(Some(0), 1).hits, counts.of(Some(1), 1).requests), (990, 0));
    assert!(counts.of(Some(0), 2).hits < counts.of(Some(0), 2).requests / 2);
}

#[test]
fn working_set_is_hot_and_moves() {
    let known = Stream { hot: 20, locality: 0.9, phase: 5000, ..stream(StreamKind::WorkingSet, 1000) };
    let requests = sent(&problem(Policy::Lru, 10, vec![known], 60_000));
    for (phase, requests) in requests.chunks(5000).enumerate() {
        let first = 20 * phase as u64;
        let hot = requests.iter().filter(|(_, block)| (first..first + 20).contains(block)).count();
        assert!((hot as f64 / 5000.0 - 0.9).abs() < 0.02, "{phase}: {hot}");
        assert!(requests.iter().all(|(_, block)| *block < 1000));
    }
}

#[test]
fn slices_of_a_trace_change_nothing() {
    for policy in [Policy::TwoQ, Policy::Optimal, Policy::Minidisk] {
        let trace = problem(policy, 50, vec![stream(StreamKind::Zipf, 400), stream(StreamKind::Scan, 1 << 30)], 5000);
        assert_eq!(counted(&trace, 1), counted(&trace, 1_000_000));
    }
}

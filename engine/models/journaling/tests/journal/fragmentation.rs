//! Internal and external fragmentation.

use crate::parameters::parameters;
use pathlength_journaling::Policy;
use pathlength_journaling::fragmentation::{AgedFileSystem, AgingRounds, AgingSetup, FileSizes, estimate_overhead};

/// Returns the lab's aging parameters.
fn aging() -> AgingRounds {
    let values = parameters();
    AgingRounds::new(&|name| values.get(name).copied()).unwrap()
}

/// Returns an initially empty file system on which eight writers have written 128 pages each, `chunk` pages at a time.
fn written(policy: Policy, chunk: u32) -> AgedFileSystem {
    let setup = AgingSetup { policy, rounds: 0, filled: 0.0, writers: 8, chunk, pages: 128 };
    AgedFileSystem::new(&setup, &aging(), 1).unwrap()
}

#[test]
fn equal_files_waste_rest_of_last_block() {
    for bytes in [20.0, 200.0, 2000.0, 5000.0, 100_000.0] {
        let found = estimate_overhead(FileSizes::Equal(bytes), 0.85, 1).unwrap();
        for (share, block) in found.blocks.into_iter().zip([512.0, 1024.0, 2048.0, 4096.0]) {
            let blocks = (1..=200).find(|count| f64::from(*count) * block >= bytes).unwrap();
            assert!((share - (1.0 - bytes / (f64::from(blocks) * block))).abs() < 1e-12, "{bytes} {block}");
        }
    }
    // Each tail has a header of 24 bytes, and leaves are filled to 85 %.
    let tails = |bytes: f64| estimate_overhead(FileSizes::Equal(bytes), 0.85, 1).unwrap().tails;
    assert!((tails(2000.0) - (1.0 - 2000.0 * 0.85 / 2024.0)).abs() < 1e-12);
    assert!(
        (tails(100_000.0) - estimate_overhead(FileSizes::Equal(100_000.0), 0.85, 1).unwrap().blocks[3]).abs() < 1e-12
    );
}

#[test]
fn varied_files_waste_half_a_small_block_each() {
    // Use the mean of a log-normal distribution; the end of a file is uniformly distributed over its last block.
    let (median, sigma) = (200_000.0, 0.5);
    let mean = median * libm::exp(sigma * sigma / 2.0);
    let found = estimate_overhead(FileSizes::LogNormal { median, sigma }, 0.85, 7).unwrap();
    for (share, block) in found.blocks.into_iter().zip([512.0, 1024.0, 2048.0, 4096.0]) {
        let expected = (block / 2.0) / (mean + block / 2.0);
        assert!((share / expected - 1.0).abs() < 0.05, "{block}: {share} {expected}");
    }
}

#[test]
fn interleaved_appends_fragment_files_unless_delayed() {
    for policy in [Policy::None, Policy::Ordered, Policy::Logical] {
        for chunk in [1, 4, 16, 128] {
            let found = written(policy, chunk);
            // Each turn adds one extent; a pointer block or the end of a group can split an extent.
            let turns = 128 / chunk;
            for extents in &found.extent_counts {
                assert!(
                    (turns..=turns + 3).contains(extents),
                    "{policy:?}, {chunk} pages per turn: {:?}",
                    found.extent_counts
                );
            }
        }
    }
    let late = written(Policy::LogicalDelayed, 4);
    assert!(late.extent_counts.iter().all(|extents| *extents <= 2), "{:?}", late.extent_counts);
    assert!(late.extent_counts.iter().filter(|extents| **extents == 1).count() >= 6, "{:?}", late.extent_counts);
}

#[test]
fn aged_device_has_more_extents_than_new_one() {
    for policy in Policy::ALL {
        let setup = AgingSetup { policy, rounds: 4, filled: 0.5, writers: 4, chunk: 64, pages: 64 };
        let count =
            |setup: &AgingSetup| AgedFileSystem::new(setup, &aging(), 3).unwrap().extent_counts.iter().sum::<u32>();
        let (aged, new) = (count(&setup), count(&AgingSetup { rounds: 0, ..setup }));
        assert!(aged > 2 * new, "{policy:?}: {aged} and {new}");
    }
}

#[test]
fn extents_cover_each_block_once_and_all_file_pages() {
    for policy in Policy::ALL {
        let setup = AgingSetup { policy, rounds: 2, filled: 0.4, writers: 5, chunk: 8, pages: 100 };
        let found = AgedFileSystem::new(&setup, &aging(), 11).unwrap();
        let mut next = 0;
        for piece in &found.extents {
            assert_eq!(piece.block, next, "{policy:?}");
            next += piece.blocks;
        }
        for file in 0..5 {
            let of = || found.extents.iter().filter(|piece| piece.owner == 3 + file);
            assert_eq!(of().map(|piece| piece.blocks).sum::<u32>(), 100, "{policy:?}, file {file}");
            assert!(of().count() as u32 <= found.extent_counts[file as usize], "{policy:?}, file {file}");
        }
        let old: u32 = found.extents.iter().filter(|piece| piece.owner == 2).map(|piece| piece.blocks).sum();
        assert!(old > 0 && old <= found.full_before, "{policy:?}: {old} of {}", found.full_before);
    }
}

#[test]
fn invalid_setup_is_refused_with_reason() {
    let usual = AgingSetup { policy: Policy::Ordered, rounds: 0, filled: 0.5, writers: 8, chunk: 4, pages: 64 };
    let error = |setup: AgingSetup| AgedFileSystem::new(&setup, &aging(), 1).unwrap_err().to_string();
    assert!(error(AgingSetup { writers: 0, ..usual }).contains("at least 1 writer"));
    assert!(error(AgingSetup { chunk: 65, ..usual }).contains("fewer pages at a time"));
    assert!(error(AgingSetup { pages: 10_000, ..usual }).contains("do not fit"));
    assert!(error(AgingSetup { filled: f64::NAN, ..usual }).contains("70 %"));
    assert!(error(AgingSetup { rounds: 1000, ..usual }).contains("20 rounds"));
    assert!(estimate_overhead(FileSizes::Equal(f64::NAN), 0.85, 1).unwrap_err().to_string().contains("bytes"));
    assert!(estimate_overhead(FileSizes::Equal(0.0), 0.85, 1).is_err());
    assert!(estimate_overhead(FileSizes::LogNormal { median: 1000.0, sigma: -1.0 }, 0.85, 1).is_err());
    assert!(estimate_overhead(FileSizes::Equal(100.0), 0.0, 1).is_err());
}

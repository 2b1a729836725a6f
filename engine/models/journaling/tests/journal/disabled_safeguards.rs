//! Every safeguard is necessary: without it, the search finds damage.

use crate::operation_stream::{SECOND, rules_without, run_stream, small};
use pathlength_journaling::{
    CrashOutcome, DataRule, DisabledSafeguards, Driver, FileKind, Geometry, Policy, ROOT, SearchBudget, WriteTrace,
};

const BUDGET: SearchBudget = SearchBudget { max_exhaustive_writes: 12, sampled_states: 24, recovery_crashes: 0 };

/// Returns whether any crash state violates the rules of the policy.
fn is_damaged(run: &WriteTrace) -> bool {
    let mut is_damaged = false;
    run.search_crash_states(BUDGET, 0, &mut |outcome: &CrashOutcome| {
        let lost = &outcome.comparison;
        is_damaged |= !outcome.report.problems.is_empty() || lost.phantom_objects > 0 || lost.lost_synced > 0;
        is_damaged |= lost.stale_pages > 0 && run.rules.data != DataRule::Unordered;
    });
    is_damaged
}

/// Returns a small device that is nearly full, so that freed blocks are reused soon.
fn nearly_full_device() -> Geometry {
    Geometry { blocks: 1 + 64 + 110, group_blocks: 110, ..small() }
}

/// Removes a directory; a large file reuses the directory's blocks while the log still contains their old images.
fn run_block_reuse(policy: Policy, disabled: DisabledSafeguards) -> WriteTrace {
    let rules = rules_without(policy, disabled);
    let mut driver = Driver::new(nearly_full_device(), rules, SECOND / 100, 1).unwrap();
    replace_directory(&mut driver, SECOND);
    driver.finish()
}

/// Makes and removes a directory and, after `pause`, writes a file that fills the device.
fn replace_directory(driver: &mut Driver, pause: u64) {
    let directory = driver.make(ROOT, 1, FileKind::Directory).unwrap();
    for name in 10..30 {
        driver.make(directory, name, FileKind::File).unwrap();
    }
    driver.sync(0).unwrap();
    driver.advance(driver.now() + SECOND);
    for name in 10..30 {
        driver.remove(directory, name, FileKind::File).unwrap();
    }
    driver.remove(ROOT, 1, FileKind::Directory).unwrap();
    driver.sync(0).unwrap();
    driver.advance(driver.now() + pause);
    let file = driver.make(ROOT, 2, FileKind::File).unwrap();
    // Write until the device is full.
    let mut end = 0;
    while driver.write(file, end, 4096).is_ok() {
        end += 4096;
    }
    driver.sync(file).unwrap();
    driver.advance(driver.now() + SECOND);
}

const JOURNALING: [Policy; 6] =
    [Policy::Writeback, Policy::Ordered, Policy::Journal, Policy::Reiser, Policy::Logical, Policy::LogicalDelayed];

#[test]
fn replay_without_revoke_records_overwrites_new_data() {
    let without = DisabledSafeguards { no_revoke: true, ..DisabledSafeguards::default() };
    for policy in JOURNALING {
        assert!(!is_damaged(&run_block_reuse(policy, DisabledSafeguards::default())), "{policy:?} with its rules");
        // In journal mode, the image of the new data follows the old image in the log.
        let expected = policy != Policy::Journal;
        assert_eq!(is_damaged(&run_block_reuse(policy, without)), expected, "{policy:?}");
    }
}

/// The checkpoint of an older transaction ends right before the transaction that contains the images of the freed
/// blocks.
#[test]
fn freed_block_in_oldest_transaction_is_not_reused() {
    let rules = rules_without(Policy::Reiser, DisabledSafeguards::default());
    let mut driver = Driver::new(nearly_full_device(), rules, SECOND / 100, 1).unwrap();
    driver.make(ROOT, 3, FileKind::File).unwrap();
    driver.sync(0).unwrap();
    driver.advance(rules.expiry / 2);
    replace_directory(&mut driver, rules.expiry * 3 / 4);
    assert!(!is_damaged(&driver.finish()));
}

#[test]
fn commit_without_barriers_reaches_medium_before_its_images() {
    let without = DisabledSafeguards { no_barrier: true, ..DisabledSafeguards::default() };
    for policy in JOURNALING {
        assert!(is_damaged(&run_stream(small(), rules_without(policy, without), 0, 60)), "{policy:?}");
    }
}

#[test]
fn block_reused_before_commit_exposes_stale_data() {
    let without = DisabledSafeguards { early_reuse: true, ..DisabledSafeguards::default() };
    for policy in JOURNALING {
        let run = |seed| run_stream(nearly_full_device(), rules_without(policy, without), seed, 60);
        let is_caught = (0..20).any(|seed| is_damaged(&run(seed)));
        // In journal mode, a block's home write never precedes the commit that freed the block.
        assert_eq!(is_caught, policy != Policy::Journal, "{policy:?}");
    }
}

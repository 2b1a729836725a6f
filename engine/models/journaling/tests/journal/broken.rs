//! Each rule is there for something: without it the same search finds damage.

use crate::stream::{SECOND, broken, recorded, small};
use pathlength_journaling::{Broken, Cut, DataRule, Driver, Effort, FileKind, Geometry, Policy, ROOT, Recorded};

const EFFORT: Effort = Effort { complete: 12, sampled: 24, again: 0 };

/// Whether any cut shows what the rules exclude.
fn damaged(run: &Recorded) -> bool {
    let mut damaged = false;
    run.search(EFFORT, 0, &mut |cut: &Cut| {
        let found = &cut.comparison;
        damaged |= !cut.survey.problems.is_empty() || found.strange > 0 || found.broken_promises > 0;
        damaged |= found.foreign > 0 && run.rules.data != DataRule::Unordered;
    });
    damaged
}

/// A small device that is nearly full: what is freed is used again soon.
fn nearly_full() -> Geometry {
    Geometry { blocks: 1 + 64 + 110, group_blocks: 110, ..small() }
}

/// A directory and a large file are removed, and other files take their blocks while the log still has the old images.
fn freed_and_used_again(policy: Policy, rules: Broken) -> Recorded {
    let mut driver = Driver::new(nearly_full(), broken(policy, rules), SECOND / 100, 1).unwrap();
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
    driver.advance(driver.now() + SECOND);
    let file = driver.make(ROOT, 2, FileKind::File).unwrap();
    // Until the device is full.
    let mut end = 0;
    while driver.write(file, end, 4096).is_ok() {
        end += 4096;
    }
    driver.sync(file).unwrap();
    driver.advance(driver.now() + SECOND);
    driver.finish()
}

const JOURNALING: [Policy; 6] =
    [Policy::Writeback, Policy::Ordered, Policy::Journal, Policy::Reiser, Policy::Logical, Policy::LogicalDelayed];

#[test]
fn without_revoke_records_an_old_image_comes_back_over_new_data() {
    let without = Broken { no_revoke: true, ..Broken::default() };
    for policy in JOURNALING {
        assert!(!damaged(&freed_and_used_again(policy, Broken::default())), "{policy:?} with its rules");
        // Where data goes through the log too, its own image comes after the old one.
        let expected = policy != Policy::Journal;
        assert_eq!(damaged(&freed_and_used_again(policy, without)), expected, "{policy:?}");
    }
}

#[test]
fn without_barriers_a_commit_is_on_the_medium_before_what_it_commits() {
    let without = Broken { no_barrier: true, ..Broken::default() };
    for policy in JOURNALING {
        assert!(damaged(&recorded(small(), broken(policy, without), 0, 60)), "{policy:?}");
    }
}

#[test]
fn a_block_that_is_used_again_before_the_commit_shows_others_data() {
    let without = Broken { early_reuse: true, ..Broken::default() };
    for policy in JOURNALING {
        let caught = (0..20).any(|seed| damaged(&recorded(nearly_full(), broken(policy, without), seed, 60)));
        // Where data goes through the log too, nothing is written home before the commit that freed the block.
        assert_eq!(caught, policy != Policy::Journal, "{policy:?}");
    }
}

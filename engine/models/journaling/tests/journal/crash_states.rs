//! Crash states after every write of many short streams, and sampled crash states of long streams.

use crate::operation_stream::{SECOND, rules, run_stream, small};
use pathlength_journaling::{CrashOutcome, DataRule, Geometry, LogKind, LossKind, Policy, SearchBudget, WriteTrace};
use std::collections::BTreeSet;

const STREAMS: u64 = 200;
const BUDGET: SearchBudget = SearchBudget { max_exhaustive_writes: 12, sampled_states: 24, recovery_crashes: 1 };
const NAMES: [LossKind; 3] = [LossKind::Missing, LossKind::Resurrected, LossKind::OldName];

/// Asserts that recovery leaves no damage that the rules of the policy exclude.
pub(crate) fn assert_rules_hold(policy: Policy, run: &WriteTrace, outcome: &CrashOutcome, seed: u64) {
    let context = || format!("{policy:?}, stream {seed}, epoch {}, {:?}", outcome.epoch, outcome.recovery);
    assert_eq!(outcome.report.problems, [], "{}", context());
    if run.rules.log == LogKind::None {
        return;
    }
    let lost = &outcome.comparison;
    assert_eq!(lost.phantom_objects, 0, "a name that never existed: {}", context());
    assert_eq!(lost.lost_synced, 0, "synced and lost: {}: {lost:?}", context());
    if run.rules.data != DataRule::Unordered {
        assert_eq!(lost.stale_pages, 0, "stale pages: {}", context());
    }
    // Daemons wake twice per second, and a commit may wait for the previous commit.
    let max_age = run.rules.commit_interval + SECOND / 2 + 2 * run.max_commit_ns;
    let mut bounded = NAMES.to_vec();
    if run.rules.data != DataRule::Unordered {
        bounded.extend([LossKind::OldPage, LossKind::ZeroPage]);
    }
    let age = lost.oldest(&bounded).map_or(0, |since| outcome.at - since);
    assert!(age <= max_age, "{age} ns of work lost, more than {max_age}: {}", context());
}

/// Searches the crash states of all streams of a policy; returns the total numbers of stale pages and zero pages.
fn search(policy: Policy) -> (u32, usize) {
    let (mut stale_pages, mut zero_pages) = (0, 0);
    // Records are smaller than block images, so a log of records wraps around only if it is smaller.
    let is_logical = matches!(policy, Policy::Logical | Policy::LogicalDelayed);
    let geometry = if is_logical { Geometry { blocks: 1 + 40 + 2 * 160, log_blocks: 40, ..small() } } else { small() };
    let (mut recoveries, mut exhaustive, mut sampled) = (0, 0, 0);
    for seed in 0..STREAMS {
        let run = run_stream(geometry, rules(policy), seed, 60);
        let stats = run.search_crash_states(BUDGET, seed, &mut |outcome| {
            assert_rules_hold(policy, &run, outcome, seed);
            stale_pages += outcome.comparison.stale_pages;
            zero_pages += outcome.comparison.count(LossKind::ZeroPage);
        });
        assert!(stats.crash_states >= run.log.epoch_ends.len() as u64 / 2, "{policy:?}, stream {seed}: {stats:?}");
        assert_eq!(stats.diverging_recoveries, 0, "{policy:?}, stream {seed}: a crash changed the recovery");
        exhaustive += stats.exhaustive_epochs;
        sampled += stats.sampled_epochs;
        recoveries += stats.recovery_crashes;
    }
    assert!(recoveries > 1000, "{policy:?}: only {recoveries} crashes during recoveries");
    // With a log, most undetermined blocks are never read, so nearly all epochs are searched exhaustively.
    assert!(
        policy == Policy::None || sampled * 50 < exhaustive,
        "{policy:?}: {sampled} of {exhaustive} epochs only sampled"
    );
    (stale_pages, zero_pages)
}

#[test]
fn repair_without_log_leaves_consistent_structure() {
    search(Policy::None);
}

#[test]
fn writeback_mode_is_consistent_but_exposes_stale_pages() {
    assert!(search(Policy::Writeback).0 > 0);
}

#[test]
fn ordered_mode_never_exposes_stale_pages() {
    search(Policy::Ordered);
}

#[test]
fn journal_mode_never_exposes_stale_pages() {
    search(Policy::Journal);
}

#[test]
fn single_tree_with_logged_blocks_is_consistent_after_crash() {
    search(Policy::Reiser);
}

#[test]
fn logical_log_is_consistent_but_exposes_stale_pages() {
    assert!(search(Policy::Logical).0 > 0);
}

#[test]
fn delayed_allocation_leaves_zeros_rather_than_stale_pages() {
    let (stale_pages, zero_pages) = search(Policy::LogicalDelayed);
    assert!(zero_pages > stale_pages as usize, "{zero_pages} zero pages, {stale_pages} stale pages");
}

#[test]
fn long_streams_survive_sampled_crashes() {
    let large = Geometry { blocks: 1 + 200 + 6 * 400, group_blocks: 400, group_inodes: 64, log_blocks: 200, ..small() };
    let budget = SearchBudget { max_exhaustive_writes: 0, sampled_states: 1, recovery_crashes: 0 };
    for policy in Policy::ALL {
        let run = run_stream(large, rules(policy), 7, 800);
        let mut crashes = 0;
        run.search_crash_states(budget, 7, &mut |outcome| {
            assert_rules_hold(policy, &run, outcome, 7);
            crashes += 1;
        });
        assert!(crashes > 40, "{policy:?}: only {crashes} crashes");
    }
}

/// The distinct outcomes of an epoch, and the maximum numbers of stale pages and losses in any outcome.
type EpochOutcomes = (BTreeSet<String>, u32, usize);

fn add_outcome(outcomes: &mut EpochOutcomes, outcome: &CrashOutcome) {
    outcomes.0.insert(format!("{:?} {:?}", outcome.recovery, outcome.report.names));
    outcomes.1 = outcomes.1.max(outcome.comparison.stale_pages);
    outcomes.2 = outcomes.2.max(outcome.comparison.losses.len());
}

#[test]
fn exhaustive_search_equals_trial_of_every_subset() {
    for policy in Policy::ALL {
        let mut compared = 0;
        for seed in 0..12 {
            let run = run_stream(small(), rules(policy), seed, 30);
            let mut found: Vec<EpochOutcomes> = vec![Default::default(); run.log.epoch_ends.len() + 1];
            let budget = SearchBudget { max_exhaustive_writes: 1000, sampled_states: 0, recovery_crashes: 0 };
            let writes_of = |epoch: u32| {
                let first = run.log.writes.partition_point(|write| write.epoch < epoch);
                first..run.log.writes.partition_point(|write| write.epoch <= epoch)
            };
            // Skip streams with larger epochs, which have too many subsets for an exhaustive search.
            if (0..found.len()).any(|epoch| writes_of(epoch as u32).len() > 14) {
                continue;
            }
            run.search_crash_states(budget, seed, &mut |outcome| {
                add_outcome(&mut found[outcome.epoch as usize], outcome);
            });
            for (epoch, searched) in found.iter().enumerate() {
                let writes = writes_of(epoch as u32);
                if writes.is_empty() || writes.len() > 8 {
                    continue;
                }
                let mut tried = EpochOutcomes::default();
                for subset in 0..1_u32 << writes.len() {
                    let survives = &mut |at: usize| subset & (1 << (at - writes.start)) != 0;
                    add_outcome(&mut tried, &run.crash_after(writes.end - 1, survives));
                }
                assert_eq!(*searched, tried, "{policy:?}, stream {seed}, epoch {epoch}");
                compared += 1;
            }
        }
        assert!(compared > 0, "{policy:?}: nothing was compared");
    }
}

//! A power cut after every write of many short streams, and here and there in long ones.

use crate::stream::{SECOND, recorded, rules, small};
use pathlength_journaling::{Cut, DataRule, Effort, Geometry, LogKind, LossKind, Policy, Recorded};
use std::collections::BTreeSet;

const STREAMS: u64 = 200;
const EFFORT: Effort = Effort { complete: 12, sampled: 24, again: 1 };
const NAMES: [LossKind; 3] = [LossKind::Missing, LossKind::Returned, LossKind::Name];

/// What no cut may show after recovery, by the rules of the policy.
fn judge(policy: Policy, run: &Recorded, cut: &Cut, seed: u64) {
    let place = || format!("{policy:?}, stream {seed}, epoch {}, {:?}", cut.epoch, cut.recovery);
    assert_eq!(cut.survey.problems, [], "{}", place());
    if run.rules.log == LogKind::None {
        return;
    }
    let lost = &cut.comparison;
    assert_eq!(lost.strange, 0, "a name that never was: {}", place());
    assert_eq!(lost.broken_promises, 0, "synced and lost: {}: {lost:?}", place());
    if run.rules.data != DataRule::Unordered {
        assert_eq!(lost.foreign, 0, "pages of others: {}", place());
    }
    // Daemons look after their work twice a second; a commit may wait for the one before it.
    let commit = run.rules.commit_interval + SECOND / 2 + 2 * run.longest_commit;
    let mut bounded = NAMES.to_vec();
    if run.rules.data != DataRule::Unordered {
        bounded.extend([LossKind::Page, LossKind::Hole]);
    }
    let age = lost.oldest(&bounded).map_or(0, |since| cut.at - since);
    assert!(age <= commit, "{age} ns of work lost, not {commit}: {}", place());
}

/// Searches all streams of a policy; the counts of foreign pages and holes in all.
fn search(policy: Policy) -> (u32, usize) {
    let (mut foreign, mut holes) = (0, 0);
    // Records take less room than images: only a smaller log is written round and round.
    let logical = matches!(policy, Policy::Logical | Policy::LogicalDelayed);
    let geometry = if logical { Geometry { blocks: 1 + 40 + 2 * 160, log_blocks: 40, ..small() } } else { small() };
    let (mut recoveries, mut complete, mut sampled) = (0, 0, 0);
    for seed in 0..STREAMS {
        let run = recorded(geometry, rules(policy), seed, 60);
        let searched = run.search(EFFORT, seed, &mut |cut| {
            judge(policy, &run, cut, seed);
            foreign += cut.comparison.foreign;
            holes += cut.comparison.count(LossKind::Hole);
        });
        assert!(searched.cuts >= run.log.ended.len() as u64 / 2, "{policy:?}, stream {seed}: {searched:?}");
        assert_eq!(searched.differing, 0, "{policy:?}, stream {seed}: a recovery cut short gave something else");
        complete += searched.complete;
        sampled += searched.sampled;
        recoveries += searched.again;
    }
    assert!(recoveries > 1000, "{policy:?}: only {recoveries} cuts during recoveries");
    // With a log most of what a cut leaves open does not matter, so that nearly all epochs are searched to their end.
    assert!(
        policy == Policy::None || sampled * 50 < complete,
        "{policy:?}: {sampled} of {complete} epochs only sampled"
    );
    (foreign, holes)
}

#[test]
fn after_a_repair_without_a_log_the_structure_is_sound() {
    search(Policy::None);
}

#[test]
fn writeback_keeps_the_structure_and_shows_stale_pages() {
    assert!(search(Policy::Writeback).0 > 0);
}

#[test]
fn ordered_data_is_never_foreign() {
    search(Policy::Ordered);
}

#[test]
fn journaled_data_is_never_foreign() {
    search(Policy::Journal);
}

#[test]
fn one_tree_logged_as_blocks_is_whole_after_every_cut() {
    search(Policy::Reiser);
}

#[test]
fn logical_records_keep_the_structure_and_show_stale_pages() {
    assert!(search(Policy::Logical).0 > 0);
}

#[test]
fn delayed_allocation_leaves_holes_rather_than_stale_pages() {
    let (foreign, holes) = search(Policy::LogicalDelayed);
    assert!(holes > foreign as usize, "{holes} holes, {foreign} foreign pages");
}

#[test]
fn long_streams_survive_cuts_here_and_there() {
    let large = Geometry { blocks: 1 + 200 + 6 * 400, group_blocks: 400, group_inodes: 64, log_blocks: 200, ..small() };
    for policy in Policy::ALL {
        let run = recorded(large, rules(policy), 7, 800);
        let mut cuts = 0;
        run.search(Effort { complete: 0, sampled: 1, again: 0 }, 7, &mut |cut| {
            judge(policy, &run, cut, 7);
            cuts += 1;
        });
        assert!(cuts > 40, "{policy:?}: only {cuts} cuts");
    }
}

#[test]
fn the_search_sees_what_trying_every_subset_sees() {
    for policy in Policy::ALL {
        let mut compared = 0;
        for seed in 0..12 {
            let run = recorded(small(), rules(policy), seed, 30);
            let outcome = |cut: &Cut| format!("{:?} {:?}", cut.recovery, cut.survey.named);
            let mut found: Vec<(BTreeSet<String>, u32, usize)> = vec![Default::default(); run.log.ended.len() + 1];
            let all = Effort { complete: 1000, sampled: 0, again: 0 };
            // More than ten writes would be too many subsets to try; of those only the first streams are searched.
            let of = |epoch: u32| {
                let first = run.log.writes.partition_point(|write| write.epoch < epoch);
                first..run.log.writes.partition_point(|write| write.epoch <= epoch)
            };
            if (0..found.len()).any(|epoch| of(epoch as u32).len() > 14) {
                continue;
            }
            run.search(all, seed, &mut |cut| {
                let seen = &mut found[cut.epoch as usize];
                seen.0.insert(outcome(cut));
                seen.1 = seen.1.max(cut.comparison.foreign);
                seen.2 = seen.2.max(cut.comparison.losses.len());
            });
            for (epoch, seen) in found.iter().enumerate() {
                let writes = of(epoch as u32);
                if writes.is_empty() || writes.len() > 8 {
                    continue;
                }
                let mut tried: (BTreeSet<String>, u32, usize) = Default::default();
                for subset in 0..1_u32 << writes.len() {
                    let cut = run.cut_after(writes.end - 1, &mut |at| subset & (1 << (at - writes.start)) != 0);
                    tried.0.insert(outcome(&cut));
                    tried.1 = tried.1.max(cut.comparison.foreign);
                    tried.2 = tried.2.max(cut.comparison.losses.len());
                }
                assert_eq!(*seen, tried, "{policy:?}, stream {seed}, epoch {epoch}");
                compared += 1;
            }
        }
        assert!(compared > 0, "{policy:?}: nothing was compared");
    }
}

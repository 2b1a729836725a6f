//! Torn writes, bit rot, and lost flushes: the damage that a recovery recognizes. A torn page is never reported as
//! kept.

use crate::operation_stream::PAUSE_S;
use pathlength_journaling::crash::{
    CrashExperiment, CrashPoint, CrashSummary, Disk, ExperimentConfig, Loss, WorkloadScript, WriteKind,
};
use pathlength_journaling::{Content, DisabledSafeguards, LogKind, PageFate, Policy, Rules};
use pathlength_model::Word;

fn experiment(policy: Policy, script: WorkloadScript, stream: u32, checksums: bool) -> CrashExperiment {
    let disabled_safeguards = DisabledSafeguards::default();
    let config =
        ExperimentConfig { policy, disabled_safeguards, checksums, script, stream, operations: 60, pause_s: PAUSE_S };
    CrashExperiment::new(config).unwrap()
}

fn log(policy: Policy) -> LogKind {
    Rules::of(policy).log
}

/// Calls `visit` for a crash after every write, with all policies and scripts and two streams of each script.
fn every_crash(checksums: bool, visit: &mut dyn FnMut(Policy, &CrashExperiment, u32)) {
    for policy in Policy::ALL {
        for script in WorkloadScript::MEANINGS {
            for stream in [1, 2] {
                let experiment = experiment(policy, *script, stream, checksums);
                for last_write in 0..experiment.writes().len() as u32 {
                    visit(policy, &experiment, last_write);
                }
            }
        }
    }
}

/// Returns the counts that describe the result of a crash, but not those of the recovery's work.
fn result(summary: &CrashSummary) -> [u32; 9] {
    [
        summary.problems_after,
        summary.phantom_objects,
        summary.stale_pages,
        summary.old_pages,
        summary.zero_pages,
        summary.missing_objects,
        summary.resurrected_objects,
        summary.intact_pages,
        summary.lost_synced,
    ]
}

fn is_sound(summary: &CrashSummary) -> bool {
    summary.problems_after + summary.phantom_objects == 0
}

#[test]
fn torn_file_page_is_never_reported_as_kept() {
    let mut torn_pages = 0;
    every_crash(false, &mut |policy, experiment, last_write| {
        let write = &experiment.writes()[last_write as usize];
        let Content::Data(stamp) = write.content else { return };
        if WriteKind::from(write.kind) != WriteKind::Data {
            return;
        }
        let summary = experiment.fail(last_write, Disk::Cached, Loss::Torn).unwrap();
        assert_eq!((summary.damaged_blocks, summary.torn_write), (1, Some(last_write)));
        if let Some(file) = summary.files.iter().find(|file| file.identity == stamp.identity) {
            torn_pages += 1;
            let kept = file.pages.iter().filter(|fate| **fate == PageFate::Kept).count();
            let intact = experiment.fail(last_write, Disk::Cached, Loss::Nothing).unwrap();
            let intact = intact.files.iter().find(|file| file.identity == stamp.identity);
            let before = intact.map_or(0, |file| file.pages.iter().filter(|fate| **fate == PageFate::Kept).count());
            assert!(kept <= before, "{policy:?}: write {last_write} is torn");
            if stamp.page as usize + 1 == file.pages.len() {
                assert_ne!(file.pages.last(), Some(&PageFate::Kept), "{policy:?}: write {last_write} is torn");
            }
        }
    });
    assert!(torn_pages > 100, "{torn_pages} torn pages");
}

#[test]
fn log_of_whole_blocks_repairs_torn_writes() {
    every_crash(false, &mut |policy, experiment, last_write| {
        if log(policy) == LogKind::Physical {
            let summary = experiment.fail(last_write, Disk::Cached, Loss::Torn).unwrap();
            assert!(is_sound(&summary), "{policy:?}, write {last_write}: {summary:?}");
        }
    });
}

#[test]
fn log_of_records_recognizes_its_torn_blocks() {
    let mut recognized = 0;
    every_crash(false, &mut |policy, experiment, last_write| {
        if matches!(log(policy), LogKind::Logical { .. }) {
            let summary = experiment.fail(last_write, Disk::Cached, Loss::Torn).unwrap();
            let kind = WriteKind::from(experiment.writes()[last_write as usize].kind);
            if kind == WriteKind::Journal && summary.damaged_blocks > 0 {
                assert!(summary.recovery.damaged == 1 && is_sound(&summary), "{policy:?}, {last_write}: {summary:?}");
                recognized += 1;
            }
        }
    });
    assert!(recognized > 0, "no log block was torn");
}

#[test]
fn rot_in_the_log_is_recognized_with_checksums_and_only_then() {
    for checksums in [false, true] {
        let (mut rotten, mut unsound) = (0, 0);
        every_crash(checksums, &mut |policy, experiment, last_write| {
            let summary = experiment.fail(last_write, Disk::Cached, Loss::Rot).unwrap();
            assert!(summary.damaged_blocks == 0 || log(policy) != LogKind::None);
            let is_complete = experiment.fail(last_write, Disk::Cached, Loss::Nothing).unwrap().recovery.replayed > 0;
            if summary.damaged_blocks > 0 && is_complete {
                assert_eq!(summary.recovery.damaged, u32::from(checksums), "{policy:?}, write {last_write}");
                assert!(!checksums || summary.recovery.replayed == 0, "{policy:?}, write {last_write}");
                rotten += 1;
                unsound += u32::from(!is_sound(&summary));
            }
        });
        assert!(rotten > 100, "{rotten} rotten logs");
        assert!(checksums || unsound > 0, "unrecognized damage is in the file system");
    }
}

#[test]
fn lost_flush_damages_and_checksums_recognize_some_of_it() {
    let mut unsound = [0, 0];
    let mut recognized = 0;
    for (checksums, unsound) in [false, true].into_iter().zip(&mut unsound) {
        every_crash(checksums, &mut |policy, experiment, last_write| {
            if log(policy) == LogKind::Physical {
                let summary = experiment.fail(last_write, Disk::LostFlush, Loss::Alternate).unwrap();
                *unsound += u32::from(!is_sound(&summary));
                assert!(checksums || summary.recovery.damaged == 0, "{policy:?} has no checksums");
                recognized += u32::from(summary.recovery.damaged > 0);
            }
        });
    }
    let [without, with] = unsound;
    assert!(without > 0 && with < without && recognized > 0, "{without} without, {with} with, {recognized} recognized");
}

#[test]
fn checksums_change_nothing_without_damage() {
    for policy in Policy::ALL {
        for script in WorkloadScript::MEANINGS {
            let [plain, sealed] = [false, true].map(|checksums| experiment(policy, *script, 1, checksums));
            assert_eq!(plain.writes().len(), sealed.writes().len());
            for last_write in 0..plain.writes().len() as u32 {
                for loss in [Loss::Nothing, Loss::Oldest, Loss::Alternate, Loss::All] {
                    let [plain, sealed] =
                        [&plain, &sealed].map(|experiment| experiment.fail(last_write, Disk::Cached, loss).unwrap());
                    assert_eq!(result(&plain), result(&sealed), "{policy:?}, write {last_write}, {loss:?}");
                    assert_eq!(sealed.recovery.damaged, 0, "{policy:?}, write {last_write}, {loss:?}");
                }
            }
        }
    }
}

#[test]
fn named_loss_equals_the_crash_with_its_lost_writes() {
    every_crash(false, &mut |_, experiment, last_write| {
        let unflushed = experiment.unflushed_writes(last_write).unwrap();
        for (loss, lost_writes) in [(Loss::Nothing, Vec::new()), (Loss::All, unflushed.collect())] {
            let named = experiment.fail(last_write, Disk::Cached, loss).unwrap();
            assert_eq!(named.lost_writes, lost_writes);
            assert_eq!(named, experiment.crash(&CrashPoint { last_write, lost_writes }).unwrap());
        }
    });
}

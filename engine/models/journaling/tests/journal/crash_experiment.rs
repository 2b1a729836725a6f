//! The crash experiment: crashes at selected points.

use crate::operation_stream::PAUSE_S;
use pathlength_journaling::crash::{
    CrashExperiment, CrashPoint, CrashSummary, ExperimentConfig, MAX_STREAM, WorkloadScript,
};
use pathlength_journaling::{DataRule, DisabledSafeguards, FileFate, PageFate, Policy, Rules};
use pathlength_model::Word;

fn config(policy: Policy, script: WorkloadScript, disabled_safeguards: DisabledSafeguards) -> ExperimentConfig {
    ExperimentConfig {
        policy,
        disabled_safeguards,
        checksums: false,
        script,
        stream: 1,
        operations: 60,
        pause_s: PAUSE_S,
    }
}

/// Searches for the worst crash point and returns the summary of that crash.
fn worst(config: ExperimentConfig) -> CrashSummary {
    let mut experiment = CrashExperiment::new(config).unwrap();
    assert_eq!(experiment.worst(None), Ok(None));
    while experiment.search() {}
    experiment.crash(&experiment.worst(None).unwrap().unwrap()).unwrap()
}

/// Returns the figures by which the page ranks crashes, most important first.
fn severity(summary: &CrashSummary) -> (u32, u32, u32, u32, f64) {
    let lost = [
        summary.old_pages,
        summary.zero_pages,
        summary.missing_objects,
        summary.resurrected_objects,
        summary.old_names,
    ];
    let wrong = summary.problems_after + summary.phantom_objects;
    (wrong, summary.lost_synced, summary.stale_pages, lost.into_iter().sum(), summary.oldest_loss_s)
}

#[test]
fn worst_crash_is_at_least_as_severe_as_the_shown_one() {
    for policy in Policy::ALL {
        for script in WorkloadScript::MEANINGS {
            for stream in [1, 2, 7] {
                let config = ExperimentConfig { stream, ..config(policy, *script, DisabledSafeguards::default()) };
                let mut experiment = CrashExperiment::new(config).unwrap();
                while experiment.search() {}
                let writes = experiment.writes().len() as u32;
                // The page shows the first of these crash points; a reader can choose any of the others.
                for last_write in [2 * writes / 3, 0, writes / 3, writes / 2, writes - 1] {
                    let unflushed = experiment.unflushed_writes(last_write).unwrap();
                    for lost_writes in [unflushed.clone().collect(), unflushed.step_by(2).collect(), Vec::new()] {
                        let shown = CrashPoint { last_write, lost_writes };
                        let worst = experiment.worst(Some(&shown)).unwrap().unwrap();
                        let [worst, shown] = [&worst, &shown].map(|point| experiment.crash(point).unwrap());
                        assert!(
                            severity(&worst) >= severity(&shown),
                            "{policy:?}, {script:?}, run {stream}, after write {last_write}: {worst:?} against {shown:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Returns whether a crash violates the rules of the policy.
fn is_damaged(policy: Policy, summary: &CrashSummary) -> bool {
    let is_stale = summary.stale_pages > 0 && Rules::of(policy).data != DataRule::Unordered;
    summary.problems_after + summary.phantom_objects + summary.lost_synced > 0 || is_stale
}

fn journaling() -> impl Iterator<Item = Policy> {
    Policy::ALL.into_iter().filter(|policy| *policy != Policy::None)
}

#[test]
fn worst_crash_with_all_safeguards_does_no_damage() {
    for policy in journaling() {
        for script in WorkloadScript::MEANINGS {
            let summary = worst(config(policy, *script, DisabledSafeguards::default()));
            assert!(!is_damaged(policy, &summary), "{policy:?}, {script:?}: {summary:?}");
        }
    }
}

#[test]
fn script_shows_damage_of_its_disabled_safeguard() {
    let none = DisabledSafeguards::default();
    let scripts = [
        (WorkloadScript::Mixed, DisabledSafeguards { no_barrier: true, ..none }, true),
        (WorkloadScript::UsedAgain, DisabledSafeguards { no_revoke: true, ..none }, false),
        (WorkloadScript::AtOnce, DisabledSafeguards { early_reuse: true, ..none }, false),
    ];
    for (script, disabled, damages_journaled_data) in scripts {
        for policy in journaling() {
            let summary = worst(config(policy, script, disabled));
            // In journal mode, the image of the new data follows the old image in the log. A block's home write never
            // precedes the commit that freed the block.
            let expected = policy != Policy::Journal || damages_journaled_data;
            assert_eq!(is_damaged(policy, &summary), expected, "{policy:?}, {script:?}: {summary:?}");
        }
    }
}

#[test]
fn crash_loses_only_unflushed_writes() {
    for policy in Policy::ALL {
        let config = config(policy, WorkloadScript::Mixed, DisabledSafeguards::default());
        let experiment = CrashExperiment::new(config).unwrap();
        let writes = experiment.writes();
        let last = writes.len() as u32 - 1;
        let crash = |last_write, lost_writes| experiment.crash(&CrashPoint { last_write, lost_writes });
        assert!((40..2000).contains(&writes.len()), "{policy:?}: {}", writes.len());
        for last_write in [0, last / 2, last] {
            let unflushed = experiment.unflushed_writes(last_write).unwrap();
            let epoch = writes[last_write as usize].epoch;
            assert!(unflushed.clone().all(|at| writes[at as usize].epoch == epoch));
            let all = crash(last_write, unflushed.clone().collect()).unwrap();
            let none = crash(last_write, Vec::new()).unwrap();
            assert!(all.oldest_loss_s >= 0.0 && none.oldest_loss_s <= none.crashed_at_s);
            assert_eq!(none.problems_after, 0, "{policy:?} after {last_write}: recovery repairs everything");
            if let Some(flushed) = unflushed.start().checked_sub(1) {
                assert!(crash(last_write, vec![flushed]).unwrap_err().contains("cannot be lost"));
            }
        }
        assert!((0..=last).all(|at| !experiment.describe(at).is_empty()));
        assert!(experiment.describe(last + 1).is_empty());
        assert!(crash(last + 1, Vec::new()).unwrap_err().contains("choose one"));
    }
}

#[test]
fn crash_after_sync_of_everything_loses_no_synced_data() {
    for policy in Policy::ALL {
        let config = config(policy, WorkloadScript::UsedAgain, DisabledSafeguards::default());
        let experiment = CrashExperiment::new(config).unwrap();
        let last_write = experiment.writes().len() as u32 - 1;
        let found = experiment.crash(&CrashPoint { last_write, lost_writes: Vec::new() }).unwrap();
        let damage = (found.lost_synced, found.problems_after, found.stale_pages);
        assert_eq!(damage, (0, 0, 0), "{policy:?}: {found:?}");
    }
}

#[test]
fn experiment_with_unknown_stream_is_refused() {
    let config = config(Policy::Ordered, WorkloadScript::Mixed, DisabledSafeguards::default());
    let error = CrashExperiment::new(ExperimentConfig { stream: MAX_STREAM + 1, ..config }).unwrap_err();
    assert!(error.contains("choose a number from 0 to 9999"), "{error}");
}

#[test]
fn files_of_a_crash_add_up_to_its_counts() {
    for policy in Policy::ALL {
        for script in WorkloadScript::MEANINGS {
            let experiment = CrashExperiment::new(config(policy, *script, DisabledSafeguards::default())).unwrap();
            let writes = experiment.writes().len() as u32;
            for last_write in [0, writes / 3, writes / 2, 2 * writes / 3, writes - 1] {
                let lost_writes = experiment.unflushed_writes(last_write).unwrap().collect();
                let summary = experiment.crash(&CrashPoint { last_write, lost_writes }).unwrap();
                let pages = |fate: PageFate| {
                    let there = summary.files.iter().filter(|file| file.fate != FileFate::Missing);
                    there.flat_map(|file| &file.pages).filter(|page| **page == fate).count() as u32
                };
                let context = format!("{policy:?}, {script:?}, after write {last_write}: {summary:?}");
                assert_eq!(pages(PageFate::Kept), summary.intact_pages, "{context}");
                assert_eq!(pages(PageFate::Foreign), summary.stale_pages, "{context}");
                assert_eq!(pages(PageFate::Zero), summary.zero_pages, "{context}");
                assert!(pages(PageFate::Lost) <= summary.old_pages, "{context}");
                let count = |fate: FileFate| summary.files.iter().filter(|file| file.fate == fate).count() as u32;
                // The summary also counts missing and resurrected directories.
                assert!(count(FileFate::Missing) <= summary.missing_objects, "{context}");
                assert!(count(FileFate::Resurrected) <= summary.resurrected_objects, "{context}");
            }
        }
    }
}

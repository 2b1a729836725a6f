//! An observed run equals the model at its end, and its progress never decreases.

use crate::parameters::parameters;
use pathlength_journaling::{Model, ObservedRun, Scenario};
use pathlength_model::{Setting, Settings};

const POLICIES: [&str; 7] = ["ext2", "writeback", "ordered", "journal", "reiserfs", "jfs", "xfs"];

fn model() -> Model {
    let values = parameters();
    Model::new(&|name| values.get(name).copied()).unwrap()
}

fn scenario(policy: &str, study: &str) -> Scenario {
    let mut settings = Settings::default();
    for (name, word) in [("policy", policy), ("study", study)] {
        settings.set(name, Setting::Word(word.to_owned()));
    }
    // The memory and the log are small, so that clients wait for both.
    for (name, value) in
        [("clients", 8.0), ("cycles", 1.0), ("size_gib", 2.0), ("memory_mib", 128.0), ("disks", 2.0), ("log_mib", 8.0)]
    {
        settings.set(name, Setting::Number(value));
    }
    Scenario::from_settings(&settings).unwrap()
}

fn of(run: &ObservedRun, output: &str) -> f64 {
    run.evaluation().output(output).unwrap()
}

#[test]
fn observed_run_in_any_steps_equals_model() {
    let mut model = model();
    for (policy, events) in POLICIES.into_iter().zip([1, 7, 100, 999, 5000, 12_345, u32::MAX]) {
        let asked = scenario(policy, "load");
        let mut run = model.observe(&asked).unwrap();
        while !run.step(events).unwrap() {}
        assert_eq!(run.evaluation(), model.evaluate_scenario(&asked).unwrap(), "{policy}");
        assert!((run.progress() - 1.0).abs() < 1e-12, "{policy}");
    }
}

#[test]
fn interleaved_observed_runs_are_independent() {
    let mut model = model();
    let mut runs = POLICIES.map(|policy| model.observe(&scenario(policy, "load")).unwrap());
    let mut left = runs.len();
    while left > 0 {
        left = runs.iter_mut().map(|run| usize::from(!run.step(500).unwrap())).sum();
    }
    for (policy, run) in POLICIES.into_iter().zip(runs) {
        assert_eq!(run.evaluation(), model.evaluate_scenario(&scenario(policy, "load")).unwrap(), "{policy}");
    }
}

#[test]
fn observed_run_time_bytes_and_waits_never_decrease() {
    const GROWING: [&str; 9] = [
        "seconds",
        "written",
        "read",
        "requests",
        "overwrite_wait",
        "transaction_wait",
        "checkpoint_wait",
        "throttle_wait",
        "read_wait",
    ];
    let mut model = model();
    for policy in POLICIES {
        let mut run = model.observe(&scenario(policy, "load")).unwrap();
        let (mut before, mut progress) = ([0.0; GROWING.len()], 0.0);
        loop {
            let ended = run.step(200).unwrap();
            let now = GROWING.map(|output| of(&run, output));
            assert!(now.iter().zip(before).all(|(now, before)| *now >= before), "{policy}: {before:?} {now:?}");
            assert!(run.progress() >= progress && run.progress() <= 1.0, "{policy}");
            assert!((run.seconds() - now[0]).abs() < 1e-12);
            // Eight clients cannot wait longer than eight times the elapsed time.
            assert!(of(&run, "waiting") <= 8.0 * now[0] * (1.0 + 1e-12), "{policy}: {now:?}");
            (before, progress) = (now, run.progress());
            if ended {
                break;
            }
        }
        assert!(progress > 0.0);
    }
}

#[test]
fn observed_run_counts_ongoing_waits_immediately() {
    let mut run = model().observe(&scenario("journal", "load")).unwrap();
    let (mut before, mut growing, mut max_growing) = (0.0, 0, 0);
    while !run.step(1).unwrap() {
        let waited = of(&run, "waiting");
        growing = if waited > before { growing + 1 } else { 0 };
        (before, max_growing) = (waited, max_growing.max(growing));
    }
    // If waits were counted only at their end, the total would rarely grow in many consecutive events.
    assert!(max_growing > 20, "{max_growing}");
}

/// Returns the timeline of a run: for each sample, the elapsed seconds and the megabytes moved so far.
fn timeline(run: &ObservedRun) -> Vec<(f64, f64)> {
    run.timeline().map(|outcome| (outcome.seconds, outcome.throughput_mb_s * outcome.seconds)).collect()
}

#[test]
fn timeline_in_any_steps_is_identical_and_reaches_the_end() {
    let mut model = model();
    let asked = scenario("journal", "load");
    let courses = [1, 1000, u32::MAX].map(|events| {
        let mut run = model.observe(&asked).unwrap();
        while !run.step(events).unwrap() {}
        let timeline = timeline(&run);
        let last = (run.seconds(), of(&run, "throughput") * run.seconds());
        assert_eq!(timeline.last(), Some(&last));
        timeline
    });
    assert_eq!(courses[0], courses[1]);
    assert_eq!(courses[0], courses[2]);
    let timeline = &courses[0];
    assert!(timeline.len() > 8, "{timeline:?}");
    for pair in timeline.windows(2) {
        assert!(pair[1].0 >= pair[0].0 && pair[1].1 >= pair[0].1 - 1e-9, "{pair:?}");
    }
}

#[test]
fn long_run_timeline_keeps_at_most_513_even_samples() {
    let mut settings = Settings::default();
    settings.set("policy", Setting::Word("journal".to_owned()));
    for (name, value) in [("clients", 8.0), ("cycles", 2.0), ("size_gib", 2.0), ("disks", 1.0), ("log_mib", 4.0)] {
        settings.set(name, Setting::Number(value));
    }
    // The disk is so slow that samples at the initial interval would exceed the limit.
    for (name, value) in [("position_ms", 100.0), ("disk_mbs", 1.0)] {
        settings.set(name, Setting::Number(value));
    }
    let mut run = model().observe(&Scenario::from_settings(&settings).unwrap()).unwrap();
    while !run.step(u32::MAX).unwrap() {}
    let timeline = timeline(&run);
    assert!(run.seconds() > 0.25 * 600.0, "{}", run.seconds());
    assert!(timeline.len() > 200 && timeline.len() <= 513, "{}", timeline.len());
    let gaps: Vec<f64> = timeline[..timeline.len() - 1].windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    assert!(gaps.iter().all(|gap| *gap < 3.0 * mean), "{mean} {gaps:?}");
}

#[test]
fn observation_of_other_studies_is_refused() {
    for study in ["cut", "growth"] {
        let words = model().observe(&scenario("ordered", study)).unwrap_err().to_string();
        assert!(words.contains("study"), "{words}");
    }
}

//! The journaling model as a lab uses it.

use crate::parameters::parameters;
use pathlength_journaling::fragmentation::AgingRounds;
use pathlength_journaling::load::Profile;
use pathlength_journaling::performance::Costs;
use pathlength_journaling::recovery_time::RecoveryCosts;
use pathlength_journaling::{CrashWork, Model};
use pathlength_model::{Model as _, NamedModel, Setting, Settings};
use std::collections::BTreeSet;

fn model() -> Model {
    let values = parameters();
    Model::open(&|name| values.get(name).copied()).unwrap()
}

fn settings(policy: &str, numbers: &[(&str, f64)]) -> Settings {
    let mut settings = Settings::default();
    settings.set("policy", Setting::Word(policy.to_owned()));
    settings.set("cycles", Setting::Number(1.0));
    settings.set("size_gib", Setting::Number(2.0));
    for (name, value) in numbers {
        settings.set(name, Setting::Number(*value));
    }
    settings
}

/// Parameters that older compiled labs lack; the values in the code then differed from today's.
const CHANGED: [&str; 3] = ["early_from", "reads_from", "reads_to"];

/// Parameters that older compiled labs lack; the values in the code then were the same as today's.
const MOVED: [&str; 29] = [
    "empty_to",
    "directory_life",
    "directory_names",
    "experiment_pause_s",
    "crash_pause_s",
    "earliest_crash_percent",
    "unflushed_survival",
    "aging_pages",
    "aging_excess",
    "aging_max_filled_percent",
    "experiment_operations",
    "crash_work_s",
    "crash_clients",
    "crash_request_ms",
    "crashes",
    "crash_settled_s",
    "aging_groups",
    "aging_group_blocks",
    "aging_log_blocks",
    "growing_files",
    "growing_pages",
    "busy_work_s",
    "busy_pause_ms",
    "busy_directories",
    "busy_file_bytes",
    "busy_files",
    "busy_crashes",
    "uncached_seek_ms",
    "revolution_ms",
];

#[test]
fn former_names_of_parameters_are_read() {
    let mut values = parameters();
    for (now, then) in [("earliest_crash_percent", "crash_from"), ("aging_max_filled_percent", "aging_most")] {
        values.remove(now);
        values.insert(then.to_owned(), 12.0);
    }
    let value = |name: &str| values.get(name).copied();
    assert!((CrashWork::new(&value).unwrap().earliest_crash_percent - 12.0).abs() < 1e-12);
    assert!((AgingRounds::new(&value).unwrap().aging_max_filled_percent - 12.0).abs() < 1e-12);
}

#[test]
fn lab_without_moved_parameters_computes_the_same() {
    let values = parameters();
    let now = |name: &str| values.get(name).copied();
    let then = |name: &str| now(name).filter(|_| !MOVED.contains(&name));
    assert_eq!(Profile::new(&now), Profile::new(&then));
    assert_eq!(RecoveryCosts::new(&now), RecoveryCosts::new(&then));
    assert_eq!(Costs::new(&now), Costs::new(&then));
    assert_eq!(CrashWork::new(&now), CrashWork::new(&then));
    assert_eq!(AgingRounds::new(&now), AgingRounds::new(&then));
}

#[test]
fn lab_parameters_equal_model_parameters() {
    let asked: BTreeSet<&str> = Model::PARAMETERS.iter().copied().collect();
    let values = parameters();
    let has: BTreeSet<&str> = values.keys().map(String::as_str).collect();
    assert_eq!(asked, has);
    for name in asked.into_iter().filter(|name| !CHANGED.contains(name) && !MOVED.contains(name)) {
        let without = Model::open(&|known| values.get(known).copied().filter(|_| known != name));
        assert!(without.unwrap_err().to_string().contains(name), "{name}");
    }
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    let values = parameters();
    for (name, value) in [
        ("empty_to", 101.0),
        ("directory_life", 101.0),
        ("directory_names", 0.5),
        ("experiment_pause_s", 0.0),
        ("experiment_pause_s", 1e9),
        ("crash_pause_s", 0.0),
        ("earliest_crash_percent", 101.0),
        ("experiment_operations", 0.0),
        ("crash_work_s", 1e9),
        ("crash_clients", 1.5),
        ("crash_request_ms", 0.0),
        ("crashes", 0.0),
        ("crash_settled_s", 1e9),
        ("aging_groups", 0.0),
        ("aging_group_blocks", 100_000.0),
        ("aging_log_blocks", 1.0),
        ("growing_files", 0.5),
        ("growing_pages", 0.0),
        ("busy_work_s", 0.0),
        ("busy_pause_ms", 0.0),
        ("busy_directories", 0.0),
        ("busy_file_bytes", 0.0),
        ("busy_files", 0.0),
        ("busy_crashes", 0.0),
        ("unflushed_survival", 101.0),
        ("aging_pages", 0.0),
        ("aging_pages", 1e9),
        ("aging_excess", 0.5),
        ("aging_max_filled_percent", 101.0),
    ] {
        let changed = |asked: &str| if asked == name { Some(value) } else { values.get(asked).copied() };
        let refusal = if name == "directory_names" || name.starts_with("busy_") {
            RecoveryCosts::new(&changed).map(drop)
        } else {
            Model::open(&changed).map(drop)
        };
        assert!(refusal.unwrap_err().to_string().contains(name), "{name} = {value}");
    }
}

#[test]
fn terms_sum_to_client_time_per_megabyte() {
    for policy in ["ordered", "journal"] {
        let asked = settings(policy, &[("clients", 4.0), ("log_mib", 8.0)]);
        let answer = model().evaluate(&asked).unwrap();
        let throughput = answer.output("throughput").unwrap();
        let sum: f64 = answer.terms.iter().map(|term| term.time_us).sum();
        assert!((sum * throughput / 1e6 - 1.0).abs() < 1e-9, "{policy}: {sum} {throughput}");
        let of = |name: &str| answer.output(name).unwrap();
        let parts = ["data", "metadata", "journal", "journaled_data", "home"];
        assert!((parts.map(of).iter().sum::<f64>() - of("written")).abs() < 1e-6);
    }
}

#[test]
fn sliced_evaluation_equals_whole_evaluation() {
    let asked = settings("xfs", &[("clients", 8.0)]);
    let mut sliced = model();
    let mut count = 0;
    while !sliced.prepare(&asked).unwrap() {
        count += 1;
    }
    assert!(count > 1, "a run is more than a slice");
    assert_eq!(sliced.evaluate(&asked).unwrap(), model().evaluate(&asked).unwrap());
}

#[test]
fn invalid_settings_are_refused_with_reason() {
    let words = |settings: Settings| model().evaluate(&settings).unwrap_err().to_string();
    assert!(words(Settings::default()).contains("policy"));
    assert!(words(settings("ext9", &[])).contains("ext2"));
    for (name, value) in [
        ("clients", 0.0),
        ("clients", 1.5),
        ("cpus", 65.0),
        ("memory_mib", f64::NAN),
        ("disks", 0.0),
        ("log_mib", 1e9),
        ("commit_s", -1.0),
        ("cycles", 18.0),
        ("step_pages", 0.0),
        ("journal_cpu", 11.0),
        ("disk_mbs", 0.5),
        ("colour", 1.0),
    ] {
        let error = words(settings("ordered", &[(name, value)]));
        assert!(error.contains(name), "{name}: {error}");
    }
    let mut sometimes = settings("ordered", &[]);
    sometimes.set("sync", Setting::Word("sometimes".to_owned()));
    let error = words(sometimes);
    assert!(error.contains("sync") && error.contains("o_sync"), "{error}");
    // The log is as large as the device.
    let large = words(settings("ordered", &[("size_gib", 1.0), ("log_mib", 1024.0)]));
    assert!(large.contains("log"), "{large}");
}

/// Evaluates the crash study and returns one of its outputs.
fn crash_output(model: &mut Model, policy: &str, size: f64, output: &str) -> f64 {
    let mut asked = settings(policy, &[("size_gib", size)]);
    asked.set("study", Setting::Word("cut".to_owned()));
    model.evaluate(&asked).unwrap().output(output).unwrap()
}

#[test]
fn crashes_do_only_the_damage_that_each_policy_allows() {
    let mut model = model();
    let mut of = |policy: &str, output: &str| crash_output(&mut model, policy, 2.0, output);
    for policy in ["ext2", "writeback", "ordered", "journal", "reiserfs", "jfs", "xfs"] {
        assert!(of(policy, "problems") < 0.5, "{policy}");
        assert!(of(policy, "lost") > 0.0, "{policy}: the last seconds are always lost");
    }
    assert!(of("ext2", "repaired") > 0.0);
    for policy in ["ordered", "journal"] {
        assert!(of(policy, "foreign") < 0.05, "{policy}");
        // The bound covers a commit every five seconds, daemons that wake twice per second, and the duration of two
        // commits.
        assert!(of(policy, "oldest_lost") < 8.0, "{policy}");
    }
    assert!(of("writeback", "foreign") > 100.0);
    assert!(of("xfs", "zeros") > 10.0 * of("xfs", "foreign"));
    assert!(of("xfs", "lost") > 2.0 * of("ordered", "lost"));
}

#[test]
fn check_reads_grow_with_size_and_replay_reads_do_not() {
    let mut model = model();
    let mut read = |policy: &str, size: f64| crash_output(&mut model, policy, size, "recovery_read");
    let scans = [2.0, 4.0, 8.0].map(|size| read("ext2", size));
    let ratio = (scans[2] - scans[1]) / (scans[1] - scans[0]);
    assert!((ratio / 2.0 - 1.0).abs() < 0.01, "{scans:?}");
    for policy in ["ordered", "xfs"] {
        let replays = [2.0, 8.0].map(|size| read(policy, size));
        assert!((replays[1] / replays[0] - 1.0).abs() < 0.05 && replays[1] < scans[0], "{policy}: {replays:?}");
    }
}

#[test]
fn files_growing_in_turn_fragment_unless_allocation_is_delayed() {
    let mut model = model();
    let mut pieces = |policy: &str, step: f64| {
        let mut asked = settings(policy, &[("step_pages", step)]);
        asked.set("study", Setting::Word("growth".to_owned()));
        model.evaluate(&asked).unwrap().output("pieces").unwrap()
    };
    assert!(pieces("ext2", 4.0) >= 60.0 && pieces("ext2", 1.0) > 3.0 * pieces("ext2", 4.0));
    assert!(pieces("xfs", 4.0) < 2.0);
}

#[test]
fn crashes_lose_less_with_more_data_in_the_log() {
    let mut model = model();
    let mut of = |output: &str| {
        ["journal", "ordered", "writeback"].map(|policy| {
            // Pages fill a quarter of this log in less than five seconds.
            let mut asked = settings(policy, &[("size_gib", 4.0), ("log_mib", 4.0)]);
            asked.set("study", Setting::Word("cut".to_owned()));
            model.evaluate(&asked).unwrap().output(output).unwrap()
        })
    };
    for output in ["lost", "oldest_lost"] {
        let found = of(output);
        assert!(found.is_sorted_by(|one, other| 1.3 * one < *other), "{output}: {found:?}");
    }
}

#[test]
fn data_log_stays_full_and_metadata_log_does_not() {
    let mut model = model();
    let mut reads = |policy: &str, logs: [f64; 3]| {
        logs.map(|log_mib| {
            let mut asked = settings(policy, &[("size_gib", 4.0), ("log_mib", log_mib)]);
            asked.set("study", Setting::Word("cut".to_owned()));
            model.evaluate(&asked).unwrap().output("recovery_read").unwrap()
        })
    };
    let full = reads("journal", [2.0, 4.0, 8.0]);
    assert!(full.is_sorted_by(|one, other| 1.6 * one < *other), "{full:?}");
    // Blocks older than half a minute are checkpointed, so a larger log does not contain more blocks to replay.
    let ordered = reads("ordered", [4.0, 16.0, 64.0]);
    assert!((ordered[2] / ordered[0] - 1.0).abs() < 0.05 && ordered[2] < full[0] / 2.0, "{ordered:?}, {full:?}");
}

#[test]
fn oldest_crash_loss_follows_commit_interval() {
    let mut model = model();
    let oldest = [1.0, 5.0, 30.0].map(|commit_s| {
        let mut asked = settings("ordered", &[("size_gib", 4.0), ("commit_s", commit_s)]);
        asked.set("study", Setting::Word("cut".to_owned()));
        let oldest = model.evaluate(&asked).unwrap().output("oldest_lost").unwrap();
        // Daemons wake twice per second, and the commit itself takes time.
        assert!(oldest > 0.7 * commit_s && oldest < commit_s + 3.0, "{oldest}");
        oldest
    });
    assert!(oldest.is_sorted(), "{oldest:?}");
}

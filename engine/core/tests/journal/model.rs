//! The journaling model as a lab asks it.

use crate::parameters::parameters;
use pathlength::lab::{LabModel, Setting, Settings};
use std::collections::BTreeSet;

fn model() -> LabModel {
    let values = parameters();
    LabModel::new("journal", &|name| values.get(name).copied()).unwrap()
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

#[test]
fn the_lab_has_the_parameters_that_the_model_asks_for() {
    let asked: BTreeSet<&str> = LabModel::parameters("journal").iter().copied().collect();
    let values = parameters();
    let has: BTreeSet<&str> = values.keys().map(String::as_str).collect();
    assert_eq!(asked, has);
    for name in asked {
        let without = LabModel::new("journal", &|known| values.get(known).copied().filter(|_| known != name));
        assert!(without.unwrap_err().to_string().contains(name), "{name}");
    }
}

#[test]
fn the_terms_add_up_to_the_time_of_a_megabyte() {
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
fn work_in_slices_gives_the_same_answer() {
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
fn settings_that_make_no_sense_are_refused_with_the_reason() {
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
        ("colour", 1.0),
    ] {
        let refused = words(settings("ordered", &[(name, value)]));
        assert!(refused.contains(name), "{name}: {refused}");
    }
    // A log that fits no device of this size.
    let large = words(settings("ordered", &[("size_gib", 1.0), ("log_mib", 1024.0)]));
    assert!(large.contains("log"), "{large}");
}

//! Numbers that contradict each other.

use super::devices::iostat;
use super::{explained, sample};
use pathlength_measurements::check::{Check, Law};

/// Returns the failing check of an output.
fn failure(text: &str) -> Check {
    let all = explained(text);
    assert!(!all.plausible && all.conclusion.is_none() && all.others.is_empty(), "{all:?}");
    all.checks.into_iter().find(|check| !check.holds()).expect("a failure")
}

#[test]
fn samples_obey_all_laws() {
    for (name, laws) in [
        ("fio-depth-1.json", 2),
        ("fio-depth-32.json", 2),
        ("fio-depths.json", 2),
        ("fio-eight-depths.json", 2),
        ("fio-rate.json", 2),
        ("fio-sync.json", 2),
        ("iostat-intervals.json", 3),
        ("iostat-since-boot.json", 3),
        ("sadf.json", 3),
    ] {
        let all = explained(&sample(name));
        assert!(all.plausible && all.conclusion.is_some(), "{name}: {:?}", all.checks);
        assert_eq!(all.checks.len(), laws, "{name}");
    }
}

#[test]
fn utilization_above_all_of_the_time_fails() {
    let check = failure(&iostat(&[[100.0, 10.0, 175.29, 1.0]]));
    assert_eq!(check.law, Law::Utilization);
    for part in ["report 2, sda", "utilization is 175 %", "at most its maximum, 100 %"] {
        assert!(check.text.contains(part), "{}", check.text);
    }
    // The excess is within the resolution of the clock.
    assert!(explained(&iostat(&[[100.0, 10.0, 101.2, 1.0]])).plausible);
}

#[test]
fn number_in_system_that_breaks_littles_law_fails() {
    // 100/s × 10 ms = 1.
    let check = failure(&iostat(&[[100.0, 10.0, 50.0, 4.0]]));
    assert_eq!((check.law, check.failures, check.comparisons), (Law::LittlesLaw, 1, 1));
    for part in ["aqu-sz is 4 requests", "(Little's law), 1 request:"] {
        assert!(check.text.contains(part), "{}", check.text);
    }
    // 50,000/s × 0.00 ms is 0, but rounding alone allows 0.25.
    assert!(explained(&iostat(&[[50_000.01, 0.0, 20.0, 0.24]])).plausible);
    assert!(!explained(&iostat(&[[50_000.01, 0.0, 20.0, 0.29]])).plausible);
}

#[test]
fn latency_beyond_the_depth_fails() {
    let text = sample("fio-depth-32.json");
    let changed = text.replace("\"iodepth\" : \"32\"", "\"iodepth\" : \"16\"");
    let check = failure(&changed);
    assert_eq!(check.law, Law::Population);
    assert!(
        check.text.contains("is 32 requests, but must be at most depth × processes, 16 requests"),
        "{}",
        check.text
    );
}

#[test]
fn bandwidth_that_is_not_rate_times_size_fails() {
    let text = sample("fio-depth-1.json").replace("\"bs\" : \"4k\"", "\"bs\" : \"8k\"");
    let check = failure(&text);
    assert_eq!(check.law, Law::Bandwidth);
    assert!(
        check.text.contains("bandwidth is 70,662,483 bytes/s, but must be equal to rate × size, 141,324"),
        "{}",
        check.text
    );
    let text = sample("iostat-intervals.json").replace("343448.00", "34344.80");
    assert_eq!(failure(&text).law, Law::Bandwidth);
}

#[test]
fn others_that_fail_are_counted() {
    let check = failure(&iostat(&[[100.0, 10.0, 50.0, 4.0], [100.0, 10.0, 50.0, 9.0]]));
    assert_eq!((check.failures, check.comparisons), (2, 2));
    assert!(
        check.text.starts_with("report 3, sda") && check.text.contains("(1 other comparison failed, too)"),
        "{}",
        check.text
    );
}

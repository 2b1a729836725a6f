//! A diagnosis as people and programs read it.

use crate::run::{feed, run};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const COUNTERS: &str = "Elapsed time is 1.3 seconds
Initial      Final      Delta      Counter Name
-----
      14         15          1 Refresh Directory Requests
    13018    13136      118 File Pool Request Time (msec)
    23795    23904      109 Total BIO Request Time (msec)
      1726      1745        19 Total I/O Requests
";
const BEFORE: &str =
    "09:24 09:54 RWSERV1 22545 12.540 3.443 0.004 0.140 1.740 0 1.559 75.29 5.47 60.38 9.44 0.00 43.2 152.6 0\n";
const AFTER: &str =
    "09:52 10:22 RWSERV1 63617 35.343 0.158 0.003 0.002 0.051 0 0.103 39.51 11.64 15.44 12.43 0.00 5.6 9.5 0\n";

fn on_standard_input(text: &str, arguments: &[&str]) -> Value {
    let all = [&["diagnose", "sfs-file-pool", "-", "--format", "json"], arguments].concat();
    serde_json::from_str(&feed(&all, text.as_bytes()).fine()).expect("JSON")
}

#[test]
fn counters_of_an_application_come_to_shares() {
    let told = on_standard_input(COUNTERS, &[]);
    let figures = told["before"]["application"]["figures"].as_array().expect("a list");
    let value = |name: &str| figures.iter().find(|one| one["name"] == name).expect("there")["value"].as_f64().unwrap();
    assert!((value("share") - 9.1).abs() < 0.05 && (value("io_share") - 92.0).abs() < 0.5);
    let typed = on_standard_input(COUNTERS, &["--elapsed", "2.6"]);
    let figures = typed["before"]["application"]["figures"].as_array().expect("a list");
    assert!(figures.iter().any(|one| one["name"] == "elapsed" && one["value"] == 2600.0));
}

#[test]
fn two_measurements_are_compared_in_words() {
    let folder = TempDir::new().expect("a folder");
    let [before, after] = [("before", BEFORE), ("after", AFTER)].map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a path").to_owned()
    });
    let both = ["diagnose", "sfs-file-pool", &before, &after];
    let told = run(&[&both[..], &["--changed", "server-paging", "--response", "38.635", "0.579"]].concat()).fine();
    for part in ["page reads", "Too much server paging", "fell", "3.443", "0.158"] {
        assert!(told.contains(part), "{told}");
    }
    run(&[&both[..], &["--changed", "quickdsp", "--changed", "server-paging"]].concat())
        .refused(&["change one thing and measure again"]);
    run(&[&both[..], &["--changed", "nonsense"]].concat()).refused(&["no action “nonsense”", "server-paging"]);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    feed(&["diagnose", "sfs-file-pool", "-"], b"heading\n12\n").refused(&["first measurement: line 2: 12 has no name"]);
    feed(&["diagnose", "sfs-file-pool", "-"], b"").refused(&["there is no counter and no row"]);
    feed(&["diagnose", "sfs-file-pool", "-", "--format", "csv"], BEFORE.as_bytes()).refused(&["--format json"]);
    feed(&["diagnose", "disk-paths", "-"], BEFORE.as_bytes()).refused(&["has the model disk_path"]);
}

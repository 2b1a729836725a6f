//! `pathlength directory plan` on a user's listings, counts, and tables.

use crate::run::{Run, feed, run};
use pathlength_lab::model_parameters;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;

pub(crate) fn plan(text: &[u8], options: &[&str]) -> Run {
    feed(&[&["directory", "plan", "-"], options].concat(), text)
}

pub(crate) fn as_json(text: &str, options: &[&str]) -> Value {
    serde_json::from_str(&plan(text.as_bytes(), &[options, &["--format", "json"]].concat()).fine()).expect("JSON")
}

pub(crate) fn rows(report: &Value) -> &[Value] {
    report["directories"].as_array().expect("a list")
}

#[test]
fn predictions_are_those_of_the_directory_lab() {
    let sizes = [2_000, 20_000, 25_000, 40_000, 50_000];
    let text = sizes.iter().fold("path,entries\n".to_owned(), |text, names| text + &format!("/{names},{names}\n"));
    for (plex, options) in [("monoplex", &[][..]), ("client", &["--client"])] {
        let report = as_json(&text, options);
        for row in rows(&report) {
            for (format, column) in [("v4", "lookups_before"), ("v5", "lookups_after")] {
                let scenario = json!({
                    "workload": "ptestDL2", "machine": "z9", "release": "V2R1", "format": format, "plex": plex,
                    "names": row["entries"],
                });
                let answer = feed(&["run", "zfs-directories", "-"], scenario.to_string().as_bytes()).fine();
                let answer: Value = serde_json::from_str(&answer).expect("JSON");
                let (lab, plan) = (&answer["outputs"]["external_throughput"], &row[column]);
                let error = plan.as_f64().expect("a number") / lab.as_f64().expect("a number") - 1.0;
                // These two sizes are between the measured sizes.
                let between = row["entries"] == 25_000 || row["entries"] == 40_000;
                let tolerance = if between { 0.05 } else { 1e-9 };
                assert!(error.abs() <= tolerance, "{plex} {format}, {}: {plan} here, {lab} there", row["path"]);
            }
        }
    }
}

pub(crate) fn parameters(lab: &str) -> toml::Table {
    let path = format!("{}/../../labs/{lab}/parameters.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file").parse().expect("TOML")
}

/// Returns the parameters that the models of both directory labs have.
fn shared_parameters() -> Vec<&'static str> {
    let in_both = |name: &&&str| model_parameters("directory").unwrap().contains(*name);
    model_parameters("aggregate").unwrap().iter().filter(in_both).copied().collect()
}

#[test]
fn directory_labs_share_the_values_of_common_parameters() {
    let (fitted, taken) = (parameters("zfs-directories"), parameters("zfs-migration"));
    let shared = shared_parameters();
    assert!(shared.contains(&"v4_search") && shared.contains(&"z196_speed"), "{shared:?}");
    for name in shared {
        if taken[name].get("inherited_from").and_then(toml::Value::as_str) == Some("zfs-directories") {
            assert_eq!(taken[name].get("value"), None, "{name} is inherited and typed");
            continue;
        }
        for key in ["value", "unit"] {
            assert_eq!(taken[name][key], fitted[name][key], "{key} of {name}");
        }
        let [here, there] = [&taken, &fitted].map(|lab| lab[name]["provenance"].as_str());
        assert_ne!(there, Some("fitted"), "{name} is not inherited");
        assert_eq!(here, there, "provenance of {name}");
    }
}

#[test]
fn inherited_parameters_count_as_fitted_where_cells_are_equal() {
    let fitted = parameters("zfs-directories");
    // The table `lookups` contains the external throughputs of the table `v2r1-ptestdl2`.
    let knows = |name: &&str| {
        let tables = fitted[*name].get("fitted_on").and_then(toml::Value::as_array);
        tables.is_some_and(|tables| tables.iter().any(|table| table.as_str() == Some("v2r1-ptestdl2")))
    };
    let expected = shared_parameters().iter().filter(|name| knows(name)).count();
    let report: Value =
        serde_json::from_str(&run(&["reproduce", "zfs-migration", "--format", "json"]).fine()).expect("JSON");
    let count = |id: &str| {
        let table = report["tables"].as_array().expect("a list").iter().find(|table| table["id"] == id);
        table.expect("the table")["summary"]["fitted_parameters"].as_u64()
    };
    assert_eq!(count("lookups"), Some(expected as u64));
    assert!(expected > 0);
    assert_eq!(count("limits"), Some(0));
}

#[test]
fn conversion_time_follows_documented_and_given_rates() {
    let report = as_json("path,entries\n/a,70000\n/b,35000\n", &["--rate", "500"]);
    assert_eq!(rows(&report)[0]["seconds"], json!([20.0, 7.0, 140.0]));
    assert_eq!(report["totals"]["seconds"], json!([30.0, 10.5, 210.0]));
    let ipl = report["strategy"][4]["advice"].as_str().expect("a sentence");
    assert!(ipl.contains("30.0 s on a z9 or 10.5 s on a zEC12 or 210.0 s at your own rate"), "{ipl}");
    assert!(ipl.contains("105,000 names"), "{ipl}");
    assert!(report["strategy"][5]["advice"].as_str().is_some_and(|advice| advice.starts_with("Begin with /a, /b:")));
}

#[test]
fn plan_with_operations_is_sorted_by_seconds_saved() {
    let text = "path,entries,operations\n/var/spool/print,11200,15000\n/u/web/cache,9400,880000\n/u/adm,,3\n/etc,180,1\n\
                /var/mail/queue,62000,910000\n/u/unknown,20000,\n";
    let report = as_json(text, &[]);
    let order: Vec<&Value> = rows(&report).iter().map(|row| &row["path"]).collect();
    assert_eq!(
        json!(order),
        json!(["/var/mail/queue", "/u/web/cache", "/var/spool/print", "/etc", "/u/unknown", "/u/adm"])
    );
    for row in rows(&report) {
        let number = |column: &str| row[column].as_f64();
        // Lookups were measured in directories of 2,000 to 50,000 names.
        let inside = (2_000.0..=50_000.0).contains(&number("entries").expect("names"));
        let saved = number("operations").filter(|_| inside).map(|operations| {
            let time = |column| 1.0 / number(column).expect("a rate");
            operations * (time("lookups_before") - time("lookups_after"))
        });
        match saved {
            Some(saved) => assert!((number("seconds_saved").expect("known") - saved).abs() < 1e-9, "{row}: {saved}"),
            None => assert_eq!(row.get("seconds_saved"), None, "{row}"),
        }
        assert_eq!(row["lookups_extrapolated"], json!(!inside), "{row}");
        let unmeasured = row.as_object().expect("a row").keys().find(|key| key.starts_with("reads"));
        assert_eq!(unmeasured, None, "no measurement of reads was published");
    }
    let order = report["order"].as_str().expect("a sentence");
    assert!(
        order.starts_with("Sorted by seconds saved; rows without a number of operations or names (2) are last"),
        "{order}"
    );
    let sizes = as_json("path,entries\n/a,5\n/b,50000\n", &[]);
    let order = sizes["order"].as_str().expect("a sentence");
    assert!(order.contains("benefit class") && order.contains("number of operations is not known"), "{order}");
}

#[test]
fn df_without_t_needs_its_declared_units() {
    let text = "Mounted on     Filesystem      Avail/Total    Files      Status\n\
                /u             (OMVS.U)        182912/720000  4294950000 Available\n";
    plan(text.as_bytes(), &[]).refused(&["has no slash, as in df without -t", "declare the units"]);
    for (units, free) in [("512", 91_456.0), ("1024", 182_912.0)] {
        let report = as_json(text, &["--df-units", units]);
        assert_eq!(report["file_systems"][0]["free_kilobytes"], json!(free));
        let reading = report["reading"].as_str().expect("a sentence");
        assert!(
            reading.replace(',', "").contains(&format!("{units}-byte units, as declared").replace(',', "")),
            "{reading}"
        );
    }
    let wrong = plan(text.as_bytes(), &["--df-units", "4096"]);
    assert!(wrong.code == 2 && wrong.err.contains("df prints sizes in units of 512 or 1024 bytes"), "{}", wrong.err);
    let with_t = text.replace("4294950000", "4294950000/4294967295");
    let printed = plan(with_t.as_bytes(), &[]).fine();
    assert!(printed.starts_with("Read as df -t without -k: space in 512-byte units."), "{printed}");
}

#[test]
fn full_iso_listing_has_the_directories_of_the_default_one() {
    let listing = |style: &str| {
        let output = Command::new("ls").args(["-slkR", style, "/usr/share/doc"]).env("LC_ALL", "C").output();
        let paths = as_json(&String::from_utf8(output.expect("ls is there").stdout).expect("UTF-8"), &[]);
        rows(&paths).iter().map(|row| row["path"].clone()).map(|path| path.to_string()).collect::<BTreeSet<_>>()
    };
    assert_eq!(listing("--time-style=full-iso"), listing("--time-style=locale"));
}

#[test]
fn all_formats_tell_the_same() {
    let text = "path,entries,kilobytes,operations\n/busy,12000,,900\n/large,,900,\n/some,,161,5\n/little,3,8,1\n";
    let report = as_json(text, &[]);
    let order: Vec<_> = rows(&report).iter().map(|row| (&row["path"], &row["benefit"])).collect();
    assert_eq!(
        json!(order),
        json!([["/busy", "considerable"], ["/some", "some"], ["/little", "little"], ["/large", "considerable"]])
    );

    let table = plan(text.as_bytes(), &["--format", "csv"]).fine();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let lines: Vec<BTreeMap<String, String>> = reader.deserialize().map(|line| line.expect("a line")).collect();
    assert_eq!(lines.len(), 4);
    let printed = plan(text.as_bytes(), &[]).fine();
    for (line, row) in lines.iter().zip(rows(&report)) {
        for column in ["entries", "kilobytes", "free_kilobytes"] {
            let value = format!("{:.0}", row[column].as_f64().expect("a number"));
            assert_eq!(line[column], value, "{column}");
            assert!(printed.contains(&value), "{printed}");
        }
        for column in ["lookups_before", "lookups_after"] {
            assert_eq!(line[column], row[column].as_f64().map_or_else(String::new, |rate| format!("{rate:.0}")));
        }
        let saved = row["seconds_saved"].as_f64();
        assert_eq!(line["seconds_saved"], saved.map_or_else(String::new, |seconds| format!("{seconds:.6}")));
        assert_eq!(json!(line["forecast"]), row["lookups_text"]);
        for text in ["saved_text", "lookups_text"] {
            assert!(printed.contains(row[text].as_str().expect("a string")), "{printed}");
        }
        assert_eq!((json!(line["path"]), json!(line["benefit"])), (row["path"].clone(), row["benefit"].clone()));
        assert_eq!(line["operations"], row["operations"].as_f64().map_or_else(String::new, |count| count.to_string()));
    }
    assert!(plan(text.as_bytes(), &["--most", "1"]).fine().contains("and 3 more"));
    let markdown = plan(text.as_bytes(), &["--format", "markdown"]).fine();
    let paths: Vec<_> = markdown.lines().filter_map(|line| line.strip_prefix("| /")?.split(' ').next()).collect();
    assert_eq!(paths, ["busy", "some", "little", "large"], "{markdown}");
}

#[test]
fn listing_of_this_machine_is_planned() {
    let listing = Command::new("ls").args(["-slkR", "/usr"]).env("LC_ALL", "C").output().expect("ls is there");
    let report: Value = serde_json::from_str(&plan(&listing.stdout, &["--format", "json"]).fine()).expect("JSON");
    assert!(report["totals"]["directories"].as_f64() > Some(10.0), "{}", report["totals"]);
    for row in rows(&report).iter().filter(|row| row["entries_estimated"] == false).take(20) {
        let names = std::fs::read_dir(row["path"].as_str().expect("a path")).expect("a directory");
        let names =
            names.filter(|name| !name.as_ref().expect("a name").file_name().as_encoded_bytes().starts_with(b"."));
        assert_eq!(row["entries"].as_f64(), Some(names.count() as f64), "{}", row["path"]);
    }
    let sum: f64 = rows(&report).iter().filter_map(|row| row["entries"].as_f64()).sum();
    assert_eq!(report["totals"]["entries"].as_f64(), Some(sum));
    assert!(plan(&listing.stdout, &[]).fine().contains("format_aggrversion=5"));
}

#[test]
fn file_systems_and_operations_are_planned() {
    let text = "Mounted on     Filesystem                Avail/Total    Files      Status\n\
                /little        (OMVS.LITTLE)             1000/72000     4294967000/4294967295 Available\n\
                /u             (OMVS.U)                  7200/72000     4294950000/4294967295 Available\n\
                /unknown       (OMVS.UNKNOWN)            7200/72000     50         Available\n";
    let report = as_json(text, &[]);
    let seen: Vec<_> = report["file_systems"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| (&row["mounted_on"], &row["objects"], &row["at_most"], &row["free_kilobytes"]))
        .collect();
    assert_eq!(
        json!(seen),
        json!([
            ["/u", 17295, "considerable", 3600.0],
            ["/little", 295, "little", 500.0],
            ["/unknown", null, null, 3600.0]
        ])
    );
    assert!(plan(text.as_bytes(), &[]).fine().contains("Look for large directories with ls -slk in /u, and"));
    assert!(
        plan(text.as_bytes(), &["--format", "csv"])
            .fine()
            .lines()
            .any(|line| line.starts_with("\"/u\",\"OMVS.U\",3600,"))
    );

    let text = "Operation   Count  XCF req  Avg Time  Bytes\nzfs_reads   300 0 0.080 16.234M\nzfs_lookups 600 0 0.1\n\
                zfs_creates 100 0 0.2\n";
    let printed = plan(text.as_bytes(), &[]).fine();
    assert!(printed.contains("70 % of these operations search, read, or change directories"), "{printed}");
}

#[test]
fn invalid_listing_is_refused_with_its_line() {
    plan(b"", &[]).refused(&["-: the text is empty", "ls -slk"]);
    plan(b"\n\n", &[]).refused(&["the text is empty"]);
    plan(b"hello\n", &[]).refused(&["-: line 1: the text does not begin like the output of a known command"]);
    plan(b"path,entries\n/b,\xff\n", &[])
        .refused(&["line 2: ", "is not a valid number of entries: give a whole number"]);
    plan(b"path,entries,entries\n/a,1,2\n", &[]).refused(&["line 1: two columns are called"]);
    plan(&b"x".repeat(1 << 20), &[]).refused(&["line 1: the line has more than 65536 bytes"]);
    let garbage: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    // The first byte is NUL, so lines end with NUL bytes, and line 1 is empty.
    plan(&garbage, &[]).refused(&["-: line 2: the text does not begin like the output of a known command"]);
    plan(b"path,entries\n/a,1\n", &["--rate", "0"])
        .refused(&["conversion rate 0 is out of range: give more than 0 names per second"]);
    run(&["directory", "plan", "no-such-file"]).refused(&["cannot read no-such-file"]);
}

#[test]
fn hostile_paths_are_escaped_in_the_table() {
    let text = "path,entries\n=cmd(),5\n\"/a \"\"b\"\", c\",4\n/plain\u{1b}[2J,3\n";
    let table = plan(text.as_bytes(), &["--format", "csv"]).fine();
    let paths: Vec<String> = csv::Reader::from_reader(table.as_bytes())
        .records()
        .map(|record| record.expect("a record")[0].to_owned())
        .collect();
    assert_eq!(paths, ["'=cmd()", "/a \"b\", c", "/plain\u{fffd}[2J"]);
    assert!(!plan(text.as_bytes(), &[]).fine().contains('\u{1b}'), "nothing that a terminal would obey");
}

#[test]
fn plan_reads_a_million_lines() {
    let mut text = String::from("path,entries\n");
    for at in 0..1_000_000_u32 {
        writeln!(text, "/directory-{at},{}", at % 30_000).expect("space");
    }
    let printed = plan(text.as_bytes(), &["--most", "3"]).fine();
    assert!(printed.contains("\nFacts: 1,000,000 directories; "), "{}", &printed[..400]);
    assert!(printed.contains("/directory-119999\n") && printed.contains("and 999,997 more"));
}

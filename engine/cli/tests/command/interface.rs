//! The command's interface to programs: JSON fields, formats, and exit statuses.

use crate::run::{command, feed, repository, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

const JSON: [&str; 4] = ["reproduce", "zfs-directories", "--format", "json"];

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn set<const N: usize>(names: [&str; N]) -> BTreeSet<&str> {
    names.into()
}

#[test]
fn reproduce_json_has_the_documented_shape() {
    let report: Value = serde_json::from_str(&run(&JSON).fine()).expect("JSON");
    assert_eq!(names(&report), set(["lab", "engine", "tables"]));
    assert_eq!(
        (&report["lab"], report["engine"].as_str()),
        (&"zfs-directories".into(), Some(env!("CARGO_PKG_VERSION")))
    );
    for table in report["tables"].as_array().expect("a list") {
        assert_eq!(names(table), set(["id", "title", "source", "cells", "summary"]));
        assert!(["id", "title", "source"].iter().all(|name| table[name].is_string()));
        for cell in table["cells"].as_array().expect("a list") {
            let all = [
                "row",
                "column",
                "metric",
                "unit",
                "published",
                "model",
                "half_width",
                "error",
                "role",
                "chosen_in_view",
            ];
            let all = set(all);
            let mut found = names(cell);
            for optional in ["because", "rounding", "baseline"] {
                found.remove(optional);
            }
            if found.remove("interval") {
                let [low, high] = [0, 1].map(|at| cell["interval"][at].as_f64().expect("a number"));
                assert!(0.0 < low && low < high, "{cell}");
            }
            assert_eq!(found, all);
            assert!(["column", "metric", "unit", "role"].iter().all(|name| cell[name].is_string()), "{cell}");
            assert!(cell["row"].is_number() && cell["model"].is_number(), "{cell}");
        }
        let summary = &table["summary"];
        let counts = [
            "cells",
            "bounds",
            "bounds_met",
            "fitted_parameters",
            "chosen_parameters",
            "chosen_in_view_cells",
            "independent_cells",
            "held_out_cells",
        ];
        let all = ["median_error", "max_error", "held_out_median_error", "held_out_max_error"];
        let mut found = names(summary);
        if found.remove("coverage") {
            assert_eq!(names(&summary["coverage"]), set(["inside", "cells"]));
        }
        if found.remove("baseline") {
            let of_model = set(["model_median_error", "model_max_error"]);
            let errors = set(["kind", "cells", "median_error", "max_error"]);
            let held_out = set(["held_out_cells", "held_out_median_error", "held_out_max_error"]);
            assert_eq!(names(&summary["baseline"]), &(&of_model | &errors) | &held_out);
        }
        assert!(found.remove("saturated") && summary["saturated"].is_boolean());
        assert_eq!(found, &set(counts) | &set(all));
        assert!(counts.iter().all(|name| summary[name].is_u64()));
        // A table of predictions has no values to compare with.
        let compared = summary["independent_cells"] != 0;
        let held_out = summary["held_out_cells"] != 0;
        for (name, known) in all.into_iter().zip([compared, compared, held_out, held_out]) {
            assert_eq!(summary[name].is_number(), known, "{summary}");
        }
    }
}

#[test]
fn repeated_command_prints_the_same_bytes() {
    assert_eq!(run(&JSON).fine(), run(&JSON).fine());
}

#[test]
fn one_table_is_as_it_is_among_all() {
    let all: Value = serde_json::from_str(&run(&JSON).fine()).expect("JSON");
    let one = run(&["reproduce", "zfs-directories", "--table", "v2r2-ptestdu", "--format", "json"]).fine();
    let one: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(one["tables"].as_array().map(Vec::len), Some(1));
    assert!(all["tables"].as_array().expect("a list").contains(&one["tables"][0]));
}

#[test]
fn reproduce_csv_equals_its_json() {
    let report: Value = serde_json::from_str(&run(&JSON).fine()).expect("JSON");
    let text = run(&["reproduce", "zfs-directories", "--format", "csv"]).fine();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let header = "table row column metric unit published model error role half_width least most met margin \
                  chosen_in_view interval_low interval_high";
    assert!(rows.headers().expect("a header").iter().eq(header.split(' ')));
    let mut rows = rows.records().map(|row| row.expect("a row"));
    for table in report["tables"].as_array().expect("a list") {
        for cell in table["cells"].as_array().expect("a list") {
            let row = rows.next().expect("a row for each cell");
            assert_eq!(table["id"], row[0]);
            assert!(["column", "metric", "unit"].iter().zip([2, 3, 4]).all(|(name, at)| cell[name] == row[at]));
            for (name, at) in [("row", 1), ("published", 5), ("model", 6), ("error", 7), ("half_width", 9)] {
                assert_eq!(cell[name].as_f64(), row[at].parse().ok(), "{name} of {cell}");
            }
            assert_eq!(cell["role"], row[8]);
        }
    }
    assert!(rows.next().is_none());
}

#[test]
fn reproduce_text_names_every_table() {
    let text = run(&["reproduce", "zfs-directories"]).fine();
    for table in ["v2r1-ptestdl2", "v2r1-ptestdl", "v2r1-ptestdu", "v2r2-ptestdl2", "v2r2-ptestdl", "v2r2-ptestdu"] {
        assert!(text.contains(&format!("({table})\n")), "{table}");
    }
    assert!(text.contains(": fitted parameters: "));
}

#[test]
#[ignore = "nightly: reproduces every table of every lab"]
fn labs_lists_what_reproduce_takes() {
    let text = run(&["labs"]).fine();
    let mut lab = "";
    for line in text.lines() {
        let name = line.trim_start().split_once(": ").expect("a title").0;
        if line.starts_with("  ") {
            run(&["reproduce", lab, "--table", name]).fine();
        } else {
            lab = name;
        }
    }
    assert_eq!(lab, "zfs-migration", "{text}");
}

/// Returns the scenario of a ptestDL2 lookup in a directory of `names` names.
fn scenario(names: &str) -> String {
    format!(
        r#"{{"workload": "ptestDL2", "machine": "z9", "release": "V2R1", "format": "v4", "plex": "monoplex", "names": {names}}}"#
    )
}

#[test]
fn run_answers_a_scenario_from_standard_input() {
    let answer: Value =
        serde_json::from_str(&feed(&["run", "zfs-directories", "-"], scenario("2000").as_bytes()).fine())
            .expect("JSON");
    assert_eq!(names(&answer), set(["lab", "lab_hash", "engine", "scenario", "outputs", "units", "terms"]));
    let report: Value = serde_json::from_str(&run(&JSON).fine()).expect("JSON");
    // The R13 cell is an absolute value; the V2R1 cell is a ratio to it.
    let cell = |column: &str| {
        let cells = report["tables"][0]["cells"].as_array().expect("a list");
        cells.iter().find(|cell| cell["column"] == column).and_then(|cell| cell["model"].as_f64()).expect("a number")
    };
    let ratio = answer["outputs"]["external_throughput"].as_f64().expect("a number") / cell("monoplex_r13_v4_e");
    assert_eq!(Some(ratio), Some(cell("monoplex_v2r1_v4_e")));
    let times = answer["terms"].as_array().expect("a list").iter().map(|term| {
        assert_eq!(names(term), set(["title", "count", "cost_us", "time_us", "place", "part_of"]));
        term["time_us"].as_f64().expect("a number")
    });
    assert!(times.sum::<f64>() > 0.0);
}

#[test]
fn run_invalid_scenario_is_refused() {
    let run = |text: &str| feed(&["run", "zfs-directories", "-"], text.as_bytes());
    run("").refused(&["-:1: "]);
    run("{\n \"names\": nonsense}").refused(&["-:2: "]);
    run("[1, 2]").refused(&["-:1: "]);
    run("{\"names\": [1]}").refused(&["-:1: "]);
    run("{}").refused(&["setting workload must be one of ptestDL2, ptestDL, ptestDU"]);
    run(&scenario("\"many\"")).refused(&["setting names must be a number"]);
    run(&scenario("0")).refused(&["setting names is out of range: give 1 to 1000000 names"]);
    run(&scenario("1e300")).refused(&["setting names is out of range: give 1 to 1000000 names"]);
    run(&scenario("9, \"speed\": 3")).refused(&["no setting \"speed\": use one of workload, machine"]);
}

#[test]
fn calibrate_finds_the_stored_values_again() {
    let text = run(&["calibrate", "zfs-directories", "--check"]).fine();
    for parameter in ["v4_search", "page_probe_v2r1", "z196_speed"] {
        assert!(text.contains(parameter), "{text}");
    }
    assert!(!text.contains("name_bytes"), "an assumed parameter was fitted: {text}");
}

#[test]
fn calibrate_finds_a_stored_value_that_was_not_fitted() {
    let labs = tempfile::tempdir().expect("a folder");
    copy(&repository().join("labs"), labs.path());
    let path = labs.path().join("zfs-directories/parameters.toml");
    let text = fs::read_to_string(&path).expect("parameters");
    let at = text.find("[page_probe_v2r1]").expect("the parameter");
    let old = text[at..].lines().find_map(|line| line.strip_prefix("value = ")).expect("its value");
    let new = old.parse::<f64>().expect("a number") * 1.02;
    let (before, after) = text.split_at(at);
    fs::write(&path, before.to_owned() + &after.replacen(old, &new.to_string(), 1)).expect("a file");
    let labs = labs.path().to_str().expect("a path");
    let run = run(&["calibrate", "--labs", labs, "zfs-directories", "--check"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("more than 1 % from its fit"), "{}", run.err);
    let line = run.out.lines().find(|line| line.starts_with("page_probe_v2r1 ")).expect("its line");
    // The stored fit is itself rounded to four digits.
    assert!(["+1.9", "+2.0", "+2.1"].iter().any(|part| line.contains(part)), "{line}");
}

#[test]
fn calibrate_needs_cells_to_fit_to() {
    let labs = tempfile::tempdir().expect("a folder");
    copy(&repository().join("labs"), labs.path());
    for table in ["v2r1-ptestdl2", "v2r1-ptestdl", "v2r1-ptestdu", "v2r2-ptestdl", "v2r2-ptestdu"] {
        let path = labs.path().join(format!("zfs-directories/data/{table}.toml"));
        let text = fs::read_to_string(&path).expect("a table");
        fs::write(path, text.replacen("\nrole = \"fit\"", "\nrole = \"predicted\"", 1)).expect("a file");
    }
    run(&["calibrate", "--labs", labs.path().to_str().expect("a path"), "zfs-directories"])
        .refused(&["v2r2-ptestdl, v2r2-ptestdu have no cells with the role `fit`"]);
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file");
        }
    }
}

#[test]
fn closed_standard_output_is_not_an_error() {
    for arguments in [&JSON[..], &["reproduce", "zfs-directories"], &["labs"], &["--help"]] {
        let mut child = command()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert_eq!((child.wait().expect("the command ends").code(), err.as_str()), (Some(0), ""));
    }
}

#[test]
fn closed_standard_error_is_not_an_error() {
    let mut child = command()
        .args(["reproduce", "nonsense"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stderr.take());
    // If the pipe is closed too late, the exit status is the same.
    assert_eq!(child.wait().expect("the command ends").code(), Some(2));
}

#[test]
fn wrong_arguments_are_wrong_input() {
    for arguments in [&["nonsense"][..], &[], &["reproduce"], &["reproduce", "zfs-directories", "--format", "xml"]] {
        let run = run(arguments);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains("--help"), "{}", run.err);
    }
}

#[test]
fn rows_may_be_keyed_by_words_that_bring_their_settings() {
    let labs = tempfile::tempdir().expect("a folder");
    copy(&repository().join("labs"), labs.path());
    let data = labs.path().join("zfs-directories/data");
    let change = |file: &str, change: &dyn Fn(String) -> String| {
        let text = fs::read_to_string(data.join(file)).expect("text");
        fs::write(data.join(file), change(text)).expect("a file");
    };
    // A straight-line baseline needs numeric keys, and parameters name rows by their keys.
    let without = |name: &str, text: String| {
        text.lines().filter(|line| !line.starts_with(name)).fold(String::new(), |text, line| text + line + "\n")
    };
    change("v2r1-ptestdu.toml", &|text| without("baseline =", text));
    change("../parameters.toml", &|text| without("chosen_with =", text));
    let folder = labs.path().to_str().expect("a path");
    let one = ["reproduce", "--labs", folder, "zfs-directories", "--table", "v2r1-ptestdu", "--format"];
    let reproduced = || ["json", "csv"].map(|format| run(&[&one[..], &[format]].concat()).fine());
    let before = reproduced();
    let word = |number: &str| format!("with {number} names");
    let sizes = ["2000", "20000", "50000"];
    change("v2r1-ptestdu.csv", &|text| {
        sizes.iter().fold(text, |text, size| text.replace(&format!("\n{size},"), &format!("\n{},", word(size))))
    });
    change("v2r1-ptestdu.toml", &|text| {
        let value = |size: &&str| format!("{{ is = {:?}, scenario = {{ names = {size} }} }}", word(size));
        let values = format!("values = [{}]", sizes.iter().map(value).collect::<Vec<_>>().join(", "));
        text.replacen("key = \"names\"", &values, 1).replace("rows = [20000]", "rows = [\"with 20000 names\"]")
    });
    for (words, mut numbers) in reproduced().into_iter().zip(before) {
        for size in sizes {
            numbers = numbers.replace(&format!("\"row\": {size}.0,"), &format!("\"row\": {:?},", word(size)));
            numbers =
                numbers.replace(&format!("\"v2r1-ptestdu\",{size},"), &format!("\"v2r1-ptestdu\",{:?},", word(size)));
        }
        assert_eq!(words, numbers);
    }
    let text = run(&[&one[..], &["text"]].concat()).fine();
    assert!(
        text.contains("\n   with 2000 names  monoplex_r13_v4_e ") && text.contains("\n  with 20000 names  "),
        "{text}"
    );
}

//! The grammar that all commands share: formats, their defaults, and output files.

use crate::run::{feed, repository, run};
use serde_json::Value;
use std::fs;

/// A network of users at terminals and a processor.
const NETWORK: &str = r#"{
    "stations": [{ "name": "terminals", "kind": "delay" }, { "name": "cpu", "kind": "queue" }],
    "classes": [{ "name": "users", "population": 5, "start": "terminals", "visits": [
        { "station": "terminals", "service": { "exponential": { "mean_s": 5 } },
          "next": [{ "station": "cpu", "probability": 1 }] },
        { "station": "cpu", "service": { "exponential": { "mean_s": 1 } },
          "next": [{ "station": "terminals", "probability": 1 }] }] }] }"#;

const SCENARIO: &str = r#"{"path": "eckd", "phase": "read"}"#;

#[test]
fn format_without_a_meaning_is_refused_before_the_input_is_read() {
    for (command, format) in [
        (&["queue", "solve"][..], "csv"),
        (&["queue", "simulate"], "markdown"),
        (&["diagnose", "sfs-file-pool"], "csv"),
        (&["explain"], "csv"),
        (&["check"], "markdown"),
        (&["calibrate"], "markdown"),
        (&["directory", "build"], "csv"),
        (&["directory", "list"], "v4"),
        (&["sweep"], "text"),
    ] {
        let run = run(&[command, &["no/such/file", "--format", format]].concat());
        assert!(run.code == 2 && run.err.contains("possible values: "), "{command:?}: {}", run.err);
        assert!(!run.err.contains("cannot read"), "{}", run.err);
    }
}

#[test]
fn output_option_writes_what_standard_output_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("out").display().to_string();
    let samples = repository().join("labs/sfs-file-pool/samples/before.txt").display().to_string();
    let fio = repository().join("engine/measurements/tests/samples/fio-depth-1.json").display().to_string();
    for (command, input) in [
        (&["labs"][..], ""),
        (&["reproduce", "zfs-migration", "--format", "markdown"], ""),
        (&["run", "disk-paths", "-"], SCENARIO),
        (&["run", "disk-paths", "--list"], ""),
        (&["advise", "tape-compression", "-"], "{}"),
        (&["diagnose", "sfs-file-pool", &samples], ""),
        (&["explain", &fio], ""),
        (&["directory", "build", "-"], "a\nb\n"),
        (&["directory", "list", "-"], "a\nb\n"),
        (&["directory", "plan", "-", "--format", "csv"], "path,entries\n/a,5\n"),
        (&["schema"], ""),
    ] {
        let printed = feed(command, input.as_bytes()).fine();
        assert_eq!(feed(&[command, &["-o", "-"]].concat(), input.as_bytes()).fine(), printed);
        assert_eq!(feed(&[command, &["--output", &file]].concat(), input.as_bytes()).fine(), "", "{command:?}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), printed, "{command:?}");
    }
    run(&["schema", "-o", "no/such/folder/out"]).refused(&["cannot write no/such/folder/out"]);
}

#[test]
fn run_json_repeats_the_question_and_has_units() {
    let answer: Value =
        serde_json::from_str(&feed(&["run", "disk-paths", "-"], SCENARIO.as_bytes()).fine()).expect("JSON");
    assert_eq!(answer["scenario"], serde_json::from_str::<Value>(SCENARIO).expect("JSON"));
    assert_eq!((&answer["lab"], &answer["engine"]), (&"disk-paths".into(), &env!("CARGO_PKG_VERSION").into()));
    let outputs = answer["outputs"].as_object().expect("outputs");
    assert!(!outputs.is_empty() && outputs.keys().all(|name| answer["units"][name].is_string()), "{answer}");
    // The hash is the one that `--version` and `labs` print.
    let hash = answer["lab_hash"].as_str().expect("a hash");
    assert!(run(&["--version"]).fine().contains(hash) && run(&["labs", "--format", "csv"]).fine().contains(hash));
}

#[test]
fn run_text_and_tables_have_the_numbers_of_the_json() {
    let ask = |format: &str| feed(&["run", "disk-paths", "-", "--format", format], SCENARIO.as_bytes()).fine();
    let answer: Value = serde_json::from_str(&ask("json")).expect("JSON");
    let table = ask("csv");
    let mut rows = 0;
    for row in csv::Reader::from_reader(table.as_bytes()).records() {
        let row = row.expect("a row");
        assert_eq!(row[1].parse().ok(), answer["outputs"][&row[0]].as_f64(), "{}", &row[0]);
        assert_eq!(answer["units"][&row[0]], row[2]);
        assert!(ask("markdown").contains(&format!("| {} | ", &row[0])));
        rows += 1;
    }
    assert_eq!(Some(rows), answer["outputs"].as_object().map(serde_json::Map::len));
    let text = ask("text");
    let term = answer["terms"][0]["title"].as_str().expect("a term");
    assert!(text.contains("path = eckd, phase = read") && text.contains(term), "{text}");
}

#[test]
fn run_list_shows_every_setting_and_output() {
    for lab in ["disk-paths", "journaling", "sfs-file-pool", "tape-compression", "zfs-directories", "zfs-migration"] {
        let list: Value = serde_json::from_str(&run(&["run", lab, "--list", "--format", "json"]).fine()).expect("JSON");
        let text = run(&["run", lab, "--list"]).fine();
        let names = ["settings", "outputs"].map(|kind| list[kind].as_array().expect("a list"));
        for described in names.into_iter().flatten() {
            let name = described["name"].as_str().expect("a name");
            assert!(text.split_whitespace().any(|word| word == name), "{lab}: {name}");
        }
    }
    let missing = run(&["run", "disk-paths"]);
    assert!(missing.code == 2 && missing.err.contains("<FILE>"), "{}", missing.err);
}

#[test]
fn reproduce_markdown_has_a_row_for_each_cell() {
    let report: Value =
        serde_json::from_str(&run(&["reproduce", "disk-paths", "--format", "json"]).fine()).expect("JSON");
    let markdown = run(&["reproduce", "disk-paths", "--format", "markdown"]).fine();
    let tables = report["tables"].as_array().expect("a list");
    let cells: usize = tables.iter().map(|table| table["cells"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(markdown.lines().filter(|line| line.starts_with('|')).count(), cells + 2 * tables.len());
    assert!(tables.iter().all(|table| markdown.contains(&format!("({})\n", table["id"].as_str().unwrap()))));
}

#[test]
fn summary_is_also_a_table() {
    let summary: Value =
        serde_json::from_str(&run(&["reproduce", "disk-paths", "--summary", "--format", "json"]).fine()).expect("JSON");
    let table = run(&["reproduce", "disk-paths", "--summary", "--format", "csv"]).fine();
    let rows: Vec<_> = csv::Reader::from_reader(table.as_bytes()).records().map(Result::unwrap).collect();
    let all = rows.last().expect("rows");
    assert_eq!(&all[0], "all");
    assert_eq!(all[2].parse().ok(), summary["summary"]["median_error"].as_f64());
    assert_eq!(Some(rows.len() - 1), summary["tables"].as_array().map(Vec::len));
}

/// A terminal, created by `script` of util-linux.
#[cfg(target_os = "linux")]
mod terminal {
    use super::*;
    use std::path::Path;
    use std::process::Command;

    fn on_terminal(arguments: &str, input: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("input"), input).expect("a file");
        on_terminal_in(folder.path(), &format!("'{}' {arguments}", env!("CARGO_BIN_EXE_pathlength")))
    }

    fn on_terminal_in(folder: &Path, command: &str) -> String {
        let mut script = Command::new("script");
        script.args(["-qec", command, "/dev/null"]).current_dir(folder).env_remove("COLUMNS");
        String::from_utf8(script.output().expect("script is there").stdout).expect("text").replace('\r', "")
    }

    #[test]
    fn reports_are_as_wide_as_the_terminal_up_to_100() {
        for (columns, width) in [(50, 50), (90, 90), (200, 100)] {
            let program = env!("CARGO_BIN_EXE_pathlength");
            let report = "diagnose sfs-file-pool labs/sfs-file-pool/samples/before.txt";
            let text = on_terminal_in(&repository(), &format!("stty rows 24 columns {columns}; '{program}' {report}"));
            let max_columns = text.lines().map(|line| line.chars().count()).max().expect("lines");
            assert!((width - 10..=width).contains(&max_columns), "{columns}: {max_columns}");
        }
    }

    #[test]
    fn terminal_shows_text_where_programs_read_json() {
        for (arguments, input, shown) in [
            ("run disk-paths input", SCENARIO, "path = eckd"),
            ("queue solve input", NETWORK, "bottleneck: cpu"),
            ("advise tape-compression input", "{}", "As of 2018"),
            ("directory build input", "a\nb\n", "2 names in 1 page "),
        ] {
            let text = on_terminal(arguments, input);
            assert!(text.contains(shown) && !text.starts_with(['{', '[']), "{arguments}: {text}");
        }
    }

    #[test]
    fn only_help_and_errors_have_colors_unless_no_color_is_set() {
        let has_colors = |setting: &str, arguments: &str| {
            let command = format!("{setting} '{}' {arguments}", env!("CARGO_BIN_EXE_pathlength"));
            on_terminal_in(&repository(), &format!("unset NO_COLOR; {command}")).contains('\u{1b}')
        };
        for arguments in ["--help", "run --nonsense"] {
            assert!(has_colors("", arguments) && !has_colors("NO_COLOR=1", arguments), "{arguments}");
        }
        let report = "diagnose sfs-file-pool labs/sfs-file-pool/samples/before.txt";
        assert!(!has_colors("", report));
        let piped = |setting: &str| has_colors(setting, "--help | cat");
        assert!(!piped("") && piped("CLICOLOR_FORCE=1"));
    }

    #[test]
    fn names_on_a_terminal_have_no_control_characters() {
        let shown = on_terminal("directory list input", "a\u{1b}[2Jb\n");
        assert!(shown.contains("a\u{fffd}[2Jb") && !shown.contains('\u{1b}'), "{shown:?}");
    }
}

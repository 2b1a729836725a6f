//! Explanations as people and programs read them.

use crate::run::{feed, repository, run, run_in_columns};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

fn sample(name: &str) -> String {
    repository().join("engine/measurements/tests/samples").join(name).display().to_string()
}

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn text_begins_with_the_conclusion_and_its_forecast() {
    let printed = run_in_columns("9999", &["explain", &sample("fio-depths.json")]).fine();
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines[0], "Read as fio JSON (fio-3.33).");
    assert!(
        lines[2].starts_with("Conclusion: A greater depth hardly raises the rate of “d64”: from 16 to 64"),
        "{printed}"
    );
    assert!(
        lines[4].starts_with("Forecast: With half the depth, 32 requests in flight: 74,262 to 84,517"),
        "{printed}"
    );
    assert!(lines[6].starts_with("Model: closed network of 5 identical stations"), "{printed}");
    for part in ["\nholds: ", "\ntaken: bw_bytes: bytes per second", "d16      depth 16 "] {
        assert!(printed.contains(part), "{part:?} is not in {printed}");
    }
}

#[test]
fn sentences_are_folded_and_tables_are_not() {
    let arguments = ["explain", &sample("fio-depths.json")];
    let printed = run_in_columns("50", &arguments).fine();
    let (rows, sentences): (Vec<_>, Vec<_>) = printed
        .lines()
        .partition(|line| line.starts_with("subject") || line.starts_with('d') && line.contains("  depth "));
    assert_eq!(rows.len(), 5, "{printed}");
    assert!(rows.iter().all(|row| row.chars().count() > 60), "{printed}");
    assert!(sentences.iter().all(|line| line.chars().count() <= 50), "{printed}");
    assert!(
        printed.contains("\ntaken: iops of read, write, and trim: completed\n  requests per second.\n"),
        "{printed}"
    );
    let listing = repository().join("engine/models/zfs/tests/listings/find.txt").display().to_string();
    let printed = run_in_columns("50", &["explain", &listing]).fine();
    let title = printed.lines().find(|line| line.starts_with("format ")).expect("a table");
    assert!(title.ends_with("  index pages") && title.chars().count() > 50, "{printed}");
    let conclusion = printed.lines().nth(2).expect("a conclusion");
    assert!(conclusion.starts_with("Conclusion: ") && conclusion.chars().count() <= 50, "{printed}");
}

#[test]
fn all_formats_are_recognized() {
    let file = fs::read(sample("iostat-intervals.json")).expect("a sample");
    assert!(feed(&["explain", "-"], &file).fine().starts_with("Read as iostat JSON.\n\nConclusion: vda is saturated"));
    assert!(run(&["explain", &sample("sadf.json")]).fine().starts_with("Read as sadf JSON.\n\nConclusion: vda "));
    let iozone = "\tIozone: Performance Test of File I/O\n\tCommand line used: iozone -i 0 -i 1 -s 819200 -r 64\n\
                  \x20             kB  reclen    write  rewrite    read    reread\n\
                  \x20         819200      64    20400    20900    40100    40300\n";
    assert!(
        feed(&["explain", "-"], iozone.as_bytes()).fine().starts_with("Read as IOzone output.\n\nConclusion: Latency")
    );
    let kept = run(&["explain", &sample("iostat-intervals.json"), "--keep-first-report"]).fine();
    assert!(kept.contains("mean of 5 reports"), "{kept}");
}

#[test]
fn json_has_the_documented_shape() {
    let printed = run(&["explain", &sample("fio-depths.json"), "--format", "json"]).fine();
    let all: Value = serde_json::from_str(&printed).expect("JSON");
    let top = ["engine", "format", "program", "plausible", "conclusion", "others", "rows", "checks", "taken", "notes"];
    assert_eq!(names(&all), top.into());
    assert_eq!((&all["format"], &all["plausible"]), (&"fio".into(), &true.into()));
    let conclusion = &all["conclusion"];
    assert_eq!(names(conclusion), ["kind", "subject", "text", "rests_on", "in_system", "forecast"].into());
    assert_eq!(conclusion["kind"], "saturated");
    assert_eq!(names(&conclusion["rests_on"]), ["name", "value", "unit"].into());
    let forecast = &conclusion["forecast"];
    assert_eq!(names(forecast), ["remedy", "rate_per_s", "response_s", "model", "assumes"].into());
    for quantity in ["rate_per_s", "response_s"] {
        let quantity = &forecast[quantity];
        assert_eq!(names(quantity), ["present", "low", "high", "model", "interval"].into());
        let number = |name: &str| quantity[name].as_f64().expect("a number");
        assert!(number("low") <= number("model") && number("model") <= number("high"), "{quantity}");
    }
    let row =
        ["subject", "what", "rate_per_s", "bytes_per_s", "response_ms", "p99_ms", "in_system", "utilization_percent"];
    assert_eq!(names(&all["rows"][0]), row.into());
    let check = ["law", "left", "relation", "right", "unit", "comparisons", "failures", "worst", "text"];
    assert_eq!(names(&all["checks"][0]), check.into());
    assert_eq!(names(&all["checks"][0]["worst"]), ["subject", "left", "right"].into());
    // The page that documents the JSON format contains all these names.
    let page = fs::read_to_string(repository().join("docs/command.md")).expect("the page");
    for name in top.iter().chain(&row).chain(&check).chain(&["rests_on", "report", "interval", "assumes", "remedy"]) {
        assert!(page.contains(&format!("`{name}`")), "docs/command.md does not document {name}");
    }
}

#[test]
fn contradicting_numbers_exit_with_1_and_both_numbers() {
    let text = fs::read_to_string(sample("iostat-intervals.json")).expect("a sample");
    let wrong = text.replace("\"util\": 85.60", "\"util\": 175.29");
    let run = feed(&["explain", "-"], wrong.as_bytes());
    assert_eq!(run.code, 1, "{run:?}");
    let message = "pathlength: -: report 5, vda: utilization is 175 %, but must be at most its maximum, 100 %: ";
    assert!(run.err.starts_with(message), "{}", run.err);
    assert!(
        run.out.contains("Conclusion: none, because a check fails") && run.out.contains("\nFAILS: "),
        "{}",
        run.out
    );
    let run = feed(&["explain", "-", "--format", "json"], wrong.as_bytes());
    let all: Value = serde_json::from_str(&run.out).expect("JSON");
    assert!(run.code == 1 && all["conclusion"].is_null() && all["plausible"] == false, "{all}");
}

#[test]
fn markdown_is_a_ticket() {
    let text = fs::read_to_string(sample("fio-depth-1.json")).expect("a sample");
    let hostile = text.replace("\"depth-1\"", "\"a|b <img> [x](y)\"");
    let printed = feed(&["explain", "-", "--format", "markdown"], hostile.as_bytes()).fine();
    assert!(printed.starts_with("### fio JSON (fio-3.33)\n\n**Conclusion:** Latency and queue depth"), "{printed}");
    assert!(printed.contains("\n**Forecast:** With twice the depth, 2 requests in flight: "), "{printed}");
    assert!(printed.contains("| a\\|b &lt;img> \\[x\\](y) | depth 1 | "), "{printed}");
    assert!(!printed.contains("<img>") && !printed.contains("[x](y)"), "{printed}");
}

#[test]
fn unknown_files_are_refused_with_the_known_formats() {
    let known = ["unknown format", "fio --output-format=json", "iostat -o JSON -x", "sadf -j", "iozone"];
    feed(&["explain", "-"], b"one,two\n1,2\n").refused(&known);
    feed(&["explain", "-"], b"{\"lab\": 1}").refused(&known);
    feed(&["explain", "-"], b"").refused(&["-: unknown format (an empty file)"]);
    run(&["explain", "no/such/file"]).refused(&["cannot read no/such/file"]);
    run(&["explain", "."]).refused(&["cannot read ."]);
}

#[test]
fn csv_with_a_mapping_is_explained_with_its_units() {
    let (file, mapping) = (sample("devices.csv"), sample("devices.toml"));
    let printed = run(&["explain", &file, "--mapping", &mapping]).fine();
    assert!(
        printed.starts_with("Read as CSV.\n\nConclusion: D001 is saturated in report 2 (10:15), the worst"),
        "{printed}"
    );
    assert!(
        printed.contains("\ntaken: “queued” + “pending” + “connected” in ms: response time of requests"),
        "{printed}"
    );
    let json = run(&["explain", &file, "--mapping", &mapping, "--format", "json"]).fine();
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["format"], &json["plausible"]), (&"mapped_csv".into(), &true.into()));
    run(&["explain", &file]).refused(&["unknown format", "CSV (with --mapping FILE)"]);
}

#[test]
fn mapping_with_an_unknown_unit_is_refused_with_its_line() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("wrong.toml");
    let text = fs::read_to_string(sample("devices.toml")).expect("a sample");
    fs::write(&path, text.replace("\"ms\"", "\"ticks\"")).expect("a file");
    run(&["explain", &sample("devices.csv"), "--mapping", &path.display().to_string()])
        .refused(&["wrong.toml:13: ", "unknown variant `ticks`, expected one of `us`, `ms`, `s`"]);
}

//! A lab that declares its model in its own text works with every command that runs models.

use crate::interface::copy;
use crate::run::{feed, repository, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A copy of the labs in `tests/declared-lab`.
pub(crate) struct Labs {
    folder: TempDir,
    lab: &'static str,
}

impl Labs {
    fn new() -> Self {
        Self::of("waiting-line")
    }

    /// Copies the labs, so that a test can change one of them.
    pub(crate) fn of(lab: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&repository().join("tests/declared-lab"), folder.path());
        Self { folder, lab }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self) -> &str {
        self.folder().to_str().expect("a path")
    }

    /// Replaces the first occurrence of `old` in a file of the lab.
    pub(crate) fn change(self, file: &str, old: &str, new: &str) -> Self {
        let path = self.folder().join(self.lab).join(file);
        let text = fs::read_to_string(&path).expect("text");
        assert!(text.contains(old), "{file} has no {old:?}");
        fs::write(path, text.replacen(old, new, 1)).expect("a file");
        self
    }

    #[track_caller]
    pub(crate) fn refused(&self, place: &str, parts: &[&str]) {
        let run = run(&["reproduce", "--labs", self.path(), self.lab]);
        run.refused(parts);
        let start = format!("pathlength: {}/{}/{place}: ", self.path(), self.lab);
        assert!(run.err.starts_with(&start), "{}", run.err);
    }
}

#[test]
fn declared_model_reproduces_a_table() {
    let labs = Labs::new();
    let report = run(&["reproduce", "--labs", labs.path(), "waiting-line", "--format", "json"]).fine();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let cells = report["tables"][0]["cells"].as_array().expect("cells");
    // One server: S / (1 - U). Two servers: S / (1 - U²). S is 10 ms.
    let expected =
        [10.0 / 0.75, 10.0 / (1.0 - 0.125 * 0.125), 20.0, 10.0 / (1.0 - 0.0625), 40.0, 10.0 / (1.0 - 0.140_625)];
    for (cell, expected) in cells.iter().zip(expected) {
        let model = cell["model"].as_f64().expect("a number");
        assert!((model / expected - 1.0).abs() < 1e-12, "{model} and {expected}");
    }
    assert_eq!(cells.iter().filter(|cell| cell["role"] == "fit").count(), 2);
}

#[test]
fn declared_model_is_fitted() {
    let labs = Labs::new();
    let labs = labs.change("parameters.toml", "value = 10", "value = 7");
    let fit = run(&["calibrate", "--labs", labs.path(), "waiting-line", "--format", "json"]).fine();
    let fit: Value = serde_json::from_str(&fit).expect("JSON");
    let text = fit.to_string();
    let at = text.find("\"service\"").expect("the parameter");
    assert!(text[at..].contains("9.9") || text[at..].contains("10.0"), "{text}");
}

#[test]
fn declared_model_answers_scenarios_and_sweeps() {
    let labs = Labs::new();
    let answer = feed(&["run", "--labs", labs.path(), "waiting-line", "-"], br#"{ "rate": 50 }"#).fine();
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["outputs"]["busy"], 50.0);
    let titles: Vec<_> = answer["terms"].as_array().expect("terms").iter().map(|term| &term["title"]).collect();
    assert_eq!(titles, ["Time in service", "Wait for a server"]);
    let grid = labs.folder().join("grid.toml");
    let text = "lab = \"waiting-line\"\noutputs = [\"response\"]\n[settings]\n[[axis]]\nsetting = \"rate\"\nvalues = [25, 50]\n";
    fs::write(&grid, text).expect("a file");
    let rows = run(&["sweep", grid.to_str().expect("a path"), "--labs", labs.path(), "--format", "csv"]).fine();
    assert!(rows.lines().nth(2).is_some_and(|row| row.contains("50,20")), "{rows}");
}

#[test]
fn mistakes_in_a_declaration_have_file_and_line() {
    Labs::new().change("model.toml", "is = \"service / speed", "is = \"servce / speed").refused(
        "model.toml:42",
        &["there is no setting, constant, term, or parameter \"servce\"; did you mean service?"],
    );
    Labs::new()
        .change("model.toml", "is = \"service / speed", "is = \"wait * speed")
        .refused("model.toml:42", &["in a cycle", "time → wait → total → time", "break the cycle"]);
    Labs::new()
        .change("model.toml", "kind = \"switch\"", "kind = \"toggle\"")
        .refused("model.toml:28", &["toggle", "switch"]);
    Labs::new().change("model.toml", "place = \"queue\"", "color = \"red\"").refused("model.toml:58", &["color"]);
    Labs::new()
        .change(
            "parameters.toml",
            "[service]",
            "[think]\ntitle = \"T\"\nvalue = 1\nunit = \"s\"\nprovenance = \"assumed\"\nsource = \"S\"\n\n[service]",
        )
        .refused("parameters.toml:1", &["the model has no parameter think: remove it"]);
}

#[test]
fn declaration_without_its_model_is_refused() {
    let labs = Labs::new();
    fs::remove_file(labs.folder().join("waiting-line/model.toml")).expect("the file");
    run(&["reproduce", "--labs", labs.path(), "waiting-line"]).refused(&["model.toml", "there is no such file"]);
    Labs::new().change("lab.md", "model: formula", "model: tape").refused(
        "model.toml:1",
        &["the model tape takes no declaration", "set `model` in lab.md to one of formula, network, trace"],
    );
    Labs::new()
        .change("lab.md", "model: formula", "model: raid")
        .refused("lab.md:6", &["unknown model \"raid\": choose one of zfs-directories", "tape, formula, network"]);
}

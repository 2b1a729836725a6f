//! Labs: tables and their roles, settings, reproduction, and the measurements behind the model.

mod baselines;
mod bounds;
mod measurements;
mod model;
mod reproduction;
mod settings;
mod tables;

use pathlength_lab::{Field, Key, PublishedCell, Role, RoleRule, RowKey, Table, model_parameters, open_model};
use pathlength_model::Model;
use pathlength_model::{Setting, Settings};
use std::collections::BTreeMap;

/// Returns settings from pairs.
fn settings(pairs: &[(&str, Setting)]) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in pairs {
        settings.set(name, value.clone());
    }
    settings
}

fn word(word: &str) -> Setting {
    Setting::Word(word.to_owned())
}

/// Returns the scenario of a ptestDL2 lookup on a z9.
fn scenario(release: &str, format: &str, names: f64) -> Settings {
    settings(&[
        ("workload", word("ptestDL2")),
        ("machine", word("z9")),
        ("release", word(release)),
        ("format", word(format)),
        ("plex", word("monoplex")),
        ("names", Setting::Number(names)),
    ])
}

/// Returns simple parameters: names of 20 bytes, 500 objects, and 1 for all other parameters except caches and vnodes.
fn parameters() -> BTreeMap<&'static str, f64> {
    let mut parameters: BTreeMap<_, _> =
        model_parameters("directory").expect("a model").iter().map(|name| (*name, 1.0)).collect();
    parameters.extend([("name_bytes", 20.0), ("objects", 500.0), ("vnodes", 1000.0), ("processor_cache", 1e9)]);
    parameters.insert("v5_processor_cache", 1e9);
    parameters
}

fn model(parameters: &BTreeMap<&str, f64>) -> Box<dyn Model> {
    open_model("directory", &|name| parameters.get(name).copied()).expect("a good model")
}

fn field(name: &str, relative_to: Option<&str>, release: &str) -> Field {
    Field {
        name: name.to_owned(),
        title: String::new(),
        group: String::new(),
        unit: String::new(),
        output: Some("external_throughput".to_owned()),
        relative_to: relative_to.map(str::to_owned),
        relative_to_row: None,
        scatter: None,
        scenario: settings(&[("release", word(release))]),
    }
}

/// Returns a table of lookups with a base column and a ratio to it, in directories of 1,000 and 3,000 names.
fn table() -> Table {
    let scenario = settings(&[
        ("workload", word("ptestDL2")),
        ("machine", word("z9")),
        ("format", word("v4")),
        ("plex", word("monoplex")),
    ]);
    let text = |text: &str| text.to_owned();
    Table {
        id: text("lookups"),
        title: text("Lookups"),
        source: text("A slide"),
        csv: None,
        note: None,
        role: Role::Fit,
        because: None,
        from: None,
        scenario,
        row: RowKey {
            name: text("names"),
            key: Some(text("names")),
            title: String::new(),
            unit: String::new(),
            values: Vec::new(),
        },
        fields: vec![field("r13", None, "R13"), field("v2r1", Some("r13"), "V2R1")],
        roles: Vec::new(),
        rows: vec![Key::Number(1000.0), Key::Number(3000.0)],
        cells: vec![vec![Some(value(100_000.0)), Some(value(1.25))], vec![Some(value(50_000.0)), None]],
        printed: Vec::new(),
        half_digits: Vec::new(),
        recorded: None,
        baseline: None,
        chosen_in_view: None,
    }
}

/// Returns a cell that has a number.
const fn value(value: f64) -> PublishedCell {
    PublishedCell::Value(value)
}

fn rule(rows: &[f64], fields: &[&str], role: Role) -> RoleRule {
    RoleRule {
        rows: rows.iter().copied().map(Key::Number).collect(),
        fields: fields.iter().map(|&name| name.to_owned()).collect(),
        role,
        because: (role == Role::Damaged).then(|| "Two slides show the same numbers.".to_owned()),
        from: None,
    }
}

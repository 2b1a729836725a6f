//! `pathlength run`: one scenario of a lab.

use super::sheet::{Sheet, SheetCell};
use super::{Failure, Format, OutputOption};
use pathlength_lab_files::{ENGINE, LabFiles, load, read, run_json};
use pathlength_model::{Description, Evaluation, OutputDescription, Setting, SettingValues, Settings, Term};
use std::path::Path;

/// Maximum size of a scenario.
const MAX_BYTES: u64 = 16 << 20;

/// Runs `pathlength run`; without a scenario, lists the settings.
pub(crate) fn run(
    labs: &LabFiles,
    id: &str,
    scenario: Option<&Path>,
    format: Option<Format>,
    output: &OutputOption,
) -> Result<(), Failure> {
    let lab = load(labs, id)?;
    let description = lab.describe_model()?;
    let Some(path) = scenario else {
        // Lists are for people, so text is the only default.
        let text = match format.unwrap_or(Format::Text) {
            Format::Json => serde_json::to_string_pretty(&description)? + "\n",
            format => settings_and_outputs(&description).as_format(format),
        };
        return output.print(&text);
    };
    let bytes = read(path, MAX_BYTES)?;
    let scenario: Settings = serde_json::from_slice(&bytes)
        .map_err(|error| Failure::Input(format!("{}:{}: {error}", path.display(), error.line())))?;
    let evaluation = lab.open()?.evaluate(&scenario)?;
    let lab_hash = labs.hash(id)?;
    let text = match output.format(format, Format::Json) {
        Format::Json => run_json((id, &lab_hash), &description, &scenario, &evaluation)?,
        Format::Text => {
            let asked = scenario.iter().map(|(name, value)| format!("{name} = {}", setting(value)));
            let asked = asked.collect::<Vec<_>>().join(", ");
            let outputs = outputs(&evaluation, &description).as_format(Format::Text);
            let terms = terms(&evaluation.terms);
            format!("{id} ({lab_hash}), pathlength {ENGINE}\n{asked}\n\n{outputs}{terms}")
        }
        format => outputs(&evaluation, &description).as_format(format),
    };
    output.print(&text)
}

fn setting(value: &Setting) -> String {
    match value {
        Setting::Switch(value) => value.to_string(),
        Setting::Number(value) => value.to_string(),
        Setting::Word(word) => word.clone(),
    }
}

fn outputs(evaluation: &Evaluation, description: &Description) -> Sheet {
    let mut sheet = Sheet::new(["output", "value", "unit", "title"]);
    for (name, value) in &evaluation.outputs {
        let described = description.outputs.iter().find(|output| output.name == *name);
        let word = |text: fn(&OutputDescription) -> &String| described.map_or("", |output| text(output));
        sheet.push([
            (*name).into(),
            (*value).into(),
            word(|output| &output.unit).into(),
            word(|output| &output.title).into(),
        ]);
    }
    sheet
}

/// Returns the table of the terms; empty without terms.
fn terms(terms: &[Term]) -> String {
    if terms.is_empty() {
        return String::new();
    }
    let mut sheet = Sheet::new(["term", "count", "cost µs", "time µs", "part of"]);
    for term in terms {
        let numbers = [term.count, term.cost_us, term.time_us].map(SheetCell::from);
        let [count, cost, time] = numbers;
        sheet.push([term.title.as_str().into(), count, cost, time, term.part_of.join(", ").into()]);
    }
    format!("\n{}", sheet.as_format(Format::Text))
}

fn settings_and_outputs(description: &Description) -> Sheet {
    let mut sheet = Sheet::new(["kind", "name", "values", "unit", "title"]);
    for setting in &description.settings {
        let (values, unit) = match &setting.values {
            SettingValues::Number { only, unit, .. } if !only.is_empty() => {
                (only.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "), unit.as_str())
            }
            SettingValues::Number { min, max, whole, unit, .. } => {
                (format!("{min} to {max}{}", if *whole { ", whole" } else { "" }), unit.as_str())
            }
            SettingValues::Word { words } => (words.join(", "), ""),
            SettingValues::Switch => ("true, false".to_owned(), ""),
        };
        let kind = if setting.optional { "optional setting" } else { "setting" };
        sheet.push([
            kind.into(),
            setting.name.as_str().into(),
            values.into(),
            unit.into(),
            setting.title.as_str().into(),
        ]);
    }
    for OutputDescription { name, unit, title, .. } in &description.outputs {
        sheet.push(["output", name.as_str(), "", unit.as_str(), title.as_str()].map(SheetCell::from));
    }
    sheet
}

//! Reads the parameters of a lab, and those that it inherits from other labs.

use crate::load::{line_where, parse, wrong};
use crate::{LabError, LabFiles};
use pathlength_lab::Table;
use pathlength_model::{Parameter, Parameters, Provenance};
use std::path::Path;

/// Reads the text of `parameters.toml`. A parameter with only `inherited_from` is the parameter of the other lab;
/// `tables` are the tables of the inheriting lab.
pub(super) fn read_parameters(
    labs: &LabFiles,
    path: &Path,
    text: &str,
    tables: &[Table],
) -> Result<Parameters, LabError> {
    let entries: toml::Table = parse(path, text)?;
    let mut own = text.to_owned();
    let mut inherited = Parameters::new();
    for (name, entry) in entries {
        let Some(lab) = entry.get("inherited_from").and_then(toml::Value::as_str) else { continue };
        let lines = section(text, &name);
        let at = |key: &str| {
            let within = text.lines().skip(lines.start).take(lines.len());
            within.clone().position(|line| line.starts_with(key)).map_or(1, |line| (lines.start + line) as u64 + 1)
        };
        let retyped = entry.as_table().into_iter().flatten().map(|(key, _)| key.as_str());
        if let Some(key) = retyped.filter(|key| *key != "inherited_from").min_by_key(|key| at(key)) {
            let what = format!("[{name}] takes its {key} from the lab {lab}: remove all lines except inherited_from");
            return Err(wrong(path, at(key), &what));
        }
        let parameter = inherit(labs, &name, lab, tables);
        let parameter = parameter.map_err(|what| wrong(path, at("inherited_from"), &format!("[{name}]: {what}")))?;
        inherited.insert(name, parameter);
        own = without(&own, lines);
    }
    let mut parameters: Parameters = parse(path, &own)?;
    if let Some(name) = parameters.iter().find(|(_, own)| own.provenance == Provenance::Inherited).map(|(name, _)| name)
    {
        let line = line_where(text, |line| line.trim() == format!("[{name}]"));
        let what = format!("[{name}]: an inherited parameter names its lab: write only inherited_from = \"lab\"");
        return Err(wrong(path, line, &what));
    }
    parameters.extend(inherited);
    Ok(parameters)
}

/// Returns the parameter of another lab as a parameter of this lab, or a message about the problem.
fn inherit(labs: &LabFiles, name: &str, lab: &str, tables: &[Table]) -> Result<Parameter, String> {
    let missing = || format!("there is no lab \"{lab}\" next to this one: name a lab's folder");
    if lab.contains(['/', '\\', '.']) {
        return Err(missing());
    }
    let path = labs.lab(lab).join("parameters.toml");
    let text = labs.text(&path).map_err(|_| missing())?;
    let wrong = |error: toml::de::Error| format!("{}: {}", path.display(), error.message());
    let mut entries: toml::Table = toml::from_str(&text).map_err(wrong)?;
    let Some(entry) = entries.remove(name) else {
        return Err(format!(
            "the lab {lab} has no parameter {name}: remove `inherited_from` and give the parameter a value"
        ));
    };
    if let Some(origin) = entry.get("inherited_from").and_then(toml::Value::as_str) {
        return Err(format!("the lab {lab} inherits {name} from {origin}: write inherited_from = \"{origin}\""));
    }
    let there: Parameter = entry.try_into().map_err(wrong)?;
    let shared = |table: &&Table| origins(table, lab).any(|origin| there.fitted_on.iter().any(|id| id == origin));
    let fitted_on = tables.iter().filter(shared).map(|table| table.id.clone()).collect();
    let chosen_with = tables.iter().flat_map(|table| chosen_here(&there.chosen_with, table, lab)).collect();
    let is_fitted = there.provenance == Provenance::Fitted;
    Ok(Parameter {
        provenance: if is_fitted { Provenance::Inherited } else { there.provenance },
        inherited_from: Some(lab.to_owned()),
        start: None,
        step: None,
        fitted_on,
        chosen_with,
        ..there
    })
}

/// Returns the tables of another lab that contain cells of `table`.
fn origins<'a>(table: &'a Table, lab: &'a str) -> impl Iterator<Item = &'a str> {
    let rules = table.roles.iter().map(|rule| &rule.from);
    let from = std::iter::once(&table.from).chain(rules).flatten().filter_map(|from| from.split_once('/'));
    from.filter(move |(other, _)| *other == lab).map(|(_, origin)| origin)
}

/// Returns those entries in another lab's `chosen_with` that concern cells of a table, as entries of this lab.
fn chosen_here(entries: &[String], table: &Table, lab: &str) -> Vec<String> {
    let here = |entry: &String| {
        let (origin, row) = entry.split_once(':').map_or((entry.as_str(), None), |(id, row)| (id, Some(row)));
        let has_row = row.is_none_or(|row| table.rows.iter().any(|key| key.to_string() == row));
        let is_shared = has_row && origins(table, lab).any(|other| other == origin);
        is_shared.then(|| row.map_or_else(|| table.id.clone(), |row| format!("{}:{row}", table.id)))
    };
    entries.iter().filter_map(here).collect()
}

/// Returns the range of the lines of the section `[name]`.
fn section(text: &str, name: &str) -> std::ops::Range<usize> {
    let header = format!("[{name}]");
    let start = text.lines().position(|line| line.trim() == header).unwrap_or(0);
    let rest = text.lines().skip(start + 1).position(|line| line.starts_with('[')).unwrap_or(usize::MAX / 2);
    start..(start + 1 + rest).min(text.lines().count())
}

/// Returns the text with empty lines in place of `lines`, so that messages have the line numbers of the file.
fn without(text: &str, lines: std::ops::Range<usize>) -> String {
    let kept = text.lines().enumerate().map(|(at, line)| if lines.contains(&at) { "" } else { line });
    kept.collect::<Vec<_>>().join("\n") + "\n"
}

//! Rows of a sweep as text.

use crate::{ENGINE, number};
use pathlength_lab::sweep::{Sweep, SweepRow};
use pathlength_model::{OutputDescription, Setting, Settings, csv};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Format of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// CSV; the header contains the units.
    Csv,
    /// JSON Lines; the first line describes the sweep.
    Jsonl,
}

/// A writer of rows in one format.
#[derive(Debug)]
pub struct RowWriter {
    format: RowFormat,
    header: String,
    settings: Vec<String>,
    outputs: Vec<OutputDescription>,
    /// The last cells of each CSV row: the lab's id and hash, and the version of the engine.
    origin: String,
}

impl RowWriter {
    /// Returns a writer for a sweep of a lab with this hash.
    pub fn new(sweep: &Sweep, lab: &str, hash: &str, format: RowFormat) -> Self {
        let engine = ENGINE;
        let settings: Vec<String> = sweep.grid().names().map(str::to_owned).collect();
        let outputs = sweep.outputs().to_vec();
        let header = match format {
            RowFormat::Csv => {
                let titles = outputs.iter().map(|output| match output.unit.as_str() {
                    "" | "1" => output.name.clone(),
                    unit => format!("{} [{unit}]", output.name),
                });
                let names = std::iter::once("scenario".to_owned()).chain(settings.iter().cloned()).chain(titles);
                let names = names.chain(["error", "lab", "lab_hash", "engine"].map(str::to_owned));
                names.map(|name| csv::text(&name)).collect::<Vec<_>>().join(",") + "\n"
            }
            RowFormat::Jsonl => {
                let described = outputs.iter().map(|output| {
                    let OutputDescription { name, title, unit, half_width, .. } = output;
                    json!({ "name": name, "title": title, "unit": unit, "half_width": half_width })
                });
                let header = json!({
                    "format": "pathlength-sweep", "version": 1, "lab": lab, "lab_hash": hash, "engine": engine,
                    "scenarios": sweep.grid().count(), "settings": settings, "outputs": described.collect::<Vec<_>>(),
                });
                header.to_string() + "\n"
            }
        };
        let origin = [lab, hash, engine].map(csv::text).join(",");
        Self { format, header, settings, outputs, origin }
    }

    /// Returns the first line.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Appends a row.
    pub fn write(&self, row: &SweepRow, text: &mut String) {
        match self.format {
            RowFormat::Csv => self.write_csv(row, text),
            RowFormat::Jsonl => self.write_json(row, text),
        }
    }

    fn write_csv(&self, row: &SweepRow, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", row.number);
        for name in &self.settings {
            text.push(',');
            match row.scenario.get(name) {
                Some(Setting::Number(value)) => text.push_str(&number(*value)),
                Some(Setting::Switch(value)) => text.push_str(if *value { "true" } else { "false" }),
                Some(Setting::Word(word)) => text.push_str(&csv::text(word)),
                None => {}
            }
        }
        match &row.outputs {
            Ok(values) => {
                for value in values {
                    text.push(',');
                    text.push_str(&number(*value));
                }
                text.push(',');
            }
            Err(error) => {
                text.extend(self.outputs.iter().map(|_| ','));
                text.push(',');
                text.push_str(&csv::text(&error.replace(['\n', '\r'], " ")));
            }
        }
        text.push(',');
        text.push_str(&self.origin);
        text.push('\n');
    }

    fn write_json(&self, row: &SweepRow, text: &mut String) {
        let (outputs, error) = match &row.outputs {
            Ok(values) => (Some(self.outputs.iter().map(|output| output.name.as_str()).zip(values).collect()), None),
            Err(error) => (None, Some(error.as_str())),
        };
        let row = JsonRow { scenario: row.number, settings: &row.scenario, outputs, error };
        // JSON has no infinite numbers: they become null.
        let _ = writeln!(text, "{}", serde_json::to_string(&row).expect("plain data is JSON"));
    }
}

/// A row in JSON; its number comes first.
#[derive(Serialize)]
struct JsonRow<'a> {
    scenario: u64,
    settings: &'a Settings,
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<BTreeMap<&'a str, &'a f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

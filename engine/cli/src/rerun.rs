//! `pathlength rerun`: recomputes a run that a page saved; the result is the same CSV or, for a fit, the same JSON.

use super::calibrate::show;
use super::check::open_labs;
use super::output::{ProgressLine, csv_row, number, read, say};
use super::{Failure, OutputOption};
use pathlength_lab::submission::OpenedLab;
use pathlength_lab::{FitRecord, FitRequest, Lab, StudyContext, reproduce_table, study, value_interval};
use pathlength_lab_files::{cells_csv, fit_json};
use pathlength_model::{Model, Setting, Settings, csv};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Maximum size of a file: a chart with hundreds of points takes a few hundred kilobytes.
const MAX_BYTES: u64 = 16 << 20;

/// A saved run: `web/src/player/export/bundle.ts` writes it.
#[derive(Debug, Deserialize)]
struct Bundle {
    format: String,
    version: u32,
    engine: String,
    lab: LabVersion,
    table: Option<String>,
    chart: Option<ChartRun>,
    fit: Option<FitRequest>,
}

#[derive(Debug, Deserialize)]
struct LabVersion {
    id: String,
    hash: String,
}

/// The run of a chart: scenarios of the model, and a table with references to their results.
#[derive(Debug, Deserialize)]
struct ChartRun {
    /// The setting along x, if there is one.
    x: Option<String>,
    y: String,
    per: Option<String>,
    #[serde(default)]
    relative: bool,
    half_width: Option<String>,
    /// Values along x.
    places: Vec<f64>,
    /// Scenarios without x, by configuration and series.
    sides: Vec<Vec<Settings>>,
    /// The scatter of published values about the model, by configuration and series; empty for a chart without
    /// intervals.
    #[serde(default)]
    scatter: Vec<Vec<Scatter>>,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// The scatter of published values about the model's values.
#[derive(Debug, Deserialize)]
struct Scatter {
    /// Standard deviation of the logarithms of published over model values.
    deviation: f64,
    /// Degrees of freedom of the standard deviation.
    freedom: usize,
}

/// Indexes of the configuration, the series, and the x value.
type At = [usize; 3];

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(f64),
    Text(String),
    /// The model's value.
    Model {
        model: At,
    },
    /// The half-width of the value's confidence interval.
    Half {
        half: At,
    },
    /// The lower end of the 95 % interval for a published value.
    Low {
        low: At,
    },
    /// The upper end.
    High {
        high: At,
    },
    /// The error of the model's value relative to the published value, in percent.
    Error {
        error: At,
        published: f64,
    },
}

/// Runs `pathlength rerun`.
pub(crate) fn rerun(file: &Path, lab: &[PathBuf], output: &OutputOption) -> Result<(), Failure> {
    let wrong = |what: String| Failure::Input(format!("{}: {what}", file.display()));
    let bundle: Bundle = serde_json::from_slice(&read(file, MAX_BYTES)?)
        .map_err(|error| wrong(format!("not a saved run ({error}): save one with “Save this run” on a lab's page")))?;
    if (bundle.format.as_str(), bundle.version) != ("pathlength-run", 1) {
        return Err(wrong("unknown format: give a file in the format pathlength-run, version 1".to_owned()));
    }
    let mut labs = open_labs(lab)?;
    let opened = lab_of_run(&mut labs, &bundle.lab)?;
    let engine = env!("CARGO_PKG_VERSION");
    if bundle.engine != engine {
        say(&format!(
            "pathlength: the run was saved by engine {}, but this is engine {engine}: values may differ",
            bundle.engine
        ));
    }
    let mut model = opened.lab.open()?;
    let text = match (&bundle.table, &bundle.chart, &bundle.fit) {
        (Some(table), None, None) => cells_csv(&[reproduce_table(&opened.lab, opened.lab.table(table)?, &mut model)?]),
        (None, Some(chart), None) => {
            ChartRerun { chart, lab: &opened.lab, model: &mut model, known: BTreeMap::new() }.csv().map_err(wrong)?
        }
        (None, None, Some(request)) => {
            let records = labs.into_iter().filter_map(|(id, lab)| Some((id, lab.lab.fit?))).collect();
            refitted(&opened.lab, request, &records)?
        }
        _ => return Err(wrong("the run must have one table, chart, or fit: save it again".to_owned())),
    };
    output.print(&text)
}

/// Returns the JSON of the requested fit. `records` are the fits of other labs, from which the lab can inherit
/// parameters.
fn refitted(lab: &Lab, request: &FitRequest, records: &BTreeMap<String, FitRecord>) -> Result<String, Failure> {
    let line = ProgressLine::new();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let progress = |progress| {
        show(&line, progress);
        Ok(())
    };
    let found = study(lab, request, &StudyContext { threads, records, progress: &progress })?;
    line.end();
    Ok(fit_json(&found)?)
}

/// Opens the lab in which the run was made.
fn lab_of_run(labs: &mut BTreeMap<String, OpenedLab>, wanted: &LabVersion) -> Result<OpenedLab, Failure> {
    let remedy = "give its compiled file with --lab: labs/<id>/lab.json in a built site";
    let found = labs
        .remove(&wanted.id)
        .ok_or_else(|| Failure::Input(format!("no compiled lab {:?} found: {remedy}", wanted.id)))?;
    let hash = found.hash().to_string();
    if hash == wanted.hash {
        return Ok(found);
    }
    Err(Failure::Input(format!("the run is from another version of the lab {}: {remedy}", wanted.id)))
}

/// A chart whose table the model fills in.
struct ChartRerun<'a> {
    chart: &'a ChartRun,
    lab: &'a Lab,
    model: &'a mut dyn Model,
    /// Values with the half-widths of their confidence intervals.
    known: BTreeMap<At, (f64, f64)>,
}

impl ChartRerun<'_> {
    fn csv(mut self) -> Result<String, String> {
        let mut out = csv_row(self.chart.columns.iter().map(|title| csv::text(title)));
        for (at, row) in self.chart.rows.iter().enumerate() {
            let cells = row.iter().map(|cell| self.text(cell)).collect::<Result<Vec<_>, _>>();
            out += &csv_row(cells.map_err(|error| format!("row {}: {error}", at + 1))?);
        }
        Ok(out)
    }

    fn text(&mut self, cell: &Cell) -> Result<String, String> {
        Ok(match cell {
            Cell::Text(text) => csv::text(text),
            Cell::Number(value) => number(*value),
            Cell::Model { model } => number(self.value(*model)?.0),
            Cell::Half { half } => number(Some(self.value(*half)?.1).filter(|half| *half > 0.0).unwrap_or(f64::NAN)),
            Cell::Low { low } => number(self.interval(*low)?.map_or(f64::NAN, |[low, _]| low)),
            Cell::High { high } => number(self.interval(*high)?.map_or(f64::NAN, |[_, high]| high)),
            Cell::Error { error, published } => number((self.value(*error)?.0 / published - 1.0) * 100.0),
        })
    }

    /// Returns the value at one point of the chart.
    fn value(&mut self, at: At) -> Result<(f64, f64), String> {
        if let Some(known) = self.known.get(&at) {
            return Ok(*known);
        }
        let known = self.ratio(at)?;
        self.known.insert(at, known);
        Ok(known)
    }

    /// Returns the 95 % interval for a published value.
    fn interval(&mut self, at: At) -> Result<Option<[f64; 2]>, String> {
        let Some(record) = &self.lab.fit else { return Ok(None) };
        let scatter = self.chart.scatter.get(at[0]).and_then(|side| side.get(at[1]));
        let Some(Scatter { deviation, freedom }) = scatter else {
            return Err(format!("the scatter of [{}, {}] is missing: save the run again", at[0], at[1]));
        };
        let value = self.value(at)?.0;
        let mut drawn = Vec::new();
        for draw in 0..record.draws.values.len() {
            let parameter = |name: &str| record.draws.value(draw, name).or_else(|| self.lab.value(name));
            let is_accepted = self.model.set_parameters(&parameter).is_ok();
            let moved = is_accepted.then(|| self.ratio(at).ok()).flatten();
            drawn.extend(moved.map(|(value, _)| value));
        }
        self.model.set_parameters(&|name| self.lab.value(name)).map_err(|error| error.to_string())?;
        Ok(value_interval(value, &drawn, *deviation, *freedom))
    }

    /// Returns the value at one point with the model's current parameters.
    fn ratio(&mut self, at: At) -> Result<(f64, f64), String> {
        let (value, half) = self.quantity(at)?;
        Ok((if self.chart.relative { value / self.quantity([at[0], 0, at[2]])?.0 } else { value }, half))
    }

    /// Returns the value before it is divided by the value of the first series.
    fn quantity(&mut self, [side, series, place]: At) -> Result<(f64, f64), String> {
        let ChartRun { x, y, per, half_width, places, sides, .. } = self.chart;
        let scenario = sides.get(side).and_then(|side| side.get(series));
        let (Some(scenario), Some(place)) = (scenario, places.get(place)) else {
            return Err(format!("there is no scenario [{side}, {series}, {place}]: save the run again"));
        };
        let mut scenario = scenario.clone();
        if let Some(x) = x {
            scenario.set(x, Setting::Number(*place));
        }
        let outcome = self.model.evaluate(&scenario).map_err(|error| error.to_string())?;
        let output = |name: &String| outcome.output(name).map_err(|error| error.to_string());
        let value = output(y)?;
        let value = match per {
            Some(per) => value / output(per)?,
            None => value,
        };
        Ok((value, half_width.as_ref().map_or(Ok(f64::NAN), output)?))
    }
}

//! Labs: their contents and their answers.

use crate::grid::Grid;
use crate::task::{Task, long, short, wrong};
use pathlength_lab::sweep::{CsvRows, GridSpec, Sweep};
use pathlength_lab::{FitRequest, StudyProgress};
use pathlength_lab_files::{
    ENGINE, LabError, LabFiles, cell_columns_json, cells_csv, cells_json, fit, fit_json, load, parse, parse_csv, read,
    reproduce_lab, run_json,
};
use pathlength_model::{Description, ModelError, Parameters, Settings};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;

/// Maximum size in bytes of a grid file, and of a CSV file that it names.
const MAX_BYTES: u64 = 1 << 30;

/// Returns the version of the engine.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    ENGINE
}

fn files(folder: Option<PathBuf>) -> LabFiles {
    folder.map_or(LabFiles::Embedded, LabFiles::Folder)
}

/// Returns the ids of the labs in the wheel, or of those in a folder.
#[pyfunction]
#[pyo3(signature = (folder=None))]
pub(crate) fn labs(py: Python<'_>, folder: Option<PathBuf>) -> PyResult<Vec<String>> {
    short(py, || files(folder).ids())
}

/// Returns the number of threads to use: the given number, or one per core.
pub(crate) fn threads(given: Option<NonZero<u16>>) -> usize {
    given.map_or_else(|| available_parallelism().map_or(1, NonZero::get), |given| usize::from(given.get()))
}

/// A lab with its files.
#[derive(Debug)]
pub(crate) struct OpenedLab {
    files: LabFiles,
    pub(crate) lab: Arc<pathlength_lab::Lab>,
    pub(crate) hash: String,
    description: Description,
}

impl OpenedLab {
    /// Returns the answer to a scenario as JSON. Calls `go_on` between slices of work; returns `None` if `go_on`
    /// returns `false`.
    fn answer(
        &self,
        scenario: &Settings,
        go_on: &dyn Fn() -> Result<bool, ModelError>,
    ) -> Result<Option<String>, LabError> {
        let mut model = self.lab.open()?;
        while !model.prepare(scenario)? {
            if !go_on()? {
                return Ok(None);
            }
        }
        let evaluation = model.evaluate(scenario)?;
        run_json((&self.lab.id, &self.hash), &self.description, scenario, &evaluation).map(Some)
    }
}

/// A lab.
#[pyclass(frozen, module = "pathlength._engine")]
#[derive(Debug)]
pub(crate) struct Lab(Arc<OpenedLab>);

#[derive(Serialize)]
struct About<'a> {
    tables: Vec<TableTitle<'a>>,
    parameters: &'a Parameters,
    description: &'a Description,
}

#[derive(Serialize)]
struct TableTitle<'a> {
    id: &'a str,
    title: &'a str,
    source: &'a str,
    cells: usize,
}

/// Options of a calibration, as the package writes them.
#[derive(Debug, Deserialize)]
struct CalibrateOptions {
    fix: BTreeMap<String, Option<f64>>,
    free: Vec<String>,
    hide: Vec<String>,
    values: BTreeMap<String, f64>,
    roles: BTreeMap<String, String>,
    cross_validate: Option<String>,
    #[serde(default)]
    leverage: Option<f64>,
    bootstrap: u32,
    seed: u64,
    threads: Option<NonZero<u16>>,
}

impl CalibrateOptions {
    /// Returns the request for these options.
    fn request(&self) -> FitRequest {
        // The shortest text of a number is read back as the same number.
        let fix = |(name, value): (&String, &Option<f64>)| match value {
            Some(value) => format!("{name}={value}"),
            None => name.clone(),
        };
        FitRequest {
            fix: self.fix.iter().map(fix).collect(),
            free: self.free.clone(),
            hide: self.hide.clone(),
            value: self.values.iter().map(|(cell, value)| format!("{cell}={value}")).collect(),
            role: self.roles.iter().map(|(cells, role)| format!("{cells}={role}")).collect(),
            cross_validate: self.cross_validate.clone(),
            leverage: self.leverage,
            bootstrap: self.bootstrap as usize,
            seed: self.seed,
        }
    }
}

/// Returns an error if the caller no longer waits for the work.
fn stopped(task: &Task) -> Result<(), ModelError> {
    if task.is_stopped() { Err(ModelError::new("the work was stopped: start it again")) } else { Ok(()) }
}

#[pymethods]
impl Lab {
    #[new]
    #[pyo3(signature = (id, folder=None))]
    fn new(py: Python<'_>, id: String, folder: Option<PathBuf>) -> PyResult<Self> {
        short(py, move || {
            let files = files(folder);
            let lab = load(&files, &id)?;
            let (hash, description) = (files.hash(&id)?, lab.describe_model()?);
            Ok::<_, LabError>(Self(Arc::new(OpenedLab { files, lab: Arc::new(lab), hash, description })))
        })
    }

    #[getter]
    fn id(&self) -> &str {
        &self.0.lab.id
    }

    #[getter]
    fn title(&self) -> &str {
        &self.0.lab.title
    }

    #[getter]
    fn model(&self) -> &str {
        &self.0.lab.model
    }

    #[getter]
    fn hash(&self) -> &str {
        &self.0.hash
    }

    /// Returns tables, parameters, settings, and outputs as JSON.
    fn about(&self, py: Python<'_>) -> PyResult<String> {
        let OpenedLab { lab, description, .. } = &*self.0;
        let cells = |table: &pathlength_lab::Table| table.rows.len() * table.fields.len();
        let tables = lab.tables.iter().map(|table| TableTitle {
            id: &table.id,
            title: &table.title,
            source: &table.source,
            cells: cells(table),
        });
        let about = About { tables: tables.collect(), parameters: &lab.parameters, description };
        short(py, || serde_json::to_string(&about))
    }

    /// Returns the cells of one table or of all tables as the command's JSON and CSV, and by column.
    #[pyo3(signature = (table, progress))]
    fn reproduce(
        &self,
        py: Python<'_>,
        table: Option<String>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, String, String)> {
        let own = self.0.clone();
        long(py, progress, move |task| {
            let lab = &own.lab;
            let tables = reproduce_lab(lab, table.as_deref(), &mut |done, all| {
                task.set_progress(done, all);
                stopped(task)
            })?;
            Ok::<_, LabError>((cells_json(lab, &tables)?, cells_csv(&tables), cell_columns_json(&tables)?))
        })
    }

    /// Returns the answer to a scenario as the command's JSON.
    fn run(&self, py: Python<'_>, scenario: &str) -> PyResult<String> {
        let scenario: Settings = serde_json::from_str(scenario).map_err(|error| wrong(settings_error(&error)))?;
        // Most answers take less time than starting a thread.
        if let Some(answer) = short(py, || self.0.answer(&scenario, &|| Ok(false)))? {
            return Ok(answer);
        }
        let own = self.0.clone();
        let answer = long(py, None, move |task| own.answer(&scenario, &|| stopped(task).map(|()| true)))?;
        Ok(answer.unwrap_or_default())
    }

    #[expect(clippy::needless_pass_by_value, reason = "PyO3's macro passes owned values")]
    /// Returns a grid from its JSON; `csv` contains the rows of the files that the grid names.
    fn grid(&self, py: Python<'_>, spec: &str, csv: HashMap<String, CsvRows>) -> PyResult<Grid> {
        let spec: GridSpec = serde_json::from_str(spec).map_err(|error| wrong(settings_error(&error)))?;
        let missing = |name: &str| ModelError::new(format!("csv has no rows for the file {name}: add them"));
        let mut rows = |name: &str| csv.get(name).cloned().ok_or_else(|| missing(name));
        short(py, || self.open_grid(&spec, &mut rows).map_err(LabError::from))
    }

    #[expect(clippy::needless_pass_by_value, reason = "PyO3's macro passes owned values")]
    /// Returns the grid of a TOML file, as the command reads it.
    fn grid_from_toml(&self, py: Python<'_>, path: PathBuf) -> PyResult<Grid> {
        short(py, || {
            let in_file = |what: &dyn std::fmt::Display| LabError::new(format!("{}: {what}", path.display()));
            let text = String::from_utf8(read(&path, MAX_BYTES)?).map_err(|error| in_file(&error))?;
            let spec: GridSpec = parse(&path, &text)?;
            if spec.lab != self.0.lab.id {
                let what = format!("the grid belongs to the lab {}: open that lab", spec.lab);
                return Err(in_file(&what));
            }
            let folder = path.parent().unwrap_or(Path::new(""));
            let rows = &mut |name: &str| {
                parse_csv(&read(&folder.join(name), MAX_BYTES).map_err(ModelError::from_error)?, name)
            };
            self.open_grid(&spec, rows).map_err(|error| in_file(&error))
        })
    }

    /// Refits the lab's parameters; returns the command's JSON.
    #[pyo3(signature = (options, progress))]
    fn calibrate(&self, py: Python<'_>, options: &str, progress: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let options: CalibrateOptions = serde_json::from_str(options).map_err(wrong)?;
        let own = self.0.clone();
        long(py, progress, move |task| {
            let found = fit(&own.files, &own.lab, &options.request(), threads(options.threads), &|progress| {
                use StudyProgress::{Draw, Fold, Slice, Value};
                match progress {
                    Draw(done, all) | Fold(done, all) | Value(done, all) => task.set_progress(done as u64, all as u64),
                    Slice => (),
                }
                stopped(task)
            })?;
            fit_json(&found)
        })
    }
}

impl Lab {
    fn open_grid(
        &self,
        spec: &GridSpec,
        rows: &mut dyn FnMut(&str) -> Result<CsvRows, ModelError>,
    ) -> Result<Grid, ModelError> {
        let sweep = Sweep::new(self.0.lab.clone(), spec, rows)?;
        Ok(Grid::new(self.0.clone(), sweep))
    }
}

/// Returns the message for a setting that is not a number, a word, or a switch.
fn settings_error(error: &serde_json::Error) -> String {
    format!("a setting must be a number, a word, or true or false: {error}")
}

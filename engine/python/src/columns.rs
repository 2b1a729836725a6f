//! The answers of a sweep as columns of bytes, which Python and its libraries read without copying them.

use crate::grid::OpenedGrid;
use crate::task::{short, wrong};
use pathlength_lab::sweep::SweepRow;
use pathlength_lab_files::{RowFormat, RowWriter};
use pathlength_model::Setting;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::collections::HashMap;
use std::sync::Arc;

/// Outputs of consecutive scenarios, by column, with the errors by scenario number.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) outputs: Vec<Vec<f64>>,
    pub(crate) errors: Vec<(u64, String)>,
}

impl Block {
    pub(crate) fn new(outputs: usize) -> Self {
        Self { outputs: vec![Vec::new(); outputs], errors: Vec::new() }
    }

    /// Adds a row; a scenario without an answer has NaN in all columns.
    pub(crate) fn push(&mut self, row: &SweepRow, outputs: usize) {
        self.outputs.resize(outputs, Vec::new());
        match &row.outputs {
            Ok(values) => self.outputs.iter_mut().zip(values).for_each(|(column, value)| column.push(*value)),
            Err(error) => {
                self.outputs.iter_mut().for_each(|column| column.push(f64::NAN));
                self.errors.push((row.number, error.clone()));
            }
        }
    }

    /// Appends the block that follows this one.
    pub(crate) fn append(&mut self, mut block: Self) {
        for (column, more) in self.outputs.iter_mut().zip(&mut block.outputs) {
            column.append(more);
        }
        self.errors.append(&mut block.errors);
    }
}

/// The answers of a sweep.
#[pyclass(frozen, module = "pathlength._engine")]
#[derive(Debug)]
pub(crate) struct Columns {
    grid: Arc<OpenedGrid>,
    #[pyo3(get)]
    start: u64,
    #[pyo3(get)]
    stop: u64,
    outputs: Vec<PyBackedBytes>,
    errors: Vec<(u64, String)>,
}

impl Columns {
    pub(crate) fn new(
        py: Python<'_>,
        grid: Arc<OpenedGrid>,
        start: u64,
        stop: u64,
        outputs: Vec<Py<PyBytes>>,
        errors: Vec<(u64, String)>,
    ) -> PyResult<Self> {
        let outputs: Vec<PyBackedBytes> = outputs.into_iter().map(|bytes| bytes.into_bound(py).into()).collect();
        let length = (stop - start) as usize * size_of::<f64>();
        if outputs.len() != grid.sweep.outputs().len() || outputs.iter().any(|bytes| bytes.len() != length) {
            return Err(wrong(
                "the columns do not match the grid, because they are from another grid or version: run the sweep again",
            ));
        }
        Ok(Self { grid, start, stop, outputs, errors })
    }

    /// Rebuilds a row from the columns.
    fn row(&self, number: u64, errors: &HashMap<u64, &str>) -> SweepRow {
        let at = (number - self.start) as usize * size_of::<f64>();
        let value = |bytes: &PyBackedBytes| {
            f64::from_ne_bytes(bytes[at..at + size_of::<f64>()].try_into().expect("eight bytes"))
        };
        let outputs = match errors.get(&number) {
            Some(error) => Err((*error).to_owned()),
            None => Ok(self.outputs.iter().map(value).collect()),
        };
        SweepRow { number, scenario: self.grid.sweep.grid().scenario(number), outputs }
    }
}

/// The values of a setting, as Python receives them: their kind, their bytes, and the words that codes stand for.
type SettingColumn<'py> = (&'static str, Bound<'py, PyBytes>, Vec<String>);

#[pymethods]
impl Columns {
    /// Returns the values of the outputs, by column.
    fn outputs(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.outputs.iter().map(|bytes| Ok(bytes.into_pyobject(py)?.into_any().unbind())).collect()
    }

    /// Returns the numbers and error messages of the scenarios without an answer.
    #[getter]
    fn errors(&self) -> Vec<(u64, String)> {
        self.errors.clone()
    }

    /// Returns the values of a setting: numbers as `float64`, switches as bytes, words as `int32` codes.
    fn setting<'py>(&self, py: Python<'py>, name: &str) -> PyResult<SettingColumn<'py>> {
        let Some((values, every)) = self.grid.sweep.grid().values(name) else {
            return Err(wrong(format!("the grid has no setting {name:?}: ask for one of its settings")));
        };
        let count = (self.stop - self.start) as usize;
        let place = |row: usize| ((self.start + row as u64) / every % values.len() as u64) as usize;
        let number = |value: &Setting| if let Setting::Number(value) = value { Some(*value) } else { None };
        if let Some(numbers) = values.iter().map(|value| number(value)).collect::<Option<Vec<f64>>>() {
            let bytes = PyBytes::new_with(py, count * size_of::<f64>(), |bytes| {
                for (row, bytes) in bytes.chunks_exact_mut(size_of::<f64>()).enumerate() {
                    bytes.copy_from_slice(&numbers[place(row)].to_ne_bytes());
                }
                Ok(())
            })?;
            return Ok(("number", bytes, Vec::new()));
        }
        let switch = |value: &Setting| if let Setting::Switch(value) = value { Some(u8::from(*value)) } else { None };
        if let Some(switches) = values.iter().map(|value| switch(value)).collect::<Option<Vec<u8>>>() {
            let bytes = PyBytes::new_with(py, count, |bytes| {
                bytes.iter_mut().enumerate().for_each(|(row, byte)| *byte = switches[place(row)]);
                Ok(())
            })?;
            return Ok(("switch", bytes, Vec::new()));
        }
        let mut words: Vec<String> = Vec::new();
        let mut code = |value: &&Setting| {
            let word = match value {
                Setting::Word(word) => word.clone(),
                Setting::Switch(value) => value.to_string(),
                Setting::Number(value) => value.to_string(),
            };
            let known = words.iter().position(|known| *known == word);
            let code = known.unwrap_or_else(|| {
                words.push(word);
                words.len() - 1
            });
            i32::try_from(code).expect("an axis has at most ten million values")
        };
        let codes: Vec<i32> = values.iter().map(&mut code).collect();
        let bytes = PyBytes::new_with(py, count * size_of::<i32>(), |bytes| {
            for (row, bytes) in bytes.chunks_exact_mut(size_of::<i32>()).enumerate() {
                bytes.copy_from_slice(&codes[place(row)].to_ne_bytes());
            }
            Ok(())
        })?;
        Ok(("word", bytes, words))
    }

    /// Returns the header of the command's CSV or JSON Lines.
    fn header(&self, py: Python<'_>, is_csv: bool) -> PyResult<String> {
        short(py, || Ok::<_, std::fmt::Error>(self.writer(is_csv).header().to_owned()))
    }

    /// Returns rows as the command writes them.
    #[pyo3(signature = (is_csv, from, to, /))]
    fn rows(&self, py: Python<'_>, is_csv: bool, from: u64, to: u64) -> PyResult<String> {
        if from < self.start || to > self.stop {
            return Err(wrong(format!(
                "rows {from} to {to} are out of range: ask for rows {} to {}",
                self.start, self.stop
            )));
        }
        short(py, || {
            let errors = self.errors.iter().map(|(number, text)| (*number, text.as_str())).collect();
            let (writer, mut text) = (self.writer(is_csv), String::new());
            (from..to).for_each(|number| writer.write(&self.row(number, &errors), &mut text));
            Ok::<_, std::fmt::Error>(text)
        })
    }
}

impl Columns {
    fn writer(&self, is_csv: bool) -> RowWriter {
        let format = if is_csv { RowFormat::Csv } else { RowFormat::Jsonl };
        RowWriter::new(&self.grid.sweep, &self.grid.lab.lab.id, &self.grid.lab.hash, format)
    }
}

//! Rows of a sweep as a stream of Arrow: batches of a fixed number of rows, so that the bytes do not depend on who evaluated
//! which of them.

use super::file::{Output, Part, join, other_sweep};
use crate::Failure;
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pathlength_lab::sweep::{Sweep, SweepRow};
use pathlength_lab_files::ENGINE;
use pathlength_model::{Description, Setting, SettingValues};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows of a batch: an interrupted run loses those of an unfinished one.
const BATCH_ROWS: usize = 1024;

/// The columns of a sweep: the number of the scenario, its settings, its outputs, and the reason why it has none.
#[derive(Debug)]
pub(crate) struct Columns {
    schema: SchemaRef,
    settings: Vec<String>,
    outputs: usize,
}

impl Columns {
    /// Returns the columns of a sweep over a lab with this hash, whose model has this description.
    pub(crate) fn new(sweep: &Sweep, lab: &str, hash: &str, description: &Description) -> Self {
        let settings: Vec<String> = sweep.grid().names().map(str::to_owned).collect();
        let mut fields = vec![Field::new("scenario", DataType::UInt64, false)];
        for name in &settings {
            let described = description.settings.iter().find(|setting| setting.name == *name);
            let (kind, unit) = match described.map(|setting| &setting.values) {
                Some(SettingValues::Number { unit, .. }) => (DataType::Float64, unit.as_str()),
                Some(SettingValues::Switch) => (DataType::Boolean, ""),
                Some(SettingValues::Word { .. }) | None => (DataType::Utf8, ""),
            };
            let title = described.map_or("", |setting| setting.title.as_str());
            fields.push(Field::new(name, kind, true).with_metadata([("title", title), ("unit", unit)]));
        }
        for output in sweep.outputs() {
            let about = [
                ("title", output.title.as_str()),
                ("unit", output.unit.as_str()),
                ("half_width", output.half_width.as_str()),
            ];
            fields.push(Field::new(&output.name, DataType::Float64, true).with_metadata(about));
        }
        fields.push(Field::new("error", DataType::Utf8, true));
        let scenarios = sweep.grid().count().to_string();
        let about = [
            ("format", "pathlength-sweep"),
            ("version", "1"),
            ("lab", lab),
            ("lab_hash", hash),
            ("engine", ENGINE),
            ("scenarios", scenarios.as_str()),
        ];
        let schema = Arc::new(Schema::new(fields).with_metadata(about));
        Self { schema, settings, outputs: sweep.outputs().len() }
    }

    fn batch(&self, rows: &[SweepRow]) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| row.number)))];
        for (name, field) in self.settings.iter().zip(&self.schema.fields()[1..]) {
            let values = rows.iter().map(|row| row.scenario.get(name));
            columns.push(match field.data_type() {
                DataType::Float64 => {
                    let numbers = values.map(|value| match value {
                        Some(Setting::Number(number)) => Some(*number),
                        _ => None,
                    });
                    Arc::new(numbers.collect::<Float64Array>())
                }
                DataType::Boolean => {
                    let switches = values.map(|value| match value {
                        Some(Setting::Switch(switch)) => Some(*switch),
                        _ => None,
                    });
                    Arc::new(switches.collect::<BooleanArray>())
                }
                _ => {
                    let words = values.map(|value| match value {
                        Some(Setting::Word(word)) => Some(word.as_str()),
                        _ => None,
                    });
                    Arc::new(words.collect::<StringArray>())
                }
            });
        }
        for at in 0..self.outputs {
            let value =
                |row: &SweepRow| row.outputs.as_ref().ok().map(|values| values[at]).filter(|value| !value.is_nan());
            columns.push(Arc::new(rows.iter().map(value).collect::<Float64Array>()));
        }
        let error = |row: &SweepRow| row.outputs.as_ref().err().cloned();
        columns.push(Arc::new(rows.iter().map(error).collect::<StringArray>()));
        RecordBatch::try_new(self.schema.clone(), columns)
    }

    /// Returns the rows of a batch of this sweep; `None` if it has a scenario that the grid does not have.
    fn rows(&self, sweep: &Sweep, batch: &RecordBatch) -> Option<Vec<SweepRow>> {
        let numbers = batch.column(0).as_any().downcast_ref::<UInt64Array>()?;
        let first = 1 + self.settings.len();
        let outputs = batch.columns()[first..first + self.outputs].iter();
        let outputs: Vec<&Float64Array> =
            outputs.map(|column| column.as_any().downcast_ref()).collect::<Option<_>>()?;
        let errors = batch.columns().last()?.as_any().downcast_ref::<StringArray>()?;
        let row = |at: usize| {
            let number = Some(numbers.value(at)).filter(|number| *number < sweep.grid().count())?;
            let value = |column: &&Float64Array| if column.is_valid(at) { column.value(at) } else { f64::NAN };
            let outputs = if errors.is_valid(at) {
                Err(errors.value(at).to_owned())
            } else {
                Ok(outputs.iter().map(value).collect())
            };
            Some(SweepRow { number, scenario: sweep.grid().scenario(number), outputs })
        };
        (0..batch.num_rows()).map(row).collect()
    }

    /// Returns the batches of a file, after comparing its schema; `None` for a file that ends within the schema.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has another schema.
    fn batches(&self, path: &Path, mut file: File) -> Result<Option<Batches>, Failure> {
        let header = Encoder::new(self)?.header;
        let mut begin = Vec::new();
        file.by_ref().take(header.len() as u64).read_to_end(&mut begin)?;
        if !header.starts_with(&begin) {
            return Err(other_sweep(path, "write a new file"));
        }
        if begin.len() < header.len() {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(0))?;
        Ok(Some(StreamReader::try_new(Counted { file: BufReader::new(file), bytes: 0 }, None)?))
    }
}

type Batches = StreamReader<Counted>;

/// A file with the number of bytes that were read from it.
#[derive(Debug)]
struct Counted {
    file: BufReader<File>,
    bytes: u64,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Encodes rows in their order.
#[allow(missing_debug_implementations, reason = "the writer has nothing to show")]
pub(crate) struct Encoder<'c> {
    columns: &'c Columns,
    /// The bytes before the first batch.
    pub(crate) header: Vec<u8>,
    writer: StreamWriter<Vec<u8>>,
    waiting: Vec<SweepRow>,
}

impl<'c> Encoder<'c> {
    pub(crate) fn new(columns: &'c Columns) -> Result<Self, ArrowError> {
        let mut writer = StreamWriter::try_new(Vec::new(), &columns.schema)?;
        let header = std::mem::take(writer.get_mut());
        Ok(Self { columns, header, writer, waiting: Vec::new() })
    }

    /// Adds rows; returns the bytes of the batches that are complete.
    pub(crate) fn push(&mut self, rows: Vec<SweepRow>) -> Result<Vec<u8>, ArrowError> {
        self.waiting.extend(rows);
        let mut batches = self.waiting.chunks_exact(BATCH_ROWS);
        for batch in &mut batches {
            self.writer.write(&self.columns.batch(batch)?)?;
        }
        let rest = batches.remainder().len();
        self.waiting.drain(..self.waiting.len() - rest);
        Ok(std::mem::take(self.writer.get_mut()))
    }

    /// Returns the bytes of the last batch and of the end.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>, ArrowError> {
        if !self.waiting.is_empty() {
            self.writer.write(&self.columns.batch(&self.waiting)?)?;
        }
        self.writer.into_inner()
    }
}

/// Seeks to the end of the last complete batch of a file. Returns the number of the next scenario; `None` for an empty file.
///
/// # Errors
/// Returns an error if the file has another schema, or if its last row differs from this sweep's row.
pub(crate) fn resume(
    output: &mut Output,
    sweep: &Sweep,
    columns: &Columns,
    range: &Range<u64>,
) -> Result<Option<u64>, Failure> {
    let Output::File(path, file) = output else { return Ok(None) };
    let Some(mut batches) = columns.batches(path, file.try_clone()?)? else {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        return Ok(None);
    };
    let (mut end, mut next, mut last) = (batches.get_ref().bytes, range.start, None);
    // What follows the last complete batch is an unfinished one.
    while let Some(Ok(batch)) = batches.next() {
        end = batches.get_ref().bytes;
        next += batch.num_rows() as u64;
        last = Some(batch);
    }
    let is_same = |batch: &RecordBatch| -> Result<bool, Failure> {
        let row = sweep.open()?.row(next - 1);
        Ok(columns.batch(&[row])? == batch.slice(batch.num_rows() - 1, 1))
    };
    if next > range.end || !last.as_ref().map_or(Ok(true), is_same)? {
        return Err(other_sweep(path, "write a new file"));
    }
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(Some(next))
}

/// Joins the files of shards; every scenario must be in them once.
pub(crate) fn merge(sweep: &Sweep, columns: &Columns, paths: &[PathBuf], output: Option<&Path>) -> Result<(), Failure> {
    let mut parts = Vec::new();
    for path in paths {
        let file =
            File::open(path).map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?;
        let batches = columns.batches(path, file)?.into_iter().flatten();
        let mut rows = batches.flat_map(|batch| {
            let rows = batch.ok().and_then(|batch| columns.rows(sweep, &batch));
            rows.map_or_else(|| vec![None], |rows| rows.into_iter().map(|row| Some((row.number, row))).collect())
        });
        if let Some(first) = rows.next() {
            parts.push(Part::new(path, first, rows));
        }
    }
    let mut encoder = Encoder::new(columns)?;
    let mut output = Output::open(output, false)?;
    output.write(&encoder.header)?;
    join(sweep.grid().count(), parts, |row| output.write(&encoder.push(vec![row])?))?;
    output.write(&encoder.finish()?)
}

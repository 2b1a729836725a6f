//! Rows of a sweep as an Arrow stream: batches of a fixed number of rows, so that the bytes do not depend on the
//! division of the work.

use super::checksum::Checksums;
use super::file::{Output, Part, join, no_shard, other_sweep};
use crate::Failure;
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_buffer::Buffer;
use arrow_ipc::reader::read_record_batch;
use arrow_ipc::writer::StreamWriter;
use arrow_ipc::{FieldNode, root_as_message};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pathlength_lab::sweep::{Sweep, SweepRow};
use pathlength_lab_files::ENGINE;
use pathlength_model::{Description, Setting, SettingValues};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of rows in a batch: an interrupted run loses the rows of an unfinished batch.
const BATCH_ROWS: usize = 1024;

/// The end of a stream: the mark of a message and the length 0.
const END: [u8; 8] = [255, 255, 255, 255, 0, 0, 0, 0];

/// The columns of a sweep: the number of the scenario, its settings, its outputs, and the reason why it has no outputs.
/// A shard also has a column for the row's checksum.
#[derive(Debug)]
pub(crate) struct Columns {
    schema: SchemaRef,
    settings: Vec<String>,
    outputs: usize,
    checksums: Option<Checksums>,
}

impl Columns {
    /// Returns the columns of a sweep over a lab with this hash, whose model has this description.
    pub(crate) fn new(
        sweep: &Sweep,
        lab: &str,
        hash: &str,
        description: &Description,
        checksums: Option<Checksums>,
    ) -> Self {
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
        if checksums.is_some() {
            fields.push(Field::new("checksum", DataType::UInt32, false));
        }
        let scenarios = sweep.grid().count().to_string();
        let mut about = BTreeMap::from([
            ("format", "pathlength-sweep"),
            ("version", "1"),
            ("lab", lab),
            ("lab_hash", hash),
            ("engine", ENGINE),
            ("scenarios", scenarios.as_str()),
        ]);
        let grid = checksums.as_ref().map(|checksums| checksums.grid.to_string());
        about.extend(grid.iter().map(|grid| ("grid_checksum", grid.as_str())));
        let texts: BTreeMap<String, String> =
            about.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        let schema = Arc::new(Schema::new(fields).with_metadata(texts));
        Self { schema, settings, outputs: sweep.outputs().len(), checksums }
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
        if let Some(checksums) = &self.checksums {
            let sums = rows.iter().map(|row| checksums.of_values(row));
            columns.push(Arc::new(UInt32Array::from_iter_values(sums)));
        }
        RecordBatch::try_new(self.schema.clone(), columns)
    }

    /// Returns the rows of a batch of this sweep; `None` if the batch has a scenario that the grid does not have, or a
    /// wrong checksum.
    fn rows(&self, sweep: &Sweep, batch: &RecordBatch) -> Option<Vec<SweepRow>> {
        let numbers = batch.column(0).as_any().downcast_ref::<UInt64Array>()?;
        let first = 1 + self.settings.len();
        let outputs = batch.columns()[first..first + self.outputs].iter();
        let outputs: Vec<&Float64Array> =
            outputs.map(|column| column.as_any().downcast_ref()).collect::<Option<_>>()?;
        let errors = batch.columns().get(first + self.outputs)?.as_any().downcast_ref::<StringArray>()?;
        let sums = batch.columns().last()?.as_any().downcast_ref::<UInt32Array>();
        let row = |at: usize| {
            let number = Some(numbers.value(at)).filter(|number| *number < sweep.grid().count())?;
            let value = |column: &&Float64Array| if column.is_valid(at) { column.value(at) } else { f64::NAN };
            let outputs = if errors.is_valid(at) {
                Err(errors.value(at).to_owned())
            } else {
                Ok(outputs.iter().map(value).collect())
            };
            let row = SweepRow { number, scenario: sweep.grid().scenario(number), outputs };
            let is_good = |checksums: &Checksums| sums.is_some_and(|sums| sums.value(at) == checksums.of_values(&row));
            self.checksums.as_ref().is_none_or(is_good).then_some(row)
        };
        (0..batch.num_rows()).map(row).collect()
    }

    /// Returns the batches of a file, after checking its schema; `None` for a file that ends within the schema.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has another schema.
    fn batches(&self, path: &Path, mut file: File) -> Result<Option<Batches>, Failure> {
        let header = Encoder::new(self)?.header;
        let mut begin = Vec::new();
        file.by_ref().take(header.len() as u64).read_to_end(&mut begin)?;
        if !header.starts_with(&begin) {
            return Err(other_sweep(path, "run this shard again, or write a new file"));
        }
        if begin.len() < header.len() {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(header.len() as u64))?;
        Ok(Some(Batches { file: BufReader::new(file), schema: self.schema.clone(), bytes: header.len() as u64 }))
    }
}

/// The batches of a file, `None` for an unfinished or damaged one. The reader of the Arrow crate panics if a buffer
/// begins after the end of its batch.
#[derive(Debug)]
struct Batches {
    file: BufReader<File>,
    schema: SchemaRef,
    /// Bytes of the schema and of the batches so far.
    bytes: u64,
}

impl Iterator for Batches {
    type Item = Option<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut prefix = Vec::new();
        let read = self.file.by_ref().take(8).read_to_end(&mut prefix);
        let is_at_end = |file: &mut BufReader<File>| file.fill_buf().is_ok_and(<[u8]>::is_empty);
        // An interrupted sweep can end without the end mark.
        let is_end = read.is_ok() && (prefix.is_empty() || prefix == END) && is_at_end(&mut self.file);
        (!is_end).then(|| self.batch(&prefix))
    }
}

impl Batches {
    /// Returns the batch after this prefix, which contains the mark of a message and its length.
    fn batch(&mut self, prefix: &[u8]) -> Option<RecordBatch> {
        let length = u32::from_le_bytes(prefix.strip_prefix(&END[..4])?.try_into().ok()?);
        let about = self.read(u64::from(length))?;
        let message = root_as_message(&about).ok()?;
        let (batch, body) = (message.header_as_record_batch()?, u64::try_from(message.bodyLength()).ok()?);
        self.is_plausible(batch, body).filter(|plausible| *plausible)?;
        let rows = Buffer::from(self.read(body)?);
        let read = read_record_batch(&rows, batch, self.schema.clone(), &HashMap::new(), None, &message.version());
        self.bytes += 8 + u64::from(length) + body;
        read.ok()
    }

    /// Returns whether the buffers have the lengths of their columns and are within the body, which has `body` bytes.
    fn is_plausible(&self, batch: arrow_ipc::RecordBatch<'_>, body: u64) -> Option<bool> {
        let rows = u64::try_from(batch.length()).ok().filter(|rows| (1..=BATCH_ROWS as u64).contains(rows))?;
        let mut lengths = Vec::new();
        let nodes = batch.nodes()?;
        for (field, node) in self.schema.fields().iter().zip(nodes) {
            // Without nulls, the reader does not read the bitmap of nulls.
            lengths.push((node.null_count() != 0).then_some(rows.div_ceil(8)));
            lengths.extend(match field.data_type() {
                DataType::Boolean => vec![Some(rows.div_ceil(8))],
                DataType::UInt32 => vec![Some(4 * rows)],
                // The offsets, and the text.
                DataType::Utf8 => vec![Some(4 * (rows + 1)), None],
                _ => vec![Some(8 * rows)],
            });
        }
        let buffers = batch.buffers()?;
        let is_inside = |(buffer, expected): (&arrow_ipc::Buffer, Option<u64>)| {
            let [begin, length] = [buffer.offset(), buffer.length()].map(u64::try_from);
            let (Ok(begin), Ok(length)) = (begin, length) else { return false };
            let is_expected = begin.is_multiple_of(8) && expected.is_none_or(|expected| length == expected);
            is_expected && begin.checked_add(length).is_some_and(|end| end <= body)
        };
        let is_full =
            |node: &FieldNode| node.length() == batch.length() && (0..=node.length()).contains(&node.null_count());
        let is_plausible = batch.compression().is_none()
            && buffers.len() == lengths.len()
            && buffers.iter().zip(lengths).all(is_inside)
            && nodes.iter().all(is_full);
        Some(is_plausible)
    }

    /// Reads this number of bytes; `None` if the file has fewer.
    fn read(&mut self, length: u64) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.by_ref().take(length).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 == length).then_some(bytes)
    }
}

/// Encodes rows in their order.
#[allow(missing_debug_implementations, reason = "StreamWriter does not implement Debug")]
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

/// Seeks to the end of the last complete batch of a file; in a shard, to the end of the last batch before a damaged
/// one. Returns the number of the next scenario; `None` for an empty file.
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
    let (mut end, mut next, mut last) = (batches.bytes, range.start, None);
    // The rest of the file, after the last complete batch, is an unfinished or damaged batch.
    while let Some(Some(batch)) = batches.next() {
        if columns.checksums.is_some() && columns.rows(sweep, &batch).is_none() {
            break;
        }
        end = batches.bytes;
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

/// Joins the files of shards; every scenario must be in them exactly once, and every checksum must match. `plain` has
/// the columns of the joined file.
pub(crate) fn merge(
    sweep: &Sweep,
    columns: &Columns,
    plain: &Columns,
    paths: &[PathBuf],
    output: Option<&Path>,
) -> Result<(), Failure> {
    let open = |path: &Path| {
        File::open(path).map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))
    };
    let mut parts = Vec::new();
    for path in paths {
        if plain.batches(path, open(path)?).is_ok_and(|batches| batches.is_some()) {
            return Err(no_shard(path));
        }
        let batches = columns.batches(path, open(path)?)?.into_iter().flatten();
        let rows = batches.map(|batch| batch.and_then(|batch| columns.rows(sweep, &batch)));
        let mut rows = rows.flat_map(|rows| {
            rows.map_or_else(|| vec![None], |rows| rows.into_iter().map(|row| Some((row.number, row))).collect())
        });
        if let Some(first) = rows.next() {
            parts.push(Part::new(path, first, rows));
        }
    }
    let mut encoder = Encoder::new(plain)?;
    let mut output = Output::open(output, false)?;
    output.write(&encoder.header)?;
    let joined = join(sweep.grid().count(), parts, |row| output.write(&encoder.push(vec![row])?));
    match joined.and_then(|()| Ok(encoder.finish()?)) {
        Ok(end) => output.write(&end),
        Err(failure) => {
            output.remove();
            Err(failure)
        }
    }
}

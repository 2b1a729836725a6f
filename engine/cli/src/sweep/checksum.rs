//! Checksums of the rows of a shard. Shards are copied between machines and stored on disks, and CSV, JSON Lines, and
//! Arrow do not detect a flipped bit. A row has its own checksum, so that an interrupted shard can be continued after
//! its last good row.

use pathlength_codecs::Crc32;
use pathlength_lab::sweep::{Sweep, SweepRow};
use pathlength_lab_files::{ENGINE, RowFormat, RowWriter};
use serde_json::json;

/// Checksums of the rows of one grid: a row of another grid, lab, or version has a different checksum.
#[derive(Debug)]
pub(crate) struct Checksums {
    crc: Crc32,
    /// The checksum of the grid.
    pub(crate) grid: u32,
}

impl Checksums {
    /// Returns the checksums for a sweep over a lab with this hash.
    pub(crate) fn new(sweep: &Sweep, hash: &str) -> Self {
        let crc = Crc32::new();
        let mut grid = crc.of(json!([hash, ENGINE, sweep.grid().count()]).to_string().as_bytes());
        let mut add = |text: String| grid = crc.of(format!("{grid} {text}").as_bytes());
        for name in sweep.grid().names() {
            let (values, every) = sweep.grid().values(name).unwrap_or_default();
            add(json!([name, values.len(), every]).to_string());
            for value in values {
                add(json!(value).to_string());
            }
        }
        for output in sweep.outputs() {
            add(json!(output.name).to_string());
        }
        Self { crc, grid }
    }

    /// Returns the checksum of the bytes of a row.
    pub(crate) fn of(&self, row: &[u8]) -> u32 {
        self.crc.of(row) ^ self.grid
    }

    /// Returns the checksum of a row that is not text. The checksum does not cover the settings, which the grid
    /// determines.
    pub(crate) fn of_values(&self, row: &SweepRow) -> u32 {
        let mut bytes = row.number.to_le_bytes().to_vec();
        match &row.outputs {
            Ok(values) => {
                let values = values.iter().map(|value| if value.is_nan() { f64::NAN } else { *value });
                bytes.extend(values.flat_map(f64::to_le_bytes));
            }
            Err(error) => bytes.extend(error.bytes()),
        }
        self.of(&bytes)
    }
}

/// Rows as lines of text; those of a shard end with their checksum.
#[derive(Debug)]
pub(crate) struct Lines {
    rows: RowWriter,
    checksums: Option<Checksums>,
    header: String,
    /// The text before a checksum, and after it.
    around: [&'static str; 2],
}

impl Lines {
    pub(crate) fn new(rows: RowWriter, format: RowFormat, checksums: Option<Checksums>) -> Self {
        let around = match format {
            RowFormat::Csv => [",", "\n"],
            RowFormat::Jsonl => [",\"checksum\":", "}\n"],
        };
        let header = rows.header().to_owned();
        let mut lines = Self { rows, checksums, header, around };
        if lines.checksums.is_some() {
            let mut header = lines.header.clone();
            match format {
                RowFormat::Csv => header.insert_str(header.len() - 1, ",checksum"),
                RowFormat::Jsonl => lines.add_checksum(&mut header, 0),
            }
            lines.header = header;
        }
        lines
    }

    /// Returns the first line.
    pub(crate) fn header(&self) -> &str {
        &self.header
    }

    /// Returns the first line of a file without checksums.
    pub(crate) fn plain_header(&self) -> &str {
        self.rows.header()
    }

    /// Appends a row.
    pub(crate) fn write(&self, row: &SweepRow, text: &mut String) {
        let begin = text.len();
        self.rows.write(row, text);
        self.add_checksum(text, begin);
    }

    /// Adds a checksum to the row that begins at this byte of the text.
    fn add_checksum(&self, text: &mut String, begin: usize) {
        if let Some(checksums) = &self.checksums {
            let [before, after] = self.around;
            text.truncate(text.len() - after.len());
            let sum = checksums.of(&text.as_bytes()[begin..]).to_string();
            text.extend([before, &sum, after]);
        }
    }

    /// Returns a row as it is in a file without checksums; `None` if the checksum is wrong.
    pub(crate) fn plain<'l>(&self, line: &'l [u8]) -> Option<(&'l [u8], &'static str)> {
        let [before, after] = self.around.map(str::as_bytes);
        let line = line.strip_suffix(after)?;
        let Some(checksums) = &self.checksums else { return Some((line, self.around[1])) };
        let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (row, sum) = line.split_at(line.len() - digits);
        let row = row.strip_suffix(before)?;
        (checksums.of(row).to_string().as_bytes() == sum).then_some((row, self.around[1]))
    }
}

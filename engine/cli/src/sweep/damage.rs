//! Every shard with one flipped bit is refused, or changes nothing.

use super::arrow::{self, Columns, Encoder};
use super::checksum::{Checksums, Lines};
use super::file;
use crate::Failure;
use pathlength_lab::sweep::{GridSpec, Sweep, SweepRow};
use pathlength_lab_files::{LabFiles, RowFormat, RowWriter, load, parse};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// Words, whole numbers, and scenarios that the model rejects: R13 has no v5.
const GRID: &str = r#"
lab = "zfs-directories"
outputs = ["external_throughput"]

[settings]
workload = "ptestDL"
machine = "z9"
plex = "monoplex"
release = "R13"

[[axis]]
setting = "names"
values = [1, 20]

[[axis]]
setting = "format"
values = ["v4", "v5"]
"#;

const HASH: &str = "0f1e";

fn sweep(grid: &str) -> Sweep {
    let spec: GridSpec = parse(Path::new("grid.toml"), grid).expect("a grid");
    let lab = load(&LabFiles::Embedded, &spec.lab).expect("a lab");
    Sweep::new(Arc::new(lab), &spec, &mut |_| unreachable!("the grid names no file")).expect("a sweep")
}

fn rows(sweep: &Sweep, range: Range<u64>) -> Vec<SweepRow> {
    let mut model = sweep.open().expect("a model");
    range.map(|number| model.row(number)).collect()
}

/// The writers of whole sweeps and of shards in one format.
#[expect(clippy::large_enum_variant, reason = "there are only a few values")]
enum Format {
    Text([Lines; 2]),
    Arrow([Columns; 2]),
}

impl Format {
    fn text(sweep: &Sweep, format: RowFormat) -> Self {
        let lines = |checksums| Lines::new(RowWriter::new(sweep, "zfs-directories", HASH, format), format, checksums);
        Self::Text([lines(None), lines(Some(Checksums::new(sweep, HASH)))])
    }

    fn arrow(sweep: &Sweep) -> Self {
        let lab = load(&LabFiles::Embedded, "zfs-directories").expect("a lab");
        let model = lab.describe_model().expect("a model");
        let columns = |checksums| Columns::new(sweep, &lab.id, HASH, &model, checksums);
        Self::Arrow([columns(None), columns(Some(Checksums::new(sweep, HASH)))])
    }

    /// Returns the file of a range of scenarios.
    fn write(&self, sweep: &Sweep, range: Range<u64>, is_shard: bool) -> Vec<u8> {
        let rows = rows(sweep, range);
        match self {
            Self::Text(lines) => {
                let lines = &lines[usize::from(is_shard)];
                let mut text = lines.header().to_owned();
                for row in &rows {
                    lines.write(row, &mut text);
                }
                text.into_bytes()
            }
            Self::Arrow(columns) => {
                let mut encoder = Encoder::new(&columns[usize::from(is_shard)]).expect("a schema");
                let mut bytes = encoder.header.clone();
                bytes.extend(encoder.push(rows).expect("batches"));
                bytes.extend(encoder.finish().expect("the end"));
                bytes
            }
        }
    }

    fn merge(&self, sweep: &Sweep, shards: &[PathBuf], output: &Path) -> Result<(), Failure> {
        match self {
            Self::Text([_, shard]) => file::merge(sweep, shard, shards, Some(output)),
            Self::Arrow([whole, shard]) => arrow::merge(sweep, shard, whole, shards, Some(output)),
        }
    }
}

/// Flips each bit of a shard, one at a time. Returns the number of flips that the merge reports, and the number of
/// flips that leave the merged file unchanged.
fn flip_all(sweep: &Sweep, format: &Format) -> [usize; 2] {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (shards, merged) = ([path("part-1"), path("part-2")], path("merged"));
    let whole = format.write(sweep, 0..4, false);
    let mut shard = format.write(sweep, 0..2, true);
    fs::write(&shards[0], &shard).expect("a file");
    fs::write(&shards[1], format.write(sweep, 2..4, true)).expect("a file");
    format.merge(sweep, &shards, &merged).expect("shards without damage");
    assert_eq!(fs::read(&merged).expect("a file"), whole);
    fs::remove_file(&merged).expect("a file");
    let mut counts = [0, 0];
    for at in 0..shard.len() {
        for bit in 0..8 {
            shard[at] ^= 1 << bit;
            fs::write(&shards[0], &shard).expect("a file");
            match format.merge(sweep, &shards, &merged) {
                Ok(()) => {
                    assert!(fs::read(&merged).expect("a file") == whole, "bit {bit} of byte {at}");
                    fs::remove_file(&merged).expect("a file");
                    counts[1] += 1;
                }
                Err(failure) => {
                    let Failure::Input(sentence) = failure else {
                        panic!("flipping bit {bit} of byte {at} is not reported as an input error")
                    };
                    assert!(sentence.contains("part-1") && sentence.contains("run this shard again"), "{sentence}");
                    assert!(!merged.exists(), "flipping bit {bit} of byte {at} leaves a file");
                    counts[0] += 1;
                }
            }
            shard[at] ^= 1 << bit;
        }
    }
    counts
}

#[test]
fn every_flipped_bit_of_a_text_shard_is_refused() {
    let sweep = sweep(GRID);
    for format in [RowFormat::Csv, RowFormat::Jsonl] {
        let [refused, harmless] = flip_all(&sweep, &Format::text(&sweep, format));
        assert!(refused > 1000, "{refused}");
        assert_eq!(harmless, 0);
    }
}

#[test]
fn every_flipped_bit_of_an_arrow_shard_is_refused_or_harmless() {
    let sweep = sweep(GRID);
    let [refused, harmless] = flip_all(&sweep, &Format::arrow(&sweep));
    // Padding and the settings, which the grid has, can differ.
    assert!(refused > 2 * harmless && harmless > 0, "{refused} are refused, {harmless} change nothing");
}

#[test]
fn row_of_another_grid_is_refused() {
    let [ours, theirs] = [GRID, &GRID.replace("[1, 20]", "[1, 21]")].map(sweep);
    let text = |format| [&ours, &theirs].map(|sweep| Format::text(sweep, format));
    for [our, their] in [text(RowFormat::Csv), text(RowFormat::Jsonl), [&ours, &theirs].map(Format::arrow)] {
        let folder = TempDir::new().expect("a folder");
        let (shard, merged) = (folder.path().join("part-1"), folder.path().join("merged"));
        fs::write(&shard, their.write(&theirs, 0..4, true)).expect("a file");
        let refused = our.merge(&ours, &[shard], &merged).expect_err("rows with 21 names");
        let Failure::Input(sentence) = refused else { panic!("the refusal is not an input error") };
        assert!(sentence.contains("part-1") && sentence.contains("a different grid"), "{sentence}");
    }
}

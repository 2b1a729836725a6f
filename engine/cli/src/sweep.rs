//! `pathlength sweep`: every scenario of a grid.

mod arrow;
mod checksum;
#[cfg(test)]
mod damage;
mod file;

use super::Failure;
use super::LabsOption;
use super::output::ProgressLine;
use super::report::counted;
use arrow::{Columns, Encoder};
use checksum::{Checksums, Lines};
use clap::{Args, ValueEnum};
use file::Output;
use pathlength_lab::sweep::{CsvRows, GridSpec, Sweep, SweepError, SweepRow};
use pathlength_lab_files::{RowFormat as TextFormat, RowWriter, load, parse, parse_csv, read};
use pathlength_model::ModelError;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Maximum size of a grid, and of a CSV file that it names.
const MAX_BYTES: u64 = 1 << 30;

/// Scenarios that `--dry-run` evaluates, and the time after which it stops.
const SAMPLES: u64 = 200;
const SAMPLE_TIME: Duration = Duration::from_secs(2);

/// Options of `pathlength sweep`.
#[derive(Args, Debug)]
#[command(after_help = r#"A grid is a TOML file:

  lab = "disk-paths"
  outputs = ["kb_per_s", "cp_share"]   # default: all; empty where a scenario has no such output

  [settings]                           # the same in all scenarios
  phase = "mix"

  [[axis]]                             # all combinations of the axes; the last axis varies fastest
  setting = "path"
  values = ["eckd", "fcp"]

  [[axis]]
  setting = "read_share"
  linear = [0, 100, 101]               # first value, last value, number of values

  [[axis]]
  setting = "file_mb"
  log = [1, 1000, 31]                  # equal ratios

  [[axis]]
  csv = "machines.csv"                 # settings that change together; the first line contains their names

Scenario k is a function of the grid and k. So merged shards and resumed runs give the same bytes as one run.
Each row of a shard has a checksum, which --merge checks and removes.

Examples:

  pathlength sweep grid.toml -o all.csv
  pathlength sweep grid.toml --shard 2/8 -o part-2.csv
  pathlength sweep grid.toml --merge part-*.csv -o all.csv
  pathlength sweep grid.toml --resume -o all.csv"#)]
pub(crate) struct SweepArgs {
    /// The grid; `-` for standard input
    grid: PathBuf,
    /// Output file; `-` for standard output, the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = RowFormat::Csv)]
    format: RowFormat,
    /// Part I, from 1 to N, of N equal parts of the scenarios
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "merge")]
    shard: Option<Shard>,
    /// Continue the output file where an interrupted run ended
    #[arg(long, requires = "output", conflicts_with_all = ["merge", "dry_run"])]
    resume: bool,
    /// Output files of all shards to join, in any order
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "dry_run")]
    merge: Vec<PathBuf>,
    /// Print the number of scenarios, and the estimated time and size
    #[arg(long)]
    dry_run: bool,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    labs: LabsOption,
}

/// Format of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// CSV; the header contains the units.
    Csv,
    /// JSON Lines; the first line describes the sweep.
    Jsonl,
    /// Arrow IPC stream; the schema contains the units.
    Arrow,
}

impl RowFormat {
    /// Returns the text format; `None` for Arrow.
    fn text(self) -> Option<TextFormat> {
        match self {
            Self::Csv => Some(TextFormat::Csv),
            Self::Jsonl => Some(TextFormat::Jsonl),
            Self::Arrow => None,
        }
    }
}

/// Part `index`, from 1 to `count`, of `count` equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    index: u64,
    count: u64,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match parts {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
        _ => Err("give a part from 1 to the number of parts, and the number of parts, as in 2/8".to_owned()),
    }
}

/// Runs `pathlength sweep`.
pub(crate) fn answer(arguments: &SweepArgs) -> Result<(), Failure> {
    let labs = arguments.labs.clone().files();
    let text = String::from_utf8(read(&arguments.grid, MAX_BYTES)?).map_err(|error| {
        Failure::Input(format!("{} is not UTF-8 text ({error}): save the file as UTF-8", arguments.grid.display()))
    })?;
    let text: GridSpec = parse(&arguments.grid, &text)?;
    let lab = Arc::new(load(&labs, &text.lab)?);
    let in_grid = |error: ModelError| Failure::Input(format!("{}: {error}", arguments.grid.display()));
    let folder = arguments.grid.parent().unwrap_or(Path::new(""));
    let sweep = Sweep::new(lab.clone(), &text, &mut |file| read_csv(&folder.join(file), file)).map_err(in_grid)?;
    let hash = labs.hash(&lab.id)?;
    // Checksums protect shards until they are joined; the joined file has none.
    let has_checksums = arguments.shard.is_some() || !arguments.merge.is_empty();
    let checksums = has_checksums.then(|| Checksums::new(&sweep, &hash));
    let answered = if let Some(format) = arguments.format.text() {
        let rows = RowWriter::new(&sweep, &lab.id, &hash, format);
        write_text(arguments, &sweep, &Lines::new(rows, format, checksums))
    } else {
        let model = lab.describe_model()?;
        let columns = |checksums| Columns::new(&sweep, &lab.id, &hash, &model, checksums);
        if arguments.merge.is_empty() {
            write_arrow(arguments, &sweep, &columns(checksums))
        } else {
            let output = arguments.output.as_deref();
            arrow::merge(&sweep, &columns(checksums), &columns(None), &arguments.merge, output)
        }
    };
    match answered {
        // A closed standard output is not an error.
        Err(Failure::No) => Ok(()),
        answered => answered,
    }
}

/// Writes or joins rows of text.
fn write_text(arguments: &SweepArgs, sweep: &Sweep, rows: &Lines) -> Result<(), Failure> {
    let (range, path) = (arguments.range(sweep), arguments.output.as_deref());
    if !arguments.merge.is_empty() {
        return file::merge(sweep, rows, &arguments.merge, path);
    }
    if arguments.dry_run {
        return estimate(sweep, range, arguments.threads(), |sample| {
            let mut text = String::new();
            for row in &sample {
                rows.write(row, &mut text);
            }
            Ok(text.len())
        });
    }
    let mut output = Output::open(path, arguments.resume)?;
    let done = if arguments.resume { output.resume(sweep, rows, &range)? } else { None };
    if done.is_none() {
        output.write(rows.header().as_bytes())?;
    }
    let add = |row: SweepRow, text: &mut String| rows.write(&row, text);
    evaluate(sweep, done.unwrap_or(range.start)..range.end, arguments.threads(), add, |text| {
        output.write(text.as_bytes())
    })
}

/// Writes Arrow batches.
fn write_arrow(arguments: &SweepArgs, sweep: &Sweep, columns: &Columns) -> Result<(), Failure> {
    let (range, path) = (arguments.range(sweep), arguments.output.as_deref());
    let mut encoder = Encoder::new(columns)?;
    if arguments.dry_run {
        return estimate(sweep, range, arguments.threads(), |sample| {
            let full = encoder.push(sample)?;
            Ok(full.len() + encoder.finish()?.len())
        });
    }
    let mut output = Output::open(path, arguments.resume)?;
    let done = if arguments.resume { arrow::resume(&mut output, sweep, columns, &range)? } else { None };
    if done.is_none() {
        output.write(&encoder.header)?;
    }
    let add = |row: SweepRow, rows: &mut Vec<SweepRow>| rows.push(row);
    evaluate(sweep, done.unwrap_or(range.start)..range.end, arguments.threads(), add, |rows| {
        output.write(&encoder.push(rows)?)
    })?;
    output.write(&encoder.finish()?)
}

impl SweepArgs {
    /// Returns the scenario numbers of the shard.
    fn range(&self, sweep: &Sweep) -> Range<u64> {
        let shard = self.shard.unwrap_or(Shard { index: 1, count: 1 });
        sweep.grid().part(shard.index, shard.count)
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// Evaluates scenarios, with a progress line: `add` adds rows to a block on any thread, and `write` gets the blocks in
/// order.
fn evaluate<T: Default + Send>(
    sweep: &Sweep,
    range: Range<u64>,
    threads: usize,
    add: impl Fn(SweepRow, &mut T) + Sync,
    mut write: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let line = ProgressLine::new();
    let begin = Instant::now();
    let ended = sweep.run(range, threads, &AtomicBool::new(false), add, |block, progress| {
        line.show(|| {
            let left = begin.elapsed().as_secs_f64() * (progress.all as f64 / progress.done as f64 - 1.0);
            format!("{} of {} scenarios, {} left", progress.done, progress.all, duration(left))
        });
        write(block)
    });
    line.end();
    match ended {
        // No other thread stops the sweep.
        Ok(()) | Err(SweepError::Stopped) => Ok(()),
        Err(SweepError::Model(error)) => Err(error.into()),
        Err(SweepError::Write(failure)) => Err(failure),
    }
}

/// Prints the estimated time, from a sample of equally spaced scenarios, and the estimated size, from the size of their
/// rows.
fn estimate(
    sweep: &Sweep,
    range: Range<u64>,
    threads: usize,
    size: impl FnOnce(Vec<SweepRow>) -> Result<usize, Failure>,
) -> Result<(), Failure> {
    let count = range.end - range.start;
    let samples = count.min(SAMPLES);
    let (mut model, mut rows) = (sweep.open()?, Vec::new());
    let begin = Instant::now();
    let is_late = || begin.elapsed() > SAMPLE_TIME;
    'samples: while (rows.len() as u64) < samples && !is_late() {
        let number = range.start + count / samples * rows.len() as u64;
        while !model.prepare(number) {
            if is_late() {
                break 'samples;
            }
        }
        rows.push(model.row(number));
    }
    let mut out = format!(
        "{} with {} and {}\n",
        counted(count, "scenario"),
        counted(sweep.grid().names().count() as u64, "setting"),
        counted(sweep.outputs().len() as u64, "output")
    );
    let (time, done) = (begin.elapsed(), rows.len());
    if done == 0 {
        writeln!(out, "one scenario takes more than {} s", SAMPLE_TIME.as_secs())?;
    } else {
        let time = duration(time.as_secs_f64() / done as f64 * count as f64 / threads as f64);
        let megabytes = size(rows)? as f64 / done as f64 * count as f64 / 1e6;
        let (threads, done) = (counted(threads as u64, "thread"), counted(done as u64, "scenario"));
        writeln!(out, "about {time} on {threads}, and {megabytes:.1} MB: estimated from {done}")?;
    }
    super::output::print(&out)
}

/// Returns a time in a suitable unit.
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 100.0 => format!("{seconds:.1} s"),
        _ if seconds < 6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Reads a CSV file that a grid names.
fn read_csv(path: &Path, name: &str) -> Result<CsvRows, ModelError> {
    parse_csv(&read(path, MAX_BYTES).map_err(ModelError::from_error)?, name)
}

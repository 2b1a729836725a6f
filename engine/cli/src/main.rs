//! The `pathlength` command: the models and labs of Pathlength without a browser.
//!
//! Exit status: 0 success, 1 the check failed or the result is negative, 2 invalid input.

mod advise;
mod assignment;
mod calibrate;
mod check;
mod course;
mod diagnose;
mod directory;
mod explain;
mod fold;
mod format;
mod labs;
mod link;
mod output;
mod pack;
mod queue;
mod report;
mod rerun;
mod run;
mod schema;
mod sheet;
mod shell;
mod sweep;
mod vary;
mod version;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use format::{Format, LabsOption, OutputOption, one_of};
use std::path::PathBuf;
use std::process::ExitCode;

/// The allocator of musl has one lock for all threads.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Run models of storage performance and compare them with published values.
#[derive(Debug, Parser)]
#[command(name = "pathlength", version = version::short(), max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List labs and their tables.
    Labs {
        /// Output format
        #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv, Format::Markdown]), default_value = "text")]
        format: Format,
        #[command(flatten)]
        output: OutputOption,
        #[command(flatten)]
        labs: LabsOption,
    },
    /// Compute a lab's tables and compare them with the published values.
    Reproduce {
        /// The lab.
        lab: String,
        /// Table [default: all tables]
        #[arg(long)]
        table: Option<String>,
        /// Print only a summary of the errors, per table and overall. As JSON, the summary is the file `summary.json`
        /// in a lab's folder.
        #[arg(long, conflicts_with = "table")]
        summary: bool,
        /// Output format
        #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv, Format::Markdown]), default_value = "text")]
        format: Format,
        #[command(flatten)]
        output: OutputOption,
        #[command(flatten)]
        labs: LabsOption,
    },
    /// Recompute a saved run and print its CSV.
    ///
    /// “Save this run” on a lab's page saves a run. The output is identical to the page's CSV or, for a fit, to the
    /// page's JSON.
    Rerun {
        /// The saved run; `-` for standard input.
        run: PathBuf,
        #[command(flatten)]
        output: OutputOption,
        /// Compiled lab, or a folder of compiled labs such as a site's `labs`; repeatable [default: the site built
        /// here]
        #[arg(long, value_name = "FILE")]
        lab: Vec<PathBuf>,
    },
    /// Refit a lab's parameters, with intervals and cross-validation.
    Calibrate(calibrate::CalibrateArgs),
    /// Vary a lab's parameters and count the bounds that remain satisfied.
    ///
    /// Only parameters that were fitted to the table, or chosen when its values were known, are varied.
    Vary(vary::VaryArgs),
    /// Evaluate one scenario.
    ///
    /// The output contains the results, their units, and the terms that explain them. A scenario is a JSON object with
    /// settings of the lab's model; `--list` prints all settings.
    #[command(after_help = "Examples:
  pathlength run disk-paths --list
  echo '{\"path\": \"eckd\", \"phase\": \"read\"}' | pathlength run disk-paths -")]
    Run {
        /// Lab whose model and parameters to use
        lab: String,
        /// JSON file with the scenario; `-` for standard input
        #[arg(value_name = "FILE", required_unless_present = "list")]
        scenario: Option<PathBuf>,
        /// List the settings of a scenario with their values, and the outputs
        #[arg(long, conflicts_with = "scenario")]
        list: bool,
        /// Output format [default: text on a terminal, otherwise json]
        #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv, Format::Markdown]))]
        format: Option<Format>,
        #[command(flatten)]
        output: OutputOption,
        #[command(flatten)]
        labs: LabsOption,
    },
    /// Evaluate every scenario of a grid, on all cores.
    Sweep(sweep::SweepArgs),
    /// Recommend an I/O path, a codec, or a file system from a lab's model.
    ///
    /// disk-paths ranks the I/O paths of a guest. The request describes the work and the weights of throughput and
    /// CPU time: `{"work": {"read_share": 70, "reread_share": 40, "block_bytes": 4096}, "throughput": 1, "cpu": 2}`.
    /// `work` can also contain `initial_share`, `cache_mb`, `file_mb`, `guests`, `sharing`, `scan_rate`, and `fair_share`.
    /// `"limits"`, a list of `minidisk`, `no_fcp`, `no_eckd`, and `no_diagnose`, excludes paths. Paths whose
    /// scores differ by less than `"errors"`, such as `{"throughput": 0.02, "cpu": 0.03}`, share a rank.
    ///
    /// tape-compression recommends a codec and quotes its source. An example of a request is
    /// `{"data": "compresses", "machine": "power8"}`. Every field is optional; its default is the first of the values
    /// listed here. `data` is "compresses" or "incompressible", and `machine` is "power8" or "power7". `goal` is
    /// "throughput", "single", or "capacity", and `work` is "write" or "read". `limited` is "no" or "yes", `jobs` is
    /// "many" or "few", and `cache` is "no" or "yes".
    ///
    /// journaling compares the file systems. The request has optional requirements and sizes. An example is
    /// `{"recover": "60", "size_gib": 500, "log_mib": 32, "filled_percent": 40, "file_kib": 10}`. `recover` is "10",
    /// "60", "600", or "3600" seconds, and `shrink` and `grow` are "offline" or "online". `contents` is "never": no
    /// file shows contents of other files after a power failure.
    Advise {
        /// Lab whose parameters to use
        lab: String,
        /// JSON file with the request; `-` for standard input
        #[arg(value_name = "FILE")]
        enquiry: PathBuf,
        /// Output format [default: text on a terminal, otherwise json]
        #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv, Format::Markdown]))]
        format: Option<Format>,
        #[command(flatten)]
        output: OutputOption,
        #[command(flatten)]
        labs: LabsOption,
    },
    /// Diagnose a file pool server from measurements.
    ///
    /// A measurement is text with counters of QUERY FILEPOOL STATUS from before and after an application's run, or
    /// with rows of a report like PRF083. The counters can also be in two files, the earlier one first. A second
    /// measurement shows the effect of a change.
    Diagnose {
        /// Lab whose symptom table and rules to use.
        lab: String,
        /// First measurement; `-` for standard input.
        before: PathBuf,
        /// Second measurement, after one change.
        after: Option<PathBuf>,
        /// Change between the measurements: the name of a row in the symptom table.
        #[arg(long, value_name = "ROW", requires = "after")]
        changed: Vec<String>,
        /// Application elapsed time, in seconds.
        #[arg(long, value_name = "S")]
        elapsed: Option<f64>,
        /// Average user response times in both measurements, in seconds.
        #[arg(long, value_name = "S", num_args = 2, requires = "after")]
        response: Option<Vec<f64>>,
        /// Output format
        #[arg(long, value_parser = one_of([Format::Text, Format::Json]), default_value = "text")]
        format: Format,
        #[command(flatten)]
        output: OutputOption,
        #[command(flatten)]
        labs: LabsOption,
    },
    /// Explain a CSV file, or the output of fio, iostat, sadf, IOzone, ls, find, or du.
    ///
    /// The format is recognized by the file's content; a CSV file needs a mapping of its columns. The output shows how
    /// each field was interpreted, with units. First, the numbers are checked against the operational laws; if a check
    /// fails, the exit status is 1 and there is no conclusion. Otherwise, the output contains one conclusion, the
    /// number that supports it, and the effect of the first remedy: bounds and, where a model applies, the model's
    /// value. For a listing, the largest directory is built in both zFS formats, and the probes of a search are
    /// counted.
    #[command(after_help = explain::FORMATS)]
    Explain(explain::ExplainArgs),
    /// Solve or simulate a queueing network.
    Queue {
        #[command(subcommand)]
        question: queue::Question,
    },
    /// Replay submissions and write the gradebook.
    ///
    /// The exit status is 1 if a submission needs review.
    Check(check::CheckArgs),
    /// Compress files or standard input with one of the labs' codecs.
    ///
    /// Writes a file next to each input, with the mode and the times of the input. Standard programs can read every
    /// format except ALDC.
    ///
    /// An .aldc file is this project's container: magic bytes, the history size, ALDC units with their end markers, the
    /// length, and checksums. So `decompress` detects damage to the file. --raw writes only the units, which other ALDC
    /// decoders can read. Such a stream does not contain its history size, and most damage to it decodes to wrong bytes
    /// without an error.
    Compress(pack::CompressArgs),
    /// Decompress files or standard input.
    ///
    /// A damaged or truncated input leaves no file behind. On standard output, bytes before the damage may already have
    /// been written; the exit status is then 2. A bare ALDC stream (--raw) and a legacy LZ4 frame (lz4 -l) have no
    /// checksum: most damage to them cannot be detected. Long runs of zeros become holes in the output file.
    Decompress(pack::DecompressArgs),
    /// Print the JSON Schema of a compiled lab, a submission, or a mapping.
    Schema {
        /// Subject of the schema
        #[arg(value_enum, default_value_t = schema::Subject::Lab)]
        subject: schema::Subject,
        #[command(flatten)]
        output: OutputOption,
    },
    /// Print the completion script for a shell.
    ///
    /// For bash, write it to ~/.local/share/bash-completion/completions/pathlength; for zsh, to _pathlength in a folder
    /// of $fpath; for fish, to ~/.config/fish/completions/pathlength.fish.
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the man pages: pathlength.1 and a page for each subcommand.
    Man {
        /// Folder for the pages, such as ~/.local/share/man/man1
        #[arg(short, long, value_name = "FOLDER")]
        output: PathBuf,
    },
    /// Build and search zFS directories, or plan their conversion.
    ///
    /// `build`, `lookup`, `list`, and `salvage` work on a directory of the given names. `plan` reads a listing of your
    /// own directories.
    Directory {
        #[command(subcommand)]
        question: directory::Question,
    },
}

/// The reason for an exit status other than 0.
#[derive(Debug)]
enum Failure {
    /// The check failed or the result is negative.
    No,
    /// The input is invalid; the text names the location and the fix.
    Input(String),
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Input(error.to_string())
    }
}

/// Parses the arguments of this process; ends the process for `--help`, `--version`, and invalid arguments.
fn parse() -> Arguments {
    let mut command = Arguments::command();
    // Computing the hashes of the labs takes longer than starting the command.
    if std::env::args_os().any(|argument| argument == "--version") {
        command = command.long_version(version::long().unwrap_or_else(|_| version::short()));
    }
    Arguments::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
}

fn main() -> ExitCode {
    let answer = match parse().command {
        Command::Labs { format, output, labs } => labs::list(&labs.files(), format, &output),
        Command::Reproduce { lab, summary: true, format, output, labs, .. } => {
            report::summarize(&labs.files(), &lab, format, &output)
        }
        Command::Reproduce { lab, table, format, output, labs, .. } => {
            report::reproduce(&labs.files(), &lab, table.as_deref(), format, &output)
        }
        Command::Rerun { run, output, lab } => rerun::rerun(&run, &lab, &output),
        Command::Calibrate(arguments) => calibrate::answer(&arguments),
        Command::Run { lab, scenario, format, output, labs, .. } => {
            run::run(&labs.files(), &lab, scenario.as_deref(), format, &output)
        }
        Command::Sweep(arguments) => sweep::answer(&arguments),
        Command::Vary(arguments) => vary::answer(&arguments),
        Command::Advise { lab, enquiry, format, output, labs } => {
            advise::advise(&labs.files(), &lab, &enquiry, format, &output)
        }
        Command::Diagnose { lab, before, after, changed, elapsed, response, format, output, labs } => {
            let response_s = response.map(|both| [both[0], both[1]]);
            let texts = [Some(before), after];
            let options = diagnose::DiagnoseOptions { changed, elapsed_s: elapsed, response_s };
            diagnose::diagnose(&labs.files(), &lab, &texts, options, format, &output)
        }
        Command::Explain(arguments) => explain::answer(&arguments),
        Command::Check(asked) => check::check(&asked),
        Command::Compress(arguments) => pack::compress(&arguments),
        Command::Decompress(arguments) => pack::decompress(&arguments),
        Command::Queue { question } => queue::answer(&question),
        Command::Schema { subject, output } => schema::schema(subject, &output),
        Command::Completions { shell } => shell::complete(shell),
        Command::Man { output } => shell::write_man_pages(&output),
        Command::Directory { question } => directory::answer(&question),
    };
    match answer {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::No) => ExitCode::from(1),
        Err(Failure::Input(message)) => {
            output::say(&format!("pathlength: {message}"));
            ExitCode::from(2)
        }
    }
}

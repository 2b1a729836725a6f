//! The `pathlength` command: the models and labs of Pathlength without a browser.
//!
//! Exit status: 0 success, 1 the check failed or the result is negative, 2 invalid input.

mod advise;
mod assignment;
mod calibrate;
mod check;
mod diagnose;
mod directory;
mod explain;
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
    /// Compute every cell of a lab's tables and compare it with the published value.
    Reproduce {
        /// The lab.
        lab: String,
        /// Table; without it, all tables.
        #[arg(long)]
        table: Option<String>,
        /// Print only a summary of the errors, per table and overall. As JSON, this is the record `summary.json` in the
        /// folder of a lab.
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
    /// Recompute a run that a lab's page saved with “Save this run”, and print the page's CSV, byte for byte.
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
    /// Refit the parameters of a lab, with intervals and predictions of left-out cells.
    Calibrate(calibrate::CalibrateArgs),
    /// Vary the values that were chosen or fitted with a table in view, and count the bounds that remain satisfied.
    Vary(vary::VaryArgs),
    /// Evaluate one scenario, with the units of its results and the terms that explain them.
    ///
    /// A scenario is a JSON object with the settings of the lab's model: `--list` prints them.
    #[command(after_help = "Examples:
  pathlength run disk-paths --list
  echo '{\"path\": \"eckd\", \"phase\": \"read\"}' | pathlength run disk-paths -")]
    Run {
        /// Lab whose model and parameters to use
        lab: String,
        /// JSON file with the scenario; `-` for standard input
        #[arg(value_name = "FILE", required_unless_present = "list")]
        scenario: Option<PathBuf>,
        /// List a scenario's settings with their values, and the outputs
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
    /// Recommend an I/O path, a codec, or a file system with a lab's model, best first.
    ///
    /// disk-paths ranks the I/O paths of a guest. The request describes the work and the weights of throughput and
    /// CPU time: `{"work": {"read_share": 70, "reread_share": 40, "block_bytes": 4096}, "throughput": 1, "cpu": 2}`.
    /// `work` can also have `initial_share`, `cache_mb`, `file_mb`, `guests`, `sharing`, `scan_rate`, and `fair_share`.
    /// `"limits"`, a list of `minidisk`, `no_fcp`, `no_eckd`, and `no_diagnose`, excludes paths. Paths whose
    /// scores differ by less than `"errors"`, such as `{"throughput": 0.02, "cpu": 0.03}`, share a rank.
    ///
    /// tape-compression recommends a codec and quotes its source. Every answer of the request is optional; the possible
    /// values are: `{"data": "compresses" or "incompressible", "machine": "power8" or "power7",
    /// "goal": "throughput", "single" or "capacity", "work": "write" or "read", "limited": "no" or "yes",
    /// "jobs": "many" or "few", "cache": "no" or "yes"}`. A missing answer has the first value.
    ///
    /// journaling compares the file systems. The request has optional requirements, and sizes:
    /// `{"recover": "10", "60", "600" or "3600" seconds, "shrink": "offline" or "online", "grow": "offline" or
    /// "online", "contents": "never" those of other files after a power failure, "size_gib": 500, "log_mib": 32,
    /// "filled_percent": 40, "file_kib": 10}`.
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
    /// Diagnose file pool server measurements, and the effect of a change.
    ///
    /// A measurement is a text with counters of QUERY FILEPOOL STATUS taken before and after an application, or with
    /// rows of a report like PRF083. The counters before and after can also be in two files, in this order.
    Diagnose {
        /// Lab whose symptom table and rules to use.
        lab: String,
        /// First measurement; `-` for standard input.
        before: PathBuf,
        /// Second measurement, after one change.
        after: Option<PathBuf>,
        /// Change between the measurements: a row name of the symptom table.
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
    /// Explain the output of fio, iostat, sadf, IOzone, ls, find, or du, or a CSV file.
    ///
    /// The file is recognized by its content; a CSV file needs a mapping of its columns. The output shows how
    /// each field was interpreted, with units. First, the numbers are checked against the operational laws: if they
    /// contradict each other, the exit status is 1 and there is no conclusion. Then comes one conclusion with the number
    /// on which it rests, and the effect of its first remedy, with bounds and, where a model fits, its value. For a
    /// listing, the largest directory is built in both formats of zFS, and the probes of a search are counted.
    #[command(after_help = explain::FORMATS)]
    Explain(explain::ExplainArgs),
    /// Solve or simulate a queueing network.
    Queue {
        #[command(subcommand)]
        question: queue::Question,
    },
    /// Replay submissions and write the gradebook; exit with 1 if any need review.
    Check(check::CheckArgs),
    /// Compress files or standard input with one of the labs' codecs.
    ///
    /// Writes a file next to each input, with the mode and the times of the input. The usual programs of the format
    /// read it, except for ALDC, which has no such programs.
    ///
    /// An .aldc file is this project's container: magic bytes, the history size, units of ALDC with their end markers,
    /// and the length and checksums, by which `decompress` finds every damaged file. --raw writes only the units, which
    /// other decoders of ALDC read: such a stream does not contain its history size, and most damage to it decodes to
    /// wrong bytes without an error.
    Compress(pack::CompressArgs),
    /// Decompress files, or standard input; a damaged or truncated input leaves no file behind.
    ///
    /// With standard output, bytes before the damage may already be written; the exit status is then 2. A bare stream of
    /// ALDC (--raw) has no checksum: most damage to it cannot be detected. Long runs of zeros become holes of the
    /// output file.
    Decompress(pack::DecompressArgs),
    /// Print the JSON Schema of a compiled lab (`lab.json`), of a submission, or of a mapping.
    Schema {
        /// Subject of the schema
        #[arg(value_enum, default_value_t = schema::Subject::Lab)]
        subject: schema::Subject,
        #[command(flatten)]
        output: OutputOption,
    },
    /// Print the completion script of a shell.
    ///
    /// For bash, write it to ~/.local/share/bash-completion/completions/pathlength; for zsh, to _pathlength in a folder
    /// of $fpath; for fish, to ~/.config/fish/completions/pathlength.fish.
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the man pages: pathlength.1, and a page for each subcommand.
    Man {
        /// Folder for the pages, such as ~/.local/share/man/man1
        #[arg(short, long, value_name = "FOLDER")]
        output: PathBuf,
    },
    /// Build and search a directory of names, one per line; or plan the conversion of your own directories.
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
    /// The input is invalid: the location and the fix.
    Input(String),
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Input(error.to_string())
    }
}

/// Parses the arguments of this process; ends it for `--help`, `--version`, and wrong arguments.
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

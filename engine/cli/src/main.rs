//! The `pathlength` command: the models and labs of Pathlength without a browser.
//!
//! Exit codes: 0 fine, 1 the question was answered "no", 2 the input is wrong.

mod advise;
mod assignment;
mod check;
mod diagnose;
mod directory;
mod labs;
mod output;
mod pack;
mod queue;
mod report;
mod rerun;
mod schema;

use clap::{Parser, Subcommand, ValueEnum};
use pathlength_codecs::{CodecInfo, KnobKind, Options, find_codec};
use std::path::PathBuf;
use std::process::ExitCode;

/// Models of storage performance that really run, beside what was published.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// Folder that holds the labs [default: `labs` here or in a folder above].
    #[arg(long, global = true, value_name = "FOLDER")]
    labs: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List labs and their tables.
    Labs,
    /// Compute every cell of a lab's tables and set it beside the published one.
    Reproduce {
        /// The lab.
        lab: String,
        /// Only this table.
        #[arg(long)]
        table: Option<String>,
        /// How to print.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Compute again what a lab's page has saved with “Save this run”; prints the CSV that the page saves, byte for byte.
    Rerun {
        /// The saved run; `-` for standard input.
        run: PathBuf,
        /// Where to write the CSV [default: standard output].
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// The compiled lab; may be given several times [default: those of the site that was built here].
        #[arg(long, value_name = "FILE")]
        lab: Vec<PathBuf>,
    },
    /// Fit the fitted parameters of a lab anew and compare them with the stored values.
    Calibrate {
        /// The lab.
        lab: String,
        /// Exit with 1 if a stored value differs by more than 1 %.
        #[arg(long)]
        check: bool,
    },
    /// Answer one scenario; prints the outcome as JSON.
    Run {
        /// The lab whose model and parameters to use.
        lab: String,
        /// A JSON file with the scenario; `-` for standard input.
        scenario: PathBuf,
    },
    /// Recommend a way to a disk or a codec, by the lab's model; prints JSON, the best first.
    ///
    /// disk-paths ranks the ways of a guest to a disk. The enquiry describes the work and the weights of throughput and
    /// CPU time: `{"work": {"read_share": 70, "reread_share": 40, "block_bytes": 4096}, "throughput": 1, "cpu": 2}`.
    /// `work` may also have `initial_share`, `cache_mb`, `file_mb`, `guests`, `sharing`, `scan_rate` and `fair_share`.
    /// `"limits"`, a list of `minidisk`, `no_fcp`, `no_eckd` and `no_diagnose`, sets ways aside. `"errors"`, as in
    /// `{"throughput": 0.02, "cpu": 0.03}`, makes ties of ways whose scores differ by less.
    ///
    /// tape-compression recommends a codec, in the words of its source. The enquiry has answers, each of which may be
    /// missing, here with all values: `{"data": "compresses" or "incompressible", "machine": "power8" or "power7",
    /// "goal": "throughput", "single" or "capacity", "work": "write" or "read", "limited": "no" or "yes",
    /// "jobs": "many" or "few", "cache": "no" or "yes"}`. A missing answer is the first value.
    Advise {
        /// The lab whose parameters to use.
        lab: String,
        /// A JSON file with the enquiry; `-` for standard input.
        enquiry: PathBuf,
    },
    /// Say what measurements of a file pool server come to, and what a change has brought.
    ///
    /// A measurement is a text with counters of QUERY FILEPOOL STATUS taken before and after an application, or with
    /// rows of a report like PRF083. Counters taken before may stand in the first file and those after in the second.
    Diagnose {
        /// The lab whose table of symptoms and rules to use.
        lab: String,
        /// The first measurement; `-` for standard input.
        before: PathBuf,
        /// The second measurement, after one change.
        after: Option<PathBuf>,
        /// What was changed in between: the name of a row of the table of symptoms.
        #[arg(long, value_name = "ROW", requires = "after")]
        changed: Vec<String>,
        /// Elapsed time of the application, in seconds.
        #[arg(long, value_name = "S")]
        elapsed: Option<f64>,
        /// Average response times of users in both measurements, in seconds.
        #[arg(long, value_name = "S", num_args = 2, requires = "after")]
        response: Option<Vec<f64>>,
        /// How to print: text or json.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Ask a queueing network: any stations, classes and ways between them.
    Queue {
        #[command(subcommand)]
        question: queue::Question,
    },
    /// Replay what a class handed in and write the gradebook; exit with 1 if there is something to look at.
    Check {
        /// Submissions, or folders of them.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// A compiled lab; may be given several times [default: those of the site that was built here].
        #[arg(long, value_name = "FILE")]
        lab: Vec<PathBuf>,
        /// Score by this assignment: its link, its code, or a file that has one of them [default: the one in the files].
        #[arg(long, value_name = "LINK")]
        assignment: Option<String>,
        /// How to print.
        #[arg(long, value_enum, default_value_t = Format::Csv)]
        format: Format,
    },
    /// Compress a file, or standard input, with a codec of the laboratory.
    ///
    /// Writes a file that the usual programs of the format read. Only ALDC has no such programs.
    ///
    /// An .aldc file is this project's container: a mark, the history size, units of ALDC with their end markers, and at
    /// the end the length and checksums, by which `decompress` finds every damaged file. --raw writes the units alone,
    /// which other decoders of ALDC read: such a stream does not contain its history size, and most damage to it decodes
    /// to wrong bytes that nothing detects.
    Compress {
        #[arg(long, value_parser = find_codec, help = pack::codec_help())]
        codec: &'static CodecInfo,
        #[arg(long, value_name = "N", help = pack::knob_help(KnobKind::Level))]
        level: Option<i32>,
        /// Bytes after which the codec's history is reset; 0 for never.
        #[arg(long, value_name = "BYTES", default_value_t = 0)]
        unit: usize,
        #[arg(long, value_name = "BYTES", help = pack::knob_help(KnobKind::History))]
        history: Option<usize>,
        #[command(flatten)]
        arguments: pack::CodecArgs,
    },
    /// Decompress a file, or standard input; a damaged or cut off one leaves no file behind.
    ///
    /// On standard output, bytes before the damage may have been written: the exit status is then 2. A bare stream of
    /// ALDC (--raw) has no checksum: most damage to it cannot be found.
    Decompress {
        /// The codec [default: by the file name extension].
        #[arg(long, value_parser = find_codec)]
        codec: Option<&'static CodecInfo>,
        #[arg(long, value_name = "BYTES", help = format!("For a bare stream: {}", pack::knob_help(KnobKind::History)))]
        history: Option<usize>,
        #[command(flatten)]
        arguments: pack::CodecArgs,
    },
    /// Print the JSON Schema of a compiled lab (`lab.json`).
    Schema,
    /// Build a directory from names, one a line, and ask it questions; or plan the conversion of one's own.
    Directory {
        #[command(subcommand)]
        question: directory::Question,
    },
}

/// How to print a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For reading.
    Text,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
}

/// Why the command ends without an answer.
#[derive(Debug)]
enum Failure {
    /// The question was answered "no".
    No,
    /// The input is wrong: where, and what to do.
    Input(String),
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Input(error.to_string())
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let folder = arguments.labs;
    let answer = match arguments.command {
        Command::Labs => labs::list(folder),
        Command::Reproduce { lab, table, format } => report::reproduce(folder, &lab, table.as_deref(), format),
        Command::Rerun { run, output, lab } => rerun::rerun(folder, &run, &lab, output.as_deref()),
        Command::Calibrate { lab, check } => report::calibrate(folder, &lab, check),
        Command::Run { lab, scenario } => labs::run(folder, &lab, &scenario),
        Command::Advise { lab, enquiry } => advise::advise(folder, &lab, &enquiry),
        Command::Diagnose { lab, before, after, changed, elapsed, response, format } => {
            let response_s = response.map(|both| [both[0], both[1]]);
            let texts = [Some(before), after];
            diagnose::diagnose(folder, &lab, &texts, diagnose::Told { changed, elapsed_s: elapsed, response_s }, format)
        }
        Command::Check { files, lab, assignment, format } => {
            check::check(folder, &files, &lab, assignment.as_deref(), format)
        }
        Command::Compress { codec, level, unit, history, arguments } => {
            let default = codec.default_options();
            let (level, history) = (level.unwrap_or(default.level), history.unwrap_or(default.history));
            pack::compress(codec, &Options { level, unit, history, ..default }, &arguments)
        }
        Command::Decompress { codec, history, arguments } => pack::decompress(codec, history, &arguments),
        Command::Queue { question } => queue::answer(&question),
        Command::Schema => schema::schema(),
        Command::Directory { question } => directory::answer(folder, &question),
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

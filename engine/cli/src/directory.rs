//! `pathlength directory`: builds directories of both formats from names in a file, and plans the conversion of directories.

mod names;
mod plan;

use super::output::say;
use super::sheet::{Sheet, SheetCell, printable};
use super::{Failure, Format, OutputOption, one_of};
use clap::{Args, Subcommand};
use names::{Names, Version};
use pathlength_zfs::directory::{
    Aggregate, Cookie, Counts, Directory, DirectoryError, LoadSummary, MetadataCache, Name, V4Directory, V5Directory,
};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

/// A subcommand of `pathlength directory`.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Build the directory, and report its size and the operations.
    Build(BuildArgs),
    /// Look up names, and report the work of each search.
    Lookup(LookupArgs),
    /// List the names in directory order.
    List(ListArgs),
    /// Check every page; exit with 1 if one is damaged.
    Salvage(SalvageArgs),
    /// Plan which directories to convert to v5 first, with the gain and the time.
    ///
    /// The file has the output of ls -slk (with -R, or of several directories), df -t, or zfsadm query -knpfs, or it is a CSV
    /// whose first line is `path,entries,kilobytes,operations` with the known columns.
    Plan(plan::Plan),
}

/// The options of `build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    names: Names,
    /// Size of a metadata cache whose misses are counted
    #[arg(long, value_name = "PAGES")]
    metadata_cache: Option<u32>,
    /// Output format [default: text on a terminal, otherwise json]
    #[arg(long, value_parser = one_of([Format::Text, Format::Json]))]
    format: Option<Format>,
    #[command(flatten)]
    output: OutputOption,
}

/// The options of `lookup`.
#[derive(Debug, Args)]
pub(crate) struct LookupArgs {
    #[command(flatten)]
    names: Names,
    /// The names to look up
    #[arg(required = true)]
    name: Vec<String>,
    /// Output format
    #[arg(long, value_parser = one_of([Format::Text, Format::Json, Format::Csv, Format::Markdown]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
}

/// The options of `list`.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    names: Names,
    /// Position from which to continue; 0 is the beginning
    #[arg(long, default_value_t = 0)]
    cookie: u64,
    /// Maximum number of names
    #[arg(long = "most", value_parser = clap::value_parser!(u64).range(1..))]
    max_names: Option<u64>,
    /// Output format; on a terminal, text has no control characters
    #[arg(long, value_parser = one_of([Format::Text, Format::Json]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
}

/// The options of `salvage`.
#[derive(Debug, Args)]
pub(crate) struct SalvageArgs {
    #[command(flatten)]
    names: Names,
    /// Output format
    #[arg(long, value_parser = one_of([Format::Text, Format::Json]), default_value = "text")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
}

/// The output of `build`.
#[derive(Debug, Serialize)]
struct BuildReport {
    names: u64,
    pages: u32,
    bytes: u64,
    levels: u32,
    counts: Counts,
    /// Missing without a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata_cache: Option<CacheUse>,
    input: LoadSummary,
}

/// Hits and misses of a metadata cache during the build.
#[derive(Debug, Serialize)]
struct CacheUse {
    pages: u32,
    hits: u64,
    misses: u64,
}

/// A name in the JSON of `lookup`.
#[derive(Debug, Serialize)]
struct LookupResult<'a> {
    name: &'a str,
    /// The line of the file; missing if the name is not in the directory.
    line: Option<u32>,
    pages_probed: u64,
    levels_descended: u64,
    names_compared: u64,
}

/// The JSON of `list`.
#[derive(Debug, Serialize)]
struct Listing {
    names: Vec<String>,
    /// The cookie with which to continue; missing at the end.
    next: Option<u64>,
}

/// The JSON of `salvage`.
#[derive(Debug, Serialize)]
struct SalvageReport {
    pages: u32,
    damage: Vec<String>,
}

/// Evaluates an expression with a new directory of the version.
macro_rules! with_directory {
    ($version:expr, $store:ident, $directory:ident => $body:expr) => {{
        let mut $store = Aggregate::new(u32::MAX);
        match $version {
            Version::V4 => {
                let mut $directory = V4Directory::create(&mut $store, None)?;
                $body
            }
            Version::V5 => {
                let mut $directory = V5Directory::create(&mut $store, None)?;
                $body
            }
        }
    }};
}

pub(crate) fn answer(question: &Question) -> Result<(), Failure> {
    match question {
        Question::Plan(arguments) => plan::answer(arguments),
        Question::Build(arguments) => {
            with_directory!(arguments.names.directory_format, store, directory => build(arguments, &mut directory, &mut store))
        }
        Question::Lookup(arguments) => {
            with_directory!(arguments.names.directory_format, store, directory => {
                arguments.names.create_in(&mut directory, &mut store, &mut ())?;
                lookup(arguments, &mut directory, &store)
            })
        }
        Question::List(arguments) => fill_and(&arguments.names, |directory, store| match directory {
            Filled::V4(directory) => list(arguments, directory, store),
            Filled::V5(directory) => list(arguments, directory, store),
        }),
        Question::Salvage(arguments) => fill_and(&arguments.names, |directory, store| match directory {
            Filled::V4(directory) => salvage(arguments, directory, store),
            Filled::V5(directory) => salvage(arguments, directory, store),
        }),
    }
}

/// A directory that was built without counting the work.
enum Filled {
    V4(V4Directory),
    V5(V5Directory),
}

fn fill_and(names: &Names, ask: impl FnOnce(&mut Filled, &Aggregate) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut store = Aggregate::new(u32::MAX);
    let mut directory = match names.directory_format {
        Version::V4 => {
            let mut directory = V4Directory::create(&mut store, None)?;
            names.fill(&mut directory, &mut store)?;
            Filled::V4(directory)
        }
        Version::V5 => {
            let mut directory = V5Directory::create(&mut store, None)?;
            names.create_in(&mut directory, &mut store, &mut ())?;
            Filled::V5(directory)
        }
    };
    ask(&mut directory, &store)
}

fn build(arguments: &BuildArgs, directory: &mut impl Directory, store: &mut Aggregate) -> Result<(), Failure> {
    let BuildArgs { names, metadata_cache, format, output } = arguments;
    let mut counts = Counts::default();
    let (input, metadata_cache) = if let Some(pages) = *metadata_cache {
        let mut observers = (Counts::default(), MetadataCache::new(pages));
        let input = names.create_in(directory, store, &mut observers)?;
        counts = observers.0;
        (input, Some(CacheUse { pages, hits: observers.1.hits, misses: observers.1.misses }))
    } else {
        (names.create_in(directory, store, &mut counts)?, None)
    };
    let stat = directory.stat(store);
    let (names, pages, bytes, levels) = (stat.names, stat.pages, stat.bytes, stat.levels);
    let report = BuildReport { names, pages, bytes, levels, counts, metadata_cache, input };
    match output.format(*format, Format::Json) {
        Format::Json => output.print(&(serde_json::to_string_pretty(&report)? + "\n")),
        _ => output.print(&build_text(&report)?),
    }
}

fn build_text(report: &BuildReport) -> Result<String, Failure> {
    let BuildReport { names, pages, bytes, levels, metadata_cache, .. } = report;
    let mut out = format!("{names} names in {pages} pages ({} KB), levels: {levels}\n\n", bytes / 1024);
    let mut sheet = Sheet::new(["operation", "count"]);
    for (name, count) in serde_json::to_value(report.counts)?.as_object().into_iter().flatten() {
        sheet.push([name.as_str().into(), count.as_f64().unwrap_or(f64::NAN).into()]);
    }
    out += &sheet.as_format(Format::Text);
    if let Some(CacheUse { pages, hits, misses }) = metadata_cache {
        writeln!(out, "\n{pages}-page metadata cache: {hits} hits, {misses} misses")?;
    }
    Ok(out)
}

fn lookup(arguments: &LookupArgs, directory: &mut impl Directory, store: &Aggregate) -> Result<(), Failure> {
    let mut results = Vec::new();
    for name in &arguments.name {
        let mut counts = Counts::default();
        let line = match directory.lookup(store, Name::new(name.as_bytes())?, &mut counts) {
            Ok(fid) => Some(fid.index + 1),
            Err(DirectoryError::NotFound) => None,
            Err(error) => return Err(error.into()),
        };
        let Counts { pages_probed, levels_descended, names_compared, .. } = counts;
        results.push(LookupResult { name, line, pages_probed, levels_descended, names_compared });
    }
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&results)? + "\n",
        Format::Text => results.iter().fold(String::new(), |text, result| text + &lookup_text(result)),
        format => {
            let mut sheet = Sheet::new(["name", "line", "pages_probed", "levels_descended", "names_compared"]);
            for LookupResult { name, line, pages_probed, levels_descended, names_compared } in &results {
                let counts = [*pages_probed, *levels_descended, *names_compared].map(|count| (count as f64).into());
                let line = SheetCell::from(line.map_or(f64::NAN, f64::from));
                sheet.push([(*name).into(), line].into_iter().chain(counts));
            }
            sheet.as_format(format)
        }
    };
    arguments.output.print(&text)?;
    if results.iter().all(|result| result.line.is_some()) { Ok(()) } else { Err(Failure::No) }
}

fn lookup_text(result: &LookupResult<'_>) -> String {
    let LookupResult { name, line, pages_probed, levels_descended, names_compared } = result;
    let found = line.map_or_else(|| "not found".to_owned(), |line| format!("line {line}"));
    format!(
        "{name}: {found}; {pages_probed} pages probed, {levels_descended} index pages visited, {names_compared} names \
         compared\n"
    )
}

fn list(arguments: &ListArgs, directory: &mut impl Directory, store: &Aggregate) -> Result<(), Failure> {
    let mut left = arguments.max_names.unwrap_or(u64::MAX);
    let mut names = Vec::new();
    let mut visit = |entry: pathlength_zfs::directory::Entry<'_>| {
        names.push(String::from_utf8_lossy(entry.name).into_owned());
        left = left.saturating_sub(1);
        left > 0
    };
    let next = directory.readdir(store, Cookie(arguments.cookie), &mut visit, &mut ())?.map(|cookie| cookie.0);
    if arguments.format == Format::Json {
        return arguments.output.print(&(serde_json::to_string_pretty(&Listing { names, next })? + "\n"));
    }
    if let Some(next) = next {
        say(&format!("continue with --cookie {next}"));
    }
    // A name can contain control sequences for a terminal.
    let is_shown = io::stdout().is_terminal();
    let lines = names.iter().map(|name| if is_shown { printable(name) } else { name.clone() } + "\n");
    arguments.output.print(&lines.collect::<String>())
}

fn salvage(arguments: &SalvageArgs, directory: &mut impl Directory, store: &Aggregate) -> Result<(), Failure> {
    let damage: Vec<_> = directory.salvage(store).iter().map(ToString::to_string).collect();
    let report = SalvageReport { pages: directory.stat(store).pages, damage };
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&report)? + "\n",
        _ if report.damage.is_empty() => format!("{} pages are sound\n", report.pages),
        _ => report.damage.join("\n") + "\n",
    };
    arguments.output.print(&text)?;
    if report.damage.is_empty() { Ok(()) } else { Err(Failure::No) }
}

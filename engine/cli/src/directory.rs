//! `pathlength directory`: builds directories of both formats from names, searches them or their images, and plans the
//! conversion of directories.

mod names;
mod plan;

use super::output::say;
use super::report::counted;
use super::sheet::{Sheet, SheetCell, printable};
use super::{Failure, Format, OutputOption, one_of};
use clap::{Args, Subcommand};
use names::{LoadedDirectory, Names};
use pathlength_zfs::directory::{
    Aggregate, AnyDirectory, Cookie, Counts, Directory, DirectoryError, DirectoryImage, LoadSummary, MetadataCache,
    Name, Observer,
};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Maximum number of damaged locations that `salvage` lists as text; the others are only counted.
const MAX_DAMAGE: usize = 100;

/// A subcommand of `pathlength directory`.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// Build the directory, and report its size and the operation counts.
    Build(BuildArgs),
    /// Look up names, and report the work of each search.
    Lookup(LookupArgs),
    /// List the names in directory order.
    List(ListArgs),
    /// Check every page; exit with 1 if one is damaged.
    Salvage(SalvageArgs),
    /// Plan which directories to convert to v5 first.
    ///
    /// The plan contains the gain and the time of each conversion. FILE contains the output of ls, find, du -ak,
    /// df, zfsadm aggrinfo -long, or zfsadm query -knpfs. Use ls with -l, -slk, or -1, and with -R or several
    /// directories. Use find without an action, or with -ls or -printf '%y %k %p\n'. FILE can also be a CSV file with
    /// the columns `path` (first), `entries` or `kilobytes` or both, and, if known, `operations`. Lines in other
    /// formats are counted and skipped.
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
    /// Output file for the directory, which lookup, list, and salvage read
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// No operation counts; much faster for a large v4 directory
    #[arg(long, conflicts_with = "metadata_cache")]
    no_counts: bool,
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
    /// Missing if the operations were not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Counts>,
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

/// Evaluates an expression with a directory of either format.
macro_rules! dispatch {
    ($any:expr, $directory:ident => $body:expr) => {
        match $any {
            AnyDirectory::V4($directory) => $body,
            AnyDirectory::V5($directory) => $body,
        }
    };
}

pub(crate) fn answer(question: &Question) -> Result<(), Failure> {
    match question {
        Question::Plan(arguments) => plan::answer(arguments),
        Question::Build(arguments) => build(arguments),
        Question::Lookup(arguments) => {
            let LoadedDirectory { store, mut directory, .. } = open_sound(&arguments.names)?;
            dispatch!(&mut directory, directory => lookup(arguments, directory, &store))
        }
        Question::List(arguments) => {
            let LoadedDirectory { store, mut directory, .. } = open_sound(&arguments.names)?;
            dispatch!(&mut directory, directory => list(arguments, directory, &store))
        }
        Question::Salvage(arguments) => salvage(arguments),
    }
}

/// Opens a directory, unless it is an image with a damaged block: a search in that block could have a wrong result.
fn open_sound(names: &Names) -> Result<LoadedDirectory, Failure> {
    let opened = names.open()?;
    match opened.damage.as_slice() {
        [] => Ok(opened),
        [first, ..] => Err(Failure::Input(format!(
            "{}: {first} (damaged blocks: {}): run pathlength directory salvage, and build the image again",
            names.file.display(),
            opened.damage.len()
        ))),
    }
}

fn build(arguments: &BuildArgs) -> Result<(), Failure> {
    let BuildArgs { names, metadata_cache, image, no_counts, format, output } = arguments;
    let text = names.names()?;
    let (mut store, mut any) = names.empty()?;
    let (input, counts, metadata_cache) = if *no_counts {
        let input = match &mut any {
            AnyDirectory::V4(directory) => names.fill(&text, directory, &mut store)?,
            AnyDirectory::V5(directory) => names.create(&text, directory, &mut store, &mut ())?,
        };
        (input, None, None)
    } else {
        let mut observers = Observers { counts: Counts::default(), cache: metadata_cache.map(MetadataCache::new) };
        let input = dispatch!(&mut any, directory => names.create(&text, directory, &mut store, &mut observers))?;
        let cache = observers.cache.zip(*metadata_cache);
        let cache = cache.map(|(cache, pages)| CacheUse { pages, hits: cache.hits, misses: cache.misses });
        (input, Some(observers.counts), cache)
    };
    if let Some(file) = image {
        OutputOption::in_file(file).print_with(|mut out| DirectoryImage::write(&store, &any, &mut out))?;
    }
    let stat = dispatch!(&any, directory => directory.stat(&store));
    let (names, pages, bytes, levels) = (stat.names, stat.pages, stat.bytes, stat.levels);
    let report = BuildReport { names, pages, bytes, levels, counts, metadata_cache, input };
    match output.format(*format, Format::Json) {
        Format::Json => output.print(&(serde_json::to_string_pretty(&report)? + "\n")),
        _ => output.print(&build_text(&report)?),
    }
}

/// Counts the operations, and the misses of a metadata cache.
struct Observers {
    counts: Counts,
    cache: Option<MetadataCache>,
}

impl Observer for Observers {
    fn note(&mut self, event: pathlength_zfs::directory::Event) {
        self.counts.note(event);
        if let Some(cache) = &mut self.cache {
            cache.note(event);
        }
    }
}

fn build_text(report: &BuildReport) -> Result<String, Failure> {
    let BuildReport { names, pages, bytes, levels, metadata_cache, .. } = report;
    let (names, pages) = (counted(*names, "name"), counted(*pages, "page"));
    let mut out = format!("{names} in {pages} ({} KB), levels: {levels}\n\n", bytes / 1024);
    if let Some(counts) = report.counts {
        let mut sheet = Sheet::new(["operation", "count"]);
        for (name, count) in serde_json::to_value(counts)?.as_object().into_iter().flatten() {
            sheet.push([name.as_str().into(), count.as_f64().unwrap_or(f64::NAN).into()]);
        }
        out += &sheet.as_format(Format::Text);
    }
    if let Some(CacheUse { pages, hits, misses }) = metadata_cache {
        writeln!(out, "\n{pages}-page metadata cache: hits {hits}, misses {misses}")?;
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
    let pages = counted(*pages_probed, "page");
    let index_pages = counted(*levels_descended, "index page");
    let names = counted(*names_compared, "name");
    format!("{name}: {found}; {pages} probed, {index_pages} visited, {names} compared\n")
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
        say(&format!("pathlength: more names follow: continue with --cookie {next}"));
    }
    // A name can contain control sequences for a terminal.
    let is_shown = io::stdout().is_terminal();
    let lines = names.iter().map(|name| if is_shown { printable(name) } else { name.clone() } + "\n");
    arguments.output.print(&lines.collect::<String>())
}

fn salvage(arguments: &SalvageArgs) -> Result<(), Failure> {
    let LoadedDirectory { store, directory, damage } = arguments.names.open()?;
    let (pages, more) = dispatch!(&directory, directory => (directory.stat(&store).pages, directory.salvage(&store)));
    let damage: Vec<_> = damage.iter().chain(&more).map(ToString::to_string).collect();
    let report = SalvageReport { pages, damage };
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&report)? + "\n",
        _ if report.damage.is_empty() && pages == 1 => "1 page is sound\n".to_owned(),
        _ if report.damage.is_empty() => format!("{pages} pages are sound\n"),
        _ => damage_text(&report.damage),
    };
    arguments.output.print(&text)?;
    if report.damage.is_empty() { Ok(()) } else { Err(Failure::No) }
}

fn damage_text(damage: &[String]) -> String {
    let listed = damage.iter().take(MAX_DAMAGE).fold(String::new(), |text, one| text + one + "\n");
    let more = damage.len().saturating_sub(MAX_DAMAGE);
    if more > 0 { format!("{listed}and {more} more\n") } else { listed }
}

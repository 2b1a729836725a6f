//! `pathlength directory`: builds directories of both formats from names in a file, and plans the conversion of directories.

mod plan;

use super::Failure;
use super::output::{print, read, say};
use clap::{Args, Subcommand, ValueEnum};
use pathlength_zfs::directory::{
    Aggregate, Cookie, Counts, Directory, DirectoryError, Fid, MetadataCache, Name, ObjectKind, V4Directory,
    V5Directory,
};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Maximum size of a file of names.
const MAX_BYTES: u64 = 1 << 30;

/// A subcommand of `pathlength directory`.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    #[command(flatten)]
    Names(NamesCommand),
    /// Plan which directories to convert to v5 first, with the gain and the time.
    ///
    /// The file has the output of ls -slk (with -R, or of several directories), df -t or zfsadm query -knpfs, or it is a CSV
    /// whose first line is `path,entries,kilobytes,operations` with the known columns.
    Plan(plan::Plan),
}

/// A subcommand that builds a directory from names.
#[derive(Debug, Subcommand)]
pub(crate) enum NamesCommand {
    /// Build the directory and print its size and the operations as JSON.
    Build(Names),
    /// Look names up and print the work of each search.
    Lookup {
        /// The names to look up.
        #[arg(required = true)]
        name: Vec<String>,
        #[command(flatten)]
        names: Names,
    },
    /// List the names in directory order.
    List {
        /// Position from which to continue; 0 is the beginning.
        #[arg(long, default_value_t = 0)]
        cookie: u64,
        /// Maximum number of names.
        #[arg(long = "most", value_parser = clap::value_parser!(u64).range(1..))]
        max_names: Option<u64>,
        #[command(flatten)]
        names: Names,
    },
    /// Check every page; exit with 1 if one is damaged.
    Salvage(Names),
}

/// The source of the names.
#[derive(Debug, Args)]
pub(crate) struct Names {
    /// File of names, one per line; `-` for standard input.
    #[arg(long = "names", value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Format of the directory.
    #[arg(long, value_enum, default_value_t = Version::V5)]
    format: Version,
    /// Size of a metadata cache whose misses are counted during the build.
    #[arg(long, value_name = "PAGES", default_value_t = 0)]
    metadata_cache: u32,
}

/// The output of `build`.
#[derive(Debug, Serialize)]
struct BuildReport {
    names: u64,
    pages: u32,
    bytes: u64,
    levels: u32,
    counts: Counts,
    metadata_cache: CacheUse,
}

/// Hits and misses of a metadata cache during the build.
#[derive(Debug, Serialize)]
struct CacheUse {
    pages: u32,
    hits: u64,
    misses: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Version {
    V4,
    V5,
}

fn names_of(question: &NamesCommand) -> &Names {
    match question {
        NamesCommand::Build(names)
        | NamesCommand::Salvage(names)
        | NamesCommand::Lookup { names, .. }
        | NamesCommand::List { names, .. } => names,
    }
}

pub(crate) fn answer(question: &Question) -> Result<(), Failure> {
    let question = match question {
        Question::Plan(plan) => return plan::answer(plan),
        Question::Names(question) => question,
    };
    let names = names_of(question);
    let bytes = read(&names.file, MAX_BYTES)?;
    let mut store = Aggregate::new(u32::MAX);
    match names.format {
        Version::V4 => {
            let directory = V4Directory::create(&mut store, None)?;
            ask(question, directory, store, &bytes, &names.file)
        }
        Version::V5 => {
            let directory = V5Directory::create(&mut store, None)?;
            ask(question, directory, store, &bytes, &names.file)
        }
    }
}

fn ask<D: Directory>(
    question: &NamesCommand,
    mut directory: D,
    mut store: Aggregate,
    bytes: &[u8],
    file: &std::path::Path,
) -> Result<(), Failure> {
    let pages = names_of(question).metadata_cache;
    let mut observers = (Counts::default(), MetadataCache::new(pages));
    // A line break ends the last name; it does not begin another.
    let lines = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    for (at, line) in lines.split(|byte| *byte == b'\n').enumerate().take_while(|_| !bytes.is_empty()) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let wrong = |error: DirectoryError| Failure::Input(format!("{}:{}: {error}", file.display(), at + 1));
        std::str::from_utf8(line)
            .map_err(|_| Failure::Input(format!("{}:{}: the name is not UTF-8", file.display(), at + 1)))?;
        let name = Name::new(line).map_err(wrong)?;
        let fid = Fid { index: at as u32, unique: 1 };
        directory.create(&mut store, name, fid, ObjectKind::File, &mut observers).map_err(wrong)?;
    }
    let mut out = String::new();
    match question {
        NamesCommand::Build(_) => {
            let stat = directory.stat(&store);
            let (counts, cache) = observers;
            let report = BuildReport {
                names: stat.names,
                pages: stat.pages,
                bytes: stat.bytes,
                levels: stat.levels,
                counts,
                metadata_cache: CacheUse { pages, hits: cache.hits, misses: cache.misses },
            };
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        }
        NamesCommand::Lookup { name, .. } => {
            let mut missing = false;
            for wanted in name {
                let mut counts = Counts::default();
                let found = directory.lookup(&store, Name::new(wanted.as_bytes())?, &mut counts);
                let found = match found {
                    Ok(fid) => format!("line {}", fid.index + 1),
                    Err(DirectoryError::NotFound) => {
                        missing = true;
                        "not found".to_owned()
                    }
                    Err(error) => return Err(error.into()),
                };
                writeln!(
                    out,
                    "{wanted}: {found}; {} pages probed, {} index pages passed, {} names compared",
                    counts.pages_probed, counts.levels_descended, counts.names_compared
                )?;
            }
            if missing {
                print(&out)?;
                return Err(Failure::No);
            }
        }
        NamesCommand::List { cookie, max_names, .. } => {
            let mut left = max_names.unwrap_or(u64::MAX);
            let mut visit = |entry: pathlength_zfs::directory::Entry<'_>| {
                out.push_str(&String::from_utf8_lossy(entry.name));
                out.push('\n');
                left = left.saturating_sub(1);
                left > 0
            };
            let next = directory.readdir(&store, Cookie(*cookie), &mut visit, &mut ())?;
            if let Some(next) = next {
                say(&format!("continue with --cookie {}", next.0));
            }
        }
        NamesCommand::Salvage(_) => {
            let damage = directory.salvage(&store);
            for damage in &damage {
                writeln!(out, "{damage}")?;
            }
            if !damage.is_empty() {
                print(&out)?;
                return Err(Failure::No);
            }
            writeln!(out, "{} pages are sound", directory.stat(&store).pages)?;
        }
    }
    print(&out)
}

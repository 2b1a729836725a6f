//! Listings by ls, find, and du: the work of a search in the largest directory, in both zFS directory formats.

use super::explain::Quantity;
use super::words::{count, name, number};
use super::{MAX_BYTES, ReadError};
use pathlength_zfs::aggregate::plan::{ListedNames, is_listing, listed_names};
use pathlength_zfs::directory::{
    Aggregate, Directory, DirectoryError, Fid, Name, ObjectKind, V4Directory, V5Directory,
};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashSet;

/// Maximum number of directories in an explanation: those with the most names.
const MAX_ROWS: usize = 20;

/// A directory in a listing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DirectoryRow {
    /// Path of the directory.
    pub path: String,
    /// Number of names in the directory.
    pub names: u64,
    /// Size of the directory in KB, if the listing contains its size.
    pub kilobytes: Option<u64>,
}

/// The largest directory in one format.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormatRow {
    /// `v4` or `v5`.
    pub format: &'static str,
    /// Pages of 8 KB, index pages included.
    pub pages: u32,
    /// Mean number of entry pages that a search for a name in the directory probes.
    pub probes_found: f64,
    /// Number of entry pages that a search for a missing name probes.
    pub probes_missing: f64,
    /// Index pages that each search reads.
    pub index_pages: u32,
}

/// The conclusion from a listing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DirectoryFinding {
    /// Path of the directory.
    pub subject: String,
    /// Number of names in the directory.
    pub names: u64,
    /// The finding in sentences.
    pub text: String,
    /// The number on which the conclusion rests.
    pub rests_on: Quantity,
}

/// A listing, explained.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DirectoryExplanation {
    /// Always `listing`.
    pub format: &'static str,
    /// The conclusion.
    pub conclusion: DirectoryFinding,
    /// The directories with the most names.
    pub rows: Vec<DirectoryRow>,
    /// The largest directory in both formats.
    pub formats: [FormatRow; 2],
    /// Sentences with the meaning and unit of each field that was used.
    pub taken: Vec<String>,
    /// Sentences about omitted data and assumptions.
    pub notes: Vec<String>,
}

/// Returns whether bytes are a directory listing.
pub fn is_directory_listing(bytes: &[u8]) -> bool {
    is_listing(bytes)
}

/// Builds, in both formats, the directory of a listing that has the most names, and counts the probes of searches.
///
/// # Errors
/// Returns [`ReadError`] if the listing is too large or has no names, or if no directory can be built from its names.
pub fn explain_listing(bytes: &[u8]) -> Result<DirectoryExplanation, ReadError> {
    if bytes.len() > MAX_BYTES {
        let limit = MAX_BYTES / (1 << 20);
        return Err(ReadError::new(format!("the file is larger than {limit} MiB: list fewer directories")));
    }
    let listed = listed_names(bytes, None).map_err(|error| ReadError::new(error.to_string()))?;
    let ListedNames { reading, directory, directories, names, not_utf8, candidates } = listed;
    let mut notes = Vec::new();
    if not_utf8 > 0 {
        notes.push(format!("Left out because of invalid UTF-8: {}.", count(not_utf8, "name")));
    }
    let (formats, entered) = build(names.iter().map(|(_, name)| name.as_bytes())).map_err(|error| {
        ReadError::new(format!("no directory can be built from the names in {directory:?}: {error}"))
    })?;
    if names.len() > entered {
        let left_out = count(names.len() - entered, "name");
        notes.push(format!("Left out: {left_out}, longer than 256 bytes or listed twice."));
    }
    let all: u64 = candidates.iter().filter_map(|candidate| candidate.entries).sum();
    let mut rows: Vec<_> = candidates
        .into_iter()
        .filter_map(|one| Some(DirectoryRow { path: name(&one.path), names: one.entries?, kilobytes: one.kilobytes }))
        .collect();
    rows.sort_by_key(|row| Reverse(row.names));
    if rows.len() > MAX_ROWS {
        let total = number(rows.len() as f64);
        notes.push(format!("Of {total} directories, the {MAX_ROWS} with the most names are shown."));
        rows.truncate(MAX_ROWS);
    }
    let subject = name(&directory);
    let [v4, v5] = &formats;
    let among = if directories > 1 {
        format!(
            " has the most names, {} of {} in {directories} directories.",
            number(entered as f64),
            number(all as f64)
        )
    } else {
        format!(" has {}.", count(entered, "name"))
    };
    let index = match v5.index_pages {
        0 => String::new(),
        pages => format!(", after {}", count(pages as usize, "index page")),
    };
    let text = format!(
        "{subject}{among} In a v4 directory of {}, a search for one of these names probes {} on average, and a search \
         for a missing name probes all. In a v5 directory of {}, every search probes one{index}.",
        count(v4.pages as usize, "page"),
        number(v4.probes_found),
        count(v5.pages as usize, "page"),
    );
    let rests_on = Quantity { name: "pages probed for a missing name (v4)", value: v4.probes_missing, unit: "pages" };
    Ok(DirectoryExplanation {
        format: "listing",
        conclusion: DirectoryFinding { subject, names: entered as u64, text, rests_on },
        rows,
        formats,
        taken: vec![
            reading,
            "Pages: 8 KB. The names were added in the order of the listing to an empty directory; another order, or removed \
             names, can change the pages of v4. The layout of v5 is not published, so it is assumed."
                .to_owned(),
        ],
        notes,
    })
}

/// Builds directories of both formats; returns a row for each format, and the number of names in each directory.
fn build<'a>(names: impl Iterator<Item = &'a [u8]>) -> Result<([FormatRow; 2], usize), DirectoryError> {
    let mut known = HashSet::new();
    let names: Vec<_> = names
        .filter_map(|name| Name::new(name).ok())
        .filter(|name| !name.is_reserved() && known.insert(name.bytes()))
        .collect();
    let with_fids = || (1..).zip(&names).map(|(index, name)| (*name, Fid { index, unique: 1 }));
    let mut store = Aggregate::new(u32::MAX);
    let mut v4 = V4Directory::create(&mut store, None)?;
    v4.fill(&mut store, with_fids())?;
    let pages = v4.stat(&store).pages;
    let (mut probes, mut found) = (0_u64, 0_u64);
    for page in 0..pages {
        let entries = v4.page_report(&store, page)?.entries;
        let names = entries.iter().filter(|entry| !matches!(entry.name.as_slice(), b"." | b"..")).count() as u64;
        probes += names * u64::from(page + 1);
        found += names;
    }
    let probes_found = if found > 0 { probes as f64 / found as f64 } else { 0.0 };
    let v4 = FormatRow { format: "v4", pages, probes_found, probes_missing: f64::from(pages), index_pages: 0 };
    let mut store = Aggregate::new(u32::MAX);
    let mut v5 = V5Directory::create(&mut store, None)?;
    for (name, fid) in with_fids() {
        v5.create(&mut store, name, fid, ObjectKind::File, &mut ())?;
    }
    let stat = v5.stat(&store);
    let v5 = FormatRow {
        format: "v5",
        pages: stat.pages,
        probes_found: 1.0,
        probes_missing: 1.0,
        index_pages: stat.levels - 1,
    };
    Ok(([v4, v5], names.len()))
}

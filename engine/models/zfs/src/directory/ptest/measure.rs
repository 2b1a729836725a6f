//! Performs the operations of the workloads on a directory of a given size and counts their primitive operations.

use crate::directory::any_directory::{AnyDirectory, dispatch};
use crate::directory::{Aggregate, Cookie, Counts, Directory, DirectoryError, Entry, Fid, Format, Name, ObjectKind};

/// Parameters of a measurement: the names in the directories, and their vnodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasurementSetup {
    /// Bytes per name.
    pub name_bytes: usize,
    /// Number of objects that a task works on in a directory; they are created last.
    pub objects: u64,
    /// Number of names per directory that have a vnode in the search workloads.
    pub search_vnodes: u64,
    /// Number of names per directory that have a vnode in the update workload.
    pub update_vnodes: u64,
}

/// Mean counts of one operation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanCounts {
    /// Searched pages with entries.
    pub pages: f64,
    /// Index pages passed.
    pub levels: f64,
    /// Names compared.
    pub names_compared: f64,
    /// Changed blocks logged.
    pub blocks_logged: f64,
    /// Bytes copied.
    pub bytes_copied: f64,
}

impl MeanCounts {
    fn per_operation(counts: &Counts, operations: u64) -> Self {
        let each = |total: u64| if operations == 0 { 0.0 } else { total as f64 / operations as f64 };
        Self {
            pages: each(counts.pages_probed),
            levels: each(counts.levels_descended),
            names_compared: each(counts.names_compared),
            blocks_logged: each(counts.blocks_logged),
            bytes_copied: each(counts.bytes_copied),
        }
    }
}

/// Counts of the operations of the search workloads or of the update workload, for a directory format and size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OperationCounts {
    /// Number of pages of the directory.
    pub pages: u32,
    /// One lookup of an object; in the update workload, before the object's create, before its remove, and after both.
    pub lookup: MeanCounts,
    /// One create or remove; zeros in the search workloads.
    pub update: MeanCounts,
    /// Number of names that a listing returns. The update workload reads the directory after removing its objects.
    pub listed: u64,
    /// Number of listed names without a vnode, and the mean counts of a search for such a name.
    pub without_vnode: (f64, MeanCounts),
}

/// Approximate maximum number of pages probed in a measurement, which limits the number of objects measured. In small
/// directories, every object is measured; in larger directories, the measured objects are evenly spaced.
const PAGES_TO_PROBE: u64 = 400_000;

/// Maximum number of names without a vnode that are searched for to estimate the mean counts.
const MAX_VNODE_SAMPLE: u64 = 400;

/// Names added per slice while a directory is filled.
const NAMES_PER_SLICE: u64 = 20_000;

fn fid(number: u64) -> Fid {
    Fid { index: number as u32, unique: 1 }
}

/// The name of an object: "ptest." and its number with leading zeros.
#[derive(Clone, Copy, Debug)]
struct ObjectName {
    bytes: [u8; crate::directory::MAX_NAME_BYTES],
    length: usize,
}

impl ObjectName {
    const PREFIX: &'static [u8] = b"ptest.";
    /// Minimum number of bytes in a name: the prefix and seven digits.
    const MIN_BYTES: usize = 13;

    fn new(number: u64, length: usize) -> Self {
        let length = length.clamp(Self::MIN_BYTES, crate::directory::MAX_NAME_BYTES);
        let mut bytes = [b'0'; crate::directory::MAX_NAME_BYTES];
        bytes[..Self::PREFIX.len()].copy_from_slice(Self::PREFIX);
        let mut rest = number;
        for digit in bytes[Self::PREFIX.len()..length].iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        Self { bytes, length }
    }

    fn name(&self) -> Name<'_> {
        let Ok(name) = Name::new(&self.bytes[..self.length]) else {
            unreachable!("letters and digits are a valid name")
        };
        name
    }
}

/// A directory that grows from size to size and is measured at each size.
#[derive(Debug)]
pub struct Measurement {
    setup: MeasurementSetup,
    store: Aggregate,
    directory: AnyDirectory,
    filled: u64,
}

// Counted operations, kept out of line because the measurement calls some of them in several places.
impl AnyDirectory {
    #[inline(never)]
    fn lookup(&mut self, store: &Aggregate, name: &ObjectName, counts: &mut Counts) -> Result<bool, DirectoryError> {
        match dispatch!(self, directory => directory.lookup(store, name.name(), counts)) {
            Ok(_) => Ok(true),
            Err(DirectoryError::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    #[inline(never)]
    fn create(
        &mut self,
        store: &mut Aggregate,
        number: u64,
        name: &ObjectName,
        counts: &mut Counts,
    ) -> Result<(), DirectoryError> {
        dispatch!(self, directory => directory.create(store, name.name(), fid(number), ObjectKind::File, counts))
    }

    #[inline(never)]
    fn remove(&mut self, store: &mut Aggregate, name: &ObjectName, counts: &mut Counts) -> Result<(), DirectoryError> {
        dispatch!(self, directory => directory.remove(store, name.name(), ObjectKind::File, counts)).map(drop)
    }

    /// Returns the number of listed names, without `.` and `..`.
    #[inline(never)]
    fn listed(&mut self, store: &Aggregate) -> Result<u64, DirectoryError> {
        let mut names = 0;
        let mut visit = |entry: Entry<'_>| {
            names += u64::from(!matches!(entry.name, b"." | b".."));
            true
        };
        dispatch!(self, directory => directory.readdir(store, Cookie::START, &mut visit, &mut Counts::default()))?;
        Ok(names)
    }

    fn pages(&self, store: &Aggregate) -> u32 {
        dispatch!(self, directory => directory.stat(store)).pages
    }
}

impl Measurement {
    /// Maximum number of names in a measured directory.
    pub const MAX_NAMES: u64 = 1_000_000;

    /// Creates an empty directory in `format`.
    ///
    /// # Errors
    /// Returns no error in practice: the aggregate has the maximum size.
    pub fn new(format: Format, setup: MeasurementSetup) -> Result<Self, DirectoryError> {
        let mut store = Aggregate::new(u32::MAX);
        let directory = AnyDirectory::empty(&mut store, format)?;
        Ok(Self { setup, store, directory, filled: 0 })
    }

    /// Returns the current number of names in the directory.
    pub const fn filled(&self) -> u64 {
        self.filled
    }

    /// Adds names until there are `names` of them, but at most one slice; returns `true` when the directory contains
    /// them all.
    ///
    /// # Errors
    /// Returns [`DirectoryError`] if the directory cannot hold the names.
    pub fn fill(&mut self, names: u64) -> Result<bool, DirectoryError> {
        let to = names.min(self.filled + NAMES_PER_SLICE);
        if to > self.filled {
            let numbers = self.filled..to;
            let names: Vec<_> =
                numbers.map(|number| (ObjectName::new(number, self.setup.name_bytes), fid(number))).collect();
            let names = names.iter().map(|(name, fid)| (name.name(), *fid));
            dispatch!(&mut self.directory, directory => directory.fill(&mut self.store, names))?;
            self.filled = to;
        }
        Ok(self.filled >= names)
    }

    /// Performs the operations of the search workloads, or of the update workload, at the current size. The directory
    /// is restored afterward. Otherwise, names that are removed and added again would end up on different pages, and
    /// the counts for a size would depend on earlier measurements.
    ///
    /// # Errors
    /// Returns [`DirectoryError`] if an operation fails, which does not happen in a sound directory.
    pub fn measure(&mut self, updated: bool) -> Result<OperationCounts, DirectoryError> {
        let Self { setup, store, directory, filled } = self;
        directory.clear_lookup_cache();
        let grown = updated.then(|| store.clone());
        let name = |number| ObjectName::new(number, setup.name_bytes);
        let pages = directory.pages(store);
        let objects = setup.objects.min(*filled);
        let first = *filled - objects;
        let sample = (PAGES_TO_PROBE / u64::from(pages.max(1))).clamp(50, objects.max(50)).min(objects);
        let numbers: Vec<u64> = (0..sample).map(|at| first + at * objects / sample.max(1)).collect();

        let (mut lookups, mut changes) = (Counts::default(), Counts::default());
        for &number in &numbers {
            directory.lookup(store, &name(number), &mut lookups)?;
            if updated {
                directory.remove(store, &name(number), &mut changes)?;
            }
        }
        // If `updated`, the measured objects are now removed. In a large directory, they are only a sample of the
        // objects, but the difference in the listing is negligible.
        let listed = directory.listed(store)?;
        let (names, vnodes) = if updated { (first, setup.update_vnodes) } else { (*filled, setup.search_vnodes) };
        let without_vnode = search_without_vnode(directory, store, setup, names.saturating_sub(vnodes))?;
        if let Some(grown) = grown {
            for &number in &numbers {
                directory.lookup(store, &name(number), &mut lookups)?;
            }
            for &number in &numbers {
                directory.lookup(store, &name(number), &mut lookups)?;
                directory.create(store, number, &name(number), &mut changes)?;
            }
            *store = grown;
        }
        Ok(OperationCounts {
            pages,
            lookup: MeanCounts::per_operation(&lookups, if updated { 3 * sample } else { sample }),
            update: MeanCounts::per_operation(&changes, 2 * sample),
            listed,
            without_vnode,
        })
    }
}

/// Searches for a sample of the names without a vnode: the first `without_vnode` names, because the names created last
/// have vnodes. Returns the number of names without a vnode, and the mean counts of a search.
fn search_without_vnode(
    directory: &mut AnyDirectory,
    store: &Aggregate,
    setup: &MeasurementSetup,
    without_vnode: u64,
) -> Result<(f64, MeanCounts), DirectoryError> {
    let sample = without_vnode.min(MAX_VNODE_SAMPLE);
    let mut counts = Counts::default();
    for at in 0..sample {
        directory.lookup(store, &ObjectName::new(at * without_vnode / sample, setup.name_bytes), &mut counts)?;
    }
    Ok((without_vnode as f64, MeanCounts::per_operation(&counts, sample)))
}

//! Runs the workloads' operations on a directory of a given size and counts what they do.

use crate::directory::either::{Either, either};
use crate::directory::{Aggregate, Cookie, Counts, Directory, DirectoryError, Entry, Fid, Format, Name, ObjectKind};

/// How the measured directories are filled, and how many names of a listing have a vnode already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workbench {
    /// Bytes of each name.
    pub name_bytes: usize,
    /// Objects that a task works on in a directory; they were created last.
    pub objects: u64,
    /// Names of a directory for which the search workloads leave a vnode.
    pub held_by_search: u64,
    /// Names of a directory for which the update workload leaves a vnode.
    pub held_by_update: u64,
}

/// Mean counts of one operation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// Pages with entries that were searched.
    pub pages: f64,
    /// Index pages passed.
    pub levels: f64,
    /// Names compared.
    pub names_compared: f64,
    /// Changed blocks that went to the log.
    pub blocks_logged: f64,
    /// Bytes moved.
    pub bytes_copied: f64,
}

impl Mean {
    fn of(counts: &Counts, operations: u64) -> Self {
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

/// What the operations of the search workloads do in a directory of one format and size, or those of the update workload.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Pages of the directory.
    pub pages: u32,
    /// One lookup of an object; in the update workload before its create, before its remove and after it.
    pub lookup: Mean,
    /// One create or remove, if there are any.
    pub update: Mean,
    /// Names that a listing returns. The update workload reads the directory when its objects are gone.
    pub listed: u64,
    /// Names of a listing that have no vnode yet, and one search for such a name.
    pub unheld: (f64, Mean),
}

/// Searches and updates are measured on so many of the objects that about this many pages are probed at most. Smaller
/// directories are measured on every object; in larger ones the objects measured stand evenly among all.
const PAGES_TO_PROBE: u64 = 400_000;

/// So many names without a vnode are searched to know the mean.
const UNHELD_SAMPLE: u64 = 400;

/// Names entered in one slice while a directory is being filled.
const NAMES_A_SLICE: u64 = 20_000;

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
    /// Room for the prefix and seven digits.
    const SHORTEST: usize = 13;

    fn new(number: u64, length: usize) -> Self {
        let length = length.clamp(Self::SHORTEST, crate::directory::MAX_NAME_BYTES);
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
        let Ok(name) = Name::new(&self.bytes[..self.length]) else { unreachable!("letters and digits make a name") };
        name
    }
}

/// A directory that grows from size to size, and is measured at each.
#[derive(Debug)]
pub struct Measurement {
    bench: Workbench,
    store: Aggregate,
    directory: Either,
    filled: u64,
}

// Counted operations. Kept out of line: the measurement asks for each of them several times.
impl Either {
    #[inline(never)]
    fn lookup(&mut self, store: &Aggregate, name: &ObjectName, counts: &mut Counts) -> Result<bool, DirectoryError> {
        match either!(self, directory => directory.lookup(store, name.name(), counts)) {
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
        either!(self, directory => directory.create(store, name.name(), fid(number), ObjectKind::File, counts))
    }

    #[inline(never)]
    fn remove(&mut self, store: &mut Aggregate, name: &ObjectName, counts: &mut Counts) -> Result<(), DirectoryError> {
        either!(self, directory => directory.remove(store, name.name(), ObjectKind::File, counts)).map(drop)
    }

    /// How many names a listing returns, without `.` and `..`.
    #[inline(never)]
    fn listed(&mut self, store: &Aggregate) -> Result<u64, DirectoryError> {
        let mut names = 0;
        let mut visit = |entry: Entry<'_>| {
            names += u64::from(!matches!(entry.name, b"." | b".."));
            true
        };
        either!(self, directory => directory.readdir(store, Cookie::START, &mut visit, &mut Counts::default()))?;
        Ok(names)
    }

    fn pages(&self, store: &Aggregate) -> u32 {
        either!(self, directory => directory.stat(store)).pages
    }
}

impl Measurement {
    /// The largest directory that is measured.
    pub const MOST_NAMES: u64 = 1_000_000;

    /// An empty directory of `format`.
    ///
    /// # Errors
    /// Never in practice: the aggregate is as large as it can be.
    pub fn new(format: Format, bench: Workbench) -> Result<Self, DirectoryError> {
        let mut store = Aggregate::new(u32::MAX);
        let directory = Either::empty(&mut store, format)?;
        Ok(Self { bench, store, directory, filled: 0 })
    }

    /// How many names the directory has by now.
    pub const fn filled(&self) -> u64 {
        self.filled
    }

    /// Adds names towards `names`, as many as a slice allows; `true` when they are all there.
    ///
    /// # Errors
    /// [`DirectoryError`] if the directory cannot take them.
    pub fn fill(&mut self, names: u64) -> Result<bool, DirectoryError> {
        let to = names.min(self.filled + NAMES_A_SLICE);
        if to > self.filled {
            let numbers = self.filled..to;
            let names: Vec<_> =
                numbers.map(|number| (ObjectName::new(number, self.bench.name_bytes), fid(number))).collect();
            let names = names.iter().map(|(name, fid)| (name.name(), *fid));
            either!(&mut self.directory, directory => directory.fill(&mut self.store, names))?;
            self.filled = to;
        }
        Ok(self.filled >= names)
    }

    /// Runs the operations of the search workloads at the present size, or those of the update workload. The directory is
    /// afterwards what it was: names that are removed and entered again come to other pages than before, and each size
    /// would depend on those measured before it.
    ///
    /// # Errors
    /// [`DirectoryError`] if an operation fails, which it does not on a sound directory.
    pub fn measure(&mut self, updated: bool) -> Result<Measured, DirectoryError> {
        let Self { bench, store, directory, filled } = self;
        directory.forget();
        let grown = updated.then(|| store.clone());
        let name = |number| ObjectName::new(number, bench.name_bytes);
        let pages = directory.pages(store);
        let objects = bench.objects.min(*filled);
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
        // With every object measured the directory now holds the base names alone. In a large directory, of which only
        // a sample of the objects was removed, the few others make no difference.
        let listed = directory.listed(store)?;
        let (names, held) = if updated { (first, bench.held_by_update) } else { (*filled, bench.held_by_search) };
        let unheld = search_unheld(directory, store, bench, names.saturating_sub(held))?;
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
        Ok(Measured {
            pages,
            lookup: Mean::of(&lookups, if updated { 3 * sample } else { sample }),
            update: Mean::of(&changes, 2 * sample),
            listed,
            unheld,
        })
    }
}

/// Searches for names that have no vnode: the first `unheld` ones, as the names created last are the ones that have
/// one. Gives back how many that is, and the mean search.
fn search_unheld(
    directory: &mut Either,
    store: &Aggregate,
    bench: &Workbench,
    unheld: u64,
) -> Result<(f64, Mean), DirectoryError> {
    let sample = unheld.min(UNHELD_SAMPLE);
    let mut counts = Counts::default();
    for at in 0..sample {
        directory.lookup(store, &ObjectName::new(at * unheld / sample, bench.name_bytes), &mut counts)?;
    }
    Ok((unheld as f64, Mean::of(&counts, sample)))
}

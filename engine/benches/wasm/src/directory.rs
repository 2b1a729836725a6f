//! Workload of the v5 directory: adds, looks up, and removes names, and counts the primitive operations.

use pathlength_zfs::directory::{Aggregate, Counts, Directory, DirectoryError, Fid, Name, ObjectKind, V5Directory};
use std::fmt::Write;
use wasm_bindgen::prelude::*;

/// A directory, and names to use with it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DirectoryWork {
    /// All names, concatenated.
    text: String,
    /// The start and end of each name.
    names: Vec<(u32, u32)>,
    store: Aggregate,
    directory: V5Directory,
    counts: Counts,
}

#[wasm_bindgen]
impl DirectoryWork {
    /// Creates an empty directory, and `count` names to add in random order.
    ///
    /// # Panics
    /// Panics if there is no space for a page.
    #[wasm_bindgen(constructor)]
    pub fn new(count: u32) -> Self {
        let mut store = Aggregate::new(u32::MAX);
        let directory = V5Directory::create(&mut store, None).expect("space for a page");
        let (mut text, mut names) = (String::new(), Vec::new());
        for n in 0..count {
            let ledger = ["payroll", "tax", "shareholders", "invoices.eu"][n as usize % 4];
            let start = text.len() as u32;
            write!(text, "{ledger}.{}.{:02}.{n:06}.dat", 2000 + n / 12 % 20, n % 12 + 1).expect("a string takes it");
            names.push((start, text.len() as u32));
        }
        let mut work = Self { text, names, store, directory, counts: Counts::default() };
        work.shuffle(1);
        work
    }

    /// Shuffles the names.
    pub fn shuffle(&mut self, seed: u32) {
        let mut state = u64::from(seed) | 1 << 63;
        for last in (1..self.names.len()).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            self.names.swap(last, (state % (last as u64 + 1)) as usize);
        }
    }

    /// Adds all names.
    ///
    /// # Panics
    /// Panics if one already exists.
    pub fn insert(&mut self) {
        self.each(|directory, store, name, counts| {
            directory.create(store, name, Fid { index: 5, unique: 1 }, ObjectKind::File, counts)
        });
    }

    /// Looks up all names.
    ///
    /// # Panics
    /// Panics if one is missing.
    pub fn lookup(&mut self) {
        self.each(|directory, store, name, counts| directory.lookup(store, name, counts));
    }

    /// Removes all names.
    ///
    /// # Panics
    /// Panics if one is missing.
    pub fn remove(&mut self) {
        self.each(|directory, store, name, counts| directory.remove(store, name, ObjectKind::File, counts));
    }

    /// Returns the number of primitive operations so far, which depends only on the work, not on the platform.
    pub fn counted(&self) -> f64 {
        let Counts { names_compared, pieces_walked, bytes_copied, splits, .. } = self.counts;
        (names_compared + pieces_walked + bytes_copied + splits) as f64
    }
}

impl DirectoryWork {
    fn each<T>(
        &mut self,
        act: impl Fn(&mut V5Directory, &mut Aggregate, Name<'_>, &mut Counts) -> Result<T, DirectoryError>,
    ) {
        let Self { text, names, store, directory, counts } = self;
        for &(start, end) in &*names {
            let name = Name::new(&text.as_bytes()[start as usize..end as usize]);
            let done = name.and_then(|name| act(directory, store, name, counts));
            done.expect("a name that can be added, looked up, and removed");
        }
    }
}

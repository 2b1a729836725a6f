//! The v5 directory compared with a hash table, a balanced tree, a radix tree, and a paged store, on the same names.
//!
//! `cargo run --release -p pathlength-benches --bin directory [-- [SIZE] [--check]]`
//!
//! Each round runs every structure once, so that noise affects all structures alike; the figures are medians of times
//! and of ratios over the rounds. The bounds apply to ratios, never to times. With `--check`, the exit status is 1 if a
//! bound is violated.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

use blart::TreeMap;
use hashbrown::HashMap;
use pathlength_zfs::directory::{Aggregate, Counts, Directory, Fid, Name, ObjectKind, V5Directory};
use redb::backends::InMemoryBackend;
use redb::{Builder, Database, ReadableDatabase, TableDefinition};
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::hint::black_box;
use std::process::ExitCode;

/// The measured operations.
const OPERATIONS: [&str; 3] = ["lookup hit", "insert", "remove"];

/// Number of names in the directory, number of rounds, and maximum ratio of the directory's time to the hash table's.
const SIZES: [(usize, usize, f64); 3] = [(2_000, 25, 2.5), (50_000, 9, 2.5), (1_000_000, 3, 2.5)];

/// Minimum number of operations of each kind in a round; with fewer names, a round uses several new structures.
const OPERATIONS_PER_ROUND: usize = 50_000;

/// Nanoseconds per operation, in the order of [`OPERATIONS`].
type Times = [f64; 3];

/// The same names in three random orders.
struct Orders<'a> {
    insert: Names<'a>,
    lookup: Names<'a>,
    remove: Names<'a>,
}

/// Names, each as text and as a checked name of the directory.
type Names<'a> = Vec<(&'a str, Name<'a>)>;

/// Returns `count` names in random order, contiguous in memory, and the position of each name's end.
fn shuffled(count: usize, seed: u64) -> (String, Vec<usize>) {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = seed;
    for last in (1..count).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        order.swap(last, state as usize % (last + 1));
    }
    let mut text = String::new();
    let mut ends = Vec::with_capacity(count);
    for n in order {
        text.push_str(&name(n));
        ends.push(text.len());
    }
    (text, ends)
}

fn checked((text, ends): &(String, Vec<usize>)) -> Names<'_> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let names = starts.zip(ends).map(|(start, &end)| &text[start..end]);
    names.map(|name| (name, Name::new(name.as_bytes()).expect("a good name"))).collect()
}

/// Returns a name of 20 to 33 bytes.
fn name(n: usize) -> String {
    let ledger = ["payroll", "tax", "shareholders", "invoices.eu"][n % 4];
    format!("{ledger}.{}.{:02}.{n:06}.dat", 2000 + n / 12 % 20, n % 12 + 1)
}

fn fid(n: usize) -> Fid {
    Fid { index: n as u32, unique: 1 }
}

/// Returns the CPU time of this thread, which does not include waiting.
fn thread_time_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// A structure that adds all names, looks up all of them, and removes all of them.
trait Contestant: Sized {
    const NAME: &'static str;
    fn new() -> Self;
    fn insert(&mut self, names: &Names<'_>);
    fn lookup(&mut self, names: &Names<'_>) -> u64;
    fn remove(&mut self, names: &Names<'_>);

    fn run(orders: &Orders<'_>) -> Times {
        let count = orders.insert.len();
        let repeats = OPERATIONS_PER_ROUND.div_ceil(count);
        let mut times = [0.0; 3];
        for _ in 0..repeats {
            let mut contestant = Self::new();
            let mut lap = thread_time_ns();
            let mut time = |times: &mut f64| {
                let now = thread_time_ns();
                *times += (now - lap) / (count * repeats) as f64;
                lap = now;
            };
            contestant.insert(&orders.insert);
            time(&mut times[1]);
            black_box(contestant.lookup(&orders.lookup));
            time(&mut times[0]);
            contestant.remove(&orders.remove);
            time(&mut times[2]);
        }
        times
    }
}

/// The v5 directory, with its operations counted.
struct V5 {
    store: Aggregate,
    directory: V5Directory,
}

impl Contestant for V5 {
    const NAME: &'static str = "v5 directory";

    fn new() -> Self {
        let mut store = Aggregate::new(u32::MAX);
        let directory = V5Directory::create(&mut store, None).expect("space for a page");
        Self { store, directory }
    }

    fn insert(&mut self, names: &Names<'_>) {
        let mut counts = Counts::default();
        for (n, &(_, name)) in names.iter().enumerate() {
            self.directory
                .create(&mut self.store, name, fid(n), ObjectKind::File, &mut counts)
                .expect("a new name that fits");
        }
        black_box(counts);
    }

    fn lookup(&mut self, names: &Names<'_>) -> u64 {
        let Self { store, directory } = self;
        let mut counts = Counts::default();
        let find = |&(_, name): &(_, Name<'_>)| directory.lookup(store, name, &mut counts);
        let sum = names.iter().map(find).map(|fid| u64::from(fid.expect("the name is there").index)).sum();
        black_box(counts);
        sum
    }

    fn remove(&mut self, names: &Names<'_>) {
        let mut counts = Counts::default();
        for &(_, name) in names {
            let kind = ObjectKind::File;
            self.directory.remove(&mut self.store, name, kind, &mut counts).expect("the name is there");
        }
        assert_eq!(self.directory.stat(&self.store).names, 0);
        black_box(counts);
    }
}

impl Contestant for HashMap<Box<[u8]>, Fid> {
    const NAME: &'static str = "hashbrown";

    fn new() -> Self {
        Self::new()
    }

    fn insert(&mut self, names: &Names<'_>) {
        for (n, &(name, _)) in names.iter().enumerate() {
            self.insert(name.as_bytes().into(), fid(n));
        }
    }

    fn lookup(&mut self, names: &Names<'_>) -> u64 {
        names.iter().map(|&(name, _)| u64::from(self[name.as_bytes()].index)).sum()
    }

    fn remove(&mut self, names: &Names<'_>) {
        for (name, _) in names {
            self.remove(name.as_bytes()).expect("the name is there");
        }
    }
}

impl Contestant for BTreeMap<String, Fid> {
    const NAME: &'static str = "std BTreeMap";

    fn new() -> Self {
        Self::new()
    }

    fn insert(&mut self, names: &Names<'_>) {
        for (n, &(name, _)) in names.iter().enumerate() {
            self.insert(name.to_owned(), fid(n));
        }
    }

    fn lookup(&mut self, names: &Names<'_>) -> u64 {
        names.iter().map(|&(name, _)| u64::from(self[name].index)).sum()
    }

    fn remove(&mut self, names: &Names<'_>) {
        for (name, _) in names {
            self.remove(*name).expect("the name is there");
        }
    }
}

/// A radix tree. No key may be a prefix of another key; the zero byte at the end of a C string ensures this. A search
/// also needs such a key, which is written to a reused buffer.
struct RadixTree {
    tree: TreeMap<CString, Fid>,
    key: Vec<u8>,
}

impl RadixTree {
    fn key<'k>(key: &'k mut Vec<u8>, name: &str) -> &'k std::ffi::CStr {
        key.clear();
        key.extend_from_slice(name.as_bytes());
        key.push(0);
        std::ffi::CStr::from_bytes_with_nul(key).expect("names have no NUL")
    }
}

impl Contestant for RadixTree {
    const NAME: &'static str = "blart radix tree";

    fn new() -> Self {
        Self { tree: TreeMap::new(), key: Vec::new() }
    }

    fn insert(&mut self, names: &Names<'_>) {
        for (n, &(name, _)) in names.iter().enumerate() {
            let key = CString::new(name).expect("names have no NUL");
            self.tree.try_insert(key, fid(n)).expect("no key is a prefix of another");
        }
    }

    fn lookup(&mut self, names: &Names<'_>) -> u64 {
        let find = |&(name, _): &(&str, _)| self.tree.get(Self::key(&mut self.key, name)).expect("the name is there");
        names.iter().map(find).map(|fid| u64::from(fid.index)).sum()
    }

    fn remove(&mut self, names: &Names<'_>) {
        for (name, _) in names {
            self.tree.remove(Self::key(&mut self.key, name)).expect("the name is there");
        }
    }
}

/// A paged store in memory, with one transaction per kind of operation and without syncs.
struct PagedStore(Database);

const TABLE: TableDefinition<'_, &[u8], u64> = TableDefinition::new("directory");

impl Contestant for PagedStore {
    const NAME: &'static str = "redb in memory";

    fn new() -> Self {
        Self(Builder::new().create_with_backend(InMemoryBackend::new()).expect("a store in memory"))
    }

    fn insert(&mut self, names: &Names<'_>) {
        let change = self.0.begin_write().expect("a transaction");
        {
            let mut table = change.open_table(TABLE).expect("the table");
            for (n, &(name, _)) in names.iter().enumerate() {
                table.insert(name.as_bytes(), n as u64).expect("enough memory");
            }
        }
        change.commit().expect("a commit");
    }

    fn lookup(&mut self, names: &Names<'_>) -> u64 {
        let read = self.0.begin_read().expect("a transaction");
        let table = read.open_table(TABLE).expect("the table");
        let find = |&(name, _): &(&str, _)| {
            table.get(name.as_bytes()).expect("a sound store").expect("the name is there").value()
        };
        names.iter().map(find).sum()
    }

    fn remove(&mut self, names: &Names<'_>) {
        let change = self.0.begin_write().expect("a transaction");
        {
            let mut table = change.open_table(TABLE).expect("the table");
            for (name, _) in names {
                table.remove(name.as_bytes()).expect("a sound store").expect("the name is there");
            }
        }
        change.commit().expect("a commit");
    }
}

type Run = fn(&Orders<'_>) -> Times;

/// Index of the hash table in [`CONTESTANTS`].
const HASH_TABLE: usize = 1;

/// The contestants, with the directory first.
const CONTESTANTS: [(&str, Run); 5] = [
    (V5::NAME, V5::run),
    (<HashMap<Box<[u8]>, Fid> as Contestant>::NAME, <HashMap<Box<[u8]>, Fid> as Contestant>::run),
    (<BTreeMap<String, Fid> as Contestant>::NAME, <BTreeMap<String, Fid> as Contestant>::run),
    (RadixTree::NAME, RadixTree::run),
    (PagedStore::NAME, PagedStore::run),
];

/// Medians over the rounds for one contestant.
struct Figures {
    /// Nanoseconds per operation.
    times: Times,
    /// Ratios to the directory's time in the same round.
    ratios: Times,
}

/// Measures all contestants with `count` names.
fn measure(count: usize, rounds: usize) -> Vec<Figures> {
    let texts = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x8cb9_2ba7_2f3d_8dd7].map(|seed| shuffled(count, seed));
    let [insert, lookup, remove] = texts.each_ref().map(checked);
    let orders = Orders { insert, lookup, remove };
    let rounds: Vec<_> = (0..rounds).map(|_| CONTESTANTS.map(|(_, run)| run(&orders))).collect();
    let median = |figure: &dyn Fn(&[Times; 5]) -> f64| {
        let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    (0..CONTESTANTS.len())
        .map(|who| Figures {
            times: std::array::from_fn(|what| median(&|round| round[who][what])),
            ratios: std::array::from_fn(|what| median(&|round| round[who][what] / round[0][what])),
        })
        .collect()
}

fn main() -> ExitCode {
    let only: Option<usize> = std::env::args().nth(1).and_then(|argument| argument.parse().ok());
    let check = std::env::args().any(|argument| argument == "--check");
    let mut broken = Vec::new();
    for (count, rounds, max_ratio) in SIZES.into_iter().filter(|(count, ..)| only.is_none_or(|only| only == *count)) {
        let all = measure(count, rounds);
        println!(
            "\n{count} names: median of {rounds} rounds in ns of CPU time per operation, and ratio to the v5 directory"
        );
        println!("{:20}{:>20}{:>20}{:>20}", "", OPERATIONS[0], OPERATIONS[1], OPERATIONS[2]);
        for (who, ((name, _), figures)) in CONTESTANTS.iter().zip(&all).enumerate() {
            print!("{name:20}");
            for ((operation, time), ratio) in OPERATIONS.iter().zip(figures.times).zip(figures.ratios) {
                print!("{time:>11.1} {ratio:>7.2}x");
                let bound = if who == HASH_TABLE { 1.0 / max_ratio } else { 1.0 };
                if ratio < bound {
                    broken
                        .push(format!("{count} names, {operation}: {name} takes {ratio:.2}x, not {bound:.2}x or more"));
                }
            }
            println!();
        }
    }
    println!("\n{}", if broken.is_empty() { "All bounds hold." } else { "Violated bounds:" });
    for line in &broken {
        println!("  {line}");
    }
    if check && !broken.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

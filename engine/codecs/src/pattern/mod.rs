//! Data to compress: eighteen patterns of mainframe data, random bytes, and a mixture of the patterns.
//!
//! The data sets of the published measurements are not known. Each pattern here is a small table of a record's fields
//! in `records` and `lines`; all names, words, and values are invented. Integer arithmetic and fixed seeds produce the
//! same bytes everywhere, and [`sha256`] returns their hash.
//!
//! The tables were written from the appearance of such records. They were changed four times, each time after nine
//! statistics of the eighteen patterns had been compared with published ones. The changes affected fifteen, nine,
//! three, and four tables, but never JSON or XML. Four of the nine statistics describe the gains of LZ4 over ALDC with
//! a history of 512 bytes. These are the mean, minimum, and maximum gain, and the number of patterns with a gain. Three
//! are the mean, minimum, and maximum gain of ZSTD at level 1. The other two are the mean ratio of ALDC, and whether
//! ZSTD never loses to DEFLATE. The agreement of these statistics with published ones is therefore consistency, not
//! prediction. No publication describes any single pattern.
//!
//! The tables contain the properties to which codecs are sensitive. A record that is longer than a history hides its
//! repetition from the codec. Short numbers between zeros leave matches of two or three bytes, which ALDC uses and LZ4
//! does not.
//!
//! ```
//! use pathlength_codecs::pattern::{Shape, bytes};
//!
//! let ledger = bytes("REPORT", 4096, &Shape::default()).expect("a pattern");
//! assert_eq!(ledger.len(), 4096);
//! ```

mod field;
mod lines;
mod prepare;
mod random;
mod records;
mod slot;
mod text;
mod writer;

use field::Layout;
use random::Random;
use writer::Writer;

/// Names of the patterns in list order.
pub const NAMES: [&str; 18] = {
    let mut names = [""; 18];
    let mut at = 0;
    while at < 18 {
        names[at] = PATTERNS[at].name;
        at += 1;
    }
    names
};

/// Name of the random bytes.
pub const RANDOM: &str = "A00";
/// Name of the mixture, which contains some blocks of each pattern.
pub const MIXTURE: &str = "RECS4";

/// Length of a pattern in bytes: 2 MiB.
pub const LENGTH: usize = 2 << 20;

/// Factors that change a pattern's records: 1 leaves them as shipped. Factors are clamped to 1/16 to 16, and NaN counts
/// as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Factor for a record's length: its fields are truncated, or repeated with other values.
    pub period: f64,
    /// Factor for the bits of a field: the number of its values, the size of its numbers, or its share of nonzero
    /// values.
    pub entropy: f64,
    /// Factor for the frequency with which pieces of earlier data are repeated, which happens only in some patterns.
    /// May be 0.
    pub relocality: f64,
}

impl Default for Shape {
    fn default() -> Self {
        Self { period: 1.0, entropy: 1.0, relocality: 1.0 }
    }
}

impl Shape {
    fn in_bounds(&self) -> Self {
        let factor = |factor: f64, min| if factor.is_nan() { 1.0 } else { factor.clamp(min, 16.0) };
        Self {
            period: factor(self.period, 1.0 / 16.0),
            entropy: factor(self.entropy, 1.0 / 16.0),
            relocality: factor(self.relocality, 0.0),
        }
    }
}

/// Returns the first `length` bytes of a pattern, of [`RANDOM`], or of [`MIXTURE`]; `None` if the name is unknown. The
/// result for a shorter length is always a prefix of that for a longer one.
pub fn bytes(name: &str, length: usize, shape: &Shape) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match name {
        RANDOM => Random::new(RANDOM_SEED).bytes(length, &mut out),
        MIXTURE => write_mixture(length, shape, &mut out),
        _ => PATTERNS.iter().find(|pattern| pattern.name == name)?.content.write(length, &shape.in_bounds(), &mut out),
    }
    out.truncate(length);
    Some(out)
}

/// Returns the usual length of the data of this name: [`LENGTH`], or that of the mixture.
pub fn length(name: &str) -> usize {
    if name == MIXTURE { NAMES.len() * MIXTURE_PART } else { LENGTH }
}

/// Returns a sentence that describes a pattern; `None` if the name is unknown.
pub fn about(name: &str) -> Option<&'static str> {
    match name {
        RANDOM => Some("Random bytes, which nothing can compress."),
        MIXTURE => Some("Four 32 KiB blocks of each of the eighteen patterns, one after the other."),
        _ => PATTERNS.iter().find(|pattern| pattern.name == name).map(|pattern| pattern.about),
    }
}

/// Returns the SHA-256 of a pattern as shipped, at its usual length, in hexadecimal digits; `None` if the name is
/// unknown.
pub fn sha256(name: &str) -> Option<&'static str> {
    let line = include_str!("sha256.txt").lines().find(|line| line.split("  ").nth(1) == Some(name))?;
    line.split("  ").next()
}

/// A pattern: its name, description, and content.
struct Pattern {
    name: &'static str,
    about: &'static str,
    content: Content,
}

enum Content {
    /// Records of one kind.
    Records(&'static Layout),
    /// Pieces of several kinds of records, as in a dump of a whole disk.
    Extents(&'static [&'static Layout]),
}

const RANDOM_SEED: u64 = 0xa00;
const EXTENTS_SEED: u64 = 0xd55;
/// Length of an extent in bytes: a track of small blocks.
const EXTENT: usize = 12 << 10;
/// One in this many extents contains data that are already compressed.
const COMPRESSED_INTERVAL: usize = 17;
/// Length of each pattern's part of the mixture in bytes: four blocks of 32 KiB.
const MIXTURE_PART: usize = 4 * (32 << 10);

impl Content {
    /// Appends at least `length` bytes.
    fn write(&self, length: usize, shape: &Shape, out: &mut Vec<u8>) {
        match self {
            Self::Records(layout) => Writer::new(layout, shape).fill(out, length),
            Self::Extents(layouts) => {
                let mut sources: Vec<_> =
                    layouts.iter().map(|layout| (Writer::new(layout, shape), Vec::new(), 0)).collect();
                let mut random = Random::new(EXTENTS_SEED);
                for number in 1.. {
                    if out.len() >= length {
                        break;
                    }
                    if number % COMPRESSED_INTERVAL == 0 {
                        random.bytes(EXTENT, out);
                        continue;
                    }
                    let (writer, written, taken) = &mut sources[random.uniform(layouts.len())];
                    writer.fill(written, *taken + EXTENT);
                    out.extend_from_slice(&written[*taken..*taken + EXTENT]);
                    *taken += EXTENT;
                }
            }
        }
    }
}

/// Appends the mixture: in each round, the next blocks of each pattern.
fn write_mixture(length: usize, shape: &Shape, out: &mut Vec<u8>) {
    let rounds = length.div_ceil(NAMES.len() * MIXTURE_PART);
    let sources: Vec<_> = NAMES.iter().filter_map(|name| bytes(name, rounds * MIXTURE_PART, shape)).collect();
    for round in 0..rounds {
        for source in &sources {
            out.extend_from_slice(&source[round * MIXTURE_PART..(round + 1) * MIXTURE_PART]);
        }
    }
}

const fn pattern(name: &'static str, about: &'static str, layout: &'static Layout) -> Pattern {
    Pattern { name, about, content: Content::Records(layout) }
}

const PATTERNS: [Pattern; 18] = [
    pattern("DB2IX", "Pages of an index: keys in order, each with the address of its row.", &records::DB2IX),
    pattern("LOADLIB", "Load modules: machine instructions, addresses, and a few names.", &records::LOADLIB),
    pattern("DB2PAGE", "Pages of a table: rows of small numbers, names, and short strings.", &records::DB2PAGE),
    pattern("VSAMKSDS", "Control intervals of an account file, each a quarter free.", &records::VSAMKSDS),
    Pattern {
        name: "DSSDUMP",
        about: "A dump of a whole disk: pieces of five other patterns, and some data that is already compressed.",
        content: Content::Extents(&[
            &records::CUSTMAST,
            &records::VSAMKSDS,
            &records::DB2PAGE,
            &records::DUMP,
            &records::SMF30,
        ]),
    },
    pattern(
        "SMF70",
        "Records of processor activity: full of counters, and longer than a short history.",
        &records::SMF70,
    ),
    pattern("CICSJRN", "A journal of transactions: names, text, and amounts in long records.", &records::CICSJRN),
    pattern("DB2UNLD", "A table unloaded to a file: wide columns, mostly blank.", &records::DB2UNLD),
    pattern("OPERLOG", "The operator's log: message lines that recur.", &lines::OPERLOG),
    pattern("JSON", "Documents of a web service, in ASCII.", &lines::JSON),
    pattern("REPORT", "A printed ledger: 133-column lines under headings.", &lines::REPORT),
    pattern("SMF30", "Records of jobs and steps: long and similar to each other.", &records::SMF30),
    pattern("COBOL", "A library of source programs in 80-column lines.", &lines::COBOL),
    pattern("DUMP", "A dump of storage: control blocks, pointers, text, and many zeros.", &records::DUMP),
    pattern(
        "IMSLOG",
        "A log of changes to a hierarchic database, in records shorter than a short history.",
        &records::IMSLOG,
    ),
    pattern("CUSTMAST", "A customer master file: fixed columns, many of them blank.", &records::CUSTMAST),
    pattern("XML", "Messages between banks, in ASCII.", &lines::XML),
    pattern("LISTING", "Compiler listings in 133-column lines.", &lines::LISTING),
];

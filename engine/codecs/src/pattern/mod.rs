//! What is written to the tape: eighteen kinds of mainframe data made here, random bytes, and a mixture.
//!
//! Which data sets the published measurements used is not known. These are ours: every pattern is a small table of a
//! record's fields in `records` and `lines`, and all names, words and values in it are invented. Whole numbers and fixed seeds make
//! the same bytes everywhere; [`sha256`] says which.
//!
//! How the tables came about: they were written down from what such records look like, measured, and changed four times
//! (fifteen tables, nine, three, and four; JSON and XML never) with an eye on nine statistics of the eighteen: mean, least,
//! greatest and number of the gains of LZ4 over ALDC with a history of 512 bytes; mean, least and greatest of those of ZSTD
//! level 1; the mean ratio of ALDC; and that ZSTD never loses to DEFLATE. So where these agree with published ones, that
//! is consistency and no prediction. Nothing published says anything about a single one of these patterns.
//!
//! What a codec is sensitive to is in the tables. A record longer than a history hides its repetition from it. Short
//! numbers between zeros leave matches of two or three bytes, which ALDC takes and LZ4 does not.

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

/// The patterns' names, in the order of lists.
pub const NAMES: [&str; 18] = {
    let mut names = [""; 18];
    let mut at = 0;
    while at < 18 {
        names[at] = PATTERNS[at].name;
        at += 1;
    }
    names
};

/// Random bytes.
pub const RANDOM: &str = "A00";
/// Some blocks of each of the eighteen.
pub const MIXTURE: &str = "RECS4";

/// Bytes of a pattern: 2 MiB.
pub const LENGTH: usize = 2 << 20;

/// What a pattern's records are like, as factors of how it ships: 1 changes nothing. Factors beyond 1/16 and 16 count as
/// these; what is no number counts as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Of a record's length: its fields are cut off, or follow again with values of their own.
    pub period: f64,
    /// Of the bits that a field holds: how many values there are, how large numbers get, how often they are not zero.
    pub entropy: f64,
    /// Of how often a piece of what was written before comes again. Only some patterns do that. May be 0.
    pub relocality: f64,
}

impl Default for Shape {
    fn default() -> Self {
        Self { period: 1.0, entropy: 1.0, relocality: 1.0 }
    }
}

impl Shape {
    fn in_bounds(&self) -> Self {
        let factor = |factor: f64, least| if factor.is_nan() { 1.0 } else { factor.clamp(least, 16.0) };
        Self {
            period: factor(self.period, 1.0 / 16.0),
            entropy: factor(self.entropy, 1.0 / 16.0),
            relocality: factor(self.relocality, 0.0),
        }
    }
}

/// The first so many bytes of a pattern, of [`RANDOM`] or of [`MIXTURE`]; nothing if none has this name. A shorter piece
/// is always the beginning of a longer one.
pub fn bytes(name: &str, length: usize, shape: &Shape) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    match name {
        RANDOM => Random::new(RANDOM_SEED).bytes(length, &mut out),
        MIXTURE => mix(length, shape, &mut out),
        _ => PATTERNS.iter().find(|pattern| pattern.name == name)?.content.write(length, &shape.in_bounds(), &mut out),
    }
    out.truncate(length);
    Some(out)
}

/// How many bytes of this name are usual: [`LENGTH`], or those of the mixture.
pub fn length(name: &str) -> usize {
    if name == MIXTURE { NAMES.len() * SHARE } else { LENGTH }
}

/// What a pattern is like, in a sentence for readers; nothing if none has this name.
pub fn about(name: &str) -> Option<&'static str> {
    match name {
        RANDOM => Some("Random bytes, which nothing can compress."),
        MIXTURE => Some("Four blocks of 32 KiB of each of the eighteen, one after the other."),
        _ => PATTERNS.iter().find(|pattern| pattern.name == name).map(|pattern| pattern.about),
    }
}

/// The SHA-256 of the usual length of a pattern as it ships, in hexadecimal digits; nothing if none has this name.
pub fn sha256(name: &str) -> Option<&'static str> {
    let line = include_str!("sha256.txt").lines().find(|line| line.split("  ").nth(1) == Some(name))?;
    line.split("  ").next()
}

/// One of the eighteen.
struct Pattern {
    name: &'static str,
    about: &'static str,
    content: Content,
}

enum Content {
    /// Records of one kind.
    Records(&'static Layout),
    /// Pieces of several kinds of records, as a dump of a whole disk has them.
    Extents(&'static [&'static Layout]),
}

const RANDOM_SEED: u64 = 0xa00;
const EXTENTS_SEED: u64 = 0xd55;
/// Bytes of an extent: a track's worth of small blocks.
const EXTENT: usize = 12 << 10;
/// Every so manyth extent was compressed before it was written.
const COMPRESSED: usize = 17;
/// What the mixture takes of each pattern at a time: four blocks of 32 KiB.
const SHARE: usize = 4 * (32 << 10);

impl Content {
    /// Appends at least so many bytes.
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
                    if number % COMPRESSED == 0 {
                        random.bytes(EXTENT, out);
                        continue;
                    }
                    let (writer, written, taken) = &mut sources[random.below(layouts.len())];
                    writer.fill(written, *taken + EXTENT);
                    out.extend_from_slice(&written[*taken..*taken + EXTENT]);
                    *taken += EXTENT;
                }
            }
        }
    }
}

/// Appends the mixture: in every round the next blocks of each pattern.
fn mix(length: usize, shape: &Shape, out: &mut Vec<u8>) {
    let rounds = length.div_ceil(NAMES.len() * SHARE);
    let sources: Vec<_> = NAMES.iter().filter_map(|name| bytes(name, rounds * SHARE, shape)).collect();
    for round in 0..rounds {
        for source in &sources {
            out.extend_from_slice(&source[round * SHARE..(round + 1) * SHARE]);
        }
    }
}

const fn pattern(name: &'static str, about: &'static str, layout: &'static Layout) -> Pattern {
    Pattern { name, about, content: Content::Records(layout) }
}

const PATTERNS: [Pattern; 18] = [
    pattern("DB2IX", "Pages of an index: keys in order, each with the place of its row.", &records::DB2IX),
    pattern("LOADLIB", "Load modules: machine instructions, addresses and a few names.", &records::LOADLIB),
    pattern("DB2PAGE", "Pages of a table: rows of small numbers, names and short texts.", &records::DB2PAGE),
    pattern("VSAMKSDS", "Control intervals of an account file, a quarter of each still free.", &records::VSAMKSDS),
    Pattern {
        name: "DSSDUMP",
        about: "A dump of a whole disk: pieces of five other patterns, and some that were compressed before.",
        content: Content::Extents(&[
            &records::CUSTMAST,
            &records::VSAMKSDS,
            &records::DB2PAGE,
            &records::DUMP,
            &records::SMF30,
        ]),
    },
    pattern("SMF70", "Records of processor activity: many counters, longer than a short history.", &records::SMF70),
    pattern("CICSJRN", "A journal of transactions: names, texts and amounts in long records.", &records::CICSJRN),
    pattern("DB2UNLD", "A table unloaded to a file: wide columns, mostly blank.", &records::DB2UNLD),
    pattern("OPERLOG", "The operator's log: lines of messages that come again and again.", &lines::OPERLOG),
    pattern("JSON", "Documents of a web service, in ASCII.", &lines::JSON),
    pattern("REPORT", "A printed ledger: lines of 133 columns under headings.", &lines::REPORT),
    pattern("SMF30", "Records of jobs and steps: long, and alike.", &records::SMF30),
    pattern("COBOL", "A library of source programs in lines of 80 columns.", &lines::COBOL),
    pattern("DUMP", "A dump of storage: control blocks, pointers, text and many zeros.", &records::DUMP),
    pattern(
        "IMSLOG",
        "A log of changes to a hierarchic database, in records shorter than a short history.",
        &records::IMSLOG,
    ),
    pattern("CUSTMAST", "A master file of customers: fixed columns, many of them blank.", &records::CUSTMAST),
    pattern("XML", "Messages between banks, in ASCII.", &lines::XML),
    pattern("LISTING", "Listings of a compiler in lines of 133 columns.", &lines::LISTING),
];

//! The settings that specify the written data and the codec of a scenario.

use pathlength_codecs::{CODECS, CodecInfo, pattern};
use pathlength_model::Word;

/// The written data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Equal amounts of all patterns.
    All,
    /// One of the data sets in `NAMED`, by its index.
    One(usize),
}

/// The data sets: patterns of records, then random bytes, then a mixture with a few blocks of each pattern.
pub(super) const NAMED: [&str; pattern::NAMES.len() + 2] = {
    let mut names = [pattern::MIXTURE; pattern::NAMES.len() + 2];
    let mut at = 0;
    while at < pattern::NAMES.len() {
        names[at] = pattern::NAMES[at];
        at += 1;
    }
    names[at] = pattern::RANDOM;
    names
};

/// The index of the mixture in [`NAMED`].
pub(super) const MIXTURE: usize = NAMED.len() - 1;

/// The words for the data: those in [`NAMED`], and `all`.
const WORDS: [&str; NAMED.len() + 1] = {
    let mut words = ["all"; NAMED.len() + 1];
    let mut at = 0;
    while at < NAMED.len() {
        words[at] = NAMED[at];
        at += 1;
    }
    words
};

const MEANINGS: [Data; WORDS.len()] = {
    let mut meanings = [Data::All; WORDS.len()];
    let mut at = 0;
    while at < NAMED.len() {
        meanings[at] = Data::One(at);
        at += 1;
    }
    meanings
};

impl Word for Data {
    const WORDS: &'static [&'static str] = &WORDS;
    const MEANINGS: &'static [Self] = &MEANINGS;
}

impl Data {
    /// Returns the indices in [`NAMED`] of the written data sets.
    pub(super) fn parts(self) -> std::ops::Range<usize> {
        match self {
            Self::All => 0..pattern::NAMES.len(),
            Self::One(at) => at..at + 1,
        }
    }
}

/// A codec, as named by a setting.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodecWord(pub(super) &'static CodecInfo);

const CODEC_WORDS: [&str; CODECS.len()] = {
    let mut words = [""; CODECS.len()];
    let mut at = 0;
    while at < CODECS.len() {
        words[at] = CODECS[at].name;
        at += 1;
    }
    words
};

const CODEC_MEANINGS: [CodecWord; CODECS.len()] = {
    let mut meanings = [CodecWord(CODECS[0]); CODECS.len()];
    let mut at = 0;
    while at < CODECS.len() {
        meanings[at] = CodecWord(CODECS[at]);
        at += 1;
    }
    meanings
};

impl Word for CodecWord {
    const WORDS: &'static [&'static str] = &CODEC_WORDS;
    const MEANINGS: &'static [Self] = &CODEC_MEANINGS;
}

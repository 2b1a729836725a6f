//! Turns fields into slots: fills their pools and applies the entropy factor.

use super::field::{Code, Field};
use super::random::{Random, chance};
use super::slot::Slot;
use super::text::{name, phrase, words};

/// Maximum number of values in a pool.
const MAX_VALUES: f64 = 8192.0;

/// A builder that turns fields into slots. Each slot has a separate seed for its constant parts.
pub(super) struct Maker {
    code: Code,
    /// Factor for the bits of a field.
    entropy: f64,
    /// Seed of the last slot.
    seed: u64,
    words: Vec<&'static str>,
}

impl Maker {
    pub(super) fn new(code: Code, entropy: f64, seed: u64) -> Self {
        Self { code, entropy, seed: seed << 32, words: words() }
    }

    pub(super) fn slots(&mut self, fields: &[Field]) -> Vec<Slot> {
        fields.iter().map(|field| self.slot(field)).collect()
    }

    fn forms(&mut self, forms: &[&[Field]]) -> Vec<Vec<Slot>> {
        forms.iter().map(|form| self.slots(form)).collect()
    }

    pub(super) fn slot(&mut self, field: &Field) -> Slot {
        self.seed += 1;
        let mut random = Random::new(self.seed);
        let code = self.code;
        match *field {
            Field::Lit(text) => pool(1, |out| code.push(text, out)),
            Field::Blank(width) => pool(1, |out| out.resize(width, code.encode(b' '))),
            Field::Zero(width) => pool(1, |out| out.resize(width, 0)),
            Field::Const(width) => pool(1, |out| random.bytes(width, out)),
            Field::Name(width, of) => pool(self.values(of), |out| {
                let end = out.len() + width;
                code.push(&name(width, &mut random), out);
                out.resize(end, code.encode(b' '));
            }),
            Field::Code(width, of) => pool(self.values(of), |out| random.bytes(width, out)),
            Field::Phrase(width, of) => pool(self.values(of), |out| {
                let end = out.len() + width;
                code.push(&phrase(width, &self.words, &mut random), out);
                out.resize(end, code.encode(b' '));
            }),
            Field::Word => {
                let mut words = self.words.iter();
                pool(self.vocabulary(), |out| code.push(words.next().unwrap_or(&""), out))
            }
            Field::Text(width) => Slot::Text { width, words: self.words[..self.vocabulary()].to_vec() },
            Field::Seq(digits, step) => Slot::Seq { digits, step, at: random.bits() >> 40 },
            Field::BinSeq(width, step) => Slot::BinSeq { width, step, at: random.bits() >> 40 },
            Field::Digits(width) => Slot::Digits(width),
            Field::Number(bits) => Slot::Number(self.bits(bits)),
            Field::Packed(width, bits, zero) => Slot::Packed { width, bits: self.bits(bits), zero: self.zero(zero) },
            Field::Bin(width, bits, zero) => Slot::Bin { width, bits: self.bits(bits), zero: self.zero(zero) },
            Field::Random(width) => {
                let mut template = Vec::new();
                random.bytes(width, &mut template);
                let random = libm::round(width as f64 * self.entropy.min(1.0)) as usize;
                Slot::Random { template, from: width - random }
            }
            Field::Slow(width, per_mille) => {
                let mut value = Vec::new();
                random.bytes(width, &mut value);
                Slot::Slow { value, change: chance(f64::from(per_mille) / 1000.0 * self.entropy) }
            }
            Field::OneOf(forms) => Slot::OneOf(self.forms(forms)),
            Field::Line(width, forms) => Slot::Line { width, forms: self.forms(forms) },
        }
    }

    /// Returns the number of values in a pool: the entropy of a choice among n is the logarithm of n.
    fn values(&self, of: usize) -> usize {
        libm::round(libm::pow(of as f64, self.entropy)).clamp(1.0, MAX_VALUES) as usize
    }

    /// Returns the number of words in use.
    fn vocabulary(&self) -> usize {
        self.values(self.words.len()).min(self.words.len())
    }

    fn bits(&self, bits: u32) -> u32 {
        libm::round(f64::from(bits) * self.entropy).clamp(1.0, 56.0) as u32
    }

    /// Returns the probability that a number is zero. The entropy factor multiplies the probability of a nonzero
    /// number.
    fn zero(&self, percent: u32) -> u64 {
        chance(1.0 - (1.0 - f64::from(percent) / 100.0) * self.entropy)
    }
}

/// Returns a pool of `count` values; `value` appends each of them.
fn pool(count: usize, mut value: impl FnMut(&mut Vec<u8>)) -> Slot {
    let mut bytes = Vec::new();
    let ends = (0..count)
        .map(|_| {
            value(&mut bytes);
            bytes.len()
        })
        .collect();
    Slot::Pool { bytes, ends }
}

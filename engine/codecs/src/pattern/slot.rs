//! Fields prepared for writing.

use super::field::Code;
use super::random::Random;

/// A field prepared for writing.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// One of several byte strings, which end at `ends`. The first strings are more frequent.
    Pool {
        bytes: Vec<u8>,
        ends: Vec<usize>,
    },
    Text {
        width: usize,
        words: Vec<&'static str>,
    },
    Seq {
        digits: usize,
        step: usize,
        at: u64,
    },
    BinSeq {
        width: usize,
        step: usize,
        at: u64,
    },
    Digits(usize),
    Number(u32),
    Packed {
        width: usize,
        bits: u32,
        zero: u64,
    },
    Bin {
        width: usize,
        bits: u32,
        zero: u64,
    },
    Random {
        template: Vec<u8>,
        from: usize,
    },
    Slow {
        value: Vec<u8>,
        change: u64,
    },
    OneOf(Vec<Vec<Slot>>),
    Line {
        width: usize,
        forms: Vec<Vec<Slot>>,
    },
}

/// Writes all slots in order.
pub(super) fn write_all(slots: &mut [Slot], code: Code, random: &mut Random, out: &mut Vec<u8>) {
    for slot in slots {
        slot.write(code, random, out);
    }
}

impl Slot {
    fn write(&mut self, code: Code, random: &mut Random, out: &mut Vec<u8>) {
        match self {
            Self::Pool { bytes, ends } => {
                let at = if ends.len() == 1 { 0 } else { random.skewed(ends.len()) };
                let from = if at == 0 { 0 } else { ends[at - 1] };
                out.extend_from_slice(&bytes[from..ends[at]]);
            }
            Self::Text { width, words } => {
                let end = out.len() + *width;
                loop {
                    let word = words[random.skewed(words.len())];
                    if out.len() + word.len() > end || random.uniform(12) == 0 {
                        break;
                    }
                    code.push(word, out);
                    out.push(code.encode(b' '));
                }
                out.resize(end, code.encode(b' '));
            }
            Self::Seq { digits, step, at } => {
                *at += 1 + random.uniform(*step) as u64;
                push_digits(*at, *digits, code, out);
            }
            Self::BinSeq { width, step, at } => {
                *at += 1 + random.uniform(*step) as u64;
                out.extend_from_slice(&at.to_be_bytes()[8 - *width..]);
            }
            Self::Digits(width) => {
                for _ in 0..*width {
                    out.push(code.encode(b'0' + random.uniform(10) as u8));
                }
            }
            Self::Number(bits) => {
                let number = random.amount(*bits);
                push_digits(number, number.max(1).ilog10() as usize + 1, code, out);
            }
            Self::Packed { width, bits, zero } => {
                let number = if random.happens(*zero) { 0 } else { random.amount(*bits) };
                push_packed(number, *width, out);
            }
            Self::Bin { width, bits, zero } => {
                let number = if random.happens(*zero) { 0 } else { random.amount(*bits) };
                out.extend_from_slice(&number.to_be_bytes()[8 - *width..]);
            }
            Self::Random { template, from } => {
                out.extend_from_slice(&template[..*from]);
                random.bytes(template.len() - *from, out);
            }
            Self::Slow { value, change } => {
                if random.happens(*change) {
                    let width = value.len();
                    value.clear();
                    random.bytes(width, value);
                }
                out.extend_from_slice(value);
            }
            Self::OneOf(forms) => {
                let form = random.skewed(forms.len());
                write_all(&mut forms[form], code, random, out);
            }
            Self::Line { width, forms } => {
                let end = out.len() + *width;
                let form = random.skewed(forms.len());
                write_all(&mut forms[form], code, random, out);
                out.resize(end, code.encode(b' '));
            }
        }
    }
}

/// Appends the last `digits` decimal digits.
fn push_digits(mut number: u64, digits: usize, code: Code, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + digits, 0);
    for digit in out[start..].iter_mut().rev() {
        *digit = code.encode(b'0' + (number % 10) as u8);
        number /= 10;
    }
}

/// Appends a positive packed decimal number: two digits per byte, the sign in the last four bits.
fn push_packed(mut number: u64, width: usize, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + width, 0);
    let mut low = 0x0c;
    for byte in out[start..].iter_mut().rev() {
        let high = (number % 10) as u8;
        *byte = high << 4 | low;
        low = (number / 10 % 10) as u8;
        number /= 100;
    }
}

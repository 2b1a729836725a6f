//! Text in, ALDC out.

use super::bits::Writer;
use super::matcher::{Matcher, Sink};
use super::{END, length_code};

/// Compresses unit after unit; a unit may come in pieces.
#[derive(Clone, Debug)]
pub struct Encoder {
    history: History,
    bits: Writer,
    /// Bits of an address.
    address_bits: u32,
}

#[derive(Clone, Debug)]
enum History {
    Of512(Matcher<8>),
    Of1024(Matcher<16>),
    Of2048(Matcher<32>),
}

/// Runs the same words for whichever history there is.
macro_rules! with {
    ($history:expr, $matcher:ident => $body:expr) => {
        match $history {
            History::Of512($matcher) => $body,
            History::Of1024($matcher) => $body,
            History::Of2048($matcher) => $body,
        }
    };
}

impl Encoder {
    /// An encoder with a history of 512, 1024 or 2048 bytes; any other number is taken for the next higher of them.
    pub fn new(history: usize) -> Self {
        let (history, address_bits) = match history {
            ..=512 => (History::Of512(Matcher::new()), 9),
            513..=1024 => (History::Of1024(Matcher::new()), 10),
            _ => (History::Of2048(Matcher::new()), 11),
        };
        Self { history, bits: Writer::default(), address_bits }
    }

    /// Takes more of the unit.
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let mut sink = Codes { bits: &mut self.bits, address_bits: self.address_bits, out };
        with!(&mut self.history, matcher => matcher.push(input, &mut sink));
    }

    /// Ends the unit. The next one starts with an empty history.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let mut sink = Codes { bits: &mut self.bits, address_bits: self.address_bits, out };
        with!(&mut self.history, matcher => {
            matcher.finish(&mut sink);
            matcher.reset();
        });
        self.bits.push(1 << 12 | END, 13, out);
        self.bits.finish(out);
    }
}

/// Writes what the matcher tells.
struct Codes<'a> {
    bits: &'a mut Writer,
    address_bits: u32,
    out: &'a mut Vec<u8>,
}

impl Sink for Codes<'_> {
    fn literal(&mut self, byte: u8) {
        self.bits.push(u32::from(byte), 9, self.out);
    }

    fn copy(&mut self, length: usize, address: usize) {
        let (code, bits) = length_code(length);
        let copy = (1 << bits | code) << self.address_bits | address as u32;
        self.bits.push(copy, 1 + bits + self.address_bits, self.out);
    }
}

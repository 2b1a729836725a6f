//! Text in, ALDC out.

use super::bits::Writer;
use super::matcher::{Matcher, Sink};
use super::{END, length_code};

/// Compresses unit after unit; a unit may come in pieces.
#[derive(Clone, Debug)]
pub struct Encoder {
    matcher: Matcher,
    bits: Writer,
    /// Bits of an address.
    address_bits: u32,
}

impl Encoder {
    /// An encoder with a history of 512, 1024 or 2048 bytes.
    pub fn new(history: usize) -> Self {
        Self { matcher: Matcher::new(history), bits: Writer::default(), address_bits: history.trailing_zeros() }
    }

    /// Takes more of the unit.
    // Units, bare streams and files share one copy of this code: it is most of a page's ALDC.
    #[inline(never)]
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let mut sink = Codes { bits: &mut self.bits, address_bits: self.address_bits, out };
        self.matcher.push(input, &mut sink);
    }

    /// Ends the unit. The next one starts with an empty history.
    #[inline(never)]
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let mut sink = Codes { bits: &mut self.bits, address_bits: self.address_bits, out };
        self.matcher.finish(&mut sink);
        self.matcher.reset();
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

//! The encoder of ALDC.

use super::bits::Writer;
use super::matcher::{Matcher, Sink};
use super::{END, length_code};

/// A compressor that processes units one after another, from input chunks of any size.
#[derive(Clone, Debug)]
pub struct Encoder {
    matcher: Matcher,
    bits: Writer,
    /// Width of an address in bits.
    address_bits: u32,
}

impl Encoder {
    /// Returns an encoder with a history of 512, 1024, or 2048 bytes.
    #[inline(never)] // small modules for pages
    pub fn new(history: usize) -> Self {
        Self { matcher: Matcher::new(history), bits: Writer::default(), address_bits: history.trailing_zeros() }
    }

    /// Consumes the next bytes of the unit.
    // Units, bare streams, and files share one copy of this code, so a page's download is smaller.
    #[inline(never)]
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) {
        let mut sink = CodewordWriter { bits: &mut self.bits, address_bits: self.address_bits, out };
        self.matcher.push(input, &mut sink);
    }

    /// Ends the unit. The next unit starts with an empty history.
    #[inline(never)]
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let mut sink = CodewordWriter { bits: &mut self.bits, address_bits: self.address_bits, out };
        self.matcher.finish(&mut sink);
        self.matcher.reset();
        self.bits.push(1 << 12 | END, 13, out);
        self.bits.finish(out);
    }
}

/// A writer of the codewords of tokens.
struct CodewordWriter<'a> {
    bits: &'a mut Writer,
    address_bits: u32,
    out: &'a mut Vec<u8>,
}

impl Sink for CodewordWriter<'_> {
    fn literal(&mut self, byte: u8) {
        self.bits.push(u32::from(byte), 9, self.out);
    }

    fn copy(&mut self, length: usize, address: usize) {
        let (code, bits) = length_code(length);
        let copy = (1 << bits | code) << self.address_bits | address as u32;
        self.bits.push(copy, 1 + bits + self.address_bits, self.out);
    }
}

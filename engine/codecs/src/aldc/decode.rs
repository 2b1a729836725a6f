//! The decoder of ALDC.

use super::bits::Reader;
use crate::{Error, StopReason};

/// A decompressor that reads units one after another, from input chunks of any size.
#[derive(Clone, Debug)]
pub struct Decoder {
    history: Vec<u8>,
    /// The address of the next byte.
    next: usize,
    /// Number of history bytes that this unit has written.
    written: usize,
    bits: Reader,
    /// Whether a unit has started but not ended.
    is_open: bool,
}

impl Decoder {
    /// Returns a decoder with a history of 512, 1024, or 2048 bytes, the size that the encoder used.
    #[inline(never)] // small modules for pages
    pub fn new(history: usize) -> Self {
        let history = vec![0; history];
        Self { history, next: 0, written: 0, bits: Reader::default(), is_open: false }
    }

    /// Empties the history and drops input that was consumed but not decoded.
    pub fn reset(&mut self) {
        (self.next, self.written, self.bits, self.is_open) = (0, 0, Reader::default(), false);
    }

    /// Returns whether a unit has started but not ended.
    pub fn is_inside(&self) -> bool {
        self.is_open || self.bits.held() > 0
    }

    /// Consumes bytes from the front of `input` and appends at most `room` bytes to `out`, up to the end of a unit.
    ///
    /// # Errors
    /// Returns [`Error`] if a codeword is reserved or copies history bytes that have not been written.
    // Units, bare streams, and files share one copy of this code.
    #[inline(never)]
    pub fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error> {
        let full = out.len() + room;
        let address_bits = self.history.len().trailing_zeros();
        loop {
            self.bits.fill(input);
            let bits = self.bits.peek();
            self.is_open |= self.bits.held() > 0;
            if bits >> 31 == 0 {
                if self.bits.held() < 9 {
                    return Ok(StopReason::EndOfInput);
                }
                if out.len() >= full {
                    return Ok(StopReason::OutputFull);
                }
                self.bits.skip(9);
                self.write((bits >> 23) as u8, out);
                continue;
            }
            // The number of ones after the first bit determines the width of the length.
            let kind = (bits << 1).leading_ones().min(4);
            let (code_bits, value_bits, min_length) =
                [(2, 1, 2), (4, 2, 4), (6, 3, 8), (8, 4, 16), (12, 8, 32)][kind as usize];
            let value = (bits << (1 + code_bits - value_bits)) >> (32 - value_bits);
            if kind == 4 && value >= 240 {
                if self.bits.held() < 13 {
                    return Ok(StopReason::EndOfInput);
                }
                if value < 255 {
                    return Err(Error::new("reserved code"));
                }
                self.bits.skip(13);
                self.bits.align();
                (self.next, self.written, self.is_open) = (0, 0, false);
                return Ok(StopReason::EndOfUnit);
            }
            let width = 1 + code_bits + address_bits;
            if self.bits.held() < width {
                return Ok(StopReason::EndOfInput);
            }
            let length = (min_length + value) as usize;
            if out.len() + length > full {
                return Ok(StopReason::OutputFull);
            }
            self.bits.skip(width);
            let address = ((bits << (1 + code_bits)) >> (32 - address_bits)) as usize;
            if address >= self.written {
                return Err(Error::new("copy from an unwritten part of the history"));
            }
            self.copy(address, length, out);
        }
    }

    fn write(&mut self, byte: u8, out: &mut Vec<u8>) {
        out.push(byte);
        self.history[self.next] = byte;
        self.next = (self.next + 1) & (self.history.len() - 1);
        self.written = self.history.len().min(self.written + 1);
    }

    // Copies byte by byte, because a copy may overlap the bytes that it produces.
    fn copy(&mut self, address: usize, length: usize, out: &mut Vec<u8>) {
        let mask = self.history.len() - 1;
        for n in 0..length {
            let byte = self.history[(address + n) & mask];
            self.write(byte, out);
        }
    }
}

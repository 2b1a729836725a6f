//! Bit streams, most significant bit first.

/// A writer of bits, which appends full bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer {
    /// The lowest `waiting` bits have not been appended yet.
    bits: u64,
    waiting: u32,
}

impl Writer {
    /// Appends the lowest `count` bits of `bits`, at most 32; all other bits must be 0.
    pub(super) fn push(&mut self, bits: u32, count: u32, out: &mut Vec<u8>) {
        self.bits = self.bits << count | u64::from(bits);
        self.waiting += count;
        if self.waiting >= 32 {
            self.waiting -= 32;
            out.extend_from_slice(&((self.bits >> self.waiting) as u32).to_be_bytes());
        }
    }

    /// Fills the last byte with zero bits and appends it.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        let spare = self.waiting.next_multiple_of(8) - self.waiting;
        self.bits <<= spare;
        self.waiting += spare;
        while self.waiting > 0 {
            self.waiting -= 8;
            out.push((self.bits >> self.waiting) as u8);
        }
    }
}

/// A reader of bits from bytes that arrive in chunks.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader {
    /// The highest `held` bits have not been read; the others are zero.
    bits: u64,
    held: u32,
}

impl Reader {
    /// Consumes as many bytes from the front of `input` as fit.
    pub(super) fn fill(&mut self, input: &mut &[u8]) {
        while self.held <= 56
            && let Some((&byte, rest)) = input.split_first()
        {
            self.bits |= u64::from(byte) << (56 - self.held);
            self.held += 8;
            *input = rest;
        }
    }

    /// Returns the number of bits that can be read.
    pub(super) fn held(&self) -> u32 {
        self.held
    }

    /// Returns the next 32 bits; bits that the reader does not hold are zero.
    pub(super) fn peek(&self) -> u32 {
        (self.bits >> 32) as u32
    }

    /// Drops the next `count` bits, which must be available.
    pub(super) fn skip(&mut self, count: u32) {
        self.bits <<= count;
        self.held -= count;
    }

    /// Drops the rest of a partly read byte.
    pub(super) fn align(&mut self) {
        self.skip(self.held % 8);
    }
}

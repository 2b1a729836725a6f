//! What a text is cut into, for those who want to look.

use super::length_code;
use super::matcher::{Matcher, Sink};

/// One piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where in the text it starts, in bytes.
    pub at: usize,
    /// Its bytes.
    pub length: usize,
    /// What is written for it.
    pub kind: TokenKind,
    /// Bits that are written for it.
    pub bits: u32,
    /// These bits; the first one written is the most significant of the lowest `bits`.
    pub code: u32,
}

/// What is written for a piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// The byte itself.
    Literal(u8),
    /// The address in the history where the same bytes stand.
    Address(usize),
}

/// What `input` is cut into with a history of 512, 1024 or 2048 bytes. The end marker is not among it.
pub fn tokens(input: &[u8], history: usize) -> Vec<Token> {
    let mut sink = Tokens { found: Vec::new(), address_bits: history.trailing_zeros(), at: 0 };
    let mut matcher = Matcher::new(history);
    matcher.push(input, &mut sink);
    matcher.finish(&mut sink);
    sink.found
}

struct Tokens {
    found: Vec<Token>,
    address_bits: u32,
    at: usize,
}

impl Tokens {
    fn add(&mut self, length: usize, kind: TokenKind, bits: u32, code: u32) {
        self.found.push(Token { at: self.at, length, kind, bits, code });
        self.at += length;
    }
}

impl Sink for Tokens {
    fn literal(&mut self, byte: u8) {
        self.add(1, TokenKind::Literal(byte), 9, u32::from(byte));
    }

    fn copy(&mut self, length: usize, address: usize) {
        let (code, bits) = length_code(length);
        let code = (1 << bits | code) << self.address_bits | address as u32;
        self.add(length, TokenKind::Address(address), 1 + bits + self.address_bits, code);
    }
}

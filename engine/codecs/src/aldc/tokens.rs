//! The tokens of a text, for display.

use super::length_code;
use super::matcher::{Matcher, Sink};

/// A token: some bytes of a text and the codeword that is written for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Position of the token's first byte in the text.
    pub at: usize,
    /// Number of bytes in the token.
    pub length: usize,
    /// A literal or a copy.
    pub kind: TokenKind,
    /// Length of the codeword in bits.
    pub bits: u32,
    /// The codeword; its first bit is the most significant of the lowest `bits` bits.
    pub code: u32,
}

/// The kind of a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A single byte.
    Literal(u8),
    /// A copy from this address in the history.
    Address(usize),
}

/// Returns the tokens of `input` with a history of 512, 1024, or 2048 bytes. The end marker is not included.
///
/// ```
/// use pathlength_codecs::aldc::{TokenKind, tokens};
///
/// let tokens = tokens(b"AAA", 512);
/// assert_eq!(tokens[0].kind, TokenKind::Literal(b'A'));
/// // A copy of two bytes may overlap the bytes that it produces.
/// assert_eq!((tokens[1].kind, tokens[1].length), (TokenKind::Address(0), 2));
/// ```
pub fn tokens(input: &[u8], history: usize) -> Vec<Token> {
    let mut sink = TokenList { tokens: Vec::new(), address_bits: history.trailing_zeros(), at: 0 };
    let mut matcher = Matcher::new(history);
    matcher.push(input, &mut sink);
    matcher.finish(&mut sink);
    sink.tokens
}

struct TokenList {
    tokens: Vec<Token>,
    address_bits: u32,
    at: usize,
}

impl TokenList {
    fn add(&mut self, length: usize, kind: TokenKind, bits: u32, code: u32) {
        self.tokens.push(Token { at: self.at, length, kind, bits, code });
        self.at += length;
    }
}

impl Sink for TokenList {
    fn literal(&mut self, byte: u8) {
        self.add(1, TokenKind::Literal(byte), 9, u32::from(byte));
    }

    fn copy(&mut self, length: usize, address: usize) {
        let (code, bits) = length_code(length);
        let code = (1 << bits | code) << self.address_bits | address as u32;
        self.add(length, TokenKind::Address(address), 1 + bits + self.address_bits, code);
    }
}

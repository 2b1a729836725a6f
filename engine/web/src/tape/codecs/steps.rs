//! ALDC on a short text, codeword by codeword.

use super::chosen;
use js_sys::Error;
use pathlength_codecs::aldc::{self, Token, TokenKind};
use wasm_bindgen::prelude::*;

/// The codewords of a text, as columns.
#[wasm_bindgen]
#[derive(Debug)]
pub struct AldcSteps(Vec<Token>);

#[wasm_bindgen]
impl AldcSteps {
    /// Compresses text with a history of `history` bytes.
    ///
    /// # Errors
    /// Throws for an invalid history size.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &[u8], history: i32) -> Result<AldcSteps, Error> {
        let (_, options) = chosen("aldc", history, 0)?;
        Ok(Self(aldc::tokens(text, options.history)))
    }

    fn column(&self, value: fn(&Token) -> f64) -> Vec<f64> {
        self.0.iter().map(value).collect()
    }

    /// Returns the position of each codeword's bytes in the text.
    #[wasm_bindgen(getter)]
    pub fn at(&self) -> Vec<f64> {
        self.column(|token| token.at as f64)
    }

    /// Returns the number of bytes that each codeword represents.
    #[wasm_bindgen(getter)]
    pub fn lengths(&self) -> Vec<f64> {
        self.column(|token| token.length as f64)
    }

    /// Returns the history address of each copy; -1 for a literal.
    #[wasm_bindgen(getter)]
    pub fn addresses(&self) -> Vec<f64> {
        self.column(|token| match token.kind {
            TokenKind::Literal(_) => -1.0,
            TokenKind::Address(address) => address as f64,
        })
    }

    /// Returns the number of bits of each codeword.
    #[wasm_bindgen(getter)]
    pub fn bits(&self) -> Vec<f64> {
        self.column(|token| f64::from(token.bits))
    }

    /// Returns the bits of each codeword; the first one is the most significant.
    #[wasm_bindgen(getter)]
    pub fn codes(&self) -> Vec<f64> {
        self.column(|token| f64::from(token.code))
    }
}

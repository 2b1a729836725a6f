//! Canonical JSON and SHA-256 hashes.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// A SHA-256 hash. Its text is `sha256-` followed by 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hash(pub(super) [u8; 32]);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256-{}", hexadecimal(&self.0))
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix("sha256-").unwrap_or_default().as_bytes();
        let digit = |at: usize| digits.get(at).and_then(|digit| (*digit as char).to_digit(16));
        let mut bytes = [0; 32];
        let mut whole = digits.len() == 64;
        for (at, byte) in bytes.iter_mut().enumerate() {
            match (digit(2 * at), digit(2 * at + 1)) {
                (Some(high), Some(low)) => *byte = (high << 4 | low) as u8,
                _ => whole = false,
            }
        }
        if whole { Ok(Self(bytes)) } else { Err("not a hash: give sha256- and 64 hexadecimal digits".to_owned()) }
    }
}

/// Returns bytes as hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).expect("less than 16");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Returns the canonical text of a JSON value (RFC 8785), which does not depend on the order of keys or on spaces.
///
/// # Panics
/// Never panics: the keys of a JSON value are text, and its numbers are finite.
pub fn canonical(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).expect("a JSON value has a canonical form")
}

/// Returns the hash of `bytes`.
pub fn sha256(bytes: impl AsRef<[u8]>) -> Hash {
    Hash(Sha256::digest(bytes).into())
}

/// Returns the hash of `previous` followed by `text`.
pub(super) fn chain_text(previous: &Hash, text: &str) -> Hash {
    Hash(Sha256::new().chain_update(previous.0).chain_update(text).finalize().into())
}

//! Encrypted submissions. A page encrypts a submission with a teacher's public key; `docs/submissions.md` describes the
//! file.

use super::{base64url, canonical, sha256};
use serde::Deserialize;
use serde_json::{Value, json};

/// Name and version of the format.
pub const ENVELOPE_FORMAT: &str = "pathlength-envelope/1";
/// Name and version of the format of key files.
pub const KEY_FORMAT: &str = "pathlength-key/1";
/// Length of an uncompressed point in bytes.
const POINT_BYTES: usize = 65;
/// Number of symbols in a key's short name.
const ID_SYMBOLS: usize = 8;

/// An encrypted submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Short name of the assignment.
    pub assignment: String,
    /// Id of the lab.
    pub lab: String,
    /// The teacher's public key: an uncompressed point.
    pub key: Vec<u8>,
    /// The public key that was generated for this file.
    pub enc: Vec<u8>,
    /// The encrypted submission with its authentication tag.
    pub ciphertext: Vec<u8>,
}

/// An envelope as stored in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: String,
    lab: String,
    assignment: String,
    key: String,
    enc: String,
    ciphertext: String,
}

impl Envelope {
    /// Returns whether a JSON value claims to be an envelope.
    pub fn is_one(value: &Value) -> bool {
        format_of(value).starts_with("pathlength-envelope/")
    }

    /// Reads an envelope.
    ///
    /// # Errors
    /// Returns a message if `value` is not an envelope.
    pub fn read(value: &Value) -> Result<Self, String> {
        if format_of(value) != ENVELOPE_FORMAT {
            return Err("unknown version of the envelope format: give a version 1 file".to_owned());
        }
        let file = File::deserialize(value).map_err(|error| format!("damaged envelope: {error}"))?;
        let bytes = |name: &str, text: &str| {
            base64url::decode(text).ok_or_else(|| format!("damaged envelope: `{name}` is not base64url"))
        };
        Ok(Self {
            lab: file.lab,
            assignment: file.assignment,
            key: point("key", bytes("key", &file.key)?)?,
            enc: point("enc", bytes("enc", &file.enc)?)?,
            ciphertext: bytes("ciphertext", &file.ciphertext)?,
        })
    }

    /// Returns the text that is authenticated with the submission: the unencrypted header as canonical JSON.
    pub fn header(&self) -> String {
        canonical(&json!({
            "assignment": self.assignment,
            "format": ENVELOPE_FORMAT,
            "key": base64url::encode(&self.key),
            "lab": self.lab,
        }))
    }

    /// Returns the short name of the key that opens this envelope.
    pub fn key_id(&self) -> String {
        key_id(&self.key)
    }
}

fn format_of(value: &Value) -> &str {
    value.get("format").and_then(Value::as_str).unwrap_or_default()
}

fn point(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let is_point = bytes.len() == POINT_BYTES && bytes[0] == 4;
    if is_point { Ok(bytes) } else { Err(format!("damaged envelope: `{name}` is not a point")) }
}

/// Returns whether a JSON value claims to be a key file.
pub(super) fn is_key_file(value: &Value) -> bool {
    format_of(value).starts_with("pathlength-key/")
}

/// Returns the short name of a public key, which is equal for equal keys.
pub fn key_id(point: &[u8]) -> String {
    sha256(point).symbols(ID_SYMBOLS)
}

/// Returns the name under which the page saves a key file.
pub fn key_file_name(id: &str) -> String {
    format!("pathlength-key-{id}.json")
}

//! A log's chain of hashes, the seed, and the verification code.

use super::hash::{chain_text, hexadecimal};
use super::{Hash, ParsedSubmission, SeedRule, SetAssignment, canonical, sha256};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The first difference between a submission and its seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// The fields before the events, or the first event, differ.
    Beginning,
    /// The event with this number, counted from 1, differs.
    Event(usize),
    /// The number of events differs.
    Length {
        /// Number of events in the file.
        found: usize,
        /// Number of sealed events.
        sealed: usize,
    },
    /// The fields after the events differ.
    End,
}

/// A sealed submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The file.
    pub text: String,
    /// Verification code.
    pub receipt: String,
}

/// Fields that are sealed before the events, and fields that are sealed after the events.
const BEFORE: [&str; 5] = ["format", "assignment", "student", "seed", "started"];
const AFTER: [&str; 2] = ["ended", "claimed"];

/// Number of digits of each event's chain hash in `links`.
const LINK: usize = 4;

/// Computes the chain of a submission: the digits for each event, and the last hash.
fn chained(submission: &Value) -> (String, Hash) {
    let part = |names: &[&str]| -> String {
        let parts = names.iter().map(|name| ((*name).to_owned(), submission[name].clone()));
        canonical(&Value::Object(parts.collect::<Map<_, _>>()))
    };
    let mut hash = sha256(part(&BEFORE));
    let mut links = String::new();
    for event in submission["events"].as_array().into_iter().flatten() {
        hash = chain(&hash, event);
        links += &hexadecimal(&hash.0[..LINK / 2]);
    }
    (links, chain_text(&hash, &part(&AFTER)))
}

/// Extends the chain by `event` and returns the new hash.
pub fn chain(previous: &Hash, event: &Value) -> Hash {
    chain_text(previous, &canonical(event))
}

/// Seals a submission that has all fields except `links` and `chain`. [`ParsedSubmission::read`] checks the fields.
///
/// # Errors
/// Returns a message if a field is missing.
pub fn seal(mut submission: Value) -> Result<Sealed, String> {
    let (links, hash) = chained(&submission);
    if let Some(missing) = BEFORE.iter().chain(&["events"]).chain(&AFTER).find(|part| submission.get(**part).is_none())
    {
        return Err(format!("the submission has no {missing}"));
    }
    let parts = submission.as_object_mut().ok_or("a submission must be a JSON object")?;
    parts.insert("links".to_owned(), links.into());
    parts.insert("chain".to_owned(), hash.to_string().into());
    Ok(Sealed { text: canonical(&submission), receipt: receipt(&hash) })
}

impl ParsedSubmission {
    /// Compares the submission with its seal.
    pub(super) fn intact(&self) -> Result<(), SealError> {
        let (links, hash) = chained(&self.value);
        let sealed = self.submission.links.as_bytes();
        let differs =
            links.as_bytes().chunks(LINK).zip(sealed.chunks(LINK)).position(|(found, sealed)| found != sealed);
        match differs {
            Some(0) => return Err(SealError::Beginning),
            Some(at) => return Err(SealError::Event(at + 1)),
            None => {}
        }
        if links.len() != sealed.len() {
            return Err(SealError::Length { found: links.len() / LINK, sealed: sealed.len() / LINK });
        }
        if hash.to_string() == self.submission.chain { Ok(()) } else { Err(SealError::End) }
    }

    /// Returns the verification code of the content.
    pub fn receipt(&self) -> String {
        receipt(&chained(&self.value).1)
    }

    /// Returns the seed for the submission's assignment and student.
    pub(super) fn seed(&self) -> String {
        seed(&self.value["assignment"], self.submission.assignment.seed, &self.submission.student.id)
    }

    /// Returns a short name for the submission's assignment, which is equal for equal assignments.
    pub fn assignment_id(&self) -> String {
        assignment_id(&self.value["assignment"])
    }
}

impl SetAssignment {
    /// Returns the seed for `student`.
    pub(super) fn seed(&self, student: &str) -> String {
        seed(&self.value, self.assignment.seed, student)
    }
}

/// Returns a short name for an assignment, which is equal for equal assignments.
pub fn assignment_id(assignment: &Value) -> String {
    sha256(canonical(assignment)).symbols(8)
}

/// Returns the seed for `student` in `assignment`.
///
/// # Errors
/// Returns a message if the assignment has no valid rule for the seed.
pub fn seed_of(assignment: &Value, student: &str) -> Result<String, String> {
    let rule = SeedRule::deserialize(&assignment["seed"]).map_err(|error| format!("the assignment's seed: {error}"))?;
    Ok(seed(assignment, rule, student))
}

fn seed(assignment: &Value, rule: SeedRule, student: &str) -> String {
    let of = match rule {
        SeedRule::Same => json!({ "assignment": assignment }),
        SeedRule::Student => json!({ "assignment": assignment, "student": student }),
    };
    hexadecimal(&sha256(canonical(&of)).0[..8])
}

/// Crockford's base 32, in which no letter looks like a digit.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl Hash {
    /// Returns the first `count` symbols of the hash in Crockford's base 32.
    pub(super) fn symbols(&self, count: usize) -> String {
        symbols(&self.0, count).iter().map(|at| ALPHABET[*at] as char).collect()
    }
}

/// Returns the first `count` groups of five bits in `bytes`.
fn symbols(bytes: &[u8], count: usize) -> Vec<usize> {
    let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
    (0..count).map(|symbol| (0..5).fold(0, |value, at| value << 1 | bit(5 * symbol + at))).collect()
}

/// Returns the verification code of a sealed submission: four groups of four symbols. The last symbol is a checksum by
/// the Luhn algorithm for 32 symbols, which detects every single wrong symbol and nearly every swap of two adjacent
/// symbols.
pub fn receipt(chain: &Hash) -> String {
    let mut symbols = symbols(&chain.0, 15);
    let doubled = |at: usize, symbol: &usize| {
        let value = if at.is_multiple_of(2) { 2 * symbol } else { *symbol };
        value / 32 + value % 32
    };
    let sum: usize = symbols.iter().rev().enumerate().map(|(at, symbol)| doubled(at, symbol)).sum();
    symbols.push((32 - sum % 32) % 32);
    let groups = symbols.chunks(4).map(|group| group.iter().map(|at| ALPHABET[*at] as char).collect::<String>());
    groups.collect::<Vec<_>>().join("-")
}

//! The chain of hashes over a log, the seed, and the code that can be told by hand.

use super::hash::{after, hexadecimal};
use super::{HandedIn, Hash, SeedRule, SetAssignment, canonical, sha256};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Where the chain of a submission broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// What stands before the events, or the first of them, is not what was sealed.
    Beginning,
    /// An event, counted from 1, is not what was sealed.
    Event(usize),
    /// There are more or fewer events than were sealed.
    Length {
        /// How many there are.
        found: usize,
        /// How many were sealed.
        sealed: usize,
    },
    /// What stands after the events is not what was sealed.
    End,
}

/// A sealed submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The file.
    pub text: String,
    /// The code to be told by hand.
    pub receipt: String,
}

/// What is sealed before the events, and after them.
const BEFORE: [&str; 5] = ["format", "assignment", "student", "seed", "started"];
const AFTER: [&str; 2] = ["ended", "claimed"];

/// Digits of the chain in `links` for each event.
const LINK: usize = 4;

/// The chain of a submission: the digits for its events, and its last hash.
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
    (links, after(&hash, &part(&AFTER)))
}

/// The hash of the chain after `event`.
pub fn chain(previous: &Hash, event: &Value) -> Hash {
    after(previous, &canonical(event))
}

/// Seals a submission that has everything but `links` and `chain`. What its parts say is not checked here:
/// [`HandedIn::read`] does that.
///
/// # Errors
/// Which part is missing.
pub fn seal(mut submission: Value) -> Result<Sealed, String> {
    let (links, hash) = chained(&submission);
    if let Some(missing) = BEFORE.iter().chain(&["events"]).chain(&AFTER).find(|part| submission.get(**part).is_none())
    {
        return Err(format!("the submission has no {missing}"));
    }
    let parts = submission.as_object_mut().ok_or("a submission is an object")?;
    parts.insert("links".to_owned(), links.into());
    parts.insert("chain".to_owned(), hash.to_string().into());
    Ok(Sealed { text: canonical(&submission), receipt: receipt(&hash) })
}

impl HandedIn {
    /// Whether it is as it was sealed, and where it is not.
    pub(super) fn intact(&self) -> Result<(), Broken> {
        let (links, hash) = chained(&self.value);
        let sealed = self.submission.links.as_bytes();
        let differs =
            links.as_bytes().chunks(LINK).zip(sealed.chunks(LINK)).position(|(found, sealed)| found != sealed);
        match differs {
            Some(0) => return Err(Broken::Beginning),
            Some(at) => return Err(Broken::Event(at + 1)),
            None => {}
        }
        if links.len() != sealed.len() {
            return Err(Broken::Length { found: links.len() / LINK, sealed: sealed.len() / LINK });
        }
        if hash.to_string() == self.submission.chain { Ok(()) } else { Err(Broken::End) }
    }

    /// The code that the student was given, if this is what was sealed then.
    pub fn receipt(&self) -> String {
        receipt(&chained(&self.value).1)
    }

    /// The seed that its assignment and its student make.
    pub(super) fn seed(&self) -> String {
        seed(&self.value["assignment"], self.submission.assignment.seed, &self.submission.student.id)
    }

    /// A short name of its assignment: equal for equal ones.
    pub fn assignment_id(&self) -> String {
        assignment_id(&self.value["assignment"])
    }
}

impl SetAssignment {
    /// What draws come from when `student` works on it.
    pub(super) fn seed(&self, student: &str) -> String {
        seed(&self.value, self.assignment.seed, student)
    }
}

/// A short name of an assignment: equal for equal ones.
pub fn assignment_id(assignment: &Value) -> String {
    symbols(&sha256(canonical(assignment)).0, 8).iter().map(|at| ALPHABET[*at] as char).collect()
}

/// What draws come from when `student` works on `assignment`.
///
/// # Errors
/// If the assignment does not say whose seed it wants.
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

/// Crockford's base 32: no letter that reads like a digit.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The first `count` groups of five bits.
fn symbols(bytes: &[u8], count: usize) -> Vec<usize> {
    let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
    (0..count).map(|symbol| (0..5).fold(0, |value, at| value << 1 | bit(5 * symbol + at))).collect()
}

/// A code for a sealed submission that can be told by hand: four groups of four symbols. The last symbol is a check by
/// Luhn's rule for 32 symbols, which finds every single wrong one and nearly every exchange of two neighbours.
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

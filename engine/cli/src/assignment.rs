//! The assignment by which a class is graded: from its link, its code, or a file that contains either.

use super::Failure;
use super::output::read;
use pathlength_codecs::{Coder, DEFLATE, crc32};
use pathlength_lab::submission::{Envelope, ParsedSubmission, SetAssignment, base64url};
use serde_json::Value;
use std::path::Path;

/// The limits of the page: see `web/src/state/code.ts`.
const MAX_CODE_BYTES: usize = 20_000;
const MAX_JSON_BYTES: usize = 200_000;
/// Maximum size of a file, which can be a submission.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// Number of characters in an assignment's short name.
const ID_SYMBOLS: usize = 8;

/// Reads the assignment from `text`: a file, a short name in the gradebook, a link, or the code in a link. Looks up
/// a short name in `class`.
///
/// # Errors
/// Returns [`Failure::Input`] if the file cannot be read, if no valid assignment is found, or if not exactly one
/// assignment in `class` has the short name.
pub(crate) fn named(text: &str, class: &[&ParsedSubmission]) -> Result<SetAssignment, Failure> {
    let text = text.trim();
    if Path::new(text).is_file() {
        let bytes = read(Path::new(text), MAX_FILE_BYTES)?;
        return in_file(&bytes).map_err(|why| Failure::Input(format!("{text}: {why}")));
    }
    let name = text.len() == ID_SYMBOLS && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if name { by_id(&text.to_ascii_uppercase(), class) } else { in_text(text) }.map_err(Failure::Input)
}

fn in_file(bytes: &[u8]) -> Result<SetAssignment, String> {
    if let Ok(submission) = ParsedSubmission::read(bytes) {
        return Ok(submission.assignment());
    }
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value) if Envelope::is_one(&value) => {
            Err("an encrypted submission hides its assignment: give the assignment's link".to_owned())
        }
        Ok(value @ Value::Object(_)) => SetAssignment::read(value),
        _ => in_text(&String::from_utf8_lossy(bytes)),
    }
}

fn by_id(id: &str, class: &[&ParsedSubmission]) -> Result<SetAssignment, String> {
    let mut found = class.iter().map(|submission| submission.assignment()).filter(|assignment| assignment.id() == id);
    let first =
        found.next().ok_or_else(|| format!("no file belongs to assignment {id}: give the assignment's link"))?;
    // A collision of five bytes of a hash can be forged.
    if found.all(|other| other == first) {
        Ok(first)
    } else {
        Err(format!("different assignments have the code {id}: give the assignment's link"))
    }
}

/// Reads the assignment from a link, from text with a link, or from the code in a link.
pub(crate) fn in_text(text: &str) -> Result<SetAssignment, String> {
    let mut code = text.trim();
    if let Some(at) = ["?a=", "&a=", "&amp;a="].iter().find_map(|key| Some(text.find(key)? + key.len())) {
        code = &text[at..];
    }
    let end = code.find(|symbol: char| !(symbol.is_ascii_alphanumeric() || "-_.".contains(symbol)));
    let code = &code[..end.unwrap_or(code.len())];
    let mut parts = code.splitn(3, '.');
    let (version, payload, sum) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let (Some(payload), false) = (payload, version.is_empty() || !version.bytes().all(|byte| byte.is_ascii_digit()))
    else {
        return Err("no assignment found: give its link, its code, or a file that contains either".to_owned());
    };
    if version != "1" {
        return Err("the assignment's link is from another version of the site: create the link again".to_owned());
    }
    let damaged = || "the assignment's link is damaged: copy it again".to_owned();
    let sum = sum.and_then(|sum| sum.get(..8)).ok_or("the assignment's link is incomplete: copy all of it")?;
    let stated = u32::from_str_radix(sum, 16).map_err(|_| damaged())?;
    if code.len() > MAX_CODE_BYTES || crc32(format!("{version}.{payload}").as_bytes()) != stated {
        return Err(damaged());
    }
    let packed = base64url::decode(payload).ok_or_else(damaged)?;
    let mut json = Vec::new();
    Coder::new(&DEFLATE, &DEFLATE.default_options())
        .and_then(|mut coder| coder.decode(&packed, MAX_JSON_BYTES, &mut json))
        .map_err(|_| damaged())?;
    SetAssignment::read(serde_json::from_slice(&json).map_err(|_| damaged())?)
}

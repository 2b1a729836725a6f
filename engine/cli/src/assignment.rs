//! The assignment that a class is checked against, as its teacher has it: the link, its code, or a file with one.

use super::Failure;
use super::output::read;
use pathlength_codecs::{Coder, DEFLATE, crc32};
use pathlength_lab::submission::{HandedIn, SetAssignment};
use serde_json::Value;
use std::path::Path;

/// The page makes none that are longer, and reads none: see `web/src/state/code.ts`.
const MAX_CODE_BYTES: usize = 20_000;
const MAX_JSON_BYTES: usize = 200_000;
/// A file may be what a student handed in.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// Symbols of an assignment's short name.
const ID_SYMBOLS: usize = 8;

/// The assignment that `text` means: a file, a short name as the gradebook prints it, a link, or what a link carries.
/// A short name is looked up in `class`.
///
/// # Errors
/// Returns what is wrong with it and what to give instead.
pub(crate) fn named(text: &str, class: &[&HandedIn]) -> Result<SetAssignment, Failure> {
    let text = text.trim();
    if Path::new(text).is_file() {
        let bytes = read(Path::new(text), MAX_FILE_BYTES)?;
        return in_file(&bytes).map_err(|why| Failure::Input(format!("{text}: {why}")));
    }
    let name = text.len() == ID_SYMBOLS && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if name { by_id(&text.to_ascii_uppercase(), class) } else { in_text(text) }.map_err(Failure::Input)
}

fn in_file(bytes: &[u8]) -> Result<SetAssignment, String> {
    if let Ok(handed_in) = HandedIn::read(bytes) {
        return Ok(handed_in.assignment());
    }
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value @ Value::Object(_)) => SetAssignment::read(value),
        _ => in_text(&String::from_utf8_lossy(bytes)),
    }
}

fn by_id(id: &str, class: &[&HandedIn]) -> Result<SetAssignment, String> {
    let mut found = class.iter().map(|handed_in| handed_in.assignment()).filter(|assignment| assignment.id() == id);
    let first = found.next().ok_or_else(|| format!("no file is for assignment {id}: give the assignment's link"))?;
    // Five bytes of a hash can be met on purpose.
    if found.all(|other| other == first) {
        Ok(first)
    } else {
        Err(format!("different assignments have the code {id}: give the assignment's link"))
    }
}

/// The assignment in a link, in a text around a link, or in what a link carries.
fn in_text(text: &str) -> Result<SetAssignment, String> {
    let mut carried = text.trim();
    if let Some(at) = ["?a=", "&a=", "&amp;a="].iter().find_map(|key| Some(text.find(key)? + key.len())) {
        carried = &text[at..];
    }
    let end = carried.find(|symbol: char| !(symbol.is_ascii_alphanumeric() || "-_.".contains(symbol)));
    let carried = &carried[..end.unwrap_or(carried.len())];
    let mut parts = carried.splitn(3, '.');
    let (version, payload, sum) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let (Some(payload), false) = (payload, version.is_empty() || !version.bytes().all(|byte| byte.is_ascii_digit()))
    else {
        return Err("there is no assignment in what was given: give its link, its code, or a file with one".to_owned());
    };
    if version != "1" {
        return Err("the assignment's link is from another version of the site: make it again".to_owned());
    }
    let damaged = || "the assignment's link is damaged: copy it again".to_owned();
    let sum = sum.and_then(|sum| sum.get(..8)).ok_or("the assignment's link is cut: copy all of it")?;
    let stated = u32::from_str_radix(sum, 16).map_err(|_| damaged())?;
    if carried.len() > MAX_CODE_BYTES || crc32(format!("{version}.{payload}").as_bytes()) != stated {
        return Err(damaged());
    }
    let packed = from_base64(payload).ok_or_else(damaged)?;
    let mut json = Vec::new();
    Coder::new(&DEFLATE, &DEFLATE.default_options())
        .and_then(|mut coder| coder.decode(&packed, MAX_JSON_BYTES, &mut json))
        .map_err(|_| damaged())?;
    SetAssignment::read(serde_json::from_slice(&json).map_err(|_| damaged())?)
}

/// Base 64 for addresses, without padding.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let groups = text.as_bytes().chunks(4).map(|group| {
        let bits = group
            .iter()
            .try_fold(0, |bits, symbol| Some(bits << 6 | DIGITS.iter().position(|digit| digit == symbol)? as u32))?;
        // Four symbols are three bytes; a group of one symbol is cut.
        let bytes = (bits << (8 + 6 * (4 - group.len()))).to_be_bytes();
        (group.len() > 1).then(|| bytes[..group.len() - 1].to_vec())
    });
    Some(groups.collect::<Option<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_every_length_decodes_to_its_bytes() {
        for (text, bytes) in [("", ""), ("Zg", "f"), ("Zm8", "fo"), ("Zm9v", "foo"), ("Zm9vYg", "foob")] {
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(from_base64("-_-_"), Some(vec![0xfb, 0xff, 0xbf]));
        assert_eq!((from_base64("Zm9vY"), from_base64("Zm+v"), from_base64("Zg==")), (None, None, None));
    }
}

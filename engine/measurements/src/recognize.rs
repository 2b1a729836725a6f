//! Recognizes the tool that wrote an output.

use super::json::Document;
use super::{Format, Mapping, Measurements, ReadError, fio, iozone, mapped, sysstat, words};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// Maximum size of an output in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// Maximum number of keys that an error about unknown JSON lists.
const MAX_KEYS: usize = 8;
/// Number of bytes at the beginning of a file in which a zero byte means that the file is not text.
const SNIFFED_BYTES: usize = 2000;

/// The keys of a JSON object: the first few, and those by which a tool is recognized.
#[derive(Debug, Default)]
struct Keys {
    first: Vec<String>,
    has_more: bool,
    is_fio: bool,
    is_sysstat: bool,
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeysVisitor;

        impl<'de> Visitor<'de> for KeysVisitor {
            type Value = Keys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut keys = Keys::default();
                while let Some(key) = map.next_key::<String>()? {
                    map.next_value::<IgnoredAny>()?;
                    keys.is_fio |= matches!(key.as_str(), "fio version" | "client_stats");
                    keys.is_sysstat |= key == "sysstat";
                    if keys.first.len() < MAX_KEYS {
                        keys.first.push(key);
                    } else {
                        keys.has_more = true;
                    }
                }
                Ok(keys)
            }
        }

        deserializer.deserialize_map(KeysVisitor)
    }
}

/// Recognizes an output and reads it.
///
/// # Errors
/// Returns [`ReadError`] if the output is too large, in an unknown format, damaged, or without any observation.
pub fn read(bytes: &[u8]) -> Result<Measurements, ReadError> {
    let text = text_of(bytes)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let Some(document) = Document::find(text) else {
        return if iozone::is_iozone(text) { iozone::read(text) } else { Err(unknown(&describe_text(text))) };
    };
    let keys: Keys = document.parse()?;
    if keys.is_fio {
        return fio::read(&document);
    }
    if keys.is_sysstat {
        return sysstat::read(&document);
    }
    let names: Vec<_> = keys.first.iter().map(|key| format!("“{}”", words::name(key))).collect();
    let more = if keys.has_more { ", …" } else { "" };
    let names = if names.is_empty() { "without keys".to_owned() } else { format!("with {}{more}", names.join(", ")) };
    Err(unknown(&format!("JSON {names}")))
}

/// Reads a CSV file with the mapping of its columns.
///
/// # Errors
/// Returns [`ReadError`] if the file is too large or not text, or if the mapping contradicts itself. Also returns
/// [`ReadError`] if the mapping does not match the columns, or if no row contains the numbers to which the mapping
/// refers.
pub fn read_mapped(bytes: &[u8], mapping: &Mapping) -> Result<Measurements, ReadError> {
    let text = text_of(bytes)?;
    mapped::read(text.strip_prefix('\u{feff}').unwrap_or(&text), mapping)
}

/// Returns a file as text.
fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::new(format!(
            "the file is larger than {} MiB: give fewer reports",
            MAX_BYTES / (1 << 20)
        )));
    }
    if bytes.iter().take(SNIFFED_BYTES).any(|byte| *byte == 0) {
        return Err(unknown("not text"));
    }
    let text = String::from_utf8_lossy(bytes);
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(unknown("an empty file"));
    }
    Ok(text)
}

/// Returns the error about an unknown format, which lists the known formats.
fn unknown(looks: &str) -> ReadError {
    let known: Vec<_> = Format::ALL.iter().map(|(format, command)| format!("{format} ({command})")).collect();
    ReadError::new(format!("unknown format ({looks}): give {}", known.join(", ")))
}

/// Describes text by its first lines.
fn describe_text(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default().trim();
    let has = |mark: &str| text.lines().take(100).any(|line| line.contains(mark));
    if has("IOPS=") || first.starts_with("fio-") {
        "probably the text output of fio, which is rounded; run fio with --output-format=json".to_owned()
    } else if has("Device") && (has("r/s") || has("tps") || has("kB_read/s")) {
        "probably the text output of iostat, which is rounded; run iostat -o JSON -x".to_owned()
    } else if has("DEV") && has("tps") {
        "probably the text output of sar; run sadf -j FILE -- -d on the file that sar -o wrote".to_owned()
    } else if first.starts_with('[') {
        "a JSON list; all known formats begin with a brace".to_owned()
    } else {
        format!("text that begins with “{}”", words::name(first))
    }
}

//! The version of the command: the versions of the engine, the commit, the embedded labs, and the codecs.

use super::Failure;
use pathlength_codecs::CODECS;
use pathlength_lab_files::LabFiles;
use std::fmt::Write as _;

/// Returns the version, with the commit from which the command was built, unless it was built outside a repository.
pub(crate) fn short() -> String {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("PATHLENGTH_COMMIT"));
    if commit.is_empty() { version.to_owned() } else { format!("{version} ({commit})") }
}

/// Returns [`short`], and a line for each embedded lab and each codec. The line of a lab contains its id and the first
/// digits of its hash; that of a codec, its name, file extension, and options.
pub(crate) fn long() -> Result<String, Failure> {
    let mut text = short() + "\n";
    for id in LabFiles::Embedded.ids()? {
        write!(text, "\n{id:<18} {}", LabFiles::Embedded.hash(&id)?)?;
    }
    text.push('\n');
    for codec in CODECS {
        let knobs = codec.knobs.iter().map(|knob| format!(", {} {}", knob.kind.name(), knob.values_text));
        write!(text, "\n{:<18} .{}{}", codec.name, codec.extension, knobs.collect::<String>())?;
    }
    Ok(text)
}

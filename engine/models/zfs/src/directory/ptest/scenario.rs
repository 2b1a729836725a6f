//! What a measurement was made of: workload, machine, release, format, place and size.

use super::measure::Measurement;
use crate::directory::Format;
use pathlength_model::{ModelError, SettingDescription, Settings, Word, whole, words};

/// One of IBM's three workloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Repeated lookups.
    Dl2,
    /// Lookups and directory reads.
    Dl,
    /// Create, update, remove, directory read and search.
    Du,
}

/// The processor that the workload ran on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// IBM System z9.
    Z9,
    /// IBM zEnterprise 196.
    Z196,
}

/// The z/OS release whose code ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// z/OS V1R13.
    R13,
    /// z/OS V2R1.
    V2R1,
    /// z/OS V2R2.
    V2R2,
}

/// Where the tasks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plex {
    /// One system, which owns the file systems.
    Monoplex,
    /// A system of a sysplex that does not own them: another one does.
    Client,
}

words! { Workload { Dl2 = "ptestDL2", Dl = "ptestDL", Du = "ptestDU" } }

words! { Machine { Z9 = "z9", Z196 = "z196" } }

words! { Release { R13 = "R13", V2R1 = "V2R1", V2R2 = "V2R2" } }

words! { Plex { Monoplex = "monoplex", Client = "client" } }

words! { Format { V4 = "v4", V5 = "v5" } }

/// The settings of a scenario.
const NAMES: [&str; 7] = ["workload", "machine", "release", "format", "plex", "names", "readdir_search"];

/// One measurement to be predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// What the tasks do.
    pub workload: Workload,
    /// On which machine.
    pub machine: Machine,
    /// With which code.
    pub release: Release,
    /// In directories of which format.
    pub format: Format,
    /// From where.
    pub plex: Plex,
    /// Names in each directory.
    pub names: f64,
    /// Whether a directory read on the client searches the directory for each name it returns and has no vnode for.
    /// `None`: as the release does it, which R13 does and later ones do not.
    pub readdir_search: Option<bool>,
}

impl Scenario {
    /// The scenario that `settings` describe; `readdir_search` may be left out.
    ///
    /// # Errors
    /// [`ModelError`] that names the setting that is missing, unknown or of the wrong kind.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        settings.only(&NAMES)?;
        Ok(Self {
            workload: settings.word(NAMES[0])?,
            machine: settings.word(NAMES[1])?,
            release: settings.word(NAMES[2])?,
            format: settings.word(NAMES[3])?,
            plex: settings.word(NAMES[4])?,
            names: settings.number(NAMES[5])?,
            readdir_search: settings.switch(NAMES[6])?,
        })
    }
}

/// What the settings of a scenario can be, for those who write one.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let word = |at: usize, title, words| SettingDescription::word(NAMES[at], title, words, false);
    let names = whole(NAMES[5], "Names in the directory", [1, Measurement::MOST_NAMES as i32], "names");
    vec![
        word(0, "Workload", Workload::WORDS),
        word(1, "Machine", Machine::WORDS),
        word(2, "Release", Release::WORDS),
        word(3, "Directory format", Format::WORDS),
        word(4, "System", Plex::WORDS),
        SettingDescription { optional: false, ..names.describe() },
        SettingDescription::switch(NAMES[6], "A directory read searches for each name"),
    ]
}

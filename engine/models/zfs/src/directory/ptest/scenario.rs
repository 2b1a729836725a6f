//! Settings of a measurement: workload, machine, release, format, system, and size.

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
    /// Create, update, remove, directory read, and search.
    Du,
}

/// The machine of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// IBM System z9.
    Z9,
    /// IBM zEnterprise 196.
    Z196,
}

/// The z/OS release of the measured code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// z/OS V1R13.
    R13,
    /// z/OS V2R1.
    V2R1,
    /// z/OS V2R2.
    V2R2,
}

/// System on which the tasks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plex {
    /// A single system, which owns the file systems.
    Monoplex,
    /// A system of a sysplex that does not own the file systems.
    Client,
}

words! { Workload { Dl2 = "ptestDL2", Dl = "ptestDL", Du = "ptestDU" } }

words! { Machine { Z9 = "z9", Z196 = "z196" } }

words! { Release { R13 = "R13", V2R1 = "V2R1", V2R2 = "V2R2" } }

words! { Plex { Monoplex = "monoplex", Client = "client" } }

words! { Format { V4 = "v4", V5 = "v5" } }

/// The names of a scenario's settings.
const NAMES: [&str; 7] = ["workload", "machine", "release", "format", "plex", "names", "readdir_search"];

/// The settings of a measurement to predict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// Workload.
    pub workload: Workload,
    /// Machine.
    pub machine: Machine,
    /// Release of the code.
    pub release: Release,
    /// Format of the directories.
    pub format: Format,
    /// System on which the tasks run.
    pub plex: Plex,
    /// Number of names in each directory.
    pub names: f64,
    /// Whether a directory read on the client searches for each returned name without a vnode. `None` selects the
    /// release's behavior: a directory read searches in R13, but not in later releases.
    pub readdir_search: Option<bool>,
}

impl Scenario {
    /// Reads the scenario from `settings`; `readdir_search` is optional.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names the setting if one is missing, unknown, or of the wrong kind.
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

/// Describes the settings of a scenario.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let word = |at: usize, title, words| SettingDescription::word(NAMES[at], title, words, false);
    vec![
        word(0, "Workload", Workload::WORDS),
        word(1, "Machine", Machine::WORDS),
        word(2, "Release", Release::WORDS),
        word(3, "Directory format", Format::WORDS),
        word(4, "System", Plex::WORDS),
        SettingDescription { optional: false, ..describe_names(NAMES[5]) },
        SettingDescription::switch(NAMES[6], "Search for each name during a directory read"),
    ]
}

/// Describes the setting for the number of names.
pub(crate) fn describe_names(name: &'static str) -> SettingDescription {
    whole(name, "Names in the directory", [1, Measurement::MAX_NAMES as i32], "names").describe()
}

//! A directory and the system that uses it.

use crate::directory::Format;
use crate::directory::ptest::{Plex, Release, describe_names};
use pathlength_model::{ModelError, SettingDescription, Settings, Word, words};

/// A machine with a published speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// IBM System z9.
    Z9,
    /// IBM zEnterprise 196.
    Z196,
    /// IBM zEnterprise EC12.
    ZEc12,
}

words! { Machine { Z9 = "z9", Z196 = "z196", ZEc12 = "zEC12" } }

/// The names of a scenario's settings.
const NAMES: [&str; 5] = ["machine", "release", "format", "plex", "names"];

/// A directory and the system that uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// The machine.
    pub machine: Machine,
    /// The z/OS release whose code runs.
    pub release: Release,
    /// The directory's format.
    pub format: Format,
    /// System on which the tasks run.
    pub plex: Plex,
    /// Number of names in the directory.
    pub names: f64,
}

impl Scenario {
    /// Reads the scenario from `settings`. The defaults are a z9 with V2R1, a monoplex, v4, and one name.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names the setting if one is unknown or of the wrong kind.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        settings.only(&NAMES)?;
        let default = Self::default();
        Ok(Self {
            machine: word_or(settings, NAMES[0], default.machine)?,
            release: word_or(settings, NAMES[1], default.release)?,
            format: word_or(settings, NAMES[2], default.format)?,
            plex: word_or(settings, NAMES[3], default.plex)?,
            names: if settings.get(NAMES[4]).is_some() { settings.number(NAMES[4])? } else { default.names },
        })
    }
}

/// Returns the value of a setting, or `default` if the setting is missing.
fn word_or<T: Word>(settings: &Settings, name: &'static str, default: T) -> Result<T, ModelError> {
    if settings.get(name).is_some() { settings.word(name) } else { Ok(default) }
}

/// Describes the settings of a scenario.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let word = |at: usize, title, words| SettingDescription::word(NAMES[at], title, words, true);
    vec![
        word(0, "Machine", Machine::WORDS),
        word(1, "Release", Release::WORDS),
        word(2, "Directory format", Format::WORDS),
        word(3, "System", Plex::WORDS),
        describe_names(NAMES[4]),
    ]
}

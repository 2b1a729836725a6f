//! A directory and the system that uses it.

use crate::directory::Format;
use crate::directory::ptest::{Measurement, Plex, Release};
use pathlength_model::{ModelError, SettingDescription, Settings, Word, whole, words};

/// A machine whose speed is known.
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

/// The settings of a scenario.
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
    /// Where the tasks run.
    pub plex: Plex,
    /// Names in the directory.
    pub names: f64,
}

impl Scenario {
    /// The scenario that `settings` describe. What is left out is a z9 with V2R1, a monoplex, v4 and one name.
    ///
    /// # Errors
    /// [`ModelError`] that names the setting that is unknown or of the wrong kind.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        settings.only(&NAMES)?;
        let mut scenario = Self::default();
        if settings.get(NAMES[0]).is_some() {
            scenario.machine = settings.word(NAMES[0])?;
        }
        if settings.get(NAMES[1]).is_some() {
            scenario.release = settings.word(NAMES[1])?;
        }
        if settings.get(NAMES[2]).is_some() {
            scenario.format = settings.word(NAMES[2])?;
        }
        if settings.get(NAMES[3]).is_some() {
            scenario.plex = settings.word(NAMES[3])?;
        }
        if settings.get(NAMES[4]).is_some() {
            scenario.names = settings.number(NAMES[4])?;
        }
        Ok(scenario)
    }
}

/// What the settings of a scenario can be, for those who write one.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let word = |at: usize, title, words| SettingDescription::word(NAMES[at], title, words, true);
    vec![
        word(0, "Machine", Machine::WORDS),
        word(1, "Release", Release::WORDS),
        word(2, "Directory format", Format::WORDS),
        word(3, "System", Plex::WORDS),
        whole(NAMES[4], "Names in the directory", [1, Measurement::MOST_NAMES as i32], "names").describe(),
    ]
}

//! What can be asked: a file system, its log, a machine, and how many clients work on it.

use super::Nanoseconds;
use super::rules::{Policy, Rules};
use crate::lab::{ModelError, Number, SettingDescription, SettingValues, Settings, Word, number, whole};

/// Where Linux runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// In a partition of the machine.
    Lpar,
    /// As a guest of z/VM.
    Zvm,
}

impl Word for Host {
    const WORDS: &'static [&'static str] = &["lpar", "zvm"];
    const MEANINGS: &'static [Self] = &[Self::Lpar, Self::Zvm];
}

const CLIENTS: Number = whole("clients", "Clients", [1, 256], "clients");
const PROCESSORS: Number = whole("cpus", "Processors", [1, 64], "processors");
const MEMORY: Number = number("memory_mib", "Memory", [64, 65_536], "MiB");
const DISKS: Number = whole("disks", "Disks in the stripe set", [1, 64], "disks");
const SIZE: Number = whole("size_gib", "Size of the file system", [1, 128], "GiB");
const LOG: Number = number("log_mib", "Size of the log", [1, 1024], "MiB");
const COMMIT: Number = number("commit_s", "Commit interval (0: as usual)", [0, 3600], "s");
const EXPIRY: Number = number("expiry_s", "Age at which dirty pages are written (0: as usual)", [0, 3600], "s");
const CYCLES: Number = whole("cycles", "Cycles of the load", [1, 17], "cycles");
const NUMBERS: [Number; 9] = [CLIENTS, PROCESSORS, MEMORY, DISKS, SIZE, LOG, COMMIT, EXPIRY, CYCLES];
const WORDS: [(&str, &str, &[&str]); 2] =
    [("policy", "File system", Policy::WORDS), ("host", "Linux runs", Host::WORDS)];

/// Blocks in a MiB.
const BLOCKS_PER_MIB: f64 = 256.0;

/// One question to the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// The file system.
    pub policy: Policy,
    /// Its rules, with the intervals that were asked for.
    pub rules: Rules,
    /// Where Linux runs.
    pub host: Host,
    /// Clients.
    pub clients: u32,
    /// Processors.
    pub processors: u32,
    /// Memory in MiB.
    pub memory_mib: f64,
    /// Disks in the stripe set.
    pub disks: u32,
    /// Blocks of the file system.
    pub blocks: u32,
    /// Blocks of the log.
    pub log_blocks: u32,
    /// Cycles of the load.
    pub cycles: u32,
}

impl Scenario {
    /// The scenario that `settings` describe; only `policy` is needed.
    ///
    /// # Errors
    /// [`ModelError`] that names the setting that is missing, unknown, of the wrong kind or out of range.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        settings
            .only(&NUMBERS.iter().map(|number| number.name).chain(WORDS.map(|(name, ..)| name)).collect::<Vec<_>>())?;
        let policy: Policy = settings.word("policy")?;
        let host = if settings.get("host").is_none() { Host::Lpar } else { settings.word("host")? };
        let usual = Rules::of(policy);
        // 0 is not said.
        let interval = |number: Number, usual: Nanoseconds| {
            let given = number.given(settings)?.filter(|seconds| *seconds > 0.0);
            Ok::<_, ModelError>(given.map_or(usual, |seconds| (seconds * 1e9) as Nanoseconds))
        };
        let rules = Rules {
            commit_interval: interval(COMMIT, usual.commit_interval)?,
            expiry: interval(EXPIRY, usual.expiry)?,
            ..usual
        };
        Ok(Self {
            policy,
            rules,
            host,
            clients: CLIENTS.of(settings, 16.0)? as u32,
            processors: PROCESSORS.of(settings, 4.0)? as u32,
            memory_mib: MEMORY.of(settings, 2048.0)?,
            disks: DISKS.of(settings, 8.0)? as u32,
            blocks: (SIZE.of(settings, 16.0)? * 1024.0 * BLOCKS_PER_MIB) as u32,
            log_blocks: (LOG.of(settings, 32.0)? * BLOCKS_PER_MIB) as u32,
            cycles: CYCLES.of(settings, 2.0)? as u32,
        })
    }
}

/// What the settings of a scenario can be, for those who write one.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let words = WORDS.map(|(name, title, words)| SettingDescription {
        name,
        title,
        values: SettingValues::Word { words },
        optional: name != "policy",
    });
    words.into_iter().chain(NUMBERS.iter().map(Number::describe)).collect()
}

//! Scenarios: a file system, its log, a machine, and its clients.

use super::Nanoseconds;
use super::performance::{Costs, DiskCache, SyncPolicy};
use super::rules::{Policy, Rules};
use pathlength_model::{ModelError, Number, SettingDescription, Settings, Word, number, whole, words};

/// Environment of Linux.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// In a partition of the machine.
    Lpar,
    /// As a guest of z/VM.
    Zvm,
}

words! { Host { Lpar = "lpar", Zvm = "zvm" } }

/// Study of a file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// Throughput of clients that execute their operation lists.
    Load,
    /// Crashes while clients create, overwrite, extend, and remove files.
    Crash,
    /// Growth of files that are extended in turn.
    Growth,
}

words! { Study { Load = "load", Crash = "cut", Growth = "growth" } }

const CLIENTS: Number = whole("clients", "Clients", [1, 256], "clients");
const PROCESSORS: Number = whole("cpus", "Processors", [1, 64], "processors");
const MEMORY: Number = number("memory_mib", "Memory", [64, 65_536], "MiB");
const DISKS: Number = whole("disks", "Disks in the stripe set", [1, 64], "disks");
const SIZE: Number = whole("size_gib", "File system size", [1, 128], "GiB");
const LOG: Number = number("log_mib", "Log size", [1, 1024], "MiB");
const COMMIT: Number = number("commit_s", "Commit interval (0 = default)", [0, 3600], "s");
const EXPIRY: Number = number("expiry_s", "Age at which dirty pages are written back (0 = default)", [0, 3600], "s");
const CYCLES: Number = whole("cycles", "Cycles of the load", [1, 17], "cycles");
const STEP: Number = whole("step_pages", "Pages appended at a time", [1, 256], "pages");
const JOURNAL_CPU: Number = number("journal_cpu", "Journaling CPU-time factor", [0, 10], "");
const CPU_TIMES: Number = number("cpu_times", "CPU-time factor", [1, 100], "");
const COMMAND: Number = number("command_ms", "Disk command time (0 = default)", [0, 100], "ms");
const POSITION: Number = number("position_ms", "Disk positioning time (0 = default)", [0, 100], "ms");
const TRANSFER: Number = number("disk_mbs", "Disk transfer rate (0 = default)", [0, 10_000], "MB/s");
const NUMBERS: [Number; 15] = [
    CLIENTS,
    PROCESSORS,
    MEMORY,
    DISKS,
    SIZE,
    LOG,
    COMMIT,
    EXPIRY,
    CYCLES,
    STEP,
    JOURNAL_CPU,
    CPU_TIMES,
    COMMAND,
    POSITION,
    TRANSFER,
];
const WORDS: [(&str, &str, &[&str]); 5] = [
    ("policy", "File system", Policy::WORDS),
    ("host", "Linux runs", Host::WORDS),
    ("study", "Study", Study::WORDS),
    ("sync", "Client sync policy", SyncPolicy::WORDS),
    ("disk_cache", "Disk write cache", DiskCache::WORDS),
];

/// Blocks in a MiB.
const BLOCKS_PER_MIB: f64 = 256.0;

/// Input of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// The study.
    pub study: Study,
    /// The file system.
    pub policy: Policy,
    /// Rules of the file system, with the intervals from the settings.
    pub rules: Rules,
    /// Environment of Linux.
    pub host: Host,
    /// Clients.
    pub clients: u32,
    /// When clients wait until their writes are durable.
    pub sync_policy: SyncPolicy,
    /// Processors.
    pub processors: u32,
    /// Memory in MiB.
    pub memory_mib: f64,
    /// Disks in the stripe set.
    pub disks: u32,
    /// Write cache of the disks.
    pub disk_cache: DiskCache,
    /// Number of blocks in the file system.
    pub blocks: u32,
    /// Log blocks.
    pub log_blocks: u32,
    /// Number of cycles in the load.
    pub cycles: u32,
    /// Number of pages by which a file grows at a time.
    pub step_pages: u32,
    /// Factor for the processor time that a policy adds.
    pub journal_cpu: f64,
    /// CPU-time factor.
    pub cpu_times: f64,
    /// Parameters of another disk: command and positioning times in ms, and transfer rate in MB/s; 0 means the lab's
    /// value.
    pub disk: [f64; 3],
}

impl Scenario {
    /// Reads the scenario from `settings`; only `policy` is required.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a setting is missing, unknown, of the wrong kind, or out of range.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        settings
            .only(&NUMBERS.iter().map(|number| number.name).chain(WORDS.map(|(name, ..)| name)).collect::<Vec<_>>())?;
        let policy: Policy = settings.word("policy")?;
        let host = if settings.get("host").is_none() { Host::Lpar } else { settings.word("host")? };
        let study = if settings.get("study").is_none() { Study::Load } else { settings.word("study")? };
        let sync_policy = if settings.get("sync").is_none() { SyncPolicy::Never } else { settings.word("sync")? };
        let cache = settings.get("disk_cache").map_or(Ok(DiskCache::NonVolatile), |_| settings.word("disk_cache"))?;
        let usual = Rules::of(policy);
        // An interval of 0 means the default.
        let interval = |number: Number, usual: Nanoseconds| {
            let given = number.given(settings)?.filter(|seconds| *seconds > 0.0);
            Ok::<_, ModelError>(given.map_or(usual, |seconds| (seconds * 1e9) as Nanoseconds))
        };
        let rules = Rules {
            commit_interval: interval(COMMIT, usual.commit_interval)?,
            expiry: interval(EXPIRY, usual.expiry)?,
            ..usual
        };
        let transfer = TRANSFER.of(settings, 0.0)?;
        if transfer > 0.0 && transfer < 1.0 {
            return Err(ModelError::new(format!(
                "disk_mbs is {transfer} MB/s: give at least 1 MB/s, or 0 for the default disk"
            )));
        }
        Ok(Self {
            study,
            policy,
            rules,
            host,
            clients: CLIENTS.of(settings, 16.0)? as u32,
            sync_policy,
            processors: PROCESSORS.of(settings, 4.0)? as u32,
            memory_mib: MEMORY.of(settings, 2048.0)?,
            disks: DISKS.of(settings, 8.0)? as u32,
            disk_cache: cache,
            blocks: (SIZE.of(settings, 16.0)? * 1024.0 * BLOCKS_PER_MIB) as u32,
            log_blocks: (LOG.of(settings, 32.0)? * BLOCKS_PER_MIB) as u32,
            cycles: CYCLES.of(settings, 2.0)? as u32,
            step_pages: STEP.of(settings, 4.0)? as u32,
            journal_cpu: JOURNAL_CPU.of(settings, 1.0)?,
            cpu_times: CPU_TIMES.of(settings, 1.0)?,
            disk: [COMMAND.of(settings, 0.0)?, POSITION.of(settings, 0.0)?, transfer],
        })
    }
}

impl Scenario {
    /// Returns the lab's costs with the changes of this scenario.
    pub(super) fn costs(&self, usual: &Costs) -> Costs {
        let or = |asked: f64, usual: f64| if asked > 0.0 { asked } else { usual };
        let [command, position, transfer] = self.disk;
        Costs {
            cpu_factor: usual.cpu_factor * self.cpu_times,
            command_ms: or(command, usual.command_ms),
            position_ms: or(position, usual.position_ms),
            disk_mb_s: or(transfer, usual.disk_mb_s),
            ..*usual
        }
    }
}

/// Returns descriptions of all settings.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let words = WORDS.map(|(name, title, words)| SettingDescription::word(name, title, words, name != "policy"));
    words.into_iter().chain(NUMBERS.iter().map(Number::describe)).collect()
}

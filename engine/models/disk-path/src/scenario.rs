//! Scenarios: a path, its configuration, and the guest's workload.

use super::iozone::Sharing;
use pathlength_model::{ModelError, Number, SettingDescription, Settings, Word, number, whole, words};

/// The access method by which a guest reaches the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// An ECKD device, with channel programs of Linux.
    Eckd,
    /// An ECKD minidisk, through Diagnose X'250'.
    Diagnose,
    /// An FBA device that CP emulates on a SCSI disk.
    EmulatedFba,
    /// A SCSI disk on an FCP subchannel that Linux owns.
    Fcp,
}

/// The work of the guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// `IOzone` writes a new file.
    Write,
    /// `IOzone` writes the file again.
    Rewrite,
    /// `IOzone` reads the file.
    Read,
    /// `IOzone` reads the file again.
    Reread,
    /// All of the phases above, in the given shares.
    Mix,
}

impl Phase {
    /// Returns whether the phase only reads.
    pub(super) fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Reread)
    }
}

/// The words of the setting `sharing`; [`Sharing`] adds the request rate of scanning guests.
#[derive(Clone, Copy)]
enum Common {
    Own,
    Shared,
    Scan,
}

words! { Path { Eckd = "eckd", Diagnose = "diagnose", EmulatedFba = "efba", Fcp = "fcp" } }

words! { Phase { Write = "write", Rewrite = "rewrite", Read = "read", Reread = "reread", Mix = "mix" } }

words! { Common { Own = "own", Shared = "shared", Scan = "scan" } }

/// The possible block sizes in bytes.
const BLOCKS: &[f64] = &[512.0, 1024.0, 2048.0, 4096.0];
const BLOCK: Number = Number { only: BLOCKS, ..whole("block_bytes", "Block size", [512, 4096], "bytes") };
const READS: Number = number("read_share", "Share of reads", [0, 100], "%");
const REREADS: Number = number("reread_share", "Rereads as a share of reads", [0, 100], "%");
const INITIAL: Number = number("initial_share", "Initial writes as a share of writes", [0, 100], "%");
const REQUEST: Number = whole("request_kb", "Largest request", [0, 1024], "KB");
const CACHE: Number = number("cache_mb", "Minidisk cache size", [0, 8192], "MB");
const FILE: Number = number("file_mb", "File size", [1, 4096], "MB");
const GUESTS: Number = whole("guests", "Guests that use the cache", [1, 16], "guests");
const SCAN_RATE: Number = whole("scan_rate", "Speed of a scanning guest", [1, 16], "times");
const CHANNEL: Number = number("channel_mb_s", "Channel payload rate", [0, 3200], "MB/s");
const FBA_COST: Number = number("fba_cost", "CP cost of FBA emulation", [10, 200], "%");
const NUMBERS: [Number; 11] =
    [BLOCK, READS, REREADS, INITIAL, REQUEST, CACHE, FILE, GUESTS, SCAN_RATE, CHANNEL, FBA_COST];
const WORDS: [(&str, &str, &[&str], bool); 3] = [
    ("path", "Path", Path::WORDS, false),
    ("phase", "Phase", Phase::WORDS, false),
    ("sharing", "Guest workload", Common::WORDS, true),
];
const SWITCHES: [(&str, &str); 5] = [
    ("dedicated", "Dedicated device"),
    ("mdc", "Minidisk cache"),
    ("fair_share", "Fair-share limit"),
    ("first_write_stall", "Initial-write stall (unexplained in the source)"),
    ("slow_dedicated_write", "Slower dedicated ECKD writes (unexplained in the source)"),
];

/// One scenario of the model. Shares are from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // each is a separate switch, and all combinations are valid
pub struct Scenario {
    /// The path.
    pub path: Path,
    /// Whether the device is dedicated to the guest; otherwise, the guest has a minidisk. An FCP subchannel is always
    /// dedicated.
    pub dedicated: bool,
    /// Whether the minidisk cache is on; without a minidisk, this switch has no effect.
    pub mdc: bool,
    /// Bytes per block; has no effect on FBA or FCP.
    pub block_bytes: f64,
    /// The work of the guest.
    pub phase: Phase,
    /// Share of KB read among all KB, in a mix.
    pub read_share: f64,
    /// Share of reread KB among the KB read, in a mix.
    pub reread_share: f64,
    /// Share of KB written for the first time among the KB written, in a mix.
    pub initial_share: f64,
    /// Maximum request size, in KB; `None`: the limit of the path's driver.
    pub request_kb: Option<f64>,
    /// Minidisk cache size, in MB; `None`: large enough for all rereads.
    pub cache_mb: Option<f64>,
    /// Size of a guest's file, in MB; `None`: as published.
    pub file_mb: Option<f64>,
    /// Number of guests that use the cache.
    pub guests: u32,
    /// The data that the guests share.
    pub sharing: Sharing,
    /// Whether CP limits a guest to its fair share of the cache.
    pub fair_share: bool,
    /// Payload rate of the path's channel, in MB/s; `None`: the rate of the lab.
    pub channel_mb_s: Option<f64>,
    /// CP cost of FBA emulation, relative to the parameter.
    pub fba_cost: f64,
    /// Whether first writes by Diagnose without the minidisk cache stall.
    pub first_write_stall: bool,
    /// Whether dedicated ECKD writes are slower.
    pub slow_dedicated_write: bool,
}

impl Scenario {
    /// Parses the scenario in `settings`; only `path` and `phase` are required.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names the setting if one is missing, unknown, of the wrong kind, or out of range.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        let known = NUMBERS.iter().map(|number| number.name);
        let known = known.chain(WORDS.iter().map(|word| word.0)).chain(SWITCHES.iter().map(|switch| switch.0));
        settings.only(&known.collect::<Vec<_>>())?;
        let share = |number: Number| Ok::<_, ModelError>(number.of(settings, 50.0)? / 100.0);
        // A value of 0 selects the path's default, so that one of several configurations can use the default.
        let own = |number: Number| Ok::<_, ModelError>(Some(number.of(settings, 0.0)?).filter(|value| *value > 0.0));
        let switch = |at: usize, otherwise| Ok::<_, ModelError>(settings.switch(SWITCHES[at].0)?.unwrap_or(otherwise));
        Ok(Self {
            path: settings.word("path")?,
            dedicated: switch(0, false)?,
            mdc: switch(1, false)?,
            block_bytes: BLOCK.of(settings, 4096.0)?,
            phase: settings.word("phase")?,
            read_share: share(READS)?,
            reread_share: share(REREADS)?,
            initial_share: share(INITIAL)?,
            request_kb: own(REQUEST)?,
            cache_mb: CACHE.given(settings)?,
            file_mb: FILE.given(settings)?,
            guests: GUESTS.of(settings, 1.0)? as u32,
            sharing: sharing(settings)?,
            fair_share: switch(2, true)?,
            channel_mb_s: own(CHANNEL)?,
            fba_cost: FBA_COST.of(settings, 100.0)? / 100.0,
            first_write_stall: switch(3, false)?,
            slow_dedicated_write: switch(4, false)?,
        })
    }

    /// Returns whether the minidisk cache is in effect: dedicated devices are not eligible.
    pub fn is_cached(&self) -> bool {
        self.mdc && !self.dedicated && self.path != Path::Fcp
    }
}

fn sharing(settings: &Settings) -> Result<Sharing, ModelError> {
    let rate = SCAN_RATE.of(settings, 4.0)? as u32;
    if settings.get("sharing").is_none() {
        return Ok(Sharing::Own);
    }
    Ok(match settings.word("sharing")? {
        Common::Own => Sharing::Own,
        Common::Shared => Sharing::Shared,
        Common::Scan => Sharing::Scan { rate },
    })
}

/// Returns the settings of a scenario, with the values that they can have.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let words =
        WORDS.iter().map(|&(name, title, words, optional)| SettingDescription::word(name, title, words, optional));
    let numbers = NUMBERS.iter().map(Number::describe);
    let switches = SWITCHES.iter().map(|&(name, title)| SettingDescription::switch(name, title));
    words.chain(numbers).chain(switches).collect()
}

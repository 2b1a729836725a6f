//! The scenario: the data, the codec, the machine, and its jobs.

use super::data::{CodecWord, Data};
use pathlength_codecs::pattern::Shape;
use pathlength_codecs::{ALDC, CodecInfo, Options};
use pathlength_model::{ModelError, Number, SettingDescription, Settings, Word, number, whole, words};

/// The model of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// POWER7, with tape drives.
    Ts7740,
    /// POWER8, disk only.
    Ts7760,
    /// POWER8, with tape drives.
    Ts7760t,
}

words! { Machine { Ts7740 = "ts7740", Ts7760 = "ts7760", Ts7760t = "ts7760t" } }

/// The work of the jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Write into the cache while no tape drive is active.
    PeakWrite,
    /// Write into the cache while the same amount is written to tape.
    SustainedWrite,
    /// Read data that are in the cache.
    ReadHit,
}

words! { Work { PeakWrite = "peak_write", SustainedWrite = "sustained_write", ReadHit = "read_hit" } }

/// When data are copied to another cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// No copy.
    None,
    /// After the job.
    Deferred,
    /// Before the job ends.
    Immediate,
    /// While the job is writing.
    Sync,
}

words! { Grid { None = "none", Deferred = "deferred", Immediate = "immediate", Sync = "sync" } }

const HISTORY: Number =
    Number { only: &[512.0, 1024.0, 2048.0], ..whole("history", "ALDC history", [512, 2048], "bytes") };
const LEVEL: Number = whole("level", "ZSTD level", [1, 9], "");
const UNIT: Number = whole("unit_kib", "Codec history reset after (0 = never)", [0, 2048], "KiB");
const PERIOD: Number = number("record_period", "Record length relative to the pattern", [0, 16], "times");
const ENTROPY: Number = number("field_entropy", "Field variety relative to the pattern", [0, 16], "times");
const RELOCALITY: Number = number("relocality", "Distant repeats relative to the pattern", [0, 16], "times");
const RATIO: Number = number("ratio", "Compression ratio (0 = the codec's)", [0, 1000], "ratio");
const SPEED: Number = number("codec_mbs", "Codec speed, one thread (0 = as measured)", [0, 1_000_000], "MB/s");
const LINK: Number = Number { only: &[8.0, 16.0], ..whole("link_gb", "FICON ports", [8, 16], "Gb/s") };
const DRAWERS: Number = whole("drawers", "Cache drawers", [1, 10], "drawers");
const JOBS: Number = whole("jobs", "Concurrent jobs", [1, 1024], "jobs");
const BLOCK: Number = number("block_kib", "Host block size", [1, 256], "KiB");
const DRIVES: Number = whole("drives", "Tape drives that take data from the cache", [1, 32], "drives");
const NUMBERS: [Number; 13] =
    [HISTORY, LEVEL, UNIT, PERIOD, ENTROPY, RELOCALITY, RATIO, SPEED, LINK, DRAWERS, JOBS, BLOCK, DRIVES];

/// A scenario: the settings of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// The codec that compresses the data.
    pub codec: &'static CodecInfo,
    /// The codec with which `codec` is compared.
    pub beside: &'static CodecInfo,
    /// The written data.
    pub data: Data,
    /// Changes to the data's patterns.
    pub shape: Shape,
    /// ALDC history in bytes.
    pub history: i32,
    /// ZSTD level.
    pub level: i32,
    /// Number of bytes after which the codec history is reset; 0 means never.
    pub unit: usize,
    /// Compression ratio of `codec`, if different from the measured ratio.
    pub ratio: Option<f64>,
    /// Speed of `codec` in MB/s on one thread of the machine where codecs were measured, if different from the lab's
    /// figure.
    pub speed: Option<f64>,
    /// The server.
    pub machine: Machine,
    /// Speed of the server's ports in Gb/s.
    pub link_gb: u32,
    /// Number of cache drawers in the server.
    pub drawers: u32,
    /// Number of jobs that run at the same time.
    pub jobs: u32,
    /// Host block size in KiB.
    pub block_kib: f64,
    /// The work of the jobs.
    pub work: Work,
    /// Number of tape drives that take data from the cache.
    pub drives: u32,
    /// When data are copied to another cluster.
    pub grid: Grid,
    /// Whether a job moves one MB while its codec works on another.
    pub overlap: bool,
}

impl Scenario {
    /// Parses the scenario in `settings`; only `codec` is required.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names the setting if one is missing, unknown, of the wrong kind, or out of range.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        settings.only(
            &NUMBERS
                .iter()
                .map(|number| number.name)
                .chain(WORDS.map(|(name, ..)| name))
                .chain([OVERLAP.0])
                .collect::<Vec<_>>(),
        )?;
        // 0 means that the setting is missing.
        let positive = |number: Number| Ok::<_, ModelError>(number.given(settings)?.filter(|value| *value > 0.0));
        let scenario = Self {
            codec: settings.word::<CodecWord>("codec")?.0,
            beside: word(settings, "beside", CodecWord(&ALDC))?.0,
            data: word(settings, "data", Data::One(super::data::MIXTURE))?,
            shape: Shape {
                period: PERIOD.of(settings, 1.0)?,
                entropy: ENTROPY.of(settings, 1.0)?,
                relocality: RELOCALITY.of(settings, 1.0)?,
            },
            history: HISTORY.of(settings, 512.0)? as i32,
            level: LEVEL.of(settings, 1.0)? as i32,
            unit: UNIT.of(settings, 0.0)? as usize * 1024,
            ratio: positive(RATIO)?,
            speed: positive(SPEED)?,
            machine: word(settings, "machine", Machine::Ts7760)?,
            link_gb: LINK.of(settings, 16.0)? as u32,
            drawers: DRAWERS.of(settings, 10.0)? as u32,
            jobs: JOBS.of(settings, 128.0)? as u32,
            block_kib: BLOCK.of(settings, 32.0)?,
            work: word(settings, "work", Work::PeakWrite)?,
            drives: DRIVES.of(settings, 10.0)? as u32,
            grid: word(settings, "grid", Grid::None)?,
            overlap: settings.switch(OVERLAP.0)?.unwrap_or(false),
        };
        if scenario.shape.period <= 0.0 || scenario.shape.entropy <= 0.0 {
            return Err(ModelError::new("settings record_period and field_entropy must be greater than 0"));
        }
        if scenario.ratio.is_some_and(|ratio| ratio < 0.1) {
            return Err(ModelError::new("setting ratio must be at least 0.1, or 0 for the codec's own ratio"));
        }
        if scenario.speed.is_some_and(|speed| speed < 0.001) {
            return Err(ModelError::new("setting codec_mbs must be at least 0.001 MB/s, or 0 for the measured speed"));
        }
        if scenario.machine == Machine::Ts7760 && scenario.work == Work::SustainedWrite {
            return Err(ModelError::new(
                "a ts7760 has no tape drives to write to: choose machine ts7760t, or work peak_write",
            ));
        }
        Ok(scenario)
    }

    /// Returns the options of a codec in this scenario.
    pub(super) fn options(&self, codec: &CodecInfo) -> Options {
        Options { unit: self.unit, ..codec.varied_options(self.history, self.level) }
    }
}

/// Returns the value that a setting's word stands for, or `otherwise` if the setting is missing.
fn word<T: Word>(settings: &Settings, name: &str, otherwise: T) -> Result<T, ModelError> {
    if settings.get(name).is_none() { Ok(otherwise) } else { settings.word(name) }
}

/// The settings whose values are words: their names, their names for readers, and the words.
const WORDS: [(&str, &str, &[&str]); 6] = [
    ("codec", "Compression", CodecWord::WORDS),
    ("beside", "Compared with", CodecWord::WORDS),
    ("data", "Data", Data::WORDS),
    ("machine", "Machine", Machine::WORDS),
    ("work", "Work", Work::WORDS),
    ("grid", "Copy to another cluster", Grid::WORDS),
];

/// The setting that is a switch: its name and its name for readers.
const OVERLAP: (&str, &str) = ("overlap", "Overlap of compression and data movement");

/// Returns the settings of a scenario and their valid values.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let words = WORDS.map(|(name, title, words)| SettingDescription::word(name, title, words, name != "codec"));
    let overlap = SettingDescription::switch(OVERLAP.0, OVERLAP.1);
    words.into_iter().chain(NUMBERS.iter().map(Number::describe)).chain([overlap]).collect()
}

//! The description of a codec: facts, options, and the trait that it implements.

use crate::{Error, StopReason};
use std::fmt;

/// The implementation of a codec. [`CodecInfo::implementation`] refers to it, and [`Coder`](crate::Coder),
/// [`Encoder`](crate::Encoder), and [`Decoder`](crate::Decoder) run it.
///
/// The methods are called with options that [`CodecInfo::check`] has accepted.
pub trait Codec: Sync {
    /// Returns a coder of units without a container.
    fn unit_coder(&self, options: &Options) -> Box<dyn UnitCoder>;

    /// Returns a writer of the container, or of bare units if [`Options::raw`] is set.
    fn stream_writer(&self, options: &Options) -> Box<dyn StreamWriter>;

    /// Returns a reader of the container, or of bare units if [`Options::raw`] is set.
    fn stream_reader(&self, options: &Options) -> Box<dyn StreamReader>;
}

/// A compressor and decompressor of units. A unit is coded without reference to any other.
pub trait UnitCoder: Send {
    /// Compresses one unit and appends the result to `out`.
    fn encode(&mut self, input: &[u8], out: &mut Vec<u8>);

    /// Decompresses one unit from the front of `input` and appends at most `room` bytes to `out`.
    ///
    /// # Errors
    /// Returns [`Error`] if the unit is damaged.
    fn decode(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error>;
}

/// A writer of a stream of units in a codec's container.
pub trait StreamWriter: Send {
    /// Consumes the next bytes of a unit and appends the available output to `out`.
    fn push(&mut self, input: &[u8], out: &mut Vec<u8>);

    /// Ends the unit: the history of the next one is empty.
    fn end_unit(&mut self, out: &mut Vec<u8>);

    /// Ends the stream after its last unit. Most containers have no trailer after their units.
    fn finish(&mut self, _out: &mut Vec<u8>) {}
}

/// A reader of a stream of units in a codec's container.
pub trait StreamReader: Send {
    /// Consumes bytes from the front of `input` and appends at most about `room` bytes to `out`, up to the end of a
    /// unit.
    ///
    /// # Errors
    /// Returns [`Error`] if the stream is damaged.
    fn push(&mut self, input: &mut &[u8], room: usize, out: &mut Vec<u8>) -> Result<StopReason, Error>;

    /// Returns whether the stream cannot end here, because a unit or the container is incomplete.
    fn is_inside(&self) -> bool;

    /// Compares the output with the container's trailer, after the whole stream has been consumed.
    ///
    /// # Errors
    /// Returns [`Error`] if they differ.
    fn finish(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The facts about a codec. [`CODECS`](crate::CODECS) has one entry per codec of this crate.
///
/// Two entries are equal if their names are.
#[derive(Clone, Copy)]
pub struct CodecInfo {
    /// Name in options and settings, such as `zstd`.
    pub name: &'static str,
    /// Name in text, such as `ZSTD`.
    pub title: &'static str,
    /// Mainframe hardware that implements the format, such as `FICON`, or an empty string.
    pub hardware: &'static str,
    /// File name extension of the container, without the dot.
    pub extension: &'static str,
    /// First bytes of the container.
    pub magic: &'static [u8],
    /// Options that the codec uses. The codec ignores all other options.
    pub knobs: &'static [Knob],
    /// History (sliding window) in bytes, with default options; `None` if it depends on the level and the input.
    pub history: Option<usize>,
    /// Whether channel adapters run the codec. If they do, it takes no processor time, and incompressible data grow,
    /// because the adapter does not store them uncompressed.
    pub in_adapter: bool,
    /// Whether bare units form a stream that can be read without a container ([`Options::raw`]).
    pub has_raw_stream: bool,
    /// The codec itself.
    pub implementation: &'static dyn Codec,
}

impl fmt::Debug for CodecInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}

impl PartialEq for CodecInfo {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CodecInfo {}

impl CodecInfo {
    /// Returns the options that the codec has by default: its knobs at their defaults, one unit, a container.
    ///
    /// ```
    /// assert_eq!(pathlength_codecs::ALDC.default_options().history, 512);
    /// ```
    #[inline(never)] // small modules for pages
    pub fn default_options(&self) -> Options {
        let mut options = Options { history: 512, level: 1, unit: 0, raw: false };
        for knob in self.knobs {
            options.set(knob.kind, knob.default);
        }
        options
    }

    /// Returns the default options with changes to the knobs that the laboratory varies ([`Knob::is_varied`]).
    #[inline(never)] // small modules for pages
    pub fn varied_options(&self, history: i32, level: i32) -> Options {
        let mut options = self.default_options();
        for knob in self.knobs.iter().filter(|knob| knob.is_varied) {
            options.set(
                knob.kind,
                match knob.kind {
                    KnobKind::History => history,
                    KnobKind::Level => level,
                },
            );
        }
        options
    }

    /// Returns the default options with this level and history, if given.
    ///
    /// # Errors
    /// Returns [`Error`] if the codec does not use a given option.
    pub fn options(&self, level: Option<i32>, history: Option<usize>) -> Result<Options, Error> {
        let mut options = self.default_options();
        for (kind, is_given) in [(KnobKind::Level, level.is_some()), (KnobKind::History, history.is_some())] {
            if is_given && self.knob(kind).is_none() {
                let codecs = crate::CODECS.into_iter().filter(|codec| codec.knob(kind).is_some());
                let names: Vec<_> = codecs.map(|codec| codec.name).collect();
                return Err(Error::new(format!(
                    "{} does not use the option {}: omit it, or choose {}",
                    self.title,
                    kind.name(),
                    names.join(" or ")
                )));
            }
        }
        options.level = level.unwrap_or(options.level);
        options.history = history.unwrap_or(options.history);
        Ok(options)
    }

    /// Returns the knob of this kind, if the codec has one.
    pub fn knob(&self, kind: KnobKind) -> Option<&'static Knob> {
        self.knobs.iter().find(|knob| knob.kind == kind)
    }

    /// Checks that the codec accepts these options.
    ///
    /// # Errors
    /// Returns [`Error`] with the option and its allowed values if the codec does not accept them.
    #[inline(never)]
    pub fn check(&self, options: &Options) -> Result<(), Error> {
        for knob in self.knobs {
            let value = options.get(knob.kind);
            if !knob.values.contains(value) {
                let value = value.to_string();
                let text = [knob.kind.name(), " of ", self.title, " is ", &value, ": choose ", knob.values_text];
                return Err(Error::new(text.concat()));
            }
        }
        if options.raw && !self.has_raw_stream {
            return Err(Error::new([self.title, " has no raw streams: omit --raw, or choose aldc"].concat()));
        }
        Ok(())
    }
}

/// An option that a codec uses, and its allowed values.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// The option.
    pub kind: KnobKind,
    /// Its values.
    pub values: KnobValues,
    /// The values as text, such as `1 to 19`.
    pub values_text: &'static str,
    /// The value if the caller does not choose one.
    pub default: i32,
    /// Whether the laboratory's model and pages vary the option. If they do not, the option always has its default
    /// value there.
    pub is_varied: bool,
}

/// The option that a [`Knob`] sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnobKind {
    /// [`Options::history`], in bytes.
    History,
    /// [`Options::level`].
    Level,
}

impl KnobKind {
    /// Returns the name of the option, such as `level`.
    pub fn name(self) -> &'static str {
        match self {
            Self::History => "history",
            Self::Level => "level",
        }
    }
}

/// Generates the values of a knob, and their text, from the same numbers.
macro_rules! knob {
    ($kind:ident: one of $($value:literal),+; $($field:tt)+) => {
        Knob {
            kind: KnobKind::$kind,
            values: KnobValues::OneOf(&[$($value),+]),
            values_text: concat!("one of ", stringify!($($value),+)),
            $($field)+
        }
    };
    ($kind:ident: $min:literal to $max:literal; $($field:tt)+) => {
        Knob {
            kind: KnobKind::$kind,
            values: KnobValues::Range { min: $min, max: $max },
            values_text: concat!(stringify!($min), " to ", stringify!($max)),
            $($field)+
        }
    };
}
pub(crate) use knob;

/// The values of a [`Knob`].
#[derive(Clone, Copy, Debug)]
pub enum KnobValues {
    /// One of these.
    OneOf(&'static [i32]),
    /// Any whole number from the minimum to the maximum.
    Range {
        /// Minimum.
        min: i32,
        /// Maximum.
        max: i32,
    },
}

impl KnobValues {
    /// Returns whether `value` is allowed.
    pub fn contains(&self, value: i32) -> bool {
        match *self {
            Self::OneOf(values) => values.contains(&value),
            Self::Range { min, max } => (min..=max).contains(&value),
        }
    }
}

/// The options of a codec. [`CodecInfo::default_options`] returns the defaults of a codec, and [`CodecInfo::knobs`]
/// lists the options that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// History (sliding window) in bytes.
    pub history: usize,
    /// Compression level: a higher level takes more time and compresses better.
    pub level: i32,
    /// Bytes of input after which a stream's history is reset; 0 means never.
    pub unit: usize,
    /// Whether a stream consists of bare units, without the container's history size and checksums.
    pub raw: bool,
}

impl Options {
    fn get(&self, kind: KnobKind) -> i32 {
        match kind {
            KnobKind::History => i32::try_from(self.history).unwrap_or(i32::MAX),
            KnobKind::Level => self.level,
        }
    }

    fn set(&mut self, kind: KnobKind, value: i32) {
        match kind {
            // A negative history becomes 0, which no codec accepts.
            KnobKind::History => self.history = usize::try_from(value).unwrap_or(0),
            KnobKind::Level => self.level = value,
        }
    }
}

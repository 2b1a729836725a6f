//! The meaning of the columns in a CSV file, as the user states it.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// The mapping of a CSV file of measurements: which column contains which quantity, in which unit. Nothing is taken
/// from a column that the mapping does not name, and no unit has a default.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// Column with the name of the device.
    pub subject: String,
    /// Column with the time of the interval: rows with the same time form one report. Without this column, each row of
    /// a device is a report, in the order of the file.
    pub time: Option<String>,
    /// Number of the line with the column names, counted from 1; the lines above it are skipped.
    #[serde(default = "first_line")]
    pub header_line: usize,
    /// Character between cells.
    #[serde(default)]
    pub separator: Separator,
    /// Character before the decimals of a number.
    #[serde(default)]
    pub decimal_point: DecimalPoint,
    /// Columns, each with its allowed texts: a row with another text in one of these columns is left out.
    #[serde(default, rename = "where")]
    pub rows: BTreeMap<String, OneOrMore>,
    /// Requests of all kinds together.
    pub all: Option<Requests>,
    /// Reads, if the file separates them from writes.
    pub read: Option<Requests>,
    /// Writes, if the file separates them from reads.
    pub write: Option<Requests>,
    /// Mean number of requests in the device, waiting and in service.
    pub in_system: Option<Column<NumberUnit>>,
    /// Share of the time in which the device had at least one request.
    pub utilization: Option<Column<ShareUnit>>,
}

fn first_line() -> usize {
    1
}

/// The columns for one kind of request.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Requests {
    /// Completed requests per unit of time.
    pub rate: Column<RateUnit>,
    /// Mean response time of a request, from its arrival at the queue to its completion; or the components of this
    /// time, if the file has only these.
    pub response_time: Column<TimeUnit>,
    /// Bytes per unit of time.
    pub throughput: Option<Column<ThroughputUnit>>,
    /// Bytes per request.
    pub request_size: Option<Column<SizeUnit>>,
}

/// A column with its unit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Column<U> {
    /// Name of the column in the file, or of several columns, whose sum is used.
    pub column: OneOrMore,
    /// Unit of the column's numbers.
    pub unit: U,
}

/// One text, or several.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OneOrMore {
    /// One text.
    One(String),
    /// Several texts.
    More(Vec<String>),
}

impl OneOrMore {
    /// Returns the texts.
    pub(crate) fn texts(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::More(texts) => texts,
        }
    }
}

/// The character between cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Separator {
    /// A comma.
    #[default]
    #[serde(rename = ",")]
    Comma,
    /// A semicolon.
    #[serde(rename = ";")]
    Semicolon,
    /// A tab.
    #[serde(rename = "tab")]
    Tab,
}

/// The character before the decimals of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DecimalPoint {
    /// A point.
    #[default]
    #[serde(rename = ".")]
    Point,
    /// A comma.
    #[serde(rename = ",")]
    Comma,
}

/// A unit of a quantity.
pub(crate) trait Unit: Copy + fmt::Display {
    /// Returns the factor that converts this unit to the unit of an observation.
    fn factor(self) -> f64;
}

/// Defines the units of a quantity: name in the file, and value in the unit of an observation.
macro_rules! units {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal, $factor:expr;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $variant,)*
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $text,)* })
            }
        }

        impl Unit for $name {
            fn factor(self) -> f64 {
                match self { $(Self::$variant => $factor,)* }
            }
        }
    };
}

units! {
    /// Units of rates.
    RateUnit {
        /// Requests per second.
        PerSecond = "requests/s", 1.0;
        /// Requests per minute.
        PerMinute = "requests/min", 1.0 / 60.0;
        /// Requests per hour.
        PerHour = "requests/h", 1.0 / 3600.0;
    }
}

units! {
    /// Units of times.
    TimeUnit {
        /// Microseconds.
        Microseconds = "us", 1e-6;
        /// Milliseconds.
        Milliseconds = "ms", 1e-3;
        /// Seconds.
        Seconds = "s", 1.0;
    }
}

units! {
    /// Units of throughputs: kB, MB, and GB are powers of 1,000; KiB, MiB, and GiB are powers of 1,024.
    ThroughputUnit {
        /// Bytes per second.
        Bytes = "B/s", 1.0;
        /// 1,000 bytes per second.
        Kilobytes = "kB/s", 1e3;
        /// 1,000,000 bytes per second.
        Megabytes = "MB/s", 1e6;
        /// 1,000,000,000 bytes per second.
        Gigabytes = "GB/s", 1e9;
        /// 1,024 bytes per second.
        Kibibytes = "KiB/s", 1024.0;
        /// 1,048,576 bytes per second.
        Mebibytes = "MiB/s", 1024.0 * 1024.0;
        /// 1,073,741,824 bytes per second.
        Gibibytes = "GiB/s", 1024.0 * 1024.0 * 1024.0;
    }
}

units! {
    /// Units of sizes.
    SizeUnit {
        /// Bytes.
        Bytes = "B", 1.0;
        /// 1,000 bytes.
        Kilobytes = "kB", 1e3;
        /// 1,024 bytes.
        Kibibytes = "KiB", 1024.0;
        /// 1,048,576 bytes.
        Mebibytes = "MiB", 1024.0 * 1024.0;
    }
}

units! {
    /// Units of numbers of requests.
    NumberUnit {
        /// Requests.
        Requests = "requests", 1.0;
    }
}

units! {
    /// Units of shares.
    ShareUnit {
        /// Percent.
        Percent = "%", 0.01;
        /// A fraction, where 1 is the whole.
        One = "1", 1.0;
    }
}

/// Returns the JSON Schema of a mapping, for editors.
#[cfg(feature = "schema")]
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(Mapping)
}

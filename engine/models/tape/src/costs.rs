//! A lab's parameters for a tape server: the numbers and speeds of its components, and the codec speeds.

use super::data::NAMED;
use pathlength_codecs::CodecInfo;
use pathlength_model::{ModelError, cost, costs, require_positive};

costs! {
    /// Machine parameters; each field is a parameter of the lab.
    Costs;
    /// Throughput of an 8 Gb/s port, in MB/s.
    port_8,
    /// Compression throughput of the adapter on an 8 Gb/s port, in MB/s.
    adapter_8,
    /// Throughput of a 16 Gb/s port, in MB/s.
    port_16,
    /// Compression throughput of the adapter on a 16 Gb/s port, in MB/s.
    adapter_16,
    /// Number of ports.
    ports,
    /// Number of processor threads of a TS7760.
    threads,
    /// Value of `threads` if a job moves data while it compresses.
    threads_overlap,
    /// Number of processor threads of a TS7740.
    threads_ts7740,
    /// Speed of a TS7760 thread relative to that of a thread on the machine where the codecs were measured.
    thread_speed,
    /// Speed of ZSTD on a server thread, relative to the speed implied by `thread_speed`.
    zstd_share,
    /// Value of `zstd_share` if a job moves data while it compresses.
    zstd_share_overlap,
    /// Speed of a TS7740 thread relative to that of a TS7760 thread.
    ts7740_speed,
    /// Processor time for moving one MB, in milliseconds.
    move_ms,
    /// Throughput of one cache controller, in MB/s of stored data.
    controller,
    /// Number of cache controllers.
    controllers,
    /// Throughput of one cache drawer, in MB/s of stored data.
    drawer,
    /// Read speed of the cache relative to its write speed.
    read_speed,
    /// Cache speed of a TS7740 relative to that of a TS7760.
    ts7740_cache,
    /// Write throughput of one tape drive, in MB/s of stored data.
    drive,
    /// Throughput of the links to another cluster, in MB/s of stored data.
    grid_links,
    /// Time in milliseconds that a job waits per MB without occupying a component, with blocks of `block_kib`.
    wait_ms,
    /// Block size in KiB for which `wait_ms` holds.
    block_kib,
    /// Speed of ZSTD at level 3 relative to its speed at level 1.
    zstd_level_3,
    /// Speed of ZSTD at level 9 relative to its speed at level 1.
    zstd_level_9,
}

impl Costs {
    fn check(&self) -> Result<(), ModelError> {
        require_positive(&[
            ("port_8", self.port_8),
            ("adapter_8", self.adapter_8),
            ("port_16", self.port_16),
            ("adapter_16", self.adapter_16),
            ("ports", self.ports),
            ("threads", self.threads),
            ("threads_overlap", self.threads_overlap),
            ("threads_ts7740", self.threads_ts7740),
            ("thread_speed", self.thread_speed),
            ("zstd_share", self.zstd_share),
            ("zstd_share_overlap", self.zstd_share_overlap),
            ("ts7740_speed", self.ts7740_speed),
            ("controller", self.controller),
            ("controllers", self.controllers),
            ("drawer", self.drawer),
            ("read_speed", self.read_speed),
            ("ts7740_cache", self.ts7740_cache),
            ("drive", self.drive),
            ("grid_links", self.grid_links),
            ("block_kib", self.block_kib),
            ("zstd_level_3", self.zstd_level_3),
            ("zstd_level_9", self.zstd_level_9),
        ])?;
        let counted = [
            ("ports", self.ports),
            ("threads", self.threads),
            ("threads_overlap", self.threads_overlap),
            ("threads_ts7740", self.threads_ts7740),
            ("controllers", self.controllers),
        ];
        match counted.into_iter().find(|(_, value)| value.fract() != 0.0 || *value > 1000.0) {
            Some((name, _)) => Err(ModelError::new(format!("parameter {name} must be a whole number from 1 to 1,000"))),
            None => Ok(()),
        }
    }

    /// Returns the speed of ZSTD at a level relative to its speed at level 1. Between two measured levels, the speed
    /// changes by the same factor from each level to the next.
    pub(super) fn zstd_level(&self, level: i32) -> f64 {
        let known = [(1, 1.0), (3, self.zstd_level_3), (9, self.zstd_level_9)];
        let [(from, fast), (to, slow)] = if level <= 3 { [known[0], known[1]] } else { [known[1], known[2]] };
        let share = f64::from(level - from) / f64::from(to - from);
        fast * libm::pow(slow / fast, share)
    }
}

/// The codecs whose speeds a lab provides, each with the number of its compression speeds: one per data set, or one.
/// Codecs that run in adapters are not included.
const MEASURED: [(&str, usize); 3] = [("lz4", NAMED.len()), ("zstd", NAMED.len()), ("deflate", 1)];

/// Codec speeds in MB/s on one thread of the machine where they were measured, in the order of `MEASURED`.
#[derive(Clone, Debug, PartialEq)]
pub struct Speeds {
    /// Compression speed, by codec and by index of the data set.
    compress: [[f64; NAMED.len()]; MEASURED.len()],
    /// Decompression speed, by codec.
    decompress: [f64; MEASURED.len()],
}

macro_rules! speeds {
    ($($name:ident)*) => {
        /// The data sets for which speeds are known, in the order of the parameters.
        const ORDER: [&str; NAMED.len()] = [$(stringify!($name)),*];

        impl Speeds {
            /// The names of the parameters.
            pub const NAMES: &'static [&'static str] = &[
                $(concat!("lz4_", stringify!($name)),)*
                $(concat!("zstd_", stringify!($name)),)*
                "deflate", "lz4_read", "zstd_read", "deflate_read",
            ];
        }
    };
}

speeds! {
    DB2IX LOADLIB DB2PAGE VSAMKSDS DSSDUMP SMF70 CICSJRN DB2UNLD OPERLOG JSON REPORT SMF30 COBOL DUMP IMSLOG CUSTMAST
    XML LISTING A00 RECS4
}

// The names are repeated above because a macro cannot read them from a constant; both lists must have the same order.
const _: () = {
    let mut at = 0;
    while at < NAMED.len() {
        let (one, other) = (ORDER[at].as_bytes(), NAMED[at].as_bytes());
        assert!(one.len() == other.len(), "the speeds are in a different order from the patterns");
        let mut letter = 0;
        while letter < one.len() {
            assert!(one[letter] == other[letter], "the speeds are in a different order from the patterns");
            letter += 1;
        }
        at += 1;
    }
};

impl Speeds {
    /// Reads each parameter from `value`.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names a parameter that is missing or not greater than 0.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        let mut speeds = Self { compress: [[0.0; NAMED.len()]; MEASURED.len()], decompress: [0.0; MEASURED.len()] };
        let mut names = Self::NAMES.iter();
        for (compress, (_, data)) in speeds.compress.iter_mut().zip(MEASURED) {
            for (speed, name) in compress[..data].iter_mut().zip(names.by_ref()) {
                *speed = positive(name, value)?;
            }
            if data == 1 {
                *compress = [compress[0]; NAMED.len()];
            }
        }
        for (speed, name) in speeds.decompress.iter_mut().zip(names) {
            *speed = positive(name, value)?;
        }
        Ok(speeds)
    }

    /// Returns the compression speed of a codec, at the codec's lowest level, on the data set with this index.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the lab has no speed for the codec.
    pub(super) fn compress(&self, codec: &CodecInfo, data: usize) -> Result<f64, ModelError> {
        Ok(self.compress[measured(codec)?][data])
    }

    /// Returns the decompression speed of a codec.
    ///
    /// # Errors
    /// Returns the errors of [`Speeds::compress`].
    pub(super) fn decompress(&self, codec: &CodecInfo) -> Result<f64, ModelError> {
        Ok(self.decompress[measured(codec)?])
    }
}

/// Returns the value of a parameter, which must be greater than 0.
#[inline(never)] // small modules for pages
fn positive(name: &str, value: &dyn Fn(&str) -> Option<f64>) -> Result<f64, ModelError> {
    let speed = cost(name, value)?;
    require_positive(&[(name, speed)])?;
    Ok(speed)
}

/// Returns the index of a codec in [`MEASURED`].
fn measured(codec: &CodecInfo) -> Result<usize, ModelError> {
    MEASURED.iter().position(|(name, _)| *name == codec.name).ok_or_else(|| {
        ModelError::new(format!("the speed of codec \"{}\" was not measured: set codec_mbs to its speed", codec.name))
    })
}

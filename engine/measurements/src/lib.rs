//! The output of storage measurement tools: fio, iostat, sadf, and `IOzone`; and CSV files, whose columns a [`Mapping`]
//! explains.
//!
//! [`read`] recognizes an output by its content and turns it into [`Observation`]s, which are the same for all tools:
//! rates, times, numbers in system. [`Measurements::taken`] lists the meaning and the unit of every field that is used;
//! every assumption is stated in a sentence. [`check`](check::check) compares an observation with the operational laws,
//! which hold for any system, and [`explain`](explain::explain) draws one conclusion, with a forecast by the queueing
//! library.
//!
//! [`directories`] does the same for listings of directories: it counts the pages that a search probes.
//!
//! The outputs are untrusted: sizes, numbers, and nesting are limited, and every error is a sentence.

mod cell;
pub mod check;
pub mod directories;
mod error;
pub mod explain;
mod fio;
mod iozone;
mod json;
mod mapped;
pub mod mapping;
mod notes;
mod observation;
mod recognize;
mod sysstat;
mod words;

pub use error::ReadError;
pub use json::MAX_OBJECTS;
pub use mapping::Mapping;
pub use observation::{Clients, Flow, FlowKind, Format, Measurements, Observation, PrintedNumber};
pub use recognize::{MAX_BYTES, read, read_mapped};
